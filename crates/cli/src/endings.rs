//! The formats that the endings of output files select, with one table for each command.

use std::path::Path;

use minirow_dataset::OutputFormat;
use minirow_files::is_stream;
use minirow_formats::Form;
use minirow_table::Format;

use crate::error::{Error, Result};

/// The endings that a command knows, without the dot, each with its format.
pub(crate) type Endings<'a, T> = &'a [(&'a str, T)];

/// The endings of files of rows.
pub(crate) const ROWS: Endings<Format> =
    &[("csv", Format::Csv), ("jsonl", Format::JsonLines), ("ndjson", Format::JsonLines), ("parquet", Format::Parquet)];

/// The ending of commands that write text only.
pub(crate) const TEXT: Endings<()> = &[("txt", ())];

/// The ending of lists beside a result.
pub(crate) const LIST: Endings<()> = &[("csv", ())];

/// Returns the endings of the forms of puzzles.
pub(crate) fn forms() -> Vec<(&'static str, OutputFormat)> {
    let of_form = |form: Form| form.endings().iter().map(move |ending| (*ending, OutputFormat::Form(form)));
    let others = [("parquet", OutputFormat::Parquet), ("txt", OutputFormat::Form(Form::Line))];
    Form::ALL.into_iter().flat_map(of_form).chain(others).collect()
}

/// Returns the format of an option, or else that of the ending of the output. `None` stands for the default: there is no
/// file, or its name has no ending.
///
/// # Errors
/// If the command does not know the ending, and no option overrides it. A device or a pipe may have any name.
pub(crate) fn format_of<T: Copy>(asked: Option<T>, out: Option<&Path>, known: Endings<T>) -> Result<Option<T>> {
    if asked.is_some() {
        return Ok(asked);
    }
    let Some((out, ending)) = out.and_then(|out| Some((out, out.extension()?))) else { return Ok(None) };
    match known.iter().find(|(name, _)| ending.eq_ignore_ascii_case(name)) {
        Some((_, format)) => Ok(Some(*format)),
        None if is_stream(out) => Ok(None),
        None => Err(Error::usage(format!(
            "{}: found the ending .{}, expected {}",
            out.display(),
            ending.display(),
            list(known)
        ))),
    }
}

/// Checks the ending of the output of a mode, which the message names.
///
/// # Errors
/// If the mode does not know the ending.
pub(crate) fn check<T: Copy>(out: Option<&Path>, known: Endings<T>, mode: &str) -> Result<()> {
    let with_mode = |error| match error {
        Error::Usage(message) => Error::usage(format!("{message} {mode}")),
        other => other,
    };
    format_of(None, out, known).map(|_| ()).map_err(with_mode)
}

/// Returns the endings as text: `.csv, .jsonl or .parquet`.
pub(crate) fn list<T>(known: Endings<T>) -> String {
    let names: Vec<String> = known.iter().map(|(name, _)| format!(".{name}")).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(asked: Option<Format>, out: &str) -> Result<Option<Format>, String> {
        format_of(asked, Some(Path::new(out)), ROWS).map_err(|error| match error {
            Error::Usage(message) => message,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn an_ending_selects_the_format_and_an_option_overrides_it() {
        assert_eq!(format(None, "a/pack.NDJSON"), Ok(Some(Format::JsonLines)));
        assert_eq!(format(Some(Format::Csv), "pack.xlsx"), Ok(Some(Format::Csv)));
        for out in ["pack", ".hidden", "a.b/pack"] {
            assert_eq!(format(None, out), Ok(None), "{out}");
        }
        let message = "pack.xlsx: found the ending .xlsx, expected .csv, .jsonl, .ndjson or .parquet";
        assert_eq!(format(None, "pack.xlsx"), Err(message.into()));
        assert_eq!(list(TEXT), ".txt");
    }

    #[test]
    fn every_form_with_an_ending_is_known() {
        let forms = forms();
        for ending in ["csv", "json", "jsonl", "parquet", "sdm", "txt"] {
            assert!(forms.iter().any(|(name, _)| *name == ending), "{ending}");
        }
    }
}
