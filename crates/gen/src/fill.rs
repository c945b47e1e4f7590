//! Uniformly distributed full grids: each of the 6,670,903,752,021,072,936,960 is equally likely.
//!
//! Backtracking with digits in random order reaches every full grid, but not with equal probability. A cell takes each
//! of its digits equally often, although one may lead to more grids than another. (In 2 of 56 bands the digits of a
//! minirow stay together in all rows. Such backtracking produces them more than twice as often as they should.)
//! So this module does not backtrack. It draws a whole grid by choices with fixed numbers of options. If they cannot be completed, it draws all
//! of them again.
//!
//! ```text
//!   1 2 3    Box 1 holds the digits in order; at the end they are relabelled at random.
//!   4 5 6    Boxes 2 and 3: a split of the rows, and the digits of each row in any order.
//!   7 8 9    Boxes 4 and 7: a split of the columns, and the digits of each column in any order.
//! ```
//!
//! This draws the first band and the first stack uniformly. Four splits are left: of the columns of boxes 5 and 8, of
//! the rows of boxes 5 and 6, of the rows of boxes 8 and 9, and of the columns of boxes 6 and 9. In each of these four
//! boxes a row and a column must share one digit. The first split is drawn from all [`SPLITS`]. The second is
//! compatible with the columns of box 5 in 8 ways or in none, and the third with the columns of box 8 in 8 ways or in
//! none. The last is compatible with the rows of boxes 6 and 9 in at most 8 ways. So a number from one to eight is
//! drawn each time. If there is no such way, the whole draw is discarded. Then all completed draws are equally likely.
//! One draw in 10.6 is completed.

use minirow_core::{Grid, Solution};

use crate::splits::{APART_IN_NEXT, APART_IN_THIRD, NEXT, SPLITS, SplitSet, THIRD};
use crate::stream::Stream;

/// Draws a full grid.
pub(crate) fn fill(stream: &mut Stream) -> Solution {
    loop {
        let Some(boxes) = Draw::new(stream).boxes() else { continue };
        let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0];
        stream.shuffle(&mut names[..9]);
        let grid = Grid::from_numbers(numbers(&boxes, names)).expect("no number is above 9");
        return Solution::new(grid).expect("no digit is used twice in a house");
    }
}

/// The maximum number of ways in which a split is compatible with the boxes so far.
const WAYS: u32 = 8;

/// The number of orders of three lines of three digits each.
const ORDERS: u32 = 6 * 6 * 6;

/// The permutations of three.
const ORDERS_OF_THREE: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// By number of an order: for nine digits line by line, their places in a box counted across the lines.
static ACROSS: [[u8; 9]; ORDERS as usize] = across();

const fn across() -> [[u8; 9]; ORDERS as usize] {
    let mut across = [[0; 9]; ORDERS as usize];
    let mut number = 0;
    while number < ORDERS as usize {
        let mut n = 0;
        while n < 9 {
            let line = n / 3;
            let order = ORDERS_OF_THREE[number / [36, 6, 1][line] % 6];
            across[number][n] = (3 * order[n % 3] + line) as u8;
            n += 1;
        }
        number += 1;
    }
    across
}

/// Nine values by index, padded to 16 so that any four bits are a valid index.
type Table16<T> = [T; 16];

/// Nine digits, line by line.
type ByLine = [u8; 9];

/// A box with known cells. Its lines are rows if its columns are needed (boxes 2 and 3), and columns if its rows are
/// needed (boxes 4 and 7).
struct Known {
    /// The digits by place, counted across the lines.
    digits: Table16<u8>,
    /// By digit: the bit of its place.
    bits: Table16<u16>,
}

impl Known {
    /// Creates a box from the digits of each line and the number of their order.
    #[inline(always)]
    fn new(lines: ByLine, order: u32) -> Known {
        let mut known = Known { digits: [0; 16], bits: [0; 16] };
        for (digit, place) in lines.into_iter().zip(ACROSS[order as usize]) {
            known.digits[usize::from(place & 15)] = digit;
            known.bits[usize::from(digit & 15)] = 1 << place;
        }
        known
    }

