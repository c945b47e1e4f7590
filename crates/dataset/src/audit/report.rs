//! The report of an audit: as text, as JSON, and as a page.

use std::collections::BTreeMap;
use std::fmt;

use minirow_table::grouped;
use minirow_text::one_line;
use serde::Serialize;

use super::{FindingKind, RatedLevel, RatedSample, SplitRows};
use crate::counted::{counted, percent};
use crate::tables_page::{Table, TableRow, TablesPage, json_line};

/// The numbers of an audit. It is shown as a summary, a line for each subject; serialized, it is the JSON of the command.
#[derive(Serialize, Clone, PartialEq, Default, Debug)]
pub struct AuditReport {
    /// The files.
    pub files: Vec<String>,
    /// Files with the rows of others in another format, which were not audited.
    pub copies: u64,
    /// Files with rows that could not be audited.
    pub left_out: u64,
    /// All rows, with those that hold no grid.
    pub rows: u64,
    /// Rows that hold no grid.
    pub unreadable: u64,
    /// Rows whose puzzle has exactly one solution.
    pub proper: u64,
    /// Rows whose puzzle has no solution.
    pub unsolvable: u64,
    /// Rows whose puzzle has several solutions.
    pub ambiguous: u64,
    /// Proper puzzles of which no clue can be removed.
    pub minimal: u64,
    /// Rows that give a solution.
    pub with_solution: u64,
    /// Rows whose puzzle has a solution, but not the one that the row gives.
    pub wrong_solutions: u64,
    /// Rows with the clues of an earlier row, in the same cells.
    pub duplicates: u64,
    /// Rows whose puzzle is equivalent to that of an earlier row with another text.
    pub equivalent_duplicates: u64,
    /// Rows of which a row in an earlier split has the puzzle or the solution grid up to symmetry.
    pub leaks: u64,
    /// Rows of which a row in an earlier split has the puzzle up to symmetry.
    pub puzzle_leaks: u64,
    /// Rows of which a row in an earlier split has the solution grid up to symmetry.
    pub solution_leaks: u64,
    /// The leaks between each two splits that have some, in the order of the splits.
    pub leaks_between: Vec<SplitLeaks>,
    /// The splits: train, validation, test, and others by their names. Without splits, there are no leaks.
    pub splits: Vec<SplitRows>,
    /// The number of rows by clues.
    pub clues: BTreeMap<usize, u64>,
    /// The ratings of a sample of the proper puzzles.
    pub ratings: Option<RatedSample>,
}

/// The rows of a split that an earlier split has, too.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct SplitLeaks {
    /// The split.
    pub split: String,
    /// The earlier split.
    pub earlier: String,
    /// The number of rows of the split that hold a grid.
    pub rows: u64,
    /// Rows of the split of which the earlier one has the puzzle or the solution grid up to symmetry.
    pub leaks: u64,
    /// Rows of the split of which the earlier one has the puzzle up to symmetry.
    pub puzzle_leaks: u64,
    /// Rows of the split of which the earlier one has the solution grid up to symmetry.
    pub solution_leaks: u64,
}

impl SplitLeaks {
    fn text(&self) -> String {
        let SplitLeaks { split, earlier, rows, leaks, puzzle_leaks, solution_leaks } = self;
        let share = percent(*leaks as f64 / *rows as f64);
        let [rows, leaks, puzzle_leaks, solution_leaks] =
            [rows, leaks, puzzle_leaks, solution_leaks].map(|&n| grouped(n));
        let kinds = format!("by puzzle {puzzle_leaks}, by solution grid {solution_leaks}");
        format!("{split} rows that {earlier} has: {leaks} of {rows} ({share}); {kinds}")
    }
}

/// The largest number of pairs of splits in a summary.
const MOST_PAIRS: usize = 20;

impl AuditReport {
    /// Returns the report as a JSON object on a line.
    pub fn json(&self) -> String {
        json_line(self)
    }

    /// Returns the report as an HTML page, with examples of findings.
    pub fn page(&self, examples: &[String]) -> String {
        let files = match &self.files[..] {
            [file] => file.clone(),
            files => format!("{} files", files.len()),
        };
        let facts = self.lines().into_iter().filter(|(name, _)| !name.is_empty());
        let facts = facts.map(|(name, text)| vec![name.to_string(), text].into()).collect();
        let mut tables = vec![Table { is_wide: true, rows: facts, ..Table::new("At a glance") }];
        tables.extend(self.leaks_table());
        if let Some(sample) = &self.ratings {
            let row = |level: &RatedLevel| {
                let (low, high) = level.interval;
                TableRow::from(vec![
                    level.level.into(),
                    grouped(level.rated),
                    percent(level.share),
                    percent(low),
                    percent(high),
                ])
            };
            let columns = vec!["level", "rated", "share", "95 % from", "to"];
            let rows = sample.levels.iter().map(row).collect();
            tables.push(Table { columns, rows, ..Table::new("Levels of the rated puzzles") });
        }
        let readable = (self.rows - self.unreadable) as f64;
        let row = |(clues, &rows): (&usize, &u64)| {
            TableRow::from(vec![clues.to_string(), grouped(rows), percent(rows as f64 / readable)])
        };
        let columns = vec!["clues", "rows", "share"];
        tables.push(Table { columns, rows: self.clues.iter().map(row).collect(), ..Table::new("Clues") });
        let title = format!("Audit of {files}");
        TablesPage { title, tables, list_title: "Examples of findings", list: examples.to_vec() }.html()
    }

