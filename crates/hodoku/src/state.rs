//! The state of a puzzle on its path: values, candidates, counters, and the queues of singles.
//!
//! The queues decide in which order singles are found. They are filled while the clues are placed one after another, and by
//! every later change, so each operation must keep its order. Under the assumptions of forcing nets a state can be
//! contradictory: a cell without candidates keeps its counters, and a filled cell can be filled again.

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet, Grid, House};
use minirow_grade::Pencilmarks;

/// Values, candidates, counters and queues.
#[derive(Clone)]
pub(crate) struct State {
    values: Grid,
    clues: CellSet,
    unsolved: CellSet,
    placed: [CellSet; 9],
    by_cell: [DigitSet; 81],
    by_digit: [CellSet; 9],
    /// By house and digit: the number of cells with the candidate, as far as there is no contradiction.
    counts: [[u8; 9]; 27],
    /// The cells with a last candidate.
    pub(crate) naked: Queue,
    /// The digits with a last cell in a house.
    pub(crate) hidden: Queue,
}

/// Candidates in the order in which they were added. Those in front are taken first.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    all: Vec<Candidate>,
    taken: usize,
}

impl Queue {
    /// Removes and returns the first entry.
    pub(crate) fn take(&mut self) -> Option<Candidate> {
        let first = self.all.get(self.taken).copied();
        self.taken += usize::from(first.is_some());
        first
    }

    /// Returns the entries in order.
    pub(crate) fn entries(&self) -> &[Candidate] {
        &self.all[self.taken..]
    }

    fn push(&mut self, candidate: Candidate) {
        self.all.push(candidate);
    }

    /// Removes the first entry with a digit in a house.
    fn remove(&mut self, house: House, digit: Digit) {
        let is_there = |entry: &Candidate| entry.digit == digit && house.cells().contains(entry.cell);
        if let Some(at) = self.entries().iter().position(is_there) {
            self.all.remove(self.taken + at);
        }
    }

    fn assign(&mut self, other: &Queue) {
        self.all.clear();
        self.all.extend_from_slice(other.entries());
        self.taken = 0;
    }
}

impl State {
    /// Places the clues in order in an empty grid.
    pub(crate) fn new(clues: &Grid) -> State {
        let mut state = State {
            values: Grid::EMPTY,
            clues: clues.pattern(),
            unsolved: CellSet::ALL,
            placed: [CellSet::EMPTY; 9],
            by_cell: [DigitSet::ALL; 81],
            by_digit: [CellSet::ALL; 9],
            counts: [[9; 9]; 27],
            naked: Queue::default(),
            hidden: Queue::default(),
        };
        for (cell, digit) in clues.clues() {
            state.place(Candidate { cell, digit });
        }
        state
    }

    /// Returns the state at a position: the values are placed in order, and then candidates are removed in order.
    pub(crate) fn at(clues: &Grid, position: &Pencilmarks) -> State {
        let mut state = State { clues: clues.pattern(), ..State::new(position.values()) };
        let missing: Vec<_> =
            state.candidates().filter(|&candidate| !position.candidates().contains(candidate)).collect();
        missing.into_iter().for_each(|candidate| state.remove(candidate));
        state
    }

    /// Makes the state equal to another one, without new memory.
    pub(crate) fn assign(&mut self, other: &State) {
        let State { values, clues, unsolved, placed, by_cell, by_digit, counts, naked, hidden } = other;
        (self.values, self.clues, self.unsolved, self.placed) = (*values, *clues, *unsolved, *placed);
        (self.by_cell, self.by_digit, self.counts) = (*by_cell, *by_digit, *counts);
        self.naked.assign(naked);
        self.hidden.assign(hidden);
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.unsolved.is_empty()
    }

    /// Returns the digit of a filled cell.
    pub(crate) fn value(&self, cell: Cell) -> Option<Digit> {
        self.values.get(cell)
    }

    /// Returns the cells that are filled, but were not at the start.
    pub(crate) fn filled_since(&self) -> CellSet {
        !self.unsolved - self.clues
    }

    /// Returns the cells without a value.
    pub(crate) const fn unsolved(&self) -> CellSet {
        self.unsolved
    }

