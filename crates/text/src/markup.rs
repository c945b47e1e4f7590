//! Markup around cells: tags of pages and forums, signs of quotations, and escapes of programming languages.

use std::borrow::Cow;

use crate::characters::is_separator;
use crate::line;
use crate::no_row::is_number;
use crate::order::names_other_parts;
use crate::row::{readings, without_remark};
use crate::scanner::is_rule;
use crate::strings::with_points_in_quotes;

/// The longest time or name before a message.
const LONGEST_PREFIX: usize = 40;

/// The tags that are within a line. Other letters in brackets may be cells.
const INLINE: &str = "b i u em strong tt code kbd samp pre font span color size mono indent";

/// The tags that begin or end a line.
const LINES: &str = "h1 h2 h3 h4 h5 h6 p br li ul ol blockquote quote center list spoiler hide hidden body html table tbody thead tr caption div row line item string \
    textarea form grid board puzzle sudoku cells data r";

/// The character between the cells of elements that are not known to be those of a row.
pub(super) const ELEMENT: char = '\u{1f}';

/// The tags of the fields of a table.
const FIELDS: &str = "td th";

/// Other markup: values of BASIC and of assemblers, comments, bold digits and labels of Markdown, and colors of terminals.
const MARKS: [&str; 12] = ["DATA ", "db ", ".byte ", "//", "% ", "-- ", "; ", "**", "__", "_|_", "' '", ESCAPE];

/// The start of a color of a terminal, up to a letter.
pub(super) const ESCAPE: &str = "\u{1b}[";

/// The characters that pages write with a name.
const ENTITIES: [(&str, &str); 6] =
    [("&nbsp;", " "), ("&#160;", " "), ("&quot;", "\""), ("&middot;", "."), ("&#183;", "."), ("&bull;", ".")];

/// The fewest cells in brackets that are no heading.
const FEWEST_BOXES: usize = 4;

/// The most bytes of a line with a row, and of a tag.
const LONGEST_ROW: usize = 8000;
const LONGEST_TAG: usize = 200;

/// Returns a line without its markup. A long line, which is no row, and a line of nothing else are returned as they are.
///
/// Cells of a table get a `|` before and behind them.
pub(super) fn without_markup(text: &str) -> Cow<'_, str> {
    let has_sign = text.bytes().any(|byte| matches!(byte, b'<' | b'>' | b'[' | b'&' | b'\\' | b'`'))
        || text.starts_with(|first: char| first.is_ascii_digit()) && text.contains(':')
        || text.trim_start().starts_with(['+', '*', '_', '"', '\'']);
    if text.len() > LONGEST_ROW || !has_sign && !MARKS.iter().any(|mark| text.contains(mark)) {
        return text.into();
    }
    let text = table_alone(text);
    let mut parts = text.split("<tr").map(|row| row.matches("</td").count() + row.matches("</th").count());
    let (first, rows) = (parts.next().unwrap_or(0), parts);
    // The fields of a line are known to be rows only if each has nine, and none is lost before them.
    let has_rows = match rows.clone().count() {
        0 => true,
        1 => first == 0,
        _ => first == 0 && rows.into_iter().all(|fields| fields == 9),
    };
    if !has_rows || text.matches("<table").count() > 1 || !has_whole_fields(text) {
        return text.into();
    }
    if let Some(row) = fields_of_page(text) {
        return row.map_or(text.into(), Cow::from);
    }
    let mut plain = without_colors(text);
    for mark in ["<![CDATA[", "]]>"] {
        plain = plain.replace(mark, "  ");
    }
    // A field with another space than the others may have lost its digit.
    for entity in ["&nbsp;", "&#160;"] {
        plain = plain.replace(&format!(">{entity}</"), ">  </");
    }
    for (entity, character) in ENTITIES {
        plain = plain.replace(entity, character);
    }
    let plain = without_escapes(&without_tags(without_prefix(without_comment(without_quotation(&plain)))));
    let plain_row = boxed_cells(&plain).or_else(|| without_underscores(&plain)).or_else(|| emphasized(&plain));
    let plain = plain_row.or_else(|| quoted_spaces(&plain)).unwrap_or(plain);
    if plain.trim().is_empty() { text.into() } else { plain.into() }
}

