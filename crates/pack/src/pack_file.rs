//! A pack as files: the rows in the shape that is asked for, with a manifest, and with a trace if one is wanted.
//!
//! The rows go to `FILE.part` as they are made, which a later run can complete. At the end all files get their names at
//! once.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use minirow_table::files::{self, FileGroup, GrowingFile, Lines, Member, WriteOptions};
use minirow_table::{
    Columns, OutputShape, Row, RowReader, Run, SchemaError, StoredManifest, StoredRows, Tally, checksum, csv_line,
    metadata, ordered,
};
use serde_json::Value;

use crate::effort::RunLimits;
use crate::error::PackError;
use crate::pack_manifest::PackManifest;
use crate::pack_run::{PackRun, ramp_key};
use crate::plan::PackPlan;

/// Where a pack goes.
#[derive(Clone, Copy)]
pub struct PackTarget<'a> {
    /// The file, or the name that shards are derived from.
    pub path: &'a Path,
    /// The columns, the format and the size of the files.
    pub shape: OutputShape,
    /// How existing and partial files are treated.
    pub options: WriteOptions<'a>,
    /// Where the steps of every path go.
    pub trace: Option<&'a Trace<'a>>,
}

/// The steps of every path, as text.
pub struct Trace<'a> {
    /// The file.
    pub path: &'a Path,
    /// Returns the lines of a row.
    pub lines: &'a (dyn Fn(&Row) -> Result<String, PackError> + Sync),
}

/// How a pack was completed.
#[derive(Debug)]
pub enum PackDone {
    /// The files were written now.
    Written(Box<PackSummary>),
    /// They were there already, and are those of the pack.
    Complete,
}

/// What was written.
#[derive(Debug)]
pub struct PackSummary {
    /// The counts of the rows.
    pub tally: Tally,
    /// The number of attempts of this run.
    pub attempts: u64,
    /// The number of rows that lack what the schema needs, and the first of them.
    pub left_out: u64,
    /// The first row that was left out, counted from 1, and what it lacks.
    pub first_left_out: Option<(u64, SchemaError)>,
}

/// A pack that could not be completed.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct PackStopped {
    /// Why.
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

/// Makes a pack, or completes what an earlier run has left of it.
///
/// # Errors
/// If a file cannot be written or is of another pack, an index is given up, a limit is reached, or the run is interrupted.
///
/// ```
/// use minirow_pack::{Excluded, PackPlan, PackTarget, PuzzleSpec, RunLimits, write_pack};
/// use minirow_table::files::WriteOptions;
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
    let PackTarget { path, shape, options, trace } = *target;
    let mut recipe = plan.recipe().clone();
    shape.note(&mut recipe);
    let writing = Writing { plan, path, shape, trace, recipe, run };
    if options.resume {
        // An earlier run may have ended while it gave the files their names; opening the group completes that.
        drop(FileGroup::open(path, &WriteOptions { overwrite: true, ..options })?);
    }
    if options.resume && !files::has_partial(path) {
        if writing.is_complete(path)? {
            writing.add_trace(&options)?;
            return Ok(PackDone::Complete);
        }
        if shape.is_plain() && path.is_file() {
            writing.compare(limits, &options)?;
            return Ok(PackDone::Complete);
        }
    }
    writing.write(limits, &options)
}

struct Writing<'a> {
    plan: &'a PackPlan,
    path: &'a Path,
    shape: OutputShape,
    trace: Option<&'a Trace<'a>>,
    recipe: Value,
    run: &'a Run<'a>,
}

