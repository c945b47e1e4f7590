//! Uniqueness: four cells in two rows, two columns and two boxes that have only two digits could exchange them, so a puzzle
//! with one solution never gets there.

use super::prelude::*;

macro_rules! rectangles {
    ($($technique:ident: $slug:literal, $name:literal, $kind:ident, $scan:ident;)*) => {
        $(pub(super) static $technique: Technique = Technique {
            slug: $slug,
            name: $name,
            score: 100,
            level: Level::Hard,
            find: |search| Ok(first(search, Kind::$kind, $scan)),
        };)*
    };
}

rectangles! {
    TEST_1: "uniqueness-test-1", "Uniqueness Test 1", Test1, unique;
    TEST_2: "uniqueness-test-2", "Uniqueness Test 2", Test2, unique;
    TEST_3: "uniqueness-test-3", "Uniqueness Test 3", Test3, unique;
    TEST_4: "uniqueness-test-4", "Uniqueness Test 4", Test4, unique;
    TEST_5: "uniqueness-test-5", "Uniqueness Test 5", Test5, unique;
    TEST_6: "uniqueness-test-6", "Uniqueness Test 6", Test6, unique;
    HIDDEN_RECTANGLE: "hidden-rectangle", "Hidden Rectangle", Hidden, unique;
    AVOIDABLE_1: "avoidable-rectangle-type-1", "Avoidable Rectangle Type 1", Avoidable1, avoidable;
    AVOIDABLE_2: "avoidable-rectangle-type-2", "Avoidable Rectangle Type 2", Avoidable2, avoidable;
}

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Test1,
    Test2,
    Test3,
    Test4,
    Test5,
    Test6,
    Hidden,
    Avoidable1,
    Avoidable2,
}

impl Kind {
    fn technique(self) -> &'static Technique {
        match self {
            Kind::Test1 => &TEST_1,
            Kind::Test2 => &TEST_2,
            Kind::Test3 => &TEST_3,
            Kind::Test4 => &TEST_4,
            Kind::Test5 => &TEST_5,
            Kind::Test6 => &TEST_6,
            Kind::Hidden => &HIDDEN_RECTANGLE,
            Kind::Avoidable1 => &AVOIDABLE_1,
            Kind::Avoidable2 => &AVOIDABLE_2,
        }
    }
}

/// Returns the first step of a kind. One scan finds the steps of all kinds, and is kept for the next one.
fn first(search: &mut Search, kind: Kind, scan: fn(&State) -> Vec<(Kind, Step)>) -> Option<Step> {
    let rectangles = &mut search.memory.rectangles;
    let found = match kind {
        Kind::Avoidable1 | Kind::Avoidable2 => &mut rectangles.avoidable,
        _ => &mut rectangles.unique,
    };
    let found = found.get_or_insert_with(|| scan(&search.state));
    found.iter().find(|(found, _)| *found == kind).map(|(_, step)| step.clone())
}

/// The steps of all kinds in a position.
#[derive(Default)]
pub(crate) struct Rectangles {
    unique: Option<Vec<(Kind, Step)>>,
    avoidable: Option<Vec<(Kind, Step)>>,
}

/// Four cells: the first and the second lie in one box, the third and the fourth in another one, the third in a line with
/// the first.
type Corners = [Cell; 4];

/// Visits the rectangles that start in a cell, with a second cell that has a property, in order, and each set of four cells
/// once per list `seen`.
fn each_rectangle(start: Cell, fits: impl Fn(Cell) -> bool, mut visit: impl FnMut(Corners)) {
    let box_ = House::BOXES[start.box_()].cells();
    for second in box_.without(start).iter().filter(|&second| fits(second)) {
        let lines = |cell: Cell| {
            let [row, column, _] = cell.houses();
            [row, column]
        };
        let (starts, seconds) = (lines(start), lines(second));
        let Some(shared) = (0..2).find(|&kind| starts[kind] == seconds[kind]) else { continue };
        let (line, other) = (starts[1 - shared], seconds[1 - shared]);
        for (&third, &fourth) in line.cells_in_order().iter().zip(other.cells_in_order()) {
            if !box_.contains(third) {
                visit([start, second, third, fourth]);
            }
        }
    }
}