/// The fewest cells of a text beside a table that may be a row.
const FEWEST_CELLS: usize = 7;

/// Leaves out the headings and remarks in the line of a table of a page.
fn table_alone(text: &str) -> &str {
    let Some(start) = text.find("<table") else { return text };
    let end = text.find("</table>").map_or(text.len(), |end| end + "</table>".len());
    let is_text = |part: &str| without_tags(part).bytes().filter(|byte| line::is_cell(*byte)).count() < FEWEST_CELLS;
    let is_alone = start < end && is_text(&text[..start]) && is_text(&text[end..]);
    if is_alone { &text[start..end] } else { text }
}

/// Returns `true` if each field of a table of a page has a start and an end, and nothing is between them. In some pages, none has an end.
fn has_whole_fields(text: &str) -> bool {
    let ends = ["</td>", "</th>"];
    let is_start =
        |tag: &str| FIELDS.split(' ').any(|name| tag[1..].starts_with(name) && tag[3..].starts_with(['>', ' ']));
    let mut is_open = false;
    for (at, _) in text.match_indices('<') {
        let tag = &text[at..];
        let end = ends.iter().find_map(|end| tag.strip_prefix(end));
        if end.is_none() && !is_start(tag) {
            continue;
        }
        let is_between = |rest: &str| rest.trim_start().starts_with('<') || rest.trim().is_empty();
        if end.is_some() != is_open || end.is_some_and(|rest| !is_between(rest)) {
            return !ends.iter().any(|end| text.contains(end));
        }
        is_open = !is_open;
    }
    !is_open || !ends.iter().any(|end| text.contains(end))
}

/// Reads nine or more elements of a page that hold a cell each and have the same name, other than those of a table, as fields: those of a row
/// with `|`, and those of other parts or none with [`ELEMENT`].
///
/// # Errors
/// If the elements are those of columns or boxes, or their numbers are not in the order of a row.
fn fields_of_page(text: &str) -> Option<Result<String, ()>> {
    let (mut name, mut cells, mut places_of_cells) = ("", Vec::new(), Vec::new());
    for (end, _) in text.match_indices("</") {
        let (tag, content) = text[..end].rsplit_once('<')?.1.split_once('>')?;
        if tag.starts_with('/') {
            continue;
        }
        places_of_cells.push(places(tag));
        let tag = tag.split(' ').next()?;
        // The texts of a drawing may be anywhere.
        if tag == "text" || !text[end + 2..].starts_with(tag) || !cells.is_empty() && tag != name || is_in(FIELDS, tag)
        {
            return None;
        }
        let blank = if matches!(content, "&nbsp;" | "&#160;") { "" } else { content.trim() };
        name = tag;
        cells.push(if blank.is_empty() { " " } else { blank });
    }
    if cells.len() < 9 || !cells.iter().all(|cell| cell.chars().count() == 1) {
        return None;
    }
    // The element of a box has nine cells, too.
    let (outer, rest) = text.split_once('<').and_then(|(_, rest)| rest.split_once('<')).unwrap_or_default();
    let outer = if rest.starts_with('/') { "" } else { outer };
    let has_columns = text.contains("class=\"column");
    if names_other_parts(outer) || has_columns || !are_in_order(&places_of_cells) {
        return Some(Err(()));
    }
    let are_rows = cells.len() == 9 && outer.contains("row");
    Some(Ok(if are_rows { format!("|{}|", cells.join("|")) } else { cells.join(&ELEMENT.to_string()) }))
}

/// A number in the tag of a cell, which may tell its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    number: u32,
    /// `true` if the name before it is that of a row.
    is_row: bool,
}

