//! Rows in which each cell has a character: digits, blanks, numbers and pencilmarks.

use minirow_core::DigitSet;

use crate::characters::{cell, dotted_number, may_be_mixed, number_word};
use crate::lengths::Lengths;
use crate::names::{remark_label, row_number};
use crate::pencilmarks::{self, Mark};
use crate::row::brackets::without_brackets;
use crate::row::fields::field_cell;
use crate::row::{Layout, Row, TextRow, has_row, is_remark, separators, words};

/// Reads the three rows of a band, 27 cells in fields of the same length.
pub(crate) fn band(text: &str) -> Option<Vec<Row>> {
    if text.len() < 27 {
        return None;
    }
    let words: Vec<&str> = words(text).map(|(_, word)| word).collect();
    let cells = words.concat();
    let is_band = cells.len() == 27 && words.iter().all(|word| word.len() == words[0].len() && 27 % word.len() == 0);
    let rows = (0..3).map(|row| cells.get(9 * row..9 * row + 9).and_then(plain_cells));
    rows.collect::<Option<Vec<Row>>>().filter(|_| is_band)
}

/// Reads nine cells with separators, and a remark behind them.
pub(super) fn cells(text: &str) -> Option<Row> {
    let inner = without_brackets(text);
    let is_inner = inner.len() < text.len();
    let beside = || {
        let (before, behind) = text.split_once(inner)?;
        row_number(before).or_else(|| remark_label(behind))
    };
    let with_name = |row: Row| Row { label: row.label.or_else(beside), ..row };
    is_inner.then(|| plain_cells(inner).map(with_name)).flatten().or_else(|| plain_cells(text))
}

pub(super) fn plain_cells(inner: &str) -> Option<Row> {
    let (mut numbers, mut blanks) = (Vec::with_capacity(9), 0);
    let (mut lengths, mut gaps) = (Lengths::default(), Gaps::default());
    let (mut end, mut rest, mut is_apart) = (0, "", false);
    for (start, word) in words(inner) {
        let gap = &inner[end..start];
        is_apart = numbers.len() == 9 && gaps.are_of_boxes() && is_remark_apart(inner, gap, &inner[start..]);
        if !is_apart {
            gaps.add(gap, numbers.len());
        }
        if is_apart || !word.chars().all(|character| cell(character).is_some()) {
            rest = &inner[start..];
            break;
        }
        if numbers.len() + word.len() > 9 {
            return marks(inner).or_else(|| number_words(inner));
        }
        for (number, blank) in word.chars().filter_map(cell) {
            numbers.push(number);
            blanks |= blank;
        }
        end = start + word.len();
        lengths.add(word.len(), inner[end..].trim_start().starts_with('|'));
    }
    let Ok(numbers) = <[u8; 9]>::try_from(numbers) else { return marks(inner).or_else(|| number_words(inner)) };
    let is_row = lengths.are_equal()
        && lengths.are_boxes()
        && may_be_mixed(blanks)
        && (is_apart && !has_row(rest) || is_remark(rest))
        && !gaps.are_odd(!rest.is_empty());
    let row = Row::of(Layout::Cells, TextRow::Numbers(numbers), blanks);
    let row = Row { label: remark_label(rest), separators: separators(inner[..end].trim_start()), ..row };
    // Numbers such as `5.0` have three cells each.
    let has_numbers = || words(inner).any(|(_, word)| word.len() > 1 && number_word(word).is_some());
    is_row.then_some(row).or_else(|| marks(inner)).or_else(|| has_numbers().then(|| number_words(inner)).flatten())
}

/// The gaps of a line with cells. The number of cells before a gap is its place.
#[derive(Default)]
struct Gaps {
    /// The places of gaps with two spaces or a tabulator.
    wide: Vec<usize>,
    /// The number of other gaps.
    narrow: usize,
    /// The places of gaps without a comma, but for that of a remark.
    without_comma: Vec<usize>,
    has_commas: bool,
    /// The places of gaps with a bar.
    bars: Vec<usize>,
    /// `true` if a colon is behind the first cell and nowhere else.
    has_label: bool,
}

