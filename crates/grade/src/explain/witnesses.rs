//! Witnesses: the filled cells that exclude a digit from empty cells.

use minirow_core::{Cell, CellSet, Digit};

use crate::explain::{Phrase, words};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;

/// The reasons why some empty cells cannot hold a digit.
pub(crate) struct Witnesses {
    digit: Digit,
    /// Filled cells with the digit, each with the cells that see it and no earlier witness.
    seen: Vec<(Cell, CellSet)>,
    /// Cells without a witness: an earlier step eliminated the digit there.
    eliminated: CellSet,
}

impl Witnesses {
    /// Finds a small set of witnesses greedily: the one that most cells see comes first.
    pub(crate) fn against(digit: Digit, cells: CellSet, position: &Pencilmarks) -> Witnesses {
        let filled: Vec<Cell> =
            position.values().clues().filter(|&(_, value)| value == digit).map(|(cell, _)| cell).collect();
        let mut witnesses = Witnesses { digit, seen: Vec::new(), eliminated: cells };
        loop {
            let left = witnesses.eliminated;
            let seeing = |cell: &Cell| left & cell.peers();
            // The first of several with the same number.
            let best = filled.iter().rev().max_by_key(|cell| seeing(cell).len());
            match best.map(|cell| (*cell, seeing(cell))).filter(|(_, seeing)| !seeing.is_empty()) {
                Some((cell, seeing)) => {
                    witnesses.seen.push((cell, seeing));
                    witnesses.eliminated -= seeing;
                }
                None => return witnesses,
            }
        }
    }

    /// Returns the witnesses.
    pub(crate) fn cells(&self) -> CellSet {
        self.seen.iter().map(|&(cell, _)| cell).collect()
    }

    /// Returns a sentence such as `r1c1 and r1c2 see the 7 in r1c8; 7 was eliminated from r3c3 before`.
    pub(crate) fn sentence(&self) -> Phrase {
        let seen = self.seen.iter().map(|&(cell, seeing)| words::see(seeing, self.digit, cell.into()));
        let (digits, cells) = (self.digit, words::cells(self.eliminated));
        let eliminated = (!self.eliminated.is_empty())
            .then(|| phrase!("{digits} was eliminated from {cells} before", digits, cells));
        words::reasons(seen.chain(eliminated))
    }
}
