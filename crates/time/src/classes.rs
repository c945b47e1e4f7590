//! Classes of cells that do not depend on how a puzzle is written down.

use minirow_core::{Cell, Puzzle};

/// The number of refinements. Four distinguish nearly all cells of puzzles without automorphisms.
const ROUNDS: usize = 4;

/// Returns a label for each cell. A symmetry of the puzzle moves the labels with their cells.
///
/// This is colour refinement (B. Weisfeiler and A. Leman, 1968) on the solution: the first labels tell clues from empty
/// cells. Each round replaces a label by a hash of the labels in the row, column and box of the cell and of those with its
/// digit. The sums do not depend on the order of the cells, and rows and columns have the same part in them.
pub(crate) fn labels(puzzle: &Puzzle) -> [u64; 81] {
    let clues = puzzle.clues().pattern();
    let mut labels = Cell::ALL.map(|cell| u64::from(clues.contains(cell)));
    for _ in 0..ROUNDS {
        let (mut of_houses, mut of_digits) = ([0_u64; 27], [0_u64; 9]);
        for cell in Cell::ALL {
            let hash = mix(labels[cell.index()]);
            let digit = &mut of_digits[puzzle.solution().digit(cell).index()];
            *digit = digit.wrapping_add(hash);
            for house in cell.houses() {
                of_houses[house.index()] = of_houses[house.index()].wrapping_add(hash);
            }
        }
        labels = Cell::ALL.map(|cell| {
            let [row, column, box_] = cell.houses().map(|house| of_houses[house.index()]);
            let digit = of_digits[puzzle.solution().digit(cell).index()];
            let lines = mix(row).wrapping_add(mix(column));
            mix(mix(mix(lines).wrapping_add(box_)).wrapping_add(digit)).wrapping_add(labels[cell.index()])
        });
    }
    labels
}

/// Returns a hash of a number: the output function of SplitMix64 (G. Steele, D. Lea and C. Flood, 2014).
pub(crate) const fn mix(number: u64) -> u64 {
    let mut hash = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use minirow_core::{Puzzle, Symmetry};

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        Puzzle::new(text.parse().unwrap()).unwrap()
    }

    #[test]
    fn labels_move_with_their_cells() {
        let puzzle = puzzle("...1.7..4..9..627..5.....9....6...819..5.4..268...2....9.....4..264..8..1..9.3...");
        let before = labels(&puzzle);
        for number in 0..50 {
            let symmetry = Symmetry::nth(number * 7_919_191_919 % Symmetry::COUNT);
            let after = labels(&symmetry.puzzle(&puzzle));
            assert!(Cell::ALL.iter().all(|&cell| after[symmetry.cell(cell).index()] == before[cell.index()]));
        }
    }

    #[test]
    fn cells_of_a_puzzle_without_automorphisms_have_different_labels() {
        let puzzle = puzzle("...1.7..4..9..627..5.....9....6...819..5.4..268...2....9.....4..264..8..1..9.3...");
        assert_eq!(labels(&puzzle).into_iter().collect::<HashSet<_>>().len(), 81);
    }
}
