//! A data set as a folder that can be published.
//!
//! ```text
//! README.md               the card, with the front matter that Hugging Face reads
//! manifest.json           what the rows were made from, and the checksum of every file
//! data/train.parquet      and so on for each split; train-00000-of-00010.parquet and so on if there are shards
//! csv/train.csv           the same rows
//! trace/train.jsonl       the steps of every path, if they are asked for
//! pictures/clues.svg      and so on: the distributions of the card
//! ```
//!
//! Rows keep their order. Each has one more column, `grid_id`, by which it was split; see [`SplitRule`]. Rows that are no
//! puzzle, have a wrong solution or lack a value are left out and reported, and so is every puzzle that is equivalent to an
//! earlier one. The same rows give the same folder, to the byte.

mod card;
mod pictures;
mod prepared_row;
mod row_files;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use minirow_gen::GENERATOR;
use minirow_table::files::{self, Member, StagedFolder, WriteOptions};
use minirow_table::{
    Columns, ForeignReader, ForeignRow, Format, PROGRAM, ReadError, RowError, Run, StoredManifest, Tally, checksum,
    metadata, ordered,
};
use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::split_rule::SplitRule;
use card::{CardFacts, card};
use prepared_row::{PreparedRow, RowColumns};
use row_files::RowFiles;

/// What a data set is to be.
#[derive(Clone, Debug)]
pub struct DatasetSpec {
    /// The title.
    pub title: String,
    /// Identifiers of licences as Hugging Face has them, such as `cc0-1.0`; several are a choice.
    pub licences: Vec<String>,
    /// The author in the citation.
    pub author: Option<String>,
    /// Remarks on the sample, for the card.
    pub remarks: Vec<String>,
    /// The splits.
    pub rule: SplitRule,
    /// The formats of the rows, CSV and Parquet; the first is the one that Hugging Face loads.
    pub formats: Vec<Format>,
    /// The rows of a file; all rows of a split are in one file if `None`.
    pub shard_rows: Option<NonZeroU64>,
    /// Writes the steps of every path.
    pub trace: bool,
}

/// Where the rows of a data set come from.
#[derive(Clone, Debug)]
pub enum DatasetRows {
    /// Files of CSV or Parquet, all with the same columns.
    Files(Vec<PathBuf>),
    /// A pack that is generated into [`DatasetFolder::pack_path`], by this recipe.
    Pack(Value),
}

/// How a folder is opened.
#[derive(Clone, Default, Debug)]
pub struct FolderOptions {
    /// Replaces a data set.
    pub overwrite: bool,
    /// Continues an interrupted run.
    pub resume: bool,
    /// Names the run for others that want to write the same folder: `minirow dataset --out data`.
    pub label: String,
}

/// What was written.
#[derive(Clone, Default, Debug)]
pub struct DatasetSummary {
    /// The splits and their rows.
    pub splits: Vec<(String, u64)>,
    /// Rows that are wrong or incomplete.
    pub refused: u64,
    /// Rows with a puzzle that is equivalent to an earlier one.
    pub duplicates: u64,
}

/// A data set that is being written. Its folder gets its name when it is complete.
#[derive(Debug)]
pub struct DatasetFolder {
    staged: StagedFolder,
    spec: DatasetSpec,
    rows: DatasetRows,
}

/// A file of the data set.
struct DatasetFile {
    /// Of rows and traces.
    split: Option<String>,
    /// Of rows.
    format: Option<Format>,
    /// The path within the data set.
    path: String,
    /// Of files with rows.
    rows: Option<u64>,
    bytes: u64,
    sha256: String,
}

/// Returns the folder of the files of a format.
fn folder_of(format: Format) -> &'static str {
    match format {
        Format::Parquet => "data",
        Format::Csv => "csv",
        Format::JsonLines => "jsonl",
    }
}

/// The name of the manifest of a data set in its folder.
pub const MANIFEST: &str = "manifest.json";

/// The name of the generated pack in the partial folder.
const PACK: &str = "rows.csv";

