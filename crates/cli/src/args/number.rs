//! Numbers of options, each with its own range.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns a parser of whole numbers in a range, for options.
pub(crate) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Clone + Display + FromStr + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;

    #[test]
    fn numbers_outside_of_a_range_are_refused() {
        let threads = whole(1..=1024_usize);
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1024)));
        for text in ["", "0", "-1", "1025", "1.5", "x", "99999999999999999999999"] {
            assert_eq!(threads(text), Err("expected a whole number from 1 to 1024".into()), "{text}");
        }
        let all = whole(NonZeroU64::MIN..=NonZeroU64::MAX);
        assert_eq!(all("18446744073709551615"), Ok(NonZeroU64::MAX));
        assert_eq!(all("0"), Err("expected a whole number from 1 to 18446744073709551615".into()));
    }
}
