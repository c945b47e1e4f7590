//! A data set as a folder that can be published: its rows split so that nothing leaks, in the formats that are loaded, with
//! a card and a manifest.
//!
//! ```text
//! README.md               the card, with the front matter that Hugging Face reads
//! manifest.json           what it was made from, and the checksum of every file
//! data/train.parquet      and so on for each split; train-00000-of-00010.parquet and so on if there are shards
//! csv/train.csv           the same rows
//! trace/train.jsonl       the steps of every path, if they are asked for
//! pictures/clues.svg      and so on: the distributions of the card
//! ```
//!
//! Rows keep their order. Each has one more column, `grid_id`, by which it was split; see [`crate::split`]. Left out, and
//! told, is what is no puzzle, has a wrong solution or lacks a value, and every puzzle that is the same as one before it up
//! to symmetry. The same rows give the same folder, to the byte.

mod card;
mod classify;
mod pictures;
mod tally;

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::BufWriter;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

pub(crate) use card::Words;

use crate::export::{self, Piece, Rows, Shape};
use crate::failure::{Failure, Result, say};
use crate::manifest::{Claim, PROGRAM};
use crate::output::{self, Target};
use crate::progress::Progress;
use crate::schema::Schema;
use crate::sheet::Format;
use crate::split::Splits;
use crate::{batch, interrupt, trace};
use classify::{Classified, Columns};
use tally::Tally;

/// The name of the manifest in its folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What a folder is to be.
pub(crate) struct Wanted {
    /// CSV or Parquet, all with the same columns.
    pub(crate) from: Vec<PathBuf>,
    /// What the rows of each file were made from; null if that is not known.
    pub(crate) recipes: Vec<Value>,
    /// The splits and their shares, as they are written.
    pub(crate) shares: Vec<(String, String)>,
    pub(crate) salt: String,
    pub(crate) formats: Vec<Format>,
    pub(crate) shard_rows: Option<NonZeroU64>,
    /// Whether to write the steps of every path.
    pub(crate) trace: bool,
    pub(crate) words: Words,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) quiet: bool,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Summary {
    /// By split.
    pub(crate) puzzles: Vec<(String, u64)>,
    /// Rows that say something wrong, or too little.
    pub(crate) bad: u64,
    /// Rows of puzzles that are there already.
    pub(crate) doubles: u64,
}

/// A file of a folder.
struct Filed {
    /// Of files with rows.
    split: Option<String>,
    format: Option<Format>,
    /// The folder within the folder.
    folder: &'static str,
    piece: Piece,
}

impl Filed {
    /// The path within the folder.
    fn path(&self) -> String {
        format!("{}/{}", self.folder, self.piece.file)
    }
}

/// What the rows of a file were made from, as the manifest beside it says; null if there is none, or of another file.
pub(crate) fn recipe_of(path: &Path) -> Value {
    let claim = Claim::beside(path).ok().flatten();
    claim.filter(|claim| claim.holds(path)).map_or(Value::Null, |claim| claim.recipe)
}

/// Fills a folder, which has to be there.
///
/// # Errors
/// If rows cannot be read, or a file cannot be written.
pub(crate) fn fill(folder: &Path, wanted: &Wanted) -> Result<Summary> {
    let splits = Splits::new(&wanted.shares, &wanted.salt).map_err(Failure::usage)?;
    let names: Vec<String> = splits.names().map(str::to_string).collect();
    let part = |name: &str| folder.join(format!(".rows-{name}.csv"));
    let (columns, tally, mut summary) = assign(wanted, &splits, &names, part)?;

    let mut files = Vec::new();
    for (name, &puzzles) in names.iter().zip(&tally.puzzles) {
        if puzzles == 0 {
            continue; // a file without rows is a riddle to loaders
        }
        let about = about(wanted, name);
        for &format in &wanted.formats {
            let within = folder_of(format);
            fs::create_dir_all(folder.join(within))
                .map_err(|error| output::cannot_write(&folder.join(within), &error))?;
            let shape = Shape { schema: Schema::Full, format, shard_rows: wanted.shard_rows };
            let target = folder.join(within).join(format!("{name}.{}", format.name()));
            let pieces = shape.export(&part(name), &target, true, &about)?;
            let filed = |piece| Filed { split: Some(name.clone()), format: Some(format), folder: within, piece };
            files.extend(pieces.into_iter().map(filed));
        }
        if wanted.trace {
            let path = folder.join("trace");
            fs::create_dir_all(&path).map_err(|error| output::cannot_write(&path, &error))?;
            let path = path.join(format!("{name}.jsonl"));
            trace::write(&part(name), &Target { out: Some(path.clone()), force: true }, wanted.threads, wanted.quiet)?;
            let piece = Piece::of(&path, puzzles)?;
            files.push(Filed { split: Some(name.clone()), format: None, folder: "trace", piece });
        }
    }
    let rows: Vec<PathBuf> = names.iter().map(|name| part(name)).collect();
    files.extend(pictures::draw(folder, &rows, &wanted.words.title)?);
    for path in rows {
        let _ = fs::remove_file(path);
    }
    summary.puzzles = names.iter().cloned().zip(tally.puzzles.iter().copied()).collect();
    let card = card::card(&card::Facts { wanted, columns: &columns, tally: &tally, summary: &summary, files: &files });
    output::replace(&folder.join("README.md"), card.as_bytes())?;
    let manifest = manifest(wanted, &columns, &summary, &files);
    output::replace(&folder.join(MANIFEST), format!("{manifest:#}\n").as_bytes())?;
    Ok(summary)
}

