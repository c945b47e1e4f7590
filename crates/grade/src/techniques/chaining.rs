//! Chains: assume a candidate true or false, follow what it implies, and see what that comes to.
//!
//! The engines, by the order in which they are asked: [`forcing`] (implications between two candidates), then those that
//! work by assumption ([`assumptions`], with [`propagation`]): Nishio, multiple, dynamic; and the dynamic one again with
//! techniques that look at the candidates left ([`advanced`]), in the end with whole chains as such techniques.
//!
//! An engine collects all its hints and delivers the easiest.

pub(crate) mod advanced;
pub(crate) mod assumptions;
pub(crate) mod bits;
pub(crate) mod difficulty;
pub(crate) mod forcing;
pub(crate) mod graph;
pub(crate) mod hint;
pub(crate) mod marks;
pub(crate) mod multiple;
pub(crate) mod node;
pub(crate) mod order;
pub(crate) mod propagation;
pub(crate) mod reach;
pub(crate) mod scan;
pub(crate) mod templates;

use std::ops::ControlFlow;

use minirow_core::CandidateSet;

use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::techniques::chaining::advanced::{Advisor, Fixed, Level};
use crate::techniques::chaining::assumptions::{Engine, Keep};
use crate::techniques::chaining::hint::{Hint, Kind};
use crate::techniques::chaining::marks::Marks;

pub(super) static FORCING: Technique = Technique {
    slug: "forcing-chain",
    name: "Forcing Chain",
    summary: "implications between two candidates that lead to a contradiction, or back to where they started",
    ratings: Rating::range(6.5, 19.9),
    find: |pencilmarks, steps| {
        let hint = forcing::first(&Marks::from(pencilmarks), steps.budget());
        report(&FORCING, hint, steps)
    },
};

pub(super) static NISHIO: Technique = Technique {
    slug: "nishio-forcing-chain",
    name: "Nishio Forcing Chain",
    summary: "a digit assumed true or false in a cell contradicts itself within that digit",
    ratings: Rating::range(7.5, 19.9),
    find: |pencilmarks, steps| assume(&NISHIO, Engine::Nishio, 7.5, None, pencilmarks, steps),
};

pub(super) static MULTIPLE: Technique = Technique {
    slug: "multiple-forcing-chains",
    name: "Multiple Forcing Chains",
    summary: "what follows from each candidate of a cell, or each place of a digit in a house",
    ratings: Rating::range(8.0, 19.9),
    find: |pencilmarks, steps| assume(&MULTIPLE, Engine::Multiple, 8.0, None, pencilmarks, steps),
};

pub(super) static DYNAMIC: Technique = Technique {
    slug: "dynamic-forcing-chains",
    name: "Dynamic Forcing Chains",
    summary: "the same and contradictions, with candidates taken out on the way",
    ratings: Rating::range(8.5, 19.9),
    find: |pencilmarks, steps| assume(&DYNAMIC, Engine::Dynamic, 8.5, None, pencilmarks, steps),
};

static PLUS_LEVEL: Level = Level::Plus;
static FORCING_LEVEL: Level = Level::ForcingChains;
static MULTIPLE_LEVEL: Level = Level::MultipleForcingChains;

/// The dynamic engines with techniques, easiest first.
macro_rules! nested {
    ($technique:ident, $slug:literal, $name:literal, $summary:literal, $base:literal, $level:expr) => {
        pub(super) static $technique: Technique = Technique {
            slug: $slug,
            name: $name,
            summary: $summary,
            ratings: Rating::range($base, 19.9),
            find: |pencilmarks, steps| assume(&$technique, Engine::Dynamic, $base, Some($level), pencilmarks, steps),
        };
    };
}

nested!(
    PLUS,
    "dynamic-forcing-chains-plus",
    "Dynamic Forcing Chains Plus",
    "dynamic chains that use locked candidates, pairs and X-Wings on the way",
    9.0,
    Level::Plus
);
nested!(
    NESTED_FORCING,
    "nested-forcing-chains",
    "Nested Forcing Chains",
    "dynamic chains that use forcing chains on the way",
    9.5,
    Level::ForcingChains
);
nested!(
    NESTED_MULTIPLE,
    "nested-multiple-forcing-chains",
    "Nested Multiple Forcing Chains",
    "dynamic chains that use multiple forcing chains on the way",
    10.0,
    Level::MultipleForcingChains
);
nested!(
    NESTED_DYNAMIC,
    "nested-dynamic-forcing-chains",
    "Nested Dynamic Forcing Chains",
    "dynamic chains that use dynamic chains on the way",
    10.5,
    Level::DynamicForcingChains(None)
);
nested!(
    NESTED_PLUS,
    "nested-dynamic-forcing-chains-plus",
    "Nested Dynamic Forcing Chains Plus",
    "dynamic chains that use dynamic chains plus on the way",
    10.5,
    Level::DynamicForcingChains(Some(&PLUS_LEVEL))
);
nested!(
    NESTED_TWICE,
    "twice-nested-forcing-chains",
    "Twice Nested Forcing Chains",
    "dynamic chains that use chains nested with forcing chains on the way",
    10.5,
    Level::DynamicForcingChains(Some(&FORCING_LEVEL))
);
nested!(
    NESTED_MULTIPLE_TWICE,
    "twice-nested-multiple-forcing-chains",
    "Twice Nested Multiple Forcing Chains",
    "dynamic chains that use chains nested with multiple forcing chains on the way",
    10.5,
    Level::DynamicForcingChains(Some(&MULTIPLE_LEVEL))
);

fn assume(
    technique: &'static Technique,
    engine: Engine,
    base: f64,
    level: Option<Level>,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    let marks = Marks::from(pencilmarks);
    let hints = match level {
        None => assumptions::hints(&marks, engine, base, Keep::First, steps.budget(), None),
        Some(level) => {
            let fixed = Fixed::new(pencilmarks);
            let mut advisor = Advisor::new(&fixed, level, steps.budget());
            let mut advances = |current: &Marks, start: &Marks| advisor.advances(current, start);
            assumptions::hints(&marks, engine, base, Keep::First, steps.budget(), Some(&mut advances))
        }
    };
    report(technique, hints.into_iter().next(), steps)
}

fn report(technique: &'static Technique, hint: Option<Hint>, steps: &mut Steps) -> ControlFlow<()> {
    let Some(hint) = hint else { return ControlFlow::Continue(()) };
    let eliminations: CandidateSet = hint.eliminated();
    let step = match hint.placement {
        // A placement takes the other candidates of its cell out by itself.
        Some(placement) => Step::place(technique, placement.cell, placement.digit),
        None => Step::eliminate(technique, eliminations),
    };
    steps.report(step.rated(hint.rating).of_variant(variant(&hint)).proved_by(hint.chains))
}

/// What Sudoku Explainer calls the hint.
fn variant(hint: &Hint) -> &'static str {
    let is_cycle = hint.chains.len() == 2;
    match hint.kind {
        Kind::XChain if is_cycle => "bidirectional X-cycle",
        Kind::XChain if hint.complexity == 6 => "turbot fish",
        Kind::XChain => "forcing X-chain",
        Kind::YChain => "bidirectional Y-cycle",
        Kind::XyChain if is_cycle => "bidirectional cycle",
        Kind::XyChain => "forcing chain",
        Kind::Double => "double",
        Kind::Cell => "cell",
        Kind::House => "house",
        Kind::Contradiction => "contradiction",
    }
}
