//! The counted values of a record: those of its grid, and those of its columns.

use std::sync::LazyLock;

use minirow_core::Puzzle;
use minirow_formats::Record;
use minirow_grade::Limits;
use minirow_table::{Column, Registry, Row, Scale, ScaleSet};
use minirow_text::Board;

use crate::Error;
use crate::statistics::duplicates::DuplicateRule;

/// The columns that are read. Of several wrong values, the error names the first in this order.
static COLUMNS: LazyLock<Vec<&Column>> = LazyLock::new(|| {
    let of_grade = ["minimal", "weight", "er", "ep", "ed", "level", "hardest", "techniques", "steps"];
    let column = |name| Registry::standard().find(name).expect("a column of the registry");
    let of_scales = ScaleSet::ALL - ScaleSet::SE;
    let of_scales = of_scales.iter().flat_map(Scale::columns).filter(|column| column.is_tallied());
    of_grade.into_iter().map(column).chain(of_scales).collect()
});

/// The options of counting rows.
///
/// ```
/// use minirow_report::statistics::{CountOptions, DuplicateRule};
///
/// let options = CountOptions::default();
/// assert_eq!((options.duplicates, options.scales.is_empty()), (DuplicateRule::Exact, true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountOptions {
    /// The puzzles that count as duplicates.
    pub duplicates: DuplicateRule,
    /// The scales on which puzzles are rated that have no rating on them.
    pub scales: ScaleSet,
}

/// The counted values of one record.
///
/// ```
/// use minirow_formats::Reader;
/// use minirow_report::statistics::{CountOptions, CountedRow};
///
/// let csv = "puzzle,er\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,hard\n";
/// let record = Reader::new(csv.as_bytes()).next().unwrap()?.record;
/// let error = CountedRow::from_record(&record, CountOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "found \"hard\" in column er, expected a rating from 0.0 to 20.0");
/// # Ok::<(), minirow_formats::Error>(())
/// ```
#[derive(Debug)]
pub struct CountedRow {
    pub(crate) row: Row,
    /// The key that duplicates share, if they are searched for.
    pub(crate) key: Option<u64>,
}

impl CountedRow {
    /// Reads the values of a record, and rates its puzzle on those scales of the options on which it has no rating.
    ///
    /// # Errors
    /// Returns an error if a column holds a value of the wrong form, or if a puzzle to rate is not one.
    pub fn from_record(record: &Record, options: CountOptions) -> Result<CountedRow, Error> {
        let Board::Grid(grid) = record.board else {
            return Err(Error::NoClues);
        };
        let mut row = Row::new(grid);
        for column in COLUMNS.iter() {
            if let Some(text) = record.fields.text(column.name()) {
                column.set(&mut row, &text.trim().into())?;
            }
        }
        // The first column of a scale has a value for all rated puzzles.
        let scales = options.scales.filter(|scale| scale.columns()[0].value(&row).is_missing());
        if !scales.is_empty() {
            let puzzle = Puzzle::new(grid)?;
            scales.rate(&puzzle, Limits::default(), &mut row);
            row.techniques.get_or_insert_default(); // a full grid is a rated puzzle without techniques
            row.minimal.get_or_insert_with(|| puzzle.is_minimal());
        }
        row.complete_level();
        Ok(CountedRow { row, key: options.duplicates.key(&grid) })
    }
}
