//! Rows in the shape in which they are published: the columns of a schema, in a format, in one file or in shards.
//!
//! A long run keeps its rows as CSV until all are there, and is exported then. Each file gets its name when it is whole.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::failure::{Failure, Result, say};
use crate::manifest::{PROGRAM, hex};
use crate::output::{self, Output, Target};
use crate::schema::{Mapping, Schema};
use crate::sheet::{self, Format};
use crate::{input, interrupt};

/// Flags for the commands that write rows.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Which columns to write
    #[arg(long, value_enum, default_value_t, hide_default_value = true, value_name = "SCHEMA")]
    pub(crate) schema: Schema,
    /// Write files of N rows each, called FILE-00000-of-00010 and so on, with a checksum each in the manifest
    #[arg(long, value_name = "N", requires = "out")]
    pub(crate) shard_rows: Option<NonZeroU64>,
}

/// What rows become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) schema: Schema,
    pub(crate) format: Format,
    pub(crate) shard_rows: Option<NonZeroU64>,
}

/// A file that was written.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) file: String,
    pub(crate) puzzles: u64,
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

impl Piece {
    /// Looks at a file that is there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn of(path: &Path, puzzles: u64) -> Result<Piece> {
        let cannot_read = |error: io::Error| Failure::usage(format!("{}: cannot be read: {error}", path.display()));
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = path.metadata().map_err(cannot_read)?.len();
        let sha256 = checksum(path).ok_or_else(|| cannot_read(io::ErrorKind::Other.into()))?;
        Ok(Piece { file, puzzles, bytes, sha256 })
    }
}

impl Shape {
    /// What the flags and the name of the output ask for.
    ///
    /// # Errors
    /// If this program cannot write that.
    pub(crate) fn of(options: &Options, target: Option<&Path>) -> Result<Shape> {
        let format = target.map_or(Format::Csv, Format::of_path);
        if let (Err(why), Some(target)) = (format.check(), target) {
            return Err(Failure::usage(format!("{}: {why}", target.display())));
        }
        Ok(Shape { schema: options.schema, format, shard_rows: options.shard_rows })
    }

    /// Whether rows stay as they are: all columns, as CSV, in one file.
    pub(crate) fn is_plain(&self) -> bool {
        let Shape { schema, format, shard_rows } = self;
        (*schema, *format, *shard_rows) == (Schema::Full, Format::Csv, None)
    }

    /// Notes it in a recipe. A plain one goes without saying.
    pub(crate) fn note(&self, recipe: &mut Value) {
        if !self.is_plain() {
            recipe["schema"] = self.schema.name().into();
            recipe["format"] = self.format.name().into();
            recipe["shard-rows"] = json!(self.shard_rows);
        }
    }

    /// The files that so many rows become.
    pub(crate) fn paths(&self, target: &Path, rows: u64) -> Vec<PathBuf> {
        let Some(shard_rows) = self.shard_rows else { return vec![target.to_path_buf()] };
        let number = rows.div_ceil(shard_rows.get()).max(1);
        let stem = target.file_stem().unwrap_or_default().to_string_lossy();
        let ending = target.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
        (0..number).map(|shard| target.with_file_name(format!("{stem}-{shard:05}-of-{number:05}{ending}"))).collect()
    }

    /// Looks whether files of so many rows can be written.
    ///
    /// # Errors
    /// If one of them is there already, or cannot be.
    pub(crate) fn check_targets(&self, target: &Path, rows: u64, force: bool) -> Result<()> {
        self.paths(target, rows).iter().try_for_each(|path| output::check_target(path, force).map(|_| ()))
    }

