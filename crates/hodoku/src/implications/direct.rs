//! Tables of consequences that need one link only.

use minirow_core::Candidate;

use super::{CANDIDATE_NODES, Table, id};
use crate::state::State;
use crate::work_set::WorkSet;

/// Returns the tables of all candidates, by number of the node.
pub(super) fn tables(state: &State, work_set: &mut WorkSet) -> Vec<Table> {
    let mut tables = vec![Table::default(); CANDIDATE_NODES];
    for candidate in state.candidates() {
        let Candidate { cell, digit } = candidate;
        let others = state.digits(cell).without(digit);
        let mut on = Table::new(id(candidate, true));
        let mut off = Table::new(id(candidate, false));
        others.iter().for_each(|digit| on.push(id(Candidate { cell, digit }, false)));
        if let Some(digit) = others.single() {
            off.push(id(Candidate { cell, digit }, true));
        }
        for house in cell.houses() {
            let cells = state.cells_in(house, digit).without(cell);
            if !cells.is_empty() {
                work_set.touch(cells);
            }
            for cell in cells.iter() {
                let node = id(Candidate { cell, digit }, false);
                if !on.entries.iter().any(|entry| entry.node == node) {
                    on.push(node);
                }
            }
            if let Some(cell) = cells.single().filter(|_| state.count(house, digit) == 2) {
                let node = id(Candidate { cell, digit }, true);
                if !off.entries.iter().any(|entry| entry.node == node) {
                    off.push(node);
                }
            }
        }
        tables[usize::from(id(candidate, true))] = on;
        tables[usize::from(id(candidate, false))] = off;
    }
    tables
}
