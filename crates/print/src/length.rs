//! A length on paper: in points, read with its unit.

use std::fmt;
use std::str::FromStr;

/// A length in points, 72 to the inch; finite and not negative.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Length(f64);

impl Length {
    /// So many points.
    ///
    /// # Panics
    /// If the number is negative or not finite.
    pub const fn points(points: f64) -> Length {
        assert!(points >= 0.0 && points.is_finite(), "a length is finite and not negative");
        Length(points)
    }

    /// So many inches.
    pub const fn inches(inches: f64) -> Length {
        Length::points(72.0 * inches)
    }

    /// So many millimetres.
    pub const fn millimetres(millimetres: f64) -> Length {
        Length::points(millimetres / 25.4 * 72.0)
    }

    /// The number of points.
    pub const fn get(self) -> f64 {
        self.0
    }
}

/// The text is no length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotALength;

impl fmt::Display for NotALength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a length with its unit, such as 15mm, 1.5cm, 0.5in or 36pt")
    }
}

impl std::error::Error for NotALength {}

impl FromStr for Length {
    type Err = NotALength;

    fn from_str(text: &str) -> Result<Length, NotALength> {
        let at = text.find(|c: char| c.is_ascii_alphabetic()).ok_or(NotALength)?;
        let (number, unit) = text.split_at(at);
        let in_an_inch = match unit {
            "mm" => 25.4,
            "cm" => 2.54,
            "in" => 1.0,
            "pt" => 72.0,
            _ => return Err(NotALength),
        };
        let number: f64 = number.trim().parse().map_err(|_| NotALength)?;
        // Nothing that is printed is larger than 200 inches, which is also where readers of PDF stop.
        let points = number / in_an_inch * 72.0;
        if (0.0..=14_400.0).contains(&points) { Ok(Length(points)) } else { Err(NotALength) }
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
            assert_eq!(text.parse::<Length>(), Err(NotALength), "{text}");
        }
    }
}