    /// Writes the rows of a CSV file. What is said about them goes into the metadata of formats that have such; rows that
    /// lack what the schema needs are left out, and told.
    ///
    /// # Errors
    /// If the file cannot be read, a value is not of the kind of its column, or a result cannot be written.
    pub(crate) fn export(
        &self,
        rows: &Path,
        target: &Path,
        force: bool,
        about: &[(String, String)],
    ) -> Result<Vec<Piece>> {
        let paths = self.paths(target, self.count(rows)?);
        let mut source = Rows::open(rows)?;
        let mapping = self.mapping(&source, rows)?;
        let (mut pieces, mut left_out) = (Vec::new(), LeftOut::default());
        let per_file = self.shard_rows.map_or(u64::MAX, NonZeroU64::get);
        for path in paths {
            let mut to = Counted::open(&path, force)?;
            let written = self.write(&mut source, &mapping, per_file, about, &mut to, &mut left_out);
            let puzzles = match written {
                Ok(puzzles) => puzzles,
                Err(Broken::Run(failure)) => return Err(failure),
                Err(Broken::Row(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(Failure::data(format!("{}: row {}: {error}", rows.display(), source.number)));
                }
                Err(Broken::Row(error)) => {
                    return Err(to.failure.unwrap_or_else(|| Failure::writing(&path.display().to_string(), &error)));
                }
            };
            pieces.push(to.finish(&path, puzzles)?);
        }
        if let Some((number, why)) = left_out.first {
            let (schema, count) = (self.schema.name(), left_out.count);
            say(&format!("left out of the schema {schema}: {count} rows, the first of them row {number}: {why}"));
        }
        Ok(pieces)
    }

    /// Writes a file of so many rows at most, and gives their number.
    fn write(
        &self,
        source: &mut Rows,
        mapping: &Mapping,
        most: u64,
        about: &[(String, String)],
        to: &mut Counted,
        left_out: &mut LeftOut,
    ) -> std::result::Result<u64, Broken> {
        let mut sheet = sheet::begin(self.format, &mapping.names(), about, to)?;
        let mut puzzles = 0;
        while puzzles < most {
            if interrupt::requested() {
                return Err(Broken::Run(Failure::Interrupted));
            }
            let number = source.number + 1;
            let Some(values) = source.next()? else { break };
            match mapping.row(number, &values) {
                Ok(values) => {
                    sheet.row(&values.iter().map(|value| &**value).collect::<Vec<_>>())?;
                    puzzles += 1;
                }
                Err(why) => {
                    left_out.count += 1;
                    left_out.first.get_or_insert((number, why));
                }
            }
        }
        sheet.finish()?;
        Ok(puzzles)
    }

    fn mapping(&self, source: &Rows, path: &Path) -> Result<Mapping> {
        let names: Vec<&str> = source.names.iter().collect();
        self.schema.mapping(&names).map_err(|why| Failure::usage(format!("{}: {why}", path.display())))
    }

    /// How many rows of a CSV file come out.
    pub(crate) fn count(&self, rows: &Path) -> Result<u64> {
        let mut source = Rows::open(rows)?;
        let mapping = self.mapping(&source, rows)?;
        let mut count = 0;
        while let Some(values) = source.next()? {
            count += u64::from(self.schema == Schema::Full || mapping.row(0, &values).is_ok());
        }
        Ok(count)
    }
}

/// The rows of a file, CSV or Parquet, one after the other.
pub(crate) struct Rows {
    path: PathBuf,
    reader: csv::Reader<Box<dyn BufRead + Send>>,
    pub(crate) names: csv::StringRecord,
    record: csv::StringRecord,
    /// The number of the row that was read last, counted from 1.
    pub(crate) number: u64,
}

impl Rows {
    pub(crate) fn open(path: &Path) -> Result<Rows> {
        let cannot_read =
            |error: &dyn std::fmt::Display| Failure::usage(format!("{}: cannot be read: {error}", path.display()));
        let text = File::open(path).and_then(input::as_text).map_err(|error| cannot_read(&error))?;
        let mut reader = csv::Reader::from_reader(text);
        let names = reader.headers().map_err(|error| cannot_read(&error))?.clone();
        Ok(Rows { path: path.to_path_buf(), reader, names, record: csv::StringRecord::new(), number: 0 })
    }

    pub(crate) fn next(&mut self) -> Result<Option<Vec<&str>>> {
        let read = self.reader.read_record(&mut self.record);
        let is_any =
            read.map_err(|error| Failure::data(format!("{}: cannot be read: {error}", self.path.display())))?;
        self.number += 1;
        Ok(is_any.then(|| self.record.iter().collect()))
    }
}

/// Rows that lack what a schema needs.
#[derive(Default)]
struct LeftOut {
    count: u64,
    first: Option<(u64, String)>,
}

/// What went wrong: with the row that was written, or with the run as a whole.
enum Broken {
    Row(io::Error),
    Run(Failure),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken::Row(error)
    }
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Broken {
        Broken::Run(failure)
    }
}

/// A file that is being written, with its checksum.
struct Counted {
    output: Output,
    checksum: Sha256,
    bytes: u64,
    /// What went wrong, which the format in between may not tell.
    failure: Option<Failure>,
}

impl Counted {
    fn open(path: &Path, force: bool) -> Result<Counted> {
        let output = Output::open(&Target { out: Some(path.to_path_buf()), force })?;
        Ok(Counted { output, checksum: Sha256::new(), bytes: 0, failure: None })
    }

    fn finish(self, path: &Path, puzzles: u64) -> Result<Piece> {
        let Counted { output, checksum, bytes, .. } = self;
        output.finish()?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Piece { file, puzzles, bytes, sha256: hex(&checksum.finalize()) })
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.checksum.update(bytes);
        self.bytes += bytes.len() as u64;
        match self.output.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(io::Error::other("a result cannot be written"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is said about rows that were made by a recipe, for metadata.
pub(crate) fn about(recipe: &Value) -> Vec<(String, String)> {
    let mut about = vec![("program".to_string(), PROGRAM.to_string())];
    for key in ["generator", "seed"] {
        match &recipe[key] {
            Value::Null => {}
            Value::String(text) => about.push((key.into(), text.clone())),
            other => about.push((key.into(), other.to_string())),
        }
    }
    if !recipe.is_null() {
        about.push(("recipe".into(), recipe.to_string()));
    }
    about
}

/// The checksum of a file; nothing if it cannot be read.
pub(crate) fn checksum(path: &Path) -> Option<String> {
    let mut checksum = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).ok()?);
    io::copy(&mut file, &mut Hashing(&mut checksum)).ok()?;
    Some(hex(&checksum.finalize()))
}

struct Hashing<'a>(&'a mut Sha256);

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
