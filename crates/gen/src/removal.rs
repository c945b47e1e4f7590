//! Removing clues by a sequence of questions. The result equals that of [`dig`](crate::dig::dig), with fewer questions.
//!
//! Removal is split into questions here, so that a lane of the batch engine can answer them while other lanes work on
//! other puzzles. Two techniques save questions without changing the result.
//!
//! **Galloping.** Adding clues never makes a unique solution ambiguous. So if the solution is unique without the next
//! ten orbits of the order, `dig` would have removed them one after the other, and one question replaces ten. At first
//! this works for about forty clues. Near the end every second clue is needed, and each gets its own question.
//!
//! **Unavoidable sets.** If the solution is not unique, the answer comes with a second solution. The cells where it
//! differs are an unavoidable set: a puzzle without a clue in the set has both solutions. So the clue in the last cell
//! of the set, in the order of removal, is needed if all others are removed before. It gets no question, and the next
//! question is about the orbits before it. If another clue of the set turns out to be needed earlier, the set is
//! useless but does no harm. So for each place of the order one set is stored whose last cell is there. Some sets are
//! known in advance: if two rows of a band have the same digits in some columns, these digits can be swapped; likewise
//! for columns. These sets alone save a third of the questions with a second solution.
//!
//! A question looks ahead: it follows the order like `dig`, and assumes that all orbits in it can be removed. It skips
//! orbits that `dig` would keep because of the limits, and those that are known to be needed. If the answer is that the
//! solution is unique, the assumption was right for all of them, and so was each skip.

use minirow_core::solver::batch::Start;
use minirow_core::{Cell, CellSet, Digit, Grid, Solution};

use crate::dig::{Until, empties_a_house};
use crate::stream::Stream;

/// The maximum number of orbits.
const PLACES: usize = 81;

/// In place of one more than a place: the cell is not in the order, and never had a clue.
const NOWHERE: u8 = 0;

/// A running removal of clues from a solution.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    solution: Solution,
    /// All digits of the solution, as the start of a search.
    full: Start,
    until: Until,
    /// The numbers of the orbits in the order of removal; the first `end` are used.
    order: [u8; PLACES],
    end: usize,
    /// By place: the number of cells of the orbit.
    size_of: [u8; PLACES],
    /// By cell: one more than the place of its orbit in the order, or `NOWHERE` if it never had a clue.
    place_of: [u8; 81],
    /// By place: an unavoidable set whose last cell in the order is there, or the empty set.
    known: [CellSet; PLACES],
    /// `true` if the clues are known to have one solution.
    is_unique: bool,
    /// `true` if the clues are known to have several solutions.
    is_missed: bool,
    now: State,
    /// The state after the question, if all orbits in it can be removed.
    ahead: State,
    /// The end of the places that one question may include.
    horizon: usize,
    question: Question,
}

#[derive(Clone, Debug)]
struct State {
    /// The next place in the order.
    place: usize,
    pattern: CellSet,
    /// The number of cells of the pattern, kept because counting takes longer.
    count: usize,
    /// The digits of the pattern, as the start of a search.
    clues: Start,
}

/// The current question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Do the clues without several orbits have another solution?
    Other,
    /// Do the clues without one orbit have another solution? Its place in the order is given.
    OtherWithout(usize),
    /// Can the cell of a single clue hold another digit? Its place in the order is given.
    OtherDigit(usize, Cell),
}

/// The next action of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Answer the question.
    Ask,
    /// The attempt is complete.
    Done,
    /// The attempt failed: the clues had several solutions from the start, or no puzzle was found.
    Missed,
}

impl Removal {
    /// Starts a removal from a solution with these clues.
    pub(crate) fn new(
        solution: Solution,
        pattern: CellSet,
        orbits: &[CellSet],
        until: Until,
        stream: &mut Stream,
    ) -> Removal {
        let now = State { place: 0, pattern, count: pattern.len(), clues: Start::new() };
        let mut removal = Removal {
            solution,
            full: Start::new(),
            until,
            order: [0; PLACES],
            end: 0,
            size_of: [0; PLACES],
            place_of: [NOWHERE; 81],
            known: [CellSet::EMPTY; PLACES],
            is_unique: false,
            is_missed: false,
            ahead: now.clone(),
            now,
            horizon: 0,
            question: Question::Other,
        };
        removal.begin(solution, pattern, orbits, until, stream);
        removal
    }

