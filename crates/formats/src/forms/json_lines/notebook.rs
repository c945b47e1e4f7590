//! Notebooks of Jupyter: the text of their cells and outputs.

use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::reader::Reader;
use crate::record::Record;

/// Returns `true` for the keys of a notebook.
pub(super) fn is_notebook<'a>(mut keys: impl Iterator<Item = &'a str>) -> bool {
    keys.any(|key| key == "nbformat")
}

/// Reads the grids in the cells of a notebook, and in their outputs.
pub(super) fn read(notebook: &Value) -> Vec<Result<Record, ErrorKind>> {
    let cells = notebook["cells"].as_array().into_iter().flatten();
    let output = |output: &Value| text(&output["text"]) + &text(&output["data"]["text/plain"]);
    let cell = |cell: &Value| {
        let outputs: String = cell["outputs"].as_array().into_iter().flatten().map(output).collect();
        let heading = if outputs.is_empty() { "" } else { "\n\nOutput:\n" };
        // A comment is above each cell, so that its puzzle waits for its solution.
        String::from("# cell\n") + &text(&cell["source"]) + heading + &outputs + "\n\n"
    };
    let text: String = cells.map(cell).collect();
    let in_cell = |Error { line, kind }: Error| kind.at(format!("in line {line} of the cells of a notebook"));
    Reader::new(text.as_bytes()).map(|read| read.map(|read| read.record).map_err(in_cell)).collect()
}

/// Returns a text that is one string or several.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect(),
        _ => String::new(),
    }
}
