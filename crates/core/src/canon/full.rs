//! The canonical form of solution grids, computed from pairs of rows.
//!
//! The first row of the form is always `123456789`, whichever row it is made from, so the second row decides. For a
//! given first row, the second row is a permutation: it maps each column to the column where the first row has the same
//! digit. There are 12,096 such permutations. A table gives, for each, the smallest second row over all orders of
//! columns, and the 1 to 18 orders that give it. A grid has 36 ordered pairs of lines of a band or stack: 18 of rows
//! and 18 of columns. The few arrangements with the smallest second row are then compared row by row. The order of the
//! other rows follows from the first column.

use std::sync::LazyLock;

use super::Canonical;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::solution::Solution;
use crate::symmetry::Symmetry;

/// A permutation of nine columns, numbered 0 to 8.
type Permutation = [u8; 9];

pub(super) fn canonical(solution: &Solution) -> Canonical<Solution> {
    let lines = FullLines::both_ways(solution.grid());
    let second_rows = &*SECOND_ROWS;

    let mut pairs = [(0, 0, 0, 0); 36];
    let mut number = 0;
    for (way, lines) in lines.iter().enumerate() {
        for first in 0..9 {
            for second in band_mates(first) {
                pairs[number] = (way, first, second, second_rows.start(&lines.permutation(first, second)));
                number += 1;
            }
        }
    }
    let start = pairs.iter().map(|&(.., start)| start).min().expect("36 pairs");
    let class = second_rows.class_of(start);

    let mut best = Best::default();
    for &(way, first, second, start) in &pairs {
        if start >= class.end {
            continue;
        }
        for &order in &second_rows.arrangements[start..start + class.each] {
            let columns = &second_rows.orders[usize::from(order)];
            best.compare(Arrangement::new(way, &lines[way], first, second, columns), &lines[1 - way].places);
        }
    }
    best.canonical(&class.smallest)
}

/// Returns the other two rows of the band of a row.
fn band_mates(row: usize) -> [usize; 2] {
    let band = row - row % 3;
    [band + (row + 1) % 3, band + (row + 2) % 3]
}

/// The rows of a grid, or its columns.
struct FullLines {
    /// The digits of each line, 0 to 8.
    digits: [[u8; 9]; 9],
    /// The place of each digit in each line.
    places: [Permutation; 9],
}

impl FullLines {
    /// Returns, for each column of the second row, the column where the first row has the same digit.
    fn permutation(&self, first: usize, second: usize) -> Permutation {
        self.digits[second].map(|digit| self.places[first][usize::from(digit)])
    }

    /// Returns the rows and the columns of a grid.
    fn both_ways(grid: &Grid) -> [FullLines; 2] {
        let mut both = [(); 2].map(|()| FullLines { digits: [[0; 9]; 9], places: [[0; 9]; 9] });
        for row in 0..9 {
            for column in 0..9 {
                let digit = grid.numbers()[9 * row + column] - 1;
                for (way, (line, place)) in [(row, column), (column, row)].into_iter().enumerate() {
                    both[way].digits[line][place] = digit;
                    both[way].places[line][usize::from(digit)] = place as u8;
                }
            }
        }
        both
    }
}

/// An arrangement that gives the smallest second row.
struct Arrangement<'a> {
    way: usize,
    lines: &'a FullLines,
    /// The first two rows.
    rows: [usize; 2],
    columns: &'a Permutation,
    /// The label of each digit, 0 to 8.
    names: [u8; 9],
}

