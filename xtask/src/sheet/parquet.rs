//! Parquet: columns with types, zstd, and what the file is made from in its metadata.
//!
//! Nothing in a file depends on the time or the machine: the name of the writer is ours, without a build. Rows are held
//! back until there are as many as a group has, so that memory does not grow with the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::{ColumnPath, Type};

use super::{Sheet, kinds, misfit};
use crate::columns::Kind;

/// How every such file begins.
pub(crate) const MAGIC: &[u8] = b"PAR1";

/// So many rows are in a group: some 20 MB before compression.
const GROUP: usize = 1 << 16;

/// Level 3 is zstd's own choice; higher ones save a few percent of text that is random digits, and cost several times
/// the time.
const LEVEL: i32 = 3;

/// Columns whose values are nearly all different: a dictionary of them would only be thrown away.
const ALL_DIFFERENT: [&str; 9] =
    ["id", "puzzle", "solution", "quizzes", "solutions", "question", "answer", "grid_id", "weight"];

pub(super) fn begin<'a>(
    names: &[&str],
    about: &[(String, String)],
    to: impl Write + Send + 'a,
) -> io::Result<Box<dyn Sheet + 'a>> {
    let columns: Vec<Column> = kinds(names)
        .into_iter()
        .map(|(name, kind)| Column { name, values: Values::of(kind), kind, known: Vec::new() })
        .collect();
    let fields = columns.iter().map(|column| Ok(Arc::new(column.field()?))).collect::<Result<_, ParquetError>>();
    let schema = fields.and_then(|fields| Type::group_type_builder("puzzles").with_fields(fields).build());
    let metadata = about.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
    let mut properties = WriterProperties::builder()
        // The form that readers know: `application version number`.
        .set_created_by(concat!("minirow version ", env!("CARGO_PKG_VERSION")).to_string())
        .set_key_value_metadata(Some(metadata))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL).map_err(error)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(GROUP));
    for name in ALL_DIFFERENT {
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(name), false);
    }
    let schema = Arc::new(schema.map_err(error)?);
    let writer = SerializedFileWriter::new(to, schema, Arc::new(properties.build())).map_err(error)?;
    Ok(Box::new(Parquet { columns, writer }))
}

struct Parquet<W: Write + Send> {
    /// The rows of the group that is not written yet.
    columns: Vec<Column>,
    writer: SerializedFileWriter<W>,
}

struct Column {
    name: String,
    kind: Kind,
    /// For each row, 1 if it has a value, else 0.
    known: Vec<i16>,
    values: Values,
}

enum Values {
    Text(Vec<ByteArray>),
    Flag(Vec<bool>),
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
    Real(Vec<f64>),
}

impl Values {
    fn of(kind: Kind) -> Values {
        match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Flag => Values::Flag(Vec::new()),
            Kind::Whole(64) => Values::Wide(Vec::new()),
            Kind::Whole(_) => Values::Narrow(Vec::new()),
            Kind::Real => Values::Real(Vec::new()),
        }
    }
}

impl Column {
    fn field(&self) -> Result<Type, ParquetError> {
        let (physical, logical) = match self.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Whole(64) => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Kind::Whole(bits) => (Physical::INT32, Some(LogicalType::integer(bits as i8, false))),
            Kind::Real => (Physical::DOUBLE, None),
        };
        Type::primitive_type_builder(&self.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
    }

    /// Takes a value that was checked.
    fn push(&mut self, value: &str) {
        self.known.push(i16::from(!value.is_empty()));
        if value.is_empty() {
            return;
        }
        match &mut self.values {
            Values::Text(values) => values.push(value.as_bytes().to_vec().into()),
            Values::Flag(values) => values.push(value == "true"),
            Values::Narrow(values) => values.push(value.parse().expect("it was checked")),
            // The bits of an unsigned number are kept in a signed one: so Parquet has them.
            Values::Wide(values) => values.push(value.parse::<u64>().expect("it was checked") as i64),
            Values::Real(values) => values.push(value.parse().expect("it was checked")),
        }
    }

    fn write<W: Write + Send>(&mut self, group: &mut SerializedRowGroupWriter<W>) -> Result<(), ParquetError> {
        fn next<T: DataType, W: Write + Send>(
            group: &mut SerializedRowGroupWriter<W>,
            values: &mut Vec<T::T>,
            known: &[i16],
        ) -> Result<(), ParquetError> {
            let mut column = group.next_column()?.expect("as many columns as the schema has");
            column.typed::<T>().write_batch(values, Some(known), None)?;
            values.clear();
            column.close()
        }
        let known = std::mem::take(&mut self.known);
        match &mut self.values {
            Values::Text(values) => next::<ByteArrayType, W>(group, values, &known),
            Values::Flag(values) => next::<BoolType, W>(group, values, &known),
            Values::Narrow(values) => next::<Int32Type, W>(group, values, &known),
            Values::Wide(values) => next::<Int64Type, W>(group, values, &known),
            Values::Real(values) => next::<DoubleType, W>(group, values, &known),
        }
    }
}

