//! The grader: takes the first step of the first technique that sees one, until the grid is full or nothing is seen.

use minirow_core::Puzzle;

use crate::level::Level;
use crate::limits::{Budget, Cut, Limits};
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::Step;
use crate::technique::Technique;
use crate::techniques;

/// The steps from the clues of a puzzle on, each applied before the next is looked for.
pub fn path(puzzle: &Puzzle) -> Path {
    path_within(puzzle, Limits::default())
}

/// The same, up to where it would break a limit.
pub fn path_within(puzzle: &Puzzle, limits: Limits) -> Path {
    path_from(Pencilmarks::from(puzzle.clues()), limits)
}

/// The steps from any position on, such as one where a person got stuck.
///
/// The filled cells must be a puzzle, with its one solution, and that must be left among the candidates: uniqueness and
/// contradictions prove nothing else. A position without a solution may show steps that contradict each other.
pub fn path_from(position: Pencilmarks, limits: Limits) -> Path {
    Path { pencilmarks: position, max_er: limits.max_er, budget: Budget::of(limits), end: None }
}

/// The path that Sudoku Explainer takes through a puzzle: an iterator over its steps.
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
    budget: Budget,
    end: Option<End>,
}

/// How a path ended before the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// No technique sees a step.
    Stuck,
    Cut(Cut),
}

impl Path {
    /// Where the path has come to.
    pub const fn pencilmarks(&self) -> &Pencilmarks {
        &self.pencilmarks
    }

    /// Whether it has come to the solution.
    pub const fn is_solved(&self) -> bool {
        self.pencilmarks.is_solved()
    }

    /// Whether it has come to an end before the solution, because no technique sees a step.
    pub fn is_stuck(&self) -> bool {
        self.end == Some(End::Stuck)
    }

    /// The limit that it would have broken.
    pub const fn cut(&self) -> Option<Cut> {
        match self.end {
            Some(End::Cut(cut)) => Some(cut),
            _ => None,
        }
    }

    fn find_step(&self) -> Result<Step, End> {
        for (place, technique) in techniques::ALL.iter().enumerate() {
            if self.max_er.is_some_and(|max_er| lowest_from(place).tenths() > max_er.tenths()) {
                return Err(End::Cut(Cut::TooHard));
            }
            let step = technique.first_step_within(&self.pencilmarks, &self.budget);
            if self.budget.is_spent() {
                return Err(End::Cut(Cut::BudgetSpent));
            }
            if let Some(step) = step {
                let too_hard = self.max_er.is_some_and(|max_er| step.rating().tenths() > max_er.tenths());
                return if too_hard { Err(End::Cut(Cut::TooHard)) } else { Ok(step) };
            }
        }
        Err(End::Stuck)
    }
}

/// The lowest rating that a technique from a place of the ladder on can have.
fn lowest_from(place: usize) -> Rating {
    techniques::ALL[place..].iter().map(|technique| *technique.ratings.start()).min().unwrap_or(Rating::ZERO)
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.is_solved() || self.end.is_some() {
            return None;
        }
        match self.find_step() {
            Ok(step) => {
                self.pencilmarks.apply(&step);
                Some(step)
            }
            Err(end) => {
                self.end = Some(end);
                None
            }
        }
    }
}

impl std::iter::FusedIterator for Path {}

/// Rates a puzzle as Sudoku Explainer does.
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

/// The same, up to where it would break a limit; then there is no ER, and [`Grade::cut`] says why.
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
    grade_while(puzzle, limits, |_| true).expect("nothing was held against any step")
}

/// The same, unless a step is met that speaks against the puzzle: then the rest is not looked for, and there is no grade.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::{Limits, grade_while};
/// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
/// let no_naked_single = |step: &minirow_grade::Step| step.technique().slug != "naked-single";
/// assert!(grade_while(&puzzle, Limits::default(), no_naked_single).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade_while(puzzle: &Puzzle, limits: Limits, mut goes_on: impl FnMut(&Step) -> bool) -> Option<Grade> {
    let mut path = path_within(puzzle, limits);
    let mut grade = Grade::default();
    for step in &mut path {
        if !goes_on(&step) {
            return None;
        }
        grade.count(&step);
    }
    Some(grade.finish(path.end))
}

/// The ratings of a puzzle, and the techniques that its path takes.
///
/// ER, EP and ED are those of Sudoku Explainer: the rating of the hardest step on the way to the solution; of the
/// hardest up to the first that fills a cell; and of the first of all. A full grid has no step: all three are 0.0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grade {
    er: Option<Rating>,
    ep: Option<Rating>,
    ed: Option<Rating>,
    hardest: Option<&'static Technique>,
    cut: Option<Cut>,
    /// How many steps each technique of the ladder took.
    counts: Vec<u32>,
}

impl Grade {
    /// The rating of the hardest step; nothing if a limit was broken.
    pub const fn er(&self) -> Option<Rating> {
        self.er
    }

    /// The rating of the hardest step up to the first that places a digit; nothing if a limit was broken before that.
    pub const fn ep(&self) -> Option<Rating> {
        self.ep
    }

    /// The rating of the first step; nothing if already that broke a limit.
    pub const fn ed(&self) -> Option<Rating> {
        self.ed
    }

    /// The technique of the first step that is as hard as ER; nothing if there is no ER, or no step to take.
    pub const fn hardest(&self) -> Option<&'static Technique> {
        self.hardest
    }

    /// The techniques of the steps taken, in the order of the ladder, each with the number of its steps.
    pub fn techniques(&self) -> impl Iterator<Item = (&'static Technique, u32)> {
        techniques::ALL.iter().copied().zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// The number of steps taken.
    pub fn steps(&self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }

    /// The level of ER.
    pub fn level(&self) -> Option<Level> {
        self.er.map(Level::of)
    }

    /// The limit that was broken, if there is no ER.
    pub const fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Takes the next step of the path into account.
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

    /// Closes the account at the end of the path.
    fn finish(mut self, end: Option<End>) -> Grade {
        match end {
            // What Sudoku Explainer says of what it cannot solve.
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
