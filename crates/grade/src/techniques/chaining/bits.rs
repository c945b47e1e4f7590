//! A bit set of small numbers, wide enough for all candidates of a position, which are numbered without gaps.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Bits<W> = Bits([0; W]);

    pub(crate) const ALL: Bits<W> = Bits([u64::MAX; W]);

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        if W < 12 {
            *self |= Bits::from(number);
        } else {
            self.0[number / 64] |= 1 << (number % 64);
        }
    }

    pub(crate) fn remove(&mut self, number: usize) {
        *self = *self - Bits::from(number);
    }

    pub(crate) fn intersects(self, other: Bits<W>) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the set with each number increased by one. The highest possible number is lost.
    pub(crate) fn increased(self) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] << 1 | if word > 0 { self.0[word - 1] >> 63 } else { 0 }))
    }

    /// Returns the set with each number decreased by one. 0 is lost.
    pub(crate) fn decreased(self) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] >> 1 | if word + 1 < W { self.0[word + 1] << 63 } else { 0 }))
    }

    /// Returns how many numbers of the set are below a number.
    pub(crate) fn rank(&self, number: usize) -> usize {
        let words = &self.0[..=number / 64];
        let all: u32 = words.iter().map(|word| word.count_ones()).sum();
        (all - (words[number / 64] >> (number % 64)).count_ones()) as usize
    }

    /// Returns the lowest number, or `None` for the empty set.
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Returns the numbers in ascending order.
    pub(crate) fn iter(self) -> Numbers<W> {
        Numbers { rest: self.0, place: 0 }
    }
}

/// The numbers of a set in ascending order.
pub(crate) struct Numbers<const W: usize> {
    rest: [u64; W],
    place: usize,
}

impl<const W: usize> Iterator for Numbers<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.rest.get_mut(self.place) {
            if *word != 0 {
                let lowest = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.place + lowest);
            }
            self.place += 1;
        }
        None
    }

    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, start: B, mut f: F) -> B {
        let mut result = start;
        for place in self.place..W {
            let mut rest = self.rest[place];
            while rest != 0 {
                result = f(result, 64 * place + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        result
    }
}

impl<const W: usize> From<usize> for Bits<W> {
    #[inline]
    fn from(number: usize) -> Bits<W> {
        // Without an index, the set stays in registers: a word written to memory delays the vector that is read next.
        Bits(std::array::from_fn(|word| if word == number / 64 { 1 << (number % 64) } else { 0 }))
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;
    fn bitor(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    fn bitor_assign(&mut self, other: Bits<W>) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;
    fn bitand(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

/// Returns the members of the first set that are not in the second.
impl<const W: usize> Sub for Bits<W> {
    type Output = Bits<W>;
    fn sub(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}