/// Returns the numbers in a tag, such as `id="r1c2"`.
pub(super) fn places(tag: &str) -> Vec<Place> {
    let mut before = "";
    let parts = tag.split_inclusive(|character: char| !character.is_ascii_digit());
    let mut places = Vec::new();
    let mut start = 0;
    for part in parts {
        let digits = part.trim_end_matches(|character: char| !character.is_ascii_digit());
        if let Ok(number) = digits.parse() {
            let name = before.trim_end_matches(|character: char| !character.is_alphanumeric()).to_ascii_lowercase();
            places.push(Place { number, is_row: name.ends_with("row") || name.ends_with('r') || name.ends_with('y') });
        }
        start += part.len();
        before = &tag[..start];
    }
    places
}

/// Returns `true` if numbers beside cells are the same, or those of the cells of rows in order.
pub(super) fn are_in_order(cells: &[Vec<Place>]) -> bool {
    let differences = |pair: &[Vec<Place>]| -> Option<Vec<usize>> {
        let is_other = |at: &usize| pair[0][*at] != pair[1][*at];
        (pair[0].len() == pair[1].len()).then(|| (0..pair[0].len()).filter(is_other).collect())
    };
    let Some(different) = cells.windows(2).map(differences).collect::<Option<Vec<_>>>() else { return false };
    let Some(&place) = different.first().and_then(|places| places.first()) else {
        return different.iter().all(Vec::is_empty);
    };
    // Within a row, the number of the column counts: the last one that differs, unless that is known to be the row.
    let is_known = |&other: &usize| other <= place || cells[0][other].is_row;
    let counts = |pair: &[Vec<Place>]| pair[0][place].number + 1 == pair[1][place].number;
    let is_next = |(at, (places, pair)): (usize, (&Vec<usize>, &[Vec<Place>]))| match at % 9 {
        8 => !places.is_empty(),
        _ => *places == [place] && counts(pair),
    };
    !cells[0][place].is_row
        && different.iter().flatten().all(is_known)
        && different.iter().zip(cells.windows(2)).enumerate().all(is_next)
}

/// Leaves out the signs of Markdown around 81 cells that do not have them as blanks.
fn emphasized(text: &str) -> Option<String> {
    let sign = ["**", "__", "*", "_"].into_iter().find(|sign| text.trim().starts_with(sign))?;
    let inner = text.trim().strip_prefix(sign)?.strip_suffix(sign)?;
    let has_digits = inner.bytes().any(|byte| byte.is_ascii_digit());
    (inner.len() == 81 && has_digits && !inner.contains(['*', '_'])).then(|| inner.into())
}

/// Leaves out the colors of a terminal.
fn without_colors(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| split_color(part).map_or(part, |(_, rest)| rest));
    std::iter::once(first).chain(rest).collect()
}

/// Splits a text behind the start of a color into the codes of that and the rest.
pub(super) fn split_color(text: &str) -> Option<(&str, &str)> {
    text.split_once(|end: char| end.is_ascii_alphabetic())
}

/// Returns the digit or the label of a word in bold type of Markdown, and the sign around it.
pub(super) fn in_bold(word: &str) -> Option<(&str, &'static str)> {
    let inner = |sign: &'static str| Some((word.strip_prefix(sign)?.strip_suffix(sign)?, sign));
    let found = ["**", "__"].into_iter().find_map(inner);
    found.filter(|(inner, _)| matches!(inner.as_bytes(), [b'1'..=b'9' | b'A'..=b'I']))
}

/// Leaves out the underscores around cells that are drawn as `|_5_|___|`.
fn without_underscores(text: &str) -> Option<String> {
    let inner = text.trim().strip_prefix('|').unwrap_or(text.trim());
    let cells: Vec<&str> = inner.strip_suffix('|').unwrap_or(inner).split('|').collect();
    let is_cell = |cell: &&str| matches!(cell.as_bytes(), [b'_', b'_' | b'1'..=b'9', b'_']);
    let are_cells = cells.len() >= FEWEST_BOXES && cells.iter().all(is_cell);
    are_cells.then(|| format!("|{}|", cells.iter().map(|cell| &cell[1..2]).collect::<Vec<_>>().join("|")))
}

/// Returns a row in quotes whose empty cells are spaces, with points in their place.
fn quoted_spaces(text: &str) -> Option<String> {
    let string = text.trim().trim_end_matches([',', ';']);
    let quote = string.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let row = string.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_row = row.len() == 9 && row.contains(' ') && row.bytes().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
    is_row.then(|| row.replace(' ', "."))
}

