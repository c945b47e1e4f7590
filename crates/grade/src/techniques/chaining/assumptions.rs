//! Hints by assumption: common conclusions of all candidates of a cell, all places of a digit in a house, or both
//! states of a candidate; and the refutation of assumptions that contradict themselves.

use std::collections::HashSet;

use minirow_core::{Candidate, Cell, CellSet, Digit, DigitSet};
use smallvec::SmallVec;

use crate::budget::Budget;
use crate::chain::node::{Cause, NODES, Node};
use crate::chain::{Hint, HintKind};
use crate::techniques::chaining::best_first::{BestFirst, Source};
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::closures::Closures;
use crate::techniques::chaining::conclusion::{Assumptions, BestConclusion, Conclusion};
use crate::techniques::chaining::difficulty::rating;
use crate::techniques::chaining::marks::{Marks, houses};
use crate::techniques::chaining::multiple::{self, Common};
use crate::techniques::chaining::nested::{NestedHint, NestedHints};
use crate::techniques::chaining::propagation::{Propagation, PropagationState, Rules, Techniques};
use crate::techniques::chaining::spare::{keep_propagation, keep_state, spare_propagation, spare_state};
use crate::techniques::chaining::templates;

/// One of the engines that work by assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AssumptionEngine {
    /// Nishio: one digit at a time; a candidate is refuted or proved by contradiction.
    Nishio,
    /// Multiple: cells and houses, with fixed candidates.
    Multiple,
    /// Dynamic: cells, houses, both states of a candidate and contradictions, with candidates removed during
    /// propagation.
    Dynamic,
}

impl AssumptionEngine {
    /// Returns the rating of the shortest chain. This is its only definition.
    pub(crate) const fn base_rating(self) -> f64 {
        match self {
            AssumptionEngine::Nishio => 7.5,
            AssumptionEngine::Multiple => 8.0,
            AssumptionEngine::Dynamic => 8.5,
        }
    }

    /// Visits the assumptions about some digits of a cell, and about the houses of which it is the first possible cell, in order.
    fn visit_assumptions(self, marks: &Marks, cell: Cell, among: DigitSet, mut visit: impl FnMut(Assumptions)) {
        let digits = marks.digits(cell);
        let mut add = |kind, house, starts: SmallVec<[Node; 9]>| visit(Assumptions { kind, house, starts });
        for digit in (digits & among).iter() {
            let on = Node::on(cell, digit);
            let states = [on, on.negation()];
            if self != AssumptionEngine::Multiple {
                states.into_iter().for_each(|source| {
                    add(HintKind::Contradiction, Cause::Assumption, SmallVec::from_slice(&[source]));
                });
            }
            if self == AssumptionEngine::Dynamic && digits.len() >= 3 {
                add(HintKind::Double, Cause::Assumption, SmallVec::from_slice(&states));
            }
            if self != AssumptionEngine::Nishio {
                for (house, cause) in houses(cell) {
                    let places = marks.cells(digit) & house.cells();
                    if places.len() >= 2 && places.first() == Some(cell) {
                        add(HintKind::House, cause, places.iter().map(|place| Node::on(place, digit)).collect());
                    }
                }
            }
        }
        if self != AssumptionEngine::Nishio {
            add(HintKind::Cell, Cause::Cell, digits.iter().map(|digit| Node::on(cell, digit)).collect());
        }
    }

    fn rules(self) -> Rules {
        Rules { in_cells: self != AssumptionEngine::Nishio, dynamic: self != AssumptionEngine::Multiple }
    }
}

/// A run of an engine on one position.
struct Run<'m, 'a> {
    marks: &'m Marks,
    /// The cells with two candidates or more.
    open: CellSet,
    engine: AssumptionEngine,
    techniques: Option<&'a mut dyn Techniques>,
    /// By source: each propagation is made once.
    propagations: Vec<Option<Box<Propagation>>>,
    /// The sources for which the budget was spent.
    spent: Bits<{ NODES.div_ceil(64) }>,
    /// The candidates that assumptions leave, or that their propagations leave once they are made.
    closures: Option<Closures>,
    state: Box<PropagationState>,
    keep: Keep,
    budget: &'m Budget,
    wanted: Vec<BestConclusion>,
    /// By the node that a conclusion eliminates: the index of the best conclusion.
    best: Vec<u16>,
    turn: u32,
}

