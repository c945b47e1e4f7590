//! The first bands of full grids, by the chi-square test.
//!
//! There are 9! * 56 * 6^6 first bands: 9! ways to fill box 1; for each, 56 ways to choose the three digits of each
//! minirow of boxes 2 and 3; and 6 orders of the digits in each of these six minirows. (The 56 ways: either the
//! minirows of box 1 stay together, in 2 ways, or each row of box 2 takes two digits of one minirow and one of another,
//! in 2 * 27 ways.)
//!
//! If all full grids are equally likely, each minirow has each order of its digits equally often, because the columns
//! of a box can be permuted. The 56 arrangements are nearly equally likely. Not all bands can be completed in the same
//! number of ways, but averaged over the orders of the digits, the arrangements differ by less than this number of
//! grids can detect. Randomised backtracking prefers the two ways in which the minirows stay together.

use std::collections::BTreeMap;

use minirow_core::{Cell, Solution};
use minirow_gen::{backtracked_grid, full_grid};

const GRIDS: u64 = 50_000;

/// Returns the first band, relabelled so that box 1 is 1 to 9 in reading order.
fn first_band(solution: &Solution) -> [[u8; 9]; 3] {
    let digit = |row: usize, column: usize| solution.digit(Cell::at(row, column)).get();
    let mut name = [0; 10];
    for place in 0..9 {
        name[usize::from(digit(place / 3, place % 3))] = place as u8 + 1;
    }
    std::array::from_fn(|row| std::array::from_fn(|column| name[usize::from(digit(row, column))]))
}

fn minirow(band: &[[u8; 9]; 3], row: usize, box_: usize) -> [u8; 3] {
    std::array::from_fn(|place| band[row][3 * box_ + place])
}

fn sorted(mut digits: [u8; 3]) -> [u8; 3] {
    digits.sort_unstable();
    digits
}

fn chi_square(times: impl IntoIterator<Item = u64>, classes: u64) -> f64 {
    let expected = GRIDS as f64 / classes as f64;
    times.into_iter().map(|times| (times as f64 - expected).powi(2) / expected).sum()
}

#[test]
fn the_56_arrangements_of_minirows_come_equally_often() {
    let mut times: BTreeMap<[[u8; 3]; 3], u64> = BTreeMap::new();
    for index in 0..GRIDS {
        let band = first_band(&full_grid(56, index));
        // Box 2 determines the digits of the minirows of box 3.
        *times.entry([0, 1, 2].map(|row| sorted(minirow(&band, row, 1)))).or_default() += 1;
    }
    assert_eq!(times.len(), 56, "all of them come up");
    // With 55 degrees of freedom, one generator in 10,000 exceeds 102.8 by chance.
    let chi_square = chi_square(times.values().copied(), 56);
    assert!(chi_square < 102.8, "{chi_square} {times:?}");
}

/// In 2 of 56 arrangements the minirows of box 1 stay together. Backtracking fills them in more than twice as often as they
/// should: it tries their digits as often as others, and they never contradict each other.
#[test]
fn randomised_backtracking_prefers_minirows_that_stay_together() {
    let grids = 5_000;
    let count = |draw: fn(u64, u64) -> Solution| {
        let bands = (0..grids).map(|index| first_band(&draw(58, index)));
        bands.filter(is_together).count()
    };
    let (uniform, backtracked) = (count(full_grid), count(backtracked_grid));
    // 2 of 56 are 179 grids, with a standard deviation of 13.
    assert!((120..240).contains(&uniform), "{uniform} of {grids}");
    assert!(backtracked > 2 * uniform, "{backtracked} of {grids} beside {uniform}");
}

/// Returns `true` if the digits of each minirow of box 1 are those of a minirow of box 2.
fn is_together(band: &[[u8; 9]; 3]) -> bool {
    (0..3).all(|row| {
        let [first, second, third] = sorted(minirow(band, row, 1));
        [1, 4, 7].contains(&first) && second == first + 1 && third == first + 2
    })
}

#[test]
fn the_orders_of_each_minirow_are_equally_likely() {
    for (row, box_) in [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)] {
        let mut times: BTreeMap<[usize; 3], u64> = BTreeMap::new();
        for index in 0..GRIDS {
            let digits = minirow(&first_band(&full_grid(57, index)), row, box_);
            let in_order = sorted(digits);
            *times.entry(digits.map(|digit| in_order.iter().filter(|&&other| other < digit).count())).or_default() += 1;
        }
        // With 5 degrees of freedom, one generator in 10,000 exceeds 25.7 by chance.
        let chi_square = chi_square(times.values().copied(), 6);
        assert!(times.len() == 6 && chi_square < 25.7, "row {row}, box {box_}: {chi_square} {times:?}");
    }
}
