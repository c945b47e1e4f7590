//! The canonical form of any grid, row by row.
//!
//! For each row of the form, all ways are kept to choose and arrange lines so far that give the smallest rows so far. A
//! way says which rows were taken, but leaves the order of columns open as long as they look the same: columns are cut
//! apart only where a row has different digits in them, and stacks likewise. So an empty row decides nothing, and the
//! empty grid is one way from the first row to the last. In the same spirit, of rows of a band that are equal only one is
//! tried, and of equal bands one. What was left open in the end is counted at once: n equal columns are n! automorphisms.

use super::{Canonical, relabellings_of_unused};
use crate::digit::Digit;
use crate::grid::Grid;
use crate::symmetry::Symmetry;

/// Nine digits of a row of the form, four bits each, the first in the highest.
type PackedRow = u64;

/// What a digit is called that has no name yet: more than any that has one.
const NAMELESS: u8 = 10;

pub(super) fn canonical(grid: &Grid) -> Canonical<Grid> {
    let both_ways = [AnyLines::new(grid), AnyLines::new(&Symmetry::TRANSPOSE.grid(grid))];
    let mut ways = vec![Way::new(0), Way::new(1)];
    let mut next = Ways::default();
    let mut form = [0; 81];
    for row in 0..9 {
        next.all_from(&ways, &both_ways);
        for place in 0..9 {
            form[9 * row + place] = digit_at(next.row, place);
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
    /// Which rows hold a digit twice: those are no rows of a puzzle, and take more care.
    with_double: [bool; 9],
    /// For each row those before it in the same band that are equal.
    equal_rows_before: [u16; 9],
    /// For each band the rows of those before it that are equal, if their rows are put in order.
    equal_bands_before: [u16; 3],
    /// In how many ways equal rows and bands can change places.
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
        // A row that has k equals before it can take k + 1 places among them.
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

/// A way to come to the smallest rows so far.
#[derive(Clone, Copy)]
struct Way {
    transposed: bool,
    /// How many rows are taken,
    length: u8,
    /// which, in order,
    rows: [u8; 9],
    /// and the same as a set.
    taken: u16,
    /// The columns in order. Those of a stack stand together; of those that are not cut apart the order is open.
    columns: [u8; 9],
    /// Bit p: the columns at places p - 1 and p, of one stack, have different digits in a row taken.
    column_cuts: u16,
    /// Bit s: the stacks at places s - 1 and s are different. Stacks that are not cut apart have the same cuts.
    stack_cuts: u8,
    /// What each digit becomes; 0 stays 0.
    names: [u8; 10],
    /// The next name to be given.
    next_name: u8,
}

impl Way {
    fn new(transposed: usize) -> Way {
        let mut names = [NAMELESS; 10];
        names[0] = 0;
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

    /// The rows that can come next, but for those whose equals can.
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

    /// The smallest that a row can be made, if it has no digit twice.
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
        // Names are given from the left.
        let mut nameless = row >> 3 & row >> 1 & 0x1_1111_1111;
        let mut name = u64::from(self.next_name);
        while nameless != 0 {
            let bit = 63 - nameless.leading_zeros();
            nameless ^= 1 << bit;
            row = row & !(15 << bit) | name << bit;
            name += 1;
        }
        row
    }

    /// The end of the columns that look like the one at a place.
    fn end_of_columns(&self, place: usize) -> usize {
        let end = place - place % 3 + 3;
        (place + 1..end).find(|next| self.column_cuts >> next & 1 != 0).unwrap_or(end)
    }

    /// The same for stacks.
    fn end_of_stacks(&self, stack: usize) -> usize {
        (stack + 1..3).find(|next| self.stack_cuts >> next & 1 != 0).unwrap_or(3)
    }

    /// What a row has in the stack at a place, where the order of what can still be ordered does not count.
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

    /// In how many ways the columns can be put in order that are all the same.
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

/// The numbers of the bits that are set.
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
    /// What is worth a look: which way before, which row, and the smallest that it can be made.
    choices: Vec<(usize, usize, PackedRow)>,
}

impl Ways {
    /// All ways one row further.
    fn all_from(&mut self, ways: &[Way], both_ways: &[AnyLines; 2]) {
        self.ways.clear();
        self.choices.clear();
        self.row = PackedRow::MAX;
        for (number, way) in ways.iter().enumerate() {
            let lines = &both_ways[usize::from(way.transposed)];
            for row in set_bits(way.next_rows(lines)) {
                if lines.with_double[row] {
                    // How small it can be made is only found by doing it.
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

    /// Puts columns at a place and those after it in all orders that make the row smallest, and keeps them if none made
    /// it smaller. `start` is the row up to there; `before` is the way as it was before this row.
    fn arrange(&mut self, mut way: Way, digits: &[u8; 9], before: &Way, place: usize, start: PackedRow) {
        // A row that is not better than the best so far up to here can be at best as good.
        if start > self.row >> (36 - 4 * place) {
            return;
        }
        if place.is_multiple_of(3) {
            let stack = place / 3;
            if stack >= 2 {
                // Stacks that had been the same, and are different in this row.
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
                // Stacks with the same digits come to the same, whichever comes first.
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

    /// The same, with the stack chosen.
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

/// Cuts the stack before a place from the one before that, if they were the same up to the last row and are not now.
fn cut_stacks(way: &mut Way, before: &Way, stack: usize, start: PackedRow) {
    if before.stack_cuts >> stack & 1 == 0 && start & 0xFFF != start >> 12 & 0xFFF {
        way.stack_cuts |= 1 << stack;
    }
}
