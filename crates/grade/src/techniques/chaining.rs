//! Chains: assume that a candidate is true or false, follow the implications, and draw conclusions.
//!
//! The engines, in the order in which they are tried: [`forcing`] (implications between two candidates); then the
//! engines that work by assumption ([`assumptions`], with [`propagation`]): Nishio, multiple, dynamic; then the dynamic
//! engine with techniques on the candidates left ([`advanced`]), which at last include whole chains.
//!
//! An engine collects all its hints and returns the easiest.

pub(crate) mod advanced;
pub(crate) mod assumptions;
pub(crate) mod best_first;
pub(crate) mod bits;
pub(crate) mod closures;
pub(crate) mod conclusion;
pub(crate) mod cycles;
pub(crate) mod difficulty;
pub(crate) mod forcing;
pub(crate) mod graph;
pub(crate) mod marks;
pub(crate) mod memory;
pub(crate) mod multiple;
pub(crate) mod nested;
pub(crate) mod propagation;
pub(crate) mod reach;
pub(crate) mod scan;
pub(crate) mod spare;
pub(crate) mod start_reach;
pub(crate) mod table_order;
pub(crate) mod templates;
mod words;

use std::ops::ControlFlow;

use minirow_core::CandidateSet;

use crate::chain::{Hint, HintKind};
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::techniques::chaining::advanced::{Advisor, AdvisorLevel, Fixed};
use crate::techniques::chaining::assumptions::{AssumptionEngine, Keep};
use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::memory::ChainMemory;

pub(super) static FORCING: Technique = Technique {
    slug: "forcing-chain",
    name: "Forcing Chain",
    family: "Chains",
    summary: "implications between two candidates that lead to a contradiction, or back to where they started",
    ratings: Rating::range(forcing::BASE_RATING, HIGHEST),
    find: |pencilmarks, steps| {
        let hint = forcing::first(&Marks::from(pencilmarks), steps.budget());
        report(&FORCING, hint, steps)
    },
    explain: words::explain,
};

pub(super) static NISHIO: Technique = Technique {
    slug: "nishio-forcing-chain",
    name: "Nishio Forcing Chain",
    family: "Chains",
    summary: "a digit assumed true or false in a cell contradicts itself within that digit",
    ratings: Rating::range(AssumptionEngine::Nishio.base_rating(), HIGHEST),
    find: |pencilmarks, steps| assume(&NISHIO, AssumptionEngine::Nishio, None, pencilmarks, steps),
    explain: words::explain,
};

pub(super) static MULTIPLE: Technique = Technique {
    slug: "multiple-forcing-chains",
    name: "Multiple Forcing Chains",
    family: "Chains",
    summary: "implications common to all candidates of a cell, or to all places of a digit in a house",
    ratings: Rating::range(AssumptionEngine::Multiple.base_rating(), HIGHEST),
    find: |pencilmarks, steps| assume(&MULTIPLE, AssumptionEngine::Multiple, None, pencilmarks, steps),
    explain: words::explain,
};

pub(super) static DYNAMIC: Technique = Technique {
    slug: "dynamic-forcing-chains",
    name: "Dynamic Forcing Chains",
    family: "Chains",
    summary: "multiple forcing chains and contradictions, with eliminations along the way",
    ratings: Rating::range(AssumptionEngine::Dynamic.base_rating(), HIGHEST),
    find: |pencilmarks, steps| assume(&DYNAMIC, AssumptionEngine::Dynamic, None, pencilmarks, steps),
    explain: words::explain,
};

/// The highest rating of a chain in Sudoku Explainer, below [`Rating::UNSOLVED`].
const HIGHEST: f64 = 19.9;

static PLUS_LEVEL: AdvisorLevel = AdvisorLevel::Plus;
static FORCING_LEVEL: AdvisorLevel = AdvisorLevel::ForcingChains;
static MULTIPLE_LEVEL: AdvisorLevel = AdvisorLevel::MultipleForcingChains;

