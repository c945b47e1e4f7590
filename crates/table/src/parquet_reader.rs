//! Reading Parquet as CSV, row by row.

mod budget;
mod depth;
mod page;
mod pages;
mod thrift;

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::slice;
use std::sync::Arc;

use bytes::Bytes;
use minirow_files::SharedFile;
use minirow_files::panics;
use minirow_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS, TableHeader, csv_record};
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

use self::budget::{Budget, TooLarge};
use self::pages::CheckedGroup;
use crate::error::InvalidParquet;
use crate::input::NeededColumns;
use crate::parquet_error::io_error;

impl NeededColumns {
    /// Returns `true` for each needed column of a header. A header without puzzles is needed as a whole, for the message about it.
    fn of(self, header: &TableHeader) -> Vec<bool> {
        let is_one = |names: &[&str], name: &str| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        match self.0.filter(|_| header.names().any(|name| is_one(&PUZZLE_COLUMNS, name))) {
            Some(needed) => {
                let all = [&PUZZLE_COLUMNS[..], &SOLUTION_COLUMNS, needed];
                header.names().map(|name| all.iter().any(|names| is_one(names, name))).collect()
            }
            None => header.names().map(|_| true).collect(),
        }
    }
}

/// A file of Parquet for the library.
#[derive(Clone)]
struct ParquetFile(SharedFile);

impl Length for ParquetFile {
    fn len(&self) -> u64 {
        self.0.length().unwrap_or_default()
    }
}

impl ChunkReader for ParquetFile {
    type T = BufReader<FilePart>;

    fn get_read(&self, start: u64) -> ParquetResult<BufReader<FilePart>> {
        Ok(BufReader::new(FilePart(self.0.at(start))))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        // The length may be damaged, so it is compared with that of the file before memory is reserved.
        let available = self.0.length()?.saturating_sub(start);
        if length as u64 > available {
            return Err(ParquetError::EOF(format!("{length} bytes at {start}, where the file has {available}")));
        }
        let mut bytes = Vec::with_capacity(length);
        let found = self.0.at(start).take(length as u64).read_to_end(&mut bytes)?;
        if found != length {
            return Err(ParquetError::EOF(format!("{length} bytes at {start}, where the file has {found}")));
        }
        Ok(bytes.into())
    }
}

/// A part of a file, which ends before the file does. At the end of the file, a read is an error: the library would skip a
/// missing list item by item, up to the length that a damaged header gives.
struct FilePart(SharedFile);

impl Read for FilePart {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            found => Ok(found),
        }
    }
}

/// The number of rows that are read at a time. Their values keep pages in memory. A row with repeated values may be large, so such
/// rows are read one by one.
const BATCH: usize = 32;

/// The bytes of the budget for a row in addition to its text, because each row takes time.
const ROW: u64 = 64;

/// The size of the texts of a row from which no more are made: no reader takes a longer line.
const LONGEST_ROW: usize = 1 << 21;

/// Opens a file of Parquet. The bytes that are read are its rows as CSV, with the columns that are needed. If the names of the columns
/// are invalid, all are read, so that the reader of CSV reports it.
///
/// # Errors
/// Returns an error if the file is not Parquet, or is damaged.
pub(crate) fn open_as_csv(file: SharedFile, needed: NeededColumns) -> io::Result<Box<dyn BufRead + Send>> {
    let damaged = |error| invalid(None, None, error);
    let length = file.length()?;
    let file = ParquetFile(file);
    let bytes = file.clone();
    let file = caught(|| depth::check(&file).and_then(|()| SerializedFileReader::new(file))).map_err(damaged)?;
    let fields = caught(|| Ok(file.metadata().file_metadata().schema().get_fields().to_vec())).map_err(damaged)?;
    if fields.is_empty() {
        return Err(damaged(ParquetError::General("a schema without columns".into())));
    }
    // The header of CSV is one line.
    let name = |field: &TypePtr| field.name().replace(['\n', '\r'], " ");
    let header = TableHeader::of(&fields.iter().map(name).collect());
    let is_needed = header.map_or_else(|_| vec![true; fields.len()], |header| needed.of(&header));
    let fields: Vec<TypePtr> =
        fields.into_iter().zip(is_needed).filter(|(_, is_needed)| *is_needed).map(|(field, _)| field).collect();
    check_codecs(file.metadata(), &fields)?;
    let header = Cursor::new(line(fields.iter().map(name)));
    let budget = Arc::new(Budget::new(length));
    let rows = AsCsv { file, bytes, fields, budget, next_group: 0, rows: None, line: header, is_over: false };
    Ok(Box::new(BufReader::with_capacity(1 << 16, rows)))
}

