//! A data set as a folder, ready to publish.
//!
//! ```text
//! README.md               the card, with the front matter that Hugging Face reads
//! manifest.json           the recipes of the rows, and the checksum of every file
//! data/train.parquet      the rows of a split; train-00000-of-00010.parquet and so on if there are shards
//! csv/train.csv           the same rows
//! trace/train.jsonl       the steps of every path, if they are asked for
//! pictures/clues.svg      a distribution of the card
//! ```
//!
//! Rows keep their order. Each has one more column, `grid_id`, by which it was split; see [`SplitRule`]. Rows without a
//! puzzle, with a wrong solution or without a value are left out and reported. Puzzles that are equivalent to an earlier one
//! are left out too. The same rows give the same folder, to the byte.
//!
//! The files are read twice: the keys of puzzles are sorted first, on disk if they do not fit into memory.

mod card;
mod earlier;
mod pictures;
mod prepared_row;
mod rows;
mod split_files;

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use minirow_files::sort::SortBudget;
use minirow_files::{FileGroup, SharedFile, StagedFolder, WriteOptions, Written, checksum_of, read_manifest};
use minirow_gen::GENERATOR;
use minirow_table::input::{Inputs, Unchanged};
use minirow_table::{Format, PROGRAM, Run, StoredManifest, Tally};
use minirow_text::safe_json;
use serde_json::{Value, json};

use crate::dropped_fields::Formulas;
use crate::error::{Error, Result};
use crate::split_rule::SplitRule;
use card::{CardFacts, card, unchecked};
use earlier::{is_like, is_made, known_files};
use rows::{FirstRows, open_inputs, repetitions};
use split_files::SplitFiles;

/// The settings of a data set.
#[derive(Clone, Debug)]
pub struct DatasetSpec {
    /// The title.
    pub title: String,
    /// Licences by their identifiers at Hugging Face, such as `cc0-1.0`. If there are several, users choose one. If there are
    /// none, packs of Minirow have [`PACK_LICENCE`], and the licence of other rows is unknown.
    pub licences: Vec<String>,
    /// The author in the citation. Without one, packs have the Minirow authors, and other rows no citation.
    pub author: Option<String>,
    /// The citation as its authors want it, in place of the one that is made of title and author.
    pub citation: Option<String>,
    /// The sources of rows that are not of a pack, such as addresses.
    pub sources: Vec<String>,
    /// Remarks on the sample, for the card.
    pub remarks: Vec<String>,
    /// The splits.
    pub rule: SplitRule,
    /// The formats of the rows, CSV and Parquet; the first is the one that Hugging Face loads.
    pub formats: Vec<Format>,
    /// The number of rows of each file; all rows of a split are in one file if `None`.
    pub shard_rows: Option<NonZeroU64>,
    /// Writes the steps of every path.
    pub trace: bool,
    /// The column of the files that has the puzzles, if it is not `puzzle`. The data set has them in the column `puzzle`.
    pub column: Option<String>,
}

/// The licence of packs, unless another is given.
pub const PACK_LICENCE: &str = "cc0-1.0";

/// The origin of the rows of a data set.
#[derive(Clone, Debug)]
pub enum DatasetRows {
    /// Files of CSV or Parquet, all with the same columns.
    Files(Inputs),
    /// A pack that is generated into [`DatasetFolder::pack_path`], by this recipe.
    Pack(Value),
}

/// The numbers of rows that were written and left out.
#[derive(Clone, Default, Debug)]
pub struct DatasetSummary {
    /// The splits and their rows.
    pub splits: Vec<(String, u64)>,
    /// Rows that are wrong or incomplete; they are left out.
    pub refused: u64,
    /// Rows with a puzzle that is equivalent to an earlier one; they are left out.
    pub duplicates: u64,
    /// The licences of the card; empty if they are unknown.
    pub licences: Vec<String>,
}

