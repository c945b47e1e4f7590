//! The report of a row: the checks that apply to it, and those that it fails.

use std::borrow::Cow;
use std::collections::BTreeSet;

use minirow_core::{Puzzle, backdoor, canon, solver};
use minirow_formats::Value;
use minirow_grade::Limits;
use minirow_table::input::Entry;
use minirow_table::{Column, Columns, Row, Scale, ScaleSet, differences, equivalence};
use strum::{IntoStaticStr, VariantArray};

use crate::in_order::{SolvedClues, puzzle_of};
use crate::verdict::wrong_solution;

/// A check of a row. The order is that of the summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Check {
    /// The line holds a grid.
    #[strum(serialize = "readable")]
    Grid,
    /// The puzzle has one solution.
    #[strum(serialize = "one solution")]
    Proper,
    /// The column of the solution.
    Solution,
    /// The number of clues.
    Clues,
    /// The column `minimal`.
    Minimal,
    /// The column `symmetry`.
    Symmetry,
    /// The column `grid_id`.
    GridId,
    /// The columns `nodes` and `backdoor`.
    Labels,
    /// The columns of ratings.
    Ratings,
}

impl Check {
    /// All checks, in order.
    pub const ALL: [Check; 9] = *Check::VARIANTS.as_array().expect("nine checks");

    /// Returns the name in the summary, such as `one solution`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The results of all checks of a row, and its keys.
#[derive(Default, Debug)]
pub(super) struct RowReport {
    /// The checks that apply to the row.
    pub(super) checks: BTreeSet<Check>,
    pub(super) failures: Vec<(Check, String)>,
    /// The key of the puzzle, and the number of the symmetry that leads to its canonical form.
    pub(super) puzzle: Option<(u128, u64)>,
    /// The key of the solution grid.
    pub(super) solution: Option<u128>,
    /// The key of the id.
    pub(super) id: Option<u128>,
    /// The value of the column `split`.
    pub(super) split: Option<String>,
}

/// Returns `true` if a row has a rating.
pub(super) fn is_rated(entry: &Entry) -> bool {
    !scales(entry).is_empty()
}

/// Returns a row for a sample that is held in memory: a large row with its ratings alone, which are short texts.
pub(super) fn rated_part(mut entry: Entry) -> Entry {
    const LARGE: usize = 1 << 14;
    const LONGEST: usize = 1000;
    if entry.record.bytes() < LARGE {
        return entry;
    }
    let columns = Columns::grade(ScaleSet::ALL, false);
    let value =
        |name: &str| Some((name.to_string(), entry.fields.text(name)?.chars().take(LONGEST).collect::<String>()));
    let ratings = columns.names().filter_map(value).map(|(name, text)| (name, Value::Text(text)));
    entry.record.fields = ratings.collect();
    entry.record.solution = None;
    entry
}

/// Returns the scales on which a row is rated.
///
/// ER is rated in any file that has it. Another scale needs values in two of its columns, because one column, such as
/// `minutes`, may be that of another program.
fn scales(entry: &Entry) -> ScaleSet {
    let has = |column: &Column| entry.fields.text(column.name()).is_some();
    ScaleSet::ALL.filter(|scale| match scale.name() {
        "se" => has(scale.rating()),
        _ => scale.columns().iter().filter(|column| has(column)).count() >= 2,
    })
}

impl RowReport {
    /// Returns the report of a line that holds no grid.
    pub(super) fn of_bad_line(reason: String) -> RowReport {
        let mut report = RowReport::default();
        report.add(Check::Grid, Some(reason));
        report
    }

