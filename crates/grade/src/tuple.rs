//! Tuples: `d` sets that have just `d` members together, the idea behind naked and hidden subsets and fish.

use crate::order::{combinations, members};

/// Nine sets of numbers 0-8, among which to look for tuples: the digits of a house's cells, the places of its digits,
/// or the places of a digit in nine lines.
pub(crate) struct NineSets {
    sets: [u16; 9],
    degree: usize,
    /// The sets that can be part of a tuple.
    eligible: u16,
}

/// Some of nine sets, as many as their members.
pub(crate) struct Tuple {
    /// Which sets: bit 0-8.
    pub(crate) chosen: u16,
    /// Their members: bit 0-8.
    pub(crate) union: u16,
}

impl NineSets {
    /// Sets in which to look for tuples of a degree. Sudoku Explainer wants at least two members in every set: a set
    /// with one would be a single.
    pub(crate) fn new(sets: [u16; 9], degree: usize) -> NineSets {
        let eligible = (0..9)
            .filter(|&number| (2..=degree).contains(&(sets[number].count_ones() as usize)))
            .fold(0, |eligible, number| eligible | 1 << number);
        NineSets { sets, degree, eligible }
    }

    /// The tuple of these sets, if they are one.
    pub(crate) fn tuple(&self, chosen: u16) -> Option<Tuple> {
        if chosen & !self.eligible != 0 {
            return None;
        }
        let union = members(chosen).fold(0, |union, number| union | self.sets[number]);
        (union.count_ones() as usize == self.degree).then_some(Tuple { chosen, union })
    }

    /// All tuples, in the order of [`combinations`].
    pub(crate) fn tuples(self) -> impl Iterator<Item = Tuple> {
        // Leaving the others out from the start changes nothing in the order of those that remain.
        let mut eligible = [0; 9];
        let mut count = 0;
        for number in members(self.eligible) {
            eligible[count] = number;
            count += 1;
        }
        combinations(count, self.degree).filter_map(move |places| {
            self.tuple(members(places).fold(0, |chosen, place| chosen | 1 << eligible[place]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuples(sets: [u16; 9], degree: usize) -> Vec<(u16, u16)> {
        NineSets::new(sets, degree).tuples().map(|tuple| (tuple.chosen, tuple.union)).collect()
    }

    #[test]
    fn as_many_sets_as_members_are_a_tuple() {
        let sets = [0b11, 0b111, 0b11, 0b1100, 0, 0b1100, 0b1_1111, 0, 0];
        assert_eq!(tuples(sets, 2), [(0b101, 0b11), (0b10_1000, 0b1100)]);
    }

    #[test]
    fn no_set_of_a_triplet_needs_all_three_members() {
        assert_eq!(tuples([0b11, 0b110, 0b101, 0, 0, 0, 0, 0, 0], 3), [(0b111, 0b111)]);
    }

    #[test]
    fn a_set_of_one_spoils_a_tuple() {
        assert_eq!(tuples([0b11, 0b01, 0, 0, 0, 0, 0, 0, 0], 2), []);
    }
}
