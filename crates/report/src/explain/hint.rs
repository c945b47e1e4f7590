//! Hints: a step in stages, of which each tells more than the one before.

use minirow_core::{Candidate, CellSet};
use serde::Serialize;

use crate::explain::walkthrough::ExplainedStep;

/// The stage of a hint, in rising order of help.
///
/// ```
/// use minirow_report::explain::{HintStage, StepSelection, Walkthrough};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::Only(1))?;
/// let step = &walkthrough.steps[0];
/// assert_eq!(step.hint(HintStage::Region), "Look at box 2.");
/// assert_eq!(step.hint(HintStage::Cell), "Look at box 2: Hidden Single, which fills r1c6.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintStage {
    /// The house in which to look.
    Region,
    /// The technique, too.
    Technique,
    /// The cells that the step changes, too.
    Cell,
    /// The explanation.
    Full,
}

impl HintStage {
    /// The stages in order.
    pub const ALL: [HintStage; 4] = [HintStage::Region, HintStage::Technique, HintStage::Cell, HintStage::Full];
}

impl ExplainedStep {
    /// Returns the step in words, up to a stage.
    pub fn hint(&self, stage: HintStage) -> String {
        let region = self.step.region();
        let technique = || format!("Look at {region}: {}", self.name());
        match stage {
            HintStage::Region => format!("Look at {region}."),
            HintStage::Technique => technique() + ".",
            HintStage::Cell => match self.step.placement() {
                Some(Candidate { cell, .. }) => format!("{}, which fills {cell}.", technique()),
                None => {
                    let cells: CellSet = self.step.eliminations().iter().map(|candidate| candidate.cell).collect();
                    let cells: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
                    format!("{}, which eliminates candidates of {}.", technique(), cells.join(", "))
                }
            },
            HintStage::Full => self.explanation.text().to_string(),
        }
    }
}
