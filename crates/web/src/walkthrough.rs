//! The steps of a puzzle, with their explanations and drawings.

use minirow_report::explain::{self, StepSelection, WalkthroughEnd};
use minirow_report::trace;
use minirow_table::{StartFrom, StartPosition, path_scale};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::input;

/// The steps of a path from a position.
#[wasm_bindgen]
pub struct Walkthrough(explain::Walkthrough);

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Options {
    from: From,
    steps: Steps,
    scale: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum From {
    Clues,
    Digits,
    #[default]
    Pencilmarks,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Steps {
    #[default]
    All,
    Next,
    Hardest,
}

#[wasm_bindgen]
impl Walkthrough {
    /// Follows the path of a scale.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, options: &str) -> Result<Walkthrough> {
        let Options { from, steps, scale } = input::options(options)?;
        let from = match from {
            From::Clues => StartFrom::Clues,
            From::Digits => StartFrom::Digits,
            From::Pencilmarks => StartFrom::Pencilmarks,
        };
        let selection = match steps {
            Steps::All => StepSelection::All,
            Steps::Next => StepSelection::First(1),
            Steps::Hardest => StepSelection::Hardest,
        };
        let scale = scale.as_deref().unwrap_or("se");
        let scale = path_scale(scale).map_err(|error| Error::option(format!("scale: found {scale:?}, {error}")))?;
        let start = StartPosition::from_record(&input::record(text)?, from)?;
        Ok(Walkthrough(explain::Walkthrough::new(&start, scale, selection)?))
    }

    /// Returns the start, the steps and the end as JSON.
    pub fn json(&self) -> String {
        let walkthrough = &self.0;
        let steps = trace::explained_steps(None, walkthrough).zip(&walkthrough.steps).map(|(line, step)| {
            let mut value: Value = serde_json::from_str(&line).expect("a line of the trace is JSON");
            value["name"] = step.name().into();
            value["position"] = position(&step.position);
            value
        });
        let steps: Vec<Value> = steps.collect();
        let end = match walkthrough.end {
            WalkthroughEnd::Solved => "solved",
            WalkthroughEnd::Stuck => "stuck",
            WalkthroughEnd::Stopped => "stopped",
        };
        let clues = walkthrough.clues.to_string();
        json!({ "puzzle": clues, "steps": steps, "after": position(&walkthrough.after), "end": end }).to_string()
    }

    /// Draws the grid before a step, counted from 0 in the list of steps, with the marks of the step.
    pub fn svg(&self, step: usize) -> Result<String> {
        let steps = &self.0.steps;
        let count = steps.len();
        let step =
            steps.get(step).ok_or_else(|| Error::option(format!("found step {step}, expected one of {count}")))?;
        Ok(explain::picture(&self.0, step))
    }

    /// Writes all steps as one HTML page.
    pub fn page(&self, title: Option<String>) -> String {
        explain::page(&self.0, title.as_deref())
    }
}

/// Returns the filled cells and the candidates of the others.
fn position(marks: &minirow_grade::Pencilmarks) -> Value {
    json!({ "state": marks.values().to_string(), "candidates": marks.with_values().to_string() })
}