const NONE: u16 = u16::MAX;

/// The hints to keep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    First,
    /// The first hint for each distinct set of eliminations.
    All,
}

/// Returns the requested hints of an engine, in order.
pub(crate) fn hints(
    marks: &Marks,
    engine: AssumptionEngine,
    base: f64,
    keep: Keep,
    budget: &Budget,
    techniques: Option<&mut dyn Techniques>,
) -> Vec<Hint> {
    search(marks, engine, keep, budget, techniques, |run| {
        let wanted = std::mem::take(&mut run.wanted);
        wanted.iter().map(|wanted| run.hint(wanted, base)).collect()
    })
}

/// Returns the hint at a place among all hints of an engine.
pub(crate) fn nth_hint(
    marks: &Marks,
    engine: AssumptionEngine,
    base: f64,
    place: usize,
    budget: &Budget,
    techniques: Option<&mut dyn Techniques>,
) -> Option<Hint> {
    search(marks, engine, Keep::All, budget, techniques, |run| {
        let wanted = std::mem::take(&mut run.wanted);
        wanted.get(place).map(|wanted| run.hint(wanted, base))
    })
}

/// Adds all hints of an engine in order, without links.
pub(crate) fn add_nested(
    hints: &mut NestedHints,
    marks: &Marks,
    engine: AssumptionEngine,
    budget: &Budget,
    techniques: Option<&mut dyn Techniques>,
) {
    search(marks, engine, Keep::All, budget, techniques, |run| {
        for BestConclusion { conclusion, complexity, ends, .. } in &run.wanted {
            let Conclusion { kind, node, house } = *conclusion;
            let chains = ends.iter().map(|(source, end)| run.from(*source).chain_nodes(*end));
            hints.push(*complexity, kind, house, eliminations(marks, node), chains);
        }
    });
}

/// Searches the requested conclusions of an engine, and gives the run with the conclusions in order to `result`.
fn search<T>(
    marks: &Marks,
    engine: AssumptionEngine,
    keep: Keep,
    budget: &Budget,
    mut techniques: Option<&mut dyn Techniques>,
    result: impl FnOnce(&mut Run) -> T,
) -> T {
    let closures = match (engine, techniques.as_deref_mut()) {
        // A propagation places the singles that follow from its assumption only.
        _ if marks.has_single() => None,
        (AssumptionEngine::Dynamic, None) => Some(Closures::new(marks)),
        (AssumptionEngine::Dynamic, Some(techniques)) => techniques.closures(marks),
        _ => None,
    };
    let mut run = Run {
        marks,
        open: Cell::ALL.into_iter().filter(|&cell| marks.digits(cell).len() > 1).collect(),
        engine,
        techniques,
        propagations: std::iter::repeat_with(|| None).take(NODES).collect(),
        spent: Bits::EMPTY,
        closures,
        state: spare_state(),
        keep,
        budget,
        wanted: Vec::new(),
        best: vec![NONE; NODES],
        turn: 0,
    };
    if engine == AssumptionEngine::Multiple {
        budget.subtract(marks.len());
        match multiple::common(marks) {
            Some(found) => run.chosen(&found),
            None => run.all_cells(),
        }
    } else if keep == Keep::First && run.techniques.is_some() && run.closures.is_some() {
        run.best_first();
    } else {
        run.all_cells();
    }
    run.wanted.sort_by_key(BestConclusion::rank);
    let result = result(&mut run);
    run.propagations.into_iter().flatten().for_each(keep_propagation);
    keep_state(run.state);
    result
}

