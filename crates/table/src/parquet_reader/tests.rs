//! Files with columns of all types, undamaged and damaged.

use std::io::Write;

use flate2::write::GzEncoder;
use parquet::basic::{Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FixedLenByteArray, Int32Type, Int96};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::pages::Chunk;
use super::*;
use crate::size::stride;

/// A column of each physical type and of the types that are made of them.
const SCHEMA: &str = "message schema {
    REQUIRED BYTE_ARRAY puzzle (UTF8);
    OPTIONAL BYTE_ARRAY note (UTF8);
    OPTIONAL BOOLEAN flag;
    OPTIONAL INT32 number;
    REQUIRED INT64 index;
    OPTIONAL INT96 old_time;
    OPTIONAL FLOAT small;
    OPTIONAL DOUBLE er;
    OPTIONAL FIXED_LEN_BYTE_ARRAY (4) key;
    OPTIONAL INT32 day (DATE);
    OPTIONAL INT64 time (TIMESTAMP_MICROS);
    OPTIONAL INT64 millis (TIMESTAMP_MILLIS);
    OPTIONAL INT32 clock (TIME_MILLIS);
    OPTIONAL INT32 price (DECIMAL(9, 2));
    OPTIONAL group list (LIST) { REPEATED group list { OPTIONAL INT32 element; } }
}";

/// Rows of two row groups.
const ROWS: usize = 20;

/// Writes each column with the values of `number` for each row; every fifth value of an optional column is missing.
fn written(schema: &str, properties: WriterProperties, number: impl Fn(usize) -> i64) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
    for _ in 0..2 {
        let mut group = writer.next_row_group().unwrap();
        while let Some(mut column) = group.next_column().unwrap() {
            macro_rules! write {
                ($writer:ident, $value:expr) => {{
                    let descriptor = $writer.get_descriptor();
                    let (most, is_list) = (descriptor.max_def_level(), descriptor.max_rep_level() > 0);
                    let levels: Vec<i16> = (0..ROWS).map(|row| if row % 5 == 4 { 0 } else { most }).collect();
                    let rows = (0..ROWS).filter(|&row| most == 0 || levels[row] == most);
                    let values: Vec<_> = rows.map(|row| $value(number(row))).collect();
                    let repetition = vec![0; ROWS];
                    $writer.write_batch(&values, Some(&levels), is_list.then_some(&repetition[..])).unwrap();
                }};
            }
            match column.untyped() {
                ColumnWriter::BoolColumnWriter(writer) => write!(writer, |number| number % 2 == 0),
                ColumnWriter::Int32ColumnWriter(writer) => write!(writer, |number| number as i32),
                ColumnWriter::Int64ColumnWriter(writer) => write!(writer, |number| number),
                ColumnWriter::Int96ColumnWriter(writer) => {
                    write!(writer, |number| Int96::from(vec![number as u32, 0, number as u32]));
                }
                ColumnWriter::FloatColumnWriter(writer) => write!(writer, |number| number as f32),
                ColumnWriter::DoubleColumnWriter(writer) => write!(writer, |number| number as f64),
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    write!(writer, |number: i64| ByteArray::from(format!("text {number}").into_bytes()));
                }
                ColumnWriter::FixedLenByteArrayColumnWriter(writer) => {
                    let length = writer.get_descriptor().type_length() as usize;
                    write!(writer, |number| FixedLenByteArray::from(vec![number as u8; length]));
                }
            }
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
    bytes
}

fn read(bytes: &[u8]) -> io::Result<String> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let mut text = String::new();
    open_as_csv(SharedFile::new(file), NeededColumns::ALL)?.read_to_string(&mut text)?;
    Ok(text)
}

fn variants() -> [WriterProperties; 5] {
    let plain = || WriterProperties::builder().set_dictionary_enabled(false);
    [
        WriterProperties::builder().set_compression(Compression::SNAPPY).build(),
        plain().set_compression(Compression::UNCOMPRESSED).build(),
        plain().set_compression(Compression::GZIP(GzipLevel::default())).build(),
        plain().set_compression(Compression::ZSTD(ZstdLevel::default())).build(),
        plain()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_column_encoding("note".into(), Encoding::DELTA_LENGTH_BYTE_ARRAY)
            .build(),
    ]
}

