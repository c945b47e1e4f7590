//! Ranges on the command line: `24`, `22..=26`, `22..`, `..=26`.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a range; an open end is `lowest` or `highest`.
pub(crate) fn parse<T: FromStr + PartialOrd + Copy>(
    text: &str,
    lowest: T,
    highest: T,
) -> Result<RangeInclusive<T>, String> {
    let number =
        |text: &str| text.trim().parse::<T>().map_err(|_| format!("{text:?} is not a number of the right kind"));
    let open = |text: &str, end: T| if text.trim().is_empty() { Ok(end) } else { number(text) };
    let range = match text.split_once("..") {
        None => number(text)?..=number(text)?,
        Some((low, high)) => match high.strip_prefix('=') {
            Some(high) => open(low, lowest)?..=open(high, highest)?,
            None if high.trim().is_empty() => open(low, lowest)?..=highest,
            None => return Err(format!("write {low}..={high}, with the last number included")),
        },
    };
    if range.start() <= range.end() { Ok(range) } else { Err("the first number is above the last".into()) }
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
    fn what_is_no_range_says_why() {
        assert_eq!(parse("22..26", 17, 81), Err("write 22..=26, with the last number included".into()));
        assert_eq!(parse("26..=22", 17, 81), Err("the first number is above the last".into()));
        assert_eq!(parse("x", 17, 81), Err("\"x\" is not a number of the right kind".into()));
        assert_eq!(parse("-3", 0u8, 81), Err("\"-3\" is not a number of the right kind".into()));
    }
}
