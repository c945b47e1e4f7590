//! Parquet: typed columns, compressed with zstd, and the recipe of the file in its metadata.
//!
//! Nothing in a file depends on the time or the machine: the name of the writer has no build number. Rows are buffered
//! until a row group is full, so that memory does not grow with the file. A group that stands for far more values than it has bytes,
//! such as equal rows, is written without compression, because the reader refuses a file of such groups.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use minirow_formats::most_repeated;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, ColumnPath, Type};

use super::RowWriter;
use crate::buffer::{ColumnBuffer, ColumnData, TextBuffer};
use crate::columns::{Columns, TableColumn};
use crate::error::WriteError;
use crate::registry::Registry;
use crate::value::{ColumnType, Value};

/// The number of rows of a group: about 20 MB before compression.
pub(crate) const ROW_GROUP: usize = 1 << 16;

/// The bytes of texts from which a group takes no more rows. Long texts need memory where they are read, too.
const GROUP_BYTES: usize = 1 << 26;

/// At least the bytes that a reader counts for a value or a row in addition to four times its text.
const VALUE: usize = 64;

/// Level 3 is the default of zstd. Higher levels save a few percent on random digits, and take several times as long.
const ZSTD_LEVEL: i32 = 3;

/// Writes Parquet.
pub(super) struct ParquetWriter<W: Write + Send> {
    columns: Columns,
    /// The rows that are not written yet.
    buffers: Vec<ColumnBuffer>,
    rows: usize,
    writer: SerializedFileWriter<W>,
    /// The properties of groups without compression and dictionaries.
    plain: WriterPropertiesPtr,
    /// At least the bytes that a reader counts for the values so far.
    values: u64,
}

impl<W: Write + Send> ParquetWriter<W> {
    pub(super) fn new(columns: &Columns, metadata: &[(String, String)], to: W) -> Result<ParquetWriter<W>, WriteError> {
        let fields = columns.iter().map(|column| Ok(Arc::new(field(column)?))).collect::<Result<_, ParquetError>>()?;
        let schema = Type::group_type_builder("puzzles").with_fields(fields).build()?;
        let metadata = metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
        let properties = WriterProperties::builder()
            // The form that readers know: `application version number`.
            .set_created_by(concat!("minirow version ", env!("CARGO_PKG_VERSION")).to_string())
            .set_key_value_metadata(Some(metadata))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_max_row_group_row_count(Some(ROW_GROUP));
        let plain = properties.clone().set_compression(Compression::UNCOMPRESSED).set_dictionary_enabled(false);
        let mut properties = properties.set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?));
        for column in Registry::standard().columns().filter(|column| column.is_distinct()) {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(column.name()), false);
        }
        let writer = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties.build()))?;
        let buffers = columns.iter().map(|column| ColumnBuffer::new(column.column_type())).collect();
        let plain = Arc::new(plain.build());
        Ok(ParquetWriter { columns: columns.clone(), buffers, rows: 0, writer, plain, values: 0 })
    }

    fn write_group(&mut self) -> Result<(), WriteError> {
        let written = |properties: &WriterPropertiesPtr| -> Result<Vec<_>, ParquetError> {
            let columns = self.buffers.iter().zip(self.writer.schema_descr().columns());
            columns.map(|(column, description)| written_column(column, description, properties)).collect()
        };
        let mut columns = written(self.writer.properties())?;
        let bytes: usize = columns.iter().map(|(bytes, _)| bytes.len()).sum();
        self.values += (self.rows * VALUE * (self.buffers.len() + 1) + 4 * self.text_bytes()) as u64;
        if self.values > most_repeated((self.writer.bytes_written() + bytes) as u64) {
            columns = written(&self.plain)?;
        }
        let mut group = self.writer.next_row_group()?;
        for (bytes, close) in columns {
            group.append_column(&bytes, close)?;
        }
        group.close()?;
        self.buffers.iter_mut().for_each(ColumnBuffer::clear);
        self.rows = 0;
        Ok(())
    }

    /// Returns the number of bytes of the texts that are not written yet.
    fn text_bytes(&self) -> usize {
        let bytes =
            |buffer: &ColumnBuffer| if let ColumnData::Utf8(texts) = buffer.data() { texts.joined().len() } else { 0 };
        self.buffers.iter().map(bytes).sum()
    }
}

