//! The registry of all known columns, in the order of files.
//!
//! To add a column, add an entry to one of the lists here, and the field that it holds to [`Row`]. Headers, CSV, JSON
//! lines, Parquet, Arrow types, the data card, and the tables of the guide follow from the entry.

use std::sync::LazyLock;

use minirow_core::PatternSymmetry;
use minirow_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};

use crate::column::{Column, ColumnGroup, Getter, Setter, TallyBy};
use crate::row::Row;
use crate::scale::{SCALES, Scale};
use crate::value::{ColumnType, Value};

/// The names of columns with the same values: those of minirow, then those of well-known data sets. A table uses the first that it has;
/// the others are columns of another program.
pub(crate) const SYNONYMS: [&[&str]; 3] = [&PUZZLE_COLUMNS, &SOLUTION_COLUMNS, &["er", "difficulty", "rating"]];

use ColumnGroup::{Grade, Labels, Pack, Sections, Weights};
use ColumnType::{Bool, Float64, UInt8, UInt16, UInt64, Utf8};

/// Columns before the ratings.
static BEFORE_RATINGS: &[Column] = &[
    Column::new(
        "id",
        Utf8,
        "name of the puzzle: seed, a tag of the constraints if there are any, and index",
        |row| row.id.as_deref().into(),
        |row, value| put(&mut row.id, Some(value.text().into_owned())),
    )
    .in_files(&[Pack])
    .distinct(),
    puzzle("puzzle").in_files(&[Pack, Grade]).expecting("81 characters: digits and `.`"),
    solution("solution").in_files(&[Pack, Grade]).expecting("81 digits, each once in every row, column and box"),
    // The number of clues follows from the puzzle, so it is not read.
    Column::new("clues", UInt8, "number of clues", |row| row.clues().into(), |_, _| true)
        .in_files(&[Pack, Grade])
        .tallied(TallyBy::Value),
];

/// Columns after those of the Sudoku Explainer scale.
static AFTER_RATINGS: &[Column] = &[
    Column::new(
        "minimal",
        Bool,
        "whether no clue can be spared",
        |row| row.minimal.into(),
        |row, value| put(&mut row.minimal, value.bool()),
    )
    .in_files(&[Pack])
    .tallied(TallyBy::Value),
    // The symmetry follows from the puzzle, so it is not read.
    Column::new(
        "symmetry",
        Utf8,
        "all the symmetry that the pattern of the clues has",
        |row| row.symmetry().name().into(),
        |_, _| true,
    )
    .in_files(&[Pack])
    .tallied(TallyBy::Name(|| PatternSymmetry::ALL.map(|symmetry| (symmetry.name(), symmetry.name())).to_vec())),
    Column::new(
        "seed",
        UInt64,
        "seed of the generator",
        |row| row.seed.into(),
        |row, value| put(&mut row.seed, value.uint()),
    )
    .in_files(&[Pack]),
    Column::new(
        "index",
        UInt64,
        "index of the seed",
        |row| row.index.into(),
        |row, value| put(&mut row.index, value.uint()),
    )
    .in_files(&[Pack]),
    Column::new(
        "generator",
        Utf8,
        "generator and its version; with seed, index and recipe it makes the row again",
        |row| row.generator.as_deref().into(),
        |row, value| put(&mut row.generator, Some(value.text().into_owned().into())),
    )
    .in_files(&[Pack]),
    Column::new(
        "nodes",
        UInt64,
        "nodes of the search tree at which the bitmask solver has to guess, to find the solution and to be sure that it \
         is the only one",
        |row| row.nodes.into(),
        |row, value| put(&mut row.nodes, value.uint()),
    )
    .in_files(&[Labels])
    .tallied(TallyBy::PowersOfTwo),
    Column::new(
        "backdoor",
        UInt8,
        "fewest cells that have to be given for naked and hidden singles to do the rest: 0, 1, 2, or 3 for more than two",
        |row| row.backdoor.into(),
        |row, value| put(&mut row.backdoor, value.uint().and_then(|size| u8::try_from(size).ok())),
    )
    .in_files(&[Labels])
    .up_to(3, "a number of cells from 0 to 3")
    .tallied(TallyBy::Value),
    Column::new(
        "weight",
        Float64,
        "what the row counts, for statistics to be those of a uniform sample of minimal puzzles; about 1 on average over \
         all that the generator makes",
        |row| row.weight.into(),
        |row, value| put(&mut row.weight, value.float().filter(|weight| (0.0..=HEAVIEST).contains(weight))),
    )
    .in_files(&[Weights])
    .distinct()
    .tallied(TallyBy::Custom)
    .expecting("a weight: a number from 0 to 1e100"),
    Column::new(
        "section",
        Utf8,
        "section of the book",
        |row| row.section.as_deref().into(),
        |row, value| put(&mut row.section, Some(value.text().into_owned())),
    )
    .in_files(&[Sections]),
    Column::new(
        "grid_id",
        Utf8,
        "16 hexadecimal digits, the same for all puzzles whose solution is the same up to symmetry; by it the rows are \
         split",
        |row| row.grid_id.map(|id| format!("{id:016x}")).into(),
        |row, value| put(&mut row.grid_id, hexadecimal(&value.text())),
    )
    .distinct()
    .expecting("16 hexadecimal digits"),
    Column::new(
        "split",
        Utf8,
        "split of the data set that the row is in",
        |row| row.split.as_deref().into(),
        |row, value| put(&mut row.split, Some(value.text().into_owned())),
    ),
];

