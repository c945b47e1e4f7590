//! Generated puzzles, a portion at a time, so that JavaScript can show progress and stop.

use minirow_pack::spec::Constraint;
use minirow_pack::{DEFAULT_SEED, Excluded, PackPlan, PackSearch, PuzzleSpec};
use minirow_table::ExtraColumns;
use serde::Deserialize;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answers::{row_json, scale_set};
use crate::error::{Error, Result};
use crate::input::{self, Whole};

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since the start of the page or worker.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The generation of puzzles from a seed.
#[wasm_bindgen]
pub struct Generation(PackSearch);

/// The options of `generate`. The others are constraints.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    seed: Option<Whole>,
    start: Option<Whole>,
    count: Option<Whole>,
    exclude: Option<Vec<String>>,
    #[serde(default)]
    labels: bool,
    #[serde(default)]
    weights: bool,
    #[serde(default)]
    scale: Vec<String>,
    #[serde(flatten)]
    constraints: Map<String, Value>,
}

#[wasm_bindgen]
impl Generation {
    /// Checks the options.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Generation> {
        let Options { seed, start, count, exclude, labels, weights, scale, constraints } = input::options(options)?;
        let whole = |value: Option<Whole>, default| value.map_or(default, |value| value.0);
        let spec = PuzzleSpec::from_arguments(constraints, Constraint::camel_case_name).map_err(Error::option)?;
        let puzzles = exclude.unwrap_or_default();
        let excluded = puzzles.iter().map(|text| input::grid(text)).collect::<Result<Excluded>>();
        let excluded = excluded.map_err(|error| error.at("exclude"))?;
        let extra = ExtraColumns { labels, weights, sections: false, scales: scale_set(&scale)? };
        let seed = whole(seed, DEFAULT_SEED);
        let plan = PackPlan::range(seed, whole(start, 0), whole(count, 1), &spec, excluded, extra)?;
        Ok(Generation(PackSearch::new(plan)))
    }

    /// Works for a number of milliseconds, or a little longer. Returns the rows that were found, one JSON object a line.
    pub fn advance(&mut self, milliseconds: f64) -> Result<String> {
        let end = now() + milliseconds;
        let columns = self.0.plan().columns();
        let mut rows = String::new();
        while !self.0.is_done() {
            if let Some(row) = self.0.attempt()? {
                rows += &row_json(&row, &columns);
            }
            if now() >= end {
                break;
            }
        }
        Ok(rows)
    }

    /// Returns the number of attempts.
    #[wasm_bindgen(getter)]
    pub fn attempts(&self) -> f64 {
        self.0.attempts() as f64
    }

    /// Returns `true` if there are no more rows.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> bool {
        self.0.is_done()
    }
}
