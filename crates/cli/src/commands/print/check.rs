//! Checks of the PDF of a book, by any program, against a preset.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

use minirow_files::read_bytes;
use minirow_print::check::{self, Finding, FindingKind};
use minirow_print::{Error as PrintError, Preset};
use minirow_text::counted;

use crate::commands::InputVerdict;
use crate::error::{Error, Result};
use crate::output;

/// The largest file that KDP takes, in bytes.
const LARGEST: u64 = 650 << 20;

/// Prints the findings in a PDF.
pub(super) fn run(path: &Path, preset: &Preset, bleed: bool) -> Result<InputVerdict> {
    // Names in a foreign file can hold anything.
    let shown = minirow_text::one_line(&path.display().to_string()).into_owned();
    let bytes = read_bytes(path, LARGEST).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => {
            Error::data(format!("{shown}: found more than 650 MiB, which is the most that KDP takes"))
        }
        _ => Error::unreadable(&shown, error),
    })?;
    let findings =
        check::pdf(&bytes, preset, bleed).map_err(|error: PrintError| Error::data(format!("{shown}: {error}")))?;
    let mut groups: HashMap<String, Vec<&Finding>> = HashMap::new();
    findings.iter().for_each(|finding| groups.entry(finding.kind.to_string()).or_default().push(finding));
    // A group is in the place of its first finding.
    let lines = findings.iter().filter_map(|finding| {
        let cause = finding.kind.to_string();
        let group = groups.remove(&cause)?;
        let pages: Vec<u64> = group.iter().filter_map(|finding| finding.page).collect();
        let line = if pages.len() > 1 { format!("pages {}: {cause}", ranges(&pages)) } else { finding.to_string() };
        Some(format!("{shown}: {}\n", minirow_text::shown(&line)))
    });
    let verdict = match findings.len() {
        0 => format!("{shown}: keeps the limits of {}\n", preset.name),
        count => format!("{shown}: {} against the limits of {}\n", counted(count as u64, "finding"), preset.name),
    };
    let is_with_bleed = |finding: &Finding| match &finding.kind {
        FindingKind::PageSize { found, expected } => {
            let extra = Preset::BLEED.get();
            (found.0 - expected.0 - extra).abs() < 1.0 && (found.1 - expected.1 - 2.0 * extra).abs() < 1.0
        }
        _ => false,
    };
    let hint = (!bleed && findings.iter().any(is_with_bleed))
        .then(|| format!("{shown}: the pages have the size of pages with bleed; --bleed checks them\n"));
    let report: String = lines.chain(hint).chain([verdict]).collect();
    output::print(minirow_text::safe_lines(&report).as_bytes())?;
    Ok(InputVerdict::of_invalid(findings.len() as u64))
}

/// The most ranges of pages in a line.
const MOST_RANGES: usize = 8;

/// Returns numbers that rise as ranges: `1, 3-5, 9`.
fn ranges(numbers: &[u64]) -> String {
    let mut numbers = numbers.to_vec();
    numbers.dedup();
    let ranges: Vec<String> = numbers
        .chunk_by(|before, next| before + 1 == *next)
        .map(|range| match range {
            [first, .., last] => format!("{first}-{last}"),
            _ => range[0].to_string(),
        })
        .collect();
    match ranges.len().checked_sub(MOST_RANGES) {
        Some(more @ 1..) => format!("{} and {more} more", ranges[..MOST_RANGES].join(", ")),
        _ => ranges.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_ranges() {
        assert_eq!(ranges(&[1, 3, 3, 4, 5, 9]), "1, 3-5, 9");
        let even: Vec<u64> = (1..=10).map(|page| 2 * page).collect();
        assert_eq!(ranges(&even), "2, 4, 6, 8, 10, 12, 14, 16 and 2 more");
    }
}
