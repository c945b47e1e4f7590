//! Colouring: strong links of a digit join cells of two alternating colours, of which one has the digit.

use super::prelude::*;

pub(super) static SIMPLE_COLORS: Technique = Technique {
    slug: "simple-colors",
    name: "Simple Colors",
    score: 150,
    level: Level::Hard,
    find: |search| search.by_digit(&SIMPLE_COLORS, |state, _, digits| Ok(simple(state, digits))),
};

pub(super) static MULTI_COLORS: Technique = Technique {
    slug: "multi-colors",
    name: "Multi Colors",
    score: 200,
    level: Level::Hard,
    find: |search| search.by_digit(&MULTI_COLORS, |state, _, digits| Ok(multi(state, digits))),
};

/// The cells of the two colours of a component.
type Component = [CellSet; 2];

/// Returns the components of a digit, in the order of their lowest cells.
fn components(state: &State, digit: Digit) -> Vec<Component> {
    let mut components = Vec::new();
    let mut seen = CellSet::EMPTY;
    for start in state.cells(digit).iter() {
        if seen.contains(start) {
            continue;
        }
        let mut colours = [CellSet::EMPTY; 2];
        let mut stack = vec![(start, 0)];
        while let Some((cell, colour)) = stack.pop() {
            if (colours[0] | colours[1]).contains(cell) {
                continue;
            }
            colours[colour].insert(cell);
            let partners = cell.houses().into_iter().rev().filter_map(|house| two_places(state, house, digit));
            stack.extend(partners.map(|[one, other]| (if one == cell { other } else { one }, 1 - colour)));
        }
        seen |= colours[0] | colours[1];
        if colours.iter().all(|colour| !colour.is_empty()) {
            components.push(colours);
        }
    }
    components
}

fn simple(state: &State, digits: DigitSet) -> Option<Step> {
    digits.iter().find_map(|digit| {
        components(state, digit).into_iter().find_map(|component| {
            let clashes = |colour: CellSet| colour.iter().any(|cell| cell.peers().intersects(colour));
            let wrong = component.into_iter().filter(|&colour| clashes(colour));
            let wrapped: Vec<_> = wrong.flat_map(|colour| of_digit(digit, colour)).collect();
            let pattern = || Pattern::Colors { digit, components: vec![component] };
            if !wrapped.is_empty() {
                return Some(Step::eliminate(&SIMPLE_COLORS, pattern(), wrapped).named("Simple Colors Wrap"));
            }
            let trapped = sees_both(state, digit, component);
            (!trapped.is_empty())
                .then(|| Step::eliminate_digit(&SIMPLE_COLORS, pattern(), digit, trapped).named("Simple Colors Trap"))
        })
    })
}

fn multi(state: &State, digits: DigitSet) -> Option<Step> {
    digits.iter().find_map(|digit| {
        let components = components(state, digit);
        components.iter().enumerate().find_map(|(i, &one)| {
            let others = components.iter().enumerate().filter(|&(j, _)| j != i);
            others.map(|(_, &other)| other).find_map(|other| {
                let pattern = || Pattern::Colors { digit, components: vec![one, other] };
                let sees_all = |colour: &CellSet| other.iter().all(|side| side.intersects(colour.any_peers()));
                let wrong: Vec<_> =
                    one.into_iter().filter(sees_all).flat_map(|colour| of_digit(digit, colour)).collect();
                if !wrong.is_empty() {
                    return Some(Step::eliminate(&MULTI_COLORS, pattern(), wrong).named("Multi Colors 2"));
                }
                let mut trapped = Vec::new();
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if one[i].any_peers().intersects(other[j]) {
                        trapped.extend(of_digit(digit, sees_both(state, digit, [one[1 - i], other[1 - j]])));
                    }
                }
                (!trapped.is_empty())
                    .then(|| Step::eliminate(&MULTI_COLORS, pattern(), trapped).named("Multi Colors 1"))
            })
        })
    })
}

/// Returns the places of a digit that see cells of both colours.
fn sees_both(state: &State, digit: Digit, [one, other]: Component) -> CellSet {
    state.cells(digit) & one.any_peers() & other.any_peers()
}
