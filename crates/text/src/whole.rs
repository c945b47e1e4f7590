//! Whole grids in a line: a field of 81 cells, wherever it is, with the field of its solution.

use std::borrow::Cow;
use std::ops::Range;

use minirow_core::{Grid, Puzzle, solver};

use crate::block::may_have_labels;
use crate::board::Board;
use crate::characters::{SPACE, cell, may_be_mixed};
use crate::error::ParseError;
use crate::lengths::Lengths;
use crate::markup::ELEMENT;
use crate::name_words::name_at_end;
use crate::no_row::{NoRow, damaged, is_damaged_grid};
use crate::order::{moves, moving_end, names_other_parts};
use crate::row::{field_cell, words};
use crate::scanner::is_frame;
use crate::unread::with_unknown_blank;
use crate::{candidates, json, line};

/// A grid in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Whole {
    pub(super) board: Board,
    /// The field of the solution, which is not checked.
    pub(super) solution: Option<String>,
    /// `true` if the board has the name of a solution.
    pub(super) is_solution: bool,
    /// `true` if its rows or cells have separators between them.
    pub(super) is_spread: bool,
}

impl From<Grid> for Whole {
    fn from(grid: Grid) -> Whole {
        Whole { board: Board::Grid(grid), solution: None, is_solution: false, is_spread: false }
    }
}

/// The blanks that may be the only one of a field.
const LETTERS: [u8; 4] = [b'x', b'X', b'?', b'e'];

/// The most bytes of a line with a value. The time grows by the square of them.
const LONGEST_VALUE: usize = 2000;

/// The names of the fields of a puzzle and its solution.
const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "quizzes", "quiz", "question", "sudoku", "unsolved", "board", "grid", "clues"];
const SOLUTION_NAMES: [&str; 5] = ["solution", "solutions", "answer", "answers", "solved"];

/// The most cells of the numbers beside a solution.
const MOST_IN_A_REMARK: usize = 30;

/// The most characters of a word that stands for an empty cell.
const LONGEST_BLANK: usize = 8;

/// The number of cells in a row beside a grid that are hardly numbers of a remark.
const MOST_BESIDE_A_GRID: usize = 72;

/// The fewest cells of a solution that has lost some.
pub(super) const CELLS_OF_A_SOLUTION: usize = 79;

/// The places of grids in a line.
type Places = Vec<(Range<usize>, Grid)>;

/// Reads a line that has 81 cells or 729 candidates. Returns `None` for a line without them.
///
/// # Errors
/// If the line has two different grids.
pub(super) fn read(raw: &str) -> Option<Result<Whole, ParseError>> {
    let text = raw.trim();
    if raw.len() < 80 || is_frame(text.as_bytes()) {
        return None;
    }
    if let Some(link) = decoded_link(text) {
        return read(&link);
    }
    if words(text).any(|(_, word)| line::has_stray_blank(word.as_bytes())) {
        return Some(Err(ParseError::LostZeros(80)));
    }
    if let Some(board) = candidates(text) {
        return Some(Ok(Whole { board, solution: None, is_solution: false, is_spread: false }));
    }
    let mut found = in_words(text);
    // The dots behind the name of a chapter and before its page, or those of a bar.
    if matches!(&found[..], [(range, grid)] if grid.clue_count() < 2 && range.start > 0 && text[..range.start].ends_with([' ', '[']))
    {
        return None;
    }
    if found.is_empty() {
        if let Some(grid) = spread(text).or_else(|| empty_fields(raw)) {
            return Some(in_cells(text, grid));
        }
        found.extend(json::read_nested(text).or_else(|| value(text)).or_else(|| unknown_blank(text)));
    }
    if let Err(error) = add_parts(text, &mut found) {
        return Some(Err(error));
    }
    let name = || name_at_end(text[..found[0].0.start].trim_end_matches(['"', '\'', ':', '=', '>', '(', ' '])).0;
    let is_value = |at: usize| text[..at].trim_end_matches(['"', '\'', ' ']).ends_with([':', '=', '>', '(']);
    match &found[..] {
        [(range, _), ..] if is_value(range.start) && names_other_parts(name()) => {
            Some(Err(ParseError::Names(format!("the name {:?}", name()))))
        }
        [(range, _), ..] if let Some(name) = moved(text, range) => Some(Err(ParseError::Moved(name))),
        [(range, grid)] if is_solution(grid) && is_named_solution(text, range) => {
            Some(Ok(Whole { is_solution: true, ..Whole::from(*grid) }))
        }
        [(range, grid)] if let Some(error) = lost_of_solution(grid).filter(|_| is_named_solution(text, range)) => {
            Some(Err(error))
        }
        [(range, grid)] if grid.clue_count() >= MOST_BESIDE_A_GRID && lacks_puzzle(text, range) => {
            Some(Err(ParseError::NoPuzzle))
        }
        [] => None,
        [(range, grid), ..] if let Some(error) = doubtful_digits(grid, text[range.clone()].contains('0')) => {
            Some(Err(error))
        }
        [(range, _), ..] if is_rounded(&text.as_bytes()[range.clone()]) => {
            Some(Err(ParseError::Rounded(format!("{}...", &text[range.clone()][..SIGNIFICANT_DIGITS + 3]))))
        }
        _ => Some(with_solution(text, &found)),
    }
}

