//! The files of one split in one format: one file, or shards with a fixed number of rows.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

use minirow_table::files::{Member, StagedFolder, Written};
use minirow_table::{Columns, Format, RowWriter, Value, row_writer};

use super::{DatasetFile, folder_of};
use crate::error::{Error, Result};
use crate::row_sink::failed;

/// Writes the rows of a split in a format.
pub(super) struct RowFiles<'a> {
    pub(super) split: &'a str,
    pub(super) format: Format,
    columns: &'a Columns,
    metadata: Vec<(String, String)>,
    shard_rows: Option<NonZeroU64>,
    open: Option<OpenFile>,
    /// The files that are complete, and their rows.
    done: Vec<(Written, u64)>,
}

struct OpenFile {
    writer: Box<dyn RowWriter>,
    member: SharedMember,
    rows: u64,
}

impl<'a> RowFiles<'a> {
    pub(super) fn new(
        split: &'a str,
        format: Format,
        columns: &'a Columns,
        metadata: Vec<(String, String)>,
        shard_rows: Option<NonZeroU64>,
    ) -> RowFiles<'a> {
        RowFiles { split, format, columns, metadata, shard_rows, open: None, done: Vec::new() }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, folder: &mut StagedFolder, values: &[Value]) -> Result<()> {
        if self.open.as_ref().is_some_and(|file| Some(file.rows) == self.shard_rows.map(NonZeroU64::get)) {
            self.close(folder)?;
        }
        let path = folder.path().join(self.name(self.done.len(), None));
        let file = match &mut self.open {
            Some(file) => file,
            None => {
                let member = folder.create(self.name(self.done.len(), None))?.with_checksum();
                let member = SharedMember(Arc::new(Mutex::new(member)));
                let writer = row_writer(self.format, self.columns, &self.metadata, member.clone());
                let writer = writer.map_err(|error| failed(&path, None, error))?;
                self.open.insert(OpenFile { writer, member, rows: 0 })
            }
        };
        file.rows += 1;
        file.writer.write_values(values).map_err(|error| failed(&path, None, error))
    }

    fn close(&mut self, folder: &mut StagedFolder) -> Result<()> {
        let Some(OpenFile { writer, member, rows }) = self.open.take() else { return Ok(()) };
        let path = folder.path().join(self.name(self.done.len(), None));
        writer.finish().map_err(|error| failed(&path, None, error))?;
        self.done.push((folder.add(member.into_inner())?, rows));
        Ok(())
    }

    /// Returns the path of a file within the data set; before the number of shards is known, one without it.
    fn name(&self, shard: usize, shards: Option<usize>) -> String {
        let Self { split, format, .. } = self;
        let folder = folder_of(*format);
        match (self.shard_rows, shards) {
            (None, _) => format!("{folder}/{split}.{format}"),
            (Some(_), Some(shards)) => format!("{folder}/{split}-{shard:05}-of-{shards:05}.{format}"),
            (Some(_), None) => format!("{folder}/{split}-{shard:05}.{format}"),
        }
    }

    /// Completes the files, and gives shards their names.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn finish(mut self, folder: &mut StagedFolder) -> Result<Vec<DatasetFile>> {
        self.close(folder)?;
        let mut files = Vec::new();
        for (shard, (written, rows)) in self.done.iter().enumerate() {
            let (from, path) = (self.name(shard, None), self.name(shard, Some(self.done.len())));
            if from != path {
                folder.rename(&from, &path).map_err(Error::from)?;
            }
            files.push(DatasetFile {
                split: Some(self.split.into()),
                format: Some(self.format),
                path,
                rows: Some(*rows),
                bytes: written.bytes,
                sha256: written.sha256.clone().unwrap_or_default(),
            });
        }
        Ok(files)
    }
}

/// A file that a writer of rows writes, and that is taken back after that.
#[derive(Clone)]
struct SharedMember(Arc<Mutex<Member>>);

impl SharedMember {
    fn into_inner(self) -> Member {
        let member = Arc::into_inner(self.0).expect("the writer is finished");
        member.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for SharedMember {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}
