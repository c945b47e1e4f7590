//! Forcing chains and nets: whatever an assumption leads to is wrong if it is a contradiction, and right if it follows from all
//! possible assumptions.

use super::prelude::*;
use crate::chain::Conclusion;
use crate::implications::{Expanded, Implications, NodeId, Sets, id, is_on};
use crate::pattern::ForcingProof;
use crate::work_set::WorkSet;

pub(super) static CHAIN: Technique = Technique {
    slug: "forcing-chain",
    name: "Forcing Chain",
    score: 500,
    level: Level::Extreme,
    find: |search| find(search, false),
};

pub(super) static NET: Technique = Technique {
    slug: "forcing-net",
    name: "Forcing Net",
    score: 700,
    level: Level::Extreme,
    find: |search| find(search, true),
};

/// The names: contradictions and verities, of chains and of nets.
const NAMES: [[&str; 2]; 2] =
    [["Forcing Chain Contradiction", "Forcing Net Contradiction"], ["Forcing Chain Verity", "Forcing Net Verity"]];
const CONTRADICTION: usize = 0;
const VERITY: usize = 1;

/// A step that was found, with its chains.
struct Proof {
    reason: ForcingProof,
    chains: Vec<Vec<Conclusion>>,
}

impl Proof {
    /// Returns the number of nodes, with one more for each branch.
    fn length(&self) -> usize {
        let branches =
            |conclusion: &Conclusion| conclusion.branches.iter().map(|branch| branch.nodes.len() + 1).sum::<usize>();
        self.chains.iter().flatten().map(|conclusion| 1 + branches(conclusion)).sum()
    }
}

/// The search in one position.
struct Forcing<'a> {
    state: &'a State,
    is_net: bool,
    implications: &'a Implications,
    allowed: [CellSet; 9],
    /// The table expanded last.
    table: Expanded,
    root: NodeId,
    /// The shortest contradiction and the shortest verity of an effect in the order of discovery.
    proofs: Vec<(usize, Proof)>,
}

fn find(search: &mut Search, is_net: bool) -> Found {
    let state = &search.state;
    let mut nets = None;
    let implications = if is_net { &mut nets } else { &mut search.memory.grouped };
    let implications: &Implications = implications.get_or_insert_with(|| {
        if is_net { Implications::nets(state) } else { Implications::chains(state, true, Vec::new()) }
    });
    for _ in implications.consequences.candidates() {
        search.budget.spend(if is_net { 400 } else { 20 })?;
    }
    let allowed = Digit::ALL.map(|digit| state.allowed(digit));
    let (table, proofs) = (Expanded::default(), Vec::new());
    Ok(Forcing { state, is_net, implications, allowed, table, root: NodeId::MAX, proofs }.step())
}

