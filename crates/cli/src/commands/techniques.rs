//! `techniques`: the ladder that the grader climbs, and the page in the documentation that shows it.

use std::io::Write;

use minirow_grade::{TECHNIQUES, Technique};

use crate::commands::InputVerdict;
use crate::error::{Error, Result};

const EXAMPLES: &str = "\
Example:
  minirow techniques";

/// List the techniques that ratings are made of
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let mut text = format!("{:<38}{:<14}{}\n", "technique", "rating", "what it is");
        for technique in TECHNIQUES {
            text += &format!("{:<38}{:<14}{}\n", technique.slug, ratings(technique), technique.summary);
        }
        let written = std::io::stdout().write_all(text.as_bytes());
        written.map_err(|error| Error::writing("standard output", &error))?;
        Ok(InputVerdict::AllValid)
    }
}

/// `4.2`, or `4.5 - 5.3`.
fn ratings(technique: &Technique) -> String {
    let (low, high) = (technique.ratings.start(), technique.ratings.end());
    match high.to_string().as_str() {
        high if high == low.to_string() => high.to_string(),
        // The longest chains that anyone has seen are far from it: there is no highest rating.
        "19.9" => format!("{low} and more"),
        high => format!("{low} - {high}"),
    }
}

/// Returns the page `crates/grade/TECHNIQUES.md`: the techniques as a table in Markdown.
pub fn page() -> String {
    let mut text = "\
# Techniques

The ladder of Sudoku Explainer, as `minirow techniques` lists it: a technique is asked only when all above it see nothing.
Written by `cargo xtask datasets` from the registry in `src/techniques.rs`.

| technique | name | rating | what it is |
| --- | --- | --- | --- |
"
    .to_string();
    for technique in TECHNIQUES {
        let Technique { slug, name, summary, .. } = technique;
        text += &format!("| `{slug}` | {name} | {} | {summary} |\n", ratings(technique));
    }
    text
}
