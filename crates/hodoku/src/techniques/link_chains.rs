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
    /// The candidates that can be in a chain, by cell and digit. Their places are their numbers.
    nodes: Vec<Candidate>,
    /// By node: where its strong and its weak links start in the list, and where they end.
    places: Vec<[usize; 3]>,
    /// The other ends of links.
    links: Vec<usize>,
    /// The numbers of the nodes of the chain.
    chain: [usize; MOST_NODES],
    /// By last node: chains from the current start up to this level eliminate something new.
    limits: Vec<usize>,
    /// By number of further weak links and node: the ends to which these may lead. It is empty if all chains are visited.
    reach: Vec<Vec<Ends>>,
    /// By level: the ends for which a chain of that level is not too long.
    open: [Ends; MOST_NODES],
    /// The last stored level by eliminations.
    levels: HashMap<Vec<Candidate>, usize>,
    found: Vec<Finding<Vec<Candidate>>>,
    work: u64,
}

const MOST_NODES: usize = 22;

/// Some nodes in cells with two candidates, as bits.
type Ends = u128;

const MOST_ENDS: usize = 128;

fn find(technique: &'static Technique, search: &mut Search, sort: Sort) -> Found {
    if sort.is_of_one_digit() {
        search.by_digit(technique, |state, budget, digits| first(technique, Chains::new(state, digits, sort), budget))
    } else {
        let mut chains = Chains::new(&search.state, DigitSet::ALL, sort);
        // With a budget, all chains are visited, so that a rating costs as much as ever.
        if sort == Sort::Xy && chains.nodes.len() <= MOST_ENDS && !search.is_limited {
            chains.find_reach();
        }
        first(technique, chains, &search.budget)
    }
}

/// Returns the step among all chains.
fn first(technique: &'static Technique, mut chains: Chains, budget: &Budget) -> Found {
    for start in 0..chains.nodes.len() {
        chains.chain[0] = start;
        chains.limits.fill(usize::MAX);
        if !chains.reach.is_empty() {
            chains.open_ends(start);
        }
        if chains.is_of_use(start, 0) {
            chains.extend(0, chains.nodes[start].cell.into());
        }
        budget.spend(std::mem::take(&mut chains.work) / 16)?;
    }
    Ok(choice::first(chains.found).map(|found| step(technique, chains.sort, found)))
}

