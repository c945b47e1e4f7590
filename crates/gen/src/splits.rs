//! Splits: the 56 ways to distribute the digits of a box over the lines of the next box, and their compatibility with
//! known columns.
//!
//! Suppose that box 1 is known. In box 2 each row has three digits, none of them from the same row of box 1. The digits
//! left over make the rows of box 3. There are 56 ways to do that, called splits here (B. Felgenhauer and F. Jarvis,
//! Enumerating possible Sudoku grids, 2005). The same holds for the columns of boxes in a stack.
//!
//! In this file a digit is identified by its place in the known box, counted line by line: 0, 1 and 2 are on the first
//! line.

/// The number of splits.
pub(super) const SPLITS: usize = 56;

/// A bitmask of splits.
pub(super) type SplitSet = u64;

/// Nine places, line by line.
type ByLine = [u8; 9];

/// By split: the places whose digits make the lines of the next box.
pub(super) const NEXT: [ByLine; SPLITS] = by_line(1);

/// By split: the places whose digits make the lines of the third box.
pub(super) const THIRD: [ByLine; SPLITS] = by_line(2);

/// By bitmask of three places: the splits that put them on three different lines of the next box.
pub(super) static APART_IN_NEXT: [SplitSet; 512] = apart(&NEXT);

/// By bitmask of three places: the splits that put them on three different lines of the third box.
pub(super) static APART_IN_THIRD: [SplitSet; 512] = apart(&THIRD);

/// Returns all splits. Each place moves one or two lines down, cyclically: bit `n` of `steps` tells which for place
/// `n`. In the next box (`times` is 1) it moves by that number of lines, in the third (`times` is 2) by twice that
/// number.
const fn by_line(times: usize) -> [ByLine; SPLITS] {
    let mut splits = [[0; 9]; SPLITS];
    let mut number = 0;
    let mut steps = 0;
    while steps < 1 << 9 {
        let mut split = [0; 9];
        let mut on_line = [0; 3];
        let mut place = 0;
        while place < 9 {
            let down = 1 + (steps >> place & 1);
            // One line down in the next box is two lines down in the third, and vice versa.
            let line = (place / 3 + down * times) % 3;
            if on_line[line] < 3 {
                split[3 * line + on_line[line]] = place as u8;
            }
            on_line[line] += 1;
            place += 1;
        }
        if matches!(on_line, [3, 3, 3]) {
            splits[number] = split;
            number += 1;
        }
        steps += 1;
    }
    assert!(number == SPLITS);
    splits
}

const fn apart(splits: &[ByLine; SPLITS]) -> [SplitSet; 512] {
    let mut apart = [0; 512];
    let mut number = 0;
    while number < SPLITS {
        let [a, b, c, d, e, f, g, h, i] = splits[number];
        let (first, second, third) = ([a, b, c], [d, e, f], [g, h, i]);
        let mut n = 0;
        while n < 27 {
            let places = 1 << first[n / 9] | 1 << second[n / 3 % 3] | 1usize << third[n % 3];
            apart[places] |= 1 << number;
            n += 1;
        }
        number += 1;
    }
    apart
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Returns all partitions of nine places into three sets of three.
    fn parts() -> Vec<[usize; 3]> {
        let threes: Vec<usize> = (0..512usize).filter(|set| set.count_ones() == 3).collect();
        let mut parts = Vec::new();
        for &one in threes.iter().filter(|&one| one & 1 == 1) {
            for &two in &threes {
                let three = 511 & !(one | two);
                if one & two == 0 && two < three {
                    parts.push([one, two, three]);
                }
            }
        }
        parts
    }

    #[test]
    fn no_digit_stays_on_its_line() {
        for (next, third) in NEXT.iter().zip(&THIRD) {
            for place in 0..9 {
                let line = |lines: &ByLine| lines.iter().position(|&other| other == place).unwrap() / 3;
                let mut lines = [usize::from(place) / 3, line(next), line(third)];
                lines.sort_unstable();
                assert_eq!(lines, [0, 1, 2], "{next:?} {third:?}");
            }
        }
    }

    #[test]
    fn there_are_280_partitions_and_each_is_compatible_with_8_splits_or_none() {
        let parts = parts();
        assert_eq!(parts.len(), 280);
        for apart in [&APART_IN_NEXT, &APART_IN_THIRD] {
            let mut times = BTreeMap::new();
            for [one, two, three] in &parts {
                let splits = apart[*one] & apart[*two];
                assert_eq!(splits & !apart[*three], 0, "the last follows from the others");
                *times.entry(splits.count_ones()).or_insert(0) += 1;
            }
            assert_eq!(times, [(0, 28), (8, 252)].into());
        }
    }

    #[test]
    fn two_boxes_agree_on_8_splits_at_most() {
        let mut times = BTreeMap::new();
        for [one, two, _] in parts() {
            for [three, four, _] in parts() {
                let next = APART_IN_NEXT[one] & APART_IN_NEXT[two];
                let third = APART_IN_THIRD[three] & APART_IN_THIRD[four];
                *times.entry((next & third).count_ones()).or_insert(0) += 1;
            }
        }
        assert_eq!(times, [(0, 33_904), (1, 25_056), (2, 15_624), (4, 3_564), (8, 252)].into());
    }
}
