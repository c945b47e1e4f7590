//! Nice loops and AICs: chains of implications that come back to the cell where they start, or whose ends see each other.

use std::collections::HashMap;

use super::prelude::*;
use crate::chain::Node;
use crate::choice::{self, Finding};
use crate::implications::{self, Expanded, Implications, id, is_on};
use crate::pattern::ChainForm;

pub(super) static NICE_LOOP: Technique = Technique {
    slug: "nice-loop",
    name: "Nice Loop / AIC",
    score: 280,
    level: Level::Unfair,
    find: |search| find(&NICE_LOOP, search, false),
};

pub(super) static GROUPED_NICE_LOOP: Technique = Technique {
    slug: "grouped-nice-loop",
    name: "Grouped Nice Loop / AIC",
    score: 300,
    level: Level::Unfair,
    find: |search| find(&GROUPED_NICE_LOOP, search, true),
};

/// The names by kind; `GROUPED` is added to the kind if a node is a group.
const NAMES: [&str; 6] = [
    "Discontinuous Nice Loop",
    "Continuous Nice Loop",
    "AIC",
    "Grouped Discontinuous Nice Loop",
    "Grouped Continuous Nice Loop",
    "Grouped AIC",
];
const DISCONTINUOUS: u8 = 0;
const CONTINUOUS: u8 = 1;
const AIC: u8 = 2;
const GROUPED: u8 = 3;

/// The search in one position.
struct Loops<'a> {
    state: &'a State,
    implications: &'a Implications,
    /// The last stored length by kind and eliminations.
    lengths: HashMap<(u8, Vec<Candidate>), usize>,
    /// The loops, and the AICs, which are sorted after all loops.
    found: Vec<Finding<Vec<Node>>>,
    aics: Vec<Finding<Vec<Node>>>,
}

fn find(technique: &'static Technique, search: &mut Search, with_groups: bool) -> Found {
    let state = &search.state;
    let implications = Implications::chains(state, with_groups, std::mem::take(&mut search.spare_tables));
    let mut loops = Loops::new(state, &implications);
    let Implications { tables, consequences, .. } = &implications;
    let mut table = Expanded::default();
    for on in [true, false] {
        for start in state.candidates() {
            search.budget.spend(8)?;
            if let Some(ends) = ends(state, &implications, start, on) {
                let root = id(start, on);
                let is_complete = consequences.is_complete(root);
                table.of(tables, root, |node| !is_complete || consequences.leads_to(node, &ends));
                loops.each_chain(start, on, &table);
            }
        }
    }
    let found = loops.first(technique);
    if with_groups {
        search.memory.grouped = Some(implications);
    } else {
        search.spare_tables = implications.tables;
    }
    Ok(found)
}

impl Loops<'_> {
    fn new<'a>(state: &'a State, implications: &'a Implications) -> Loops<'a> {
        Loops { state, implications, lengths: HashMap::new(), found: Vec::new(), aics: Vec::new() }
    }

    fn each_chain(&mut self, start: Candidate, on: bool, table: &Expanded) {
        self.each_loop(start, on, table);
        if !on {
            let before = self.found.len();
            self.each_aic(start, table);
            self.aics.extend(self.found.drain(before..));
        }
    }

    /// Returns the step that comes first.
    fn first(mut self, technique: &'static Technique) -> Option<Step> {
        self.found.extend(self.aics);
        choice::first(self.found).map(|found| step(technique, found))
    }

    fn each_loop(&mut self, start: Candidate, on: bool, table: &Expanded) {
        let Candidate { cell, digit } = start;
        for (place, entry) in table.entries.iter().enumerate().skip(1) {
            let Some(end) = implications::candidate(entry.node).filter(|end| end.cell == cell) else { continue };
            if entry.distance <= 2 {
                continue;
            }
            let others = |digits: DigitSet| digits.iter().map(|digit| Candidate { cell, digit }).collect::<Vec<_>>();
            let eliminations = match (on, is_on(entry.node), digit == end.digit) {
                (true, false, true) | (true, true, false) => vec![start],
                (false, true, true) => others(self.state.digits(cell).without(digit)),
                (false, false, false) => vec![end],
                (false, true, false) => Vec::new(),
                _ => continue,
            };
            let Some(chain) = self.chain(table, place, true) else { continue };
            let cells = |place: usize| chain[place].first();
            if cells(chain.len() - 1) == cells(chain.len() - 2) || cells(0) == cells(1) {
                continue;
            }
            if !on && is_on(entry.node) && digit != end.digit {
                let eliminations = self.of_continuous(&chain);
                self.store(CONTINUOUS, eliminations, chain);
            } else {
                self.store(DISCONTINUOUS, eliminations, chain);
            }
        }
    }

    fn each_aic(&mut self, start: Candidate, table: &Expanded) {
        for (place, entry) in table.entries.iter().enumerate().skip(1) {
            let Some(end) = implications::candidate(entry.node).filter(|_| is_on(entry.node)) else { continue };
            if entry.distance <= 2 || !is_aic(self.state, start, end) {
                continue;
            }
            let eliminations: Vec<_> = if end.digit == start.digit {
                of_digit(start.digit, self.state.cells(start.digit) & start.cell.peers() & end.cell.peers()).collect()
            } else {
                vec![Candidate { digit: end.digit, ..start }, Candidate { digit: start.digit, ..end }]
            };
            if let Some(chain) = self.chain(table, place, false) {
                self.store(AIC, eliminations, chain);
            }
        }
    }

    /// Returns the chain to an entry, if it goes through no cell twice. A loop may go through the start cell again.
    fn chain(&self, table: &Expanded, place: usize, is_loop: bool) -> Option<Vec<Node>> {
        let chain = self.implications.chain(&table.chain(place));
        let mut seen = CellSet::EMPTY;
        let mut before: Option<Node> = None;
        for &node in &chain {
            if seen.contains(node.first()) {
                return None;
            }
            if let Some(before) = before
                && !(is_loop && before.first() == chain[0].first())
            {
                seen |= before.cells;
            }
            before = Some(node);
        }
        Some(chain)
    }

    /// Returns what a continuous loop eliminates: one end of each of its weak links is true.
    fn of_continuous(&self, chain: &[Node]) -> Vec<Candidate> {
        let last = chain.len() - 1;
        let all = chain[..last].iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
        let in_cell = |cell: Cell, kept: [Digit; 2]| {
            let others = self.state.digits(cell).without(kept[0]).without(kept[1]);
            others.iter().map(move |digit| Candidate { cell, digit })
        };
        let mut eliminations: Vec<_> = in_cell(chain[0].first(), [chain[0].digit, chain[last].digit]).collect();
        for i in 1..=last {
            let node = chain[i];
            if chain[i - 1].first() == node.first() {
                continue;
            }
            if !node.on {
                let seen = chain[i - 1].cells.common_peers() & node.cells.common_peers();
                eliminations.extend(of_digit(node.digit, (self.state.cells(node.digit) & seen) - all));
            } else if i + 2 <= last {
                let (next, after) = (chain[i + 1], chain[i + 2]);
                if !next.on && next.first() == node.first() && after.on && after.first() != node.first() {
                    eliminations.extend(in_cell(node.first(), [node.digit, after.digit]));
                }
            }
        }
        eliminations
    }

    /// Stores a step, if there is no shorter one with the same eliminations.
    fn store(&mut self, kind: u8, eliminations: Vec<Candidate>, chain: Vec<Node>) {
        if eliminations.is_empty() {
            return;
        }
        let kind = if chain.iter().any(Node::is_group) { kind + GROUPED } else { kind };
        let mut eliminations = eliminations;
        choice::sort(&mut eliminations);
        let length = chain.len();
        let stored = self.lengths.entry((kind, eliminations.clone())).or_insert(usize::MAX);
        if *stored > length {
            *stored = length;
            self.found.push(Finding { kind, eliminations, length, digits: DigitSet::EMPTY, data: chain });
        }
    }
}