/// Reads the candidates in a line, if no grid is before them.
fn candidates(text: &str) -> Option<Board> {
    let run = runs(text, None).filter(|_| text.len() >= 729).find(|run| matches!(run.len(), 81 | 162 | 729))?;
    candidates::read(&text.as_bytes()[run]).map(Board::Candidates)
}

/// Returns the grids that are words of a line, each with any blank.
fn in_words(text: &str) -> Places {
    let mut found = Places::new();
    let letters = LETTERS.into_iter().filter(|letter| text.as_bytes().contains(letter)).map(Some);
    for letter in [None].into_iter().chain(letters) {
        for range in runs(text, letter) {
            let run = &text.as_bytes()[range.clone()];
            // The full stop of a sentence is no cell if the grid has another blank. An arrow may be before a solution.
            let is_stop = run.len() == 82 && run.ends_with(b".") && !run[..81].contains(&b'.');
            let is_arrow = run.len() == 82 && run.ends_with(b"-") && text[range.end..].starts_with('>');
            let range = if is_stop || is_arrow { range.start..range.end - 1 } else { range };
            let run = &text.as_bytes()[range.clone()];
            // Digits without a blank are found with each letter.
            if run.len() != 81 && run.len() != 162 || found.iter().any(|(known, _)| known.contains(&range.start)) {
                continue;
            }
            // A solution may follow without a separator.
            let parts: Vec<Range<usize>> = (0..run.len() / 81).map(|part| 81 * part..81 * part + 81).collect();
            let grids: Option<Vec<Grid>> = parts.iter().map(|part| grid(&run[part.clone()], letter)).collect();
            if let Some(grids) = grids.filter(|grids| grids.len() == 1 || is_solution(&grids[1])) {
                found.extend(parts.into_iter().map(|part| range.start + part.start..range.start + part.end).zip(grids));
            }
        }
    }
    found
}

/// Returns a grid with a blank that is not known in a word of a line.
fn unknown_blank(text: &str) -> Option<(Range<usize>, Grid)> {
    let grid = |(start, word): (usize, &str)| Some((start..start + word.len(), with_unknown_blank(word)?));
    words(text).find_map(grid)
}

/// Returns the name of a function that moves the cells of a string, before it or behind it: `reverse("...")`, `list("...").T`.
fn moved(text: &str, string: &Range<usize>) -> Option<String> {
    let (before, behind) = (&text[..string.start], &text[string.end..]);
    let quote = before.chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
    let behind = behind.strip_prefix(quote)?;
    let outer = before[..before.len() - 1].strip_suffix('(').unwrap_or_default();
    // NumPy fills arrays by rows, and `t` is the name of a translated text.
    let is_by_row = outer.ends_with("np.reshape") || outer.ends_with("numpy.reshape");
    let function = Some(name_at_end(outer).0).filter(|name| name.len() > 1 && moves(name) && !is_by_row);
    let behind = behind.trim_start_matches([')', ']']);
    let is_index = behind.starts_with('[') && !behind.starts_with("[::-");
    function.map(String::from).or_else(|| moving_end(behind, None).filter(|_| !is_index))
}

