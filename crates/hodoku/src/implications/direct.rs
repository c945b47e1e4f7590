//! Tables of consequences that need one link only.

use minirow_core::{Candidate, CellSet};

use super::{CANDIDATE_NODES, Table, id};
use crate::state::State;
use crate::work_set::WorkSet;

/// Returns the tables of all candidates, by number of the node.
pub(super) fn tables(state: &State, work_set: &mut WorkSet, mut tables: Vec<Table>) -> Vec<Table> {
    tables.resize_with(CANDIDATE_NODES, Table::default);
    tables.iter_mut().for_each(|table| table.entries.clear());
    for candidate in state.candidates() {
        let Candidate { cell, digit } = candidate;
        let others = state.digits(cell).without(digit);
        let seen = state.cells(digit) & cell.peers();
        let place = usize::from(id(candidate, true));
        let [on, off] = &mut tables[place..place + 2] else { unreachable!("the range has two tables") };
        on.start(id(candidate, true));
        off.start(id(candidate, false));
        others.iter().for_each(|digit| on.push(id(Candidate { cell, digit }, false)));
        if let Some(digit) = others.single() {
            off.push(id(Candidate { cell, digit }, true));
        }
        let (mut known, mut strong) = (CellSet::EMPTY, CellSet::EMPTY);
        for house in cell.houses() {
            let cells = seen & house.cells();
            if !cells.is_empty() {
                work_set.touch(cells);
            }
            (cells - known).iter().for_each(|cell| on.push(id(Candidate { cell, digit }, false)));
            known |= cells;
            if let Some(cell) = cells.single().filter(|&cell| !strong.contains(cell)) {
                strong.insert(cell);
                off.push(id(Candidate { cell, digit }, true));
            }
        }
    }
    tables
}
