//! The grader: takes the first step of the first technique that sees one, until the grid is full or nothing is seen.

use minirow_core::Puzzle;

use crate::level::Level;
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::Step;
use crate::technique::Technique;
use crate::techniques;

/// The steps from the clues of a puzzle on, each applied before the next is looked for.
pub fn path(puzzle: &Puzzle) -> Path {
    Path { pencilmarks: Pencilmarks::from(puzzle.clues()), stuck: false }
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
    stuck: bool,
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

    /// Whether it has come to an end before the solution.
    pub const fn is_stuck(&self) -> bool {
        self.stuck
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.is_solved() || self.stuck {
            return None;
        }
        let step = techniques::ALL.iter().find_map(|technique| technique.first_step(&self.pencilmarks));
        match &step {
            Some(step) => self.pencilmarks.apply(step),
            None => self.stuck = true,
        }
        step
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
/// assert_eq!((grade.level(), grade.steps()), (Level::Easy, 49));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn grade(puzzle: &Puzzle) -> Grade {
    let mut path = path(puzzle);
    let mut grade = Grade::default();
    for step in &mut path {
        grade.count(&step);
    }
    grade.finish(path.is_stuck())
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
    /// How many steps each technique of the ladder took.
    counts: Vec<u32>,
}

impl Grade {
    /// The rating of the hardest step; nothing if the puzzle needs more than the ladder has.
    pub const fn er(&self) -> Option<Rating> {
        self.er
    }

    /// The rating of the hardest step up to the first that places a digit; nothing if none is reached. A puzzle that
    /// gets stuck later has it all the same.
    pub const fn ep(&self) -> Option<Rating> {
        self.ep
    }

    /// The rating of the first step; nothing if there is none, though there is a cell to fill.
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
    pub fn level(&self) -> Level {
        Level::of(self.er)
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
    fn finish(mut self, stuck: bool) -> Grade {
        if stuck {
            self.er = None;
            self.hardest = None;
        } else if self.er.is_none() {
            (self.er, self.ep, self.ed) = (Some(Rating::ZERO), Some(Rating::ZERO), Some(Rating::ZERO));
        }
        self
    }
}
