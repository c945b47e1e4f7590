//! Exclusions found by checking all combinations: the specification of the fast search, for tests.

use minirow_core::{Candidate, CandidateSet, Cell, Digit, DigitSet};

use crate::pencilmarks::Pencilmarks;

/// Returns the eliminations of each pair that has any.
pub(super) fn pairs(pencilmarks: &Pencilmarks) -> Vec<CandidateSet> {
    let mut found = Vec::new();
    let base = base_cells(2, pencilmarks);
    for (number, &b) in base.iter().enumerate() {
        for &a in &base[..number] {
            let excluders: Vec<Cell> = excluders(a, 2, pencilmarks).into_iter().filter(|&cell| cell.sees(b)).collect();
            if excluders.len() >= 2 {
                exclude(&[a, b], &excluders, pencilmarks, &mut found);
            }
        }
    }
    found
}

/// Returns the eliminations of each triplet that has any.
pub(super) fn triplets(pencilmarks: &Pencilmarks) -> Vec<CandidateSet> {
    let mut found = Vec::new();
    let base = base_cells(3, pencilmarks);
    if base.len() < 3 {
        return found;
    }
    for (number, &b) in base.iter().enumerate() {
        for &a in &base[..number] {
            let (of_a, of_b) = (excluders(a, 3, pencilmarks), excluders(b, 3, pencilmarks));
            let mut third = of_a.clone();
            third.extend(of_b.iter().filter(|cell| !of_a.contains(cell)));
            for c in third.into_iter().filter(|&c| base.contains(&c) && c != a && c != b) {
                let excluders: Vec<Cell> =
                    of_a.iter().copied().filter(|&cell| of_b.contains(&cell) && cell.sees(c)).collect();
                if excluders.len() >= 2 {
                    exclude(&[a, b, c], &excluders, pencilmarks, &mut found);
                }
            }
        }
    }
    found
}

fn excluders(cell: Cell, degree: usize, pencilmarks: &Pencilmarks) -> Vec<Cell> {
    let is_excluder = |peer: &Cell| (2..=degree).contains(&pencilmarks.digits(*peer).len());
    cell.peers().iter().filter(is_excluder).collect()
}

fn base_cells(degree: usize, pencilmarks: &Pencilmarks) -> Vec<Cell> {
    let is_base = |&cell: &Cell| {
        pencilmarks.digits(cell).len() >= 2
            && !excluders(cell, degree, pencilmarks).is_empty()
            && cell.peers().iter().all(|peer| pencilmarks.digits(peer).len() != 1)
    };
    Cell::ALL.into_iter().filter(is_base).collect()
}

fn exclude(base: &[Cell], excluders: &[Cell], pencilmarks: &Pencilmarks, found: &mut Vec<CandidateSet>) {
    let mut eliminations = pencilmarks.candidates_among(base.iter().copied().collect(), DigitSet::ALL);
    let mut combinations: Vec<Vec<Digit>> = vec![Vec::new()];
    for &cell in base {
        let with = |start: Vec<Digit>| {
            pencilmarks.digits(cell).iter().map(move |digit| [&start[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        combinations = combinations.into_iter().flat_map(with).collect();
    }
    for combination in combinations {
        let holds = |number: usize, other: usize| combination[number] == combination[other];
        let clash = (0..base.len())
            .any(|number| (0..number).any(|other| holds(number, other) && base[number].sees(base[other])));
        let digits: DigitSet = combination.iter().copied().collect();
        let emptied = excluders.iter().any(|&cell| pencilmarks.digits(cell).is_subset(digits));
        if !clash && !emptied {
            for (&cell, &digit) in base.iter().zip(&combination) {
                eliminations.remove(Candidate { cell, digit });
            }
        }
    }
    if !eliminations.is_empty() {
        found.push(eliminations);
    }
}
