//! Splits of the nine digits of a box to its three lines, in classes of splits that count alike.

use std::sync::LazyLock;

/// The line (row or column) of each digit of a box: three digits in each of the lines 0, 1 and 2.
pub(super) type Split = [u8; 9];

/// The number of texts of nine digits to base 3.
const KEYS: usize = 19_683;

/// Marks splits that contradict the clues.
const NO_CLASS: u16 = u16::MAX;

/// The 1680 splits.
static SPLITS: LazyLock<Vec<Split>> = LazyLock::new(|| {
    let holds_three = |split: &Split, line: u8| split.iter().filter(|&&of_digit| of_digit == line).count() == 3;
    let splits = (0..KEYS).map(|key| POWERS.map(|power| (key / power % 3) as u8));
    splits.filter(|split| (0..3).all(|line| holds_three(split, line))).collect()
});

/// The powers of 3.
const POWERS: [usize; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

fn key(split: &Split) -> usize {
    split.iter().zip(POWERS).map(|(&line, power)| usize::from(line) * power).sum()
}

/// The splits of a box that fit its clues. Two splits are in one class if they differ by an exchange of lines without
/// clues, which are equal for everything else in the band (columns) or the stack (rows).
///
/// There are at most 280 classes: without clues 1680 / 3!, and fewer splits for each line with a clue.
pub(super) struct Classes {
    /// The class of each split by its key.
    of: Vec<u16>,
    /// A split of each class.
    members: Vec<Split>,
}

impl Classes {
    /// Returns the classes of a box with clues: their lines and the indices of their digits.
    pub(super) fn new(clues: &[(u8, usize)]) -> Classes {
        let is_free = |line: u8| clues.iter().all(|&(clued, _)| clued != line);
        let mut classes = Classes { of: vec![NO_CLASS; KEYS], members: Vec::new() };
        for split in SPLITS.iter().filter(|split| clues.iter().all(|&(line, digit)| split[digit] == line)) {
            // The free lines of a member are in the order of their lowest digits.
            let mut free = (0..3).filter(|&line| is_free(line));
            let mut renamed: [Option<u8>; 3] =
                std::array::from_fn(|line| Some(line as u8).filter(|&line| !is_free(line)));
            let member =
                split.map(|line| *renamed[usize::from(line)].get_or_insert_with(|| free.next().expect("free")));
            let member_key = key(&member);
            if classes.of[member_key] == NO_CLASS {
                classes.of[member_key] = classes.members.len() as u16;
                classes.members.push(member);
            }
            classes.of[key(split)] = classes.of[member_key];
        }
        classes
    }

    /// Returns the number of classes.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns a split of each class.
    pub(super) fn members(&self) -> &[Split] {
        &self.members
    }

    fn class(&self, split: &Split) -> Option<u16> {
        Some(self.of[key(split)]).filter(|&class| class != NO_CLASS)
    }

    /// Returns the class of a member of `class` after a change of digits and lines, which must be a symmetry of the clues.
    pub(super) fn image(&self, class: u16, digits: &[u8; 9], lines: [u8; 3]) -> u16 {
        let split = &self.members[usize::from(class)];
        let powers = digits.iter().map(|&digit| POWERS[usize::from(digit)]);
        self.of[split
            .iter()
            .zip(powers)
            .map(|(&line, power)| usize::from(lines[usize::from(line)]) * power)
            .sum::<usize>()]
    }

    /// Removes all classes but those used, and returns the new number of each class.
    fn keep(&mut self, used: &[bool]) -> Vec<u16> {
        let mut next = 0..;
        let renumbered: Vec<u16> =
            used.iter().map(|&used| if used { next.next().expect("few classes") } else { NO_CLASS }).collect();
        for class in self.of.iter_mut().filter(|class| **class != NO_CLASS) {
            *class = renumbered[usize::from(*class)];
        }
        let mut used = used.iter();
        self.members.retain(|_| *used.next().expect("as many"));
        renumbered
    }
}

/// Splits of three boxes of a band or a stack that fit together: no digit has the same line in two of the boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple {
    /// The class of each box.
    pub(super) classes: [u16; 3],
    /// The number of triples of splits in these classes.
    pub(super) weight: u32,
}

/// Returns the triples of three boxes.
pub(super) fn triples(boxes: [&Classes; 3]) -> Vec<Triple> {
    let mut found = Vec::new();
    for first in SPLITS.iter() {
        let Some(a) = boxes[0].class(first) else { continue };
        let digits_of = |line: u8| (0..9).filter(|&digit| first[digit] == line).fold(0, |set, digit| set | 1 << digit);
        let parts: [u32; 3] = [0, 1, 2].map(digits_of);
        // In the second box, a digit is one line further down, or two. As many digits of each line do the one as the other.
        for one_further in 0..512_u32 {
            let [x, y, z] = parts.map(|part| (part & one_further).count_ones());
            if x != y || y != z {
                continue;
            }
            let second: Split = std::array::from_fn(|digit| (first[digit] + 2 - (one_further >> digit & 1) as u8) % 3);
            let third: Split = std::array::from_fn(|digit| 3 - first[digit] - second[digit]);
            if let (Some(b), Some(c)) = (boxes[1].class(&second), boxes[2].class(&third)) {
                found.push([a, b, c]);
            }
        }
    }
    found.sort_unstable();
    found.chunk_by(|a, b| a == b).map(|same| Triple { classes: same[0], weight: same.len() as u32 }).collect()
}

/// Returns the triples of three boxes, and removes the classes that are in none of them.
pub(super) fn triples_and_their_classes(boxes: [&mut Classes; 3]) -> Vec<Triple> {
    let [a, b, c] = &boxes;
    let mut triples = triples([a, b, c]);
    for (place, classes) in boxes.into_iter().enumerate() {
        let mut used = vec![false; classes.len()];
        triples.iter().for_each(|triple| used[usize::from(triple.classes[place])] = true);
        let renumbered = classes.keep(&used);
        triples.iter_mut().for_each(|triple| triple.classes[place] = renumbered[usize::from(triple.classes[place])]);
    }
    triples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_and_triples_of_empty_boxes() {
        let empty = Classes::new(&[]);
        assert_eq!((SPLITS.len(), empty.len()), (1680, 280));
        let triples = triples([&empty, &empty, &empty]);
        assert_eq!(triples.iter().map(|triple| triple.weight).sum::<u32>(), 1680 * 56);
        assert_eq!(triples.iter().map(|triple| triple.weight).max(), Some(12));
    }

    #[test]
    fn a_box_has_at_most_280_classes() {
        for (clues, classes) in [
            (&[(0, 0)][..], 280),
            (&[(0, 0), (0, 1)], 70),
            (&[(0, 0), (1, 1)], 210),
            (&[(0, 0), (1, 1), (2, 2)], 90),
            (&[(0, 0), (0, 1), (0, 2), (0, 3)], 0),
        ] {
            assert_eq!(Classes::new(clues).len(), classes, "{clues:?}");
        }
    }
}
