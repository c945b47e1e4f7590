//! The pass: applies every rule once, in all lanes.
//!
//! The rules are those of the bitmask solver: naked and hidden singles, and locked candidates in both directions, as in
//! zhouyundong's JCZSolve and its relatives. Here they handle all digits at once. A pass sweeps over the words twice,
//! by stacks and by rows. Between the sweeps it handles what concerns all words:
//!
//! ```text
//! by stacks    naked singles leave their box
//! columns      stack rule
//! rows         band rule
//! by rows      hidden singles clear their cell
//! ```
//!
//! All rules only remove candidates. So two passes may be followed by one check: a lane that is dead after the first
//! pass still has no solution after the second, and errors in its arithmetic do not matter.

use fearless_simd::prelude::*;

use super::layout::{FIELDS, GUARDS, WORDS};
use super::operations::Operations;
use super::unroll;

/// The states of all lanes.
pub(super) type Words<S> = [<S as Simd>::u32s; WORDS];

/// The observations of a pass, by lane.
#[derive(Clone, Copy)]
pub(super) struct Seen<S: Simd> {
    /// Not zero: there is no solution.
    pub(super) dead: S::u32s,
    /// A guard is missing: before the pass a cell had no candidate. An occasional check is enough, because the cell
    /// stays empty.
    pub(super) filled: S::u32s,
    /// A digit bit is set: two digits have the same cell as their only place in a row. This does not change later
    /// either.
    pub(super) clash: S::u32s,
    /// Not zero: a candidate was removed.
    pub(super) changed: S::u32s,
    /// A digit bit is set: a digit has several places in a row. A lane without this, a missing guard, or anything in
    /// `dead`, `clash` and `changed` holds a solution. Proof: nothing was removed, so all rules have seen the same
    /// candidates. Each digit is possible in each row, and has one place there. Each cell has one digit, because two
    /// would be a clash. The stack and band rules keep only full matchings, so no box and no column has a digit twice.
    pub(super) open: S::u32s,
}

/// Scratch space between the two sweeps, reused so that it need not be cleared.
pub(super) struct Between<S: Simd> {
    left: Words<S>,
    /// By column: the digits left in each minicolumn.
    minicolumns: [S::u32s; 9],
    /// By row and stack: the digits left in each minirow. At the end of a pass, the first word of a row has the digits
    /// with several places in the row instead.
    minirows: [[S::u32s; 3]; 3],
}

impl<S: Simd> Between<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Between<S> {
        let zero = S::u32s::splat(simd, 0);
        Between { left: [zero; WORDS], minicolumns: [zero; 9], minirows: [[zero; 3]; 3] }
    }
}