/// Returns a grid of cells with separators between them, which is all that a line has.
fn in_cells(text: &str, grid: Grid) -> Result<Whole, ParseError> {
    if text.contains(ELEMENT) && !solver::is_unique(&grid) {
        return Err(ParseError::Elements);
    }
    let error = doubtful_digits(&grid, text.contains('0'));
    // Between slashes, a row may be there twice.
    match error.or_else(|| row_twice(&grid).filter(|_| text.contains('/')).map(ParseError::Twice)) {
        Some(error) => Err(error),
        None => Ok(Whole { is_spread: true, ..Whole::from(grid) }),
    }
}

/// Returns the number of a row that is there twice, perhaps in place of a lost one.
pub(super) fn row_twice(grid: &Grid) -> Option<usize> {
    let rows = grid.to_rows();
    (1..9).find(|&at| rows[at] != [0; 9] && rows[..at].contains(&rows[at])).map(|at| at + 1)
}

/// Adds the grids of a line whose cells are apart from each other, and sorts all of them.
///
/// # Errors
/// If there is a number that may be what a spreadsheet has made of a puzzle, or a part with nearly as many cells as a grid.
fn add_parts(text: &str, found: &mut Places) -> Result<(), ParseError> {
    if found.is_empty() {
        return Ok(());
    }
    found.sort_by_key(|(range, _)| range.start);
    let ends = found.iter().map(|(range, _)| range.end);
    let starts = found.iter().map(|(range, _)| range.start).chain([text.len()]);
    let gaps: Vec<Range<usize>> = [0].into_iter().chain(ends).zip(starts).map(|(start, end)| start..end).collect();
    if let Some(error) = gaps.iter().find_map(|gap| damaged(&text[gap.clone()])) {
        return Err(error);
    }
    for gap in gaps.into_iter().filter(|gap| gap.len() >= 81) {
        if let Some(grid) = in_parts(&text[gap.clone()]) {
            found.push((gap, grid?));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    Ok(())
}

/// Returns the first of the grids of a line, with the others as its solution.
///
/// # Errors
/// If one of them, or a damaged grid, is another one.
fn with_solution(text: &str, found: &[(Range<usize>, Grid)]) -> Result<Whole, ParseError> {
    if words(text).any(|(_, word)| is_map_of_letters(word)) && !found.iter().all(|(_, grid)| solver::is_unique(grid)) {
        return Err(ParseError::Regions);
    }
    // The solution may be before its puzzle.
    let solves = |(_, other): &&(Range<usize>, Grid)| {
        let solution = &found[0].1;
        is_solution(solution)
            && !is_solution(other)
            && other.clues().all(|(cell, digit)| solution.get(cell) == Some(digit))
    };
    let at = usize::from(found.get(1).filter(solves).is_some());
    let (first, puzzle) = &found[at];
    let is_known = |at: usize| found.iter().any(|(range, _)| range.contains(&at));
    let is_part = |word: &String| found.iter().any(|(range, _)| word.contains(&text[range.clone()]));
    let mut solution = nearly_solution(&text[first.end..]).filter(|word| !is_known(first.end) && !is_part(word));
    // The digits of a puzzle that has lost a cell are not its solution, nor is the solution the puzzle.
    let is_damaged = |&(at, word): &(usize, &str)| {
        let has_grid = || found.iter().any(|(range, _)| at <= range.start && range.end <= at + word.len());
        is_damaged_grid(word) && !has_grid() && !is_known(at) && solution.as_deref() != Some(word)
    };
    if let Some((_, word)) = words(text).find(is_damaged) {
        return Err(NoRow::of(word).error);
    }
    for (range, other) in found[..at].iter().chain(&found[at + 1..]) {
        if solution.as_deref() == Some(&text[range.clone()]) {
            continue;
        }
        let differing = puzzle.clues().filter(|&(cell, digit)| other.get(cell) != Some(digit)).count();
        // A wrong solution differs in a few clues: checks report it.
        let is_other = 2 * differing > puzzle.clue_count();
        match is_solution(other) {
            true if is_other => return Err(ParseError::TwoGrids),
            true if solution.is_none() => solution = Some(other.to_string()),
            true if solution.as_deref() == Some(&*other.to_string()) => {}
            false if other == puzzle => {}
            false if other.clue_count() >= 72 && !is_other && solution.is_none() => {
                solution = Some(text[range.clone()].into());
            }
            _ => return Err(ParseError::TwoGrids),
        }
    }
    Ok(Whole { solution, ..Whole::from(*puzzle) })
}

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

/// Returns `true` for a name or a heading with a word for a solution.
pub(super) fn is_solution_name(text: &str) -> bool {
    has_name(text, &SOLUTION_NAMES)
}

/// Returns `true` for the head of a table of puzzles and solutions.
pub(super) fn names_pairs(text: &str) -> bool {
    text.contains([',', ';', '\t', '|']) && is_solution_name(text) && has_name(text, &PUZZLE_NAMES)
}

fn has_name(text: &str, names: &[&str]) -> bool {
    let mut words = text.split(|character: char| !character.is_ascii_alphabetic());
    words.any(|word| names.iter().any(|name| name.eq_ignore_ascii_case(word)))
}

/// Returns the error of a grid with the name of a solution that has lost a cell or two.
pub(super) fn lost_of_solution(grid: &Grid) -> Option<ParseError> {
    if grid.clue_count() < CELLS_OF_A_SOLUTION {
        return None;
    }
    let rows = grid.to_rows();
    let row = rows.iter().position(|row| row.contains(&0))?;
    let found = rows[row].iter().filter(|&&number| number > 0).count();
    Some(ParseError::RowLength { row: row + 1, found })
}

/// Returns `true` if the only grid of a line is the value of a name of a solution, without that of a puzzle.
fn is_named_solution(text: &str, grid: &Range<usize>) -> bool {
    let before = text[..grid.start].trim_end_matches(['"', '\'', ' ']);
    let is_alone = SOLUTION_NAMES.iter().any(|name| before.trim().eq_ignore_ascii_case(name));
    (is_alone || before.ends_with([':', '=', '>', '('])) && is_solution_name(before) && !has_name(text, &PUZZLE_NAMES)
}

/// Returns `true` if a line has a place for a puzzle beside its only grid, which is a solution: its name, an empty field, or other cells.
fn lacks_puzzle(text: &str, solution: &Range<usize>) -> bool {
    let (before, behind) = (&text[..solution.start], &text[solution.end..]);
    let rest = format!("{before} {behind}");
    let is_cell = |character: &char| cell(*character).is_some();
    // Cells with a sign that is none among them.
    let length = |word: &str| match word.chars().filter(is_cell).count() {
        cells if 4 * cells >= 3 * word.len() => cells,
        _ => 0,
    };
    let lengths: Vec<usize> = words(&rest).map(|(_, word)| length(word)).collect();
    let open = before.trim_end_matches(['"', '\'', ' ']);
    let is_empty = [',', ';', '\t', '|'].iter().any(|&delimiter| {
        let before = open.strip_suffix(delimiter);
        before.is_some_and(|before| {
            before.rsplit(delimiter).next().is_some_and(is_nothing) && (delimiter != '|' || before.contains('|'))
        })
    });
    // A number before an arrow may be that of a grid, and a word that of a key.
    let is_number = |text: &str| text.trim().parse::<u32>().is_ok();
    let is_behind_arrow =
        ["->", "→"].iter().find_map(|arrow| open.strip_suffix(arrow)).is_some_and(|text| !is_number(text))
            || open.strip_suffix("=>").is_some_and(is_nothing);
    let is_named = open.ends_with([':', '=', '>']);
    // The cells of a puzzle with a blank that is not known.
    let is_grid = |field: &str| field.trim_matches(['"', '\'', '(', ')']).chars().count() == 81;
    // Digits with another sign or word as blank, of which some may be lost, or a space.
    let is_puzzle = |field: &str| {
        let (digits, others): (String, String) = field.chars().partition(char::is_ascii_digit);
        let blank = others.char_indices().skip(1).map(|(at, _)| &others[..at]).chain([&*others]).take(LONGEST_BLANK);
        let count = |blank: &str| others.matches(blank).count();
        let is_blank = |blank: &&str| !blank.is_empty() && count(blank) * blank.len() == others.len();
        digits.len() >= 17 && blank.into_iter().find(is_blank).is_some_and(|blank| digits.len() + count(blank) >= 63)
    };
    let digits = words(&rest).filter(|(_, word)| matches!(word.as_bytes(), [b'1'..=b'9'])).count();
    is_solution_name(&rest) && (has_name(&rest, &PUZZLE_NAMES) || is_named)
        || is_empty
        || is_behind_arrow
        || digits >= 17
        || rest.split([',', ';', '\t', ' ']).any(|field| is_grid(field) || is_puzzle(field))
        || rest.split([',', ';', '\t']).any(|field| is_puzzle(field.trim()))
        || lengths.iter().sum::<usize>() > MOST_IN_A_REMARK
        || lengths.iter().any(|&length| length >= 17)
}

/// Returns `true` for a field that has no puzzle: empty, with signs, or with a word for nothing.
fn is_nothing(field: &str) -> bool {
    let field = field.trim_matches(['"', '\'', ' ']);
    let words = "null none nan nil na n/a tbd tba tbc todo unknown unbekannt inconnu pending missing fehlt empty leer";
    !field.contains(char::is_alphanumeric) || words.split(' ').any(|word| word.eq_ignore_ascii_case(field))
}

/// Reads the 81 cells of a value in a link, or of an array that is assigned to a name.
fn value(text: &str) -> Option<(Range<usize>, Grid)> {
    if text.len() > LONGEST_VALUE {
        return None;
    }
    let signs: &[&str] = if text.contains("://") { &["=", "#", "/"] } else { &["=", "<-"] };
    signs.iter().flat_map(|sign| text.match_indices(sign)).find_map(|(at, sign)| {
        let end = text[at + 1..].find(['&', '#', '}', ']', ')']).map_or(text.len(), |end| at + 1 + end);
        let value = text[at + sign.len()..end].trim_start();
        let is_open = |character: char| matches!(character, '{' | '[' | '(');
        let quoted = || value.strip_prefix(['"', '\'']).map(|value| value.trim_end_matches(['"', '\'', ';', ',', ' ']));
        let inner = if text.contains("://") {
            value
        } else {
            value.rfind(is_open).map(|open| &value[open + 1..]).or_else(quoted)?
        };
        Some((at..end, spread(inner).or_else(|| empty_fields(inner))?))
    })
}

/// Reads the grid in a part of a line beside another one, whose cells are not in one word.
///
/// # Errors
/// If the part has nearly as many cells in a row, or more.
fn in_parts(part: &str) -> Option<Result<Grid, ParseError>> {
    let is_between = |character: char| character.is_whitespace() || matches!(character, ',' | ';' | '|');
    // The next value of a link.
    let part = part.strip_prefix('&').and_then(|value| value.split_once('=')).map_or(part, |(_, value)| value);
    let inner = part.strip_prefix(is_between).unwrap_or(part);
    let ends = |part: &str| empty_fields(part).or_else(|| empty_fields(part.strip_suffix(is_between)?));
    let grid = spread(part.trim_matches(is_between)).or_else(|| ends(part)).or_else(|| ends(inner));
    if let Some(grid) = grid {
        return Some(Ok(grid));
    }
    let (range, nested) = json::read_nested(part).map_or((0..0, None), |(range, grid)| (range, Some(Ok(grid))));
    let has_more = has_many_cells(&part[..range.start]) || has_many_cells(&part[range.end..]);
    if has_more { Some(Err(ParseError::TwoGrids)) } else { nested }
}

/// Returns `true` for a text with nearly as many cells in a row as a grid, or more.
fn has_many_cells(text: &str) -> bool {
    let is_bracket = |character: char| matches!(character, '[' | ']' | '(' | ')' | '{' | '}' | '/');
    let plain = text.replace(is_bracket, " ");
    let mut cells = 0;
    words(&plain).any(|(_, word)| {
        let is_cells = word.len() <= 27 && word.chars().all(|character| cell(character).is_some());
        cells = if is_cells { cells + word.len() } else { 0 };
        cells >= MOST_BESIDE_A_GRID
    })
}

/// Returns the longest parts of a text with nothing but cells, which have a letter as their only blank if one is given. A letter or a
/// digit beside it makes it a part of a longer word, which is no grid.
fn runs(text: &str, letter: Option<u8>) -> impl Iterator<Item = Range<usize>> {
    let is_cell = move |byte: u8| match letter {
        None => line::is_cell(byte),
        Some(letter) => byte == letter || matches!(byte, b'1'..=b'9'),
    };
    let (bytes, is_link) = (text.as_bytes(), text.contains("://"));
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + bytes[at..].iter().position(|&byte| is_cell(byte))?;
            at = start + bytes[start..].iter().position(|&byte| !is_cell(byte)).unwrap_or(bytes.len() - start);
            let is_word = |byte: Option<&u8>| {
                byte.is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'?' && !is_link)
            };
            let is_alone = !is_word(start.checked_sub(1).map(|before| &bytes[before])) && !is_word(bytes.get(at));
            if is_alone {
                return Some(start..at);
            }
        }
    })
}

