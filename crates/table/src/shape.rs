//! The shape of published rows: the columns of a schema, in a format, in one file or in shards.
//!
//! A long run keeps its rows as CSV in a partial file, because CSV can be continued after any row and Parquet cannot. Other
//! shapes are made from the complete partial file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use minirow_files::{CommandError, ErrorKind, FileGroup, SharedFile, WriteOptions};
use minirow_text::counted;
use serde_json::{Value as Json, json};

use crate::error::{ReadError, RowError, ValueError, WriteError};
use crate::foreign::{ForeignReader, ForeignRow};
use crate::format::Format;
use crate::grouped::grouped;
use crate::manifest::{StoredManifest, WrittenFile, file_name};
use crate::row_writer::row_writer;
use crate::run::Interrupt;
use crate::schema::{Mapping, Schema, SchemaError};

/// The columns, format and number of files of published rows.
///
/// ```
/// use std::num::NonZeroU64;
/// use std::path::Path;
/// use minirow_table::{Format, OutputShape, Schema};
///
/// let shape = OutputShape { shard_rows: NonZeroU64::new(100), format: Format::Parquet, schema: Schema::Full };
/// let paths: Vec<_> = shape.paths(Path::new("a/pack.parquet"), 150).collect();
/// assert_eq!(paths[1], Path::new("a/pack-00001-of-00002.parquet"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OutputShape {
    /// The columns.
    pub schema: Schema,
    /// The format.
    pub format: Format,
    /// The number of rows of each file; all rows are in one file if `None`.
    pub shard_rows: Option<NonZeroU64>,
}

/// The maximum number of files of a result. Their numbers have five digits.
pub const MAX_FILES: u64 = 100_000;

/// The error of rows that would fill more files than a result may have.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error(
    "{}: --shard-rows {shard_rows} divides {} into more than {} files; use a larger number",
    path.display(), counted(*rows, "row"), grouped(MAX_FILES)
)]
pub struct TooManyFiles {
    /// The target.
    pub path: PathBuf,
    /// The number of rows, as far as it is known.
    pub rows: u64,
    /// The number of rows of each file.
    pub shard_rows: NonZeroU64,
}

/// Rows in a file of CSV, from which another shape is made.
///
/// ```
/// use std::io::Write;
/// use std::path::Path;
/// use minirow_files::{FileGroup, WriteOptions, unnamed_file};
/// use minirow_table::{OutputShape, StoredRows};
///
/// let folder = tempfile::tempdir()?;
/// let mut rows = unnamed_file(folder.path())?;
/// write!(rows, "puzzle,clues\n{},0\n", ".".repeat(81))?;
///
/// let target = folder.path().join("copy.csv");
/// let mut group = FileGroup::open(&target, &WriteOptions::default())?;
/// let rows = StoredRows::new(&target, rows);
/// let exported = OutputShape::default().export(&rows, &target, &mut group, &[], &Default::default(), None)?;
/// group.commit()?;
/// assert_eq!(exported.files[0].puzzles, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredRows {
    path: PathBuf,
    file: SharedFile,
}