impl Gaps {
    fn add(&mut self, gap: &str, place: usize) {
        if is_wide(gap) {
            self.wide.push(place);
        } else {
            self.narrow += usize::from(!gap.is_empty());
        }
        if gap.contains('|') {
            self.bars.push(place);
        }
        if gap.contains(':') {
            self.has_label = place == 1;
        }
        if gap.contains([',', ';']) {
            self.has_commas |= place < 9;
        } else if !gap.is_empty() {
            self.without_comma.push(place);
        }
    }

    /// Returns `true` if wide gaps are between boxes only.
    fn are_of_boxes(&self) -> bool {
        self.wide.iter().all(|place| matches!(place, 3 | 6))
    }

    /// Returns `true` if a cell before or behind another gap than the others may be that of a label or a remark. The columns of pencilmarks
    /// have wide gaps anywhere, and no box between bars has a label for a cell.
    fn are_odd(&self, has_remark: bool) -> bool {
        let is_odd = |place: &&usize| !matches!(place, 0 | 3 | 6 | 9);
        let odd: Vec<usize> = self.wide.iter().filter(is_odd).copied().collect();
        let is_single = matches!(odd[..], [1 | 8]) && self.bars != [3, 6] || has_remark && !odd.is_empty();
        self.narrow > 0 && is_single
            || self.has_commas && self.without_comma.iter().any(|place| is_odd(&place))
            || self.has_label
    }
}

fn is_wide(gap: &str) -> bool {
    gap.contains("  ") || gap.contains('\t')
}

/// Returns `true` if `rest` is a remark far behind the cells of `line`, which may begin with a cell. Cells of pencilmarks have no words.
fn is_remark_apart(line: &str, gap: &str, rest: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_wide(gap)
        && gap.matches('|').count() <= usize::from(line.starts_with('|'))
        && rest.split_whitespace().any(is_word)
}

/// Reads nine numbers as programs print them, such as `5.0` and `NaN`.
fn number_words(text: &str) -> Option<Row> {
    let are_dotted = words(text).all(|(_, word)| dotted_number(word).is_some());
    let read = if are_dotted { dotted_number } else { field_cell };
    let cells: Vec<(u8, u16)> = words(text).map(|(_, word)| read(word)).collect::<Option<_>>()?;
    let blanks = cells.iter().fold(0, |blanks, (_, blank)| blanks | blank);
    let numbers = cells.iter().map(|(number, _)| *number).collect::<Vec<_>>().try_into().ok()?;
    // A number before a colon is a label.
    let is_row = may_be_mixed(blanks) && text.matches(':').count() != 1;
    let row = Row::of(Layout::Cells, TextRow::Numbers(numbers), blanks);
    is_row.then_some(Row { separators: separators(text), ..row })
}

/// Reads nine cells of pencilmarks, and a remark behind them.
fn marks(text: &str) -> Option<Row> {
    let (mut cells, mut has_several, mut blanks, mut rest) = (Vec::with_capacity(9), false, 0, "");
    for (start, word) in words(text) {
        match pencilmarks::read_cell(word) {
            Mark::Digits { digits, is_several } if cells.len() < 9 => {
                has_several |= is_several;
                if !is_several && digits.is_empty() {
                    blanks |= word.chars().filter_map(cell).fold(0, |blanks, (_, blank)| blanks | blank);
                }
                cells.push(digits);
            }
            Mark::Unknown if cells.len() == 9 => {
                rest = &text[start..];
                break;
            }
            _ => return None,
        }
    }
    let cells: [DigitSet; 9] = cells.try_into().ok()?;
    let is_row = has_several && is_remark(rest);
    is_row.then_some(Row { separators: separators(text), ..Row::of(Layout::Cells, TextRow::Marks(cells), blanks) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_gap_is_that_of_a_label_but_between_bars() {
        // The first column of pencilmarks is wide.
        assert!(plain_cells("-  1 -    | 8 - -   | 8 1 -").is_some());
        for text in ["1  . 3 . . 2 . 6 .", ". 3 . . 2 . 6 .  9", "1  . 3 | . . 2 . 6 .", "1  . | 3 . . | 2 . 6 ."] {
            assert!(plain_cells(text).is_none(), "{text}");
        }
    }
}
