//! `techniques`: the ladder that the grader climbs, easiest first.

use std::io::Write;

use minirow_grade::TECHNIQUES;

use crate::commands::Answer;
use crate::failure::{Failure, Result};

const EXAMPLES: &str = "\
Example:
  minirow techniques";

/// List the techniques that ratings are made of
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let mut text = format!("{:<24}{:<24}rating\n", "slug", "name");
        for technique in TECHNIQUES {
            let (low, high) = (technique.ratings.start(), technique.ratings.end());
            let ratings = if low == high { low.to_string() } else { format!("{low} - {high}") };
            text += &format!("{:<24}{:<24}{ratings}\n", technique.slug, technique.name);
        }
        let written = std::io::stdout().write_all(text.as_bytes());
        written.map_err(|error| Failure::writing("standard output", &error))?;
        Ok(Answer::Yes)
    }
}
