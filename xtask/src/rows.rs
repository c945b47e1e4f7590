//! Rows that are handed on as they are: the lines of CSV files and of lists; or, where that cannot be, written anew.
//!
//! CSV files with the same header keep every column, the character between fields, and whatever stands there. In a list, a
//! grid that is all of its line keeps the line with what stands behind the grid. All else goes through the writer of
//! `minirow-formats`: grids of several lines, XML, files that do not fit together, and what is asked for in another form.

use std::io::{self, BufRead};
use std::path::Path;

use minirow_formats::{Form, Kind, LOOK_AHEAD, Reader, Record, Writer};

use serde_json::Value;
use tempfile::TempPath;

use crate::export;
use crate::failure::{Failure, Result};
use crate::input::{Entry, Item, Source};
use crate::interrupt;
use crate::left_out::LeftOut;
use crate::output::{self, Output, Target};
use crate::schema::Schema;
use crate::sheet::Format;
use crate::to::To;

/// How rows are written.
#[derive(Debug)]
pub(crate) struct Shape {
    manner: Manner,
    form: Form,
    writer: Writer,
    header: String,
    /// A column that rows get.
    added: Option<String>,
    /// Whether files are Parquet in the end.
    is_parquet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// Lines of CSV, with so many columns.
    Csv {
        delimiter: char,
        columns: usize,
    },
    /// Lines, where a grid is all of one.
    Lines,
    Anew,
}

/// An item of a file, with the line that it is all of, as far as that is wanted.
pub(crate) type Row = (Item, Option<Vec<u8>>);

impl Shape {
    /// The shape of the rows of some files: in a form that is asked for, or else in that of an output's name, or else in
    /// their own. They may get one more column.
    ///
    /// # Errors
    /// If a file cannot be read, or has that column already.
    pub(crate) fn of(sources: &[Source], to: Option<To>, out: Option<&Path>, added: Option<&str>) -> Result<Shape> {
        let mut kinds = Vec::new();
        for source in sources {
            let cannot_read = |error: io::Error| Failure::usage(format!("{}: cannot be read: {error}", source.name()));
            kinds.push(Reader::new(source.open().map_err(cannot_read)?).kind().clone());
        }
        let (own, manner) = own_shape(sources, &kinds);
        // A form that is named is meant: a list with remarks becomes one without.
        let wanted = to.or_else(|| out.and_then(To::of_path));
        let is_parquet = wanted == Some(To::Parquet);
        let form = wanted.map_or(own, To::rows);
        let manner = if form == own && (to.is_none() || is_parquet) { manner } else { Manner::Anew };
        let added = added.map(str::to_string);
        let mut shape =
            Shape { manner, form, writer: Writer::new(form, None), header: String::new(), added, is_parquet };
        if shape.manner == Manner::Lines && shape.added.is_some() {
            shape.manner = Manner::Anew;
            // Lines have no columns.
            let form = if form == Form::JsonLines { form } else { Form::Csv };
            (shape.form, shape.writer) = (form, Writer::new(form, None));
        }
        match (&kinds[..], shape.manner) {
            ([Kind::Csv(header, delimiter), ..], Manner::Csv { .. }) => {
                shape.header = format!("{header}\n");
                if let Some(added) = &shape.added {
                    let names = fields(header, *delimiter).unwrap_or_default();
                    if names.iter().any(|name| name.trim().eq_ignore_ascii_case(added)) {
                        return Err(has_column(&sources[0], added));
                    }
                    shape.header = format!("{header}{delimiter}{added}\n");
                }
            }
            (_, Manner::Anew) => shape.look_ahead(sources)?,
            _ => {}
        }
        Ok(shape)
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// What stands before all rows.
    pub(crate) fn header(&self) -> &str {
        &self.header
    }

    /// What stands after them.
    pub(crate) fn footer(&self) -> &'static str {
        if self.manner == Manner::Anew { self.writer.footer() } else { "" }
    }

    pub(crate) fn is_parquet(&self) -> bool {
        self.is_parquet
    }

