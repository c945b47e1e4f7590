//! The columns of a file, in order.

use std::sync::Arc;

use minirow_formats::{PUZZLE_COLUMNS, csv_record};

use crate::column::{Column, ColumnGroup};
use crate::error::WriteError;
use crate::registry::{Registry, SYNONYMS};
use crate::row::Row;
use crate::scale::{Scale, ScaleSet};
use crate::value::{ColumnType, Value};

/// The optional columns of a pack, which come after those of every pack.
///
/// ```
/// use minirow_table::{Columns, ExtraColumns};
/// let weights = Columns::pack(ExtraColumns { weights: true, ..ExtraColumns::default() });
/// assert_eq!(weights.names().last(), Some("weight"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExtraColumns {
    /// `nodes` and `backdoor`.
    pub labels: bool,
    /// `weight`.
    pub weights: bool,
    /// `section`, for books.
    pub sections: bool,
    /// The columns of rating scales. Every pack has those of [`ScaleSet::SE`].
    pub scales: ScaleSet,
}

/// A column of a file: one of the registry, or one of another program, whose values are text.
///
/// ```
/// use minirow_table::{ColumnType, Columns};
/// let columns = Columns::of_header(["clues", "remark"]);
/// let types: Vec<ColumnType> = columns.iter().map(|column| column.column_type()).collect();
/// assert_eq!(types, [ColumnType::UInt8, ColumnType::Utf8]);
/// assert!(columns.iter().last().unwrap().known().is_none());
/// ```
#[derive(Clone, Debug)]
pub enum TableColumn {
    /// A column of the registry.
    Known(&'static Column),
    /// A column by its name.
    Unknown(Arc<str>),
}

impl TableColumn {
    /// Returns the name in the header.
    pub fn name(&self) -> &str {
        match self {
            TableColumn::Known(column) => column.name(),
            TableColumn::Unknown(name) => name,
        }
    }

    /// Returns the type of the values.
    pub fn column_type(&self) -> ColumnType {
        self.known().map_or(ColumnType::Utf8, Column::column_type)
    }

    /// Returns the column of the registry.
    pub fn known(&self) -> Option<&'static Column> {
        if let TableColumn::Known(column) = self { Some(column) } else { None }
    }

    /// Returns the value of a row; it is missing in a column of another program.
    pub fn value<'a>(&self, row: &'a Row) -> Value<'a> {
        self.known().map_or(Value::Missing, |column| column.value(row))
    }
}

/// The columns of a file, in order.
///
/// ```
/// use minirow_table::{Columns, ExtraColumns};
/// let columns = Columns::pack(ExtraColumns { labels: true, ..ExtraColumns::default() });
/// assert!(columns.header_line().starts_with("id,puzzle,solution,clues,er,"));
/// assert!(columns.header_line().ends_with(",generator,nodes,backdoor\n"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Columns(Vec<TableColumn>);

impl Columns {
    /// Returns the columns of a pack.
    pub fn pack(extra: ExtraColumns) -> Columns {
        Columns::pack_in(Registry::standard(), &extra.scales.iter().collect::<Vec<_>>(), extra)
    }

    /// Returns the columns of a pack with additional rating scales of a registry. Every pack has those of the first scale.
    pub fn pack_in(registry: &Registry, scales: &[&dyn Scale], extra: ExtraColumns) -> Columns {
        let is_wanted = |group: &ColumnGroup| match group {
            ColumnGroup::Pack => true,
            ColumnGroup::Grade => false,
            ColumnGroup::Labels => extra.labels,
            ColumnGroup::Weights => extra.weights,
            ColumnGroup::Sections => extra.sections,
        };
        registry.columns().filter(|column| column.groups().iter().any(is_wanted) || is_of(scales, column)).collect()
    }

    /// Returns the columns of puzzles that are graded on some scales, with or without labels.
    ///
    /// ```
    /// use minirow_table::{Columns, ScaleSet};
    /// let columns = Columns::grade("te".parse::<ScaleSet>().unwrap(), false);
    /// assert_eq!(columns.header_line(), "puzzle,solution,clues,te,b,bxb,bxbb,te_cut\n");
    /// ```
    pub fn grade(scales: ScaleSet, labels: bool) -> Columns {
        Columns::grade_in(Registry::standard(), &scales.iter().collect::<Vec<_>>(), labels)
    }

