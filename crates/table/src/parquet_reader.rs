//! Reading Parquet row by row.

use std::io::{self, BufRead, BufReader, Read};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};

use crate::parquet_error::io_error;
use crate::shared_file::SharedFile;
use crate::value::Value;

/// How every such file begins.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

impl Length for SharedFile {
    fn len(&self) -> u64 {
        self.length().unwrap_or_default()
    }
}

impl ChunkReader for SharedFile {
    type T = BufReader<SharedFile>;

    fn get_read(&self, start: u64) -> ParquetResult<BufReader<SharedFile>> {
        Ok(BufReader::new(self.at(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let mut bytes = Vec::with_capacity(length);
        let found = self.at(start).take(length as u64).read_to_end(&mut bytes)?;
        if found != length {
            return Err(ParquetError::EOF(format!("Expected to read {length} bytes, read only {found}")));
        }
        Ok(bytes.into())
    }
}

/// The rows of a file as values.
pub(crate) struct ParquetRows {
    names: Vec<String>,
    rows: RowIter<'static>,
}

impl ParquetRows {
    /// Opens a file.
    ///
    /// # Errors
    /// If it is no such file, or is damaged.
    pub(crate) fn open(file: SharedFile) -> io::Result<ParquetRows> {
        let reader = SerializedFileReader::new(file).map_err(io_error)?;
        let fields = reader.metadata().file_metadata().schema().get_fields();
        let names = fields.iter().map(|field| field.name().to_string()).collect();
        Ok(ParquetRows { names, rows: RowIter::from_file_into(Box::new(reader)) })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

impl Iterator for ParquetRows {
    type Item = io::Result<Vec<Value<'static>>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.rows.next()?.map(values).map_err(io_error))
    }
}

fn values(row: Row) -> Vec<Value<'static>> {
    row.into_columns().into_iter().map(|(_, field)| value(field)).collect()
}

fn value(field: Field) -> Value<'static> {
    match field {
        Field::Null => Value::Missing,
        Field::Str(text) => text.into(),
        Field::Bool(value) => value.into(),
        Field::UByte(number) => number.into(),
        Field::UShort(number) => number.into(),
        Field::UInt(number) => u64::from(number).into(),
        Field::ULong(number) => number.into(),
        Field::Double(number) => number.into(),
        Field::Float(number) => f64::from(number).into(),
        other => other.to_string().into(),
    }
}

/// Opens a file, whose rows are read as CSV.
///
/// # Errors
/// If it is no such file, or is damaged.
pub(crate) fn open_as_csv(file: SharedFile) -> io::Result<Box<dyn BufRead + Send>> {
    let rows = ParquetRows::open(file)?;
    let mut text = Vec::new();
    add_line(&mut text, rows.names())?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, AsCsv { rows, text, read: 0 })))
}

fn add_line(text: &mut Vec<u8>, values: impl Iterator<Item = impl AsRef<str>>) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().buffer_capacity(1 << 10).from_writer(text);
    for value in values {
        writer.write_field(value.as_ref())?;
    }
    writer.write_record(None::<&[u8]>)?;
    writer.flush()
}

/// A file that is read row by row.
struct AsCsv {
    rows: ParquetRows,
    /// The line that is being handed on.
    text: Vec<u8>,
    read: usize,
}

impl Read for AsCsv {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.text.len() {
            self.read = 0;
            self.text.clear();
            match self.rows.next() {
                Some(row) => add_line(&mut self.text, row?.into_iter().map(csv_text))?,
                None => return Ok(0),
            }
        }
        let number = buffer.len().min(self.text.len() - self.read);
        buffer[..number].copy_from_slice(&self.text[self.read..self.read + number]);
        self.read += number;
        Ok(number)
    }
}

/// The text of a value of a file of any program. Floats have a point, as ratings have one.
fn csv_text(value: Value) -> String {
    match value {
        Value::Float(number) if number.fract() == 0.0 => format!("{number}.0"),
        other => other.to_string(),
    }
}
