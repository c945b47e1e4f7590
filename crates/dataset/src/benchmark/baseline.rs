//! Baselines of the benchmark, which need no model.

use std::fmt;

use minirow_core::singles;
use minirow_files::ordered;
use minirow_grade::{Level, Limits, path_within};
use minirow_table::Run;
use serde::Serialize;
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::report::whole_percent;
use super::{Benchmark, BenchmarkPuzzle, BenchmarkScore};
use crate::error::{Error, Result};
use crate::tables_page::{Table, TableRow, TablesPage, json_line};

/// A way to make predictions without a model.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Baseline {
    /// The clues as they are.
    Clues,
    /// Naked and hidden singles.
    Singles,
    /// Techniques up to ER 1.5.
    Easy,
    /// Techniques up to ER 2.5.
    Medium,
    /// Techniques up to ER 4.0.
    Hard,
    /// Techniques up to ER 6.2.
    Expert,
    /// Techniques up to ER 7.9.
    Diabolical,
    /// The solver, which solves every puzzle.
    Solver,
}

impl Baseline {
    /// All baselines.
    pub const ALL: [Baseline; 8] = *Baseline::VARIANTS.as_array().expect("eight baselines");

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the prediction for a puzzle: 81 characters, `.` for a cell without a digit.
    ///
    /// ```
    /// use minirow_dataset::{Baseline, Benchmark};
    ///
    /// let puzzle = &Benchmark::standard().puzzles()[0].puzzle; // ER 1.2
    /// assert_eq!(Baseline::Clues.predict(puzzle), puzzle.clues().to_string());
    /// assert_eq!(Baseline::Easy.predict(puzzle), puzzle.solution().to_string());
    /// ```
    pub fn predict(self, puzzle: &minirow_core::Puzzle) -> String {
        let up_to = |level: Level| {
            let limits = Limits { max_er: Some(*level.range().end()), ..Limits::default() };
            let mut path = path_within(puzzle, limits);
            path.by_ref().for_each(drop);
            path.pencilmarks().values().to_string()
        };
        match self {
            Baseline::Clues => puzzle.clues().to_string(),
            Baseline::Singles => {
                singles::propagate(puzzle.clues()).expect("a puzzle has no contradiction").singles().to_string()
            }
            Baseline::Easy => up_to(Level::Easy),
            Baseline::Medium => up_to(Level::Medium),
            Baseline::Hard => up_to(Level::Hard),
            Baseline::Expert => up_to(Level::Expert),
            Baseline::Diabolical => up_to(Level::Diabolical),
            Baseline::Solver => puzzle.solution().to_string(),
        }
    }

    /// Scores the predictions of the baseline for all puzzles of the set.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the caller has asked to stop.
    pub fn score(self, set: &Benchmark, run: &Run) -> Result<BenchmarkScore> {
        let mut predictions = Vec::with_capacity(set.puzzles().len());
        let predict = |of: &BenchmarkPuzzle| run.interrupt.stops_ratings(|| self.predict(&of.puzzle));
        ordered::map(set.puzzles().iter(), run.threads, predict, |lot| {
            run.interrupt.check(Error::Interrupted)?;
            predictions.extend(lot.into_iter().map(Some));
            Ok::<_, Error>(())
        })?;
        run.interrupt.check(Error::Interrupted)?;
        Ok(BenchmarkScore::new(set, &predictions, vec![format!("baseline {}", self.name())]))
    }
}

/// The scores of all baselines. They are shown as a table; serialized, they are the JSON of the command.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Baselines(pub Vec<BenchmarkScore>);

impl Baselines {
    /// Scores all baselines.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the caller has asked to stop.
    pub fn of(set: &Benchmark, run: &Run) -> Result<Baselines> {
        run.observer.begin("baselines", Some(Baseline::ALL.len() as u64));
        let score = |baseline: Baseline| {
            let score = baseline.score(set, run);
            run.observer.advance(1);
            score
        };
        let scores = Baseline::ALL.into_iter().map(score).collect::<Result<_>>();
        run.observer.end();
        Ok(Baselines(scores?))
    }

    /// Returns the scores as a JSON array on a line.
    pub fn json(&self) -> String {
        json_line(self)
    }

    /// Returns the scores as an HTML page.
    pub fn page(&self) -> String {
        let title = format!("Baselines of {}", super::BENCHMARK);
        TablesPage { title, tables: vec![self.table()], list_title: "", list: Vec::new() }.html()
    }

    /// Returns the shares of solved puzzles: a row for each band, a column for each baseline.
    fn table(&self) -> Table {
        let row = |name: &str, share: &dyn Fn(&BenchmarkScore) -> f64| {
            let shares = self.0.iter().map(|score| whole_percent(share(score)));
            TableRow::from([name.to_string()].into_iter().chain(shares).collect::<Vec<_>>())
        };
        let bands = self.0.first().map_or(0, |score| score.bands.len());
        let bands = (0..bands).map(|place| row(&self.0[0].bands[place].name, &|score| score.bands[place].solved_share));
        let totals =
            [row("solved", &|score| score.all.solved_share), row("cells right", &|score| score.all.cells_share)];
        Table {
            is_wide: true,
            columns: ["ER"].into_iter().chain(Baseline::ALL.map(Baseline::name)).collect(),
            rows: bands.chain(totals).collect(),
            ..Table::new("Solved puzzles in percent, by ER")
        }
    }
}

impl fmt::Display for Baselines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.table().text())
    }
}
