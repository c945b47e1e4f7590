//! The reasons why a link of a chain follows from those before it.

use minirow_core::{CellSet, Digit, DigitSet, House, HouseKind};

use crate::chain::Link;
use crate::chain::node::{Cause, Node};
use crate::explain::{Phrase, words};
use crate::order::{BOXES_COLUMNS_ROWS, combinations, members};
use crate::phrase;
use crate::techniques::chaining::marks::{Marks, houses};

/// Returns the reason in words. `marks` are the candidates at the start of the chain.
pub(super) fn reason(link: &Link, parents: &[Node], marks: &Marks) -> Phrase {
    let node = link.node;
    let (cell, digit) = (node.cell(), node.digit());
    match (link.cause, node.is_on()) {
        (Cause::Assumption, _) => phrase!("it is assumed"),
        (Cause::Cell, true) => phrase!("{cell} has no other candidate left", cell),
        (Cause::Cell, false) => phrase!("{cell} holds one digit", cell),
        (Cause::Advanced, _) => technique(node, parents, marks),
        (cause, is_on) => {
            let house = houses(cell).into_iter().find(|(_, other)| *other == cause).map(|(house, _)| house);
            let house = house.expect("a house, as all other causes are named");
            if is_on {
                phrase!("{house} has no other place for {digit}", house, digit)
            } else {
                phrase!("{house} holds {digit} once", house, digit)
            }
        }
    }
}

/// Names the technique that applies after the parents are removed: locked candidates, a pair or an X-Wing.
fn technique(node: Node, parents: &[Node], marks: &Marks) -> Phrase {
    let mut left = marks.clone();
    for parent in parents {
        left.remove(parent.cell(), parent.digit());
    }
    let look = Look { node, left: &left };
    let found = look.locked().or_else(|| look.hidden_pair()).or_else(|| look.naked_pair()).or_else(|| look.x_wing());
    // If none applies, the position is not that of the step.
    found.unwrap_or_else(|| phrase!("proved by a technique on the remaining candidates"))
}

/// A false node, and the candidates from which it must follow.
struct Look<'a> {
    node: Node,
    left: &'a Marks,
}

impl Look<'_> {
    fn locked(&self) -> Option<Phrase> {
        let (cell, digit) = (self.node.cell(), self.node.digit());
        for cover in cell.houses() {
            for base in House::all().filter(|base| (base.kind() == HouseKind::Box) != (cover.kind() == HouseKind::Box))
            {
                let places = self.left.cells(digit) & base.cells();
                if !base.cells().contains(cell) && places.len() > 1 && places.is_subset(cover.cells()) {
                    let (places, all) = (words::one_of(places), words::all(places));
                    return Some(phrase!(
                        "in {base}, the digit {digit} can only go in {places}, {all} in {cover}",
                        base,
                        digit,
                        places,
                        all,
                        cover
                    ));
                }
            }
        }
        None
    }

    fn hidden_pair(&self) -> Option<Phrase> {
        let (cell, digit) = (self.node.cell(), self.node.digit());
        for house in BOXES_COLUMNS_ROWS.into_iter().filter(|house| house.cells().contains(cell)) {
            let others: Vec<Digit> = (DigitSet::ALL.without(digit)).iter().collect();
            for chosen in combinations(others.len(), 2) {
                let pair: DigitSet = members(chosen).map(|place| others[place]).collect();
                let of_each = |digit| self.left.cells(digit) & house.cells();
                let places = pair.iter().map(of_each).fold(CellSet::EMPTY, |all, places| all | places);
                let has_places = pair.iter().all(|digit| !of_each(digit).is_empty());
                if has_places && places.len() == 2 && places.contains(cell) {
                    let (digits, cells) = (words::digits(pair), words::cells(places));
                    return Some(phrase!(
                        "in {house}, the digits {digits} can only go in {cells}",
                        house,
                        digits,
                        cells
                    ));
                }
            }
        }
        None
    }

    fn naked_pair(&self) -> Option<Phrase> {
        let (cell, digit) = (self.node.cell(), self.node.digit());
        for house in BOXES_COLUMNS_ROWS.into_iter().filter(|house| house.cells().contains(cell)) {
            let others: Vec<_> = house.cells().without(cell).iter().collect();
            for chosen in combinations(others.len(), 2) {
                let pair: CellSet = members(chosen).map(|place| others[place]).collect();
                let mut of_each = pair.iter().map(|cell| self.left.digits(cell));
                let digits = of_each.clone().fold(DigitSet::EMPTY, |all, digits| all | digits);
                if digits.len() == 2 && digits.contains(digit) && of_each.all(|digits| !digits.is_empty()) {
                    let (cells, digits) = (words::cells(pair), words::digits(digits));
                    return Some(phrase!("in {house}, {cells} have only {digits} between them", house, cells, digits));
                }
            }
        }
        None
    }

    fn x_wing(&self) -> Option<Phrase> {
        let (cell, digit) = (self.node.cell(), self.node.digit());
        let places = |line: House| self.left.cells(digit) & line.cells();
        for (kind, across) in [(HouseKind::Column, House::ROWS), (HouseKind::Row, House::COLUMNS)] {
            let lines = House::of_kind(kind);
            for chosen in combinations(9, 2) {
                let base = || members(chosen).map(|line| lines[line]);
                let in_base = base().map(places).fold(CellSet::EMPTY, |all, places| all | places);
                let cover: Vec<House> = across.into_iter().filter(|line| line.cells().intersects(in_base)).collect();
                let has_cell = |line: &House| line.cells().contains(cell);
                if cover.len() == 2
                    && base().all(|line| places(line).len() == 2)
                    && cover.iter().any(has_cell)
                    && !base().any(|line| has_cell(&line))
                {
                    let (base, cover) = (words::lines(base()), words::lines(cover));
                    return Some(phrase!("in {base}, the digit {digit} can only go in {cover}", base, digit, cover));
                }
            }
        }
        None
    }
}
