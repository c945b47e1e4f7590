//! Cycles and forcing chains: implications between two candidates at a time that return to their start.
//!
//! A *forcing chain* leads from a node to its negation, so the node is false. A *cycle* leads from an on node back to
//! it, with all nodes different. Read backwards it leads from the off node to itself, so either all its on nodes are
//! true or all its off nodes are. A candidate that sees both an on and an off node of its digit is false.
//!
//! There are three passes: with strong links in houses only (X), in cells only (Y), and with both (XY). The best hint
//! of all passes has the lowest rating, then the lowest complexity, then the first pass, then the first place in the
//! order in which hints are found.

use std::ops::ControlFlow;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit};

use crate::budget::Budget;
use crate::chain::node::{Cause, NODES, Node};
use crate::chain::{Chain, Hint, HintKind, Link};
use crate::rating::Rating;
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::cycles::{CycleSearch, back_from, on_y_cycles};
use crate::techniques::chaining::difficulty::rating;
use crate::techniques::chaining::graph::{Graph, Links, StrongLinks};
use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::reach::{Reach, on_ways_in_digit, steps_to_conflict_in_digit, with_words};
use crate::techniques::chaining::spare;
use crate::techniques::chaining::table_order::in_table_order;

/// One of the three passes.
struct Pass {
    kind: HintKind,
    links: Links,
    /// The base rating of cycles.
    cycle: f64,
    /// The base rating of forcing chains, or `None` if the pass does not search for them.
    chain: Option<f64>,
}

/// The rating of the shortest cycle along one digit or along cells with two candidates, which is the lowest of all
/// chains.
pub(crate) const BASE_RATING: f64 = 6.5;

const PASSES: [Pass; 3] = [
    Pass {
        kind: HintKind::XChain,
        links: Links { in_cells: false, in_houses: true },
        cycle: BASE_RATING,
        chain: Some(6.6),
    },
    Pass { kind: HintKind::YChain, links: Links { in_cells: true, in_houses: false }, cycle: BASE_RATING, chain: None },
    Pass { kind: HintKind::XyChain, links: Links { in_cells: true, in_houses: true }, cycle: 7.0, chain: Some(7.0) },
];

/// Returns the first hint for each distinct set of eliminations, in order.
pub(crate) fn all(marks: &Marks, budget: &Budget) -> Vec<Hint> {
    with_words!(marks, all_by_words(marks, budget))
}

fn all_by_words<const W: usize>(marks: &Marks, budget: &Budget) -> Vec<Hint> {
    budget.subtract(marks.len());
    let reach = Reach::<W>::new(marks);
    let Some(refuted) = Refuted::of(&reach) else { return Vec::new() };
    let cycles = reach.cycles();
    let mut found: Vec<ForcingHint> = Vec::new();
    let strong = StrongLinks::new(marks);
    let graphs = PASSES.each_ref().map(|pass| Graph::new(marks, &strong, pass.links));
    for (pass, graph) in PASSES.iter().zip(&graphs) {
        let mut search = CycleSearch::new(graph);
        let on_cycles = if pass.links.in_houses || cycles.eliminated.is_empty() {
            cycles.on
        } else {
            cycles.on & on_ways(&reach, cycles.eliminated, u32::MAX, Some(reach.first_of_two(marks)))
        };
        for source in pass.sources(marks) {
            let number = reach.number_of(source);
            if on_cycles.contains(number) {
                search.visit(
                    source,
                    u32::MAX,
                    |_, _| true,
                    |cycle| {
                        found.extend(pass.cycle_hint(marks, cycle).map(|hint| {
                            let rank = (hint.rating, hint.complexity, pass.kind, number, 0);
                            ForcingHint { eliminated: hint.eliminated(), rank, source, hint: Some(hint) }
                        }));
                        ControlFlow::Continue(())
                    },
                );
            }
            let Some(base) = pass.chain else { continue };
            for (place, source) in refuted.sources_of(number, source) {
                if let Some(steps) = pass.steps_to_conflict(graph, &reach, source, u32::MAX) {
                    let complexity = 2 * steps;
                    let rank = (rating(base, complexity), complexity, pass.kind, number, place);
                    let eliminated = eliminated_by_chain(marks, source).into_iter().collect();
                    found.push(ForcingHint { eliminated, rank, source, hint: None });
                }
            }
        }
    }
    found.sort_by_key(|found| found.rank);
    let mut seen: Vec<CandidateSet> = Vec::new();
    found.retain(|found| {
        let is_new = !found.eliminated.is_empty() && !seen.contains(&found.eliminated);
        if is_new {
            seen.push(found.eliminated);
        }
        is_new
    });
    let into_hint = |found: ForcingHint| match found.hint {
        Some(hint) => hint,
        None => {
            let place = PASSES.iter().position(|pass| pass.kind == found.rank.2).expect("one of the passes");
            let (pass, graph) = (&PASSES[place], &graphs[place]);
            pass.chain_hint(marks, forcing_chain(graph, found.source, |_| true).expect("a way was found by levels"))
        }
    };
    found.into_iter().map(into_hint).collect()
}

