//! Forcing chains and nets: whatever an assumption leads to is wrong if it is a contradiction, and right if it follows from all
//! possible assumptions.

use super::prelude::*;
use crate::chain::Conclusion;
use crate::implications::{Consequences, Expanded, Implications, NodeId, Sets, candidate, id, is_on};
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

/// The effect of a step. Placements go first, by cell; then eliminations, by cell and digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Place(Candidate),
    Eliminate(Candidate),
}

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
    implications: Implications,
    /// By node: the candidates that follow from it.
    sets: Vec<Option<Box<Sets>>>,
    allowed: [CellSet; 9],
    /// The table expanded last.
    table: Expanded,
    root: NodeId,
    /// The best effect so far, with the shortest contradiction and the shortest verity in the order of discovery.
    best: Option<Effect>,
    proofs: Vec<(usize, Proof)>,
}

fn find(search: &mut Search, is_net: bool) -> Found {
    let state = &search.state;
    let implications = if is_net { Implications::nets(state) } else { Implications::chains(state, true) };
    let mut forcing = Forcing {
        state,
        is_net,
        sets: Vec::new(),
        implications,
        allowed: Digit::ALL.map(|digit| state.allowed(digit)),
        table: Expanded::default(),
        root: NodeId::MAX,
        best: None,
        proofs: Vec::new(),
    };
    let consequences = Consequences::of(&forcing.implications);
    for root in 0..2 * 729 {
        let is_there = !forcing.implications.tables[usize::from(root)].entries.is_empty();
        if is_there {
            search.budget.spend(if is_net { 200 } else { 10 })?;
        }
        let mut sets = || {
            consequences.sets(&forcing.implications, root).unwrap_or_else(|| {
                forcing.expand(root);
                forcing.table.sets()
            })
        };
        let sets = is_there.then(|| Box::new(sets()));
        forcing.sets.push(sets);
    }
    forcing.contradictions();
    forcing.verities();
    Ok(forcing.step())
}

impl Forcing<'_> {
    fn expand(&mut self, root: NodeId) {
        if self.root != root {
            self.table.of(&self.implications, root);
            self.root = root;
        }
    }

    /// Finds the contradictions of all tables.
    fn contradictions(&mut self) {
        for root in 0..2 * 729 {
            let Some(sets) = self.sets[usize::from(root)].take() else { continue };
            let assumption = candidate(root).expect("the node is a candidate");
            let effect = if is_on(root) { Effect::Eliminate(assumption) } else { Effect::Place(assumption) };
            if self.best.is_none_or(|best| effect <= best) {
                self.contradictions_of(root, assumption, effect, &sets);
            }
            self.sets[usize::from(root)] = Some(sets);
        }
    }

    fn contradictions_of(&mut self, root: NodeId, assumption: Candidate, effect: Effect, sets: &Sets) {
        let own = if is_on(root) { &sets.off } else { &sets.on };
        if own[assumption.digit.index()].contains(assumption.cell) {
            let reason = ForcingProof::Opposite(self.left_over(root));
            let targets = vec![(root, id(assumption, !is_on(root)))];
            self.report(CONTRADICTION, effect, reason, targets);
        }
        let empty: Vec<_> = self.empty_cells(sets).collect();
        let (state, allowed) = (self.state, self.allowed);
        let mut report = |reason: ForcingProof, targets: Vec<(Candidate, bool)>| {
            let targets = targets.into_iter().map(|(target, on)| (root, id(target, on))).collect();
            self.report(CONTRADICTION, effect, reason, targets);
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
        for sets in self.sets[..usize::from(root)].iter().rev().flatten() {
            let work_set = self.work_set_after(sets);
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

    /// Finds what follows from both signs of a candidate, and from all candidates of a cell, or of a digit in a house.
    fn verities(&mut self) {
        for candidate in self.state.candidates() {
            self.verity(&[id(candidate, true), id(candidate, false)], CellSet::from(candidate.cell));
        }
        let on = |candidate: Candidate| id(candidate, true);
        for cell in self.state.unsolved().iter() {
            let roots: Vec<_> = self.state.digits(cell).iter().map(|digit| on(Candidate { cell, digit })).collect();
            self.verity(&roots, CellSet::EMPTY);
        }
        for house in House::all() {
            for digit in Digit::ALL {
                let roots: Vec<_> = of_digit(digit, self.state.cells_in(house, digit)).map(on).collect();
                if !roots.is_empty() {
                    self.verity(&roots, CellSet::EMPTY);
                }
            }
        }
    }

    /// Reports what follows from all of some assumptions, except in some cells.
    fn verity(&mut self, roots: &[NodeId], except: CellSet) {
        let mut common = Sets { on: [!except; 9], off: [!except; 9] };
        for &root in roots {
            let Some(sets) = &self.sets[usize::from(root)] else { return };
            for digit in 0..9 {
                common.on[digit] &= sets.on[digit];
                common.off[digit] &= sets.off[digit];
            }
        }
        let effects: [fn(Candidate) -> Effect; 2] = [Effect::Place, Effect::Eliminate];
        for (on, effect) in [true, false].into_iter().zip(effects) {
            let of_sign = if on { common.on } else { common.off };
            for digit in Digit::ALL {
                for target in of_digit(digit, of_sign[digit.index()]) {
                    let targets = roots.iter().map(|&root| (root, id(target, on))).collect();
                    self.report(VERITY, effect(target), ForcingProof::Verity, targets);
                }
            }
        }
    }

    /// Keeps a step, if it is better than those before.
    fn report(&mut self, kind: usize, effect: Effect, reason: ForcingProof, targets: Vec<(NodeId, NodeId)>) {
        if self.best.is_some_and(|best| best < effect) {
            return;
        }
        let chains: Vec<_> = targets.into_iter().map(|(root, target)| self.chain(root, target)).collect();
        let has_branch = chains.iter().flatten().any(|conclusion| !conclusion.branches.is_empty());
        if self.is_net && !has_branch {
            return;
        }
        if self.best != Some(effect) {
            self.best = Some(effect);
            self.proofs.clear();
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
            self.table.net(&self.implications, target)
        } else {
            let chain = self.implications.chain(&self.table.chain(self.table.place(target)));
            chain.into_iter().map(|node| Conclusion { node, branches: Vec::new() }).collect()
        }
    }

    /// Returns the best step.
    fn step(mut self) -> Option<Step> {
        let best = self.best?;
        // If several proofs have the same effect, the first one is taken for a placement, and the shortest one for eliminations.
        let shortest = |proofs: &[(usize, Proof)]| (0..proofs.len()).min_by_key(|&place| proofs[place].1.length());
        let place = if matches!(best, Effect::Place(_)) { 0 } else { shortest(&self.proofs)? };
        let (kind, Proof { reason, chains }) = self.proofs.swap_remove(place);
        let technique = if self.is_net { &NET } else { &CHAIN };
        let pattern = Pattern::Forcing { proof: reason, chains };
        let step = match best {
            Effect::Place(placement) => Step::place(technique, pattern, placement),
            Effect::Eliminate(candidate) => Step::eliminate(technique, pattern, vec![candidate]),
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
