//! A length on paper, in points.

use std::str::FromStr;

use crate::error::Error;

/// A length in points, 72 to the inch. It is finite and not negative.
///
/// ```
/// use minirow_print::Length;
/// assert_eq!("0.5in".parse::<Length>()?, Length::points(36.0));
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Length(f64);

impl Length {
    /// Returns a length in points.
    ///
    /// # Panics
    /// Panics if the number is negative or not finite.
    pub const fn points(points: f64) -> Length {
        assert!(points >= 0.0 && points.is_finite(), "a length is finite and not negative");
        Length(points)
    }

    /// Returns a length in inches.
    pub const fn inches(inches: f64) -> Length {
        Length::points(72.0 * inches)
    }

    /// Returns a length in millimetres.
    pub const fn millimetres(millimetres: f64) -> Length {
        Length::points(millimetres / 25.4 * 72.0)
    }

    /// Returns the number of points.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl FromStr for Length {
    type Err = Error;

    fn from_str(text: &str) -> Result<Length, Error> {
        let at = text.find(|c: char| c.is_ascii_alphabetic()).ok_or(Error::NotALength)?;
        let (number, unit) = text.split_at(at);
        let in_an_inch = match unit {
            "mm" => 25.4,
            "cm" => 2.54,
            "in" => 1.0,
            "pt" => 72.0,
            _ => return Err(Error::NotALength),
        };
        let number: f64 = number.trim().parse().map_err(|_| Error::NotALength)?;
        // The limit is 200 inches, which is also the limit of PDF readers.
        let points = number / in_an_inch * 72.0;
        if (0.0..=14_400.0).contains(&points) { Ok(Length(points)) } else { Err(Error::NotALength) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_with_their_unit() {
        for (text, points) in [("36pt", 36.0), ("0.5in", 36.0), ("25.4mm", 72.0), ("2.54cm", 72.0), ("0mm", 0.0)] {
            assert_eq!(text.parse::<Length>().map(Length::get), Ok(points), "{text}");
        }
        for text in ["", "15", "mm", "-1mm", "15 miles", "NaNmm", "infin", "1e9in"] {
            assert_eq!(text.parse::<Length>(), Err(Error::NotALength), "{text}");
        }
    }
}
