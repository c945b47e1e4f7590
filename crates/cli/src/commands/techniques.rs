//! `techniques`: the ladder of techniques that ratings are made of, and the page in the documentation that shows it.

use std::fmt::Display;
use std::iter;

use minirow_grade::{TECHNIQUES, Technique};

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::error::Result;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  minirow techniques
  minirow techniques | grep fish
  minirow techniques --scale hodoku               those of HoDoKu";

/// List the techniques that ratings are made of
///
/// The grader takes the first technique of this list that finds a step. The ratings are those of Sudoku Explainer.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Scale whose techniques are listed
    #[arg(long, value_name = "SCALE", default_value = "se")]
    scale: Ladder,
}

/// A scale that has techniques.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Ladder {
    /// The techniques of Sudoku Explainer, with their ratings
    Se,
    /// The techniques of HoDoKu, with the score and the level of a step
    Hodoku,
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        let text: String = match self.scale {
            Ladder::Se => {
                let lines =
                    TECHNIQUES.iter().map(|technique| line(technique.slug, ratings(technique), technique.summary));
                iter::once(line("technique", "rating", "what it is")).chain(lines).collect()
            }
            Ladder::Hodoku => {
                let lines = minirow_hodoku::TECHNIQUES.iter().map(|technique| {
                    let rating = format!("{:<7}{}", technique.score, technique.level.slug());
                    line(technique.slug, rating, technique.name)
                });
                iter::once(line("technique", "score  level", "name")).chain(lines).collect()
            }
        };
        output::print(text.as_bytes())?;
        Ok(InputVerdict::AllValid)
    }
}

fn line(technique: &str, rating: impl Display, name: &str) -> String {
    format!("{technique:<38}{rating:<14}{name}\n")
}

/// Returns the range of ratings as text: `4.2`, or `4.5 - 5.3`.
fn ratings(technique: &Technique) -> String {
    let (low, high) = (technique.ratings.start(), technique.ratings.end());
    match high.to_string().as_str() {
        high if high == low.to_string() => high.to_string(),
        // No known chain comes near this rating, so that it is no limit.
        "19.9" => format!("{low} and more"),
        high => format!("{low} - {high}"),
    }
}

/// Returns the page `crates/grade/TECHNIQUES.md`: the techniques as a table in Markdown.
pub fn page() -> String {
    let mut text = "\
# Techniques

The ladder of Sudoku Explainer, as `minirow techniques` lists it. The grader uses a technique only when all those above it find nothing.
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
