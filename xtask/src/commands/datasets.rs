//! `datasets`: the data set under `datasets/` and the page of the techniques, made from what the code says; `--check` proves
//! that they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use minirow_grade::Level;
use serde_json::Value;

use crate::commands::pack::{self, Asked};
use crate::commands::{Answer, techniques};
use crate::dataset::{self, Wanted, Words};
use crate::effort::Bounds;
use crate::failure::{Failure, Result, say};
use crate::output;
use crate::sheet::Format;
use crate::wish::Wishes;

const EXAMPLES: &str = "\
Examples:
  minirow datasets             writes the files under datasets/
  minirow datasets --check     only says whether they are what the code makes";

/// The seed of all rows.
const SEED: u64 = 2026;

/// Puzzles of each level.
const COUNT: u64 = 200;

/// The folders whose files are all made here.
const FOLDERS: [&str; 3] = ["datasets/data", "datasets/csv", "datasets/pictures"];

/// Rebuild the files under datasets/, or check them
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write nothing; fail if a file is not what the code makes
    #[arg(long)]
    check: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        if self.check { Args::check_all() } else { Args::write_all() }?;
        Ok(Answer::Yes)
    }

    /// Writes every file that is not up to date, and removes those that are not made any more.
    pub(crate) fn write_all() -> Result<()> {
        let top = workspace()?;
        let files = files()?;
        for path in stale(&top, &files) {
            fs::remove_file(&path).map_err(|error| output::cannot_write(&path, &error))?;
            say(&format!("removed: {}", path.display()));
        }
        for (name, contents) in files {
            let path = top.join(name);
            if fs::read(&path).ok().as_ref() != Some(&contents) {
                let folder = path.parent().unwrap_or(&top);
                fs::create_dir_all(folder).map_err(|error| output::cannot_write(folder, &error))?;
                output::replace(&path, &contents)?;
                say(&format!("written: {}", path.display()));
            }
        }
        Ok(())
    }

    /// Compares every file.
    pub(crate) fn check_all() -> Result<()> {
        let top = workspace()?;
        let files = files()?;
        let changed = files.iter().map(|(name, contents)| (top.join(name), contents));
        let changed = changed.filter(|(path, contents)| fs::read(path).ok().as_ref() != Some(*contents));
        match changed.map(|(path, _)| path).chain(stale(&top, &files)).next() {
            None => Ok(()),
            Some(path) => Err(Failure::data(format!(
                "{}: is not what the code makes; `cargo xtask datasets` writes it",
                path.display()
            ))),
        }
    }
}

/// Files in our folders that are not made.
fn stale(top: &Path, files: &BTreeMap<String, Vec<u8>>) -> Vec<PathBuf> {
    let entries = FOLDERS.iter().filter_map(|folder| fs::read_dir(top.join(folder)).ok()).flatten().flatten();
    let is_made = |path: &PathBuf| files.keys().any(|name| top.join(name) == *path);
    entries.map(|entry| entry.path()).filter(|path| !is_made(path)).collect()
}

/// The top of the workspace: where the folder `datasets` and the members are.
pub(crate) fn workspace() -> Result<PathBuf> {
    let here = std::env::current_dir().map_err(|error| Failure::usage(format!("no current folder: {error}")))?;
    let is_top = |folder: &&Path| folder.join("datasets").is_dir() && folder.join("crates/core").is_dir();
    match here.ancestors().find(is_top) {
        Some(top) => Ok(top.to_path_buf()),
        None => Err(Failure::usage("this is not Minirow's repository: no folder datasets here or above")),
    }
}

/// Names from the top of the workspace, and contents.
fn files() -> Result<BTreeMap<String, Vec<u8>>> {
    let scratch = tempfile::tempdir().map_err(|error| Failure::usage(format!("no folder for the work: {error}")))?;
    let mut from = Vec::new();
    for (level, number) in Level::ALL.into_iter().zip(0..) {
        let path = scratch.path().join(format!("{level}.csv"));
        let wishes = Wishes { level: Some(level), ..Wishes::default() };
        // Each level has indices of its own, so that no id is there twice.
        let asked = Asked::with_labels(SEED, number * COUNT, COUNT, wishes);
        pack::Args::step(asked, &path, Bounds::default(), None, true)?;
        from.push(path);
    }
    let recipes: Vec<Value> = from.iter().map(|path| dataset::recipe_of(path)).collect();
    let shares = [("train", "80"), ("validation", "10"), ("test", "10")];
    let wanted = Wanted {
        from,
        recipes,
        shares: shares.map(|(name, share)| (name.to_string(), share.to_string())).to_vec(),
        salt: String::new(),
        formats: vec![Format::Parquet, Format::Csv],
        shard_rows: None,
        trace: false,
        words: Words {
            title: "Minirow: rated Sudoku puzzles of all levels".into(),
            licences: vec!["mit".into(), "apache-2.0".into()],
            author: None,
            remarks: vec![
                format!("There are {COUNT} puzzles of each level, which is the share of a level nowhere."),
                "Extreme is what random puzzles come to: nearly all is rated below 9.2, and nothing is like the hardest that \
                 people have searched for (11 and more)."
                    .into(),
            ],
        },
        threads: None,
        quiet: true,
    };
    wanted.formats.iter().try_for_each(|format| format.check().map_err(Failure::usage))?;
    let folder = scratch.path().join("datasets");
    fs::create_dir(&folder).map_err(|error| output::cannot_write(&folder, &error))?;
    dataset::fill(&folder, &wanted)?;
    let mut files = BTreeMap::from([("crates/grade/TECHNIQUES.md".to_string(), techniques::page().into_bytes())]);
    collect(&folder, "datasets", &mut files)?;
    Ok(files)
}

/// All files below a folder.
fn collect(folder: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    let cannot_read = |error| Failure::usage(format!("{}: cannot be read: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(cannot_read)? {
        let path = entry.map_err(cannot_read)?.path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else {
            files.insert(name, fs::read(&path).map_err(cannot_read)?);
        }
    }
    Ok(())
}
