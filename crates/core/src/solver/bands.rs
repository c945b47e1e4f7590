//! Counting by bands: the exact number of solutions of grids with few clues, without finding any.
//!
//! # Method
//! For the other two bands, it matters only which digits a band has in each column. In a stack, each of the three boxes has a
//! *split*: the digits of each of its columns. Three splits fit together if no digit is twice in the same column. The number
//! of solutions is the sum, over all fitting splits of all stacks, of the product of the numbers of fillings of the three
//! bands with these splits:
//!
//! `sum over (a, b, c) fitting in each stack: fillings1[a1, a2, a3] * fillings2[b1, b2, b3] * fillings3[c1, c2, c3]`
//!
//! - The fillings of a band follow from the same relation, with rows for columns. They are in tables of at most 280^3
//!   numbers, because columns without clues in a box are exchanged at will (see [`Classes`]).
//! - Splits of the first band that differ by a symmetry of the clues count alike. With few clues there are many symmetries.
//! - With more clues, fewer splits fit.
//! - For given splits of the third stack of the first band, the fillings of the other two bands are arranged so that the sum
//!   over the third stack is a product of two short vectors.
//!
//! That the bands of a grid can be counted separately is an idea of B. Felgenhauer and F. Jarvis (2005), who found the number
//! of all full grids this way.
//!
//! # Time and memory
//! The most difficult grids have about seven clues with different digits; with more clues, fewer splits fit. [`Bands::cost`]
//! tells the time in advance.
//! The tables take at most 132 MB, the vectors 21 MB.
//!
//! # Bounds
//! A band has at most 1728 fillings with given splits, and a triple of classes at most 12 members, so that 16 bits are enough
//! for all factors, and 32 bits for a product of vectors. No count exceeds that of the empty grid, which has 73 bits.

mod splits;
mod symmetries;

use std::rc::Rc;

use fearless_simd::{Level, dispatch};

use crate::cell::Cell;
use crate::grid::Grid;
use splits::{Classes, Triple, triples, triples_and_their_classes};
use symmetries::{ClueSymmetry, symmetries};

/// A grid that is prepared for counting by bands.
pub(super) struct Bands {
    grid: Grid,
    symmetries: Vec<ClueSymmetry>,
    /// The classes of the columns of each box.
    classes: [Classes; 9],
    /// The splits that fit together in each stack, by classes of the three bands.
    stacks: [Vec<Triple>; 3],
    order: Order,
    cost: f64,
}

/// The order of the three bands and of the three stacks in the sum.
#[derive(Clone, Copy)]
struct Order {
    bands: [usize; 3],
    stacks: [usize; 3],
}

/// The vectors have a multiple of this length.
const VECTOR: usize = 16;

impl Bands {
    /// Prepares a grid: in the orientation and order that takes the least time.
    pub(super) fn new(grid: &Grid) -> Bands {
        let transposed = std::array::from_fn(|index| grid.numbers()[index % 9 * 9 + index / 9]);
        let transposed = Grid::from_numbers(transposed).expect("the same numbers");
        let [upright, transposed] = [*grid, transposed].map(Bands::upright);
        if upright.cost <= transposed.cost { upright } else { transposed }
    }

    fn upright(grid: Grid) -> Bands {
        let mut classes = std::array::from_fn(|box_| Classes::new(&clues(&grid, box_, Cell::column)));
        let stacks = std::array::from_fn(|stack| {
            let [a, b, c] = classes.get_disjoint_mut([stack, 3 + stack, 6 + stack]).expect("three boxes");
            triples_and_their_classes([a, b, c])
        });
        let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
        let order = Order { bands: orders[0], stacks: orders[0] };
        let mut bands = Bands { symmetries: symmetries(&grid), grid, classes, stacks, order, cost: f64::INFINITY };
        for order in orders.into_iter().flat_map(|bands| orders.map(|stacks| Order { bands, stacks })) {
            let cost = bands.cost_of(order);
            if cost < bands.cost {
                (bands.order, bands.cost) = (order, cost);
            }
        }
        bands
    }

    /// Returns the approximate number of multiplications that the count takes.
    pub(super) fn cost(&self) -> f64 {
        self.cost
    }

