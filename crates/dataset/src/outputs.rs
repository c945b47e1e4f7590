//! The outputs of a command: files that get their names together, devices, and standard output.

use std::path::PathBuf;

use minirow_files::{FileGroup, WriteOptions, is_same_target};
use minirow_table::OutputShape;
use minirow_table::input::Source;

/// The settings for the files of a run.
#[derive(Clone, Default, Debug)]
pub struct WriteMode {
    /// Overwrites files that exist.
    pub overwrite: bool,
    /// The names of the files follow from that of a folder, so links and devices are refused.
    pub only_files: bool,
    /// The name of the run, which is told to other runs that want to write the same files: `minirow split --dir data`.
    pub label: String,
}

impl WriteMode {
    /// Locks the files that are written later, so that all refusals come before the work.
    ///
    /// # Errors
    /// If a file cannot be written, exists and must not be overwritten, is one of the sources, is there twice, or is
    /// written by another run.
    pub(crate) fn open<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a Option<PathBuf>>,
        sources: &[Source],
    ) -> minirow_files::Result<FileGroup> {
        let options =
            WriteOptions { overwrite: self.overwrite, resume: false, only_files: self.only_files, label: &self.label };
        let paths: Vec<&PathBuf> = paths.into_iter().flatten().collect();
        FileGroup::finish_interrupted(paths.iter().map(|path| path.as_path()), &options)?;
        for path in &paths {
            let is_written = |source: &&Source| source.file().is_some_and(|file| is_same_target(path, file));
            if let Some(input) = sources.iter().find(is_written) {
                return Err(minirow_files::Error::IsInput(path.to_path_buf(), input.name().to_string().into()));
            }
            if !minirow_files::is_stream(path) {
                OutputShape::default().refuse_existing(path, None, &options)?;
            }
        }
        let mut group = FileGroup::new(&options);
        paths.iter().try_for_each(|path| group.reserve(path))?;
        Ok(group)
    }
}
