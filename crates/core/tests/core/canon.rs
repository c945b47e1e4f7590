//! Canonical forms: the fast versions compared with plain ones, with images under symmetries, and with known numbers.

use std::collections::HashMap;

use crate::common::Random;
use minirow_core::canon::{self, Canonical, reference};
use minirow_core::{Cell, Digit, Grid, Solution, Symmetry};

/// Checks what must hold for every grid, and returns its form.
fn check(grid: &Grid, random: &mut Random) -> Canonical<Grid> {
    let canonical = canon::grid(grid);
    let equivalent = random.symmetry().grid(grid);
    let of_equivalent = canon::grid(&equivalent);
    assert_eq!(canonical.transformation.grid(grid), canonical.form, "{grid}");
    assert_eq!(of_equivalent.transformation.grid(&equivalent), canonical.form, "{grid} and {equivalent}");
    assert_eq!(
        (of_equivalent.form, of_equivalent.automorphisms),
        (canonical.form, canonical.automorphisms),
        "{grid} and {equivalent}"
    );
    assert!(canonical.form <= *grid);
    canonical
}

fn same_as_reference(grid: &Grid) {
    let smallest = (canon::grid(grid), reference::grid(grid));
    let largest = (canon::largest(grid), reference::largest(grid));
    for (fast, plain) in [smallest, largest] {
        assert_eq!((fast.form, fast.automorphisms), (plain.form, plain.automorphisms), "{grid}");
        assert_eq!(fast.transformation.grid(grid), fast.form, "{grid}");
        assert_eq!(plain.transformation.grid(grid), plain.form, "{grid}");
    }
}

/// No image is larger than the largest one.
#[test]
fn the_largest_image_is_that_of_all_images() {
    let mut random = Random::new(8);
    for clues in [0, 2, 17, 30, 60, 81].repeat(50) {
        let grid = random.solvable(clues);
        let largest = canon::largest(&grid);
        for _ in 0..20 {
            let image = random.symmetry().grid(&grid);
            assert!(image <= largest.form, "{grid}");
            assert_eq!(canon::largest(&image).form, largest.form, "{grid}");
        }
    }
}

#[test]
fn forms_equal_those_of_the_plain_version() {
    let mut random = Random::new(1);
    let mut grids = vec![Grid::EMPTY, random.full_grid(), random.solvable(25), random.solvable(60), random.anything()];
    grids.extend((0..3).map(|_| junk(&mut random, 9)));
    for grid in grids {
        same_as_reference(&grid);
    }
}

/// Returns a grid of any digits in any cells.
fn junk(random: &mut Random, digits: usize) -> Grid {
    let clues = random.below(82);
    let pattern = random.cells(clues);
    let mut grid = Grid::EMPTY;
    for cell in pattern.iter() {
        grid.set(cell, Digit::new(1 + random.below(digits) as u8));
    }
    grid
}

#[test]
fn equivalent_grids_have_the_same_form() {
    let mut random = Random::new(2);
    for _ in 0..2000 {
        let clues = random.below(82);
        let grid = random.solvable(clues);
        check(&grid, &mut random);
        let digits = 1 + random.below(9);
        check(&junk(&mut random, digits), &mut random);
    }
    for _ in 0..2000 {
        check(&random.full_grid(), &mut random);
    }
}

/// A version between the plain and the fast one: tries all orders of columns, and arranges the rows one by one for
/// each.
struct ByColumns {
    lines: [[u8; 9]; 9],
    columns: [usize; 9],
    /// The smallest rows so far, relabelled.
    best: [[u8; 9]; 9],
    /// The number of arrangements that give them.
    number: u64,
}

impl ByColumns {
    fn of(grid: &Grid) -> (Grid, u64) {
        let mut search = ByColumns { lines: [[0; 9]; 9], columns: [0; 9], best: [[10; 9]; 9], number: 0 };
        for grid in [*grid, Symmetry::TRANSPOSE.grid(grid)] {
            search.lines = grid.to_rows();
            for columns in column_orders() {
                search.columns = columns;
                search.rows_from(0, &mut Vec::new(), [0; 10]);
            }
        }
        (Grid::from_rows(search.best).unwrap(), search.number)
    }

    fn rows_from(&mut self, length: usize, taken: &mut Vec<usize>, names: [u8; 10]) {
        if length == 9 {
            self.number += 1;
            return;
        }
        for row in 0..9 {
            let right_band = if length.is_multiple_of(3) {
                taken.iter().all(|taken| taken / 3 != row / 3)
            } else {
                taken[length - 1] / 3 == row / 3
            };
            if taken.contains(&row) || !right_band {
                continue;
            }
            let mut names = names;
            let named = self.columns.map(|column| {
                let digit = usize::from(self.lines[row][column]);
                if digit != 0 && names[digit] == 0 {
                    names[digit] = names.iter().max().unwrap() + 1;
                }
                names[digit]
            });
            if named < self.best[length] {
                self.best[length] = named;
                self.best[length + 1..].fill([10; 9]);
                self.number = 0;
            }
            if named == self.best[length] {
                taken.push(row);
                self.rows_from(length + 1, taken, names);
                taken.pop();
            }
        }
    }
}

fn column_orders() -> Vec<[usize; 9]> {
    let threes: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for stacks in threes {
        for within in (0..216).map(|number| [threes[number / 36], threes[number / 6 % 6], threes[number % 6]]) {
            orders.push(std::array::from_fn(|place| 3 * stacks[place / 3] + within[place / 3][place % 3]));
        }
    }
    orders
}

