//! An explanation for a terminal: sentences, and the candidate grid with marks that can be read without colour, too.

use anstyle::{AnsiColor, Style as Paint};
use minirow_core::{CandidateSet, Cell, DigitSet};
use minirow_grade::{Level, Line, Pencilmarks};

use crate::explain::marks::Marks;
use crate::explain::{End, Moment, Walk};
use crate::wrap::wrap;

/// How an explanation is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) color: bool,
    /// One line for each step.
    pub(crate) brief: bool,
    /// No chains within chains.
    pub(crate) folded: bool,
    /// The length of a line.
    pub(crate) width: usize,
}

const HEADING: Paint = Paint::new().bold();
const PLACED: Paint = AnsiColor::Green.on_default().bold();
const GONE: Paint = AnsiColor::Red.on_default().bold();
const PATTERN: Paint = AnsiColor::Cyan.on_default().bold();
const LABEL: Paint = Paint::new().dimmed();
const CLUE: Paint = Paint::new().bold();

/// All steps of a walk.
pub(crate) fn text(walk: &Walk, style: Style) -> String {
    let mut text = String::new();
    for moment in &walk.moments {
        text += &if style.brief { brief(moment, style) } else { full(moment, walk, style) };
    }
    text + &end(walk, style)
}

/// ` 12  4.2  XY-Wing  r5c5<>3`.
fn brief(moment: &Moment, style: Style) -> String {
    let Moment { number, step, .. } = moment;
    let start = format!("{number:>4}  {:>4}  {:<28}  ", step.rating().to_string(), moment.name());
    wrap(&step.to_string(), &start, style.width)
}

fn full(moment: &Moment, walk: &Walk, style: Style) -> String {
    let Moment { number, position, step, explanation } = moment;
    let heading = paint(style, HEADING, &format!("Step {number}: {}, {}", moment.name(), step.rating()));
    let mut text = format!("{heading}\n{}\n", grid(position, walk, &Marks::of(step), style));
    text += &wrap(explanation.text(), "", style.width);
    text += &lines(explanation.lines(), 1, style);
    text + "\n"
}

fn lines(lines: &[Line], depth: usize, style: Style) -> String {
    let mut text = String::new();
    for line in lines {
        text += &wrap(line.text(), &format!("{:1$}- ", "", 2 * depth), style.width);
        if !(line.is_nested() && style.folded) {
            text += &self::lines(line.lines(), depth + 1, style);
        }
    }
    text
}

/// What is to be said after the last step.
fn end(walk: &Walk, style: Style) -> String {
    let ratings = walk.ratings().filter(|_| walk.moments.first().is_none_or(|moment| moment.number == 1));
    match (walk.end, ratings) {
        (End::Solved, Some([er, ep, ed])) => {
            let steps = walk.moments.len();
            let (level, s) = (Level::of(er), if steps == 1 { "" } else { "s" });
            format!("Solved in {steps} step{s}: ER {er}, EP {ep}, ED {ed}, {level}.\n{}\n", walk.after.values())
        }
        (End::Solved, None) if walk.moments.is_empty() => "Nothing to do: every cell is filled.\n".into(),
        (End::Solved, None) => String::new(),
        (End::Stuck, _) => "No technique sees a step from here.\n".into(),
        // Where a person goes on from; after one hint that is plain.
        (End::Stopped, _) if walk.moments.len() > 1 && !style.brief => {
            format!("After that:\n{}", grid(&walk.after, walk, &Marks::none(), style))
        }
        (End::Stopped, _) => String::new(),
    }
}

impl Marks {
    fn none() -> Marks {
        let [placed, gone, pattern, on, off] = [CandidateSet::EMPTY; 5];
        Marks { placed, gone, pattern, on, off, seen_in: minirow_core::CellSet::EMPTY }
    }
}

fn paint(style: Style, paint: Paint, text: &str) -> String {
    if style.color { format!("{}{text}{}", paint.render(), paint.render_reset()) } else { text.into() }
}

