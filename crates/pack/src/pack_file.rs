//! A pack as files: the rows in the requested shape, with a manifest and optionally a trace.
//!
//! The rows are appended to `FILE.part`, which a later run can complete. At the end all files get their names at once.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use minirow_files::{
    CommandError, CompleteFile, ErrorKind, FileGroup, GrowingFile, Lines, WriteOptions, checksum, ordered,
};
use minirow_table::{
    ExportError, Exported, OutputShape, Row, RowError, RowErrorKind, RowReader, Run, SchemaError, StoredManifest,
    StoredRows, Tally, WrittenFile, csv_line, file_name, metadata,
};
use serde_json::Value;

use crate::effort::RunLimits;
use crate::error::PackError;
use crate::merge::open;
use crate::pack_manifest;
use crate::pack_run::{PackRun, ramp_key};
use crate::plan::PackPlan;

/// The files that a pack is written to.
#[derive(Clone, Copy)]
pub struct PackTarget<'a> {
    /// The file, or the path that the paths of shards are derived from.
    pub path: &'a Path,
    /// The columns, the format and the size of the files.
    pub shape: OutputShape,
    /// The treatment of existing and partial files.
    pub options: WriteOptions<'a>,
    /// The file with the steps of every path, if there is one.
    pub trace: Option<&'a Trace<'a>>,
}

/// A file with the steps of every path, as text.
pub struct Trace<'a> {
    /// The file.
    pub path: &'a Path,
    /// Returns the lines of a row.
    pub lines: &'a (dyn Fn(&Row) -> Result<String, PackError> + Sync),
}

/// The way in which a pack was completed.
#[derive(Debug)]
pub enum PackDone {
    /// The files were written now.
    Written(Box<PackSummary>),
    /// The files existed already, and are those of the pack.
    Complete,
}

/// The summary of a written pack.
#[derive(Debug)]
pub struct PackSummary {
    /// The counts of the rows.
    pub tally: Tally,
    /// The number of files with rows.
    pub files: usize,
    /// The number of attempts of this run.
    pub attempts: u64,
    /// The number of rows that were left out because they lack a value that the schema needs.
    pub left_out: u64,
    /// The number of the first row that was left out, counted from 1, and the reason.
    pub first_left_out: Option<(u64, SchemaError)>,
}

/// The error for a pack that was not completed.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct PackStopped {
    /// The reason.
    #[source]
    pub error: Box<PackError>,
    /// The partial file that a later run can complete, and the number of rows in it.
    pub partial: Option<(PathBuf, u64)>,
}

impl<E: Into<PackError>> From<E> for PackStopped {
    fn from(error: E) -> PackStopped {
        PackStopped { error: Box::new(error.into()), partial: None }
    }
}

/// Generates a pack, or completes the partial file of an earlier run.
///
/// # Errors
/// Returns an error if a file cannot be written or belongs to another pack, if an index is given up, if a limit is reached, or
/// if the run is interrupted.
///
/// ```
/// use minirow_pack::{Excluded, PackPlan, PackTarget, PuzzleSpec, RunLimits, write_pack};
/// use minirow_files::WriteOptions;
/// use minirow_table::{ExtraColumns, OutputShape, Run};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pack.csv");
/// let plan = PackPlan::range(42, 0, 2, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
/// let target =
///     PackTarget { path: &path, shape: OutputShape::default(), options: WriteOptions::default(), trace: None };
/// write_pack(&plan, &target, RunLimits::default(), &Run::default())?;
/// assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 3);
/// assert!(folder.path().join("pack.csv.manifest.json").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_pack(plan: &PackPlan, target: &PackTarget, limits: RunLimits, run: &Run) -> Result<PackDone, PackStopped> {
    let PackTarget { path, shape, options, .. } = *target;
    shape.check_rows(path, plan.count()).map_err(ExportError::from)?;
    let mut recipe = plan.recipe().clone();
    shape.note(&mut recipe);
    if options.resume {
        FileGroup::finish_interrupted([path].into_iter().chain(target.trace.map(|trace| trace.path)), &options)?;
    }
    let writing = Writing { plan, target, resolved: minirow_files::link_target(path), recipe, limits, run };
    if options.resume && !minirow_files::has_partial(path) {
        if writing.is_complete()? {
            writing.add_trace()?;
            return Ok(PackDone::Complete);
        }
        if shape.is_plain() && path.is_file() && !options.overwrite {
            writing.compare()?;
            writing.add_trace()?;
            return Ok(PackDone::Complete);
        }
    }
    writing.write()
}