fn grid(cells: &[u8], letter: Option<u8>) -> Option<Grid> {
    match letter {
        // A line of 81 equal signs is drawn below a heading.
        None if is_frame(cells)
            || cells.iter().all(|&cell| cell == cells[0]) && matches!(cells[0], b'-' | b'_' | b'*') =>
        {
            None
        }
        None => Grid::from_ascii(cells),
        Some(letter) => {
            let dots: Vec<u8> = cells.iter().map(|&cell| if cell == letter { b'.' } else { cell }).collect();
            Grid::from_ascii(&dots).filter(|grid| *grid != Grid::EMPTY)
        }
    }
}

fn is_solution(grid: &Grid) -> bool {
    grid.clue_count() == 81
}

/// Returns the word behind a grid if it is hardly anything but a solution with other signs, possibly a wrong one: checks report it.
fn nearly_solution(rest: &str) -> Option<String> {
    let word = words(rest).next()?.1;
    let digits = word.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count();
    ((72..81).contains(&digits) && word.len() == 81).then(|| word.into())
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

/// Reads 81 cells in fields of the same length.
fn spread(text: &str) -> Option<Grid> {
    let (mut numbers, mut blanks, mut lengths) = (Vec::with_capacity(81), 0, Lengths::default());
    // Nine rows may have a slash between them.
    let slashes = if text.matches('/').count() == 8 { text.replace('/', ";") } else { String::new() };
    let text = if slashes.is_empty() { text } else { &slashes };
    // What is between cells, boxes, rows and bands.
    let (mut gaps, mut end) = ([None; 4], 0);
    // The rulers of a drawing whose line ends are lost.
    let is_ruler = |word: &str| word.contains('+') && word.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='));
    for (start, word) in words(text).filter(|(_, word)| !is_ruler(word)) {
        if !word.is_ascii() || numbers.len() + word.len() > 81 {
            return None;
        }
        if end > 0 {
            let place = [27, 9, 3].iter().position(|cells| numbers.len().is_multiple_of(*cells)).unwrap_or(3);
            if *gaps[place].get_or_insert(&text[end..start]) != &text[end..start] {
                return None;
            }
        }
        end = start + word.len();
        for character in word.chars() {
            let (number, blank) = cell(character)?;
            numbers.push(number);
            blanks |= blank;
        }
        lengths.add(word.len(), text[start + word.len()..].trim_start().starts_with('|'));
    }
    let is_drawn = blanks & 0b1_1100 == blanks && numbers.iter().all(|&number| number == 0);
    if words(text).all(|(_, word)| word == "123456789") {
        return None; // pencilmarks of nine empty cells
    }
    let grid = Grid::from_numbers(numbers.try_into().ok()?).expect("numbers 0-9");
    // The fields of a table of a page.
    let is_labelled = text.contains('|') && may_have_labels(&grid.to_rows());
    let is_grid = lengths.are_equal() && may_be_mixed(blanks) && !is_drawn && !is_labelled;
    is_grid.then_some(grid)
}

/// The most empty cells of a grid of digits that are those of no cells, but for grids with no digit but 1 or those of their columns.
pub const MOST_EMPTY: u8 = 27;

/// Returns the error of digits that are hardly those of a grid: the rows, columns and digits of 27 cells, a map of regions, or digits from 0 if
/// that is the blank of the text.
///
/// ```
/// use minirow_core::Grid;
/// let solution: Grid = "483921657967345821251876493548132976729564138136798245372689514814253769695417382".parse()?;
/// let without_9 = Grid::from_numbers(solution.numbers().map(|number| number % 9)).unwrap();
/// assert_eq!(minirow_text::doubtful_digits(&without_9, true), Some(minirow_text::ParseError::FromZero));
/// assert_eq!(minirow_text::doubtful_digits(&without_9, false), None);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[inline(never)] // so that other grids are not copied for it
pub fn doubtful_digits(grid: &Grid, is_blank_0: bool) -> Option<ParseError> {
    let numbers = grid.numbers();
    let clue_count = usize::from(numbers.iter().map(|&number| u8::from(number > 0)).sum::<u8>());
    // More than nine clues like these have no solution. Nearly all grids end the loops at their first clue or the second.
    if clue_count > 9 {
        if numbers.iter().all(|&number| number < 2) {
            return Some(ParseError::Mask);
        }
        if (0..81).all(|at| numbers[at] == 0 || usize::from(numbers[at]) == at % 9 + 1) {
            return Some(ParseError::CandidatesInLines);
        }
    }
    if 81 - clue_count > if is_blank_0 { MOST_EMPTY.into() } else { 0 } {
        return None; // nearly all grids
    }
    doubtful_full(numbers, grid)
}

/// The most digits that a spreadsheet program keeps of a number.
const SIGNIFICANT_DIGITS: usize = 17;

/// Returns `true` for 81 digits of which all are 0 but the first ones, as a spreadsheet program writes a number. A grid with nothing but a
/// first row is an example.
///
/// ```
/// assert!(minirow_text::is_rounded(format!("607000000020001{}", "0".repeat(66)).as_bytes()));
/// assert!(!minirow_text::is_rounded(format!("123456789{}", "0".repeat(72)).as_bytes()));
/// ```
pub fn is_rounded(cells: &[u8]) -> bool {
    let is_clue = |byte: &u8| matches!(byte, b'1'..=b'9');
    cells.len() == 81
        && cells[SIGNIFICANT_DIGITS..].iter().all(|&cell| cell == b'0')
        && is_clue(&cells[0])
        && cells[9..].iter().any(is_clue)
        && cells.iter().filter(|cell| is_clue(cell)).count() > 2
        && cells.iter().all(u8::is_ascii_digit)
}

/// Returns `true` for 81 letters that are a map of regions.
pub(super) fn is_map_of_letters(cells: &str) -> bool {
    let number = |letter: u8| matches!(letter, b'A'..=b'I' | b'a'..=b'i').then(|| (letter | 0x20) - b'a' + 1);
    let numbers: Option<Vec<u8>> = cells.bytes().map(number).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).is_some_and(|numbers| are_regions(&numbers))
}

