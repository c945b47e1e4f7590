//! Search effort: how long a person searches for singles.
//!
//! In each position, an empty cell is *open* if its digit can be found: it is the last empty cell of a house, its digit has
//! one place in a house, or the cell has one candidate. The attention that an open cell draws is the sum of the [`Weights`]
//! of the ways to find its digit.
//!
//! 1. A step costs `E / (W + w)`, where `E` is the number of empty cells, `W` the sum of the weights of the open cells, and
//!    `w` is [`Weights::unseen`].
//! 2. The next cell to be filled is a random open cell, with a probability proportional to its weight.
//! 3. Without an open cell, the step costs [`Weights::guess`], and fills a random cell among those with the fewest
//!    candidates.
//!
//! The effort is the mean cost of [`RUNS`] runs. Equivalent puzzles have equal efforts: the random numbers are the same for
//! all puzzles, and choose among classes of cells that symmetries preserve. Cells of one class that are open at the same
//! time are filled together.

use minirow_core::{Candidate, CandidateSet, Cell, Digit, House, Puzzle};

use crate::classes::{labels, mix};

/// The number of random runs. With 64, the rank correlation with measured times is 0.005 higher.
pub const RUNS: u64 = 12;

/// How much attention each way to find a digit draws, in hundredths of a hidden single in a box.
///
/// The sum of 81 weights must fit in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The last empty cell of a house.
    pub full_house: u32,
    /// The only place of a digit in a box.
    pub box_: u32,
    /// The only place of a digit in a row or column.
    pub line: u32,
    /// The only candidate of a cell.
    pub naked: u32,
    /// An addition to the sum of the weights, which limits the cost of steps that are hard to see.
    pub unseen: u32,
    /// The cost of a step without an open cell. Unlike the weights, it is in units of effort.
    pub guess: u32,
}

impl Weights {
    /// The weights that fit the measured times best, rounded.
    pub const FITTED: Weights = Weights { full_house: 400, box_: 100, line: 30, naked: 2, unseen: 20, guess: 300 };
}

/// Returns the number of a combination of ways to find a digit, 0-15.
const fn ways(full_house: bool, box_: bool, line: bool, naked: bool) -> usize {
    (full_house as usize) << 3 | (box_ as usize) << 2 | (line as usize) << 1 | naked as usize
}

impl Weights {
    /// Returns the weight of each combination of [`ways`]. In a table, it is found without a branch.
    fn of_ways(&self) -> [u32; 16] {
        let mut weights = [self.full_house; 16];
        for (naked, line, box_) in (0..8).map(|ways| (ways & 1, ways >> 1 & 1, ways >> 2)) {
            weights[ways(false, box_ == 1, line == 1, naked == 1)] =
                box_ * self.box_ + line * self.line + naked * self.naked;
        }
        weights
    }
}

/// The search effort of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The mean cost of a run.
    pub cost: f64,
    /// The mean number of steps of a run that no single explains.
    pub guesses: f64,
}

/// Returns the search effort of a puzzle.
///
/// ```
/// use minirow_core::{Puzzle, Symmetry};
/// use minirow_time::effort::{Weights, effort};
///
/// let puzzle = Puzzle::new("7..364.8...4.5...2.....2.4....5.36.8.........3.19.6....2.6.....9...1.3...4.735..1".parse()?)?;
/// let equivalent = Symmetry::nth(123_456_789_012).puzzle(&puzzle);
/// assert_eq!(effort(&equivalent, &Weights::FITTED), effort(&puzzle, &Weights::FITTED));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn effort(puzzle: &Puzzle, weights: &Weights) -> Effort {
    let position = Position::new(puzzle);
    let targets = targets(puzzle);
    let (mut cost, mut guesses) = (0.0, 0);
    for number in 0..RUNS {
        let run = run(position, targets.clone(), weights, RandomNumbers(mix(number)));
        cost += run.cost;
        guesses += run.guesses;
    }
    Effort { cost: cost / RUNS as f64, guesses: f64::from(guesses) / RUNS as f64 }
}