/// Columns of the schemas of other data sets.
static FOREIGN: &[Column] = &[
    Column::new(
        "quizzes",
        Utf8,
        "81 characters, row by row: a digit for a clue, `0` for an empty cell",
        |row| row.puzzle.to_string().replace('.', "0").into(),
        set_puzzle,
    )
    .distinct(),
    solution("solutions"),
    Column::new(
        "difficulty",
        Float64,
        "rating of the hardest step (ER), on the scale of Sudoku Explainer 1.2.1",
        |row| row.er.into(),
        |row, value| put(&mut row.er, value.rating()),
    )
    .in_tenths(),
    Column::new(
        "source",
        Utf8,
        "generator and seed",
        |row| match (&row.generator, row.seed) {
            (None, _) => "minirow".into(),
            (Some(generator), Some(seed)) => format!("{generator} seed {seed}").into(),
            (Some(generator), None) => format!("{generator} seed ").into(),
        },
        |_, _| true,
    ),
    puzzle("question"),
    solution("answer"),
    Column::new(
        "rating",
        UInt16,
        "ten times the rating of the hardest step (ER) on the scale of Sudoku Explainer 1.2.1",
        |row| row.er.map(|er| u64::from(er.tenths())).into(),
        |row, value| {
            let tenths = value.uint().filter(|&tenths| tenths <= 200);
            put(&mut row.er, tenths.and_then(|tenths| Value::Float(tenths as f64 / 10.0).rating()))
        },
    ),
];

/// The largest weight that is accepted. The squares of larger ones would not fit.
const HEAVIEST: f64 = 1e100;

/// Sets a field. Returns `true` if there is a value.
pub(crate) fn put<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    *field = value;
    field.is_some()
}

fn set_puzzle(row: &mut Row, value: &Value) -> bool {
    value.grid().map(|grid| row.puzzle = grid).is_some()
}

const fn puzzle(name: &'static str) -> Column {
    let meaning = "81 characters, row by row: a digit for a clue, `.` for an empty cell";
    Column::new(name, Utf8, meaning, |row| row.puzzle.to_string().into(), set_puzzle).distinct()
}

const fn solution(name: &'static str) -> Column {
    let get: Getter = |row| row.solution.map(|solution| solution.to_string()).into();
    let set: Setter = |row, value| put(&mut row.solution, value.solution());
    Column::new(name, Utf8, "81 digits, row by row: the only solution", get, set).distinct()
}

fn hexadecimal(text: &str) -> Option<u64> {
    let is_id = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    u64::from_str_radix(text, 16).ok().filter(|_| is_id)
}

/// The known columns, and the rating scales that some of them belong to.
///
/// ```
/// use minirow_table::Registry;
/// let registry = Registry::standard();
/// let names: Vec<&str> = registry.columns().map(|column| column.name()).collect();
/// assert_eq!(names[..5], ["id", "puzzle", "solution", "clues", "er"]);
/// assert!(registry.find("er").unwrap().meaning().starts_with("rating of the hardest step"));
/// ```
pub struct Registry {
    columns: Vec<&'static Column>,
    scales: Vec<&'static dyn Scale>,
}

impl Registry {
    /// Returns the registry of all columns that minirow writes.
    pub fn standard() -> &'static Registry {
        static STANDARD: LazyLock<Registry> = LazyLock::new(|| Registry::new(SCALES));
        &STANDARD
    }

    /// Creates a registry with some rating scales. The columns of the first scale are where `er` is. Those of the others
    /// come after the columns of every pack, which so keep their places.
    pub fn new(scales: &[&'static dyn Scale]) -> Registry {
        let first = scales.iter().take(1).flat_map(|scale| scale.columns());
        let others = scales.iter().skip(1).flat_map(|scale| scale.columns());
        let columns = BEFORE_RATINGS.iter().chain(first).chain(AFTER_RATINGS).chain(others).chain(FOREIGN).collect();
        Registry { columns, scales: scales.to_vec() }
    }

    /// Returns all columns, in order.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.columns.iter().copied()
    }

    /// Returns the column with a name.
    pub fn find(&self, name: &str) -> Option<&'static Column> {
        self.columns().find(|column| column.name() == name)
    }

    /// Returns the rating scales; the first is that of Sudoku Explainer.
    pub fn scales(&self) -> &[&'static dyn Scale] {
        &self.scales
    }

    /// Returns the rating scale with a name.
    pub fn scale(&self, name: &str) -> Option<&'static dyn Scale> {
        self.scales.iter().copied().find(|scale| scale.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use minirow_core::Grid;

    use super::*;

    #[test]
    fn weights_are_from_0_to_1e100() {
        let weight = |text: &str| {
            let mut row = Row::new(Grid::EMPTY);
            let column = Registry::standard().find("weight").unwrap();
            column.set(&mut row, &text.into()).map(|()| row.weight.unwrap()).ok()
        };
        assert_eq!(["0", "1e-9", "1e101", "-1", "NaN"].map(weight), [Some(0.0), Some(1e-9), None, None, None]);
    }

    #[test]
    fn every_column_has_a_unique_name_and_a_meaning() {
        let registry = Registry::standard();
        let names: HashSet<&str> = registry.columns().map(Column::name).collect();
        assert_eq!(names.len(), registry.columns().count());
        for column in registry.columns() {
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(column.name().chars().all(is_plain), "{}", column.name());
            assert!(column.meaning().len() >= 15 && !column.meaning().contains(['|', '\n']), "{}", column.name());
        }
    }
}
