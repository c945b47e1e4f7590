//! Rows: a puzzle and its properties as typed fields.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use minirow_core::{Grid, PatternSymmetry, Puzzle, Solution, backdoor, solver};
use minirow_files::ordered::Held;
use minirow_grade::{Cut, Grade, Level, Rating, TECHNIQUES, Technique};

use crate::value::{Value, rounded};

/// A puzzle and its properties. A field that a command does not compute is `None`.
///
/// The number of clues and the symmetry of the clues follow from the puzzle, so they are methods rather than fields.
/// Ratings are rounded to tenths, so that a row equals the one that is read back from its file.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::grade;
/// use minirow_table::{Columns, Row};
///
/// let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let row = Row::of(&puzzle).graded(&grade(&puzzle)).made_by("minirow 2", 42, 7);
/// assert_eq!((row.clues(), row.er.unwrap().tenths()), (25, 23));
/// assert_eq!(row.id.as_deref(), Some("42-7"));
/// assert_eq!(row.tagged("1d5a0c3b").id.as_deref(), Some("42-1d5a0c3b-7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// The name of the puzzle: seed, tag of the constraints if there are any, and index, such as `42-7` or `42-1d5a0c3b-7`.
    pub id: Option<String>,
    /// The clues.
    pub puzzle: Grid,
    /// The only solution.
    pub solution: Option<Solution>,
    /// Rating of the hardest step, in tenths from 0.0 to 20.0; `None` if a limit was exceeded.
    pub er: Option<Rating>,
    /// Rating of the hardest step up to the first placement.
    pub ep: Option<Rating>,
    /// Rating of the first step.
    pub ed: Option<Rating>,
    /// The level of ER, or the limit that was exceeded.
    pub level: Option<RowLevel>,
    /// The technique of the first step whose rating is ER.
    pub hardest: Option<TechniqueName>,
    /// The number of steps of each technique, in the order of the ladder; never empty.
    pub techniques: Option<Vec<(TechniqueName, u32)>>,
    /// The number of steps of the path, from 0 to 9999.
    pub steps: Option<u16>,
    /// `true` if no clue can be removed.
    pub minimal: Option<bool>,
    /// The seed of the generator.
    pub seed: Option<u64>,
    /// The index of the seed.
    pub index: Option<u64>,
    /// The generator and its version.
    pub generator: Option<Cow<'static, str>>,
    /// The number of nodes of the search tree at which the solver has to guess.
    pub nodes: Option<u64>,
    /// The size of the smallest backdoor, from 0 to 2; 3 means more than two cells.
    pub backdoor: Option<u8>,
    /// The weight of the row in a sample, from 0 to 1e100; about 1 on average.
    pub weight: Option<f64>,
    /// The section of the book.
    pub section: Option<String>,
    /// Hash of the canonical solution; written as 16 hexadecimal digits.
    pub grid_id: Option<u64>,
    /// The split of the data set, such as `train`.
    pub split: Option<String>,
    /// The values of rating scales that have no fields here.
    pub scales: ScaleValues,
}

impl Held for Row {}

impl Row {
    /// Creates a row of a grid with no other field set.
    pub fn new(puzzle: Grid) -> Row {
        Row { puzzle, ..Row::default() }
    }

    /// Creates a row of a puzzle and its solution.
    pub fn of(puzzle: &Puzzle) -> Row {
        Row { solution: Some(*puzzle.solution()), ..Row::new(*puzzle.clues()) }
    }

    /// Sets the columns of a grade, see [`Row::set_grade`].
    #[must_use]
    pub fn graded(mut self, grade: &Grade) -> Row {
        self.set_grade(grade);
        self
    }

