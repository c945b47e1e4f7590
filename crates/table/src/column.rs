//! A column: its name, its type, its meaning, and the field of a row that it holds.

use crate::error::ValueError;
use crate::row::Row;
use crate::value::{ColumnType, MOST_RATING, Value};

/// A column of the [registry](crate::Registry). Headers, schemas, checks and statistics follow from its one entry there.
///
/// ```
/// use minirow_table::{Registry, Row, Value};
/// let clues = Registry::standard().find("clues").unwrap();
/// assert_eq!((clues.name(), clues.column_type().to_string()), ("clues", "uint8".to_string()));
/// let row = Row::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?);
/// assert_eq!(clues.value(&row), Value::UInt(30));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Column {
    name: &'static str,
    column_type: ColumnType,
    meaning: &'static str,
    access: Access,
    groups: &'static [ColumnGroup],
    is_distinct: bool,
    is_optional: bool,
    most_tenths: Option<f64>,
    most: Option<u64>,
    tally: TallyBy,
    label: Option<&'static str>,
    expected: Option<&'static str>,
}

/// A function that returns the value of a row in a column.
pub type Getter = for<'a> fn(&'a Row) -> Value<'a>;

/// A function that sets the field of a row from a value that is not missing. It returns `false` if the value does not fit
/// the column.
///
/// It accepts more than minirow writes: text with spaces around it, `43.0` for 43, `True` for `true`.
pub type Setter = for<'a> fn(&mut Row, &Value<'a>) -> bool;

#[derive(Debug)]
enum Access {
    Field { get: Getter, set: Setter },
    Scale,
}

/// A group of files with a column.
///
/// ```
/// use minirow_table::{ColumnGroup, Registry};
/// assert_eq!(Registry::standard().find("nodes").unwrap().groups(), [ColumnGroup::Labels]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnGroup {
    /// Every pack.
    Pack,
    /// Every file of graded puzzles.
    Grade,
    /// Packs and graded puzzles with labels.
    Labels,
    /// Packs with weights.
    Weights,
    /// Packs made of sections.
    Sections,
}

/// The rule by which the values of a column are counted.
///
/// ```
/// use minirow_table::{Registry, TallyBy};
/// assert!(matches!(Registry::standard().find("nodes").unwrap().tally(), TallyBy::PowersOfTwo));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum TallyBy {
    /// The values are not counted.
    Nothing,
    /// Each value separately: truth values, whole numbers, and ratings in tenths.
    Value,
    /// 0 to 3 separately, then ranges from one power of two to the next.
    PowersOfTwo,
    /// By name, in the order of these names; other names come after them.
    Name(fn() -> Vec<(&'static str, &'static str)>),
    /// In a special way: techniques by puzzles and steps, weights as the weight of the row.
    Custom,
}

impl Column {
    /// Creates a column that holds a field of [`Row`].
    pub const fn new(
        name: &'static str,
        column_type: ColumnType,
        meaning: &'static str,
        get: Getter,
        set: Setter,
    ) -> Column {
        Column::with(name, column_type, meaning, Access::Field { get, set })
    }

    /// Creates a column of a rating scale, whose values are in [`Row::scales`].
    pub const fn of_scale(name: &'static str, column_type: ColumnType, meaning: &'static str) -> Column {
        Column::with(name, column_type, meaning, Access::Scale)
    }

    const fn with(name: &'static str, column_type: ColumnType, meaning: &'static str, access: Access) -> Column {
        Column {
            name,
            column_type,
            meaning,
            access,
            groups: &[],
            is_distinct: false,
            is_optional: false,
            most_tenths: None,
            most: None,
            tally: TallyBy::Nothing,
            label: None,
            expected: None,
        }
    }

    /// Sets the files that have the column.
    #[must_use]
    pub const fn in_files(self, groups: &'static [ColumnGroup]) -> Column {
        Column { groups, ..self }
    }

    /// Marks the column as one whose values are nearly all different, so that Parquet needs no dictionary.
    #[must_use]
    pub const fn distinct(self) -> Column {
        Column { is_distinct: true, ..self }
    }

    /// Marks the column as one that has no value for some puzzles.
    #[must_use]
    pub const fn optional(self) -> Column {
        Column { is_optional: true, ..self }
    }

    /// Marks the values as ratings from 0.0 to 20.0 with one decimal.
    #[must_use]
    pub const fn in_tenths(self) -> Column {
        self.in_tenths_up_to(MOST_RATING).expecting("a rating from 0.0 to 20.0")
    }

    /// Marks the values as numbers from 0.0 to `most` with one decimal.
    #[must_use]
    pub const fn in_tenths_up_to(self, most: f64) -> Column {
        Column { most_tenths: Some(most), ..self }
    }

    /// Marks the values as whole numbers from 0 to `most`, which is below the largest number of the type. `expected` describes them
    /// in messages.
    #[must_use]
    pub const fn up_to(self, most: u64, expected: &'static str) -> Column {
        Column { most: Some(most), ..self }.expecting(expected)
    }

