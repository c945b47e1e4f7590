//! A row of a data set: checked, with its `grid_id` and its split.

use std::path::Path;

use minirow_core::{Puzzle, canon};
use minirow_formats::SOLUTION_COLUMNS;
use minirow_report::trace;
use minirow_table::{
    Column, ColumnType, Columns, ForeignRow, Registry, Row, TableColumn, Value, ValueError, differences, equivalence,
};
use minirow_text::parse_grid;

use crate::error::{Error, Result};
use crate::split_rule::{SplitRule, grid_id};

/// The column that is added.
pub(super) const GRID_ID: &str = "grid_id";

/// The columns, after puzzle and solution, whose values are compared with computed ones.
pub(super) const COMPUTED: [&str; 3] = ["clues", "minimal", "symmetry"];

/// The columns of the rows that are read, and of those that are written.
#[derive(Clone, Debug)]
pub(super) struct RowColumns {
    /// The columns that are kept, with their places.
    kept: Vec<(usize, TableColumn)>,
    puzzle: usize,
    solution: usize,
    /// The columns whose values follow from the puzzle.
    computed: Columns,
    written: Columns,
}

/// A row that can be written.
pub(super) struct PreparedRow {
    /// The values of the columns that are written.
    pub(super) values: Vec<Value<'static>>,
    /// The values that are counted. Names of columns may be in any case. A missing level is derived from ER.
    pub(super) row: Row,
    pub(super) split: usize,
    /// The steps of the path as JSON lines, if they are asked for.
    pub(super) trace: Option<String>,
}

impl RowColumns {
    /// Finds the columns that rows must have. Puzzles of a column with another name are written as `puzzle`, and their solutions
    /// as `solution`.
    ///
    /// # Errors
    /// If one is missing, or another column has that name.
    pub(super) fn of(path: &Path, columns: &Columns, column: Option<&str>) -> Result<RowColumns> {
        let missing = |column: &str| {
            let expected = "expected rows as `minirow pack` and `minirow grade` write them";
            Error::invalid(path.display(), format!("there is no column `{column}`: {expected}"))
        };
        let mut names: Vec<&str> = columns.names().collect();
        if let Some(column) = column.filter(|column| *column != "puzzle") {
            let place_of = |known: &&str| names.iter().position(|name| name.eq_ignore_ascii_case(known));
            let (place, solution) =
                (place_of(&column).ok_or_else(|| missing(column))?, SOLUTION_COLUMNS.iter().find_map(place_of));
            if columns.position("puzzle").is_some() {
                let reason = format!("found the column `puzzle` beside `{column}`, expected one column of puzzles");
                return Err(Error::invalid(path.display(), reason));
            }
            names[place] = "puzzle";
            if let Some(place) = solution {
                names[place] = "solution";
            }
        }
        let columns = &Columns::of_header(names);
        let place = |column| columns.position(column).ok_or_else(|| missing(column));
        let (puzzle, solution) = (place("puzzle")?, place("solution")?);
        // The grid_id is computed again, because it may be wrong. A split of another rule is not valid here.
        let is_kept = |column: &TableColumn| ![GRID_ID, "split"].contains(&column.name());
        let kept: Vec<(usize, TableColumn)> =
            columns.iter().cloned().enumerate().filter(|(_, column)| is_kept(column)).collect();
        let written = Columns::of_header(kept.iter().map(|(_, column)| column.name()).chain([GRID_ID]));
        let computed = Columns::of_header(COMPUTED.into_iter().filter(|name| columns.position(name).is_some()));
        Ok(RowColumns { kept, puzzle, solution, computed, written })
    }

    /// Returns the columns of the rows that are written.
    pub(super) fn written(&self) -> &Columns {
        &self.written
    }

    /// Returns the key that equivalent puzzles share, or `None` if the row has no grid.
    pub(super) fn key(&self, found: &ForeignRow) -> Option<u128> {
        let grid = parse_grid(found.fields.get(self.puzzle)?).ok()?;
        Some(equivalence::puzzle_key(&grid))
    }

