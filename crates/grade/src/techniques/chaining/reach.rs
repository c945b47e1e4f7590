//! Reach: the consequences of each candidate, for all candidates at once, as bit sets; and the number of steps in which
//! an assumption refutes itself.
//!
//! Every link has a contrapositive: `a` implies `b` if and only if not `b` implies not `a`. So a candidate that leads
//! to both states of another also leads to its own negation, and a chain refutes it. A chain from `s` to not `s` has
//! two halves: it passes through some `x`, and the path from `x` to not `s`, read backwards, is a path from `s` to not
//! `x`. So `s` leads to its own negation in `2 t - 1` steps if and only if `t` is the smallest number of steps within
//! which it leads to some `x` and to not `x`. This needs only the levels up to the middle of a chain, and no order
//! within them.

use minirow_core::{Cell, CellSet, Digit, House};
use smallvec::SmallVec;

use crate::chain::node::Node;
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::graph::Graph;
use crate::techniques::chaining::marks::Marks;

/// Calls a function that is generic over the number of words for the candidates of a position.
macro_rules! with_words {
    ($marks:expr, $function:ident ( $($argument:expr),* )) => {
        match $marks.len() {
            ..=128 => $function::<2>($($argument),*),
            129..=192 => $function::<3>($($argument),*),
            193..=256 => $function::<4>($($argument),*),
            257..=384 => $function::<6>($($argument),*),
            _ => $function::<12>($($argument),*),
        }
    };
}
pub(crate) use with_words;

/// The consequences of each candidate, by links in cells and in houses. Candidates are numbered in the order of nodes,
/// without gaps.
pub(crate) struct Reach<const W: usize> {
    candidates: Vec<Node>,
    number: [u16; 729],
    rows: Vec<CandidateReach<W>>,
    /// The candidates of each digit.
    of_digit: [Bits<W>; 9],
    /// The candidates with strong links.
    linked: Bits<W>,
    /// The candidates of cells with two or more.
    open: Bits<W>,
}

/// The candidates that cycles can eliminate, and their nodes.
pub(crate) struct Cycles<const W: usize> {
    /// The candidates that cycles can eliminate.
    pub(crate) eliminated: Bits<W>,
    /// The on nodes of these cycles.
    pub(crate) on: Bits<W>,
}

/// The consequences of one candidate.
#[derive(Clone, Copy)]
struct CandidateReach<const W: usize> {
    /// Candidates that are false in one step if it is true.
    weak: Bits<W>,
    /// Candidates that are true in one step if it is false.
    strong: Bits<W>,
    /// Candidates that are true in two steps if it is true.
    onward: Bits<W>,
    /// Candidates that are true in any number of steps if it is true, including itself.
    all_on: Bits<W>,
    /// Candidates that are false in any number of steps if it is true.
    all_off: Bits<W>,
}

impl<const W: usize> Reach<W> {
    pub(crate) fn new(marks: &Marks) -> Reach<W> {
        let empty = CandidateReach {
            weak: Bits::EMPTY,
            strong: Bits::EMPTY,
            onward: Bits::EMPTY,
            all_on: Bits::EMPTY,
            all_off: Bits::EMPTY,
        };
        let len = marks.len();
        let mut reach = Reach {
            candidates: Vec::with_capacity(len),
            number: [0; 729],
            rows: vec![empty; len],
            of_digit: [Bits::EMPTY; 9],
            linked: Bits::EMPTY,
            open: Bits::EMPTY,
        };
        for cell in Cell::ALL {
            let first = reach.candidates.len();
            for digit in marks.digits(cell).iter() {
                let on = Node::on(cell, digit);
                reach.number[on.index()] = reach.candidates.len() as u16;
                reach.of_digit[digit.index()].insert(reach.candidates.len());
                reach.candidates.push(on);
            }
            let in_cell = first..reach.candidates.len();
            if in_cell.len() > 1 {
                in_cell.clone().for_each(|number| reach.open.insert(number));
            }
            reach.link(in_cell);
        }
        for digit in Digit::ALL {
            for house in House::all() {
                let mut places = [0; 9];
                let mut len = 0;
                for cell in (marks.cells(digit) & house.cells()).iter() {
                    places[len] = reach.number_of(Node::on(cell, digit));
                    len += 1;
                }
                reach.link(places[..len].iter().copied());
            }
        }
        reach.follow();
        reach
    }

    /// Links candidates of which exactly one is true, each with itself, too.
    fn link(&mut self, among: impl ExactSizeIterator<Item = usize> + Clone) {
        let all: Bits<W> = among.clone().collect();
        let count = among.len();
        for number in among {
            let row = &mut self.rows[number];
            row.weak |= all;
            if count == 2 {
                row.strong |= all;
            }
        }
    }

