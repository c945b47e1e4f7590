//! The files of one split: its rows in each format, and the steps of its paths. The rows are in one file of each format, or in
//! shards with a fixed number of rows.

use std::num::NonZeroU64;
use std::path::PathBuf;

use minirow_files::{Member, StagedFolder, Written};
use minirow_table::{Columns, Format, MAX_FILES, RowWriter, TooManyFiles, metadata, row_writer};
use serde_json::{Value, json};

use super::prepared_row::PreparedRow;
use super::{DatasetFile, DatasetSpec, folder_of};
use crate::error::Result;
use crate::row_sink::failed;

pub(super) struct SplitFiles<'a> {
    name: &'a str,
    rows: Vec<RowFiles<'a>>,
    /// The steps, as soon as there are some.
    trace: Option<Member>,
}

impl<'a> SplitFiles<'a> {
    pub(super) fn new(name: &'a str, spec: &DatasetSpec, recipes: &[Value], columns: &'a Columns) -> SplitFiles<'a> {
        let recipe = if let [recipe] = recipes { recipe.clone() } else { json!(recipes) };
        let mut metadata = metadata(&recipe);
        metadata.push(("title".into(), spec.title.clone()));
        metadata.push(("split".into(), name.into()));
        let files = |&format: &Format| RowFiles {
            split: name,
            format,
            columns,
            metadata: metadata.clone(),
            shard_rows: spec.shard_rows,
            open: None,
            done: Vec::new(),
        };
        SplitFiles { name, rows: spec.formats.iter().map(files).collect(), trace: None }
    }

    fn trace_path(&self) -> String {
        format!("trace/{}.jsonl", self.name)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, folder: &mut StagedFolder, row: &PreparedRow) -> Result<()> {
        self.rows.iter_mut().try_for_each(|files| files.write(folder, &row.values))?;
        let path = self.trace_path();
        if let Some(steps) = &row.trace {
            let trace = match &mut self.trace {
                Some(trace) => trace,
                none => none.insert(folder.create(path)?.with_checksum()),
            };
            trace.put(steps.as_bytes())?;
        }
        Ok(())
    }

    /// Completes the files.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn finish(self, folder: &mut StagedFolder) -> Result<Vec<DatasetFile>> {
        let path = self.trace_path();
        let mut files = Vec::new();
        for rows in self.rows {
            files.extend(rows.finish(folder)?);
        }
        if let Some(trace) = self.trace {
            let (split, written) = (Some(self.name.to_string()), folder.add(trace)?);
            // The number of its lines is that of steps, not of rows.
            files.push(DatasetFile { path, split, format: None, rows: None, written });
        }
        Ok(files)
    }
}

/// Writes the rows of a split in a format.
struct RowFiles<'a> {
    split: &'a str,
    format: Format,
    columns: &'a Columns,
    metadata: Vec<(String, String)>,
    shard_rows: Option<NonZeroU64>,
    open: Option<OpenFile>,
    /// The files that are complete, and their rows.
    done: Vec<(Written, u64)>,
}

/// The file that is being written.
struct OpenFile {
    writer: Box<dyn RowWriter<Member>>,
    path: PathBuf,
    rows: u64,
}

impl RowFiles<'_> {
    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&mut self, folder: &mut StagedFolder, values: &[minirow_table::Value]) -> Result<()> {
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
    fn finish(mut self, folder: &mut StagedFolder) -> Result<Vec<DatasetFile>> {
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
