//! The grader: applies the first step of the first technique that finds one, until the grid is full or no step is
//! found.

use minirow_core::Puzzle;

use crate::budget::Budget;
use crate::changes::Changes;
use crate::level::Level;
use crate::limits::{Cut, Limits};
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;
use crate::techniques;

/// Returns the path from the clues of a puzzle to its solution: an iterator over steps, each applied before the next.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// for step in minirow_grade::path(&puzzle) {
///     assert!(step.agrees_with(puzzle.solution()), "{step}: {}", step.technique());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(puzzle: &Puzzle) -> Path {
    path_within(puzzle, Limits::default())
}

/// Returns the path from the clues of a puzzle, which ends before a step that breaks a limit. See [`Path::cut`].
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Cut, Limits, Rating, path_within};
/// let clues = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let limits = Limits { max_er: Some(Rating::new(6.2)), ..Limits::default() };
/// let mut path = path_within(&Puzzle::new(clues.parse()?)?, limits);
/// assert!(path.by_ref().all(|step| step.rating() <= Rating::new(6.2)));
/// assert_eq!(path.cut(), Some(Cut::TooHard));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path_within(puzzle: &Puzzle, limits: Limits) -> Path {
    path_from(Pencilmarks::from(puzzle.clues()), limits)
}

/// Returns the path from any position, such as one where a person is stuck.
///
/// The filled cells must be a puzzle with one solution, and this solution must be among the candidates. Otherwise the
/// conclusions from uniqueness and contradictions are invalid, and steps may contradict each other. If only the candidates have one
/// solution, see [`Path::without_uniqueness`].
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Limits, path, path_from};
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut all = path(&Puzzle::new(clues.parse()?)?);
/// let first = all.next().unwrap();
/// let mut rest = path_from(all.pencilmarks().clone(), Limits::default());
/// assert_eq!(rest.next(), all.next());
/// assert!(first.has_effect());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path_from(position: Pencilmarks, limits: Limits) -> Path {
    // Only techniques up to the last one with an allowed rating are tried.
    let is_allowed = |technique: &&Technique| {
        limits.max_er.is_none_or(|max_er| technique.ratings.start().tenths() <= max_er.tenths())
    };
    let last = techniques::ALL.iter().rposition(is_allowed);
    Path {
        pencilmarks: position,
        max_er: limits.max_er,
        tried: last.map_or(0, |last| last + 1),
        steps: Steps::first_within(Budget::new(limits.budget)),
        end: None,
        is_unique: true,
        new: Changes::ALL,
        unsearched: vec![Unsearched { coming: Changes::NONE, before: Changes::NONE }; techniques::ALL.len()],
    }
}

/// The path of Sudoku Explainer through a puzzle: an iterator over its steps.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let mut path = minirow_grade::path(&puzzle);
/// let first = path.next().unwrap();
/// assert_eq!((first.to_string().as_str(), first.rating().to_string().as_str()), ("r2c2=6", "1.2"));
/// assert_eq!(path.by_ref().count(), 48);
/// assert!(path.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Path {
    pencilmarks: Pencilmarks,
    max_er: Option<Rating>,
    /// The number of techniques of the ladder that can find a step within `max_er`.
    tried: usize,
    steps: Steps,
    end: Option<End>,
    /// The filled cells alone have one solution.
    is_unique: bool,
    /// The changes of the last step. They are passed on from technique to technique, as far as these are tried.
    new: Changes,
    /// By technique of the ladder.
    unsearched: Vec<Unsearched>,
}

/// The changes with regions that a technique has not searched. In other regions it finds nothing.
#[derive(Clone, Debug)]
struct Unsearched {
    /// The changes with which the technique before it on the ladder was tried, but not this one.
    coming: Changes,
    /// The changes in regions that it left unsearched when it found a step elsewhere.
    before: Changes,
}

/// The end of a path before the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// No technique finds a step.
    Stuck,
    Cut(Cut),
}

