//! The search for the next step: the state, and what techniques share until it changes.

use minirow_core::{Cell, CellSet, Digit, DigitSet, Solution};
use minirow_grade::Budget;

use crate::als::AlmostLocked;
use crate::implications::{Implications, Table};
use crate::state::State;
use crate::step::Step;
use crate::technique::Technique;
use crate::techniques::uniqueness::Rectangles;

/// The position of a path, in which techniques search.
pub(crate) struct Search {
    pub(crate) state: State,
    /// It is unknown if a position is searched that is not part of a puzzle.
    pub(crate) solution: Option<Solution>,
    pub(crate) budget: Budget,
    pub(crate) is_limited: bool,
    /// The filled cells alone have one solution.
    pub(crate) is_unique: bool,
    pub(crate) memory: Memory,
    /// Tables of another position, whose memory is used again.
    pub(crate) spare_tables: Vec<Table>,
    /// By technique that looks at one digit at a time: the places of each digit where it finds nothing.
    nothing_by_digit: Vec<(&'static Technique, [CellSet; 9])>,
    /// By technique that looks at one house or two at a time: the candidates of each cell when it found nothing.
    nothing_by_cell: Vec<(&'static Technique, [DigitSet; 81])>,
}

/// Results that several techniques use in the same position.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) rectangles: Rectangles,
    pub(crate) almost_locked: Option<AlmostLocked>,
    pub(crate) grouped: Option<Implications>,
}

impl Search {
    pub(crate) fn new(state: State, solution: Option<Solution>, budget: Budget) -> Search {
        Search {
            state,
            solution,
            is_limited: budget.is_limited(),
            budget,
            is_unique: true,
            memory: Memory::default(),
            spare_tables: Vec::new(),
            nothing_by_digit: Vec::new(),
            nothing_by_cell: Vec::new(),
        }
    }

    /// Returns the step of a technique that looks at the places of one digit at a time. `find` searches some digits. It leaves out
    /// those whose places are the same as when it found nothing.
    pub(crate) fn by_digit<E>(
        &mut self,
        technique: &'static Technique,
        find: impl FnOnce(&State, &Budget, DigitSet) -> Result<Option<Step>, E>,
    ) -> Result<Option<Step>, E> {
        let nothing = entry(&mut self.nothing_by_digit, technique, [CellSet::EMPTY; 9]);
        let changed = |digit: &Digit| nothing[digit.index()] != self.state.cells(*digit);
        let digits = Digit::ALL.into_iter().filter(changed).collect();
        let found = find(&self.state, &self.budget, digits)?;
        if found.is_none() {
            *nothing = Digit::ALL.map(|digit| self.state.cells(digit));
        }
        Ok(found)
    }

    /// Notes that a technique finds nothing for some digits in this position.
    pub(crate) fn finds_nothing(&mut self, technique: &'static Technique, digits: DigitSet) {
        let nothing = entry(&mut self.nothing_by_digit, technique, [CellSet::EMPTY; 9]);
        digits.iter().for_each(|digit| nothing[digit.index()] = self.state.cells(digit));
    }

    /// Returns the step of a technique that looks at the candidates of some houses at a time. `find` leaves out those in which no cell
    /// has changed since the technique found nothing. It must not find more if other houses lose candidates.
    pub(crate) fn by_cell(
        &mut self,
        technique: &'static Technique,
        find: impl FnOnce(&State, CellSet) -> Option<Step>,
    ) -> Option<Step> {
        let nothing = entry(&mut self.nothing_by_cell, technique, [DigitSet::EMPTY; 81]);
        let changed = |cell: &Cell| nothing[cell.index()] != self.state.digits(*cell);
        let found = find(&self.state, Cell::ALL.into_iter().filter(changed).collect());
        if found.is_none() {
            *nothing = Cell::ALL.map(|cell| self.state.digits(cell));
        }
        found
    }

    /// Returns the almost locked sets.
    pub(crate) fn almost_locked(&mut self) -> &AlmostLocked {
        self.memory.almost_locked.get_or_insert_with(|| AlmostLocked::of(&self.state))
    }

    /// Carries out a step.
    pub(crate) fn execute(&mut self, step: &Step) {
        let memory = std::mem::take(&mut self.memory);
        if let Some(implications) = memory.grouped {
            self.spare_tables = implications.tables;
        }
        if let Some(placement) = step.placement() {
            self.state.place(placement);
        }
        for &candidate in step.eliminations() {
            self.state.remove(candidate);
        }
    }
}

/// Returns the entry of a technique, after adding it if it is missing.
fn entry<'a, T>(entries: &'a mut Vec<(&'static Technique, T)>, technique: &'static Technique, missing: T) -> &'a mut T {
    let place = entries.iter().position(|&(known, _)| known == technique).unwrap_or_else(|| {
        entries.push((technique, missing));
        entries.len() - 1
    });
    &mut entries[place].1
}

/// Visits positions of the paths of every `puzzles`th hard reference puzzle: of each path, those before steps that place no digit, from the
/// number `first` on and then every `steps`th. `visit` takes the text of the place, too.
#[cfg(test)]
pub(crate) fn each_hard_position(
    puzzles: usize,
    (first, steps): (usize, usize),
    mut visit: impl FnMut(&mut Search, &str),
) {
    for row in include_str!("../tests/reference/hodoku_hard.csv").lines().skip(1).step_by(puzzles) {
        let puzzle = minirow_core::Puzzle::new(row[..81].parse().unwrap()).unwrap();
        let mut search = Search::new(State::new(puzzle.clues()), None, Budget::new(None));
        for (number, step) in crate::rate(&puzzle, None).unwrap().path().iter().enumerate() {
            if step.placement().is_none() && number % steps == first {
                visit(&mut search, &format!("step {number} of {row}"));
            }
            search.execute(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::Puzzle;

    use super::*;
    use crate::rating::next_step;

    #[test]
    fn what_a_path_remembers_changes_no_step() {
        let files =
            [include_str!("../tests/reference/hodoku_random.csv"), include_str!("../tests/reference/hodoku_hard.csv")];
        let rows = files.iter().flat_map(|file| file.lines().skip(1).step_by(40));
        let mut steps = 0;
        for row in rows {
            let puzzle = Puzzle::new(row[..81].parse().unwrap()).unwrap();
            let new = |state: State| Search::new(state, Some(*puzzle.solution()), Budget::new(None));
            let mut search = new(State::new(puzzle.clues()));
            while !search.state.is_solved() {
                let plain = next_step(&mut new(search.state.clone())).unwrap();
                let step = next_step(&mut search).unwrap();
                assert_eq!(step, plain, "{row}");
                search.execute(&step);
                steps += 1;
            }
        }
        assert!(steps > 3000, "{steps} steps are too few to say much");
    }
}