/// Returns `true` for nine numbers of nine cells each, which touch each other.
pub(super) fn are_regions(numbers: &[u8; 81]) -> bool {
    let is_region = |number: u8| {
        let (mut left, mut open) = ((0..81).filter(|&at| numbers[at] == number).collect::<Vec<_>>(), Vec::new());
        let is_whole = left.len() == 9;
        open.extend(left.pop());
        while let Some(cell) = open.pop() {
            let touches =
                |other: &mut usize| other.abs_diff(cell) == 9 || other.abs_diff(cell) == 1 && *other / 9 == cell / 9;
            open.extend(left.extract_if(.., touches));
        }
        is_whole && left.is_empty()
    };
    // In a grid, the same digits never touch, but numbers of columns do.
    let has_other_rows = || numbers.chunks(9).any(|row| row != &numbers[..9]);
    (numbers[0] == numbers[1] || numbers[0] == numbers[9]) && (1..=9).all(is_region) && has_other_rows()
}

/// Returns the error of digits in nearly all cells.
fn doubtful_full(numbers: &[u8; 81], grid: &Grid) -> Option<ParseError> {
    // Some maps have the numbers 0 to 8.
    if are_regions(numbers) || !numbers.contains(&9) && are_regions(&numbers.map(|number| number + 1)) {
        return Some(ParseError::Regions);
    }
    // The digit may be at any place.
    let are_triples = |[row, column, digit]: [usize; 3]| {
        let mut seen = [0_u16; 10];
        numbers.chunks_exact(3).all(|triple| {
            let (row, column) = (&mut seen[usize::from(triple[row])], 1 << triple[column]);
            let is_new = *row & column == 0 && triple[digit] > 0;
            *row |= column;
            is_new
        })
    };
    if [[0, 1, 2], [0, 2, 1], [1, 2, 0]].into_iter().any(are_triples) && grid.clash().is_some() {
        return Some(ParseError::Triples);
    }
    let has_zero = |row: &[u8]| row.iter().filter(|&&number| number == 0).count() == 1;
    let is_from_zero = numbers.chunks_exact(9).all(has_zero) && !numbers.contains(&9);
    is_from_zero.then_some(ParseError::FromZero)
}