/// A possible hint. The nodes of a chain are not found yet.
struct ForcingHint {
    eliminated: CandidateSet,
    rank: Rank,
    source: Node,
    hint: Option<Hint>,
}

/// The rank of a hint: rating, complexity, pass, source, cycles before chains.
type Rank = (Rating, u32, HintKind, usize, usize);

/// The candidates refuted by chains, by number in [`Reach`].
struct Refuted<const W: usize> {
    /// Candidates that are false, because they lead to their own negation.
    on: Bits<W>,
    /// Candidates that are true, because their negation leads to them.
    off: Bits<W>,
    /// Both, in cells with two candidates or more.
    starts: Bits<W>,
}

impl<const W: usize> Refuted<W> {
    /// Returns `None` if no chain and no cycle eliminates anything.
    fn of(reach: &Reach<W>) -> Option<Refuted<W>> {
        let on: Bits<W> = (0..reach.len()).filter(|number| !reach.conflicts(*number).is_empty()).collect();
        // A proved candidate refutes the candidates that see it.
        if on.is_empty() {
            return None;
        }
        let starts = reach.open() & reach.linked();
        let off: Bits<W> = starts.iter().filter(|number| reach.is_proved(*number)).collect();
        Some(Refuted { on, off, starts: (on & reach.open()) | off })
    }

    /// Returns the states of a candidate that lead to their negation, each with its place in the order.
    fn sources_of(&self, number: usize, on: Node) -> impl Iterator<Item = (usize, Node)> + use<W> {
        let states = [(self.on.contains(number), 1, on), (self.off.contains(number), 2, on.negation())];
        states.into_iter().filter(|(is_refuted, ..)| *is_refuted).map(|(_, place, source)| (place, source))
    }
}

/// Returns the candidates on paths of up to `most` steps from one of some candidates to its negation.
fn on_ways<const W: usize>(reach: &Reach<W>, eliminated: Bits<W>, most: u32, first_of_two: Option<Bits<W>>) -> Bits<W> {
    eliminated.iter().fold(Bits::EMPTY, |all, number| all | reach.on_ways(number, most, first_of_two))
}

/// Returns the candidates that [`on_ways`] returns, by links in one digit.
fn on_ways_in_digits<const W: usize>(graph: &Graph, reach: &Reach<W>, eliminated: Bits<W>, most: u32) -> Bits<W> {
    let mut ways = [CellSet::EMPTY; 9];
    for source in eliminated.iter().map(|number| reach.candidates()[number]) {
        ways[source.digit().index()] |= on_ways_in_digit(graph, source, most);
    }
    let on = |digit: Digit| ways[digit.index()].iter().map(move |cell| Node::on(cell, digit));
    Digit::ALL.into_iter().flat_map(on).map(|on| reach.number_of(on)).collect()
}

/// Returns the first hint, without examining the others more than necessary.
pub(crate) fn first(marks: &Marks, budget: &Budget) -> Option<Hint> {
    with_words!(marks, first_by_words(marks, budget))
}