#[test]
fn forms_equal_those_of_all_orders_of_columns() {
    let mut random = Random::new(4);
    let mut grids = Vec::new();
    for round in 0..40 {
        grids.push(random.full_grid());
        grids.push(random.solvable(17 + round));
        grids.push(random.anything());
        grids.push(random.solvable(58 + round % 23));
        grids.push(junk(&mut random, 1 + round % 9));
    }
    for grid in grids {
        let canonical = canon::grid(&grid);
        assert_eq!((canonical.form, canonical.automorphisms_of_cells()), ByColumns::of(&grid), "{grid}");
    }
}

/// Any grids of up to three clues: the images of the forms are all grids. So equivalent grids have the same form,
/// classes have different forms, and the numbers of automorphisms are right.
#[test]
fn the_images_of_the_forms_of_few_clues_are_all_grids() {
    // Grids of k clues: C(81, k) * 9^k.
    grown_from_empty(&Digit::ALL, &[1, 81 * 9, 3240 * 81, 85_320 * 729]);
}

/// Patterns of up to five cells, of which there are C(81, k): the images of the forms are all patterns.
#[test]
fn the_images_of_the_forms_of_patterns_are_all_patterns() {
    grown_from_empty(&Digit::ALL[..1], &[1, 81, 3240, 85_320, 1_663_740, 25_621_596].map(|patterns| patterns * 9));
}

/// Adds clues one by one, and compares the number of images with the number of grids, times the number of relabellings.
fn grown_from_empty(digits: &[Digit], grids: &[u64]) {
    let mut forms = HashMap::from([(Grid::EMPTY, Symmetry::COUNT)]);
    for (clues, &grids) in grids.iter().enumerate() {
        let images: u64 = forms.values().map(|automorphisms| Symmetry::COUNT / automorphisms).sum();
        // The empty pattern has no digit to relabel.
        assert_eq!(images, if clues == 0 { 1 } else { grids }, "{clues} clues");
        let mut next = HashMap::new();
        for form in forms.keys() {
            for cell in Cell::ALL.into_iter().filter(|&cell| form.get(cell).is_none()) {
                for &digit in digits {
                    let mut grid = *form;
                    grid.set(cell, Some(digit));
                    let canonical = canon::grid(&grid);
                    next.insert(canonical.form, canonical.automorphisms);
                }
            }
        }
        forms = next;
    }
}

/// The bands of the forms: 416 classes, whose images are all bands and stacks.
#[test]
fn there_are_416_classes_of_bands() {
    let second_rows =
        "456789123 456789132 456789231 457189236 457189263 457189326 457189623 457189632 457289163 457289613
        457289631 457389612 457389621 457893612 457893621";
    let mut forms = HashMap::new();
    for second_row in second_rows.split_whitespace() {
        let mut band = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [0; 9], [0; 9], [0; 9], [0; 9], [0; 9], [0; 9], [0; 9], [0; 9]];
        band[1].copy_from_slice(second_row.as_bytes());
        band[1] = band[1].map(|character| character - b'0');
        let third_row = [0, 3, 6].map(|start| {
            let above = [&band[0][start..start + 3], &band[1][start..start + 3]].concat();
            let missing: Vec<u8> = (1..=9).filter(|digit| !above.contains(digit)).collect();
            arranged([missing[0], missing[1], missing[2]])
        });
        for [a, b, c] in (0..216).map(|number| [number / 36, number / 6 % 6, number % 6]) {
            band[2].copy_from_slice(&[third_row[0][a], third_row[1][b], third_row[2][c]].concat());
            let canonical = canon::grid(&Grid::from_rows(band).unwrap());
            forms.insert(canonical.form, canonical.automorphisms);
        }
    }
    assert_eq!(forms.len(), 416);
    // There are 9! * 56 * 6^6 bands. A band can be at three places, and so can a stack.
    let images: u64 = forms.values().map(|automorphisms| Symmetry::COUNT / automorphisms).sum();
    assert_eq!(images, 362_880 * 56 * 46_656 * 6);
}

fn arranged([a, b, c]: [u8; 3]) -> [[u8; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}

/// The grids with the slowest search, and others with many automorphisms, valid or not.
#[test]
fn grids_with_many_automorphisms() {
    let mut random = Random::new(5);
    let cases = [
        // Every relabelling and every permutation.
        (".................................................................................", Symmetry::COUNT),
        // One clue: 1/729 of them.
        ("............................5....................................................", Symmetry::COUNT / 729),
        ("777777777777777777777777777777777777777777777777777777777777777777777777777777777", 3_359_232 * 40_320),
        // A row: its columns in any order, the others too, with the relabelling that follows.
        ("123456789........................................................................", 1296 * 144),
        // Three Latin squares with different digits.
        ("123......231......312.........456......564......645.........789......897......978", 69_984),
        ("123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
        // Equal bands can change places, which makes three times as many.
        ("123456789456789123789123456123456789456789123789123456123456789456789123789123456", 648),
    ];
    for (text, automorphisms) in cases {
        let canonical = check(&text.parse().unwrap(), &mut random);
        assert_eq!(canonical.automorphisms, automorphisms, "{text}");
    }
}

#[test]
fn full_grids_have_the_form_of_their_solution() {
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let grid = random.full_grid();
        let canonical = canon::solution(&Solution::new(grid).unwrap());
        assert_eq!(canonical.form.grid(), &canon::grid(&grid).form);
        assert_eq!(canonical.transformation.grid(&grid), *canonical.form.grid());
    }
}