/// Reads 81 fields, of which some are empty.
fn empty_fields(text: &str) -> Option<Grid> {
    // The cells of a table of a page.
    let edges = text.trim().strip_prefix('|').and_then(|text| text.strip_suffix('|'));
    let text = edges.unwrap_or(text);
    let delimiter =
        [',', ';', '\t', '|', ELEMENT].into_iter().find(|&delimiter| text.matches(delimiter).count() == 80)?;
    let cells: Option<Vec<(u8, u16)>> = text.split(delimiter).map(field_cell).collect();
    let cells = cells?;
    let blanks = cells.iter().fold(0, |blanks, (_, blank)| blanks | blank);
    let numbers: Vec<u8> = cells.iter().map(|&(number, _)| number).collect();
    let is_any = numbers.iter().any(|&number| number > 0) || blanks != SPACE;
    let grid = Grid::from_numbers(numbers.try_into().expect("81 numbers")).expect("numbers 0-9");
    (may_be_mixed(blanks) && is_any && !may_have_labels(&grid.to_rows())).then_some(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: &str = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    const S: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

    fn found(text: &str) -> String {
        match read(&with_points(text)) {
            None => "none".into(),
            Some(Err(error)) => error.to_string(),
            Some(Ok(Whole { board: Board::Candidates(candidates), .. })) => format!("{} candidates", candidates.len()),
            Some(Ok(Whole { board: Board::Grid(grid), solution, .. })) => {
                let name = if grid.to_string() == P.replace('0', ".") { "P" } else { "another" };
                name.to_string()
                    + &solution.map(|text| if text == S { " S".into() } else { format!(" {text}") }).unwrap_or_default()
            }
        }
    }

    #[test]
    fn the_field_of_81_cells_is_the_grid() {
        for text in [
            format!("1: {P}"),
            format!("0000183b305c {P}  1.2"),
            format!("easy;{P};1.2"),
            format!("grid = \"{P}\""),
            format!("({P})"),
            format!("<td>{P}</td>"),
            format!("https://example.org/?puzzle={P}&x=1"),
            format!("https://example.org/solve#{P}"),
            P.replace('0', "x"),
            P.replace('0', "?"),
            P.replace('0', "e"),
            P.replace('0', "X") + " hard",
            P.chars().map(|c| if c == '0' { String::new() } else { c.into() }).collect::<Vec<_>>().join(","),
            P.chars().map(String::from).collect::<Vec<_>>().join(" "),
            P.replace('0', " "),
        ] {
            assert_eq!(found(&text), "P", "{text}");
        }
        for text in [format!("{P},{S}"), format!("{P}{S}"), format!("7,\"{P}\",\"{S}\",1.2"), format!("{P} easy {S}")] {
            assert_eq!(found(&text), "P S", "{text}");
        }
    }

    #[test]
    fn a_map_of_regions_is_no_grid() {
        let map = "222221333211121633221111633555555663544445563447446669477788969777778999888888999";
        assert_eq!(found(map), ParseError::Regions.to_string());
        assert_eq!(found(&format!("8{}2", &map[1..80])), "another");
    }

    #[test]
    fn a_doubtful_line_is_no_grid() {
        let other = P.replacen('3', "0", 1);
        let last = P.replacen("300", "007", 1);
        for (text, expected) in [
            (format!("{P}{P}"), "none".to_string()),
            (format!("{P},{last}"), ParseError::TwoGrids.to_string()),
            (format!("{P},{P}"), "P".into()),
            (format!("{other},{P}"), ParseError::TwoGrids.to_string()),
            (format!("{P}."), "P".into()),
            (format!("{}.", P.replace('0', ".")), "none".into()),
            (format!("a{P}"), "none".into()),
            (format!("{P}z"), "none".into()),
            (format!("?{P}"), "none".into()),
            ("-".repeat(81), "none".into()),
            (".".repeat(81), "another".into()),
            (format!("{P},{}", &S[1..]), ParseError::Length(80).to_string()),
        ] {
            assert_eq!(found(&text), expected, "{text}");
        }
    }
}
