//! The easiest conclusion of dynamic chains with techniques, without following all assumptions to their end.
//!
//! A propagation with nested chains goes on in rounds: when there are no more links to follow, the nested chains on the
//! candidates left give advances. Every later node follows from one of them, so its chain has at least the cost of the
//! cheapest. This gives a lower bound for each conclusion that is not reached yet. The conclusion with the lowest bound is
//! examined first, and the search ends when all bounds are above the best conclusion.
//!
//! Why every later node follows from an advance of the round: the first that does not would follow from nodes that were there
//! before, by a link, a technique or a nested chain that was possible then. The links were followed, the techniques found
//! nothing, and the nested chains have eliminated all that they could. This holds as long as they find nothing at
//! the start of the propagation, where an elimination has no parents and is left out.

use std::cell::Cell as StdCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use minirow_core::{Cell, CellSet, Digit};
use smallvec::SmallVec;

use crate::budget::Budget;
use crate::chain::HintKind;
use crate::chain::node::{NODES, Node};
use crate::techniques::chaining::closures::Closures;
use crate::techniques::chaining::conclusion::{Assumptions, BestConclusion, Conclusion};
use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::nested::NestedHint;
use crate::techniques::chaining::propagation::{Cost, Propagation, PropagationState, Rules, Techniques};
use crate::techniques::chaining::spare::{keep_state, spare_propagation, spare_state};

/// On and off nodes, each by digit.
type NodeSets = [[CellSet; 9]; 2];

/// A propagation that may not be at its end.
pub(crate) struct Source {
    propagation: Box<Propagation>,
    state: Box<PropagationState>,
    is_complete: bool,
    /// A lower bound of the cost of a chain to a node that is not reached yet.
    lowest: Cost,
    /// The keys of the nested hints in ascending order. Hints with the same chains have the same key.
    keys: Vec<u32>,
    /// The approximate size of the pending hints in bytes.
    size: usize,
    /// By node: the cost of the chain to it, once it was needed.
    costs: Box<[StdCell<Option<Cost>>]>,
}

impl Source {
    fn new(marks: &Marks, node: Node, rules: Rules) -> Source {
        let (mut propagation, mut state) = (spare_propagation(), spare_state());
        propagation.start(&mut state, marks, node, rules, u32::MAX);
        let costs = std::iter::repeat_n(StdCell::new(None), NODES).collect();
        Source { propagation, state, is_complete: false, lowest: NOTHING, keys: Vec::new(), size: 0, costs }
    }

    /// Returns the propagation.
    pub(crate) fn finish(self) -> Box<Propagation> {
        keep_state(self.state);
        self.propagation
    }

    /// Returns the cost of the chain to a node that was reached.
    fn cost(&self, node: Node) -> Cost {
        let known = &self.costs[node.index()];
        let cost = known.get().unwrap_or_else(|| self.propagation.cost(&self.state, node));
        known.set(Some(cost));
        cost
    }

    fn reached(&self, is_off: usize) -> &[CellSet; 9] {
        if is_off == 0 { &self.propagation.on } else { &self.propagation.off }
    }
}

/// Assumptions and their possible common conclusions.
struct Item {
    assumptions: Assumptions,
    /// The possible common conclusions that were not examined yet.
    common: NodeSets,
}

/// A search for the easiest conclusion in a position.
pub(crate) struct BestFirst<'m, 'a> {
    marks: &'m Marks,
    open: CellSet,
    closures: &'m Closures,
    techniques: &'a mut dyn Techniques,
    rules: Rules,
    budget: &'m Budget,
    /// By source.
    sources: Vec<Option<Source>>,
    items: Vec<Item>,
    best: Option<BestConclusion>,
    /// The approximate size of the pending hints of all sources in bytes.
    size: usize,
}

/// The maximum size of the pending hints in bytes. In tests it is so low that hints are removed often.
const MOST: usize = if cfg!(test) { 4 << 10 } else { 12 << 20 };

/// A lower bound of the cost of any chain.
const NOTHING: Cost = Cost { nodes: 1, nested: 0, sum: 1 };

impl<'m, 'a> BestFirst<'m, 'a> {
    pub(crate) fn new(
        marks: &'m Marks,
        open: CellSet,
        closures: &'m Closures,
        techniques: &'a mut dyn Techniques,
        rules: Rules,
        budget: &'m Budget,
    ) -> BestFirst<'m, 'a> {
        let sources = std::iter::repeat_with(|| None).take(NODES).collect();
        BestFirst { marks, open, closures, techniques, rules, budget, sources, items: Vec::new(), best: None, size: 0 }
    }

