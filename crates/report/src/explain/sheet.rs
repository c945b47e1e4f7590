//! The steps of a walkthrough for sheets of paper.

use minirow_core::Candidate;
use minirow_grade::{Chain, Link, Translation};
use minirow_print::{GridFace, SheetStep, StepMarks as PrintedMarks};

use crate::explain::grid_svg;
use crate::explain::marks::StepMarks;
use crate::explain::walkthrough::{ExplainedStep, Walkthrough};

/// The maximum number of lines about the chains of a step. The explanations of longer chains fill pages.
const MOST_LINES: usize = 16;

/// Returns the steps of a walkthrough for [`minirow_print::Sheet`], with their explanations in a language. `name` returns the name of
/// the technique of a step.
///
/// ```
/// use minirow_report::explain::{ExplainedStep, StepSelection, Walkthrough, sheet_steps};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::First(3))?;
/// let steps = sheet_steps(&walkthrough, ExplainedStep::name, &|_| None);
/// assert_eq!(steps[0].heading, "1. Hidden Single");
/// assert_eq!(steps.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sheet_steps(
    walkthrough: &Walkthrough,
    name: impl Fn(&ExplainedStep) -> String,
    translation: &Translation,
) -> Vec<SheetStep> {
    let sheet_step = |step: &ExplainedStep| SheetStep {
        heading: format!("{}. {}", step.number, name(step)),
        result: printed(&step.step.to_string()),
        text: printed(&text(step, translation)),
        face: face(walkthrough, step),
    };
    walkthrough.steps.iter().map(sheet_step).collect()
}

/// Returns the explanation of a step, with the reasons if they are short. A chain that is one of several cases is a line of signs.
fn text(step: &ExplainedStep, translation: &Translation) -> String {
    let (explanation, chains) = (&step.explanation, step.step.chains());
    let mut text = explanation.phrase().translated(translation);
    let cases = explanation.lines();
    if cases.len() > MOST_LINES {
        return text;
    }
    let is_short = cases.len() + cases.iter().map(|case| case.lines().len()).sum::<usize>() <= MOST_LINES;
    for (place, case) in cases.iter().enumerate() {
        text += &format!("\n– {}", case.phrase().translated(translation));
        if case.lines().is_empty() || case.is_nested() {
            continue;
        }
        match chains.get(place).and_then(in_signs) {
            Some(signs) => text += &format!(" {signs}"),
            None if is_short => {
                let reasons = case.lines().iter().map(|line| line.phrase().translated(translation));
                text.extend(reasons.map(|reason| format!("\n– {reason}")));
            }
            None => text.truncate(text.trim_end_matches([':', '：', ' ']).len()),
        }
    }
    text
}

/// Returns a chain from its assumption to its end, as in `r1c2=5 › r1c7<>5`, or `None` if a link follows from several others.
fn in_signs(chain: &Chain) -> Option<String> {
    let is_line = chain.links().iter().all(|link| link.parents().count() <= 1);
    let sign = |link: &Link| {
        let Candidate { cell, digit } = link.candidate();
        format!("{cell}{}{digit}", if link.is_on() { "=" } else { "<>" })
    };
    let signs: Vec<String> = chain.links().iter().rev().map(sign).collect();
    (is_line && signs.len() > 1).then(|| signs.join(" › "))
}

/// Returns a text with the signs of print.
pub fn printed(text: &str) -> String {
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
