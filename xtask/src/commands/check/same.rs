//! What is there twice: puzzles up to symmetry, ids; and solution grids up to symmetry that are in two splits.
//!
//! As in `dedup`, keys are sorted with the places of their rows, on disk if need be, so that memory does not grow.

use std::path::Path;

use minirow_core::Symmetry;

use super::row::Looked;
use crate::failure::Result;
use crate::sort::{Record, Room, Sorted, Sorter};

// Two numbers of 128 bits: the key; and, from the top, 40 bits for the row, 40 for its line, 2 for the kind of the key, and
// 46 for what else there is to know.
const ROW: u32 = 88;
const LINE: u32 = 48;
const KIND: u32 = 46;
const NUMBER: u128 = (1 << 40) - 1;
const VALUE: u128 = (1 << KIND) - 1;

const PUZZLE: u128 = 0;
const SOLUTION: u128 = 1;
const ID: u128 = 2;

/// The keys of all rows.
pub(super) struct Keys {
    keys: Sorter,
    found: Sorter,
}

/// A row that has something with an earlier one in common that it must not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) row: u64,
    pub(super) line: u64,
    pub(super) first: u64,
    pub(super) first_line: u64,
    pub(super) why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// The puzzle, and what makes the row's that of the earlier one.
    Puzzle(Symmetry),
    /// The solution grid, and the numbers of the splits of the row and of the earlier one.
    Solution(usize, usize),
    Id,
}

impl Keys {
    pub(super) fn new(room: &Room, folder: &Path) -> Keys {
        Keys { keys: room.sorter(60, folder), found: room.sorter(35, folder) }
    }

    /// Takes the keys of a row.
    pub(super) fn push(&mut self, row: u64, line: u64, looked: &Looked, split: Option<usize>) -> Result<()> {
        let place = u128::from(row) << ROW | (u128::from(line) & NUMBER) << LINE;
        if let Some((key, way)) = looked.puzzle {
            self.keys.push([key, place | PUZZLE << KIND | u128::from(way)])?;
        }
        if let (Some(key), Some(split)) = (looked.solution, split) {
            self.keys.push([key, place | SOLUTION << KIND | split as u128])?;
        }
        if let Some(key) = looked.id {
            self.keys.push([key, place | ID << KIND])?;
        }
        Ok(())
    }

    /// What is there twice, in the order of the rows.
    pub(super) fn found(self) -> Result<impl FnMut() -> Result<Option<Found>>> {
        let Keys { keys, mut found } = self;
        let mut keys: Sorted = keys.sorted()?;
        let mut first: Option<Record> = None;
        while let Some([key, this]) = keys.next()? {
            match first {
                Some([same, before]) if same == key => {
                    let is_leak = this & VALUE != before & VALUE;
                    if this >> KIND & 3 != SOLUTION || is_leak {
                        found.push([this, before])?;
                    }
                }
                _ => first = Some([key, this]),
            }
        }
        let mut found = found.sorted()?;
        Ok(move || Ok(found.next()?.map(unpack)))
    }
}

fn unpack([this, first]: Record) -> Found {
    let line = |place: u128| (place >> LINE & NUMBER) as u64;
    let value = |place: u128| place & VALUE;
    let way = |place: u128| Symmetry::nth(value(place) as u64);
    let why = match this >> KIND & 3 {
        PUZZLE => Why::Puzzle(way(this).then(&way(first).inverse())),
        SOLUTION => Why::Solution(value(this) as usize, value(first) as usize),
        _ => Why::Id,
    };
    Found { row: (this >> ROW) as u64, line: line(this), first: (first >> ROW) as u64, first_line: line(first), why }
}
