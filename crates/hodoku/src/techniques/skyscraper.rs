//! Skyscraper: two parallel lines with two places of a digit each, of which two lie in one crossing line. One of the other
//! two has the digit.

use super::prelude::*;

pub(super) static SKYSCRAPER: Technique = Technique {
    slug: "skyscraper",
    name: "Skyscraper",
    score: 130,
    level: Level::Hard,
    find: |search| search.by_digit(&SKYSCRAPER, |state, _, digits| Ok(find(state, digits))),
};

fn find(state: &State, digits: DigitSet) -> Option<Step> {
    [House::ROWS, House::COLUMNS].iter().find_map(|lines| {
        digits.iter().find_map(|digit| {
            let links: Vec<_> = lines.iter().filter_map(|&line| two_places(state, line, digit)).collect();
            links
                .iter()
                .enumerate()
                .find_map(|(i, &one)| links[i + 1..].iter().find_map(|&other| step(state, digit, one, other)))
        })
    })
}

fn step(state: &State, digit: Digit, one: [Cell; 2], other: [Cell; 2]) -> Option<Step> {
    // The links lie in parallel lines, so cells of both see each other in a crossing line or in a box.
    let crossing = |place: usize| {
        let (a, b): (Cell, Cell) = (one[place], other[place]);
        a.row() == b.row() || a.column() == b.column()
    };
    let base = match [crossing(0), crossing(1)] {
        [true, false] => 0,
        [false, true] => 1,
        _ => return None,
    };
    let free = [one[1 - base], other[1 - base]];
    let seen = state.cells(digit) & free[0].peers() & free[1].peers();
    let pattern = Pattern::TwoLinks { digit, links: [[one[base], free[0]], [other[base], free[1]]] };
    (!seen.is_empty()).then(|| Step::eliminate_digit(&SKYSCRAPER, pattern, digit, seen))
}
