//! The steps of a page in words, and the list of them.

use std::fmt::Write;

use minirow_grade::Line;

use crate::explain::{End, Walk};
use crate::html::escaped;

/// An article for each step, and one for the end.
pub(super) fn steps(walk: &Walk) -> String {
    let mut text = String::new();
    for (view, moment) in walk.moments.iter().enumerate() {
        let (number, name, rating) = (moment.number, escaped(&moment.name()), moment.step.rating());
        let _ = writeln!(
            text,
            "<article class=\"step\" id=\"step-{number}\" data-view=\"{view}\">\n\
             <h2>Step {number}: {name} <span class=\"rating\">{rating}</span></h2>\n<p class=\"text\">{}</p>",
            escaped(moment.explanation.text())
        );
        text += &lines(moment.explanation.lines(), true);
        text += "</article>\n";
    }
    let (heading, end) = end(walk);
    let view = walk.moments.len();
    let _ = writeln!(
        text,
        "<article class=\"step\" id=\"step-end\" data-view=\"{view}\">\n<h2>{heading}</h2>\n<p class=\"text\">{end}</p></article>"
    );
    text
}

/// Heading and text of the last view.
fn end(walk: &Walk) -> (&'static str, &'static str) {
    match walk.end {
        End::Solved => ("Solved", "Every cell is filled."),
        End::Stuck => ("No further", "No technique sees a step from here."),
        End::Stopped => ("So far", "This is what is left after these steps."),
    }
}

/// The list: number, technique, rating and what follows.
pub(super) fn list(walk: &Walk) -> String {
    let mut text = String::new();
    for (view, moment) in walk.moments.iter().enumerate() {
        let (number, name, rating) = (moment.number, escaped(&moment.name()), moment.step.rating());
        let _ = writeln!(
            text,
            "<li><a href=\"#step-{number}\" data-view=\"{view}\"><span class=\"number\">{number}</span> \
             <span class=\"rating\">{rating}</span> <span class=\"name\">{name}</span> <span class=\"follows\">{}</span></a></li>",
            escaped(&moment.step.to_string())
        );
    }
    let (heading, _) = end(walk);
    let view = walk.moments.len();
    let _ =
        writeln!(text, "<li><a href=\"#step-end\" data-view=\"{view}\"><span class=\"name\">{heading}</span></a></li>");
    text
}

/// Lines with those below them: cases unfolded, chains within chains folded.
fn lines(lines: &[Line], is_top: bool) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = String::from("<ul class=\"lines\">\n");
    for (number, line) in lines.iter().enumerate() {
        let below = self::lines(line.lines(), false);
        let words = escaped(line.text());
        let _ = match (below.is_empty(), line.is_nested()) {
            (true, _) => writeln!(text, "<li>{words}</li>"),
            (false, true) => {
                writeln!(text, "<li><details class=\"nested\"><summary>{words}</summary>\n{below}</details></li>")
            }
            // The cases of a step are its chains, one by one.
            (false, false) if is_top => writeln!(
                text,
                "<li><details class=\"of-case\" data-case=\"{number}\" open><summary>{words}</summary>\n{below}</details></li>"
            ),
            (false, false) => writeln!(text, "<li><details open><summary>{words}</summary>\n{below}</details></li>"),
        };
    }
    text + "</ul>\n"
}
