//! The trace: the steps of a path as JSON lines, with the chains that prove them.
//!
//! [`steps`] writes the steps of a path, [`explained_steps`] those of a walkthrough with their explanations.

use minirow_core::{Candidate, Grid};
use minirow_grade::{Chain, Path, Step};
use minirow_text::safe_json;
use serde::Serialize;

use crate::explain::{ExplainedStep, HintStage, Walkthrough};
use crate::explanation_line::ExplanationLine;

/// A step; its fields are written in this order.
#[derive(Serialize)]
struct TraceStep<'a> {
    /// The name of the puzzle in its file, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// The clues of the puzzle.
    puzzle: String,
    /// The filled cells at the start of the path, if there are more than the clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    /// Counted from 1.
    step: usize,
    technique: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    rating: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<StepCandidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    eliminations: Vec<StepCandidate>,
    /// The candidates that a step without chains follows from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pattern: Vec<StepCandidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    houses: Vec<String>,
    /// Each chain from its end back to the assumption, breadth first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chains: Vec<Vec<ChainNode>>,
    /// The explanation, if there is one, and its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<ExplanationLine<'a>>,
    /// The step in the notation of HoDoKu, on its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'a str>,
    /// The step in stages, each of which tells more than the one before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stages: Vec<Stage>,
}

/// A stage of a hint.
#[derive(Serialize)]
struct Stage {
    stage: HintStage,
    text: String,
}

/// A candidate: a cell such as `r4c3`, and a digit.
#[derive(Serialize)]
struct StepCandidate {
    cell: String,
    digit: u8,
}

impl From<Candidate> for StepCandidate {
    fn from(Candidate { cell, digit }: Candidate) -> StepCandidate {
        StepCandidate { cell: cell.to_string(), digit: digit.get() }
    }
}

/// A node of a chain: a candidate, which is on (true) or off.
#[derive(Serialize)]
struct ChainNode {
    #[serde(flatten)]
    candidate: StepCandidate,
    is_on: bool,
    cause: &'static str,
    /// The nodes that it follows from, by their position in the chain from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    from: Vec<usize>,
    /// The chains on the remaining candidates from which it follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nested: Vec<Vec<ChainNode>>,
}

/// Writes the steps of a path, one JSON object a line. `id` is the name of the puzzle, and `clues` are the cells that are filled at its
/// start.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_report::trace;
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let lines = trace::steps(Some("7"), puzzle.clues(), minirow_grade::path(&puzzle));
/// assert_eq!(lines.lines().count(), 51);
/// assert!(lines.starts_with(r#"{"id":"7","puzzle":"53..7"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn steps(id: Option<&str>, clues: &Grid, path: Path) -> String {
    path.zip(1..).map(|(step, number)| json(&TraceStep::new(id, clues, number, &step)) + "\n").collect()
}

/// Writes each step of a walkthrough as a JSON object without a line end. `id` is the name of the puzzle.
///
/// ```
/// use minirow_report::explain::{StepSelection, Walkthrough};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
/// use minirow_report::trace;
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::First(2))?;
/// let lines: Vec<String> = trace::explained_steps(None, &walkthrough).collect();
/// assert_eq!(lines.len(), 2);
/// assert!(lines[0].contains(r#""text":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explained_steps<'a>(id: Option<&'a str>, walkthrough: &'a Walkthrough) -> impl Iterator<Item = String> + 'a {
    let state = (walkthrough.state != walkthrough.clues).then(|| walkthrough.state.to_string());
    walkthrough.steps.iter().map(move |step| {
        let ExplainedStep { number, step: found, rating, explanation, notation, .. } = step;
        json(&TraceStep {
            state: state.clone(),
            rating: rating.value(),
            text: Some(explanation.text()),
            lines: explanation.lines().iter().map(ExplanationLine::from).collect(),
            notation: notation.as_deref(),
            stages: HintStage::ALL.map(|stage| Stage { stage, text: step.hint(stage) }).into(),
            ..TraceStep::new(id, &walkthrough.clues, *number, found)
        })
    })
}

fn json(step: &TraceStep) -> String {
    safe_json(serde_json::to_string(step).expect("text and numbers only"))
}

impl<'a> TraceStep<'a> {
    /// Returns a step without its explanation.
    fn new(id: Option<&'a str>, clues: &Grid, number: usize, step: &Step) -> TraceStep<'a> {
        TraceStep {
            id,
            puzzle: clues.to_string(),
            state: None,
            step: number,
            technique: step.technique().slug,
            variant: step.variant(),
            rating: f64::from(step.rating().tenths()) / 10.0,
            placement: step.placement().map(StepCandidate::from),
            eliminations: step.eliminations().iter().map(StepCandidate::from).collect(),
            pattern: step.pattern().iter().map(StepCandidate::from).collect(),
            houses: step.houses().map(|house| house.to_string()).collect(),
            chains: chains(step.chains()),
            text: None,
            lines: Vec::new(),
            notation: None,
            stages: Vec::new(),
        }
    }
}

fn chains(chains: &[Chain]) -> Vec<Vec<ChainNode>> {
    let link = |link: &minirow_grade::Link| ChainNode {
        candidate: link.candidate().into(),
        is_on: link.is_on(),
        cause: link.cause().name(),
        from: link.parents().collect(),
        nested: self::chains(link.nested()),
    };
    chains.iter().map(|chain| chain.links().iter().map(link).collect()).collect()
}

#[cfg(test)]
mod tests {
    use minirow_core::Puzzle;

    #[test]
    fn a_chain_leads_from_its_end_to_an_assumption() {
        let clues = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";
        let puzzle = Puzzle::new(clues.parse().unwrap()).unwrap();
        let text = super::steps(None, puzzle.clues(), minirow_grade::path(&puzzle));
        let steps: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(steps[0]["puzzle"], clues);
        let hardest = steps.iter().find(|step| step["rating"] == 6.6).unwrap();
        let chain = hardest["chains"][0].as_array().unwrap();
        assert_eq!(chain.len(), 6, "a turbot fish has six nodes");
        assert_eq!(chain[5]["cause"], "assumption");
        assert!(chain[..5].iter().zip(1..).all(|(link, next)| link["from"] == serde_json::json!([next])));
    }
}