    /// Starts again, reusing the memory. The order is drawn from the stream exactly like in `dig`.
    pub(crate) fn begin(
        &mut self,
        solution: Solution,
        pattern: CellSet,
        orbits: &[CellSet],
        until: Until,
        stream: &mut Stream,
    ) {
        (self.solution, self.until) = (solution, until);
        self.end = 0;
        for (number, orbit) in orbits.iter().enumerate() {
            if orbit.is_subset(pattern) {
                self.order[self.end] = number as u8;
                self.end += 1;
            }
        }
        stream.shuffle(&mut self.order[..self.end]);
        self.place_of = [NOWHERE; 81];
        for (place, &number) in self.order[..self.end].iter().enumerate() {
            let mut size = 0;
            for cell in orbits[usize::from(number)].iter() {
                self.place_of[cell.index()] = place as u8 + 1;
                size += 1;
            }
            self.size_of[place] = size;
        }
        self.is_unique = pattern == CellSet::ALL;
        self.is_missed = false;
        (self.now.place, self.now.pattern, self.now.count) = (0, pattern, pattern.len());
        self.full.at(solution.grid());
        self.now.clues.clone_from(&self.full);
        for cell in (CellSet::ALL - pattern).iter() {
            self.now.clues.clear(cell);
        }
        self.horizon = self.end;
        self.known = [CellSet::EMPTY; PLACES];
        self.look_for_swaps::<9, 1>();
        self.look_for_swaps::<1, 9>();
    }

