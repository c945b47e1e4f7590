//! Whole grids in a line: a field of 81 cells, wherever it is, with the field of its solution.

use std::ops::Range;

use minirow_core::{Grid, solver};

use crate::block::may_have_labels;
use crate::board::Board;
use crate::characters::{SPACE, cell, may_be_mixed};
use crate::doubtful::{SIGNIFICANT_DIGITS, doubtful_digits, is_map_of_letters, is_rounded, row_twice};
use crate::error::ParseError;
use crate::lengths::{Lengths, are_equal};
use crate::markup::ELEMENT;
use crate::name_words::name_at_end;
use crate::no_row::{NoRow, damaged, is_damaged_grid};
use crate::order::{moves, moving_end, names_other_parts};
use crate::row::{field_cell, words};
use crate::scanner::is_frame;
use crate::solution_names::{is_named_solution, lacks_puzzle, lost_of_solution};
use crate::strings::decoded_link;
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

/// The number of cells in a row beside a grid that are hardly numbers of a remark.
const MOST_BESIDE_A_GRID: usize = 72;

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
            // One dash is between a grid with another blank and its solution.
            let gap = usize::from(
                run.len() == 163
                    && run.iter().rposition(|&cell| cell == b'-') == Some(81)
                    && !run[..81].contains(&b'-'),
            );
            if !matches!(run.len() - gap, 81 | 162) || found.iter().any(|(known, _)| known.contains(&range.start)) {
                continue;
            }
            // A solution may follow without a separator.
            let parts: Vec<Range<usize>> =
                (0..run.len() / 81).map(|part| (81 + gap) * part).map(|start| start..start + 81).collect();
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
            // The dot before the ending of a page.
            let is_ending = is_link && at - start == 82 && bytes[at - 1] == b'.';
            at -= usize::from(is_ending && bytes.get(at).is_some_and(u8::is_ascii_alphabetic));
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

/// Reads 81 fields, of which some are empty.
fn empty_fields(text: &str) -> Option<Grid> {
    // The cells of a table of a page.
    let edges = text.trim().strip_prefix('|').and_then(|text| text.strip_suffix('|'));
    let text = edges.unwrap_or(text);
    let delimiter =
        [',', ';', '\t', '|', ELEMENT].into_iter().find(|&delimiter| text.matches(delimiter).count() == 80)?;
    let cells: Option<Vec<(u8, u16)>> = text.split(delimiter).map(field_cell).collect();
    let cells = cells?;
    // Another width may be that of a clue that was lost. Before the first cell of a row, more spaces may be those between rows.
    let empty = |is_first: bool| -> Vec<usize> {
        let fields = text.split(delimiter).enumerate().skip(1).take(79);
        let fields = fields.filter(|(at, field)| (at % 9 == 0) == is_first && field.trim().is_empty());
        fields.map(|(_, field)| field.len()).collect()
    };
    if !are_equal(&empty(false)) || !are_equal(&empty(true)) {
        return None;
    }
    let blanks = cells.iter().fold(0, |blanks, (_, blank)| blanks | blank);
    let numbers: Vec<u8> = cells.iter().map(|&(number, _)| number).collect();
    let is_any = numbers.iter().any(|&number| number > 0) || blanks != SPACE;
    let grid = Grid::from_numbers(numbers.try_into().expect("81 numbers")).expect("numbers 0-9");
    (may_be_mixed(blanks) && is_any && !may_have_labels(&grid.to_rows())).then_some(grid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings::with_points;

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