/// The dynamic engines with techniques, easiest first.
macro_rules! nested {
    ($technique:ident, $slug:literal, $name:literal, $summary:literal, $level:expr) => {
        pub(super) static $technique: Technique = Technique {
            slug: $slug,
            name: $name,
            family: "Chains",
            summary: $summary,
            ratings: Rating::range($level.base_rating(), HIGHEST),
            find: |pencilmarks, steps| assume(&$technique, AssumptionEngine::Dynamic, Some($level), pencilmarks, steps),
            explain: words::explain,
        };
    };
}

nested!(
    PLUS,
    "dynamic-forcing-chains-plus",
    "Dynamic Forcing Chains Plus",
    "dynamic chains that use locked candidates, pairs and X-Wings on the way",
    AdvisorLevel::Plus
);
nested!(
    NESTED_FORCING,
    "nested-forcing-chains",
    "Nested Forcing Chains",
    "dynamic chains that use forcing chains on the way",
    AdvisorLevel::ForcingChains
);
nested!(
    NESTED_MULTIPLE,
    "nested-multiple-forcing-chains",
    "Nested Multiple Forcing Chains",
    "dynamic chains that use multiple forcing chains on the way",
    AdvisorLevel::MultipleForcingChains
);
nested!(
    NESTED_DYNAMIC,
    "nested-dynamic-forcing-chains",
    "Nested Dynamic Forcing Chains",
    "dynamic chains that use dynamic chains on the way",
    AdvisorLevel::DynamicForcingChains(None)
);
nested!(
    NESTED_PLUS,
    "nested-dynamic-forcing-chains-plus",
    "Nested Dynamic Forcing Chains Plus",
    "dynamic chains that use dynamic chains plus on the way",
    AdvisorLevel::DynamicForcingChains(Some(&PLUS_LEVEL))
);
nested!(
    NESTED_TWICE,
    "twice-nested-forcing-chains",
    "Twice Nested Forcing Chains",
    "dynamic chains that use chains nested with forcing chains on the way",
    AdvisorLevel::DynamicForcingChains(Some(&FORCING_LEVEL))
);
nested!(
    NESTED_MULTIPLE_TWICE,
    "twice-nested-multiple-forcing-chains",
    "Twice Nested Multiple Forcing Chains",
    "dynamic chains that use chains nested with multiple forcing chains on the way",
    AdvisorLevel::DynamicForcingChains(Some(&MULTIPLE_LEVEL))
);

fn assume(
    technique: &'static Technique,
    engine: AssumptionEngine,
    level: Option<AdvisorLevel>,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    let marks = Marks::from(pencilmarks);
    let base = technique.ratings.start().value();
    let hints = match level {
        None => assumptions::hints(&marks, engine, base, Keep::First, steps.budget(), None),
        Some(level) => {
            let fixed = Fixed::new(pencilmarks);
            // A limited budget counts what each engine does, whether it was done before or not.
            let budget = steps.budget().clone();
            let mut own = ChainMemory::default();
            let memory = if budget.is_limited() { &mut own } else { steps.memory() };
            let mut advisor = Advisor::new(&fixed, level, &budget, memory);
            let hints = assumptions::hints(&marks, engine, base, Keep::First, &budget, Some(&mut advisor));
            steps.budget().set(&budget);
            hints
        }
    };
    report(technique, hints.into_iter().next(), steps)
}

fn report(technique: &'static Technique, hint: Option<Hint>, steps: &mut Steps) -> ControlFlow<()> {
    let Some(hint) = hint else { return ControlFlow::Continue(()) };
    let eliminations: CandidateSet = hint.eliminated();
    let step = match hint.placement {
        // A placement removes the other candidates of its cell by itself.
        Some(placement) => Step::place(technique, placement.cell, placement.digit),
        None => Step::eliminate(technique, eliminations),
    };
    steps.report(step.rated(hint.rating).of_variant(variant(&hint)).proved_by(hint.chains))
}

