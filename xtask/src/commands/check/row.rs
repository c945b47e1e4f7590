//! A row of a data set, and whether what it says is so.

use std::borrow::Cow;

use minirow_core::text::Board;
use minirow_core::{NotAPuzzle, PatternSymmetry, Puzzle, backdoor, canon, solver};

use super::difference;
use crate::classes;
use crate::input::Entry;
use crate::{records, split};

/// What rows say, in the order of the summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum What {
    Grid,
    Proper,
    Solution,
    Clues,
    Minimal,
    Symmetry,
    GridId,
    Labels,
    Ratings,
}

impl What {
    /// All, with their names and what is said if all is well.
    pub(super) const ALL: [(What, &str); 9] = [
        (What::Grid, "readable"),
        (What::Proper, "one solution"),
        (What::Solution, "solution"),
        (What::Clues, "clues"),
        (What::Minimal, "minimal"),
        (What::Symmetry, "symmetry"),
        (What::GridId, "grid_id"),
        (What::Labels, "labels"),
        (What::Ratings, "ratings"),
    ];
}

/// What was found out about a row.
#[derive(Default, Debug)]
pub(super) struct Looked {
    /// What it says, right or wrong.
    pub(super) said: Vec<What>,
    pub(super) failures: Vec<(What, String)>,
    /// The key of the puzzle, and the number of the way to its canonical form.
    pub(super) puzzle: Option<(u128, u64)>,
    /// The key of the solution grid.
    pub(super) solution: Option<u128>,
    /// The key of the id.
    pub(super) id: Option<u128>,
    /// What stands in the column of the split.
    pub(super) split: Option<String>,
}

/// Whether a row is rated.
pub(super) fn is_rated(entry: &Entry) -> bool {
    entry.fields.text("er").is_some()
}

/// Looks at a row, given what the batch engine says of its clues.
pub(super) fn look(entry: &Entry, puzzle: Option<Result<Puzzle, NotAPuzzle>>, rate: bool) -> Looked {
    let mut looked = Looked::default();
    let said = |name| entry.fields.text(name);
    looked.split = said("split").map(Cow::into_owned);
    looked.id = said("id").map(|id| classes::key(&format!("id {id}")));
    let grid = match classes::clues(&entry.board) {
        Ok(grid) => grid,
        Err(why) => {
            looked.check(What::Proper, Some(why));
            return looked;
        }
    };
    let canonical = canon::grid(&grid);
    let key = classes::key(&format!("puzzle {}", canonical.form));
    looked.puzzle = Some((key, canonical.transformation.number()));
    // The reader has taken away the number of clues if it is right.
    if let Some(clues) = said("clues").filter(|clues| clues.trim() != grid.clue_count().to_string()) {
        looked.check(What::Clues, Some(format!("clues is {clues}, expected {}", grid.clue_count())));
    }
    if let Some(symmetry) = said("symmetry") {
        let found = PatternSymmetry::of(grid.pattern()).name();
        looked.check(What::Symmetry, (symmetry != found).then(|| format!("symmetry is {symmetry}, expected {found}")));
    }
    let puzzle = match puzzle.unwrap_or_else(|| Puzzle::new(grid)) {
        Ok(puzzle) => puzzle,
        Err(why) => {
            looked.check(What::Proper, Some(why.to_string()));
            return looked;
        }
    };
    looked.check(What::Proper, None);
    if let Some(given) = &entry.solution {
        looked.check(What::Solution, difference(given, puzzle.solution()));
    }
    let form = canon::solution(puzzle.solution()).form;
    looked.solution = Some(classes::key(&format!("solution {form}")));
    if let Some(id) = said("grid_id") {
        let expected = split::grid_id(&form);
        looked.check(What::GridId, (id != expected).then(|| format!("grid_id is {id}, expected {expected}")));
    }
    if let Some(minimal) = said("minimal") {
        looked.check(What::Minimal, wrong_minimal(&minimal, &puzzle));
    }
    for name in ["nodes", "backdoor"] {
        let Some(found) = said(name) else { continue };
        let expected = match name {
            "nodes" => solver::nodes(&grid),
            _ => backdoor::size(&puzzle) as u64,
        };
        let wrong = !is_same(&found, &expected.to_string());
        looked.check(What::Labels, wrong.then(|| format!("{name} is {found}, expected {expected}")));
    }
    if rate && is_rated(entry) {
        looked.check(What::Ratings, wrong_ratings(entry, &puzzle));
    }
    looked
}

impl Looked {
    fn check(&mut self, what: What, wrong: Option<String>) {
        if !self.said.contains(&what) {
            self.said.push(what);
        }
        self.failures.extend(wrong.map(|why| (what, why)));
    }
}

fn wrong_minimal(said: &str, puzzle: &Puzzle) -> Option<String> {
    let spare = puzzle.redundant_clues().first();
    match (said.to_ascii_lowercase().as_str(), spare) {
        ("true" | "1", None) | ("false" | "0", Some(_)) => None,
        ("true" | "1", Some(cell)) => Some(format!("minimal is {said}, but the clue in {cell} can be spared")),
        ("false" | "0", None) => Some(format!("minimal is {said}, but no clue can be spared")),
        _ => Some(format!("minimal is {said}, expected true or false")),
    }
}

/// How the ratings of a row differ from those that it gets when it is rated again.
pub(super) fn wrong_ratings(entry: &Entry, puzzle: &Puzzle) -> Option<String> {
    let line = records::grade_line(puzzle.clues(), Some((puzzle, &minirow_grade::grade(puzzle))), false);
    let columns = records::grade_header(false).trim_end().split(',').zip(line.trim_end().split(','));
    let mut wrong = Vec::new();
    for (name, expected) in columns.filter(|(name, _)| !matches!(*name, "puzzle" | "solution" | "clues")) {
        if let Some(found) = entry.fields.text(name)
            && !is_same(&found, expected)
        {
            wrong.push(format!("{name} is {found}, expected {expected}"));
        }
    }
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

/// Numbers are the same however they are written.
pub(super) fn is_same(found: &str, expected: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    found == expected || number(found).is_some_and(|found| number(expected) == Some(found))
}

/// The clues of an entry that has some, for the batch engine.
pub(super) fn clues(entry: &Entry) -> Option<minirow_core::Grid> {
    if let Board::Grid(grid) = entry.board { Some(grid) } else { None }
}
