//! Verdicts on grids: whether a grid is a puzzle with one solution, a minimal one, or correctly solved; with the reason if
//! not.

use minirow_core::text::OnlyCandidates;
use minirow_core::{Grid, NotAPuzzle, Puzzle, Solution};
use serde::Serialize;
use strum::{Display, IntoStaticStr};

/// What a grid is found to be.
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
    /// What the grid is.
    pub verdict: VerdictKind,
    /// The reason if something is wrong, or the clues that can be spared.
    pub reason: Option<String>,
    /// The only solution, if there is one.
    pub solution: Option<String>,
}

/// The kinds of verdicts; displayed and serialized in kebab case, such as `wrong-solution`.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Display, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum VerdictKind {
    /// A puzzle with one solution, and no clue can be spared.
    Minimal,
    /// A puzzle with one solution, but clues can be spared.
    Proper,
    /// A full grid without a clash.
    Solved,
    /// A grid with several solutions.
    Ambiguous,
    /// A grid without a solution.
    Unsolvable,
    /// The solution that is given is not that of the puzzle.
    WrongSolution,
    /// 729 candidates, which have no clues.
    Candidates,
}

impl VerdictKind {
    /// Returns `true` if nothing is wrong.
    pub fn is_valid(self) -> bool {
        matches!(self, VerdictKind::Minimal | VerdictKind::Proper | VerdictKind::Solved)
    }
}

impl Verdict {
    /// Returns the verdict on a grid.
    ///
    /// `puzzle` is what a solver found for this grid, so that callers can solve many grids at once. `given` is the solution
    /// that a file gives, if it gives one.
    pub fn of(grid: Grid, puzzle: Result<Puzzle, NotAPuzzle>, given: Option<&str>) -> Verdict {
        let verdict = |kind, reason, solution| Verdict::new(&grid, kind, reason, solution);
        let wrong = |solution: &Solution| given.and_then(|given| wrong_solution(given, solution));
        if grid.is_full() {
            return match Solution::new(grid) {
                Ok(solution) => match wrong(&solution) {
                    Some(wrong) => verdict(VerdictKind::WrongSolution, Some(wrong), Some(&solution)),
                    None => verdict(VerdictKind::Solved, None, Some(&solution)),
                },
                Err(error) => verdict(VerdictKind::Unsolvable, Some(format!("no solution: {error}")), None),
            };
        }
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(error @ NotAPuzzle::Ambiguous(_)) => {
                return verdict(VerdictKind::Ambiguous, Some(error.to_string()), None);
            }
            Err(error) => return verdict(VerdictKind::Unsolvable, Some(error.to_string()), None),
        };
        let solution = puzzle.solution();
        if let Some(wrong) = wrong(solution) {
            return verdict(VerdictKind::WrongSolution, Some(wrong), Some(solution));
        }
        let redundant = puzzle.redundant_clues();
        if redundant.is_empty() {
            return verdict(VerdictKind::Minimal, None, Some(solution));
        }
        let cells: Vec<String> = redundant.iter().map(|cell| cell.to_string()).collect();
        let reason = format!("any one of the clues {} can be spared", cells.join(" "));
        verdict(VerdictKind::Proper, Some(reason), Some(solution))
    }

    /// Returns the verdict on candidates, which `grid` has those digits of that are the only ones in their cells.
    pub fn of_candidates(grid: Grid) -> Verdict {
        let reason = format!("{OnlyCandidates}: a puzzle is made of clues");
        Verdict::new(&grid, VerdictKind::Candidates, Some(reason), None)
    }

    fn new(grid: &Grid, verdict: VerdictKind, reason: Option<String>, solution: Option<&Solution>) -> Verdict {
        let solution = solution.map(Solution::to_string);
        Verdict { grid: grid.to_string(), clues: grid.clue_count() as u8, verdict, reason, solution }
    }
}

/// Returns how a solution that a file gives differs from the solution of the puzzle.
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
