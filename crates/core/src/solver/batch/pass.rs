//! The pass: every rule once, in all lanes.
//!
//! Two sweeps through the words, first stack by stack, then row by row. States only ever shrink: whatever a rule does, it
//! takes candidates away.

use fearless_simd::prelude::*;

use super::layout::{FIELDS, GUARDS, WORDS, next_band};
use super::unroll;

/// The states of all lanes.
pub(super) type Words<S> = [<S as Simd>::u32s; WORDS];

/// What a pass has seen, lane by lane.
#[derive(Clone, Copy)]
pub(super) struct Seen<S: Simd> {
    /// Not zero: there is no solution.
    pub(super) dead: S::u32s,
    /// A guard is missing: before the pass a cell had no candidate. One look for that in a while is enough, as nothing
    /// fills the cell again.
    pub(super) filled: S::u32s,
    /// A digit is there: two digits have one cell as their only place in a row. That does not change any more either.
    pub(super) clash: S::u32s,
    /// Not zero: a candidate has gone.
    pub(super) changed: S::u32s,
    /// All guards are set: before the pass, no cell had two candidates. If the lane is not dead either, it holds a
    /// solution: each row has all nine digits, or it would be dead, so each cell has one of them, and nothing was taken
    /// away; then each digit is in the rows and boxes, and in the columns and bands, as a permutation.
    pub(super) solved: S::u32s,
}

/// What lies between the sweeps.
pub(super) struct Between<S: Simd> {
    left: Words<S>,
    /// By column: what is left in the bands.
    minicolumns: [S::u32s; 9],
    /// By row and stack.
    minirows: [[S::u32s; 3]; 3],
}

impl<S: Simd> Between<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Between<S> {
        let zero = S::u32s::splat(simd, 0);
        Between { left: [zero; WORDS], minicolumns: [zero; 9], minirows: [[zero; 3]; 3] }
    }
}

/// Applies the rules.
#[inline(always)]
pub(super) fn pass<S: Simd>(simd: S, words: &mut Words<S>, between: &mut Between<S>, lowest: S::u32s) -> Seen<S> {
    let zero = S::u32s::splat(simd, 0);
    let guards = S::u32s::splat(simd, GUARDS);
    let fields = S::u32s::splat(simd, FIELDS);

    let Between { left, minicolumns, minirows } = between;
    let mut filled = guards;
    let mut solved = guards;
    for stack in 0..3 {
        let mut x = [zero; 9];
        unroll!(I in [0 1 2 3 4 5 6 7 8] {
            x[I] = words[3 * stack + 9 * (I / 3) + I % 3];
        });

        // Naked singles: a cell with one digit left. Without its lowest digit nothing is left of it, and subtracting
        // once more takes the guard.
        let mut single = [zero; 9];
        let mut in_row = [zero; 3];
        unroll!(I in [0 1 2 3 4 5 6 7 8] {
            let others = x[I] & (x[I] - lowest);
            filled &= others;
            let one = guards & !(others - lowest);
            solved &= one;
            single[I] = one - (one >> 9);
            in_row[I / 3] |= x[I] & single[I];
        });
        let in_box = in_row[0] | in_row[1] | in_row[2];
        // Their digits leave the rest of the box; from row and column the next two rules take them.
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

    // The stack rule: locked candidates between the columns and the boxes of a stack. A digit's places in the three
    // boxes are in three different columns; a minicolumn stays if the two other columns can serve the two other
    // boxes.
    let mut next = [zero; 9];
    let mut keep = [zero; 9];
    unroll!(C in [0 1 2 3 4 5 6 7 8] {
        next[C] = next_band(minicolumns[C]);
    });
    unroll!(C in [0 1 2 3 4 5 6 7 8] {
        const P: usize = C / 3 * 3 + (C + 1) % 3;
        const Q: usize = C / 3 * 3 + (C + 2) % 3;
        keep[C] = next_band(minicolumns[P] & next[Q] | minicolumns[Q] & next[P]);
    });
    let mut m = [[zero; 3]; 3];
    unroll!(R in [0 1 2] {
        unroll!(B in [0 1 2] {
            m[R][B] = left[9 * R + 3 * B] & keep[3 * B] | left[9 * R + 3 * B + 1] & keep[3 * B + 1] | left[9 * R + 3 * B + 2] & keep[3 * B + 2];
        });
    });
    *minicolumns = keep;

    // The band rule: the same between the rows and the boxes of a band.
    let mut kept = [[zero; 3]; 3];
    unroll!(R in [0 1 2] {
        unroll!(B in [0 1 2] {
            let [[a, b], [c, d]] = [[(R + 1) % 3, (R + 2) % 3], [(B + 1) % 3, (B + 2) % 3]];
            kept[R][B] = m[R][B] & (m[a][c] & m[b][d] | m[a][d] & m[b][c]);
        });
    });
    *minirows = kept;
    // What is kept is a union of full matchings, so a digit that is possible in one row is so in all three.
    let possible = kept[0][0] | kept[0][1] | kept[0][2];

    let mut clash = zero;
    let mut changed = zero;
    for row in 0..3 {
        let mut x = [zero; 9];
        unroll!(C in [0 1 2 3 4 5 6 7 8] {
            x[C] = left[9 * row + C] & minicolumns[C] & minirows[row][C / 3];
        });
        // Hidden singles: a digit that has one place left in a row. (With one place in a column or a box, it has only one
        // in the row too, by the rules above.)
        let mut twice = twice(minirows[row][0], minirows[row][1], minirows[row][2]);
        unroll!(B in [0 1 2] {
            twice |= self::twice(x[3 * B], x[3 * B + 1], x[3 * B + 2]);
        });
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
    clash &= fields ^ guards;
    Seen { dead, clash, changed, solved, filled }
}

/// What is in two of three words at least.
#[inline(always)]
fn twice<V>(a: V, b: V, c: V) -> V
where
    V: Copy + std::ops::BitAnd<Output = V> + std::ops::BitOr<Output = V>,
{
    a & b | (a | b) & c
}
