//! Tables of nets: the singles that follow from an assumption, in four rounds.

use minirow_core::{Candidate, DigitSet};

use super::{CANDIDATE_NODES, Entry, NodeId, Table, id};
use crate::state::State;
use crate::techniques::hidden_single::is_hidden;
use crate::work_set::WorkSet;

const ROUNDS: usize = 4;

/// The reason of a placement.
#[derive(Clone, Copy)]
enum Reason {
    Assumption,
    NakedSingle,
    HiddenSingle,
}

/// The making of tables.
struct Filling<'a> {
    /// The position without assumptions.
    original: &'a State,
    state: State,
    table: Table,
    /// By node: the place of its entry. Zero if it is not in the table, or the assumption.
    places: Vec<u16>,
    work_set: WorkSet,
}

/// Returns the tables of all candidates, by number of the node.
pub(super) fn tables(original: &State, work_set: &mut WorkSet) -> Vec<Table> {
    let mut tables = vec![Table::default(); CANDIDATE_NODES];
    let mut filling = Filling {
        original,
        state: original.clone(),
        table: Table::default(),
        places: vec![0; CANDIDATE_NODES],
        work_set: *work_set,
    };
    for candidate in original.candidates() {
        for on in [true, false] {
            tables[usize::from(id(candidate, on))] = filling.table(candidate, on);
        }
    }
    *work_set = filling.work_set;
    tables
}

impl Filling<'_> {
    fn table(&mut self, candidate: Candidate, on: bool) -> Table {
        self.state.assign(self.original);
        if on {
            self.set(candidate, Reason::Assumption);
        } else {
            self.state.remove(candidate);
            self.push(id(candidate, false), [0; 5]);
            if let Some(digit) = self.state.digits(candidate.cell).single() {
                self.set(Candidate { digit, ..candidate }, Reason::Assumption);
            }
        }
        for _ in 0..ROUNDS {
            let is_open = |single: &&Candidate| self.state.value(single.cell).is_none();
            let naked: Vec<Candidate> = self.state.naked.entries().iter().filter(is_open).copied().collect();
            let mut hidden: Vec<Candidate> = Vec::new();
            for &single in self.state.hidden.entries().iter().filter(is_open) {
                let is_new = !hidden.iter().any(|other| other.cell == single.cell);
                if is_new && is_hidden(&self.state, single) {
                    hidden.push(single);
                }
            }
            naked.into_iter().for_each(|single| self.set(single, Reason::NakedSingle));
            hidden.into_iter().for_each(|single| self.set(single, Reason::HiddenSingle));
        }
        for entry in &self.table.entries {
            self.places[usize::from(entry.node)] = 0;
        }
        let table = self.table.clone();
        self.table.entries.clear();
        table
    }

    /// Places a digit, and appends what follows.
    fn set(&mut self, placement: Candidate, reason: Reason) {
        let Candidate { cell, digit } = placement;
        let [row, column, box_] = cell.houses();
        let fewest = [row, column, box_].into_iter().min_by_key(|&house| self.state.count(house, digit));
        let seen = self.original.cells(digit) & cell.peers();
        self.work_set.touch(seen);
        let digits = self.state.digits(cell);
        self.state.place(placement);
        let off = |candidate: Candidate| self.places[usize::from(id(candidate, false))];
        let mut parents = [0; 5];
        match reason {
            Reason::Assumption => {}
            Reason::NakedSingle => {
                let others: DigitSet = self.original.digits(cell).without(digit);
                for (parent, digit) in parents.iter_mut().zip(others.iter()) {
                    *parent = off(Candidate { cell, digit });
                }
            }
            Reason::HiddenSingle => {
                let others = fewest.map(|house| self.original.cells_in(house, digit).without(cell)).unwrap_or_default();
                for (parent, cell) in parents.iter_mut().zip(others.iter()) {
                    *parent = off(Candidate { cell, digit });
                }
            }
        }
        let place = self.table.entries.len() as u16;
        self.push(id(placement, true), parents);
        for cell in seen.iter() {
            self.push(id(Candidate { cell, digit }, false), [place, 0, 0, 0, 0]);
        }
        for digit in digits.without(digit).iter() {
            self.push(id(Candidate { cell, digit }, false), [place, 0, 0, 0, 0]);
        }
    }

    /// Appends an entry, if it is not there. The greatest place becomes its main parent.
    fn push(&mut self, node: NodeId, parents: [u16; 5]) {
        let entries = &mut self.table.entries;
        if entries.is_empty() {
            entries.push(Entry { node, parents, distance: 1 });
            return;
        }
        if self.places[usize::from(node)] != 0 || entries[0].node == node {
            return;
        }
        self.places[usize::from(node)] = entries.len() as u16;
        let distance = entries.get(usize::from(parents[0])).map_or(1, |parent| parent.distance) + 1;
        let mut parents = parents;
        for side in 1..5 {
            if parents[side] > parents[0] {
                parents.swap(0, side);
            }
        }
        entries.push(Entry { node, parents, distance });
    }
}
