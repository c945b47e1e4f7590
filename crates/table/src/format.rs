//! The formats of files of rows.

use std::path::Path;

use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::error::WriteError;

/// A format of rows. Its name is the usual ending of files.
///
/// ```
/// use std::path::Path;
/// use minirow_table::Format;
/// assert_eq!(Format::of_path(Path::new("pack.ndjson")), Format::JsonLines);
/// assert_eq!(Format::JsonLines.to_string(), "jsonl");
/// assert_eq!("parquet".parse(), Ok(Format::Parquet));
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// Comma-separated values with a header
    ///
    /// Fields have quotes only if needed.
    #[default]
    Csv,
    /// One JSON object per line
    #[strum(serialize = "jsonl")]
    JsonLines,
    /// Columns with types, compressed with zstd
    Parquet,
}

impl Format {
    /// Returns the format of the ending of a name. The default is CSV.
    pub fn of_path(path: &Path) -> Format {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "jsonl" | "ndjson" => Format::JsonLines,
            "parquet" => Format::Parquet,
            _ => Format::Csv,
        }
    }

    /// Checks that this build can write the format.
    ///
    /// # Errors
    /// Returns an error if it is Parquet, and the feature `parquet` is off.
    pub fn check(self) -> Result<(), WriteError> {
        match self {
            Format::Parquet if !cfg!(feature = "parquet") => Err(WriteError::NoParquet),
            _ => Ok(()),
        }
    }
}
