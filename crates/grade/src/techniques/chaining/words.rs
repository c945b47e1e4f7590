//! The explanation of chains: the assumptions, the consequences link by link, and the conclusion; likewise for nested
//! chains.

mod reasons;

use std::collections::HashSet;

use minirow_core::{Candidate, CellSet, House};

use crate::chain::node::{Cause, Node};
use crate::chain::{Chain, Link};
use crate::explain::{Explanation, Line, Phrase, words};
use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::step::Step;
use crate::techniques::chaining::marks::Marks;

pub(super) fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    let eliminations: Vec<Candidate> = step.eliminations().iter().collect();
    let (seen, lines) = tell(step.chains(), &eliminations, &Marks::from(position));
    Explanation::of(step, seen).with_lines(lines)
}

/// The kind of proof that the chains of a step give.
enum ProofShape {
    /// From an assumption to its negation.
    Chain,
    /// A cycle, forwards and backwards.
    Cycle,
    /// From an assumption to both states of a candidate.
    Contradiction,
    /// From both states of a candidate to the same conclusion.
    Double,
    /// From each candidate of a cell to the same conclusion.
    Cell,
    /// From each place of a digit in a house to the same conclusion.
    House(House),
}

impl ProofShape {
    fn of(chains: &[Chain], marks: &Marks) -> ProofShape {
        let [first, second, ..] = chains else { return ProofShape::Chain };
        let (one, other) = (source(first), source(second));
        if one.cause != Cause::Assumption {
            return ProofShape::Cycle;
        }
        let (one, other) = (one.node, other.node);
        if one == other {
            ProofShape::Contradiction
        } else if one == other.negation() {
            ProofShape::Double
        } else {
            let starts: CellSet = chains.iter().map(|chain| source(chain).node.cell()).collect();
            let has_all = |house: &House| marks.cells(one.digit()) & house.cells() == starts;
            match House::all().find(has_all).filter(|_| one.cell() != other.cell()) {
                Some(house) => ProofShape::House(house),
                None => ProofShape::Cell,
            }
        }
    }
}

/// Returns the assumption of a chain, from which all other links follow.
fn source(chain: &Chain) -> &Link {
    chain.0.iter().find(|link| link.parents.is_empty()).expect("every chain starts somewhere")
}

/// Explains chains on some candidates, without their effect, and their links.
fn tell(chains: &[Chain], eliminations: &[Candidate], marks: &Marks) -> (Phrase, Vec<Line>) {
    let Some(first) = chains.first() else { return (Phrase::signs(""), Vec::new()) };
    let (start, target) = (source(first).node, first.target());
    match ProofShape::of(chains, marks) {
        ProofShape::Chain => (
            phrase!(
                "Suppose {start}. Then {target} follows, a contradiction. So the assumption is false",
                start,
                target
            ),
            lines(first, marks, &mut HashSet::new()),
        ),
        ProofShape::Contradiction => {
            let mut explained = HashSet::new();
            let lines = chains.iter().flat_map(|chain| lines(chain, marks, &mut explained)).collect();
            let (on, off) = (target, target.negation());
            (
                phrase!(
                    "Suppose {start}. Then both {on} and {off} follow, a contradiction. So the assumption is false",
                    start,
                    on,
                    off
                ),
                lines,
            )
        }
        ProofShape::Double => {
            let on = if start.is_on() { start } else { start.negation() };
            let off = on.negation();
            (phrase!("Either {on} or {off}, and both lead to the same conclusion", on, off), cases(chains, marks))
        }
        ProofShape::Cell => {
            let (cell, digits) = (start.cell(), words::digit_of(marks.digits(start.cell())));
            (phrase!("{cell} is {digits}. Each digit leads to the same conclusion", cell, digits), cases(chains, marks))
        }
        ProofShape::House(house) => {
            let places = words::one_of(marks.cells(start.digit()) & house.cells());
            let seen = phrase!(
                "In {house}, the digit {digit} goes in {places}. Each cell leads to the same conclusion",
                house,
                digit = start.digit(),
                places
            );
            (seen, cases(chains, marks))
        }
        ProofShape::Cycle => cycle(first, eliminations, marks),
    }
}

