//! Symmetries of Sudoku: relabelling digits, permuting lines within bands and stacks, permuting bands and stacks, and
//! transposing. A grid and its image have the same number of solutions.

use std::fmt;
use std::str::FromStr;

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::{Cell, CellSet};
use crate::digit::Digit;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// One of the 9! * 2 * 6^8 = 1,218,998,108,160 symmetries of Sudoku.
///
/// It transposes first (if at all), then permutes rows and columns, then relabels digits.
///
/// ```
/// use minirow_core::{Grid, Symmetry};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let symmetry = Symmetry::nth(1_000_000_007);
/// let image = symmetry.grid(&grid);
/// assert_eq!(symmetry.inverse().grid(&image), grid);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transposed: bool,
    /// The target of each row. Invariant: a permutation that keeps the rows of a band together.
    rows: [u8; 9],
    /// The target of each column. Invariant: a permutation that keeps the columns of a stack together.
    columns: [u8; 9],
    /// The image of each digit. Invariant: a permutation.
    digits: [Digit; 9],
}

/// The error for arrays that are not a permutation, or that separate the lines of a band or stack.
///
/// ```
/// use minirow_core::{Digit, NotAPermutation, Symmetry};
/// assert_eq!(Symmetry::relabel([Digit::D1; 9]), Err(NotAPermutation));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAPermutation;

impl fmt::Display for NotAPermutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected each of the nine once, and lines of one chute in one chute")
    }
}

impl std::error::Error for NotAPermutation {}