fn first_by_words<const W: usize>(marks: &Marks, budget: &Budget) -> Option<Hint> {
    budget.subtract(marks.len());
    let reach = spare::reach::<W>(marks);
    let refuted = Refuted::of(&reach)?;
    let cycles = reach.cycles();
    let mut best: Option<(Rank, Hint)> = None;
    // The pass with all links has a chain for every refuted candidate, so no other hint needs to be longer.
    let mut with_all_links = None;
    let mut shortest_with_all_links = || {
        let shortest = || Shortest::of(&reach, &refuted, |source, most| reach.steps_to_conflict(source, most));
        *with_all_links.get_or_insert_with(shortest)
    };
    let strong = StrongLinks::new(marks);
    for pass in &PASSES {
        // Every rating of the pass is higher than the best so far.
        if best.as_ref().is_some_and(|(rank, _)| rank.0 < rating(pass.cycle, 2)) {
            break;
        }
        if pass.chain.is_none() && cycles.eliminated.is_empty() {
            continue;
        }
        let graph = Graph::new(marks, &strong, pass.links);
        let mut shortest = None;
        if let Some(base) = pass.chain {
            shortest = if pass.links.in_cells {
                shortest_with_all_links()
            } else {
                let steps = |source, most| steps_to_conflict_in_digit(&graph, source, most);
                Shortest::of(&reach, &refuted, steps)
            };
            let Some(shortest) = &shortest else { continue };
            let complexity = 2 * shortest.steps;
            let rank = (rating(base, complexity), complexity, pass.kind, shortest.number, 1);
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                let most = 2 * shortest.steps - 1;
                let on_way = match (shortest.source.is_on(), pass.links.in_cells) {
                    (false, _) => Bits::ALL,
                    (true, true) => reach.on_ways(shortest.number, most, None),
                    (true, false) => on_ways_in_digits(&graph, &reach, Bits::from(shortest.number), most),
                };
                let on_way = |node| on_way.contains(reach.number_of(node));
                let chain = forcing_chain(&graph, shortest.source, on_way).expect("a way was found by levels");
                debug_assert_eq!(chain.0.len() as u32, complexity);
                best = Some((rank, pass.chain_hint(marks, chain)));
            }
        }
        if cycles.eliminated.is_empty() {
            continue;
        }
        let first_of_two = (!pass.links.in_houses).then(|| reach.first_of_two(marks));
        let leads_back = |source, most| reach.leads_back(source, most, first_of_two);
        // First the shortest possible cycles, from the few candidates that can be on them; then the others.
        let mut search = CycleSearch::new(&graph);
        let starts = cycles.on & reach.open();
        let mut fewest = 4;
        if let Some(shortest) = shortest {
            let nodes = 2 * shortest.steps - 2;
            if nodes >= fewest {
                let near = shortest.on_cycles(pass, &graph, &reach, cycles.eliminated);
                for number in (starts & near).iter() {
                    let source = reach.candidates()[number];
                    pass.look_for_cycle(&mut search, (number, source), nodes, leads_back(source, nodes), &mut best);
                }
                fewest = nodes + 2;
            }
        }
        let mut rank = match &best {
            Some((rank, _)) => *rank,
            None => {
                let Some(shortest) = shortest_with_all_links() else { continue };
                (rating(7.0, 2 * shortest.steps), 2 * shortest.steps, HintKind::XyChain, shortest.number, 1)
            }
        };
        let mut longest = pass.longest_before(rank);
        if longest < fewest {
            continue;
        }
        // An eliminated candidate leads to not `a` and to not `b`; from not `a` to `b`, and from not `b` to `a`, in p steps
        // of a cycle of n. So it leads to both states of each node in between in p + 2 steps together, and to those of the
        // others in n + p + 2. If there are others, p is at most n - 3.
        let most = 2 * longest - 1;
        let ways = if pass.links.in_cells {
            on_ways(&reach, cycles.eliminated, most, first_of_two)
        } else {
            on_ways_in_digits(&graph, &reach, cycles.eliminated, most)
        };
        let starts = starts & ways;
        if starts.is_empty() {
            continue;
        }
        let in_cycles = match pass.chain {
            None => {
                on_y_cycles(marks, strong.bivalue, cycles.eliminated.iter().map(|number| reach.candidates()[number]))
            }
            Some(_) => [CellSet::ALL; 9],
        };
        for number in starts.iter() {
            let source = reach.candidates()[number];
            // Of two cycles as long, that of the first source ranks first.
            let most = if pass.cycle_rank(longest, number) < rank { longest } else { longest - 2 };
            if most >= fewest && in_cycles[source.digit().index()].contains(source.cell()) {
                pass.look_for_cycle(&mut search, (number, source), most, leads_back(source, most), &mut best);
                if let Some((better, _)) = best.as_ref().filter(|(better, _)| *better < rank) {
                    rank = *better;
                    longest = pass.longest_before(rank);
                }
            }
        }
    }
    best.map(|(_, hint)| hint)
}