    /// Sets the rule by which the values are counted.
    #[must_use]
    pub const fn tallied(self, tally: TallyBy) -> Column {
        Column { tally, ..self }
    }

    /// Sets the label of the range, the mean and the median of the numbers in statistics.
    #[must_use]
    pub const fn shown_as(self, label: &'static str) -> Column {
        Column { label: Some(label), ..self }
    }

    /// Sets the description of valid values in messages. The default is that of the type.
    #[must_use]
    pub const fn expecting(self, expected: &'static str) -> Column {
        Column { expected: Some(expected), ..self }
    }

    /// Returns the name in the header.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the type of the values.
    pub const fn column_type(&self) -> ColumnType {
        self.column_type
    }

    /// Returns the meaning of the values, with their unit.
    pub const fn meaning(&self) -> &'static str {
        self.meaning
    }

    /// Returns `true` if nearly all values are different.
    pub const fn is_distinct(&self) -> bool {
        self.is_distinct
    }

    /// Returns `true` if some puzzles have no value.
    pub const fn is_optional(&self) -> bool {
        self.is_optional
    }

    /// Returns the rule by which the values are counted.
    pub const fn tally(&self) -> TallyBy {
        self.tally
    }

    /// Returns `true` if the values are counted.
    pub const fn is_tallied(&self) -> bool {
        !matches!(self.tally, TallyBy::Nothing)
    }

    /// Returns the label in statistics, if its numbers are shown there.
    pub const fn label(&self) -> Option<&'static str> {
        self.label
    }

    /// Returns `true` if the values are numbers with one decimal, which are counted in tenths.
    pub const fn is_in_tenths(&self) -> bool {
        self.most_tenths.is_some()
    }

    /// Returns the files that have the column.
    pub const fn groups(&self) -> &'static [ColumnGroup] {
        self.groups
    }

    /// Returns the value of a row.
    pub fn value<'a>(&self, row: &'a Row) -> Value<'a> {
        match self.access {
            Access::Field { get, .. } => get(row),
            Access::Scale => row.scales.get(self.name),
        }
    }

    /// Sets the field of a row. A missing value changes nothing.
    ///
    /// # Errors
    /// Returns an error if the value does not fit the column.
    pub fn set(&self, row: &mut Row, value: &Value) -> Result<(), ValueError> {
        if value.is_missing() {
            return Ok(());
        }
        let is_in_range = self.most.is_none_or(|most| value.uint().is_some_and(|number| number <= most));
        let is_set = is_in_range
            && match self.access {
                Access::Field { set, .. } => set(row, value),
                Access::Scale => self.set_scale(row, value).is_some(),
            };
        if is_set { Ok(()) } else { Err(self.invalid(value, self.expected.unwrap_or(self.column_type.expected()))) }
    }

    /// Sets the field of a row as [`set`](Column::set) does, but accepts no names of levels and techniques of other programs.
    ///
    /// # Errors
    /// Returns an error if the value does not fit the column, or is a name that minirow does not write.
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_table::{Registry, Row};
    /// let (mut row, level) = (Row::new(Grid::EMPTY), Registry::standard().find("level").unwrap());
    /// assert!(level.set(&mut row, &"Moderate".into()).is_ok());
    /// let error = level.set_known(&mut row, &"Moderate".into()).unwrap_err().to_string();
    /// assert!(error.starts_with("level is `Moderate`, expected one of easy, medium, hard, "), "{error}");
    /// ```
    pub fn set_known(&self, row: &mut Row, value: &Value) -> Result<(), ValueError> {
        /// The number of names that a message lists.
        const MOST_LISTED: usize = 10;
        self.set(row, value)?;
        match self.tally {
            _ if value.is_missing() => Ok(()),
            TallyBy::Name(names) => {
                let names: Vec<&str> = names().into_iter().map(|(name, _)| name).collect();
                match names.contains(&&*value.text()) {
                    true => Ok(()),
                    false if names.len() > MOST_LISTED => Err(self.invalid(value, "a name that minirow writes")),
                    false => Err(self.invalid(value, &format!("one of {}", names.join(", ")))),
                }
            }
            TallyBy::Custom if row.has_other_techniques() => Err(self.invalid(value, "names that minirow writes")),
            _ => Ok(()),
        }
    }

    fn invalid(&self, value: &Value, expected: &str) -> ValueError {
        ValueError { column: self.name.into(), value: value.to_string(), expected: expected.into() }
    }

    fn set_scale(&self, row: &mut Row, value: &Value) -> Option<()> {
        let value = match self.column_type {
            ColumnType::Bool => value.bool()?.into(),
            ColumnType::Float64 => match self.most_tenths {
                Some(most) => value.tenths(most)?.into(),
                None => value.float()?.into(),
            },
            ColumnType::Utf8 => value.text().into_owned().into(),
            _ => value.uint().filter(|&number| Some(number) <= self.column_type.max())?.into(),
        };
        row.scales.set(self.name, value);
        Some(())
    }
}
