//! The outputs of a command: files that get their names together, devices, and standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use minirow_table::files::{self, FileGroup, Member, WholeFile, WriteOptions, is_stream};
use minirow_table::input::Source;

/// The settings for the files of a run.
#[derive(Clone, Default, Debug)]
pub struct WriteMode {
    /// Overwrites files that exist.
    pub overwrite: bool,
    /// The name of the run, which is told to other runs that want to write the same files: `minirow split --dir data`.
    pub label: String,
}

/// Outputs that are complete together, or not there.
pub(crate) struct Outputs {
    /// `None` if all outputs are streams.
    group: Option<FileGroup>,
}

/// An output that is being written.
pub(crate) enum OutputFile {
    Stream(Box<WholeFile>),
    Member(Box<Member>),
}

impl OutputFile {
    pub(crate) fn writer(&mut self) -> &mut (dyn Write + Send) {
        match self {
            OutputFile::Stream(file) => file,
            OutputFile::Member(file) => file,
        }
    }
}

impl Outputs {
    /// Locks the files that are written later, so that all refusals come before the work.
    ///
    /// # Errors
    /// If a file cannot be written, exists and must not be overwritten, is one of the sources, is there twice, or is
    /// written by another run.
    pub(crate) fn open<'a>(
        paths: impl IntoIterator<Item = &'a Option<PathBuf>>,
        mode: &WriteMode,
        sources: &[Source],
    ) -> files::Result<Outputs> {
        let inputs: Vec<PathBuf> = sources.iter().filter_map(|source| source.path().map(Path::to_path_buf)).collect();
        let options =
            WriteOptions { overwrite: mode.overwrite, inputs: &inputs, label: &mode.label, ..WriteOptions::default() };
        let mut group = None;
        for path in paths.into_iter().flatten().filter(|path| !is_stream(path)) {
            match &mut group {
                None => group = Some(FileGroup::open(path, &options)?),
                Some(group) => group.reserve(path)?,
            }
        }
        Ok(Outputs { group })
    }

    /// Begins an output: standard output if there is no path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(&mut self, path: Option<&Path>) -> files::Result<OutputFile> {
        Ok(match (path, &mut self.group) {
            (None, _) => OutputFile::Stream(Box::new(WholeFile::stdout())),
            (Some(path), Some(group)) => OutputFile::Member(Box::new(group.create(path)?)),
            (Some(path), None) => OutputFile::Stream(Box::new(WholeFile::open(path, &WriteOptions::default())?)),
        })
    }

    /// Completes the outputs, and gives all files their names.
    ///
    /// # Errors
    /// If one of them cannot be written or named.
    pub(crate) fn commit(mut self, outputs: impl IntoIterator<Item = OutputFile>) -> files::Result<()> {
        for output in outputs {
            match (output, &mut self.group) {
                (OutputFile::Stream(file), _) => file.finish().map(drop)?,
                (OutputFile::Member(file), Some(group)) => group.add(*file).map(drop)?,
                (OutputFile::Member(_), None) => unreachable!("members are of the group"),
            }
        }
        self.group.map_or(Ok(()), FileGroup::commit)
    }
}
