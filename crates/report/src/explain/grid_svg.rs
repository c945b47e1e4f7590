//! The grid of a step as SVG: marks below the digits, links and strokes above them.
//!
//! Marks differ in shape as well as in colour. A pattern has discs. Candidates that are false in a chain have dashed
//! rings, eliminated candidates strokes, and placed candidates squares.

mod colors;
mod geometry;
mod links;

use std::fmt::Write;

use minirow_core::{Candidate, Cell, Digit};
use minirow_print::svg::escape_markup;

use crate::explain::marks::StepMarks;
use crate::explain::walkthrough::ExplainedStep;
use geometry::{CELL, MARGIN, candidate_middle, cell_middle};

pub(super) use colors::{STYLE, without_variables};
pub(super) use geometry::SIDE;
pub(super) use links::pairs;

/// Starts a drawing; screen readers say `about`.
pub(super) fn open(about: &str, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" class=\"grid\" role=\"img\" \
         aria-label=\"{}\" {attributes}>\n{}",
        escape_markup(about),
        include_str!("grid_svg/markers.svg")
    )
}

/// Draws the background.
pub(super) fn paper() -> String {
    format!("<rect class=\"paper\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"6\"/>\n")
}

/// Draws the lines of the grid, heavier around boxes, and the numbers of rows and columns.
pub(super) fn frame() -> String {
    let (mut thin, mut thick, mut labels) = (String::new(), String::new(), String::new());
    let end = MARGIN + 9 * CELL;
    for number in 0..=9 {
        let at = MARGIN + CELL * number;
        let path = if number % 3 == 0 { &mut thick } else { &mut thin };
        let _ = write!(path, "M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}");
        if number < 9 {
            let (middle, number) = (at + CELL / 2, number + 1);
            let _ = write!(labels, "<text x=\"{middle}\" y=\"18\">{number}</text>");
            let _ = write!(labels, "<text x=\"13\" y=\"{}\">{number}</text>", middle + 5);
        }
    }
    format!(
        "<g class=\"labels\" aria-hidden=\"true\">{labels}</g>\n<path class=\"thin\" d=\"{thin}\"/>\n\
         <path class=\"thick\" d=\"{thick}\"/>\n"
    )
}

/// Draws a filled cell; `attributes` are added to the element.
pub(super) fn value(cell: Cell, digit: Digit, is_clue: bool, attributes: &str) -> String {
    let (x, y) = cell_middle(cell);
    let class = if is_clue { "value clue" } else { "value" };
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{}\"{attributes}>{digit}</text>\n", y + 13)
}

/// Draws a pencilmark; `attributes` are added to the element.
pub(super) fn mark(candidate: Candidate, attributes: &str) -> String {
    let (x, y) = candidate_middle(candidate);
    format!("<text class=\"mark\" x=\"{x}\" y=\"{}\"{attributes}>{}</text>\n", y + 5, candidate.digit)
}

/// Draws the background of a cell.
pub(super) fn tint(class: &str, cell: Cell) -> String {
    let (x, y) = cell_middle(cell);
    let (x, y) = (x - CELL / 2, y - CELL / 2);
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\n")
}

/// Draws the marks below the digits.
pub(super) fn under(step: &ExplainedStep) -> String {
    let marks = StepMarks::of(Some(&step.step));
    let mut drawn = String::new();
    drawn.extend(marks.houses.iter().map(|cell| tint("house", cell)));
    drawn.extend(step.explanation.witnesses().iter().map(|cell| tint("witness", cell)));
    drawn.extend(step.explanation.focus().iter().map(|cell| tint("focus", cell)));
    let disc = |class| {
        move |candidate| {
            let (x, y) = candidate_middle(candidate);
            format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>\n")
        }
    };
    let square = |candidate| {
        let (x, y) = candidate_middle(candidate);
        let (x, y) = (x - 9, y - 9);
        format!("<rect class=\"placed\" x=\"{x}\" y=\"{y}\" width=\"18\" height=\"18\" rx=\"3\"/>\n")
    };
    // A candidate can be true in one chain, false in another, and eliminated: the elimination is drawn on top.
    let is_kept = |candidate: &Candidate| !marks.eliminated.contains(*candidate);
    let is_unchanged = |candidate: &Candidate| is_kept(candidate) && !marks.placed.contains(*candidate);
    drawn.extend(marks.pattern.iter().filter(is_unchanged).map(disc("pattern")));
    drawn.extend(marks.on.iter().filter(is_unchanged).map(disc("on")));
    drawn.extend(marks.eliminated.iter().map(disc("gone")));
    drawn.extend(marks.placed.iter().map(square));
    drawn.extend(marks.off.iter().filter(is_kept).map(disc("off")));
    drawn
}

/// Draws the marks above the digits: links, and strokes through eliminated candidates.
pub(super) fn over(step: &ExplainedStep) -> String {
    let mut drawn = links::links(step.step.chains());
    for candidate in step.step.eliminations().iter() {
        let (x, y) = candidate_middle(candidate);
        let _ = writeln!(drawn, "<path class=\"stroke\" d=\"M{} {}l14 -14\"/>", x - 7, y + 7);
    }
    drawn
}
