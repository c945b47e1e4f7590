//! The canonical form of any grid, computed row by row.
//!
//! For each row of the form, all partial arrangements ("ways") that give the smallest rows so far are kept. A way says
//! which rows were chosen, but leaves the order of columns open while they are equal in the chosen rows. A cut
//! separates two columns of a stack, or two stacks, that have different digits in some chosen row. So an empty row
//! decides nothing, and the empty grid is a single way from the first row to the last. Likewise, only one of several
//! equal rows of a band is tried, and only one of several equal bands. The orders that are still open at the end are
//! counted by formula: n equal columns give n! automorphisms.

use super::{Canonical, relabellings_of_unused};
use crate::digit::Digit;
use crate::grid::Grid;
use crate::symmetry::Symmetry;

/// Nine digits of a row of the form, four bits each, with the first in the highest bits.
type PackedRow = u64;

/// The label of a digit without a label yet: greater than all labels.
const NAMELESS: u8 = 10;

/// The label of an empty cell if empty cells come first.
pub(super) const FIRST: u8 = 0;
/// The label of an empty cell if empty cells come last: greater than that of a digit without a label.
pub(super) const LAST: u8 = 11;

/// Returns the canonical form. The label of an empty cell is [`FIRST`] or [`LAST`].
pub(super) fn canonical(grid: &Grid, empty: u8) -> Canonical<Grid> {
    let both_ways = [AnyLines::new(grid), AnyLines::new(&Symmetry::TRANSPOSE.grid(grid))];
    let mut ways = vec![Way::new(0, empty), Way::new(1, empty)];
    let mut next = Ways::default();
    let mut form = [0; 81];
    for row in 0..9 {
        next.all_from(&ways, &both_ways);
        for place in 0..9 {
            let label = digit_at(next.row, place);
            form[9 * row + place] = if label == empty { 0 } else { label };
        }
        std::mem::swap(&mut ways, &mut next.ways);
    }
    let number: u64 =
        ways.iter().map(|way| both_ways[usize::from(way.transposed)].orders_of_equals * way.left_open()).sum();
    let form = Grid::from_numbers(form).expect("names are 1 to 9");
    Canonical { form, transformation: ways[0].symmetry(), automorphisms: number * relabellings_of_unused(grid) }
}

fn digit_at(row: PackedRow, place: usize) -> u8 {
    (row >> (32 - 4 * place)) as u8 & 15
}

/// The rows of a grid, or its columns.
struct AnyLines {
    digits: [[u8; 9]; 9],
    /// For each row, `true` if it has a digit twice. Such rows do not occur in puzzles, and need a slower method.
    with_double: [bool; 9],
    /// For each row, a bitmask of the equal rows before it in the same band.
    equal_rows_before: [u16; 9],
    /// For each band, a bitmask of the rows of the equal bands before it. Bands are equal if their sorted rows are.
    equal_bands_before: [u16; 3],
    /// The number of permutations of equal rows and bands.
    orders_of_equals: u64,
}

impl AnyLines {
    fn new(grid: &Grid) -> AnyLines {
        let digits = grid.to_rows();
        let with_double = digits.map(|row| {
            let clues = row.iter().filter(|&&digit| digit != 0);
            let mask = clues.clone().fold(0u16, |mask, digit| mask | 1 << digit);
            mask.count_ones() as usize != clues.count()
        });
        // A row with k equal rows before it can take k + 1 places among them.
        let mut orders_of_equals = 1;
        let equal_rows_before = std::array::from_fn(|row| {
            let equals = (row - row % 3..row).filter(|&other| digits[other] == digits[row]);
            let equals = equals.fold(0u16, |mask, other| mask | 1 << other);
            orders_of_equals *= u64::from(equals.count_ones()) + 1;
            equals
        });
        let bands: [[[u8; 9]; 3]; 3] = std::array::from_fn(|band| {
            let mut rows = [digits[3 * band], digits[3 * band + 1], digits[3 * band + 2]];
            rows.sort_unstable();
            rows
        });
        let equal_bands_before = std::array::from_fn(|band| {
            let equals = (0..band).filter(|&other| bands[other] == bands[band]);
            let equals = equals.fold(0u16, |mask, other| mask | 0b111 << (3 * other));
            orders_of_equals *= u64::from(equals.count_ones() / 3) + 1;
            equals
        });
        AnyLines { digits, with_double, equal_rows_before, equal_bands_before, orders_of_equals }
    }
}