impl Run<'_, '_> {
    fn all_cells(&mut self) {
        let fewest = if self.engine == AssumptionEngine::Multiple { 3 } else { 2 };
        let decided = match self.engine {
            AssumptionEngine::Nishio => Digit::ALL.map(|digit| templates::decided(self.marks, digit)),
            _ => [CellSet::ALL; 9],
        };
        let mut all = Vec::with_capacity(512);
        for cell in Cell::ALL.into_iter().filter(|&cell| self.marks.digits(cell).len() >= fewest) {
            let digits = Digit::ALL.into_iter().filter(|digit| decided[digit.index()].contains(cell)).collect();
            self.engine.visit_assumptions(self.marks, cell, digits, |assumptions| all.push(assumptions));
            // A limited budget counts both states of the other candidates of these digits.
            let others = (self.marks.digits(cell) - digits).iter().filter(|digit| !decided[digit.index()].is_empty());
            self.budget.subtract(2 * others.count());
        }
        // Contradictions first, short ones before others: with their complexities known, most common conclusions need no
        // propagations.
        let (mut refuted, mut others) = (Vec::with_capacity(64), Vec::with_capacity(512));
        for (place, assumptions) in all.iter().enumerate() {
            let source = assumptions.starts[0];
            match (assumptions.kind, &self.closures) {
                (HintKind::Contradiction, Some(closures)) => {
                    refuted.extend(closures.contradiction(source).map(|found| (found.passes, place)));
                    self.spend(source);
                }
                (HintKind::Contradiction, None) => refuted.push((0, place)),
                _ => others.push((0, place)),
            }
        }
        refuted.sort_unstable();
        for (_, place) in refuted.into_iter().chain(others) {
            if self.budget.is_spent() {
                return;
            }
            let Assumptions { kind, house, starts } = &all[place];
            self.turn = (place as u32) << 11;
            if *kind == HintKind::Contradiction {
                self.close(starts[0]);
                self.contradiction(starts[0]);
            } else {
                self.common(starts, *kind, *house);
            }
        }
    }

    /// Finds the first hint of nested chains.
    fn best_first(&mut self) {
        let (Some(closures), Some(techniques)) = (&self.closures, self.techniques.as_deref_mut()) else { return };
        let rules = self.engine.rules();
        let mut search = BestFirst::new(self.marks, self.open, closures, techniques, rules, self.budget);
        for cell in self.open.iter() {
            self.engine.visit_assumptions(self.marks, cell, DigitSet::ALL, |assumptions| search.add(assumptions));
        }
        let (best, sources) = search.run();
        for (propagation, source) in self.propagations.iter_mut().zip(sources) {
            *propagation = source.map(Source::finish);
        }
        self.wanted.extend(best);
    }

    /// Makes hints of known conclusions: the first, or the first for each distinct set of eliminations.
    fn chosen(&mut self, found: &[Common]) {
        let rank = |turn: usize, (node, complexity): (Node, u32)| (complexity, found[turn].kind, turn, !node.is_on());
        if self.keep == Keep::First {
            let best = |common: &Common, turn| common.nodes.iter().map(|&end| rank(turn, end)).min();
            let first = found.iter().enumerate().filter_map(|(turn, common)| best(common, turn)).min();
            if let Some((complexity, _, turn, _)) = first {
                // Of equally good nodes, the one that the first start reaches first is chosen.
                let Common { starts, kind, house, .. } = &found[turn];
                self.common(starts, *kind, *house);
                debug_assert!(self.wanted[0].complexity == complexity);
            }
            return;
        }
        let ends = found.iter().enumerate().flat_map(|(turn, common)| common.nodes.iter().map(move |&end| (turn, end)));
        let mut ends: Vec<(usize, (Node, u32))> = ends.collect();
        ends.sort_by_key(|&(turn, end)| rank(turn, end));
        let mut seen = HashSet::new();
        ends.retain(|(_, (node, _))| seen.insert(self.key(*node)));
        for (turn, _) in &ends {
            found[*turn].starts.iter().for_each(|&start| self.propagate(start));
        }
        let at = |turn: usize, node: Node| {
            let nodes = self.from(found[turn].starts[0]).nodes_in_order();
            nodes.into_iter().position(|other| other == node).expect("a common node was reached")
        };
        ends.sort_by_cached_key(|&(turn, end)| (rank(turn, end), at(turn, end.0)));
        for (turn, (node, complexity)) in ends {
            let Common { starts, kind, house, .. } = &found[turn];
            let ends: Vec<(Node, Node)> = starts.iter().map(|&start| (start, node)).collect();
            self.offer(Conclusion { kind: *kind, node, house: *house }, &ends);
            debug_assert!(self.wanted.last().is_some_and(|wanted| wanted.complexity == complexity));
        }
    }