    /// The items of a file, with their lines where they are to be handed on.
    pub(crate) fn rows(&self, source: &Source) -> Box<dyn Iterator<Item = Row> + Send> {
        let items = source.items();
        let (Ok(reader), false) = (source.open(), self.manner == Manner::Anew) else {
            return Box::new(items.map(|item| (item, None)));
        };
        let mut lines = Lines { reader, number: 0 };
        let is_list = self.manner == Manner::Lines;
        Box::new(items.map(move |item| {
            let line = item.as_ref().ok().and_then(|entry| {
                let line = lines.up_to(entry.place.line())?;
                (!is_list || is_all_of(&line, &entry.record)).then_some(line)
            });
            (item, line)
        }))
    }

    /// A row as it is written, with a value for the added column.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(crate) fn row(
        &self,
        writer: &mut Writer,
        entry: &Entry,
        line: Option<&[u8]>,
        value: Option<&str>,
        left_out: &mut LeftOut,
    ) -> std::result::Result<Vec<u8>, String> {
        let added = self.added.as_deref().zip(value);
        match (line, self.manner, added) {
            (Some(line), Manner::Csv { delimiter, columns }, Some((_, value))) => {
                with_field(line, delimiter, columns, value)
            }
            (Some(line), ..) => {
                let mut line = line.to_vec();
                if !line.ends_with(b"\n") {
                    line.push(b'\n');
                }
                Ok(line)
            }
            (None, ..) => {
                let written = match added {
                    Some((name, value)) => writer.record(&with_value(&entry.record, name, value)),
                    None => writer.record(&entry.record),
                };
                left_out.note(written.dropped, &entry.place);
                Ok(written.text.into_bytes())
            }
        }
    }

    /// The header that the first rows of each file need.
    fn look_ahead(&mut self, sources: &[Source]) -> Result<()> {
        let each = self.writer.look_ahead() / sources.len().max(1);
        let mut records = Vec::new();
        for source in sources {
            for entry in source.items().take(each).flatten() {
                match &self.added {
                    Some(added) if entry.fields.get(added).is_some() => return Err(has_column(source, added)),
                    Some(added) => records.push(with_value(&entry.record, added, "")),
                    None => records.push(entry.record),
                }
            }
        }
        self.header = self.writer.header(records.iter());
        debug_assert!(records.len() <= LOOK_AHEAD);
        Ok(())
    }
}

/// A file that rows go to. One of Parquet is made of them when all are there.
pub(crate) struct File {
    output: Output,
    pub(crate) writer: Writer,
    /// Where the rows are until then, and where they go.
    parquet: Option<(TempPath, Target)>,
}

impl File {
    /// Opens it, and writes what stands before all rows.
    ///
    /// # Errors
    /// If the target cannot be written, or is none for Parquet.
    pub(crate) fn open(target: &Target, shape: &Shape) -> Result<File> {
        let parquet = if shape.is_parquet { Some(rows_of_parquet(target)?) } else { None };
        let mut output = match &parquet {
            Some((rows, _)) => Output::open(&Target { out: Some(rows.to_path_buf()), force: true })?,
            None => Output::open(target)?,
        };
        output.write(shape.header().as_bytes())?;
        Ok(File { output, writer: shape.writer.clone(), parquet })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.output.write(bytes)
    }

