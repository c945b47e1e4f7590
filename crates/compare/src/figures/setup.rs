//! The folders and programs of the measurements, and the amount of work.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use crate::WrongUse;

/// The sets of the folder of data, each with its title.
pub(super) const SETS: [(&str, &str); 3] =
    [("17 clues", "17clue.txt"), ("top 1465", "top1465.txt"), ("hardest 375", "hardest375.txt")];

/// The part of the work that `--quick` leaves.
const QUICK: usize = 100;

pub(super) struct Setup {
    pub(super) top: PathBuf,
    data: PathBuf,
    /// The folder of all files that are written, except for the pages.
    pub(super) scratch: PathBuf,
    /// The program `minirow`.
    pub(super) program: PathBuf,
    pub(super) quick: bool,
}

impl Setup {
    /// Builds the program, and empties the folder for files.
    pub(super) fn new(data: &Path, quick: bool) -> anyhow::Result<Setup> {
        for (_, file) in SETS {
            let path = data.join(file);
            ensure!(path.is_file(), WrongUse(format!("{}: found no file, expected the set", path.display())));
        }
        let top = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))?;
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(top.join("target"), |folder| top.join(folder));
        let build = Command::new("cargo").args(["build", "--release", "--bin", "minirow"]).current_dir(&top).status();
        ensure!(build.context("cargo")?.success(), "cargo build --release --bin minirow failed");
        let scratch = top.join("target/figures/scratch");
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir_all(&scratch)?;
        let program = target.join("release").join(format!("minirow{}", std::env::consts::EXE_SUFFIX));
        Ok(Setup { top, data: data.to_owned(), scratch, program, quick })
    }

    /// Returns the part of an amount of work that is done.
    pub(super) fn size(&self, full: usize) -> usize {
        if self.quick { full.div_ceil(QUICK) } else { full }
    }

    /// Copies the first lines of a set, or of a file of this repository, into the folder for files. Returns the path.
    pub(super) fn set(&self, file: &str, lines: usize) -> anyhow::Result<PathBuf> {
        let known = SETS.iter().any(|(_, set)| *set == file);
        let path = if known { self.data.join(file) } else { self.top.join(file) };
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(lines).collect();
        let lines = lines.iter().take(self.size(lines.len()).max(3));
        let copy = self.scratch.join(path.file_name().unwrap_or_default());
        fs::write(&copy, lines.map(|line| format!("{line}\n")).collect::<String>())?;
        Ok(copy)
    }

    /// Changes a file of the documentation; with `--quick`, a copy of it.
    pub(super) fn edit(&self, path: &str, change: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<()> {
        let copy = self.top.join("target/figures").join(path);
        let from = if self.quick && copy.is_file() { copy.clone() } else { self.top.join(path) };
        let page = if from.is_file() { fs::read_to_string(&from)? } else { String::new() };
        let to = if self.quick { copy } else { from };
        fs::create_dir_all(to.parent().unwrap_or(&to))?;
        fs::write(&to, change(&page).context(path.to_owned())?).with_context(|| to.display().to_string())
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.scratch);
    }
}
