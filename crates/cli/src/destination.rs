//! Where the rows of a long run go: to a stream; to a file, by way of a partial file that a later run can complete; or,
//! where the file is complete already, nowhere: they are compared with it.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use minirow_table::files::{self, FileGroup, GrowingFile, Lines, WholeFile, WriteOptions};
use minirow_table::{
    Columns, ForeignReader, Mapping, OutputShape, Schema, StoredManifest, StoredRows, metadata, row_writer,
};
use serde_json::Value;

use crate::args::TargetArgs;
use crate::error::{Error, Result, print_message};
use crate::{interrupt, loaders};

/// The output that a long run is asked for.
pub(crate) struct LongOutput<'a> {
    pub(crate) target: &'a TargetArgs,
    /// Continue the partial file of an earlier run.
    pub(crate) resume: bool,
    /// Everything that determines the rows.
    pub(crate) recipe: &'a Value,
    pub(crate) columns: &'a Columns,
    /// The shape of the published rows.
    pub(crate) shape: OutputShape,
    /// The name of the contents, for messages: `rating of the input`.
    pub(crate) name: &'static str,
}

/// The destination of rows.
pub(crate) enum Destination {
    Stream(Box<Stream>),
    File(Box<GrowingFile>),
    Complete(Complete),
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
        let LongOutput { target, resume, recipe, columns, shape, name } = *output;
        let header = columns.header_line();
        let Some(path) = target.out.as_deref().filter(|path| !files::is_stream(path)) else {
            return Ok((Destination::Stream(Box::new(Stream::open(target, shape, columns)?)), T::default()));
        };
        let label = format!("minirow --out {}", path.display());
        let options = WriteOptions { resume, ..target.options(&label) };
        if resume && !files::has_partial(path) {
            // An earlier run may have ended while it gave the files their names; this completes that.
            drop(FileGroup::open(path, &WriteOptions { overwrite: true, ..options })?);
            if shape.is_plain() && path.is_file() {
                let mut complete = Complete::open(path, name)?;
                complete.compare(header.as_bytes())?;
                return Ok((Destination::Complete(complete), T::default()));
            }
        }
        check_shards(path, &shape, &options)?;
        let mut is_begun = false;
        let (mut file, accepted) = GrowingFile::open(path, recipe, &options, |lines| {
            is_begun = true;
            if lines.next()? != Some(header.as_bytes()) {
                return Err(lines.refuse(&format!("its first line is not that of this {name}")).into());
            }
            accept(lines)
        })?;
        interrupt::finish_first();
        if !is_begun {
            file.write(header.as_bytes())?;
        }
        Ok((Destination::File(Box::new(file)), accepted))
    }

    /// Writes complete rows.
    pub(crate) fn write(&mut self, rows: &[u8]) -> Result<()> {
        match self {
            Destination::Stream(stream) => stream.write(rows),
            Destination::File(file) => Ok(file.write(rows)?),
            Destination::Complete(complete) => complete.compare(rows),
        }
    }

    /// Completes the output after the last row.
    pub(crate) fn finish(self, output: &LongOutput, quiet: bool) -> Result<()> {
        let mut file = match self {
            Destination::Stream(stream) => return stream.finish(),
            Destination::Complete(complete) => return complete.finish(quiet),
            Destination::File(file) if output.shape.is_plain() => return Ok(file.finish()?),
            Destination::File(file) => file,
        };
        let (shape, rows, target) = (output.shape, file.path().to_path_buf(), file.target().to_path_buf());
        let metadata = metadata(output.recipe);
        let exported =
            shape.export(&StoredRows::open(&rows)?, &target, file.group(), &metadata, &interrupt::token())?;
        if shape.shard_rows.is_some() {
            let text = minirow_table::shard_manifest(&target, output.recipe, &exported.files);
            let path = StoredManifest::path_of(&target);
            let mut member = file.group().create(&path)?;
            member.write_all(text.as_bytes()).map_err(|error| files::Error::from_write(error, &path))?;
            file.group().add(member)?;
        }
        file.finish_without()?;
        loaders::say_left_out(&shape, &exported);
        Ok(())
    }

    /// Prints how many rows a run that ended early has written, if any, and whether a later run can continue.
    pub(crate) fn keep(self, error: Error, rows: &str, goes_on: impl FnOnce(&Error) -> Option<&'static str>) -> Error {
        if let Destination::File(mut file) = self {
            let written = file.lines().unwrap_or_default().saturating_sub(1); // the first line is the header
            if written == 0 {
                let _ = file.discard(); // a header is not worth a question
                return error;
            }
            let mut message = format!("{written} {rows} are in {}", file.path().display());
            if let Some(how) = goes_on(&error) {
                message += &format!("; {how}");
            }
            print_message(&message);
        }
        error
    }
}

