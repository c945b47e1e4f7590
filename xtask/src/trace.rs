//! The trace: the steps of a path as JSON lines, with the chains that prove them, and if wanted in words.

use std::num::NonZeroUsize;
use std::path::Path as FilePath;

use minirow_core::{Candidate, CandidateSet, Puzzle};
use minirow_grade::{Chain, Explanation, Line, Path, Step};
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::input::{Inputs, Item};
use crate::output::{Output, Target};
use crate::progress::Progress;
use crate::{batch, interrupt};

/// A step, in the order of its fields.
#[derive(Serialize)]
struct StepLine<'a> {
    /// The name of the puzzle in its file, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// The clues of the puzzle.
    puzzle: &'a str,
    /// Counted from 1.
    step: usize,
    technique: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    rating: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    eliminations: Vec<String>,
    /// The candidates that the step follows from, if it takes no chains.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pattern: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    houses: Vec<String>,
    /// Each chain from its end back to the assumption, breadth first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chains: Vec<Vec<LinkLine>>,
    /// The step in words, if wanted, and the reasons one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<TextLine<'a>>,
}

/// A line of an explanation, with the lines below it.
#[derive(Serialize)]
struct TextLine<'a> {
    text: &'a str,
    /// Whether the lines below are a chain within the chain.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    nested: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<TextLine<'a>>,
}

/// A node of a chain.
#[derive(Serialize)]
struct LinkLine {
    /// `r4c3=5` or `r4c3<>5`.
    node: String,
    cause: &'static str,
    /// The nodes that it follows from, as places in the chain from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    from: Vec<usize>,
    /// The chains on the candidates left by which it follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nested: Vec<Vec<LinkLine>>,
}

/// The steps of the path of a puzzle that may have a name, a JSON object a line.
pub(crate) fn lines(id: Option<&str>, puzzle: &Puzzle, path: Path) -> String {
    let clues = puzzle.clues().to_string();
    path.zip(1..).map(|(step, number)| line(id, &clues, number, &step, None) + "\n").collect()
}

/// Writes the steps of all puzzles of a file. They are looked for again, which costs as much as rating them did.
///
/// # Errors
/// If something in the file is no puzzle, or the result cannot be written.
pub(crate) fn write(rows: &FilePath, target: &Target, threads: Option<NonZeroUsize>, quiet: bool) -> Result<()> {
    interrupt::finish_first();
    let mut output = Output::open(target)?;
    let progress = Progress::spinner("puzzles traced", quiet);
    let steps = |item: Item| {
        let entry = item.map_err(Failure::data)?;
        if interrupt::requested() {
            return Err(Failure::Interrupted);
        }
        let puzzle = Puzzle::new(entry.grid()).map_err(|why| Failure::data(format!("{}: {why}", entry.place)))?;
        let lines = lines(entry.record.fields.text("id").as_deref(), &puzzle, minirow_grade::path(&puzzle));
        progress.add(1);
        Ok(lines)
    };
    batch::in_order(Inputs::of(&[rows.to_path_buf()]).read()?, threads, steps, |traced| {
        traced.into_iter().try_for_each(|lines| output.write(lines?.as_bytes()))
    })?;
    drop(progress);
    output.finish()
}

/// A step as a JSON object; with the words, if they are given.
pub(crate) fn line(
    id: Option<&str>,
    clues: &str,
    number: usize,
    step: &Step,
    explanation: Option<&Explanation>,
) -> String {
    let line = StepLine {
        id,
        puzzle: clues,
        step: number,
        technique: step.technique().slug,
        variant: step.variant(),
        rating: step.rating().to_string(),
        placement: step.placement().map(|Candidate { cell, digit }| format!("{cell}={digit}")),
        eliminations: eliminations(step.eliminations()),
        pattern: step.pattern().iter().map(|Candidate { cell, digit }| format!("({digit}){cell}")).collect(),
        houses: step.houses().map(|house| house.to_string()).collect(),
        chains: chains(step.chains()),
        text: explanation.map(Explanation::text),
        lines: explanation.map(|explanation| text_lines(explanation.lines())).unwrap_or_default(),
    };
    serde_json::to_string(&line).expect("plain fields")
}

fn text_lines(lines: &[Line]) -> Vec<TextLine<'_>> {
    fn line(line: &Line) -> TextLine<'_> {
        TextLine { text: line.text(), nested: line.is_nested(), lines: text_lines(line.lines()) }
    }
    lines.iter().map(line).collect()
}

fn eliminations(candidates: &CandidateSet) -> Vec<String> {
    candidates.iter().map(|Candidate { cell, digit }| format!("{cell}<>{digit}")).collect()
}

fn chains(chains: &[Chain]) -> Vec<Vec<LinkLine>> {
    let link = |link: &minirow_grade::Link| {
        let Candidate { cell, digit } = link.candidate();
        LinkLine {
            node: format!("{cell}{}{digit}", if link.is_on() { "=" } else { "<>" }),
            cause: link.cause().name(),
            from: link.parents().collect(),
            nested: self::chains(link.nested()),
        }
    };
    chains.iter().map(|chain| chain.links().iter().map(link).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_leads_from_its_end_to_an_assumption() {
        let clues = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        let text = lines(None, &puzzle, minirow_grade::path(&puzzle));
        let steps: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(steps[0]["puzzle"], clues);
        let hardest = steps.iter().find(|step| step["rating"] == "6.6").unwrap();
        let chain = hardest["chains"][0].as_array().unwrap();
        assert_eq!(chain.len(), 6, "a turbot fish has six nodes");
        assert_eq!(chain[5]["cause"], "assumption");
        assert!(chain[..5].iter().zip(1..).all(|(link, next)| link["from"] == serde_json::json!([next])));
    }
}