impl Forcing<'_> {
    /// Returns the best step. Placements go first, by cell; then eliminations, by cell and digit.
    ///
    /// Chains are made only for a candidate that is contradicted or proved by the sets of consequences. In nets, some of these proofs are
    /// chains without a branch, which do not count.
    fn step(mut self) -> Option<Step> {
        let consequences = &self.implications.consequences;
        let verities = self.verities();
        let emptied = self.emptied();
        for on in [true, false] {
            for (number, target) in consequences.candidates().enumerate() {
                let root = id(target, !on);
                let (true_ones, false_ones) = consequences.signs(root);
                let both = || true_ones.iter().zip(false_ones).any(|(one, other)| one & other != 0);
                let is_subset = |set: &[u64]| set.iter().zip(false_ones).all(|(one, other)| one & !other == 0);
                let half = true_ones.len();
                // Of two true candidates of a cell or house, one is false too, if no consequence is missing.
                if both() || emptied.chunks_exact(half).any(is_subset) || !consequences.is_complete(root) {
                    self.contradictions_of(root, target, &consequences.sets(root));
                }
                let place = number + if on { 0 } else { 64 * half };
                if verities[place / 64] >> (place % 64) & 1 != 0 {
                    self.verities_of(target, on);
                }
                if !self.proofs.is_empty() {
                    return self.step_of(target, on);
                }
            }
        }
        None
    }

    /// Returns the sets of candidates of which one has to be true, as bits with their numbers: those of cells, and of digits in houses.
    fn emptied(&self) -> Vec<u64> {
        let consequences = &self.implications.consequences;
        let mut sets = Vec::new();
        let half = consequences.candidates().count().div_ceil(64);
        let mut push = |candidates: &mut dyn Iterator<Item = Candidate>| {
            let start = sets.len();
            sets.resize(start + half, 0_u64);
            for number in candidates.map(|candidate| consequences.number(candidate)) {
                sets[start + number / 64] |= 1 << (number % 64);
            }
        };
        for cell in self.state.unsolved().iter() {
            push(&mut self.state.digits(cell).iter().map(|digit| Candidate { cell, digit }));
        }
        for (digit, house) in houses() {
            let places = self.allowed[digit.index()] & house.cells();
            if !places.is_empty() && places.is_subset(self.state.cells(digit)) {
                push(&mut of_digit(digit, places));
            }
        }
        sets
    }

    fn expand(&mut self, root: NodeId) {
        if self.root != root {
            self.table.of(&self.implications.tables, root, |_| true);
            self.root = root;
        }
    }

    /// Finds the contradictions of a table.
    fn contradictions_of(&mut self, root: NodeId, assumption: Candidate, sets: &Sets) {
        let own = if is_on(root) { &sets.off } else { &sets.on };
        if own[assumption.digit.index()].contains(assumption.cell) {
            let reason = ForcingProof::Opposite(self.left_over(root));
            let targets = vec![(root, id(assumption, !is_on(root)))];
            self.report(CONTRADICTION, reason, targets);
        }
        let empty: Vec<_> = self.empty_cells(sets).collect();
        let (state, allowed) = (self.state, self.allowed);
        let mut report = |reason: ForcingProof, targets: Vec<(Candidate, bool)>| {
            let targets = targets.into_iter().map(|(target, on)| (root, id(target, on))).collect();
            self.report(CONTRADICTION, reason, targets);
        };
        let at = |cells: CellSet, digit: Digit, on: bool| -> Vec<_> {
            of_digit(digit, cells).map(|target| (target, on)).collect()
        };
        for digit in Digit::ALL {
            let on = sets.on[digit.index()];
            if let Some(cell) = (on & sets.off[digit.index()]).first() {
                report(
                    ForcingProof::Cell(cell),
                    [at(cell.into(), digit, false), at(cell.into(), digit, true)].concat(),
                );
            }
        }
        for digit in Digit::ALL {
            for other in Digit::ALL.into_iter().filter(|&other| other > digit) {
                if let Some(cell) = (sets.on[digit.index()] & sets.on[other.index()]).first() {
                    report(
                        ForcingProof::Cell(cell),
                        [at(cell.into(), digit, true), at(cell.into(), other, true)].concat(),
                    );
                }
            }
        }
        for (digit, house) in houses() {
            let twice = sets.on[digit.index()] & house.cells();
            if twice.len() > 1 {
                report(ForcingProof::House(house), at(twice, digit, true));
            }
        }
        for cell in empty {
            let targets = state.digits(cell).iter().flat_map(|digit| at(cell.into(), digit, false)).collect();
            report(ForcingProof::Cell(cell), targets);
        }
        for (digit, house) in houses() {
            let places = allowed[digit.index()] & house.cells();
            if !places.is_empty() && places.is_subset(sets.off[digit.index()]) {
                report(ForcingProof::House(house), at(places, digit, false));
            }
        }
    }

    /// Returns the cell that is named for an assumption that leads to its own opposite.
    fn left_over(&self, root: NodeId) -> Option<Cell> {
        let mut first = None;
        let is_known = |root: &NodeId| !self.implications.tables[usize::from(*root)].entries.is_empty();
        for root in (0..root).rev().filter(is_known) {
            let work_set = self.work_set_after(&self.implications.consequences.sets(root));
            first = first.or(work_set.first());
            if first.is_some() {
                break;
            }
        }
        first.or(self.implications.work_set.first())
    }

    /// Returns the set that is left after the checks of a table.
    fn work_set_after(&self, sets: &Sets) -> WorkSet {
        let mut work_set = WorkSet::default();
        let digits = || Digit::ALL.into_iter().map(Digit::index);
        digits().for_each(|digit| work_set.touch(sets.on[digit] & sets.off[digit]));
        for digit in digits() {
            (digit + 1..9).for_each(|other| work_set.touch(sets.on[digit] & sets.on[other]));
        }
        for (digit, house) in houses() {
            work_set.touch(sets.on[digit.index()] & house.cells());
        }
        if let Some(cell) = self.empty_cells(sets).last() {
            work_set.touch(cell.into());
        }
        for (digit, house) in houses() {
            let places = self.allowed[digit.index()] & house.cells();
            if !places.is_empty() && places.is_subset(sets.off[digit.index()]) {
                work_set.touch(places);
            } else {
                work_set.assign(places);
            }
        }
        work_set
    }

    /// Returns the unsolved cells that are empty if the candidates of the sets are true and false.
    fn empty_cells(&self, sets: &Sets) -> impl Iterator<Item = Cell> {
        let filled = sets.on.iter().fold(CellSet::EMPTY, |all, &cells| all | cells);
        let is_empty =
            |cell: &Cell| self.state.digits(*cell).iter().all(|digit| sets.off[digit.index()].contains(*cell));
        (self.state.unsolved() - filled).iter().filter(is_empty)
    }

    /// Visits assumptions of which one is true, and the cells in which it is of no use what follows: both signs of a candidate, all
    /// candidates of a cell, and of a digit in a house.
    fn each_premise(&self, mut visit: impl FnMut(&[NodeId], CellSet)) {
        for candidate in self.state.candidates() {
            visit(&[id(candidate, true), id(candidate, false)], CellSet::from(candidate.cell));
        }
        let mut roots = Vec::new();
        for cell in self.state.unsolved().iter() {
            roots.clear();
            roots.extend(self.state.digits(cell).iter().map(|digit| id(Candidate { cell, digit }, true)));
            visit(&roots, CellSet::EMPTY);
        }
        for house in House::all() {
            for digit in Digit::ALL {
                roots.clear();
                roots.extend(of_digit(digit, self.state.cells_in(house, digit)).map(|candidate| id(candidate, true)));
                if !roots.is_empty() {
                    visit(&roots, CellSet::EMPTY);
                }
            }
        }
    }

    /// Returns what follows from all assumptions of a premise, for any premise, as bits: true ones, then false ones.
    fn verities(&self) -> Vec<u64> {
        let consequences = &self.implications.consequences;
        let half = consequences.candidates().count().div_ceil(64);
        let mut all = vec![0; 2 * half];
        let mut common = vec![0; 2 * half];
        self.each_premise(|roots, except| {
            common.fill(u64::MAX);
            for &root in roots {
                let (true_ones, false_ones) = consequences.signs(root);
                common.iter_mut().zip(true_ones.iter().chain(false_ones)).for_each(|(common, set)| *common &= set);
            }
            for cell in except.iter() {
                for digit in self.state.digits(cell).iter() {
                    let number = consequences.number(Candidate { cell, digit });
                    common[number / 64] &= !(1 << (number % 64));
                    common[half + number / 64] &= !(1 << (number % 64));
                }
            }
            all.iter_mut().zip(&common).for_each(|(all, common)| *all |= common);
        });
        all
    }

    /// Finds the premises from which a candidate follows, or that it is false.
    fn verities_of(&mut self, target: Candidate, on: bool) {
        let mut found = Vec::new();
        let node = id(target, on);
        self.each_premise(|roots, except| {
            let leads_there = |&root: &NodeId| self.implications.consequences.contains(root, node);
            if !except.contains(target.cell) && roots.iter().all(leads_there) {
                found.push(roots.iter().map(|&root| (root, node)).collect());
            }
        });
        for targets in found {
            self.report(VERITY, ForcingProof::Verity, targets);
        }
    }

    /// Keeps a proof, if it is the first one of its kind or shorter.
    fn report(&mut self, kind: usize, reason: ForcingProof, targets: Vec<(NodeId, NodeId)>) {
        let chains: Vec<_> = targets.into_iter().map(|(root, target)| self.chain(root, target)).collect();
        let has_branch = chains.iter().flatten().any(|conclusion| !conclusion.branches.is_empty());
        if self.is_net && !has_branch {
            return;
        }
        let proof = Proof { reason, chains };
        match self.proofs.iter_mut().find(|(known, _)| *known == kind) {
            None => self.proofs.push((kind, proof)),
            Some((_, known)) if proof.length() < known.length() => *known = proof,
            Some(_) => {}
        }
    }

    fn chain(&mut self, root: NodeId, target: NodeId) -> Vec<Conclusion> {
        self.expand(root);
        if self.is_net {
            self.table.net(self.implications, target)
        } else {
            let chain = self.implications.chain(&self.table.chain(self.table.place(target)));
            chain.into_iter().map(|node| Conclusion { node, branches: Vec::new() }).collect()
        }
    }

    /// Returns the step that places or eliminates a candidate.
    fn step_of(mut self, target: Candidate, on: bool) -> Option<Step> {
        // Of several proofs, the first one is taken for a placement, and the shortest one for eliminations.
        let shortest = |proofs: &[(usize, Proof)]| (0..proofs.len()).min_by_key(|&place| proofs[place].1.length());
        let place = if on { 0 } else { shortest(&self.proofs)? };
        let (kind, Proof { reason, chains }) = self.proofs.swap_remove(place);
        let technique = if self.is_net { &NET } else { &CHAIN };
        let pattern = Pattern::Forcing { proof: reason, chains };
        let step = if on {
            Step::place(technique, pattern, target)
        } else {
            Step::eliminate(technique, pattern, vec![target])
        };
        Some(step.named(NAMES[kind][usize::from(self.is_net)]))
    }
}

