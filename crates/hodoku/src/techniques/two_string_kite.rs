//! 2-string kite: a row and a column with two places of a digit each, of which two lie in one box. One of the other two has
//! the digit.

use super::prelude::*;

pub(super) static TWO_STRING_KITE: Technique = Technique {
    slug: "2-string-kite",
    name: "2-String Kite",
    score: 150,
    level: Level::Hard,
    find: |search| search.by_digit(&TWO_STRING_KITE, |state, _, digits| Ok(find(state, digits))),
};

fn find(state: &State, digits: DigitSet) -> Option<Step> {
    digits.iter().find_map(|digit| {
        let [mut rows, mut columns] = [House::ROWS, House::COLUMNS]
            .map(|lines| lines.iter().filter_map(|&line| two_places(state, line, digit)).collect::<Vec<_>>());
        rows.iter_mut().find_map(|row| columns.iter_mut().find_map(|column| step(state, digit, row, column)))
    })
}

/// Swaps the cells of both links so that their first cells share a box, if they can, and returns the step. As in HoDoKu the
/// links remain swapped.
fn step(state: &State, digit: Digit, row: &mut [Cell; 2], column: &mut [Cell; 2]) -> Option<Step> {
    let shares_box = |&(r, c): &(usize, usize)| row[r].box_() == column[c].box_();
    let (r, c) = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find(shares_box)?;
    row.swap(0, r);
    column.swap(0, c);
    if row.iter().any(|cell| column.contains(cell)) {
        return None;
    }
    let crossing = Candidate { cell: Cell::at(column[1].row(), row[1].column()), digit };
    let pattern = Pattern::TwoLinks { digit, links: [*row, *column] };
    state.has(crossing).then(|| Step::eliminate(&TWO_STRING_KITE, pattern, vec![crossing]))
}
