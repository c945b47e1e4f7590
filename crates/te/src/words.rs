//! Braids in words: the assumption, every conclusion with its reasons, and the contradiction.

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind};
use minirow_grade::words::{and, list, reasons, see};
use minirow_grade::{Cause, Chain, Explanation, Line, Link, Pencilmarks, Phrase, Step, phrase};

/// The largest number of conclusions that the first sentence lists.
const LISTED: usize = 6;

/// Explains a step of a path.
pub(crate) fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    match step.chains() {
        [chain] => {
            let argument = Description { chain, candidates: position.candidates() };
            Explanation::of(step, argument.summary()).with_lines(argument.lines()).with_focus(argument.empty().cells())
        }
        _ => Explanation::of(step, Phrase::signs(step.technique().summary)),
    }
}

/// A variable: a cell, or a digit in a house.
enum Variable {
    Cell(Cell),
    House(House, Digit, CellSet),
}

impl Variable {
    fn cells(&self) -> CellSet {
        match *self {
            Variable::Cell(cell) => cell.into(),
            Variable::House(.., places) => places,
        }
    }
}

/// An argument, and the candidates at its start.
struct Description<'a> {
    chain: &'a Chain,
    candidates: &'a CandidateSet,
}

impl Description<'_> {
    /// Returns the sentences up to the conclusion, without the effect of the step.
    fn summary(&self) -> Phrase {
        let links = self.chain.links();
        let assumption = links.last().map_or_else(|| Phrase::signs(""), node);
        let lacks = match self.empty() {
            Variable::Cell(cell) => phrase!("{cell} has no candidate left", cell),
            Variable::House(house, digit, _) => phrase!("{house} has no place for {digit}", house, digit),
        };
        let follow: Vec<Phrase> = self.conclusions().map(node).collect();
        let count = follow.len();
        let lacks = match &follow[..] {
            [] => lacks,
            [one] => phrase!("{one} follows, and {lacks}", one = one.clone(), lacks),
            [first, .., last] if count > LISTED => phrase!(
                "{count} conclusions follow one after another, from {first} to {last}, and {lacks}",
                count = Phrase::signs(count),
                first = first.clone(),
                last = last.clone(),
                lacks
            ),
            _ => phrase!("{nodes} follow, and {lacks}", nodes = list(follow, and), lacks),
        };
        phrase!("Suppose {assumption}. Then {lacks}. So the assumption is false", assumption, lacks)
    }

    /// Returns a line for each conclusion, in order, and one for the contradiction.
    fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.conclusions().map(|link| self.line(link)).collect();
        let empty = self.empty();
        let lacks = match empty {
            Variable::Cell(cell) => phrase!("no candidate is left in {cell}", cell),
            Variable::House(house, digit, _) => phrase!("no place is left for {digit} in {house}", digit, house),
        };
        let reasons = self.reasons(&self.chain.links()[0], &empty);
        lines.push(Line::new(phrase!("{reasons}, so {lacks}: a contradiction.", reasons, lacks)));
        lines
    }

    /// Returns the line of a conclusion.
    fn line(&self, link: &Link) -> Line {
        let Candidate { cell, digit } = link.candidate();
        let Some(nested) = link.nested().first() else {
            let house = cell.houses().into_iter().find(|house| cause(*house) == link.cause());
            let (variable, only) = match house {
                None => (Variable::Cell(cell), phrase!("{cell} has no other candidate left", cell)),
                Some(house) => (
                    Variable::House(house, digit, self.candidates.cells(digit) & house.cells()),
                    phrase!("{house} has no other place for {digit}", house, digit),
                ),
            };
            let reasons = self.reasons(link, &variable);
            return Line::new(phrase!("{reasons}, so {node}: {why}.", reasons, node = node(link), why = only));
        };
        let mut from: Vec<Phrase> = Vec::new();
        for parent in link.parents().map(|parent| &self.chain.links()[parent]) {
            let of_single = || parent.parents().next().map(|single| node(&self.chain.links()[single]));
            let reason = if parent.nested().is_empty() { of_single() } else { None }.unwrap_or_else(|| node(parent));
            if !from.contains(&reason) {
                from.push(reason);
            }
        }
        let candidates = link.nested_in().unwrap_or(*self.candidates);
        let nested = Description { chain: nested, candidates: &candidates };
        let (node, from) = (node(link), list(from, and));
        let mut lines =
            vec![Line::new(phrase!("{reason}: {effect}.", reason = nested.summary(), effect = node.clone()))];
        lines.extend(nested.lines());
        Line::nested(phrase!("{from}, so {node}: proved by a braid on the remaining candidates.", from, node), lines)
    }

    /// Returns the reasons why the parents of a link are false. They are values of a variable.
    fn reasons(&self, link: &Link, variable: &Variable) -> Phrase {
        let links = self.chain.links();
        // The true candidates that exclude others, in their order, each with the cells and digits that it excludes.
        let (mut seen, mut removed) = (Vec::<(&Link, CellSet)>::new(), Vec::new());
        for parent in link.parents().map(|parent| &links[parent]) {
            let cell = CellSet::from(parent.candidate().cell);
            match parent.parents().next().map(|single| &links[single]) {
                Some(single) if parent.nested().is_empty() => {
                    match seen.iter_mut().find(|(known, _)| known.candidate() == single.candidate()) {
                        Some((_, cells)) => *cells |= cell,
                        None => seen.push((single, cell)),
                    }
                }
                _ => removed.push(node(parent)),
            }
        }
        let mut all = Vec::new();
        match variable {
            Variable::Cell(cell) => {
                let digits = seen.iter().map(|(single, _)| {
                    let Candidate { cell, digit } = single.candidate();
                    phrase!("the {digit} in {cell}", digit, cell)
                });
                if !seen.is_empty() {
                    all.push(phrase!("{cell} sees {digits}", cell = *cell, digits = list(digits, and)));
                }
            }
            Variable::House(..) => all.extend(seen.iter().map(|(single, excluded)| {
                let Candidate { cell, digit } = single.candidate();
                if *excluded == cell.into() {
                    phrase!("{cell} holds {digit}", cell, digit)
                } else {
                    see(*excluded, digit, cell.into())
                }
            })),
        }
        all.extend(removed);
        reasons(all)
    }

    /// Returns the conclusions that are singles or eliminations by nested braids, in order.
    fn conclusions(&self) -> impl Iterator<Item = &Link> {
        let is_conclusion =
            |link: &&Link| link.cause() != Cause::Assumption && (link.is_on() || !link.nested().is_empty());
        self.chain.links().iter().rev().filter(is_conclusion)
    }

    /// Returns the variable that has no value left.
    fn empty(&self) -> Variable {
        let links = self.chain.links();
        let values = CandidateSet::from_iter(links[0].parents().map(|parent| links[parent].candidate()));
        let Some(Candidate { cell, digit }) = values.iter().next() else {
            return Variable::Cell(links[0].candidate().cell);
        };
        let places = values.cells(digit);
        let is_in = |house: &House| self.candidates.cells(digit) & house.cells() == places;
        let is_cell = self.candidates.digits(cell).len() == values.len() && places.len() == 1;
        match House::all().find(is_in).filter(|_| !is_cell) {
            Some(house) => Variable::House(house, digit, places),
            None => Variable::Cell(cell),
        }
    }
}

/// Returns the cause of conclusions from a house.
fn cause(house: House) -> Cause {
    match house.kind() {
        HouseKind::Row => Cause::Row,
        HouseKind::Column => Cause::Column,
        HouseKind::Box => Cause::Box,
    }
}

/// Writes a node: `r4c3=5` or `r4c3<>5`.
fn node(link: &Link) -> Phrase {
    let Candidate { cell, digit } = link.candidate();
    Phrase::signs(format_args!("{cell}{}{digit}", if link.is_on() { "=" } else { "<>" }))
}
