//! The scale of Sudoku Explainer: ER, EP and ED, the level, and the techniques of the path.

use minirow_core::Puzzle;
use minirow_grade::{Level, Limits, Path, Pencilmarks, Rating, TECHNIQUES, grade_path, grade_within, path_from};

use super::{PathScale, RatedStep, Scale, ScalePath, StepRating};
use crate::column::{Column, ColumnGroup, Getter, Setter, TallyBy};
use crate::registry::put;
use crate::row::{CUTS, Row, RowLevel, TechniqueName, number_of_steps, parse_techniques};
use crate::start_position::StartPosition;
use crate::value::ColumnType::{Float64, UInt16, Utf8};

/// The scale of Sudoku Explainer 1.2.1, by Nicolas Juillerat.
pub struct SudokuExplainer;

/// The scale on which every pack is rated.
pub static SUDOKU_EXPLAINER: SudokuExplainer = SudokuExplainer;

const BOTH: &[ColumnGroup] = &[ColumnGroup::Pack, ColumnGroup::Grade];

static COLUMNS: [Column; 7] = [
    rating(
        "er",
        "ER",
        "rating of the hardest step, on the scale of Sudoku Explainer 1.2.1 (1.0 to about 12, in tenths)",
        |row| row.er.into(),
        |row, value| put(&mut row.er, value.rating()),
    ),
    rating(
        "ep",
        "EP",
        "rating of the hardest step up to and including the first placement",
        |row| row.ep.into(),
        |row, value| put(&mut row.ep, value.rating()),
    ),
    rating(
        "ed",
        "ED",
        "rating of the first step",
        |row| row.ed.into(),
        |row, value| put(&mut row.ed, value.rating()),
    ),
    Column::new(
        "level",
        Utf8,
        "by ER: easy 1.0 - 1.5, medium 1.6 - 2.5, hard 2.6 - 4.0, expert 4.1 - 6.2, diabolical 6.3 - 7.9, extreme 8.0 and \
         more",
        |row| row.level.as_ref().map(RowLevel::name).into(),
        |row, value| put(&mut row.level, RowLevel::parse(&value.text())),
    )
    .in_files(BOTH)
    .tallied(TallyBy::Name(levels))
    .expecting("a name"),
    Column::new(
        "hardest",
        Utf8,
        "technique of the first step with the rating `er`",
        |row| row.hardest.as_ref().map(TechniqueName::slug).into(),
        |row, value| put(&mut row.hardest, TechniqueName::parse(&value.text())),
    )
    .in_files(BOTH)
    .tallied(TallyBy::Name(techniques))
    .expecting("a name"),
    Column::new(
        "techniques",
        Utf8,
        "steps of each technique on the path, as `technique:count` joined by `;`; a map in JSON",
        |row| row.techniques_text().into(),
        |row, value| put(&mut row.techniques, parse_techniques(&value.text())),
    )
    .in_files(BOTH)
    .tallied(TallyBy::Custom)
    .expecting("technique:steps;technique:steps;..."),
    Column::new(
        "steps",
        UInt16,
        "number of steps of the path",
        |row| row.steps.map(u64::from).into(),
        |row, value| put(&mut row.steps, number_of_steps(value)),
    )
    .in_files(BOTH)
    .tallied(TallyBy::Value)
    .shown_as("steps")
    .expecting("a number of steps"),
];

const fn rating(name: &'static str, label: &'static str, meaning: &'static str, get: Getter, set: Setter) -> Column {
    Column::new(name, Float64, meaning, get, set).in_files(BOTH).in_tenths().tallied(TallyBy::Value).shown_as(label)
}

fn levels() -> Vec<(&'static str, &'static str)> {
    let cuts = CUTS.map(|cut| (cut.name(), cut.name()));
    Level::ALL.map(|level| (level.name(), level.name())).into_iter().chain(cuts).collect()
}

fn techniques() -> Vec<(&'static str, &'static str)> {
    TECHNIQUES.iter().map(|technique| (technique.slug, technique.name)).collect()
}

