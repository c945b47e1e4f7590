//! Explanations: the reason and the effect of a step, in words.
//!
//! The explainer of a technique is in the file of its finder. It uses only the step and the position where it was
//! found. A placement is written `r5c5=7`, an elimination `r4c3<>5`. Chains use the same notation for conclusions from
//! their assumptions.

mod phrase;
mod witnesses;
pub mod words;

use std::fmt;

use minirow_core::CellSet;

use crate::pencilmarks::Pencilmarks;
use crate::phrase;
use crate::step::Step;
use crate::technique::Technique;
pub use phrase::{Phrase, Translation};
pub(crate) use witnesses::Witnesses;

/// The explanation of a step in words.
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
    phrase: Phrase,
    text: String,
    lines: Vec<Line>,
    witnesses: CellSet,
    focus: CellSet,
}

/// A line of an explanation, possibly with further lines below it.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Limits, explain};
/// let clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let mut path = minirow_grade::path(&Puzzle::new(clues.parse()?)?);
/// loop {
///     let position = path.pencilmarks().clone();
///     let step = path.next().expect("a step with chains comes first");
///     if !step.chains().is_empty() {
///         let explanation = explain(&step, &position);
///         assert!(!explanation.lines()[0].text().is_empty());
///         break;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    phrase: Phrase,
    text: String,
    lines: Vec<Line>,
    is_nested: bool,
}

/// The explainer of a technique: returns the explanation of a step at the position where it was found.
pub type Explainer = fn(&Step, &Pencilmarks) -> Explanation;

/// Explains a step in words. `position` is the position where the step was found, before it is applied.
///
/// If the step was found in another position, the explanation may be wrong or incomplete.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut path = minirow_grade::path(&Puzzle::new(clues.parse()?)?);
/// let position = path.pencilmarks().clone();
/// let step = path.next().unwrap();
/// println!("{}", minirow_grade::explain(&step, &position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(step: &Step, position: &Pencilmarks) -> Explanation {
    (step.technique().explain)(step, position)
}

impl Explanation {
    /// Creates an explanation from the reason, given without a full stop, and the effect of the step.
    pub fn of(step: &Step, reason: Phrase) -> Explanation {
        let phrase = phrase!("{reason}: {effect}.", reason, effect = Phrase::signs(step));
        let text = phrase.to_string();
        Explanation { phrase, text, lines: Vec::new(), witnesses: CellSet::EMPTY, focus: CellSet::EMPTY }
    }

    /// Creates an explanation that holds for any step of the technique, for a step that was not found at the position.
    pub(crate) fn in_general(step: &Step) -> Explanation {
        let Technique { name, summary, .. } = step.technique();
        Explanation::of(step, Phrase::signs(format_args!("{name} ({summary})")))
    }

    /// Sets the detailed reasons.
    #[must_use]
    pub fn with_lines(self, lines: Vec<Line>) -> Explanation {
        Explanation { lines, ..self }
    }

    /// Sets the most important cells. See [`Explanation::focus`].
    #[must_use]
    pub fn with_focus(self, focus: CellSet) -> Explanation {
        Explanation { focus, ..self }
    }

    pub(crate) fn with_witnesses(self, witnesses: CellSet) -> Explanation {
        Explanation { witnesses, ..self }
    }

    /// Returns the explanation in some sentences. It ends with the effect, as a [`Step`] displays it, and a full stop.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the sentences, which can be translated.
    pub const fn phrase(&self) -> &Phrase {
        &self.phrase
    }

    /// Returns the detailed reasons, where there are any: the links of a chain, or the combinations of an exclusion.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the most important cells of a pattern with several parts: the pivot of a wing, the cells of an
    /// exclusion, or the cells of a unique loop or grave with extra candidates.
    pub fn focus(&self) -> CellSet {
        self.focus
    }

    /// Returns the filled cells whose digits the text mentions.
    pub fn witnesses(&self) -> CellSet {
        self.witnesses
    }
}

impl Line {
    /// Creates a line.
    pub fn new(phrase: Phrase) -> Line {
        Line::with(phrase, Vec::new())
    }

    /// Creates a line with the lines from which it follows.
    pub(crate) fn with(phrase: Phrase, lines: Vec<Line>) -> Line {
        Line { text: phrase.to_string(), phrase, lines, is_nested: false }
    }

    /// Creates a line that depends on a nested chain.
    pub fn nested(phrase: Phrase, lines: Vec<Line>) -> Line {
        Line { is_nested: true, ..Line::with(phrase, lines) }
    }

    /// Returns the text of the line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the sentence, which can be translated.
    pub const fn phrase(&self) -> &Phrase {
        &self.phrase
    }

    /// Returns the lines below it: those of one of several cases, or of a nested chain.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns `true` if the lines below are a nested chain, which uses the candidates left at this node of the chain.
    /// Readers may skip it at first.
    pub fn is_nested(&self) -> bool {
        self.is_nested
    }

    fn write(&self, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:1$}{2}", "", 2 * depth, self.text)?;
        self.lines.iter().try_for_each(|line| line.write(depth + 1, f))
    }
}

/// Writes the text, then the lines, each indented below the line that it belongs to.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.lines.iter().try_for_each(|line| line.write(1, f))
    }
}