    /// Checks a row, and finds its split.
    ///
    /// # Errors
    /// The reason why the row cannot be used.
    pub(super) fn prepare(
        &self,
        rule: &SplitRule,
        found: &ForeignRow,
        with_trace: bool,
    ) -> Result<PreparedRow, String> {
        let field = |place: usize| found.fields.get(place).unwrap_or_default();
        let grid = parse_grid(field(self.puzzle)).map_err(|error| format!("puzzle: {error}"))?;
        let puzzle = Puzzle::new(grid).map_err(|why| why.to_string())?;
        let solution = puzzle.solution();
        if field(self.solution) != solution.to_string() {
            return Err(format!("the solution is not that of the puzzle, which is {solution}"));
        }
        let form = canon::solution(solution).form;
        let mut row = Row::of(&puzzle);
        row.minimal = Some(puzzle.redundant_clues().is_empty());
        if let Some(wrong) = differences(&self.computed, &row, |column| found.get(column)).first() {
            return Err(wrong.to_string());
        }
        row.grid_id = Some(equivalence::grid_hash("", &form));
        let mut values = Vec::with_capacity(self.kept.len() + 1);
        for (place, column) in &self.kept {
            let value = Value::from(field(*place));
            check(column, &value).map_err(|error| error.to_string())?;
            if *place == self.puzzle {
                values.push(grid.to_string().into()); // an empty cell may be any blank; it becomes a dot
                continue;
            }
            match column.known() {
                Some(column) => {
                    let mut other = Row::new(grid); // what is not counted
                    let row = if column.is_tallied() { &mut row } else { &mut other };
                    column.set_known(row, &value).map_err(|error| error.to_string())?;
                }
                // A name in another case is that of another program. Its value is counted if it can be.
                None => {
                    let known = Registry::standard().find(&column.name().to_ascii_lowercase());
                    let _ = known.filter(|column| column.is_tallied()).map(|column| column.set(&mut row, &value));
                }
            }
            values.push(value.into_owned());
        }
        row.complete_level();
        values.push(grid_id(&form).into());
        let id = found.get("id");
        Ok(PreparedRow {
            split: rule.of_canonical(&form),
            trace: with_trace.then(|| trace::steps(id, puzzle.clues(), minirow_grade::path(&puzzle))),
            values,
            row,
        })
    }
}

/// Checks that a column can hold a value. Only text, and values that some puzzles do not have, may be missing.
fn check(column: &TableColumn, value: &Value) -> Result<(), ValueError> {
    let (name, column_type) = (column.name(), column.column_type());
    let may_be_missing = column_type == ColumnType::Utf8 || column.known().is_some_and(Column::is_optional);
    if value.is_missing() && !may_be_missing {
        return Err(ValueError { column: name.into(), value: String::new(), expected: column_type.expected().into() });
    }
    column_type.convert(name, value).map(drop)
}

#[cfg(test)]
mod tests {
    use minirow_core::Symmetry;
    use minirow_table::ForeignReader;

    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn prepared(row: [&str; 5]) -> Result<PreparedRow, String> {
        let rule = SplitRule::new([("train", "80"), ("test", "20")], "").unwrap();
        let text = format!("grid_id,puzzle,solution,er,note\n{}\n", row.join(","));
        let mut rows = ForeignReader::new(text.as_bytes()).unwrap();
        let columns = RowColumns::of(Path::new("a.csv"), rows.columns(), None).unwrap();
        assert_eq!(columns.written().header_line(), "puzzle,solution,er,note,grid_id\n");
        columns.prepare(&rule, &rows.next().unwrap().unwrap(), false)
    }

    fn texts(row: &PreparedRow) -> Vec<String> {
        row.values.iter().map(|value| value.text().into_owned()).collect()
    }

    #[test]
    fn equivalent_puzzles_have_one_split() {
        let first = prepared(["wrong", PUZZLE, SOLUTION, "1.20", ""]).unwrap();
        assert_eq!(texts(&first), [PUZZLE, SOLUTION, "1.20", "", "053aea2242d8aa49"]);
        assert_eq!((first.row.er.unwrap().tenths(), first.row.grid_id), (12, Some(0x053a_ea22_42d8_aa49)));
        let symmetry = Symmetry::nth(987_654_321_012);
        let [clues, solution] =
            [PUZZLE, SOLUTION].map(|text| symmetry.grid(&text.parse().unwrap()).to_string().replace('.', "0"));
        let other = prepared(["", &clues, &solution, "1.2", "x"]).unwrap();
        assert_eq!((other.split, &texts(&other)[4]), (first.split, &texts(&first)[4]));
        assert_eq!(texts(&other)[0], clues.replace('0', "."));
    }

    #[test]
    fn names_of_counted_columns_may_be_in_any_case() {
        let text = format!("puzzle,solution,ER,difficulty\n{PUZZLE},{SOLUTION},4.4,9.9\n");
        let mut rows = ForeignReader::new(text.as_bytes()).unwrap();
        let columns = RowColumns::of(Path::new("a.csv"), rows.columns(), None).unwrap();
        let rule = SplitRule::new([("train", "100")], "").unwrap();
        let row = columns.prepare(&rule, &rows.next().unwrap().unwrap(), false).unwrap().row;
        assert_eq!((row.er.unwrap().tenths(), row.level.unwrap().name()), (44, "expert"));
    }

    #[test]
    fn errors_name_the_value() {
        let wrong = |row| prepared(row).err().expect("it must be refused");
        let other = SOLUTION.replacen('5', "1", 1);
        assert!(
            wrong(["", PUZZLE, &other, "1.2", ""]).starts_with("the solution is not that of the puzzle, which is 534")
        );
        assert_eq!(wrong(["", PUZZLE, SOLUTION, "", ""]), "er is ``, expected a number");
        assert!(wrong(["", &PUZZLE.replace("98....6", "98....."), SOLUTION, "1.2", ""]).contains("solution"));
        let error =
            RowColumns::of(Path::new("a.csv"), &Columns::of_header(["quizzes", "solutions"]), None).unwrap_err();
        assert!(error.to_string().starts_with("a.csv: there is no column `puzzle`"));
    }
}
