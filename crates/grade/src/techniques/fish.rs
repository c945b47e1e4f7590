//! Fish: if the places of a digit in some rows lie in as many columns, these columns have the digit in these rows, and
//! the rest of the columns loses it. The same holds with rows and columns exchanged.

use std::ops::ControlFlow;

use minirow_core::{CellSet, House, HouseKind};

use crate::explain::{Explanation, words};
use crate::order::members;
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::tuple::{NineSets, Tuple};

pub(super) static X_WING: Technique = Technique {
    slug: "x-wing",
    name: "X-Wing",
    family: "Fish",
    summary: "two lines with all their places for a digit in two crossing lines",
    ratings: Rating::range(3.2, 3.2),
    find: |pencilmarks, steps| find(2, &X_WING, pencilmarks, steps),
    explain,
};

pub(super) static SWORDFISH: Technique = Technique {
    slug: "swordfish",
    name: "Swordfish",
    family: "Fish",
    summary: "three lines with all their places for a digit in three crossing lines",
    ratings: Rating::range(3.8, 3.8),
    find: |pencilmarks, steps| find(3, &SWORDFISH, pencilmarks, steps),
    explain,
};

pub(super) static JELLYFISH: Technique = Technique {
    slug: "jellyfish",
    name: "Jellyfish",
    family: "Fish",
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
        let mut found = Vec::new();
        for digit in digits {
            let places = House::of_kind(base_kind).map(|line| line.positions(pencilmarks.cells(digit)));
            for Tuple { chosen, union } in NineSets::new(places, degree).tuples() {
                let (base, cover) = (cells_of(base_kind, chosen), cells_of(cover_kind, union));
                if pencilmarks.has_any_among(cover - base, digit.into()) {
                    found.push((chosen, digit, base, cover));
                }
            }
        }
        found.sort_unstable_by_key(|&(chosen, digit, ..)| (chosen, digit));
        for (chosen, digit, base, cover) in found {
            let eliminations = pencilmarks.candidates_among(cover - base, digit.into());
            let pattern = pencilmarks.candidates_among(base, digit.into());
            let step = Step::eliminate(technique, eliminations).because_of(pattern);
            let lines = members(chosen).map(|number| House::of_kind(base_kind)[number]);
            steps.report(lines.fold(step, Step::seen_in))?;
        }
    }
    ControlFlow::Continue(())
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
        phrase!(
            "In {base}, the digit {digit} can only go in {cover}: {places}. So {cover} have their {digit}s there and nowhere else",
            base,
            digit,
            cover,
            places
        ),
    )
}