impl DatasetSummary {
    /// Reads the numbers of a complete data set from its manifest. They are 0 if it cannot be read.
    pub fn of_folder(folder: &Path) -> DatasetSummary {
        let manifest: Value = read_manifest(&folder.join(MANIFEST)).ok().flatten().unwrap_or_default();
        let left_out = |key: &str| manifest["left-out"][key].as_u64().unwrap_or_default();
        let splits = manifest["puzzles"].as_object().into_iter().flatten();
        DatasetSummary {
            splits: splits.map(|(name, count)| (name.clone(), count.as_u64().unwrap_or_default())).collect(),
            refused: left_out("bad"),
            duplicates: left_out("doubles"),
            licences: Vec::new(),
        }
    }
}

/// A data set that is being written. Its folder appears only when it is complete.
#[derive(Debug)]
pub struct DatasetFolder {
    staged: StagedFolder,
    spec: DatasetSpec,
    rows: DatasetRows,
    inputs: Vec<InputFile>,
    unchanged: Unchanged,
}

/// An input with the path as it was given. A pipe has been copied, because it is read more than once.
type InputFile = (PathBuf, SharedFile);

/// A file of the data set.
struct DatasetFile {
    /// The path within the data set.
    path: String,
    /// The split of a file of rows or of a trace.
    split: Option<String>,
    /// The format of a file of rows.
    format: Option<Format>,
    /// The number of rows of a file of rows.
    rows: Option<u64>,
    written: Written,
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

/// The key of the manifest with the size and the checksum of the data card, which is not one of the data.
const CARD: &str = "card";

/// The name of the generated pack in the partial folder.
const PACK: &str = "rows.csv";

impl DatasetFolder {
    /// Begins a data set, or continues one: `FOLDER.part` with its recipe in `FOLDER.part.json`.
    ///
    /// # Errors
    /// If the folder cannot be written, is there and must not be replaced or has files that are not of its manifest, is
    /// written by another run; if there is a partial folder that must not or cannot be continued; or if an input cannot be
    /// used.
    pub fn open(target: &Path, spec: DatasetSpec, rows: DatasetRows, options: &WriteOptions) -> Result<DatasetFolder> {
        FileGroup::finish_interrupted([target], options)?;
        let inputs = if let DatasetRows::Files(inputs) = &rows { Some(inputs) } else { None };
        let unchanged = Unchanged::of(inputs.iter().flat_map(|inputs| inputs.paths()).map(PathBuf::as_path));
        let mut files = Vec::new();
        if let Some(inputs) = inputs {
            files = input_files(inputs, target)?;
            open_inputs(&files, spec.column.as_deref())?; // a file that cannot be used is reported first
        }
        let known = known_files(target)?;
        let is_used = target.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        let is_foreign = is_used && known.is_none();
        let foreign = |path: &Path| Error::unusable(path, "is no data set of minirow, so it is not replaced");
        if is_foreign && (options.overwrite || options.resume) {
            return Err(foreign(target));
        }
        let is_compared = options.resume && !options.overwrite && !minirow_files::has_partial(target);
        if let Some((manifest, _)) = &known
            && is_compared
            && !is_like(manifest, &spec, &rows)
        {
            return Err(minirow_files::Error::Differs(target.into(), "data set").into());
        }
        let recipe = recipe(&spec, &rows, &files)?;
        let belongs = |path: &Path| known.as_ref().is_some_and(|(_, files)| files.contains(path));
        let is_made = |path: &Path| is_made(path, &spec.rule);
        let staged = StagedFolder::open(target, &recipe, options, &belongs, &is_made);
        let staged = staged.map_err(|error| match error {
            minirow_files::Error::Exists(path) | minirow_files::Error::ForeignFile(path)
                if is_foreign && path.starts_with(target) =>
            {
                foreign(target)
            }
            minirow_files::Error::Exists(path) => Error::unusable(&path, "exists already; --force replaces it"),
            error => error.into(),
        })?;
        Ok(DatasetFolder { staged, spec, rows, inputs: files, unchanged })
    }

    /// Returns the path of the partial folder.
    pub fn path(&self) -> &Path {
        self.staged.path()
    }

