//! Buckets, in which the values of a column are counted.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::column::{Column, TallyBy};
use crate::scale::MOST_MINUTES;
use crate::value::{ColumnType, Value};

/// A value or a range of values that is counted. The order is that of tables.
///
/// ```
/// use minirow_table::Bucket;
/// assert_eq!(Bucket::Tenths(23).to_string(), "2.3");
/// assert_eq!(Bucket::PowerOfTwo(3).to_string(), "8 - 15");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bucket {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Number(u64),
    /// A rating or a time in tenths.
    Tenths(u32),
    /// Whole numbers from 2^n to 2^(n + 1) - 1; n is from 2 to 63.
    PowerOfTwo(u32),
    /// A name.
    Name(Name),
}

/// A name with its place among others: known names come first in their order, then those of other programs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    place: usize,
    slug: Cow<'static, str>,
    title: Cow<'static, str>,
}

impl Name {
    /// Returns the name in files.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// Returns the name that people use.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the name that stands for all names beyond the limit.
    pub(crate) fn others() -> Name {
        Name { place: usize::MAX, slug: "(others)".into(), title: "(others)".into() }
    }
}

impl Bucket {
    /// Returns the number for means and medians: a whole number, or tenths.
    pub fn number(&self) -> Option<u64> {
        match self {
            Bucket::Number(number) => Some(*number),
            Bucket::Tenths(tenths) => Some(u64::from(*tenths)),
            Bucket::Bool(_) | Bucket::PowerOfTwo(_) | Bucket::Name(_) => None,
        }
    }

    /// Returns the name in files, if it is a name.
    pub fn slug(&self) -> Option<&str> {
        if let Bucket::Name(name) = self { Some(name.slug()) } else { None }
    }

    /// Returns the first bucket of a group of `width` numbers; other buckets are returned as they are.
    ///
    /// ```
    /// use minirow_table::Bucket;
    /// assert_eq!(Bucket::Tenths(23).in_group_of(5), Bucket::Tenths(20));
    /// ```
    #[must_use]
    pub fn in_group_of(self, width: u32) -> Bucket {
        match self {
            Bucket::Number(number) => Bucket::Number(number - number % u64::from(width)),
            Bucket::Tenths(tenths) => Bucket::Tenths(tenths - tenths % width),
            other => other,
        }
    }
}

/// Writes a name as in files, a rating with one decimal, and a power of two as a range.
impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bucket::Bool(value) => write!(f, "{value}"),
            Bucket::Number(number) => write!(f, "{number}"),
            Bucket::Tenths(tenths) => write!(f, "{}.{}", tenths / 10, tenths % 10),
            Bucket::PowerOfTwo(exponent) => {
                write!(f, "{} - {}", 1_u64 << exponent, u64::MAX >> (63 - exponent))
            }
            Bucket::Name(name) => f.write_str(name.slug()),
        }
    }
}

/// Serializes the displayed text, also as the key of a map.
impl Serialize for Bucket {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// The buckets of a column.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    by: TallyBy,
    known: HashMap<&'static str, Name>,
}

impl Buckets {
    pub(crate) fn of(column: &Column) -> Buckets {
        let names = if let TallyBy::Name(names) = column.tally() { names() } else { Vec::new() };
        let known = names
            .into_iter()
            .enumerate()
            .map(|(place, (slug, title))| (slug, Name { place, slug: slug.into(), title: title.into() }));
        Buckets { by: column.tally(), known: known.collect() }
    }

    /// Returns the bucket of a value of a column.
    pub(crate) fn find(&self, column_type: ColumnType, value: &Value) -> Option<Bucket> {
        if value.is_missing() {
            return None;
        }
        match self.by {
            TallyBy::Nothing | TallyBy::Custom => None,
            TallyBy::Name(_) => Some(Bucket::Name(self.name(&value.text()))),
            TallyBy::PowersOfTwo => value.uint().map(|number| match number {
                0..4 => Bucket::Number(number),
                4.. => Bucket::PowerOfTwo(number.ilog2()),
            }),
            TallyBy::Value => match column_type {
                ColumnType::Bool => value.bool().map(Bucket::Bool),
                ColumnType::Float64 => value.tenths(MOST_MINUTES).map(|number| Bucket::Tenths(number.tenths())),
                ColumnType::Utf8 => Some(Bucket::Name(self.name(&value.text()))),
                ColumnType::UInt8 | ColumnType::UInt16 | ColumnType::UInt64 => value.uint().map(Bucket::Number),
            },
        }
    }

    pub(crate) fn name(&self, text: &str) -> Name {
        match self.known.get(text) {
            Some(name) => name.clone(),
            None => Name { place: self.known.len(), slug: text.to_string().into(), title: text.to_string().into() },
        }
    }
}
