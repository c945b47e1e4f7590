//! The code that loads a written file, for messages.

use std::path::Path;

use minirow_core::text::{counted, one_line};
use minirow_table::{Format, OutputShape, Schema, SchemaError};

use crate::error::print_message;

/// Returns the message for a file that was written: how to load it with common tools.
///
/// Most loaders take a column of 81 digits in CSV for a number, unless they are told otherwise.
pub(crate) fn hint(path: &Path, shape: &OutputShape) -> String {
    let (stem, ending) = (path.file_stem().unwrap_or_default(), path.extension().unwrap_or_default());
    let pattern = path.with_file_name(format!("{}-*.{}", stem.display(), ending.display()));
    let is_sharded = shape.shard_rows.is_some();
    let file = if is_sharded { &pattern } else { path }.display().to_string();
    let file = one_line(&file);
    let (puzzle, solution) = match shape.schema {
        Schema::Full | Schema::Radcliffe => ("puzzle", "solution"),
        Schema::Kaggle => ("quizzes", "solutions"),
        Schema::Hrm => ("question", "answer"),
    };
    let python = match shape.format {
        Format::Csv if !is_sharded => format!(
            "pandas:  pd.read_csv(\"{file}\", dtype={{\"{puzzle}\": str, \"{solution}\": str}})\n\
             polars:  pl.read_csv(\"{file}\", schema_overrides={{\"{puzzle}\": pl.String, \"{solution}\": pl.String}})\n"
        ),
        Format::Csv | Format::JsonLines => String::new(),
        Format::Parquet if is_sharded => format!("polars:  pl.read_parquet(\"{file}\")\n"),
        Format::Parquet => format!("pandas:  pd.read_parquet(\"{file}\")\npolars:  pl.read_parquet(\"{file}\")\n"),
    };
    let (note, table) = match shape.format {
        Format::Csv => (
            "columns of 81 digits are text, which loaders have to be told:\n",
            format!("read_csv('{file}', types={{'{puzzle}': 'VARCHAR', '{solution}': 'VARCHAR'}})"),
        ),
        Format::JsonLines => ("", format!("read_json('{file}')")),
        Format::Parquet => ("", format!("'{file}'")),
    };
    format!("{note}{python}DuckDB:  SELECT * FROM {table}")
}

/// Reports the rows that lack what a schema needs. `place` returns the place of a row, counted from 1.
pub(crate) fn report_left_out(
    shape: &OutputShape,
    count: u64,
    first: Option<&(u64, SchemaError)>,
    place: impl Fn(u64) -> String,
) {
    if let Some((number, why)) = first {
        let (schema, rows, place) = (shape.schema, counted(count, "row"), place(*number));
        print_message(&format!("left out of the schema {schema}: {rows}; the first is {place}: {why}"));
    }
}

/// Returns the place of a row that the program has made.
pub(crate) fn row(number: u64) -> String {
    format!("row {number}")
}