const SAME: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Symmetry {
    /// The identity, which changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { transposed: false, rows: SAME, columns: SAME, digits: Digit::ALL };

    /// The number of symmetries.
    pub const COUNT: u64 = 362_880 * 2 * 1296 * 1296;

    /// The symmetry that swaps rows and columns.
    pub const TRANSPOSE: Symmetry = Symmetry { transposed: true, ..Symmetry::IDENTITY };

    /// Returns the symmetry that replaces digit `d` by `digits[d - 1]`.
    ///
    /// ```
    /// use minirow_core::{Digit, Symmetry};
    /// let mut reversed = Digit::ALL;
    /// reversed.reverse();
    /// assert_eq!(Symmetry::relabel(reversed)?.digit(Digit::D1), Digit::D9);
    /// # Ok::<(), minirow_core::NotAPermutation>(())
    /// ```
    ///
    /// # Errors
    /// [`NotAPermutation`] if a digit occurs twice.
    pub fn relabel(digits: [Digit; 9]) -> Result<Symmetry, NotAPermutation> {
        let all = digits.into_iter().collect::<crate::DigitSet>();
        if all.len() == 9 { Ok(Symmetry { digits, ..Symmetry::IDENTITY }) } else { Err(NotAPermutation) }
    }

    /// Returns the symmetry that moves row `r` to row `rows[r]` and column `c` to column `columns[c]`, counted from 0.
    ///
    /// The rows of a band and the columns of a stack must stay together.
    ///
    /// ```
    /// # use minirow_core::{Grid, Symmetry};
    /// let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    /// let swap = Symmetry::permute([1, 0, 2, 3, 4, 5, 6, 7, 8], same)?;
    /// let grid: Grid = format!("123{}", ".".repeat(78)).parse().unwrap();
    /// assert_eq!(swap.grid(&grid).to_string(), format!("{}123{}", ".".repeat(9), ".".repeat(69)));
    /// assert!(Symmetry::permute([3, 1, 2, 0, 4, 5, 6, 7, 8], same).is_err());
    /// # Ok::<(), minirow_core::NotAPermutation>(())
    /// ```
    ///
    /// # Errors
    /// [`NotAPermutation`] if a line occurs twice or not at all, or if the lines of a band or stack are separated.
    pub fn permute(rows: [u8; 9], columns: [u8; 9]) -> Result<Symmetry, NotAPermutation> {
        for lines in [rows, columns] {
            let mut sorted = lines;
            sorted.sort_unstable();
            let torn = lines.chunks(3).any(|chute| chute.iter().any(|line| line / 3 != chute[0] / 3));
            if sorted != SAME || torn {
                return Err(NotAPermutation);
            }
        }
        Ok(Symmetry { rows, columns, ..Symmetry::IDENTITY })
    }

    /// Returns the symmetry with a number below [`Symmetry::COUNT`]. Number 0 is the identity.
    ///
    /// Use it to choose a symmetry at random, or to enumerate symmetries.
    ///
    /// # Panics
    /// Panics if `number` is not less than [`Symmetry::COUNT`].
    pub fn nth(number: u64) -> Symmetry {
        assert!(number < Symmetry::COUNT, "there are {} symmetries", Symmetry::COUNT);
        let mut rest = number;
        let mut draw = |below: u64| {
            let drawn = (rest % below) as usize;
            rest /= below;
            drawn
        };
        let transposed = draw(2) == 1;
        let mut lines = || {
            let chutes = PERMUTATIONS_OF_3[draw(6)];
            let mut lines = SAME;
            for (chute, target) in chutes.into_iter().enumerate() {
                let within = PERMUTATIONS_OF_3[draw(6)];
                for (place, within) in within.into_iter().enumerate() {
                    lines[3 * chute + place] = 3 * target + within;
                }
            }
            lines
        };
        let (rows, columns) = (lines(), lines());
        let mut left = Digit::ALL.to_vec();
        let digits = std::array::from_fn(|_| left.remove(draw(left.len() as u64)));
        Symmetry { transposed, rows, columns, digits }
    }

    /// Returns the number of this symmetry, the inverse of [`nth`](Symmetry::nth). It fits in 41 bits.
    ///
    /// ```
    /// # use minirow_core::Symmetry;
    /// assert_eq!(Symmetry::nth(123_456_789_012).number(), 123_456_789_012);
    /// ```
    pub fn number(&self) -> u64 {
        // The values that `nth` draws, in the same order, each with its upper bound.
        let mut drawn: Vec<(usize, u64)> = vec![(usize::from(self.transposed), 2)];
        let among = |permutation: [u8; 3]| {
            let number = PERMUTATIONS_OF_3.iter().position(|known| *known == permutation);
            (number.expect("lines of a chute stay together"), 6)
        };
        for lines in [self.rows, self.columns] {
            drawn.push(among([0, 3, 6].map(|first| lines[first] / 3)));
            drawn.extend([0, 3, 6].map(|first| among([0, 1, 2].map(|place| lines[first + place] % 3))));
        }
        let mut left = Digit::ALL.to_vec();
        for digit in self.digits {
            let place = left.iter().position(|&one| one == digit).expect("each digit once");
            drawn.push((place, left.len() as u64));
            left.remove(place);
        }
        drawn.into_iter().rev().fold(0, |number, (drawn, below)| number * below + drawn as u64)
    }

    /// Returns the symmetry that transposes if `transposed`, then moves row `rows[p]` and column `columns[p]` to place
    /// `p`, then relabels digit `d` as `digits[d - 1]`. Callers must keep the lines of a band or stack together.
    pub(crate) fn arranging(transposed: bool, rows: [u8; 9], columns: [u8; 9], digits: [Digit; 9]) -> Symmetry {
        let places = |lines: [u8; 9]| {
            let mut places = SAME;
            for (place, line) in lines.into_iter().enumerate() {
                places[usize::from(line)] = place as u8;
            }
            places
        };
        let (rows, columns) = (places(rows), places(columns));
        debug_assert!(Symmetry::permute(rows, columns).is_ok() && Symmetry::relabel(digits).is_ok());
        Symmetry { transposed, rows, columns, digits }
    }

    /// Returns the 1296 valid orders of nine lines: the orders of three bands, and of the lines in each. The identity
    /// is first.
    pub(crate) fn line_orders() -> impl Iterator<Item = [u8; 9]> {
        (0..6usize.pow(4)).map(|number| {
            let chutes = PERMUTATIONS_OF_3[number / 216];
            let within = [number / 36 % 6, number / 6 % 6, number % 6].map(|index| PERMUTATIONS_OF_3[index]);
            std::array::from_fn(|place| 3 * chutes[place / 3] + within[place / 3][place % 3])
        })
    }

    /// Returns the image of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (row, column) = if self.transposed { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) };
        Cell::at(usize::from(self.rows[row]), usize::from(self.columns[column]))
    }

    /// Returns the image of a digit.
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// Returns the image of a candidate.
    pub fn candidate(&self, candidate: Candidate) -> Candidate {
        Candidate { cell: self.cell(candidate.cell), digit: self.digit(candidate.digit) }
    }

    /// Returns the image of a set of cells.
    pub fn cells(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| self.cell(cell)).collect()
    }

    /// Returns the image of a set of candidates.
    pub fn candidates(&self, candidates: &CandidateSet) -> CandidateSet {
        candidates.iter().map(|candidate| self.candidate(candidate)).collect()
    }

    /// Returns the image of a grid.
    pub fn grid(&self, grid: &Grid) -> Grid {
        grid.clues().map(|(cell, digit)| self.candidate(Candidate { cell, digit })).collect()
    }

    /// Returns the image of a solution.
    pub fn solution(&self, solution: &Solution) -> Solution {
        Solution::trusted(self.grid(solution.grid()))
    }

    /// Returns the image of a puzzle. It is a puzzle too, so no solver is called.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        Puzzle::trusted(self.grid(puzzle.clues()), self.solution(puzzle.solution()))
    }

    /// Returns the composition: first this symmetry, then `next`.
    #[must_use]
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        let digits = self.digits.map(|digit| next.digit(digit));
        // If `next` transposes, the permutation of the rows becomes that of the columns.
        let (rows, columns) = if next.transposed { (self.columns, self.rows) } else { (self.rows, self.columns) };
        Symmetry {
            transposed: self.transposed != next.transposed,
            rows: rows.map(|row| next.rows[usize::from(row)]),
            columns: columns.map(|column| next.columns[usize::from(column)]),
            digits,
        }
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let invert = |lines: [u8; 9]| {
            let mut inverse = SAME;
            for (line, target) in lines.into_iter().enumerate() {
                inverse[usize::from(target)] = line as u8;
            }
            inverse
        };
        let (rows, columns) = (invert(self.rows), invert(self.columns));
        let mut digits = Digit::ALL;
        for digit in Digit::ALL {
            digits[self.digit(digit).index()] = digit;
        }
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        Symmetry { transposed: self.transposed, rows, columns, digits }
    }
}