    fn spend(&mut self, source: Node) {
        if !self.spent.contains(source.index()) {
            self.spent.insert(source.index());
            self.budget.subtract(1);
        }
    }

    /// Finds what an assumption leaves. Makes its propagation if that is not known otherwise.
    fn close(&mut self, source: Node) {
        self.spend(source);
        if self.closures.as_ref().is_none_or(|closures| closures.left(source).is_none()) {
            self.propagate(source);
        }
    }

    fn propagate(&mut self, source: Node) {
        self.spend(source);
        if self.propagations[source.index()].is_none() {
            // A conclusion has two chains at least, so each has fewer nodes than all together. An advance may follow from short
            // chains after long ones were followed.
            let best = self.wanted.first().filter(|_| self.keep == Keep::First && self.techniques.is_none());
            let limit = best.map_or(u32::MAX, |best| best.complexity - 1);
            let techniques = self.techniques.as_mut().map(|techniques| &mut **techniques as &mut dyn Techniques);
            let mut propagation = spare_propagation();
            propagation.run(&mut self.state, self.marks, source, self.engine.rules(), limit, techniques);
            if let Some(closures) = &mut self.closures {
                closures.set(source, &propagation.on, &propagation.off);
            }
            self.propagations[source.index()] = Some(propagation);
        }
    }

    fn from(&self, source: Node) -> &Propagation {
        self.propagations[source.index()].as_deref().expect("made before it is asked for")
    }

    /// Refutes an assumption from which a candidate is both on and off.
    fn contradiction(&mut self, source: Node) {
        let propagation = self.propagations[source.index()].as_ref();
        let Some(ends) = propagation.and_then(|propagation| propagation.conflict()) else { return };
        let ends = [(source, ends[0]), (source, ends[1])];
        self.offer(
            Conclusion { kind: HintKind::Contradiction, node: source.negation(), house: Cause::Assumption },
            &ends,
        );
    }

    /// Finds the conclusions common to all starts: on nodes first, then off nodes, in the order of the first start.
    fn common(&mut self, starts: &[Node], kind: HintKind, house: Cause) {
        for &start in starts {
            self.close(start);
        }
        let mut nodes = match &self.closures {
            Some(closures) => closures.common(starts),
            None => {
                self.propagate(starts[0]);
                self.from(starts[0]).nodes_in_order()
            }
        };
        if nodes.is_empty() {
            return;
        }
        // The known propagations first: they may show that no conclusion is easy enough.
        let (known, others): (Vec<Node>, Vec<Node>) =
            starts.iter().partition(|start| self.propagations[start.index()].is_some());
        let fewest = |start: Node, node: Node| if start == node { 1 } else { 2 };
        for (place, &start) in known.iter().chain(&others).enumerate() {
            if nodes.is_empty() {
                return;
            }
            self.propagate(start);
            nodes.retain(|&node| {
                let count = |(other, &start): (usize, &Node)| {
                    if other <= place { self.from(start).nodes(node) } else { fewest(start, node) }
                };
                self.from(start).has(node)
                    && (!node.is_on() || self.open.contains(node.cell()))
                    && !self.is_too_late(node, known.iter().chain(&others).enumerate().map(count).sum(), kind)
            });
        }
        nodes.sort_by_cached_key(|&node| self.from(starts[0]).order(node));
        for node in nodes {
            let ends: Vec<(Node, Node)> = starts.iter().map(|&start| (start, node)).collect();
            self.offer(Conclusion { kind, node, house }, &ends);
        }
    }

