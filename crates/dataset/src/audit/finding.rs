//! Findings of an audit, and the records that they are sorted by.

use std::fmt;

use minirow_table::input::{Place, Places};
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};

use crate::repetitions::{KeyedRow, VALUE_BITS};

/// The kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum FindingKind {
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has several solutions.
    Ambiguous,
    /// The solution in the file is not that of the puzzle.
    WrongSolution,
    /// An earlier row has the same clues in the same cells.
    Duplicate,
    /// An earlier row has an equivalent puzzle with another text.
    EquivalentDuplicate,
    /// A row of an earlier split has an equivalent puzzle.
    PuzzleLeak,
    /// A row of an earlier split has an equivalent solution grid.
    SolutionLeak,
}

impl FindingKind {
    /// All kinds, in order.
    pub const ALL: &'static [FindingKind] = FindingKind::VARIANTS;

    /// Returns the name in reports, such as `equivalent-duplicate`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns `true` for leaks between splits.
    pub fn is_leak(self) -> bool {
        matches!(self, FindingKind::PuzzleLeak | FindingKind::SolutionLeak)
    }
}

/// A split with its rows.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct SplitRows {
    /// The name.
    pub name: String,
    /// The number of rows that hold a grid.
    pub rows: u64,
}

/// A finding of an audit.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The row.
    pub place: Place,
    /// The kind of the finding.
    pub kind: FindingKind,
    /// The earlier row that it is compared with, if there is one; for a leak, the first row of an earlier split.
    pub first: Option<Place>,
    /// The split of that row, for a leak.
    pub first_split: Option<String>,
}

/// Shows a sentence: `b.csv:7: is equivalent to a.csv:3`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        f.write_str(match self.kind {
            FindingKind::Unsolvable => "has no solution",
            FindingKind::Ambiguous => "has several solutions",
            FindingKind::WrongSolution => "the solution given is wrong",
            FindingKind::Duplicate => "is a duplicate of ",
            FindingKind::EquivalentDuplicate => "is equivalent to ",
            FindingKind::PuzzleLeak => "has a puzzle equivalent to that of ",
            FindingKind::SolutionLeak => "has a solution grid equivalent to that of ",
        })?;
        match (&self.first_split, &self.first) {
            (Some(split), Some(first)) => write!(f, "{first} in split {split}"),
            (None, Some(first)) => write!(f, "{first}"),
            _ => Ok(()),
        }
    }
}

/// The number of bits below the row and its line.
pub(super) const PLACE: u32 = VALUE_BITS + 2;

/// The number of bits for the kind of a finding, the lowest ones.
const KIND_BITS: u32 = 4;

/// Returns the record of a finding, which is sorted by its row.
pub(super) fn record(row: u64, line: u64, kind: FindingKind) -> u128 {
    KeyedRow::of(row, line).0 | kind as u128
}

/// Returns the record of a finding about the row of a key.
pub(super) fn of_row(row: KeyedRow, kind: FindingKind) -> u128 {
    row.0 >> PLACE << PLACE | kind as u128
}

/// Returns the record of a leak of a row, whose value is the number of its split.
pub(super) fn of_leak(row: KeyedRow, kind: FindingKind) -> u128 {
    of_row(row, kind) | u128::from(row.value()) << KIND_BITS
}

/// Returns the number of the split in the record of a leak.
pub(super) fn split(record: u128) -> usize {
    ((record >> KIND_BITS) & ((1 << (PLACE - KIND_BITS)) - 1)) as usize
}

/// Returns the row of a key, sorted by its value first.
pub(super) fn by_value(row: KeyedRow) -> u128 {
    row.0.rotate_right(VALUE_BITS)
}

/// Returns the row of a key that was sorted by its value.
pub(super) fn from_value(record: u128) -> KeyedRow {
    KeyedRow(record.rotate_left(VALUE_BITS))
}

impl Finding {
    /// Returns the finding of a record, with the record of the earlier row.
    pub(super) fn of(row: u128, first: u128, places: &Places, splits: &[SplitRows]) -> Finding {
        let kind = FindingKind::ALL[(row & ((1 << KIND_BITS) - 1)) as usize];
        let first = (kind >= FindingKind::Duplicate).then_some(KeyedRow(first));
        Finding {
            place: KeyedRow(row).place(places),
            kind,
            first: first.map(|first| first.place(places)),
            first_split: first.filter(|_| kind.is_leak()).map(|first| splits[first.value() as usize].name.clone()),
        }
    }
}