/// Returns a line for each chain, with its links below.
fn cases(chains: &[Chain], marks: &Marks) -> Vec<Line> {
    let case = |chain: &Chain| {
        let (start, target) = (source(chain).node, chain.target());
        match lines(chain, marks, &mut HashSet::new()) {
            lines if lines.is_empty() => Line::new(phrase!("If {start}, that is the conclusion.", start)),
            lines => Line::with(phrase!("If {start}, then {target}:", start, target), lines),
        }
    };
    chains.iter().map(case).collect()
}

/// Returns the links of a chain that are not explained yet, each after all links from which it follows.
fn lines(chain: &Chain, marks: &Marks, explained: &mut HashSet<Node>) -> Vec<Line> {
    explained.insert(source(chain).node);
    let mut lines = Vec::new();
    // A depth-first search backwards from the target. A link is explained after all its parents.
    let mut open = vec![0];
    while let Some(&place) = open.last() {
        let link = &chain.0[place];
        if explained.contains(&link.node) {
            open.pop();
            continue;
        }
        let before = open.len();
        open.extend(link.parents().filter(|&parent| !explained.contains(&chain.0[parent].node)));
        // The first parent is explained first.
        open[before..].reverse();
        if open.len() == before {
            lines.push(line(link, chain, marks));
            explained.insert(link.node);
        }
    }
    lines
}

/// Returns the conclusion of a link and its reason.
fn line(link: &Link, chain: &Chain, marks: &Marks) -> Line {
    let parents: Vec<Node> = link.parents().map(|parent| chain.0[parent].node).collect();
    let (from, node) = (words::list(parents.iter().copied(), words::and), link.node);
    let Some(hint) = &link.nested else {
        let why = reasons::reason(link, &parents, marks);
        return Line::new(phrase!("{from}, so {node}: {why}.", from, node, why));
    };
    let left = hint.left.as_deref().map(Marks::from);
    let (reason, mut below) = tell(&hint.chains, &[link.node.candidate()], left.as_ref().unwrap_or(marks));
    let effect = match hint.placement {
        Some(placement) => phrase!("{placement}, and so {node}", placement, node),
        None => node.into(),
    };
    below.insert(0, Line::new(phrase!("{reason}: {effect}.", reason, effect)));
    Line::nested(phrase!("{from}, so {node}: proved by a chain on the remaining candidates.", from, node), below)
}

/// Explains a cycle: all its on nodes are true, or all its off nodes. Candidates that see one of each are false.
fn cycle(forwards: &Chain, eliminations: &[Candidate], marks: &Marks) -> (Phrase, Vec<Line>) {
    let of_state = |is_on: bool| {
        let nodes = forwards.0.iter().map(|link| link.node).filter(move |node| node.is_on() == is_on);
        nodes.map(|node| if is_on { node } else { node.negation() }).collect::<Vec<Node>>()
    };
    let (ones, others) = (of_state(true), of_state(false));
    let written = |nodes: &[Node]| words::list(nodes.iter().copied(), words::and);
    let text = phrase!(
        "In a loop of links, either {ones} are all true, or {others} are. A candidate that sees one of each is false",
        ones = written(&ones),
        others = written(&others)
    );
    // From the start back to the start: the first link of the chain is also the last.
    let last = forwards.0.len() - 1;
    let explained = |place: usize| {
        let parent = if place == last { forwards.0[0].node } else { forwards.0[place + 1].node };
        let link = &forwards.0[place];
        let why = reasons::reason(link, &[parent], marks);
        Line::new(phrase!("{from}, so {node}: {why}.", from = parent, node = link.node, why))
    };
    let mut lines: Vec<Line> = (0..=last).rev().map(explained).collect();
    lines.push(Line::new(phrase!("If a consequence is false, so is its cause: the links also hold backwards.")));
    let sees = |gone: &Candidate, nodes: &[Node]| {
        nodes.iter().copied().find(|node| node.digit() == gone.digit && node.cell().sees(gone.cell))
    };
    lines.extend(eliminations.iter().filter_map(|gone| {
        let (one, other) = (sees(gone, &ones)?, sees(gone, &others)?);
        let (cell, gone) = (gone.cell, Node::off(gone.cell, gone.digit));
        Some(Line::new(phrase!("{gone}, because {cell} sees both {one} and {other}.", gone, cell, one, other)))
    }));
    (text, lines)
}
