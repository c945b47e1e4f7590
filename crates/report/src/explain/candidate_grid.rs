//! The candidate grid for a terminal, with marks that can be read without colour too.

use anstyle::{AnsiColor, Style};
use minirow_core::{Cell, DigitSet, Grid};
use minirow_grade::{Pencilmarks, Step};

use crate::explain::marks::StepMarks;
use crate::terminal::paint;

const PLACED: Style = AnsiColor::Green.on_default().bold();
const GONE: Style = AnsiColor::Red.on_default().bold();
const PATTERN: Style = AnsiColor::Cyan.on_default().bold();
const LABEL: Style = Style::new().dimmed();
const CLUE: Style = Style::new().bold();

/// The text of a cell, and the number of its visible characters.
struct CellText {
    text: String,
    width: usize,
}

/// Writes the grid with the marks of a step, and below it their meaning: `12(34)-5` is a cell with the candidates 1 to 5, of
/// which 3 and 4 are part of the pattern and 5 is eliminated; `=6` is placed.
pub(super) fn candidate_grid(position: &Pencilmarks, clues: &Grid, step: Option<&Step>, color: bool) -> String {
    let marks = StepMarks::of(step);
    let cells: Vec<CellText> =
        Cell::ALL.into_iter().map(|cell| cell_text(cell, position, clues, &marks, color)).collect();
    let width: [usize; 9] =
        std::array::from_fn(|column| (0..9).map(|row| cells[9 * row + column].width).max().unwrap_or(0));
    let stack_width = |stack: usize| width[3 * stack..3 * stack + 3].iter().sum::<usize>() + 2;
    let rule = [0, 1, 2].map(|stack| "-".repeat(stack_width(stack) + if stack == 1 { 2 } else { 1 })).join("+");
    let line = |cells: &[CellText], separator: &str| {
        let padded = |column: usize| format!("{}{:2$}", cells[column].text, "", width[column] - cells[column].width);
        let stacks = [0, 3, 6].map(|first| (first..first + 3).map(padded).collect::<Vec<_>>().join(" "));
        stacks.join(separator).trim_end_matches(' ').to_string()
    };
    let numbers: Vec<CellText> = (1..=9).map(|number: u8| CellText { text: number.to_string(), width: 1 }).collect();
    let mut text = format!("    {}\n", paint(color, LABEL, &line(&numbers, "   ")));
    for (row, cells) in cells.chunks(9).enumerate() {
        if row == 3 || row == 6 {
            text += &format!("    {rule}\n");
        }
        text += &format!("  {} {}\n", paint(color, LABEL, &(row + 1).to_string()), line(cells, " | "));
    }
    text + &legend(&marks, color)
}

/// Writes a cell.
fn cell_text(cell: Cell, position: &Pencilmarks, clues: &Grid, marks: &StepMarks, color: bool) -> CellText {
    if let Some(digit) = position.values().get(cell) {
        let digit = digit.to_string();
        let text = if clues.get(cell).is_some() { paint(color, CLUE, &digit) } else { digit };
        return CellText { text, width: 1 };
    }
    let digits = position.digits(cell);
    let (placed, eliminated) = (marks.placed.digits(cell), marks.eliminated.digits(cell));
    let pattern = (marks.pattern.digits(cell) | marks.on.digits(cell) | marks.off.digits(cell)) & digits;
    let pattern = pattern - placed - eliminated;
    let mut shown = CellText { text: String::new(), width: 0 };
    let mut add = |digits: DigitSet, before: &str, after: &str, how: Option<Style>| {
        if !digits.is_empty() {
            let part = format!("{before}{digits}{after}");
            shown.width += part.chars().count();
            shown.text += &how.map_or(part.clone(), |how| paint(color, how, &part));
        }
    };
    add(digits - placed - eliminated - pattern, "", "", None);
    add(pattern, "(", ")", Some(PATTERN));
    add(eliminated, "-", "", Some(GONE));
    add(placed, "=", "", Some(PLACED));
    if digits.is_empty() {
        shown = CellText { text: "?".into(), width: 1 };
    }
    shown
}

/// Explains the marks that occur.
fn legend(marks: &StepMarks, color: bool) -> String {
    let chain = !marks.on.is_empty() || !marks.off.is_empty();
    let pattern = if chain { "(1) in the chain" } else { "(1) pattern" };
    let parts = [
        (chain || !marks.pattern.is_empty()).then(|| paint(color, PATTERN, pattern)),
        (!marks.eliminated.is_empty()).then(|| paint(color, GONE, "-1 eliminated")),
        (!marks.placed.is_empty()).then(|| paint(color, PLACED, "=1 placed")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("    {}\n", parts.join("   ")) }
}