    fn cost_of(&self, Order { bands, stacks }: Order) -> f64 {
        /// The time of a product of empty vectors, and of a number in a table, measured in multiplications.
        const PRODUCT: f64 = 40.0;
        const TABLE: f64 = 50.0;
        let [first, second, third] = stacks.map(|stack| self.stacks[stack].len());
        let splits = self.boxes(bands[0], stacks)[2].len();
        if splits == 0 {
            return 0.0;
        }
        let length = third.div_ceil(splits).next_multiple_of(VECTOR);
        let products = first as f64 * second as f64 * splits as f64 / self.symmetries.len() as f64;
        let size = |band| self.boxes(band, stacks).map(|classes| classes.len() as f64).iter().product::<f64>();
        products * (PRODUCT + length as f64) + TABLE * bands.map(size).iter().sum::<f64>()
    }

    /// Returns the classes of the boxes of a band, in the order of the stacks.
    fn boxes(&self, band: usize, stacks: [usize; 3]) -> [&Classes; 3] {
        stacks.map(|stack| &self.classes[3 * band + stack])
    }

    /// Returns `true` if two bands have equal numbers of fillings: the same classes, and the same clues in their rows.
    fn are_equal(&self, band: usize, other: usize) -> bool {
        (0..3).all(|stack| {
            let [a, b] = [band, other].map(|band| 3 * band + stack);
            self.classes[a].members() == self.classes[b].members()
                && clues(&self.grid, a, Cell::row) == clues(&self.grid, b, Cell::row)
        })
    }

    /// Returns the number of solutions, unless it is stopped.
    ///
    /// `continues` gets the count so far and the share of the work that is done, 0 to 1. If it returns `false`, the count so
    /// far is the error.
    pub(super) fn count(&self, continues: &mut dyn FnMut(u128, f64) -> bool) -> Result<u128, u128> {
        let Order { bands, stacks } = self.order;
        if self.stacks.iter().any(Vec::is_empty) {
            return Ok(0);
        }
        let mut tables: Vec<Rc<Fillings>> = Vec::new();
        for (place, &band) in bands.iter().enumerate() {
            let equal = bands[..place].iter().position(|&other| self.are_equal(band, other));
            let fillings = || Rc::new(Fillings::new(&self.grid, band, stacks, self.boxes(band, stacks)));
            tables.push(equal.map_or_else(fillings, |equal| tables[equal].clone()));
            if !continues(0, 0.0) {
                return Err(0);
            }
        }
        let [outer, second, third] = [0, 1, 2].map(|place| &*tables[place]);
        let classes = self.boxes(bands[0], stacks);
        // By stack and class of the outer band: the classes of the other two bands that fit.
        let pairs: [Vec<Vec<Pair>>; 3] = std::array::from_fn(|place| {
            let mut pairs = vec![Vec::new(); classes[place].len()];
            for &Triple { classes, weight } in &self.stacks[stacks[place]] {
                let [a, b, c] = bands.map(|band| usize::from(classes[band]));
                pairs[a].push(Pair { second: b, third: c, weight });
            }
            pairs
        });
        let all = (classes[2].len() * classes[0].len()) as f64;
        let (mut total, mut done) = (0, 0);
        let mut terms = Vec::new();
        for last in orbits(classes[2], stacks[2], &self.symmetries) {
            let vectors = Vectors::new([second, third], &pairs[2][usize::from(last.class)]);
            for first in orbits(classes[0], stacks[0], &last.stabiliser) {
                terms.clear();
                for middle in orbits(classes[1], stacks[1], &first.stabiliser) {
                    let fillings = outer.number(last.class, first.class, middle.class);
                    for &Pair { second, third, weight } in &pairs[1][usize::from(middle.class)] {
                        terms.push(Term { second, third, factor: middle.size * fillings * u64::from(weight) });
                    }
                }
                terms.retain(|term| term.factor != 0);
                let size = last.size * first.size;
                for &Pair { second, third, weight } in &pairs[0][usize::from(first.class)] {
                    let sum = dispatch!(Level::new(), _simd => vectors.sum(second, third, &terms));
                    total += sum * u128::from(weight) * u128::from(size);
                }
                done += size;
                if !continues(total, done as f64 / all) {
                    return Err(total);
                }
            }
        }
        Ok(total)
    }
}