/// Refuses columns that are compressed in a way that this build cannot read.
fn check_codecs(metadata: &ParquetMetaData, fields: &[TypePtr]) -> io::Result<()> {
    let columns = metadata.row_groups().iter().flat_map(RowGroupMetaData::columns);
    for column in columns {
        let codec = match column.compression() {
            Compression::BROTLI(_) => "Brotli",
            Compression::LZ4 | Compression::LZ4_RAW => "LZ4",
            Compression::LZO => "LZO",
            _ => continue,
        };
        let name = column.column_path().parts().first();
        if fields.iter().any(|field| name.is_some_and(|name| name == field.name())) {
            let found = format!("found the column `{}` compressed with {codec}", name.map_or("", String::as_str));
            let reason = format!("{found}, expected Zstandard, Snappy, gzip or no compression");
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
    }
    Ok(())
}

/// The rows of a file, as bytes of CSV.
struct AsCsv {
    file: SerializedFileReader<ParquetFile>,
    bytes: ParquetFile,
    /// The columns that are read.
    fields: Vec<TypePtr>,
    budget: Arc<Budget>,
    /// The index of the row group after that of `rows`.
    next_group: usize,
    rows: Option<ReaderIter>,
    /// The line that is being read.
    line: Cursor<Vec<u8>>,
    /// `true` after an error.
    is_over: bool,
}

impl Read for AsCsv {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64 {
            if self.is_over {
                return Ok(0);
            }
            let next = self.next_line();
            self.is_over = !matches!(next, Ok(Some(_)));
            let Some(line) = next? else { return Ok(0) };
            self.line = Cursor::new(line);
        }
        self.line.read(buffer)
    }
}

impl AsCsv {
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(rows) = &mut self.rows {
                let values = caught(|| rows.next().map(|row| row.map(texts)).transpose());
                match values.map_err(|error| self.damage(self.next_group - 1, error))? {
                    Some(values) => {
                        let line = line(values.into_iter());
                        let spent = self.budget.spend(line.len() as u64 + ROW);
                        return spent.map(|()| Some(line)).map_err(|error| invalid(None, None, error));
                    }
                    None => self.rows = None,
                }
            }
            if self.next_group == self.file.num_row_groups() {
                return Ok(None);
            }
            self.next_group += 1;
            let rows = caught(|| self.rows(self.next_group - 1, &self.fields));
            self.rows = Some(rows.map_err(|error| self.damage(self.next_group - 1, error))?);
        }
    }

    /// Returns the error of a row group with its first column that cannot be read.
    fn damage(&self, group: usize, error: ParquetError) -> io::Error {
        for field in self.fields.iter().filter(|_| !is_too_large(&error)) {
            let found = caught(|| {
                self.rows(group, slice::from_ref(field))?.try_for_each(|row| row.map(|row| drop(texts(row))))
            });
            if let Err(error) = found {
                return invalid(Some(group), Some(field.name().into()), error);
            }
        }
        invalid(Some(group), None, error)
    }

    /// Returns the rows of a row group, with some of the columns.
    fn rows(&self, group: usize, fields: &[TypePtr]) -> ParquetResult<ReaderIter> {
        let group = self.file.get_row_group(group)?;
        let metadata = group.metadata();
        let names: HashSet<&str> = fields.iter().map(|field| field.name()).collect();
        let is_read = |name: &String| names.contains(name.as_str());
        let columns =
            metadata.columns().iter().filter(|column| column.column_path().parts().first().is_some_and(is_read));
        let mut batch = BATCH;
        for column in columns {
            let (values, rows) = (column.num_values(), metadata.num_rows());
            if column.column_descr().max_rep_level() > 0 {
                batch = 1;
            } else if values != rows {
                return Err(ParquetError::General(format!("{values} values in {rows} rows")));
            }
        }
        let schema = match fields.len() == metadata.schema_descr().root_schema().get_fields().len() {
            true => metadata.schema_descr_ptr(),
            false => {
                let root = Type::group_type_builder("schema").with_fields(fields.to_vec()).build()?;
                Arc::new(SchemaDescriptor::new(Arc::new(root)))
            }
        };
        let (file, budget) = (self.bytes.clone(), self.budget.clone());
        let group = CheckedGroup { group, file, budget, batch: batch as u64 };
        TreeBuilder::new().with_batch_size(batch).as_iter(schema, &group)
    }
}

