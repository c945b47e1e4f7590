//! The stream of random numbers of one index of a seed.
//!
//! The stream is `ChaCha8` with the seed as key and the index as stream number. Bounded draws and the shuffle are
//! implemented here: those of a library may change between versions, and would change every pack.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The random numbers of one index.
pub(crate) struct Stream(ChaCha8Rng);

impl Clone for Stream {
    fn clone(&self) -> Stream {
        let mut rng = ChaCha8Rng::from_seed(self.0.get_seed());
        rng.set_stream(self.0.get_stream());
        rng.set_word_pos(self.0.get_word_pos());
        Stream(rng)
    }
}

impl Stream {
    pub(crate) fn new(seed: u64, index: u64) -> Stream {
        // The key is the seed in its first eight bytes, little endian, and zeros.
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(index);
        Stream(rng)
    }

    /// Returns an independent stream for a task with many draws, so that this stream always advances by the same
    /// amount.
    pub(crate) fn branch(&mut self) -> Stream {
        let mut key = [0; 32];
        for bytes in key.chunks_exact_mut(8) {
            bytes.copy_from_slice(&self.wide().to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(key))
    }

    /// Returns a uniformly distributed number of 64 bits.
    pub(crate) fn wide(&mut self) -> u64 {
        let [low, high] = [(); 2].map(|()| u64::from(self.0.next_u32()));
        high << 32 | low
    }

    /// Returns a uniformly distributed number below `bound`. (D. Lemire, Fast random integer generation in an interval,
    /// ACM TOMACS 2019: the high half of a product, after rejecting the few draws that would favour some numbers.)
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            // Fewer than `bound` draws are rejected. Most draws need no division to be accepted.
            if product as u32 >= bound || product as u32 >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles items uniformly (Fisher and Yates, from the last place down).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_and_an_index_never_change() {
        let draw = |seed, index| {
            let mut stream = Stream::new(seed, index);
            [(); 8].map(|()| stream.below(1000))
        };
        assert_eq!(draw(42, 7), [634, 185, 810, 580, 397, 945, 370, 734]);
        assert_eq!(draw(u64::MAX, u64::MAX), [338, 971, 609, 232, 951, 34, 33, 713]);
        assert_ne!(draw(42, 7), draw(42, 8));
        assert_ne!(draw(42, 7), draw(43, 7));
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut stream = Stream::new(1, 0);
        let mut drawn = [0; 7];
        for _ in 0..70_000 {
            drawn[stream.below(7) as usize] += 1;
        }
        assert!(drawn.iter().all(|&times| (9_600..10_400).contains(&times)), "{drawn:?}");
        assert_eq!(stream.below(1), 0);
    }

    #[test]
    fn every_permutation_of_four_is_about_equally_likely() {
        let mut stream = Stream::new(2, 0);
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            stream.shuffle(&mut items);
            *orders.entry(items).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), 24);
        assert!(orders.values().all(|&times| (850..1150).contains(&times)), "{orders:?}");
    }
}
