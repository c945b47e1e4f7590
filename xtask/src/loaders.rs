//! The lines that load a pack right: a column of 81 digits is a number to most loaders, unless they are told otherwise.

/// How to load a CSV file with text columns, in the tools that people use.
pub(crate) fn lines(file: &str) -> String {
    format!(
        "\
pandas:  pd.read_csv(\"{file}\", dtype={{\"puzzle\": str, \"solution\": str}})
polars:  pl.read_csv(\"{file}\", schema_overrides={{\"puzzle\": pl.String, \"solution\": pl.String}})
DuckDB:  SELECT * FROM read_csv('{file}', types={{'puzzle': 'VARCHAR', 'solution': 'VARCHAR'}})"
    )
}