    /// Sets the columns of a grade.
    ///
    /// If a limit was exceeded, ER is missing, and the level names the limit. Techniques and steps are missing too, as the
    /// steps up to there do not solve the puzzle.
    pub fn set_grade(&mut self, grade: &Grade) {
        let is_rated = grade.er().is_some();
        self.er = grade.er().map(rounded);
        self.ep = grade.ep().map(rounded);
        self.ed = grade.ed().map(rounded);
        self.level = grade.level().map(RowLevel::Level).or(grade.cut().map(RowLevel::Cut));
        self.hardest = grade.hardest().map(TechniqueName::Known);
        let counts = grade.techniques().map(|(technique, count)| (TechniqueName::Known(technique), count));
        self.techniques = Some(counts.collect()).filter(|counts: &Vec<_>| is_rated && !counts.is_empty());
        self.steps = u16::try_from(grade.steps()).ok().filter(|_| is_rated);
    }

    /// Sets the columns from which the row can be generated again: generator, seed and index, and the id made of them.
    #[must_use]
    pub fn made_by(mut self, generator: impl Into<Cow<'static, str>>, seed: u64, index: u64) -> Row {
        self.id = Some(format!("{seed}-{index}"));
        self.generator = Some(generator.into());
        self.seed = Some(seed);
        self.index = Some(index);
        self
    }

    /// Adds the tag of constraints to the id of a generated row: `42-7` becomes `42-1d5a0c3b-7`. An empty tag changes nothing.
    #[must_use]
    pub fn tagged(mut self, tag: &str) -> Row {
        if let (false, Some(seed), Some(index)) = (tag.is_empty(), self.seed, self.index) {
            self.id = Some(format!("{seed}-{tag}-{index}"));
        }
        self
    }

    /// Sets the labels of a puzzle: the nodes of its search tree and the size of its smallest backdoor. This takes about a
    /// millisecond.
    #[must_use]
    pub fn labelled(mut self, puzzle: &Puzzle) -> Row {
        self.nodes = Some(solver::nodes(puzzle.clues()));
        self.backdoor = u8::try_from(backdoor::size(puzzle)).ok();
        self
    }

    /// Returns the number of clues, from 0 to 81.
    pub fn clues(&self) -> u8 {
        self.puzzle.clue_count() as u8
    }

    /// Returns the symmetry of the pattern of the clues.
    pub fn symmetry(&self) -> PatternSymmetry {
        PatternSymmetry::of(self.puzzle.pattern())
    }

    /// Sets a missing level to that of ER.
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_grade::Rating;
    /// use minirow_table::Row;
    ///
    /// let mut row = Row { er: Some(Rating::new(4.4)), ..Row::new(Grid::EMPTY) };
    /// row.complete_level();
    /// assert_eq!(row.level.unwrap().to_string(), "expert");
    /// ```
    pub fn complete_level(&mut self) {
        if self.level.is_none() {
            self.level = self.er.map(|er| RowLevel::Level(Level::of(er)));
        }
    }

    /// Returns `true` if the path has a technique of another program.
    pub(crate) fn has_other_techniques(&self) -> bool {
        self.techniques.iter().flatten().any(|(technique, _)| matches!(technique, TechniqueName::Other(_)))
    }

    /// Returns the techniques as text, such as `hidden-single:40;x-wing:2`.
    pub(crate) fn techniques_text(&self) -> Option<String> {
        let counts = self.techniques.as_ref()?.iter().map(|(technique, count)| format!("{technique}:{count}"));
        Some(counts.collect::<Vec<_>>().join(";"))
    }
}

/// Parses the text of [`Row::techniques_text`].
pub(crate) fn parse_techniques(text: &str) -> Option<Vec<(TechniqueName, u32)>> {
    let technique = |part: &str| {
        let (name, count) = part.rsplit_once(':')?;
        Some((TechniqueName::parse(name)?, number_of_steps(&count.into())?.into()))
    };
    text.split(';').map(technique).collect()
}

/// Reads a number of steps. No path has more than 9999, as there are 729 candidates.
pub(crate) fn number_of_steps(value: &Value) -> Option<u16> {
    value.uint().filter(|&steps| steps <= 9999)?.try_into().ok()
}

