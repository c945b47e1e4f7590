//! A file that rows are passed on to.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use minirow_formats::{Form, JsonArray, Writer, csv_fields};
use minirow_table::files::Member;
use minirow_table::input::Entry;
use minirow_table::{Format, RowWriter, Value, WriteError, metadata, row_writer};

use crate::csv_line::with_fields;
use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::row_shape::{Manner, RowShape, with_value};

/// A file that is written row by row, as text or as Parquet.
pub(crate) struct RowSink<'a> {
    shape: &'a RowShape,
    path: PathBuf,
    /// The array that the lines of text become values of.
    array: Option<JsonArray>,
    to: Target<'a>,
}

enum Target<'a> {
    Text(Writer, &'a mut Member),
    Parquet(Box<dyn RowWriter<&'a mut Member> + 'a>),
}

impl<'a> RowSink<'a> {
    /// Begins a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn new(shape: &'a RowShape, named: Option<&Path>, to: &'a mut Member) -> Result<RowSink<'a>> {
        let is_array = shape.form.is_json() && named.map_or(shape.is_array, JsonArray::is_for);
        let path = to.path().to_path_buf();
        let to = if shape.is_parquet {
            let writer = row_writer(Format::Parquet, &shape.columns(), &metadata(&serde_json::Value::Null), to);
            Target::Parquet(writer.map_err(|error| failed(&path, error))?)
        } else {
            to.put(shape.header.as_bytes())?;
            Target::Text(shape.writer.clone(), to)
        };
        Ok(RowSink { shape, path, array: is_array.then(JsonArray::default), to })
    }

    /// Writes a row, with a value for the added column if there is one. Returns the reason if the row is refused: its line
    /// has no place for the added column, or a value does not fit its column in Parquet.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(
        &mut self,
        entry: &Entry,
        value: Option<&str>,
        dropped: &mut DroppedFields,
    ) -> Result<Result<(), String>> {
        let RowShape { manner, added, table, .. } = self.shape;
        let added = added.as_deref().zip(value);
        let line = match (&entry.text, manner, added) {
            (Some(line), Manner::Csv { delimiter, columns }, added) => {
                match with_fields(line, *delimiter, columns.len(), added.map(|(_, value)| value)) {
                    Ok(line) => Some(line),
                    Err(reason) => return Ok(Err(reason)),
                }
            }
            (line, ..) => line.as_deref().map(Cow::Borrowed),
        };
        let record = || match added {
            Some((name, value)) => Cow::Owned(with_value(&entry.record, name, value)),
            None => Cow::Borrowed(&entry.record),
        };
        match &mut self.to {
            Target::Text(writer, to) => {
                if self.shape.form == Form::Csv {
                    dropped.note_formulas(&entry.record, &entry.place);
                }
                let text = match line {
                    Some(line) if line.ends_with(b"\n") => line.into_owned(),
                    Some(line) => [&line[..], b"\n"].concat(),
                    None => {
                        let written = writer.record(&record());
                        dropped.note(written.dropped, &entry.place);
                        written.text.into_bytes()
                    }
                };
                let text = match &mut self.array {
                    Some(array) => array.lines(&text),
                    None => text,
                };
                to.put(&text)?;
            }
            Target::Parquet(writer) => {
                let texts = match (line, manner) {
                    (Some(line), Manner::Csv { delimiter, .. }) => {
                        let line = String::from_utf8_lossy(&line);
                        let texts: Vec<String> = csv_fields(&line, *delimiter).iter().map(str::to_string).collect();
                        texts
                    }
                    _ => {
                        let row = table.row(&record());
                        dropped.note(row.dropped, &entry.place);
                        row.values
                    }
                };
                let values: Vec<Value> = texts.iter().map(|text| text.as_str().into()).collect();
                match writer.write_values(&values) {
                    Err(error @ (WriteError::Value(_) | WriteError::ValueCount { .. })) => {
                        return Ok(Err(error.to_string()));
                    }
                    written => written.map_err(|error| failed(&self.path, error))?,
                }
            }
        }
        Ok(Ok(()))
    }

    /// Writes what stands after all rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(self) -> Result<()> {
        match self.to {
            Target::Text(_, to) if let Some(array) = &self.array => Ok(to.put(array.end().as_bytes())?),
            Target::Text(writer, to) if self.shape.manner == Manner::Records => Ok(to.put(writer.footer().as_bytes())?),
            Target::Text(..) => Ok(()),
            Target::Parquet(writer) => writer.finish().map(drop).map_err(|error| failed(&self.path, error)),
        }
    }
}

/// Returns the error of a writer of rows.
pub(crate) fn failed(path: &Path, error: WriteError) -> Error {
    match error {
        WriteError::Io(error) => Error::write(path, error),
        error => Error::unusable(path, error),
    }
}
