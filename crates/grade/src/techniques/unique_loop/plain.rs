//! The search of Sudoku Explainer without short cuts: the specification of the fast search, for tests.

use minirow_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::order::combinations;
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::Step;

/// The effect of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hint {
    rating: Rating,
    variant: &'static str,
    eliminations: CandidateSet,
}

impl From<&Step> for Hint {
    fn from(step: &Step) -> Hint {
        Hint {
            rating: step.rating(),
            variant: step.variant().expect("every step of a loop is of a type"),
            eliminations: *step.eliminations(),
        }
    }
}

/// The key of a hint: the cells, and for type 3 the house, the digits and the cells of the subset.
type Key = (&'static str, CellSet, Option<(&'static str, House, DigitSet, Vec<Cell>)>);

const KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Row, HouseKind::Column];

/// Returns all hints, best first.
pub(super) fn hints(pencilmarks: &Pencilmarks) -> Vec<Hint> {
    let mut hints = Hints { pencilmarks, keys: Vec::new(), hints: Vec::new() };
    for start in Cell::ALL {
        let digits = pencilmarks.digits(start);
        if digits.len() == 2 {
            let mut loops = Vec::new();
            let mut list = Vec::new();
            visit(start, &mut list, DigitSet::EMPTY, 2, None, digits, pencilmarks, &mut loops);
            loops.iter().filter(|list| is_valid(list)).for_each(|list| hints.of_loop(list, digits));
        }
    }
    let mut hints = hints.hints;
    hints.sort_by_key(|hint| (hint.rating, hint.variant));
    hints
}

#[expect(clippy::too_many_arguments, reason = "all that is passed down is in sight")]
fn visit(
    cell: Cell,
    list: &mut Vec<Cell>,
    mut extra: DigitSet,
    allowed: i32,
    through: Option<HouseKind>,
    digits: DigitSet,
    pencilmarks: &Pencilmarks,
    loops: &mut Vec<Vec<Cell>>,
) {
    list.push(cell);
    for kind in KINDS {
        if Some(kind) == through {
            continue;
        }
        for position in 0..9 {
            let next = house_of(cell, kind).cell(position);
            let of_next = pencilmarks.digits(next);
            if next == list[0] && list.len() >= 4 {
                loops.push(list.clone());
            } else if !list.contains(&next) && digits.is_subset(of_next) {
                extra |= of_next - digits;
                if of_next.len() == 2 || extra.len() == 1 || allowed > 0 {
                    let allowed = if of_next.len() > 2 { allowed - 1 } else { allowed };
                    visit(next, list, extra, allowed, Some(kind), digits, pencilmarks, loops);
                }
            }
        }
    }
    list.pop();
}

fn house_of(cell: Cell, kind: HouseKind) -> House {
    cell.houses().into_iter().find(|house| house.kind() == kind).unwrap()
}

fn is_valid(list: &[Cell]) -> bool {
    let touched =
        |colour: usize| -> Vec<House> { list.iter().skip(colour).step_by(2).flat_map(|cell| cell.houses()).collect() };
    let (mut even, mut odd) = (touched(0), touched(1));
    let houses = (even.len(), odd.len());
    for touched in [&mut even, &mut odd] {
        touched.sort();
        touched.dedup();
    }
    (even.len(), odd.len()) == houses && even == odd
}

struct Hints<'a> {
    pencilmarks: &'a Pencilmarks,
    keys: Vec<Key>,
    hints: Vec<Hint>,
}

