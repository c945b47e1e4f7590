//! The published times of peers that are not crates, and their table.

use std::sync::LazyLock;

use anyhow::Context;
use serde::Deserialize;

use super::page::Stamp;
use super::significant;
use crate::table;

/// `data/README.md` describes the columns.
const FILE: &str = include_str!("../../data/peers.csv");

/// A time of a program for a set of puzzles.
#[derive(Deserialize, Debug)]
pub(super) struct Time {
    pub(super) work: String,
    pub(super) puzzles: String,
    pub(super) program: String,
    us: f64,
    date: String,
    commit: String,
    processor: String,
}

/// All published times.
pub(super) static TIMES: LazyLock<Vec<Time>> = LazyLock::new(|| {
    let mut reader = csv::Reader::from_reader(FILE.as_bytes());
    reader.deserialize().map(|time| time.expect("a test reads the file")).collect()
});

impl Time {
    /// Returns how many times as fast as `program` this one was for the same puzzles.
    pub(super) fn times_as_fast_as(&self, program: &str) -> Option<f64> {
        let same =
            |other: &&Time| (&*other.work, &*other.puzzles, &*other.program) == (&*self.work, &*self.puzzles, program);
        Some(TIMES.iter().find(same)?.us / self.us)
    }

    /// Returns `true` for a program that is not Minirow.
    fn is_peer(&self) -> bool {
        self.program != "minirow"
    }
}

/// Returns the stamp of the published times.
pub(super) fn stamp() -> anyhow::Result<Stamp> {
    let Time { date, commit, processor, .. } = TIMES.first().context("no published times")?;
    let [date, commit, processor] = [date, commit, processor].map(Clone::clone);
    Ok(Stamp { date, commit, processor })
}

/// Returns the table of the published times of peers, each beside that of Minirow.
pub(super) fn table() -> anyhow::Result<String> {
    let mut rows = Vec::new();
    for peer in TIMES.iter().filter(|time| time.is_peer()) {
        let same = |time: &&Time| !time.is_peer() && time.work == peer.work && time.puzzles == peer.puzzles;
        let ours = TIMES.iter().find(same).context("a peer without the time of Minirow")?;
        let (unit, divisor) = if peer.us < 1e3 { ("us", 1.0) } else { ("ms", 1e3) };
        let [time, our_time] = [peer.us, ours.us].map(|us| format!("{} {unit}", significant(us / divisor)));
        let cells = [&peer.work, &peer.puzzles, &peer.program, &time, &our_time].map(Clone::clone);
        rows.push([&cells[..], &[significant(peer.us / ours.us), peer.date.clone()]].concat());
    }
    let head = ["work", "puzzles", "program", "time a puzzle", "Minirow", "times as fast", "date"];
    Ok(table::markdown(&head, &rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_peer_has_a_row_with_the_time_of_minirow() {
        let table = table().unwrap();
        assert_eq!(table.lines().count(), 2 + TIMES.iter().filter(|time| time.is_peer()).count());
        let row = table.lines().find(|row| row.contains("skfr") && row.contains("random")).unwrap();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[4..8], ["1.14 ms", "0.150 ms", "7.60", "2026-11-25"]);
    }

    #[test]
    fn a_ratio_is_that_of_times_for_the_same_puzzles() {
        let tdoku = TIMES.iter().find(|time| time.program == "tdoku" && time.puzzles == "top 1465").unwrap();
        assert_eq!(tdoku.times_as_fast_as("sudoku"), Some(10.8 / 8.7));
        assert_eq!(tdoku.times_as_fast_as("nobody"), None);
    }
}
