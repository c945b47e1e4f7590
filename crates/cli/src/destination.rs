//! The destination of the rows of a long run: a stream; a file, through a partial file that a later run can complete; or
//! a file that is complete already, which is compared with the rows.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use minirow_files::{
    CompleteFile, FileGroup, GrowingFile, Lines, WriteOptions, checksum_of, has_checksum, unnamed_file,
};
use minirow_table::{
    Columns, Exported, ForeignReader, Format, Mapping, OnInvalid, OutputShape, Schema, StoredManifest, StoredRows,
    WrittenFile, metadata, row_writer, shard_manifest,
};
use minirow_text::counted;
use serde_json::Value;

use crate::args::TargetArgs;
use crate::error::{Error, Result, print_message};
use crate::output::Output;
use crate::{interrupt, loaders};

/// The output of a long run.
pub(crate) struct LongOutput<'a> {
    /// The command, for the error of a second run with the same target.
    pub(crate) command: &'a str,
    /// The contents of the file, for messages.
    pub(crate) contents: &'static str,
    pub(crate) target: &'a TargetArgs,
    /// Continue the partial file of an earlier run.
    pub(crate) resume: bool,
    /// Everything that determines the rows.
    pub(crate) recipe: Value,
    pub(crate) columns: Columns,
    /// The shape of the published rows.
    pub(crate) shape: OutputShape,
}

/// The destination of rows.
pub(crate) enum Destination {
    Stream(Box<Stream>),
    File(Box<RowFile>),
    Complete(CompleteFile),
    Again(Box<RowsAgain>),
}

impl Destination {
    /// Opens the destination, and writes the header. If there are rows of an earlier run, `accept` reads them.
    ///
    /// From here on, a signal to end is only noted where there is a partial file: see [`interrupt`].
    ///
    /// # Errors
    /// If the target cannot be written, or holds something else.
    pub(crate) fn open<T: Default>(
        output: &LongOutput,
        accept: impl FnOnce(&mut Lines) -> Result<T>,
    ) -> Result<(Destination, T)> {
        let LongOutput { command, contents, target, resume, ref recipe, ref columns, shape } = *output;
        let (header, none) = (columns.header_line(), T::default());
        let Some(path) = target.file().filter(|path| !minirow_files::is_stream(path)) else {
            let stream = Stream::open(target, command, &shape, columns)?;
            return Ok((Destination::Stream(Box::new(stream)), none));
        };
        let label = target.label(command);
        let options = WriteOptions { resume, ..target.options(&label) };
        if resume {
            FileGroup::finish_interrupted([path], &options)?;
        }
        if resume && !options.overwrite && !minirow_files::has_partial(path) {
            let result = if shape.shard_rows.is_some() {
                StoredManifest::path_of(&minirow_files::link_target(path))
            } else {
                path.into()
            };
            if shape.is_plain() && path.is_file() {
                let mut complete = CompleteFile::open(path, contents)?;
                complete.compare(header.as_bytes())?;
                return Ok((Destination::Complete(complete), none));
            } else if result.is_file() {
                let mut again = RowsAgain::new(path)?;
                again.write(header.as_bytes())?;
                return Ok((Destination::Again(Box::new(again)), none));
            }
        }
        shape.refuse_existing(path, None, &options)?;
        let manifest = StoredManifest::path_of(&minirow_files::link_target(path));
        let others = if shape.shard_rows.is_some() { &[&*manifest][..] } else { &[] };
        let (mut file, accepted) = GrowingFile::open(path, others, header.as_bytes(), recipe, &options, accept)?;
        interrupt::finish_first();
        let rows = if shape.shard_rows.is_some() { file.lines()?.saturating_sub(1) } else { 0 };
        let has_header = !header.is_empty();
        Ok((Destination::File(Box::new(RowFile { file, shape, has_header, rows })), accepted))
    }

    /// Writes complete rows.
    pub(crate) fn write(&mut self, rows: &[u8]) -> Result<()> {
        match self {
            Destination::Stream(stream) => stream.write(rows),
            Destination::File(file) => file.write(rows),
            Destination::Complete(complete) => Ok(complete.compare(rows)?),
            Destination::Again(again) => again.write(rows),
        }
    }