/// The longest name of a level or a technique, in bytes.
const LONGEST_NAME: usize = 60;

/// Reads a name in a file of another program.
fn other_name(text: &str) -> Option<Box<str>> {
    let text = text.trim();
    (!text.is_empty() && text.len() <= LONGEST_NAME).then(|| text.into())
}

/// The level of a row, or the limit that its rating exceeded.
///
/// ```
/// use minirow_grade::Level;
/// use minirow_table::RowLevel;
/// assert_eq!(RowLevel::parse("Easy"), Some(RowLevel::Level(Level::Easy)));
/// assert_eq!(RowLevel::parse("too-hard").unwrap().to_string(), "too-hard");
/// assert_eq!(RowLevel::parse("Moderate").unwrap().to_string(), "Moderate");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowLevel {
    /// A level.
    Level(Level),
    /// The limit that was exceeded.
    Cut(Cut),
    /// A level of another program.
    Other(Box<str>),
}

impl RowLevel {
    /// Parses a name in any case. An unknown name is one of another program; it has at most 60 bytes.
    pub fn parse(text: &str) -> Option<RowLevel> {
        let text = text.trim();
        let level = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text)).map(RowLevel::Level);
        let cut = || CUTS.into_iter().find(|cut| cut.name().eq_ignore_ascii_case(text)).map(RowLevel::Cut);
        level.or_else(cut).or_else(|| other_name(text).map(RowLevel::Other))
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        match self {
            RowLevel::Level(level) => level.name(),
            RowLevel::Cut(cut) => cut.name(),
            RowLevel::Other(name) => name,
        }
    }
}

pub(crate) const CUTS: [Cut; 2] = [Cut::TooHard, Cut::BudgetSpent];

impl fmt::Display for RowLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A technique by its name in files.
///
/// ```
/// use minirow_table::TechniqueName;
/// let swordfish = TechniqueName::parse("swordfish").unwrap();
/// assert_eq!((swordfish.slug(), swordfish.title()), ("swordfish", "Swordfish"));
/// assert_eq!(TechniqueName::parse("guess").unwrap().title(), "guess");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TechniqueName {
    /// A technique of the ladder.
    Known(&'static Technique),
    /// A technique of another program.
    Other(Box<str>),
}

impl TechniqueName {
    /// Parses a name. An unknown name is one of another program; it has at most 60 bytes.
    pub fn parse(text: &str) -> Option<TechniqueName> {
        let text = text.trim();
        let known = TECHNIQUES.iter().copied().find(|technique| technique.slug == text);
        known.map(TechniqueName::Known).or_else(|| other_name(text).map(TechniqueName::Other))
    }

    /// Returns the name in files.
    pub fn slug(&self) -> &str {
        match self {
            TechniqueName::Known(technique) => technique.slug,
            TechniqueName::Other(name) => name,
        }
    }

    /// Returns the name that people use.
    pub fn title(&self) -> &str {
        match self {
            TechniqueName::Known(technique) => technique.name,
            TechniqueName::Other(name) => name,
        }
    }
}

/// Writes the name in files.
impl fmt::Display for TechniqueName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

/// The values of rating scales that have no fields in [`Row`], by the names of their columns.
///
/// ```
/// use minirow_table::{ScaleValues, Value};
/// let mut values = ScaleValues::default();
/// values.set("te", Value::UInt(3));
/// assert_eq!((values.get("te"), values.get("b")), (Value::UInt(3), Value::Missing));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScaleValues(BTreeMap<&'static str, Value<'static>>);

impl ScaleValues {
    /// Returns the value of a column.
    pub fn get(&self, column: &str) -> Value<'_> {
        self.0.get(column).map(Value::borrowed).unwrap_or_default()
    }

    /// Sets the value of a column. A missing value removes it.
    pub fn set(&mut self, column: &'static str, value: Value<'static>) {
        if value.is_missing() {
            self.0.remove(column);
        } else {
            self.0.insert(column, value);
        }
    }
}
