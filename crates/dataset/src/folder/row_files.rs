//! The files of one split in one format: one file, or shards with a fixed number of rows.

use std::num::NonZeroU64;
use std::path::PathBuf;

use minirow_table::files::{Member, StagedFolder, Written};
use minirow_table::{Columns, Format, MAX_FILES, RowWriter, TooManyFiles, Value, row_writer};

use super::{DatasetFile, folder_of};
use crate::error::Result;
use crate::row_sink::failed;

/// Writes the rows of a split in a format.
pub(super) struct RowFiles<'a> {
    pub(super) split: &'a str,
    pub(super) format: Format,
    pub(super) columns: &'a Columns,
    pub(super) metadata: Vec<(String, String)>,
    pub(super) shard_rows: Option<NonZeroU64>,
    pub(super) open: Option<OpenFile>,
    /// The files that are complete, and their rows.
    pub(super) done: Vec<(Written, u64)>,
}

/// The file that is being written.
pub(super) struct OpenFile {
    writer: Box<dyn RowWriter<Member>>,
    path: PathBuf,
    rows: u64,
}

impl RowFiles<'_> {
    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, folder: &mut StagedFolder, values: &[Value]) -> Result<()> {
        if self.open.as_ref().is_some_and(|file| Some(file.rows) == self.shard_rows.map(NonZeroU64::get)) {
            self.close(folder)?;
        }
        let file = match &mut self.open {
            Some(file) => file,
            None => {
                let name = self.name(self.done.len(), "");
                let path = folder.path().join(&name);
                if let (MAX_FILES.., Some(shard_rows)) = (self.done.len() as u64, self.shard_rows) {
                    let rows = shard_rows.get().saturating_mul(MAX_FILES).saturating_add(1);
                    return Err(TooManyFiles { path, rows, shard_rows }.into());
                }
                let member = folder.create(name)?.with_checksum();
                let writer = row_writer(self.format, self.columns, &self.metadata, member);
                let writer = writer.map_err(|error| failed(&path, error))?;
                self.open.insert(OpenFile { writer, path, rows: 0 })
            }
        };
        file.rows += 1;
        file.writer.write_values(values).map_err(|error| failed(&file.path, error))
    }

    fn close(&mut self, folder: &mut StagedFolder) -> Result<()> {
        let Some(OpenFile { writer, path, rows }) = self.open.take() else { return Ok(()) };
        let member = writer.finish().map_err(|error| failed(&path, error))?;
        self.done.push((folder.add(member)?, rows));
        Ok(())
    }

    /// Returns the path of a file within the data set. `of` is the number of shards in its name, once that is known.
    fn name(&self, shard: usize, of: &str) -> String {
        let RowFiles { split, format, .. } = self;
        let shard = self.shard_rows.map(|_| format!("-{shard:05}{of}")).unwrap_or_default();
        format!("{}/{split}{shard}.{format}", folder_of(*format))
    }

    /// Completes the files, and gives shards their names.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn finish(mut self, folder: &mut StagedFolder) -> Result<Vec<DatasetFile>> {
        self.close(folder)?;
        let of = format!("-of-{:05}", self.done.len());
        let mut files = Vec::new();
        for (shard, (written, rows)) in std::mem::take(&mut self.done).into_iter().enumerate() {
            let (from, path) = (self.name(shard, ""), self.name(shard, &of));
            if from != path {
                folder.rename(&from, &path)?;
            }
            let (split, format) = (Some(self.split.to_string()), Some(self.format));
            files.push(DatasetFile { path, split, format, rows: Some(rows), written });
        }
        Ok(files)
    }
}
