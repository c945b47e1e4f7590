//! Records of CSV as text.

use csv::{StringRecord, WriterBuilder};

const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// Returns the delimiter of the fields of a header: the first of comma, semicolon and tab that is outside of quotes.
///
/// ```
/// assert_eq!(minirow_formats::csv_delimiter("puzzle;\"a,b\""), ';');
/// assert_eq!(minirow_formats::csv_delimiter("puzzle"), ',');
/// ```
pub fn csv_delimiter(header: &str) -> char {
    let is_in = |delimiter: &char| header.split('"').step_by(2).any(|text| text.contains(*delimiter));
    DELIMITERS.into_iter().find(is_in).unwrap_or(',')
}

/// Returns fields as a record of CSV, with quotes where they are needed and a line end. Fields with the character of comments,
/// if there is one, have quotes.
///
/// ```
/// assert_eq!(minirow_formats::csv_record(["a", "b, c", "# d"], None), "a,\"b, c\",# d\n");
/// assert_eq!(minirow_formats::csv_record(["# d"], Some(b'#')), "\"# d\"\n");
/// ```
pub fn csv_record(fields: impl IntoIterator<Item = impl AsRef<str>>, comment: Option<u8>) -> String {
    let mut writer = WriterBuilder::new().comment(comment).buffer_capacity(1 << 10).from_writer(Vec::new());
    for field in fields {
        writer.write_field(field.as_ref()).expect("a vector takes everything");
    }
    writer.write_record(None::<&[u8]>).expect("a vector takes everything");
    String::from_utf8(writer.into_inner().expect("a vector takes everything")).expect("fields are text")
}

/// Returns a field of a table with a delimiter, in quotes if it needs them.
///
/// ```
/// assert_eq!(minirow_formats::csv_field("a;b", ';'), "\"a;b\"");
/// assert_eq!(minirow_formats::csv_field("a,\"b", ','), "\"a,\"\"b\"");
/// assert_eq!(minirow_formats::csv_field("a,b", ';'), "\"a,b\"");
/// assert_eq!(minirow_formats::csv_field("a b", ';'), "a b");
/// ```
pub fn csv_field(field: &str, delimiter: char) -> String {
    // Any delimiter outside of quotes could be taken for that of the table.
    let needs_quotes = field.contains([delimiter, '"', '\n', '\r']) || field.contains(DELIMITERS);
    if needs_quotes { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_string() }
}

/// Returns fields of a report as a record of CSV. Those that a spreadsheet program would run as formulas get an apostrophe first.
///
/// ```
/// assert_eq!(minirow_formats::csv_report(["=cmd()", "-1.5", "a=b"]), "'=cmd(),-1.5,a=b\n");
/// ```
pub fn csv_report(fields: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let safe = |field: &str| if is_formula(field) { format!("'{field}") } else { field.to_string() };
    csv_record(fields.into_iter().map(|field| safe(field.as_ref())), None)
}

/// Returns `true` if a spreadsheet program may run a field as a formula: it begins with `=`, `+`, `-`, `@`, a tab or a carriage return,
/// and is not a number.
pub fn is_formula(field: &str) -> bool {
    field.starts_with(['=', '+', '-', '@', '\t', '\r']) && field.parse::<f64>().is_err()
}

/// Splits a record of CSV, with or without its line end, into fields. Its quotes must be closed.
///
/// ```
/// assert_eq!(minirow_formats::csv_fields("1;\"a; \"\"b\"\"\";\r\n", ';'), vec!["1", "a; \"b\"", ""]);
/// ```
pub fn csv_fields(record: &str, delimiter: char) -> StringRecord {
    let mut fields = CsvFields::new(delimiter);
    fields.push(record);
    fields.end()
}

/// The fields in the text of a record so far, which may have several lines. A field that starts with a quote ends with one, and has only
/// pairs of them inside. Elsewhere a quote is a character like any other.
#[derive(Clone, Debug)]
pub(crate) struct CsvFields {
    delimiter: char,
    ended: StringRecord,
    /// The field that has not ended.
    field: String,
    place: Place,
    /// `true` if text followed the closing quote of a field.
    pub(crate) has_text_after: bool,
}

/// The place of the next character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Start,
    Plain,
    Quoted,
    /// After a quote within a quoted field: its end, or the first of a pair.
    AfterQuote,
}

impl CsvFields {
    /// Starts a record with a delimiter of fields.
    pub(crate) fn new(delimiter: char) -> CsvFields {
        let (ended, field) = (StringRecord::new(), String::new());
        CsvFields { delimiter, ended, field, place: Place::Start, has_text_after: false }
    }

    /// Adds the first part of the record, or one that begins within quotes, with its line ends.
    pub(crate) fn push(&mut self, text: &str) {
        if self.place == Place::Start && !text.contains('"') {
            let start = text.rfind(self.delimiter).map_or(0, |place| place + self.delimiter.len_utf8());
            text[..start].split_terminator(self.delimiter).for_each(|field| self.ended.push_field(field));
            (self.field, self.place) = (text[start..].to_string(), Place::Plain);
            return;
        }
        for character in text.chars() {
            self.place = match (self.place, character) {
                (Place::Quoted, '"') => Place::AfterQuote,
                (Place::Start, '"') => Place::Quoted,
                (Place::AfterQuote, '\r' | '\n') => Place::AfterQuote,
                (Place::Start | Place::Plain | Place::AfterQuote, _) if character == self.delimiter => {
                    self.ended.push_field(&self.field);
                    self.field.clear();
                    Place::Start
                }
                (place, _) => {
                    self.field.push(character);
                    let is_pair = place == Place::AfterQuote && character == '"';
                    self.has_text_after |= place == Place::AfterQuote && !is_pair;
                    if place == Place::Quoted || is_pair { Place::Quoted } else { Place::Plain }
                }
            };
        }
    }

    /// Returns `true` if a field started with a quote and has not ended.
    pub(crate) fn is_open(&self) -> bool {
        self.place == Place::Quoted
    }

    /// Returns the fields, without the line end of the record.
    pub(crate) fn end(mut self) -> StringRecord {
        let last = self.field.strip_suffix('\n').unwrap_or(&self.field);
        let last = last.strip_suffix('\r').unwrap_or(last);
        // A line end within quotes is a part of the field.
        self.ended.push_field(if self.place == Place::AfterQuote { &self.field } else { last });
        self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_no_part_of_a_field() {
        assert_eq!(csv_fields("1;\"a \"\"b\"\"; c\";;", ';'), ["1", "a \"b\"; c", "", ""][..]);
        assert_eq!(csv_fields("1,a\rb", ','), ["1", "a\rb"][..]);
        assert_eq!(csv_fields("\"1\",a\rb\n", ','), ["1", "a\rb"][..]);
        assert_eq!(csv_fields("\"\"", ','), [""][..]);
        assert_eq!(csv_fields("\"\"\"\",\"\",\"a\nb\"", ','), ["\"", "", "a\nb"][..]);
        assert_eq!(csv_fields("a\"b,\"c\"d\"", ','), ["a\"b", "cd\""][..]);
        assert_eq!(csv_fields("\"a\r\n\"\r\n", ','), ["a\r\n"][..]);
    }

    #[test]
    fn a_quoted_field_may_have_several_lines() {
        let mut fields = CsvFields::new(',');
        fields.push("1,\"two\n");
        assert!(fields.is_open());
        fields.push("lines\",3\" disk\n");
        assert!(!fields.is_open() && !fields.has_text_after);
        assert_eq!(fields.end(), ["1", "two\nlines", "3\" disk"][..]);
    }
}