/// An empty cell with its digit.
#[derive(Clone, Copy)]
struct Target {
    label: u64,
    cell: Cell,
    digit: Digit,
    houses: [House; 3],
}

/// Returns the empty cells. The classes follow each other in an order that symmetries preserve.
fn targets(puzzle: &Puzzle) -> Vec<Target> {
    let labels = labels(puzzle);
    let empty = !puzzle.clues().pattern();
    let mut targets: Vec<Target> = empty
        .iter()
        .map(|cell| Target {
            label: labels[cell.index()],
            cell,
            digit: puzzle.solution().digit(cell),
            houses: cell.houses(),
        })
        .collect();
    targets.sort_unstable_by_key(|target| target.label);
    targets
}

/// The result of one run.
struct Run {
    cost: f64,
    guesses: u32,
}

fn run(mut position: Position, mut left: Vec<Target>, weights: &Weights, mut numbers: RandomNumbers) -> Run {
    let mut run = Run { cost: 0.0, guesses: 0 };
    let of_ways = weights.of_ways();
    let mut shares = Vec::with_capacity(left.len());
    while !left.is_empty() {
        shares.clear();
        shares.extend(left.iter().map(|target| position.weight(target, &of_ways)));
        let total: u32 = shares.iter().sum();
        let step = if total > 0 {
            left.len() as f64 * 100.0 / f64::from(total + weights.unseen)
        } else {
            let number = |target: &Target| position.in_cell[target.cell.index()];
            let fewest = left.iter().map(number).min();
            shares.clear();
            shares.extend(left.iter().map(|target| u32::from(Some(number(target)) == fewest)));
            run.guesses += 1;
            f64::from(weights.guess)
        };
        let label = left[draw(&shares, &mut numbers)].label;
        // All open cells of the class: to choose one of them would depend on their order.
        let first = left.partition_point(|target| target.label < label);
        let last = left.partition_point(|target| target.label <= label);
        for index in (first..last).rev().filter(|&index| shares[index] > 0) {
            let target = left.remove(index);
            position.place(target.cell, target.digit);
            run.cost += step;
        }
    }
    run
}

/// Draws an index with a probability proportional to its share. The shares have a positive sum.
fn draw(shares: &[u32], numbers: &mut RandomNumbers) -> usize {
    let mut rest = numbers.below(shares.iter().sum());
    let drawn = shares.iter().position(|&share| {
        let is_here = rest < share;
        rest = rest.wrapping_sub(share);
        is_here
    });
    drawn.expect("the number is below the sum of the shares")
}

/// The candidates of the empty cells, and their numbers.
#[derive(Clone, Copy)]
struct Position {
    candidates: CandidateSet,
    /// The number of candidates of each cell.
    in_cell: [u8; 81],
    /// The number of candidates of each digit in each house.
    in_house: [[u8; 9]; 27],
    /// The number of empty cells of each house.
    gaps: [u8; 27],
    /// The digits with one place in each house, as bits; bit 9 is set if one cell is empty.
    single: [u16; 27],
}

impl Position {
    /// Returns the position in which only clues are filled in.
    fn new(puzzle: &Puzzle) -> Position {
        let mut position = Position {
            candidates: CandidateSet::EMPTY,
            in_cell: [0; 81],
            in_house: [[0; 9]; 27],
            gaps: [0; 27],
            single: [0; 27],
        };
        let empty = !puzzle.clues().pattern();
        let candidates = CandidateSet::from(puzzle.clues());
        for candidate in candidates.iter().filter(|candidate| empty.contains(candidate.cell)) {
            position.candidates.insert(candidate);
            position.in_cell[candidate.cell.index()] += 1;
            for house in candidate.cell.houses() {
                position.in_house[house.index()][candidate.digit.index()] += 1;
            }
        }
        for house in empty.iter().flat_map(Cell::houses) {
            position.gaps[house.index()] += 1;
        }
        for house in 0..27 {
            for digit in 0..9 {
                position.single[house] |= u16::from(position.in_house[house][digit] == 1) << digit;
            }
            position.single[house] |= u16::from(position.gaps[house] == 1) << 9;
        }
        position
    }