impl<'a> Arrangement<'a> {
    fn new(way: usize, lines: &'a FullLines, first: usize, second: usize, columns: &'a Permutation) -> Arrangement<'a> {
        let mut names = [0; 9];
        for (name, &column) in columns.iter().enumerate() {
            names[usize::from(lines.digits[first][usize::from(column)])] = name as u8;
        }
        Arrangement { way, lines, rows: [first, second], columns, names }
    }

    /// Returns a row of the arrangement, four bits for each digit.
    fn row(&self, row: usize) -> u64 {
        let digits = &self.lines.digits[row];
        self.columns
            .iter()
            .fold(0, |row, &column| row << 4 | u64::from(self.names[usize::from(digits[usize::from(column)])]))
    }

    /// Returns the order of the nine rows. `places` are the places of digits in the lines of the other direction.
    fn row_order(&self, places: &[Permutation; 9]) -> [u8; 9] {
        let [first, second] = self.rows;
        let mut order = [0; 9];
        let band = first - first % 3;
        [order[0], order[1], order[2]] = [first as u8, second as u8, (3 * band + 3 - first - second) as u8];
        // The first column has 1 in the first row. The digits 2 and 3 are in the same box, so in the first column they
        // are in other bands. Rows and bands ascend in the first column, so the fourth row is the one that begins with
        // 2.
        let column = self.columns[0];
        let starts = |row: u8| self.names[usize::from(self.lines.digits[usize::from(row)][usize::from(column)])];
        let digit_2 = self.lines.digits[first][usize::from(self.columns[1])];
        let fourth = places[usize::from(column)][usize::from(digit_2)];
        let [one, other] = band_mates(usize::from(fourth)).map(|row| row as u8);
        let (fifth, sixth) = if starts(one) < starts(other) { (one, other) } else { (other, one) };
        [order[3], order[4], order[5]] = [fourth, fifth, sixth];
        let last_band = 9 - band as u8 - (fourth - fourth % 3);
        let mut rest = [last_band, last_band + 1, last_band + 2];
        rest.sort_unstable_by_key(|&row| starts(row));
        [order[6], order[7], order[8]] = rest;
        order
    }
}

/// The smallest arrangement so far.
#[derive(Default)]
struct Best {
    /// The rows from the third on.
    rows: [u64; 7],
    arrangement: Option<(usize, [u8; 9], Permutation, [u8; 9])>,
    /// The number of arrangements that give these rows.
    number: u64,
}

impl Best {
    fn compare(&mut self, candidate: Arrangement, places: &[Permutation; 9]) {
        let first = self.arrangement.is_none();
        let [one, two] = candidate.rows;
        let third = 3 * (one - one % 3) + 3 - one - two;
        let third = candidate.row(third);
        if !first && third > self.rows[0] {
            return;
        }
        let order = candidate.row_order(places);
        // All rows before `row` are equal to those of the smallest arrangement.
        let mut row = 0;
        while !first && row < 7 {
            let next = if row == 0 { third } else { candidate.row(usize::from(order[row + 2])) };
            match next.cmp(&self.rows[row]) {
                std::cmp::Ordering::Greater => return,
                std::cmp::Ordering::Equal => row += 1,
                std::cmp::Ordering::Less => break,
            }
        }
        if row == 7 {
            self.number += 1;
            return;
        }
        for row in row..7 {
            self.rows[row] = candidate.row(usize::from(order[row + 2]));
        }
        self.arrangement = Some((candidate.way, order, *candidate.columns, candidate.names));
        self.number = 1;
    }

    fn canonical(&self, second: &Permutation) -> Canonical<Solution> {
        let (way, rows, columns, names) = self.arrangement.expect("every grid has pairs of rows");
        let mut numbers = [0; 81];
        for place in 0..9 {
            numbers[place] = place as u8 + 1;
            numbers[9 + place] = second[place] + 1;
            for (row, digits) in self.rows.iter().enumerate() {
                numbers[18 + 9 * row + place] = (digits >> (32 - 4 * place) & 15) as u8 + 1;
            }
        }
        let form = Solution::trusted(Grid::from_numbers(numbers).expect("digits"));
        let digits = names.map(|name| Digit::from_index(usize::from(name)));
        let transformation = Symmetry::arranging(way == 1, rows, columns, digits);
        Canonical { form, transformation, automorphisms: self.number }
    }
}

/// A class of permutations that are equal up to the order of columns.
struct PermutationClass {
    /// The smallest permutation of the class, which is the second row, with digits from 0.
    smallest: Permutation,
    /// The number of arrangements of each permutation of the class.
    each: usize,
    /// The end of the arrangements of the class.
    end: usize,
}

