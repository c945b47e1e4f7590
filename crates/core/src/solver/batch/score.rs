//! The branch score: the choice of the cell to guess at, for all lanes at once.
//!
//! Among the cells with two candidates, the score prefers cells whose guess has many consequences: those with many open
//! peers. Open cells of the same minirow or minicolumn count against the cell; those in the rest of the box count
//! double. The sums are plain additions of words, with three bands in one operation.

use fearless_simd::prelude::*;

use super::layout::{GUARDS, LOWEST, WORDS};
use super::operations::Operations;
use super::pass::Words;
use super::unroll;

/// The best cell of each lane, as the greatest key. A cell with two candidates has a greater key than any other cell.
///
/// ```text
///   a key in a field                   9     8 7 6 5 4   3 2 1 0
///                                candidates    score    8 - column
///   of three rows              11     10 9 8 7 6   5 4 3 2   1 0
///                          candidates    score    8 - column  2 - row
///   of three bands      13     12 11 10 9 8   7 6 5 4    3 2     1 0
///                   candidates     score     8 - column  2 - row  2 - band
/// ```
pub(super) struct Best<S: Simd>(S::u32s);

/// The number of bits below the score, for the number of a column.
const SCORE: u32 = 4;
/// Keeps scores positive, since the four other cells of the minirow and the minicolumn count -1 each.
const OFFSET: u32 = 8;
/// The number of bits below a key of a cell, for the number of a row, and below that for the number of a band.
const THIRD: u32 = 2;
/// The bits of a key of three rows.
const KEY: u32 = 0xFFF;

impl<S: Operations> Best<S> {
    /// Computes the best cells of all lanes. The result is valid for lanes where the rules remove no more candidates.
    #[inline(always)]
    pub(super) fn of(simd: S, words: &Words<S>) -> Best<S> {
        let splat = |word| S::u32s::splat(simd, word);
        let (zero, lowest, guards) = (splat(0), splat(LOWEST), splat(GUARDS));

        // The guards of `pair` are set if a cell has two candidates.
        let mut pair = [zero; WORDS];
        let mut minirow = [[zero; 3]; 3];
        let mut minicolumn = [zero; 9];
        unroll!(R in [0 1 2] {
            unroll!(C in [0 1 2 3 4 5 6 7 8] {
                let x = words[9 * R + C];
                let one_less = x & (x - lowest);
                let two_or_more = one_less - lowest;
                let two_less = one_less & two_or_more | guards;
                let three_or_more = two_less - lowest;
                // An open cell counts 1, at the position of the guard. A sum of three overflows the field into free
                // bits.
                let open = two_or_more & guards;
                pair[9 * R + C] = open & !three_or_more;
                minirow[R][C / 3] += open;
                minicolumn[C] += open;
            });
        });
        // From here on a cell counts 1 at the lowest bit of the score.
        let mut by_box = [zero; 3];
        unroll!(B in [0 1 2] {
            let mut open = zero;
            unroll!(R in [0 1 2] {
                minirow[R][B] >>= 9 - SCORE;
                open += minirow[R][B];
            });
            // The number of the column is included as that of the first column of the box. `by_column` has the rest.
            by_box[B] = open + open + splat(LOWEST * ((OFFSET << SCORE) | (8 - 3 * B as u32)));
        });
        let mut by_column = [zero; 9];
        unroll!(C in [0 1 2 3 4 5 6 7 8] {
            let t = minicolumn[C] >> (9 - SCORE); // sums are so small that `next` is clear above the fields
            let next = simd.next_band(t);
            by_column[C] = next + simd.next_band(next) - (t + t + t) - splat(LOWEST * (C % 3) as u32);
        });
        // Band 1 is in the lower half of `outer`, band 3 in the upper half.
        let (mut outer, mut middle) = (S::u16s::splat(simd, 0), zero);
        unroll!(R in [0 1 2] {
            let row = minirow[R][0] + minirow[R][1] + minirow[R][2];
            let (mut outer_row, mut middle_row) = (S::u16s::splat(simd, 0), zero);
            unroll!(B in [0 1 2] {
                let here = row + by_box[B] - (minirow[R][B] << 2);
                unroll!(K in [0 1 2] {
                    const C: usize = 3 * B + K;
                    // Fields may be negative in between. The sum is not, so borrows cancel out.
                    let key = (here + by_column[C]) | pair[9 * R + C];
                    outer_row = outer_row.max((key & splat(0x3FF | (0x3FF << 20))).bitcast::<S::u16s>());
                    middle_row = middle_row.max(key & splat(0x3FF << 10));
                });
            });
            let outer_row = (outer_row.bitcast::<S::u32s>() << THIRD) | splat((1 | (1 << 20)) * (2 - R as u32));
            outer = outer.max(outer_row.bitcast::<S::u16s>());
            middle = middle.max((middle_row << THIRD) | splat((2 - R as u32) << 10));
        });
        let outer = outer.bitcast::<S::u32s>();
        let bands = [outer & splat(KEY), middle >> 10, outer >> 20];
        let mut best = zero;
        unroll!(B in [0 1 2] {
            best = best.max((bands[B] << THIRD) | splat(2 - B as u32));
        });
        Best(best)
    }

    /// Returns the word and the band of the best cell of a lane, or `None` if no cell has two candidates.
    #[inline(always)]
    pub(super) fn cell(&self, lane: usize) -> Option<(usize, u32)> {
        let key = self.0[lane];
        let third = |number: u32| 2 - (number & 3);
        let (band, row, column) = (third(key), third(key >> THIRD), 8 - ((key >> (2 * THIRD)) & 15));
        let has_two = key & (1 << (9 + 2 * THIRD)) != 0;
        has_two.then_some(((9 * row + column) as usize, band))
    }
}
