//! Verdicts on grids: proper puzzle, minimal puzzle, correct solution, or an error with its reason.

use minirow_core::{Cell, Digit, Grid, NotAPuzzle, Puzzle, Solution};
use minirow_formats::{Mistakes, Record};
use minirow_text::{Board, OnlyCandidates, parse_grid};
use serde::Serialize;
use strum::{Display, IntoStaticStr};

/// The verdict on a grid.
///
/// ```
/// use minirow_core::{Grid, Puzzle};
/// use minirow_dataset::{Verdict, VerdictKind};
///
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let verdict = Verdict::of(grid, Puzzle::new(grid), None);
/// assert_eq!(verdict.verdict, VerdictKind::Proper);
/// assert!(verdict.reason.unwrap().starts_with("any one of the clues r1c1 "));
/// let empty = ".".repeat(81).parse()?;
/// assert_eq!(Verdict::of(empty, Puzzle::new(empty), None).verdict.to_string(), "ambiguous");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// 81 characters, `.` for an empty cell.
    pub grid: String,
    /// The number of clues, from 0 to 81.
    pub clues: u8,
    /// The kind of the verdict.
    pub verdict: VerdictKind,
    /// The reason of an error, or the clues that can be removed.
    pub reason: Option<String>,
    /// The only solution, if there is one.
    pub solution: Option<String>,
    /// The digits that contradict the solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong_digits: Vec<WrongDigit>,
    /// The cells whose candidates lack the digit of the solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong_candidates: Vec<String>,
}

/// A digit that contradicts the solution.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_dataset::Verdict;
/// use minirow_formats::Record;
///
/// let clues: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut record = Record::from(clues);
/// record.set_progress(format!("{:.<81}", "..1").parse()?, None);
/// let verdict = Verdict::of_record(&record, None);
/// assert_eq!((verdict.wrong_digits[0].cell.as_str(), verdict.wrong_digits[0].digit), ("r1c3", 1));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct WrongDigit {
    /// The cell, such as `r1c3`.
    pub cell: String,
    /// The digit, from 1 to 9.
    pub digit: u8,
}

/// The kinds of verdicts; displayed and serialized in kebab case, such as `wrong-solution`.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Display, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum VerdictKind {
    /// A puzzle with one solution, of which no clue can be removed.
    Minimal,
    /// A puzzle with one solution, of which clues can be removed.
    Proper,
    /// A full grid without a clash, or a puzzle whose placed digits, or whose candidates, are its solution.
    Solved,
    /// A grid with several solutions.
    Ambiguous,
    /// A grid without a solution.
    Unsolvable,
    /// A puzzle whose given solution is wrong.
    WrongSolution,
    /// A puzzle with one solution, which placed digits or pencilmarks contradict.
    Mistakes,
    /// 729 candidates, which have no clues.
    Candidates,
}

impl VerdictKind {
    /// Returns `true` for a puzzle with one solution or a full grid, without a wrong solution or mistakes.
    pub fn is_valid(self) -> bool {
        matches!(self, VerdictKind::Minimal | VerdictKind::Proper | VerdictKind::Solved)
    }
}

impl Verdict {
    /// Returns the verdict on a grid.
    ///
    /// `puzzle` is the result of a solver for this grid, so that callers can solve many grids at once. `given` is the
    /// solution that a file gives, if it gives one.
    pub fn of(grid: Grid, puzzle: Result<Puzzle, NotAPuzzle>, given: Option<&str>) -> Verdict {
        let solution = match &puzzle {
            _ if grid.is_full() => match Solution::new(grid) {
                Ok(solution) => solution,
                Err(error) => return Verdict::new(&grid, VerdictKind::Unsolvable, format!("no solution: {error}")),
            },
            Ok(puzzle) => *puzzle.solution(),
            Err(error @ NotAPuzzle::Ambiguous(_)) => return Verdict::new(&grid, VerdictKind::Ambiguous, error),
            Err(error) => return Verdict::new(&grid, VerdictKind::Unsolvable, error),
        };
        let redundant = || puzzle.ok().filter(|_| !grid.is_full()).map(|puzzle| puzzle.redundant_clues());
        let (verdict, reason) = match given.and_then(|given| wrong_solution(given, &solution)) {
            Some(wrong) => (VerdictKind::WrongSolution, Some(wrong)),
            None => match redundant() {
                None => (VerdictKind::Solved, None),
                Some(clues) if clues.is_empty() => (VerdictKind::Minimal, None),
                Some(clues) => {
                    let cells: Vec<String> = clues.iter().map(|cell| cell.to_string()).collect();
                    let reason = format!("any one of the clues {} can be spared", cells.join(" "));
                    (VerdictKind::Proper, Some(reason))
                }
            },
        };
        Verdict { reason, solution: Some(solution.to_string()), ..Verdict::new(&grid, verdict, "") }
    }