/// The signs before all lines of a quotation, a comment or a list.
const SIGNS: [&str; 9] = [">", "///", "//!", "//", "--", ";", "%", "*", "'"];

/// Returns the sign before a line.
pub(super) fn sign_before(text: &str) -> Option<&'static str> {
    SIGNS.into_iter().find(|sign| text.trim_start().starts_with(sign))
}

/// Returns what is behind the sign of a line, if a row of fields is there and the whole line is none, or its first field is empty. That
/// sign may be the first field, too, unless all rows have it.
pub(super) fn behind_sign(text: &str) -> Option<&str> {
    let sign = sign_before(text)?;
    let behind = text.trim_start().strip_prefix(sign)?;
    let rest = behind.strip_prefix(' ').unwrap_or(behind);
    let begins_with_field = rest.starts_with([',', '\t', '|']) || rest.starts_with(';') && sign != ";";
    // A star may be a blank, and a quote may be around a cell.
    let is_of_list = || {
        behind.starts_with(' ')
            && !behind.contains(sign)
            && behind.contains([',', ';', '\t', '|', '['])
            && readings(text).is_empty()
    };
    let is_signed = if matches!(sign, "*" | "'") { is_of_list() } else { begins_with_field };
    let is_row = is_signed && !readings(&with_fields(rest)).is_empty();
    (is_row || rest.starts_with('|') && is_rule(rest.trim())).then_some(rest)
}

/// Returns a row of cells in brackets or between underscores as fields.
fn with_fields(text: &str) -> Cow<'_, str> {
    boxed_cells(text).or_else(|| without_underscores(text)).map_or(text.into(), Cow::from)
}

/// Leaves out the sign of a comment before the cells of a row. Without an empty cell, a number may be a remark.
fn without_comment(text: &str) -> &str {
    let rest = ["///", "//!", "//", "% ", "-- ", ";; ", "; "]
        .iter()
        .find_map(|sign| text.trim_start().strip_prefix(sign))
        .map(str::trim_start)
        .filter(|rest| {
            !begins_with_field(rest) && (!text.trim_start().starts_with(';') || rest.matches(';').count() < 7)
        });
    // A changed file has a plus before each line.
    let is_row = |rest: &&str| readings(&with_fields(rest)).iter().any(|row| row.blanks != 0);
    let added = || text.trim_start().strip_prefix('+').filter(is_row);
    rest.filter(|rest| is_rule(rest) || is_row(rest)).or_else(added).unwrap_or(text)
}

/// Returns `true` for the rest of a row of fields behind its first one, which has a sign.
fn begins_with_field(rest: &str) -> bool {
    rest.trim_start().starts_with([',', ';', '\t'])
}

/// Leaves out the signs `> ` before a quotation.
pub(super) fn without_quotation(text: &str) -> &str {
    let mut rest = text;
    while let Some(next) = rest.trim_start().strip_prefix('>') {
        // In pencilmarks, it is a mark of the first cell.
        if next.starts_with(|first: char| first.is_ascii_digit()) && next.contains(' ') {
            break;
        }
        rest = next;
    }
    if rest.len() < text.len() { rest.strip_prefix(' ').unwrap_or(rest) } else { text }
}