/// Where the files of a format are.
fn folder_of(format: Format) -> &'static str {
    match format {
        Format::Parquet => "data",
        Format::Csv => "csv",
        Format::JsonLines => "jsonl",
    }
}

/// Gives every row to its split. The rows of a split go to a file as CSV, with a header.
fn assign(
    wanted: &Wanted,
    splits: &Splits,
    names: &[String],
    part: impl Fn(&str) -> PathBuf,
) -> Result<(Vec<String>, Tally, Summary)> {
    let mut sources = wanted.from.iter().map(|path| Rows::open(path)).collect::<Result<Vec<_>>>()?;
    let Some(first) = sources.first() else { return Err(Failure::usage("there are no rows")) };
    let columns =
        Columns::of(&first.names).map_err(|why| Failure::usage(format!("{}: {why}", wanted.from[0].display())))?;
    for (source, path) in sources.iter().zip(&wanted.from).skip(1) {
        if source.names != sources[0].names {
            let [found, expected] = [source, &sources[0]].map(|rows| rows.names.iter().collect::<Vec<_>>().join(","));
            let path = path.display();
            return Err(Failure::usage(format!(
                "{path}: has the columns {found}, expected {expected} as in the first file"
            )));
        }
    }
    let mut writers = Vec::new();
    for name in names {
        let file = File::create(part(name)).map_err(|error| output::cannot_write(&part(name), &error))?;
        let mut writer = csv::Writer::from_writer(BufWriter::with_capacity(1 << 16, file));
        writer.write_record(columns.names()).map_err(|error| not_written(&part(name), &error))?;
        writers.push(writer);
    }
    let mut tally = Tally::new(&columns, names.len());
    let mut summary = Summary::default();
    let mut seen: HashSet<u128> = HashSet::new();
    let mut failure = None;
    let mut source = 0;
    let items = std::iter::from_fn(|| {
        while let Some(rows) = sources.get_mut(source) {
            match rows.next() {
                Ok(Some(row)) => {
                    let row: Vec<String> = row.into_iter().map(str::to_string).collect();
                    return Some((source, rows.number, row));
                }
                Ok(None) => source += 1,
                Err(why) => {
                    failure = Some(why);
                    return None;
                }
            }
        }
        None
    });
    let progress = Progress::spinner("rows split", wanted.quiet);
    let classify = |(source, number, row)| (source, number, columns.classify(splits, row));
    let place = |source: usize, number: u64| format!("{}:{}", wanted.from[source].display(), number + 1);
    batch::in_order(items, wanted.threads, classify, |classified| {
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        progress.add(classified.len() as u64);
        for (source, number, classified) in classified {
            match classified {
                Err(why) => {
                    progress.say(&format!("{}: left out: {why}", place(source, number)));
                    summary.bad += 1;
                }
                Ok(Classified { row, split, class }) => {
                    if !seen.insert(class) {
                        summary.doubles += 1;
                        if summary.doubles == 1 {
                            let place = place(source, number);
                            progress.say(&format!("{place}: left out: the same puzzle as one before, up to symmetry"));
                        }
                        continue;
                    }
                    tally.add(split, &row);
                    writers[split].write_record(&row).map_err(|error| not_written(&part(&names[split]), &error))?;
                }
            }
        }
        Ok(())
    })?;
    drop(progress);
    if let Some(failure) = failure {
        return Err(failure);
    }
    for (mut writer, name) in writers.into_iter().zip(names) {
        writer.flush().map_err(|error| Failure::writing(&part(name).display().to_string(), &error))?;
    }
    if summary.doubles > 1 {
        say(&format!("left out in all: {} puzzles that are the same as one before, up to symmetry", summary.doubles));
    }
    if tally.puzzles.iter().all(|&puzzles| puzzles == 0) {
        return Err(Failure::data("no row is left: there is nothing to publish"));
    }
    Ok((columns.names().map(str::to_string).collect(), tally, summary))
}

fn not_written(path: &Path, error: &csv::Error) -> Failure {
    Failure::NotWritten(format!("{}: cannot be written: {error}", path.display()))
}

/// What the metadata of a file says.
fn about(wanted: &Wanted, split: &str) -> Vec<(String, String)> {
    let recipe = match &wanted.recipes[..] {
        [recipe] => recipe.clone(),
        recipes => json!(recipes),
    };
    let mut about = export::about(&recipe);
    about.push(("title".into(), wanted.words.title.clone()));
    about.push(("split".into(), split.into()));
    about
}

fn manifest(wanted: &Wanted, columns: &[String], summary: &Summary, files: &[Filed]) -> Value {
    let files: Vec<Value> = files
        .iter()
        .map(|filed| {
            let Filed { split, piece, format, .. } = filed;
            let mut file = json!({ "file": filed.path(), "bytes": piece.bytes, "sha256": piece.sha256 });
            if let Some(split) = split {
                file["split"] = split.as_str().into();
            }
            if format.is_some() {
                file["puzzles"] = piece.puzzles.into(); // a trace has a line for every step
            }
            file
        })
        .collect();
    let pairs = |pairs: &[(String, String)]| Value::Object(pairs.iter().map(|(k, v)| (k.clone(), json!(v))).collect());
    json!({
        "dataset": wanted.words.title,
        "program": PROGRAM,
        "recipes": wanted.recipes,
        "columns": columns,
        "splits": { "by": "grid_id", "shares": pairs(&wanted.shares), "salt": wanted.salt },
        "puzzles": Value::Object(summary.puzzles.iter().map(|(name, count)| (name.clone(), json!(count))).collect()),
        "left-out": { "bad": summary.bad, "doubles": summary.doubles },
        "files": files,
    })
}
