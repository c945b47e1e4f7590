//! Full grids with nearly a tridagon, whose puzzles are often hard.
//!
//! Three cells of a box in different rows and columns are a transversal. It is even or odd, as the permutation that takes its
//! rows to its columns. A tridagon is a transversal in each of four boxes that form a rectangle, of which an odd number are odd,
//! where the twelve cells have the same three candidates. It has no solution, so another candidate of its cells is true. That
//! can only be proved by trying several assumptions in turn, which makes such puzzles hard. The pattern was found by members of
//! the New Sudoku Players' Forum in 2022.
//!
//! No full grid has a tridagon. One with eleven of its cells can have a puzzle in which the others do not help: no clue is in the
//! twelve cells, and the three digits are clues in the box outside the rows and columns of the rectangle only.

use minirow_core::{Cell, CellSet, Digit, DigitSet, Solution};

/// The even permutations, and then the odd ones.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// A transversal of a box that has at least two of three digits.
struct Transversal {
    cells: [Cell; 3],
    is_odd: bool,
    is_missing_one: bool,
}

/// Eleven cells of a tridagon in a full grid, with the twelfth cell.
pub(super) struct NearTridagon {
    /// The twelve cells.
    pub(super) cells: CellSet,
    /// The three digits.
    pub(super) digits: DigitSet,
    /// The cells that may have clues.
    pub(super) mask: CellSet,
    /// The cells of the five boxes that have none of the twelve.
    pub(super) outside: CellSet,
}

/// Returns all near tridagons of a full grid.
pub(super) fn all(solution: &Solution) -> Vec<NearTridagon> {
    let mut all = Vec::new();
    for (band, stack) in (0..3).flat_map(|band| (0..3).map(move |stack| (band, stack))) {
        let others = |out: usize| (0..3).filter(move |&at| at != out);
        let is_outside = |cell: &Cell| cell.index() / 27 == band || cell.index() % 9 / 3 == stack;
        let outside: CellSet = Cell::ALL.into_iter().filter(is_outside).collect();
        let boxes: Vec<_> = others(band).flat_map(|band| others(stack).map(move |stack| (band, stack))).collect();
        for digits in triples() {
            let has = |cell: Cell| digits.contains(solution.digit(cell));
            let [a, b, c, d] = [0, 1, 2, 3].map(|place: usize| transversals(boxes[place], has));
            for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
                for (c, d) in c.iter().flat_map(|c| d.iter().map(move |d| (c, d))) {
                    let four = [a, b, c, d];
                    let odd = four.iter().filter(|of| of.is_odd).count();
                    if odd % 2 == 0 || four.iter().filter(|of| of.is_missing_one).count() != 1 {
                        continue;
                    }
                    let cells: CellSet = four.iter().flat_map(|of| of.cells).collect();
                    let is_free = |cell: &Cell| {
                        let is_opposite = cell.index() / 27 == band && cell.index() % 9 / 3 == stack;
                        !cells.contains(*cell) && (is_opposite || !has(*cell))
                    };
                    let mask = Cell::ALL.into_iter().filter(is_free).collect();
                    all.push(NearTridagon { cells, digits, mask, outside });
                }
            }
        }
    }
    all
}

/// Returns all sets of three digits.
fn triples() -> impl Iterator<Item = DigitSet> {
    let pairs = (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b)));
    let triples = pairs.flat_map(|(a, b)| (b + 1..9).map(move |c| [a, b, c]));
    triples.map(|places| places.map(|place| Digit::ALL[place]).into_iter().collect())
}

/// Returns the transversals of a box with at least two cells that have one of the digits.
fn transversals((band, stack): (usize, usize), has: impl Fn(Cell) -> bool) -> Vec<Transversal> {
    let of_permutation = |(number, columns): (usize, &[usize; 3])| {
        let cells = [0, 1, 2].map(|row| Cell::ALL[(3 * band + row) * 9 + 3 * stack + columns[row]]);
        let missing = cells.iter().filter(|&&cell| !has(cell)).count();
        (missing < 2).then_some(Transversal { cells, is_odd: number >= 3, is_missing_one: missing == 1 })
    };
    PERMUTATIONS.iter().enumerate().filter_map(of_permutation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours the twelve cells of four transversals with three digits, in all ways.
    fn colourings(boxes: [[usize; 3]; 4]) -> usize {
        let mut count = 0;
        for number in 0..6usize.pow(4) {
            let digits = [0, 1, 2, 3].map(|place| PERMUTATIONS[number / 6usize.pow(place) % 6]);
            let in_column = |of: usize, column: usize| digits[of][boxes[of].iter().position(|&c| c == column).unwrap()];
            let differ = |one: usize, other: usize| (0..3).all(|row| digits[one][row] != digits[other][row]);
            let differ_down =
                |one: usize, other: usize| (0..3).all(|column| in_column(one, column) != in_column(other, column));
            count += usize::from(differ(0, 1) && differ(2, 3) && differ_down(0, 2) && differ_down(1, 3));
        }
        count
    }

    #[test]
    fn an_odd_number_of_odd_transversals_has_no_solution() {
        for number in 0..6usize.pow(4) {
            let places = [0, 1, 2, 3].map(|place| number / 6usize.pow(place) % 6);
            let odd = places.iter().filter(|&&place| place >= 3).count();
            assert_eq!(colourings(places.map(|place| PERMUTATIONS[place])) == 0, odd % 2 == 1, "{places:?}");
        }
    }

    #[test]
    fn a_mask_leaves_the_pattern_empty() {
        let solution = (0..).map(|index| minirow_gen::full_grid(1, index)).find(|grid| !all(grid).is_empty()).unwrap();
        for near in all(&solution) {
            let has_digit = near.cells.iter().filter(|cell| near.digits.contains(solution.digit(*cell))).count();
            assert_eq!((near.cells.len(), has_digit, near.outside.len()), (12, 11, 45));
            assert!(!near.mask.intersects(near.cells) && !near.outside.intersects(near.cells));
            // Twelve cells, and each of the three digits in the 8 boxes around the one outside, 11 of them in the pattern.
            assert_eq!(near.mask.len(), 81 - 12 - (3 * 8 - 11));
        }
    }
}