    /// Returns the leaks between each two splits that have some.
    fn leaks_table(&self) -> Option<Table> {
        let row = |leaks: &SplitLeaks| {
            let numbers = [leaks.leaks, leaks.rows, leaks.puzzle_leaks, leaks.solution_leaks].map(grouped);
            [leaks.split.clone(), leaks.earlier.clone()].into_iter().chain(numbers).collect::<Vec<_>>().into()
        };
        let columns = vec!["split", "earlier split", "leaks", "of rows", "by puzzle", "by solution grid"];
        let rows = self.leaks_between.iter().map(row).collect();
        let table = Table { columns, rows, is_wide: true, ..Table::new("Rows of a split that an earlier one has") };
        (!self.leaks_between.is_empty()).then_some(table)
    }

    /// Returns the number of a kind of findings.
    pub(super) fn number(&mut self, kind: FindingKind) -> &mut u64 {
        match kind {
            FindingKind::Unsolvable => &mut self.unsolvable,
            FindingKind::Ambiguous => &mut self.ambiguous,
            FindingKind::WrongSolution => &mut self.wrong_solutions,
            FindingKind::Duplicate => &mut self.duplicates,
            FindingKind::EquivalentDuplicate => &mut self.equivalent_duplicates,
            FindingKind::PuzzleLeak => &mut self.puzzle_leaks,
            FindingKind::SolutionLeak => &mut self.solution_leaks,
        }
    }

    /// Returns the lines of the summary: names, each with its text.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let of = |number: u64, all: u64| match number {
            0 => "none".to_string(),
            number => format!("{} ({})", grouped(number), percent(number as f64 / all as f64)),
        };
        let readable = self.rows - self.unreadable;
        let mut lines = vec![("rows", grouped(self.rows))];
        for (name, number) in [("copies", self.copies), ("left out", self.left_out)] {
            if number > 0 {
                lines.push((name, counted(number, "file")));
            }
        }
        if self.unreadable > 0 {
            lines.push(("no grid", of(self.unreadable, self.rows)));
        }
        lines.push(("one solution", of(self.proper, readable)));
        lines.push(("unsolvable", of(self.unsolvable, readable)));
        lines.push(("ambiguous", of(self.ambiguous, readable)));
        let solutions = match self.with_solution {
            0 => "not given".into(),
            all => format!("{} given, {} wrong", grouped(all), of(self.wrong_solutions, all)),
        };
        lines.push(("solutions", solutions));
        lines.push(("duplicates", of(self.duplicates, readable)));
        lines.push(("equivalent", of(self.equivalent_duplicates, readable)));
        lines.push(("minimal", if self.proper == 0 { "none".into() } else { of(self.minimal, self.proper) }));
        if let (Some((least, _)), Some((most, _))) = (self.clues.first_key_value(), self.clues.last_key_value()) {
            let total: u64 = self.clues.iter().map(|(&clues, rows)| clues as u64 * rows).sum();
            lines.push(("clues", format!("{least} to {most}, {:.1} on average", total as f64 / readable as f64)));
        }
        let splits: Vec<String> =
            self.splits.iter().map(|split| format!("{} {}", split.name, grouped(split.rows))).collect();
        lines.push(("splits", if splits.is_empty() { "none".into() } else { splits.join(", ") }));
        if splits.len() > 1 {
            let pairs = &self.leaks_between;
            let more = pairs.len().saturating_sub(MOST_PAIRS);
            let more =
                (more > 0).then(|| format!("and {} more pairs of splits, which --json lists", grouped(more as u64)));
            let texts = pairs.iter().take(MOST_PAIRS).map(SplitLeaks::text).chain(more);
            lines.push(("leaks", if pairs.is_empty() { "none".into() } else { counted(self.leaks, "row") }));
            lines.extend(texts.map(|text| ("", text)));
        }
        if let Some(sample) = &self.ratings {
            let RatedSample { rated, of, er_mean, er_mean_interval, er_min, er_median, er_max, .. } = sample;
            let interval = match er_mean_interval {
                Some((low, high)) => format!(" ({low:.2} to {high:.2} with 95 % confidence)"),
                None => String::new(),
            };
            let numbers = format!("{} of {} rated", grouped(*rated), counted(*of, "puzzle"));
            let mean = format!("mean ER {er_mean:.2}{interval}");
            lines.push(("ratings", format!("{numbers}: {mean}, median {er_median:.1}, {er_min:.1} to {er_max:.1}")));
            for level in &sample.levels {
                lines.push(("", level.text(rated < of)));
            }
        }
        lines
    }
}

impl RatedLevel {
    fn text(&self, is_sample: bool) -> String {
        let (low, high) = self.interval;
        let interval = if is_sample { format!(" ({} to {})", percent(low), percent(high)) } else { String::new() };
        format!("{:<11} {:>7}{interval}", self.level, percent(self.share))
    }
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().try_for_each(|(name, text)| writeln!(f, "{name:<14}{}", one_line(text)))
    }
}
