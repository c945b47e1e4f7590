//! Verdicts on grids: proper puzzle, minimal puzzle, correct solution, or an error with its reason.

use minirow_core::text::OnlyCandidates;
use minirow_core::{Grid, NotAPuzzle, Puzzle, Solution};
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
    /// A full grid without a clash.
    Solved,
    /// A grid with several solutions.
    Ambiguous,
    /// A grid without a solution.
    Unsolvable,
    /// A puzzle whose given solution is wrong.
    WrongSolution,
    /// 729 candidates, which have no clues.
    Candidates,
}

impl VerdictKind {
    /// Returns `true` for a puzzle with one solution or a full grid, without a wrong solution.
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

    /// Returns the verdict on candidates. `grid` has the digits that are the only candidates of their cells.
    pub fn of_candidates(grid: Grid) -> Verdict {
        Verdict::new(&grid, VerdictKind::Candidates, format!("{OnlyCandidates}: a puzzle is made of clues"))
    }

    fn new(grid: &Grid, verdict: VerdictKind, reason: impl ToString) -> Verdict {
        let (grid, clues) = (grid.to_string(), grid.clue_count() as u8);
        Verdict { grid, clues, verdict, reason: Some(reason.to_string()), solution: None }
    }
}

/// Returns the first error of a solution that a file gives; `None` if it is correct.
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
    let given: Grid = match given.parse() {
        Ok(grid) => grid,
        Err(error) => return Some(format!("the solution given is no grid: {error}")),
    };
    let (cell, right) = solution.grid().clues().find(|&(cell, right)| given.get(cell) != Some(right))?;
    let found = given.get(cell).map_or("nothing".to_string(), |digit| digit.to_string());
    Some(format!("the solution given has {found} in {cell}, expected {right}"))
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
        assert_eq!(wrong.reason.as_deref(), Some("the solution given has 4 in r1c1, expected 5"));
        let wrong = verdict(SOLUTION, Some("5"));
        assert!(wrong.reason.unwrap().starts_with("the solution given is no grid: "));
        let json = serde_json::to_value(Verdict::of_candidates(".".repeat(81).parse().unwrap())).unwrap();
        assert_eq!((&json["verdict"], &json["clues"]), (&"candidates".into(), &0.into()));
        assert_eq!(serde_json::to_value(wrong.verdict).unwrap(), wrong.verdict.to_string());
    }
}