/// An arrangement of the first rows that gives the smallest rows so far.
#[derive(Clone, Copy)]
struct Way {
    transposed: bool,
    /// The number of rows chosen.
    length: u8,
    /// The rows chosen, in order.
    rows: [u8; 9],
    /// The rows chosen, as a bitmask.
    taken: u16,
    /// The columns in order. The columns of a stack are adjacent. The order of columns without a cut between them is
    /// open.
    columns: [u8; 9],
    /// Bit p: the columns at places p - 1 and p of a stack have different digits in a chosen row.
    column_cuts: u16,
    /// Bit s: the stacks at places s - 1 and s are different. Stacks without a cut between them have the same column
    /// cuts.
    stack_cuts: u8,
    /// The label of each digit, and that of an empty cell for 0.
    names: [u8; 10],
    /// The next unused label.
    next_name: u8,
}

impl Way {
    fn new(transposed: usize, empty: u8) -> Way {
        let mut names = [NAMELESS; 10];
        names[0] = empty;
        Way {
            transposed: transposed == 1,
            length: 0,
            rows: [0; 9],
            taken: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            column_cuts: 0,
            stack_cuts: 0,
            names,
            next_name: 1,
        }
    }

    /// Returns the rows that can come next, without those for which an equal row can come next.
    fn next_rows(&self, lines: &AnyLines) -> u16 {
        let left = !self.taken & 0x1FF;
        let among = if self.length.is_multiple_of(3) {
            let all_before = |band: usize| lines.equal_bands_before[band] & left == 0;
            (0..3).filter(|&band| all_before(band)).fold(0, |mask, band| mask | 0b111 << (3 * band)) & left
        } else {
            let last = self.rows[usize::from(self.length) - 1];
            left & 0b111 << (last - last % 3)
        };
        set_bits(among).filter(|&row| lines.equal_rows_before[row] & left == 0).fold(0, |mask, row| mask | 1 << row)
    }

    /// Returns the smallest form of a row that has no digit twice.
    fn smallest(&self, digits: &[u8; 9]) -> PackedRow {
        let names = self.columns.map(|column| self.names[usize::from(digits[usize::from(column)])]);
        let cut = |place: usize| self.column_cuts >> place & 1 != 0;
        let in_order = |one: &mut u32, next: &mut u32, cut: bool| {
            if !cut && *one > *next {
                std::mem::swap(one, next);
            }
        };
        let mut boxes: [u32; 3] = std::array::from_fn(|stack| {
            let [mut a, mut b, mut c] = std::array::from_fn(|place| u32::from(names[3 * stack + place]));
            let (first, second) = (cut(3 * stack + 1), cut(3 * stack + 2));
            in_order(&mut a, &mut b, first);
            in_order(&mut b, &mut c, second);
            in_order(&mut a, &mut b, first);
            a << 8 | b << 4 | c
        });
        let (first, second) = (self.stack_cuts & 2 != 0, self.stack_cuts & 4 != 0);
        let [a, b, c] = &mut boxes;
        in_order(a, b, first);
        in_order(b, c, second);
        in_order(a, b, first);
        let mut row = PackedRow::from(*a) << 24 | PackedRow::from(*b) << 12 | PackedRow::from(*c);
        // Labels are assigned from the left.
        let mut nameless = row >> 3 & row >> 1 & !row & 0x1_1111_1111;
        let mut name = u64::from(self.next_name);
        while nameless != 0 {
            let bit = 63 - nameless.leading_zeros();
            nameless ^= 1 << bit;
            row = row & !(15 << bit) | name << bit;
            name += 1;
        }
        row
    }

    /// Returns the end of the run of columns that are equal to the one at a place.
    fn end_of_columns(&self, place: usize) -> usize {
        let end = place - place % 3 + 3;
        (place + 1..end).find(|next| self.column_cuts >> next & 1 != 0).unwrap_or(end)
    }

    /// Returns the end of the run of stacks that are equal to the one at a place.
    fn end_of_stacks(&self, stack: usize) -> usize {
        (stack + 1..3).find(|next| self.stack_cuts >> next & 1 != 0).unwrap_or(3)
    }

    /// Returns the digits of a row in a stack, with open orders of columns sorted.
    fn content(&self, digits: &[u8; 9], stack: usize) -> [u8; 3] {
        let mut content = std::array::from_fn(|place| digits[usize::from(self.columns[3 * stack + place])]);
        let mut place = 0;
        while place < 3 {
            let end = self.end_of_columns(3 * stack + place) - 3 * stack;
            content[place..end].sort_unstable();
            place = end;
        }
        content
    }

    fn swap_stacks(&mut self, one: usize, other: usize) {
        for place in 0..3 {
            self.columns.swap(3 * one + place, 3 * other + place);
        }
    }

    /// Returns the number of orders that are still open.
    fn left_open(&self) -> u64 {
        let mut number = 1;
        let mut place = 0;
        while place < 9 {
            let end = self.end_of_columns(place);
            number *= (1..=(end - place) as u64).product::<u64>();
            place = end;
        }
        let mut stack = 0;
        while stack < 3 {
            let end = self.end_of_stacks(stack);
            number *= (1..=(end - stack) as u64).product::<u64>();
            stack = end;
        }
        number
    }

