//! The scale of HoDoKu: level, score and hardest technique.

use minirow_core::Puzzle;
use minirow_grade::{Limits, Pencilmarks};
use minirow_hodoku::{BudgetSpent, Level, Path, Rating, TECHNIQUES, path_from, rate, rate_from};

use super::{BUDGET_SPENT, PathScale, RatedStep, Scale, ScalePath, StepInWords, StepRating, cut_column};
use crate::column::{Column, TallyBy};
use crate::row::Row;
use crate::start_position::StartPosition;
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
        .tallied(TallyBy::Value)
        .shown_as("HoDoKu score"),
    Column::of_scale("hodoku_hardest", Utf8, "technique with the highest score in the path of HoDoKu 2.2.0")
        .optional() // full grids have none
        .tallied(TallyBy::Name(|| TECHNIQUES.iter().map(|technique| (technique.slug, technique.name)).collect())),
    cut_column("hodoku_cut", "`budget-spent` if the budget was spent before the level and the score were known"),
];

impl Hodoku {
    /// Sets the columns of the scale from a rating.
    ///
    /// ```
    /// use minirow_core::Puzzle;
    /// use minirow_table::{Hodoku, Row};
    ///
    /// let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?)?;
    /// let rating = minirow_hodoku::rate(&puzzle, None)?;
    /// let mut row = Row::of(&puzzle);
    /// Hodoku::set_rating(Ok(&rating), &mut row);
    /// assert_eq!(row.scales.get("hodoku_score").uint(), Some(rating.score().into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_rating(rating: Result<&Rating, &BudgetSpent>, row: &mut Row) {
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
        Hodoku::set_rating(rate(puzzle, limits.budget).as_ref(), row);
    }

    fn rate_position(&self, start: &StartPosition, limits: Limits, row: &mut Row) {
        let rating = rate_from(&start.position, &start.solution, start.is_unique, limits.budget);
        Hodoku::set_rating(rating.as_ref(), row);
    }

    fn with_path(&self) -> Option<&dyn PathScale> {
        Some(self)
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

impl PathScale for Hodoku {
    fn path_summary(&self) -> &'static str {
        "HoDoKu's path: the first step of the first of its techniques that finds one"
    }

    fn path(&self, start: &StartPosition) -> Box<dyn ScalePath> {
        let path = path_from(&start.clues, &start.solution, start.position.clone());
        Box::new(if start.is_unique { path } else { path.without_uniqueness() })
    }

    fn path_ratings(&self, steps: &[&StepRating], _: usize) -> Vec<String> {
        let score = steps.iter().map(|step| step.rank[0]).sum();
        let hardest = steps.iter().map(|step| step.rank[1]).max().expect("a path has steps");
        let level = Level::of(Level::ALL[hardest as usize], score);
        vec![format!("HoDoKu {level}"), format!("score {score}")]
    }
}

impl ScalePath for Path {
    fn position(&self) -> &Pencilmarks {
        self.pencilmarks()
    }

    fn next_step(&mut self) -> Option<RatedStep> {
        let step = self.next()?;
        let (score, level) = (step.technique().score, step.technique().level);
        let place = Level::ALL.iter().position(|&other| other == level).expect("all levels are listed");
        let text = format!("{level} {score}");
        let rating = StepRating { rank: [score, place as u32], value: score.into(), text };
        Some(RatedStep::new(rating, move |position| StepInWords {
            step: step.drawn(position),
            explanation: step.explain(position),
            notation: Some(step.to_string()),
        }))
    }
}
