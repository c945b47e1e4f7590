//! Checks of the PDF of a book, by any program, against a preset.

use std::io::ErrorKind;
use std::path::Path;

use minirow_core::text::{self, counted};
use minirow_files::read_bytes;
use minirow_print::check::{self, Finding};
use minirow_print::{Error as PrintError, Preset};

use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use crate::output;

/// The largest file that KDP takes, in bytes.
const LARGEST: u64 = 650 << 20;

/// Prints the findings in a PDF.
pub(super) fn run(path: &Path, preset: &Preset, bleed: bool) -> Result<InputVerdict> {
    // Names in a foreign file can hold anything.
    let shown = text::one_line(&path.display().to_string()).into_owned();
    let bytes = read_bytes(path, LARGEST).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => {
            Error::data(format!("{shown}: found more than 650 MiB, which is the most that KDP takes"))
        }
        _ => Error::unreadable(&shown, error),
    })?;
    let findings =
        check::pdf(&bytes, preset, bleed).map_err(|error: PrintError| Error::data(format!("{shown}: {error}")))?;
    let lines = findings.iter().map(|finding| format!("{shown}: {}\n", text::shown(&finding.to_string())));
    let verdict = match findings.len() {
        0 => format!("{shown}: keeps the limits of {}\n", preset.name),
        count => format!("{shown}: {} against the limits of {}\n", counted(count as u64, "finding"), preset.name),
    };
    let is_with_bleed = |finding: &Finding| match finding {
        Finding::PageSize { found, expected, .. } => {
            let extra = Preset::BLEED.get();
            (found.0 - expected.0 - extra).abs() < 1.0 && (found.1 - expected.1 - 2.0 * extra).abs() < 1.0
        }
        _ => false,
    };
    let hint = (!bleed && findings.iter().any(is_with_bleed))
        .then(|| format!("{shown}: the pages have the size of pages with bleed; --bleed checks them\n"));
    let report: String = lines.chain(hint).chain([verdict]).collect();
    output::print(text::safe_lines(&report).as_bytes())?;
    Ok(InputVerdict::of_invalid(findings.len() as u64))
}
