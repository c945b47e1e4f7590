//! The scale of Denis Berthier: the T&E depth, and B, BxB or BxBB.

use minirow_core::Puzzle;
use minirow_grade::{Limits, Pencilmarks};
use minirow_te::{BudgetSpent, Path, TeRating, path_from, rate, rate_candidates};

use super::{BUDGET_SPENT, PathScale, RatedStep, Scale, ScalePath, StepRating, cut_column};
use crate::column::{Column, TallyBy};
use crate::row::Row;
use crate::start_position::StartPosition;
use crate::value::ColumnType::UInt8;
use crate::value::Value;

/// The scale of T&E (trial and error) and of the braids that are needed, by Denis Berthier.
pub struct TrialAndError;

/// The scale of T&E.
pub static TE: TrialAndError = TrialAndError;

static COLUMNS: [Column; 5] = [
    number("te", "T&E depth: the number of assumptions that must be held at once, from 0 (singles suffice) to 3")
        .up_to(3, "a T&E depth from 0 to 3")
        .shown_as("T&E depth"),
    number("b", "B, for T&E depths 0 and 1: the length of the longest braid that is needed; 0 if singles suffice")
        .optional()
        .shown_as("B"),
    number("bxb", "BxB, for T&E depth 2: the length of the longest braid that is needed under one assumption")
        .optional(),
    number("bxbb", "BxBB, for T&E depth 3: the length of the longest braid that is needed under two assumptions")
        .optional(),
    cut_column("te_cut", "`budget-spent` if the budget was spent before the T&E depth and B were known"),
];

const fn number(name: &'static str, meaning: &'static str) -> Column {
    // A braid places at most one candidate in each empty cell, and a puzzle has 17 clues or more.
    Column::of_scale(name, UInt8, meaning).up_to(64, "the length of a braid, from 0 to 64").tallied(TallyBy::Value)
}

/// Sets the columns of a rating.
fn set(rating: Result<TeRating, BudgetSpent>, row: &mut Row) {
    let values: [Value; 5] = match rating {
        Ok(te) => [Some(te.depth()).into(), te.b().into(), te.bxb().into(), te.bxbb().into(), Value::Missing],
        Err(_) => std::array::from_fn(|place| if place == 4 { BUDGET_SPENT.into() } else { Value::Missing }),
    };
    for (column, value) in COLUMNS.iter().zip(values) {
        row.scales.set(column.name(), value);
    }
}

impl Scale for TrialAndError {
    fn name(&self) -> &'static str {
        "te"
    }

    fn summary(&self) -> &'static str {
        "Ratings of Denis Berthier: the T&E depth, and the length of the longest braid (B, BxB, BxBB)"
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    /// Returns B, which tells nearly all puzzles apart. Puzzles of depth 2 and 3 have none.
    fn rating(&self) -> &'static Column {
        &COLUMNS[1]
    }

    fn rate(&self, puzzle: &Puzzle, limits: Limits, row: &mut Row) {
        set(rate(puzzle, limits.budget), row);
    }

    fn rate_position(&self, start: &StartPosition, limits: Limits, row: &mut Row) {
        set(rate_candidates(&start.position.with_values(), &start.solution, limits.budget), row);
    }

    fn with_path(&self) -> Option<&dyn PathScale> {
        Some(self)
    }

    fn describe(&self, row: &Row) -> Vec<String> {
        let [te, b, bxb, bxbb, cut] = [0, 1, 2, 3, 4].map(|place| COLUMNS[place].value(row));
        let lengths = [("B", b), ("BxB", bxb), ("BxBB", bxbb)];
        let length = lengths.into_iter().find(|(_, length)| !length.is_missing());
        match length {
            _ if te.is_missing() => vec![cut.to_string()],
            None => vec![format!("T&E depth {te}")],
            Some((name, length)) => vec![format!("T&E depth {te}, {name} {length}")],
        }
    }
}

impl PathScale for TrialAndError {
    fn path_summary(&self) -> &'static str {
        "T&E: singles, then braids, the shortest first"
    }

    fn path(&self, start: &StartPosition) -> Box<dyn ScalePath> {
        Box::new(path_from(start.position.clone()))
    }

    fn path_ratings(&self, steps: &[&StepRating], _: usize) -> Vec<String> {
        let hardest = steps.iter().max().expect("a path has steps");
        vec![format!("T&E depth {}", hardest.rank[0]), hardest.to_string()]
    }
}

impl ScalePath for Path {
    fn position(&self) -> &Pencilmarks {
        self.pencilmarks()
    }

    fn next_step(&mut self) -> Option<RatedStep> {
        let step = self.next()?;
        let te = TeRating::of(&step);
        let (depth, length) = (te.depth().into(), te.length().into());
        let rating = StepRating { rank: [depth, length], value: length.into(), text: te.to_string() };
        Some(RatedStep::of_grade(rating, step))
    }
}
