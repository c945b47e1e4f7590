//! Lists of cells, digits and houses, as they are written in sentences.

use minirow_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::explain::Phrase;
use crate::phrase;

/// Joins items with commas, and the last one with a conjunction: `r1c1`, `r1c1 and r2c2`, `r1c1, r1c2 and r2c2`.
pub fn list<T: Into<Phrase>>(
    items: impl IntoIterator<Item = T>,
    conjunction: impl Fn(Phrase, Phrase) -> Phrase,
) -> Phrase {
    let mut items: Vec<Phrase> = items.into_iter().map(Into::into).collect();
    let last = items.pop();
    let some = items.into_iter().reduce(|some, more| phrase!("{some}, {more}", some, more));
    match (some, last) {
        (Some(some), Some(last)) => conjunction(some, last),
        (_, last) => last.unwrap_or_else(|| Phrase::signs("")),
    }
}

/// Joins the last item of a list with "and".
pub fn and(some: Phrase, last: Phrase) -> Phrase {
    phrase!("{some} and {last}", some, last)
}

/// Joins the last item of a list with "or".
pub fn or(some: Phrase, last: Phrase) -> Phrase {
    phrase!("{some} or {last}", some, last)
}

/// Joins reasons with semicolons.
pub fn reasons(reasons: impl IntoIterator<Item = Phrase>) -> Phrase {
    let joined = reasons.into_iter().reduce(|some, more| phrase!("{some}; {more}", some, more));
    joined.unwrap_or_else(|| Phrase::signs(""))
}

/// Joins cells with "and": `r1c1, r1c2 and r2c2`.
pub fn cells(cells: CellSet) -> Phrase {
    list(cells.iter(), and)
}

/// Joins cells with "or": `r1c1, r1c2 or r2c2`.
pub fn one_of(cells: CellSet) -> Phrase {
    list(cells.iter(), or)
}

/// Joins digits with "and": `1, 2 and 3`.
pub fn digits(digits: DigitSet) -> Phrase {
    list(digits.iter(), and)
}

/// Joins digits with "or": `1, 2 or 3`.
pub fn digit_of(digits: DigitSet) -> Phrase {
    list(digits.iter(), or)
}

/// Joins lines of one kind: `rows 2 and 7`, `column 3`.
pub fn lines(lines: impl IntoIterator<Item = House>) -> Phrase {
    let lines: Vec<House> = lines.into_iter().collect();
    let numbers = || list(lines.iter().map(|line| Phrase::signs(line.number() + 1)), and);
    match lines[..] {
        [] => Phrase::signs(""),
        [line] => line.into(),
        [first, ..] => match first.kind() {
            HouseKind::Row => phrase!("rows {numbers}", numbers = numbers()),
            HouseKind::Column => phrase!("columns {numbers}", numbers = numbers()),
            HouseKind::Box => phrase!("boxes {numbers}", numbers = numbers()),
        },
    }
}

/// Writes a cell with its candidates: `r1c1 (12)`.
pub(crate) fn with_digits(cell: Cell, digits: DigitSet) -> Phrase {
    Phrase::signs(format_args!("{cell} ({digits})"))
}

/// Returns "both" for two cells, "all" for more.
pub fn all(cells: CellSet) -> Phrase {
    if cells.len() == 2 { phrase!("both") } else { phrase!("all") }
}

/// Writes that cells see a digit in a cell, or in one of several.
pub fn see(cells: CellSet, digit: Digit, seen: CellSet) -> Phrase {
    let (is_one, cells, cell) = (cells.len() == 1, self::cells(cells), one_of(seen));
    if is_one {
        phrase!("{cells} sees the {digit} in {cell}", cells, digit, cell)
    } else {
        phrase!("{cells} see the {digit} in {cell}", cells, digit, cell)
    }
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
        let [one, two, three] = [1, 2, 3].map(|number| Digit::new(number).unwrap());
        assert_eq!(list([one], and).to_string(), "1");
        assert_eq!(list([one, two], or).to_string(), "1 or 2");
        assert_eq!(list([one, two, three], and).to_string(), "1, 2 and 3");
        assert_eq!(list(Vec::<Digit>::new(), and).to_string(), "");
        assert_eq!(lines([House::ROWS[1], House::ROWS[6]]).to_string(), "rows 2 and 7");
        assert_eq!(lines([House::COLUMNS[2]]).to_string(), "column 3");
    }
}