impl Path {
    /// Returns the path without the techniques that conclude from the uniqueness of the solution. It is for a Sukaku, whose
    /// candidates have one solution, and whose filled cells have more.
    ///
    /// ```
    /// use minirow_core::{CandidateSet, Candidate, Cell, Digit, Grid};
    /// use minirow_grade::{Limits, Pencilmarks, path_from};
    /// let mut position = Pencilmarks::from(&Grid::EMPTY);
    /// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse::<Grid>()?;
    /// for (cell, right) in solution.clues() {
    ///     let wrong = Digit::ALL.into_iter().filter(|&digit| digit != right && (digit < right || cell.row() > 0));
    ///     wrong.for_each(|digit| position.eliminate(Candidate { cell, digit }));
    /// }
    /// let mut path = path_from(position, Limits::default()).without_uniqueness();
    /// assert!(path.by_ref().all(|step| step.technique().slug != "unique-loop"));
    /// assert_eq!(path.pencilmarks().values(), &solution);
    /// # Ok::<(), minirow_core::ParseGridError>(())
    /// ```
    #[must_use]
    pub fn without_uniqueness(self) -> Path {
        Path { is_unique: false, ..self }
    }

    /// Returns the current position.
    pub const fn pencilmarks(&self) -> &Pencilmarks {
        &self.pencilmarks
    }

    /// Returns `true` if the position is the solution.
    pub const fn is_solved(&self) -> bool {
        self.pencilmarks.is_solved()
    }

    /// Returns `true` if the path has ended before the solution because no technique finds a step.
    pub fn is_stuck(&self) -> bool {
        self.end == Some(End::Stuck)
    }

    /// Returns the limit that the next step would break, if the path has ended because of it.
    pub const fn cut(&self) -> Option<Cut> {
        match self.end {
            Some(End::Cut(cut)) => Some(cut),
            _ => None,
        }
    }

    /// Finds the next step, and leaves it in the collector.
    fn find_step(&mut self) -> Result<(), End> {
        let mut new = std::mem::replace(&mut self.new, Changes::NONE);
        for (place, technique) in techniques::ALL.iter().take(self.tried).enumerate() {
            let Unsearched { coming, before } = &mut self.unsearched[place];
            new = new | std::mem::replace(coming, Changes::NONE);
            self.steps.set_changes(*before | new);
            if self.is_unique || !techniques::UNIQUENESS.contains(technique) {
                // The finder breaks if it has found a step.
                let _ = (technique.find)(&self.pencilmarks, &mut self.steps);
            }
            if self.steps.budget().is_spent() {
                return Err(End::Cut(Cut::BudgetSpent));
            }
            if let Some(step) = self.steps.first() {
                *before = *self.steps.changes();
                if let Some(next) = self.unsearched.get_mut(place + 1) {
                    next.coming = next.coming | new;
                }
                let too_hard = self.max_er.is_some_and(|max_er| step.rating().tenths() > max_er.tenths());
                return if too_hard { Err(End::Cut(Cut::TooHard)) } else { Ok(()) };
            }
            *before = Changes::NONE;
        }
        Err(if self.tried < techniques::ALL.len() { End::Cut(Cut::TooHard) } else { End::Stuck })
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.is_solved() || self.end.is_some() {
            return None;
        }
        match self.find_step() {
            Ok(()) => {
                self.new = self.pencilmarks.apply(self.steps.first()?);
                self.steps.take_first()
            }
            Err(end) => {
                self.end = Some(end);
                None
            }
        }
    }
}

impl std::iter::FusedIterator for Path {}

/// Rates a puzzle like Sudoku Explainer.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::Level;
/// let clues = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
/// let puzzle = Puzzle::new(clues.parse()?)?;
/// let grade = minirow_grade::grade(&puzzle);
/// assert_eq!(grade.er().unwrap().to_string(), "1.2");
/// assert_eq!(grade.hardest().unwrap().name, "Hidden Single");
/// assert_eq!((grade.level(), grade.steps()), (Some(Level::Easy), 49));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade(puzzle: &Puzzle) -> Grade {
    grade_within(puzzle, Limits::default())
}

/// Rates a puzzle within limits. If a limit is broken, there is no ER, and [`Grade::cut`] returns the reason.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Cut, Limits, Rating, grade_within};
/// let puzzle = Puzzle::new("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?)?;
/// let no_chains = Limits { max_er: Some(Rating::new(6.2)), ..Limits::default() };
/// let grade = grade_within(&puzzle, no_chains);
/// assert_eq!((grade.er(), grade.cut()), (None, Some(Cut::TooHard)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade_within(puzzle: &Puzzle, limits: Limits) -> Grade {
    grade_path(path_within(puzzle, limits))
}

