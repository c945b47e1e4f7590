//! Techniques of constraints, each with the scale that it belongs to.

use std::fmt;
use std::str::FromStr;

use minirow_table::ScaleSet;

use super::InvalidValue;
use super::value::ListItem;
use crate::closest;

/// A technique of a scale.
///
/// Its text is the slug. Techniques of HoDoKu have the prefix `hodoku:`, as some slugs are on both scales. A slug without a prefix is read
/// as a technique of Sudoku Explainer if there is one, otherwise as one of HoDoKu. The prefix `se:` is read, too.
///
/// ```
/// use minirow_pack::spec::ScaleTechnique;
/// let read = |text: &str| text.parse::<ScaleTechnique>().map(|technique| technique.to_string());
/// assert_eq!(read("skyscraper")?, "hodoku:skyscraper");
/// assert_eq!(read("x-wing")?, "x-wing");
/// assert_eq!(read("hodoku:x-wing")?, "hodoku:x-wing");
/// # Ok::<(), minirow_pack::spec::InvalidValue>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScaleTechnique {
    /// A technique of Sudoku Explainer.
    SudokuExplainer(&'static minirow_grade::Technique),
    /// A technique of HoDoKu.
    Hodoku(&'static minirow_hodoku::Technique),
}

impl ScaleTechnique {
    /// Returns all techniques: those of Sudoku Explainer, then those of HoDoKu.
    pub(super) fn all() -> impl Iterator<Item = ScaleTechnique> {
        let of_hodoku = minirow_hodoku::TECHNIQUES.iter().copied().map(ScaleTechnique::from);
        minirow_grade::TECHNIQUES.iter().copied().map(ScaleTechnique::from).chain(of_hodoku)
    }

    /// Returns the scale as a set of one.
    ///
    /// ```
    /// use minirow_pack::spec::ScaleTechnique;
    /// let technique: ScaleTechnique = "skyscraper".parse()?;
    /// assert_eq!(technique.scale().to_string(), "hodoku");
    /// # Ok::<(), minirow_pack::spec::InvalidValue>(())
    /// ```
    pub fn scale(self) -> ScaleSet {
        match self {
            ScaleTechnique::SudokuExplainer(_) => ScaleSet::SE,
            ScaleTechnique::Hodoku(_) => ScaleSet::HODOKU,
        }
    }

    fn slug(self) -> &'static str {
        match self {
            ScaleTechnique::SudokuExplainer(technique) => technique.slug,
            ScaleTechnique::Hodoku(technique) => technique.slug,
        }
    }

    /// Returns the slug with the name of the scale.
    fn full_name(self) -> String {
        format!("{}:{}", self.scale(), self.slug())
    }
}

impl From<&'static minirow_grade::Technique> for ScaleTechnique {
    fn from(technique: &'static minirow_grade::Technique) -> ScaleTechnique {
        ScaleTechnique::SudokuExplainer(technique)
    }
}

impl From<&'static minirow_hodoku::Technique> for ScaleTechnique {
    fn from(technique: &'static minirow_hodoku::Technique) -> ScaleTechnique {
        ScaleTechnique::Hodoku(technique)
    }
}

impl ListItem for ScaleTechnique {}

impl FromStr for ScaleTechnique {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<ScaleTechnique, InvalidValue> {
        let scale =
            text.split_once(':').map(|(scale, _)| ScaleSet::of(scale)).transpose().map_err(InvalidValue::new)?;
        if let Some(scale) = scale.filter(|scale| ![ScaleSet::SE, ScaleSet::HODOKU].contains(scale)) {
            return Err(InvalidValue::new(format!("the scale {scale} has no techniques, expected se or hodoku")));
        }
        let name = |technique: ScaleTechnique| scale.map_or(technique.slug().into(), |_| technique.full_name());
        if let Some(technique) = ScaleTechnique::all().find(|&technique| name(technique) == text) {
            return Ok(technique);
        }
        let names: Vec<String> = ScaleTechnique::all().map(name).collect();
        let closest = closest::among(text, names.iter().map(String::as_str));
        let hint = closest.map(|closest| format!(", did you mean {closest}?")).unwrap_or_default();
        let list =
            if scale == Some(ScaleSet::HODOKU) { "minirow techniques --scale hodoku" } else { "minirow techniques" };
        Err(InvalidValue::new(format!("unknown technique {text}{hint} (`{list}` lists them)")))
    }
}

/// Writes the canonical spelling.
impl fmt::Display for ScaleTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScaleTechnique::SudokuExplainer(technique) => f.pad(technique.slug),
            ScaleTechnique::Hodoku(_) => f.pad(&self.full_name()),
        }
    }
}
