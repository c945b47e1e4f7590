//! Schemas: the columns of well-known data sets, which training code reads.

use minirow_core::Puzzle;
use minirow_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};
use minirow_text::parse_grid;
use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::columns::Columns;
use crate::foreign::ForeignRow;
use crate::value::Value;

/// The columns that are written. The documentation of a variant is its help, see [`EnumMessage::get_documentation`].
///
/// ```
/// use minirow_table::Schema;
/// use strum::{EnumMessage, VariantArray};
/// assert_eq!("hrm".parse(), Ok(Schema::Hrm));
/// assert_eq!(Schema::VARIANTS.len(), 4);
/// assert_eq!(Schema::Full.get_documentation(), Some("All columns"));
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Schema {
    /// All columns
    #[default]
    Full,
    /// quizzes and solutions, with 0 for an empty cell, as in Kaggle's 1 million
    Kaggle,
    /// id, puzzle, solution, clues and difficulty (ER), as in Radcliffe's 3 million
    Radcliffe,
    /// source, question, answer and rating (ten times ER, a whole number), as HRM's and TRM's training code reads them
    Hrm,
}

/// An error of a file or a row that lacks a value which a schema needs.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SchemaError {
    /// The file has no column with puzzles.
    #[error("there is no column `puzzle`")]
    NoPuzzleColumn,
    /// The file has no ratings.
    #[error("there is no column `er`, which the schema {schema} is made of; `minirow grade` rates puzzles")]
    NoRatingColumn {
        /// The schema that needs them.
        schema: Schema,
    },
    /// The puzzle of the row is not a grid, or does not have exactly one solution.
    #[error("{reason}")]
    NotAPuzzle {
        /// The reason.
        reason: String,
    },
    /// The row has no rating.
    #[error("it has no rating, which this schema needs")]
    NoRating,
}

impl Schema {
    /// Returns `true` if the schema has the values of a column, apart from puzzle and solution.
    ///
    /// ```
    /// use minirow_table::Schema;
    /// assert!(Schema::Hrm.has("er") && !Schema::Hrm.has("level"));
    /// ```
    pub fn has(self, column: &str) -> bool {
        match self {
            Schema::Full => true,
            Schema::Kaggle => false,
            Schema::Radcliffe => ["index", "er"].contains(&column),
            Schema::Hrm => ["er", "generator", "seed"].contains(&column),
        }
    }

    /// Returns the conversion of rows with these columns to the schema.
    ///
    /// # Errors
    /// Returns an error if a column is missing.
    pub fn mapping(self, from: &Columns) -> Result<Mapping, SchemaError> {
        let columns = match self {
            Schema::Full => from.clone(),
            Schema::Kaggle => Columns::of_header(["quizzes", "solutions"]),
            Schema::Radcliffe => Columns::of_header(["id", "puzzle", "solution", "clues", "difficulty"]),
            Schema::Hrm => Columns::of_header(["source", "question", "answer", "rating"]),
        };
        let find = |known: &[&str]| {
            let name = known.iter().find(|name| from.position(name).is_some());
            name.map(ToString::to_string)
        };
        let puzzle = find(&PUZZLE_COLUMNS);
        if self != Schema::Full && puzzle.is_none() {
            return Err(SchemaError::NoPuzzleColumn);
        }
        if matches!(self, Schema::Radcliffe | Schema::Hrm) && from.position("er").is_none() {
            return Err(SchemaError::NoRatingColumn { schema: self });
        }
        Ok(Mapping { schema: self, columns, puzzle, solution: find(&SOLUTION_COLUMNS) })
    }
}

/// The conversion of the rows of a file to a schema.
///
/// ```
/// use minirow_table::{ForeignReader, Schema};
/// let text = "puzzle\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let mut rows = ForeignReader::new(text.as_bytes())?;
/// let mapping = Schema::Kaggle.mapping(rows.columns())?;
/// let row = rows.next().unwrap()?;
/// let values = mapping.of_foreign(1, &row)?;
/// assert_eq!(mapping.columns().header_line(), "quizzes,solutions\n");
/// assert!(values[0].text().starts_with("530070000") && values[1].text().starts_with("534678912"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mapping {
    schema: Schema,
    /// The columns of the schema.
    columns: Columns,
    /// The columns of the file that hold puzzles and solutions.
    puzzle: Option<String>,
    solution: Option<String>,
}

