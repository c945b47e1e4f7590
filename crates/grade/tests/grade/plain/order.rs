//! Orders that result from the enumerations and containers of Sudoku Explainer.

use minirow_core::{Candidate, Cell};

/// Returns the combinations of `degree` out of nine things: 0 and 1, 0 and 2, 1 and 2, 0 and 3, ... (ordered as
/// bitmasks).
pub(crate) fn combinations(degree: usize) -> Vec<Vec<usize>> {
    (0..1_u16 << 9)
        .filter(|mask| mask.count_ones() as usize == degree)
        .map(|mask| (0..9).filter(|thing| mask & 1 << thing != 0).collect())
        .collect()
}

/// Sorts the candidates that a hint removes, given in the order of finding, into the order of a hash table with cells
/// as keys: ascending buckets; in a bucket, the cell that came first; in a cell, ascending digits.
///
/// The hash of a cell is its index. The table has 16 buckets, and doubles their number whenever it is more than three
/// quarters full.
pub(crate) fn hash_order(found: &[Candidate]) -> Vec<Candidate> {
    let mut cells: Vec<Cell> = Vec::new();
    for candidate in found {
        if !cells.contains(&candidate.cell) {
            cells.push(candidate.cell);
        }
    }
    let mut buckets = 16;
    while 4 * cells.len() > 3 * buckets {
        buckets *= 2;
    }
    cells.sort_by_key(|cell| cell.index() % buckets); // Stable.

    let mut ordered = Vec::new();
    for cell in cells {
        let mut of_cell: Vec<Candidate> = found.iter().copied().filter(|candidate| candidate.cell == cell).collect();
        of_cell.sort();
        of_cell.dedup();
        ordered.extend(of_cell);
    }
    ordered
}
