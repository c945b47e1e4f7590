//! `datasets`: makes the data set under `datasets/`, the page of the techniques and the table of the columns from the code;
//! `--check` compares them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use minirow_grade::Level;
use minirow_table::{ColumnGroup, Registry, SCALES};

use crate::error::{Error, Result};
use crate::workspace;

/// The seed of all rows.
const SEED: u64 = 2026;

/// The number of puzzles of each level.
const COUNT: usize = 200;

/// The folders in which all files are generated.
const FOLDERS: [&str; 3] = ["datasets/data", "datasets/csv", "datasets/pictures"];

/// The page with the table of the columns, and the lines around the table.
const COLUMNS_PAGE: &str = "docs/src/datasets.md";
const TABLE_START: &str = "<!-- columns: written by cargo xtask datasets -->\n";
const TABLE_END: &str = "<!-- end of columns -->\n";

/// Rebuild the files under datasets/, or check them
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a file differs from what the code makes
    #[arg(long)]
    check: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        if self.check { check_all() } else { write_all() }
    }
}

/// Writes every file that is out of date, and removes those that are not made any more.
pub(crate) fn write_all() -> Result<()> {
    let top = workspace::top()?;
    let files = files()?;
    for path in stale(&top, &files) {
        fs::remove_file(&path).map_err(Error::file(&path, "cannot be removed"))?;
        eprintln!("removed: {}", path.display());
    }
    for (name, contents) in files {
        let path = top.join(name);
        if fs::read(&path).ok().as_ref() != Some(&contents) {
            let folder = path.parent().unwrap_or(&top);
            fs::create_dir_all(folder).map_err(Error::file(folder, "cannot be written"))?;
            fs::write(&path, contents).map_err(Error::file(&path, "cannot be written"))?;
            eprintln!("written: {}", path.display());
        }
    }
    Ok(())
}

/// Compares every file with what the code makes.
pub(crate) fn check_all() -> Result<()> {
    let top = workspace::top()?;
    let files = files()?;
    let changed = files.iter().map(|(name, contents)| (top.join(name), contents));
    let changed = changed.filter(|(path, contents)| fs::read(path).ok().as_ref() != Some(*contents));
    match changed.map(|(path, _)| path).chain(stale(&top, &files)).next() {
        None => Ok(()),
        Some(path) => Err(Error::failed(format!(
            "{}: is not what the code makes; `cargo xtask datasets` writes it",
            path.display()
        ))),
    }
}

/// Returns the files in generated folders that are not made any more.
fn stale(top: &Path, files: &BTreeMap<String, Vec<u8>>) -> Vec<PathBuf> {
    let entries = FOLDERS.iter().filter_map(|folder| fs::read_dir(top.join(folder)).ok()).flatten().flatten();
    let is_made = |path: &PathBuf| files.keys().any(|name| top.join(name) == *path);
    entries.map(|entry| entry.path()).filter(|path| !is_made(path)).collect()
}

/// Makes all files. Returns their names from the top of the workspace, and their contents.
fn files() -> Result<BTreeMap<String, Vec<u8>>> {
    let scratch = tempfile::tempdir().map_err(|error| Error::failed(format!("no folder for the work: {error}")))?;
    let folder = scratch.path().join("datasets");
    let mut dataset: Vec<OsString> = ["minirow", "dataset", "--quiet", "--licence", "mit,apache-2.0"]
        .map(OsString::from)
        .into_iter()
        .chain(["--title".into(), "Minirow: rated Sudoku puzzles of all levels".into()])
        .chain(remarks().into_iter().flat_map(|remark| ["--remark".into(), remark.into()]))
        .chain(["--out".into(), folder.clone().into(), "--from".into()])
        .collect();
    for (level, number) in Level::ALL.into_iter().zip(0..) {
        let path = scratch.path().join(format!("{level}.csv"));
        // Each level has indices of its own, so that no id is there twice.
        let options = format!("--seed {SEED} --start {} --count {COUNT} --level {level} --labels", number * COUNT);
        let words = ["minirow", "pack", "--quiet"].into_iter().chain(options.split(' ')).map(OsString::from);
        minirow(words.chain(["--out".into(), path.clone().into()]))?;
        dataset.push(path.into());
    }
    minirow(dataset)?;
    let techniques = minirow_cli::techniques_page().into_bytes();
    let mut files = BTreeMap::from([("crates/grade/TECHNIQUES.md".to_string(), techniques)]);
    files.insert(COLUMNS_PAGE.into(), columns_page()?.into_bytes());
    collect(&folder, "datasets", &mut files)?;
    Ok(files)
}

/// Returns the page with the table of the columns as the registry has them.
fn columns_page() -> Result<String> {
    let path = workspace::top()?.join(COLUMNS_PAGE);
    let page = fs::read_to_string(&path).map_err(Error::file(&path, "cannot be read"))?;
    let parts = page.split_once(TABLE_START).and_then(|(before, rest)| Some((before, rest.split_once(TABLE_END)?.1)));
    let (before, after) = parts.ok_or_else(|| {
        Error::failed(format!("{COLUMNS_PAGE}: expected the lines {} and {}", TABLE_START.trim(), TABLE_END.trim()))
    })?;
    let in_files = |group: &ColumnGroup| match group {
        ColumnGroup::Pack => "packs",
        ColumnGroup::Grade => "`grade`",
        ColumnGroup::Labels => "`--labels`",
        ColumnGroup::Weights => "`--weights`",
        ColumnGroup::Sections => "books",
    };
    let rows = Registry::standard().columns().map(|column| {
        let files: Vec<&str> = column.groups().iter().map(in_files).collect();
        let scale =
            SCALES.iter().find(|scale| files.is_empty() && scale.columns().iter().any(|of| of.name() == column.name()));
        let files = scale.map_or(files.join(", "), |scale| format!("`--scale {}`", scale.name()));
        format!("| `{}` | {} | {files} | {} |\n", column.name(), column.column_type(), column.meaning())
    });
    let rows: String = rows.collect();
    Ok(format!(
        "{before}{TABLE_START}| column | type | in | meaning |\n| --- | --- | --- | --- |\n{rows}{TABLE_END}{after}"
    ))
}

/// Returns the remarks of the data card on the sample.
fn remarks() -> [String; 2] {
    [
        format!("There are {COUNT} puzzles of each level; the levels are not equally frequent among random puzzles."),
        "The extreme puzzles are random puzzles, nearly all rated below 9.2. The hardest known puzzles, which were \
         searched for, are rated 11 and more."
            .into(),
    ]
}

/// Runs a command of `minirow`.
fn minirow(words: impl IntoIterator<Item = OsString>) -> Result<()> {
    match minirow_cli::run(words) {
        0 => Ok(()),
        status => Err(Error::failed(format!("the data set could not be made: minirow ended with status {status}"))),
    }
}

/// Collects all files below a folder.
fn collect(folder: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder, "cannot be read"))? {
        let path = entry.map_err(Error::file(folder, "cannot be read"))?.path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else {
            files.insert(name, fs::read(&path).map_err(Error::file(&path, "cannot be read"))?);
        }
    }
    Ok(())
}