impl<W: Write + Send> Parquet<W> {
    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(error)?;
        for column in &mut self.columns {
            column.write(&mut group).map_err(error)?;
        }
        group.close().map_err(error)?;
        Ok(())
    }

    fn held_back(&self) -> usize {
        self.columns.first().map_or(0, |column| column.known.len())
    }
}

impl<W: Write + Send> Sheet for Parquet<W> {
    fn row(&mut self, values: &[&str]) -> io::Result<()> {
        // All are looked at before any is taken, so that a row is taken whole or not at all.
        for (column, value) in self.columns.iter().zip(values) {
            if !value.is_empty() && !column.kind.holds(value) {
                return Err(misfit(&column.name, value, column.kind));
            }
        }
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.push(value);
        }
        if self.held_back() == GROUP { self.write_group() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if self.held_back() > 0 {
            self.write_group()?;
        }
        self.writer.close().map_err(error)?;
        Ok(())
    }
}

/// What went wrong, as what it was if it came from below: a full disk is one.
fn error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}

/// The rows of a file as CSV, which every reader here knows.
///
/// # Errors
/// If it is no such file, or is damaged.
pub(crate) fn open(file: File) -> io::Result<Box<dyn BufRead + Send>> {
    let reader = SerializedFileReader::new(file).map_err(error)?;
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<&str> = schema.get_fields().iter().map(|field| field.name()).collect();
    let mut text = Vec::new();
    add_line(&mut text, &names)?;
    let rows = RowIter::from_file_into(Box::new(reader));
    Ok(Box::new(BufReader::with_capacity(1 << 16, AsCsv { rows, text, read: 0 })))
}

fn add_line(text: &mut Vec<u8>, values: &[impl AsRef<[u8]>]) -> io::Result<()> {
    Ok(csv::Writer::from_writer(text).write_record(values)?)
}

/// A file that is read row by row.
struct AsCsv {
    rows: RowIter<'static>,
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
                Some(row) => add_line(&mut self.text, &values(&row.map_err(error)?))?,
                None => return Ok(0),
            }
        }
        let number = buffer.len().min(self.text.len() - self.read);
        buffer[..number].copy_from_slice(&self.text[self.read..self.read + number]);
        self.read += number;
        Ok(number)
    }
}

fn values(row: &Row) -> Vec<String> {
    row.get_column_iter()
        .map(|(_, field)| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Double(number) => real(*number),
            Field::Float(number) => real(f64::from(*number)),
            other => other.to_string(),
        })
        .collect()
}

/// The shortest digits that mean the number, with a point, as ratings have one.
fn real(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::tests::{NAMES, ROWS, written};
    use crate::sheet::{self, Format};

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, bytes).unwrap();
        file
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut text = String::new();
        open(file(&written(Format::Parquet))).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, String::from_utf8(written(Format::Csv)).unwrap());
    }

    #[test]
    fn the_metadata_says_what_it_is_and_columns_have_types() {
        let reader = SerializedFileReader::new(file(&written(Format::Parquet))).unwrap();
        let about = reader.metadata().file_metadata();
        assert_eq!(about.created_by(), Some(concat!("minirow version ", env!("CARGO_PKG_VERSION"))));
        assert_eq!(about.key_value_metadata().unwrap()[0], KeyValue::new("seed".into(), "1".to_string()));
        let types: Vec<Physical> = about.schema().get_fields().iter().map(|field| field.get_physical_type()).collect();
        assert_eq!(
            types,
            [Physical::BYTE_ARRAY, Physical::BYTE_ARRAY, Physical::DOUBLE, Physical::BOOLEAN, Physical::INT64]
        );
        assert_eq!((NAMES.len(), about.num_rows()), (types.len(), ROWS.len() as i64));
    }

    #[test]
    fn many_rows_are_several_groups() {
        let mut bytes = Vec::new();
        let mut sheet = sheet::begin(Format::Parquet, &["index"], &[], &mut bytes).unwrap();
        let count = 2 * GROUP + 1;
        (0..count).for_each(|index| sheet.row(&[&index.to_string()]).unwrap());
        sheet.finish().unwrap();
        let reader = SerializedFileReader::new(file(&bytes)).unwrap();
        assert_eq!(reader.num_row_groups(), 3);
        let mut text = String::new();
        open(file(&bytes)).unwrap().read_to_string(&mut text).unwrap();
        assert!(text.starts_with("index\n0\n1\n") && text.ends_with(&format!("\n{}\n", count - 1)));
        assert_eq!(text.lines().count(), count + 1);
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let whole = written(Format::Parquet);
        assert!(open(file(&whole[..whole.len() - 9])).is_err());
        assert!(open(file(b"PAR1")).is_err());
    }
}