impl StoredRows {
    /// Wraps an open file. The path is for messages.
    pub fn new(path: &Path, file: File) -> StoredRows {
        StoredRows { path: path.to_path_buf(), file: SharedFile::new(file) }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn open(path: &Path) -> Result<StoredRows, ExportError> {
        let file = File::open(path);
        let failed = |error: std::io::Error| ExportError::Read { path: path.to_path_buf(), source: error.into() };
        Ok(StoredRows::new(path, file.map_err(failed)?))
    }
}

/// A function that takes the number of a row, counted from 1, and the error of its value.
pub type OnInvalid<'a> = dyn FnMut(u64, &ValueError) + 'a;

/// The files that were written, and the rows that were left out.
#[derive(Debug)]
pub struct Exported {
    /// The files, in order.
    pub files: Vec<WrittenFile>,
    /// The number of rows that lack a value which the schema needs.
    pub left_out: u64,
    /// The number of the first of them, counted from 1, and its error.
    pub first_left_out: Option<(u64, SchemaError)>,
}

/// An error of rows that cannot be written in another shape.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file lacks a column that the schema needs.
    #[error("{}: {source}", path.display())]
    Schema {
        /// The file with the rows.
        path: PathBuf,
        /// The missing column.
        source: SchemaError,
    },
    /// The file with the rows cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file with the rows.
        path: PathBuf,
        /// The error.
        source: ReadError,
    },
    /// A row cannot be read.
    #[error("{}:{}: {}", path.display(), source.line, source.kind)]
    Row {
        /// The file with the rows.
        path: PathBuf,
        /// The error.
        source: RowError,
    },
    /// A value does not fit its column.
    #[error("{}: row {number}: {source}", path.display())]
    Value {
        /// The file with the rows.
        path: PathBuf,
        /// The number of the row, counted from 1.
        number: u64,
        /// The error.
        source: WriteError,
    },
    /// The rows would fill too many files.
    #[error(transparent)]
    TooManyFiles(#[from] TooManyFiles),
    /// A file cannot be written.
    #[error(transparent)]
    Files(#[from] minirow_files::Error),
    /// The run was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl CommandError for ExportError {
    fn kind(&self) -> ErrorKind {
        match self {
            ExportError::Files(error) => error.kind(),
            ExportError::Interrupted => ErrorKind::Interrupted,
            ExportError::Schema { .. } | ExportError::Row { .. } | ExportError::Value { .. } => ErrorKind::Data,
            ExportError::Read { source: ReadError::Io(error), .. } => ErrorKind::of_system(error),
            _ => ErrorKind::Usage,
        }
    }
}

impl OutputShape {
    /// Returns `true` if the rows need no conversion: all columns, as CSV, in one file.
    pub fn is_plain(&self) -> bool {
        *self == OutputShape::default()
    }

    /// Adds the shape to a recipe, unless it is plain.
    pub fn note(&self, recipe: &mut Json) {
        if !self.is_plain() {
            recipe["schema"] = self.schema.to_string().into();
            recipe["format"] = self.format.to_string().into();
            recipe["shard-rows"] = json!(self.shard_rows);
        }
    }

    /// Checks that a number of rows does not fill more than [`MAX_FILES`] files.
    ///
    /// # Errors
    /// Returns an error if it does.
    pub fn check_rows(&self, target: &Path, rows: u64) -> Result<(), TooManyFiles> {
        match self.shard_rows {
            Some(shard_rows) if rows.div_ceil(shard_rows.get()) > MAX_FILES => {
                Err(TooManyFiles { path: target.to_path_buf(), rows, shard_rows })
            }
            _ => Ok(()),
        }
    }

    /// Refuses existing shards of a target before any work: those of a number of rows, or of any number; for a single file, those that
    /// a manifest beside it lists. If they may be overwritten, refuses those that would stay although the manifest lists them, because
    /// they were changed, or all that would stay if the manifest is damaged. Those that an interrupted run has left are completed before.
    ///
    /// # Errors
    /// Returns an error if there is one, or the folder of the target cannot be read or completed.
    pub fn refuse_existing(
        &self,
        target: &Path,
        rows: Option<u64>,
        options: &WriteOptions,
    ) -> minirow_files::Result<()> {
        // The name of a shard is longer than that of the target.
        let first = minirow_files::shard(target, 0, 1).symlink_metadata();
        if self.shard_rows.is_some() && first.is_err_and(|error| error.kind() == io::ErrorKind::InvalidFilename) {
            return Err(minirow_files::Error::LongName(target.to_path_buf()));
        }
        FileGroup::finish_interrupted([target], options)?;
        let target = &minirow_files::link_target(target);
        let number = self.shard_rows.and_then(|shard_rows| Some(rows?.div_ceil(shard_rows.get()).max(1)));
        let is_other =
            |path: &Path, of: u64| number == Some(of) && !path.symlink_metadata().is_ok_and(|found| found.is_file());
        if let Some(path) = existing_shard(target, is_other)? {
            return Err(match path.symlink_metadata() {
                Ok(found) if found.is_dir() => minirow_files::Error::IsFolder(path),
                Ok(found) if found.is_symlink() => minirow_files::Error::IsLink(path),
                _ => minirow_files::Error::IsStream(path),
            });
        }
        let manifest = match StoredManifest::of(target) {
            Err(minirow_files::Error::NotAManifest(..)) => None,
            found => Some(found?),
        };
        let listed: BTreeSet<PathBuf> =
            manifest.iter().flatten().flat_map(|manifest| manifest.shards_of(target)).collect();
        if options.overwrite {
            let is_replaced = |of: u64| number == Some(of);
            let known = minirow_files::shards_of_result(target, &|_, of| !is_replaced(of))?;
            let is_listed = |path: &Path| manifest.is_none() || listed.contains(path);
            let stays =
                |path: &Path, of: u64| !is_replaced(of) && is_listed(path) && path.is_file() && !known.contains(path);
            return existing_shard(target, stays)?.map_or(Ok(()), |path| Err(minirow_files::Error::ForeignFile(path)));
        }
        let existing = match self.shard_rows {
            Some(_) => existing_shard(target, |_, of| number.is_none_or(|number| number == of))?
                .or_else(|| Some(StoredManifest::path_of(target)).filter(|path| path.exists())),
            None => listed.into_iter().find(|shard| shard.exists()),
        };
        let is_resumed = options.resume && minirow_files::has_partial(target);
        existing.map_or(Ok(()), |path| {
            Err(if is_resumed {
                minirow_files::Error::ExistsBesidePartial(path)
            } else {
                minirow_files::Error::Exists(path)
            })
        })
    }

    /// Returns the paths of the files of a number of rows.
    pub fn paths(&self, target: &Path, rows: u64) -> impl Iterator<Item = PathBuf> + use<> {
        let number = self.shard_rows.map_or(1, |shard_rows| rows.div_ceil(shard_rows.get()).max(1));
        let (target, is_sharded) = (target.to_path_buf(), self.shard_rows.is_some());
        (0..number)
            .map(move |shard| if is_sharded { minirow_files::shard(&target, shard, number) } else { target.clone() })
    }

    /// Writes stored rows as members of a group. Rows that lack a value which the schema needs are left out, and so are rows with a
    /// value that does not fit its column if `on_invalid` takes their numbers, counted from 1, and the errors.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, a value does not fit its column, a result cannot be written, or the run
    /// is interrupted.
    pub fn export(
        &self,
        rows: &StoredRows,
        target: &Path,
        group: &mut FileGroup,
        metadata: &[(String, String)],
        interrupt: &Interrupt,
        mut on_invalid: Option<&mut OnInvalid>,
    ) -> Result<Exported, ExportError> {
        let mut source = Source::of(rows, self.schema)?;
        let mut count = 0;
        if self.shard_rows.is_some() {
            let mut counted = Source::of(rows, self.schema)?;
            while let Some(row) = counted.next()? {
                let is_complete = self.schema == Schema::Full && on_invalid.is_none();
                count += u64::from(is_complete || counted.is_written(&row, self.format));
            }
        }
        self.check_rows(target, count)?;
        let mut files = Vec::new();
        let most = self.shard_rows.map_or(u64::MAX, NonZeroU64::get);
        for path in self.paths(target, count) {
            let member = group.create(&path)?;
            let mut member = member.with_checksum();
            let puzzles = self.write(&mut source, most, metadata, &mut member, interrupt, &mut on_invalid)?;
            let written = group.add(member)?;
            let sha256 = written.sha256.unwrap_or_default();
            files.push(WrittenFile { file: file_name(&path), puzzles, bytes: written.bytes, sha256 });
        }
        Ok(Exported { files, left_out: source.left_out, first_left_out: source.first_left_out })
    }

    /// Writes a file of at most `most` rows. Returns the number of rows.
    fn write(
        &self,
        source: &mut Source,
        most: u64,
        metadata: &[(String, String)],
        to: &mut minirow_files::Member,
        interrupt: &Interrupt,
        on_invalid: &mut Option<&mut OnInvalid>,
    ) -> Result<u64, ExportError> {
        let (rows, target) = (source.path.clone(), to.path().to_path_buf());
        let failed = |number: u64, source: WriteError| match source {
            WriteError::Io(error) => ExportError::Files(minirow_files::Error::from_write(error, &target)),
            source => ExportError::Value { path: rows.clone(), number, source },
        };
        let columns = source.mapping.columns();
        let mut writer = row_writer(self.format, columns, metadata, to).map_err(|error| failed(0, error))?;
        let mut puzzles = 0;
        while puzzles < most {
            interrupt.check(ExportError::Interrupted)?;
            let Some(row) = source.next()? else { break };
            match source.mapping.of_foreign(source.number, &row) {
                Ok(values) => match (writer.write_values(&values), &mut *on_invalid) {
                    (Err(WriteError::Value(error)), Some(on_invalid)) => on_invalid(source.number, &error),
                    (written, _) => {
                        written.map_err(|error| failed(source.number, error))?;
                        puzzles += 1;
                    }
                },
                Err(why) => {
                    source.left_out += 1;
                    source.first_left_out.get_or_insert((source.number, why));
                }
            }
        }
        writer.finish().map_err(|error| failed(source.number, error))?;
        Ok(puzzles)
    }
}

/// The rows of a CSV file that are converted to a schema.
struct Source {
    path: PathBuf,
    rows: ForeignReader<'static>,
    mapping: Mapping,
    /// The number of rows that were read.
    number: u64,
    /// The number of rows that lack a value which the schema needs, and the first of them.
    left_out: u64,
    first_left_out: Option<(u64, SchemaError)>,
}

impl Source {
    fn of(rows: &StoredRows, schema: Schema) -> Result<Source, ExportError> {
        let path = rows.path.clone();
        let reader = ForeignReader::open(rows.file.clone());
        let reader = reader.map_err(|source| ExportError::Read { path: path.clone(), source })?;
        let mapping = schema.mapping(reader.columns());
        let mapping = mapping.map_err(|source| ExportError::Schema { path: path.clone(), source })?;
        Ok(Source { path, rows: reader, mapping, number: 0, left_out: 0, first_left_out: None })
    }

    /// Returns `true` if a row has all values that a format and the schema need.
    fn is_written(&self, row: &ForeignRow, format: Format) -> bool {
        let values = self.mapping.of_foreign(0, row);
        values.is_ok_and(|values| format == Format::Csv || self.mapping.columns().convert(&values).is_ok())
    }

    fn next(&mut self) -> Result<Option<ForeignRow>, ExportError> {
        let row = self.rows.next().transpose();
        let row = row.map_err(|source| ExportError::Row { path: self.path.clone(), source })?;
        self.number += u64::from(row.is_some());
        Ok(row)
    }
}

/// Returns the first existing shard of a target for which `is_wanted` holds, by its path and the number of all shards.
fn existing_shard(target: &Path, is_wanted: impl Fn(&Path, u64) -> bool) -> minirow_files::Result<Option<PathBuf>> {
    let folder = minirow_files::folder_of(target);
    if !folder.is_dir() {
        return Ok(None); // opening the target reports it
    }
    let cannot_read = |error| minirow_files::Error::read(error, folder);
    let mut first = None;
    for entry in folder.read_dir().map_err(cannot_read)? {
        let name = entry.map_err(cannot_read)?.file_name();
        let path = target.with_file_name(&name);
        let is_shard = minirow_files::shard_numbers(target, &name).is_some_and(|(_, of)| is_wanted(&path, of));
        if is_shard && first.as_ref().is_none_or(|first| path < *first) {
            first = Some(path);
        }
    }
    Ok(first)
}