/// Returns the digits and houses in the order in which contradictions are searched: rows, columns, boxes, each digit by digit.
fn houses() -> impl Iterator<Item = (Digit, House)> {
    [House::ROWS, House::COLUMNS, House::BOXES]
        .into_iter()
        .flat_map(|houses| Digit::ALL.into_iter().flat_map(move |digit| houses.map(|house| (digit, house))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::each_hard_position;

    /// Makes the chains of all candidates, in the order of their effects.
    fn plain(mut forcing: Forcing) -> Option<Step> {
        for on in [true, false] {
            for target in forcing.state.candidates() {
                let root = id(target, !on);
                forcing.contradictions_of(root, target, &forcing.implications.consequences.sets(root));
                forcing.verities_of(target, on);
                if !forcing.proofs.is_empty() {
                    return forcing.step_of(target, on);
                }
            }
        }
        None
    }

    #[test]
    fn steps_equal_those_of_all_chains() {
        let mut found = 0;
        each_hard_position(60, (0, 15), |search, place| {
            let state = &search.state;
            for (is_net, implications) in
                [(false, Implications::chains(state, true, Vec::new())), (true, Implications::nets(state))]
            {
                let forcing = || Forcing {
                    state,
                    is_net,
                    implications: &implications,
                    allowed: Digit::ALL.map(|digit| state.allowed(digit)),
                    table: Expanded::default(),
                    root: NodeId::MAX,
                    proofs: Vec::new(),
                };
                let step = forcing().step();
                assert_eq!(step, plain(forcing()), "{place}");
                found += usize::from(step.is_some());
            }
        });
        assert!(found > 10, "{found} steps are too few to say much");
    }
}
