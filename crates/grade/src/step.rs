//! A step, which is one application of a technique, and the collector of steps.

use std::fmt;
use std::ops::ControlFlow;

use minirow_core::{Candidate, CandidateSet, Cell, Digit, House, Solution};

use crate::budget::Budget;
use crate::chain::Chain;
use crate::changes::Changes;
use crate::order::in_order;
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::technique::Technique;
use crate::techniques::ChainMemory;

/// One application of a technique: its effect on the pencilmarks, and the pattern that shows it.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let step = minirow_grade::path(&puzzle).next().unwrap();
/// assert_eq!(step.technique().name, "Hidden Single");
/// assert_eq!(step.placement().unwrap().to_string(), "(6)r2c2");
/// assert_eq!(step.houses().next().unwrap().to_string(), "box 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    technique: &'static Technique,
    rating: Rating,
    variant: Option<&'static str>,
    placement: Option<Candidate>,
    /// `None` if both sets are empty. Most steps are singles, which are small to move without them.
    sets: Option<Box<Sets>>,
    houses: u32, // Bit 0-26: the house with that index.
    chains: Vec<Chain>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Sets {
    eliminations: CandidateSet,
    pattern: CandidateSet,
}

static NO_SETS: Sets = Sets { eliminations: CandidateSet::EMPTY, pattern: CandidateSet::EMPTY };

impl Step {
    /// Creates a step that fills a cell, with the lowest rating of its technique.
    pub fn place(technique: &'static Technique, cell: Cell, digit: Digit) -> Step {
        Step {
            technique,
            rating: *technique.ratings.start(),
            variant: None,
            placement: Some(Candidate { cell, digit }),
            sets: None,
            houses: 0,
            chains: Vec::new(),
        }
    }

    /// Creates a step that eliminates candidates, with the lowest rating of its technique.
    ///
    /// ```
    /// use minirow_core::{Candidate, CandidateSet, Cell, Digit};
    /// use minirow_grade::{Step, TECHNIQUES};
    /// let gone = CandidateSet::from_iter([Candidate { cell: Cell::at(3, 2), digit: Digit::D5 }]);
    /// assert_eq!(Step::eliminate(TECHNIQUES[6], gone).to_string(), "r4c3<>5");
    /// ```
    pub fn eliminate(technique: &'static Technique, eliminations: CandidateSet) -> Step {
        Step {
            technique,
            rating: *technique.ratings.start(),
            variant: None,
            placement: None,
            sets: (!eliminations.is_empty()).then(|| Box::new(Sets { eliminations, ..NO_SETS.clone() })),
            houses: 0,
            chains: Vec::new(),
        }
    }

    /// Sets another rating of the technique.
    pub(crate) fn rated(self, rating: Rating) -> Step {
        debug_assert!(self.technique.ratings.contains(&rating), "{} is never {rating:?}", self.technique);
        Step { rating, ..self }
    }

    /// Sets the variant of the technique.
    #[must_use]
    pub fn of_variant(self, variant: &'static str) -> Step {
        Step { variant: Some(variant), ..self }
    }

    /// Sets the pattern. See [`Step::pattern`].
    #[must_use]
    pub fn because_of(self, pattern: CandidateSet) -> Step {
        let with_pattern = |sets: &Sets| Sets { pattern, ..sets.clone() };
        Step { sets: Some(Box::new(with_pattern(self.sets()))), ..self }
    }

    /// Adds a house in which the step is visible.
    #[must_use]
    pub fn seen_in(self, house: House) -> Step {
        Step { houses: self.houses | 1 << house.index(), ..self }
    }

    /// Sets the chains that prove the step. See [`Step::chains`].
    #[must_use]
    pub fn proved_by(self, chains: Vec<Chain>) -> Step {
        Step { chains, ..self }
    }

    /// Returns the technique that found the step.
    pub fn technique(&self) -> &'static Technique {
        self.technique
    }

    /// Returns the rating of the step.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// Returns the variant of the technique, if it has names for variants, such as `type 3`.
    pub fn variant(&self) -> Option<&'static str> {
        self.variant
    }

    /// Returns the cell to fill and its digit, or `None` if the step only eliminates.
    pub fn placement(&self) -> Option<Candidate> {
        self.placement
    }

    /// Returns the candidates to eliminate, without those that a placement eliminates by itself.
    pub fn eliminations(&self) -> &CandidateSet {
        &self.sets().eliminations
    }

    /// Returns the pattern, which is the set of candidates that the step follows from: for a pair, those of the two
    /// cells. It is empty for a single.
    pub fn pattern(&self) -> &CandidateSet {
        &self.sets().pattern
    }

    fn sets(&self) -> &Sets {
        self.sets.as_deref().unwrap_or(&NO_SETS)
    }

    /// Returns the houses in which the step is visible: for a pair, the house of the two cells; for a fish, the base
    /// lines.
    pub fn houses(&self) -> impl Iterator<Item = House> + '_ {
        House::all().filter(|house| self.houses & 1 << house.index() != 0)
    }

    /// Returns the house in which to look for the step: the first of [`Step::houses`], or else the box of the first cell.
    pub fn region(&self) -> House {
        let changed = || self.placement.or_else(|| self.eliminations().iter().next());
        let first = || self.pattern().iter().next().or_else(changed).expect("a step has an effect");
        self.houses().next().unwrap_or_else(|| House::BOXES[first().cell.box_()])
    }

    /// Returns the chains that prove the step; empty for techniques without chains.
    ///
    /// There is one chain for each assumption of which one must be true, and all lead to the same conclusion. For a
    /// contradiction, two chains lead to both states of the same candidate.
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// Returns `true` if the step places or eliminates anything.
    pub fn has_effect(&self) -> bool {
        self.placement.is_some() || !self.eliminations().is_empty()
    }

    /// Returns `true` if the solution has the placed digit and none of the eliminated candidates.
    pub fn agrees_with(&self, solution: &Solution) -> bool {
        let is_true = |candidate: Candidate| solution.digit(candidate.cell) == candidate.digit;
        self.placement.is_none_or(is_true) && !self.eliminations().iter().any(is_true)
    }
}

