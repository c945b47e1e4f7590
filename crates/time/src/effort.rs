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

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind, Puzzle};

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
    let board = Board::new(puzzle, weights);
    let start = Position::new(puzzle, &board);
    let (mut cost, mut guesses) = (0.0, 0);
    for number in 0..RUNS {
        let run = run(start, &board, RandomNumbers(mix(number)));
        cost += run.cost;
        guesses += run.guesses;
    }
    Effort { cost: cost / RUNS as f64, guesses: f64::from(guesses) / RUNS as f64 }
}

/// An empty cell of a puzzle with its digit.
struct Target {
    label: u64,
    cell: Cell,
    digit: Digit,
}

/// The values that are the same in all runs.
struct Board<'a> {
    weights: &'a Weights,
    /// The weight of each combination of ways.
    of_ways: [u32; 16],
    /// The empty cells. The classes follow each other in an order that symmetries preserve.
    targets: Vec<Target>,
    /// By cell: the index of its target. Clues have none.
    of_cell: [u8; 81],
    /// By house and digit: the index of the target of the digit. Clues have none.
    of_digit: [[u8; 9]; 27],
}

impl Board<'_> {
    fn new<'a>(puzzle: &Puzzle, weights: &'a Weights) -> Board<'a> {
        let labels = labels(puzzle);
        let empty = !puzzle.clues().pattern();
        let target = |cell: Cell| Target { label: labels[cell.index()], cell, digit: puzzle.solution().digit(cell) };
        let mut targets: Vec<Target> = empty.iter().map(target).collect();
        targets.sort_unstable_by_key(|target| target.label);
        let (mut of_cell, mut of_digit) = ([u8::MAX; 81], [[u8::MAX; 9]; 27]);
        for (index, target) in (0..).zip(&targets) {
            of_cell[target.cell.index()] = index;
            for house in target.cell.houses() {
                of_digit[house.index()][target.digit.index()] = index;
            }
        }
        Board { weights, of_ways: weights.of_ways(), targets, of_cell, of_digit }
    }
}

/// The result of one run.
struct Run {
    cost: f64,
    guesses: u32,
}

fn run(mut position: Position, board: &Board, mut numbers: RandomNumbers) -> Run {
    let mut run = Run { cost: 0.0, guesses: 0 };
    let targets = &board.targets;
    let mut left = targets.len();
    while left > 0 {
        let mut shares = position.shares;
        let mut total = position.total;
        let step = if total > 0 {
            left as f64 * 100.0 / f64::from(total + board.weights.unseen)
        } else {
            let number = |target: &Target| position.in_cell[target.cell.index()];
            let is_left = |target: &&Target| position.empty.contains(target.cell);
            let fewest = targets.iter().filter(is_left).map(number).min();
            for (share, target) in shares.iter_mut().zip(targets).filter(|(_, target)| is_left(target)) {
                *share = u32::from(Some(number(target)) == fewest);
                total += *share;
            }
            run.guesses += 1;
            f64::from(board.weights.guess)
        };
        let drawn = draw(&shares, total, &mut numbers);
        let label = targets[drawn].label;
        // All open cells of the class: to choose one of them would depend on their order.
        let first = targets[..drawn].iter().rposition(|target| target.label != label).map_or(0, |before| before + 1);
        for index in (first..targets.len()).take_while(|&index| targets[index].label == label) {
            if shares[index] > 0 {
                position.place(index, board);
                left -= 1;
                run.cost += step;
            }
        }
    }
    run
}

/// Draws an index with a probability proportional to its share. The total of the shares is positive.
fn draw(shares: &[u32], total: u32, numbers: &mut RandomNumbers) -> usize {
    let mut rest = numbers.below(total);
    let drawn = shares.iter().position(|&share| {
        let is_here = rest < share;
        rest = rest.wrapping_sub(share);
        is_here
    });
    drawn.expect("the number is below the sum of the shares")
}