/// Calls the Parquet library, which panics on some damaged files and on types that it cannot convert.
fn caught<T>(call: impl FnOnce() -> ParquetResult<T>) -> ParquetResult<T> {
    panics::caught(call).unwrap_or_else(|panic| Err(ParquetError::General(panic)))
}

/// Returns `true` if a file is not damaged, but needs too much memory or time.
fn is_too_large(error: &ParquetError) -> bool {
    matches!(error, ParquetError::External(inner) if inner.is::<TooLarge>())
}

/// Converts an error of the Parquet library. An error of the system, such as that of a disk, is returned as it is.
fn invalid(row_group: Option<usize>, column: Option<String>, error: ParquetError) -> io::Error {
    if let ParquetError::External(inner) = &error
        && inner.downcast_ref::<io::Error>().is_some_and(|inner| inner.raw_os_error().is_some())
    {
        return io_error(error);
    }
    let error = match error {
        ParquetError::External(inner) if inner.is::<TooLarge>() => {
            return io::Error::new(io::ErrorKind::InvalidData, inner);
        }
        error => error,
    };
    let row_group = row_group.map(|group| group as u64 + 1);
    let reason = error.to_string().lines().next().unwrap_or_default().to_string();
    io::Error::new(io::ErrorKind::InvalidData, InvalidParquet { row_group, column, reason })
}

/// Returns a line of CSV. A line that would look like a comment has quotes.
fn line(values: impl Iterator<Item = String>) -> Vec<u8> {
    let mut values = values.peekable();
    let comment = values.peek().is_some_and(|first| first.starts_with('#')).then_some(b'#');
    csv_record(values, comment).into_bytes()
}

fn texts(row: Row) -> Vec<String> {
    let mut bytes = 0;
    let text = |(_, field)| {
        let text = if bytes > LONGEST_ROW { String::new() } else { text(field) };
        bytes += text.len();
        text
    };
    row.into_columns().into_iter().map(text).collect()
}

/// Returns the text of a value in CSV. Floats have a point, as ratings do. A date that no calendar has, such as infinity, is
/// the number that the file has.
fn text(field: Field) -> String {
    /// The number of days from 1970 to the last year of the calendar, 262142, rounded down.
    const LAST_DAY: u64 = 95_000_000;
    const MILLIS: u64 = 24 * 60 * 60 * 1000;
    let float = |number: f64| if number.fract() == 0.0 { format!("{number}.0") } else { number.to_string() };
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text,
        Field::Bytes(bytes) if bytes.len() > LONGEST_ROW => "x".repeat(LONGEST_ROW),
        Field::Double(number) => float(number),
        Field::Float(number) => float(number.into()),
        Field::Date(days) if u64::from(days.unsigned_abs()) > LAST_DAY => days.to_string(),
        Field::TimestampMillis(time) if time.unsigned_abs() / MILLIS > LAST_DAY => time.to_string(),
        Field::TimestampMicros(time) if time.unsigned_abs() / (1000 * MILLIS) > LAST_DAY => time.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests;