/// Applies the rules once. `lowest` is [`LOWEST`](super::layout::LOWEST) in every lane.
#[inline(always)]
pub(super) fn pass<S: Operations>(simd: S, words: &mut Words<S>, between: &mut Between<S>, lowest: S::u32s) -> Seen<S> {
    let zero = S::u32s::splat(simd, 0);
    let guards = S::u32s::splat(simd, GUARDS);
    let fields = S::u32s::splat(simd, FIELDS);

    let Between { left, minicolumns, minirows } = between;
    let mut filled = guards;
    for stack in 0..3 {
        let mut x = [zero; 9];
        unroll!(I in [0 1 2 3 4 5 6 7 8] {
            x[I] = words[3 * stack + 9 * (I / 3) + I % 3];
        });

        // Naked singles: a cell with one digit left. Without its lowest digit only the guard is left, and subtracting
        // once more clears the guard.
        let mut single = [zero; 9];
        let mut in_row = [zero; 3];
        unroll!(I in [0 1 2 3 4 5 6 7 8] {
            let others = x[I] & (x[I] - lowest);
            filled &= others;
            let one = guards & !(others - lowest);
            single[I] = one - (one >> 9);
            in_row[I / 3] |= x[I] & single[I];
        });
        let in_box = in_row[0] | in_row[1] | in_row[2];
        // The digits are removed from the rest of the box. The next two rules remove them from row and column.
        unroll!(I in [0 1 2 3 4 5 6 7 8] {
            x[I] &= !in_box | single[I];
        });

        unroll!(C in [0 1 2] {
            minicolumns[3 * stack + C] = x[C] | x[C + 3] | x[C + 6];
        });
        unroll!(I in [0 1 2 3 4 5 6 7 8] {
            left[3 * stack + 9 * (I / 3) + I % 3] = x[I];
        });
    }

    // The stack rule: locked candidates between the columns and the boxes of a stack. The places of a digit in the
    // three boxes are in three different columns. A minicolumn stays if the two other columns can serve the two other
    // boxes.
    let mut next = [zero; 9];
    let mut keep = [zero; 9];
    unroll!(C in [0 1 2 3 4 5 6 7 8] {
        next[C] = simd.next_band(minicolumns[C]);
    });
    unroll!(C in [0 1 2 3 4 5 6 7 8] {
        const P: usize = C / 3 * 3 + (C + 1) % 3;
        const Q: usize = C / 3 * 3 + (C + 2) % 3;
        keep[C] = simd.next_band(minicolumns[P] & next[Q] | minicolumns[Q] & next[P]);
    });
    let mut m = [[zero; 3]; 3];
    unroll!(R in [0 1 2] {
        unroll!(B in [0 1 2] {
            m[R][B] = left[9 * R + 3 * B] & keep[3 * B] | left[9 * R + 3 * B + 1] & keep[3 * B + 1] | left[9 * R + 3 * B + 2] & keep[3 * B + 2];
        });
    });
    *minicolumns = keep;

    // The band rule: locked candidates between the rows and the boxes of a band. The places of a digit in the three
    // boxes are in three different rows, which gives six choices. A minirow stays if it belongs to a choice of three
    // possible minirows. The place in row R is in box R + K in the choice `forward[K]`, and in box K - R in
    // `backward[K]`, modulo 3.
    let mut forward = [zero; 3];
    let mut backward = [zero; 3];
    unroll!(K in [0 1 2] {
        forward[K] = m[0][K] & m[1][(K + 1) % 3] & m[2][(K + 2) % 3];
        backward[K] = m[0][K] & m[1][(K + 2) % 3] & m[2][(K + 1) % 3];
    });
    let mut kept = [[zero; 3]; 3];
    unroll!(R in [0 1 2] {
        unroll!(B in [0 1 2] {
            kept[R][B] = forward[(B + 3 - R) % 3] | backward[(B + R) % 3];
        });
    });
    *minirows = kept;
    // The union of full matchings is kept, so a digit that is possible in one row is possible in all three.
    let possible = kept[0][0] | kept[0][1] | kept[0][2];

    let mut clash = zero;
    let mut changed = zero;
    for row in 0..3 {
        let mut x = [zero; 9];
        unroll!(C in [0 1 2 3 4 5 6 7 8] {
            x[C] = left[9 * row + C] & minicolumns[C] & minirows[row][C / 3];
        });
        // Hidden singles: a digit with one place left in a row. (By the rules above, a digit with one place in a column
        // or box has one place in the row too.)
        let mut twice = simd.majority(minirows[row][0], minirows[row][1], minirows[row][2]);
        unroll!(B in [0 1 2] {
            twice |= simd.majority(x[3 * B], x[3 * B + 1], x[3 * B + 2]);
        });
        // For `open`. The word is not needed any more. With one variable for all rows, plain code would not be
        // vectorised. With a new array for them, SSE4.2 would be slower by an eighth.
        minirows[row][0] = twice;
        let once = !twice | guards;
        unroll!(C in [0 1 2 3 4 5 6 7 8] {
            let hidden = x[C] & once;
            let others = hidden - lowest;
            let none = guards & !others;
            // Two hidden singles in one cell are a contradiction.
            clash |= hidden & others;
            let new = x[C] & (hidden | (none - (none >> 9)));
            changed |= new ^ words[9 * row + C];
            words[9 * row + C] = new;
        });
    }
    changed &= fields;
    let dead = fields & !possible;
    let digits = fields ^ guards;
    clash &= digits;
    let open = (minirows[0][0] | minirows[1][0] | minirows[2][0]) & digits;
    Seen { dead, filled, clash, changed, open }
}