impl DatasetFolder {
    /// Begins a data set, or continues one: `FOLDER.part` with its recipe in `FOLDER.part.json`.
    ///
    /// # Errors
    /// If the folder cannot be written, is there and must not be replaced or has files that are not of its manifest, is
    /// written by another run; if there is a partial folder that must not or cannot be continued; or if an input cannot be
    /// used.
    pub fn open(target: &Path, spec: DatasetSpec, rows: DatasetRows, options: &FolderOptions) -> Result<DatasetFolder> {
        let inputs = if let DatasetRows::Files(paths) = &rows { paths.as_slice() } else { &[] };
        if let DatasetRows::Files(paths) = &rows {
            open_inputs(paths)?; // a file that cannot be used is reported first
        }
        let known = known_files(target);
        let is_used = target.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        if is_used && options.overwrite && known.is_none() {
            return Err(Error::NotADataset { path: target.to_path_buf() });
        }
        let write_options =
            WriteOptions { overwrite: options.overwrite, resume: options.resume, inputs, label: &options.label };
        let recipe = recipe(&spec, &rows)?;
        let belongs = |path: &Path| known.as_ref().is_some_and(|known| known.contains(path));
        let staged = StagedFolder::open(target, &recipe, &write_options, &belongs).map_err(|error| match error {
            files::Error::Exists(path) => Error::FolderExists { path },
            error => error.into(),
        })?;
        Ok(DatasetFolder { staged, spec, rows })
    }

    /// Returns the path of the partial folder.
    pub fn path(&self) -> &Path {
        self.staged.path()
    }

    /// Returns the path that the pack of [`DatasetRows::Pack`] is generated to.
    pub fn pack_path(&self) -> PathBuf {
        self.staged.path().join(PACK)
    }

    /// Returns `true` if an earlier run has begun the folder.
    pub fn is_resumed(&self) -> bool {
        self.staged.is_resumed()
    }

    /// Removes the partial folder.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn discard(self) -> Result<()> {
        Ok(self.staged.discard()?)
    }

    /// Writes all files, and gives the folder its name. The generated pack is removed in the same step.
    ///
    /// After an error the partial folder is kept if it has a generated pack, and removed otherwise.
    ///
    /// # Errors
    /// If rows cannot be read, no row is left, or a file cannot be written.
    pub fn write(mut self, run: &Run) -> Result<DatasetSummary> {
        match self.fill(run) {
            Ok(summary) => {
                self.staged.finish()?;
                Ok(summary)
            }
            Err(error) => {
                if matches!(self.rows, DatasetRows::Files(_)) {
                    let _ = self.staged.discard(); // there is nothing to continue
                }
                Err(error)
            }
        }
    }

    fn fill(&mut self, run: &Run) -> Result<DatasetSummary> {
        let paths = match &self.rows {
            DatasetRows::Files(paths) => paths.clone(),
            DatasetRows::Pack(_) => vec![self.pack_path()],
        };
        let recipes: Vec<Value> = paths.iter().map(|path| recipe_of(path)).collect();
        let (readers, columns) = open_inputs(&paths)?;
        let written = columns.written().clone();
        let names: Vec<&str> = self.spec.rule.names().collect();
        let mut filling = Filling {
            paths: &paths,
            staged: &mut self.staged,
            files: names.iter().map(|name| SplitFiles::new(name, &self.spec, &recipes, &written)).collect(),
            tally: Tally::new(names.iter().copied()),
            keys: HashSet::new(),
            summary: DatasetSummary::default(),
            run,
        };
        filling.assign(readers, &columns, &self.spec)?;
        let (mut files, tally, mut summary) = filling.finish()?;
        for (path, svg) in pictures::draw(&self.spec.title, &tally) {
            let (bytes, sha256) = create(&mut self.staged, &path, svg.as_bytes())?;
            files.push(DatasetFile { split: None, format: None, path, rows: None, bytes, sha256 });
        }
        summary.splits = names.iter().enumerate().map(|(at, name)| (name.to_string(), tally.rows_in(at))).collect();
        let facts = CardFacts {
            spec: &self.spec,
            recipes: &recipes,
            columns: &written,
            tally: &tally,
            summary: &summary,
            files: &files,
        };
        let card = card(&facts);
        let manifest = manifest(&facts);
        create(&mut self.staged, "README.md", card.as_bytes())?;
        create(&mut self.staged, MANIFEST, format!("{manifest:#}\n").as_bytes())?;
        if let DatasetRows::Pack(_) = self.rows {
            self.staged.remove_at_finish(PACK);
            self.staged.remove_at_finish(StoredManifest::path_of(Path::new(PACK)));
        }
        Ok(summary)
    }
}

/// Writes a whole file of a data set. Returns its size and SHA-256.
fn create(staged: &mut StagedFolder, path: &str, contents: &[u8]) -> Result<(u64, String)> {
    let mut member = staged.create(path)?.with_checksum();
    member.write_all(contents).map_err(|error| Error::write(&staged.path().join(path), error))?;
    let written = staged.add(member)?;
    Ok((written.bytes, written.sha256.unwrap_or_default()))
}