/// Returns the clues of a box: the place of their lines in the box, and the indices of their digits.
fn clues(grid: &Grid, box_: usize, line: impl Fn(Cell) -> usize) -> Vec<(u8, usize)> {
    let clues = grid.clues().filter(|(cell, _)| cell.box_() == box_);
    clues.map(|(cell, digit)| ((line(cell) % 3) as u8, digit.index())).collect()
}

/// Classes of two bands that fit to one of the outer band.
#[derive(Clone, Copy)]
struct Pair {
    second: usize,
    third: usize,
    weight: u32,
}

/// Classes of two bands in the middle stack, and the factor of their product.
struct Term {
    second: usize,
    third: usize,
    factor: u64,
}

/// Classes of a box that symmetries map to each other.
struct Orbit {
    class: u16,
    size: u64,
    /// The symmetries that keep `class`.
    stabiliser: Vec<ClueSymmetry>,
}

/// Returns the orbits of the classes of a box under a group of symmetries.
fn orbits(classes: &Classes, stack: usize, group: &[ClueSymmetry]) -> Vec<Orbit> {
    let mut seen = vec![false; classes.len()];
    let mut orbits = Vec::new();
    for class in 0..classes.len() as u16 {
        if seen[usize::from(class)] {
            continue;
        }
        let mut orbit = Orbit { class, size: 0, stabiliser: Vec::new() };
        for symmetry in group {
            let image = classes.image(class, &symmetry.digits, symmetry.columns[stack]);
            orbit.size += u64::from(!std::mem::replace(&mut seen[usize::from(image)], true));
            if image == class {
                orbit.stabiliser.push(*symmetry);
            }
        }
        orbits.push(orbit);
    }
    orbits
}

/// The number of fillings of a band for each triple of splits of its columns.
struct Fillings {
    /// The number of classes of the first and the second stack.
    sizes: [usize; 2],
    /// The numbers, by class of the third, then the first, then the second stack.
    numbers: Vec<i16>,
}

impl Fillings {
    fn new(grid: &Grid, band: usize, stacks: [usize; 3], columns: [&Classes; 3]) -> Fillings {
        let rows = stacks.map(|stack| Classes::new(&clues(grid, 3 * band + stack, Cell::row)));
        let rows = [&rows[0], &rows[1], &rows[2]];
        let mut by_third = vec![Vec::new(); rows[2].len()];
        for Triple { classes, weight } in triples(rows) {
            let [first, second, third] = classes.map(usize::from);
            by_third[third].push((first, second, i16::try_from(weight).expect("at most 12")));
        }
        let [rows_of_first, columns_of_second, rows_of_third] =
            [crossing(columns[0], rows[0]), crossing(rows[1], columns[1]), crossing(columns[2], rows[2])];
        let sizes = [columns[0].len(), columns[1].len()];
        let mut numbers = Vec::with_capacity(sizes[0] * sizes[1] * columns[2].len());
        // By rows of the first stack and columns of the second: the number of fillings of the second and third stack.
        let mut partial = vec![0; rows[0].len() * sizes[1]];
        for rows_of_third in &rows_of_third {
            partial.fill(0);
            for &(first, second, weight) in rows_of_third.iter().flat_map(|&third| &by_third[third]) {
                let partial = &mut partial[first * sizes[1]..][..sizes[1]];
                columns_of_second[second].iter().for_each(|&column| partial[column] += weight);
            }
            for rows_of_first in &rows_of_first {
                let start = numbers.len();
                numbers.resize(start + sizes[1], 0);
                for &first in rows_of_first {
                    let partial = &partial[first * sizes[1]..][..sizes[1]];
                    // Without checks for overflow, as in `Vectors::sum`.
                    let sum = |(number, &partial): (&mut i16, &i16)| *number = number.wrapping_add(partial);
                    numbers[start..].iter_mut().zip(partial).for_each(sum);
                }
            }
        }
        Fillings { sizes, numbers }
    }

    fn number(&self, third: u16, first: u16, second: u16) -> u64 {
        let [third, first, second] = [third, first, second].map(usize::from);
        self.numbers[(third * self.sizes[0] + first) * self.sizes[1] + second] as u64
    }

    /// Returns the numbers for a class of the third stack.
    fn of_third(&self, third: usize) -> &[i16] {
        let size = self.sizes[0] * self.sizes[1];
        &self.numbers[third * size..][..size]
    }
}