impl<W: Write + Send> RowWriter<W> for ParquetWriter<W> {
    fn columns(&self) -> &Columns {
        &self.columns
    }

    fn write_values(&mut self, values: &[Value]) -> Result<(), WriteError> {
        // A row is added completely or not at all.
        let converted = self.columns.convert(values)?;
        self.buffers.iter_mut().zip(&converted).for_each(|(buffer, value)| buffer.push_converted(value));
        self.rows += 1;
        if self.rows == ROW_GROUP || self.text_bytes() >= GROUP_BYTES { self.write_group() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<W, WriteError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        Ok(self.writer.into_inner()?)
    }
}

/// Returns the field of the schema for a column.
fn field(column: &TableColumn) -> Result<Type, ParquetError> {
    let unsigned = |bits| Some(LogicalType::integer(bits, false));
    let (physical, logical) = match column.column_type() {
        ColumnType::Utf8 => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnType::Bool => (Physical::BOOLEAN, None),
        ColumnType::UInt8 => (Physical::INT32, unsigned(8)),
        ColumnType::UInt16 => (Physical::INT32, unsigned(16)),
        ColumnType::UInt64 => (Physical::INT64, unsigned(64)),
        ColumnType::Float64 => (Physical::DOUBLE, None),
    };
    Type::primitive_type_builder(column.name(), physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

/// Returns the bytes of the pages of a column, and what the file says about them.
fn written_column(
    column: &ColumnBuffer,
    description: &ColumnDescPtr,
    properties: &WriterPropertiesPtr,
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let mut pages = TrackedWrite::new(Vec::new());
    let close = {
        let page_writer = Box::new(SerializedPageWriter::new(&mut pages));
        let writer = get_column_writer(description.clone(), properties.clone(), page_writer);
        write_values(column, writer)?
    };
    Ok((pages.into_inner()?.into(), close))
}

fn write_values(column: &ColumnBuffer, writer: ColumnWriter) -> Result<ColumnCloseResult, ParquetError> {
    fn write<T: DataType>(
        writer: ColumnWriter,
        column: &ColumnBuffer,
        values: &[T::T],
    ) -> Result<ColumnCloseResult, ParquetError> {
        let definition_levels: Vec<i16> = column.validity().iter().map(|&is_valid| i16::from(is_valid)).collect();
        let mut writer = get_typed_column_writer::<T>(writer);
        writer.write_batch(values, Some(&definition_levels), None)?;
        writer.close()
    }
    fn widened<T: Copy + Into<i32>>(values: &[T]) -> Vec<i32> {
        values.iter().map(|&number| number.into()).collect()
    }
    match column.data() {
        ColumnData::Bool(values) => write::<BoolType>(writer, column, values),
        ColumnData::UInt8(values) => write::<Int32Type>(writer, column, &widened(values)),
        ColumnData::UInt16(values) => write::<Int32Type>(writer, column, &widened(values)),
        ColumnData::UInt64(values) => {
            // Parquet keeps the bits of an unsigned number in a signed one.
            let values: Vec<i64> = values.iter().map(|&number| number.cast_signed()).collect();
            write::<Int64Type>(writer, column, &values)
        }
        ColumnData::Float64(values) => write::<DoubleType>(writer, column, values),
        ColumnData::Utf8(values) => write::<ByteArrayType>(writer, column, &byte_arrays(values)),
    }
}

/// Returns the texts as slices of one buffer.
fn byte_arrays(texts: &TextBuffer) -> Vec<ByteArray> {
    let all = ByteArray::from(texts.joined().as_bytes().to_vec());
    let mut start = 0;
    let part = |&end: &usize| {
        let length = end - start;
        all.slice(std::mem::replace(&mut start, end), length)
    };
    texts.ends().iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{self, BufRead, Read, Seek};

    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;
    use crate::Format;
    use crate::foreign::open_table;
    use crate::input::NeededColumns;
    use crate::row_writer::row_writer;
    use crate::row_writer::tests::{NAMES, ROWS, written};
    use minirow_files::SharedFile;

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        file
    }

    fn open(bytes: &[u8]) -> io::Result<Box<dyn BufRead + Send>> {
        open_table(SharedFile::new(file(bytes)), None, None, NeededColumns::ALL)
    }

    fn text(bytes: &[u8]) -> String {
        let mut text = String::new();
        open(bytes).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn written_rows_are_read_back() {
        assert_eq!(text(&written(Format::Parquet)), String::from_utf8(written(Format::Csv)).unwrap());
    }

    #[test]
    fn metadata_and_column_types() {
        let reader = SerializedFileReader::new(file(&written(Format::Parquet))).unwrap();
        let metadata = reader.metadata().file_metadata();
        assert_eq!(metadata.created_by(), Some(concat!("minirow version ", env!("CARGO_PKG_VERSION"))));
        assert_eq!(metadata.key_value_metadata().unwrap()[0], KeyValue::new("seed".into(), "1".to_string()));
        let fields = metadata.schema().get_fields();
        let types: Vec<Physical> = fields.iter().map(|field| field.get_physical_type()).collect();
        let expected =
            [Physical::BYTE_ARRAY, Physical::BYTE_ARRAY, Physical::DOUBLE, Physical::BOOLEAN, Physical::INT64];
        assert_eq!(types, expected);
        assert_eq!((NAMES.len(), metadata.num_rows()), (types.len(), ROWS.len() as i64));
        for column in reader.metadata().row_group(0).columns() {
            assert!(matches!(column.compression(), Compression::ZSTD(_)));
            let has_dictionary = column.dictionary_page_offset().is_some();
            let is_distinct = ["id", "solution"].contains(&column.column_path().string().as_str());
            // Truth values are bits, which have no dictionary.
            assert_eq!(has_dictionary, !is_distinct && column.column_type() != Physical::BOOLEAN);
        }
    }

    #[test]
    fn many_rows_are_several_groups() {
        let mut bytes = Vec::new();
        let mut writer = row_writer(Format::Parquet, &Columns::of_header(["index"]), &[], &mut bytes).unwrap();
        let count = 2 * ROW_GROUP as u64 + 1;
        (0..count).for_each(|index| writer.write_values(&[index.into()]).unwrap());
        writer.finish().unwrap();
        let reader = SerializedFileReader::new(file(&bytes)).unwrap();
        assert_eq!(reader.num_row_groups(), 3);
        let text = text(&bytes);
        assert!(text.starts_with("index\n0\n1\n") && text.ends_with(&format!("\n{}\n", count - 1)));
        assert_eq!(text.lines().count() as u64, count + 1);
    }

    /// Compressed, these rows would take a few thousand bytes, which the reader refuses.
    #[test]
    fn rows_that_repeat_are_read_back() {
        for (rows, text) in [(ROW_GROUP + 1, "text ".repeat(100)), (75, "text ".repeat(200_000))] {
            let mut bytes = Vec::new();
            let columns = Columns::of_header(["note", "clues", "id"]);
            let mut writer = row_writer(Format::Parquet, &columns, &[], &mut bytes).unwrap();
            for _ in 0..rows {
                writer.write_values(&[text.as_str().into(), "24".into(), Value::Missing]).unwrap();
            }
            writer.finish().unwrap();
            let (mut lines, line) = (open(&bytes).unwrap().lines(), format!("{text},24,"));
            assert_eq!(lines.next().unwrap().unwrap(), "note,clues,id");
            assert!(lines.by_ref().take(rows).all(|found| found.unwrap() == line), "{rows}");
            assert!(lines.next().is_none(), "{rows}");
        }
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let whole = written(Format::Parquet);
        assert!(open(&whole[..whole.len() - 9]).is_err());
        assert!(open(b"PAR1").is_err());
    }
}