    /// Removes the links of candidates with themselves, and computes the consequences of more than one step.
    fn follow(&mut self) {
        for (number, row) in self.rows.iter_mut().enumerate() {
            row.weak.remove(number);
            row.strong.remove(number);
        }
        let linked: Bits<W> = (0..self.rows.len()).filter(|&number| !self.rows[number].strong.is_empty()).collect();
        self.linked = linked;
        for number in 0..self.rows.len() {
            let mut onward = Bits::EMPTY;
            (self.rows[number].weak & linked).iter().for_each(|off| onward |= self.rows[off].strong);
            self.rows[number].onward = onward;
        }
        // Only candidates with strong links follow from others. With their consequences known, the others need few steps.
        let mut known = Bits::EMPTY;
        let others = (0..self.rows.len()).filter(|number| !linked.contains(*number));
        for source in linked.iter().chain(others) {
            let row = &self.rows[source];
            let (mut on, mut off) = (Bits::from(source), row.weak);
            let mut open = row.onward - on;
            while let Some(next) = (open & known).first().or_else(|| open.first()) {
                let row = &self.rows[next];
                if known.contains(next) {
                    on |= row.all_on;
                    off |= row.all_off;
                    open = open - on;
                } else {
                    on.insert(next);
                    off |= row.weak;
                    open = (open | row.onward) - on;
                }
            }
            self.rows[source].all_on = on;
            self.rows[source].all_off = off;
            known.insert(source);
        }
    }

    /// Returns the number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Returns the candidates with strong links.
    pub(crate) fn linked(&self) -> Bits<W> {
        self.linked
    }

    /// Returns the candidates of cells with two or more.
    pub(crate) fn open(&self) -> Bits<W> {
        self.open
    }

    /// Returns the on nodes of all candidates, by number.
    pub(crate) fn candidates(&self) -> &[Node] {
        &self.candidates
    }

    /// Returns the number of the candidate of a node.
    pub(crate) fn number_of(&self, node: Node) -> usize {
        usize::from(self.number[node.candidate_index()])
    }

    /// Returns the candidates that are true in any number of steps if a candidate is.
    pub(crate) fn all_on(&self, number: usize) -> Bits<W> {
        self.rows[number].all_on
    }

    /// Returns the candidates that are false in any number of steps if a candidate is true.
    pub(crate) fn all_off(&self, number: usize) -> Bits<W> {
        self.rows[number].all_off
    }

    /// Returns the candidates of which a candidate leads to both states. It is refuted if there are any.
    pub(crate) fn conflicts(&self, number: usize) -> Bits<W> {
        self.all_on(number) & self.all_off(number)
    }

    /// Returns `true` if the negation of a candidate leads to both states of another one.
    pub(crate) fn is_proved(&self, number: usize) -> bool {
        let (mut on, mut off) = (Bits::EMPTY, Bits::from(number));
        for next in self.rows[number].strong.iter() {
            on |= self.rows[next].all_on;
            off |= self.rows[next].all_off;
        }
        on.intersects(off)
    }

    /// Returns the number of steps, up to `most`, in which a node leads to both states of a candidate.
    pub(crate) fn steps_to_conflict(&self, source: Node, most: u32) -> Option<u32> {
        let number = self.number_of(source);
        let mut steps = 0;
        let (mut on, mut off, mut new);
        if source.is_on() {
            (on, off) = (Bits::from(number), Bits::EMPTY);
            new = on;
        } else {
            (on, off) = (self.rows[number].strong, Bits::from(number));
            new = on;
            steps = 1;
        }
        while !new.is_empty() {
            let mut onward = Bits::EMPTY;
            new.iter().for_each(|number| {
                off |= self.rows[number].weak;
                onward |= self.rows[number].onward;
            });
            for conflict in [on.intersects(off), {
                new = onward - on;
                on |= new;
                on.intersects(off)
            }] {
                steps += 1;
                if steps > most {
                    return None;
                }
                if conflict {
                    return Some(steps);
                }
            }
        }
        None
    }

    /// Returns a function for the search for cycles of a true candidate with up to `most` nodes, see
    /// [`CycleSearch::visit`](crate::techniques::chaining::cycles::CycleSearch::visit). It uses all links, or those that
    /// `first_of_two` leaves, as [`on_ways`](Self::on_ways). A search with fewer links can use it, too.
    pub(crate) fn leads_back(
        &self,
        source: Node,
        most: u32,
        first_of_two: Option<Bits<W>>,
    ) -> impl Fn(Node, u32) -> bool {
        let back = self.back_to(self.number_of(source), most / 2, first_of_two);
        move |off, twos| back[back.len().min(twos as usize + 1) - 1].contains(self.number_of(off))
    }