/// Writes bytes to a file, or compares them with it.
type Put<'a> = dyn FnMut(&[u8]) -> minirow_files::Result<()> + Send + 'a;

struct Writing<'a> {
    plan: &'a PackPlan,
    target: &'a PackTarget<'a>,
    /// The path of the target, with links followed.
    resolved: PathBuf,
    recipe: Value,
    limits: RunLimits,
    run: &'a Run<'a>,
}

impl Writing<'_> {
    /// Returns `true` if the files are those of the pack, according to the manifest beside them.
    fn is_complete(&self) -> Result<bool, PackError> {
        let manifest = match StoredManifest::of(&self.resolved) {
            Err(minirow_files::Error::NotAManifest(..)) if self.target.options.overwrite => None,
            found => found?,
        };
        let manifest = manifest.filter(|manifest| manifest.recipe == self.recipe);
        Ok(manifest.map_or(Ok(false), |manifest| manifest.holds(&self.resolved))?)
    }

    /// Writes the trace of a complete pack, or compares it if it is there and must not be overwritten. The rows are generated again if
    /// they have another shape.
    fn add_trace(&self) -> Result<(), PackError> {
        let Some(trace) = self.target.trace else { return Ok(()) };
        self.add(trace.path, "trace", |put| {
            if self.target.shape.is_plain() {
                return self.write_trace(trace, self.target.path, put);
            }
            self.run.observer.begin("puzzles traced", Some(self.plan.count()));
            let mut making = PackRun::new(self.plan, self.limits, self.run.clone());
            let made = making.make(true, |rows| {
                for row in &rows {
                    put((trace.lines)(row)?.as_bytes())?;
                }
                Ok(())
            });
            self.run.observer.end();
            made
        })
    }

    /// Writes a file of a complete pack, or compares it if it is there and must not be overwritten.
    fn add(
        &self,
        path: &Path,
        contents: &'static str,
        write: impl FnOnce(&mut Put) -> Result<(), PackError>,
    ) -> Result<(), PackError> {
        let options = self.target.options;
        if path.exists() && !options.overwrite && !minirow_files::is_stream(path) {
            let mut file = CompleteFile::open(path, contents)?;
            write(&mut |bytes| file.compare(bytes))?;
            return Ok(file.finish()?);
        }
        let mut group = FileGroup::new(&options);
        let mut member = group.create(path)?;
        write(&mut |bytes| member.put(bytes))?;
        group.add(member)?;
        Ok(group.commit()?)
    }

    /// Generates the rows again, and compares them with a file that has no manifest of this pack. Then writes the manifest.
    fn compare(&self) -> Result<(), PackError> {
        if StoredManifest::of(&self.resolved)?.is_some_and(|manifest| manifest.recipe != self.recipe) {
            return Err(minirow_files::Error::Differs(self.target.path.into(), "pack").into());
        }
        let mut file = CompleteFile::open(self.target.path, "pack")?;
        file.compare(self.plan.columns().header_line().as_bytes())?;
        let mut tally = self.tally();
        let mut making = PackRun::new(self.plan, self.limits, self.run.clone());
        let compare = |text: &str| Ok(file.compare(text.as_bytes())?);
        self.make(&mut making, &mut tally, "puzzles compared", true, compare)?;
        file.finish()?;
        let text = self.manifest(&self.plain_file(&self.resolved, &tally)?, &tally);
        self.add(&StoredManifest::path_of(&self.resolved), "manifest", |put| Ok(put(text.as_bytes())?))
    }

    fn write(&self) -> Result<PackDone, PackStopped> {
        let mut is_open = false;
        self.try_write(&mut is_open).map_err(|error| {
            let mut stopped = PackStopped::from(error);
            // A partial file that this run has not opened is that of an earlier run, or of another one.
            if (is_open || stopped.error.kind() == ErrorKind::Output)
                && let Some((path, Ok(lines))) = minirow_files::resumable_lines(self.target.path, &self.recipe)
            {
                let rows = lines.saturating_sub(1); // the header is a line
                stopped.partial = (rows > 0).then_some((path, rows));
            }
            stopped
        })
    }

    /// Writes the files. `is_open` becomes `true` when the partial file is that of this run, and nothing is refused.
    fn try_write(&self, is_open: &mut bool) -> Result<PackDone, PackError> {
        let PackTarget { path, shape, options, trace } = self.target;
        shape.refuse_existing(path, Some(self.plan.count()), options)?;
        let columns = self.plan.columns();
        let mut making = PackRun::new(self.plan, self.limits, self.run.clone());
        let mut tally = self.tally();
        let accept = |lines: &mut Lines| -> Result<(), PackError> {
            let unchanged = lines.unchanged().clone();
            let resumed = making.resume(self.rows_of(lines)?, &unchanged, |row| count(&mut tally, row));
            let foreign = |line| lines.refuse(&PackError::ForeignRow { line }.to_string());
            match resumed {
                Err(PackError::Row(RowError { line, kind })) => {
                    Err(unreadable(kind).unwrap_or_else(|| foreign(line).into()))
                }
                Err(PackError::ForeignRow { line }) => Err(foreign(line).into()),
                result => result,
            }
        };
        let manifest = StoredManifest::path_of(&self.resolved);
        let others: Vec<&Path> = [&*manifest].into_iter().chain(trace.map(|trace| trace.path)).collect();
        let header = columns.header_line();
        let (mut file, ()) = GrowingFile::open(path, &others, header.as_bytes(), &self.recipe, options, accept)?;
        *is_open = true;
        let made = self.make(&mut making, &mut tally, "puzzles", false, |text| Ok(file.write(text.as_bytes())?));
        match made.and_then(|()| self.finish(&mut file, &tally)) {
            Ok(Exported { left_out, first_left_out, files }) => {
                if shape.is_plain() {
                    file.finish()?;
                } else {
                    file.finish_without()?;
                }
                let summary =
                    PackSummary { tally, files: files.len(), attempts: making.attempts(), left_out, first_left_out };
                Ok(PackDone::Written(Box::new(summary)))
            }
            Err(error) => {
                // A header alone is not worth resuming.
                if file.lines().is_ok_and(|lines| lines <= 1) {
                    let _ = file.discard();
                }
                Err(error)
            }
        }
    }

    fn tally(&self) -> Tally {
        Tally::new(self.plan.section_names())
    }

    /// Generates the missing rows, counts them, and writes their lines: in the final order, or in the order of generation.
    fn make(
        &self,
        making: &mut PackRun,
        tally: &mut Tally,
        unit: &str,
        is_final_order: bool,
        mut write: impl FnMut(&str) -> Result<(), PackError> + Send,
    ) -> Result<(), PackError> {
        let (columns, observer) = (self.plan.columns(), self.run.observer);
        observer.begin(unit, Some(self.plan.count()));
        observer.resume_at(making.done());
        let made = making.make(is_final_order, |rows| {
            let mut text = String::new();
            for row in &rows {
                count(tally, row);
                text += &csv_line(&columns, row);
            }
            write(&text)
        });
        observer.end();
        made
    }

    /// Copies the rows with each ramp in its order. The rows of one section at a time are in memory.
    fn sort_ramps(&self, lines: &mut Lines, to: &mut dyn Write) -> Result<(), PackError> {
        let columns = self.plan.columns();
        let failed = |error| minirow_files::Error::from_write(error, self.target.path);
        to.write_all(lines.next()?.unwrap_or_default()).map_err(failed)?; // the header
        let mut rows = self.rows_of(lines)?;
        for section in &self.plan.sections {
            let mut of_section = rows.by_ref().take(section.count as usize).collect::<Result<Vec<Row>, _>>()?;
            if section.order.is_ramp() {
                of_section.sort_by_cached_key(|row| ramp_key(section.order, row));
            }
            for row in &of_section {
                to.write_all(csv_line(&columns, row).as_bytes()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Writes the files that get their names together with the rows.
    fn finish(&self, file: &mut GrowingFile, tally: &Tally) -> Result<Exported, PackError> {
        let PackTarget { shape, trace, .. } = self.target;
        if self.plan.has_ramp() {
            file.rewrite(|lines, to| self.sort_ramps(lines, to))?;
        }
        let rows = file.path().to_path_buf();
        if let Some(trace) = trace {
            let mut member = file.group().create(trace.path)?;
            self.write_trace(trace, &rows, &mut |bytes| member.put(bytes))?;
            file.group().add(member)?;
        }
        let exported = if shape.is_plain() {
            Exported { files: self.plain_file(&rows, tally)?, left_out: 0, first_left_out: None }
        } else {
            let (rows, metadata) = (StoredRows::open(&rows)?, metadata(&self.recipe));
            shape.export(&rows, &self.resolved, file.group(), &metadata, &self.run.interrupt, None)?
        };
        let text = self.manifest(&exported.files, tally);
        file.group().put(&StoredManifest::path_of(&self.resolved), text.as_bytes())?;
        Ok(exported)
    }

    /// Describes a file of plain CSV.
    fn plain_file(&self, rows: &Path, tally: &Tally) -> Result<Vec<WrittenFile>, PackError> {
        let (bytes, sha256) = checksum(rows).map_err(|error| minirow_files::Error::read(error, rows))?;
        Ok(vec![WrittenFile { file: file_name(&self.resolved), puzzles: tally.rows(), bytes, sha256 }])
    }

    fn manifest(&self, files: &[WrittenFile], tally: &Tally) -> String {
        let is_sharded = self.target.shape.shard_rows.is_some();
        let (file, counts) = (file_name(&self.resolved), pack_manifest::counts(tally));
        pack_manifest::text(&file, tally.rows(), files, is_sharded, &self.recipe, counts)
    }

    /// Writes the steps of all rows. They are found again, which takes as long as rating.
    fn write_trace(&self, trace: &Trace, rows: &Path, put: &mut Put) -> Result<(), PackError> {
        let reader = RowReader::open(open(rows)?)?;
        self.run.observer.begin("puzzles traced", Some(self.plan.count()));
        let lines = |row: Result<Row, _>| -> Result<String, PackError> {
            self.run.interrupt.check(PackError::Interrupted)?;
            let lines = (trace.lines)(&row?)?;
            self.run.observer.advance(1);
            Ok(lines)
        };
        let written = ordered::map(reader, self.run.threads, lines, |traced| {
            for lines in traced {
                put(lines?.as_bytes())?;
            }
            Ok(())
        });
        self.run.observer.end();
        written
    }

    /// Reads the lines of a partial file after its header as rows. Each must have the bytes that are written for it.
    fn rows_of<'a>(
        &self,
        lines: &'a mut Lines<'_>,
    ) -> Result<impl Iterator<Item = Result<Row, PackError>> + use<'a>, PackError> {
        let header = io::Cursor::new(self.plan.columns().header_line());
        let lines = header.chain(LinesReader { lines, line: VecDeque::new() });
        let reader = RowReader::csv(BufReader::with_capacity(1 << 16, lines))?;
        Ok(reader.strict().map(|row| row.map_err(PackError::from)))
    }
}

fn count(tally: &mut Tally, row: &Row) {
    match &row.section {
        Some(section) => tally.add_to(row, section),
        None => tally.add(row, 0),
    }
}

/// Returns the error of a partial file that cannot be read, which says nothing about its rows.
fn unreadable(error: RowErrorKind) -> Option<PackError> {
    let RowErrorKind::Io(error) = error else { return None };
    error.downcast::<minirow_files::Error>().ok().map(PackError::Files)
}

/// Lines of a partial file as bytes.
struct LinesReader<'a, 'b> {
    lines: &'a mut Lines<'b>,
    /// The rest of the current line.
    line: VecDeque<u8>,
}

impl Read for LinesReader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty()
            && let Some(line) = self.lines.next().map_err(io::Error::other)?
        {
            // A reader of rows skips blank lines, but no pack has them.
            if line.trim_ascii().is_empty() {
                return Err(io::Error::other("a blank line"));
            }
            self.line.extend(line);
        }
        self.line.read(buffer)
    }
}
