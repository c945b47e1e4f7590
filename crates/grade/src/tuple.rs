//! Tuples: `d` sets with exactly `d` members in their union. They are the basis of naked and hidden subsets and of
//! fish.

use minirow_core::DigitSet;
use smallvec::SmallVec;

use crate::order::members;

/// Nine sets of numbers 0-8 in which tuples are searched: the digits of the cells of a house, the places of its digits,
/// or the places of a digit in nine lines.
pub struct NineSets {
    sets: [u16; 9],
    degree: usize,
    /// A bitmask of the sets that can be part of a tuple.
    eligible: u16,
}

/// A number of sets with the same number of members in their union.
#[derive(Clone, Copy)]
pub struct Tuple {
    /// The chosen sets, as bits 0-8.
    pub chosen: u16,
    /// The union of their members, as bits 0-8.
    pub union: u16,
}

/// A few tuples in order.
pub type Tuples = SmallVec<[Tuple; 4]>;

impl NineSets {
    /// Prepares a search for tuples of a degree. As in Sudoku Explainer, every set must have at least two members: a
    /// set with one member is a single.
    pub fn new(sets: [u16; 9], degree: usize) -> NineSets {
        let eligible = (0..9)
            .filter(|&number| (2..=degree).contains(&count(sets[number])))
            .fold(0, |eligible, number| eligible | 1 << number);
        NineSets { sets, degree, eligible }
    }

    /// Returns the tuple of the chosen sets, or `None` if they are not a tuple.
    pub fn tuple(&self, chosen: u16) -> Option<Tuple> {
        if chosen & !self.eligible != 0 {
            return None;
        }
        let union = members(chosen).fold(0, |union, number| union | self.sets[number]);
        (count(union) == self.degree).then_some(Tuple { chosen, union })
    }

    /// Returns all tuples, in ascending order of the bitmasks of their sets: {0,1}, {0,2}, {1,2}, {0,3}, ...
    pub fn tuples(&self) -> Tuples {
        let mut found = Tuples::new();
        if count(self.eligible) >= self.degree {
            self.extend(Tuple { chosen: 0, union: 0 }, self.degree, self.eligible, &mut found);
        }
        found
    }

    /// Adds the tuples that have `more`, at least two, further sets of `below`. The last of them is chosen first, so that
    /// masks ascend.
    fn extend(&self, start: Tuple, more: usize, below: u16, found: &mut Tuples) {
        for last in members(below) {
            let next = self.with(start, last);
            let below = below & ((1 << last) - 1);
            if count(next.union) > self.degree {
                continue;
            }
            if more > 2 {
                self.extend(next, more - 1, below, found);
            } else {
                let tuples = members(below).map(|first| self.with(next, first));
                found.extend(tuples.filter(|tuple| count(tuple.union) == self.degree));
            }
        }
    }

    fn with(&self, Tuple { chosen, union }: Tuple, number: usize) -> Tuple {
        Tuple { chosen: chosen | 1 << number, union: union | self.sets[number] }
    }
}

/// Returns the number of bits 0-8, which are counted faster as digits.
fn count(bits: u16) -> usize {
    DigitSet::from_bits(bits).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::combinations;

    fn tuples(sets: [u16; 9], degree: usize) -> Vec<(u16, u16)> {
        NineSets::new(sets, degree).tuples().iter().map(|tuple| (tuple.chosen, tuple.union)).collect()
    }

    #[test]
    fn sets_with_the_same_number_of_members_are_a_tuple() {
        let sets = [0b11, 0b111, 0b11, 0b1100, 0, 0b1100, 0b1_1111, 0, 0];
        assert_eq!(tuples(sets, 2), [(0b101, 0b11), (0b10_1000, 0b1100)]);
    }

    #[test]
    fn no_set_of_a_triplet_needs_all_three_members() {
        assert_eq!(tuples([0b11, 0b110, 0b101, 0, 0, 0, 0, 0, 0], 3), [(0b111, 0b111)]);
    }

    #[test]
    fn tuples_equal_those_of_all_combinations_in_the_same_order() {
        let mut state: u64 = 1;
        let mut count = 0;
        for round in 0..20_000 {
            let sets = std::array::from_fn(|_| {
                // Knuth's linear congruential generator for MMIX. The conjunction makes small sets likely.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 55) as u16 & (state >> 46) as u16
            });
            let degree = 2 + round % 3;
            let all = combinations(9, degree).filter_map(|chosen| NineSets::new(sets, degree).tuple(chosen));
            let all: Vec<(u16, u16)> = all.map(|tuple| (tuple.chosen, tuple.union)).collect();
            assert_eq!(tuples(sets, degree), all, "{degree} of {sets:?}");
            count += all.len();
        }
        assert!(count > 1000, "{count} tuples are too few to say much");
    }

    #[test]
    fn a_set_of_one_member_is_in_no_tuple() {
        assert_eq!(tuples([0b11, 0b01, 0, 0, 0, 0, 0, 0, 0], 2), []);
    }
}
