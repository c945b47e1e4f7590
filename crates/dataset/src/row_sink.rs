//! A file that rows are passed on to.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use minirow_files::Member;
use minirow_formats::{Form, JsonArray, Writer};
use minirow_table::input::Entry;
use minirow_table::{Format, RowWriter, Value, WriteError, metadata, row_writer};

use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::row_shape::{Manner, RowShape, with_value};

/// A file that is written row by row, as text or as Parquet.
pub(crate) struct RowSink<'a> {
    shape: &'a RowShape,
    path: PathBuf,
    /// The array that the lines of text become values of.
    array: Option<JsonArray>,
    to: Target,
}

#[expect(clippy::large_enum_variant, reason = "there is one for each file that is written")]
enum Target {
    Text(Writer, Member),
    Parquet(Box<dyn RowWriter<Member>>),
}

impl<'a> RowSink<'a> {
    /// Begins a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn new(shape: &'a RowShape, named: Option<&Path>, mut to: Member) -> Result<RowSink<'a>> {
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

    /// Writes a row, with a value for the added column if there is one. Returns the reason if the row is refused: a value does not
    /// fit its column in Parquet.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(
        &mut self,
        entry: &Entry,
        value: Option<&str>,
        dropped: &mut DroppedFields,
    ) -> Result<Result<(), String>> {
        let RowShape { added, table, .. } = self.shape;
        let added = added.as_deref().zip(value);
        let value = added.map(|(_, value)| value);
        let record = || match added {
            Some((name, value)) => Cow::Owned(with_value(&entry.record, name, value)),
            None => Cow::Borrowed(&entry.record),
        };
        match &mut self.to {
            Target::Text(writer, to) => {
                if self.shape.form == Form::Csv {
                    dropped.note_formulas(&entry.record, &entry.place);
                }
                let text = match &entry.raw {
                    Some(row) => row.whole(value),
                    None => {
                        let written = writer.record(&record());
                        dropped.note(written.dropped, &entry.place);
                        written.text.into_bytes().into()
                    }
                };
                match &mut self.array {
                    Some(array) => to.put(&array.lines(&text))?,
                    None => to.put(&text)?,
                }
            }
            Target::Parquet(writer) => {
                let texts;
                let values: Vec<Value> = match &entry.raw {
                    Some(row) => row.fields.iter().chain(value).map(Value::from).collect(),
                    None => {
                        let row = table.row(&record());
                        dropped.note(row.dropped, &entry.place);
                        texts = row.values;
                        texts.iter().map(|text| text.as_str().into()).collect()
                    }
                };
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

    /// Writes what stands after all rows, and returns the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(self) -> Result<Member> {
        match self.to {
            Target::Text(writer, mut to) => {
                if let Some(array) = &self.array {
                    to.put(array.end().as_bytes())?;
                } else if self.shape.manner == Manner::Records {
                    to.put(writer.footer().as_bytes())?;
                }
                Ok(to)
            }
            Target::Parquet(writer) => writer.finish().map_err(|error| failed(&self.path, error)),
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