    /// Returns the verdict on a record, with the mistakes of its digits and candidates.
    ///
    /// `puzzle` is the result of a solver for the clues, if there is one. The digits and candidates are compared with the only
    /// solution of the clues. If there is none, they are compared with the solution that the record gives.
    pub fn of_record(record: &Record, puzzle: Option<Result<Puzzle, NotAPuzzle>>) -> Verdict {
        let grid = record.grid();
        let mut verdict = match &record.board {
            Board::Grid(_) => {
                let puzzle = puzzle.unwrap_or_else(|| Puzzle::new(grid));
                Verdict::of(grid, puzzle, record.solution.as_deref())
            }
            Board::Candidates(_) => Verdict::of_candidates(grid),
        };
        let parsed = |text: &str| Solution::new(text.parse().ok()?).ok();
        let computed = match &record.board {
            Board::Grid(_) => verdict.solution.as_deref().and_then(parsed),
            Board::Candidates(_) => record.puzzle().ok().map(|puzzle| *puzzle.solution()),
        };
        let solution = computed.or_else(|| record.solution.as_deref().and_then(parsed));
        let Some(mistakes) = solution.and_then(|solution| Mistakes::of(record, &solution)) else {
            let state = record.state();
            let is_solved = state.is_full() && Solution::new(state).is_ok();
            if is_solved && (verdict.verdict.is_valid() || verdict.verdict == VerdictKind::Candidates) {
                verdict.solution = Some(state.to_string());
                (verdict.verdict, verdict.reason) = (VerdictKind::Solved, None);
            }
            return verdict;
        };
        let found = match computed {
            Some(_) => mistakes.to_string(),
            None => format!("by the solution given, {mistakes}"),
        };
        verdict.reason = match verdict.reason {
            Some(reason) if !verdict.verdict.is_valid() => Some(format!("{reason}; {found}")),
            _ => Some(found),
        };
        if verdict.verdict.is_valid() {
            verdict.verdict = VerdictKind::Mistakes;
        }
        let wrong = |cell: Cell, digit: Digit| WrongDigit { cell: cell.to_string(), digit: digit.get() };
        verdict.wrong_digits = mistakes.digits.iter().map(|found| wrong(found.cell, found.digit)).collect();
        verdict.wrong_candidates = mistakes.cells.iter().map(|cell| cell.to_string()).collect();
        verdict
    }

    /// Returns the verdict on candidates. `grid` has the digits that are the only candidates of their cells.
    pub fn of_candidates(grid: Grid) -> Verdict {
        Verdict::new(&grid, VerdictKind::Candidates, format!("{OnlyCandidates}: a puzzle is made of clues"))
    }

    fn new(grid: &Grid, verdict: VerdictKind, reason: impl ToString) -> Verdict {
        Verdict {
            grid: grid.to_string(),
            clues: grid.clue_count() as u8,
            verdict,
            reason: Some(reason.to_string()),
            solution: None,
            wrong_digits: Vec::new(),
            wrong_candidates: Vec::new(),
        }
    }
}

/// The number of wrong cells of a solution that a message names.
const NAMED_CELLS: usize = 5;

/// Returns the errors of a solution that a file gives; `None` if it is correct. At most five wrong cells are named.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_dataset::wrong_solution;
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let given = puzzle.solution().to_string().replacen('5', "1", 1);
/// let why = wrong_solution(&given, puzzle.solution());
/// assert_eq!(why.as_deref(), Some("the solution given has 1 in r1c1, expected 5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wrong_solution(given: &str, solution: &Solution) -> Option<String> {
    let given = match parse_grid(given) {
        Ok(grid) => grid,
        Err(error) => return Some(format!("the solution given is no grid: {error}")),
    };
    let mut wrong = solution.grid().clues().filter(|&(cell, right)| given.get(cell) != Some(right));
    let named = wrong.by_ref().take(NAMED_CELLS).map(|(cell, right)| {
        let found = given.get(cell).map_or("nothing".to_string(), |digit| digit.to_string());
        format!("{found} in {cell}, expected {right}")
    });
    let named: Vec<String> = named.collect();
    let more = match wrong.count() {
        _ if named.is_empty() => return None,
        0 => String::new(),
        1 => "; 1 more cell is wrong".to_string(),
        more => format!("; {more} more cells are wrong"),
    };
    Some(format!("the solution given has {}{more}", named.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn verdict(grid: &str, given: Option<&str>) -> Verdict {
        let grid: Grid = grid.parse().unwrap();
        Verdict::of(grid, Puzzle::new(grid), given)
    }

    #[test]
    fn verdicts_and_reasons() {
        let minimal = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        assert_eq!(verdict(minimal, None).verdict, VerdictKind::Minimal);
        assert_eq!(verdict(SOLUTION, Some(SOLUTION)).verdict, VerdictKind::Solved);
        assert_eq!(verdict(&CLUES.replacen("53", "55", 1), None).verdict, VerdictKind::Unsolvable);
        let wrong = verdict(CLUES, Some(minimal));
        assert!(!wrong.verdict.is_valid());
        let named = "4 in r1c1, expected 5; nothing in r1c2, expected 3; nothing in r1c3, expected 4; \
                     nothing in r1c4, expected 6; nothing in r1c5, expected 7";
        assert_eq!(wrong.reason, Some(format!("the solution given has {named}; 76 more cells are wrong")));
        let two = SOLUTION.replacen("53", "35", 1);
        assert_eq!(
            verdict(CLUES, Some(&two)).reason.as_deref(),
            Some("the solution given has 3 in r1c1, expected 5; 5 in r1c2, expected 3")
        );
        let wrong = verdict(SOLUTION, Some("5"));
        assert!(wrong.reason.unwrap().starts_with("the solution given is no grid: "));
        let json = serde_json::to_value(Verdict::of_candidates(".".repeat(81).parse().unwrap())).unwrap();
        assert_eq!((&json["verdict"], &json["clues"]), (&"candidates".into(), &0.into()));
        assert_eq!(serde_json::to_value(wrong.verdict).unwrap(), wrong.verdict.to_string());
    }
}