/// Returns what the rows of a file were made from, by the manifest beside it; null if there is none, or of another file.
fn recipe_of(path: &Path) -> Value {
    let stored = StoredManifest::of(path).ok().flatten().filter(|stored| stored.holds(path));
    stored.map_or(Value::Null, |stored| stored.recipe)
}

/// Returns the files of the data set in a folder, if its manifest is one of a data set.
fn known_files(folder: &Path) -> Option<HashSet<PathBuf>> {
    let text = fs::read_to_string(folder.join(MANIFEST)).ok()?;
    let manifest: Value =
        serde_json::from_str(&text).ok().filter(|manifest: &Value| manifest["dataset"].is_string())?;
    let listed = manifest["files"].as_array()?.iter().filter_map(|file| file["file"].as_str());
    Some(listed.chain(["README.md", MANIFEST]).map(PathBuf::from).collect())
}

/// Returns everything that the bytes of the data set follow from.
fn recipe(spec: &DatasetSpec, rows: &DatasetRows) -> Result<Value> {
    let rows = match rows {
        DatasetRows::Pack(recipe) => json!({ "pack": recipe }),
        DatasetRows::Files(paths) => {
            let mut inputs = Vec::new();
            for path in paths {
                let (bytes, sha256) = checksum(path).map_err(|error| Error::read(path, error))?;
                inputs.push(json!({ "file": path.display().to_string(), "bytes": bytes, "sha256": sha256 }));
            }
            json!({ "from": inputs })
        }
    };
    let mut recipe = json!({
        "command": "dataset",
        "program": PROGRAM,
        "generator": GENERATOR,
        "title": spec.title,
        "licences": spec.licences,
        "author": spec.author,
        "remarks": spec.remarks,
        "shares": spec.rule.shares().collect::<Vec<_>>(),
        "salt": spec.rule.salt(),
        "formats": spec.formats.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "shard-rows": spec.shard_rows,
        "trace": spec.trace,
    });
    if let (Value::Object(recipe), Value::Object(rows)) = (&mut recipe, rows) {
        recipe.extend(rows);
    }
    Ok(recipe)
}

/// Opens the inputs. All must have the same columns.
fn open_inputs(paths: &[PathBuf]) -> Result<(Vec<ForeignReader<'static>>, RowColumns)> {
    let mut readers: Vec<ForeignReader> = Vec::new();
    for path in paths {
        let failed = |source: ReadError| Error::Table { path: path.clone(), source };
        let file = File::open(path).map_err(|error| Error::read(path, error))?;
        let reader = ForeignReader::open(file).map_err(failed)?;
        if let Some(first) = readers.first().filter(|first| first.columns() != reader.columns()) {
            let names = |columns: &Columns| columns.names().collect::<Vec<_>>().join(",");
            let (found, expected) = (names(reader.columns()), names(first.columns()));
            return Err(Error::OtherColumns { path: path.clone(), found, expected });
        }
        readers.push(reader);
    }
    let (Some(path), Some(first)) = (paths.first(), readers.first()) else { return Err(Error::NoFiles) };
    let columns = RowColumns::of(path, first.columns())?;
    Ok((readers, columns))
}

/// The files of a split.
struct SplitFiles<'a> {
    rows: Vec<RowFiles<'a>>,
    trace: Option<Member>,
    trace_path: String,
}

impl<'a> SplitFiles<'a> {
    fn new(name: &'a str, spec: &DatasetSpec, recipes: &[Value], columns: &'a Columns) -> SplitFiles<'a> {
        let recipe = match recipes {
            [recipe] => recipe.clone(),
            recipes => json!(recipes),
        };
        let mut metadata = metadata(&recipe);
        metadata.push(("title".into(), spec.title.clone()));
        metadata.push(("split".into(), name.into()));
        let files = |&format: &Format| RowFiles::new(name, format, columns, metadata.clone(), spec.shard_rows);
        SplitFiles {
            rows: spec.formats.iter().map(files).collect(),
            trace: None,
            trace_path: format!("trace/{name}.jsonl"),
        }
    }
}

struct Filling<'a, 'b> {
    paths: &'a [PathBuf],
    staged: &'a mut StagedFolder,
    files: Vec<SplitFiles<'a>>,
    tally: Tally,
    keys: HashSet<u128>,
    summary: DatasetSummary,
    run: &'a Run<'b>,
}

