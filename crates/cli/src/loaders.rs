//! The lines that load a file right: in CSV, a column of 81 digits is a number to most loaders, unless they are told otherwise.

use std::path::Path;

use minirow_table::{Exported, Format, OutputShape, Schema};

use crate::error::print_message;

/// Returns the message for a file that was written: how to load it.
pub(crate) fn hint(path: &Path, shape: &OutputShape) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let file = match shape.shard_rows {
        // A pattern that takes all shards.
        Some(_) => path.with_file_name(format!("{stem}-*.{ending}")).display().to_string(),
        None => path.display().to_string(),
    };
    let columns = match shape.schema {
        Schema::Full | Schema::Radcliffe => ["puzzle", "solution"],
        Schema::Kaggle => ["quizzes", "solutions"],
        Schema::Hrm => ["question", "answer"],
    };
    match (shape.format, shape.shard_rows) {
        (Format::Csv, None) => {
            format!("columns of 81 digits are text; loaders have to be told so:\n{}", csv(&file, columns))
        }
        (Format::Csv, Some(_)) => {
            let [puzzle, solution] = columns;
            format!(
                "columns of 81 digits are text; loaders have to be told so:\n\
                 DuckDB:  SELECT * FROM read_csv('{file}', types={{'{puzzle}': 'VARCHAR', '{solution}': 'VARCHAR'}})"
            )
        }
        (Format::JsonLines, _) => format!("DuckDB:  SELECT * FROM read_json('{file}')"),
        (Format::Parquet, Some(_)) => {
            format!("polars:  pl.read_parquet(\"{file}\")\nDuckDB:  SELECT * FROM '{file}'")
        }
        (Format::Parquet, None) => format!(
            "pandas:  pd.read_parquet(\"{file}\")\npolars:  pl.read_parquet(\"{file}\")\nDuckDB:  SELECT * FROM '{file}'"
        ),
    }
}

/// Reports the rows that lack what a schema needs.
pub(crate) fn say_left_out(shape: &OutputShape, exported: &Exported) {
    if let Some((number, why)) = &exported.first_left_out {
        let (schema, count) = (shape.schema, exported.left_out);
        print_message(&format!("left out of the schema {schema}: {count} rows, the first of them row {number}: {why}"));
    }
}

/// How to load a CSV file with text columns, in the tools that people use.
fn csv(file: &str, [puzzle, solution]: [&str; 2]) -> String {
    format!(
        "\
pandas:  pd.read_csv(\"{file}\", dtype={{\"{puzzle}\": str, \"{solution}\": str}})
polars:  pl.read_csv(\"{file}\", schema_overrides={{\"{puzzle}\": pl.String, \"{solution}\": pl.String}})
DuckDB:  SELECT * FROM read_csv('{file}', types={{'{puzzle}': 'VARCHAR', '{solution}': 'VARCHAR'}})"
    )
}