    /// Returns the digits at the places of a split.
    #[inline(always)]
    fn at(&self, places: &ByLine) -> ByLine {
        places.map(|place| self.digits[usize::from(place & 15)])
    }

    /// Returns the splits that separate the digits of each of these lines, so that a row and a column share one digit.
    #[inline(always)]
    fn splits(&self, apart: &[SplitSet; 512], lines: &ByLine) -> SplitSet {
        let bit = |n: usize| self.bits[usize::from(lines[n] & 15)];
        let [one, two] = [bit(0) | bit(1) | bit(2), bit(3) | bit(4) | bit(5)];
        // If two lines have a digit in each of three other lines, so has the third.
        apart[usize::from(one & 511)] & apart[usize::from(two & 511)]
    }
}

/// All random choices except the relabelling.
struct Draw {
    /// The splits of the first band, the first stack, and the columns of boxes 5 and 8.
    splits: [usize; 3],
    /// The choices among the possible ways of the last three splits.
    ways: [u32; 3],
    /// The orders of the digits in boxes 2, 3, 4 and 7.
    orders: [u32; 4],
}

impl Draw {
    fn new(stream: &mut Stream) -> Draw {
        const S: u32 = SPLITS as u32;
        let mut shape = stream.below(S * S * S * WAYS * WAYS * WAYS);
        let mut orders = stream.below(ORDERS * ORDERS * ORDERS * ORDERS);
        let mut next = |bound| {
            let number = shape % bound;
            shape /= bound;
            number
        };
        let ways = [next(WAYS), next(WAYS), next(WAYS)];
        let splits = [next(S), next(S), next(S)].map(|split| split as usize);
        let orders = [(); 4].map(|()| {
            let order = orders % ORDERS;
            orders /= ORDERS;
            order
        });
        Draw { splits, ways, orders }
    }

    /// Returns the nine boxes, each with its digits row by row, or `None` if the draw cannot be completed.
    #[inline(always)]
    fn boxes(&self) -> Option<[[u8; 9]; 9]> {
        let [band_1, stack_1, stack_2] = self.splits;
        let turned = |digits: ByLine| digits.map(|digit| 3 * (digit % 3) + digit / 3);
        let box_2 = Known::new(NEXT[band_1], self.orders[0]);
        let box_4 = Known::new(turned(NEXT[stack_1]), self.orders[1]);
        let (columns_5, columns_8) = (box_2.at(&NEXT[stack_2]), box_2.at(&THIRD[stack_2]));
        let band_2 = nth(box_4.splits(&APART_IN_NEXT, &columns_5), self.ways[0])?;
        let box_7 = Known::new(turned(THIRD[stack_1]), self.orders[2]);
        let band_3 = nth(box_7.splits(&APART_IN_NEXT, &columns_8), self.ways[1])?;
        let box_3 = Known::new(THIRD[band_1], self.orders[3]);
        let (rows_6, rows_9) = (box_4.at(&THIRD[band_2]), box_7.at(&THIRD[band_3]));
        let fit = box_3.splits(&APART_IN_NEXT, &rows_6) & box_3.splits(&APART_IN_THIRD, &rows_9);
        let stack_3 = nth(fit, self.ways[2])?;
        const ROW_BY_ROW: ByLine = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        const COLUMN_BY_COLUMN: ByLine = [0, 3, 6, 1, 4, 7, 2, 5, 8];
        Some([
            ROW_BY_ROW,
            box_2.at(&COLUMN_BY_COLUMN),
            box_3.at(&COLUMN_BY_COLUMN),
            box_4.at(&ROW_BY_ROW),
            crossed(&box_4.at(&NEXT[band_2]), &columns_5),
            crossed(&rows_6, &box_3.at(&NEXT[stack_3])),
            box_7.at(&ROW_BY_ROW),
            crossed(&box_7.at(&NEXT[band_3]), &columns_8),
            crossed(&rows_9, &box_3.at(&THIRD[stack_3])),
        ])
    }
}

/// Returns member number `n` of a set of splits, counted from 0, or `None` if there are not that many.
#[inline(always)]
fn nth(splits: SplitSet, n: u32) -> Option<usize> {
    let mut left = splits;
    for passed in 0..WAYS - 1 {
        // Without a branch, because the number to skip is unpredictable.
        left &= left.wrapping_sub(u64::from(passed < n));
    }
    (left != 0).then(|| left.trailing_zeros() as usize % SPLITS)
}