/// Writes the targets of rows and columns and the images of digits, all counted from 1.
///
/// `rows:213456789 columns:123456789 digits:987654321` moves the second row to the top and relabels 1 as 9. A symmetry
/// that transposes has `transpose` in front.
impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from_1 = |lines: [u8; 9]| lines.map(|line| char::from(b'1' + line)).into_iter().collect::<String>();
        let (rows, columns) = (from_1(self.rows), from_1(self.columns));
        let digits = from_1(self.digits.map(|digit| digit.get() - 1));
        let transpose = if self.transposed { "transpose " } else { "" };
        write!(f, "{transpose}rows:{rows} columns:{columns} digits:{digits}")
    }
}

/// The error for a text that is not a symmetry: its first word that is no part of one, if there is one.
///
/// ```
/// use minirow_core::{ParseSymmetryError, Symmetry};
/// assert_eq!("rows:41".parse::<Symmetry>(), Err(ParseSymmetryError { word: "rows:41".into() }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseSymmetryError {
    /// The word, which is empty if the text has no words.
    pub word: String,
}

impl fmt::Display for ParseSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.word.is_empty() {
            write!(f, "found {:?}, ", self.word)?;
        }
        f.write_str("expected transpose, rows:, columns: and digits:, each once at most, in this order, with the digits 1 to 9 in a new order ")?;
        f.write_str("that keeps bands and stacks together, such as \"transpose rows:213456789\"")
    }
}

impl std::error::Error for ParseSymmetryError {}

/// Parses the text that [`Display`](fmt::Display) writes. Parts that are left out change nothing.
///
/// ```
/// # use minirow_core::Symmetry;
/// let symmetry: Symmetry = "transpose rows:213456789 columns:123456789 digits:987654321".parse()?;
/// assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
/// assert_eq!("transpose rows:213456789 digits:987654321".parse(), Ok(symmetry));
/// assert!("rows:423156789".parse::<Symmetry>().is_err());
/// # Ok::<(), minirow_core::ParseSymmetryError>(())
/// ```
impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(text: &str) -> Result<Symmetry, ParseSymmetryError> {
        const PARTS: [&str; 4] = ["transpose", "rows:", "columns:", "digits:"];
        let (mut symmetry, mut parts) = (Symmetry::IDENTITY, PARTS.iter());
        for word in text.split_whitespace() {
            let mut read = || {
                let part = *parts.find(|part| word.starts_with(**part))?;
                let rest = &word[part.len()..];
                if part == "transpose" {
                    return rest.is_empty().then_some(Symmetry { transposed: true, ..symmetry });
                }
                let nine: [u8; 9] = rest.as_bytes().try_into().ok()?;
                let is_nine = nine.iter().all(|character| (b'1'..=b'9').contains(character));
                let nine = is_nine.then(|| nine.map(|character| character - b'1'))?;
                let next = match part {
                    "rows:" => Symmetry::permute(nine, SAME).ok()?,
                    "columns:" => Symmetry::permute(SAME, nine).ok()?,
                    _ => Symmetry::relabel(nine.map(|index| Digit::from_index(usize::from(index)))).ok()?,
                };
                Some(symmetry.then(&next))
            };
            symmetry = read().ok_or_else(|| ParseSymmetryError { word: word.into() })?;
        }
        let is_given = !text.trim().is_empty();
        is_given.then_some(symmetry).ok_or(ParseSymmetryError { word: String::new() })
    }
}

