//! The colours of marks: shades of grey, and spot colours for a press with a second ink.

use std::str::FromStr;
use std::sync::Arc;

use crate::error::Error;

/// The colour of a mark.
///
/// ```
/// use minirow_print::Tone;
/// assert_eq!("40%".parse::<Tone>()?, Tone::Grey(0.6));
/// let tint: Tone = "PANTONE 300 C=100/44/0/0@50%".parse()?;
/// assert_eq!(tint.rgb(), [128, 199, 255]);
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Tone {
    /// A grey level, from 0 (black) to 1 (white).
    Grey(f64),
    /// A part of a spot colour, from 0 (nothing) to 1 (all of it).
    Spot(Arc<SpotColor>, f64),
}

/// A spot colour: an ink of its own, which a printing press adds to black.
///
/// ```
/// use minirow_print::SpotColor;
/// let blue = SpotColor { name: "PANTONE 300 C".into(), cmyk: [1.0, 0.44, 0.0, 0.0] };
/// assert_eq!(blue.cmyk[0], 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SpotColor {
    /// The name of the ink, in printable ASCII characters.
    pub name: String,
    /// The shares of cyan, magenta, yellow and black that replace the ink where it is missing, from 0 to 1.
    pub cmyk: [f64; 4],
}

impl Tone {
    /// Black.
    pub const BLACK: Tone = Tone::Grey(0.0);

    /// Returns red, green and blue for a screen.
    pub fn rgb(&self) -> [u8; 3] {
        let level = |share: f64| (share * 255.0).round() as u8;
        match self {
            Tone::Grey(grey) => [level(*grey); 3],
            Tone::Spot(spot, tint) => {
                let [cyan, magenta, yellow, black] = spot.cmyk.map(|share| 1.0 - share * tint);
                [cyan, magenta, yellow].map(|share| level(share * black))
            }
        }
    }
}

impl Tone {
    /// All inks of a press together, for marks outside of pages.
    pub(crate) fn registration() -> Tone {
        Tone::Spot(Arc::new(SpotColor { name: "All".into(), cmyk: [1.0; 4] }), 1.0)
    }

    pub(crate) fn is_spot(&self) -> bool {
        matches!(self, Tone::Spot(..))
    }

    /// Returns the lightness, from 0 (black) to 1 (white).
    ///
    /// ```
    /// use minirow_print::Tone;
    /// assert_eq!(Tone::BLACK.lightness(), 0.0);
    /// assert!("Gold=0/20/60/20".parse::<Tone>()?.lightness() > 0.5);
    /// # Ok::<(), minirow_print::Error>(())
    /// ```
    pub fn lightness(&self) -> f64 {
        // The weights of sRGB.
        self.rgb()
            .into_iter()
            .zip([0.2126, 0.7152, 0.0722])
            .map(|(level, weight)| f64::from(level) / 255.0 * weight)
            .sum()
    }
}

/// Reads a share between 0 and 100 with its sign: `40%`.
fn percentage(text: &str) -> Option<f64> {
    Some(share(text.strip_suffix('%')?)?).filter(|share| *share > 0.0)
}

/// Reads a share between 0 and 100.
fn share(text: &str) -> Option<f64> {
    let share: f64 = text.trim().parse().ok()?;
    (0.0..=100.0).contains(&share).then_some(share / 100.0)
}

/// Reads a spot colour: `PANTONE 300 C=100/44/0/0`.
fn spot(text: &str) -> Option<SpotColor> {
    let (name, cmyk) = text.rsplit_once('=')?;
    let name = name.trim();
    let cmyk: Vec<f64> = cmyk.split('/').map(share).collect::<Option<_>>()?;
    let is_plain = |c: char| c == ' ' || c.is_ascii_graphic() && !"()<>[]{}/%\\".contains(c);
    // These are all inks together, no ink, and those of every press.
    let reserved = ["all", "none", "cyan", "magenta", "yellow", "black", "c", "m", "y", "k"];
    let is_free = !name.is_empty() && !reserved.contains(&name.to_ascii_lowercase().as_str());
    let is_name = is_free && name.len() <= 60 && name.chars().all(is_plain);
    Some(SpotColor { name: name.into(), cmyk: cmyk.try_into().ok()? }).filter(|_| is_name)
}

impl FromStr for Tone {
    type Err = Error;

    /// Parses a share of black, or a spot colour with its shares of cyan, magenta, yellow and black.
    fn from_str(text: &str) -> Result<Tone, Error> {
        let tone = match text.rsplit_once('@') {
            Some((ink, tint)) => spot(ink).zip(percentage(tint)).map(|(spot, tint)| Tone::Spot(spot.into(), tint)),
            None if text.contains('=') => spot(text).map(|spot| Tone::Spot(spot.into(), 1.0)),
            None => percentage(text).map(|black| Tone::Grey(1.0 - black)),
        };
        tone.ok_or(Error::NotATone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_from_text() {
        let read = |text: &str| text.parse::<Tone>();
        assert_eq!(read("100%"), Ok(Tone::BLACK));
        assert_eq!(read("HKS 42 K=100/60/0/10").map(|tone| tone.rgb()), Ok([0, 92, 230]));
        assert_eq!(read("Gold=0/20/60/20@100%"), read("Gold=0/20/60/20"));
        let wrong = [
            "",
            "40",
            "0%",
            "101%",
            "-1%",
            "red",
            "=0/0/0/0",
            "A=0/0/0",
            "A=0/0/0/101",
            "A=0/0/0/0@",
            "A=0/0/0/0@20",
            "All=0/0/0/0",
            "black=100/0/0/0",
            "A(B=0/0/0/0",
            "Ä=0/0/0/0",
        ];
        for text in wrong {
            assert_eq!(read(text), Err(Error::NotATone), "{text}");
        }
    }
}
