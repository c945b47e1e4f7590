//! The picture of a single step: an SVG file that needs no other file.

use minirow_core::Grid;
use minirow_grade::Pencilmarks;
use minirow_print::svg::escape_markup;

use crate::explain::grid_svg::{self, SIDE};
use crate::explain::walkthrough::{ExplainedStep, Walkthrough};

/// Draws the grid before a step, with the marks of the step, as an SVG file.
///
/// ```
/// use minirow_report::explain::{StepSelection, Walkthrough, picture};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::Hardest)?;
/// assert!(picture(&walkthrough, &walkthrough.steps[0]).starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn picture(walkthrough: &Walkthrough, step: &ExplainedStep) -> String {
    let (number, name) = (step.number, step.name());
    let about = format!("Step {number}: {name}, {}. {}", step.rating, step.explanation.text());
    let mut drawn = grid_svg::open(&about, &format!("width=\"{SIDE}\" height=\"{SIDE}\""));
    drawn += &format!("<title>Step {number}: {name}</title>\n<desc>{}</desc>\n", escape_markup(&about));
    drawn +=
        &format!("<style>\n{}</style>\n{}{}", grid_svg::without_variables(), grid_svg::paper(), grid_svg::under(step));
    drawn += &digits(&step.position, &walkthrough.clues);
    drawn + &grid_svg::frame() + &grid_svg::over(step) + "</svg>\n"
}

/// Draws the digits and pencilmarks of a position.
fn digits(position: &Pencilmarks, clues: &Grid) -> String {
    let values = position.values().clues();
    let values = values.map(|(cell, digit)| grid_svg::value(cell, digit, clues.get(cell).is_some(), ""));
    values.chain(position.candidates().iter().map(|candidate| grid_svg::mark(candidate, ""))).collect()
}