    /// Returns the path that the pack of [`DatasetRows::Pack`] is generated to.
    pub fn pack_path(&self) -> PathBuf {
        self.staged.path().join(PACK)
    }

    /// Returns `true` if the generated pack has rows, which a later run can continue.
    pub fn has_rows(&self) -> bool {
        let pack = self.pack_path();
        pack.exists() || minirow_files::has_partial(&pack)
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

    /// Writes all files, and gives the folder its name. The generated pack is removed in the same step. If a run that resumes finds a
    /// data set of that name, the files are compared with it.
    ///
    /// `budget` has the memory for the keys of the puzzles. After an error the partial folder is kept if it has a generated pack, and removed otherwise.
    ///
    /// # Errors
    /// If a file cannot be read to its end, no row is left, or a file cannot be written; [`minirow_files::Error::Complete`] or
    /// [`minirow_files::Error::Differs`] if the files were compared.
    pub fn write(mut self, budget: &SortBudget, run: &Run) -> Result<DatasetSummary> {
        match self.fill(budget, run) {
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

    fn fill(&mut self, budget: &SortBudget, run: &Run) -> Result<DatasetSummary> {
        let inputs = match &self.rows {
            DatasetRows::Files(_) => self.inputs.clone(),
            DatasetRows::Pack(_) => {
                let path = self.pack_path();
                let file = SharedFile::open(&path).map_err(|error| Error::read(&path, error))?;
                vec![(path, file)]
            }
        };
        let (spec, staged) = (&self.spec, &mut self.staged);
        let recipes: Vec<Value> = inputs.iter().map(|(path, _)| recipe_of(path)).collect::<Result<_>>()?;
        let mut summary = DatasetSummary { licences: licences(spec, &recipes), ..DatasetSummary::default() };
        let repetitions = repetitions(&inputs, spec, budget, staged.path(), run)?;
        let (readers, columns) = open_inputs(&inputs, spec.column.as_deref())?;
        let written = columns.written();
        let names = || spec.rule.names();
        let mut splits: Vec<SplitFiles> = names().map(|name| SplitFiles::new(name, spec, &recipes, written)).collect();
        let mut tally = Tally::new(names());
        let mut formulas = Formulas::default();
        let is_csv = spec.formats.contains(&Format::Csv);
        let rows = FirstRows { inputs: &inputs, readers, columns: &columns, repetitions };
        rows.each(spec, &mut summary, run, |place, row| {
            if is_csv {
                formulas.note(written.names().zip(row.values.iter().map(|value| value.text())), place);
            }
            tally.add(&row.row, row.split);
            splits[row.split].write(staged, row)
        })?;
        formulas.message().iter().for_each(|message| run.observer.message(message));
        self.unchanged.check()?;
        if tally.rows() == 0 {
            return Err(Error::NothingLeft);
        }
        let mut files = Vec::new();
        for split in splits {
            files.extend(split.finish(staged)?);
        }
        for (path, svg) in pictures::draw(&spec.title, &tally) {
            let written = staged.put(&path, svg.as_bytes())?;
            files.push(DatasetFile { path, split: None, format: None, rows: None, written });
        }
        summary.splits = names().enumerate().map(|(split, name)| (name.to_string(), tally.rows_in(split))).collect();
        let facts = CardFacts {
            spec,
            recipes: &recipes,
            is_generated: matches!(self.rows, DatasetRows::Pack(_)),
            columns: written,
            tally: &tally,
            summary: &summary,
            files: &files,
        };
        write_card(staged, &facts)?;
        if facts.is_generated {
            staged.remove_at_finish(PACK);
            staged.remove_at_finish(StoredManifest::path_of(Path::new(PACK)));
        }
        Ok(summary)
    }
}

/// Returns `true` if some rows are not of a pack of Minirow, by the recipes of the inputs.
fn has_foreign_rows(recipes: &[Value]) -> bool {
    !recipes.iter().all(|recipe| recipe["seed"].is_u64())
}

/// Returns the licences of the card; none if they are unknown.
fn licences(spec: &DatasetSpec, recipes: &[Value]) -> Vec<String> {
    match spec.licences.is_empty() && !has_foreign_rows(recipes) {
        true => vec![PACK_LICENCE.into()],
        false => spec.licences.clone(),
    }
}

/// Returns the recipe of the rows of a file, by the manifest beside it; null if there is none, or it is of another file.
fn recipe_of(path: &Path) -> Result<Value> {
    let stored = match StoredManifest::of(path) {
        Err(minirow_files::Error::NotAManifest(..)) => None, // a file of another program
        stored => stored?,
    };
    Ok(match stored {
        Some(stored) if stored.holds(path)? => stored.recipe,
        _ => Value::Null,
    })
}

/// Returns everything that determines the bytes of the data set.
fn recipe(spec: &DatasetSpec, rows: &DatasetRows, inputs: &[InputFile]) -> Result<Value> {
    let (origin, rows) = match rows {
        DatasetRows::Pack(recipe) => ("pack", recipe.clone()),
        DatasetRows::Files(_) => {
            let input = |(path, file): &InputFile| {
                let (bytes, sha256) = checksum_of(file.clone()).map_err(|error| Error::read(path, error))?;
                Ok(json!({ "file": path.display().to_string(), "bytes": bytes, "sha256": sha256 }))
            };
            ("from", inputs.iter().map(input).collect::<Result<_>>()?)
        }
    };
    let mut recipe = json!({
        "command": "dataset",
        "program": PROGRAM,
        "generator": GENERATOR,
        "title": spec.title,
        "licences": spec.licences,
        "author": spec.author,
        "citation": spec.citation,
        "sources": spec.sources,
        "remarks": spec.remarks,
        "shares": spec.rule.shares().collect::<Vec<_>>(),
        "salt": spec.rule.salt(),
        "formats": spec.formats.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "shard-rows": spec.shard_rows,
        "trace": spec.trace,
    });
    if let Some(column) = &spec.column {
        recipe["column"] = json!(column);
    }
    recipe[origin] = rows;
    Ok(recipe)
}

/// Opens the files, and copies pipes to the folder of the target.
fn input_files(inputs: &Inputs, target: &Path) -> Result<Vec<InputFile>> {
    if inputs.paths().len() == 0 {
        return Err(Error::NoFiles);
    }
    let sources = inputs.rereadable(minirow_files::folder_of(target))?;
    inputs.paths().zip(sources).map(|(path, source)| Ok((path.clone(), source.shared_file()?))).collect()
}

/// Writes the card and the manifest.
fn write_card(staged: &mut StagedFolder, facts: &CardFacts) -> Result<()> {
    let written = staged.put("README.md", card(facts).as_bytes())?;
    let mut manifest = manifest(facts);
    manifest[CARD] = json!({ "bytes": written.bytes, "sha256": written.sha256 });
    staged.put(MANIFEST, safe_json(format!("{manifest:#}\n")).as_bytes())?;
    Ok(())
}

fn manifest(facts: &CardFacts) -> Value {
    let CardFacts { spec, recipes, columns, summary, files, .. } = facts;
    let file = |file: &DatasetFile| {
        let mut value = json!({ "file": file.path, "bytes": file.written.bytes, "sha256": file.written.sha256 });
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
    let mut manifest = json!({
        "dataset": spec.title,
        "program": PROGRAM,
        "recipes": recipes,
        "columns": columns.names().collect::<Vec<_>>(),
        "splits": { "by": "grid_id", "shares": Value::Object(shares.collect()), "salt": spec.rule.salt() },
        "puzzles": Value::Object(puzzles.collect()),
        "left-out": { "bad": summary.refused, "doubles": summary.duplicates },
        "files": files.iter().map(file).collect::<Vec<_>>(),
    });
    let unchecked = unchecked(facts);
    if !unchecked.is_empty() {
        manifest["unchecked"] = json!(unchecked);
    }
    manifest
}
