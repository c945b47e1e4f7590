//! The names of puzzles and solutions, and solutions without their puzzles.

use std::ops::Range;

use minirow_core::Grid;

use crate::characters::cell;
use crate::error::ParseError;
use crate::row::words;

/// The names of the fields of a puzzle and its solution.
const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "quizzes", "quiz", "question", "sudoku", "unsolved", "board", "grid", "clues"];

const SOLUTION_NAMES: [&str; 5] = ["solution", "solutions", "answer", "answers", "solved"];

/// The most cells of the numbers beside a solution.
const MOST_IN_A_REMARK: usize = 30;

/// The most characters of a word that stands for an empty cell.
const LONGEST_BLANK: usize = 8;

/// The fewest cells of a solution that has lost some.
pub(super) const CELLS_OF_A_SOLUTION: usize = 79;

/// Returns `true` for a name or a heading with a word for a solution.
pub(super) fn is_solution_name(text: &str) -> bool {
    has_name(text, &SOLUTION_NAMES)
}

/// Returns `true` for the head of a table of puzzles and solutions.
pub(super) fn names_pairs(text: &str) -> bool {
    text.contains([',', ';', '\t', '|']) && is_solution_name(text) && has_name(text, &PUZZLE_NAMES)
}

pub(super) fn has_name(text: &str, names: &[&str]) -> bool {
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
pub(super) fn is_named_solution(text: &str, grid: &Range<usize>) -> bool {
    let before = text[..grid.start].trim_end_matches(['"', '\'', ' ']);
    let is_alone = SOLUTION_NAMES.iter().any(|name| before.trim().eq_ignore_ascii_case(name));
    (is_alone || before.ends_with([':', '=', '>', '('])) && is_solution_name(before) && !has_name(text, &PUZZLE_NAMES)
}

/// Returns `true` if a line has a place for a puzzle beside its only grid, which is a solution: its name, an empty field, or other cells.
pub(super) fn lacks_puzzle(text: &str, solution: &Range<usize>) -> bool {
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
