//! The characters of cells: digits and blanks.

/// Returns the number of a digit, 0 for the blanks `.`, `0`, `_`, `*` and `-`, and `None` for other characters.
pub(super) fn number(character: u8) -> Option<u8> {
    match character {
        b'1'..=b'9' => Some(character - b'0'),
        b'.' | b'0' | b'_' | b'*' | b'-' => Some(0),
        _ => None,
    }
}

/// Returns the character of a number, or `blank` for 0.
pub(super) fn character(number: u8, blank: char) -> char {
    if number == 0 { blank } else { char::from(b'0' + number) }
}
