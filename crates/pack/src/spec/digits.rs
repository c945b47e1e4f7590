//! Lists of digits.

use std::fmt;
use std::str::FromStr;

use minirow_core::{Digit, DigitSet};

use super::InvalidValue;

/// A set of digits, written with commas: `1,2`.
///
/// ```
/// use minirow_core::Digit;
/// use minirow_pack::spec::DigitList;
/// let digits: DigitList = "9, 5,5".parse()?;
/// assert!(digits.0.contains(Digit::new(5).unwrap()));
/// assert_eq!(digits.to_string(), "5,9");
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DigitList(pub DigitSet);

impl From<DigitSet> for DigitList {
    fn from(digits: DigitSet) -> DigitList {
        DigitList(digits)
    }
}

impl From<Digit> for DigitList {
    fn from(digit: Digit) -> DigitList {
        DigitList([digit].into_iter().collect())
    }
}

impl<const N: usize> From<[Digit; N]> for DigitList {
    fn from(digits: [Digit; N]) -> DigitList {
        DigitList(digits.into_iter().collect())
    }
}

impl FromStr for DigitList {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<DigitList, InvalidValue> {
        let digit = |text: &str| {
            let digit = text.trim().parse().ok().and_then(Digit::new);
            digit.ok_or_else(|| {
                InvalidValue::new(format!("{text:?} is no digit, expected digits from 1 to 9 with commas between them"))
            })
        };
        text.split(',').map(digit).collect::<Result<DigitSet, InvalidValue>>().map(DigitList)
    }
}

impl fmt::Display for DigitList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.0.iter().map(|digit| digit.to_string()).collect();
        f.write_str(&digits.join(","))
    }
}
