//! What is printed: aligned tables for people, one JSON array for machines.

use std::fs;
use std::io::{self, Write};

use serde::Serialize;

use crate::engines::EngineKind;

/// How many times as fast as the best peer each engine is, given the times that they take for the same work.
pub(crate) fn ratios_to_best_peer(engines: &[(EngineKind, f64)]) -> Vec<Option<f64>> {
    let peers = engines.iter().filter(|(kind, _)| *kind == EngineKind::Peer);
    let best = peers.map(|&(_, time)| time).min_by(f64::total_cmp);
    engines.iter().map(|(_, time)| best.map(|best| best / time)).collect()
}

/// Aligns columns: the first and the last, names and notes, to the left, the numbers between them to the right.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let mut text = String::new();
    for row in std::iter::once(&head).chain(rows) {
        let cells: Vec<String> = (row.iter().zip(&widths).enumerate())
            .map(|(column, (cell, &width))| {
                let left = column == 0 || column + 1 == row.len();
                if left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            })
            .collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A ratio as people read it; `-` where there is no peer.
pub(crate) fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"))
}

/// One JSON array, and a line end.
pub(crate) fn json(rows: &[impl Serialize]) -> serde_json::Result<String> {
    serde_json::to_string_pretty(rows).map(|text| text + "\n")
}

/// Writes a result to stdout at once.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// The name of the processor, where the system tells it: figures mean little without.
pub(crate) fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model_name(&info).unwrap_or("a processor of unknown name").to_owned()
}

fn model_name(info: &str) -> Option<&str> {
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_peer_is_the_measure_of_all() {
        let engines =
            [(EngineKind::Ours, 2.0), (EngineKind::Peer, 400.0), (EngineKind::Peer, 4.0), (EngineKind::Ours, 0.25)];
        assert_eq!(ratios_to_best_peer(&engines), [Some(2.0), Some(0.01), Some(1.0), Some(16.0)]);
        assert_eq!(ratios_to_best_peer(&engines[..1]), [None]);
    }

    #[test]
    fn columns_are_aligned_and_lines_have_no_trailing_blanks() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [row(["single", "49158", "2.5", ""]), row(["rustoku", "768", "1234.5", "every 64th"])];
        let expected = "\
engine   puzzles  us/puzzle
single     49158        2.5
rustoku      768     1234.5  every 64th
";
        assert_eq!(table(&["engine", "puzzles", "us/puzzle", ""], &rows), expected);
    }

    #[test]
    fn the_processor_has_the_name_that_the_system_gives_it() {
        let info = "processor\t: 0\nvendor_id\t: Some\nmodel name\t: Some Processor @ 2.00GHz\n\nprocessor\t: 1\n";
        assert_eq!(model_name(info), Some("Some Processor @ 2.00GHz"));
        assert_eq!(model_name(""), None);
    }
}