    fn symmetry(&self) -> Symmetry {
        let mut next_name = self.next_name;
        let digits = std::array::from_fn(|index| {
            let mut name = self.names[index + 1];
            if name == NAMELESS {
                name = next_name;
                next_name += 1;
            }
            Digit::from_index(usize::from(name) - 1)
        });
        Symmetry::arranging(self.transposed, self.rows, self.columns, digits)
    }
}

/// Returns the indices of the bits that are set.
fn set_bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// The ways to the smallest next row.
#[derive(Default)]
struct Ways {
    row: PackedRow,
    ways: Vec<Way>,
    /// The possible extensions: the index of the way, the row, and the smallest form of the row.
    choices: Vec<(usize, usize, PackedRow)>,
}

impl Ways {
    /// Extends all ways by one row.
    fn all_from(&mut self, ways: &[Way], both_ways: &[AnyLines; 2]) {
        self.ways.clear();
        self.choices.clear();
        self.row = PackedRow::MAX;
        for (number, way) in ways.iter().enumerate() {
            let lines = &both_ways[usize::from(way.transposed)];
            for row in set_bits(way.next_rows(lines)) {
                if lines.with_double[row] {
                    // The smallest form is only found by arranging the row.
                    self.choices.push((number, row, 0));
                    continue;
                }
                let smallest = way.smallest(&lines.digits[row]);
                if smallest <= self.row {
                    self.row = smallest;
                    self.choices.push((number, row, smallest));
                }
            }
        }
        for choice in 0..self.choices.len() {
            let (number, row, smallest) = self.choices[choice];
            if smallest <= self.row {
                let mut way = ways[number];
                let digits = &both_ways[usize::from(way.transposed)].digits[row];
                way.rows[usize::from(way.length)] = row as u8;
                way.length += 1;
                way.taken |= 1 << row;
                self.arrange(way, digits, &ways[number], 0, 0);
            }
        }
    }

    /// Arranges the columns from a place on in all orders that make the row smallest, and keeps each result unless a
    /// smaller row is known. `start` is the row before the place; `before` is the way before this row.
    fn arrange(&mut self, mut way: Way, digits: &[u8; 9], before: &Way, place: usize, start: PackedRow) {
        // The beginning must not be greater than that of the smallest row so far.
        if start > self.row >> (36 - 4 * place) {
            return;
        }
        if place.is_multiple_of(3) {
            let stack = place / 3;
            if stack >= 2 {
                // The stacks were equal before this row, and may differ in it.
                cut_stacks(&mut way, before, stack - 1, start);
            }
            if stack == 3 {
                if start < self.row {
                    self.row = start;
                    self.ways.clear();
                }
                self.ways.push(way);
                return;
            }
            let end = before.end_of_stacks(stack);
            for chosen in stack..end {
                // Stacks with the same digits give the same result in either order.
                let content = way.content(digits, chosen);
                if (stack..chosen).all(|other| way.content(digits, other) != content) {
                    let mut way = way;
                    way.swap_stacks(stack, chosen);
                    self.arrange_column(way, digits, before, place, start);
                }
            }
        } else {
            self.arrange_column(way, digits, before, place, start);
        }
    }

    /// Arranges the columns from a place on, after the choice of a stack.
    fn arrange_column(&mut self, way: Way, digits: &[u8; 9], before: &Way, place: usize, start: PackedRow) {
        let end = before.end_of_columns(place);
        let digit = |way: &Way, place: usize| usize::from(digits[usize::from(way.columns[place])]);
        let smallest = (place..end).map(|place| way.names[digit(&way, place)]).min().expect("there is one");
        let continued = !place.is_multiple_of(3) && before.column_cuts >> place & 1 == 0;
        for chosen in place..end {
            let first = (place..chosen).all(|other| digit(&way, other) != digit(&way, chosen));
            if way.names[digit(&way, chosen)] != smallest || !first {
                continue;
            }
            let mut way = way;
            way.columns.swap(place, chosen);
            let mut name = smallest;
            if name == NAMELESS {
                name = way.next_name;
                way.names[digit(&way, place)] = name;
                way.next_name += 1;
            }
            if continued && start as u8 & 15 != name {
                way.column_cuts |= 1 << place;
            }
            self.arrange(way, digits, before, place + 1, start << 4 | PackedRow::from(name));
        }
    }
}

/// Cuts two adjacent stacks if they were equal before this row and differ in it.
fn cut_stacks(way: &mut Way, before: &Way, stack: usize, start: PackedRow) {
    if before.stack_cuts >> stack & 1 == 0 && start & 0xFFF != start >> 12 & 0xFFF {
        way.stack_cuts |= 1 << stack;
    }
}
