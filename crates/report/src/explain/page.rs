//! The page: all steps of a walkthrough in one HTML file that needs no other file.
//!
//! The digits of the whole path are drawn once, with the views that show them. The marks of each step are a group. A view is
//! the position before a step, numbered from 0; the last view is the position after all steps. The text can be read without
//! scripts too.

use std::fmt::Write;

use minijinja::value::Serde;
use minijinja::{Value, context};
use minirow_core::Cell;

use crate::explain::grid_svg;
use crate::explain::rating_curve::rating_curve;
use crate::explain::walkthrough::{ExplainedStep, Walkthrough, WalkthroughEnd};
use crate::explanation_line::ExplanationLine;
use crate::template::render;

/// Writes a walkthrough as an HTML page. `title` replaces the default heading.
///
/// ```
/// use minirow_report::explain::{StepSelection, Walkthrough, page};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::All)?;
/// assert!(page(&walkthrough, Some("A & B")).contains("<h1>A &amp; B</h1>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(walkthrough: &Walkthrough, title: Option<&str>) -> String {
    let step = |step: &ExplainedStep| {
        let lines: Vec<ExplanationLine> = step.explanation.lines().iter().map(ExplanationLine::from).collect();
        context! {
            number => step.number,
            name => step.name(),
            rating => step.rating.to_string(),
            text => step.explanation.text(),
            lines => Serde(lines),
            effect => step.step.to_string(),
        }
    };
    let (heading, text) = match walkthrough.end {
        WalkthroughEnd::Solved => ("Solved", "Every cell is filled."),
        WalkthroughEnd::Stuck => ("No further", "No technique sees a step from here."),
        WalkthroughEnd::Stopped => ("So far", "This is what is left after these steps."),
    };
    let values = context! {
        title => title.unwrap_or("Sudoku, step by step"),
        style => format!("{}{}", grid_svg::STYLE, include_str!("page/page.css")),
        facts => facts(walkthrough),
        clues => walkthrough.clues.to_string(),
        grid => grid(walkthrough),
        curve => rating_curve(walkthrough),
        step_count => walkthrough.steps.len(),
        steps => walkthrough.steps.iter().map(step).collect::<Value>(),
        end => context! { heading, text },
        script => include_str!("page/page.js"),
    };
    render("page.html", include_str!("page/page.html"), &values)
}

/// Returns the number of steps, and the ratings of a complete path.
fn facts(walkthrough: &Walkthrough) -> String {
    let steps = walkthrough.step_count();
    match walkthrough.ratings() {
        Some(ratings) => format!("{steps} · {}", ratings.join(" · ")),
        None if walkthrough.steps.is_empty() => "Nothing to do".into(),
        None => steps,
    }
}

/// Draws the grid with the digits of all views and the marks of each step.
fn grid(walkthrough: &Walkthrough) -> String {
    let mut drawn = grid_svg::open("The grid, as the text beside it tells", "id=\"grid\"") + &grid_svg::paper();
    for (view, step) in walkthrough.steps.iter().enumerate() {
        let _ = writeln!(drawn, "<g class=\"of-step\" data-view=\"{view}\">\n{}</g>", grid_svg::under(step));
    }
    drawn += &digits(walkthrough);
    drawn += &grid_svg::frame();
    for (view, step) in walkthrough.steps.iter().enumerate() {
        let _ = writeln!(drawn, "<g class=\"of-step\" data-view=\"{view}\">\n{}</g>", grid_svg::over(step));
    }
    drawn + "</svg>\n"
}

/// Draws every digit and pencilmark of any view: digits from their first view on, pencilmarks up to their last.
fn digits(walkthrough: &Walkthrough) -> String {
    let mut drawn = String::new();
    let views: Vec<_> = walkthrough.steps.iter().map(|step| &step.position).chain([&walkthrough.after]).collect();
    for cell in Cell::ALL {
        let from = views.iter().position(|view| view.values().get(cell).is_some());
        if let Some((from, digit)) = from.and_then(|from| Some((from, views[from].values().get(cell)?))) {
            let is_clue = walkthrough.clues.get(cell).is_some();
            drawn += &grid_svg::value(cell, digit, is_clue, &format!(" data-from=\"{from}\""));
        }
    }
    for candidate in views[0].candidates().iter() {
        let until = views.iter().rposition(|view| view.candidates().contains(candidate)).unwrap_or_default();
        drawn += &grid_svg::mark(candidate, &format!(" data-until=\"{until}\""));
    }
    drawn
}
