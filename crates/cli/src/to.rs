//! The option for the format of the output: a form of `minirow-formats`, or Parquet.

use std::path::Path;

use clap::builder::PossibleValue;
use minirow_dataset::OutputFormat;
use minirow_formats::Form;

use minirow_table::Format;

/// A form on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    Form(Form),
    Parquet,
}

impl To {
    /// Returns the format that the ending of a file name stands for.
    pub(crate) fn of_path(path: &Path) -> Option<To> {
        match Format::of_path(path) {
            Format::Parquet => Some(To::Parquet),
            _ => Form::of_path(path).map(To::Form),
        }
    }
}

impl From<To> for OutputFormat {
    fn from(to: To) -> OutputFormat {
        match to {
            To::Form(form) => OutputFormat::Form(form),
            To::Parquet => OutputFormat::Parquet,
        }
    }
}

impl clap::ValueEnum for To {
    fn value_variants<'a>() -> &'a [To] {
        static ALL: [To; Form::ALL.len() + 1] = {
            let mut all = [To::Parquet; Form::ALL.len() + 1];
            let mut index = 0;
            while index < Form::ALL.len() {
                all[index] = To::Form(Form::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            To::Form(form) => PossibleValue::new(form.name()).help(form.about()),
            To::Parquet => PossibleValue::new("parquet").help("columns with types; needs a file"),
        })
    }
}