    /// Adds assumptions, in the order of the engine.
    pub(crate) fn add(&mut self, assumptions: Assumptions) {
        let common = if assumptions.kind == HintKind::Contradiction {
            if self.closures.left(assumptions.starts[0]).is_some() {
                return;
            }
            [[CellSet::EMPTY; 9]; 2]
        } else {
            let mut common = [[CellSet::ALL; 9]; 2];
            for &start in &assumptions.starts {
                if let Some(consequences) = self.closures.consequences(start) {
                    intersect(&mut common, &consequences);
                }
            }
            common[0].iter_mut().for_each(|cells| *cells &= self.open);
            for digit in Digit::ALL {
                for cells in &mut common {
                    cells[digit.index()] &= self.marks.cells(digit);
                }
            }
            if common.iter().flatten().all(|cells| cells.is_empty()) {
                return;
            }
            common
        };
        self.items.push(Item { assumptions, common });
    }

    /// Returns the easiest conclusion, and the propagations.
    pub(crate) fn run(mut self) -> (Option<BestConclusion>, Vec<Option<Source>>) {
        let mut queue: BinaryHeap<Reverse<(u32, usize)>> =
            (0..self.items.len()).map(|item| Reverse((0, item))).collect();
        while let Some(Reverse((bound, item))) = queue.pop() {
            if self.budget.is_spent() || self.best.as_ref().is_some_and(|best| bound > best.complexity) {
                break;
            }
            let Some((new_bound, source)) = self.examine(item) else { continue };
            if new_bound <= bound {
                self.resume(source);
            }
            queue.push(Reverse((new_bound.max(bound), item)));
        }
        (self.best, self.sources)
    }

    /// Offers the conclusions that all starts reach. Returns a lower bound for the other conclusions, and a source that is
    /// needed for them.
    fn examine(&mut self, item: usize) -> Option<(u32, Node)> {
        if self.items[item].assumptions.kind == HintKind::Contradiction {
            let source = self.items[item].assumptions.starts[0];
            let known = self.sources[source.index()].as_ref();
            if !known.is_some_and(|known| known.is_complete) {
                return Some((known.map_or(NOTHING, |known| known.lowest).sum + 1, source));
            }
            let ends = known.and_then(|known| known.propagation.conflict())?;
            self.offer(item, source.negation(), &[(source, ends[0]), (source, ends[1])]);
            return None;
        }
        let starts = self.items[item].assumptions.starts.clone();
        let known: SmallVec<[Option<&Source>; 9]> =
            starts.iter().map(|start| self.sources[start.index()].as_ref()).collect();
        let mut common = self.items[item].common;
        for source in known.iter().flatten().filter(|source| source.is_complete) {
            intersect(&mut common, &[source.propagation.on, source.propagation.off]);
        }
        let are_disjoint = are_disjoint(&known);
        let mut lowest: Option<(u32, Node)> = None;
        let mut reached: Vec<Node> = Vec::new();
        for (is_off, common) in common.iter_mut().enumerate() {
            for digit in Digit::ALL {
                let mut by_all = common[digit.index()];
                for source in &known {
                    match source {
                        None => by_all = CellSet::EMPTY,
                        Some(source) => by_all &= source.reached(is_off)[digit.index()],
                    }
                }
                common[digit.index()] -= by_all;
                reached.extend(by_all.iter().map(|cell| node(is_off, cell, digit)));
                for cell in common[digit.index()].iter() {
                    let (mut nodes, mut nested, mut most, mut sum) = (0, 0, 0, 0);
                    let mut next: Option<(u32, Node)> = None;
                    for (source, &start) in known.iter().zip(&starts) {
                        let cost = match source {
                            Some(source) if source.reached(is_off)[digit.index()].contains(cell) => {
                                source.cost(node(is_off, cell, digit))
                            }
                            _ => {
                                let cost = source.map_or(NOTHING, |source| source.lowest);
                                if next.is_none_or(|(least, _)| cost.sum < least) {
                                    next = Some((cost.sum, start));
                                }
                                cost
                            }
                        };
                        nodes += cost.nodes;
                        nested += cost.nested;
                        most = most.max(cost.nested);
                        sum += cost.sum;
                    }
                    let bound = if are_disjoint { sum.max(nodes + nested) } else { nodes + most };
                    let (_, next) = next.expect("not reached by all");
                    if lowest.is_none_or(|(known, _)| bound < known) {
                        lowest = Some((bound, next));
                    }
                }
            }
        }
        drop(known);
        self.items[item].common = common;
        for node in reached {
            let ends: SmallVec<[(Node, Node); 9]> = starts.iter().map(|&start| (start, node)).collect();
            self.offer(item, node, &ends);
        }
        lowest
    }