    /// Completes the output after the last row.
    pub(crate) fn finish(self, output: &LongOutput, quiet: bool) -> Result<()> {
        let mut file = match self {
            Destination::Stream(stream) => return stream.finish(),
            Destination::Complete(complete) => {
                let path = complete.path().to_path_buf();
                complete.finish()?;
                report_complete(path, quiet);
                return Ok(());
            }
            Destination::Again(again) => {
                let path = again.path.clone();
                again.finish(output)?;
                report_complete(path, quiet);
                return Ok(());
            }
            Destination::File(file) => file.file,
        };
        if output.shape.is_plain() {
            return Ok(file.finish()?);
        }
        let (rows, target) = (StoredRows::open(file.path())?, file.target().to_path_buf());
        let exported = export(&output.shape, &rows, &target, file.group(), &output.recipe, None)?;
        file.finish_without()?;
        loaders::report_left_out(&output.shape, exported.left_out, exported.first_left_out.as_ref(), loaders::row);
        Ok(())
    }

    /// Removes a partial file without rows after an error, because a header alone is not worth resuming.
    pub(crate) fn tidy(self) {
        if let Destination::File(mut file) = self
            && file.file.lines().is_ok_and(|lines| lines <= u64::from(file.has_header))
        {
            let _ = file.file.discard();
        }
    }
}

impl LongOutput<'_> {
    /// Reports the rows of the partial file after an error, if there are any, and how to continue.
    pub(crate) fn report_partial(&self, error: &Error) {
        let next = match error {
            Error::Interrupted | Error::Output(_) => "; the same command with --resume continues",
            Error::Data(_) => "; correct the input, then the same command with --resume continues",
            _ => "",
        };
        let path = self.target.file().filter(|path| !minirow_files::is_stream(path));
        let (header, one) = if self.columns.is_empty() { (0, "line") } else { (1, "row") };
        match path.and_then(|path| minirow_files::resumable_lines(path, &self.recipe)) {
            Some((path, Ok(lines))) if lines > header => {
                print_message(&format!("{} has {}{next}", path.display(), counted(lines - header, one)));
            }
            Some((_, Err(unreadable))) => print_message(&unreadable.to_string()),
            _ => {}
        }
    }
}

/// Writes stored rows in another shape as members of a group, with a manifest if they are sharded.
pub(crate) fn export(
    shape: &OutputShape,
    rows: &StoredRows,
    target: &Path,
    group: &mut FileGroup,
    recipe: &Value,
    on_invalid: Option<&mut OnInvalid>,
) -> Result<Exported> {
    let target = &minirow_files::link_target(target);
    let exported = shape.export(rows, target, group, &metadata(recipe), &interrupt::token(), on_invalid)?;
    if shape.shard_rows.is_some() {
        let manifest = shard_manifest(target, recipe, &exported.files);
        group.put(&StoredManifest::path_of(target), manifest.as_bytes())?;
    }
    Ok(exported)
}

fn report_complete(path: PathBuf, quiet: bool) {
    if !quiet {
        print_message(&minirow_files::Error::Complete(path).to_string());
    }
}

/// Rows that are written again, and compared with a complete result in another shape.
pub(crate) struct RowsAgain {
    path: PathBuf,
    /// A file without a name.
    rows: File,
}

impl RowsAgain {
    fn new(path: &Path) -> Result<RowsAgain> {
        let rows = unnamed_file(minirow_files::folder_of(path))
            .map_err(|error| minirow_files::Error::from_write(error, path))?;
        Ok(RowsAgain { path: path.to_path_buf(), rows })
    }

    fn write(&mut self, rows: &[u8]) -> Result<()> {
        Ok(self.rows.write_all(rows).map_err(|error| minirow_files::Error::from_write(error, &self.path))?)
    }

    /// Gives the rows their shape in temporary files, and compares these with the result.
    fn finish(self, output: &LongOutput) -> Result<()> {
        let RowsAgain { path, rows } = self;
        let target = minirow_files::link_target(&path);
        let label = output.target.label(output.command);
        let mut group = FileGroup::open(&path, &WriteOptions { overwrite: true, ..output.target.options(&label) })?;
        let rows = StoredRows::new(&path, rows);
        let exported =
            output.shape.export(&rows, &target, &mut group, &metadata(&output.recipe), &interrupt::token(), None)?;
        let mut is_same = true;
        for WrittenFile { file, bytes, sha256, .. } in &exported.files {
            is_same &= has_checksum(&target.with_file_name(file), Some(*bytes), sha256)?;
        }
        if output.shape.shard_rows.is_some() {
            let manifest = shard_manifest(&target, &output.recipe, &exported.files);
            let sha256 = checksum_of(manifest.as_bytes()).expect("bytes in memory").1;
            is_same &= has_checksum(&StoredManifest::path_of(&target), None, &sha256)?;
        }
        if is_same { Ok(()) } else { Err(minirow_files::Error::Differs(path, output.contents).into()) }
    }
}

/// A partial file with the number of its rows, if they will be divided into several files.
pub(crate) struct RowFile {
    file: GrowingFile,
    shape: OutputShape,
    /// The first line is a header.
    has_header: bool,
    rows: u64,
}

