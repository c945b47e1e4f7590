//! Locked candidates: if all places of a digit in one house lie in another house too, the other house loses the digit
//! elsewhere.
//!
//! From a box to a line it is called pointing, from a line to a box claiming. In the direct variants the digit then has
//! one place left in a neighbouring house. That place is filled, and no candidates need to be written down.
//!
//! Direct claiming never occurs on a path. Suppose that the digit is locked in the top box of the first column, and has
//! one place below that box in the second column, in the middle box. Then the bottom box has it in the third column
//! only. So the bottom box is solved, has a hidden single, or points directly to that same place. Direct claiming is in
//! the ladder nevertheless.

use std::ops::ControlFlow;

use minirow_core::{Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::explain::{Explanation, words};
use crate::minirows::{claiming, pointing};
use crate::order::members;
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

pub(super) static DIRECT_POINTING: Technique = Technique {
    slug: "direct-pointing",
    name: "Direct Pointing",
    family: "Locked candidates",
    summary: "a digit locked in a box leaves a neighbouring box one place for it",
    ratings: Rating::range(1.7, 1.7),
    find: |pencilmarks, steps| {
        let digits = steps.changes().digits();
        each_lock(BOX_TO_LINE, pointing, pencilmarks, digits, |lock| lock.place(&DIRECT_POINTING, pencilmarks, steps))
    },
    explain: |step, _| explain(step, |house| house.kind() == HouseKind::Box),
};

pub(super) static DIRECT_CLAIMING: Technique = Technique {
    slug: "direct-claiming",
    name: "Direct Claiming",
    family: "Locked candidates",
    summary: "a digit locked in a line leaves a neighbouring line one place for it",
    ratings: Rating::range(1.9, 1.9),
    find: |pencilmarks, steps| {
        let digits = steps.changes().digits();
        each_lock(LINE_TO_BOX, claiming, pencilmarks, digits, |lock| lock.place(&DIRECT_CLAIMING, pencilmarks, steps))
    },
    explain: |step, _| explain(step, |house| house.kind() != HouseKind::Box),
};

pub(super) static POINTING: Technique = Technique {
    slug: "pointing",
    name: "Pointing",
    family: "Locked candidates",
    summary: "all places of a digit in a box lie in a line, which excludes it from the rest of the line",
    ratings: Rating::range(2.6, 2.6),
    find: |pencilmarks, steps| {
        let digits = steps.changes().digits();
        each_lock(BOX_TO_LINE, pointing, pencilmarks, digits, |lock| lock.eliminate(&POINTING, pencilmarks, steps))
    },
    explain: |step, _| explain(step, |house| house.kind() == HouseKind::Box),
};

pub(super) static CLAIMING: Technique = Technique {
    slug: "claiming",
    name: "Claiming",
    family: "Locked candidates",
    summary: "all places of a digit in a line lie in a box, which excludes it from the rest of the box",
    ratings: Rating::range(2.8, 2.8),
    find: |pencilmarks, steps| {
        let digits = steps.changes().digits();
        each_lock(LINE_TO_BOX, claiming, pencilmarks, digits, |lock| lock.eliminate(&CLAIMING, pencilmarks, steps))
    },
    explain: |step, _| explain(step, |house| house.kind() != HouseKind::Box),
};

/// The kinds of the base house and of the cover house.
type Kinds = (HouseKind, HouseKind);

const BOX_TO_LINE: [Kinds; 2] = [(HouseKind::Box, HouseKind::Column), (HouseKind::Box, HouseKind::Row)];
const LINE_TO_BOX: [Kinds; 2] = [(HouseKind::Column, HouseKind::Box), (HouseKind::Row, HouseKind::Box)];

/// The places (two or three) of a digit in a house, `base`, if all of them lie in another house, `cover`.
struct Lock {
    digit: Digit,
    base: House,
    cover: House,
    places: CellSet,
}

/// Visits the locks of some digits that can have an effect. `bases` returns the base houses of both kinds.
fn each_lock(
    kinds: [Kinds; 2],
    bases: fn(CellSet) -> [u16; 2],
    pencilmarks: &Pencilmarks,
    digits: DigitSet,
    mut visit: impl FnMut(Lock) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut bases_of = [[0; 2]; 9];
    for digit in digits.iter() {
        bases_of[digit.index()] = bases(pencilmarks.cells(digit));
    }
    for (number, (base_kind, cover_kind)) in kinds.into_iter().enumerate() {
        for digit in digits.iter() {
            for base in members(bases_of[digit.index()][number]) {
                let base = House::of_kind(base_kind)[base];
                let places = pencilmarks.cells_in(base, digit);
                // A single place is a hidden single.
                if places.single().is_some() {
                    continue;
                }
                let first = places.first().expect("a place of a locked digit");
                let cover = house_of(first, cover_kind);
                visit(Lock { digit, base, cover, places })?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Lock {
    /// Eliminates the digit from the rest of the cover house.
    fn eliminate(
        &self,
        technique: &'static Technique,
        pencilmarks: &Pencilmarks,
        steps: &mut Steps,
    ) -> ControlFlow<()> {
        let elsewhere = self.cover.cells() - self.base.cells();
        if !pencilmarks.cells(self.digit).intersects(elsewhere) {
            return ControlFlow::Continue(());
        }
        let eliminations = pencilmarks.candidates_among(elsewhere, self.digit.into());
        steps.report(self.shown(Step::eliminate(technique, eliminations), pencilmarks))
    }

    /// Places the digit if it then has one place left in a house next to the base house.
    fn place(&self, technique: &'static Technique, pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
        for &house in House::of_kind(self.base.kind()) {
            if house == self.base || !house.cells().intersects(self.cover.cells()) {
                continue;
            }
            let places = pencilmarks.cells_in(house, self.digit);
            // A digit with one place before is a hidden single.
            if places.single().is_none()
                && let Some(cell) = (places - self.cover.cells()).single()
            {
                steps.report(self.shown(Step::place(technique, cell, self.digit), pencilmarks).seen_in(house))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shown(&self, step: Step, pencilmarks: &Pencilmarks) -> Step {
        let pattern = pencilmarks.candidates_among(self.places, DigitSet::from(self.digit));
        step.because_of(pattern).seen_in(self.base).seen_in(self.cover)
    }
}

fn house_of(cell: Cell, kind: HouseKind) -> House {
    let number = match kind {
        HouseKind::Row => cell.row(),
        HouseKind::Column => cell.column(),
        HouseKind::Box => cell.box_(),
    };
    House::of_kind(kind)[number]
}

/// Explains a step. `is_base` tells the base house from the cover house.
fn explain(step: &Step, is_base: fn(&House) -> bool) -> Explanation {
    let places = words::cells_of(step.pattern());
    let with_places = |house: &House| places.is_subset(house.cells());
    let base = step.houses().filter(with_places).find(is_base);
    let cover = step.houses().filter(with_places).find(|house| !is_base(house));
    let digit = words::digits_of(step.pattern()).single();
    let (Some(base), Some(cover), Some(digit)) = (base, cover, digit) else { return Explanation::in_general(step) };
    let (places, all) = (words::one_of(places), words::all(places));
    let locked = phrase!(
        "In {base}, the digit {digit} can only go in {places}, {all} in {cover}",
        base,
        digit,
        places,
        all,
        cover
    );
    match step.houses().find(|house| !with_places(house)) {
        Some(beside) => Explanation::of(
            step,
            phrase!(
                "{locked}, which therefore has its {digit} there. In {beside}, that leaves one place for {digit}",
                locked,
                digit,
                beside
            ),
        ),
        None => {
            let seen = phrase!("{locked}. So {cover} has its {digit} there and nowhere else", locked, cover, digit);
            Explanation::of(step, seen)
        }
    }
}
