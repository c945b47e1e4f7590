//! Advanced deductions: what other techniques find out about a grid from which a propagation has taken candidates.

use minirow_core::Candidate;
use minirow_grade::Pencilmarks;

use super::hints::{Hint, Kind, without_repetitions};
use super::links::gone_before;
use super::node::Cause;
use super::{Engine, hints, patterns};

/// Candidates found to be false, because others are.
#[derive(Clone, Debug)]
pub(crate) struct Deduction {
    /// In the order in which Sudoku Explainer goes through them.
    pub(crate) removed: Vec<Candidate>,
    /// Which candidates had to go first.
    pub(crate) because: Vec<Candidate>,
    /// The hint, if it is one of chains.
    pub(crate) nested: Option<Hint>,
}

/// A technique, as what it finds in `current` and what of that depends on candidates that are gone since `source`.
type Rule = fn(&Pencilmarks, &Pencilmarks) -> Vec<Deduction>;

/// All that the first rule sees that sees anything.
pub(crate) fn deductions(level: u8, inner: u8, source: &Pencilmarks, current: &Pencilmarks) -> Vec<Deduction> {
    if level == 0 {
        return Vec::new();
    }
    let rules: [Rule; 4] = [patterns::locking, patterns::hidden_pairs, patterns::naked_pairs, patterns::x_wings];
    let engines = match level {
        1 => vec![],
        2 => vec![Engine::Forcing],
        3 => vec![Engine::Forcing, Engine::Multiple],
        _ => vec![Engine::Dynamic { level: inner, inner: 0 }],
    };
    for rule in rules {
        // What does not depend on the propagation is no part of it.
        let found: Vec<Deduction> =
            rule(source, current).into_iter().filter(|deduction| !deduction.because.is_empty()).collect();
        if !found.is_empty() {
            return found;
        }
    }
    for engine in engines {
        let found = nested(engine, source, current);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn nested(engine: Engine, source: &Pencilmarks, current: &Pencilmarks) -> Vec<Deduction> {
    let hints = without_repetitions(hints(engine, current));
    let deductions = hints.into_iter().map(|hint| Deduction {
        removed: hint.removed_in_order.clone(),
        because: because(&hint, source, current),
        nested: Some(hint),
    });
    deductions.filter(|deduction| !deduction.because.is_empty()).collect()
}

/// The candidates that had to go before the true candidates of the chains could be the last of their cells or houses.
fn because(hint: &Hint, source: &Pencilmarks, current: &Pencilmarks) -> Vec<Candidate> {
    let mut because = Vec::new();
    for &(candidate, is_on, cause) in hint.targets.iter().flatten() {
        if !is_on {
            continue;
        }
        // That these are all the candidates of a cell, or all the places in a house, has its reasons too.
        let cause = match (cause, hint.kind) {
            (Cause::Assumption, Kind::Cell(_)) => Cause::Cell,
            (Cause::Assumption, Kind::House(house)) => Cause::House(house.kind()),
            _ => cause,
        };
        for gone in gone_before(candidate, cause, source, current) {
            if !because.contains(&gone) {
                because.push(gone);
            }
        }
    }
    because
}
