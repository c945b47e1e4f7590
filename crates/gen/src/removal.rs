//! Removing clues by questions that someone else answers: what [`dig`](crate::dig::dig) does, with fewer of them.
//!
//! Removal is taken apart here into questions, so that a lane of the batch engine can answer them while its neighbours
//! work on other puzzles. What is left in the end is what `dig` leaves, cell for cell, for two reasons.
//!
//! **Galloping.** More clues never make a unique solution ambiguous. So if it is still unique without the next ten orbits
//! of the order, `dig` would have removed them one after the other, and one question does for ten. At first that goes for
//! some forty clues; near the end every second clue is needed, and is asked about alone.
//!
//! **Unavoidable sets.** If the question fails, a second solution comes with the answer. The cells where it differs are an
//! unavoidable set: a puzzle with no clue in any of them has both solutions. The clue in the last cell of the set, in the
//! order of removal, is thus needed, if all the others have gone by then: it is never asked about, and the next question
//! is about the orbits before it. A clue of the set that is needed earlier makes the set worthless, but then nothing is
//! wrong with it either: it just no longer says anything. So one set is remembered for each place of the order, one whose
//! last cell is there. Some are known beforehand: where two rows of a band have the same digits in some columns, these can
//! be swapped, and as well with columns. Those alone spare a third of the questions that would fail.
//!
//! A question looks ahead: it goes through the order as `dig` does, on the assumption that all it asks about can go.
//! Orbits that `dig` would pass over for want of clues, and those known to be needed, are passed over. If the answer is
//! that the solution is unique, the assumption was right all along the way, and so was all that was passed over.

use minirow_core::solver::batch::Start;
use minirow_core::{Cell, CellSet, Digit, Grid, Solution};

use crate::dig::{Until, empties_a_house};
use crate::stream::Stream;

/// As many orbits as there are cells, at most.
const PLACES: usize = 81;

/// In place of one more than a place: such a cell is not in the order, and has no clue from the start.
const NOWHERE: u8 = 0;

/// Clues being removed from a solution.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    solution: Solution,
    /// All its digits, as a search starts from them.
    full: Start,
    until: Until,
    /// The numbers of the orbits in the order of removal; `end` of them.
    order: [u8; PLACES],
    end: usize,
    /// By place: how many cells the orbit there has.
    size_of: [u8; PLACES],
    /// By cell: one more than its orbit's place in the order, or `NOWHERE` if it never had a clue.
    place_of: [u8; 81],
    /// By place: an unavoidable set whose last cell in the order is there, or nothing.
    known: [CellSet; PLACES],
    /// Whether the clues that there are have been found to have one solution.
    is_unique: bool,
    /// Whether they have been found to have several.
    is_missed: bool,
    now: State,
    /// What it comes to if what is asked about can go.
    ahead: State,
    /// The places before this one, all to be asked about at once.
    horizon: usize,
    question: Question,
}

#[derive(Clone, Debug)]
struct State {
    /// The next place in the order.
    place: usize,
    pattern: CellSet,
    /// How many cells are in the pattern: counting them takes longer than to keep count.
    count: usize,
    /// The digits of the pattern, as a search starts from them.
    clues: Start,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether the clues have another solution.
    Other,
    /// The same, about one orbit: its place in the order.
    OtherWithout(usize),
    /// The same, about a single clue: whether its cell can hold another digit.
    OtherDigit(usize, Cell),
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A question is to be answered.
    Ask,
    /// All orbits have been looked at.
    Done,
    /// The clues had several solutions from the start.
    Missed,
}

impl Removal {
    /// Removal from a solution with these clues.
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

    /// Begins anew in the same memory. The order is drawn from the stream just as `dig` draws it.
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

    /// Finds unavoidable sets that need no search: two lines of a chute can swap two or three of their digits, column by
    /// column (or row by row), if both have the same digits there. The boxes do not notice.
    ///
    /// The cells of line `n` are `LINE * n`, `LINE * n + ACROSS`, and so on.
    fn look_for_swaps<const LINE: usize, const ACROSS: usize>(&mut self) {
        let numbers = self.solution.grid().numbers();
        // By line and digit: where on the line it is.
        let mut whereabouts = [[0u8; 16]; 9];
        for (number, whereabouts) in whereabouts.iter_mut().enumerate() {
            for along in 0..9 {
                whereabouts[usize::from(numbers[LINE * number + ACROSS * along] & 15)] = along as u8;
            }
        }
        for (one, other) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
            // From a place on the lines to where the one has the digit that the other has here: round and round.
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
                // The places as cells of the first line.
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
                // Of two sets with the same last cell the smaller is the less likely to hold a clue that stays.
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

    /// Goes on to the next question. The orbits are those that the removal was made with.
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
                // All up to the horizon is passed over.
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

    /// Whether an orbit stays without a question; so many clues would be left without it.
    #[inline]
    fn passes_over(&self, place: usize, orbit: CellSet, pattern: CellSet, left: usize) -> bool {
        let known = self.known[place];
        let is_needed = !known.is_empty() && !known.intersects(pattern - orbit);
        is_needed || left < self.until.clues || empties_a_house(pattern, orbit, self.until.in_each_house)
    }

    /// The clues to be searched, and the one digit that is not looked for.
    #[inline(always)]
    pub(crate) fn question(&self) -> (&Start, Option<(Cell, Digit)>) {
        let struck_out = match self.question {
            Question::OtherDigit(_, cell) => Some((cell, self.solution.digit(cell))),
            Question::Other | Question::OtherWithout(_) => None,
        };
        (&self.ahead.clues, struck_out)
    }

    /// The question brought a solution: the cells in which it differs from a known one can be had. Says whether that is an
    /// answer: the solution that is known already is none.
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

    /// Several orbits cannot all go, as there is an unavoidable set among what would be gone: learns which is the last that
    /// stays, if those before it go.
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

    /// There is no other solution.
    #[inline]
    pub(crate) fn exhausted(&mut self) {
        self.is_unique = true;
        self.now.clone_from(&self.ahead);
        if self.now.place == self.horizon {
            self.horizon = self.end;
        }
    }

    /// The clues that are left.
    pub(crate) fn clues(&self) -> Grid {
        self.solution.grid().within(self.now.pattern)
    }

    /// The clues that are asked about.
    #[cfg(test)]
    fn asked(&self) -> Grid {
        self.solution.grid().within(self.ahead.pattern)
    }
}

/// About how many clues to ask at once, where there are so many.
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

    /// Removal with the bitmask solver to answer, and how many questions it took.
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
    fn the_same_is_left_as_by_digging() {
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
    fn the_same_is_left_of_a_pattern_or_missed() {
        let orbits = PatternSymmetry::None.orbits();
        let until = Until { clues: 0, in_each_house: 0 };
        let (mut missed, tries) = (0, 60);
        for index in 0..tries {
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
        assert!((5..tries - 5).contains(&missed), "{missed} missed");
    }

    #[test]
    fn it_takes_less_than_half_as_many_questions_as_there_are_cells() {
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
    fn houses_keep_their_clues_while_it_gallops() {
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
