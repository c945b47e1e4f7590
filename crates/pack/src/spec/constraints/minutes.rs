//! `minutes`: the estimated solving time.

use minirow_table::{MOST_MINUTES, ScaleSet};

use crate::spec::{Constraint, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "minutes",
    help: "Keep only puzzles whose estimated solving time is in this range",
    details: "Minutes are written in tenths, as in 5.0..=8.0. The columns of --scale minutes are added.",
    example: "5.0..=8.0",
    scales: |_| ScaleSet::MINUTES,
    accepts_ratings: |spec, row| allows(spec.minutes, row.scales.get("minutes").tenths(MOST_MINUTES)),
    ..Constraint::RATINGS
};