/// The candidates of the empty cells, and the ways to find the digits of these cells.
///
/// No candidate of the solution is removed. So once a digit can be found in a way, it can until its cell is filled.
#[derive(Clone, Copy)]
struct Position {
    empty: CellSet,
    candidates: CandidateSet,
    /// The digits of each cell, as bits.
    digits: [u16; 81],
    /// The number of candidates of each cell.
    in_cell: [u8; 81],
    /// The number of candidates of each digit in each house.
    in_house: [[u8; 9]; 27],
    /// The number of empty cells of each house.
    gaps: [u8; 27],
    /// By index of a target: the [`ways`] to find its digit.
    ways: [u8; 81],
    /// By index of a target: the weight of its ways. Filled cells have 0.
    shares: [u32; 81],
    /// The sum of the shares.
    total: u32,
}

impl Position {
    /// Returns the position in which only clues are filled in.
    fn new(puzzle: &Puzzle, board: &Board) -> Position {
        let mut position = Position {
            empty: !puzzle.clues().pattern(),
            candidates: CandidateSet::EMPTY,
            digits: [0; 81],
            in_cell: [0; 81],
            in_house: [[0; 9]; 27],
            gaps: [0; 27],
            ways: [0; 81],
            shares: [0; 81],
            total: 0,
        };
        let candidates = CandidateSet::from(puzzle.clues());
        for candidate in candidates.iter().filter(|candidate| position.empty.contains(candidate.cell)) {
            let Candidate { cell, digit } = candidate;
            position.candidates.insert(candidate);
            position.digits[cell.index()] |= 1 << digit.index();
            position.in_cell[cell.index()] += 1;
            for house in cell.houses() {
                position.in_house[house.index()][digit.index()] += 1;
            }
        }
        for house in position.empty.iter().flat_map(Cell::houses) {
            position.gaps[house.index()] += 1;
        }
        for (index, target) in board.targets.iter().enumerate() {
            let has_one_place = |house: House| position.in_house[house.index()][target.digit.index()] == 1;
            let [row, column, box_] = target.cell.houses();
            let is_last = [row, column, box_].iter().any(|house| position.gaps[house.index()] == 1);
            let is_naked = position.in_cell[target.cell.index()] == 1;
            let ways = ways(is_last, has_one_place(box_), has_one_place(row) || has_one_place(column), is_naked);
            position.find(index, ways as u8, board);
        }
        position
    }

    /// Adds ways to find the digit of an empty cell.
    fn find(&mut self, index: usize, ways: u8, board: &Board) {
        self.ways[index] |= ways;
        let share = board.of_ways[usize::from(self.ways[index])];
        self.total = self.total - std::mem::replace(&mut self.shares[index], share) + share;
    }

    /// Fills the cell of a target, and removes its digit from its peers.
    fn place(&mut self, index: usize, board: &Board) {
        let Target { cell, digit, .. } = board.targets[index];
        self.empty.remove(cell);
        self.total -= std::mem::take(&mut self.shares[index]);
        let mut digits = self.digits[cell.index()];
        while digits != 0 {
            self.remove(Candidate { cell, digit: Digit::from_index(digits.trailing_zeros() as usize) }, board);
            digits &= digits - 1;
        }
        for peer in (self.candidates.cells(digit) & cell.peers()).iter() {
            self.remove(Candidate { cell: peer, digit }, board);
        }
        for house in cell.houses() {
            let gaps = &mut self.gaps[house.index()];
            *gaps -= 1;
            if *gaps == 1
                && let Some(last) = (house.cells() & self.empty).first()
            {
                self.find(usize::from(board.of_cell[last.index()]), ways(true, false, false, false) as u8, board);
            }
        }
    }

    /// Removes a candidate that is left.
    fn remove(&mut self, candidate: Candidate, board: &Board) {
        let Candidate { cell, digit } = candidate;
        self.candidates.remove(candidate);
        self.digits[cell.index()] &= !(1 << digit.index());
        let number = &mut self.in_cell[cell.index()];
        *number -= 1;
        if *number == 1 && self.empty.contains(cell) {
            self.find(usize::from(board.of_cell[cell.index()]), ways(false, false, false, true) as u8, board);
        }
        for house in cell.houses() {
            let places = &mut self.in_house[house.index()][digit.index()];
            *places -= 1;
            if *places == 1 {
                let index = usize::from(board.of_digit[house.index()][digit.index()]);
                if self.empty.contains(board.targets[index].cell) {
                    let is_box = house.kind() == HouseKind::Box;
                    self.find(index, ways(false, is_box, !is_box, false) as u8, board);
                }
            }
        }
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
