//! Advanced deductions: conclusions of other techniques after a propagation has removed candidates.

use minirow_core::Candidate;
use minirow_grade::Pencilmarks;

use super::hints::{Hint, Kind, without_repetitions};
use super::links::gone_before;
use super::node::Cause;
use super::{Engine, hints, patterns};

/// Candidates found to be false, because others are.
#[derive(Clone, Debug)]
pub(crate) struct Deduction {
    /// The candidates, in the order of Sudoku Explainer.
    pub(crate) removed: Vec<Candidate>,
    /// The candidates that had to be removed first.
    pub(crate) because: Vec<Candidate>,
    /// The nested hint, if a chain found them.
    pub(crate) nested: Option<Hint>,
}

/// A technique: its deductions in `current` that depend on candidates removed since `source`.
type Rule = fn(&Pencilmarks, &Pencilmarks) -> Vec<Deduction>;

/// Returns the deductions of the first technique that has any.
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
        // Deductions that do not depend on the propagation are not part of it.
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

/// Returns the removed candidates that allowed true candidates of the chains to be the last of their cells or houses.
fn because(hint: &Hint, source: &Pencilmarks, current: &Pencilmarks) -> Vec<Candidate> {
    let mut because = Vec::new();
    for &(candidate, is_on, cause) in hint.targets.iter().flatten() {
        if !is_on {
            continue;
        }
        // The same holds for chains from all candidates of a cell or all places in a house.
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
