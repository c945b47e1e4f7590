//! Ranges as text: `24`, `22..=26`, `22..`, `..=26`.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// The reason why a text is not a range.
///
/// ```
/// use minirow_pack::range;
/// let error = range::parse("22..26", 17, 81).unwrap_err();
/// assert_eq!(error.to_string(), "write 22..=26, with the last number included");
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RangeError {
    /// An end of the range is not a number of the expected type.
    #[error("{0:?} is not a number of the right kind")]
    NotANumber(String),
    /// The range is written with `..`, which does not include the last number.
    #[error("write {low}..={high}, with the last number included")]
    HalfOpen {
        /// The text before `..`.
        low: String,
        /// The text after `..`.
        high: String,
    },
    /// The first number is above the last.
    #[error("the first number is above the last")]
    Empty,
}

/// Parses a range; an open end becomes `lowest` or `highest`. The result is never empty.
///
/// # Errors
/// Returns the reason if the text is not a range.
///
/// ```
/// use minirow_pack::range::{self, RangeError};
/// assert_eq!(range::parse("22..=26", 17, 81), Ok(22..=26));
/// assert_eq!(range::parse("22..", 17, 81), Ok(22..=81));
/// assert_eq!(range::parse("26..=22", 17, 81), Err(RangeError::Empty));
/// ```
pub fn parse<T: FromStr + PartialOrd + Copy>(
    text: &str,
    lowest: T,
    highest: T,
) -> Result<RangeInclusive<T>, RangeError> {
    let number = |text: &str| text.trim().parse::<T>().map_err(|_| RangeError::NotANumber(text.into()));
    let open = |text: &str, end: T| if text.trim().is_empty() { Ok(end) } else { number(text) };
    let range = match text.split_once("..") {
        None => number(text)?..=number(text)?,
        Some((low, high)) => match high.strip_prefix('=') {
            Some(high) => open(low, lowest)?..=open(high, highest)?,
            None if high.trim().is_empty() => open(low, lowest)?..=highest,
            None => return Err(RangeError::HalfOpen { low: low.into(), high: high.into() }),
        },
    };
    if range.start() <= range.end() { Ok(range) } else { Err(RangeError::Empty) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_both_ends_or_one_end() {
        assert_eq!(parse("24", 17, 81), Ok(24..=24));
        assert_eq!(parse("22..=26", 17, 81), Ok(22..=26));
        assert_eq!(parse("22..", 17, 81), Ok(22..=81));
        assert_eq!(parse("..=26", 17, 81), Ok(17..=26));
        assert_eq!(parse("1.2..=1.5", 1.0, 12.0), Ok(1.2..=1.5));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let message = |text| parse(text, 0u8, 81).unwrap_err().to_string();
        assert_eq!(message("22..26"), "write 22..=26, with the last number included");
        assert_eq!(message("26..=22"), "the first number is above the last");
        assert_eq!(message("x"), "\"x\" is not a number of the right kind");
        assert_eq!(message("-3"), "\"-3\" is not a number of the right kind");
    }
}
