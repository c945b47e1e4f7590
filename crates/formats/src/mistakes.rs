//! Mistakes: the digits and the candidates of a record that contradict a solution.

use std::fmt;

use minirow_core::{Candidate, Cell, CellSet, DigitSet, Solution};
use minirow_text::Board;

use crate::record::Record;

/// The digits and the candidates of a record that contradict a solution. [`Mistakes::of`] finds them.
///
/// ```
/// use minirow_core::{Grid, Puzzle};
/// use minirow_formats::{Mistakes, Record};
/// let clues: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut record = Record::from(clues);
/// assert_eq!(Mistakes::of(&record, record.puzzle()?.solution()), None);
///
/// record.set_progress(format!("{:.<81}", "..1").parse()?, None);
/// let mistakes = Mistakes::of(&record, record.puzzle()?.solution()).unwrap();
/// assert_eq!(mistakes.to_string(), "r1c3=1 is wrong");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistakes {
    /// The wrong digits of filled cells, in the order of the cells.
    pub digits: Vec<Candidate>,
    /// The cells whose candidates lack the digit of the solution.
    pub cells: CellSet,
}

impl Mistakes {
    /// Compares a record with a solution. Returns `None` if there are no mistakes.
    ///
    /// In addition to clues, a cell without pencilmarks is a cell where none were written, which is no mistake. A field `state`
    /// with other digits than the clues counts, too.
    pub fn of(record: &Record, solution: &Solution) -> Option<Mistakes> {
        let is_wrong = |&Candidate { cell, digit }: &Candidate| solution.digit(cell) != digit;
        let lacks = |digits: DigitSet, cell: Cell| !digits.contains(solution.digit(cell));
        let (digits, cells) = match &record.board {
            Board::Candidates(candidates) => {
                let cells = Cell::ALL.into_iter().filter(|&cell| lacks(candidates.digits(cell), cell)).collect();
                (Vec::new(), cells)
            }
            Board::Grid(_) => {
                let state = record.state();
                let shown = record.unread_state().unwrap_or(state);
                let digits = shown.clues().map(|(cell, digit)| Candidate { cell, digit }).filter(is_wrong).collect();
                let is_hidden = |&cell: &Cell| {
                    let marks = record.pencilmarks(cell);
                    state.get(cell).is_none() && !marks.is_empty() && lacks(marks, cell)
                };
                (digits, Cell::ALL.into_iter().filter(is_hidden).collect())
            }
        };
        let mistakes = Mistakes { digits, cells };
        (!mistakes.digits.is_empty() || !mistakes.cells.is_empty()).then_some(mistakes)
    }
}

/// Writes `r1c3=5, r7c2=4 are wrong; the candidates of r2c4 lack the digit of the solution`.
impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> =
            self.digits.iter().map(|Candidate { cell, digit }| format!("{cell}={digit}")).collect();
        let cells: Vec<String> = self.cells.iter().map(|cell| cell.to_string()).collect();
        let are = if digits.len() == 1 { "is" } else { "are" };
        let wrong = (!digits.is_empty()).then(|| format!("{} {are} wrong", digits.join(", ")));
        let noun = if cells.len() == 1 { "digit" } else { "digits" };
        let hidden = (!cells.is_empty())
            .then(|| format!("the candidates of {} lack the {noun} of the solution", cells.join(", ")));
        f.write_str(&wrong.into_iter().chain(hidden).collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::{CandidateSet, Digit, Grid, Puzzle};

    use super::*;
    use crate::record::set_digits;

    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// The mistakes of a puzzle with pencilmarks in two cells, r1c3 (which holds 4) and r1c4 (6), and a digit in r1c6 (8).
    fn mistakes(r1c3: &[Digit], r1c4: &[Digit], r1c6: u8) -> Option<String> {
        let clues: Grid = CLUES.parse().unwrap();
        let mut marks = CandidateSet::EMPTY;
        for (column, digits) in [(2, r1c3), (3, r1c4)] {
            set_digits(&mut marks, Cell::at(0, column), digits.iter().copied().collect());
        }
        let mut placed = Grid::EMPTY;
        placed.set(Cell::at(0, 5), Digit::new(r1c6));
        let mut record = Record::from(clues);
        record.set_progress(placed, Some(marks));
        Mistakes::of(&record, Puzzle::new(clues).unwrap().solution()).map(|mistakes| mistakes.to_string())
    }

    #[test]
    fn wrong_digits_and_hidden_digits_are_named() {
        use Digit::{D1, D2, D4, D6};
        assert_eq!(mistakes(&[D1, D4], &[D6], 8), None);
        assert_eq!(mistakes(&[], &[], 0), None, "a cell without pencilmarks is no mistake");
        assert_eq!(mistakes(&[], &[], 2).as_deref(), Some("r1c6=2 is wrong"));
        let hidden = mistakes(&[D1], &[D6], 0);
        assert_eq!(hidden.as_deref(), Some("the candidates of r1c3 lack the digit of the solution"));
        let all = "r1c6=2 is wrong; the candidates of r1c3, r1c4 lack the digits of the solution";
        assert_eq!(mistakes(&[D1], &[D2], 2).as_deref(), Some(all));
    }
}