/// Returns the name that Sudoku Explainer gives to the hint.
fn variant(hint: &Hint) -> &'static str {
    let is_cycle = hint.chains.len() == 2;
    match hint.kind {
        HintKind::XChain if is_cycle => "bidirectional X-cycle",
        HintKind::XChain if hint.complexity == 6 => "turbot fish",
        HintKind::XChain => "forcing X-chain",
        HintKind::YChain => "bidirectional Y-cycle",
        HintKind::XyChain if is_cycle => "bidirectional cycle",
        HintKind::XyChain => "forcing chain",
        HintKind::Double => "double",
        HintKind::Cell => "cell",
        HintKind::House => "house",
        HintKind::Contradiction => "contradiction",
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::{Candidate, Digit, HouseKind};

    use super::*;
    use crate::budget::Budget;
    use crate::chain::node::Node;
    use crate::plain;
    use crate::support::{Row, puzzle};
    use crate::techniques::chaining::propagation::{Propagation, PropagationState, Rules};
    use crate::techniques::tests::each_position;

    /// Visits the candidates left after an assumption in positions where chains are needed, as nested engines see them.
    /// Each candidate of the puzzle is assumed in some position.
    pub(super) fn each_position_within(stride: usize, mut visit: impl FnMut(&Pencilmarks)) {
        let mut turn = 0;
        each_position(stride, |pencilmarks| {
            if crate::techniques::ALL[..22].iter().any(|technique| technique.first_step(pencilmarks).is_some()) {
                return;
            }
            let marks = Marks::from(pencilmarks);
            let candidates: Vec<Node> = Digit::ALL
                .into_iter()
                .flat_map(|digit| marks.cells(digit).iter().map(move |cell| Node::on(cell, digit)))
                .collect();
            for _ in 0..3 {
                turn += 1;
                let source = candidates[turn * 7 % candidates.len()];
                let source = if turn % 4 == 0 { source.negation() } else { source };
                let mut propagation = Propagation::new();
                propagation.run(
                    &mut PropagationState::new(),
                    &marks,
                    source,
                    Rules { in_cells: true, dynamic: true },
                    u32::MAX,
                    None,
                );
                let mut left = pencilmarks.clone();
                for digit in Digit::ALL {
                    for cell in propagation.off[digit.index()].iter() {
                        left.eliminate(Candidate { cell, digit });
                    }
                }
                visit(&left);
            }
        });
    }

    /// Visits positions in which no technique easier than dynamic chains finds anything, with the candidates left after
    /// every assumption that leads to no contradiction.
    pub(super) fn each_settled(
        puzzles: impl Iterator<Item = Row>,
        mut visit: impl FnMut(&Pencilmarks, &Marks, &[(Node, Box<Propagation>)]),
    ) {
        for [clues, ..] in puzzles {
            let mut path = crate::grader::path(&puzzle(clues));
            let mut pencilmarks = path.pencilmarks().clone();
            while let Some(step) = path.next() {
                if step.technique().ratings.start() >= DYNAMIC.ratings.start() {
                    let marks = Marks::from(&pencilmarks);
                    let open = |cell: &minirow_core::Cell| marks.digits(*cell).len() > 1;
                    let sources = minirow_core::Cell::ALL.into_iter().filter(open).flat_map(|cell| {
                        marks.digits(cell).iter().flat_map(move |digit| [Node::on(cell, digit), Node::off(cell, digit)])
                    });
                    let rules = Rules { in_cells: true, dynamic: true };
                    let mut scratch = PropagationState::new();
                    let propagations: Vec<(Node, Box<Propagation>)> = sources
                        .map(|source| {
                            let mut propagation = Box::new(Propagation::new());
                            propagation.run(&mut scratch, &marks, source, rules, u32::MAX, None);
                            (source, propagation)
                        })
                        .collect();
                    visit(&pencilmarks, &marks, &propagations);
                }
                pencilmarks = path.pencilmarks().clone();
            }
        }
    }

    /// Returns the candidates that a propagation leaves.
    pub(super) fn left(marks: &Marks, propagation: &Propagation) -> Marks {
        let mut left = marks.clone();
        for digit in Digit::ALL {
            propagation.off[digit.index()].iter().for_each(|cell| left.remove(cell, digit));
        }
        left
    }

    fn name(cause: plain::Cause) -> &'static str {
        match cause {
            plain::Cause::Assumption => "assumption",
            plain::Cause::Cell => "cell",
            plain::Cause::House(HouseKind::Box) => "box",
            plain::Cause::House(HouseKind::Row) => "row",
            plain::Cause::House(HouseKind::Column) => "column",
            plain::Cause::Advanced => "advanced",
        }
    }

    fn check_inner(inner: plain::Engine, hints: impl Fn(&Marks) -> Vec<Hint>, stride: usize) {
        let (mut count, mut most) = (0, 0);
        each_position_within(stride, |pencilmarks| {
            let found = hints(&Marks::from(pencilmarks));
            let plain = plain::hints::without_repetitions(plain::hints(inner, pencilmarks));
            assert_eq!(found.len(), plain.len(), "{inner:?} at {pencilmarks:?}");
            for (found, plain) in found.iter().zip(&plain) {
                assert_eq!(found.rating, Rating::new(plain.difficulty), "{inner:?} at {pencilmarks:?}");
                assert_eq!((found.complexity, found.placement), (plain.complexity, plain.placement));
                assert_eq!(found.eliminations, plain.removed_in_order, "{inner:?} at {pencilmarks:?}");
                let link = |link: &crate::chain::Link| (link.candidate(), link.is_on(), link.cause().name());
                let chains: Vec<Vec<_>> = found.chains.iter().map(|chain| chain.0.iter().map(link).collect()).collect();
                let plain_link =
                    |&(candidate, is_on, cause): &(Candidate, bool, plain::Cause)| (candidate, is_on, name(cause));
                let targets: Vec<Vec<_>> =
                    plain.targets.iter().map(|target| target.iter().map(plain_link).collect()).collect();
                assert_eq!(chains, targets, "{inner:?} at {pencilmarks:?}");
            }
            count += found.len();
            most = most.max(found.len());
        });
        assert!(count > 500 && most > 10, "{count} hints, {most} at most, are too few to say much");
    }

    #[test]
    fn chains_are_found_in_positions_with_singles_left() {
        let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let pencilmarks = Pencilmarks::from(puzzle(clues).clues());
        assert!(Marks::from(&pencilmarks).has_single());
        for technique in [&DYNAMIC, &PLUS, &NESTED_FORCING, &NESTED_MULTIPLE, &NESTED_DYNAMIC, &NESTED_PLUS] {
            let step = technique.first_step(&pencilmarks).expect("many assumptions are wrong");
            let solution = puzzle(clues);
            let is_right = |candidate: Candidate| solution.solution().digit(candidate.cell) == candidate.digit;
            assert!(step.placement().is_none_or(is_right), "{technique}");
            assert!(!step.eliminations().iter().any(is_right), "{technique}");
        }
    }

    #[test]
    fn nested_forcing_chains_equal_those_of_the_plain_engine_without_repetitions() {
        check_inner(plain::Engine::Forcing, |marks| forcing::all(marks, &Budget::unlimited()), 11);
    }

    #[test]
    fn nested_multiple_chains_equal_those_of_the_plain_engine_without_repetitions() {
        let multiple = |marks: &Marks| {
            assumptions::hints(
                marks,
                AssumptionEngine::Multiple,
                AssumptionEngine::Multiple.base_rating(),
                Keep::All,
                &Budget::unlimited(),
                None,
            )
        };
        check_inner(plain::Engine::Multiple, multiple, 30);
    }

    #[test]
    fn nested_dynamic_chains_equal_those_of_the_plain_engine_without_repetitions() {
        let dynamic = |marks: &Marks| {
            assumptions::hints(
                marks,
                AssumptionEngine::Dynamic,
                AssumptionEngine::Dynamic.base_rating(),
                Keep::All,
                &Budget::unlimited(),
                None,
            )
        };
        check_inner(plain::Engine::Dynamic { level: 0, inner: 0 }, dynamic, 90);
    }
}