impl Writing<'_> {
    /// Returns `true` if the files are those of the pack, as a manifest beside them says.
    fn is_complete(&self, path: &Path) -> Result<bool, PackError> {
        let manifest = StoredManifest::of(&files::link_target(path))?;
        Ok(manifest.is_some_and(|manifest| manifest.recipe == self.recipe && manifest.holds(&files::link_target(path))))
    }

    /// Writes the trace of a pack that is complete, if it is missing.
    fn add_trace(&self, options: &WriteOptions) -> Result<(), PackError> {
        let Some(trace) = self.trace.filter(|trace| !trace.path.exists()) else { return Ok(()) };
        let mut group = FileGroup::open(trace.path, &WriteOptions { overwrite: false, ..*options })?;
        self.write_trace(trace, self.path, &mut group)?;
        Ok(group.commit()?)
    }

    /// Makes the rows again, and compares them with a file without a manifest of this pack; then it gets one.
    fn compare(&self, limits: RunLimits, options: &WriteOptions) -> Result<(), PackError> {
        let other = || PackError::ExistsAndDiffers { path: self.path.to_path_buf() };
        let cannot_read = |source| files::Error::CannotRead { path: self.path.to_path_buf(), source };
        let mut file = BufReader::with_capacity(1 << 16, File::open(self.path).map_err(cannot_read)?);
        let mut compare = |text: &str| {
            let mut found = vec![0; text.len()];
            let is_same = file.read_exact(&mut found).is_ok() && found == text.as_bytes();
            if is_same { Ok(()) } else { Err(other()) }
        };
        let columns = self.plan.columns();
        compare(&columns.header_line())?;
        self.run.observer.begin("puzzles compared", Some(self.plan.count()));
        let mut tally = self.tally();
        let mut making = PackRun::new(self.plan, limits, self.run.clone());
        let made = making.rows(|rows| {
            rows.iter().try_for_each(|row| {
                self.count(&mut tally, row);
                compare(&csv_line(&columns, row))
            })
        });
        self.run.observer.end();
        made?;
        if file.read(&mut [0]).is_ok_and(|more| more > 0) {
            return Err(other());
        }
        let options = WriteOptions { overwrite: true, ..*options };
        let path = files::link_target(self.path);
        let mut group = FileGroup::open(&StoredManifest::path_of(&path), &options)?;
        self.write_manifest(&path, &path, &tally, &mut group)?;
        Ok(group.commit()?)
    }

    fn write(&self, limits: RunLimits, options: &WriteOptions) -> Result<PackDone, PackStopped> {
        self.check_shards(options)?;
        let columns = self.plan.columns();
        let mut making = PackRun::new(self.plan, limits, self.run.clone());
        let mut tally = self.tally();
        let mut has_header = false;
        let accept = |lines: &mut Lines| -> Result<(), PackError> {
            if lines.next()? != Some(columns.header_line().as_bytes()) {
                return Err(lines.refuse("its first line is not that of this pack").into());
            }
            has_header = true;
            let result = making.resume(rows_of(&columns, lines), |row| self.count(&mut tally, row));
            match result {
                Err(PackError::AnotherPack | PackError::Row(_)) => {
                    Err(lines.refuse("its last line is not of this pack").into())
                }
                result => result,
            }
        };
        let (mut file, ()) = GrowingFile::open(self.path, &self.recipe, options, accept)?;
        let target = files::link_target(self.path);
        let done = making.done();
        let reserved = file.group().reserve(&StoredManifest::path_of(&target)).and_then(|()| match self.trace {
            Some(trace) => file.group().reserve(trace.path),
            None => Ok(()),
        });
        if let Err(error) = reserved {
            if done == 0 {
                file.discard()?;
            }
            return Err(error.into());
        }
        if !has_header {
            file.write(columns.header_line().as_bytes())?;
        }
        self.run.observer.begin("puzzles", Some(self.plan.count()));
        self.run.observer.resume_at(done);
        let made = making.rows_as_made(|rows| {
            let mut text = String::new();
            for row in &rows {
                self.count(&mut tally, row);
                text += &csv_line(&columns, row);
            }
            Ok::<_, PackError>(file.write(text.as_bytes())?)
        });
        self.run.observer.end();
        let finished = made.and_then(|()| {
            if self.plan.has_ramp() {
                file.rewrite(|lines, to| self.sort_ramps(lines, to))?;
            }
            self.finish(&mut file, &target, &tally)
        });
        match finished {
            Ok((left_out, first_left_out)) => {
                if self.shape.is_plain() {
                    file.finish()?;
                } else {
                    file.finish_without()?;
                }
                let summary = PackSummary { tally, attempts: making.attempts(), left_out, first_left_out };
                Ok(PackDone::Written(Box::new(summary)))
            }
            Err(error) => {
                let rows = file.lines().unwrap_or_default().saturating_sub(1); // the first line is the header
                if rows == 0 {
                    file.discard()?;
                    return Err(error.into());
                }
                Err(PackStopped { error: Box::new(error), partial: Some((file.path().to_path_buf(), rows)) })
            }
        }
    }

    /// Refuses shards that exist, before any work.
    fn check_shards(&self, options: &WriteOptions) -> Result<(), files::Error> {
        let is_new = !(options.resume && files::has_partial(self.path));
        if self.shape.shard_rows.is_none() || options.overwrite || !is_new {
            return Ok(());
        }
        match self.shape.paths(self.path, self.plan.count()).find(|path| path.exists()) {
            Some(path) => Err(files::Error::Exists(path)),
            None => Ok(()),
        }
    }

    fn tally(&self) -> Tally {
        Tally::new(self.plan.section_names())
    }

    fn count(&self, tally: &mut Tally, row: &Row) {
        match &row.section {
            Some(section) => tally.add_to(row, section),
            None => tally.add(row, 0),
        }
    }

    /// Copies the rows with each ramp in its order. The rows of one section at a time are in memory.
    fn sort_ramps(&self, lines: &mut Lines, to: &mut dyn Write) -> Result<(), PackError> {
        let columns = self.plan.columns();
        let failed = |error| files::Error::from_write(error, Path::new("the rows in their order"));
        to.write_all(lines.next()?.unwrap_or_default()).map_err(failed)?; // the header
        let mut rows = rows_of(&columns, lines);
        for section in &self.plan.sections {
            let mut of_section = rows.by_ref().take(section.count as usize).collect::<Result<Vec<Row>, _>>()?;
            if section.order == crate::book::SectionOrder::Ramp {
                of_section.sort_by_cached_key(ramp_key);
            }
            for row in &of_section {
                to.write_all(csv_line(&columns, row).as_bytes()).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Writes all that gets its name together with the rows. Returns the rows that were left out.
    fn finish(
        &self,
        file: &mut GrowingFile,
        target: &Path,
        tally: &Tally,
    ) -> Result<(u64, Option<(u64, SchemaError)>), PackError> {
        let rows = file.path().to_path_buf();
        if let Some(trace) = self.trace {
            self.write_trace(trace, &rows, file.group())?;
        }
        if self.shape.is_plain() {
            self.write_manifest(target, &rows, tally, file.group())?;
            return Ok((0, None));
        }
        let metadata = metadata(&self.recipe);
        let exported =
            self.shape.export(&StoredRows::open(&rows)?, target, file.group(), &metadata, &self.run.interrupt)?;
        let manifest = PackManifest::new(self.plan, &self.recipe, target, tally);
        let text = match self.shape.shard_rows {
            Some(_) => manifest.of_shards(&exported.files),
            None => manifest.of_file(exported.files[0].bytes, &exported.files[0].sha256),
        };
        add(file.group(), &StoredManifest::path_of(target), &text)?;
        Ok((exported.left_out, exported.first_left_out))
    }

    fn write_manifest(
        &self,
        target: &Path,
        rows: &Path,
        tally: &Tally,
        group: &mut FileGroup,
    ) -> Result<(), PackError> {
        let cannot_read = |source| files::Error::CannotRead { path: rows.to_path_buf(), source };
        let (bytes, sha256) = checksum(rows).map_err(cannot_read)?;
        let text = PackManifest::new(self.plan, &self.recipe, target, tally).of_file(bytes, &sha256);
        add(group, &StoredManifest::path_of(target), &text)
    }

    /// Writes the steps of all rows. They are found again, which costs as much as rating them did.
    fn write_trace(&self, trace: &Trace, rows: &Path, group: &mut FileGroup) -> Result<(), PackError> {
        let cannot_read = |source| files::Error::CannotRead { path: rows.to_path_buf(), source };
        let reader = RowReader::open(File::open(rows).map_err(cannot_read)?)?;
        let mut member: Member = group.create(trace.path)?;
        self.run.observer.begin("puzzles traced", Some(self.plan.count()));
        let lines = |row: Result<Row, _>| -> Result<String, PackError> {
            if self.run.interrupt.requested() {
                return Err(PackError::Interrupted);
            }
            let lines = (trace.lines)(&row?)?;
            self.run.observer.advance(1);
            Ok(lines)
        };
        let written = ordered::map(reader, self.run.threads, lines, |traced| {
            traced.into_iter().try_for_each(|lines| {
                let written = member.write_all(lines?.as_bytes());
                Ok::<_, PackError>(written.map_err(|error| files::Error::from_write(error, trace.path))?)
            })
        });
        self.run.observer.end();
        written?;
        group.add(member)?;
        Ok(())
    }
}

/// Writes a small file as a member of a group.
fn add(group: &mut FileGroup, path: &Path, text: &str) -> Result<(), PackError> {
    let mut member = group.create(path)?;
    member.write_all(text.as_bytes()).map_err(|error| files::Error::from_write(error, path))?;
    group.add(member)?;
    Ok(())
}

/// Reads the lines of a partial file as rows, strictly: each has to be as it is written.
fn rows_of<'a>(columns: &Columns, lines: &'a mut Lines<'_>) -> impl Iterator<Item = Result<Row, PackError>> + use<'a> {
    let header = columns.header_line().into_bytes();
    let reader = RowReader::csv(LinesReader { lines, line: header, read: 0 }).map(RowReader::strict);
    let (reader, error) = match reader {
        Ok(reader) => (Some(reader), None),
        Err(error) => (None, Some(Err(error.into()))),
    };
    error.into_iter().chain(reader.into_iter().flatten().map(|row| row.map_err(PackError::from)))
}

/// Lines as bytes, a line at a time, so that no line is read that nobody asked for.
struct LinesReader<'a, 'b> {
    lines: &'a mut Lines<'b>,
    line: Vec<u8>,
    read: usize,
}

impl Read for LinesReader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for LinesReader<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            self.read = 0;
            self.line.clear();
            if let Some(line) = self.lines.next().map_err(io::Error::other)? {
                // A reader of rows skips it, but no pack has it.
                if line.trim_ascii().is_empty() {
                    return Err(io::Error::other("a blank line"));
                }
                self.line.extend_from_slice(line);
            }
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
    }
}