impl Mapping {
    /// Returns the columns of the schema.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Returns the values of a row of another program, the `number`-th of all, counted from 1. Values that the schema
    /// has keep their text; a missing solution and a missing number of clues are computed.
    ///
    /// # Errors
    /// Returns an error if the row lacks a value that the schema needs.
    pub fn of_foreign<'a>(&self, number: u64, row: &'a ForeignRow) -> Result<Vec<Value<'a>>, SchemaError> {
        if self.schema == Schema::Full {
            return Ok(row.fields.iter().map(Value::from).collect());
        }
        let get = |name: &str| Value::from(row.get(name));
        let or = |found: Value<'a>, other: Value<'a>| if found.is_missing() { other } else { found };
        let get_in = |name: &Option<String>| name.as_deref().map(&get).unwrap_or_default();
        let grid = parse_grid(&get_in(&self.puzzle).text()).map_err(|error| not_a_puzzle(&error))?;
        let answer = match get_in(&self.solution) {
            Value::Missing => Puzzle::new(grid).map_err(|error| not_a_puzzle(&error))?.solution().to_string().into(),
            answer => answer,
        };
        let (puzzle, er) = (Value::from(grid.to_string()), get("er"));
        Ok(match self.schema {
            Schema::Full => unreachable!("its rows are not converted"),
            Schema::Kaggle => vec![puzzle.text().replace('.', "0").into(), answer],
            Schema::Radcliffe => {
                let id = or(get("index"), number.to_string().into());
                vec![id, puzzle, answer, or(get("clues"), (grid.clue_count() as u64).into()), er]
            }
            Schema::Hrm => {
                let rating: f64 = er.text().parse().map_err(|_| SchemaError::NoRating)?;
                let source = match get("generator") {
                    Value::Missing => "minirow".into(),
                    generator => format!("{generator} seed {}", get("seed")).into(),
                };
                vec![source, puzzle, answer, format!("{:.0}", rating * 10.0).into()]
            }
        })
    }
}

fn not_a_puzzle(error: &dyn std::fmt::Display) -> SchemaError {
    SchemaError::NotAPuzzle { reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::ForeignReader;

    const NAMES: &str = "id,puzzle,solution,clues,er,seed,index,generator";
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Converts a row.
    fn mapped(schema: Schema, header: &str, record: &str) -> Result<String, String> {
        let text = format!("{header}\n{record}\n");
        let mut rows = ForeignReader::new(text.as_bytes()).unwrap();
        let mapping = schema.mapping(rows.columns()).unwrap();
        let found = rows.next().unwrap().unwrap();
        let line = |values: Vec<Value>| values.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        mapping.of_foreign(3, &found).map(line).map_err(|error| error.to_string())
    }

    #[test]
    fn the_columns_are_those_that_loaders_know() {
        let record = format!("7-12,{PUZZLE},{SOLUTION},30,1.2,7,12,minirow 2");
        for (schema, header, expected) in [
            (Schema::Full, NAMES, record.clone()),
            (Schema::Kaggle, "quizzes,solutions", format!("{},{SOLUTION}", PUZZLE.replace('.', "0"))),
            (Schema::Radcliffe, "id,puzzle,solution,clues,difficulty", format!("12,{PUZZLE},{SOLUTION},30,1.2")),
            (Schema::Hrm, "source,question,answer,rating", format!("minirow 2 seed 7,{PUZZLE},{SOLUTION},12")),
        ] {
            assert_eq!(mapped(schema, NAMES, &record), Ok(expected));
            let mapping = schema.mapping(&Columns::of_header(NAMES.split(','))).unwrap();
            assert_eq!(mapping.columns().header_line(), format!("{header}\n"));
        }
    }

    #[test]
    fn missing_values_are_computed_or_reported() {
        let zeros = PUZZLE.replace('.', "0");
        let kaggle = mapped(Schema::Kaggle, "quizzes,x", &format!("{PUZZLE},"));
        assert_eq!(kaggle, Ok(format!("{zeros},{SOLUTION}")), "it is solved");
        assert!(mapped(Schema::Kaggle, "quizzes,x", &format!("{},", ".".repeat(81))).is_err());
        let why = Schema::Hrm.mapping(&Columns::of_header(["puzzle"])).unwrap_err().to_string();
        assert_eq!(why, "there is no column `er`, which the schema hrm is made of; `minirow grade` rates puzzles");
        let why = Schema::Kaggle.mapping(&Columns::of_header(["text"])).unwrap_err().to_string();
        assert_eq!(why, "there is no column `puzzle`");
        let hrm = mapped(Schema::Hrm, "puzzle,er", &format!("{PUZZLE},"));
        assert_eq!(hrm, Err("it has no rating, which this schema needs".to_string()));
        let radcliffe = mapped(Schema::Radcliffe, "puzzle,er", &format!("{PUZZLE},1.2"));
        assert_eq!(radcliffe, Ok(format!("3,{PUZZLE},{SOLUTION},30,1.2")));
    }
}
