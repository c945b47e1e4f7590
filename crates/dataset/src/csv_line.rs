//! Lines of CSV that are passed on with one more field.

use minirow_formats::csv_fields;

/// Returns a line of CSV with one more field, under its column. All other bytes stay as they are, except empty fields beyond the
/// columns, which are left out.
///
/// # Errors
/// If the line has more fields than there are columns.
pub(crate) fn with_field(line: &[u8], delimiter: char, columns: usize, value: &str) -> Result<Vec<u8>, String> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let (text, end) = text.strip_suffix(b"\r").map_or((text, "\n"), |text| (text, "\r\n"));
    let count = |text: &[u8]| csv_fields(&String::from_utf8_lossy(text), delimiter).len();
    let all = count(text);
    let end_of_fields = |text: &[u8]| text.iter().rposition(|&byte| byte == delimiter as u8);
    let (mut text, mut found) = (text, all);
    while found > columns
        && let Some(place) =
            end_of_fields(text).filter(|&place| matches!(text[place + 1..].trim_ascii(), b"" | b"\"\""))
    {
        (text, found) = (&text[..place], found - 1);
    }
    if found > columns {
        return Err(format!("found {all} fields, expected {columns}: there is no place for one more"));
    }
    let delimiters = delimiter.to_string().repeat(columns - found + 1);
    Ok([text, delimiters.as_bytes(), value.as_bytes(), end.as_bytes()].concat())
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
        assert_eq!(with("1,2,3,, \n").unwrap(), "1,2,3,x\n");
        assert_eq!(with("1,2,3,4\n").unwrap_err(), "found 4 fields, expected 3: there is no place for one more");
    }
}