/// Leaves out the time and the name before a message of a chat or a log: `[12:03] name: ...`, `2026-11-28 12:03:04 <name> ...` or
/// `<name> ...`, and the command of a line of BASIC or of an assembler: `100 DATA ...`, `db ...`.
pub(super) fn without_prefix(text: &str) -> &str {
    let values = |command: &&str| text.split_once(*command);
    let is_number = |(number, _): &(&str, &str)| number.trim().bytes().all(|byte| byte.is_ascii_digit());
    // Without a number, the command may be in the first field.
    let is_command =
        |parts: &(&str, &str)| is_number(parts) && (!parts.0.trim().is_empty() || !begins_with_field(parts.1));
    if let Some((_, values)) = ["DATA ", "db ", ".byte "].iter().filter_map(values).find(is_command) {
        return values;
    }
    let is_name = |name: &str| {
        name.len() <= LONGEST_PREFIX && name.starts_with(|first: char| first.is_alphabetic() || first == '@')
    };
    let rest = without_time(text.trim_start());
    let Some(rest) = rest else {
        let is_tag = |name: &str| name.contains(' ') || [INLINE, LINES, FIELDS].iter().any(|tags| is_in(tags, name));
        let has_tag = |text: &str| text.contains(['<', '>']);
        let message = behind_name(text.trim_start());
        let message = message.filter(|(name, rest)| !is_tag(name) && !has_tag(name) && !has_tag(rest));
        return message.filter(|(name, _)| is_name(name)).map_or(text, |(_, message)| message);
    };
    let name = rest.split_once(": ").or_else(|| behind_name(rest));
    let level = || {
        rest.split_once(' ').filter(|(level, _)| level.len() > 2 && level.bytes().all(|byte| byte.is_ascii_uppercase()))
    };
    name.filter(|(name, _)| is_name(name)).or_else(level).map_or(rest, |(_, message)| message)
}

/// Leaves out a date and a time, or the time of a message in brackets.
fn without_time(text: &str) -> Option<&str> {
    let in_brackets = text.strip_prefix('[').and_then(|text| text.split_once("] "));
    let has_time = |time: &str| {
        time.len() <= LONGEST_PREFIX && time.contains(':') && time.starts_with(|first: char| first.is_ascii_digit())
    };
    if let Some((_, rest)) = in_brackets.filter(|(time, _)| has_time(time)) {
        return Some(rest);
    }
    // `12:03`, `12:03:04` or `12:03:04.567`, with a date before it or not, or `9:03 PM`.
    let is_time = |word: &str, next: &str| {
        let word = if behind_half(next).is_some() { &*format!("{word:0>5}") } else { word };
        let parts: Vec<&str> = word.trim_end_matches('Z').split([':', '.', ',']).collect();
        matches!(parts.len(), 2..=4)
            && word.contains(':')
            && parts.iter().enumerate().all(|(at, part)| {
                part.len() == if at < 3 { 2 } else { 3 } && part.bytes().all(|byte| byte.is_ascii_digit())
            })
    };
    let is_date = |word: &str| word.matches(['/', '.', '-']).count() == 2 && !word.contains(':') && is_number(word);
    let mut rest = text;
    let mut has_comma = false;
    while let Some((word, next)) = rest.split_once(' ') {
        let day_and_time = word.split_once('T').is_some_and(|(date, time)| is_date(date) && is_time(time, ""));
        if is_time(word, next) || day_and_time {
            let next = behind_half(next).unwrap_or(next);
            return Some(if has_comma { next.strip_prefix("- ").unwrap_or(next) } else { next });
        }
        has_comma = word.ends_with(',');
        if !is_date(word.trim_end_matches(',')) {
            break;
        }
        rest = next;
    }
    None
}

/// Returns what is behind the half of a day.
fn behind_half(text: &str) -> Option<&str> {
    ["AM ", "PM ", "am ", "pm "].iter().find_map(|half| text.strip_prefix(half))
}

fn behind_name(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('<')?.split_once("> ")
}

/// Returns cells in brackets, such as `[5][ ][3]`, as fields of a table, without the sign of a list. Others than nine are a row with an error.
fn boxed_cells(text: &str) -> Option<String> {
    let text = text.trim();
    let alone = ["- ", ". "].iter().find_map(|sign| text.strip_prefix(sign)).unwrap_or(text);
    let text = without_remark(alone, ']');
    // Spaces may be between the boxes.
    let boxes: Vec<&str> = text.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
    let is_box = |part: &&str| part.matches('[').count() == 3 && part.ends_with(']');
    let are_apart = boxes.len() == 3 && boxes.iter().all(is_box);
    let text = if are_apart { boxes.concat() } else { text.replace("] [", "][") };
    let cells = text.strip_prefix('[')?.strip_suffix(']')?.split("][");
    let is_row = cells.clone().count() >= FEWEST_BOXES
        && cells.clone().all(|cell| cell.trim_matches(['[', ']']).chars().count() < 2);
    // Those without a space are as wide as no others.
    is_row.then(|| {
        format!("|{}|", cells.map(|cell| if cell.is_empty() { "  " } else { cell }).collect::<Vec<_>>().join("|"))
    })
}

