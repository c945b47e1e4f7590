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
    let record = record.strip_suffix('\n').unwrap_or(record);
    let record = record.strip_suffix('\r').unwrap_or(record);
    if !record.contains('"') {
        return record.split(delimiter).collect();
    }
    let (mut fields, mut field) = (StringRecord::new(), String::new());
    let (mut is_quoted, mut is_start) = (false, true);
    let mut characters = record.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_none() => is_quoted = false,
            '"' if is_start => is_quoted = true,
            _ if character == delimiter && !is_quoted => {
                fields.push_field(&field);
                field.clear();
                is_start = true;
                continue;
            }
            _ => field.push(character),
        }
        is_start = false;
    }
    fields.push_field(&field);
    fields
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
    }
}
