//! Puzzles with measured solving times.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, ensure};
use minirow_core::{Grid, Puzzle};
use serde::Deserialize;

/// A puzzle with the mean time of the people who completed it.
pub(super) struct Measured {
    pub(super) puzzle: Puzzle,
    /// The number of people.
    pub(super) players: f64,
    pub(super) seconds: f64,
    /// The published difficulty relative to other puzzles, by time.
    pub(super) d_to: Option<f64>,
}

#[derive(Deserialize)]
struct Record {
    puzzle: String,
    players: u32,
    mean_seconds: f64,
    d_to: Option<f64>,
}

/// Reads a CSV file.
///
/// # Errors
/// The file and line that cannot be read, and the reason. A fit needs 20 puzzles.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Measured>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    let mut reader = csv::Reader::from_reader(file);
    let mut measured = Vec::new();
    let columns = reader.headers().with_context(|| format!("{name}"))?.clone();
    for record in reader.records() {
        let record = record.with_context(|| format!("{name}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let place = || format!("{name}:{line}");
        let record: Record = record.deserialize(Some(&columns)).with_context(place)?;
        ensure!(record.players > 0, "{}: players is 0, expected at least 1", place());
        let seconds = record.mean_seconds;
        ensure!(
            seconds.is_finite() && seconds > 0.0,
            "{}: mean_seconds is {seconds}, expected a positive number",
            place()
        );
        let grid: Grid = record.puzzle.parse().with_context(place)?;
        let puzzle = Puzzle::new(grid).with_context(place)?;
        ensure!(grid.clue_count() < 81, "{}: the grid is solved, expected empty cells", place());
        measured.push(Measured { puzzle, players: f64::from(record.players), seconds, d_to: record.d_to });
    }
    ensure!(measured.len() >= 20, "{name}: {} puzzles, expected at least 20", measured.len());
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(rows: &str) -> String {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("puzzle,players,mean_seconds,d_to\n{rows}")).unwrap();
        let error = read(file.path()).err().map(|error| format!("{error:#}")).unwrap();
        error.replace(&file.path().display().to_string(), "times.csv")
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert_eq!(error(&format!("{puzzle},9,100,\n")), "times.csv: 1 puzzles, expected at least 20");
        assert_eq!(error(&format!("{puzzle},0,100,\n")), "times.csv:2: players is 0, expected at least 1");
        let text = error(&format!("{puzzle},9,100,\n{puzzle},9,-1,\n"));
        assert_eq!(text, "times.csv:3: mean_seconds is -1, expected a positive number");
        assert!(error(&format!("{},9,100,\n", ".".repeat(81))).starts_with("times.csv:2: several solutions"));
        assert!(error("53,9,100,\n").starts_with("times.csv:2: "));
        assert!(error(&format!("{puzzle},many,100,\n")).starts_with("times.csv:2: "));
    }
}
