//! `compare generate`: every engine makes minimal puzzles, without and with half-turn symmetry, and full grids.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use minirow_core::solver::{self, reference};
use minirow_core::{Grid, Solution};
use serde::Serialize;

use crate::engines::{EngineKind, MAKERS, Make, Maker, Work};
use crate::rounds::{self, Plan, Times};
use crate::{report, say};

const EXAMPLES: &str = "\
Examples:
  compare generate --count 5000
  compare generate --count 700 --seed 7 --json > generate.json";

/// Makes puzzles and full grids.
///
/// The engines make their shares of the puzzles in turns, so many a round, and the median round counts. An engine too
/// slow for the time budget makes fewer. The peer that takes no seed (rustoku) makes other puzzles every time.
///
/// After each round every puzzle is checked: one solution, the symmetry that was asked for, and no clue to spare (with
/// its partner, where there is symmetry). The first that is wrong ends the run with exit status 1.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzles of each kind for every engine to make, rounded up to full rounds.
    #[arg(long, value_name = "N", default_value_t = 1400, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    #[command(flatten)]
    plan: Plan,
    /// Where the random numbers start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON array instead of tables.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let heading = format!("{}, one core, median of {} rounds", report::processor(), args.plan.rounds);
    if args.json {
        say(&heading);
        let rows = Work::ALL.into_iter().map(|work| measure(work, args)).collect::<anyhow::Result<Vec<_>>>()?;
        report::print(&report::json(&rows.concat())?)?;
    } else {
        report::print(&format!("{heading}\n"))?;
        for work in Work::ALL {
            let rows = measure(work, args)?;
            report::print(&format!("\n{}\n{}", work.name(), table(&rows)))?;
        }
    }
    Ok(())
}

/// What is reported of an engine and a kind of work.
#[derive(Clone, PartialEq, Serialize, Debug)]
struct Row {
    engine: &'static str,
    kind: EngineKind,
    work: &'static str,
    /// How many were made in the rounds that count.
    puzzles: usize,
    per_second: f64,
    slowest_per_second: f64,
    fastest_per_second: f64,
    mean_clues: f64,
    ratio_to_best_peer: Option<f64>,
}

/// An engine at a kind of work.
struct Run {
    maker: &'static Maker,
    make: Box<Make>,
    /// How many it makes in a round.
    share: usize,
    /// What it has made in the rounds that count.
    made: usize,
    clues: usize,
}

impl Run {
    /// Gets an engine ready, if it does this work at all, and chooses the share that a round has time for.
    fn within_budget(maker: &'static Maker, work: Work, args: &Args) -> anyhow::Result<Option<Run>> {
        // Two of a kind, so that the trial has no influence on what is made in the rounds.
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

fn measure(work: Work, args: &Args) -> anyhow::Result<Vec<Row>> {
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

/// Checks that a grid is what was asked for.
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
    let engines: Vec<(EngineKind, f64)> = (runs.iter().zip(times))
        .map(|(run, times)| (run.maker.kind, times.median().as_secs_f64() / run.share as f64))
        .collect();
    (runs.iter().zip(times).zip(report::ratios_to_best_peer(&engines)))
        .map(|((run, times), ratio_to_best_peer)| {
            let per_second = |time: Duration| run.share as f64 / time.as_secs_f64();
            Row {
                engine: run.maker.name,
                kind: run.maker.kind,
                work: work.name(),
                puzzles: run.made,
                per_second: per_second(times.median()),
                slowest_per_second: per_second(times.slowest()),
                fastest_per_second: per_second(times.fastest()),
                mean_clues: run.clues as f64 / run.made as f64,
                ratio_to_best_peer,
            }
        })
        .collect()
}

fn table(rows: &[Row]) -> String {
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
    report::table(&head, &rows.iter().map(cells).collect::<Vec<_>>())
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
        assert_eq!(table(&fixed_rows()), expected);
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
    fn all_engines_make_what_is_asked_for() {
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
    fn a_seed_gives_the_same_puzzles_again_where_the_engine_takes_one() {
        for maker in [&minirow::MAKER, &sudoku::MAKER] {
            let first = |seed| (maker.start)(Work::Minimal, seed).unwrap()(1).unwrap();
            assert_eq!(first(1), first(1));
            assert_ne!(first(1), first(2));
        }
    }

    #[test]
    fn our_lanes_make_what_the_plain_path_makes() {
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
    fn what_was_not_asked_for_is_refused() {
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
