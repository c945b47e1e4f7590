//! Differences between the values of a file and the computed ones.

use std::fmt;

use crate::columns::Columns;
use crate::row::Row;

/// A value of a file that differs from the computed one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the column.
    pub column: String,
    /// The text in the file.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { column, found, expected } = self;
        write!(f, "{column} is {found}, expected {expected}")
    }
}

/// Returns the values of a row that differ from those of a file, for reports. Columns that the file lacks, and empty fields,
/// are not compared.
///
/// ```
/// use minirow_table::{Columns, Row, differences};
/// let row = Row::new(".".repeat(81).parse()?);
/// let columns = Columns::of_header(["clues", "symmetry"]);
/// let found = differences(&columns, &row, |column| (column == "clues").then_some("7"));
/// assert_eq!(found[0].to_string(), "clues is 7, expected 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn differences<T: AsRef<str>>(columns: &Columns, row: &Row, found: impl Fn(&str) -> Option<T>) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (column, expected) in columns.iter().zip(columns.values(row)) {
        if let Some(found) = found(column.name()).filter(|found| !found.as_ref().is_empty())
            && !expected.is_same_as(found.as_ref())
        {
            let (column, found, expected) =
                (column.name().to_string(), found.as_ref().to_string(), expected.to_string());
            differences.push(Difference { column, found, expected });
        }
    }
    differences
}