    /// Returns the candidates whose negation makes a candidate true, by number of steps in twos and one more: within one
    /// step, within three, and so on. There are up to `count` sets. If there are fewer, more steps reach no others.
    fn back_to(&self, target: usize, count: u32, first_of_two: Option<Bits<W>>) -> SmallVec<[Bits<W>; 16]> {
        // Links have contrapositives: these candidates are true if the target is false.
        let mut new = first_of_two.map_or(self.rows[target].strong, |first| other_of_two(Bits::from(target), first));
        let mut all = new;
        let mut levels = SmallVec::from_elem(all, 1);
        while (levels.len() as u32) < count {
            let onward = match first_of_two {
                None => new.iter().fold(Bits::EMPTY, |onward, number| onward | self.rows[number].onward),
                Some(first) => {
                    other_of_two(new.iter().fold(Bits::EMPTY, |weak, number| weak | self.rows[number].weak), first)
                }
            };
            new = onward - all;
            if new.is_empty() {
                break;
            }
            all |= new;
            levels.push(all);
        }
        levels
    }

    /// Returns the candidates on paths of up to `most` steps from a true candidate to its negation: the numbers of steps to
    /// their two states add up to `most` or less. `first_of_two` limits strong links to those between two candidates of a
    /// cell, of which it has the first.
    pub(crate) fn on_ways(&self, source: usize, most: u32, first_of_two: Option<Bits<W>>) -> Bits<W> {
        let mut new = Bits::from(source);
        let (mut on, mut off) = (new, Bits::EMPTY);
        // By number of steps in twos: the candidates that become true, and those that are false in one step more or less.
        let mut levels = Vec::with_capacity(16);
        while !new.is_empty() && 2 * levels.len() as u32 <= most {
            let (mut weak, mut onward) = (Bits::EMPTY, Bits::EMPTY);
            new.iter().for_each(|number| {
                weak |= self.rows[number].weak;
                onward |= self.rows[number].onward;
            });
            if let Some(first) = first_of_two {
                onward = other_of_two(weak, first);
            }
            off |= weak;
            levels.push((new, off));
            new = onward - on;
            on |= new;
        }
        let mut ways = Bits::EMPTY;
        for (step, (new, _)) in levels.iter().enumerate() {
            // An off node of level `k` takes `2 k + 1` steps.
            let Some(rest) = most.checked_sub(2 * step as u32 + 1) else { break };
            let (_, off) = levels[(rest as usize / 2).min(levels.len() - 1)];
            ways |= *new & off;
        }
        ways
    }

    /// Returns the candidates that cycles can eliminate, and the on nodes of these cycles; possibly others, too.
    ///
    /// The nodes of a cycle lead to each other. An eliminated candidate sees two of its nodes in cells with its digit:
    /// an off node, not `a`, and an on node, `b`.
    pub(crate) fn cycles(&self) -> Cycles<W> {
        let mut cycles = Cycles { eliminated: Bits::EMPTY, on: Bits::EMPTY };
        for of_digit in self.of_digit {
            for row in (self.linked & of_digit).iter().map(|a| &self.rows[a]) {
                let after = row.strong.iter().fold(Bits::EMPTY, |after, next| after | self.rows[next].all_on);
                // Links have contrapositives: these lead to not `a`, too.
                let mutual = after & row.all_off;
                let seen = (mutual & of_digit).iter().fold(Bits::EMPTY, |seen, b| seen | self.rows[b].weak);
                let eliminated = seen & row.weak & of_digit;
                if !eliminated.is_empty() {
                    cycles.eliminated |= eliminated;
                    cycles.on |= mutual;
                }
            }
        }
        cycles
    }

    /// Returns the candidates that can be on a cycle of `2 * (steps - 1)` nodes that eliminates a candidate, if a chain of
    /// `2 * steps` nodes and no shorter one refutes it.
    ///
    /// This chain passes over the whole cycle: from the eliminated candidate to a false one, and at last from a true one,
    /// next to the first, back. All three have the same digit.
    pub(crate) fn on_cycles(&self, eliminated: usize, steps: u32) -> Bits<W> {
        let seen = self.rows[eliminated].weak & self.of_digit[self.candidates[eliminated].digit().index()];
        let mut all = Bits::EMPTY;
        for last in (self.true_after(seen, steps).pop().unwrap_or(Bits::EMPTY) & seen).iter() {
            let levels = self.true_after(seen & self.rows[last].weak, steps);
            if !levels.last().is_some_and(|level| level.contains(last)) {
                continue;
            }
            // Backwards from the last node, by number of steps in twos: what must be true before.
            let mut before = Bits::from(last);
            for level in levels.iter().rev() {
                before = before & *level;
                all |= before;
                let mut next = Bits::EMPTY;
                for number in before.iter() {
                    next |= self.rows[number].strong;
                }
                let mut weak = Bits::EMPTY;
                for number in next.iter() {
                    weak |= self.rows[number].weak;
                }
                before = weak;
            }
        }
        all
    }

