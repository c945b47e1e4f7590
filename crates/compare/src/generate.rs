//! `compare generate`: every engine makes minimal puzzles, without and with half-turn symmetry, and full grids.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use minirow_core::solver::{self, reference};
use minirow_core::{Grid, Solution};
use serde::Serialize;

use crate::engines::{EngineKind, MAKERS, Make, Maker, Work};
use crate::rounds::{self, Plan, Times};
use crate::{report, say, table};

const EXAMPLES: &str = "\
Examples:
  compare generate --count 5000
  compare generate --count 700 --seed 7 --json > generate.json";

/// Makes puzzles and full grids.
///
/// In each round, the engines make their shares of the puzzles in turns. The median round counts. An engine that is too
/// slow for the time budget makes fewer. The peer that takes no seed (rustoku) makes other puzzles every time.
///
/// After each round every puzzle is checked: it has one solution and the requested symmetry, and no clue can be removed
/// (with symmetry: no clue together with its partner). The first wrong puzzle ends the run with exit status 1.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzles of each kind for every engine to make, rounded up to full rounds.
    #[arg(long, value_name = "N", default_value_t = 1400, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,
    #[command(flatten)]
    pub(crate) plan: Plan,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON array instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let heading = format!("{}, one core, median of {} rounds", report::processor(), args.plan.rounds);
    let works = Work::ALL.map(|work| (work.name().to_owned(), work));
    report::print_rows(args.json, &heading, &works, |&work| measure(work, args), rows_as_table)
}

/// The figures of an engine for a kind of work.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct Row {
    pub(crate) engine: &'static str,
    pub(crate) kind: EngineKind,
    work: &'static str,
    /// The number of puzzles that were made in the measured rounds.
    puzzles: usize,
    pub(crate) per_second: f64,
    slowest_per_second: f64,
    fastest_per_second: f64,
    mean_clues: f64,
    pub(crate) ratio_to_best_peer: Option<f64>,
}

/// An engine that does a kind of work.
struct Run {
    maker: &'static Maker,
    make: Box<Make>,
    /// The number of puzzles that it makes in a round.
    share: usize,
    /// The number of puzzles that it has made in the measured rounds, and of their clues.
    made: usize,
    clues: usize,
}

impl Run {
    /// Prepares an engine if it does this work, and chooses the share that a round has time for.
    fn within_budget(maker: &'static Maker, work: Work, args: &Args) -> anyhow::Result<Option<Run>> {
        // Two of them, so that the trial does not change the puzzles of the rounds.
        let [trial, make] = [(); 2].map(|()| (maker.start)(work, args.seed));
        let (Some(mut trial), Some(make)) = (trial, make) else { return Ok(None) };
        let share = args.count.div_ceil(args.plan.rounds) as usize;
        let every = rounds::thinning(share, args.plan.budget, |every| {
            Ok(time(&mut *trial, share.div_ceil(every)).context(maker.name)?.0)
        })?;
        Ok(Some(Run { maker, make, share: share.div_ceil(every), made: 0, clues: 0 }))
    }
}

fn time(make: &mut Make, share: usize) -> anyhow::Result<(Duration, Vec<Grid>)> {
    let start = Instant::now();
    let grids = make(share)?;
    Ok((start.elapsed(), grids))
}

/// Measures the engines that do a kind of work, and checks each puzzle.
///
/// # Errors
/// At the first wrong puzzle.
pub(crate) fn measure(work: Work, args: &Args) -> anyhow::Result<Vec<Row>> {
    let runs = MAKERS.iter().filter_map(|maker| Run::within_budget(maker, work, args).transpose());
    let mut runs = runs.collect::<anyhow::Result<Vec<Run>>>()?;
    say(&format!("{}: measuring", work.name()));
    let times = rounds::interleave(&mut runs, args.plan.rounds, |run, counts| {
        let (time, grids) = time(&mut *run.make, run.share).context(run.maker.name)?;
        for grid in &grids {
            check(work, grid).with_context(|| format!("{} has made {grid}", run.maker.name))?;
        }
        if counts {
            run.made += grids.len();
            run.clues += grids.iter().map(Grid::clue_count).sum::<usize>();
        }
        Ok(time)
    })?;
    Ok(rows(work, &runs, &times))
}

/// Checks that a grid is a result of a kind of work.
fn check(work: Work, grid: &Grid) -> anyhow::Result<()> {
    let Some(symmetry) = work.symmetry() else {
        Solution::new(*grid)?;
        return Ok(());
    };
    let pattern = grid.pattern();
    ensure!(symmetry.holds(pattern), "its clues do not have the symmetry {symmetry}");
    // The plain solver is nobody's engine. To refute a clue takes thirty times as many searches, hence the fast one.
    let solutions = reference::count(grid, 2);
    ensure!(solutions == 1, "it has {}", if solutions == 0 { "no solution" } else { "several solutions" });
    for orbit in symmetry.orbits() {
        let filled = (orbit & pattern).first();
        if let Some(cell) = filled.filter(|_| solver::is_unique(&grid.within(pattern - orbit))) {
            bail!("it does not need its clue in {cell}");
        }
    }
    Ok(())
}