    /// Finds unavoidable sets without a search: two lines of a band or stack can swap two or three digits if both have
    /// these digits in the same columns (or rows). The swap does not affect boxes.
    ///
    /// The cells of line `n` are `LINE * n`, `LINE * n + ACROSS`, and so on.
    fn look_for_swaps<const LINE: usize, const ACROSS: usize>(&mut self) {
        let numbers = self.solution.grid().numbers();
        // By line and digit: the position on the line.
        let mut whereabouts = [[0u8; 16]; 9];
        for (number, whereabouts) in whereabouts.iter_mut().enumerate() {
            for along in 0..9 {
                whereabouts[usize::from(numbers[LINE * number + ACROSS * along] & 15)] = along as u8;
            }
        }
        for (one, other) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
            // Maps a position to the position on the first line of the digit that the other line has here.
            let mut next = [0u8; 16];
            for along in 0..9 {
                next[along] = whereabouts[one][usize::from(numbers[LINE * other + ACROSS * along] & 15)];
            }
            let mut swaps = 0u32;
            for along in 0..9 {
                let second = next[along];
                let third = next[usize::from(second & 15)];
                let fourth = next[usize::from(third & 15)];
                let here = along as u8;
                let is_first = (here < second) & (here <= third);
                swaps |= u32::from(is_first & ((third == here) | (fourth == here))) << along;
            }
            while swaps != 0 {
                let first = swaps.trailing_zeros() as usize;
                swaps &= swaps - 1;
                // The positions as cells of the first line.
                let (mut places, mut last) = (0u128, NOWHERE);
                let mut along = first;
                loop {
                    places |= 1 << (ACROSS * along);
                    let cells = [one, other].map(|number| self.place_of[LINE * number + ACROSS * along]);
                    last = last.max(cells[0]).max(cells[1]);
                    along = usize::from(next[along]);
                    if along == first {
                        break;
                    }
                }
                // Of two sets with the same last cell, the smaller is less likely to contain a clue that stays.
                if last != NOWHERE {
                    let known = &mut self.known[usize::from(last) - 1];
                    let set = CellSet::from_bits(places << (LINE * one) | places << (LINE * other));
                    if known.is_empty() || set.len() < known.len() {
                        *known = set;
                    }
                }
            }
        }
    }

    /// Advances to the next question. `orbits` must be those of [`begin`](Removal::begin).
    pub(crate) fn next(&mut self, orbits: &[CellSet]) -> Next {
        if !self.is_unique {
            (self.ahead, self.question) = (self.now.clone(), Question::Other);
            return if self.is_missed { Next::Missed } else { Next::Ask };
        }
        loop {
            let State { mut place, mut pattern, count, .. } = self.now;
            let (mut asked, mut first, most) = (0, 0, at_once(count));
            while place < self.horizon && asked < most {
                let orbit = orbits[usize::from(self.order[place])];
                let size = usize::from(self.size_of[place]);
                if !self.passes_over(place, orbit, pattern, count - asked - size) {
                    first = if asked == 0 { place } else { first };
                    asked += size;
                    pattern -= orbit;
                }
                place += 1;
            }
            if asked == 0 {
                // All places up to the horizon are skipped.
                self.now.place = place;
                if place == self.end {
                    return Next::Done;
                }
                self.horizon = self.end;
                continue;
            }
            let orbit = orbits[usize::from(self.order[first])];
            self.question = match orbit.single() {
                _ if usize::from(self.size_of[first]) < asked => Question::Other,
                Some(cell) => Question::OtherDigit(first, cell),
                None => Question::OtherWithout(first),
            };
            self.ahead.clone_from(&self.now);
            (self.ahead.place, self.ahead.pattern, self.ahead.count) = (place, pattern, count - asked);
            for cell in (self.now.pattern - pattern).iter() {
                self.ahead.clues.clear(cell);
            }
            return Next::Ask;
        }
    }

    /// Returns `true` if an orbit stays without a question. `left` is the number of clues without it.
    #[inline]
    fn passes_over(&self, place: usize, orbit: CellSet, pattern: CellSet, left: usize) -> bool {
        let known = self.known[place];
        let is_needed = !known.is_empty() && !known.intersects(pattern - orbit);
        is_needed || left < self.until.clues || empties_a_house(pattern, orbit, self.until.in_each_house)
    }

    /// Returns the clues to be searched, and a candidate to be excluded.
    #[inline(always)]
    pub(crate) fn question(&self) -> (&Start, Option<(Cell, Digit)>) {
        let struck_out = match self.question {
            Question::OtherDigit(_, cell) => Some((cell, self.solution.digit(cell))),
            Question::Other | Question::OtherWithout(_) => None,
        };
        (&self.ahead.clues, struck_out)
    }

    /// Takes a solution of the question. `differing` returns the cells where it differs from a known solution. Returns
    /// `true` if the question is answered, which is not so for the solution that is already known.
    #[inline]
    pub(crate) fn found(&mut self, orbits: &[CellSet], differing: impl FnOnce(&Start) -> CellSet) -> bool {
        let place = match self.question {
            Question::OtherDigit(place, _) => place,
            Question::Other | Question::OtherWithout(_) => {
                let set = differing(&self.full);
                if set.is_empty() {
                    return false;
                }
                match self.question {
                    Question::OtherWithout(place) => place,
                    _ => {
                        self.remember(set, orbits);
                        return true;
                    }
                }
            }
        };
        self.now.place = place + 1;
        self.horizon = self.end;
        true
    }

    /// Stores an unavoidable set that shows that not all orbits of the question can be removed. The last orbit of the
    /// set stays, if those before it are removed.
    fn remember(&mut self, set: CellSet, orbits: &[CellSet]) {
        if !self.is_unique {
            self.is_missed = true;
            return;
        }
        let mut asked = self.now.place..self.ahead.place;
        let last = asked.rfind(|&place| orbits[usize::from(self.order[place])].intersects(set));
        let last = last.expect("the set had a clue before");
        self.known[last] = set;
        self.horizon = last + 1;
    }

    /// Takes the answer that there is no other solution.
    #[inline]
    pub(crate) fn exhausted(&mut self) {
        self.is_unique = true;
        self.now.clone_from(&self.ahead);
        if self.now.place == self.horizon {
            self.horizon = self.end;
        }
    }

    /// Returns the clues that are left.
    pub(crate) fn clues(&self) -> Grid {
        self.solution.grid().within(self.now.pattern)
    }

    /// Returns the clues of the question.
    #[cfg(test)]
    fn asked(&self) -> Grid {
        self.solution.grid().within(self.ahead.pattern)
    }
}