/// The table of second rows.
struct SecondRows {
    /// The orders of columns.
    orders: Vec<Permutation>,
    /// The classes in ascending order.
    classes: Vec<PermutationClass>,
    /// For each permutation, ordered by class, the indices in `orders` that make it the smallest of its class.
    arrangements: Vec<u16>,
    /// The start of the arrangements of each permutation, by its [`index`].
    starts: Vec<u16>,
}

static SECOND_ROWS: LazyLock<SecondRows> = LazyLock::new(SecondRows::new);

impl SecondRows {
    fn new() -> SecondRows {
        let orders: Vec<Permutation> = Symmetry::line_orders().collect();
        let mut table =
            SecondRows { orders, classes: Vec::new(), arrangements: Vec::new(), starts: vec![u16::MAX; INDICES] };
        let mut permutation = [0; 9];
        table.add_all_from(0, &mut permutation);
        table
    }

    /// Visits all second rows with a given beginning in ascending order. The first of a class is its smallest.
    fn add_all_from(&mut self, column: usize, row: &mut Permutation) {
        if column == 9 {
            if self.starts[index(row)] == u16::MAX {
                self.add_class(*row);
            }
            return;
        }
        for digit in 0..9 {
            if usize::from(digit) / 3 != column / 3 && !row[..column].contains(&digit) {
                row[column] = digit;
                self.add_all_from(column + 1, row);
            }
        }
    }

    fn add_class(&mut self, smallest: Permutation) {
        let mut ways: Vec<(usize, u16)> = Vec::with_capacity(self.orders.len());
        for (number, order) in self.orders.iter().enumerate() {
            // `order` makes this permutation the smallest of its class: place p is column order[p].
            let mut permutation = [0; 9];
            for place in 0..9 {
                permutation[usize::from(order[place])] = order[usize::from(smallest[place])];
            }
            ways.push((index(&permutation), number as u16));
        }
        ways.sort_unstable();
        for (index, way) in &ways {
            if self.starts[*index] == u16::MAX {
                self.starts[*index] = self.arrangements.len() as u16;
            }
            self.arrangements.push(*way);
        }
        let each = ways.iter().filter(|(index, _)| *index == ways[0].0).count();
        self.classes.push(PermutationClass { smallest, each, end: self.arrangements.len() });
    }

    /// Returns the start of the arrangements of a permutation. It is smaller for a smaller class.
    fn start(&self, permutation: &Permutation) -> usize {
        usize::from(self.starts[index(permutation)])
    }

    fn class_of(&self, start: usize) -> &PermutationClass {
        self.classes.iter().find(|class| start < class.end).expect("it is the start of one")
    }
}

const INDICES: usize = 120 * 120 * 8;

/// Returns an index for a permutation that leaves no column in its stack. Two of the three stacks determine the columns
/// of the last one, so only their order is encoded.
fn index(permutation: &Permutation) -> usize {
    let [a, b, c, d, e, f, x, y, z] = permutation.map(usize::from);
    let beyond = |column: usize| column - 3 * usize::from(column >= 6);
    let order = usize::from(x < y) << 2 | usize::from(x < z) << 1 | usize::from(y < z);
    (triple([a - 3, b - 3, c - 3]) * 120 + triple([d, e, f].map(beyond))) * 8 + order
}

/// Returns a number below 120 for three different numbers below six.
fn triple([a, b, c]: [usize; 3]) -> usize {
    20 * a + 4 * (b - usize::from(b > a)) + c - usize::from(c > a) - usize::from(c > b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_second_row_belongs_to_one_class() {
        let table = &*SECOND_ROWS;
        let distinct = table.starts.iter().filter(|&&start| start != u16::MAX).count();
        assert_eq!(distinct, 12_096);
        assert_eq!(table.arrangements.len(), 1296 * table.classes.len());
        assert!(table.classes.is_sorted_by(|one, next| one.smallest < next.smallest && one.end < next.end));
        let all: usize = table.classes.iter().map(|class| 1296 / class.each).sum();
        assert_eq!(all, 12_096);
    }
}
