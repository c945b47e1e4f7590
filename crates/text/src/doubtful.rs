//! Digits that are hardly those of a grid.

use minirow_core::Grid;

use crate::error::ParseError;

/// Returns the number of a row that is there twice, perhaps in place of a lost one.
pub(super) fn row_twice(grid: &Grid) -> Option<usize> {
    let rows = grid.to_rows();
    (1..9).find(|&at| rows[at] != [0; 9] && rows[..at].contains(&rows[at])).map(|at| at + 1)
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
pub(super) const SIGNIFICANT_DIGITS: usize = 17;

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
