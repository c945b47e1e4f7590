//! The operators that every bit set of the crate has, written once.

/// Gives a `struct Set(bits)` whose unused bits are zero the set operators and the questions every set answers.
macro_rules! bit_set {
    ($set:ident of $item:ident, $bits:ty, all = $all:expr) => {
        impl $set {
            /// The set without members.
            pub const EMPTY: $set = $set(0);
            /// The set of all members.
            pub const ALL: $set = $set($all);

            /// The set with exactly the members whose bit is set; bits that stand for nothing are dropped.
            pub const fn from_bits(bits: $bits) -> $set {
                $set(bits & $all)
            }

            /// One bit a member, the first member in the lowest bit.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// The number of members.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether there is no member.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether `item` is a member.
            pub const fn contains(self, item: $item) -> bool {
                self.0 & (1 << item.index()) != 0
            }

            /// Whether every member is one of `other` too.
            pub const fn is_subset(self, other: $set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Whether a member is one of `other` too.
            pub const fn intersects(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// The set with `item` as well.
            #[must_use]
            pub const fn with(self, item: $item) -> $set {
                $set(self.0 | 1 << item.index())
            }

            /// The set without `item`.
            #[must_use]
            pub const fn without(self, item: $item) -> $set {
                $set(self.0 & !(1 << item.index()))
            }

            /// Adds `item`.
            pub const fn insert(&mut self, item: $item) {
                self.0 |= 1 << item.index();
            }

            /// Takes `item` out.
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item.index());
            }

            /// The lowest member.
            pub const fn first(self) -> Option<$item> {
                if self.0 == 0 { None } else { Some($item::from_index(self.0.trailing_zeros() as usize)) }
            }

            /// The only member, if there is exactly one.
            pub const fn single(self) -> Option<$item> {
                if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
            }

            /// The members in ascending order.
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                let mut rest = self;
                std::iter::from_fn(move || {
                    let first = rest.first()?;
                    rest.0 &= rest.0 - 1;
                    Some(first)
                })
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

        /// Members of the first that are not in the second.
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
