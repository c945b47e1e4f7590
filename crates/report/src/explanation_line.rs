//! The lines of an explanation as values of JSON lines and templates.

use minirow_grade::Line;
use serde::Serialize;

/// A line of an explanation, with the lines below it.
#[derive(Serialize)]
pub(crate) struct ExplanationLine<'a> {
    text: &'a str,
    /// `true` if the lines below are a nested chain.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    nested: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<ExplanationLine<'a>>,
}

impl<'a> From<&'a Line> for ExplanationLine<'a> {
    fn from(line: &'a Line) -> ExplanationLine<'a> {
        let lines = line.lines().iter().map(ExplanationLine::from).collect();
        ExplanationLine { text: line.text(), nested: line.is_nested(), lines }
    }
}
