//! `hodoku-score`: the score in HoDoKu.

use minirow_table::ScaleSet;

use super::te::whole_value;
use crate::spec::{Constraint, allows};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "hodoku-score",
    help: "Keep only puzzles whose score in HoDoKu is in this range",
    details: "Half of all random puzzles have a score below 500. The columns of --scale hodoku are added.",
    example: "300..=500",
    scales: |_| ScaleSet::HODOKU,
    accepts_ratings: |spec, row| allows(spec.hodoku_score, whole_value(row, "hodoku_score")),
    ..Constraint::RANGE
};
