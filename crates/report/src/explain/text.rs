//! An explanation for a terminal: sentences, and the candidate grid with marks that can be read without colour, too.

use anstyle::Style;
use minirow_grade::Line;

use crate::explain::candidate_grid::candidate_grid;
use crate::explain::walkthrough::{ExplainedStep, Walkthrough, WalkthroughEnd};
use crate::terminal::{paint, wrap};

/// The style of an explanation for a terminal.
///
/// ```
/// use minirow_text::parse;
/// use minirow_report::explain::{ExplanationStyle, StepSelection, Walkthrough, text};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::First(1))?;
/// let style = ExplanationStyle { color: false, brief: true, folded: false, width: 80 };
/// assert_eq!(text(&walkthrough, style), "   1   1.2  Hidden Single                 r1c6=8\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExplanationStyle {
    /// `true` for colours, as ANSI escape codes.
    pub color: bool,
    /// `true` for one line for each step.
    pub brief: bool,
    /// `true` to leave out chains within chains.
    pub folded: bool,
    /// The length of a line, in columns.
    pub width: usize,
}

const HEADING: Style = Style::new().bold();

/// Writes a walkthrough for a terminal: sentences, and the candidate grid before each step.
///
/// The marks of the grid can be read without colour too: `12(34)-5` is a cell with the candidates 1 to 5, of which 3 and 4
/// are part of the pattern and 5 is eliminated; `=6` is placed.
pub fn text(walkthrough: &Walkthrough, style: ExplanationStyle) -> String {
    let mut text = String::new();
    let rating_width = walkthrough.steps.iter().map(|step| step.rating.to_string().len()).fold(4, usize::max);
    for step in &walkthrough.steps {
        text += &if style.brief { brief(step, rating_width, style) } else { full(step, walkthrough, style) };
    }
    text + &end(walkthrough, style)
}

/// Writes a step in a line: ` 12  4.2  XY-Wing  r5c5<>3`. On the path of HoDoKu, it is in the notation of HoDoKu, whose nets have
/// a further line for each chain.
fn brief(step: &ExplainedStep, rating_width: usize, style: ExplanationStyle) -> String {
    let start = format!("{:>4}  {:>rating_width$}  ", step.number, step.rating.to_string());
    if let Some(notation) = &step.notation {
        let indent = " ".repeat(start.len());
        return format!("{start}{}\n", notation.replace('\n', &format!("\n{indent}")));
    }
    wrap(&step.step.to_string(), &format!("{start}{:<28}  ", step.name()), style.width)
}

/// Writes a step with the grid before it.
fn full(step: &ExplainedStep, walkthrough: &Walkthrough, style: ExplanationStyle) -> String {
    let heading = format!("Step {}: {}, {}", step.number, step.name(), step.rating);
    let grid = candidate_grid(&step.position, &walkthrough.clues, Some(&step.step), style.color);
    let mut text = format!("{}\n{grid}\n", paint(style.color, HEADING, &heading));
    text += &wrap(step.explanation.text(), "", style.width);
    text += &lines(step.explanation.lines(), 1, style);
    text + "\n"
}

/// Writes the lines of an explanation, those below a line indented.
fn lines(lines: &[Line], depth: usize, style: ExplanationStyle) -> String {
    let mut text = String::new();
    for line in lines {
        text += &wrap(line.text(), &format!("{:1$}- ", "", 2 * depth), style.width);
        if !(line.is_nested() && style.folded) {
            text += &self::lines(line.lines(), depth + 1, style);
        }
    }
    text
}

/// Writes what follows the last step.
fn end(walkthrough: &Walkthrough, style: ExplanationStyle) -> String {
    let steps = walkthrough.steps.len();
    match (walkthrough.end, walkthrough.ratings()) {
        (WalkthroughEnd::Solved, Some(ratings)) => {
            let (steps, grid) = (walkthrough.step_count(), walkthrough.after.values());
            format!("Solved in {steps}: {}.\n{grid}\n", ratings.join(", "))
        }
        (WalkthroughEnd::Solved, None) if steps == 0 => "Nothing to do: every cell is filled.\n".into(),
        (WalkthroughEnd::Solved, None) => String::new(),
        (WalkthroughEnd::Stuck, _) => "No technique sees a step from here.\n".into(),
        // After several steps the grid is where a person goes on; after a single hint it is plain.
        (WalkthroughEnd::Stopped, _) if steps > 1 && !style.brief => {
            let grid = candidate_grid(&walkthrough.after, &walkthrough.clues, None, style.color);
            format!("After that:\n{grid}")
        }
        (WalkthroughEnd::Stopped, _) => String::new(),
    }
}
