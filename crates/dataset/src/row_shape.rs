//! The shape of rows that are passed on. They stay as they are in their files if that is possible.
//!
//! CSV files with the same header keep every column, the delimiter, and the text of every field. In a list, a grid that is
//! the only one in its line keeps the line with the text behind the grid. Everything else is written again by
//! `minirow-formats`: grids of several lines, XML, files with different columns, and rows in another form than their own.
//!
//! Parquet gets values instead of lines: the fields of a line of CSV, else those of the record.

use std::path::Path;

use minirow_formats::{FileKind, Form, LookAhead, Record, RecordTable, TableHeader, Writer, csv_field};
use minirow_table::Columns;
use minirow_table::input::{Entry, InputError, Items, Source};

use crate::error::{Error, Result};
use crate::output_format::OutputFormat;

/// The shape in which the rows of some files are written.
#[derive(Debug)]
pub(crate) struct RowShape {
    pub(crate) manner: Manner,
    pub(crate) form: Form,
    pub(crate) writer: Writer,
    /// The header of text.
    pub(crate) header: String,
    /// The columns of Parquet for records that are written again.
    pub(crate) table: RecordTable,
    /// A column that rows get.
    pub(crate) added: Option<String>,
    pub(crate) is_parquet: bool,
    /// `true` if JSON on standard output is one array, as the input is.
    pub(crate) is_array: bool,
}

/// The part of a row that stays as it is in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Rows of CSV with this header, as they are.
    Csv(TableHeader),
    /// Lines with one grid each, as they are.
    Lines,
    /// Records, which are written again.
    Records,
}

impl RowShape {
    /// Returns the shape of the rows of some files: in the format `to`, or else in that of the name `out`, or else in their
    /// own. `added` is one more column that the rows get.
    ///
    /// # Errors
    /// If a file cannot be read, or already has that column.
    pub(crate) fn of(
        sources: &[Source],
        to: Option<OutputFormat>,
        out: Option<&Path>,
        added: Option<&str>,
    ) -> Result<RowShape> {
        let (mut kinds, mut header) = (Vec::new(), None);
        for source in sources {
            let reader = source.reader().map_err(|error| InputError::read(source.name(), error))?;
            kinds.push(reader.kind().clone());
            header = header.or_else(|| Some(reader.header()?.1.clone()));
        }
        let (own, mut manner) = own_shape(sources, &kinds, header);
        let is_array = to.is_none() && is_json_array(&kinds[0]);
        let wanted = to.or_else(|| out.and_then(OutputFormat::of_path));
        let is_parquet = wanted == Some(OutputFormat::Parquet);
        let mut form = wanted.map_or(own, OutputFormat::form);
        // If a form is named, rows get exactly that form: a list with remarks becomes one without.
        if form != own || to.is_some() && !is_parquet {
            manner = Manner::Records;
        }
        // Lines have no columns.
        if manner == Manner::Lines && added.is_some() {
            manner = Manner::Records;
            form = if form == Form::JsonLines { form } else { Form::Csv };
        }
        let mut shape = RowShape {
            form,
            writer: Writer::new(form, None),
            header: String::new(),
            table: RecordTable::default(),
            added: added.map(str::to_string),
            is_parquet,
            is_array,
            manner,
        };
        match &shape.manner {
            Manner::Csv(header) => {
                if let Some(added) = added.filter(|added| header.names().any(|name| name.eq_ignore_ascii_case(added))) {
                    return Err(column_exists(&sources[0], added));
                }
                let delimiter = kinds[0].delimiter().unwrap_or(',');
                let more = added.map(|added| format!("{delimiter}{}", csv_field(added, delimiter)));
                let line_end = header.line_end();
                shape.header = format!("{}{}{line_end}", kinds[0].first_line, more.unwrap_or_default());
            }
            Manner::Records => shape.look_ahead(sources)?,
            Manner::Lines => {}
        }
        Ok(shape)
    }

    /// Returns the format of the rows.
    pub(crate) fn format(&self) -> OutputFormat {
        if self.is_parquet { OutputFormat::Parquet } else { OutputFormat::Form(self.form) }
    }

    /// Returns the columns of Parquet.
    pub(crate) fn columns(&self) -> Columns {
        match &self.manner {
            Manner::Csv(header) => Columns::of_header(header.names().chain(self.added.as_deref())),
            Manner::Lines | Manner::Records => Columns::of_header(self.table.columns().map(str::trim)),
        }
    }

    /// Returns the items of a file, with their text if it is passed on.
    pub(crate) fn items(&self, source: &Source) -> Items {
        if self.manner == Manner::Records { source.items() } else { source.items().keep_text() }
    }

    /// Finds the header, or the columns of Parquet, that the first rows of each file need.
    fn look_ahead(&mut self, sources: &[Source]) -> Result<()> {
        let mut ahead = LookAhead::new(self.form);
        let mut records = Vec::new();
        for source in sources {
            let each = LookAhead::RECORDS / sources.len();
            for entry in source.items().take(each).flatten() {
                if !ahead.is_open() {
                    break;
                }
                let record = match &self.added {
                    Some(added) if entry.fields.get(added).is_some() => return Err(column_exists(source, added)),
                    Some(added) => with_value(&entry.record, added, ""),
                    None => entry.record,
                };
                ahead.add(&record).map_err(|error| Error::invalid(entry.place, error))?;
                records.push(record);
            }
        }
        if self.is_parquet {
            self.table = RecordTable::of(&records);
        } else {
            self.header = self.writer.header(records.iter());
        }
        Ok(())
    }
}

fn column_exists(source: &Source, column: &str) -> Error {
    let reason = format!("has a column {column} already; --column=NAME gives another");
    Error::invalid(source.name(), reason)
}

/// Returns a record with one more field.
pub(crate) fn with_value(record: &Record, name: &str, value: &str) -> Record {
    let mut record = record.clone();
    record.fields.set(name, value);
    record
}

/// Returns the form that files have, and how their rows can be passed on, given the header of the first table.
fn own_shape(sources: &[Source], kinds: &[FileKind], header: Option<TableHeader>) -> (Form, Manner) {
    let (kind, rest) = (&kinds[0], &kinds[1..]);
    match kind.form {
        // The reader reports a header with an error, with its line, and no rows.
        Some(Form::Csv) if rest.iter().all(|other| other == kind) => {
            (Form::Csv, Manner::Csv(header.unwrap_or_default()))
        }
        Some(form) => (form, Manner::Records),
        None => {
            let by_name = sources[0].path().and_then(Form::of_path);
            let by_name = by_name.filter(|&form| !form.is_whole_file() && !form.is_json());
            let has_fields = |entry: Entry| entry.solution.is_some() || !entry.fields.is_empty();
            let form = match kind.first_line.as_bytes() {
                [b'{', ..] => Form::JsonLines,
                [b'[', ..] if sources[0].items().flatten().next().is_some_and(has_fields) => Form::JsonLines,
                [b'[', ..] => Form::Json,
                _ => by_name.unwrap_or(Form::Line),
            };
            let are_lines = kinds.iter().all(|kind| kind.form.is_none() && !is_json_array(kind));
            (form, if are_lines { Manner::Lines } else { Manner::Records })
        }
    }
}

/// Returns `true` for a file whose first line begins an array of objects or boards, not one board.
fn is_json_array(kind: &FileKind) -> bool {
    let start: String = kind.first_line.chars().filter(|character| !character.is_whitespace()).take(3).collect();
    kind.form.is_none() && (["[", "[[", "[[["].contains(&start.as_str()) || start.starts_with("[{"))
}
