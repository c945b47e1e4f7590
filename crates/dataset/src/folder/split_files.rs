//! The files of one split: its rows in each format, and the steps of its paths.

use minirow_table::files::{Member, StagedFolder};
use minirow_table::{Columns, Format, metadata};
use serde_json::{Value, json};

use super::prepared_row::PreparedRow;
use super::row_files::RowFiles;
use super::{DatasetFile, DatasetSpec};
use crate::error::Result;

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
