//! The steps of a walkthrough for sheets of paper.

use minirow_core::Candidate;
use minirow_print::{GridFace, SheetStep, StepMarks as PrintedMarks};

use crate::explain::grid_svg;
use crate::explain::marks::StepMarks;
use crate::explain::walkthrough::{ExplainedStep, Walkthrough};

/// Returns the steps of a walkthrough for [`minirow_print::Sheet`]. `name` returns the name of a technique in the language of the
/// sheets. The explanations are English, and are left out unless `with_text`.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{StepSelection, Walkthrough, sheet_steps};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::First(3))?;
/// let steps = sheet_steps(&walkthrough, |step| step.name(), true);
/// assert_eq!(steps[0].heading, "1. Hidden Single");
/// assert_eq!(steps.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sheet_steps(
    walkthrough: &Walkthrough,
    name: impl Fn(&ExplainedStep) -> String,
    with_text: bool,
) -> Vec<SheetStep> {
    let sheet_step = |step: &ExplainedStep| SheetStep {
        heading: format!("{}. {}", step.number, name(step)),
        result: printed(&step.step.to_string()),
        text: if with_text { printed(step.explanation.text()) } else { String::new() },
        face: face(walkthrough, step),
    };
    walkthrough.steps.iter().map(sheet_step).collect()
}

/// Returns a text with the signs of print.
fn printed(text: &str) -> String {
    text.replace("<>", "≠")
}

/// Returns the grid before a step, with the marks of the step.
fn face(walkthrough: &Walkthrough, step: &ExplainedStep) -> GridFace {
    let marks = StepMarks::of(Some(&step.step));
    let is_kept = |candidate: &Candidate| !marks.eliminated.contains(*candidate);
    let is_filled = |candidate: &Candidate| is_kept(candidate) && !marks.placed.contains(*candidate);
    let position = &step.position;
    GridFace {
        // The eye finds the cells that change first.
        shaded: marks.placed.iter().chain(marks.eliminated.iter()).map(|candidate| candidate.cell).collect(),
        candidates: Some(*position.candidates()),
        marks: Some(PrintedMarks {
            filled: marks.pattern.iter().chain(marks.on.iter()).filter(is_filled).collect(),
            outlined: marks.off.iter().filter(is_kept).collect(),
            framed: marks.placed,
            struck: marks.eliminated,
            links: grid_svg::pairs(step.step.chains()),
        }),
        ..GridFace::new(*position.values(), walkthrough.clues.pattern())
    }
}