    /// Returns, by number of steps in twos, the candidates that become true if some candidates are false, up to the
    /// last node of a chain of `2 * steps` nodes. Returns nothing if none do.
    fn true_after(&self, off: Bits<W>, steps: u32) -> Vec<Bits<W>> {
        let mut new = off.iter().fold(Bits::EMPTY, |on, number| on | self.rows[number].strong);
        let mut on = new;
        let mut levels = vec![new];
        for _ in 2..steps {
            let onward = new.iter().fold(Bits::EMPTY, |onward, number| onward | self.rows[number].onward);
            new = onward - on;
            on |= new;
            if new.is_empty() {
                return Vec::new();
            }
            levels.push(new);
        }
        levels
    }

    /// Returns the first candidate of each cell that has two.
    pub(crate) fn first_of_two(&self, marks: &Marks) -> Bits<W> {
        let is_first = |number: &usize| {
            let on = self.candidates[*number];
            let digits = marks.digits(on.cell());
            digits.len() == 2 && digits.first() == Some(on.digit())
        };
        (0..self.len()).filter(is_first).collect()
    }

    /// Returns the number of steps from a true candidate to each of its consequences: even for on nodes, odd for off
    /// nodes.
    pub(crate) fn steps_from(&self, source: usize) -> Steps {
        let mut steps = Steps { to_on: vec![0; self.len()], to_off: vec![0; self.len()] };
        let mut new = Bits::from(source);
        let (mut on, mut off) = (new, Bits::EMPTY);
        let mut step = 0;
        while !new.is_empty() {
            let (mut weak, mut onward) = (Bits::EMPTY, Bits::EMPTY);
            for number in new.iter() {
                steps.to_on[number] = step;
                weak |= self.rows[number].weak;
                onward |= self.rows[number].onward;
            }
            for number in (weak - off).iter() {
                steps.to_off[number] = step + 1;
            }
            off |= weak;
            new = onward - on;
            on |= new;
            step += 2;
        }
        steps
    }
}

/// Returns the other candidates of cells with two candidates, given the first of each cell.
fn other_of_two<const W: usize>(candidates: Bits<W>, first: Bits<W>) -> Bits<W> {
    // The candidates of a cell have successive numbers.
    (candidates & first).increased() | (candidates.decreased() & first)
}

/// The number of steps from a source, by candidate; 0 for candidates that do not follow.
pub(crate) struct Steps {
    pub(crate) to_on: Vec<u16>,
    pub(crate) to_off: Vec<u16>,
}

/// Returns the number of steps, up to `most`, in which a node leads to both states of a candidate by links in its
/// digit.
pub(crate) fn steps_to_conflict_in_digit(graph: &Graph, source: Node, most: u32) -> Option<u32> {
    let mut new = CellSet::from(source.cell());
    let mut is_on = source.is_on();
    let (mut on, mut off) = if is_on { (new, CellSet::EMPTY) } else { (CellSet::EMPTY, new) };
    for step in 1..=most {
        new = after_in_digit(graph, source.digit(), new, is_on) - if is_on { off } else { on };
        *if is_on { &mut off } else { &mut on } |= new;
        if on.intersects(off) {
            return Some(step);
        }
        if new.is_empty() {
            return None;
        }
        is_on = !is_on;
    }
    None
}

/// Returns the candidates on paths of up to `most` steps from a true candidate to its negation by links in its digit: the
/// numbers of steps to their two states add up to `most` or less.
pub(crate) fn on_ways_in_digit(graph: &Graph, source: Node, most: u32) -> CellSet {
    let mut reached = [CellSet::from(source.cell()), CellSet::EMPTY];
    // By number of steps: true after an even number, false after an odd one.
    let mut levels = SmallVec::<[CellSet; 16]>::from_elem(reached[0], 1);
    while levels.len() <= most as usize {
        let is_off = levels.len() % 2;
        let last = levels[levels.len() - 1];
        let new = after_in_digit(graph, source.digit(), last, is_off == 1) - reached[is_off];
        if new.is_empty() {
            break;
        }
        reached[is_off] |= new;
        levels.push(new);
    }
    let mut ways = CellSet::EMPTY;
    for (step, on) in levels.iter().enumerate().step_by(2) {
        for off in levels.iter().take((most as usize + 1).saturating_sub(step)).skip(1).step_by(2) {
            ways |= *on & *off;
        }
    }
    ways
}

