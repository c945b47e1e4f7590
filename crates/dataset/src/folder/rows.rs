//! The rows of the inputs of a data set: read, prepared, and left out if they repeat an earlier one.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use minirow_files::sort::SortBudget;
use minirow_table::input::{BadLine, Place};
use minirow_table::{Columns, ForeignReader, ForeignRow, ReadError, RowError, RowErrorKind, Run};

use super::prepared_row::{PreparedRow, RowColumns};
use super::{DatasetSpec, DatasetSummary, InputFile};
use crate::counted::counted;
use crate::error::{Error, Result};
use crate::in_order::{in_order, leave_out};
use crate::repetitions::{KeyKind, Repetitions, RowKeys};

/// The rows of the inputs, of which those are left out that repeat an earlier one.
pub(super) struct FirstRows<'a> {
    pub(super) inputs: &'a [InputFile],
    pub(super) readers: Vec<ForeignReader<'static>>,
    pub(super) columns: &'a RowColumns,
    pub(super) repetitions: Repetitions,
}

impl FirstRows<'_> {
    /// Passes each row that is kept to `take`, with its place. Reports and counts the others.
    ///
    /// # Errors
    /// If a file cannot be read to its end, or `take` returns an error.
    pub(super) fn each(
        self,
        spec: &DatasetSpec,
        summary: &mut DatasetSummary,
        run: &Run,
        mut take: impl FnMut(&Place, &PreparedRow) -> Result<()> + Send,
    ) -> Result<()> {
        let FirstRows { inputs, readers, columns, mut repetitions } = self;
        let names: Vec<Arc<str>> = names_of(inputs).collect();
        let prepare = |rows: Vec<NumberedRow>| {
            rows.into_iter().map(|(file, row)| prepare(columns, spec, &names[file], row)).collect()
        };
        // The rows that are refused, for which the next row with an equivalent puzzle is kept.
        let (mut refused, mut rows) = (HashSet::new(), 0);
        run.observer.begin("rows split", None);
        in_order(numbered_rows(readers), run, prepare, |row| {
            let (number, repetition) = (rows, repetitions.of_row(rows)?);
            rows += 1;
            let (place, row) = match row {
                Ok(row) => row,
                Err(bad) => {
                    summary.refused += 1;
                    refused.extend(repetition.is_none().then_some(number));
                    return leave_out(bad, false, run);
                }
            };
            if repetition.is_none_or(|repetition| refused.remove(&repetition.first_row)) {
                return take(&place, &row);
            }
            summary.duplicates += 1;
            if summary.duplicates == 1 {
                run.observer.message(&format!("{place}: left out: its puzzle is equivalent to an earlier one"));
            }
            Ok(())
        })?;
        run.observer.end();
        if summary.duplicates > 1 {
            let rows = counted(summary.duplicates, "row");
            run.observer
                .message(&format!("left out in all: {rows} with a puzzle that is equivalent to an earlier one"));
        }
        Ok(())
    }
}

/// A row with the number of its file, counted from 0.
type NumberedRow = (usize, Result<ForeignRow, RowError>);

fn numbered_rows(readers: Vec<ForeignReader<'static>>) -> impl Iterator<Item = NumberedRow> + Send {
    readers.into_iter().enumerate().flat_map(|(file, reader)| reader.map(move |row| (file, row)))
}

fn names_of(inputs: &[InputFile]) -> impl Iterator<Item = Arc<str>> {
    inputs.iter().map(|(path, _)| path.display().to_string().into())
}

/// Finds the rows whose puzzles are equivalent to earlier ones, whether they can be used or not.
pub(super) fn repetitions(
    inputs: &[InputFile],
    spec: &DatasetSpec,
    budget: &SortBudget,
    folder: &Path,
    run: &Run,
) -> Result<Repetitions> {
    let (readers, columns) = open_inputs(inputs, spec.column.as_deref())?;
    let mut keys = RowKeys::new(names_of(inputs), budget, &budget.folder(Some(folder))?);
    let key = |row: Result<ForeignRow, RowError>| row.ok().and_then(|row| Some((row.line, columns.key(&row)?)));
    let keys_of = |rows: Vec<NumberedRow>| rows.into_iter().map(|(file, row)| (file, key(row))).collect();
    run.observer.begin("rows compared", None);
    in_order(numbered_rows(readers), run, keys_of, |(file, key)| {
        keys.begin_row(file);
        key.map_or(Ok(()), |(line, key)| keys.push(line, KeyKind::Puzzle, key, 0))
    })?;
    run.observer.end();
    keys.repetitions(0)
}

/// Prepares a row of a file, and returns it with its place.
///
/// # Errors
/// If the row cannot be used, or the file cannot be read any further.
fn prepare(
    columns: &RowColumns,
    spec: &DatasetSpec,
    file: &Arc<str>,
    row: Result<ForeignRow, RowError>,
) -> Result<(Place, PreparedRow), BadLine> {
    let (line, reason) = match row {
        Ok(row) => match columns.prepare(&spec.rule, &row, spec.trace) {
            Ok(prepared) => return Ok((Place::new(file, row.line), prepared)),
            Err(reason) => (row.line, reason),
        },
        // The other rows of the file are missing, so the data set would not be complete.
        Err(RowError { line, kind: kind @ RowErrorKind::Io(_) }) => {
            return Err(BadLine { is_unreadable: true, ..BadLine::new(Place::new(file, line), kind) });
        }
        Err(RowError { line, kind }) => (line, kind.to_string()),
    };
    Err(BadLine::new(Place::new(file, line), format!("left out: {reason}")))
}

/// Opens the inputs, which may have their puzzles in a column with a name. All must have the same columns.
pub(super) fn open_inputs(
    inputs: &[InputFile],
    column: Option<&str>,
) -> Result<(Vec<ForeignReader<'static>>, RowColumns)> {
    let mut readers: Vec<ForeignReader> = Vec::new();
    for (path, file) in inputs {
        let expected = "expected CSV or Parquet as `minirow pack` and `minirow grade` write it";
        let failed = |error| match error {
            ReadError::Io(error) => Error::read(path, error),
            ReadError::Header(RowError { line, kind }) => {
                Error::invalid(format!("{}:{line}", path.display()), format!("{kind}; {expected}"))
            }
            error => Error::invalid(path.display(), format!("{error}; {expected}")),
        };
        let reader = ForeignReader::open(file.clone()).map_err(failed)?;
        if let Some(first) = readers.first().filter(|first| first.columns() != reader.columns()) {
            let names = |columns: &Columns| columns.names().collect::<Vec<_>>().join(",");
            let (found, expected) = (names(reader.columns()), names(first.columns()));
            let reason = format!("has the columns {found}, expected {expected} as in the first file");
            return Err(Error::invalid(path.display(), reason));
        }
        readers.push(reader);
    }
    let (Some((path, _)), Some(first)) = (inputs.first(), readers.first()) else { return Err(Error::NoFiles) };
    let columns = RowColumns::of(path, first.columns(), column)?;
    Ok((readers, columns))
}
