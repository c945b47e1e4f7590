//! Lists of cells, digits and houses, as they are written in sentences.

use std::fmt::Display;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, DigitSet, House, HouseKind};

/// Joins items: `r1c1`, `r1c1 and r2c2`, `r1c1, r1c2 and r2c2`.
pub fn list<T: Display>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        Some(end) if !items.is_empty() => format!("{} {last} {end}", items.join(", ")),
        end => end.unwrap_or_default(),
    }
}

/// Joins cells with "and": `r1c1, r1c2 and r2c2`.
pub fn cells(cells: CellSet) -> String {
    list(cells.iter(), "and")
}

/// Joins cells with "or": `r1c1, r1c2 or r2c2`.
pub fn one_of(cells: CellSet) -> String {
    list(cells.iter(), "or")
}

/// Joins digits with "and": `1, 2 and 3`.
pub fn digits(digits: DigitSet) -> String {
    list(digits.iter(), "and")
}

/// Joins digits with "or": `1, 2 or 3`.
pub fn digit_of(digits: DigitSet) -> String {
    list(digits.iter(), "or")
}

/// Joins lines of one kind: `rows 2 and 7`, `column 3`.
pub fn lines(lines: impl IntoIterator<Item = House>) -> String {
    let lines: Vec<House> = lines.into_iter().collect();
    match lines[..] {
        [] => String::new(),
        [line] => line.to_string(),
        [first, ..] => {
            let kind = match first.kind() {
                HouseKind::Row => "rows",
                HouseKind::Column => "columns",
                HouseKind::Box => "boxes",
            };
            format!("{kind} {}", list(lines.iter().map(|line| line.number() + 1), "and"))
        }
    }
}

/// Writes a placement: `r1c1=5`.
pub(crate) fn placed(Candidate { cell, digit }: Candidate) -> String {
    format!("{cell}={digit}")
}

/// Writes a cell with its candidates: `r1c1 (12)`.
pub(crate) fn with_digits(cell: Cell, digits: DigitSet) -> String {
    format!("{cell} ({digits})")
}

/// Returns `sees` for one cell, `see` for several.
pub fn see(cells: CellSet) -> &'static str {
    if cells.len() == 1 { "sees" } else { "see" }
}

/// Returns the cells of candidates.
pub(crate) fn cells_of(candidates: &CandidateSet) -> CellSet {
    candidates.iter().map(|candidate| candidate.cell).collect()
}

/// Returns the digits of candidates.
pub(crate) fn digits_of(candidates: &CandidateSet) -> DigitSet {
    candidates.iter().map(|candidate| candidate.digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_commas_and_a_conjunction() {
        assert_eq!(list([1], "and"), "1");
        assert_eq!(list([1, 2], "or"), "1 or 2");
        assert_eq!(list([1, 2, 3], "and"), "1, 2 and 3");
        assert_eq!(list(Vec::<u8>::new(), "and"), "");
        assert_eq!(lines([House::ROWS[1], House::ROWS[6]]), "rows 2 and 7");
        assert_eq!(lines([House::COLUMNS[2]]), "column 3");
    }
}
