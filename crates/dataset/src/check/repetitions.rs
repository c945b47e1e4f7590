//! Repetitions: equivalent puzzles, equal ids, and solution grids in two splits.
//!
//! As in [`dedup`](crate::Dedup), keys are sorted with the places of their rows, on disk if they do not fit into memory.

use std::path::Path;

use minirow_core::Symmetry;
use minirow_table::sort::{Record, SortBudget, Sorted, Sorter};

use super::row_report::RowReport;
use crate::error::Result;

// Two numbers of 128 bits: the key; and, from the top, 40 bits for the row, 40 for its line, 2 for the kind of the key, and
// 46 for the number of a symmetry or of a split.
const ROW: u32 = 88;
const LINE: u32 = 48;
const KIND: u32 = 46;
const NUMBER: u128 = (1 << 40) - 1;
const VALUE: u128 = (1 << KIND) - 1;

const PUZZLE: u128 = 0;
const SOLUTION: u128 = 1;
const ID: u128 = 2;

/// The keys of all rows.
pub(crate) struct RowKeys {
    keys: Sorter,
    repetitions: Sorter,
}

/// A row that shares something with an earlier row that no two rows may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repetition {
    pub(crate) row: u64,
    pub(crate) line: u64,
    pub(crate) first: u64,
    pub(crate) first_line: u64,
    pub(crate) kind: RepetitionKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RepetitionKind {
    /// Equivalent puzzles, and the symmetry that makes the puzzle of the row that of the earlier row.
    Puzzle(Symmetry),
    /// The solution grid, and the numbers of the splits of the row and of the earlier row.
    Solution(usize, usize),
    /// The id.
    Id,
}

impl RowKeys {
    pub(crate) fn new(budget: &SortBudget, folder: &Path) -> RowKeys {
        RowKeys { keys: budget.sorter(60, folder), repetitions: budget.sorter(35, folder) }
    }

    /// Adds the keys of a row.
    pub(crate) fn push(&mut self, row: u64, line: u64, report: &RowReport, split: Option<usize>) -> Result<()> {
        let place = u128::from(row) << ROW | (u128::from(line) & NUMBER) << LINE;
        if let Some((key, transform)) = report.puzzle {
            self.keys.push([key, place | PUZZLE << KIND | u128::from(transform)])?;
        }
        if let (Some(key), Some(split)) = (report.solution, split) {
            self.keys.push([key, place | SOLUTION << KIND | split as u128])?;
        }
        if let Some(key) = report.id {
            self.keys.push([key, place | ID << KIND])?;
        }
        Ok(())
    }

    /// Returns the repetitions, in the order of the rows.
    pub(crate) fn repetitions(self) -> Result<impl FnMut() -> Result<Option<Repetition>>> {
        let RowKeys { keys, mut repetitions } = self;
        let mut keys: Sorted = keys.sorted()?;
        let mut first: Option<Record> = None;
        while let Some([key, this]) = keys.next()? {
            match first {
                Some([same, before]) if same == key => {
                    let is_leak = this & VALUE != before & VALUE;
                    if this >> KIND & 3 != SOLUTION || is_leak {
                        repetitions.push([this, before])?;
                    }
                }
                _ => first = Some([key, this]),
            }
        }
        let mut repetitions = repetitions.sorted()?;
        Ok(move || Ok(repetitions.next()?.map(unpack)))
    }
}

fn unpack([this, first]: Record) -> Repetition {
    let line = |place: u128| (place >> LINE & NUMBER) as u64;
    let value = |place: u128| place & VALUE;
    let transform = |place: u128| Symmetry::nth(value(place) as u64);
    let kind = match this >> KIND & 3 {
        PUZZLE => RepetitionKind::Puzzle(transform(this).then(&transform(first).inverse())),
        SOLUTION => RepetitionKind::Solution(value(this) as usize, value(first) as usize),
        _ => RepetitionKind::Id,
    };
    Repetition {
        row: (this >> ROW) as u64,
        line: line(this),
        first: (first >> ROW) as u64,
        first_line: line(first),
        kind,
    }
}
