//! Fish: if the places of a digit in some rows lie in as many columns, these columns have the digit in these rows, and
//! the rest of the columns loses it. The same holds with rows and columns exchanged.

use std::ops::ControlFlow;

use minirow_core::{CellSet, Digit, House, HouseKind};

use crate::explain::{Explanation, words};
use crate::order::{combinations, members};
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::tuple::NineSets;

pub(super) static X_WING: Technique = Technique {
    slug: "x-wing",
    name: "X-Wing",
    summary: "two lines with all their places for a digit in two crossing lines",
    ratings: Rating::range(3.2, 3.2),
    find: |pencilmarks, steps| find(2, &X_WING, pencilmarks, steps),
    explain,
};

pub(super) static SWORDFISH: Technique = Technique {
    slug: "swordfish",
    name: "Swordfish",
    summary: "three lines with all their places for a digit in three crossing lines",
    ratings: Rating::range(3.8, 3.8),
    find: |pencilmarks, steps| find(3, &SWORDFISH, pencilmarks, steps),
    explain,
};

pub(super) static JELLYFISH: Technique = Technique {
    slug: "jellyfish",
    name: "Jellyfish",
    summary: "four lines with all their places for a digit in four crossing lines",
    ratings: Rating::range(5.2, 5.2),
    find: |pencilmarks, steps| find(4, &JELLYFISH, pencilmarks, steps),
    explain,
};

fn find(degree: usize, technique: &'static Technique, pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    for (base_kind, cover_kind) in [(HouseKind::Column, HouseKind::Row), (HouseKind::Row, HouseKind::Column)] {
        // With fewer lines without the digit, the rest of them is a fish of a lower degree.
        let digits = steps.changes().digits();
        let digits = digits.iter().filter(|&digit| pencilmarks.filled_count(digit) + 2 * degree <= 9);
        let places: Vec<(Digit, NineSets)> = digits
            .map(|digit| (digit, NineSets::new(places_in_lines(base_kind, pencilmarks.cells(digit)), degree)))
            .collect();
        if places.is_empty() {
            continue;
        }
        for chosen in combinations(9, degree) {
            for (digit, sets) in &places {
                let Some(tuple) = sets.tuple(chosen) else { continue };
                let base = cells_of(base_kind, tuple.chosen);
                let cover = cells_of(cover_kind, tuple.union);
                let eliminations = pencilmarks.candidates_among(cover - base, (*digit).into());
                let pattern = pencilmarks.candidates_among(base, (*digit).into());
                let step = Step::eliminate(technique, eliminations).because_of(pattern);
                let lines = members(tuple.chosen).map(|number| House::of_kind(base_kind)[number]);
                steps.report(lines.fold(step, Step::seen_in))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns, for each of the nine lines of a kind, a bitmask of the crossing lines at its cells in a set.
fn places_in_lines(kind: HouseKind, cells: CellSet) -> [u16; 9] {
    let mut places = [0; 9];
    for cell in cells.iter() {
        match kind {
            HouseKind::Column => places[cell.column()] |= 1 << cell.row(),
            _ => places[cell.row()] |= 1 << cell.column(),
        }
    }
    places
}

fn cells_of(kind: HouseKind, lines: u16) -> CellSet {
    members(lines).map(|number| House::of_kind(kind)[number].cells()).fold(CellSet::EMPTY, |all, line| all | line)
}

fn explain(step: &Step, _: &Pencilmarks) -> Explanation {
    let places = words::cells_of(step.pattern());
    let Some(digit) = words::digits_of(step.pattern()).single() else { return Explanation::in_general(step) };
    let across = match step.houses().next().map(House::kind) {
        Some(HouseKind::Column) => House::ROWS,
        _ => House::COLUMNS,
    };
    let base = words::lines(step.houses());
    let cover = words::lines(across.into_iter().filter(|line| line.cells().intersects(places)));
    let places = words::cells(places);
    Explanation::of(
        step,
        format_args!(
            "In {base}, the digit {digit} can only go in {cover}: {places}. So {cover} have their {digit}s there and nowhere else"
        ),
    )
}
