//! The branch score: where to guess, for all lanes at once.
//!
//! Among the cells with two candidates, the one whose guess should teach most: many open cells see it. Those that share
//! its minirow or its minicolumn count against it, those of the rest of the box count double. The sums are plain
//! additions of words, three bands in one go.

use fearless_simd::prelude::*;

use super::layout::{DIGITS, GUARDS, LOWEST, WORDS, next_band};
use super::pass::Words;
use super::unroll;

/// The best cell of each lane, by band: a score and the word, or nothing if no cell of the band has two candidates.
pub(super) struct Best<S: Simd>([S::u32s; 3]);

/// Room for the number of a word below the score.
const SCORE: u32 = 5;
/// Keeps scores positive: the four other cells of the minirow and the minicolumn count -1 each.
const OFFSET: u32 = 8;

impl<S: Simd> Best<S> {
    /// Looks at all lanes; only where the rules have nothing to say any more does the answer mean something.
    #[inline(always)]
    pub(super) fn of(simd: S, words: &Words<S>) -> Best<S> {
        let zero = S::u32s::splat(simd, 0);
        let lowest = S::u32s::splat(simd, LOWEST);
        let guards = S::u32s::splat(simd, GUARDS);

        // The fields of `pair` are full where a cell has two candidates. They have ten bits, as the scores have.
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
                let two = two_or_more & !three_or_more & guards;
                pair[9 * R + C] = (two << 1) - (two >> 9);
                // An open cell counts 1, from the bit where scores begin.
                let open = (two_or_more & guards) >> (9 - SCORE);
                minirow[R][C / 3] += open;
                minicolumn[C] += open;
            });
        });
        let mut in_box = [zero; 3];
        unroll!(B in [0 1 2] {
            in_box[B] = minirow[0][B] + minirow[1][B] + minirow[2][B];
        });
        let mut by_column = [zero; 9];
        unroll!(C in [0 1 2 3 4 5 6 7 8] {
            let t = minicolumn[C] & S::u32s::splat(simd, LOWEST * DIGITS);
            let next = next_band(t);
            let fields = S::u32s::splat(simd, LOWEST * 0x3FF);
            by_column[C] = (next & fields) + (next_band(next) & fields) - (t + t + t);
        });
        let mut best = [zero; 3];
        unroll!(R in [0 1 2] {
            let row = minirow[R][0] + minirow[R][1] + minirow[R][2];
            unroll!(B in [0 1 2] {
                let here = row + (in_box[B] << 1) - (minirow[R][B] << 2);
                unroll!(K in [0 1 2] {
                    const C: usize = 3 * B + K;
                    const WORD: usize = 9 * R + C;
                    let rank = S::u32s::splat(simd, LOWEST * (OFFSET << SCORE | (WORDS - 1 - WORD) as u32));
                    // Fields may be negative on the way; the sum is not, so what was borrowed is given back.
                    let key = (here + by_column[C] + rank) & pair[WORD];
                    best[0] = best[0].max(key & S::u32s::splat(simd, 0x3FF));
                    best[1] = best[1].max(key & S::u32s::splat(simd, 0x3FF << 10));
                    best[2] = best[2].max(key & S::u32s::splat(simd, 0x3FF << 20));
                });
            });
        });
        Best(best)
    }

    /// The word and the band of a lane's best cell, if one has two candidates.
    #[inline(always)]
    pub(super) fn cell(&self, lane: usize) -> Option<(usize, u32)> {
        let keys = [self.0[0][lane], self.0[1][lane] >> 10, self.0[2][lane] >> 20];
        let mut band = 0;
        for other in 1..3 {
            if keys[other] > keys[band] {
                band = other;
            }
        }
        let word = WORDS - 1 - (keys[band] & ((1 << SCORE) - 1)) as usize;
        (keys[band] != 0).then_some((word, band as u32))
    }
}