    /// Returns the columns of puzzles that are graded on some scales of a registry.
    pub fn grade_in(registry: &Registry, scales: &[&dyn Scale], labels: bool) -> Columns {
        let is_wanted = |group: &ColumnGroup| *group == ColumnGroup::Grade || labels && *group == ColumnGroup::Labels;
        let columns = registry.columns().filter(|column| {
            let is_plain = !is_of(registry.scales(), column) && column.groups().iter().any(is_wanted);
            is_plain || is_of(scales, column)
        });
        columns.collect()
    }

    /// Returns the columns of a header. A name that is not in the registry is a column of text, and so are `difficulty` and `rating`
    /// beside `er`, and other names of puzzles and solutions beside the first.
    ///
    /// ```
    /// use minirow_table::{ColumnType, Columns};
    /// let columns = Columns::of_header(["puzzle", "er", "remark"]);
    /// assert_eq!(columns.iter().map(|column| column.column_type()).collect::<Vec<_>>(),
    ///     [ColumnType::Utf8, ColumnType::Float64, ColumnType::Utf8]);
    /// ```
    pub fn of_header<'a>(names: impl IntoIterator<Item = &'a str>) -> Columns {
        Columns::of_header_in(Registry::standard(), names)
    }

    /// Returns the columns of a header, as [`Columns::of_header`] does, from another registry.
    pub fn of_header_in<'a>(registry: &Registry, names: impl IntoIterator<Item = &'a str>) -> Columns {
        let names: Vec<&str> = names.into_iter().collect();
        let is_first = |name: &str| {
            let synonyms = SYNONYMS.iter().find(|synonyms| synonyms.contains(&name));
            let first = synonyms.and_then(|synonyms| synonyms.iter().find(|synonym| names.contains(synonym)));
            first.is_none_or(|first| *first == name)
        };
        let column = |name: &&str| match registry.find(name).filter(|_| is_first(name)) {
            Some(column) => TableColumn::Known(column),
            None => TableColumn::Unknown((*name).into()),
        };
        Columns(names.iter().map(column).collect())
    }

    /// Appends a column.
    #[must_use]
    pub fn with(mut self, name: &str) -> Columns {
        self.0.extend(Columns::of_header([name]).0);
        self
    }

    /// Removes the columns with a name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Columns {
        self.0.retain(|column| column.name() != name);
        self
    }

    /// Returns the header as a record of CSV, with its line end. Without columns, there is none.
    pub fn header_line(&self) -> String {
        if self.is_empty() { String::new() } else { csv_record(self.names(), None) }
    }

    /// Returns the columns, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &TableColumn> {
        self.0.iter()
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(TableColumn::name)
    }

    /// Returns the number of columns.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there is no column.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the place of the first column with a name, counted from 0.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known == name)
    }

    /// Returns the place of the column that holds puzzles: `puzzle`, or else its name in well-known data sets.
    pub fn puzzle_position(&self) -> Option<usize> {
        PUZZLE_COLUMNS.iter().find_map(|name| self.position(name))
    }

    /// Checks that there are as many values as columns.
    pub(crate) fn check(&self, values: &[Value]) -> Result<(), WriteError> {
        let (found, expected) = (values.len(), self.len());
        if found == expected { Ok(()) } else { Err(WriteError::ValueCount { found, expected }) }
    }

    /// Converts values to the types of the columns.
    pub(crate) fn convert<'a>(&self, values: &'a [Value]) -> Result<Vec<Value<'a>>, WriteError> {
        self.check(values)?;
        let convert = |(column, value): (&TableColumn, &'a Value)| column.column_type().convert(column.name(), value);
        Ok(self.iter().zip(values).map(convert).collect::<Result<_, _>>()?)
    }

    /// Returns the values of a row, in order.
    pub fn values<'a>(&self, row: &'a Row) -> impl ExactSizeIterator<Item = Value<'a>> {
        self.0.iter().map(|column| column.value(row))
    }
}

fn is_of(scales: &[&dyn Scale], column: &Column) -> bool {
    scales.iter().flat_map(|scale| scale.columns()).any(|known| known.name() == column.name())
}

impl FromIterator<&'static Column> for Columns {
    fn from_iter<I: IntoIterator<Item = &'static Column>>(columns: I) -> Columns {
        columns.into_iter().map(TableColumn::Known).collect()
    }
}

impl FromIterator<TableColumn> for Columns {
    fn from_iter<I: IntoIterator<Item = TableColumn>>(columns: I) -> Columns {
        Columns(columns.into_iter().collect())
    }
}

/// Columns are equal if their names are.
impl PartialEq for Columns {
    fn eq(&self, other: &Columns) -> bool {
        self.names().eq(other.names())
    }
}

impl Eq for Columns {}
