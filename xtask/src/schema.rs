//! Schemas: the columns that training code knows from well-known data sets, made of ours.

use std::borrow::Cow;

use clap::ValueEnum;
use minirow_core::{Grid, Puzzle};

/// Which columns are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Schema {
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

const PUZZLE: [&str; 3] = ["puzzle", "quizzes", "question"];
const SOLUTION: [&str; 3] = ["solution", "solutions", "answer"];

/// How the rows of a file become those of a schema.
#[derive(Debug)]
pub(crate) struct Mapping {
    schema: Schema,
    /// The columns of the file.
    from: Vec<String>,
    /// The columns that are used.
    columns: Columns,
}

#[derive(Debug, Default)]
struct Columns {
    puzzle: usize,
    solution: Option<usize>,
    clues: Option<usize>,
    er: Option<usize>,
    index: Option<usize>,
    seed: Option<usize>,
    generator: Option<usize>,
}

impl Schema {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Schema::Full => "full",
            Schema::Kaggle => "kaggle",
            Schema::Radcliffe => "radcliffe",
            Schema::Hrm => "hrm",
        }
    }

    /// How rows with these columns become rows of this schema.
    ///
    /// # Errors
    /// The column that is missing.
    pub(crate) fn mapping(self, names: &[&str]) -> Result<Mapping, String> {
        let from: Vec<String> = names.iter().map(ToString::to_string).collect();
        let place = |wanted: &[&str]| names.iter().position(|name| wanted.contains(name));
        let columns = match self {
            Schema::Full => Columns::default(),
            _ => Columns {
                puzzle: place(&PUZZLE).ok_or("there is no column `puzzle`")?,
                solution: place(&SOLUTION),
                clues: place(&["clues"]),
                er: place(&["er"]),
                index: place(&["index"]),
                seed: place(&["seed"]),
                generator: place(&["generator"]),
            },
        };
        if matches!(self, Schema::Radcliffe | Schema::Hrm) && columns.er.is_none() {
            return Err(format!(
                "there is no column `er`, which the schema {} is made of; `minirow grade` rates puzzles",
                self.name()
            ));
        }
        Ok(Mapping { schema: self, from, columns })
    }
}

impl Mapping {
    /// The columns that come out.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self.schema {
            Schema::Full => self.from.iter().map(String::as_str).collect(),
            Schema::Kaggle => vec!["quizzes", "solutions"],
            Schema::Radcliffe => vec!["id", "puzzle", "solution", "clues", "difficulty"],
            Schema::Hrm => vec!["source", "question", "answer", "rating"],
        }
    }

    /// The header as a line of CSV.
    pub(crate) fn header(&self) -> String {
        self.names().join(",") + "\n"
    }

    /// Lines of CSV as lines of CSV, of which `before` went before. What lacks something is left out.
    pub(crate) fn lines(&self, before: u64, lines: &[u8]) -> String {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(lines);
        let mut writer = csv::Writer::from_writer(Vec::new());
        for (record, number) in reader.records().flatten().zip(before + 1..) {
            if let Ok(row) = self.row(number, &record.iter().collect::<Vec<_>>()) {
                writer.write_record(row.iter().map(|value| value.as_bytes())).expect("a vector takes everything");
            }
        }
        String::from_utf8(writer.into_inner().expect("a vector takes everything")).expect("text")
    }

    /// A row, the `number`-th of all, counted from 1.
    ///
    /// # Errors
    /// What it lacks.
    pub(crate) fn row<'a>(&self, number: u64, row: &[&'a str]) -> Result<Vec<Cow<'a, str>>, String> {
        if self.schema == Schema::Full {
            return Ok(row.iter().map(|&value| value.into()).collect());
        }
        let columns = &self.columns;
        let value = |column: Option<usize>| column.and_then(|column| row.get(column)).copied().unwrap_or_default();
        let puzzle = value(Some(columns.puzzle));
        let grid: Grid = puzzle.parse().map_err(|error| format!("{error}"))?;
        let solution: Cow<str> = match value(columns.solution) {
            "" => Puzzle::new(grid).map_err(|error| error.to_string())?.solution().to_string().into(),
            solution => solution.into(),
        };
        let er = value(columns.er);
        Ok(match self.schema {
            Schema::Full => unreachable!("its rows are as they are"),
            Schema::Kaggle => vec![grid.to_string().replace('.', "0").into(), solution],
            Schema::Radcliffe => {
                let id = match value(columns.index) {
                    "" => number.to_string().into(),
                    index => index.into(),
                };
                let clues = match value(columns.clues) {
                    "" => grid.clue_count().to_string().into(),
                    clues => clues.into(),
                };
                vec![id, grid.to_string().into(), solution, clues, er.into()]
            }
            Schema::Hrm => {
                let rating: f64 = er.parse().map_err(|_| "it has no rating, which this schema needs".to_string())?;
                let source = match (value(columns.generator), value(columns.seed)) {
                    ("", _) => "minirow".into(),
                    (generator, seed) => format!("{generator} seed {seed}").into(),
                };
                vec![source, grid.to_string().into(), solution, format!("{:.0}", rating * 10.0).into()]
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 8] = ["id", "puzzle", "solution", "clues", "er", "seed", "index", "generator"];
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn the_columns_are_those_that_loaders_know() {
        let row = ["7-12", PUZZLE, SOLUTION, "30", "1.2", "7", "12", "minirow 2"];
        let mapped = |schema: Schema| {
            let mapping = schema.mapping(&NAMES).unwrap();
            format!("{}\n{}", mapping.names().join(","), mapping.row(1, &row).unwrap().join(","))
        };
        assert_eq!(mapped(Schema::Full), format!("{}\n{}", NAMES.join(","), row.join(",")));
        let zeros = PUZZLE.replace('.', "0");
        assert_eq!(mapped(Schema::Kaggle), format!("quizzes,solutions\n{zeros},{SOLUTION}"));
        assert_eq!(
            mapped(Schema::Radcliffe),
            format!("id,puzzle,solution,clues,difficulty\n12,{PUZZLE},{SOLUTION},30,1.2")
        );
        assert_eq!(
            mapped(Schema::Hrm),
            format!("source,question,answer,rating\nminirow 2 seed 7,{PUZZLE},{SOLUTION},12")
        );
    }

    #[test]
    fn what_is_missing_is_found_or_told() {
        let kaggle = Schema::Kaggle.mapping(&["quizzes"]).unwrap();
        assert_eq!(kaggle.row(1, &[PUZZLE]).unwrap()[1], SOLUTION, "it is solved");
        assert!(kaggle.row(1, &[".".repeat(81).as_str()]).is_err(), "no puzzle");
        let Err(why) = Schema::Hrm.mapping(&["puzzle"]) else { panic!("must be refused") };
        assert!(why.contains("no column `er`"), "{why}");
        let hrm = Schema::Hrm.mapping(&["puzzle", "er"]).unwrap();
        assert_eq!(hrm.row(1, &[PUZZLE, ""]).unwrap_err(), "it has no rating, which this schema needs");
        let radcliffe = Schema::Radcliffe.mapping(&["puzzle", "er"]).unwrap();
        assert_eq!(radcliffe.row(3, &[PUZZLE, "1.2"]).unwrap(), ["3", PUZZLE, SOLUTION, "30", "1.2"]);
    }
}