/// Returns the cells that follow in one step from true or false places of a digit.
fn after_in_digit(graph: &Graph, digit: Digit, cells: CellSet, is_on: bool) -> CellSet {
    let mut next = CellSet::EMPTY;
    if is_on {
        cells.iter().for_each(|cell| next |= cell.peers());
        return next & graph.marks.cells(digit);
    }
    for cell in (cells & graph.has_strong[digit.index()]).iter() {
        graph.on_after(Node::off(cell, digit)).for_each(|(on, _)| next.insert(on.cell()));
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::chaining::graph::{Links, StrongLinks};
    use crate::techniques::tests::each_position;

    /// Returns the number of steps to each node, computed step by step.
    fn plain_steps(graph: &Graph, source: Node) -> Vec<Option<u32>> {
        let mut steps = vec![None; 2 * 729];
        steps[source.index()] = Some(0);
        let mut open = std::collections::VecDeque::from([source]);
        while let Some(node) = open.pop_front() {
            let after: Vec<Node> = if node.is_on() {
                graph.off_after(node).map(|(next, _)| next).collect()
            } else {
                graph.on_after(node).map(|(next, _)| next).collect()
            };
            for next in after {
                if steps[next.index()].is_none() {
                    steps[next.index()] = steps[node.index()].map(|steps| steps + 1);
                    open.push_back(next);
                }
            }
        }
        steps
    }

    /// Returns the first number of steps within which both states of a candidate are reached.
    fn plain_conflict(steps: &[Option<u32>]) -> Option<u32> {
        (0..729).filter_map(|candidate| Some(steps[candidate]?.max(steps[candidate + 729]?))).min()
    }

    #[test]
    fn sets_agree_with_single_steps() {
        let (mut refuted, mut proved) = (0, 0);
        each_position(60, |pencilmarks| {
            let marks = Marks::from(pencilmarks);
            let strong = StrongLinks::new(&marks);
            let graph = Graph::new(&marks, &strong, Links { in_cells: true, in_houses: true });
            let reach = Reach::<12>::new(&marks);
            for (number, &on) in reach.candidates().iter().enumerate() {
                let steps = plain_steps(&graph, on);
                let by_sets = reach.steps_from(number);
                for (target, &node) in reach.candidates().iter().enumerate() {
                    let [to_on, to_off] = [node, node.negation()].map(|node| steps[node.index()]);
                    assert_eq!(reach.all_on(number).contains(target), to_on.is_some(), "{on:?} to {node:?}");
                    assert_eq!(reach.all_off(number).contains(target), to_off.is_some(), "{on:?} to {node:?}");
                    assert_eq!(u32::from(by_sets.to_on[target]), to_on.unwrap_or(0));
                    assert_eq!(u32::from(by_sets.to_off[target]), to_off.unwrap_or(0));
                }
                let conflict = plain_conflict(&steps);
                assert_eq!(conflict.is_some(), !reach.conflicts(number).is_empty(), "{on:?}");
                // Not only both states of a candidate are reached, but also its own negation.
                assert_eq!(conflict.is_some(), steps[on.negation().index()].is_some(), "{on:?}");
                assert_eq!(reach.steps_to_conflict(on, u32::MAX), conflict, "{on:?}");
                refuted += u32::from(conflict.is_some());

                let off = on.negation();
                let conflict = plain_conflict(&plain_steps(&graph, off));
                assert_eq!(conflict.is_some(), reach.is_proved(number), "{off:?}");
                assert_eq!(reach.steps_to_conflict(off, u32::MAX), conflict, "{off:?}");
                assert_eq!(reach.steps_to_conflict(off, 3), conflict.filter(|&steps| steps <= 3), "{off:?}");
                proved += u32::from(conflict.is_some());
            }
        });
        assert!(refuted > 1000 && proved > 1000, "{refuted} and {proved} are too few to say much");
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_words() {
        each_position(200, |pencilmarks| {
            let marks = Marks::from(pencilmarks);
            let (narrow, wide) = (Reach::<4>::new(&marks), Reach::<12>::new(&marks));
            for number in 0..narrow.len() {
                assert!(narrow.all_on(number).iter().eq(wide.all_on(number).iter()));
                assert!(narrow.all_off(number).iter().eq(wide.all_off(number).iter()));
            }
        });
    }
}
