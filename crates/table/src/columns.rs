//! A selection of columns in order: what a file has.

use std::sync::Arc;

use crate::column::{Column, ColumnGroup};
use crate::registry::{PUZZLE_COLUMNS, Registry};
use crate::row::Row;
use crate::scale::Scale;
use crate::value::{ColumnType, Value};

/// The columns that a pack may have after those of every pack.
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
    /// `section`, as books have it.
    pub sections: bool,
}

/// A column of a file: one that is known, or one of another program, whose values are text.
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

    /// Returns the value of a row; a column of another program has none.
    pub fn value<'a>(&self, row: &'a Row) -> Value<'a> {
        self.known().map_or(Value::Missing, |column| column.value(row))
    }
}

/// Columns in the order in which a file has them.
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
        Columns::pack_in(Registry::standard(), &[], extra)
    }

    /// Returns the columns of a pack that is rated on more scales than the first of the registry.
    pub fn pack_in(registry: &Registry, scales: &[&dyn Scale], extra: ExtraColumns) -> Columns {
        let extras = [
            (extra.labels, ColumnGroup::Labels),
            (extra.weights, ColumnGroup::Weights),
            (extra.sections, ColumnGroup::Sections),
        ];
        Columns::of_groups(registry, ColumnGroup::Pack, &extras, scales)
    }

    /// Returns the columns of graded puzzles, with labels or without.
    pub fn grade(labels: bool) -> Columns {
        let registry = Registry::standard();
        let first: Vec<&dyn Scale> = registry.scales().iter().take(1).map(|scale| *scale as &dyn Scale).collect();
        Columns::grade_in(registry, &first, labels)
    }

    /// Returns the columns of puzzles that are graded on some of the scales of a registry.
    pub fn grade_in(registry: &Registry, scales: &[&dyn Scale], labels: bool) -> Columns {
        let mut columns = Columns::of_groups(registry, ColumnGroup::Grade, &[(labels, ColumnGroup::Labels)], scales);
        let is_wanted = |name: &str| {
            let is_in = |scale: &&dyn Scale| scale.columns().iter().any(|column| column.name() == name);
            let is_of_scale = registry.scales().iter().any(|scale| is_in(&(*scale as &dyn Scale)));
            !is_of_scale || scales.iter().any(is_in)
        };
        columns.0.retain(|column| is_wanted(column.name()));
        columns
    }

    fn of_groups(
        registry: &Registry,
        always: ColumnGroup,
        extras: &[(bool, ColumnGroup)],
        scales: &[&dyn Scale],
    ) -> Columns {
        let is_wanted = |column: &&'static Column| {
            column.groups().contains(&always)
                || extras.iter().any(|(is_wanted, group)| *is_wanted && column.groups().contains(group))
                || scales.iter().any(|scale| scale.columns().iter().any(|known| known.name() == column.name()))
        };
        registry.columns().filter(is_wanted).collect()
    }

    /// Returns the columns of a header. Names that are not known are columns of text.
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

    /// Returns the columns of a header, as [`Columns::of_header`], with those of another registry.
    pub fn of_header_in<'a>(registry: &Registry, names: impl IntoIterator<Item = &'a str>) -> Columns {
        let column = |name: &str| match registry.find(name) {
            Some(column) => TableColumn::Known(column),
            None => TableColumn::Unknown(name.into()),
        };
        Columns(names.into_iter().map(column).collect())
    }

    /// Returns these columns and one more at the end.
    #[must_use]
    pub fn with(mut self, name: &str) -> Columns {
        self.0.extend(Columns::of_header([name]).0);
        self
    }

    /// Returns the columns without those of a name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Columns {
        self.0.retain(|column| column.name() != name);
        self
    }

    /// Returns the header as a record of CSV, with its line end.
    pub fn header_line(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.names()).expect("a vector takes everything");
        String::from_utf8(writer.into_inner().expect("a vector takes everything")).expect("names are text")
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

    /// Returns the place of the first column with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known == name)
    }

    /// Returns the place of the column that holds puzzles: `puzzle`, or what well-known data sets call it.
    pub fn puzzle_position(&self) -> Option<usize> {
        self.names().position(|name| PUZZLE_COLUMNS.contains(&name))
    }

    /// Returns the values of a row, in order.
    pub fn values<'a>(&self, row: &'a Row) -> impl ExactSizeIterator<Item = Value<'a>> {
        self.0.iter().map(|column| column.value(row))
    }
}

impl FromIterator<&'static Column> for Columns {
    fn from_iter<I: IntoIterator<Item = &'static Column>>(columns: I) -> Columns {
        Columns(columns.into_iter().map(TableColumn::Known).collect())
    }
}

/// Columns are the same if their names are.
impl PartialEq for Columns {
    fn eq(&self, other: &Columns) -> bool {
        self.names().eq(other.names())
    }
}

impl Eq for Columns {}
