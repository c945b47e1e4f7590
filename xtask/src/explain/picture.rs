//! The picture of a step: the grid with pencilmarks as SVG, what is marked below the digits, links and strokes above.
//!
//! Parts differ in shape as well as in colour: what a step follows from has a disc, what is false in a chain a dashed
//! ring, what is taken out a stroke, what is placed a square.

mod links;
mod style;

use std::fmt::Write;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet};
use minirow_grade::Pencilmarks;

use crate::explain::marks::Marks;
use crate::explain::{Moment, Walk};
use crate::html::escaped;

pub(super) use style::STYLE;

/// The side of a cell.
const CELL: i32 = 60;
/// What is left free for the numbers of rows and columns.
const MARGIN: i32 = 26;
/// What is left free on the other sides.
const EDGE: i32 = 6;
/// The side of the picture.
const SIDE: i32 = MARGIN + 9 * CELL + EDGE;

/// The middle of a cell.
fn middle(cell: Cell) -> (i32, i32) {
    let along = |number: usize| MARGIN + CELL * number as i32 + CELL / 2;
    (along(cell.column()), along(cell.row()))
}

/// The middle of a candidate: they stand in three rows, as on the keys of a telephone.
fn spot(Candidate { cell, digit }: Candidate) -> (i32, i32) {
    let (x, y) = middle(cell);
    let shift = |number: usize| 19 * (number as i32 - 1);
    (x + shift(digit.index() % 3), y + shift(digit.index() / 3))
}

/// The start of a picture; `about` is what a screen reader says.
pub(super) fn open(about: &str, attributes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" class=\"grid\" role=\"img\" \
         aria-label=\"{}\" {attributes}>\n{}",
        escaped(about),
        links::MARKERS
    )
}

/// The paper.
pub(super) fn paper() -> String {
    format!("<rect class=\"paper\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"6\"/>\n")
}

/// The lines of the grid, those of the boxes heavier, and the numbers of rows and columns.
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

/// A filled cell; `attributes` say more of the element.
pub(super) fn value(cell: Cell, digit: minirow_core::Digit, is_clue: bool, attributes: &str) -> String {
    let (x, y) = middle(cell);
    let class = if is_clue { "value clue" } else { "value" };
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{}\"{attributes}>{digit}</text>\n", y + 13)
}

/// A pencilmark.
pub(super) fn mark(candidate: Candidate, attributes: &str) -> String {
    let (x, y) = spot(candidate);
    format!("<text class=\"mark\" x=\"{x}\" y=\"{}\"{attributes}>{}</text>\n", y + 5, candidate.digit)
}

/// What is marked below the digits.
pub(super) fn under(moment: &Moment) -> String {
    let marks = Marks::of(&moment.step);
    let mut drawn = String::new();
    let mut tint = |cells: CellSet, class: &str| {
        for cell in cells.iter() {
            let (x, y) = middle(cell);
            let (x, y) = (x - CELL / 2, y - CELL / 2);
            let _ = writeln!(drawn, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
        }
    };
    tint(marks.seen_in, "house");
    tint(moment.explanation.witnesses(), "witness");
    tint(moment.explanation.focus(), "focus");
    let mut discs = |candidates: &CandidateSet, class: &str| {
        for candidate in candidates.iter() {
            let (x, y) = spot(candidate);
            let _ = match class {
                "placed" => {
                    writeln!(
                        drawn,
                        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"18\" height=\"18\" rx=\"3\"/>",
                        x - 9,
                        y - 9
                    )
                }
                _ => writeln!(drawn, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>"),
            };
        }
    };
    let without = |candidates: &CandidateSet, other: &CandidateSet| -> CandidateSet {
        candidates.iter().filter(|&candidate| !other.contains(candidate)).collect()
    };
    // One of a chain may be true in one case, false in another, and taken out in the end: the last is on top.
    discs(&without(&without(&marks.pattern, &marks.gone), &marks.placed), "pattern");
    discs(&without(&without(&marks.on, &marks.gone), &marks.placed), "on");
    discs(&marks.gone, "gone");
    discs(&marks.placed, "placed");
    discs(&without(&marks.off, &marks.gone), "off");
    drawn
}

/// What is drawn above the digits: links, and the strokes through what is taken out.
pub(super) fn over(moment: &Moment) -> String {
    let mut drawn = links::links(moment.step.chains());
    for candidate in moment.step.eliminations().iter() {
        let (x, y) = spot(candidate);
        let _ = writeln!(drawn, "<path class=\"stroke\" d=\"M{} {}l14 -14\"/>", x - 7, y + 7);
    }
    drawn
}

/// A picture that stands by itself.
pub(crate) fn standalone(moment: &Moment, walk: &Walk) -> String {
    let Moment { number, position, step, explanation } = moment;
    let about = format!("Step {number}: {}, {}. {}", moment.name(), step.rating(), explanation.text());
    let mut drawn = open(&about, &format!("width=\"{SIDE}\" height=\"{SIDE}\""));
    drawn += &format!("<title>Step {number}: {}</title>\n<desc>{}</desc>\n", moment.name(), escaped(&about));
    drawn += &format!("<style>\n{}</style>\n{}{}", style::without_variables(), paper(), under(moment));
    drawn += &digits(position, walk);
    drawn + &frame() + &over(moment) + "</svg>\n"
}

fn digits(position: &Pencilmarks, walk: &Walk) -> String {
    let values = position.values().clues();
    let values = values.map(|(cell, digit)| value(cell, digit, walk.clues.get(cell).is_some(), ""));
    values.chain(position.candidates().iter().map(|candidate| mark(candidate, ""))).collect()
}