impl RowFile {
    fn write(&mut self, rows: &[u8]) -> Result<()> {
        self.file.write(rows)?;
        self.rows += rows.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.shape.check_rows(self.file.target(), self.rows).map_err(Error::usage)
    }
}

/// The lines of an earlier run, with which those of this run are compared before it adds others.
#[derive(Default)]
pub(crate) struct EarlierLines {
    /// The number of bytes that are not compared yet.
    bytes: u64,
    /// The partial file, if it has lines.
    file: Option<CompleteFile>,
}

impl EarlierLines {
    /// Accepts all lines of a partial file.
    pub(crate) fn accept(lines: &mut Lines) -> Result<EarlierLines> {
        let mut bytes = 0;
        while let Some(line) = lines.next()? {
            bytes += line.len() as u64;
        }
        Ok(EarlierLines { bytes, file: None })
    }

    /// Opens the partial file of a destination.
    pub(crate) fn opened(self, destination: &Destination, output: &LongOutput) -> Result<EarlierLines> {
        let Destination::File(file) = destination else { return Ok(self) };
        let mut file = CompleteFile::open(file.file.path(), output.contents)?;
        file.compare(output.columns.header_line().as_bytes())?;
        Ok(EarlierLines { file: Some(file), ..self })
    }

    /// Compares lines, and returns those that the earlier run did not write.
    pub(crate) fn compare<'a>(&mut self, lines: &'a [u8]) -> Result<&'a [u8]> {
        let (earlier, new) = lines.split_at(lines.len().min(usize::try_from(self.bytes).unwrap_or(usize::MAX)));
        if let Some(file) = &mut self.file {
            file.compare(earlier).map_err(of_other_input)?;
        }
        self.bytes -= earlier.len() as u64;
        Ok(new)
    }

    /// Checks that all lines were compared.
    pub(crate) fn finish(self) -> Result<()> {
        self.file.filter(|_| self.bytes > 0).map_or(Ok(()), |file| Ok(file.finish().map_err(of_other_input)?))
    }
}

/// Returns the error of a partial file that has other lines.
fn of_other_input(error: minirow_files::Error) -> minirow_files::Error {
    match error {
        minirow_files::Error::Differs(path, _) => {
            minirow_files::Error::DamagedPartial(path, "its lines are not those of this input".into())
        }
        error => error,
    }
}

/// Rows that are written one by one, in the columns of a schema.
pub(crate) struct Stream {
    output: Output,
    columns: Columns,
    format: Format,
    /// `None` if the rows are written as they are.
    mapping: Option<Mapping>,
    rows: u64,
}

impl Stream {
    /// Opens the target, and writes the header.
    ///
    /// # Errors
    /// If the shape needs a file, the columns do not have what the schema needs, or the target cannot be written.
    pub(crate) fn open(target: &TargetArgs, command: &str, shape: &OutputShape, columns: &Columns) -> Result<Stream> {
        if shape.format == Format::Parquet || shape.shard_rows.is_some() {
            return Err(Error::usage("parquet and --shard-rows need a file: --out FILE"));
        }
        let mapping = match (shape.schema, shape.format) {
            (Schema::Full, Format::Csv) => None,
            (schema, _) => Some(schema.mapping(columns).map_err(Error::usage)?),
        };
        let mut output = Output::open(target, command)?;
        if shape.format == Format::Csv {
            output.write_now(mapping.as_ref().map_or(columns, Mapping::columns).header_line().as_bytes())?;
        }
        Ok(Stream { output, columns: columns.clone(), format: shape.format, mapping, rows: 0 })
    }

    /// Writes rows of CSV. Rows that lack a column of the schema are left out.
    pub(crate) fn write(&mut self, rows: &[u8]) -> Result<()> {
        let Some(mapping) = &self.mapping else { return self.output.write_now(rows) };
        let text = [self.columns.header_line().as_bytes(), rows].concat();
        let mut mapped = Vec::new();
        let valid = "the rows are our own";
        let mut writer = row_writer(self.format, mapping.columns(), &[], &mut mapped).expect(valid);
        for row in ForeignReader::new(&text[..]).expect(valid) {
            self.rows += 1;
            if let Ok(values) = mapping.of_foreign(self.rows, &row.expect(valid)) {
                writer.write_values(&values).expect(valid);
            }
        }
        writer.finish().expect(valid);
        let header = if self.format == Format::Csv { mapping.columns().header_line().len() } else { 0 };
        self.output.write_now(&mapped[header..])
    }

    /// Completes the output.
    pub(crate) fn finish(self) -> Result<()> {
        self.output.finish()
    }
}
