//! Lines that another program has encoded once more, or that a program prints: their characters.

use std::borrow::Cow;

use minirow_text::names_other_parts;

use crate::lines::windows_1252;

/// The fewest escapes of a line that is decoded.
const FEWEST_ESCAPES: usize = 9;

/// The starts of escapes, and what ends them.
const ESCAPES: [(&str, &str); 6] = [("\\u{", "}"), ("\\u", ""), ("\\x", ""), ("&#x", ";"), ("&#", ";"), ("%", "")];

/// The commands that print a string, and what programs print before one.
const COMMANDS: [&str; 6] = ["std::cout <<", "cout <<", "echo ", "puts ", "string(9) ", "string(1) "];

/// The upper half of code page 437.
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// Returns a line with the characters that it stands for: those of escapes, those of UTF-8 that was read in another encoding, and those of
/// the string of a command.
pub(crate) fn readable(text: &str) -> Cow<'_, str> {
    if !text.is_ascii() {
        let latin = |character| u8::try_from(character).ok();
        let plain = [|c| (0x80..=0xff).find(|&byte| windows_1252(byte) == c), latin, byte_of_code_page_437]
            .into_iter()
            .find_map(|byte: fn(char) -> Option<u8>| read_again(text, byte));
        return plain.map_or(text.into(), Cow::from);
    }
    if let Some(row) = row_of_wiki(text) {
        return row.into();
    }
    let decoded = ESCAPES.iter().find_map(|(start, end)| decode(text, start, end));
    decoded.map(Cow::from).or_else(|| printed(text)).unwrap_or(text.into())
}

fn byte_of_code_page_437(character: char) -> Option<u8> {
    let place = CODE_PAGE_437.chars().position(|other| other == character)?;
    u8::try_from(0x80 + place).ok()
}

/// Returns the text of UTF-8 whose bytes were read as characters, or `None` for another text.
fn read_again(text: &str, byte: impl Fn(char) -> Option<u8>) -> Option<String> {
    let byte = |character: char| if character.is_ascii() { u8::try_from(character).ok() } else { byte(character) };
    let plain = String::from_utf8(text.chars().map(byte).collect::<Option<_>>()?).ok()?;
    // Characters of a few letters, such as `ßéé`, are those of UTF-8 by chance.
    let is_of_grid = |character| matches!(character, '·' | '\u{2500}'..='\u{259f}');
    plain.contains(is_of_grid).then_some(plain)
}

/// Replaces the escapes of one kind, if there are enough of them. Others than those of printed characters stay as they are.
fn decode(text: &str, start: &str, end: &str) -> Option<String> {
    if text.matches(start).count() < FEWEST_ESCAPES || text.contains("://") {
        return None;
    }
    let (mut plain, mut count, mut rest) = (String::new(), 0, text);
    while let Some(at) = rest.find(start) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let number = &rest[start.len()..];
        let (radix, most) = match start {
            "\\u" => (16, 4),
            "&#" => (10, 3),
            "&#x" | "\\u{" => (16, 6),
            _ => (16, 2),
        };
        let length = number.bytes().take(most).take_while(|&digit| char::from(digit).is_digit(radix)).count();
        let value = u32::from_str_radix(&number[..length], radix).ok().and_then(char::from_u32);
        let is_whole = number[length..].starts_with(end) && (!end.is_empty() || length == most);
        match value.filter(|value| is_whole && matches!(value, ' '..='~')) {
            Some(value) => {
                plain.push(value);
                rest = &number[length + end.len()..];
                count += 1;
            }
            None => {
                plain.push_str(start);
                rest = number;
            }
        }
    }
    (count >= FEWEST_ESCAPES).then(|| plain + rest)
}

/// Returns a row of a table of MediaWiki with bars between its fields, or an empty line for the sign between the rows.
fn row_of_wiki(text: &str) -> Option<String> {
    let line = text.trim();
    if line == "|-" {
        return Some(String::new());
    }
    let sign = line.chars().next().filter(|sign| matches!(sign, '|' | '!'))?;
    let fields: Vec<&str> = text.trim_start()[1..].split(&*format!("{sign}{sign}")).collect();
    // A narrower field may have lost its digit. The space behind the last one may be missing.
    let (last, others) = fields.split_last()?;
    let widths = |is_empty: bool| {
        others.iter().filter(move |field| field.trim().is_empty() == is_empty).map(|field| field.len())
    };
    let is_cut = |width: usize| last.trim().is_empty() && !last.is_empty() && last.len() + 1 < width;
    let are_equal = |is_empty: bool| widths(is_empty).max() == widths(is_empty).min();
    if !are_equal(true) || widths(true).any(is_cut) || !are_equal(false) {
        return None;
    }
    let fields: Vec<&str> = fields.into_iter().map(str::trim).collect();
    let field = |field: &&str| format!(" {} ", if matches!(*field, "" | "&nbsp;") { " " } else { field });
    matches!(fields.len(), 9 | 10).then(|| format!("|{}|", fields.iter().map(field).collect::<Vec<_>>().join("|")))
}

