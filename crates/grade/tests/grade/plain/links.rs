//! Links: the conclusions from a single candidate being true or false.

use minirow_core::{Candidate, Cell, Digit, House, HouseKind};
use minirow_grade::Pencilmarks;

use super::node::Cause;

/// The order of the houses of a cell.
pub(crate) const HOUSE_KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Row, HouseKind::Column];

/// The links to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// Links between the digits of a cell ("Y").
    pub(crate) in_cells: bool,
    /// Links between the last two places of a digit in a house ("X").
    pub(crate) in_houses: bool,
}

/// A conclusion and its cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Implied {
    pub(crate) candidate: Candidate,
    pub(crate) cause: Cause,
}

impl Links {
    /// Returns the candidates that are false if this one is true.
    pub(crate) fn made_false(self, grid: &Pencilmarks, on: Candidate) -> Vec<Implied> {
        let mut implied = Vec::new();
        if self.in_cells {
            for digit in grid.digits(on.cell).without(on.digit).iter() {
                implied.push(Implied { candidate: Candidate { cell: on.cell, digit }, cause: Cause::Cell });
            }
        }
        // The links from a place to the others in the house are always used.
        for kind in HOUSE_KINDS {
            for cell in grid.cells_in(house_of(on.cell, kind), on.digit).without(on.cell).iter() {
                let other = Candidate { cell, digit: on.digit };
                add_once(&mut implied, Implied { candidate: other, cause: Cause::House(kind) });
            }
        }
        implied
    }

    /// Returns the candidates that are true if this one is false.
    pub(crate) fn made_true(self, grid: &Pencilmarks, off: Candidate) -> Vec<Implied> {
        let mut implied = Vec::new();
        if self.in_cells && grid.digits(off.cell).len() == 2 {
            let other = grid.digits(off.cell).without(off.digit).single();
            let digit = other.expect("a candidate that turns false is still there");
            implied.push(Implied { candidate: Candidate { cell: off.cell, digit }, cause: Cause::Cell });
        }
        if self.in_houses {
            for kind in HOUSE_KINDS {
                let others = grid.cells_in(house_of(off.cell, kind), off.digit).without(off.cell);
                if let Some(cell) = others.single() {
                    let last = Candidate { cell, digit: off.digit };
                    add_once(&mut implied, Implied { candidate: last, cause: Cause::House(kind) });
                }
            }
        }
        implied
    }
}

fn add_once(implied: &mut Vec<Implied>, new: Implied) {
    if !implied.iter().any(|old| old.candidate == new.candidate) {
        implied.push(new);
    }
}

/// Returns the candidates whose removal made one the last of its cell or house: present in `source`, removed in
/// `current`.
pub(crate) fn gone_before(on: Candidate, cause: Cause, source: &Pencilmarks, current: &Pencilmarks) -> Vec<Candidate> {
    let rivals: Vec<Candidate> = match cause {
        Cause::Cell => Digit::ALL.map(|digit| Candidate { cell: on.cell, digit }).to_vec(),
        Cause::House(kind) => {
            house_of(on.cell, kind).cells().iter().map(|cell| Candidate { cell, digit: on.digit }).collect()
        }
        Cause::Assumption | Cause::Advanced => Vec::new(),
    };
    rivals.into_iter().filter(|&rival| is_gone(rival, source, current)).collect()
}

/// Returns `true` if a candidate of `source` was removed in `current`.
pub(crate) fn is_gone(candidate: Candidate, source: &Pencilmarks, current: &Pencilmarks) -> bool {
    source.candidates().contains(candidate) && !current.candidates().contains(candidate)
}

/// Returns the house of a kind that contains a cell.
pub(crate) fn house_of(cell: Cell, kind: HouseKind) -> House {
    cell.houses().into_iter().find(|house| house.kind() == kind).expect("a cell has a house of every kind")
}
