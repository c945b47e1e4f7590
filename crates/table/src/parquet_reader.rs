//! Reading Parquet as CSV, row by row.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;

use crate::parquet_error::io_error;
use crate::shared_file::SharedFile;

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

/// Opens a file of Parquet. The bytes that are read are its rows as CSV.
///
/// # Errors
/// Returns an error if the file is not Parquet, or is damaged.
pub(crate) fn open_as_csv(file: SharedFile) -> io::Result<Box<dyn BufRead + Send>> {
    let reader = SerializedFileReader::new(file).map_err(io_error)?;
    let fields = reader.metadata().file_metadata().schema().get_fields();
    let header = line(fields.iter().map(|field| field.name().to_string()))?;
    let rows = RowIter::from_file_into(Box::new(reader));
    Ok(Box::new(BufReader::with_capacity(1 << 16, AsCsv { rows, line: Cursor::new(header) })))
}

/// The rows of a file, as bytes of CSV.
struct AsCsv {
    rows: RowIter<'static>,
    /// The line that is being read.
    line: Cursor<Vec<u8>>,
}

impl Read for AsCsv {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64 {
            let Some(row) = self.rows.next() else { return Ok(0) };
            let values = row.map_err(io_error)?.into_columns().into_iter().map(|(_, field)| text(field));
            self.line = Cursor::new(line(values)?);
        }
        self.line.read(buffer)
    }
}

fn line(values: impl Iterator<Item = String>) -> io::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().buffer_capacity(1 << 10).from_writer(Vec::new());
    writer.write_record(values)?;
    Ok(writer.into_inner().expect("a vector takes everything"))
}

/// Returns the text of a value in CSV. Floats have a point, as ratings do.
fn text(field: Field) -> String {
    let float = |number: f64| if number.fract() == 0.0 { format!("{number}.0") } else { number.to_string() };
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text,
        Field::Double(number) => float(number),
        Field::Float(number) => float(number.into()),
        other => other.to_string(),
    }
}
