//! Questions about one puzzle: its solutions, verdict, ratings and canonical form.

use std::num::NonZeroU64;

use minirow_core::solver::batch::{SolutionVerdict, with_engine};
use minirow_core::{Cell, Puzzle, canon, solver};
use minirow_dataset::Verdict;
use minirow_grade::{Limits, Rating};
use minirow_table::{Columns, Format, Row, ScaleSet, row_writer};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::input::{self, Whole};

/// Returns a solution: the only one, the smallest one, or any of several.
#[wasm_bindgen]
pub fn solve(text: &str, any: bool) -> Result<String> {
    let grid = input::grid(text)?;
    let solution = match Puzzle::new(grid) {
        Ok(puzzle) => Some(*puzzle.solution()),
        Err(_) if any => solver::solve(&grid),
        Err(_) => solver::smallest(&grid),
    };
    match solution {
        Some(solution) => Ok(solution.to_string()),
        None => {
            Err(Puzzle::new(grid).err().map_or_else(|| Error::internal("a puzzle without a solution"), Error::from))
        }
    }
}

/// Returns solutions in the order of the solver, up to a limit, 81 digits each.
#[wasm_bindgen]
pub fn solutions(text: &str, limit: u32) -> Result<Vec<String>> {
    let grid = input::grid(text)?;
    Ok(solver::solutions(&grid).take(limit as usize).map(|solution| solution.to_string()).collect())
}

/// Returns the number of solutions as decimal digits; the largest is above 2^64. `limit` is a JSON number or null.
#[wasm_bindgen]
pub fn count(text: &str, limit: &str) -> Result<String> {
    let limit = input::options::<Option<Whole>>(limit).map_err(|error| error.at("limit"))?;
    let limit = limit.map_or(u128::MAX, |limit| limit.0.into());
    if limit == 0 {
        return Err(Error::option("limit: found 0, expected a number from 1 upwards"));
    }
    let counted = solver::count_while(&input::grid(text)?, limit, &mut |_| true);
    Ok(counted.map_err(|_| Error::internal("the count was stopped"))?.to_string())
}

/// Returns the only solution of each grid, or 81 zeros if it has none or several. 81 numbers are a grid.
#[wasm_bindgen]
pub fn solve_batch(numbers: &[u8]) -> Result<Vec<u8>> {
    let grids = input::grids(numbers)?;
    let digits = |verdict| match verdict {
        SolutionVerdict::One(solution) => Cell::ALL.map(|cell| solution.digit(cell).get()),
        SolutionVerdict::NoSolution | SolutionVerdict::Several => [0; 81],
    };
    Ok(with_engine(|engine| engine.verdicts(&grids).flat_map(digits).collect()))
}

/// Returns the number of solutions of each grid, up to a limit.
#[wasm_bindgen]
pub fn count_batch(numbers: &[u8], limit: u32) -> Result<Vec<u32>> {
    let grids = input::grids(numbers)?;
    let counts = |count| u32::try_from(count).expect("at most the limit");
    Ok(with_engine(|engine| engine.counts(&grids, limit.into()).map(counts).collect()))
}

/// Returns the verdict on a grid and its pencilmarks as JSON.
#[wasm_bindgen]
pub fn check(text: &str) -> Result<String> {
    let verdict = Verdict::of_record(&input::record(text)?, None);
    Ok(serde_json::to_string(&verdict).expect("text and numbers only"))
}

/// The options of `grade`.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct GradeOptions {
    max_er: Option<f64>,
    budget: Option<NonZeroU64>,
    labels: bool,
    scale: Option<Vec<String>>,
}

/// Returns the set of the scales with these names.
pub(crate) fn scale_set(names: &[String]) -> Result<ScaleSet> {
    let scale = |name: &String| ScaleSet::of(name).map_err(|error| Error::option(format!("scale: {error}")));
    names.iter().map(scale).collect()
}

/// Returns the ratings of a puzzle as a JSON object with the columns of `minirow grade`.
#[wasm_bindgen]
pub fn grade(text: &str, options: &str) -> Result<String> {
    let GradeOptions { max_er, budget, labels, scale } = input::options(options)?;
    let scales = scale.as_deref().map_or(Ok(ScaleSet::SE), scale_set)?;
    if let Some(er) = max_er.filter(|er| !(1.0..=20.0).contains(er)) {
        return Err(Error::option(format!("maxEr: found {er}, expected a rating from 1.0 to 20.0")));
    }
    let puzzle = input::puzzle(text)?;
    let mut row = Row::of(&puzzle);
    scales.rate(&puzzle, Limits { max_er: max_er.map(Rating::new), budget }, &mut row);
    let row = if labels { row.labelled(&puzzle) } else { row };
    Ok(row_json(&row, &Columns::grade(scales, labels)))
}

/// Returns a row as a JSON object.
pub(crate) fn row_json(row: &Row, columns: &Columns) -> String {
    let mut bytes = Vec::new();
    let mut writer = row_writer(Format::JsonLines, columns, &[], &mut bytes).expect("JSON lines are in every build");
    writer
        .write_row(row)
        .and_then(|()| writer.finish().map(drop))
        .expect("a row fits its columns, and memory is written");
    String::from_utf8(bytes).expect("JSON is text")
}

/// Returns the canonical form of a grid, or of the solution of a puzzle, as JSON.
#[wasm_bindgen]
pub fn canonical(text: &str, of_solution: bool) -> Result<String> {
    let (form, automorphisms, transformation) = if of_solution {
        let found = canon::solution(input::puzzle(text)?.solution());
        (found.form.to_string(), found.automorphisms, found.transformation)
    } else {
        let found = canon::grid(&input::grid(text)?);
        (found.form.to_string(), found.automorphisms, found.transformation)
    };
    let transformation = transformation.to_string();
    Ok(json!({ "form": form, "automorphisms": automorphisms, "transformation": transformation }).to_string())
}