/// Rates the rest of a path, such as that of a position or a Sukaku.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{grade, grade_path, path};
/// let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?)?;
/// assert_eq!(grade_path(path(&puzzle)), grade(&puzzle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade_path(path: Path) -> Grade {
    grade_path_while(path, |_| true).expect("nothing was held against any step")
}

/// Rates a puzzle within limits, as long as a predicate accepts each step. Returns `None` at the first rejected step.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Limits, grade_while};
/// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
/// let no_naked_single = |step: &minirow_grade::Step| step.technique().slug != "naked-single";
/// assert!(grade_while(&puzzle, Limits::default(), no_naked_single).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade_while(puzzle: &Puzzle, limits: Limits, goes_on: impl FnMut(&Step) -> bool) -> Option<Grade> {
    grade_path_while(path_within(puzzle, limits), goes_on)
}

fn grade_path_while(mut path: Path, mut goes_on: impl FnMut(&Step) -> bool) -> Option<Grade> {
    let mut grade = Grade::default();
    for step in &mut path {
        if !goes_on(&step) {
            return None;
        }
        grade.count(&step);
    }
    Some(grade.finish(path.end))
}

/// The ratings of a puzzle, and the techniques of its path.
///
/// The ratings are those of Sudoku Explainer. ER is the rating of the hardest step of the path, EP that of the hardest
/// step up to the first placement, and ED that of the first step. All three are 0.0 for a full grid, which has no
/// steps.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::grade;
/// let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
/// let grade = grade(&Puzzle::new(clues.parse()?)?);
/// assert!(grade.ed() <= grade.ep() && grade.ep() <= grade.er());
/// let steps: u32 = grade.techniques().map(|(_technique, count)| count).sum();
/// assert_eq!(steps as usize, grade.steps());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grade {
    er: Option<Rating>,
    ep: Option<Rating>,
    ed: Option<Rating>,
    hardest: Option<&'static Technique>,
    cut: Option<Cut>,
    /// The number of steps of each technique of the ladder.
    counts: Vec<u32>,
}

impl Grade {
    /// Returns ER, the rating of the hardest step, or `None` if a limit was broken.
    pub const fn er(&self) -> Option<Rating> {
        self.er
    }

    /// Returns EP, the rating of the hardest step up to the first placement, or `None` if a limit was broken before.
    pub const fn ep(&self) -> Option<Rating> {
        self.ep
    }

    /// Returns ED, the rating of the first step, or `None` if this step broke a limit.
    pub const fn ed(&self) -> Option<Rating> {
        self.ed
    }

    /// Returns the technique of the first step with the rating ER, or `None` if there is no ER or no step.
    pub const fn hardest(&self) -> Option<&'static Technique> {
        self.hardest
    }

    /// Returns the techniques of the steps in the order of the ladder, each with its number of steps.
    pub fn techniques(&self) -> impl Iterator<Item = (&'static Technique, u32)> {
        techniques::ALL.iter().copied().zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }

    /// Returns the level of ER, or `None` if there is no ER.
    pub fn level(&self) -> Option<Level> {
        self.er.map(Level::of)
    }

    /// Returns the limit that was broken, or `None`.
    pub const fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Adds the next step of the path.
    fn count(&mut self, step: &Step) {
        if self.er.is_none_or(|er| step.rating() > er) {
            self.er = Some(step.rating());
            self.hardest = Some(step.technique());
        }
        self.ed = self.ed.or(self.er);
        if step.placement().is_some() {
            self.ep = self.ep.or(self.er);
        }
        self.counts.resize(techniques::ALL.len(), 0);
        let place = techniques::ALL.iter().position(|&technique| technique == step.technique());
        self.counts[place.expect("every step is of a technique of the ladder")] += 1;
    }

    /// Completes the grade at the end of the path.
    fn finish(mut self, end: Option<End>) -> Grade {
        match end {
            // The rating that Sudoku Explainer gives to puzzles that it cannot solve.
            Some(End::Stuck) => (self.er, self.hardest) = (Some(Rating::UNSOLVED), None),
            Some(End::Cut(cut)) => (self.er, self.hardest, self.cut) = (None, None, Some(cut)),
            None if self.er.is_none() => {
                (self.er, self.ep, self.ed) = (Some(Rating::ZERO), Some(Rating::ZERO), Some(Rating::ZERO));
            }
            None => {}
        }
        self
    }
}
