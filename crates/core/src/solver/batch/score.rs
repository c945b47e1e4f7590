//! The branch score: the choice of the cell to guess at, for all lanes at once.
//!
//! Among the cells with two candidates, the score prefers cells whose guess has many consequences: those with many open
//! peers. Open cells of the same minirow or minicolumn count against the cell; those in the rest of the box count
//! double. The sums are plain additions of words, with three bands in one operation.

use fearless_simd::prelude::*;

use super::layout::{GUARDS, LOWEST, WORDS, next_band};
use super::pass::Words;
use super::unroll;

/// The best cell of each lane: one key for bands 1 and 3, and one for band 2. A cell with two candidates has a greater key
/// than any other cell.
///
/// ```text
///   a key in a field             9     8 7 6 5 4   3 2 1 0
///                          candidates    score    8 - column
///   with the row         11     10 9 8 7 6   5 4 3 2   1 0
///                    candidates    score    8 - column  2 - row
/// ```
pub(super) struct Best<S: Simd> {
    /// Band 1 is in the lower half of a lane, band 3 in the upper half.
    outer: S::u16s,
    middle: S::u32s,
}

/// The number of bits below the score, for the number of a column.
const SCORE: u32 = 4;
/// Keeps scores positive, since the four other cells of the minirow and the minicolumn count -1 each.
const OFFSET: u32 = 8;
/// The number of bits below a key, for the number of a row.
const ROW: u32 = 2;
/// The bits of a key with the row.
const KEY: u32 = 0xFFF;
/// The bit of a key with the row that is set if the cell has two candidates.
const TWO: u32 = 1 << (9 + ROW);

impl<S: Simd> Best<S> {
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
        let mut in_box = [zero; 3];
        unroll!(B in [0 1 2] {
            unroll!(R in [0 1 2] {
                minirow[R][B] >>= 9 - SCORE;
                in_box[B] += minirow[R][B];
            });
        });
        let mut by_column = [zero; 9];
        unroll!(C in [0 1 2 3 4 5 6 7 8] {
            let t = minicolumn[C] >> (9 - SCORE);
            let next = next_band(t);
            by_column[C] = next + next_band(next) - (t + t + t) - splat(LOWEST * C as u32);
        });
        let mut best: Best<S> = Best { outer: S::u16s::splat(simd, 0), middle: zero };
        unroll!(R in [0 1 2] {
            let row = minirow[R][0] + minirow[R][1] + minirow[R][2];
            let (mut outer, mut middle) = (S::u16s::splat(simd, 0), zero);
            unroll!(B in [0 1 2] {
                let rank = splat(LOWEST * ((OFFSET << SCORE) | 8));
                let here = row + (in_box[B] + in_box[B]) - (minirow[R][B] << 2) + rank;
                unroll!(K in [0 1 2] {
                    const C: usize = 3 * B + K;
                    // Fields may be negative in between. The sum is not, so borrows cancel out.
                    let key = (here + by_column[C]) | pair[9 * R + C];
                    outer = outer.max((key & splat(0x3FF | (0x3FF << 20))).bitcast::<S::u16s>());
                    middle = middle.max(key & splat(0x3FF << 10));
                });
            });
            let outer = (outer.bitcast::<S::u32s>() << ROW) | splat((1 | (1 << 20)) * (2 - R as u32));
            best.outer = best.outer.max(outer.bitcast::<S::u16s>());
            best.middle = best.middle.max((middle << ROW) | splat((2 - R as u32) << 10));
        });
        best
    }

    /// Returns the word and the band of the best cell of a lane, or `None` if no cell has two candidates.
    #[inline(always)]
    pub(super) fn cell(&self, lane: usize) -> Option<(usize, u32)> {
        let outer = self.outer.bitcast::<S::u32s>()[lane];
        let keys = [outer & KEY, self.middle[lane] >> 10, outer >> 20];
        let mut band = 0;
        for other in 1..3 {
            if keys[other] > keys[band] {
                band = other;
            }
        }
        let key = keys[band];
        let (row, column) = (2 - (key & 3), 8 - ((key >> ROW) & 15));
        (key & TWO != 0).then_some(((9 * row + column) as usize, band as u32))
    }
}
