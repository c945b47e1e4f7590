//! `bless`: writes the golden files of the tests and the packs under `datasets/` anew.

use crate::commands::ci::{self, Step};
use crate::commands::{Answer, datasets};
use crate::failure::{Result, say};

const EXAMPLES: &str = "\
Example:
  minirow bless && git diff     then read what changed, and say why in the changelog";

/// Write the golden files and data sets anew, to review as a diff
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let golden = Step {
            what: "golden files",
            command: &["cargo", "test", "--workspace", "--quiet"],
            environment: ("BLESS", "1"),
        };
        // First the packs: a test looks whether they are what the code makes.
        datasets::Args::write_all()?;
        ci::run(&golden)?;
        say("blessed; now read `git diff`. A change of what a seed gives needs a new GENERATOR version.");
        Ok(Answer::Yes)
    }
}