    /// Fills a cell, and removes its digit from its peers.
    fn place(&mut self, cell: Cell, digit: Digit) {
        for digit in Digit::ALL {
            self.remove_if_there(Candidate { cell, digit });
        }
        for peer in (self.candidates.cells(digit) & cell.peers()).iter() {
            self.remove_if_there(Candidate { cell: peer, digit });
        }
        for house in cell.houses().map(House::index) {
            self.gaps[house] -= 1;
            self.single[house] |= u16::from(self.gaps[house] == 1) << 9;
        }
    }

    fn remove_if_there(&mut self, candidate: Candidate) {
        if self.candidates.contains(candidate) {
            self.candidates.remove(candidate);
            self.in_cell[candidate.cell.index()] -= 1;
            let digit = candidate.digit.index();
            for house in candidate.cell.houses().map(House::index) {
                let places = &mut self.in_house[house][digit];
                *places -= 1;
                self.single[house] = self.single[house] & !(1 << digit) | u16::from(*places == 1) << digit;
            }
        }
    }

    /// Returns the weight of an empty cell: 0 if its digit cannot be found.
    fn weight(&self, target: &Target, weights: &[u32; 16]) -> u32 {
        let [row, column, box_] = target.houses.map(|house| self.single[house.index()]);
        let has = |single: u16| single >> target.digit.index() & 1 == 1;
        let is_last = (row | column | box_) >> 9 == 1;
        let is_naked = self.in_cell[target.cell.index()] == 1;
        weights[ways(is_last, has(box_), has(row | column), is_naked)]
    }
}

/// The random numbers of a run: SplitMix64.
struct RandomNumbers(u64);

impl RandomNumbers {
    /// Returns a number below `end`, which is not 0.
    fn below(&mut self, end: u32) -> u32 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ((u128::from(number) * u128::from(end)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort_of(text: &str) -> Effort {
        effort(&Puzzle::new(text.parse().unwrap()).unwrap(), &Weights::FITTED)
    }

    /// The solution of the puzzle that the tests take cells from.
    const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn without(cells: &[(usize, usize)]) -> String {
        let mut text = FULL.as_bytes().to_vec();
        cells.iter().for_each(|(row, column)| text[9 * (row - 1) + column - 1] = b'.');
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_step_costs_the_empty_cells_by_the_attention_that_open_ones_draw() {
        assert_eq!(effort_of(FULL), Effort { cost: 0.0, guesses: 0.0 });
        // A full house: 1 / (4 + 0.2). Two of them: 2 / (8 + 0.2) first. The mean of equal runs is rounded.
        let (one, two) = (effort_of(&without(&[(1, 1)])).cost, effort_of(&without(&[(1, 1), (9, 9)])).cost);
        assert!((one - 1.0 / 4.2).abs() < 1e-12, "{one}");
        assert!((two - 2.0 / 8.2 - 1.0 / 4.2).abs() < 1e-12, "{two}");
    }

    #[test]
    fn each_way_to_find_a_digit_adds_its_weight() {
        let weights = Weights::FITTED.of_ways();
        assert_eq!(weights[ways(false, false, false, false)], 0);
        assert_eq!(weights[ways(false, true, true, true)], 100 + 30 + 2);
        assert_eq!(weights[ways(false, false, true, false)], 30);
        assert_eq!(weights[ways(true, true, true, true)], 400);
    }

    #[test]
    fn steps_without_a_single_are_guesses() {
        let singles = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert_eq!(effort_of(singles).guesses, 0.0);
        let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let effort = effort_of(hard);
        assert!(effort.guesses >= 1.0 && effort.cost > 300.0, "{effort:?}");
    }
}
