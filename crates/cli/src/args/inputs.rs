//! The files that grids come from.

use std::io::{self, IsTerminal};

use clap::ValueHint;
use clap::builder::{PathBufValueParser, TypedValueParser};
use minirow_table::input::{InputPath, Inputs};

use crate::error::{Error, Result};

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Files with grids; - is standard input
    ///
    /// Without FILE, standard input is read. The form of a file is recognised by its contents. Instead of a file name,
    /// you can give a puzzle as 81 characters.
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath, value_parser = PathBufValueParser::new().map(InputPath::from))]
    files: Vec<InputPath>,
}

impl InputArgs {
    /// Returns `true` if no file is given.
    pub(crate) fn are_missing(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the inputs.
    ///
    /// # Errors
    /// If nothing is given, and standard input is a terminal.
    pub(crate) fn inputs(&self) -> Result<Inputs> {
        if self.are_missing() && io::stdin().is_terminal() {
            return Err(Error::usage("found no FILE, and standard input is a terminal; see --help"));
        }
        Ok(self.files.iter().cloned().collect())
    }
}

/// Files with grids, of which tables may have the puzzles in any column.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct TableInputArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// Column of a table that has the puzzles [default: puzzle, quizzes, ...]
    ///
    /// By default, the first of the columns puzzle, quizzes, question, sudoku, unsolved, initial_board, board and grid that the table
    /// has. With NAME, each FILE is a table, or has objects of JSON with this key.
    #[arg(long = "column", alias = "puzzle-column", value_name = "NAME", help_heading = "Input")]
    puzzle_column: Option<String>,
}

impl TableInputArgs {
    /// Returns `true` if no file is given.
    pub(crate) fn are_missing(&self) -> bool {
        self.inputs.are_missing()
    }

    /// Returns the inputs.
    ///
    /// # Errors
    /// Returns the errors of [`InputArgs::inputs`].
    pub(crate) fn inputs(&self) -> Result<Inputs> {
        Ok(self.inputs.inputs()?.of_column("column", self.puzzle_column.as_deref()))
    }
}
