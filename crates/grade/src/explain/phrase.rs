//! Phrases: sentences with parts, which other languages put in their own order.

use std::fmt;

use minirow_core::{Candidate, Cell, Digit, DigitSet, House, HouseKind};

/// A sentence with its parts, or a part of one. Its English text, with the names of the parts in braces, is the key of its translations.
///
/// ```
/// use minirow_core::{Cell, Digit, House};
/// use minirow_grade::{Phrase, phrase};
/// let (house, cell, digit) = (House::ROWS[0], Cell::at(0, 2), Digit::D5);
/// let phrase: Phrase = phrase!("In {house}, {cell} is the only place left for {digit}", house, cell, digit);
/// assert_eq!(phrase.to_string(), "In row 1, r1c3 is the only place left for 5");
/// let german = |english: &str| match english {
///     "row {number}" => Some("Zeile {number}"),
///     "In {house}, {cell} is the only place left for {digit}" => Some("Die {digit} hat in {house} nur in {cell} Platz"),
///     _ => None,
/// };
/// assert_eq!(phrase.translated(&german), "Die 5 hat in Zeile 1 nur in r1c3 Platz");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Signs(String),
    Sentence(&'static str, Vec<(&'static str, Phrase)>),
}

/// Returns the translation of an English text with the names of its parts, or `None` if it stays English.
pub type Translation<'a> = dyn Fn(&str) -> Option<&'a str> + 'a;

/// Creates a [`Phrase`] from an English text and its parts, each with its value: `phrase!("{cell} sees {digits}", cell, digits = all)`.
#[macro_export]
macro_rules! phrase {
    ($english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Phrase::new($english, vec![$((stringify!($name), $crate::phrase!(@part $name $(= $value)?))),*])
    };
    (@part $name:ident = $value:expr) => { $crate::Phrase::from($value) };
    (@part $name:ident) => { $crate::Phrase::from($name) };
}

impl Phrase {
    /// Creates a phrase from an English text and its parts by their names. [`phrase!`](crate::phrase) is shorter.
    #[inline(never)]
    pub fn new(english: &'static str, parts: Vec<(&'static str, Phrase)>) -> Phrase {
        debug_assert!(
            parts.iter().all(|(name, _)| english.contains(&format!("{{{name}}}"))),
            "a part that {english:?} does not name: {parts:?}"
        );
        Phrase(Kind::Sentence(english, parts))
    }

    /// Creates a phrase of signs, which are the same in all languages: `r1c2=5`.
    pub fn signs(signs: impl fmt::Display) -> Phrase {
        Phrase::written(&signs)
    }

    /// Writes signs. Sentences have many of them, and the module for browsers is loaded through a network.
    #[inline(never)]
    fn written(signs: &dyn fmt::Display) -> Phrase {
        Phrase(Kind::Signs(signs.to_string()))
    }

    /// Returns the text in another language.
    pub fn translated(&self, translation: &Translation) -> String {
        let mut text = String::new();
        self.add_to(&mut text, translation);
        text
    }

    fn add_to(&self, text: &mut String, translation: &Translation) {
        let (english, parts) = match &self.0 {
            Kind::Signs(signs) => return text.push_str(signs),
            Kind::Sentence(english, parts) => (english, parts),
        };
        let mut rest = translation(english).unwrap_or(english);
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some((_, part)) = parts.iter().find(|(known, _)| *known == name) {
                part.add_to(text, translation);
            }
            rest = after;
        }
        text.push_str(rest);
    }
}

/// Writes the English text.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.translated(&|_| None))
    }
}

impl From<Cell> for Phrase {
    #[inline(never)]
    fn from(cell: Cell) -> Phrase {
        Phrase::signs(cell)
    }
}

impl From<Digit> for Phrase {
    #[inline(never)]
    fn from(digit: Digit) -> Phrase {
        Phrase::signs(digit)
    }
}

/// Writes the digits without spaces: `125`.
impl From<DigitSet> for Phrase {
    #[inline(never)]
    fn from(digits: DigitSet) -> Phrase {
        Phrase::signs(digits)
    }
}

/// Writes a placement: `r1c1=5`.
impl From<Candidate> for Phrase {
    #[inline(never)]
    fn from(Candidate { cell, digit }: Candidate) -> Phrase {
        Phrase::signs(format_args!("{cell}={digit}"))
    }
}

/// Writes the name of the house: `row 1`.
impl From<House> for Phrase {
    #[inline(never)]
    fn from(house: House) -> Phrase {
        let number = Phrase::signs(house.number() + 1);
        match house.kind() {
            HouseKind::Row => phrase!("row {number}", number),
            HouseKind::Column => phrase!("column {number}", number),
            HouseKind::Box => phrase!("box {number}", number),
        }
    }
}
