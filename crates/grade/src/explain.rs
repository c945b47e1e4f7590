//! Explanations: what a step sees and what follows from it, in plain words.
//!
//! The words of a technique stand in its own file, beside its finder. They are made from the step and the position where
//! it was found, and claim nothing that these two do not show. What is placed is written `r5c5=7`, what is taken out
//! `r4c3<>5`; a chain uses the same signs for what would follow from its assumption.

mod witnesses;
pub(crate) mod words;

use std::fmt;

use minirow_core::CellSet;

use crate::pencilmarks::Pencilmarks;
use crate::step::Step;
pub(crate) use witnesses::Witnesses;

/// A step in words.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
/// let mut path = minirow_grade::path(&Puzzle::new(clues.parse()?)?);
/// let position = path.pencilmarks().clone();
/// let step = path.next().unwrap();
/// assert_eq!(
///     minirow_grade::explain(&step, &position).text(),
///     "In box 1, r1c1 and r1c2 see the 6 in r1c7; r3c1 and r3c2 see the 6 in r3c6; r2c3 sees the 6 in r6c3. \
///      One place is left for 6: r2c2=6."
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    text: String,
    lines: Vec<Line>,
    witnesses: CellSet,
    focus: CellSet,
}

/// A line of a longer explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    text: String,
    lines: Vec<Line>,
    is_nested: bool,
}

/// How techniques are put into words: what a step of theirs sees at the position where it was found.
pub type Explainer = fn(&Step, &Pencilmarks) -> Explanation;

/// A step in words. `position` is where the step was found, before it is applied.
///
/// Of a step that was found elsewhere, the words may be wrong, or say no more than what follows.
pub fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    (step.technique().explain)(step, position)
}

impl Explanation {
    /// What a step sees, given without a full stop, and what follows from it.
    pub(crate) fn of(step: &Step, seen: impl fmt::Display) -> Explanation {
        Explanation {
            text: format!("{seen}: {step}."),
            lines: Vec::new(),
            witnesses: CellSet::EMPTY,
            focus: CellSet::EMPTY,
        }
    }

    /// What can be said of any step of a technique: for one that was not found at the position.
    pub(crate) fn in_general(step: &Step) -> Explanation {
        Explanation::of(step, format_args!("{} ({})", step.technique().name, step.technique().summary))
    }

    pub(crate) fn with_lines(self, lines: Vec<Line>) -> Explanation {
        Explanation { lines, ..self }
    }

    pub(crate) fn with_focus(self, focus: CellSet) -> Explanation {
        Explanation { focus, ..self }
    }

    pub(crate) fn with_witnesses(self, witnesses: CellSet) -> Explanation {
        Explanation { witnesses, ..self }
    }

    /// The whole in some sentences. They end with what is placed or taken out, as a [`Step`] prints it, and a full stop.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The reasons one by one, where sentences are not enough: the links of a chain, the combinations of an exclusion.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The cells that the step turns on, where its pattern has several parts: the pivot of a wing, the cells of an
    /// exclusion, those of a unique loop or a grave that hold something else.
    pub fn focus(&self) -> CellSet {
        self.focus
    }

    /// The filled cells whose digits the text names.
    pub fn witnesses(&self) -> CellSet {
        self.witnesses
    }
}

impl Line {
    pub(crate) fn new(text: impl Into<String>) -> Line {
        Line { text: text.into(), lines: Vec::new(), is_nested: false }
    }

    /// A line with the lines that lead to what it says.
    pub(crate) fn with(text: impl Into<String>, lines: Vec<Line>) -> Line {
        Line { text: text.into(), lines, is_nested: false }
    }

    /// A line that rests on a chain within the chain.
    pub(crate) fn nested(text: impl Into<String>, lines: Vec<Line>) -> Line {
        Line { text: text.into(), lines, is_nested: true }
    }

    /// The line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines below it: of one of several cases, or of a chain within the chain.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether the lines below are a chain on the candidates that are left at this place of the chain: most readers
    /// leave them out at first.
    pub fn is_nested(&self) -> bool {
        self.is_nested
    }

    fn write(&self, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:1$}{2}", "", 2 * depth, self.text)?;
        self.lines.iter().try_for_each(|line| line.write(depth + 1, f))
    }
}

/// The text, then the lines, each further in than what it belongs to.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.lines.iter().try_for_each(|line| line.write(1, f))
    }
}
