//! Exact numbers of solutions of grids with many, compared with known numbers, with enumeration and with each other.

use crate::common::{Random, size};
use crate::size::stride;
use minirow_core::solver::batch::{Engine, Start};
use minirow_core::solver::{count, count_exact, count_while};
use minirow_core::{Cell, Digit, Grid};

/// The number of full grids, after B. Felgenhauer and F. Jarvis (2005).
const FULL_GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// Returns the number of solutions that the lanes enumerate.
fn enumerated(grid: &Grid) -> u128 {
    let mut start = Start::new();
    start.at(grid);
    Engine::new().count_while(&start, u64::MAX, &mut |_| true).into()
}

fn grid(text: &str) -> Grid {
    format!("{text:.<81}").parse().unwrap()
}

#[test]
fn known_numbers() {
    for (text, number) in [
        // The digits of a row, a column or a box can be renamed.
        ("123456789", FULL_GRIDS / 362_880),
        ("123......456......789", FULL_GRIDS / 362_880),
        ("1........2........3........4........5........6........7........8........9", FULL_GRIDS / 362_880),
        ("11", 0),
        // r1c9 could only be 9, which is in column 9.
        ("12345678.........9", 0),
        // Box 1 has no place for 9.
        ("123......456......78.9", 0),
    ] {
        assert_eq!(count_exact(&grid(text)), number, "{text}");
    }
    // These take longer.
    for (text, number) in [("5", 9), ("12", 72), ("123", 504)].into_iter().step_by(stride(3)) {
        assert_eq!(count_exact(&grid(text)), FULL_GRIDS / number, "{text}");
    }
}

/// Every grid is the sum of its continuations in a cell, which have fewer symmetries and another order of work.
#[test]
fn a_number_is_the_sum_over_the_digits_of_a_cell() {
    let mut random = Random::new(31);
    // The grid without clues takes ten times as long.
    for clues in [14, 13, 14, 0].into_iter().take(size(1)) {
        let start = random.solvable(clues);
        let cell = (0..).map(|_| Cell::from_index(random.below(81))).find(|&cell| start.get(cell).is_none()).unwrap();
        let continued = Digit::ALL.map(|digit| {
            let mut grid = start;
            grid.set(cell, Some(digit));
            count_exact(&grid)
        });
        assert_eq!(continued.iter().sum::<u128>(), count_exact(&start), "{start} {cell}");
    }
}

#[test]
fn equivalent_grids_have_equal_numbers() {
    let mut random = Random::new(32);
    // With one clue, the grid has many symmetries and takes longer.
    for clues in [13, 1].into_iter().take(size(1)) {
        let start = random.solvable(clues);
        let number = count_exact(&start);
        assert!(number > 1 << 30, "{start}");
        for _ in 0..size(1).min(3) {
            assert_eq!(count_exact(&random.symmetry().grid(&start)), number, "{start}");
        }
    }
}

/// Grids with up to some ten million solutions.
#[test]
fn bands_and_enumeration_agree() {
    let mut random = Random::new(33);
    let (mut compared, mut most) = (0, 0);
    while compared < size(40).min(40) {
        let clues = 17 + random.below(8);
        let mut grid = random.solvable(clues);
        if random.below(4) == 0 {
            let digit = random.digit();
            grid.set(Cell::from_index(random.below(81)), Some(digit));
        }
        if count(&grid, 10_000_000) == 10_000_000 {
            continue;
        }
        let number = enumerated(&grid);
        assert_eq!(count_exact(&grid), number, "{grid}");
        most = most.max(number);
        compared += 1;
    }
    assert!(most > 2_000_000, "{most}: no grid has enough solutions for its bands to be counted");
}

/// Clues in one band, or with all digits but one in a box: bands have few fillings.
#[test]
fn bands_with_many_clues() {
    let rows = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    assert_eq!(count_exact(&grid(&rows[..54])), 168);
    assert_eq!(count_exact(&grid(&rows[..45])), 1464);
    assert_eq!(count_exact(&grid(&rows[..36])), enumerated(&grid(&rows[..36])));
    // Every band has the same number of continuations, summed over all of its images.
    let by_band = count_exact(&grid(&rows[..27]));
    assert_eq!(count_exact(&grid(&format!("{:.<54}{}", "", &rows[..27]))), by_band);
}

#[test]
fn limits_and_stops() {
    let mut shares = Vec::new();
    let number = count_while(&Grid::EMPTY, u128::MAX, &mut |progress| {
        assert!(progress.at_least <= FULL_GRIDS);
        shares.extend(progress.share);
        true
    });
    assert_eq!(number, Ok(FULL_GRIDS));
    assert!(shares.is_sorted() && shares.last() == Some(&1.0), "{shares:?}");
    if stride(2) == 1 {
        assert_eq!(count_while(&Grid::EMPTY, 1 << 66, &mut |_| true), Ok(1 << 66));
        assert_eq!(count(&Grid::EMPTY, u64::MAX), u64::MAX);
    }
    assert_eq!(count(&Grid::EMPTY, 70_000), 70_000);
    assert_eq!(count_while(&Grid::EMPTY, 0, &mut |_| true), Ok(0));
    let stopped = count_while(&Grid::EMPTY, u128::MAX, &mut |progress| progress.share.is_none()).unwrap_err();
    assert!(stopped.at_least > 1 << 16 && stopped.at_least < FULL_GRIDS, "{stopped:?}");
}
