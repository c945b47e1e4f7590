//! Repetitions: rows that share a key with an earlier row.
//!
//! Keys are sorted with the places of their rows, on disk if they do not fit into memory. Equal keys are neighbours then, and
//! all but the first are repetitions. These are sorted again, by row. Memory does not grow with the number of rows.

use std::path::Path;
use std::sync::Arc;

use minirow_core::Symmetry;
use minirow_files::sort::{SortBudget, Sorted, Sorter};
use minirow_table::input::{Place, Places};

use crate::error::Result;

// Two numbers of 128 bits: the key; and, from the top, 40 bits for the row, 40 for its line, 2 for the kind of the key, and
// 46 for the number of a symmetry or of a split. 40 bits are enough for ten thousand times what fits on a disk.
const ROW: u32 = 88;
const LINE: u32 = 48;
const KIND: u32 = VALUE_BITS;
/// The bits of the value of a key: the number of a symmetry or of a split.
pub(crate) const VALUE_BITS: u32 = 46;
const NUMBER: u128 = (1 << 40) - 1;
const VALUE: u128 = (1 << KIND) - 1;

/// The kinds of keys. Keys of different kinds must differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyKind {
    /// The key of a puzzle, with the number of the symmetry that leads to its canonical form.
    Puzzle,
    /// The key of a solution grid, with the number of its split. It may be repeated within the split.
    Solution,
    /// The key of an id.
    Id,
    /// Another key of a puzzle, with the number of its split.
    PuzzleSplit,
}

/// The keys of all rows, which are numbered through several files.
pub(crate) struct RowKeys {
    places: Places,
    /// The number of rows.
    rows: u64,
    keys: Sorter,
    found: Sorter,
}

impl RowKeys {
    /// Begins without a row, given the names of the files.
    pub(crate) fn new(names: impl IntoIterator<Item = Arc<str>>, budget: &SortBudget, folder: &Path) -> RowKeys {
        let places = Places { names: names.into_iter().collect(), starts: Vec::new() };
        RowKeys { places, rows: 0, keys: budget.sorter(60, folder), found: budget.sorter(35, folder) }
    }

    /// Begins the next row, which is one of a file, counted from 0. Returns its number.
    pub(crate) fn begin_row(&mut self, file: usize) -> u64 {
        let files = self.places.starts.len().max(file + 1);
        self.places.starts.resize(files, self.rows);
        self.rows += 1;
        self.rows - 1
    }

    /// Adds a key of the row that was begun last.
    pub(crate) fn push(&mut self, line: u64, kind: KeyKind, key: u128, value: u64) -> Result<()> {
        let record = [key, self.place(line) | (kind as u128) << KIND | u128::from(value)];
        Ok(self.keys.push(record)?)
    }

    /// Refuses the row that was begun last: it is found as a repetition of itself.
    pub(crate) fn refuse(&mut self, line: u64) -> Result<()> {
        let place = self.place(line);
        Ok(self.found.push([place, place])?)
    }

    fn place(&self, line: u64) -> u128 {
        KeyedRow::of(self.rows - 1, line).0
    }

    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of the first row of a file or of those after it.
    pub(crate) fn first_row(&self, file: usize) -> u64 {
        self.places.starts.get(file).copied().unwrap_or(self.rows)
    }

    /// Finds the repetitions among the rows from `first_row` on; the earlier row may be any.
    pub(crate) fn repetitions(self, first_row: u64) -> Result<Repetitions> {
        let RowKeys { places, keys, mut found, .. } = self;
        let mut keys = SortedKeys(keys.sorted()?);
        let mut first: Option<(u128, KeyedRow)> = None;
        while let Some((key, this)) = keys.next()? {
            match first {
                Some((same, before)) if same == key => {
                    let is_in_one_split = this.kind() == KeyKind::Solution && this.value() == before.value();
                    if this.row() >= first_row && !is_in_one_split {
                        found.push([this.0, before.0])?;
                    }
                }
                _ => first = Some((key, this)),
            }
        }
        Ok(Repetitions { places, found: found.sorted()?, ahead: None, absent: 0 })
    }