#[test]
fn all_types_are_read() {
    for properties in variants() {
        let text = read(&written(SCHEMA, properties, |row| row as i64 % 7)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + 2 * ROWS);
        assert!(lines[0].starts_with("puzzle,note,flag,number,"));
        assert!(lines[1].starts_with("text 0,text 0,true,0,0,"), "{}", lines[1]);
        assert!(lines[1].contains("1970-01-01,1970-01-01 00:00:00.000000 +00:00"), "{}", lines[1]);
        assert!(lines[5].starts_with("text 4,,,,4,,"), "{}", lines[5]);
    }
}

#[test]
fn dates_outside_of_the_calendar_are_numbers() {
    let schema = "message schema { REQUIRED INT32 day (DATE); REQUIRED INT64 time (TIMESTAMP_MICROS);
        REQUIRED INT64 millis (TIMESTAMP_MILLIS); }";
    for number in [i64::MAX, i64::MIN + 1, 95_000_001 * 86_400_000_000] {
        let text = read(&written(schema, WriterProperties::default(), |_| number)).unwrap();
        let row = text.lines().nth(1).unwrap();
        assert!(row.ends_with(&format!(",{number},{number}")), "{row}");
    }
    let text = read(&written(schema, WriterProperties::default(), |_| i64::from(i32::MAX))).unwrap();
    assert!(text.contains("\n2147483647,1970-01-01 00:35:47.483647"), "{text}");
}

#[test]
fn a_type_that_cannot_be_converted_is_an_error_with_its_column() {
    let schema = "message schema { REQUIRED INT64 index; REQUIRED FIXED_LEN_BYTE_ARRAY (12) span (INTERVAL); }";
    let error = read(&written(schema, WriterProperties::default(), |row| row as i64)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    assert!(error.to_string().starts_with("found invalid Parquet in row group 1, column `span` ("), "{error}");
}

/// Returns a file with a column of texts. Those with the level 0 are missing.
fn of_texts(texts: &[String], levels: &[i16], encoding: Encoding, version: WriterVersion) -> Vec<u8> {
    let schema = Arc::new(parse_message_type("message schema { OPTIONAL BYTE_ARRAY text (UTF8); }").unwrap());
    let properties = WriterProperties::builder().set_dictionary_enabled(false).set_writer_version(version);
    let properties = properties.set_encoding(encoding).build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let present = texts.iter().zip(levels).filter(|&(_, &level)| level > 0);
    let values: Vec<ByteArray> = present.map(|(text, _)| text.as_str().into()).collect();
    column.typed::<ByteArrayType>().write_batch(&values, Some(levels), None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    bytes
}

/// The streams of lengths have many blocks of different sizes.
#[test]
fn texts_with_delta_encodings_are_read() {
    const ROWS: usize = 50_000;
    let texts: Vec<String> = (0..ROWS).map(|row| format!("t{}", "x".repeat(row * row % 83))).collect();
    for encoding in [Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            let levels: Vec<i16> = (0..ROWS).map(|row| (row % 3 > 0).into()).collect();
            let text = read(&of_texts(&texts, &levels, encoding, version)).unwrap();
            assert!(text.lines().skip(1).eq((0..ROWS).map(|row| if row % 3 > 0 { &texts[row] } else { "\"\"" })));
        }
    }
}

/// Each text but the first repeats the one before it, which takes a few bits of the file.
#[test]
fn texts_that_repeat_too_many_bytes_are_refused() {
    const LENGTH: usize = 100_000;
    let read = |count: usize| {
        let texts = vec!["x".repeat(LENGTH); count];
        let bytes = of_texts(&texts, &vec![1; count], Encoding::DELTA_BYTE_ARRAY, WriterVersion::PARQUET_2_0);
        assert!(bytes.len() < 4 * LENGTH, "{} bytes", bytes.len());
        read(&bytes)
    };
    assert_eq!(read(100).unwrap().len(), "text\n".len() + 100 * (LENGTH + 1));
    assert_too_large(read(2000));
}

/// Checks that a file is refused with its limit, and is not called damaged.
fn assert_too_large(read: io::Result<String>) {
    let error = read.unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    let text = error.to_string();
    assert!(text.contains("bytes of values, expected at most") || text.contains("bytes at a time, expected"), "{text}");
}

/// Returns a file with a column of a type, written by a function in a row group.
fn of_column<T: DataType>(
    schema: &str,
    properties: WriterPropertiesBuilder,
    values: &[T::T],
    levels: [&[i16]; 2],
) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(&format!("message schema {{ {schema} }}")).unwrap());
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties.build())).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let [definition, repetition] = levels.map(|levels| (!levels.is_empty()).then_some(levels));
    column.typed::<T>().write_batch(values, definition, repetition).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
    bytes
}

