//! Braids in words: the assumption, every conclusion with its reasons, and the contradiction.

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind};
use minirow_grade::words::{cells, list, see};
use minirow_grade::{Cause, Chain, Explanation, Line, Link, Pencilmarks, Step};

/// The largest number of conclusions that the first sentence lists.
const LISTED: usize = 6;

/// Explains a step of a path.
pub(crate) fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    match step.chains() {
        [chain] => {
            let argument = Description { chain, candidates: position.candidates() };
            Explanation::of(step, argument.summary()).with_lines(argument.lines()).with_focus(argument.empty().cells())
        }
        _ => Explanation::of(step, step.technique().summary),
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
    fn summary(&self) -> String {
        let links = self.chain.links();
        let follow: Vec<String> = self.conclusions().map(node).collect();
        let follow = match &follow[..] {
            [] => String::new(),
            [one] => format!("{one} follows, and "),
            [first, .., last] if follow.len() > LISTED => {
                format!("{} conclusions follow one after another, from {first} to {last}, and ", follow.len())
            }
            follow => format!("{} follow, and ", list(follow, "and")),
        };
        let lacks = match self.empty() {
            Variable::Cell(cell) => format!("{cell} has no candidate left"),
            Variable::House(house, digit, _) => format!("{house} has no place for {digit}"),
        };
        let assumption = links.last().map(node).unwrap_or_default();
        format!("Suppose {assumption}. Then {follow}{lacks}. So the assumption is false")
    }

    /// Returns a line for each conclusion, in order, and one for the contradiction.
    fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.conclusions().map(|link| self.line(link)).collect();
        let empty = self.empty();
        let lacks = match empty {
            Variable::Cell(cell) => format!("no candidate is left in {cell}"),
            Variable::House(house, digit, _) => format!("no place is left for {digit} in {house}"),
        };
        lines
            .push(Line::new(format!("{}, so {lacks}: a contradiction.", self.reasons(&self.chain.links()[0], &empty))));
        lines
    }

    /// Returns the line of a conclusion.
    fn line(&self, link: &Link) -> Line {
        let Candidate { cell, digit } = link.candidate();
        let Some(nested) = link.nested().first() else {
            let house = cell.houses().into_iter().find(|house| cause(*house) == link.cause());
            let (variable, only) = match house {
                None => (Variable::Cell(cell), format!("{cell} has no other candidate left")),
                Some(house) => (
                    Variable::House(house, digit, self.candidates.cells(digit) & house.cells()),
                    format!("{house} has no other place for {digit}"),
                ),
            };
            return Line::new(format!("{}, so {}: {only}.", self.reasons(link, &variable), node(link)));
        };
        let mut from: Vec<String> = Vec::new();
        for parent in link.parents().map(|parent| &self.chain.links()[parent]) {
            let of_single = || parent.parents().next().map(|single| node(&self.chain.links()[single]));
            let reason = if parent.nested().is_empty() { of_single() } else { None }.unwrap_or_else(|| node(parent));
            if !from.contains(&reason) {
                from.push(reason);
            }
        }
        let candidates = link.nested_in().unwrap_or(*self.candidates);
        let nested = Description { chain: nested, candidates: &candidates };
        let mut lines = vec![Line::new(format!("{}: {}.", nested.summary(), node(link)))];
        lines.extend(nested.lines());
        let from = list(from, "and");
        Line::nested(format!("{from}, so {}: proved by a braid on the remaining candidates.", node(link)), lines)
    }

    /// Returns the reasons why the parents of a link are false. They are values of a variable.
    fn reasons(&self, link: &Link, variable: &Variable) -> String {
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
        let mut reasons = Vec::new();
        match variable {
            Variable::Cell(cell) => {
                let digits = seen.iter().map(|(single, _)| {
                    let Candidate { cell, digit } = single.candidate();
                    format!("the {digit} in {cell}")
                });
                if !seen.is_empty() {
                    reasons.push(format!("{cell} sees {}", list(digits, "and")));
                }
            }
            Variable::House(..) => reasons.extend(seen.iter().map(|(single, excluded)| {
                let Candidate { cell, digit } = single.candidate();
                if *excluded == cell.into() {
                    format!("{cell} holds {digit}")
                } else {
                    format!("{} {} the {digit} in {cell}", cells(*excluded), see(*excluded))
                }
            })),
        }
        reasons.extend(removed);
        reasons.join("; ")
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
fn node(link: &Link) -> String {
    let Candidate { cell, digit } = link.candidate();
    format!("{cell}{}{digit}", if link.is_on() { "=" } else { "<>" })
}