/// Returns the digits of a box row by row, given those of its rows and those of its columns.
#[inline(always)]
fn crossed(rows: &ByLine, columns: &ByLine) -> [u8; 9] {
    let mut column_of: Table16<u8> = [0; 16];
    for (digit, column) in columns.iter().zip([0, 0, 0, 1, 1, 1, 2, 2, 2]) {
        column_of[usize::from(digit & 15)] = column;
    }
    let mut digits = [0; 16];
    for (&digit, row) in rows.iter().zip([0, 0, 0, 3, 3, 3, 6, 6, 6]) {
        digits[usize::from((row + column_of[usize::from(digit & 15)]) & 15)] = digit;
    }
    std::array::from_fn(|place| digits[place])
}

/// Returns the numbers of the cells after relabelling.
#[inline(always)]
fn numbers(boxes: &[[u8; 9]; 9], names: Table16<u8>) -> [u8; 81] {
    let mut numbers = [0; 81];
    for (number, digits) in boxes.iter().enumerate() {
        let corner = 27 * (number / 3) + 3 * (number % 3);
        for (place, digit) in digits.iter().enumerate() {
            numbers[corner + 9 * (place / 3) + place % 3] = names[usize::from(digit & 15)];
        }
    }
    numbers
}

/// The specification: boxes as squares, with the ways found by trying all splits.
#[cfg(test)]
mod plain {
    use super::*;

    /// The digits of three lines.
    type LineDigits = [Vec<u8>; 3];
    /// The digits of a box by row and column.
    type Square = [[u8; 3]; 3];

    pub(super) fn fill(stream: &mut Stream) -> Solution {
        loop {
            let Some(boxes) = boxes(&Draw::new(stream)) else { continue };
            let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
            stream.shuffle(&mut names);
            let mut rows = [[0; 9]; 9];
            for (row, numbers) in rows.iter_mut().enumerate() {
                for (column, number) in numbers.iter_mut().enumerate() {
                    let digit = boxes[row / 3 * 3 + column / 3][row % 3][column % 3];
                    *number = names[usize::from(digit)];
                }
            }
            return Solution::new(Grid::from_rows(rows).unwrap()).unwrap();
        }
    }

    fn boxes(draw: &Draw) -> Option<[Square; 9]> {
        let box_1 = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        let [rows_2, rows_3] = splits(rows(box_1)).swap_remove(draw.splits[0]);
        let [columns_4, columns_7] = splits(columns(box_1)).swap_remove(draw.splits[1]);
        let box_2 = ordered(rows_2, draw.orders[0]);
        let box_3 = ordered(rows_3, draw.orders[3]);
        let box_4 = turned(ordered(columns_4, draw.orders[1]));
        let box_7 = turned(ordered(columns_7, draw.orders[2]));

        let [columns_5, columns_8] = splits(columns(box_2)).swap_remove(draw.splits[2]);
        let mut fitting = splits(rows(box_4)).into_iter().filter(|[rows_5, _]| fit(rows_5, &columns_5));
        let [rows_5, rows_6] = fitting.nth(draw.ways[0] as usize)?;
        let mut fitting = splits(rows(box_7)).into_iter().filter(|[rows_8, _]| fit(rows_8, &columns_8));
        let [rows_8, rows_9] = fitting.nth(draw.ways[1] as usize)?;
        let fit_both = |[columns_6, columns_9]: &[LineDigits; 2]| fit(&rows_6, columns_6) && fit(&rows_9, columns_9);
        let mut fitting = splits(columns(box_3)).into_iter().filter(fit_both);
        let [columns_6, columns_9] = fitting.nth(draw.ways[2] as usize)?;

        let (box_5, box_6) = (crossed(&rows_5, &columns_5), crossed(&rows_6, &columns_6));
        let (box_8, box_9) = (crossed(&rows_8, &columns_8), crossed(&rows_9, &columns_9));
        Some([box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9])
    }

    fn rows(digits: Square) -> LineDigits {
        digits.map(Vec::from)
    }