const PERMUTATIONS_OF_3: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn some_symmetries() -> impl Iterator<Item = Symmetry> {
        // The stride is prime to the number of symmetries, so that all kinds occur.
        (0..500).map(|n| Symmetry::nth(n * 7_919_191_919 % Symmetry::COUNT))
    }

    #[test]
    fn number_zero_is_the_identity_and_numbers_are_distinct() {
        assert_eq!(Symmetry::nth(0), Symmetry::IDENTITY);
        let different: std::collections::HashSet<_> = (0..10_000).map(Symmetry::nth).collect();
        assert_eq!(different.len(), 10_000);
        for number in (0..500).map(|n| n * 7_919_191_919 % Symmetry::COUNT).chain([Symmetry::COUNT - 1]) {
            assert_eq!(Symmetry::nth(number).number(), number);
        }
    }

    #[test]
    fn the_image_of_a_house_is_a_house() {
        for symmetry in some_symmetries() {
            for house in crate::House::all() {
                let image = symmetry.cells(house.cells());
                assert!(crate::House::all().any(|house| house.cells() == image), "{symmetry:?} {house}");
            }
        }
    }

    #[test]
    fn inverses_cancel_and_compositions_act_in_order() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let mut last = Symmetry::IDENTITY;
        for symmetry in some_symmetries() {
            let image = symmetry.grid(&grid);
            assert_eq!(symmetry.inverse().grid(&image), grid);
            assert_eq!(symmetry.then(&symmetry.inverse()), Symmetry::IDENTITY);
            assert_eq!(last.then(&symmetry).grid(&grid), symmetry.grid(&last.grid(&grid)));
            last = symmetry;
        }
    }

    #[test]
    fn the_image_of_a_puzzle_is_a_puzzle() {
        let puzzle = Puzzle::new(PUZZLE.parse().unwrap()).unwrap();
        for symmetry in some_symmetries() {
            assert_eq!(Puzzle::new(symmetry.grid(puzzle.clues())), Ok(symmetry.puzzle(&puzzle)));
        }
    }

    #[test]
    fn symmetries_are_parsed_as_they_are_displayed() {
        for symmetry in some_symmetries() {
            assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        }
        let same = Symmetry::IDENTITY.to_string();
        assert_eq!(same, "rows:123456789 columns:123456789 digits:123456789");
        let nine = same.replace('9', "8");
        let bad =
            [("", ""), (" ", ""), (&nine, "rows:123456788"), ("rows:412356789", "rows:412356789"), ("rows:", "rows:")];
        let unordered =
            [("digits:123456789 transpose", "transpose"), ("transpose transpose", "transpose"), ("row:1", "row:1")];
        for (bad, word) in
            bad.into_iter().chain(unordered).chain([("transposed", "transposed"), ("digits:123456789 x", "x")])
        {
            assert_eq!(bad.parse::<Symmetry>(), Err(ParseSymmetryError { word: word.into() }), "{bad}");
        }
        let message = ParseSymmetryError { word: "row:1".into() }.to_string();
        assert!(message.starts_with("found \"row:1\", expected transpose, rows:, columns: and digits:"), "{message}");
    }

    #[test]
    fn parts_of_symmetries_that_are_left_out_change_nothing() {
        for symmetry in some_symmetries() {
            let text = symmetry.to_string();
            let words: Vec<&str> = text.split(' ').filter(|word| !word.ends_with(":123456789")).collect();
            assert_eq!(
                if words.is_empty() { Ok(symmetry) } else { words.join(" ").parse() },
                Ok(symmetry),
                "{words:?}"
            );
        }
        let part = |text: &str| text.parse::<Symmetry>();
        let all = "transpose rows:213456789 columns:123456789 digits:987654321";
        assert_eq!(part("transpose rows:213456789 digits:987654321"), part(all));
        assert!(part("transpose").is_ok_and(|symmetry| symmetry.then(&symmetry) == Symmetry::IDENTITY));
    }

    #[test]
    fn invalid_permutations_are_refused() {
        assert_eq!(Symmetry::relabel([Digit::D1; 9]), Err(NotAPermutation));
        assert_eq!(Symmetry::permute(SAME, [0, 0, 2, 3, 4, 5, 6, 7, 8]), Err(NotAPermutation));
        assert_eq!(Symmetry::permute([9, 1, 2, 3, 4, 5, 6, 7, 8], SAME), Err(NotAPermutation));
        assert_eq!(Symmetry::permute([0, 1, 3, 2, 4, 5, 6, 7, 8], SAME), Err(NotAPermutation));
        assert!(Symmetry::permute([5, 3, 4, 6, 8, 7, 0, 1, 2], SAME).is_ok());
    }
}