/// Returns the values of nine fields of a form that are alone in a line as fields of a table.
fn row_of_inputs(text: &str) -> Option<String> {
    let mut parts = text.trim().trim_end_matches(['/', '>', ' ']).split("<input ");
    let is_first_empty = parts.next()?.trim().is_empty();
    let values: Vec<&str> =
        text.match_indices("<input ").map(|(at, _)| input(&text[at..]).map_or("?", |(_, value)| value)).collect();
    let are_alone = parts.all(|part| part.split_once('>').is_none_or(|(_, rest)| rest.trim().is_empty()));
    let is_row = is_first_empty && are_alone && values.len() == 9 && values.iter().all(|value| value.len() < 2);
    is_row.then(|| {
        format!(
            "|{}|",
            values.iter().map(|value| if value.is_empty() { " " } else { value }).collect::<Vec<_>>().join("|")
        )
    })
}

fn without_tags(text: &str) -> String {
    if text.contains("<input ")
        && let Some(row) = row_of_inputs(text)
    {
        return row;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['<', '[']) {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        if let Some((length, value)) = input(rest) {
            plain.push_str(value);
            rest = &rest[length..];
            continue;
        }
        let Some((length, name)) = tag(rest) else {
            plain.push_str(&rest[..1]);
            rest = &rest[1..];
            continue;
        };
        let is_end = rest[1..].starts_with('/');
        if is_in(FIELDS, name) && (is_end || plain.trim().is_empty()) {
            plain.push('|');
        } else if is_in(LINES, name) {
            plain.push_str("  ");
        }
        // The number of a row is its label.
        if matches!(name, "row" | "line")
            && let [Place { number: number @ 0..=9, .. }] = places(&rest[..length])[..]
            && plain.trim().is_empty()
        {
            plain.push_str(&format!("{number}: "));
        }
        rest = &rest[length..];
    }
    plain + rest
}

/// Returns `true` for a field of a form that cannot be changed.
pub(super) fn is_fixed(tag: &str) -> bool {
    tag.contains("readonly") || tag.contains("disabled")
}

/// Returns the length and the value of a field of a form at the start of a text.
pub(super) fn input(text: &str) -> Option<(usize, &str)> {
    let end =
        text.strip_prefix("<input ").and_then(|_| text.bytes().take(LONGEST_TAG).position(|byte| byte == b'>'))?;
    let value = text[..end].split_once(" value=").map_or("", |(_, value)| value);
    let inner = value.trim_start_matches(['"', '\'']);
    Some((end + 1, inner.split(['"', '\'', ' ', '/']).next().unwrap_or_default()))
}

/// Returns the length of a tag at the start of a text, of any name in a page.
pub(super) fn length_of_tag(text: &str) -> Option<usize> {
    let inner =
        text.strip_prefix('<').filter(|inner| inner.starts_with(|first: char| first.is_alphabetic() || first == '/'));
    match inner {
        Some(inner) => inner.find(['<', '>']).filter(|&end| inner[end..].starts_with('>')).map(|end| end + 2),
        None if text.starts_with('[') => tag(text).map(|(length, _)| length),
        None => None,
    }
}

/// The tags of forums and pages around a text of several lines.
const BLOCKS: &str = "code quote pre spoiler hide hidden";

/// Leaves out the tags of a block at the ends of a line that has more than them.
pub(super) fn without_block_tags(text: &str) -> &str {
    let is_start = |&(length, name): &(usize, &str)| is_in(BLOCKS, name) && length < text.trim().len();
    let inner = text.trim_start();
    let start = if inner.starts_with(['[', '<']) { tag(inner).filter(is_start) } else { None };
    let text = start.map_or(text, |(length, _)| &inner[length..]);
    let inner = text.trim_end();
    let close = if inner.ends_with([']', '>']) { inner.rfind(['[', '<']).filter(|&at| at > 0) } else { None };
    let is_end =
        |&at: &usize| inner[at + 1..].starts_with('/') && tag(&inner[at..]).is_some_and(|tag| is_in(BLOCKS, tag.1));
    close.filter(is_end).map_or(text, |at| &text[..at])
}