/// A cell of the grid, and how many characters of it show.
struct Shown {
    text: String,
    width: usize,
}

/// The pencilmark grid: `12(34)-5` is a cell with the candidates 1 to 5, of which 3 and 4 are part of the pattern and 5
/// is taken out; `=6` is placed.
fn grid(position: &Pencilmarks, walk: &Walk, marks: &Marks, style: Style) -> String {
    let cells: Vec<Shown> = Cell::ALL.into_iter().map(|cell| shown(cell, position, walk, marks, style)).collect();
    let width: [usize; 9] =
        std::array::from_fn(|column| (0..9).map(|row| cells[9 * row + column].width).max().unwrap_or(0));
    let stack_width = |stack: usize| width[3 * stack..3 * stack + 3].iter().sum::<usize>() + 2;
    let rule = [0, 1, 2].map(|stack| "-".repeat(stack_width(stack) + if stack == 1 { 2 } else { 1 })).join("+");
    let numbers = [0, 3, 6].map(|first| {
        let padded = |column: usize| format!("{:<1$}", column + 1, width[column]);
        (first..first + 3).map(padded).collect::<Vec<_>>().join(" ")
    });
    let mut text = format!("    {}\n", paint(style, LABEL, numbers.join("   ").trim_end()));
    for row in 0..9 {
        if row == 3 || row == 6 {
            text += &format!("    {rule}\n");
        }
        let stacks = [0, 3, 6].map(|first| {
            let padded = |column: usize| {
                let Shown { text, width: used } = &cells[9 * row + column];
                // The last of a row needs no blanks after it.
                let blanks = if column == 8 { 0 } else { width[column] - used };
                format!("{text}{:blanks$}", "")
            };
            (first..first + 3).map(padded).collect::<Vec<_>>().join(" ")
        });
        text += &format!("  {} {}\n", paint(style, LABEL, &(row + 1).to_string()), stacks.join(" | "));
    }
    text + &legend(marks, style)
}

fn shown(cell: Cell, position: &Pencilmarks, walk: &Walk, marks: &Marks, style: Style) -> Shown {
    if let Some(digit) = position.values().get(cell) {
        let digit = digit.to_string();
        let text = if walk.clues.get(cell).is_some() { paint(style, CLUE, &digit) } else { digit };
        return Shown { text, width: 1 };
    }
    let digits = position.digits(cell);
    let (placed, gone) = (marks.placed.digits(cell), marks.gone.digits(cell));
    let pattern = (marks.pattern.digits(cell) | marks.on.digits(cell) | marks.off.digits(cell)) & digits;
    let pattern = pattern - placed - gone;
    let mut shown = Shown { text: String::new(), width: 0 };
    let mut add = |digits: DigitSet, before: &str, after: &str, how: Option<Paint>| {
        if !digits.is_empty() {
            let part = format!("{before}{digits}{after}");
            shown.width += part.chars().count();
            shown.text += &how.map_or(part.clone(), |how| paint(style, how, &part));
        }
    };
    add(digits - placed - gone - pattern, "", "", None);
    add(pattern, "(", ")", Some(PATTERN));
    add(gone, "-", "", Some(GONE));
    add(placed, "=", "", Some(PLACED));
    if digits.is_empty() {
        shown = Shown { text: "?".into(), width: 1 };
    }
    shown
}

/// What the marks mean, as far as they are there.
fn legend(marks: &Marks, style: Style) -> String {
    let chain = !marks.on.is_empty() || !marks.off.is_empty();
    let pattern = if chain { "(1) in the chain" } else { "(1) pattern" };
    let parts = [
        (chain || !marks.pattern.is_empty()).then(|| paint(style, PATTERN, pattern)),
        (!marks.gone.is_empty()).then(|| paint(style, GONE, "-1 taken out")),
        (!marks.placed.is_empty()).then(|| paint(style, PLACED, "=1 placed")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("    {}\n", parts.join("   ")) }
}
