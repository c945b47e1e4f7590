//! What is counted for the card: how many rows there are of each kind, by split, and by weight where there is one.

use std::collections::BTreeMap;
use std::str::FromStr;

use minirow_grade::Level;

use super::classify::Columns;

/// The counts of all splits.
pub(super) struct Tally {
    /// Rows by split.
    pub(super) puzzles: Vec<u64>,
    pub(super) levels: Counts<Level>,
    /// By half points: 2 is 1.0 to 1.4.
    pub(super) er: Counts<u32>,
    pub(super) clues: Counts<usize>,
    pub(super) backdoors: Counts<u8>,
    pub(super) nodes: Counts<Nodes>,
    pub(super) hardest: Counts<String>,
    /// Whether there are weights.
    pub(super) has_weights: bool,
    places: Places,
}

struct Places {
    level: Option<usize>,
    er: Option<usize>,
    clues: Option<usize>,
    backdoor: Option<usize>,
    nodes: Option<usize>,
    hardest: Option<usize>,
    weight: Option<usize>,
}

/// Numbers of nodes that are told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nodes {
    Exactly(u64),
    /// From 2^n to 2^(n + 1) - 1.
    Doubling(u32),
}

impl From<u64> for Nodes {
    fn from(nodes: u64) -> Nodes {
        if nodes < 4 { Nodes::Exactly(nodes) } else { Nodes::Doubling(nodes.ilog2()) }
    }
}

impl std::fmt::Display for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Nodes::Exactly(nodes) => write!(f, "{nodes}"),
            Nodes::Doubling(exponent) => write!(f, "{} - {}", 1_u64 << exponent, (2_u64 << exponent) - 1),
        }
    }
}

/// How many rows there are of each kind.
pub(super) struct Counts<K>(pub(super) BTreeMap<K, Count>);

/// Rows by split; their weight, and that squared.
pub(super) struct Count {
    pub(super) rows: Vec<u64>,
    pub(super) weight: f64,
    pub(super) squares: f64,
}

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts(BTreeMap::new())
    }
}

impl<K: Ord> Counts<K> {
    fn add(&mut self, kind: Option<K>, (split, splits): (usize, usize), weight: f64) {
        let Some(kind) = kind else { return };
        let nothing = || Count { rows: vec![0; splits], weight: 0.0, squares: 0.0 };
        let count = self.0.entry(kind).or_insert_with(nothing);
        count.rows[split] += 1;
        count.weight += weight;
        count.squares += weight * weight;
    }
}

impl Tally {
    pub(super) fn new(columns: &Columns, splits: usize) -> Tally {
        let place = |wanted: &str| columns.names().position(|name| name == wanted);
        let places = Places {
            level: place("level"),
            er: place("er"),
            clues: place("clues"),
            backdoor: place("backdoor"),
            nodes: place("nodes"),
            hardest: place("hardest"),
            weight: place("weight"),
        };
        Tally {
            puzzles: vec![0; splits],
            levels: Counts::default(),
            er: Counts::default(),
            clues: Counts::default(),
            backdoors: Counts::default(),
            nodes: Counts::default(),
            hardest: Counts::default(),
            has_weights: places.weight.is_some(),
            places,
        }
    }

    /// Takes a row into account.
    pub(super) fn add(&mut self, split: usize, row: &[String]) {
        fn read<T: FromStr>(row: &[String], place: Option<usize>) -> Option<T> {
            row.get(place?)?.parse().ok()
        }
        let at = (split, self.puzzles.len());
        let places = &self.places;
        let weight = read(row, places.weight).unwrap_or(1.0);
        self.puzzles[split] += 1;
        self.levels.add(read(row, places.level), at, weight);
        let er: Option<f64> = read(row, places.er);
        self.er.add(er.map(|er| ((er * 10.0).round() / 5.0) as u32), at, weight);
        self.clues.add(read(row, places.clues), at, weight);
        self.backdoors.add(read(row, places.backdoor), at, weight);
        self.nodes.add(read::<u64>(row, places.nodes).map(Nodes::from), at, weight);
        self.hardest.add(read(row, places.hardest).filter(|slug: &String| !slug.is_empty()), at, weight);
    }
}
