//! Methods and operators that the bit sets of the crate share.

/// The members of a set, in ascending order.
///
/// ```
/// use minirow_core::{Digit, DigitSet};
/// let digits: Vec<u8> = DigitSet::ALL.into_iter().map(Digit::get).collect();
/// assert_eq!(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// ```
#[derive(Clone, Debug)]
pub struct Members<S>(pub(crate) S);

/// Implements the methods and set operators for a `struct Set(bits)` whose unused bits are always zero.
macro_rules! bit_set {
    ($set:ident of $item:ident, $bits:ty, all = $all:expr, bit = $bit:path) => {
        impl $set {
            /// The set without members.
            pub const EMPTY: $set = $set(0);
            /// The set of all possible members.
            pub const ALL: $set = $set($all);

            /// Returns the set of the members whose bit is set. Bits without a member are ignored.
            pub const fn from_bits(bits: $bits) -> $set {
                $set(bits & $all)
            }

            /// Returns the set as a bitmask, with the first member in the lowest bit.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Returns `true` if the set has no members.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns `true` if `item` is a member.
            pub const fn contains(self, item: $item) -> bool {
                self.0 & $bit(item.index()) != 0
            }

            /// Returns `true` if every member is also a member of `other`.
            pub const fn is_subset(self, other: $set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Returns `true` if the two sets have a common member.
            pub const fn intersects(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// Returns the set with `item` added.
            #[must_use]
            pub const fn with(self, item: $item) -> $set {
                $set(self.0 | $bit(item.index()))
            }

            /// Returns the set with `item` removed.
            #[must_use]
            pub const fn without(self, item: $item) -> $set {
                $set(self.0 & !$bit(item.index()))
            }

            /// Adds `item`.
            pub const fn insert(&mut self, item: $item) {
                self.0 |= $bit(item.index());
            }

            /// Removes `item`.
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !$bit(item.index());
            }

            /// Returns the lowest member, or `None` if the set is empty.
            pub const fn first(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($item::of_bit(self.0.trailing_zeros())) }
            }

            /// Returns the only member, or `None` if there is not exactly one.
            pub const fn single(self) -> Option<$item> {
                if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
            }

            /// Returns the members in ascending order.
            pub fn iter(self) -> $crate::set::Members<$set> {
                $crate::set::Members(self)
            }
        }

        impl Iterator for $crate::set::Members<$set> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let first = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(first)
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = $crate::set::Members<$set>;

            fn into_iter(self) -> $crate::set::Members<$set> {
                self.iter()
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: $set) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            fn bitand_assign(&mut self, other: $set) {
                self.0 &= other.0;
            }
        }

        /// Returns the members of the first set that are not members of the second.
        impl std::ops::Sub for $set {
            type Output = $set;
            fn sub(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl std::ops::SubAssign for $set {
            fn sub_assign(&mut self, other: $set) {
                self.0 &= !other.0;
            }
        }

        impl std::ops::Not for $set {
            type Output = $set;
            fn not(self) -> $set {
                $set(!self.0 & $all)
            }
        }

        impl From<$item> for $set {
            fn from(item: $item) -> $set {
                $set::EMPTY.with(item)
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::EMPTY, $set::with)
            }
        }
    };
}

pub(crate) use bit_set;