fn rows(work: Work, runs: &[Run], times: &[Times]) -> Vec<Row> {
    let per_second = |run: &Run, time: Duration| run.share as f64 / time.as_secs_f64();
    let medians =
        runs.iter().zip(times).map(|(run, times)| (run.maker.kind, times.median().as_secs_f64() / run.share as f64));
    let ratios = report::ratios_to_best_peer(&medians.collect::<Vec<_>>());
    let row = |((run, times), ratio_to_best_peer): ((&Run, &Times), Option<f64>)| Row {
        engine: run.maker.name,
        kind: run.maker.kind,
        work: work.name(),
        puzzles: run.made,
        per_second: per_second(run, times.median()),
        slowest_per_second: per_second(run, times.slowest()),
        fastest_per_second: per_second(run, times.fastest()),
        mean_clues: run.clues as f64 / run.made as f64,
        ratio_to_best_peer,
    };
    runs.iter().zip(times).zip(ratios).map(row).collect()
}

fn rows_as_table(rows: &[Row]) -> String {
    let head = ["engine", "puzzles", "per second", "slowest..fastest", "mean clues", "to best peer", ""];
    let cells = |row: &Row| {
        vec![
            row.engine.to_owned(),
            row.puzzles.to_string(),
            format!("{:.1}", row.per_second),
            format!("{:.1}..{:.1}", row.slowest_per_second, row.fastest_per_second),
            format!("{:.2}", row.mean_clues),
            report::ratio(row.ratio_to_best_peer),
            String::new(),
        ]
    };
    table::plain(&head, &rows.iter().map(cells).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{minirow, rustoku, sudoku};

    fn fixed_rows() -> Vec<Row> {
        let milliseconds = |numbers: [u64; 3]| Times::new(numbers.map(Duration::from_millis).to_vec());
        let run = |maker, share, clues| {
            let make: Box<Make> = Box::new(|count| Ok(vec![Grid::EMPTY; count]));
            Run { maker, make, share, made: 3 * share, clues }
        };
        let runs = [run(&minirow::MAKER, 100, 7305), run(&sudoku::MAKER, 100, 7350), run(&rustoku::MAKER, 1, 75)];
        rows(Work::Minimal, &runs, &[[10, 10, 8], [50, 40, 40], [100, 100, 200]].map(milliseconds))
    }

    #[test]
    fn the_table_has_a_line_for_each_engine() {
        let expected = "\
engine   puzzles  per second  slowest..fastest  mean clues  to best peer
minirow      300     10000.0  10000.0..12500.0       24.35         4.000
sudoku       300      2500.0    2000.0..2500.0       24.50         1.000
rustoku        3        10.0         5.0..10.0       25.00         0.004
";
        assert_eq!(rows_as_table(&fixed_rows()), expected);
    }

    #[test]
    fn json_has_the_fields_that_readers_rely_on() {
        let json: serde_json::Value = serde_json::from_str(&report::json(&fixed_rows()).unwrap()).unwrap();
        let expected = serde_json::json!({
            "engine": "minirow", "kind": "ours", "work": "minimal", "puzzles": 300, "per_second": 10000.0,
            "slowest_per_second": 10000.0, "fastest_per_second": 12500.0, "mean_clues": 24.35, "ratio_to_best_peer": 4.0,
        });
        assert_eq!(json[0], expected);
        assert_eq!(json[2]["kind"], "peer");
    }

    #[test]
    fn all_engines_make_correct_grids() {
        for work in Work::ALL {
            for maker in MAKERS {
                let Some(mut make) = (maker.start)(work, 5) else { continue };
                let grids = make(3).unwrap();
                assert_eq!(grids.len(), 3);
                for grid in grids {
                    check(work, &grid).unwrap_or_else(|error| panic!("{} {}: {error} {grid}", maker.name, work.name()));
                }
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_puzzles_again_if_the_engine_takes_one() {
        for maker in [&minirow::MAKER, &sudoku::MAKER] {
            let first = |seed| (maker.start)(Work::Minimal, seed).unwrap()(1).unwrap();
            assert_eq!(first(1), first(1));
            assert_ne!(first(1), first(2));
        }
    }

    #[test]
    fn our_lanes_make_the_puzzles_of_the_plain_path() {
        for work in [Work::Minimal, Work::MinimalHalfTurn] {
            let first = |maker: &Maker| {
                let mut make = (maker.start)(work, 3)?;
                Some([make(30).unwrap(), make(70).unwrap()].concat())
            };
            let expected = first(&minirow::MAKER).unwrap();
            for maker in [&minirow::AVX512, &minirow::AVX2, &minirow::SSE42, &minirow::NEON, &minirow::SCALAR] {
                assert!(first(maker).is_none_or(|made| made == expected), "{}", maker.name);
            }
            assert!(first(&minirow::SCALAR).is_some(), "plain code runs everywhere");
        }
    }

    #[test]
    fn wrong_grids_are_refused() {
        let full = solver::solve(&Grid::EMPTY).unwrap();
        let wrong = |work, grid: &Grid| check(work, grid).unwrap_err().to_string();
        assert_eq!(wrong(Work::Minimal, full.grid()), "it does not need its clue in r1c1");
        assert_eq!(wrong(Work::Minimal, &Grid::EMPTY), "it has several solutions");
        assert_eq!(wrong(Work::FullGrid, &Grid::EMPTY), "r1c1 is empty");
        let minimal: Grid =
            "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse().unwrap();
        check(Work::Minimal, &minimal).unwrap();
        assert_eq!(wrong(Work::MinimalHalfTurn, &minimal), "its clues do not have the symmetry half-turn");
    }
}
