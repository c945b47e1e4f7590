//! `compare solve`: every puzzle of a file is checked for uniqueness by every engine.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::ensure;
use minirow_core::{Grid, Solution};
use serde::Serialize;

use crate::engines::{self, Answer, Decide, EngineKind, Solver, single};
use crate::puzzles::{self, Puzzles};
use crate::rounds::{self, Plan, Times};
use crate::{report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare solve datasets/csv/train.csv
  compare solve hardest.txt --rounds 15 --json > hardest.json
  compare solve easy.txt --reference --budget 1";

/// Checks puzzles for uniqueness, one file after the other.
///
/// A round of an engine is one pass over the file: every puzzle is searched until it is clear if it has exactly one
/// solution. Reading the file, and turning the grids into the engine's own type, is done before the clock starts.
///
/// An engine too slow for the time budget does every second puzzle, every fourth, and so on; the table says which.
///
/// Before the rounds, all answers are compared, solutions included, and a part of them (all, if the budget allows it)
/// with those of the plain reference solver; after each round, its verdicts are. The first disagreement ends the run with
/// exit status 1.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Grids in any text form; `-` for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    plan: Plan,
    /// Measure the reference solver too, which is slow.
    #[arg(long)]
    reference: bool,
    /// Print one JSON array instead of tables.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    // All of them are read before the first is measured, so that a wrong name is reported at once.
    let files = args.files.iter().map(|path| {
        let file = puzzles::read(path)?;
        anyhow::Ok((format!("{}: {} grids", file.name, file.grids.len()), file))
    });
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let solvers: Vec<&Solver> = engines::solvers().chain(args.reference.then_some(&single::REFERENCE)).collect();
    let heading =
        format!("{}, one core unless it says otherwise, median of {} rounds", report::processor(), args.plan.rounds);
    report::print_rows(args.json, &heading, &files, |file| measure(file, &solvers, &args.plan), rows_as_table)
}

/// The figures of an engine for a file.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct Row {
    file: String,
    pub(crate) engine: &'static str,
    pub(crate) kind: EngineKind,
    /// The number of puzzles that the engine has decided.
    puzzles: usize,
    /// The engine has decided every n-th puzzle: 1 stands for all.
    every: usize,
    pub(crate) us_per_puzzle: f64,
    fastest_us: f64,
    slowest_us: f64,
    pub(crate) ratio_to_best_peer: Option<f64>,
}

/// The part of a file that an engine decides, loaded.
struct Run<'a> {
    solver: &'a Solver,
    every: usize,
    decide: Box<Decide>,
    verdicts: Vec<bool>,
}