/// Returns, for each class of one direction, the classes of the other with which it fills a box: every line of the one has
/// one digit of each line of the other.
fn crossing(lines: &Classes, others: &Classes) -> Vec<Vec<usize>> {
    let crosses =
        |a: &[u8; 9], b: &[u8; 9]| a.iter().zip(b).fold(0_u16, |cells, (a, b)| cells | 1 << (3 * a + b)) == 511;
    let crossing_one = |member| (0..others.len()).filter(|&other| crosses(member, &others.members()[other])).collect();
    lines.members().iter().map(crossing_one).collect()
}

/// The fillings of two bands for the splits of the third stack that fit to one of the outer band, as vectors.
struct Vectors {
    length: usize,
    /// The number of classes of the second stack, for each of the bands.
    sizes: [usize; 2],
    /// For each of the bands, the vectors by class of the first and the second stack.
    vectors: [Vec<i16>; 2],
}

impl Vectors {
    fn new(bands: [&Fillings; 2], pairs: &[Pair]) -> Vectors {
        let length = pairs.len().next_multiple_of(VECTOR);
        let mut vectors = bands.map(|band| vec![0; band.sizes[0] * band.sizes[1] * length]);
        for (place, pair) in pairs.iter().enumerate() {
            let weight = i16::try_from(pair.weight).expect("at most 12");
            for (band, (class, weight)) in [(pair.second, weight), (pair.third, 1)].into_iter().enumerate() {
                let numbers = bands[band].of_third(class);
                let places = vectors[band][place..].iter_mut().step_by(length);
                places.zip(numbers).for_each(|(place, number)| *place = number * weight);
            }
        }
        Vectors { length, sizes: bands.map(|band| band.sizes[1]), vectors }
    }

    /// Returns the sum of the products of vectors with their factors, for classes of the first stack.
    #[inline(always)]
    fn sum(&self, second: usize, third: usize, terms: &[Term]) -> u128 {
        let of_first = |band: usize, class: usize| {
            let size = self.sizes[band] * self.length;
            &self.vectors[band][class * size..][..size]
        };
        let (second, third) = (of_first(0, second), of_first(1, third));
        let product = |term: &Term| {
            let a = &second[term.second * self.length..][..self.length];
            let b = &third[term.third * self.length..][..self.length];
            // Without checks for overflow, which would keep the compiler from using vectors in debug builds.
            let product = a.iter().zip(b).fold(0_i32, |sum, (&a, &b)| sum.wrapping_add(i32::from(a) * i32::from(b)));
            u128::from(term.factor) * u128::from(product as u32)
        };
        terms.iter().map(product).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::stride;
    use crate::solver::reference;

    /// Grids with 22 to 40 clues of a solution, some of them contradictory.
    #[test]
    fn bands_agree_with_the_plain_solver() {
        let solution = "483921657967345821251876493548132976729564138136798245372689514814253769695417382".as_bytes();
        let (mut several, most) = (0, (1 << 20) / stride(8) as u64);
        for number in 0..40_usize {
            // Steps that have no common divisor with 81 visit every cell.
            let kept = |index: usize| index * (2 + 3 * number) % 81 < 24 + number % 17;
            let mut text: Vec<u8> = (0..81).map(|index| if kept(index) { solution[index] } else { b'.' }).collect();
            if number % 4 == 3 {
                text[2 * number % 81] = b'1' + (number % 9) as u8;
            }
            let grid: Grid = String::from_utf8(text).unwrap().parse().unwrap();
            let expected = reference::count(&grid, most);
            if expected < most {
                assert_eq!(Bands::new(&grid).count(&mut |_, _| true), Ok(expected.into()), "{grid}");
                several += u32::from(expected > 1);
            }
        }
        assert!(several >= 10, "{several}");
    }

    #[test]
    fn a_stopped_count_has_a_lower_bound() {
        let mut calls = 0;
        let stopped = Bands::new(&Grid::EMPTY).count(&mut |_, share| {
            calls += 1;
            assert!(share < 1.0, "{share}");
            calls < 5
        });
        assert!(stopped.is_err_and(|count| count > 0));
        assert_eq!(calls, 5);
    }
}