    /// Finds the repetitions as [`repetitions`](Self::repetitions) does. The first row of a key that not every file has is a repetition of
    /// itself.
    pub(crate) fn repetitions_in_all_files(self) -> Result<Repetitions> {
        let RowKeys { places, keys, mut found, .. } = self;
        let mut keys = SortedKeys(keys.sorted()?);
        let (mut next, mut absent) = (keys.next()?, 0);
        while let Some((key, first)) = next {
            let (mut file, mut files) = (places.file(first.row()), 1);
            loop {
                next = keys.next()?;
                let Some((_, this)) = next.filter(|(other, _)| *other == key) else { break };
                found.push([this.0, first.0])?;
                files += usize::from(places.file(this.row()) != file);
                file = places.file(this.row());
            }
            if files < places.names.len() {
                found.push([first.0, first.0])?;
                absent += 1;
            }
        }
        Ok(Repetitions { places, found: found.sorted()?, ahead: None, absent })
    }

    /// Returns the keys in order with their rows. The rows of a key are in their order.
    pub(crate) fn sorted(self) -> Result<(Places, SortedKeys)> {
        Ok((self.places, SortedKeys(self.keys.sorted()?)))
    }
}

/// Keys in order.
pub(crate) struct SortedKeys(Sorted);

impl SortedKeys {
    pub(crate) fn next(&mut self) -> Result<Option<(u128, KeyedRow)>> {
        Ok(self.0.next()?.map(|[key, row]| (key, KeyedRow(row))))
    }
}

/// The row of a key, with the value of the key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct KeyedRow(pub(crate) u128);

impl KeyedRow {
    /// Returns a row with its line, and the value 0.
    pub(crate) fn of(row: u64, line: u64) -> KeyedRow {
        KeyedRow(u128::from(row) << ROW | (u128::from(line) & NUMBER) << LINE)
    }

    pub(crate) fn row(self) -> u64 {
        (self.0 >> ROW) as u64
    }

    pub(crate) fn kind(self) -> KeyKind {
        match self.0 >> KIND & 3 {
            0 => KeyKind::Puzzle,
            1 => KeyKind::Solution,
            2 => KeyKind::Id,
            _ => KeyKind::PuzzleSplit,
        }
    }

    pub(crate) fn value(self) -> u64 {
        (self.0 & VALUE) as u64
    }

    /// Returns the row with another value.
    pub(crate) fn with_value(self, value: u64) -> KeyedRow {
        KeyedRow(self.0 & !VALUE | u128::from(value))
    }

    pub(crate) fn place(self, places: &Places) -> Place {
        places.of(self.row(), (self.0 >> LINE & NUMBER) as u64)
    }
}

/// The repetitions, in the order of the rows.
pub(crate) struct Repetitions {
    places: Places,
    found: Sorted,
    /// The repetition that [`of_row`](Repetitions::of_row) has read ahead.
    ahead: Option<Repetition>,
    /// The number of keys that not every file has, if that matters.
    pub(crate) absent: u64,
}

/// A row that shares a key with an earlier row.
#[derive(Debug)]
pub(crate) struct Repetition {
    pub(crate) row: u64,
    pub(crate) place: Place,
    pub(crate) first_row: u64,
    pub(crate) first: Place,
    pub(crate) shared: Shared,
}

/// The content that a row shares with an earlier row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shared {
    /// Equivalent puzzles, and the symmetry that makes the puzzle of the row that of the earlier row.
    Puzzle(Symmetry),
    /// The solution grid, and the numbers of the splits of the row and of the earlier row.
    Solution(usize, usize),
    /// The id.
    Id,
}

impl Repetitions {
    /// Returns the repetition that a row is, if it is one. The rows must be in order.
    pub(crate) fn of_row(&mut self, row: u64) -> Result<Option<Repetition>> {
        while self.ahead.as_ref().is_none_or(|ahead| ahead.row < row) {
            let Some(next) = self.next()? else { return Ok(None) };
            self.ahead = Some(next);
        }
        Ok(self.ahead.take_if(|ahead| ahead.row == row))
    }

    pub(crate) fn next(&mut self) -> Result<Option<Repetition>> {
        Ok(self.found.next()?.map(|[this, first]| {
            let [this, first] = [this, first].map(KeyedRow);
            let shared = match this.kind() {
                KeyKind::Puzzle => {
                    let [this, first] = [this, first].map(|row| Symmetry::nth(row.value()));
                    Shared::Puzzle(this.then(&first.inverse()))
                }
                KeyKind::Solution | KeyKind::PuzzleSplit => {
                    Shared::Solution(this.value() as usize, first.value() as usize)
                }
                KeyKind::Id => Shared::Id,
            };
            let places = &self.places;
            Repetition {
                row: this.row(),
                place: this.place(places),
                first_row: first.row(),
                first: first.place(places),
                shared,
            }
        }))
    }
}