#[test]
fn a_text_of_a_dictionary_is_repeated_within_limits() {
    let text = ByteArray::from("x".repeat(100_000).into_bytes());
    let read = |count: usize| {
        let texts = vec![text.clone(); count];
        read(&of_column::<ByteArrayType>(
            "REQUIRED BYTE_ARRAY text (UTF8);",
            WriterProperties::builder(),
            &texts,
            [&[], &[]],
        ))
    };
    assert_eq!(read(100).unwrap().len(), "text\n".len() + 100 * 100_001);
    assert_too_large(read(2000));
}

#[test]
fn missing_values_without_end_are_refused() {
    let nulls = |count: usize| {
        let levels = vec![0; count];
        read(&of_column::<Int32Type>("OPTIONAL INT32 number;", WriterProperties::builder(), &[], [&levels, &[]]))
    };
    assert_eq!(nulls(1000).unwrap().lines().count(), 1001);
    assert_too_large(nulls(3_000_000));
}

/// The library holds all values of a row.
#[test]
fn rows_of_any_number_of_values_are_refused() {
    let schema = "OPTIONAL group list (LIST) { REPEATED group list { OPTIONAL INT32 element; } }";
    let read = |rows: usize, length: usize, version: WriterVersion| {
        let values: Vec<i32> = (0..rows * length).map(|index| index as i32 % 10).collect();
        let repetition: Vec<i16> = (0..rows * length).map(|index| i16::from(index % length > 0)).collect();
        let properties = WriterProperties::builder().set_writer_version(version);
        read(&of_column::<Int32Type>(schema, properties, &values, [&vec![3; values.len()], &repetition]))
    };
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        let rows = 10_000 / stride(4);
        let text = read(rows, 81, version).unwrap();
        assert!(text.lines().skip(1).all(|line| line.len() == "\"[]\"".len() + 81 + 80 * 2), "{version:?}");
        assert_eq!(text.lines().count(), rows + 1);
    }
    let nulls = 5_000_000;
    let repetition: Vec<i16> = (0..nulls).map(|index| i16::from(index > 0)).collect();
    let levels = [&vec![2; nulls][..], &repetition];
    assert_too_large(super::tests::read(&of_column::<Int32Type>(schema, WriterProperties::builder(), &[], levels)));
}

#[test]
fn pages_of_any_size_are_refused() {
    let text = ByteArray::from(vec![b'x'; 80_000_000]);
    for compression in [Compression::GZIP(GzipLevel::default()), Compression::ZSTD(ZstdLevel::default())] {
        let properties = WriterProperties::builder().set_compression(compression).set_dictionary_enabled(false);
        let schema = "REQUIRED BYTE_ARRAY text (UTF8);";
        let bytes = of_column::<ByteArrayType>(schema, properties, std::slice::from_ref(&text), [&[], &[]]);
        assert_too_large(read(&bytes));
    }
}

/// The header of a page may say that it is small, which the library believes only for other compressions.
#[test]
fn a_page_of_gzip_has_the_size_that_its_header_says() {
    let mut page = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    page.write_all(&[0; 1000]).unwrap();
    let page = page.finish().unwrap();
    for (size, is_right) in [(1000_u16, true), (999, false), (10, false)] {
        // The type of the page; its size, of which the lowest bit is the sign.
        let digits = [(size << 1) as u8 | 0x80, (size >> 6) as u8];
        let header = [&[0x15, 0, 0x15], &digits[..], &[0]].concat();
        let file = ParquetFile(SharedFile::new(tempfile::tempfile().unwrap()));
        let budget = Arc::new(Budget::new(100));
        assert_eq!(
            Chunk::new(file, Compression::GZIP(GzipLevel::default()), budget).check(&header, &page).is_ok(),
            is_right,
            "{size} bytes"
        );
    }
}

/// A file of 465 bytes that a fuzzer found: the library would reserve a petabyte for its lengths.
#[test]
fn a_count_of_lengths_is_compared_with_that_of_the_values() {
    let error = read(include_bytes!("lengths.parquet")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "found invalid Parquet in row group 1, column `puzzle` (Parquet error: 326313416494362 lengths, expected at most 3), \
         expected an undamaged file"
    );
}