/// Returns what follows from a start and may be the end of a loop or an AIC, as bits: true candidates and false ones. Direct
/// consequences are not ends. Returns `None` if there is no end.
fn ends(state: &State, implications: &Implications, start: Candidate, on: bool) -> Option<[Vec<u64>; 2]> {
    let root = id(start, on);
    let Implications { tables, consequences, .. } = implications;
    let mut ends = None;
    let mut insert = |end: Candidate, end_on: bool| {
        if on || !end_on || !tables[usize::from(root)].entries.iter().any(|entry| entry.node == id(end, true)) {
            let number = consequences.number(end);
            let none = || [(); 2].map(|()| vec![0; consequences.signs(root).0.len()]);
            ends.get_or_insert_with(none)[usize::from(!end_on)][number / 64] |= 1 << (number % 64);
        }
    };
    for digit in state.digits(start.cell).iter() {
        let (end, is_start) = (Candidate { digit, ..start }, digit == start.digit);
        // All are of use except for the start, and false ones that follow from a true one.
        let is_of_use = |end_on: bool| if on { end_on != is_start } else { end_on || !is_start };
        let found = |end_on: &bool| is_of_use(*end_on) && consequences.contains(root, id(end, *end_on));
        [true, false].into_iter().filter(found).for_each(|end_on| insert(end, end_on));
    }
    if !on {
        consequences.on(root).filter(|&end| is_aic(state, start, end)).for_each(|end| insert(end, true));
    }
    ends
}

/// Returns `true` if a chain from a false candidate to a true one in another cell is an AIC.
fn is_aic(state: &State, start: Candidate, end: Candidate) -> bool {
    if end.cell == start.cell {
        return false;
    }
    if end.digit == start.digit {
        return (state.cells(start.digit) & start.cell.peers() & end.cell.peers()).len() >= 2;
    }
    let wrong = [Candidate { digit: end.digit, ..start }, Candidate { digit: start.digit, ..end }];
    start.cell.sees(end.cell) && wrong.iter().all(|&candidate| state.has(candidate))
}

fn step(technique: &'static Technique, found: Finding<Vec<Node>>) -> Step {
    let form = match found.kind % GROUPED {
        DISCONTINUOUS => ChainForm::Discontinuous,
        CONTINUOUS => ChainForm::Continuous,
        _ => ChainForm::Aic,
    };
    let pattern = Pattern::Chain { form, nodes: found.data };
    Step::eliminate(technique, pattern, found.eliminations).named(NAMES[usize::from(found.kind)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::each_hard_position;

    #[test]
    fn steps_equal_those_of_complete_tables() {
        let mut found = 0;
        each_hard_position(60, (0, 15), |search, place| {
            for with_groups in [false, true] {
                let implications = Implications::chains(&search.state, with_groups, Vec::new());
                let mut loops = Loops::new(&search.state, &implications);
                let mut table = Expanded::default();
                for on in [true, false] {
                    for start in search.state.candidates() {
                        table.of(&implications.tables, id(start, on), |_| true);
                        loops.each_chain(start, on, &table);
                    }
                }
                let plain = loops.first(&NICE_LOOP);
                assert_eq!(find(&NICE_LOOP, search, with_groups).unwrap(), plain, "{place}");
                found += usize::from(plain.is_some());
            }
        });
        assert!(found > 10, "{found} steps are too few to say much");
    }
}