/// Returns the length and the name of a tag at the start of a text.
fn tag(text: &str) -> Option<(usize, &str)> {
    let close = if text.starts_with('<') { b'>' } else { b']' };
    let end = text.bytes().take(LONGEST_TAG).position(|byte| byte == close)?;
    let inner = text[1..end].trim_matches('/').trim_end();
    let name = inner.split([' ', '=']).next()?;
    let is_alone = name.len() == inner.len() || close == b'>' || inner.contains('=');
    let is_known = [INLINE, LINES, FIELDS].iter().any(|tags| is_in(tags, name));
    // Fields of a head, and the size of a text.
    let has_size = inner.contains("scope=\"col\"") || name == "textarea";
    // A puzzle in an attribute is more than a tag.
    let has_grid =
        inner.split(['"', '\'', '=', '?', '/']).any(|word| word.len() >= 81 && word.bytes().all(line::is_cell));
    (is_alone && is_known && !has_grid && !inner.contains('<') && (has_size || !names_other_parts(inner)))
        .then_some((end + 1, name))
}

fn is_in(tags: &str, name: &str) -> bool {
    tags.split(' ').any(|tag| tag.eq_ignore_ascii_case(name))
}

/// Leaves out the ends of lines that a program or LaTeX is told to write, and the signs of code.
fn without_escapes(text: &str) -> String {
    let mut plain = text.replace('`', " ");
    plain = with_points_in_quotes(&plain).into_owned();
    for word in text.split(is_separator) {
        if let Some((inner, _)) = in_bold(word) {
            plain = plain.replace(word, inner);
        }
    }
    for (escape, character) in [("\\n", "  "), ("\\r", " "), ("\\t", "\t")] {
        // A longer word is a command of LaTeX.
        let mut parts = plain.split(escape);
        let mut next = parts.next().unwrap_or_default().to_string();
        for part in parts {
            next.push_str(if part.starts_with(char::is_alphabetic) { escape } else { character });
            next.push_str(part);
        }
        plain = next;
    }
    // The end of a row in LaTeX, and the sign that a text goes on in the next line.
    if let Some((row, rest)) = plain.split_once("\\\\")
        && row.matches('&').count() >= 8
        && rest.trim_start().starts_with(['\\', '['])
        && !rest.contains('&')
        && !rest.trim_end().ends_with(|last: char| last.is_ascii_digit())
    {
        return row.into();
    }
    let plain = plain.replace("\\\\", "  ").replace("\\hline", "");
    plain.strip_suffix('\\').map(str::to_string).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_cell_is_left_out() {
        for (text, expected) in [
            ("[code]53..7....", "53..7...."),
            ("53..7....<br />", "53..7....  "),
            ("[b]5[/b] [color=red]3[/color] .", "5 3 ."),
            ("<tr><td>5</td><td class=\"x\"></td><td>&nbsp;</td></tr>", "  |5||  |  "),
            ("> > 5 3 . | . 7 .", "5 3 . | . 7 ."),
            (">53..7....", "53..7...."),
            ("`53..7....`", " 53..7.... "),
            ("\"53..7....\\n\"", "\"53..7....  \""),
            (" 5 & 3 & & \\\\ \\hline", " 5 & 3 & &    "),
            ("'53..7....' \\", "'53..7....' "),
        ] {
            assert_eq!(without_markup(text), expected, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_cell_stays() {
        for text in [
            "<5> 3 (12)",
            "[x] [e]",
            ">145 2 3",
            "[[5,3]]",
            "[code]",
            "a < b",
            "[None, 5]",
            "\\begin{sudoku}",
            "\\nu 5",
        ] {
            assert_eq!(without_markup(text), text);
        }
    }
}