/// A row by the number of its file, or what is wrong with the line.
type InputRow = (usize, Result<ForeignRow, RowError>);

impl Filling<'_, '_> {
    /// Gives every row to its split.
    fn assign(&mut self, readers: Vec<ForeignReader>, columns: &RowColumns, spec: &DatasetSpec) -> Result<()> {
        let run = self.run;
        run.observer.begin("rows split", None);
        let rows = readers.into_iter().enumerate().flat_map(|(file, reader)| reader.map(move |row| (file, row)));
        let prepare = |(file, row): InputRow| match row {
            Ok(row) => (file, row.line(), columns.prepare(&spec.rule, &row, spec.trace)),
            Err(error) => (file, error.line, Err(error.kind.to_string())),
        };
        ordered::map(rows, run.threads, prepare, |prepared| {
            if run.interrupt.requested() {
                return Err(Error::Interrupted);
            }
            run.observer.advance(prepared.len() as u64);
            prepared.into_iter().try_for_each(|(file, line, row)| self.row(file, line, row))
        })?;
        run.observer.end();
        let duplicates = self.summary.duplicates;
        if duplicates > 1 {
            run.observer.message(&format!(
                "left out in all: {duplicates} puzzles that are the same as one before, up to symmetry"
            ));
        }
        if self.tally.rows() == 0 { Err(Error::NothingLeft) } else { Ok(()) }
    }

    fn row(&mut self, file: usize, line: u64, row: Result<PreparedRow, String>) -> Result<()> {
        let place = || format!("{}:{line}", self.paths[file].display());
        let row = match row {
            Ok(row) => row,
            Err(why) => {
                self.run.observer.message(&format!("{}: left out: {why}", place()));
                self.summary.refused += 1;
                return Ok(());
            }
        };
        if !self.keys.insert(row.key) {
            self.summary.duplicates += 1;
            if self.summary.duplicates == 1 {
                let why = "left out: the same puzzle as one before, up to symmetry";
                self.run.observer.message(&format!("{}: {why}", place()));
            }
            return Ok(());
        }
        self.tally.add(&row.row, row.split);
        let files = &mut self.files[row.split];
        for file in &mut files.rows {
            file.write(self.staged, &row.values)?;
        }
        if let Some(steps) = row.trace {
            let trace = match &mut files.trace {
                Some(trace) => trace,
                none => none.insert(self.staged.create(&files.trace_path)?.with_checksum()),
            };
            let failed = |error| Error::write(&self.staged.path().join(&files.trace_path), error);
            trace.write_all(steps.as_bytes()).map_err(failed)?;
        }
        Ok(())
    }

    /// Completes the files with rows.
    fn finish(self) -> Result<(Vec<DatasetFile>, Tally, DatasetSummary)> {
        let mut files = Vec::new();
        for split in self.files {
            let name = split.rows.first().map(|rows| rows.split.to_string());
            for rows in split.rows {
                files.extend(rows.finish(self.staged)?);
            }
            if let Some(trace) = split.trace {
                let written = self.staged.add(trace)?;
                files.push(DatasetFile {
                    split: name,
                    format: None,
                    path: split.trace_path,
                    rows: None, // it has a line for every step
                    bytes: written.bytes,
                    sha256: written.sha256.unwrap_or_default(),
                });
            }
        }
        Ok((files, self.tally, self.summary))
    }
}

fn manifest(facts: &CardFacts) -> Value {
    let CardFacts { spec, recipes, columns, summary, files, .. } = facts;
    let file = |file: &DatasetFile| {
        let mut value = json!({ "file": file.path, "bytes": file.bytes, "sha256": file.sha256 });
        if let Some(split) = &file.split {
            value["split"] = split.as_str().into();
        }
        if let Some(rows) = file.rows {
            value["puzzles"] = rows.into();
        }
        value
    };
    let shares = spec.rule.shares().map(|(name, share)| (name.to_string(), json!(share)));
    let puzzles = summary.splits.iter().map(|(name, count)| (name.clone(), json!(count)));
    json!({
        "dataset": spec.title,
        "program": PROGRAM,
        "recipes": recipes,
        "columns": columns.names().collect::<Vec<_>>(),
        "splits": { "by": "grid_id", "shares": Value::Object(shares.collect()), "salt": spec.rule.salt() },
        "puzzles": Value::Object(puzzles.collect()),
        "left-out": { "bad": summary.refused, "doubles": summary.duplicates },
        "files": files.iter().map(file).collect::<Vec<_>>(),
    })
}
