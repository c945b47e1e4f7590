//! How soon an assumption refutes itself, by whole levels of implications at once.
//!
//! A chain from `s` to not `s` has two halves that meet: it passes through some `x`, and since every link holds both
//! ways, the way from `x` to not `s` is, read backwards, a way from `s` to not `x`. So `s` leads to its own negation in
//! `2 t - 1` steps exactly when, within `t` steps and no fewer, it leads to some `x` and to not `x`. That needs the levels
//! up to the middle of a chain only, and no order within them.

use minirow_core::{CellSet, Digit, DigitSet};

use crate::techniques::chaining::graph::Graph;
use crate::techniques::chaining::node::Node;

/// In how many steps (`most` at most) a node leads to both states of a candidate.
pub(crate) fn steps_to_conflict(graph: &Graph, source: Node, most: u32) -> Option<u32> {
    if graph.links.in_cells { in_all_digits(graph, source, most) } else { in_one_digit(graph, source, most) }
}

/// Without links in cells, all happens in one digit.
fn in_one_digit(graph: &Graph, source: Node, most: u32) -> Option<u32> {
    let digit = source.digit();
    let marks = graph.marks.cells(digit);
    let has_strong = graph.has_strong[digit.index()];
    let partners = &graph.partners[digit.index()];
    let mut new = CellSet::from(source.cell());
    let mut is_on = source.is_on();
    let (mut on, mut off) = if is_on { (new, CellSet::EMPTY) } else { (CellSet::EMPTY, new) };
    for step in 1..=most {
        let mut next = CellSet::EMPTY;
        if is_on {
            for cell in new.iter() {
                next |= cell.peers();
            }
            next = (next & marks) - off;
            off |= next;
        } else {
            for cell in (new & has_strong).iter() {
                next |= partners[cell.index()];
            }
            next -= on;
            on |= next;
        }
        if on.intersects(off) {
            return Some(step);
        }
        if next.is_empty() {
            return None;
        }
        new = next;
        is_on = !is_on;
    }
    None
}

fn in_all_digits(graph: &Graph, source: Node, most: u32) -> Option<u32> {
    let marks = graph.marks.by_digit();
    let mut on = [CellSet::EMPTY; 9];
    let mut off = [CellSet::EMPTY; 9];
    let mut new = [CellSet::EMPTY; 9];
    new[source.digit().index()].insert(source.cell());
    let mut is_on = source.is_on();
    *(if is_on { &mut on } else { &mut off }) = new;
    // Most levels touch few digits: these are the ones to look at.
    let mut active = DigitSet::from(source.digit());
    for step in 1..=most {
        let mut next = [CellSet::EMPTY; 9];
        let mut touched = DigitSet::EMPTY;
        for digit in active.iter() {
            if is_on {
                let mut reached = CellSet::EMPTY;
                for cell in new[digit.index()].iter() {
                    reached |= cell.peers();
                    let others = graph.marks.digits(cell).without(digit);
                    touched |= others;
                    for other in others.iter() {
                        next[other.index()].insert(cell);
                    }
                }
                next[digit.index()] |= reached & marks[digit.index()];
                touched.insert(digit);
            } else {
                let partners = &graph.partners[digit.index()];
                for cell in (new[digit.index()] & graph.has_strong[digit.index()]).iter() {
                    next[digit.index()] |= partners[cell.index()];
                    touched.insert(digit);
                    if graph.bivalue.contains(cell) {
                        let other = graph.marks.digits(cell).without(digit).first().expect("two digits");
                        next[other.index()].insert(cell);
                        touched.insert(other);
                    }
                }
            }
        }
        let (seen, opposite) = if is_on { (&mut off, &on) } else { (&mut on, &off) };
        let mut conflict = false;
        active = DigitSet::EMPTY;
        for digit in touched.iter() {
            let reached = next[digit.index()] - seen[digit.index()];
            next[digit.index()] = reached;
            if !reached.is_empty() {
                seen[digit.index()] |= reached;
                conflict |= reached.intersects(opposite[digit.index()]);
                active.insert(digit);
            }
        }
        if conflict {
            return Some(step);
        }
        if active.is_empty() {
            return None;
        }
        new = next;
        is_on = !is_on;
    }
    None
}

/// The candidates that are on a way of `steps` from a node to its negation, if there is no shorter way: those that are as
/// far from it in both states together.
pub(crate) fn on_shortest_ways(graph: &Graph, source: Node, steps: u32) -> [CellSet; 9] {
    let levels = levels(graph, source, steps - 1);
    let mut candidates = [CellSet::EMPTY; 9];
    for (step, reached) in levels.iter().enumerate() {
        let Some(other) = (steps as usize).checked_sub(step).and_then(|rest| levels.get(rest)) else { continue };
        for digit in 0..9 {
            candidates[digit] |= reached[digit] & other[digit];
        }
    }
    candidates
}

/// The candidates that are reached in each number of steps and no fewer, up to `most`. The state changes with every step.
fn levels(graph: &Graph, source: Node, most: u32) -> Vec<[CellSet; 9]> {
    let mut reached = [[CellSet::EMPTY; 9]; 2];
    let mut new = [CellSet::EMPTY; 9];
    new[source.digit().index()].insert(source.cell());
    let mut is_on = source.is_on();
    reached[usize::from(is_on)] = new;
    let mut levels = vec![new];
    for _ in 0..most {
        let mut next = [CellSet::EMPTY; 9];
        for digit in Digit::ALL {
            for cell in new[digit.index()].iter() {
                let after = |next: &mut [CellSet; 9], node: Node| next[node.digit().index()].insert(node.cell());
                if is_on {
                    graph.off_after(Node::on(cell, digit)).for_each(|(node, _)| after(&mut next, node));
                } else {
                    graph.on_after(Node::off(cell, digit)).for_each(|(node, _)| after(&mut next, node));
                }
            }
        }
        is_on = !is_on;
        let reached = &mut reached[usize::from(is_on)];
        for digit in 0..9 {
            next[digit] -= reached[digit];
            reached[digit] |= next[digit];
        }
        if next.iter().all(|cells| cells.is_empty()) {
            break;
        }
        levels.push(next);
        new = next;
    }
    levels
}
