//! Numbers with their nouns, for messages.

use std::fmt::Display;

/// Returns a number with its noun, which gets an `s` unless the number is 1.
///
/// ```
/// use minirow_text::counted;
/// assert_eq!(counted(1, "cell"), "1 cell");
/// assert_eq!(counted(80, "cell"), "80 cells");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
