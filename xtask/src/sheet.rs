//! Rows as a file: CSV, JSON lines or Parquet. The same rows always give the same bytes.

mod json_lines;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "sheet/no_parquet.rs"]
mod parquet;

use std::io::{self, Write};
use std::path::Path;

pub(crate) use self::parquet::{MAGIC, open as open_parquet};

use crate::columns::{self, Kind};

/// A format that rows can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Csv,
    JsonLines,
    Parquet,
}

impl Format {
    /// The format that the ending of a name asks for. Whatever is no other is CSV.
    pub(crate) fn of_path(path: &Path) -> Format {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "jsonl" | "ndjson" => Format::JsonLines,
            "parquet" => Format::Parquet,
            _ => Format::Csv,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::JsonLines => "jsonl",
            Format::Parquet => "parquet",
        }
    }

    /// Whether this program can write it.
    pub(crate) fn check(self) -> std::result::Result<(), &'static str> {
        match self {
            Format::Parquet if !cfg!(feature = "parquet") => {
                Err("this minirow was built without Parquet (the feature `parquet` of its package)")
            }
            _ => Ok(()),
        }
    }
}

/// A file of rows that is being written.
pub(crate) trait Sheet {
    /// Takes a row.
    ///
    /// # Errors
    /// If a value is not of the kind of its column (then with its name), or it cannot be written.
    fn row(&mut self, values: &[&str]) -> io::Result<()>;

    /// Says that there are no more.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Begins a file with these columns. What is said about it goes into the metadata, where the format has such.
pub(crate) fn begin<'a>(
    format: Format,
    names: &[&str],
    about: &[(String, String)],
    to: impl Write + Send + 'a,
) -> io::Result<Box<dyn Sheet + 'a>> {
    match format {
        Format::Csv => {
            let mut writer = csv::WriterBuilder::new().from_writer(to);
            writer.write_record(names)?;
            Ok(Box::new(Csv(writer)))
        }
        Format::JsonLines => Ok(Box::new(json_lines::JsonLines::new(names, to))),
        Format::Parquet => parquet::begin(names, about, to),
    }
}

struct Csv<W: Write>(csv::Writer<W>);

impl<W: Write> Sheet for Csv<W> {
    fn row(&mut self, values: &[&str]) -> io::Result<()> {
        Ok(self.0.write_record(values)?)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// What is said of a value that is not of the kind of its column.
fn misfit(name: &str, value: &str, kind: Kind) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{name} is `{value}`, expected {}", kind.expected()))
}

/// The kinds of columns.
fn kinds(names: &[&str]) -> Vec<(String, Kind)> {
    names.iter().map(|name| (name.to_string(), columns::kind(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) const NAMES: [&str; 5] = ["id", "solution", "er", "minimal", "index"];
    pub(super) const ROWS: [[&str; 5]; 3] = [
        ["1-0", "123456789", "1.2", "true", "0"],
        ["a \"b\", c", "000000001", "", "false", "18446744073709551615"],
        ["", "", "10.0", "", ""],
    ];

    pub(super) fn written(format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut sheet = begin(format, &NAMES, &[("seed".into(), "1".into())], &mut bytes).unwrap();
        ROWS.iter().for_each(|row| sheet.row(row).unwrap());
        sheet.finish().unwrap();
        bytes
    }

    #[test]
    fn csv_has_quotes_only_where_they_are_needed() {
        let text = String::from_utf8(written(Format::Csv)).unwrap();
        assert_eq!(
            text,
            "id,solution,er,minimal,index\n\
             1-0,123456789,1.2,true,0\n\
             \"a \"\"b\"\", c\",000000001,,false,18446744073709551615\n\
             ,,10.0,,\n"
        );
    }

    #[test]
    fn json_lines_have_numbers_where_the_column_has_and_text_stays_text() {
        let text = String::from_utf8(written(Format::JsonLines)).unwrap();
        assert_eq!(
            text,
            r#"{"id":"1-0","solution":"123456789","er":1.2,"minimal":true,"index":0}
{"id":"a \"b\", c","solution":"000000001","er":null,"minimal":false,"index":18446744073709551615}
{"id":null,"solution":null,"er":10.0,"minimal":null,"index":null}
"#
        );
    }

    #[test]
    fn what_does_not_fit_its_column_is_named() {
        for format in [Format::JsonLines, Format::Parquet] {
            if format.check().is_err() {
                continue;
            }
            let mut bytes = Vec::new();
            let mut sheet = begin(format, &["clues", "er"], &[], &mut bytes).unwrap();
            let error = sheet.row(&["256", "1.2"]).unwrap_err();
            assert_eq!(error.to_string(), "clues is `256`, expected a whole number from 0 to 255");
            assert_eq!(sheet.row(&["25", "hard"]).unwrap_err().to_string(), "er is `hard`, expected a number");
        }
    }
}
