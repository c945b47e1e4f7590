//! The code that loads a written file, for messages.

use std::path::Path;

use minirow_files::shard;
use minirow_table::{Format, OutputShape, Schema, SchemaError};
use minirow_text::{counted, one_line};

use crate::error::print_message;

/// Returns the message for a file, or a number of shards, that were written: how to load them with common tools.
///
/// Most loaders take a column of 81 digits in CSV for a number, unless they are told otherwise.
pub(crate) fn hint(path: &Path, shape: &OutputShape, files: usize) -> String {
    let is_sharded = shape.shard_rows.is_some();
    let python = |path: &str| one_line(path).replace('\\', "\\\\").replace('"', "\\\"");
    let file = python(&path.display().to_string());
    let pattern = pattern(path, is_sharded.then_some(files as u64));
    let (sql, pattern) = (one_line(&pattern).replace('\'', "''"), python(&pattern));
    let (puzzle, solution) = match shape.schema {
        Schema::Full | Schema::Radcliffe => ("puzzle", "solution"),
        Schema::Kaggle => ("quizzes", "solutions"),
        Schema::Hrm => ("question", "answer"),
    };
    let python = match shape.format {
        Format::Csv if !is_sharded => format!(
            "pandas:  pd.read_csv(\"{file}\", dtype={{\"{puzzle}\": str, \"{solution}\": str}})\n\
             polars:  pl.read_csv(\"{pattern}\", schema_overrides={{\"{puzzle}\": pl.String, \"{solution}\": pl.String}})\n"
        ),
        Format::Csv | Format::JsonLines => String::new(),
        Format::Parquet if is_sharded => format!("polars:  pl.read_parquet(\"{pattern}\")\n"),
        Format::Parquet => format!("pandas:  pd.read_parquet(\"{file}\")\npolars:  pl.read_parquet(\"{pattern}\")\n"),
    };
    let (note, table) = match shape.format {
        Format::Csv => (
            "columns of 81 digits are text, which loaders have to be told:\n",
            format!("read_csv('{sql}', types={{'{puzzle}': 'VARCHAR', '{solution}': 'VARCHAR'}})"),
        ),
        Format::JsonLines => ("", format!("read_json('{sql}')")),
        Format::Parquet => ("", format!("'{sql}'")),
    };
    format!("{note}{python}DuckDB:  SELECT * FROM {table}")
}

/// Returns the pattern that matches a file, or a number of shards, and no other file.
fn pattern(path: &Path, shards: Option<u64>) -> String {
    let mut pattern = String::new();
    for c in path.display().to_string().chars() {
        if matches!(c, '*' | '?' | '[') { pattern.extend(['[', c, ']']) } else { pattern.push(c) }
    }
    match shards {
        Some(of) => shard(Path::new(&pattern), "?????", of).display().to_string(),
        None => pattern,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_the_written_files_only() {
        assert_eq!(pattern(Path::new("a/pack.csv"), Some(3)), "a/pack-?????-of-00003.csv");
        assert_eq!(pattern(Path::new("pack"), Some(100_000)), "pack-?????-of-100000");
        assert_eq!(pattern(Path::new("a*[1].csv"), None), "a[*][[]1].csv");
    }
}
