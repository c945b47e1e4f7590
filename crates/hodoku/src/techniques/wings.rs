//! Wings: cells with two candidates that see a pivot, so that one of them has the digit that they share.

use super::prelude::*;

pub(super) static W_WING: Technique = Technique {
    slug: "w-wing",
    name: "W-Wing",
    score: 150,
    level: Level::Hard,
    find: |search| Ok(w_wing(&search.state)),
};

pub(super) static XY_WING: Technique = Technique {
    slug: "xy-wing",
    name: "XY-Wing",
    score: 160,
    level: Level::Hard,
    find: |search| Ok(xy_wing(&search.state)),
};

pub(super) static XYZ_WING: Technique = Technique {
    slug: "xyz-wing",
    name: "XYZ-Wing",
    score: 180,
    level: Level::Hard,
    find: |search| Ok(xyz_wing(&search.state)),
};

/// Two cells with the same two candidates x and y, and a house whose last two places of y see them: one of the cells is x.
fn w_wing(state: &State) -> Option<Step> {
    let two = state.cells_with(2);
    pairs(two).filter(|&(one, other)| state.digits(one) == state.digits(other)).find_map(|(one, other)| {
        let mut digits = state.digits(one).iter();
        let (a, b) = (digits.next()?, digits.next()?);
        [(a, b), (b, a)].into_iter().find_map(|(x, y)| {
            let seen = state.cells(x) & one.peers() & other.peers();
            if seen.is_empty() {
                return None;
            }
            let link = House::all().find_map(|house| strong_link(state, house, y, one, other))?;
            let pattern = Pattern::WWing { cells: [one, other], digits: [x, y], link };
            Some(Step::eliminate_digit(&W_WING, pattern, x, seen))
        })
    })
}

/// Returns the two places of a digit in a house of which one sees `one` and the other `other`. A place that sees both
/// counts for `one`.
fn strong_link(state: &State, house: House, digit: Digit, one: Cell, other: Cell) -> Option<CellSet> {
    if state.count(house, digit) != 2 {
        return None;
    }
    let (mut sees_one, mut sees_other) = (None, None);
    for cell in state.cells_in(house, digit).without(one).without(other).iter() {
        if cell.sees(one) {
            sees_one = Some(cell);
        } else if cell.sees(other) {
            sees_other = Some(cell);
        }
    }
    Some(CellSet::from(sees_one?).with(sees_other?))
}

fn xy_wing(state: &State) -> Option<Step> {
    let two = state.cells_with(2);
    let after = |cells: CellSet, cell: Cell| CellSet::from_bits(cells.bits() & (u128::MAX << cell.index() << 1)).iter();
    two.iter().find_map(|p| {
        after(two, p).filter(|&q| (state.digits(p) | state.digits(q)).len() == 3).find_map(|q| {
            let union = state.digits(p) | state.digits(q);
            // One of the three sees the other two.
            let near = if p.sees(q) { p.peers() | q.peers() } else { p.peers() & q.peers() };
            after(two & near, q).filter(|&r| state.digits(r).is_subset(union)).find_map(|r| {
                [(p, q, r), (q, p, r), (r, q, p)]
                    .into_iter()
                    .find_map(|(pivot, one, other)| wing(&XY_WING, state, state.digits(pivot), pivot, [one, other]))
            })
        })
    })
}

fn xyz_wing(state: &State) -> Option<Step> {
    let two = state.cells_with(2);
    state.cells_with(3).iter().find_map(|pivot| {
        let wings = two & pivot.peers();
        let wings: CellSet = wings.iter().filter(|&cell| state.digits(cell).is_subset(state.digits(pivot))).collect();
        pairs(wings).find_map(|(one, other)| wing(&XYZ_WING, state, state.digits(pivot), pivot, [one, other]))
    })
}

/// Returns the step of a pivot and two wings whose candidates are pairwise different.
fn wing(technique: &'static Technique, state: &State, digits: DigitSet, pivot: Cell, wings: [Cell; 2]) -> Option<Step> {
    let [one, other] = wings.map(|wing| state.digits(wing));
    if one == other || digits == one || digits == other || !wings.iter().all(|wing| wing.sees(pivot)) {
        return None;
    }
    let shared = (one & other).single()?;
    let mut seen = state.cells(shared) & wings[0].peers() & wings[1].peers();
    if digits.contains(shared) {
        seen &= pivot.peers();
    }
    let pattern = Pattern::Wing { pivot, digits, wings, shared };
    (!seen.is_empty()).then(|| Step::eliminate_digit(technique, pattern, shared, seen))
}

/// Returns the pairs of cells, each with the lower cell first.
fn pairs(cells: CellSet) -> impl Iterator<Item = (Cell, Cell)> {
    cells.iter().flat_map(move |one| cells.iter().filter(move |&other| other > one).map(move |other| (one, other)))
}