    /// Checks a row, given its clues and their puzzle.
    pub(super) fn of(entry: &Entry, clues: SolvedClues, with_ratings: bool) -> RowReport {
        let mut report = RowReport {
            checks: BTreeSet::from([Check::Grid, Check::Proper]),
            split: entry.fields.text("split").map(Cow::into_owned),
            id: entry.fields.text("id").map(|id| equivalence::key(&format!("id {id}"))),
            ..RowReport::default()
        };
        if let Ok((grid, _)) = &clues {
            let canonical = canon::grid(grid);
            let key = equivalence::key(&format!("puzzle {}", canonical.form));
            report.puzzle = Some((key, canonical.transformation.number()));
            // A number of clues that is right was removed by the reader.
            report.compare(Check::Clues, entry, &Row::new(*grid), "clues");
            report.compare(Check::Symmetry, entry, &Row::new(*grid), "symmetry");
        }
        let puzzle = match puzzle_of(clues) {
            Ok(puzzle) => puzzle,
            Err(reason) => {
                report.add(Check::Proper, Some(reason));
                return report;
            }
        };
        let mut row = Row::new(*puzzle.clues());
        if let Some(given) = &entry.solution {
            report.add(Check::Solution, wrong_solution(given, puzzle.solution()));
        }
        let form = canon::solution(puzzle.solution()).form;
        report.solution = Some(equivalence::key(&format!("solution {form}")));
        row.grid_id = Some(equivalence::grid_hash("", &form));
        report.compare(Check::GridId, entry, &row, "grid_id");
        if let Some(found) = entry.fields.text("minimal") {
            report.add(Check::Minimal, wrong_minimal(&found, &puzzle));
        }
        if entry.fields.text("nodes").is_some() {
            row.nodes = Some(solver::nodes(puzzle.clues()));
            report.compare(Check::Labels, entry, &row, "nodes");
        }
        if entry.fields.text("backdoor").is_some() {
            row.backdoor = u8::try_from(backdoor::size(&puzzle)).ok();
            report.compare(Check::Labels, entry, &row, "backdoor");
        }
        let invalid = invalid_rating(entry);
        if invalid.is_some() {
            report.add(Check::Ratings, invalid);
        } else if with_ratings && is_rated(entry) {
            report.add(Check::Ratings, wrong_ratings(entry, &puzzle));
        }
        report
    }

    fn add(&mut self, check: Check, failure: Option<String>) {
        self.checks.insert(check);
        self.failures.extend(failure.map(|why| (check, why)));
    }

    /// Compares a column with its computed value, if the row has the column.
    fn compare(&mut self, check: Check, entry: &Entry, row: &Row, column: &str) {
        if entry.fields.text(column).is_some() {
            let found = differences(&Columns::of_header([column]), row, |column| entry.fields.text(column));
            self.add(check, found.first().map(ToString::to_string));
        }
    }
}

fn wrong_minimal(found: &str, puzzle: &Puzzle) -> Option<String> {
    let redundant = puzzle.redundant_clues().first();
    match (found.to_ascii_lowercase().as_str(), redundant) {
        ("true" | "1", None) | ("false" | "0", Some(_)) => None,
        ("true" | "1", Some(cell)) => Some(format!("minimal is {found}, but the clue in {cell} can be spared")),
        ("false" | "0", None) => Some(format!("minimal is {found}, but no clue can be spared")),
        _ => Some(format!("minimal is {found}, expected true or false")),
    }
}

/// Returns the first rating that no puzzle can have.
fn invalid_rating(entry: &Entry) -> Option<String> {
    let mut row = Row::new(entry.grid());
    scales(entry).iter().flat_map(Scale::columns).find_map(|column| {
        let found = entry.fields.text(column.name())?;
        column.set_known(&mut row, &(&*found).into()).err().map(|error| error.to_string())
    })
}

/// Returns the differences between the ratings of a row and those that the puzzle gets now.
pub(super) fn wrong_ratings(entry: &Entry, puzzle: &Puzzle) -> Option<String> {
    let scales = scales(entry);
    let mut row = Row::of(puzzle);
    scales.rate(puzzle, Limits::default(), &mut row);
    let columns = ["puzzle", "solution", "clues"].into_iter().fold(Columns::grade(scales, false), Columns::without);
    let wrong = differences(&columns, &row, |column| entry.fields.text(column));
    let wrong: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    (!wrong.is_empty()).then(|| wrong.join("; "))
}
