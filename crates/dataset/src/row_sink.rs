//! A file that rows are passed on to.

use std::io::Write;
use std::path::Path;

use minirow_formats::Writer;
use minirow_table::input::{Entry, Place};
use minirow_table::{Format, RowWriter, Value, WriteError, metadata, row_writer};

use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::row_shape::RowShape;

/// A file that is written row by row, as text or as Parquet.
pub(crate) struct RowSink<'a> {
    shape: &'a RowShape,
    path: &'a Path,
    to: To<'a>,
}

enum To<'a> {
    Text(Writer, &'a mut (dyn Write + Send)),
    Parquet(Box<dyn RowWriter + 'a>),
}

impl<'a> RowSink<'a> {
    /// Begins a file; `path` is for messages.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(shape: &'a RowShape, path: &'a Path, to: &'a mut (dyn Write + Send)) -> Result<RowSink<'a>> {
        let to = if shape.is_parquet() {
            let metadata = metadata(&serde_json::Value::Null);
            let writer = row_writer(Format::Parquet, &shape.columns(), &metadata, to);
            To::Parquet(writer.map_err(|error| failed(path, None, error))?)
        } else {
            to.write_all(shape.header().as_bytes()).map_err(|error| Error::write(path, error))?;
            To::Text(shape.writer(), to)
        };
        Ok(RowSink { shape, path, to })
    }

    /// Writes a row, with a value for the added column. Returns the reason if the row is refused: its line has no place
    /// for the added column.
    ///
    /// # Errors
    /// If the file cannot be written, or a value does not fit its column in Parquet.
    pub(crate) fn write(
        &mut self,
        entry: &Entry,
        line: Option<&[u8]>,
        value: Option<&str>,
        dropped: &mut DroppedFields,
    ) -> Result<Result<(), String>> {
        match &mut self.to {
            To::Text(writer, to) => match self.shape.text(writer, entry, line, value, dropped) {
                Ok(text) => to.write_all(&text).map_err(|error| Error::write(self.path, error))?,
                Err(reason) => return Ok(Err(reason)),
            },
            To::Parquet(writer) => match self.shape.values(entry, line, value, dropped) {
                Ok(texts) => {
                    let values: Vec<Value> = texts.iter().map(|text| text.as_str().into()).collect();
                    writer.write_values(&values).map_err(|error| failed(self.path, Some(&entry.place), error))?;
                }
                Err(reason) => return Ok(Err(reason)),
            },
        }
        Ok(Ok(()))
    }

    /// Writes what stands after all rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(self) -> Result<()> {
        match self.to {
            To::Text(_, to) => {
                let footer = self.shape.footer().as_bytes();
                to.write_all(footer).map_err(|error| Error::write(self.path, error))
            }
            To::Parquet(writer) => writer.finish().map_err(|error| failed(self.path, None, error)),
        }
    }
}

/// Returns the error of a writer of rows.
pub(crate) fn failed(path: &Path, place: Option<&Place>, error: WriteError) -> Error {
    match (error, place) {
        (WriteError::Io(error), _) => Error::write(path, error),
        (error @ (WriteError::Value(_) | WriteError::ValueCount { .. }), Some(place)) => {
            Error::Row { place: place.clone(), reason: error.to_string() }
        }
        (source, _) => Error::Format { path: path.to_path_buf(), source },
    }
}
