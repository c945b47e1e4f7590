//! The engines beside those of other crates: two tables, and the picture with all peers.

use std::time::Duration;

use super::picture::{self, Bar, Panel, Source};
use super::setup::{SETS, Setup};
use super::{peers, significant};
use crate::engines::{self, EngineKind, Solver, Work};
use crate::rounds::Plan;
use crate::{generate, puzzles, solve, table};

/// The path of the picture from the top of the repository.
const PICTURE: &str = "docs/src/images/speed.svg";

/// The time of an engine for a kind of work.
struct Speed {
    engine: &'static str,
    kind: EngineKind,
    /// The time for a puzzle, or the number of puzzles a second.
    figure: f64,
    /// How many times as fast as the fastest peer the engine is.
    ratio: f64,
}

impl Speed {
    fn new(engine: &'static str, kind: EngineKind, figure: f64, ratio: Option<f64>) -> Speed {
        Speed { engine, kind, figure, ratio: ratio.expect("there are peers for each kind of work") }
    }
}

/// The engines that did a kind of work, by its title.
type Measured = (String, Vec<Speed>);

pub(super) fn measure(setup: &Setup) -> anyhow::Result<Vec<String>> {
    let (rounds, budget) = if setup.quick { (1, 0.02) } else { (7, 0.5) };
    let plan = Plan { rounds, budget: Duration::from_secs_f64(budget) };
    // Rounds run on one core; another table has the times by number of cores.
    let solvers: Vec<&Solver> = engines::solvers().filter(|solver| solver.name != "all cores").collect();
    let solving = SETS.map(|(title, file)| {
        let rows = solve::measure(&puzzles::read(&setup.set(file, usize::MAX)?)?, &solvers, &plan)?.into_iter();
        let speeds = rows.map(|row| Speed::new(row.engine, row.kind, row.us_per_puzzle, row.ratio_to_best_peer));
        anyhow::Ok((title.to_owned(), speeds.collect()))
    });
    let solving = solving.into_iter().collect::<anyhow::Result<Vec<Measured>>>()?;
    let args = generate::Args { count: setup.size(20_000) as u32, plan, seed: 1, json: false };
    let generating = Work::ALL.map(|work| {
        let rows = generate::measure(work, &args)?.into_iter();
        let speeds = rows.map(|row| Speed::new(row.engine, row.kind, row.per_second, row.ratio_to_best_peer));
        anyhow::Ok((work.name().to_owned(), speeds.collect()))
    });
    let generating = generating.into_iter().collect::<anyhow::Result<Vec<Measured>>>()?;
    setup.edit(PICTURE, |_| Ok(picture::draw(&measured_panels(&solving, &generating), &published_panels())))?;
    let alternative = "Bars: how many times as fast as the crate sudoku, skfr or HoDoKu each program is";
    Ok(vec![
        format!(
            "![{alternative}](images/speed.svg)\n\n{}\n{}",
            speeds("check for uniqueness", "us", &solving),
            speeds("generate", "a second", &generating)
        ),
        format!("<img src=\"{PICTURE}\" width=\"760\" alt=\"{alternative}\">\n"),
    ])
}

/// Returns a table with a row for each engine, and two columns for each kind of work.
fn speeds(title: &str, unit: &str, works: &[Measured]) -> String {
    let columns = works.iter().flat_map(|(work, _)| [format!("{work}, {unit}"), "ratio".to_owned()]);
    let head: Vec<String> = [title.to_owned()].into_iter().chain(columns).collect();
    let mut engines: Vec<&str> = Vec::new();
    for speed in works.iter().flat_map(|(_, speeds)| speeds) {
        if !engines.contains(&speed.engine) {
            engines.push(speed.engine);
        }
    }
    let row = |engine: &str| {
        let cells = works.iter().flat_map(|(_, speeds)| match speeds.iter().find(|speed| speed.engine == engine) {
            Some(speed) => [significant(speed.figure), significant(speed.ratio)],
            None => [String::new(), String::new()],
        });
        [engine.to_owned()].into_iter().chain(cells).collect()
    };
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table::markdown(&head, &engines.into_iter().map(row).collect::<Vec<_>>())
}

