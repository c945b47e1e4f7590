//! The choice among all steps of a technique: HoDoKu sorts them and takes the first.

use std::cmp::Ordering;

use minirow_core::{Candidate, DigitSet};

/// A step that was found, as far as the choice depends on it.
pub(crate) struct Finding<T> {
    /// Tells apart types of steps.
    pub(crate) kind: u8,
    /// The eliminations, ascending by digit and cell, without duplicates.
    pub(crate) eliminations: Vec<Candidate>,
    /// The number of nodes of all chains.
    pub(crate) length: usize,
    /// The digits of the step, if steps of its technique have any.
    pub(crate) digits: DigitSet,
    /// The rest.
    pub(crate) data: T,
}

impl<T> Finding<T> {
    /// Returns the sum by which steps with different eliminations are ordered.
    fn sum(&self) -> usize {
        sum(&self.eliminations)
    }

    /// Compares two steps. The order is not transitive: steps with the same sum are equal.
    fn compare(&self, other: &Finding<T>) -> Ordering {
        let more = other.eliminations.len().cmp(&self.eliminations.len());
        if more.is_ne() {
            return more;
        }
        if self.kind != other.kind || self.eliminations != other.eliminations {
            return self.sum().cmp(&other.sum());
        }
        let shorter = self.length.cmp(&other.length);
        if shorter.is_ne() || self.digits == other.digits {
            return shorter;
        }
        let sum = |digits: DigitSet| digits.iter().map(minirow_core::Digit::get).sum::<u8>();
        sum(self.digits).cmp(&sum(other.digits))
    }
}

/// Returns the sum by which HoDoKu orders lists of eliminations.
pub(crate) fn sum(eliminations: &[Candidate]) -> usize {
    let weighted = eliminations.iter().enumerate();
    weighted.map(|(i, candidate)| candidate.cell.index() * (1 + 80 * i) + usize::from(candidate.digit.get())).sum()
}

/// Orders eliminations by digit and cell, and removes duplicates.
pub(crate) fn sort(eliminations: &mut Vec<Candidate>) {
    eliminations.sort_unstable_by_key(|candidate| (candidate.digit, candidate.cell));
    eliminations.dedup();
}

/// Returns the step that comes first when the steps are sorted.
pub(crate) fn first<T>(findings: Vec<Finding<T>>) -> Option<Finding<T>> {
    let place = if findings.len() < 32 { first_of_few(&findings) } else { first_of_many(&findings) }?;
    findings.into_iter().nth(place)
}

fn first_of_many<T>(findings: &[Finding<T>]) -> Option<usize> {
    (0..findings.len()).reduce(
        |best, place| {
            if findings[place].compare(&findings[best]).is_lt() { place } else { best }
        },
    )
}

/// Sorts up to 31 steps as TimSort does: a run at the start, and binary insertion of the rest.
fn first_of_few<T>(findings: &[Finding<T>]) -> Option<usize> {
    let is_less = |one: usize, other: usize| findings[one].compare(&findings[other]).is_lt();
    let mut sorted: Vec<usize> = Vec::new();
    let descends = findings.len() > 1 && is_less(1, 0);
    let run = 1 + (1..findings.len()).take_while(|&place| is_less(place, place - 1) == descends).count();
    sorted.extend(0..run.min(findings.len()));
    if descends {
        sorted.reverse();
    }
    for place in sorted.len()..findings.len() {
        let (mut left, mut right) = (0, place);
        while left < right {
            let middle = (left + right) / 2;
            if is_less(place, sorted[middle]) {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        sorted.insert(left, place);
    }
    sorted.first().copied()
}
