//! The steps of a walkthrough for sheets of paper.

use minirow_core::Candidate;
use minirow_grade::{Chain, Line, Link};
use minirow_print::{GridFace, SheetStep, StepMarks as PrintedMarks};

use crate::explain::grid_svg;
use crate::explain::marks::StepMarks;
use crate::explain::walkthrough::{ExplainedStep, Walkthrough};

/// The maximum number of lines about the chains of a step. The explanations of longer chains fill pages.
const MOST_LINES: usize = 16;

/// The words of a step on a sheet.
///
/// ```
/// use minirow_report::explain::SheetWords;
/// let words = SheetWords { name: "Versteckter Einer".into(), text: "Sieh dir Block 2 an".into() };
/// assert!(words.text.ends_with("an"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetWords {
    /// The name of the technique.
    pub name: String,
    /// The text below the grid.
    pub text: String,
}

impl SheetWords {
    /// Returns the English words of a step: its name, its explanation and its chains.
    pub fn english(step: &ExplainedStep) -> SheetWords {
        let mut text = step.explanation.text().to_string();
        let lines: Vec<&Line> = step.explanation.lines().iter().collect();
        if lines.len() <= MOST_LINES {
            lines.iter().for_each(|line| text += &format!("\n– {}", line.text()));
        }
        SheetWords { name: step.name(), text }
    }

    /// Returns words of another language, with the chains of the step as signs, which are the same in all languages.
    pub fn translated(name: String, text: &str, step: &ExplainedStep) -> SheetWords {
        let chains = step.step.chains().iter().filter_map(in_signs).map(|chain| format!("\n{chain}"));
        SheetWords { name, text: text.chars().chain(chains.collect::<String>().chars()).collect() }
    }
}

/// Returns the steps of a walkthrough for [`minirow_print::Sheet`], with the words of each.
///
/// ```
/// use minirow_report::explain::{SheetWords, StepSelection, Walkthrough, sheet_steps};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::First(3))?;
/// let steps = sheet_steps(&walkthrough, SheetWords::english);
/// assert_eq!(steps[0].heading, "1. Hidden Single");
/// assert_eq!(steps.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sheet_steps(walkthrough: &Walkthrough, words: impl Fn(&ExplainedStep) -> SheetWords) -> Vec<SheetStep> {
    let sheet_step = |step: &ExplainedStep| {
        let SheetWords { name, text } = words(step);
        SheetStep {
            heading: format!("{}. {name}", step.number),
            result: printed(&step.step.to_string()),
            text: printed(&text),
            face: face(walkthrough, step),
        }
    };
    walkthrough.steps.iter().map(sheet_step).collect()
}

/// Returns a text with the signs of print.
pub fn printed(text: &str) -> String {
    text.replace("<>", "≠")
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
