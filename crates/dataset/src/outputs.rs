//! The outputs of a command: files that get their names together, devices, and standard output.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use minirow_table::files::{self, FileGroup, Member, WholeFile, WriteOptions, is_stream};
use minirow_table::input::Source;

/// How files are written.
#[derive(Clone, Default, Debug)]
pub struct WriteMode {
    /// Overwrites files that exist.
    pub overwrite: bool,
    /// Names the run for others that want to write the same files: `minirow split --dir data`.
    pub label: String,
}

/// Outputs that are complete together, or not there.
pub(crate) struct Outputs {
    /// None if all outputs are streams.
    group: Option<FileGroup>,
}

/// An output that is being written.
pub(crate) enum OutputFile {
    Stream(Box<WholeFile>),
    Member(Box<Member>),
}

impl Outputs {
    /// Locks files that are written later, so that all refusals come before the work.
    ///
    /// # Errors
    /// If a file cannot be written, exists and must not be overwritten, is one of the sources, is there twice, or is
    /// written by another run.
    pub(crate) fn open(paths: &[&Path], mode: &WriteMode, sources: &[Source]) -> files::Result<Outputs> {
        let inputs: Vec<PathBuf> = sources.iter().filter_map(|source| source.path().map(Path::to_path_buf)).collect();
        let options =
            WriteOptions { overwrite: mode.overwrite, inputs: &inputs, label: &mode.label, ..WriteOptions::default() };
        let mut group = None;
        for path in paths.iter().filter(|path| !is_stream(path)) {
            match &mut group {
                None => group = Some(FileGroup::open(path, &options)?),
                Some(group) => group.reserve(path)?,
            }
        }
        Ok(Outputs { group })
    }

    /// Begins an output; standard output if there is no path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(&mut self, path: Option<&Path>) -> files::Result<OutputFile> {
        match (path, &mut self.group) {
            (None, _) => Ok(OutputFile::Stream(Box::new(WholeFile::stdout()))),
            (Some(path), Some(group)) => Ok(OutputFile::Member(Box::new(group.create(path)?))),
            (Some(path), None) => Ok(OutputFile::Stream(Box::new(WholeFile::open(path, &WriteOptions::default())?))),
        }
    }

    /// Takes an output that is complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, file: OutputFile) -> files::Result<()> {
        match (file, &mut self.group) {
            (OutputFile::Stream(file), _) => file.finish().map(drop),
            (OutputFile::Member(file), Some(group)) => group.add(*file).map(drop),
            (OutputFile::Member(_), None) => unreachable!("members are of the group"),
        }
    }

    /// Gives all files their names.
    ///
    /// # Errors
    /// If that is not possible.
    pub(crate) fn commit(self) -> files::Result<()> {
        self.group.map_or(Ok(()), FileGroup::commit)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::Stream(file) => file.write(bytes),
            OutputFile::Member(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::Stream(file) => file.flush(),
            OutputFile::Member(file) => file.flush(),
        }
    }
}
