//! The shape of rows that are passed on: as they stand in their files where that is possible.
//!
//! CSV files with the same header keep every column, the delimiter, and the text of every field. In a list, a grid that is
//! all of its line keeps the line with the text behind the grid. Everything else is written anew by `minirow-formats`:
//! grids of several lines, XML, files that do not fit together, and rows in another form than their own.
//!
//! Parquet gets values instead of lines: the fields of a line of CSV, else those of the record.

use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

use minirow_formats::{FileKind, Form, LOOK_AHEAD, Reader, Record, RecordTable, Writer};
use minirow_table::Columns;
use minirow_table::input::{Entry, InputError, Item, Source};

use crate::csv_line::{check_place, fields, with_field};
use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::output_format::OutputFormat;

/// How rows are written.
#[derive(Debug)]
pub(crate) struct RowShape {
    manner: Manner,
    form: Form,
    writer: Writer,
    /// The header of text.
    header: String,
    /// The columns of Parquet for records that are written anew.
    table: RecordTable,
    /// A column that rows get.
    added: Option<String>,
    is_parquet: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Manner {
    /// Lines of CSV, as they are.
    Csv { delimiter: char, columns: Vec<String> },
    /// Lines with one grid each, as they are.
    Lines,
    /// Records written anew.
    Anew,
}

/// An item of a file, and its own line if that is passed on.
pub(crate) type ShapedItem = (Item, Option<Vec<u8>>);

impl RowShape {
    /// Returns the shape of the rows of some files: in a format that is asked for, or else in that of an output's name, or
    /// else in their own. They may get one more column.
    ///
    /// # Errors
    /// If a file cannot be read, or has that column already.
    pub(crate) fn of(
        sources: &[Source],
        to: Option<OutputFormat>,
        out: Option<&Path>,
        added: Option<&str>,
    ) -> Result<RowShape> {
        let mut kinds = Vec::new();
        for source in sources {
            let reader = source.open().map_err(|error| InputError::read(source.name(), error))?;
            kinds.push(Reader::new(reader).kind().clone());
        }
        let (own, manner) = own_shape(sources, &kinds);
        // A form that is named is meant: a list with remarks becomes one without.
        let wanted = to.or_else(|| out.and_then(OutputFormat::of_path));
        let is_parquet = wanted == Some(OutputFormat::Parquet);
        let form = wanted.map_or(own, OutputFormat::form);
        let passes_on = form == own && (to.is_none() || is_parquet);
        let (form, manner) = match manner {
            // Lines have no columns.
            Manner::Lines if passes_on && added.is_some() => {
                (if form == Form::JsonLines { form } else { Form::Csv }, Manner::Anew)
            }
            manner if passes_on => (form, manner),
            _ => (form, Manner::Anew),
        };
        let mut shape = RowShape {
            form,
            writer: Writer::new(form, None),
            header: String::new(),
            table: RecordTable::default(),
            added: added.map(str::to_string),
            is_parquet,
            manner,
        };
        match (&kinds[..], &shape.manner) {
            ([FileKind { first_line: header, .. }, ..], Manner::Csv { delimiter, columns }) => {
                shape.header = format!("{header}\n");
                if let Some(added) = &shape.added {
                    if columns.iter().any(|name| name.trim().eq_ignore_ascii_case(added)) {
                        return Err(column_exists(&sources[0], added));
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

    /// Returns a writer for one file.
    pub(crate) fn writer(&self) -> Writer {
        self.writer.clone()
    }

    /// Returns what stands before all rows.
    pub(crate) fn header(&self) -> &str {
        &self.header
    }

    /// Returns what stands after all rows.
    pub(crate) fn footer(&self) -> &'static str {
        if self.manner == Manner::Anew { self.writer.footer() } else { "" }
    }

    pub(crate) fn is_parquet(&self) -> bool {
        self.is_parquet
    }

    /// Returns the columns of Parquet.
    pub(crate) fn columns(&self) -> Columns {
        match &self.manner {
            Manner::Csv { columns, .. } => {
                Columns::of_header(columns.iter().chain(&self.added).map(|name| name.trim()))
            }
            Manner::Lines | Manner::Anew => Columns::of_header(self.table.columns().map(str::trim)),
        }
    }

    /// Returns the items of a file, with their lines where they are passed on.
    pub(crate) fn items(&self, source: &Source) -> Box<dyn Iterator<Item = ShapedItem> + Send> {
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

    /// Returns the text of a row, with a value for the added column.
    ///
    /// # Errors
    /// If the line has no place for the added column.
    pub(crate) fn text(
        &self,
        writer: &mut Writer,
        entry: &Entry,
        line: Option<&[u8]>,
        value: Option<&str>,
        dropped: &mut DroppedFields,
    ) -> Result<Vec<u8>, String> {
        let value = self.added.as_ref().and(value);
        match (line, &self.manner, value) {
            (Some(line), Manner::Csv { delimiter, columns }, Some(value)) => {
                with_field(line, *delimiter, columns.len(), value)
            }
            (Some(line), ..) => {
                let mut line = line.to_vec();
                if !line.ends_with(b"\n") {
                    line.push(b'\n');
                }
                Ok(line)
            }
            (None, ..) => {
                let written = writer.record(&self.record(entry, value));
                dropped.note(written.dropped, &entry.place);
                Ok(written.text.into_bytes())
            }
        }
    }

    /// Returns the values of a row for the columns of Parquet, with a value for the added column.
    ///
    /// # Errors
    /// If the line has no place for the added column.
    pub(crate) fn values(
        &self,
        entry: &Entry,
        line: Option<&[u8]>,
        value: Option<&str>,
        dropped: &mut DroppedFields,
    ) -> Result<Vec<String>, String> {
        let (Some(line), Manner::Csv { delimiter, columns }) = (line, &self.manner) else {
            let row = self.table.row(&self.record(entry, value));
            dropped.note(row.dropped, &entry.place);
            return Ok(row.values);
        };
        let mut values = fields(String::from_utf8_lossy(line).trim_end_matches(['\n', '\r']), *delimiter);
        if let Some(value) = self.added.as_ref().and(value) {
            check_place(values.len(), columns.len())?;
            values.resize(columns.len(), String::new());
            values.push(value.to_string());
        }
        Ok(values)
    }

    /// Returns the record of an entry, with a value for the added column.
    fn record<'a>(&self, entry: &'a Entry, value: Option<&str>) -> Cow<'a, Record> {
        match self.added.as_deref().zip(value) {
            Some((name, value)) => Cow::Owned(with_value(&entry.record, name, value)),
            None => Cow::Borrowed(&entry.record),
        }
    }

    /// Finds the header, or the columns of Parquet, that the first rows of each file need.
    fn look_ahead(&mut self, sources: &[Source]) -> Result<()> {
        let each = self.writer.look_ahead() / sources.len().max(1);
        let mut records = Vec::new();
        for source in sources {
            for entry in source.items().take(each).flatten() {
                match &self.added {
                    Some(added) if entry.fields.get(added).is_some() => return Err(column_exists(source, added)),
                    Some(added) => records.push(with_value(&entry.record, added, "")),
                    None => records.push(entry.record),
                }
            }
        }
        if self.is_parquet {
            self.table = RecordTable::of(&records);
        } else {
            self.header = self.writer.header(records.iter());
        }
        debug_assert!(records.len() <= LOOK_AHEAD);
        Ok(())
    }
}

fn column_exists(source: &Source, column: &str) -> Error {
    Error::ColumnExists { name: source.name().to_string(), column: column.into() }
}

fn with_value(record: &Record, name: &str, value: &str) -> Record {
    let mut record = record.clone();
    record.fields.set(name, value);
    record
}

/// Returns the form of files by themselves, and how their rows can be passed on.
fn own_shape(sources: &[Source], kinds: &[FileKind]) -> (Form, Manner) {
    let Some((kind, rest)) = kinds.split_first() else { return (Form::Line, Manner::Anew) };
    match (kind.form, kind.delimiter()) {
        (Some(form), Some(delimiter)) => {
            let manner = Manner::Csv { delimiter, columns: fields(&kind.first_line, delimiter) };
            (form, if rest.iter().all(|other| other == kind) { manner } else { Manner::Anew })
        }
        (Some(form), None) => (form, Manner::Anew),
        (None, _) => {
            let by_name = sources[0].path().and_then(Form::of_path);
            let form = by_name.filter(|&form| !form.is_whole_file());
            let by_content = || match kind.first_line.as_bytes() {
                [b'{', ..] => Form::JsonLines,
                [b'[', ..] => Form::Json,
                _ => Form::Line,
            };
            let is_text = |kind: &FileKind| kind.form.is_none();
            (form.unwrap_or_else(by_content), if rest.iter().all(is_text) { Manner::Lines } else { Manner::Anew })
        }
    }
}

/// The lines of a file.
struct Lines {
    reader: Box<dyn BufRead + Send>,
    /// The number of lines that were read.
    number: u64,
}

impl Lines {
    /// Returns a line with its end, unless it was passed already.
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

/// Returns `true` if a line by itself holds exactly a record.
fn is_all_of(line: &[u8], record: &Record) -> bool {
    let mut alone = Reader::new(line);
    matches!(alone.next(), Some(Ok(found)) if found.record == *record) && alone.next().is_none()
}