/// Refuses shards of any number that exist, before any work.
fn check_shards(path: &Path, shape: &OutputShape, options: &WriteOptions) -> Result<()> {
    if shape.shard_rows.is_none() || options.overwrite || (options.resume && files::has_partial(path)) {
        return Ok(());
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let is_shard = |name: &str| {
        let numbers = name.strip_prefix(&format!("{stem}-")).and_then(|rest| rest.strip_suffix(&ending));
        let is_number = |text: &str| text.len() >= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
        numbers
            .and_then(|numbers| numbers.split_once("-of-"))
            .is_some_and(|(one, all)| is_number(one) && is_number(all))
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.file_name());
    match names.filter(|name| is_shard(&name.to_string_lossy())).min() {
        Some(name) => Err(files::Error::Exists(path.with_file_name(name)).into()),
        None => Ok(()),
    }
}

/// Rows that are written one by one, in the columns of a schema.
pub(crate) struct Stream {
    output: WholeFile,
    columns: Columns,
    mapping: Option<Mapping>,
    rows: u64,
}

impl Stream {
    fn open(target: &TargetArgs, shape: OutputShape, columns: &Columns) -> Result<Stream> {
        let mapping = match shape.schema {
            Schema::Full => None,
            schema => Some(schema.mapping(columns).map_err(Error::usage)?),
        };
        let output = match &target.out {
            Some(path) => WholeFile::open(path, &target.options(""))?,
            None => WholeFile::stdout(),
        };
        let header = mapping.as_ref().map_or(columns, Mapping::columns).header_line();
        let mut stream = Stream { output, columns: columns.clone(), mapping, rows: 0 };
        stream.put(header.as_bytes())?;
        Ok(stream)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.output.write_all(bytes).and_then(|()| self.output.flush());
        Ok(written.map_err(|error| files::Error::from_write(error, self.output.path()))?)
    }

    fn write(&mut self, rows: &[u8]) -> Result<()> {
        let Some(mapping) = &self.mapping else { return self.put(rows) };
        // Rows that lack a column of the schema are left out.
        let text = [self.columns.header_line().as_bytes(), rows].concat();
        let mut mapped = Vec::new();
        let fine = "rows that were made here";
        let mut writer = row_writer(minirow_table::Format::Csv, mapping.columns(), &[], &mut mapped).expect(fine);
        for row in ForeignReader::new(&text[..]).expect(fine) {
            let row = row.expect(fine);
            self.rows += 1;
            if let Ok(values) = mapping.of_foreign(self.rows, &row) {
                writer.write_values(&values).expect(fine);
            }
        }
        writer.finish().expect(fine);
        let header = mapping.columns().header_line().len();
        self.put(&mapped[header..])
    }

    fn finish(self) -> Result<()> {
        self.output.finish()?;
        Ok(())
    }
}

/// A file that is complete. Its rows are compared with those of this run.
pub(crate) struct Complete {
    path: PathBuf,
    file: BufReader<File>,
    name: &'static str,
}

impl Complete {
    fn open(path: &Path, name: &'static str) -> Result<Complete> {
        let file =
            File::open(path).map_err(|error| Error::usage(format!("{}: cannot be read: {error}", path.display())))?;
        Ok(Complete { path: path.to_path_buf(), file: BufReader::with_capacity(1 << 16, file), name })
    }

    fn compare(&mut self, rows: &[u8]) -> Result<()> {
        let mut found = vec![0; rows.len()];
        if self.file.read_exact(&mut found).is_ok() && found == rows { Ok(()) } else { Err(self.is_another()) }
    }

    /// Checks that the file has no more rows than this run.
    fn finish(mut self, quiet: bool) -> Result<()> {
        if self.file.read(&mut [0]).is_ok_and(|more| more > 0) {
            return Err(self.is_another());
        }
        if !quiet {
            print_message(&format!("{}: is complete already", self.path.display()));
        }
        Ok(())
    }

    fn is_another(&self) -> Error {
        let (path, name) = (self.path.display(), self.name);
        Error::usage(format!("{path}: exists already, and is not this {name}; --force overwrites it"))
    }
}
