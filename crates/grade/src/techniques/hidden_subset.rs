//! Hidden subset: if some digits have as many places in a house as there are of them, they fill these cells, and the
//! cells have no other candidates.
//!
//! In the direct variants another digit of the house then has one place left. That place is filled, and no candidates
//! need to be written down.

use std::ops::ControlFlow;

use minirow_core::{Candidate, CellSet, DigitSet, House};

use crate::explain::{Explanation, words};
use crate::order::{ALL_HOUSES, members};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::tuple::{NineSets, Tuples};

pub(super) static DIRECT_PAIR: Technique = Technique {
    slug: "direct-hidden-pair",
    name: "Direct Hidden Pair",
    family: "Subsets",
    summary: "two digits with two places in a house leave another digit one place there",
    ratings: Rating::range(2.0, 2.0),
    find: |pencilmarks, steps| find_direct::<2>(&DIRECT_PAIR, pencilmarks, steps),
    explain,
};

pub(super) static DIRECT_TRIPLET: Technique = Technique {
    slug: "direct-hidden-triplet",
    name: "Direct Hidden Triplet",
    family: "Subsets",
    summary: "three digits with three places in a house leave another digit one place there",
    ratings: Rating::range(2.5, 2.5),
    find: |pencilmarks, steps| find_direct::<3>(&DIRECT_TRIPLET, pencilmarks, steps),
    explain,
};

pub(super) static PAIR: Technique = Technique {
    slug: "hidden-pair",
    name: "Hidden Pair",
    family: "Subsets",
    summary: "two digits of a house with two places between them",
    ratings: Rating::range(3.4, 3.4),
    find: |pencilmarks, steps| find::<2>(&PAIR, pencilmarks, steps),
    explain,
};

pub(super) static TRIPLET: Technique = Technique {
    slug: "hidden-triplet",
    name: "Hidden Triplet",
    family: "Subsets",
    summary: "three digits of a house with three places between them",
    ratings: Rating::range(4.0, 4.0),
    find: |pencilmarks, steps| find::<3>(&TRIPLET, pencilmarks, steps),
    explain,
};

pub(super) static QUAD: Technique = Technique {
    slug: "hidden-quad",
    name: "Hidden Quad",
    family: "Subsets",
    summary: "four digits of a house with four places between them",
    ratings: Rating::range(5.4, 5.4),
    find: |pencilmarks, steps| find::<4>(&QUAD, pencilmarks, steps),
    explain,
};

fn find<const DEGREE: usize>(
    technique: &'static Technique,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    steps.each_house(ALL_HOUSES, |house, steps| {
        // With at most that many empty cells, the rest of the house is a naked subset of the same or a lower degree.
        if pencilmarks.empty_count(house) <= 2 * DEGREE {
            return ControlFlow::Continue(());
        }
        for subset in subsets::<DEGREE>(house, pencilmarks) {
            if pencilmarks.has_any_among(subset.cells, !subset.digits) {
                let eliminations = pencilmarks.candidates_among(subset.cells, !subset.digits);
                steps.report(subset.shown(Step::eliminate(technique, eliminations), house, pencilmarks))?;
            }
        }
        ControlFlow::Continue(())
    })
}

fn find_direct<const DEGREE: usize>(
    technique: &'static Technique,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    steps.each_house(ALL_HOUSES, |house, steps| {
        if pencilmarks.empty_count(house) <= DEGREE {
            return ControlFlow::Continue(());
        }
        for subset in subsets::<DEGREE>(house, pencilmarks) {
            // One step for a subset, even if it leaves several digits with one place.
            let single = (!subset.digits).iter().find_map(|digit| {
                let places = pencilmarks.cells_in(house, digit);
                let left = (places - subset.cells).single()?;
                // A digit with one place before is a hidden single.
                places.single().is_none().then_some((left, digit))
            });
            if let Some((cell, digit)) = single {
                steps.report(subset.shown(Step::place(technique, cell, digit), house, pencilmarks))?;
            }
        }
        ControlFlow::Continue(())
    })
}

struct HiddenSubset {
    digits: DigitSet,
    cells: CellSet,
}

/// All digits, and a factor that repeats nine bits five times.
const ALL: u64 = 0x1ff;
const REPEATED: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;

/// Returns the hidden subsets of a house, including those without effect.
fn subsets<const DEGREE: usize>(house: House, pencilmarks: &Pencilmarks) -> impl Iterator<Item = HiddenSubset> {
    // Nine bits for each number of places: the digits with at least 1, 2, ... places. Those with two places up to the degree can be
    // part of a subset.
    let mut at_least: u64 = 0;
    for &cell in house.cells_in_order() {
        let repeated = u64::from(pencilmarks.digits(cell).bits()) * REPEATED;
        at_least |= (at_least << 9 | ALL) & repeated;
    }
    let with_places = |count: usize| DigitSet::from_bits((at_least >> (9 * (count - 1)) & ALL) as u16);
    let eligible = with_places(2) - with_places(DEGREE + 1);
    let tuples = if eligible.len() < DEGREE {
        Tuples::new()
    } else {
        let mut places_of = [0; 9];
        for digit in eligible.iter() {
            places_of[digit.index()] = house.positions(pencilmarks.cells(digit));
        }
        NineSets::new(places_of, DEGREE).tuples()
    };
    tuples.into_iter().map(move |tuple| HiddenSubset {
        digits: DigitSet::from_bits(tuple.chosen),
        cells: members(tuple.union).map(|position| house.cell(position)).collect(),
    })
}

impl HiddenSubset {
    fn shown(&self, step: Step, house: House, pencilmarks: &Pencilmarks) -> Step {
        step.because_of(pencilmarks.candidates_among(self.cells, self.digits)).seen_in(house)
    }
}

fn explain(step: &Step, _: &Pencilmarks) -> Explanation {
    let Some(house) = step.houses().next() else { return Explanation::in_general(step) };
    let digits = words::digits(words::digits_of(step.pattern()));
    let cells = words::cells(words::cells_of(step.pattern()));
    let hidden = phrase!("In {house}, the digits {digits} can only go in {cells}, and fill them", house, digits, cells);
    match step.placement() {
        Some(Candidate { digit, .. }) => {
            Explanation::of(step, phrase!("{hidden}. That leaves one place there for {digit}", hidden, digit))
        }
        None => Explanation::of(step, phrase!("{hidden}. So these cells hold nothing else", hidden)),
    }
}
