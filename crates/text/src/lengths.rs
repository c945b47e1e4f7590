//! The lengths of the fields of a line.

/// The lengths of the fields of a line, and those of its parts between `|`.
#[derive(Default)]
pub(super) struct Lengths {
    fields: Vec<usize>,
    /// The fields of each part.
    parts: Vec<Vec<usize>>,
    is_part_open: bool,
}

impl Lengths {
    /// Adds a field. `is_part` tells that it is the last one of a part.
    pub(super) fn add(&mut self, length: usize, is_part: bool) {
        self.fields.push(length);
        match self.parts.last_mut().filter(|_| self.is_part_open) {
            Some(part) => part.push(length),
            None => self.parts.push(vec![length]),
        }
        self.is_part_open = !is_part;
    }

    /// Returns `true` if all fields have the same length, or all of several parts have, and the fields within each.
    pub(super) fn are_equal(&self) -> bool {
        let has_equal = |part: &Vec<usize>| are_equal(part);
        are_equal(&self.fields) || self.parts.len() > 1 && self.are_boxes() && self.parts.iter().all(has_equal)
    }

    /// Returns `true` if the parts of a row may be boxes or cells.
    pub(super) fn are_boxes(&self) -> bool {
        are_equal(&self.parts.iter().map(|part| part.iter().sum()).collect::<Vec<usize>>())
    }

    /// Returns the first two lengths that differ.
    pub(super) fn different(&self) -> [usize; 2] {
        let first = self.fields[0];
        [first, self.fields.iter().copied().find(|&length| length != first).unwrap_or(first)]
    }
}

pub(super) fn are_equal(lengths: &[usize]) -> bool {
    lengths.windows(2).all(|pair| pair[0] == pair[1])
}
