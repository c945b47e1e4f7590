//! Patterns: locked candidates, pairs and X-Wings, each with the removed candidates that made it one.

use minirow_core::{Candidate, CellSet, Digit, DigitSet, House, HouseKind};
use minirow_grade::Pencilmarks;

use super::advanced::Deduction;
use super::links::is_gone;
use super::order::{combinations, hash_order};

/// The order in which pairs are searched.
const BOXES_COLUMNS_ROWS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Column, HouseKind::Row];

/// Locked candidates: all places of a digit in one house are in another too, so the other loses the digit elsewhere.
pub(crate) fn locking(source: &Pencilmarks, current: &Pencilmarks) -> Vec<Deduction> {
    let mut deductions = Vec::new();
    for (base_kind, cover_kind) in [
        (HouseKind::Box, HouseKind::Column),
        (HouseKind::Box, HouseKind::Row),
        (HouseKind::Column, HouseKind::Box),
        (HouseKind::Row, HouseKind::Box),
    ] {
        for digit in Digit::ALL {
            for base in House::of_kind(base_kind) {
                for cover in House::of_kind(cover_kind) {
                    let places = current.cells_in(*base, digit);
                    if places.len() < 2 || !places.is_subset(cover.cells()) {
                        continue;
                    }
                    let removed = of_digit(current.cells_in(*cover, digit) - base.cells(), digit);
                    let outside = of_digit(base.cells() - cover.cells(), digit);
                    add(&mut deductions, &removed, outside.into_iter().filter(|&c| is_gone(c, source, current)));
                }
            }
        }
    }
    deductions
}

/// Hidden pairs: two digits with the same two places in a house exclude all other digits there.
pub(crate) fn hidden_pairs(source: &Pencilmarks, current: &Pencilmarks) -> Vec<Deduction> {
    let mut deductions = Vec::new();
    for house in BOXES_COLUMNS_ROWS.into_iter().flat_map(House::of_kind) {
        if current.empty_count(*house) <= 4 {
            continue;
        }
        for pair in combinations(2) {
            let digits = [Digit::from_index(pair[0]), Digit::from_index(pair[1])];
            let places = digits.map(|digit| current.cells_in(*house, digit));
            let cells = places[0] | places[1];
            if places.iter().any(|places| places.len() < 2) || cells.len() != 2 {
                continue;
            }
            let mut removed = Vec::new();
            for cell in cells.iter() {
                let others = current.digits(cell) - DigitSet::from_iter(digits);
                removed.extend(others.iter().map(|digit| Candidate { cell, digit }));
            }
            let mut because = Vec::new();
            for cell in (house.cells() - cells).iter() {
                let candidates = digits.map(|digit| Candidate { cell, digit });
                because.extend(candidates.into_iter().filter(|&candidate| source.candidates().contains(candidate)));
            }
            add(&mut deductions, &removed, because);
        }
    }
    deductions
}

/// Naked pairs: two cells of a house with the same two candidates exclude these digits elsewhere in the house.
pub(crate) fn naked_pairs(source: &Pencilmarks, current: &Pencilmarks) -> Vec<Deduction> {
    let mut deductions = Vec::new();
    for house in BOXES_COLUMNS_ROWS.into_iter().flat_map(House::of_kind) {
        if current.empty_count(*house) < 4 {
            continue;
        }
        for pair in combinations(2) {
            let cells = [house.cell(pair[0]), house.cell(pair[1])];
            let digits = current.digits(cells[0]) | current.digits(cells[1]);
            if cells.iter().any(|&cell| current.digits(cell).len() < 2) || digits.len() != 2 {
                continue;
            }
            let mut removed = Vec::new();
            for cell in (house.cells() - CellSet::from_iter(cells)).iter() {
                removed.extend((current.digits(cell) & digits).iter().map(|digit| Candidate { cell, digit }));
            }
            let mut because = Vec::new();
            for cell in cells {
                because.extend((source.digits(cell) - digits).iter().map(|digit| Candidate { cell, digit }));
            }
            add(&mut deductions, &removed, because);
        }
    }
    deductions
}

/// X-Wings: the places of a digit in two lines are in the same two crossing lines, which lose it elsewhere.
pub(crate) fn x_wings(source: &Pencilmarks, current: &Pencilmarks) -> Vec<Deduction> {
    let mut deductions = Vec::new();
    for (base_kind, cover_kind) in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
        for pair in combinations(2) {
            let base = [pair[0], pair[1]].map(|number| House::of_kind(base_kind)[number]);
            for digit in Digit::ALL {
                if current.filled_count(digit) + 4 > 9 {
                    continue;
                }
                let places = base.map(|line| current.cells_in(line, digit));
                let covers = House::of_kind(cover_kind).iter();
                let covers: Vec<House> =
                    covers.copied().filter(|line| (places[0] | places[1]).intersects(line.cells())).collect();
                if places.iter().any(|places| places.len() < 2) || covers.len() != 2 {
                    continue;
                }
                let base_cells = base[0].cells() | base[1].cells();
                let mut removed = Vec::new();
                for cover in &covers {
                    removed.extend(of_digit(current.cells_in(*cover, digit) - base_cells, digit));
                }
                let mut because = Vec::new();
                for line in base {
                    let outside = of_digit(line.cells() - covers[0].cells() - covers[1].cells(), digit);
                    because.extend(outside.into_iter().filter(|&candidate| is_gone(candidate, source, current)));
                }
                add(&mut deductions, &removed, because);
            }
        }
    }
    deductions
}

/// Returns the candidates of a digit in a set of cells.
fn of_digit(cells: CellSet, digit: Digit) -> Vec<Candidate> {
    cells.iter().map(|cell| Candidate { cell, digit }).collect()
}

/// Adds a deduction if it removes anything.
fn add(deductions: &mut Vec<Deduction>, removed: &[Candidate], because: impl IntoIterator<Item = Candidate>) {
    if !removed.is_empty() {
        let because = because.into_iter().collect();
        deductions.push(Deduction { removed: hash_order(removed), because, nested: None });
    }
}