impl Scale for SudokuExplainer {
    fn name(&self) -> &'static str {
        "se"
    }

    fn summary(&self) -> &'static str {
        "Ratings of Sudoku Explainer 1.2.1: the hardest step, up to the first placement, the first step"
    }

    fn columns(&self) -> &'static [Column] {
        &COLUMNS
    }

    fn rating(&self) -> &'static Column {
        &COLUMNS[0]
    }

    fn rate(&self, puzzle: &Puzzle, limits: Limits, row: &mut Row) {
        row.set_grade(&grade_within(puzzle, limits));
    }

    fn rate_position(&self, start: &StartPosition, limits: Limits, row: &mut Row) {
        row.set_grade(&grade_path(path(start, limits)));
    }

    fn with_path(&self) -> Option<&dyn PathScale> {
        Some(self)
    }

    fn describe(&self, row: &Row) -> Vec<String> {
        let rating = |rating: Option<Rating>| rating.map_or("-".to_string(), |rating| rating.to_string());
        let level = row.level.as_ref().map(RowLevel::name).unwrap_or_default();
        let [er, ep, ed] = [row.er, row.ep, row.ed].map(rating);
        let mut lines = vec![format!("ER {er}, EP {ep}, ED {ed}: {level}")];
        if let (Some(hardest), Some(steps)) = (&row.hardest, row.steps) {
            lines.push(format!("{steps} steps, the hardest: {}", hardest.title()));
        }
        lines
    }
}

/// Returns the path from a position.
fn path(start: &StartPosition, limits: Limits) -> Path {
    let path = path_from(start.position.clone(), limits);
    if start.is_unique { path } else { path.without_uniqueness() }
}

impl PathScale for SudokuExplainer {
    fn path_summary(&self) -> &'static str {
        "The techniques of Sudoku Explainer, the lowest rating first"
    }

    fn path(&self, start: &StartPosition) -> Box<dyn ScalePath> {
        Box::new(path(start, Limits::default()))
    }

    fn path_ratings(&self, steps: &[&StepRating], placed: usize) -> Vec<String> {
        let highest = |count: usize| Rating::new(steps[..count].iter().max().map_or(0.0, |rating| rating.value));
        let [er, ep, ed] = [steps.len(), placed, 1].map(highest);
        vec![format!("ER {er}"), format!("EP {ep}"), format!("ED {ed}"), Level::of(er).to_string()]
    }
}

impl ScalePath for Path {
    fn position(&self) -> &Pencilmarks {
        self.pencilmarks()
    }

    fn next_step(&mut self) -> Option<RatedStep> {
        let step = self.next()?;
        let tenths = step.rating().tenths();
        let rating = StepRating { rank: [tenths, 0], value: f64::from(tenths) / 10.0, text: step.rating().to_string() };
        Some(RatedStep::of_grade(rating, step))
    }

    fn is_stuck(&self) -> bool {
        self.is_stuck()
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::Grid;

    use super::*;

    /// Reads a value, and returns its text in a file.
    fn read(column: &str, text: &str) -> Result<String, String> {
        let mut row = Row::new(Grid::EMPTY);
        let column = COLUMNS.iter().find(|known| known.name() == column).unwrap();
        column.set(&mut row, &text.into()).map_err(|error| error.to_string())?;
        Ok(column.value(&row).to_string())
    }

    #[test]
    fn numbers_of_steps_of_data_frames_are_accepted() {
        assert_eq!(["43", "43.0", "9999"].map(|text| read("steps", text).unwrap()), ["43", "43", "9999"]);
        assert_eq!(read("steps", "10000"), Err("steps is `10000`, expected a number of steps".into()));
        assert!(["-1", "4.5", "x"].iter().all(|text| read("steps", text).is_err()));
    }

    #[test]
    fn techniques_have_numbers_of_steps() {
        assert_eq!(read("techniques", "x-wing:2; hidden-single:40.0").unwrap(), "x-wing:2;hidden-single:40");
        for bad in ["x-wing", "x-wing:", ":3", "x-wing:2;", "x-wing:two", &format!("{}:1", "x".repeat(61))] {
            assert!(read("techniques", bad).is_err(), "{bad}");
        }
    }
}
