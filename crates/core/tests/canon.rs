//! Canonical forms: the fast versions against plain ones, against scrambling, and against numbers that are known.

mod common;

use std::collections::HashMap;

use common::Random;
use minirow_core::canon::{self, Canonical, reference};
use minirow_core::{Cell, Grid, Solution, Symmetry};

/// What must hold for every grid, and its form.
fn check(grid: &Grid, random: &mut Random) -> Canonical<Grid> {
    let canonical = canon::grid(grid);
    let twin = random.symmetry().grid(grid);
    let of_twin = canon::grid(&twin);
    assert_eq!(canonical.transformation.grid(grid), canonical.form, "{grid}");
    assert_eq!(of_twin.transformation.grid(&twin), canonical.form, "{grid} and {twin}");
    assert_eq!((of_twin.form, of_twin.automorphisms), (canonical.form, canonical.automorphisms), "{grid} and {twin}");
    assert!(canonical.form <= *grid);
    canonical
}

fn same_as_reference(grid: &Grid) {
    let (fast, plain) = (canon::grid(grid), reference::grid(grid));
    assert_eq!((fast.form, fast.automorphisms), (plain.form, plain.automorphisms), "{grid}");
    assert_eq!(plain.transformation.grid(grid), plain.form, "{grid}");
}

#[test]
fn the_forms_are_those_of_the_plain_version() {
    let mut random = Random::new(1);
    let mut grids = vec![Grid::EMPTY, random.full_grid(), random.solvable(25), random.solvable(60), random.anything()];
    grids.extend((0..3).map(|_| junk(&mut random, 9)));
    for grid in grids {
        same_as_reference(&grid);
    }
}

/// Any digits in any cells.
fn junk(random: &mut Random, digits: usize) -> Grid {
    let clues = random.below(82);
    let pattern = random.cells(clues);
    let mut grid = Grid::EMPTY;
    for cell in pattern.iter() {
        grid.set(cell, minirow_core::Digit::new(1 + random.below(digits) as u8));
    }
    grid
}

#[test]
fn twins_have_the_same_form() {
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

/// Every set of three clues, whatever they are: the images of the forms are all there are, so no two of one class have
/// different forms, no two classes the same one, and the automorphisms are as many as is said.
#[test]
fn the_images_of_the_forms_of_few_clues_are_all_grids() {
    let mut forms: HashMap<Grid, u64> = HashMap::from([(Grid::EMPTY, Symmetry::COUNT)]);
    // Grids of k clues: C(81, k) * 9^k.
    for all in [1_u64, 81 * 9, 3240 * 81, 85_320 * 729] {
        let images: u64 = forms.values().map(|automorphisms| Symmetry::COUNT / automorphisms).sum();
        assert_eq!(images, all);
        assert!(forms.values().all(|automorphisms| Symmetry::COUNT % automorphisms == 0));
        let mut next = HashMap::new();
        for form in forms.keys() {
            for cell in Cell::ALL.into_iter().filter(|&cell| form.get(cell).is_none()) {
                for digit in minirow_core::Digit::ALL {
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

#[test]
fn full_grids_have_the_form_of_their_solution() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let grid = random.full_grid();
        let canonical = canon::solution(&Solution::new(grid).unwrap());
        assert_eq!(canonical.form.grid(), &canon::grid(&grid).form);
        assert_eq!(canonical.transformation.grid(&grid), *canonical.form.grid());
    }
}
