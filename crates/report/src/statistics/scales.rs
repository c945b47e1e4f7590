//! Comparisons of rating scales: rank correlations, and the cross table of ER and B.

use std::collections::BTreeMap;

use minirow_table::{Bucket, Column, Registry, ScalePair};

use crate::statistics::numbers::grouped;
use crate::statistics::pack::PackStatistics;

/// The B from which on all values share a column.
const HIGH_B: u64 = 8;

/// The width of a row of ER, in tenths.
const HALF_POINT: u64 = 5;

/// Returns the name of a rating for people, by its column: `ER`, `B`, `HoDoKu` or `minutes`.
pub(crate) fn rating_name(column: &str) -> String {
    match column {
        "hodoku_score" => "HoDoKu".into(),
        _ if column.len() <= 2 => column.to_uppercase(),
        _ => column.into(),
    }
}

/// Returns the name of a pair of ratings: `ER and B`.
pub(crate) fn pair_name(columns: [&str; 2]) -> String {
    columns.map(rating_name).join(" and ")
}

/// Returns `true` if numbers of a column are in tenths.
pub(crate) fn is_in_tenths(column: &str) -> bool {
    Registry::standard().find(column).is_some_and(Column::is_in_tenths)
}

/// The numbers of puzzles with each B, for each half point of ER.
pub(crate) struct CrossTable {
    pub(crate) title: String,
    /// The values of B.
    pub(crate) columns: Vec<String>,
    /// The ranges of ER, each with its numbers; empty for 0.
    pub(crate) rows: Vec<(String, Vec<String>)>,
}

/// Returns the cross table of ER and B of a pack that has both.
pub(crate) fn er_by_b(pack: &PackStatistics) -> Option<CrossTable> {
    let ScalePair { joint, .. } = pack.tally.scale_pairs().find(|pair| pair.columns == ["er", "b"])?;
    let mut rows: BTreeMap<u64, BTreeMap<u64, u64>> = BTreeMap::new();
    for (&(er, b), count) in joint.iter() {
        *rows.entry(er / HALF_POINT * HALF_POINT).or_default().entry(b.min(HIGH_B)).or_default() += count.rows;
    }
    let highest = rows.values().flat_map(BTreeMap::keys).copied().max()?;
    let row = |(er, numbers): (u64, BTreeMap<u64, u64>)| {
        let [first, last] = [er, er + HALF_POINT - 1].map(|tenths| Bucket::Tenths(tenths as u32));
        let number = |b: u64| numbers.get(&b).map(|&rows| grouped(rows)).unwrap_or_default();
        (format!("{first} - {last}"), (0..=highest).map(number).collect())
    };
    let column = |b: u64| if b == HIGH_B { format!("B {b}+") } else { format!("B {b}") };
    Some(CrossTable {
        title: format!("ER and B of {}, puzzles", pack.name),
        columns: (0..=highest).map(column).collect(),
        rows: rows.into_iter().map(row).collect(),
    })
}
