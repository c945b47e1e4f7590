//! `bless`: writes the golden files of the tests, and the data set under `datasets/`, again.

use std::process::Command;

use crate::error::Result;
use crate::{datasets, workspace};

/// Write the golden files and data sets again, to review as a diff
#[derive(clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        // The data sets first: a test compares them with what the code makes.
        datasets::write_all()?;
        let mut tests = Command::new("cargo");
        tests.args(["test", "--workspace", "--quiet"]).env("BLESS", "1").current_dir(workspace::top()?);
        workspace::run(&mut tests, "the tests that write golden files")?;
        eprintln!("blessed; now read `git diff`. If a seed gives another puzzle than before, raise GENERATOR.");
        Ok(())
    }
}
