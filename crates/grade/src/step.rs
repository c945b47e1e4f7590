//! A step: what one use of a technique places or eliminates; and the collector that techniques report steps to.

use std::fmt;
use std::ops::ControlFlow;

use minirow_core::{Candidate, CandidateSet, Cell, Digit, House, Solution};

use crate::chain::Chain;
use crate::limits::Budget;
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::technique::Technique;

/// What one use of a technique does to the pencilmarks, and where to see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    technique: &'static Technique,
    rating: Rating,
    variant: Option<&'static str>,
    placement: Option<Candidate>,
    eliminations: CandidateSet,
    pattern: CandidateSet,
    houses: u32, // Bit 0-26: the house with that index.
    chains: Vec<Chain>,
}

impl Step {
    /// A step that fills a cell, with the lowest rating of its technique.
    pub(crate) fn place(technique: &'static Technique, cell: Cell, digit: Digit) -> Step {
        Step { placement: Some(Candidate { cell, digit }), ..Step::eliminate(technique, CandidateSet::EMPTY) }
    }

    /// A step that takes candidates out, with the lowest rating of its technique.
    pub(crate) fn eliminate(technique: &'static Technique, eliminations: CandidateSet) -> Step {
        Step {
            technique,
            rating: *technique.ratings.start(),
            variant: None,
            placement: None,
            eliminations,
            pattern: CandidateSet::EMPTY,
            houses: 0,
            chains: Vec::new(),
        }
    }

    /// The step with another rating of its technique.
    pub(crate) fn rated(self, rating: Rating) -> Step {
        debug_assert!(self.technique.ratings.contains(&rating), "{} is never {rating:?}", self.technique);
        Step { rating, ..self }
    }

    /// The step with the name of the variant that it is.
    pub(crate) fn of_variant(self, variant: &'static str) -> Step {
        Step { variant: Some(variant), ..self }
    }

    /// The step with the candidates that it follows from.
    pub(crate) fn because_of(self, pattern: CandidateSet) -> Step {
        Step { pattern, ..self }
    }

    /// The step with a house (one more) in which to look.
    pub(crate) fn seen_in(self, house: House) -> Step {
        Step { houses: self.houses | 1 << house.index(), ..self }
    }

    /// The step with the chains that prove it.
    pub(crate) fn proved_by(self, chains: Vec<Chain>) -> Step {
        Step { chains, ..self }
    }

    /// The technique that found the step.
    pub fn technique(&self) -> &'static Technique {
        self.technique
    }

    /// How hard the step is.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// Which of several variants of the technique it is, where people tell them apart: `type 3`.
    pub fn variant(&self) -> Option<&'static str> {
        self.variant
    }

    /// The cell to fill, with its digit.
    pub fn placement(&self) -> Option<Candidate> {
        self.placement
    }

    /// The candidates to take out, apart from those that a placement takes out by itself.
    pub fn eliminations(&self) -> &CandidateSet {
        &self.eliminations
    }

    /// The candidates that the step follows from: for a pair, those of the two cells. None for a single, which shows by
    /// itself.
    pub fn pattern(&self) -> &CandidateSet {
        &self.pattern
    }

    /// The houses in which to see it: for a pair, the house of the two cells; for a fish, the base lines.
    pub fn houses(&self) -> impl Iterator<Item = House> + '_ {
        House::all().filter(|house| self.houses & 1 << house.index() != 0)
    }

    /// The chains that prove the step, if it takes chains: each ends in a node that comes to the same conclusion, from
    /// each of the assumptions of which one must be right; or, for a contradiction, in one state of the same candidate.
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// Whether there is anything to do.
    pub fn has_effect(&self) -> bool {
        self.placement.is_some() || !self.eliminations.is_empty()
    }

    /// Whether a solution has the digit that is placed, and none that is eliminated.
    pub fn agrees_with(&self, solution: &Solution) -> bool {
        let is_true = |candidate: Candidate| solution.digit(candidate.cell) == candidate.digit;
        self.placement.is_none_or(is_true) && !self.eliminations.iter().any(is_true)
    }
}

/// `r5c5=7` for a placement, `r4c3<>5, r4c8<>56` for eliminations.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placement = self.placement.iter().map(|Candidate { cell, digit }| format!("{cell}={digit}"));
        let eliminations = Cell::ALL.into_iter().filter_map(|cell| {
            let digits = self.eliminations.digits(cell);
            (!digits.is_empty()).then(|| format!("{cell}<>{digits}"))
        });
        f.pad(&placement.chain(eliminations).collect::<Vec<_>>().join(", "))
    }
}

impl Pencilmarks {
    /// Applies a step: eliminates its candidates and places its digit.
    pub fn apply(&mut self, step: &Step) {
        for digit in Digit::ALL {
            for cell in step.eliminations().cells(digit).iter() {
                self.eliminate(Candidate { cell, digit });
            }
        }
        if let Some(placement) = step.placement() {
            self.place(placement);
        }
    }
}

/// Where techniques report steps. It decides when there are enough, so that one finder serves "the first" and "all".
#[derive(Debug)]
pub struct Steps {
    found: Vec<Step>,
    wanted: usize,
    budget: Budget,
}

impl Steps {
    /// Takes the first step and no more.
    pub(crate) const fn first() -> Steps {
        Steps::first_within(Budget::unlimited())
    }

    /// Takes the first step and no more, if the budget allows for finding it.
    pub(crate) const fn first_within(budget: Budget) -> Steps {
        Steps { found: Vec::new(), wanted: 1, budget }
    }

    /// Takes every step.
    pub(crate) const fn all() -> Steps {
        Steps { found: Vec::new(), wanted: usize::MAX, budget: Budget::unlimited() }
    }

    /// Takes a step, and says whether to go on. A step without effect counts for nothing: a pattern that eliminates no
    /// candidate any more is to be passed over.
    pub fn report(&mut self, step: Step) -> ControlFlow<()> {
        if step.has_effect() {
            self.found.push(step);
        }
        if self.found.len() < self.wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// What the search may cost.
    pub(crate) const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// What was reported, in that order.
    pub(crate) fn into_vec(self) -> Vec<Step> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::ALL;

    fn some_elimination() -> CandidateSet {
        [(3, 2, Digit::D5), (3, 7, Digit::D6), (3, 7, Digit::D5)]
            .map(|(row, column, digit)| Candidate { cell: Cell::at(row, column), digit })
            .into_iter()
            .collect()
    }

    #[test]
    fn steps_are_written_in_forum_notation() {
        assert_eq!(Step::place(ALL[0], Cell::at(4, 4), Digit::D7).to_string(), "r5c5=7");
        assert_eq!(Step::eliminate(ALL[0], some_elimination()).to_string(), "r4c3<>5, r4c8<>56");
    }

    #[test]
    fn the_collector_stops_when_it_has_enough_and_passes_over_what_does_nothing() {
        let mut first = Steps::first();
        let nothing = Step::eliminate(ALL[0], CandidateSet::EMPTY);
        let step = Step::eliminate(ALL[0], some_elimination());
        assert_eq!(first.report(nothing), ControlFlow::Continue(()));
        assert_eq!(first.report(step.clone()), ControlFlow::Break(()));
        assert_eq!(first.into_vec(), std::slice::from_ref(&step));

        let mut all = Steps::all();
        assert_eq!(all.report(step.clone()), ControlFlow::Continue(()));
        assert_eq!(all.report(step.clone()), ControlFlow::Continue(()));
        assert_eq!(all.into_vec(), [step.clone(), step]);
    }
}