    /// Returns `true` if a conclusion of a complexity comes after the best known.
    fn is_too_late(&self, node: Node, complexity: u32, kind: HintKind) -> bool {
        let best = self.wanted.get(usize::from(self.best[self.key(node)]));
        best.is_some_and(|best| (complexity, kind, self.turn) >= best.rank())
    }

    /// Keeps a conclusion if it is the easiest so far. `ends` has the end of each chain, with the source of its
    /// propagation.
    fn offer(&mut self, conclusion: Conclusion, ends: &[(Node, Node)]) {
        self.turn += 1;
        let too_late = |complexity| self.is_too_late(conclusion.node, complexity, conclusion.kind);
        if too_late(self.nodes(ends)) {
            return;
        }
        let complexity = self.complexity(ends);
        if too_late(complexity) {
            return;
        }
        let wanted = BestConclusion { conclusion, complexity, turn: self.turn, ends: ends.to_vec() };
        let key = self.key(conclusion.node);
        match self.best[key] {
            NONE => {
                self.best[key] = self.wanted.len() as u16;
                self.wanted.push(wanted);
            }
            best => self.wanted[usize::from(best)] = wanted,
        }
    }

    /// Returns the number of nodes of all chains.
    fn nodes(&self, ends: &[(Node, Node)]) -> u32 {
        ends.iter().map(|(source, end)| self.from(*source).nodes(*end)).sum()
    }

    /// Returns the complexity of all chains together: their nodes, and the complexities of the distinct nested hints.
    fn complexity(&self, ends: &[(Node, Node)]) -> u32 {
        let mut nested = Vec::new();
        ends.iter().for_each(|(source, end)| self.from(*source).add_nested(*end, &mut nested));
        self.nodes(ends) + nested.iter().map(|hint| hint.complexity()).sum::<u32>()
    }

    /// Returns the key of a conclusion. Of conclusions with equal keys one is kept.
    fn key(&self, node: Node) -> usize {
        match (self.keep, node.is_on()) {
            (Keep::First, _) => 0,
            (Keep::All, false) => node.index(),
            // In a cell with two candidates, one is true if the other is false.
            (Keep::All, true) => match self.marks.digits(node.cell()).without(node.digit()).single() {
                Some(other) => Node::off(node.cell(), other).index(),
                None => node.index(),
            },
        }
    }

    fn hint(&mut self, wanted: &BestConclusion, base: f64) -> Hint {
        let BestConclusion { conclusion: Conclusion { kind, node, house }, complexity, .. } = *wanted;
        let Run { propagations, techniques, .. } = self;
        let mut with_links = |hint: &NestedHint| techniques.as_mut()?.with_links(hint);
        let chains = wanted.ends.iter().map(|(source, end)| {
            let propagation = propagations[source.index()].as_deref().expect("the source of a conclusion");
            propagation.chain(*end, &mut with_links)
        });
        Hint {
            rating: rating(base, complexity),
            complexity,
            kind,
            placement: node.is_on().then(|| node.candidate()),
            eliminations: eliminations(self.marks, node).collect(),
            house,
            chains: chains.collect(),
            left: None,
        }
    }
}

/// Returns the candidates that a conclusion eliminates.
fn eliminations(marks: &Marks, conclusion: Node) -> impl Iterator<Item = Candidate> {
    let Candidate { cell, digit } = conclusion.candidate();
    let eliminated = if conclusion.is_on() { marks.digits(cell).without(digit) } else { digit.into() };
    eliminated.iter().map(move |digit| Candidate { cell, digit })
}