    /// Starts the propagation of a source, or goes on with it to its next round. It must not be complete.
    fn resume(&mut self, node: Node) {
        let marks = self.marks;
        let source = self.sources[node.index()].get_or_insert_with(|| Source::new(marks, node, self.rules));
        let Source { propagation, state, .. } = source;
        source.is_complete = !propagation.resume(state, marks, Some(self.techniques));
        if source.is_complete {
            source.lowest = Cost { nodes: u32::MAX, nested: u32::MAX, sum: u32::MAX };
        } else if self.techniques.precede_all(state.pending()) {
            source.lowest = propagation.lowest_pending(state);
        }
        source.keys = propagation.nested_hints(state).map(NestedHint::key).collect();
        source.keys.sort_unstable();
        let new_size = state.pending_size();
        self.size = self.size + new_size - source.size;
        source.size = new_size;
        if self.size > MOST {
            self.forget();
        }
    }

    /// Removes the pending advances of the sources with the highest costs, which are needed last.
    fn forget(&mut self) {
        let mut sources: Vec<&mut Source> =
            self.sources.iter_mut().flatten().filter(|source| source.size > 0).collect();
        sources.sort_by_key(|source| Reverse(source.lowest.sum));
        for source in sources {
            if self.size <= MOST / 2 {
                break;
            }
            source.state.forget_pending();
            self.size -= std::mem::take(&mut source.size);
        }
    }

    /// Keeps a conclusion if it is the easiest so far.
    fn offer(&mut self, item: usize, node: Node, ends: &[(Node, Node)]) {
        let source = |node: &Node| self.sources[node.index()].as_ref().expect("was followed");
        let mut hints = Vec::new();
        ends.iter().for_each(|(start, end)| source(start).propagation.add_nested(*end, &mut hints));
        let nodes: u32 = ends.iter().map(|(start, end)| source(start).propagation.nodes(*end)).sum();
        let complexity = nodes + hints.iter().map(|hint| hint.complexity()).sum::<u32>();
        let Assumptions { kind, house, .. } = self.items[item].assumptions;
        let order = |node: Node| source(&ends[0].0).propagation.order(node);
        let is_better = self.best.as_ref().is_none_or(|best| {
            let rank = (complexity, kind, item as u32).cmp(&best.rank());
            rank.then_with(|| order(node).cmp(&order(best.conclusion.node))).is_lt()
        });
        if is_better {
            let conclusion = Conclusion { kind, node, house };
            self.best = Some(BestConclusion { conclusion, complexity, turn: item as u32, ends: ends.to_vec() });
        }
    }
}

fn node(is_off: usize, cell: Cell, digit: Digit) -> Node {
    if is_off == 0 { Node::on(cell, digit) } else { Node::off(cell, digit) }
}

fn intersect(sets: &mut NodeSets, others: &NodeSets) {
    for (cells, others) in sets.iter_mut().flatten().zip(others.iter().flatten()) {
        *cells &= *others;
    }
}

/// Returns `true` if no two sources have nested hints in common.
fn are_disjoint(sources: &[Option<&Source>]) -> bool {
    let mut all: SmallVec<[&[u32]; 9]> = SmallVec::new();
    for source in sources.iter().flatten() {
        if all.iter().any(|keys| source.keys.iter().any(|key| keys.binary_search(key).is_ok())) {
            return false;
        }
        all.push(&source.keys);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::stride;
    use crate::support::hardest;
    use crate::techniques::chaining::advanced::{Advisor, AdvisorLevel, Fixed};
    use crate::techniques::chaining::assumptions::{AssumptionEngine, Keep, hints};
    use crate::techniques::chaining::memory::ChainMemory;
    use crate::techniques::chaining::tests::each_settled;

    #[test]
    fn the_hint_is_the_first_of_all_hints() {
        let levels = [
            AdvisorLevel::ForcingChains,
            AdvisorLevel::MultipleForcingChains,
            AdvisorLevel::DynamicForcingChains(None),
        ];
        let mut famous: Vec<_> = hardest().collect();
        famous.drain(..famous.len() - 2);
        let (mut turn, mut counts) = (0, [0; 3]);
        let budget = Budget::unlimited();
        let mut memory = ChainMemory::default();
        each_settled(famous.iter().copied(), |pencilmarks, marks, _| {
            turn += 1;
            for ((level, distance), count) in levels.into_iter().zip([6, 10, 34]).zip(&mut counts) {
                if turn % (distance * stride(14)) != 0 {
                    continue;
                }
                let fixed = Fixed::new(pencilmarks);
                let mut kept = [Keep::First, Keep::All].map(|keep| {
                    let mut advisor = Advisor::new(&fixed, level, &budget, &mut memory);
                    let base = level.base_rating();
                    hints(marks, AssumptionEngine::Dynamic, base, keep, &budget, Some(&mut advisor)).into_iter()
                });
                let [first, all] = kept.each_mut().map(Iterator::next);
                assert_eq!(first, all, "{level:?} at {marks:?}");
                *count += u32::from(first.is_some());
            }
        });
        assert!(counts.iter().all(|&count| count >= 3 / stride(14) as u32), "{counts:?} are too few to say much");
    }
}
