//! A digit 1-9, and a set of digits.

use std::fmt;

use crate::set::bit_set;

/// A digit from 1 to 9.
///
/// ```
/// use minirow_core::Digit;
/// let sum: u8 = Digit::ALL.into_iter().map(Digit::get).sum();
/// assert_eq!(sum, 45);
/// assert!(Digit::D3 < Digit::D7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Digit {
    D1 = 1,
    D2,
    D3,
    D4,
    D5,
    D6,
    D7,
    D8,
    D9,
}

impl Digit {
    /// The nine digits in ascending order.
    pub const ALL: [Digit; 9] =
        [Digit::D1, Digit::D2, Digit::D3, Digit::D4, Digit::D5, Digit::D6, Digit::D7, Digit::D8, Digit::D9];

    /// Returns the digit with this number, or `None` if the number is not in the range 1-9.
    ///
    /// ```
    /// use minirow_core::Digit;
    /// assert_eq!(Digit::new(7), Some(Digit::D7));
    /// assert_eq!(Digit::new(0), None);
    /// ```
    pub const fn new(number: u8) -> Option<Digit> {
        if number >= 1 && number <= 9 { Some(Digit::ALL[number as usize - 1]) } else { None }
    }

    /// Returns the digit at an index of [`Digit::ALL`].
    ///
    /// # Panics
    /// Panics if `index` is greater than 8.
    pub const fn from_index(index: usize) -> Digit {
        Digit::ALL[index]
    }

    /// Returns the digit of a bit that is set in a [`DigitSet`].
    pub(crate) const fn of_bit(bit: u32) -> Digit {
        Digit::from_index(bit as usize)
    }

    /// Returns the digit as a number, 1-9.
    pub const fn get(self) -> u8 {
        self as u8
    }

    /// Returns the index in [`Digit::ALL`], 0-8.
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of digits, such as the candidates of a cell.
///
/// ```
/// use minirow_core::{Digit, DigitSet};
/// let bivalue = DigitSet::from_iter([Digit::D2, Digit::D7]);
/// assert_eq!(bivalue.single(), None);
/// assert_eq!(bivalue.without(Digit::D2).single(), Some(Digit::D7));
/// assert_eq!(bivalue.to_string(), "27");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DigitSet(u16); // Invariant: only the nine low bits are ever set.

bit_set!(DigitSet of Digit, u16, all = 0x1FF, bit = bit);

/// Returns the bit of an index.
const fn bit(index: usize) -> u16 {
    1 << index
}

impl DigitSet {
    /// Returns the number of members.
    pub const fn len(self) -> usize {
        LEN[self.0 as usize] as usize
    }
}

/// By bitmask: the number of members. Without an instruction for it, counting bits takes longer.
static LEN: [u8; 512] = {
    let mut len = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        len[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    len
};

/// Writes the digits in ascending order without separators, as pencilmarks are written.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.iter().map(|digit| char::from(b'0' + digit.get())).collect();
        f.pad(&digits)
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
