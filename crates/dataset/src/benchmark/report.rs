//! The report of a score: as text, as JSON, and as a page.

use std::fmt;

use minirow_table::grouped;
use minirow_text::one_line;

use super::{BENCHMARK, Benchmark, BenchmarkScore, GroupScore, Outcome};
use crate::counted::{counted, percent};
use crate::tables_page::{Bar, Table, TableRow, TablesPage, json_line};

/// Returns a share in whole percent. It is 0 or 100 only if it is exactly that.
pub(super) fn whole_percent(share: f64) -> String {
    match (100.0 * share).round() {
        0.0 if share > 0.0 => "<1".into(),
        100.0 if share < 1.0 => ">99".into(),
        whole => format!("{whole}"),
    }
}

impl BenchmarkScore {
    /// Returns the score as a JSON object on a line.
    pub fn json(&self) -> String {
        json_line(self)
    }

    /// Returns the score as an HTML page.
    pub fn page(&self) -> String {
        let facts = self.lines().into_iter().map(|(name, text)| vec![name.to_string(), text].into()).collect();
        let facts = Table { is_wide: true, rows: facts, ..Table::new("At a glance") };
        let rows = self.first_wrong.rows.iter().zip(1..).map(|(&predictions, row)| {
            let share = predictions as f64 / self.first_wrong.predictions.max(1) as f64;
            let cells = vec![format!("row {row}"), grouped(predictions), percent(share)];
            TableRow { cells, bar: Some(Bar::new(share, (share, share))) }
        });
        let first_wrong = Table {
            is_wide: true,
            columns: vec!["", "predictions", "share", ""],
            rows: rows.collect(),
            ..Table::new("Row of the first wrong cell")
        };
        let tables = [facts].into_iter().chain(self.tables()).chain([first_wrong]).collect();
        let title = format!("{BENCHMARK}: {}", self.sources.join(", "));
        let list = vec![
            "95 % is the Wilson interval of the share of solved puzzles. Puzzles without a prediction are not solved."
                .into(),
            "Cells right: the mean share of the cells without a clue that have the digit of the solution.".into(),
        ];
        TablesPage { title, tables, list_title: "How to read this page", list }.html()
    }

    /// Returns the outcome of each puzzle as CSV.
    pub fn puzzles_csv(&self, set: &Benchmark) -> String {
        let header = "id,puzzle,er,te,band,outcome,cells_right,first_wrong,clues_changed,illegal,incomplete\n";
        let line = |(of, score): (&super::BenchmarkPuzzle, &super::PuzzleScore)| {
            let first_wrong = score.first_wrong.map(|place| place.to_string()).unwrap_or_default();
            let id = of.row.id.as_deref().unwrap_or_default();
            format!(
                "{id},{},{},{},{},{},{},{first_wrong},{},{},{}\n",
                of.puzzle.clues(),
                of.er(),
                of.depth(),
                of.band().name,
                score.outcome.name(),
                score.cells_right,
                score.clues_changed,
                score.is_illegal,
                score.is_incomplete
            )
        };
        header.to_string() + &set.puzzles().iter().zip(&self.puzzles).map(line).collect::<String>()
    }

    /// Returns the lines of the summary: names, each with its text.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let all = &self.all;
        let of = |number: u64, rest: &str| match number {
            0 => "none".to_string(),
            number => format!("{}{rest}", counted(number, "prediction")),
        };
        let interval = |(low, high): (f64, f64)| format!("{} to {} with 95 % confidence", percent(low), percent(high));
        let is_grid = |outcome| matches!(outcome, Outcome::Solved | Outcome::Wrong);
        let grids = self.puzzles.iter().filter(|of| is_grid(of.outcome)).count() as u64;
        let mut lines = vec![
            ("benchmark", format!("{BENCHMARK}, {}", counted(all.puzzles, "puzzle"))),
            ("predictions", self.sources.join(", ")),
            (
                "solved",
                format!("{} ({}; {})", grouped(all.solved), percent(all.solved_share), interval(all.solved_interval)),
            ),
            ("cells right", format!("{} ({})", percent(all.cells_share), interval(all.cells_interval))),
            (
                "read",
                format!(
                    "{} grids, {} malformed, {} missing",
                    grouped(grids),
                    grouped(self.malformed),
                    grouped(self.missing)
                ),
            ),
            ("clues changed", of(self.clues_changed, &format!(", {}", counted(self.changed_cells, "cell")))),
            ("illegal", of(self.illegal, "")),
            ("incomplete", of(self.incomplete, "")),
        ];
        if let Some(mean) = self.first_wrong.mean {
            lines.push(("first wrong", format!("cell {mean:.1} of 81 on average")));
        }
        for (name, rows) in [("repeated", self.repeated), ("unknown", self.unknown)] {
            if rows > 0 {
                lines.push((name, format!("{}, which did not count", counted(rows, "row"))));
            }
        }
        lines
    }

    /// Returns the tables of the groups.
    fn tables(&self) -> [Table; 3] {
        [
            table("By ER", "ER", &self.bands),
            table("By T&E depth", "T&E", &self.depths),
            table("By hardest technique", "technique", &self.techniques),
        ]
    }
}

fn table(title: &'static str, name: &'static str, groups: &[GroupScore]) -> Table {
    let row = |group: &GroupScore| {
        let (low, high) = group.solved_interval;
        let shares = [group.solved_share, low, high, group.cells_share].map(percent);
        let cells = [group.name.clone(), grouped(group.puzzles), grouped(group.solved)].into_iter().chain(shares);
        TableRow { cells: cells.collect(), bar: Some(Bar::new(group.solved_share, group.solved_interval)) }
    };
    let columns = vec![name, "puzzles", "solved", "share", "95 % from", "to", "cells right", ""];
    Table { is_wide: true, columns, rows: groups.iter().map(row).collect(), ..Table::new(title) }
}

impl fmt::Display for BenchmarkScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().try_for_each(|(name, text)| writeln!(f, "{name:<15}{}", one_line(text)))?;
        self.tables().iter().try_for_each(|table| write!(f, "\n{}", table.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_all_is_not_all() {
        assert_eq!([0.0, 0.001, 0.014, 0.5, 0.999, 1.0].map(whole_percent), ["0", "<1", "1", "50", ">99", "100"]);
    }
}