impl<'a> Run<'a> {
    fn new(solver: &'a Solver, grids: &[Grid], every: usize) -> Run<'a> {
        let sample: Vec<Grid> = grids.iter().step_by(every).copied().collect();
        Run { solver, every, decide: (solver.load)(&sample), verdicts: vec![false; sample.len()] }
    }

    /// Loads the part that a round has time for.
    fn within_budget(solver: &'a Solver, grids: &[Grid], budget: Duration) -> anyhow::Result<Run<'a>> {
        let every = rounds::thinning(grids.len(), budget, |every| Ok(Run::new(solver, grids, every).time()))?;
        Ok(Run::new(solver, grids, every))
    }

    fn time(&mut self) -> Duration {
        let start = Instant::now();
        (self.decide)(&mut self.verdicts);
        start.elapsed()
    }

    /// Compares the verdicts of the last round with the answers to the whole file.
    fn check_verdicts(&self, puzzles: &Puzzles, answers: &[Answer]) -> anyhow::Result<()> {
        for (number, &verdict) in self.verdicts.iter().enumerate() {
            let index = number * self.every;
            ensure!(
                verdict == answers[index].is_unique(),
                "{}: {} takes it for {}, but it has {}: {}",
                puzzles.place(index),
                self.solver.name,
                if verdict { "a proper puzzle" } else { "none" },
                answers[index],
                puzzles.grids[index],
            );
        }
        Ok(())
    }

    /// Compares the whole answers of the solver.
    fn check_answers(&self, puzzles: &Puzzles, answers: &[Answer]) -> anyhow::Result<()> {
        for (index, grid) in puzzles.grids.iter().enumerate().step_by(self.every) {
            let answer = (self.solver.answer)(grid);
            ensure!(
                answer == answers[index],
                "{}: {} finds {answer}, but {} finds {}: {grid}",
                puzzles.place(index),
                self.solver.name,
                single::BITMASK.name,
                answers[index],
            );
        }
        Ok(())
    }
}

/// Returns the answers that all others are compared with: those of the bitmask solver. Its solutions are checked here.
fn first_answers(puzzles: &Puzzles) -> anyhow::Result<Vec<Answer>> {
    let answers = puzzles.grids.iter().enumerate().map(|(index, grid)| {
        let answer = (single::BITMASK.answer)(grid);
        if let Answer::One(solution) = answer {
            let right = Solution::new(solution).is_ok_and(|solution| solution.completes(grid));
            ensure!(right, "{}: {} is no solution of {grid}", puzzles.place(index), solution);
        }
        Ok(answer)
    });
    answers.collect()
}

/// Measures solvers, after their answers are checked.
///
/// # Errors
/// At the first wrong answer.
pub(crate) fn measure(puzzles: &Puzzles, solvers: &[&Solver], plan: &Plan) -> anyhow::Result<Vec<Row>> {
    let total = puzzles.grids.len();
    say(&format!("{}: checking the answers to {total} grids", puzzles.name));
    let answers = first_answers(puzzles)?;
    let referee = Run::within_budget(&single::REFERENCE, &puzzles.grids, plan.budget)?;
    referee.check_answers(puzzles, &answers)?;
    say(&format!("{}: the reference solver agrees on {}", puzzles.name, referee.verdicts.len()));
    let runs = solvers.iter().map(|solver| Run::within_budget(solver, &puzzles.grids, plan.budget));
    let mut runs = runs.collect::<anyhow::Result<Vec<Run>>>()?;
    for run in &runs {
        run.check_answers(puzzles, &answers)?;
    }
    say(&format!("{}: measuring", puzzles.name));
    let times = rounds::interleave(&mut runs, plan.rounds, |run, _| {
        run.verdicts.fill(false);
        let time = run.time();
        run.check_verdicts(puzzles, &answers)?;
        Ok(time)
    })?;
    Ok(rows(&puzzles.name, &runs, &times))
}

fn rows(file: &str, runs: &[Run], times: &[Times]) -> Vec<Row> {
    let each = |run: &Run, time: Duration| time.as_secs_f64() * 1e6 / run.verdicts.len() as f64;
    let medians = runs.iter().zip(times).map(|(run, times)| (run.solver.kind, each(run, times.median())));
    let ratios = report::ratios_to_best_peer(&medians.collect::<Vec<_>>());
    let row = |((run, times), ratio_to_best_peer): ((&Run, &Times), Option<f64>)| Row {
        file: file.to_owned(),
        engine: run.solver.name,
        kind: run.solver.kind,
        puzzles: run.verdicts.len(),
        every: run.every,
        us_per_puzzle: each(run, times.median()),
        fastest_us: each(run, times.fastest()),
        slowest_us: each(run, times.slowest()),
        ratio_to_best_peer,
    };
    runs.iter().zip(times).zip(ratios).map(row).collect()
}

fn rows_as_table(rows: &[Row]) -> String {
    let head = ["engine", "puzzles", "us/puzzle", "fastest..slowest", "to best peer", ""];
    let cells = |row: &Row| {
        vec![
            row.engine.to_owned(),
            row.puzzles.to_string(),
            format!("{:.3}", row.us_per_puzzle),
            format!("{:.3}..{:.3}", row.fastest_us, row.slowest_us),
            report::ratio(row.ratio_to_best_peer),
            if row.every > 1 { format!("1 puzzle in {}", row.every) } else { String::new() },
        ]
    };
    table::plain(&head, &rows.iter().map(cells).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use minirow_formats::Fields;

    use super::*;
    use crate::engines::{rustoku, sudoku};

    fn fixed_rows() -> Vec<Row> {
        let milliseconds = |numbers: [u64; 3]| Times::new(numbers.map(Duration::from_millis).to_vec());
        let grids = [Grid::EMPTY; 1000];
        let runs = [(&single::SINGLE, 1), (&sudoku::SOLVER, 1), (&rustoku::SOLVER, 4)];
        let runs = runs.map(|(solver, every)| Run::new(solver, &grids, every));
        rows("some.txt", &runs, &[[2, 3, 2], [5, 5, 4], [900, 1000, 1100]].map(milliseconds))
    }

    #[test]
    fn the_table_has_a_line_for_each_engine() {
        let expected = "\
engine   puzzles  us/puzzle    fastest..slowest  to best peer
single      1000      2.000        2.000..3.000         2.500
sudoku      1000      5.000        4.000..5.000         1.000
rustoku      250   4000.000  3600.000..4400.000         0.001  1 puzzle in 4
";
        assert_eq!(rows_as_table(&fixed_rows()), expected);
    }

    #[test]
    fn json_has_the_fields_that_readers_rely_on() {
        let json: serde_json::Value = serde_json::from_str(&report::json(&fixed_rows()).unwrap()).unwrap();
        let expected = serde_json::json!({
            "file": "some.txt", "engine": "single", "kind": "ours", "puzzles": 1000, "every": 1,
            "us_per_puzzle": 2.0, "fastest_us": 2.0, "slowest_us": 3.0, "ratio_to_best_peer": 2.5,
        });
        assert_eq!(json[0], expected);
        assert_eq!(json[2]["kind"], "peer");
        assert_eq!(json[2]["puzzles"], 250);
    }

    #[test]
    fn a_wrong_answer_is_an_error_that_names_the_puzzle() {
        let wrong = Solver {
            name: "wrong",
            kind: EngineKind::Peer,
            available: || true,
            load: |_| Box::new(|unique| unique.fill(true)),
            answer: |_| Answer::NoSolution,
        };
        let puzzles = Puzzles {
            name: "some.txt".to_owned(),
            lines: vec![7],
            grids: vec![Grid::EMPTY],
            fields: vec![Fields::NONE],
        };
        let answers = first_answers(&puzzles).unwrap();
        let mut run = Run::new(&wrong, &puzzles.grids, 1);
        run.time();
        let blank = Grid::EMPTY;
        assert_eq!(
            run.check_verdicts(&puzzles, &answers).unwrap_err().to_string(),
            format!("some.txt:7: wrong takes it for a proper puzzle, but it has several solutions: {blank}")
        );
        assert_eq!(
            run.check_answers(&puzzles, &answers).unwrap_err().to_string(),
            format!("some.txt:7: wrong finds no solution, but bitmask finds several solutions: {blank}")
        );
    }
}