fn unique(state: &State) -> Vec<(Kind, Step)> {
    let mut steps = Vec::new();
    let mut seen: Vec<CellSet> = Vec::new();
    let allowed = Digit::ALL.map(|digit| state.allowed(digit));
    for start in state.cells_with(2).iter() {
        let digits = state.digits(start);
        let both = digits.iter().fold(CellSet::ALL, |both, digit| both & allowed[digit.index()]);
        each_rectangle(
            start,
            |second| both.contains(second),
            |corners| {
                let cells = CellSet::from_iter(corners);
                if both.contains(corners[2]) && both.contains(corners[3]) && !seen.contains(&cells) {
                    seen.push(cells);
                    let rectangle = Rectangle::new(state, digits, cells);
                    let mut report = |kind: Kind, eliminations: Vec<Candidate>| {
                        if !eliminations.is_empty() {
                            let pattern = Pattern::Rectangle { digits: [rectangle.a, rectangle.b], cells };
                            steps.push((kind, Step::eliminate(kind.technique(), pattern, eliminations)));
                        }
                    };
                    rectangle.test(&mut report);
                }
            },
        );
    }
    steps
}

/// A rectangle in which two digits are possible.
struct Rectangle<'a> {
    state: &'a State,
    a: Digit,
    b: Digit,
    corners: CellSet,
    /// The corners without other candidates.
    two: CellSet,
    /// The corners with other candidates, and these candidates.
    more: CellSet,
    extra: DigitSet,
}

impl Rectangle<'_> {
    fn new(state: &State, digits: DigitSet, corners: CellSet) -> Rectangle<'_> {
        let two = corners.iter().filter(|&cell| state.digits(cell).is_subset(digits)).collect();
        let more = corners - two;
        let mut both = digits.iter();
        let (Some(a), Some(b)) = (both.next(), both.next()) else { unreachable!("two digits") };
        Rectangle { state, a, b, corners, two, more, extra: state.digits_of(more) - digits }
    }

    /// Reports the steps of all tests in order.
    fn test(&self, report: &mut impl FnMut(Kind, Vec<Candidate>)) {
        let Rectangle { state, a, b, .. } = *self;
        let of = |digit: Digit, cells: CellSet| of_digit(digit, cells & state.cells(digit));
        let two = self.two.len();
        if two == 3 {
            report(Kind::Test1, of(a, self.more).chain(of(b, self.more)).collect());
        }
        let line = |cells: CellSet| shared_houses(cells).find(|house| house.kind() != HouseKind::Box);
        if let (1 | 2, Some(extra)) = (two, self.extra.single()) {
            let is_test_5 = two == 1 || line(self.two).is_none();
            let kind = if is_test_5 { Kind::Test5 } else { Kind::Test2 };
            report(kind, of(extra, self.more.common_peers()).collect());
        }
        if two == 2 {
            for house in shared_houses(self.more) {
                self.test_3(house, report);
            }
            let (one, rest) = (self.more, self.more.common_peers());
            if line(self.more).is_some() {
                let lost = [(a, b), (b, a)].into_iter().find(|&(kept, _)| !state.cells(kept).intersects(rest));
                report(Kind::Test4, lost.into_iter().flat_map(|(_, lost)| of(lost, one)).collect());
            } else {
                let lines = one.iter().flat_map(Cell::houses).filter(|house| house.kind() != HouseKind::Box);
                let rest = lines.fold(CellSet::EMPTY, |all, line| all | line.cells()) - self.corners;
                let lost = [a, b].into_iter().find(|&digit| !state.cells(digit).intersects(rest));
                report(Kind::Test6, lost.into_iter().flat_map(|lost| of(lost, one)).collect());
            }
        }
        if two == 1 || two == 2 && line(self.two).is_none() {
            for corner in self.two.iter() {
                self.hidden(corner, report);
            }
        }
    }

    /// With cells of a house that have only extra digits and some more, the corners are a naked subset.
    fn test_3(&self, house: House, report: &mut impl FnMut(Kind, Vec<Candidate>)) {
        let has_neither =
            |cell: &Cell| !self.state.digits(*cell).contains(self.a) && !self.state.digits(*cell).contains(self.b);
        let cells = house.cells() & self.state.unsolved();
        let free: Vec<Cell> = (cells - self.corners).iter().filter(has_neither).collect();
        self.test_3_with(house, self.more, self.extra, &free, report);
    }

    fn test_3_with(
        &self,
        house: House,
        cells: CellSet,
        digits: DigitSet,
        free: &[Cell],
        report: &mut impl FnMut(Kind, Vec<Candidate>),
    ) {
        for (place, &cell) in free.iter().enumerate() {
            let (cells, digits) = (cells.with(cell), digits | self.state.digits(cell));
            let is_box = house.kind() == HouseKind::Box;
            let in_line = |cells: CellSet| shared_houses(cells).any(|house| house.kind() != HouseKind::Box);
            if digits.len() + 1 == cells.len() && !(is_box && in_line(cells)) {
                let lost = |house: House| {
                    let others = (house.cells() & self.state.unsolved()) - cells;
                    let digits = others.iter().map(move |cell| (cell, self.state.digits(cell) & digits));
                    digits.flat_map(|(cell, digits)| digits.iter().map(move |digit| Candidate { cell, digit }))
                };
                let mut eliminations: Vec<_> = lost(house).collect();
                let box_ = shared_houses(cells).find(|house| house.kind() == HouseKind::Box);
                if let (false, false, Some(box_)) = (is_box, eliminations.is_empty(), box_) {
                    eliminations.extend(lost(box_));
                }
                report(Kind::Test3, eliminations);
            }
            self.test_3_with(house, cells, digits, &free[place + 1..], report);
        }
    }

    /// If the lines of the opposite corner have a digit in the corners only, that corner cannot have the other digit.
    fn hidden(&self, corner: Cell, report: &mut impl FnMut(Kind, Vec<Candidate>)) {
        let Some(opposite) =
            self.corners.iter().find(|cell| cell.row() != corner.row() && cell.column() != corner.column())
        else {
            return;
        };
        for (kept, lost) in [(self.a, self.b), (self.b, self.a)] {
            let [row, column, _] = opposite.houses();
            let places = self.state.cells(kept) & (row.cells() | column.cells());
            if places.is_subset(self.corners) {
                let candidate = Candidate { cell: opposite, digit: lost };
                report(
                    Kind::Hidden,
                    Some(candidate).filter(|&candidate| self.state.has(candidate)).into_iter().collect(),
                );
            }
        }
    }
}