/// Returns a file without rows, whose only column is in groups within each other.
fn nested(groups: usize) -> Vec<u8> {
    // The version; the schema as a list, which begins with the root; then no rows in no row groups.
    let mut metadata = b"\x15\x02\x19\xfc".to_vec();
    let size = groups + 2;
    let digits = [size & 0x7F | 0x80, size >> 7 & 0x7F | 0x80, size >> 14 & 0x7F | 0x80, size >> 21];
    metadata.extend(digits.map(|digit| digit as u8));
    metadata.extend(b"\x48\x01r\x15\x02\0");
    metadata.extend(b"\x35\0\x18\x01a\x15\x02\0".repeat(groups));
    metadata.extend(b"\x15\x02\x25\0\x18\x01a\0");
    metadata.extend(b"\x16\0\x19\x0c\0");
    let length = u32::try_from(metadata.len()).unwrap().to_le_bytes();
    [b"PAR1", &metadata[..], &length, b"PAR1"].concat()
}

#[test]
fn schemas_that_are_too_deep_are_refused() {
    assert_eq!(read(&nested(98)).unwrap(), "a\n");
    for groups in [99, 10_000, 1_000_000] {
        let error = read(&nested(groups)).unwrap_err().to_string();
        assert!(error.contains("(Parquet error: over 100 groups within each other)"), "{groups}: {error}");
    }
}

/// Lengths and counts in the bytes are used by the library to reserve memory, so each is tried with several values.
#[test]
fn a_damaged_file_is_an_error_or_rows() {
    let (mut errors, mut columns) = (0, 0);
    for (variant, properties) in variants().into_iter().enumerate() {
        let whole = written(SCHEMA, properties, |row| row as i64 % 7);
        for at in (variant..whole.len()).step_by(7 * stride(45)) {
            let flipped = [0x01, 0x10, 0x80, 0xff].map(|mask| {
                let mut bytes = whole.clone();
                bytes[at] ^= mask;
                bytes
            });
            for bytes in flipped.iter().map(Vec::as_slice).chain([&whole[..at]]) {
                if let Err(error) = read(bytes) {
                    errors += 1;
                    columns += usize::from(error.to_string().contains("column `"));
                    assert_eq!(error.kind(), io::ErrorKind::InvalidData, "byte {at} of variant {variant}: {error}");
                }
            }
        }
    }
    assert!(errors > 1000 / stride(45) && columns > 100 / stride(45), "{errors} errors, {columns} with a column");
}

/// A damaged header can tell of a list of any length, which the library skips item by item.
#[test]
fn a_read_at_the_end_of_the_file_is_an_error() {
    let mut file = minirow_files::unnamed_file(&std::env::temp_dir()).unwrap();
    file.write_all(b"PAR1").unwrap();
    let mut part = ParquetFile(SharedFile::new(file)).get_read(2).unwrap();
    let mut bytes = [0; 2];
    part.read_exact(&mut bytes).unwrap();
    assert_eq!(&bytes, b"R1");
    assert_eq!(part.read(&mut bytes).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
}

#[test]
fn only_needed_columns_are_read() {
    let whole = written(SCHEMA, WriterProperties::default(), |row| row as i64);
    let read = |bytes: &[u8]| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let mut text = String::new();
        open_as_csv(SharedFile::new(file), NeededColumns::GRID)?.read_to_string(&mut text)?;
        Ok::<_, io::Error>(text)
    };
    let puzzles = read(&whole).unwrap();
    assert_eq!((puzzles.lines().next(), puzzles.lines().count()), (Some("puzzle"), 2 * ROWS + 1));
    // Without puzzles, the message of the reader lists all columns.
    let without = SCHEMA.replace("puzzle", "text");
    assert!(read(&written(&without, WriterProperties::default(), |row| row as i64)).unwrap().starts_with("text,note,"));
}

/// The message names the codec, and not a feature of the library. pyarrow wrote the files.
#[test]
fn a_column_with_another_compression_is_named_with_its_codec() {
    for (bytes, codec) in [(&include_bytes!("brotli.parquet")[..], "Brotli"), (include_bytes!("lz4.parquet"), "LZ4")] {
        let expected = format!(
            "found the column `puzzle` compressed with {codec}, expected Zstandard, Snappy, gzip or no compression"
        );
        assert_eq!(read(bytes).unwrap_err().to_string(), expected);
    }
}