    /// Returns the candidates of a cell.
    pub(crate) const fn digits(&self, cell: Cell) -> DigitSet {
        self.by_cell[cell.index()]
    }

    /// Returns the cells where a digit is a candidate.
    pub(crate) const fn cells(&self, digit: Digit) -> CellSet {
        self.by_digit[digit.index()]
    }

    /// Returns the cells of a house where a digit is a candidate.
    pub(crate) fn cells_in(&self, house: House, digit: Digit) -> CellSet {
        self.cells(digit) & house.cells()
    }

    /// Returns the number of cells of a house where a digit is a candidate.
    pub(crate) const fn count(&self, house: House, digit: Digit) -> usize {
        self.counts[house.index()][digit.index()] as usize
    }

    pub(crate) fn has(&self, candidate: Candidate) -> bool {
        self.digits(candidate.cell).contains(candidate.digit)
    }

    /// Returns the unsolved cells that see no value `digit`. Candidates that were eliminated count.
    pub(crate) fn allowed(&self, digit: Digit) -> CellSet {
        self.unsolved - self.placed[digit.index()].any_peers()
    }

    /// Returns the candidates of some cells.
    pub(crate) fn digits_of(&self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |all, cell| all | self.digits(cell))
    }

    /// Returns the cells with a number of candidates.
    pub(crate) fn cells_with(&self, count: usize) -> CellSet {
        self.unsolved.iter().filter(|&cell| self.digits(cell).len() == count).collect()
    }

    /// Returns the candidates by cell and digit.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.unsolved.iter().flat_map(|cell| self.digits(cell).iter().map(move |digit| Candidate { cell, digit }))
    }

    /// Removes a candidate, if it is there.
    pub(crate) fn remove(&mut self, candidate: Candidate) {
        let Candidate { cell, digit } = candidate;
        let digits = &mut self.by_cell[cell.index()];
        if !digits.contains(digit) {
            return;
        }
        digits.remove(digit);
        self.by_digit[digit.index()].remove(cell);
        if digits.is_empty() {
            return;
        }
        if let Some(last) = digits.single() {
            self.naked.push(Candidate { cell, digit: last });
        }
        for house in cell.houses() {
            let count = &mut self.counts[house.index()][digit.index()];
            *count -= 1;
            match *count {
                0 => self.hidden.remove(house, digit),
                1 => self.push_hidden(house, digit),
                _ => {}
            }
        }
    }

    /// Fills a cell, which may be filled with another digit.
    pub(crate) fn place(&mut self, placement: Candidate) {
        let Candidate { cell, digit } = placement;
        if self.value(cell) == Some(digit) {
            return;
        }
        let digits = std::mem::take(&mut self.by_cell[cell.index()]);
        self.values.set(cell, Some(digit));
        self.unsolved.remove(cell);
        self.placed[digit.index()].insert(cell);
        for digit in digits.iter() {
            self.by_digit[digit.index()].remove(cell);
        }
        for peer in (self.cells(digit) & cell.peers()).iter() {
            self.remove(Candidate { cell: peer, digit });
        }
        for other in digits.iter() {
            for house in cell.houses() {
                let count = &mut self.counts[house.index()][other.index()];
                *count -= 1;
                if *count == 1 && other != digit {
                    self.push_hidden(house, other);
                }
            }
        }
    }

    fn push_hidden(&mut self, house: House, digit: Digit) {
        if let Some(cell) = self.cells_in(house, digit).first() {
            self.hidden.push(Candidate { cell, digit });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queues(clues: &str) -> [Vec<String>; 2] {
        let state = State::new(&clues.parse().unwrap());
        [&state.naked, &state.hidden].map(|queue| queue.entries().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_clues_fill_the_queues() {
        let [naked, mut hidden] =
            queues("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......");
        assert_eq!(naked, ["(7)r5c8"]);
        assert_eq!(hidden[0], "(8)r3c7");
        hidden.sort_unstable();
        let twice = ["(3)r2c5", "(3)r2c5", "(5)r8c3", "(6)r4c1", "(6)r4c1", "(8)r3c7", "(8)r3c7", "(9)r2c1", "(9)r2c1"];
        assert_eq!(hidden, twice);
        let [naked, _] = queues("9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.");
        assert_eq!(naked, ["(2)r8c4"]);
    }
}