/// Returns the approximate number of clues for one question, by the number of clues left.
fn at_once(clues: usize) -> usize {
    match clues {
        46.. => clues - 42,
        38.. => 4,
        33.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::{CandidateSet, House, PatternSymmetry, solver};

    use super::*;
    use crate::dig::dig;
    use crate::fill::fill;

    /// Runs a removal with the bitmask solver. Returns the clues and the number of questions.
    fn remove(mut removal: Removal, orbits: &[CellSet]) -> (Option<Grid>, usize) {
        let mut questions = 0;
        loop {
            match removal.next(orbits) {
                Next::Done => return (Some(removal.clues()), questions),
                Next::Missed => return (None, questions),
                Next::Ask => questions += 1,
            }
            let (_, struck_out) = removal.question();
            let clues = removal.asked();
            let solution = removal.solution;
            let differing = |other: Grid| {
                Cell::ALL.into_iter().filter(|&cell| other.get(cell) != Some(solution.digit(cell))).collect()
            };
            let solutions: Vec<Grid> = match struck_out {
                None => solver::solutions(&clues).map(|solution| *solution.grid()).take(2).collect(),
                Some((cell, digit)) => {
                    let mut candidates = CandidateSet::from(&clues);
                    candidates.remove(minirow_core::Candidate { cell, digit });
                    let left = candidates.digits(cell);
                    let with = left.iter().filter_map(|digit| {
                        let mut clues = clues;
                        clues.set(cell, Some(digit));
                        solver::solve(&clues).map(|solution| *solution.grid())
                    });
                    with.take(1).collect()
                }
            };
            if !solutions.into_iter().any(|other| removal.found(orbits, |_| differing(other))) {
                removal.exhausted();
            }
        }
    }

    #[test]
    fn removal_leaves_the_same_clues_as_digging() {
        let mut kinds = Vec::new();
        for symmetry in PatternSymmetry::ALL {
            for clues in [0, 24, 32] {
                for in_each_house in [0, 2] {
                    kinds.push((symmetry, Until { clues, in_each_house }));
                }
            }
        }
        for (symmetry, until) in kinds {
            let orbits = symmetry.orbits();
            for index in 0..10 {
                let mut stream = Stream::new(11, index);
                let solution = fill(&mut stream);
                let (mut one, mut other) = (stream.clone(), stream.clone());
                let dug = dig(solution, CellSet::ALL, &orbits, until, &mut one).unwrap();
                let removal = Removal::new(solution, CellSet::ALL, &orbits, until, &mut other);
                assert_eq!(remove(removal, &orbits).0, Some(*dug.clues()), "{symmetry}, {until:?}, {index}");
                assert_eq!(one.below(1 << 20), other.below(1 << 20), "as much is drawn");
            }
        }
    }

    #[test]
    fn removal_from_a_pattern_leaves_the_same_or_misses() {
        let orbits = PatternSymmetry::None.orbits();
        let until = Until { clues: 0, in_each_house: 0 };
        let (mut missed, attempts) = (0, 60);
        for index in 0..attempts {
            let mut stream = Stream::new(12, index);
            let solution = fill(&mut stream);
            let mut cells = Cell::ALL;
            stream.shuffle(&mut cells);
            let pattern: CellSet = cells[..30 + index as usize % 30].iter().copied().collect();
            let mut other = stream.clone();
            let dug = dig(solution, pattern, &orbits, until, &mut stream);
            let removal = Removal::new(solution, pattern, &orbits, until, &mut other);
            assert_eq!(remove(removal, &orbits).0, dug.map(|puzzle| *puzzle.clues()), "{index}");
            missed += u64::from(dug.is_none());
        }
        assert!((5..attempts - 5).contains(&missed), "{missed} missed");
    }

    #[test]
    fn a_puzzle_takes_fewer_questions_than_half_the_number_of_cells() {
        let orbits = PatternSymmetry::None.orbits();
        let until = Until { clues: 0, in_each_house: 0 };
        let mut total = 0;
        for index in 0..100 {
            let mut stream = Stream::new(13, index);
            let solution = fill(&mut stream);
            let removal = Removal::new(solution, CellSet::ALL, &orbits, until, &mut stream);
            total += remove(removal, &orbits).1;
        }
        assert!(total < 3500, "{total} questions for 100 puzzles");
    }

    #[test]
    fn houses_keep_their_clues_while_galloping() {
        let orbits = PatternSymmetry::None.orbits();
        let until = Until { clues: 30, in_each_house: 2 };
        let mut stream = Stream::new(14, 0);
        let solution = fill(&mut stream);
        let removal = Removal::new(solution, CellSet::ALL, &orbits, until, &mut stream);
        let pattern = remove(removal, &orbits).0.unwrap().pattern();
        assert_eq!(pattern.len(), 30);
        assert!(House::all().all(|house| (house.cells() & pattern).len() >= 2));
    }
}