/// The shortest forcing chains of a pass.
#[derive(Clone, Copy)]
struct Shortest {
    /// The number of steps from a source to both states of a candidate: half the nodes of the chain.
    steps: u32,
    /// The first source with a chain of this kind, and its index among the on nodes.
    source: Node,
    number: usize,
}

impl Shortest {
    /// `steps_to_conflict` returns the number of steps, up to a maximum, from a source to both states of a candidate.
    fn of<const W: usize>(
        reach: &Reach<W>,
        refuted: &Refuted<W>,
        steps_to_conflict: impl Fn(Node, u32) -> Option<u32>,
    ) -> Option<Shortest> {
        let mut shortest: Option<Shortest> = None;
        for number in refuted.starts.iter() {
            for (_, source) in refuted.sources_of(number, reach.candidates()[number]) {
                let most = shortest.as_ref().map_or(u32::MAX, |shortest| shortest.steps - 1);
                if let Some(steps) = steps_to_conflict(source, most) {
                    shortest = Some(Shortest { steps, source, number });
                }
            }
        }
        shortest
    }

    /// Returns the candidates that can be on a cycle that has two nodes less than the shortest chains and eliminates
    /// one of some candidates.
    ///
    /// A candidate eliminated by a cycle of n nodes is refuted by a forcing chain of n + 2: over one node that it sees,
    /// round the cycle, and back from the other. So there is no shorter cycle. All nodes of a cycle of n are on a
    /// shortest chain of the eliminated candidate: the distances of their two states from it add up to the length of
    /// the chain.
    fn on_cycles<const W: usize>(&self, pass: &Pass, graph: &Graph, reach: &Reach<W>, eliminated: Bits<W>) -> Bits<W> {
        let has_chain =
            |number: &usize| pass.steps_to_conflict(graph, reach, reach.candidates()[*number], self.steps).is_some();
        let eliminated = eliminated.iter().filter(has_chain);
        if pass.links.in_cells {
            return eliminated.fold(Bits::EMPTY, |all, number| all | reach.on_cycles(number, self.steps));
        }
        on_ways_in_digits(graph, reach, eliminated.collect(), 2 * self.steps - 1)
    }
}

impl Pass {
    /// Returns the on nodes to start from.
    fn sources<'a>(&'a self, marks: &'a Marks) -> impl Iterator<Item = Node> + 'a {
        let only_two = self.links.in_cells && !self.links.in_houses;
        let cells = Cell::ALL.into_iter().filter(move |&cell| match marks.digits(cell).len() {
            0 | 1 => false,
            2 => true,
            _ => !only_two,
        });
        cells.flat_map(|cell| marks.digits(cell).iter().map(move |digit| Node::on(cell, digit)))
    }

    /// Returns the number of steps, up to `most`, in which a node leads to both states of a candidate.
    fn steps_to_conflict<const W: usize>(
        &self,
        graph: &Graph,
        reach: &Reach<W>,
        source: Node,
        most: u32,
    ) -> Option<u32> {
        if self.links.in_cells {
            reach.steps_to_conflict(source, most)
        } else {
            steps_to_conflict_in_digit(graph, source, most)
        }
    }

    /// Searches for a cycle of a source that eliminates something and ranks before the best hint.
    fn look_for_cycle(
        &self,
        search: &mut CycleSearch,
        (number, source): (usize, Node),
        most: u32,
        leads_back: impl Fn(Node, u32) -> bool,
        best: &mut Option<(Rank, Hint)>,
    ) {
        // Cycles are ordered by length: the first valid one is the best of the source.
        let marks = search.graph.marks;
        search.visit(source, most, leads_back, |cycle| match self.cycle_hint(marks, cycle) {
            None => ControlFlow::Continue(()),
            Some(hint) => {
                let rank = (hint.rating, hint.complexity, self.kind, number, 0);
                if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                    *best = Some((rank, hint));
                }
                ControlFlow::Break(())
            }
        });
    }

    /// Returns the rank of a cycle of a source.
    fn cycle_rank(&self, nodes: u32, source: usize) -> Rank {
        (rating(self.cycle, nodes), nodes, self.kind, source, 0)
    }

    /// Returns the maximum number of nodes of a cycle of some source that ranks before a given rank.
    fn longest_before(&self, rank: Rank) -> u32 {
        let mut most = 2;
        while self.cycle_rank(most + 2, 0) < rank {
            most += 2;
        }
        most
    }

    fn chain_hint(&self, marks: &Marks, chain: Chain) -> Hint {
        let target = chain.target();
        let complexity = chain.0.len() as u32;
        Hint {
            rating: rating(self.chain.expect("a pass with chains"), complexity),
            complexity,
            kind: self.kind,
            placement: target.is_on().then(|| target.candidate()),
            eliminations: eliminated_by_chain(marks, target.negation()),
            house: Cause::Assumption,
            chains: vec![chain],
            left: None,
        }
    }

    fn cycle_hint(&self, marks: &Marks, cycle: &[(Node, Cause)]) -> Option<Hint> {
        let eliminations = cycle_eliminations(marks, cycle);
        if eliminations.is_empty() {
            return None;
        }
        let complexity = cycle.len() as u32 - 1;
        Some(Hint {
            rating: rating(self.cycle, complexity),
            complexity,
            kind: self.kind,
            placement: None,
            eliminations,
            house: Cause::Assumption,
            chains: vec![forwards(cycle), backwards(cycle)],
            left: None,
        })
    }
}