impl Chains<'_> {
    /// Prepares the search for chains of some digits.
    fn new(state: &State, digits: DigitSet, sort: Sort) -> Chains<'_> {
        let cells = if sort.is_of_one_digit() { state.unsolved() } else { state.cells_with(2) };
        let nodes: Vec<Candidate> = cells
            .iter()
            .flat_map(|cell| (state.digits(cell) & digits).iter().map(move |digit| Candidate { cell, digit }))
            .collect();
        let mut numbers = [0_u16; 729];
        (0..)
            .zip(&nodes)
            .for_each(|(number, node): (u16, &Candidate)| numbers[9 * node.cell.index() + node.digit.index()] = number);
        let number = |node: Candidate| usize::from(numbers[9 * node.cell.index() + node.digit.index()]);
        let (mut places, mut links) = (Vec::new(), Vec::new());
        for &Candidate { cell, digit } in &nodes {
            let [row, column, box_] = cell.houses();
            let of_box = box_.cells() - row.cells() - column.cells();
            let of_digit = state.cells(digit) & cells.without(cell);
            let parts = [(row, of_digit & row.cells()), (column, of_digit & column.cells()), (box_, of_digit & of_box)];
            let is_linked = |next: &Cell| sort != Sort::RemotePair || state.digits(*next) == state.digits(cell);
            let mut place = [links.len(); 3];
            if sort.is_of_one_digit() {
                let strong = parts.iter().filter(|(house, _)| state.count(*house, digit) == 2);
                links.extend(strong.flat_map(|(_, cells)| *cells).map(|cell| number(Candidate { cell, digit })));
            } else {
                let other = state.digits(cell).without(digit).single().expect("the cell has two candidates");
                links.push(number(Candidate { cell, digit: other }));
            }
            place[1] = links.len();
            let weak = parts.iter().flat_map(|(_, cells)| cells.iter().filter(is_linked));
            links.extend(weak.map(|cell| number(Candidate { cell, digit })));
            place[2] = links.len();
            places.push(place);
        }
        Chains {
            state,
            sort,
            limits: vec![usize::MAX; nodes.len()],
            nodes,
            places,
            links,
            chain: [0; MOST_NODES],
            levels: HashMap::new(),
            reach: Vec::new(),
            open: [0; MOST_NODES],
            found: Vec::new(),
            work: 0,
        }
    }

    /// Finds the ends to which a number of further weak links may lead.
    fn find_reach(&mut self) {
        for count in 0..self.sort.max_level() / 2 {
            let reach = (0..self.nodes.len()).map(|node| {
                let other = self.links[self.places[node][0]];
                let [_, weak, end] = self.places[other];
                match count {
                    0 => 1 << other,
                    _ => self.links[weak..end].iter().fold(0, |all, &next| all | self.reach[count - 1][next]),
                }
            });
            let reach = reach.collect();
            self.reach.push(reach);
        }
    }

    /// Notes the ends of chains from a start that eliminate something.
    fn open_ends(&mut self, start: usize) {
        let start = self.nodes[start];
        let places = self.state.cells(start.digit);
        let is_open =
            |end: &Candidate| end.digit == start.digit && (places & start.cell.peers()).intersects(end.cell.peers());
        let ends = self.nodes.iter().enumerate().filter(|(_, end)| is_open(end));
        self.open.fill(ends.fold(0, |all, (node, _)| all | 1 << node));
    }

    /// Returns `true` if a chain that goes on with a strong link may eliminate something new.
    fn is_of_use(&self, node: usize, level: usize) -> bool {
        let counts = self.reach.iter().zip(self.open[level + 1..].iter().step_by(2));
        self.reach.is_empty() || counts.into_iter().any(|(reach, open)| reach[node] & open != 0)
    }

    /// Adds a node after the one of a level in all ways.
    fn extend(&mut self, level: usize, visited: CellSet) {
        self.work += 1;
        let is_strong = level.is_multiple_of(2);
        let stays_in_cell = is_strong && !self.sort.is_of_one_digit();
        let [strong, weak, end] = self.places[self.chain[level]];
        let start = self.nodes[self.chain[0]];
        let level = level + 1;
        for place in if is_strong { strong..weak } else { weak..end } {
            let node = self.links[place];
            let Candidate { cell, digit } = self.nodes[node];
            let is_loop = cell == start.cell && !stays_in_cell;
            if is_loop && !is_strong || !is_loop && !stays_in_cell && visited.contains(cell) {
                continue;
            }
            self.chain[level] = node;
            if is_strong && (level > 1 && digit == start.digit || is_loop) && level < self.limits[node] {
                self.check(level);
            }
            if !is_loop && level < self.sort.max_level() && (is_strong || self.is_of_use(node, level)) {
                self.extend(level, visited.with(cell));
            }
        }
    }

    /// Stores the chain if it eliminates something.
    fn check(&mut self, level: usize) {
        let node = |level: usize| self.nodes[self.chain[level]];
        let (start, end) = (node(0), node(level));
        let mut digits = DigitSet::from(start.digit);
        let mut seen = start.cell.peers() & end.cell.peers();
        if (seen & self.state.cells(start.digit)).is_empty() {
            self.limits[self.chain[level]] = 0;
            return;
        }
        if self.sort == Sort::Turbot && level != 3 {
            return;
        }
        if self.sort == Sort::RemotePair {
            if level < 7 {
                return;
            }
            digits = self.state.digits(start.cell);
            for i in (0..=level).step_by(2) {
                for j in (i + 6..=level).step_by(4) {
                    seen |= node(i).cell.peers() & node(j).cell.peers();
                }
            }
        }
        let eliminations: Vec<_> =
            digits.iter().flat_map(|digit| of_digit(digit, seen & self.state.cells(digit))).collect();
        if self.sort != Sort::Turbot {
            let stored = self.levels.entry(eliminations.clone()).or_insert(usize::MAX);
            if self.sort != Sort::RemotePair {
                // The eliminations depend on the ends only.
                let (end, limit) = (self.chain[level], level.min(*stored));
                self.limits[end] = limit;
                if !self.reach.is_empty() {
                    self.open[limit..].iter_mut().for_each(|open| *open &= !(1 << end));
                }
            }
            if *stored <= level {
                return;
            }
            *stored = level;
        }
        let data = (0..=level).map(node).collect();
        self.found.push(Finding { kind: 0, eliminations, length: level + 1, digits, data });
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

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use minirow_core::Puzzle;

    use crate::rate;

    #[test]
    fn chains_that_are_not_visited_change_no_step() {
        let rows = include_str!("../../tests/reference/hodoku_random.csv").lines().skip(1).step_by(40);
        for row in rows {
            let puzzle = Puzzle::new(row[..81].parse().unwrap()).unwrap();
            // With a budget, all are visited.
            assert_eq!(rate(&puzzle, None), rate(&puzzle, NonZeroU64::new(1 << 40)), "{row}");
        }
    }
}
