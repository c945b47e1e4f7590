//! A column of properties: a property, and the techniques that it is about.

use std::fmt;
use std::str::FromStr;

use minirow_core::{Grid, Puzzle};
use minirow_grade::{TECHNIQUES, Technique};

use crate::properties::{PROPERTIES, Property, PropertyValue};

/// A column of properties, as `tridagon` or `backdoor:x-wing`.
///
/// Backdoors are cells with which singles solve a puzzle. With a technique of Sudoku Explainer, all techniques up to its highest rating
/// are tried too.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_research::PropertyColumn;
/// let puzzle: Puzzle = "9...34....7.............95.28.1..4...3.....854...76......3.1.62..12..7.......8...".parse()?;
/// let value = |name: &str| Ok::<_, Box<dyn std::error::Error>>(name.parse::<PropertyColumn>()?.of_puzzle(&puzzle));
/// assert_eq!((value("minimal")?, value("bands")?), ("true".into(), "6 10 8".into()));
/// assert_eq!((value("backdoor")?, value("backdoor:forcing-chain")?), ("1".into(), "0".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PropertyColumn {
    property: &'static Property,
    technique: Option<&'static Technique>,
}

/// The reason why a text is not the name of a column.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidColumn {
    /// There is no such property.
    #[error("unknown property {0}, expected one of {names}", names = PROPERTIES.iter().map(|property| property.name).collect::<Vec<_>>().join(", "))]
    Property(String),
    /// The property has no techniques.
    #[error("{0} has no technique")]
    WithTechnique(&'static str),
    /// No technique follows the colon.
    #[error("{0}: has no technique, expected one behind the colon, such as {0}:x-wing")]
    NoTechnique(&'static str),
    /// There is no such technique.
    #[error("unknown technique {0} (`minirow techniques` lists them)")]
    Technique(String),
}

impl PropertyColumn {
    /// Returns the property.
    pub fn property(self) -> &'static Property {
        self.property
    }

    /// Returns the value of a puzzle.
    pub fn of_puzzle(self, puzzle: &Puzzle) -> String {
        match self.property.value {
            PropertyValue::Grid(value) => value(puzzle.clues()),
            PropertyValue::Puzzle(value) => value(puzzle),
            PropertyValue::Techniques(value) => value(puzzle, self.technique),
        }
    }

    /// Returns the value of a grid, which is empty if the property needs a puzzle.
    pub fn of_grid(self, grid: &Grid) -> String {
        match self.property.value {
            PropertyValue::Grid(value) => value(grid),
            PropertyValue::Puzzle(_) | PropertyValue::Techniques(_) => String::new(),
        }
    }
}

impl FromStr for PropertyColumn {
    type Err = InvalidColumn;

    fn from_str(text: &str) -> Result<PropertyColumn, InvalidColumn> {
        let (name, technique) = text.split_once(':').map_or((text, None), |(name, slug)| (name, Some(slug)));
        let property = PROPERTIES.iter().find(|property| property.name == name);
        let property = property.ok_or_else(|| InvalidColumn::Property(name.into()))?;
        if technique.is_some() && !matches!(property.value, PropertyValue::Techniques(_)) {
            return Err(InvalidColumn::WithTechnique(property.name));
        }
        if technique == Some("") {
            return Err(InvalidColumn::NoTechnique(property.name));
        }
        let find = |slug: &str| TECHNIQUES.iter().copied().find(|technique| technique.slug == slug);
        let technique = technique.map(|slug| find(slug).ok_or_else(|| InvalidColumn::Technique(slug.into())));
        Ok(PropertyColumn { property, technique: technique.transpose()? })
    }
}

/// Compares names.
impl PartialEq for PropertyColumn {
    fn eq(&self, other: &PropertyColumn) -> bool {
        (self.property.name, self.technique) == (other.property.name, other.technique)
    }
}

/// Writes the name.
impl fmt::Display for PropertyColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.property.name)?;
        self.technique.map_or(Ok(()), |technique| write!(f, ":{}", technique.slug))
    }
}
