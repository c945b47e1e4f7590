//! The order in which Sudoku Explainer visits the eliminations of a hint: that of a hash table with cells as keys.

use minirow_core::Cell;

/// Sorts cells into table order: by index modulo the size of the table; equal ones stay in order. The table has 16
/// places, and doubles its size whenever it is three quarters full.
pub(crate) fn in_table_order(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut size = 16;
    while cells.len() > size / 4 * 3 {
        size *= 2;
    }
    cells.sort_by_key(|cell| cell.index() % size);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_ordered_by_index_modulo_16() {
        let cells = [9, 10, 17].map(Cell::from_index);
        assert_eq!(in_table_order(cells.to_vec()), [17, 9, 10].map(Cell::from_index));
        let collision = [25, 9, 41].map(Cell::from_index);
        assert_eq!(in_table_order(collision.to_vec()), collision);
    }

    #[test]
    fn thirteen_cells_need_a_larger_table() {
        let cells: Vec<Cell> = (16..29).map(Cell::from_index).collect();
        assert_eq!(in_table_order(cells.clone()), cells);
        let twelve: Vec<Cell> = (8..20).map(Cell::from_index).collect();
        let mut expected: Vec<Cell> = (16..20).map(Cell::from_index).collect();
        expected.extend((8..16).map(Cell::from_index));
        assert_eq!(in_table_order(twelve), expected);
    }
}