/// Returns the houses that contain all of some cells: row, column, box.
fn shared_houses(cells: CellSet) -> impl Iterator<Item = House> {
    let houses = cells.first().into_iter().flat_map(Cell::houses);
    houses.filter(move |house| cells.is_subset(house.cells()))
}

fn avoidable(state: &State) -> Vec<(Kind, Step)> {
    let mut steps = Vec::new();
    let mut seen: Vec<CellSet> = Vec::new();
    let filled = state.filled_since();
    for start in filled.iter() {
        each_rectangle(
            start,
            |second| filled.contains(second),
            |corners| {
                let [_, second, third, fourth] = corners;
                let cells = CellSet::from_iter(corners);
                let (Some(a), Some(b)) = (state.value(start), state.value(second)) else { return };
                let value = |cell: Cell| state.value(cell).filter(|_| filled.contains(cell));
                // A corner with two candidates of which one is the digit.
                let other = |cell: Cell, digit: Digit| {
                    let digits = state.digits(cell);
                    if digits.contains(digit) { digits.without(digit).single() } else { None }
                };
                let found = if value(third) == Some(b) && other(fourth, a).is_some() {
                    Some((Kind::Avoidable1, vec![Candidate { cell: fourth, digit: a }]))
                } else if value(fourth) == Some(a) && other(third, b).is_some() {
                    Some((Kind::Avoidable1, vec![Candidate { cell: third, digit: b }]))
                } else if let (Some(x), Some(y)) = (other(third, b), other(fourth, a))
                    && x == y
                {
                    let seen = state.cells(x) & third.peers() & fourth.peers();
                    Some((Kind::Avoidable2, of_digit(x, seen).collect()))
                } else {
                    None
                };
                if let Some((kind, eliminations)) = found
                    && !seen.contains(&cells)
                {
                    seen.push(cells);
                    if !eliminations.is_empty() {
                        let pattern = Pattern::Rectangle { digits: [a, b], cells };
                        steps.push((kind, Step::eliminate(kind.technique(), pattern, eliminations)));
                    }
                }
            },
        );
    }
    steps
}
