//! Chains of links: every second link is strong, so one of the ends is true, and cells that see both ends lose their digit.

use std::collections::HashMap;

use minirow_grade::Budget;

use super::prelude::*;
use crate::chain::Node;
use crate::choice::{self, Finding};
use crate::pattern::ChainForm;

pub(super) static REMOTE_PAIR: Technique = Technique {
    slug: "remote-pair",
    name: "Remote Pair",
    score: 110,
    level: Level::Hard,
    find: |search| find(&REMOTE_PAIR, search, Sort::RemotePair),
};

pub(super) static TURBOT_FISH: Technique = Technique {
    slug: "turbot-fish",
    name: "Turbot Fish",
    score: 120,
    level: Level::Hard,
    find: |search| find(&TURBOT_FISH, search, Sort::Turbot),
};

pub(super) static X_CHAIN: Technique = Technique {
    slug: "x-chain",
    name: "X-Chain",
    score: 260,
    level: Level::Unfair,
    find: |search| find(&X_CHAIN, search, Sort::X),
};

pub(super) static XY_CHAIN: Technique = Technique {
    slug: "xy-chain",
    name: "XY-Chain",
    score: 260,
    level: Level::Unfair,
    find: |search| find(&XY_CHAIN, search, Sort::Xy),
};

/// The sort of chain that a technique takes. Turbot fish and X-chains have links of one digit. XY-chains and remote pairs
/// go through cells with two candidates, whose inner links are the strong ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    RemotePair,
    Turbot,
    X,
    Xy,
}

impl Sort {
    /// Returns the greatest level of a node. The start has level 0.
    fn max_level(self) -> usize {
        if self == Sort::Turbot { 3 } else { 20 }
    }

    fn is_of_one_digit(self) -> bool {
        matches!(self, Sort::Turbot | Sort::X)
    }
}

/// A depth-first search for all chains of a sort.
struct Chains<'a> {
    state: &'a State,
    sort: Sort,
    two: CellSet,
    chain: Vec<Candidate>,
    /// The last stored level by eliminations.
    levels: HashMap<Vec<Candidate>, usize>,
    found: Vec<Finding<Vec<Candidate>>>,
    work: u64,
}

fn find(technique: &'static Technique, search: &mut Search, sort: Sort) -> Found {
    if sort.is_of_one_digit() {
        search.by_digit(technique, |state, budget, digits| first(technique, state, budget, digits, sort))
    } else {
        first(technique, &search.state, &search.budget, DigitSet::ALL, sort)
    }
}

/// Returns the step among all chains that start with one of some digits.
fn first(technique: &'static Technique, state: &State, budget: &Budget, digits: DigitSet, sort: Sort) -> Found {
    let two = state.cells_with(2);
    let starts = if sort.is_of_one_digit() { state.unsolved() } else { two };
    let mut chains = Chains { state, sort, two, chain: Vec::new(), levels: HashMap::new(), found: Vec::new(), work: 0 };
    for cell in starts.iter() {
        for digit in (state.digits(cell) & digits).iter() {
            chains.chain.push(Candidate { cell, digit });
            chains.extend(cell.into());
            chains.chain.pop();
            budget.spend(std::mem::take(&mut chains.work) / 16)?;
        }
    }
    Ok(choice::first(chains.found).map(|found| step(technique, sort, found)))
}

impl Chains<'_> {
    /// Adds a node at the end of the chain in all ways.
    fn extend(&mut self, visited: CellSet) {
        let Candidate { cell, digit } = self.chain[self.chain.len() - 1];
        let level = self.chain.len();
        let is_strong = level % 2 == 1;
        self.work += 1;
        if !self.sort.is_of_one_digit() && is_strong {
            let other = self.state.digits(cell).without(digit).single().expect("the cell has two candidates");
            return self.with(Candidate { cell, digit: other }, visited);
        }
        let [row, column, box_] = cell.houses();
        let of_box = box_.cells() - row.cells() - column.cells();
        for (house, cells) in [(row, row.cells()), (column, column.cells()), (box_, of_box)] {
            if is_strong && self.state.count(house, digit) != 2 {
                continue;
            }
            let mut next = self.state.cells(digit) & cells.without(cell);
            if !self.sort.is_of_one_digit() {
                next &= self.two;
            }
            for next in next.iter() {
                if self.sort == Sort::RemotePair && self.state.digits(next) != self.state.digits(cell) {
                    continue;
                }
                if next == self.chain[0].cell {
                    if is_strong {
                        self.chain.push(Candidate { cell: next, digit });
                        self.check();
                        self.chain.pop();
                    }
                } else if !visited.contains(next) {
                    self.with(Candidate { cell: next, digit }, visited.with(next));
                }
            }
        }
    }

    /// Goes on with a node at the end of the chain.
    fn with(&mut self, node: Candidate, visited: CellSet) {
        self.chain.push(node);
        let level = self.chain.len() - 1;
        if level > 1 && level % 2 == 1 && node.digit == self.chain[0].digit {
            self.check();
        }
        if level < self.sort.max_level() {
            self.extend(visited);
        }
        self.chain.pop();
    }

    /// Stores the chain if it eliminates something.
    fn check(&mut self) {
        let level = self.chain.len() - 1;
        let (start, end) = (self.chain[0], self.chain[level]);
        let mut digits = DigitSet::from(start.digit);
        let mut seen = start.cell.peers() & end.cell.peers();
        if (seen & self.state.cells(start.digit)).is_empty() || self.sort == Sort::Turbot && level != 3 {
            return;
        }
        if self.sort == Sort::RemotePair {
            if level < 7 {
                return;
            }
            digits = self.state.digits(start.cell);
            for i in (0..=level).step_by(2) {
                for j in (i + 6..=level).step_by(4) {
                    seen |= self.chain[i].cell.peers() & self.chain[j].cell.peers();
                }
            }
        }
        let eliminations: Vec<_> =
            digits.iter().flat_map(|digit| of_digit(digit, seen & self.state.cells(digit))).collect();
        if self.sort != Sort::Turbot {
            let stored = self.levels.get_mut(&eliminations);
            match stored {
                Some(stored) if *stored <= level => return,
                Some(stored) => *stored = level,
                None => drop(self.levels.insert(eliminations.clone(), level)),
            }
        }
        self.found.push(Finding { kind: 0, eliminations, length: level + 1, digits, data: self.chain.clone() });
    }
}

fn step(technique: &'static Technique, sort: Sort, found: Finding<Vec<Candidate>>) -> Step {
    let nodes = found.data.iter().enumerate().map(|(level, &node)| Node::new(node, level % 2 == 1)).collect();
    let form = match sort {
        Sort::Turbot | Sort::X => ChainForm::OneDigit,
        Sort::Xy => ChainForm::Aic,
        Sort::RemotePair => ChainForm::RemotePair,
    };
    Step::eliminate(technique, Pattern::Chain { form, nodes }, found.eliminations)
}