/// Returns the candidates that are eliminated if a node leads to its negation.
fn eliminated_by_chain(marks: &Marks, source: Node) -> Vec<Candidate> {
    let (cell, digit) = (source.cell(), source.digit());
    let eliminated = if source.is_on() { digit.into() } else { marks.digits(cell).without(digit) };
    eliminated.iter().map(|digit| Candidate { cell, digit }).collect()
}

/// Returns the candidates outside the cells of a cycle that see an on and an off node of their digit.
pub(super) fn cycle_eliminations(marks: &Marks, cycle: &[(Node, Cause)]) -> Vec<Candidate> {
    let mut cycle_cells = CellSet::EMPTY;
    let mut seen = [[CellSet::EMPTY; 9]; 2];
    for (node, _) in cycle {
        cycle_cells.insert(node.cell());
        seen[usize::from(node.is_on())][node.digit().index()] |= node.cell().peers();
    }
    let eliminated = |digit: Digit| {
        let [by_off, by_on] = seen.map(|by_digit| by_digit[digit.index()]);
        (marks.cells(digit) & by_off & by_on) - cycle_cells
    };
    if Digit::ALL.into_iter().all(|digit| eliminated(digit).is_empty()) {
        return Vec::new();
    }
    let mut cells = Vec::new();
    for (node, _) in cycle.iter().filter(|(node, _)| node.is_on()) {
        for cell in (eliminated(node.digit()) & node.cell().peers()).iter() {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
    }
    let digits_of = |cell: Cell| Digit::ALL.into_iter().filter(move |&digit| eliminated(digit).contains(cell));
    in_table_order(cells)
        .into_iter()
        .flat_map(|cell| digits_of(cell).map(move |digit| Candidate { cell, digit }).collect::<Vec<_>>())
        .collect()
}

/// Returns a cycle as a chain from its end. The start is the same node, and is left out.
fn forwards(cycle: &[(Node, Cause)]) -> Chain {
    line(cycle[..cycle.len() - 1].iter().copied())
}

/// Returns the cycle read backwards, with all states negated. Each node keeps its cause.
fn backwards(cycle: &[(Node, Cause)]) -> Chain {
    line(cycle[1..].iter().rev().map(|&(node, cause)| (node.negation(), cause)))
}

/// Returns a chain in which each node follows from the next.
fn line(nodes: impl ExactSizeIterator<Item = (Node, Cause)>) -> Chain {
    let last = nodes.len() - 1;
    let link = |(place, (node, cause)): (usize, (Node, Cause))| Link {
        node,
        cause,
        parents: (place < last).then_some(place as u16 + 1).into_iter().collect(),
        nested: None,
    };
    Chain(nodes.enumerate().map(link).collect())
}

/// Returns the first path from a node to its negation, breadth first. Leaves out nodes that are not on a shortest path.
fn forcing_chain(graph: &Graph, source: Node, on_way: impl Fn(Node) -> bool) -> Option<Chain> {
    let mut tree = Vec::with_capacity(128);
    tree.push((source, Cause::Assumption, u32::MAX));
    let mut reached = [false; NODES];
    reached[source.index()] = true;
    // One queue for a breadth-first search: all nodes of a level have one state, and those of the next level the other.
    let mut place = 0;
    while place < tree.len() {
        let node = tree[place].0;
        let mut step = |next: Node, cause: Cause| {
            if !std::mem::replace(&mut reached[next.index()], true) && on_way(next) {
                tree.push((next, cause, place as u32));
            }
            next == source.negation()
        };
        let found = if node.is_on() {
            graph.off_after(node).any(|(next, cause)| step(next, cause))
        } else {
            graph.on_after(node).any(|(next, cause)| step(next, cause))
        };
        if found {
            let nodes: Vec<(Node, Cause)> = back_from(&tree, tree.len() as u32 - 1).collect();
            return Some(line(nodes.into_iter()));
        }
        place += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::each_position;

    /// Visits the same cycles with and without the nodes that do not lead back in time.
    fn check<const W: usize>(marks: &Marks, count: &mut usize) {
        let reach = Reach::<W>::new(marks);
        let strong = StrongLinks::new(marks);
        for pass in &PASSES {
            let graph = Graph::new(marks, &strong, pass.links);
            let first_of_two = (!pass.links.in_houses).then(|| reach.first_of_two(marks));
            let mut search = CycleSearch::new(&graph);
            for (source, most) in pass.sources(marks).zip([4, 5, 6, 8, 9, 12, 20].into_iter().cycle()) {
                let mut cycles = [Vec::new(), Vec::new()];
                let [all, few] = &mut cycles;
                search.visit(
                    source,
                    most,
                    |_, _| true,
                    |cycle| {
                        all.push(cycle.to_vec());
                        ControlFlow::Continue(())
                    },
                );
                search.visit(source, most, reach.leads_back(source, most, first_of_two), |cycle| {
                    few.push(cycle.to_vec());
                    ControlFlow::Continue(())
                });
                assert_eq!(cycles[0], cycles[1], "{:?} of {source:?} with up to {most} nodes in {marks:?}", pass.kind);
                *count += cycles[0].len();
            }
        }
    }

    /// Checks the candidates that cycles eliminate, and their on nodes. Counts cycles and positions without them.
    fn check_cycles<const W: usize>(marks: &Marks, [count, without]: &mut [usize; 2]) {
        let reach = Reach::<W>::new(marks);
        let cycles = reach.cycles();
        let strong = StrongLinks::new(marks);
        for pass in &PASSES {
            let graph = Graph::new(marks, &strong, pass.links);
            let mut search = CycleSearch::new(&graph);
            for source in pass.sources(marks) {
                search.visit(
                    source,
                    u32::MAX,
                    |_, _| true,
                    |cycle| {
                        for Candidate { cell, digit } in cycle_eliminations(marks, cycle) {
                            let number = reach.number_of(Node::on(cell, digit));
                            assert!(cycles.eliminated.contains(number), "{cell}<>{digit} by {cycle:?} in {marks:?}");
                            let mut ons = cycle.iter().filter(|(node, _)| node.is_on());
                            assert!(
                                ons.all(|(on, _)| cycles.on.contains(reach.number_of(*on))),
                                "{cycle:?} in {marks:?}"
                            );
                            *count += 1;
                        }
                        ControlFlow::Continue(())
                    },
                );
            }
        }
        *without += usize::from(cycles.eliminated.is_empty());
    }

    #[test]
    fn the_first_hint_is_the_first_of_all() {
        let mut count = 0;
        each_position(2, |pencilmarks| {
            let marks = Marks::from(pencilmarks);
            let budget = Budget::unlimited();
            let (first, all) = (first(&marks, &budget), all(&marks, &budget));
            assert_eq!(format!("{first:?}"), format!("{:?}", all.into_iter().next()), "in {marks:?}");
            count += usize::from(first.is_some());
        });
        assert!(count > 200, "{count} hints are too few to say much");
    }

    #[test]
    fn what_cycles_eliminate_is_known() {
        let mut counts = [0; 2];
        each_position(5, |pencilmarks| {
            let marks = Marks::from(pencilmarks);
            with_words!(marks, check_cycles(&marks, &mut counts));
        });
        assert!(counts.iter().all(|&count| count > 100), "{counts:?} are too few to say much");
    }

    #[test]
    fn nodes_that_do_not_lead_back_in_time_are_on_no_cycle() {
        let mut count = 0;
        each_position(5, |pencilmarks| {
            let marks = Marks::from(pencilmarks);
            with_words!(marks, check(&marks, &mut count));
        });
        assert!(count > 5000, "{count} cycles are too few to say much");
    }
}
