//! Tridagons: twelve cells of four boxes that cannot have three digits only.

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, Puzzle, singles};

/// A tridagon (Thor's hammer, players' forum 2022): in four boxes of two bands and two stacks, three cells each in different rows and
/// columns, which all have the same three digits as candidates. An odd number of the four arrangements of cells is odd as a permutation.
/// Three digits cannot fill such cells, so one of their other candidates, the guardians, is true.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_research::Tridagon;
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(Tridagon::with_fewest_guardians(&puzzle).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tridagon {
    /// The twelve cells.
    pub cells: CellSet,
    /// The three digits.
    pub digits: [Digit; 3],
    /// The other candidates of the cells, of which one is true.
    pub guardians: CandidateSet,
}

/// The columns of the cells in the three rows of a box, first the even permutations.
const ARRANGEMENTS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

impl Tridagon {
    /// Returns the first tridagon with the fewest guardians among the candidates that singles leave, if there is one.
    pub fn with_fewest_guardians(puzzle: &Puzzle) -> Option<Tridagon> {
        let candidates = singles::propagate(puzzle.clues()).ok()?;
        let mut fewest: Option<Tridagon> = None;
        Tridagon::each(&candidates, &mut |found| {
            if fewest.as_ref().is_none_or(|fewest| found.guardians.len() < fewest.guardians.len()) {
                fewest = Some(found);
            }
        });
        fewest
    }

    /// Calls `found` with each tridagon.
    fn each(candidates: &CandidateSet, found: &mut dyn FnMut(Tridagon)) {
        for [first, second, third] in triples(9) {
            let digits = [first, second, third].map(Digit::from_index);
            let has_all = |&cell: &Cell| digits.iter().all(|&digit| candidates.contains(Candidate { cell, digit }));
            let cells: CellSet = Cell::ALL.into_iter().filter(has_all).collect();
            if cells.len() < 12 {
                continue;
            }
            for (bands, stacks) in [(0, 1), (0, 2), (1, 2)]
                .into_iter()
                .flat_map(|bands| [(0, 1), (0, 2), (1, 2)].into_iter().map(move |stacks| (bands, stacks)))
            {
                let boxes = [(bands.0, stacks.0), (bands.0, stacks.1), (bands.1, stacks.0), (bands.1, stacks.1)];
                let arrangements = boxes.map(|(band, stack)| arrangements(cells, band, stack));
                each_odd(&arrangements, CellSet::EMPTY, false, &mut |cells| {
                    let is_guardian =
                        |candidate: &Candidate| cells.contains(candidate.cell) && !digits.contains(&candidate.digit);
                    let guardians = candidates.iter().filter(is_guardian).collect();
                    found(Tridagon { cells, digits, guardians });
                });
            }
        }
    }
}

/// Returns the triples of numbers below a number.
fn triples(below: usize) -> impl Iterator<Item = [usize; 3]> {
    let pairs = (0..below).flat_map(|first| (0..first).map(move |second| (first, second)));
    pairs.flat_map(|(first, second)| (0..second).map(move |third| [third, second, first]))
}

/// Returns the arrangements of three of the cells in a box, each with `true` if it is an odd permutation.
fn arrangements(cells: CellSet, band: usize, stack: usize) -> Vec<(CellSet, bool)> {
    let of = |(number, columns): (usize, [usize; 3])| {
        let cell = |(row, column)| Cell::at(3 * band + row, 3 * stack + column);
        ((0..3).zip(columns).map(cell).collect::<CellSet>(), number >= 3)
    };
    ARRANGEMENTS.into_iter().enumerate().map(of).filter(|(arranged, _)| arranged.is_subset(cells)).collect()
}

/// Calls `found` with the cells of one arrangement of each box, if an odd number of them is odd.
fn each_odd(boxes: &[Vec<(CellSet, bool)>], cells: CellSet, is_odd: bool, found: &mut dyn FnMut(CellSet)) {
    let Some((first, others)) = boxes.split_first() else {
        if is_odd {
            found(cells);
        }
        return;
    };
    for &(arranged, odd) in first {
        each_odd(others, cells | arranged, is_odd != odd, found);
    }
}