    /// See [`Output::settle`].
    pub(crate) fn settle(&mut self) -> Result<()> {
        self.output.settle()
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn finish(self) -> Result<()> {
        self.output.finish()?;
        let Some((rows, target)) = self.parquet else { return Ok(()) };
        let shape = export::Shape { schema: Schema::Full, format: Format::Parquet, shard_rows: None };
        let path = target.out.as_deref().unwrap_or(Path::new("-"));
        shape.export(&rows, path, target.force, &export::about(&Value::Null))?;
        Ok(())
    }
}

/// A file beside the target for the rows.
fn rows_of_parquet(target: &Target) -> Result<(TempPath, Target)> {
    let Some(out) = &target.out else { return Err(Failure::usage("parquet needs a file: --out FILE")) };
    Format::Parquet.check().map_err(|why| Failure::usage(format!("{}: {why}", out.display())))?;
    output::check_target(out, target.force)?;
    let rows = output::temporary_beside(out).map_err(|error| output::cannot_write(out, &error))?.into_temp_path();
    interrupt::remove_at_end(&rows);
    Ok((rows, target.clone()))
}

fn has_column(source: &Source, column: &str) -> Failure {
    Failure::usage(format!("{}: has a column {column} already; --column=NAME gives another", source.name()))
}

fn with_value(record: &Record, name: &str, value: &str) -> Record {
    let mut record = record.clone();
    record.fields.set(name, value);
    record
}

/// The form of files by themselves, and how their rows can be handed on.
fn own_shape(sources: &[Source], kinds: &[Kind]) -> (Form, Manner) {
    match kinds {
        [Kind::Csv(first, delimiter), rest @ ..] => {
            let is_same = |kind: &Kind| matches!(kind, Kind::Csv(header, _) if header == first);
            let columns = fields(first, *delimiter).map_or(1, |fields| fields.len());
            let manner = Manner::Csv { delimiter: *delimiter, columns };
            (Form::Csv, if rest.iter().all(is_same) { manner } else { Manner::Anew })
        }
        [Kind::Text(first), rest @ ..] => {
            let by_name = sources[0].path().and_then(Form::of_path);
            let form = by_name.filter(|&form| !matches!(form, Form::Csv | Form::OpenSudoku));
            let by_content = || match first.as_bytes() {
                [b'{', ..] => Form::JsonLines,
                [b'[', ..] => Form::Json,
                _ => Form::Line,
            };
            let is_text = |kind: &Kind| matches!(kind, Kind::Text(_));
            (form.unwrap_or_else(by_content), if rest.iter().all(is_text) { Manner::Lines } else { Manner::Anew })
        }
        [Kind::Xml, ..] => (Form::OpenSudoku, Manner::Anew),
        [] => (Form::Line, Manner::Anew),
    }
}

/// The lines of a file, as far as they are asked for.
struct Lines {
    reader: Box<dyn BufRead + Send>,
    /// How many were read.
    number: u64,
}

impl Lines {
    /// A line with its end, if it was not passed already.
    fn up_to(&mut self, number: u64) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        while self.number < number {
            line.clear();
            if self.reader.read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            self.number += 1;
        }
        (!line.is_empty()).then_some(line)
    }
}

/// Whether a line by itself says just what was found.
fn is_all_of(line: &[u8], record: &Record) -> bool {
    let mut alone = Reader::new(line);
    matches!(alone.next(), Some(Ok(found)) if found.record == *record) && alone.next().is_none()
}

/// The fields of a line.
fn fields(line: &str, delimiter: char) -> Option<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter as u8).has_headers(false).from_reader(line.as_bytes());
    let record = reader.records().next()?.ok()?;
    Some(record.iter().map(str::to_string).collect())
}

/// A line of CSV with one more field, under its column.
fn with_field(line: &[u8], delimiter: char, columns: usize, value: &str) -> std::result::Result<Vec<u8>, String> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let (text, end) = text.strip_suffix(b"\r").map_or((text, "\n"), |text| (text, "\r\n"));
    let found = match text.contains(&b'"') {
        false => text.iter().filter(|&&byte| byte == delimiter as u8).count() + 1,
        true => {
            std::str::from_utf8(text).ok().and_then(|text| fields(text, delimiter)).map_or(0, |fields| fields.len())
        }
    };
    if found > columns {
        return Err(format!("found {found} fields, expected {columns}: there is no place for one more"));
    }
    let mut row = text.to_vec();
    row.extend(std::iter::repeat_n(delimiter as u8, columns - found + 1));
    row.extend(value.bytes());
    row.extend(end.bytes());
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_comes_under_its_column() {
        let with = |line: &str| with_field(line.as_bytes(), ',', 3, "x").map(|row| String::from_utf8(row).unwrap());
        assert_eq!(with("1,2,3\n").unwrap(), "1,2,3,x\n");
        assert_eq!(with("1,2,3\r\n").unwrap(), "1,2,3,x\r\n");
        assert_eq!(with("1,\"2,2\",3").unwrap(), "1,\"2,2\",3,x\n");
        assert_eq!(with("1\n").unwrap(), "1,,,x\n");
        assert_eq!(with("1,2,3,4\n").unwrap_err(), "found 4 fields, expected 3: there is no place for one more");
    }
}
