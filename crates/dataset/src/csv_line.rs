//! Lines of CSV that are passed on, as they are or with one more field.

use std::borrow::Cow;

use minirow_formats::csv_fields;

/// Returns a line of CSV with a field for each column, and one more, if it is given. All other bytes stay as they are: empty fields
/// beyond the columns are left out, and missing ones are added.
///
/// # Errors
/// If the line has more fields than there are columns.
pub(crate) fn with_fields<'a>(
    line: &'a [u8],
    delimiter: char,
    columns: usize,
    value: Option<&str>,
) -> Result<Cow<'a, [u8]>, String> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let (text, end) = text.strip_suffix(b"\r").map_or((text, "\n"), |text| (text, "\r\n"));
    let all = match text.contains(&b'"') {
        true => csv_fields(&String::from_utf8_lossy(text), delimiter).len(),
        false => text.iter().filter(|&&byte| byte == delimiter as u8).count() + 1,
    };
    if all == columns && value.is_none() {
        return Ok(Cow::Borrowed(line));
    }
    let end_of_fields = |text: &[u8]| text.iter().rposition(|&byte| byte == delimiter as u8);
    let (mut text, mut found) = (text, all);
    while found > columns
        && let Some(place) =
            end_of_fields(text).filter(|&place| matches!(text[place + 1..].trim_ascii(), b"" | b"\"\""))
    {
        (text, found) = (&text[..place], found - 1);
    }
    if found > columns {
        return Err(format!("found {all} fields, expected {columns} of the header"));
    }
    let delimiters = delimiter.to_string().repeat(columns - found + usize::from(value.is_some()));
    let end = if line.ends_with(b"\n") || value.is_some() { end } else { "" };
    Ok([text, delimiters.as_bytes(), value.unwrap_or_default().as_bytes(), end.as_bytes()].concat().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_comes_under_its_column() {
        let fields = |line: &str, value| {
            with_fields(line.as_bytes(), ',', 3, value).map(|row| String::from_utf8(row.into_owned()).unwrap())
        };
        let with = |line: &str| fields(line, Some("x"));
        let without = |line: &str| fields(line, None).unwrap();
        assert_eq!(with("1,2,3\n").unwrap(), "1,2,3,x\n");
        assert_eq!(with("1,2,3\r\n").unwrap(), "1,2,3,x\r\n");
        assert_eq!(with("1,\"2,2\",3").unwrap(), "1,\"2,2\",3,x\n");
        assert_eq!(with("1\n").unwrap(), "1,,,x\n");
        assert_eq!(with("1,2,3,, \n").unwrap(), "1,2,3,x\n");
        assert_eq!(with("1,2,3,4\n").unwrap_err(), "found 4 fields, expected 3 of the header");
        assert_eq!(without("1,\"2,2\",3\r\n"), "1,\"2,2\",3\r\n");
        assert_eq!(without("1,2,3,,\r\n"), "1,2,3\r\n");
        assert_eq!(without("1,2,\"3,\",\"\""), "1,2,\"3,\"");
        assert_eq!(without("1\n"), "1,,\n");
    }
}