#[cfg(test)]
mod tests {
    use fearless_simd::Fallback;

    use super::super::layout::{DIGITS, LOWEST, Position};
    use super::*;
    use crate::cell::Cell;

    /// Applies some passes to a grid. Returns its words and the observations of the last pass, or `None` if the lane is
    /// dead.
    fn after(start: &str, passes: usize) -> Option<(Words<Fallback>, Seen<Fallback>)> {
        let simd = Fallback::new();
        let mut position = Position::EMPTY;
        position.load(&format!("{start:.<81}").parse().unwrap());
        let mut words = position.0.map(|word| SimdBase::splat(simd, word));
        let lowest = SimdBase::splat(simd, LOWEST);
        let mut between = Between::new(simd);
        let mut last = None;
        for _ in 0..passes {
            let seen = pass(simd, &mut words, &mut between, lowest);
            if seen.dead[0] | seen.clash[0] | (GUARDS & !seen.filled[0]) != 0 {
                return None;
            }
            last = Some(seen);
        }
        last.map(|seen| (words, seen))
    }

    /// Returns the candidates of a cell after some passes, or `None` if the lane is dead.
    fn candidates(start: &str, passes: usize, cell: Cell) -> Option<String> {
        let (words, _) = after(start, passes)?;
        let digits = words[cell.index() % WORDS][0] >> (10 * cell.band()) & DIGITS;
        Some((1..=9).filter(|number| digits >> (number - 1) & 1 == 1).map(|number| number.to_string()).collect())
    }

    #[test]
    fn a_naked_single_is_removed_from_its_box_row_and_column() {
        for cell in [Cell::at(1, 1), Cell::at(0, 8), Cell::at(8, 0)] {
            assert_eq!(candidates("5", 1, cell).unwrap(), "12346789", "{cell}");
        }
        assert_eq!(candidates("5", 1, Cell::at(4, 4)).unwrap(), "123456789");
    }

    #[test]
    fn a_hidden_single_clears_its_cell() {
        // In row 3 the 1 can only be in r3c9: the ones in rows 1 and 2 exclude two boxes, the others two columns.
        let rows = ["1........", "...1.....", ".........", "......1..", ".........", ".........", ".......1."];
        assert_eq!(candidates(&rows.concat(), 2, Cell::at(2, 8)).unwrap(), "1");
    }

    #[test]
    fn a_digit_locked_in_a_minirow_is_removed_from_the_row() {
        // In box 1, 7 is possible only in row 1.
        let rows = [".........", "123......", "456......"];
        assert_eq!(candidates(&rows.concat(), 1, Cell::at(0, 8)).unwrap(), "123456");
    }

    #[test]
    fn contradictions_are_found() {
        // No digit for r1c9; two digits that are only possible in r1c4; no place for 1 in row 3.
        let no_digit = ["12345678.", ".........", ".........", "........9"].concat();
        let no_place = ["1........", "...1.....", "......23.", "........1"].concat();
        for start in [no_digit.as_str(), "....5678934", &no_place] {
            assert_eq!(candidates(start, 3, Cell::at(8, 8)), None, "{start}");
        }
    }

    #[test]
    fn only_a_solution_is_neither_open_nor_dead_nor_changed() {
        let is_open = |grid: &str, passes| {
            let (_, seen) = after(grid, passes).unwrap();
            assert_eq!(seen.changed[0], 0, "{grid}");
            seen.open[0] != 0
        };
        let solved = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
        assert!(!is_open(solved, 1));
        // 8 and 9 can be swapped.
        assert!(is_open(&solved.replace(['8', '9'], "."), 4));
        // Full rows with digits repeated in columns only, or in boxes only.
        let repeated_in_columns = "123456789456789123789123456".repeat(3);
        let repeated_in_boxes: String = (0..9).map(|row| &"12345678912345678"[row..row + 9]).collect();
        for grid in [repeated_in_columns, repeated_in_boxes] {
            assert!(after(&grid, 1).is_none(), "{grid}");
        }
    }
}
