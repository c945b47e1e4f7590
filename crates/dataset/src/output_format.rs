//! The formats that rows of any input can be written in.

use std::path::Path;

use minirow_formats::Form;
use minirow_table::Format;

/// A format for rows: a form of `minirow-formats`, or Parquet.
///
/// ```
/// use std::path::Path;
/// use minirow_dataset::OutputFormat;
/// use minirow_formats::Form;
/// assert_eq!(OutputFormat::of_path(Path::new("a.parquet")), Some(OutputFormat::Parquet));
/// assert_eq!(OutputFormat::of_path(Path::new("a.sdm")), Some(OutputFormat::Form(Form::Sdm)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// A form of text.
    Form(Form),
    /// Parquet, with the columns of CSV.
    Parquet,
}

impl OutputFormat {
    /// Returns the format that the ending of a name asks for.
    pub fn of_path(path: &Path) -> Option<OutputFormat> {
        match Format::of_path(path) {
            Format::Parquet => Some(OutputFormat::Parquet),
            Format::Csv | Format::JsonLines => Form::of_path(path).map(OutputFormat::Form),
        }
    }

    /// Returns the name, as in options.
    pub fn name(self) -> &'static str {
        match self {
            OutputFormat::Form(form) => form.name(),
            OutputFormat::Parquet => "parquet",
        }
    }

    /// Returns the form of the rows: CSV for Parquet.
    pub fn form(self) -> Form {
        match self {
            OutputFormat::Form(form) => form,
            OutputFormat::Parquet => Form::Csv,
        }
    }
}
