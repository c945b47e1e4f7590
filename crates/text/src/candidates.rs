//! The candidate form: 729 characters, nine for each cell, with a digit if it is possible and a blank if it is not.

use minirow_core::{Candidate, CandidateSet, Cell, Digit};

use crate::characters::number;

pub(super) fn write(candidates: &CandidateSet, blank: char) -> String {
    let mut text = String::with_capacity(729);
    for cell in Cell::ALL {
        let digits = candidates.digits(cell);
        text.extend(
            Digit::ALL.map(|digit| if digits.contains(digit) { char::from(b'0' + digit.get()) } else { blank }),
        );
    }
    text
}

/// Parses 729 digits and blanks. A digit counts at any of the nine positions of its cell.
pub(super) fn read(characters: &[u8]) -> Option<CandidateSet> {
    if characters.len() != 729 {
        return None;
    }
    let mut candidates = CandidateSet::EMPTY;
    for (cell, nine) in Cell::ALL.into_iter().zip(characters.chunks(9)) {
        for &character in nine {
            if let Some(digit) = Digit::new(number(character)?) {
                candidates.insert(Candidate { cell, digit });
            }
        }
    }
    Some(candidates)
}