/// Writes `r5c5=7` for a placement and `r4c3<>5, r4c8<>56` for eliminations.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placement = self.placement.iter().map(|Candidate { cell, digit }| format!("{cell}={digit}"));
        let eliminations = Cell::ALL.into_iter().filter_map(|cell| {
            let digits = self.eliminations().digits(cell);
            (!digits.is_empty()).then(|| format!("{cell}<>{digits}"))
        });
        f.pad(&placement.chain(eliminations).collect::<Vec<_>>().join(", "))
    }
}

impl Pencilmarks {
    /// Applies a step: eliminates its candidates and places its digit. Returns the changes.
    #[inline] // so that the changes stay in registers
    pub fn apply(&mut self, step: &Step) -> Changes {
        let mut changes = Changes::NONE;
        if let Some(sets) = &step.sets {
            for digit in Digit::ALL {
                for cell in sets.eliminations.cells(digit).iter() {
                    self.eliminate(Candidate { cell, digit });
                    changes = changes | Changes::of(cell, digit.into());
                }
            }
        }
        if let Some(placement) = step.placement() {
            changes = changes | self.place(placement);
        }
        changes
    }
}

/// The collector of a finder's steps. It decides when there are enough, so the same finder serves
/// [`Technique::first_step`] and [`Technique::all_steps`].
///
/// ```
/// use std::ops::ControlFlow;
/// use minirow_core::Grid;
/// use minirow_grade::{Pencilmarks, Steps, TECHNIQUES, Technique};
///
/// /// Reports the hidden singles of row 1 only.
/// fn find(position: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
///     for step in TECHNIQUES[0].all_steps(position) {
///         if step.placement().is_some_and(|placement| placement.cell.row() == 0) {
///             steps.report(step)?;
///         }
///     }
///     ControlFlow::Continue(())
/// }
///
/// let hidden_single = TECHNIQUES[0];
/// let in_row_1 = Technique { find, ratings: hidden_single.ratings.clone(), ..*hidden_single };
/// let grid: Grid = format!("{:.<81}", "12345678.").parse()?;
/// assert_eq!(in_row_1.first_step(&Pencilmarks::from(&grid)).unwrap().to_string(), "r1c9=9");
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steps {
    found: Found,
    budget: Budget,
    changes: Changes,
    memory: ChainMemory,
}

/// The collected steps. The first step is not in a vector, because it is requested for every step of a path.
#[derive(Clone, Debug)]
enum Found {
    First(Option<Step>),
    All(Vec<Step>),
}

impl Steps {
    /// Creates a collector of one step within a budget.
    pub(crate) fn first_within(budget: Budget) -> Steps {
        Steps { found: Found::First(None), budget, changes: Changes::ALL, memory: ChainMemory::default() }
    }

    /// Creates a collector of all steps.
    pub(crate) fn all() -> Steps {
        let found = Found::All(Vec::new());
        Steps { found, budget: Budget::unlimited(), changes: Changes::ALL, memory: ChainMemory::default() }
    }

    /// Collects a step, and breaks if there are enough. A step without effect is ignored, because its pattern has no
    /// candidates left to eliminate.
    #[inline(always)] // so that the step is built in its place
    pub fn report(&mut self, step: Step) -> ControlFlow<()> {
        if !step.has_effect() {
            return ControlFlow::Continue(());
        }
        match &mut self.found {
            Found::First(found) => {
                *found = Some(step);
                ControlFlow::Break(())
            }
            Found::All(found) => {
                found.push(step);
                ControlFlow::Continue(())
            }
        }
    }

    /// Returns the changes since the finder found no step. It may leave out regions that they do not affect.
    pub const fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Sets the changes since the next finder found no step.
    pub(crate) const fn set_changes(&mut self, changes: Changes) {
        self.changes = changes;
    }

    /// Searches houses of a mask, bits 0-26 by index, that have changed: boxes, then columns, then rows. The houses before
    /// the one with the first step need not be searched again until they change.
    pub(crate) fn each_house(
        &mut self,
        houses: u32,
        mut search: impl FnMut(House, &mut Steps) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut searched = 0;
        let flow = in_order(houses & self.changes.houses()).try_for_each(|house| {
            search(house, self)?;
            searched |= 1 << house.index();
            ControlFlow::Continue(())
        });
        self.changes.remove_houses(searched);
        flow
    }

    /// Returns the budget of the search.
    pub(crate) const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the memory of the path for chains.
    pub(crate) const fn memory(&mut self) -> &mut ChainMemory {
        &mut self.memory
    }

    /// Returns the step in a collector of one step.
    pub(crate) const fn first(&self) -> Option<&Step> {
        match &self.found {
            Found::First(found) => found.as_ref(),
            Found::All(_) => None,
        }
    }

    /// Takes the step out of a collector of one step.
    pub(crate) const fn take_first(&mut self) -> Option<Step> {
        match &mut self.found {
            Found::First(found) => found.take(),
            Found::All(_) => None,
        }
    }

    /// Returns the collected steps in order.
    pub(crate) fn into_vec(self) -> Vec<Step> {
        match self.found {
            Found::First(found) => found.into_iter().collect(),
            Found::All(found) => found,
        }
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
    fn the_collector_stops_when_it_has_enough_and_ignores_steps_without_effect() {
        let mut first = Steps::first_within(Budget::unlimited());
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