impl Hints<'_> {
    fn add(&mut self, key: Key, rating: f64, eliminations: CandidateSet) {
        if !eliminations.is_empty() && !self.keys.contains(&key) {
            self.hints.push(Hint { rating: Rating::new(rating), variant: key.0, eliminations });
            self.keys.push(key);
        }
    }

    fn of_loop(&mut self, list: &[Cell], digits: DigitSet) {
        let pencilmarks = self.pencilmarks;
        let cells: CellSet = list.iter().copied().collect();
        let base = match list.len() {
            4 => 4.5,
            6 => 4.6,
            8 => 4.7,
            _ => 5.0,
        };
        let roof: Vec<Cell> = list.iter().copied().filter(|&cell| pencilmarks.digits(cell).len() > 2).collect();
        let extra = roof.iter().fold(DigitSet::EMPTY, |all, &cell| all | pencilmarks.digits(cell)) - digits;
        if roof.len() == 1 {
            self.add(("type 1", cells, None), base, pencilmarks.candidates_among(roof[0].into(), digits));
        }
        if roof.len() > 2 || roof.len() == 2 && extra.len() == 1 {
            let digit = extra.single().unwrap();
            let seeing = roof.iter().fold(CellSet::ALL, |seeing, cell| seeing & cell.peers());
            self.add(("type 2", cells, None), base, pencilmarks.candidates_among(seeing, digit.into()));
        }
        if let &[one, other] = &roof[..] {
            if extra.len() >= 2 {
                self.type_3(one, other, extra, cells, digits, base);
            }
            self.type_4(one, other, cells, digits, base);
        }
    }

    fn type_3(&mut self, one: Cell, other: Cell, extra: DigitSet, cells: CellSet, digits: DigitSet, base: f64) {
        for degree in extra.len()..=7 {
            for kind in KINDS {
                let house = house_of(one, kind);
                if house == house_of(other, kind) {
                    if 2 * degree <= self.pencilmarks.empty_count(house) {
                        self.naked(house, degree, one, other, extra, cells, base);
                    }
                    if 2 * degree < self.pencilmarks.empty_count(house) {
                        self.hidden(house, degree, one, other, extra, cells, digits, base);
                    }
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all that a hint depends on")]
    fn naked(
        &mut self,
        house: House,
        degree: usize,
        one: Cell,
        other: Cell,
        extra: DigitSet,
        cells: CellSet,
        base: f64,
    ) {
        let pencilmarks = self.pencilmarks;
        for chosen in combinations(9, degree) {
            let chosen: CellSet = (0..9).filter(|place| chosen & 1 << place != 0).map(|p| house.cell(p)).collect();
            if !chosen.contains(one) || chosen.contains(other) {
                continue;
            }
            let subset: Vec<Cell> = chosen.without(one).iter().collect();
            let of_subset = subset.iter().fold(DigitSet::EMPTY, |all, &cell| all | pencilmarks.digits(cell));
            let in_both = extra & pencilmarks.digits(one) & pencilmarks.digits(other);
            let union = of_subset | extra;
            let is_tuple = union.len() == degree && subset.iter().all(|&cell| pencilmarks.digits(cell).len() >= 2);
            if (in_both | of_subset).len() == degree && is_tuple {
                let rest = house.cells() - chosen.with(other);
                let key = ("type 3", cells, Some(("naked", house, union, subset)));
                self.add(key, base + 0.1 * (degree - 1) as f64, pencilmarks.candidates_among(rest, union));
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all that a hint depends on")]
    fn hidden(
        &mut self,
        house: House,
        degree: usize,
        one: Cell,
        other: Cell,
        extra: DigitSet,
        cells: CellSet,
        digits: DigitSet,
        base: f64,
    ) {
        let pencilmarks = self.pencilmarks;
        let others: Vec<Digit> = (!(digits | extra)).iter().collect();
        for chosen in combinations(others.len(), degree - 2) {
            let subset: DigitSet =
                (0..others.len()).filter(|place| chosen & 1 << place != 0).map(|place| others[place]).collect();
            let subset = subset | digits;
            let places: Vec<CellSet> =
                subset.iter().map(|digit| pencilmarks.cells_in(house, digit).without(other)).collect();
            let union = places.iter().fold(CellSet::EMPTY, |all, &places| all | places);
            if places.iter().all(|places| !places.is_empty()) && union.len() == degree {
                let hidden = union.without(one).without(other);
                let key = ("type 3", cells, Some(("hidden", house, subset, hidden.iter().collect())));
                let rating = base + 0.1 * (hidden.len() - 1) as f64;
                self.add(key, rating, pencilmarks.candidates_among(hidden, !subset));
            }
        }
    }

    fn type_4(&mut self, one: Cell, other: Cell, cells: CellSet, digits: DigitSet, base: f64) {
        let roof = CellSet::from_iter([one, other]);
        let is_locked = |digit: Digit| {
            KINDS.iter().any(|&kind| {
                let house = house_of(one, kind);
                house == house_of(other, kind) && (self.pencilmarks.cells_in(house, digit) - roof).is_empty()
            })
        };
        if let Some(locked) = digits.iter().find(|&digit| is_locked(digit)) {
            let eliminations = self.pencilmarks.candidates_among(roof, digits.without(locked));
            self.add(("type 4", cells, None), base, eliminations);
        }
    }
}
