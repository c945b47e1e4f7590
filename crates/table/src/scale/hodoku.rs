//! The scale of HoDoKu: level, score and hardest technique.

use minirow_core::{Puzzle, Solution};
use minirow_grade::{Limits, Pencilmarks};
use minirow_hodoku::{BudgetSpent, Level, Rating, TECHNIQUES, rate, rate_from};

use super::{BUDGET_SPENT, Scale, cut_column};
use crate::column::{Column, TallyBy};
use crate::row::Row;
use crate::value::ColumnType::{UInt64, Utf8};
use crate::value::Value;

/// The scale of HoDoKu 2.2.0, by Bernhard Hobiger.
pub struct Hodoku;

/// The scale of HoDoKu.
pub static HODOKU: Hodoku = Hodoku;

/// The highest score that is read: 729 steps, each of which removes a candidate, of at most 10,000.
const MOST_SCORE: u64 = 729 * 10_000;

static COLUMNS: [Column; 4] = [
    Column::of_scale("hodoku_level", Utf8, "level in HoDoKu 2.2.0: easy, medium, hard, unfair or extreme")
        .tallied(TallyBy::Name(|| Level::ALL.map(|level| (level.slug(), level.slug())).to_vec())),
    Column::of_scale("hodoku_score", UInt64, "score in HoDoKu 2.2.0: the sum of the scores of all steps")
        .up_to(MOST_SCORE, "a score from 0 to 7290000")
        .tallied(TallyBy::Value),
    Column::of_scale("hodoku_hardest", Utf8, "technique with the highest score in the path of HoDoKu 2.2.0")
        .optional() // full grids have none
        .tallied(TallyBy::Name(|| TECHNIQUES.iter().map(|technique| (technique.slug, technique.name)).collect())),
    cut_column("hodoku_cut", "`budget-spent` if the budget was spent before the level and the score were known"),
];

/// Sets the columns of a rating.
fn set(rating: Result<Rating, BudgetSpent>, row: &mut Row) {
    let values: [Value; 4] = match rating {
        Ok(rating) => [
            rating.level().slug().into(),
            u64::from(rating.score()).into(),
            rating.hardest().map(|technique| technique.slug).into(),
            Value::Missing,
        ],
        Err(_) => [Value::Missing, Value::Missing, Value::Missing, BUDGET_SPENT.into()],
    };
    for (column, value) in COLUMNS.iter().zip(values) {
        row.scales.set(column.name(), value);
    }
}

impl Scale for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn summary(&self) -> &'static str {
        "Ratings of HoDoKu 2.2.0: the level, the score, and the technique with the highest score"
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    fn rating(&self) -> &'static Column {
        &COLUMNS[1]
    }

    fn class_width(&self) -> u64 {
        20
    }

    fn rate(&self, puzzle: &Puzzle, limits: Limits, row: &mut Row) {
        set(rate(puzzle, limits.budget), row);
    }

    fn rate_position(
        &self,
        position: &Pencilmarks,
        solution: &Solution,
        is_unique: bool,
        limits: Limits,
        row: &mut Row,
    ) {
        set(rate_from(position, solution, is_unique, limits.budget), row);
    }

    fn describe(&self, row: &Row) -> Vec<String> {
        let [level, score, hardest, cut] = [0, 1, 2, 3].map(|place| COLUMNS[place].value(row));
        if level.is_missing() {
            return vec![cut.to_string()];
        }
        let slug = hardest.text();
        let technique = TECHNIQUES.iter().find(|technique| technique.slug == slug);
        let of_technique = technique.map(|technique| format!("highest score: {}", technique.name));
        std::iter::once(format!("{level}, score {score}")).chain(of_technique).collect()
    }
}