/// Returns a paragraph of RTF without its commands.
fn row_of_rtf(line: &str) -> Option<String> {
    let mut text = line.trim_end_matches('}').strip_suffix("\\par")?;
    while let Some(command) = text.strip_prefix('\\') {
        let end = command.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        let end = end.trim_start_matches(|sign: char| sign.is_ascii_digit());
        text = end.strip_prefix(' ').unwrap_or(end);
    }
    Some(text.into())
}

/// Returns the row of a field of COBOL, with its number: `05 ROW-1 PIC X(9) VALUE "53..7....".`.
fn row_of_cobol(line: &str) -> Option<String> {
    let (before, value) = line.strip_suffix('.')?.split_once(" VALUE ")?;
    let (level, name) = before.trim_start().split_once(' ')?;
    let value = value.trim();
    let row = ['"', '\''].iter().find_map(|&quote| value.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(value);
    let is_field = level.bytes().all(|byte| byte.is_ascii_digit()) && row.len() == 9 && !names_other_parts(name);
    let name = name.trim_start().split(' ').next().unwrap_or_default();
    let number: String = name.chars().filter(char::is_ascii_digit).collect();
    is_field.then(|| if number.is_empty() { row.into() } else { format!("{number}: {row}") })
}

/// Returns the string that a command prints, or a row that PHP has printed with its number.
fn printed(text: &str) -> Option<Cow<'_, str>> {
    let line = text.trim();
    if let Some((number, row)) = line.strip_prefix('[').and_then(|line| line.split_once("] => ")) {
        let is_row = number.len() == 1 && row.len() == 9;
        return is_row.then(|| format!("{number}: {row}").into());
    }
    if let Some(row) = row_of_rtf(line).or_else(|| row_of_cobol(line)) {
        return Some(row.into());
    }
    let rest = COMMANDS.iter().find_map(|command| line.strip_prefix(command))?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (string, behind) = rest[1..].split_once(quote)?;
    let behind = behind.replace("std::", "").replace("endl", "").replace("'\\n'", "").replace("\"\\n\"", "");
    let is_end = behind.trim_matches(['<', ';', ' ']).is_empty();
    is_end.then(|| string.strip_suffix("\\n").unwrap_or(string).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_encodings_are_undone() {
        let row = "53..7..1.";
        let escaped = |escape: fn(u32) -> String| row.chars().map(|c| escape(c as u32)).collect::<String>();
        for text in [
            escaped(|c| format!("\\u{c:04x}")),
            escaped(|c| format!("\\u{{{c:x}}}")),
            escaped(|c| format!("\\x{c:02x}")),
            escaped(|c| format!("&#{c};")),
            escaped(|c| format!("&#x{c:x};")),
            escaped(|c| format!("%{c:02x}")),
            format!("cout << \"{row}\" << endl;"),
            format!("  std::cout << \"{row}\\n\";"),
            format!("echo '{row}'"),
            format!("puts \"{row}\""),
            format!("string(9) \"{row}\""),
        ] {
            assert_eq!(readable(&text), row, "{text}");
        }
        assert_eq!(readable("[2] => 53..7..1."), "2: 53..7..1.");
        assert_eq!(readable("| 5 || 3 || || || 7 || || || 1 ||"), "| 5 | 3 |   |   | 7 |   |   | 1 |   |");
        assert_eq!(readable("|-"), "");
        let utf8 = "║ 5 3 · │ é";
        let read = |character: &dyn Fn(u8) -> char| utf8.bytes().map(character).collect::<String>();
        assert_eq!(readable(&read(&windows_1252)), utf8);
        let of_437 = |byte: u8| CODE_PAGE_437.chars().nth(usize::from(byte.wrapping_sub(0x80))).unwrap();
        assert_eq!(readable(&read(&|byte| if byte < 0x80 { byte.into() } else { of_437(byte) })), utf8);
    }

    #[test]
    fn other_lines_stay() {
        for text in [
            "53..7....",
            "a = 1, b = 2",
            "║ 5 3 · │ é",
            "╓──┬╖",
            "Größe: 9",
            "ßéé",
            "n=10 c=25 er=72 ep=72 ed=26 t=30 u=40 v=50 w=60 puzzle=53..7....",
            "https://example.org/?p=%30%30%30%30%30%30%30%30%30",
            "echo \"5\" \"3\"",
            "[0] => 5",
        ] {
            assert_eq!(readable(text), text);
        }
        assert_eq!(CODE_PAGE_437.chars().count(), 128);
    }
}