    fn columns(digits: Square) -> LineDigits {
        rows(turned(digits))
    }

    fn turned(digits: Square) -> Square {
        [0, 1, 2].map(|row| [0, 1, 2].map(|column| digits[column][row]))
    }

    /// Returns all splits: the lines of the next box and of the third box.
    fn splits(known: LineDigits) -> Vec<[LineDigits; 2]> {
        let digits = known.concat();
        let ways = (0..1 << digits.len()).map(|two_down: usize| {
            let mut boxes: [LineDigits; 2] = Default::default();
            for (place, &digit) in digits.iter().enumerate() {
                let down = if two_down >> place & 1 == 1 { [2, 1] } else { [1, 2] };
                for (lines, down) in boxes.iter_mut().zip(down) {
                    lines[(place / 3 + down) % 3].push(digit);
                }
            }
            boxes
        });
        ways.filter(|boxes| boxes.as_flattened().iter().all(|line| line.len() == 3)).collect()
    }

    /// Puts the digits of each line into an order.
    fn ordered(lines: LineDigits, order: u32) -> Square {
        let mut ordered = [[0; 3]; 3];
        for (line, order) in [order / 36, order / 6 % 6, order % 6].into_iter().enumerate() {
            for (&digit, column) in lines[line].iter().zip(ORDERS_OF_THREE[order as usize]) {
                ordered[line][column] = digit;
            }
        }
        ordered
    }

    fn common(row: &[u8], column: &[u8]) -> Vec<u8> {
        row.iter().copied().filter(|digit| column.contains(digit)).collect()
    }

    fn fit(rows: &LineDigits, columns: &LineDigits) -> bool {
        rows.iter().all(|row| columns.iter().all(|column| common(row, column).len() == 1))
    }

    fn crossed(rows: &LineDigits, columns: &LineDigits) -> Square {
        [0, 1, 2].map(|row| [0, 1, 2].map(|column| common(&rows[row], &columns[column])[0]))
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::Cell;

    use super::*;

    #[test]
    fn grids_equal_those_of_the_plain_version() {
        for index in 0..200 {
            let [mut one, mut other] = [(); 2].map(|()| Stream::new(4, index));
            assert_eq!(fill(&mut one), plain::fill(&mut other), "{index}");
            assert_eq!(one.below(1 << 20), other.below(1 << 20), "as much is drawn");
        }
    }

    /// Every draw is equally likely, and every full grid results from exactly one draw. So the share of completed draws
    /// is the number of full grids divided by the number of draws.
    #[test]
    fn the_share_of_completed_draws_matches_the_number_of_full_grids() {
        let full_grids = 6_670_903_752_021_072_936_960_f64;
        let names = (1..=9).product::<u32>();
        let draws = f64::from(names) * (56.0 * 6f64.powi(6)).powi(2) * 56.0 * 8f64.powi(3);
        let expected = full_grids / draws;
        let times = 400_000;
        let mut stream = Stream::new(7, 0);
        let completed = (0..times).filter(|_| Draw::new(&mut stream).boxes().is_some()).count();
        // One in 2 million samples deviates by more than five standard deviations.
        let deviation = (completed as f64 - expected * f64::from(times)) / (expected * f64::from(times)).sqrt();
        assert!(deviation.abs() < 5.0, "{completed} of {times}, expected {expected}");
    }

    fn chi_square(times: &[u32], expected: f64) -> f64 {
        times.iter().map(|&times| (f64::from(times) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn every_digit_is_equally_likely_in_every_cell_by_the_chi_square_test() {
        let grids = 90_000;
        let mut times = [[0u32; 9]; 81];
        for index in 0..grids {
            let solution = fill(&mut Stream::new(3, index));
            for cell in Cell::ALL {
                times[cell.index()][solution.digit(cell).index()] += 1;
            }
        }
        for (cell, times) in times.iter().enumerate() {
            // With 8 degrees of freedom, one cell in 10,000 exceeds 31.8 by chance.
            let chi_square = chi_square(times, grids as f64 / 9.0);
            assert!(chi_square < 31.8, "{}: {chi_square} {times:?}", Cell::from_index(cell));
        }
    }
}
