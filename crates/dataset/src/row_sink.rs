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
    writer: Writer,
    to: To<'a>,
}

enum To<'a> {
    Text(&'a mut (dyn Write + Send)),
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
            To::Text(to)
        };
        Ok(RowSink { shape, path, writer: shape.writer(), to })
    }

    /// Returns a row as it is written, with a value for the added column.
    ///
    /// # Errors
    /// If the line has no place for the added column.
    pub(crate) fn row(
        &mut self,
        entry: &Entry,
        line: Option<&[u8]>,
        value: Option<&str>,
        dropped: &mut DroppedFields,
    ) -> Result<Vec<u8>, String> {
        self.shape.row(&mut self.writer, entry, line, value, dropped)
    }

    /// Writes a row that [`row`](Self::row) has returned.
    ///
    /// # Errors
    /// If it cannot be written, or a value does not fit its column in Parquet.
    pub(crate) fn write(&mut self, row: &[u8], place: &Place) -> Result<()> {
        match &mut self.to {
            To::Text(to) => to.write_all(row).map_err(|error| Error::write(self.path, error)),
            To::Parquet(writer) => {
                let fields = self.shape.fields(row);
                let values: Vec<Value> = fields.iter().map(|field| Value::from(field.as_str())).collect();
                writer.write_values(&values).map_err(|error| failed(self.path, Some(place), error))
            }
        }
    }

    /// Writes what stands after all rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(self) -> Result<()> {
        match self.to {
            To::Text(to) => {
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