/// Returns the panels of what was measured: the fastest of our engines for many grids and that for one, beside the peers.
fn measured_panels(solving: &[Measured], generating: &[Measured]) -> Vec<Panel> {
    let panel = |(title, speeds): &Measured, work: &str| {
        let sudoku = speeds.iter().find(|speed| speed.engine == "sudoku").map_or(f64::NAN, |speed| speed.ratio);
        let is_many = |speed: &&Speed| speed.engine.starts_with("batch ") || speed.engine.starts_with("lanes ");
        let fastest = speeds.iter().filter(is_many).max_by(|one, other| one.ratio.total_cmp(&other.ratio));
        let others = speeds.iter().filter(|speed| speed.kind == EngineKind::Peer || speed.engine == "single");
        let bar = |speed: &Speed| {
            let (source, name) = match speed.kind {
                EngineKind::Ours => (Source::Ours, format!("minirow, {}", speed.engine)),
                EngineKind::Peer => (Source::Peer, speed.engine.to_owned()),
            };
            Bar { name, value: speed.ratio / sudoku, source }
        };
        let mut bars: Vec<Bar> = fastest.into_iter().chain(others).map(bar).collect();
        let published = peers::TIMES.iter().filter(|time| time.work == work && time.puzzles == *title);
        bars.extend(published.filter(|time| time.program == "tdoku").filter_map(|time| {
            let value = time.times_as_fast_as("sudoku")?;
            Some(Bar { name: format!("{}*", time.program), value, source: Source::Published })
        }));
        Panel::new(format!("{work}: {title}"), bars)
    };
    let solving = solving.iter().map(|measured| panel(measured, "solve"));
    solving.chain(generating.iter().take(1).map(|measured| panel(measured, "generate"))).collect()
}

/// Returns the panels of peers that were measured only once, each beside Minirow at that time.
fn published_panels() -> Vec<Panel> {
    let rivals = peers::TIMES.iter().filter(|time| time.work != "solve" && time.program != "minirow");
    let panel = |peer: &peers::Time| {
        let ours = peer.times_as_fast_as("minirow").map_or(f64::NAN, f64::recip);
        let bar = |name: &str, value, source| Bar { name: format!("{name}*"), value, source };
        let bars = vec![bar("minirow", ours, Source::Ours), bar(&peer.program, 1.0, Source::Published)];
        Panel::new(format!("{}: {}", peer.work, peer.puzzles), bars)
    };
    rivals.map(panel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn works() -> Vec<Measured> {
        let speed = |engine, kind, figure, ratio| Speed::new(engine, kind, figure, Some(ratio));
        let (ours, peer) = (EngineKind::Ours, EngineKind::Peer);
        let easy = vec![
            speed("single", ours, 1.2, 1.9),
            speed("batch avx2", ours, 0.26, 8.7),
            speed("sudoku", peer, 2.28, 1.0),
        ];
        vec![("17 clues".to_owned(), easy), ("none".to_owned(), vec![speed("single", ours, 9.0, 0.5)])]
    }

    #[test]
    fn an_engine_has_a_row_with_an_empty_cell_for_work_that_it_does_not_do() {
        let expected = "\
| solve      | 17 clues, us | ratio | none, us | ratio |
| ---------- | -----------: | ----: | -------: | ----: |
| single     |         1.20 |  1.90 |     9.00 | 0.500 |
| batch avx2 |        0.260 |  8.70 |          |       |
| sudoku     |         2.28 |  1.00 |          |       |
";
        assert_eq!(speeds("solve", "us", &works()), expected);
    }

    #[test]
    fn tdoku_is_drawn_by_its_published_ratio_to_sudoku() {
        let panels = measured_panels(&works()[..1], &[]);
        let bars: Vec<(&str, String)> = panels[0].bars.iter().map(|bar| (&*bar.name, significant(bar.value))).collect();
        let expected =
            [("minirow, batch avx2", "8.70"), ("minirow, single", "1.90"), ("sudoku", "1.00"), ("tdoku*", "0.735")];
        assert_eq!(bars, expected.map(|(name, value)| (name, value.to_owned())));
    }
}
