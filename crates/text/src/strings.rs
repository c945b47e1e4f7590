//! Lines with 81 cells in place of a string of nine lines, of a game, or of a link with escapes.

use std::borrow::Cow;

use minirow_core::{Grid, Puzzle, solver};

use crate::row::words;

/// Returns a link with the characters of its escapes, if it has some. A plus and a space are empty cells, if there are no others, and
/// between cells otherwise, as the end of a line is.
pub(super) fn decoded_link(text: &str) -> Option<String> {
    let start = text.find("://")? + "://".len();
    let path = text[start..].find('/').map_or(start, |at| start + at);
    let value = &text[text[start..].find('=').map_or(path, |at| start + at)..];
    let is_end = |sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '<' | '>' | ')');
    let (value, behind) = value.split_at(value.find(is_end).unwrap_or(value.len()));
    let mut parts = value.split('%');
    let mut decoded = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|code| code.is_ascii_graphic() || matches!(code, b' ' | b'\n' | b'\r')) {
            Some(b'\r') => decoded.push_str(&part[2..]),
            Some(code) => {
                decoded.push(if code == b'\n' { ';' } else { code.into() });
                decoded.push_str(&part[2..]);
            }
            None => decoded.extend(["%", part]),
        }
    }
    let is_blank = decoded.contains([' ', '+']) && !decoded.contains(['.', '-', '_', '*', '0', ';', ',', '[']);
    let decoded = if is_blank { decoded.replace([' ', '+'], ".") } else { decoded.replace('+', " ") };
    let before = &text[..text.len() - value.len() - behind.len()];
    (decoded != value).then(|| format!("{before}{decoded}{behind}"))
}

/// The most clues of a grid with spaces as blanks. One space is that of a text.
const MOST_CLUES: usize = 60;

/// Returns a line with points in place of the spaces of a puzzle: 81 characters between quotes, brackets or separators, or all of it.
pub(super) fn with_points(line: &str) -> Cow<'_, str> {
    let is_puzzle = |part: &&str| {
        let points = part.replace(' ', ".");
        // Fewer digits may be nine in wide columns.
        let is_one = |grid: &Grid| (17..=MOST_CLUES).contains(&grid.clue_count()) && solver::is_unique(grid);
        part.len() == 81 && has_spaces(part) && Grid::from_ascii(points.as_bytes()).filter(is_one).is_some()
    };
    let long = if line.len() < 81 { "" } else { line };
    let puzzles = long.split(is_around_string).filter(is_puzzle);
    puzzles.fold(line.into(), |line, puzzle| line.replace(puzzle, &puzzle.replace(' ', ".")).into())
}

/// Returns a line with points in place of the spaces that are strings: `' '`. Others are between strings.
pub(super) fn with_points_in_quotes(line: &str) -> Cow<'_, str> {
    if !line.contains("' '") || line.contains('.') {
        return line.into();
    }
    let mut parts: Vec<&str> = line.split('\'').collect();
    parts.iter_mut().skip(1).step_by(2).filter(|part| **part == " ").for_each(|part| *part = ".");
    parts.join("'").into()
}

/// Returns a line with 81 cells in place of a string of nine lines, with a line end or a slash between them, or of a game by Simon Tatham.
pub(super) fn with_joined_lines(line: &str) -> Cow<'_, str> {
    if let Some(cells) = game_id(line.trim()) {
        return cells.into();
    }
    let joined = |string: &str| {
        let lines = string.strip_suffix("\\n").unwrap_or(string);
        let end = ["\\r\\n", "\\n", "/"].into_iter().find(|end| lines.matches(end).count() == 8)?;
        let grid = crate::parse(&lines.replace(end, "\n")).ok()?;
        Some(grid.clues().ok()?.to_string())
    };
    let strings = strings(line).filter_map(|string| Some((string, joined(string)?)));
    strings.fold(line.into(), |line, (string, cells)| line.replace(string, &cells).into())
}

/// Returns the strings of a line with the digits of a puzzle and the ends of nine lines.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    let has_ends = |string: &&str| ["\\n", "/"].iter().any(|end| (8..=10).contains(&string.matches(end).count()));
    let has_digits = |string: &&str| string.bytes().filter(u8::is_ascii_digit).count() >= Puzzle::FEWEST_CLUES;
    let quote = line.find(['"', '\'', '`']).map(|at| &line[at..=at]).filter(|_| !line.contains("://"));
    quote.into_iter().flat_map(|quote| line.split(quote).skip(1)).filter(has_ends).filter(has_digits)
}

/// Returns the cells of a puzzle in the form of the programs by Simon Tatham: `3x3:5a7_2...`, in which a letter stands for its number of empty
/// cells, and `_` is between digits.
fn game_id(text: &str) -> Option<String> {
    let description = text.strip_prefix("DESC").or(text.strip_prefix("3x3:"))?.rsplit(':').next()?;
    let mut cells = String::new();
    for sign in description.chars() {
        match sign {
            'a'..='z' => cells.push_str(&".".repeat(sign as usize - 'a' as usize + 1)),
            '1'..='9' => cells.push(sign),
            '_' => {}
            _ => return None,
        }
    }
    (cells.len() == 81).then_some(cells)
}

/// Returns `true` for a sign around a string of cells.
pub(super) fn is_around_string(sign: char) -> bool {
    matches!(sign, '"' | '\'' | '`' | '|' | '<' | '>' | '[' | ']' | ',' | ';' | '\t' | '\\' | '\r')
}

/// Returns `true` for digits with spaces as empty cells.
pub(super) fn has_spaces(text: &str) -> bool {
    let is_plain = text.contains("  ") && text.bytes().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
    // Digits with a space between them are cells that have separators, of which there are too few.
    let is_spaced = || text.bytes().skip(1).step_by(2).all(|byte| byte == b' ');
    is_plain && !is_spaced() && !are_candidates(text)
}

/// Returns `true` for nine words of rising digits: the candidates of a row.
fn are_candidates(text: &str) -> bool {
    words(text).count() == 9 && words(text).all(|(_, word)| word.as_bytes().is_sorted_by(|one, next| one < next))
}
