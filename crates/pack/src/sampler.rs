//! A sampler, which finds the puzzle of each index that meets a specification.

use std::num::NonZeroU64;
use std::sync::Arc;

use minirow_core::solver::batch::Engine;
use minirow_core::{PatternSymmetry, Puzzle};
use minirow_files::hex;
use minirow_gen::{Climb, GaveUp, Generator};
use minirow_grade::{Grade, grade_within};
use minirow_table::{ScaleSet, ScaleValues};
use sha2::{Digest, Sha256};

use crate::excluded::Excluded;
use crate::filter::PuzzleFilter;
use crate::proof::{Disproved, prove};
use crate::spec::{InvalidSpec, PuzzleSpec};

/// The maximum number of assumptions that are followed to rate a puzzle while climbing: some seconds of work.
const CLIMBING_BUDGET: u64 = 5_000_000;

/// The score of a puzzle whose number of clues is in the range, without its rating.
const ENOUGH_CLUES: u32 = 100;

/// A checked specification, with its generator.
///
/// The puzzle of an index depends only on the generator, the seed, the index and the specification.
///
/// ```
/// use minirow_pack::{PuzzleSpec, Sampler};
/// let found = Sampler::new(PuzzleSpec::new().er(2.6..=3.4))?.find_puzzle(42, 7)?;
/// assert!((26..=34).contains(&found.grade.er().unwrap().tenths()));
/// assert!(found.attempts >= 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    filter: PuzzleFilter,
    generator: Generator,
    climbs: bool,
    excluded: Arc<Excluded>,
    tag: String,
}

/// A puzzle that meets a specification. See [`Sampler`] for an example.
#[derive(Clone, Debug)]
pub struct FoundPuzzle {
    /// The number of attempts, at least 1.
    pub attempts: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its ratings.
    pub grade: Grade,
    /// Its values on the scales of the constraints.
    pub scales: ScaleValues,
}

/// The search for the puzzle of an index, which can stop after any attempt. See [`Sampler::attempt`].
pub(crate) struct IndexSearch {
    index: u64,
    /// The number of attempts so far.
    pub(crate) attempts: u64,
    candidates: Candidates,
}

/// The source of the puzzles of a search.
enum Candidates {
    Attempts(Box<dyn Iterator<Item = Option<Puzzle>> + Send>),
    /// Hill climbing, with the score of the previous puzzle.
    Climb {
        climb: Box<Climb>,
        score: Option<u32>,
    },
}

/// Returns the [tag](Sampler::tag) of a specification without some puzzles.
fn tag(spec: &PuzzleSpec, excluded: &Excluded) -> String {
    let (options, excluded) = (spec.to_string(), excluded.summary());
    if options.is_empty() && excluded.is_null() {
        return String::new();
    }
    hex(&Sha256::digest(format!("{options} {excluded}"))[..4])
}

impl Sampler {
    /// Checks a specification, and creates its sampler.
    ///
    /// # Errors
    /// Returns the reason why no puzzle can meet the specification.
    pub fn new(spec: PuzzleSpec) -> Result<Sampler, InvalidSpec> {
        Sampler::with_excluded(spec, Arc::default())
    }

    /// Checks a specification, and creates its sampler, which never returns excluded puzzles.
    ///
    /// # Errors
    /// Returns the reason why no puzzle can meet the specification.
    pub fn with_excluded(spec: PuzzleSpec, excluded: Arc<Excluded>) -> Result<Sampler, InvalidSpec> {
        let mut filter = PuzzleFilter::of_generated(spec)?;
        let spec = &filter.spec;
        let generator = Generator::new(spec.recipe())?;
        let climbs = spec.search.climbs(spec, filter.er);
        let tag = tag(spec, &excluded);
        // While climbing, a neighbour that takes very long to rate is skipped: there are others.
        filter.limits.budget = if climbs { NonZeroU64::new(CLIMBING_BUDGET) } else { None };
        Ok(Sampler { filter, generator, climbs, excluded, tag })
    }

    /// Returns the part of ids that tells specifications apart: eight hexadecimal digits of a hash of the constraints and
    /// the excluded puzzles. It is empty if there are none of these.
    ///
    /// ```
    /// use minirow_pack::{PuzzleSpec, Sampler};
    /// use minirow_grade::Level;
    /// assert_eq!(Sampler::new(PuzzleSpec::new())?.tag(), "");
    /// let tag = |level| Sampler::new(PuzzleSpec::new().level(level)).map(|sampler| sampler.tag().to_string());
    /// assert_ne!(tag(Level::Easy)?, tag(Level::Hard)?);
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns the scales on which all puzzles are rated because of a constraint.
    pub fn scales(&self) -> ScaleSet {
        self.filter.scales()
    }

    /// Returns `true` if some generated puzzles may be rejected, so that there are more attempts than puzzles.
    pub fn may_reject(&self) -> bool {
        self.filter.constraints.iter().any(|constraint| constraint.may_reject)
    }

    /// Returns the generator if it can work on many indices at a time, with [`judge`](Sampler::judge) for each puzzle. This
    /// gives the same puzzles as [`find`](Sampler::find), several times as fast.
    ///
    /// Hill climbing and filling a mask exactly use all lanes of the batch engine for one puzzle, and give `None`.
    pub fn in_lanes(&self) -> Option<&Generator> {
        (!self.filter.spec.exact && !self.climbs).then_some(&self.generator)
    }

    /// Returns the weight of the puzzle of an index in a sample of all puzzles that meet the specification; see
    /// [`Generator::weight`]. It is `None` if [`why_no_weights`](Sampler::why_no_weights) has a reason.
    pub fn weight(&self, engine: &mut Engine, seed: u64, index: u64, puzzle: &Puzzle) -> Option<f64> {
        self.generator.weight(engine, seed, index, puzzle)
    }

    /// Returns the reason why puzzles have no weights, or `None` if they have weights.
    ///
    /// ```
    /// use minirow_pack::{PuzzleSpec, Sampler};
    /// let sampler = Sampler::new(PuzzleSpec::new().clues(26))?;
    /// assert_eq!(sampler.why_no_weights(), Some("weights exist only for minimal puzzles; use --minimal"));
    /// # Ok::<(), minirow_pack::InvalidSpec>(())
    /// ```
    pub fn why_no_weights(&self) -> Option<&'static str> {
        let recipe = self.generator.recipe();
        let reasons = [
            (self.climbs, "hill climbing gives no sample; use --search sample"),
            (recipe.symmetry != PatternSymmetry::None, "weights exist only for minimal puzzles without a symmetry"),
            (
                recipe.mask.is_some(),
                "weights exist only for minimal puzzles whose clues may be in any cell, not for a mask or pattern",
            ),
            (
                recipe.missing.is_some(),
                "weights exist only for minimal puzzles whose clues may be any digits, not for a missing digit",
            ),
            (!recipe.minimal, "weights exist only for minimal puzzles; use --minimal"),
            (recipe.even, "weights exist only for minimal puzzles with any clues, not for even"),
        ];
        reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
    }

    /// Finds the puzzle of an index.
    ///
    /// # Errors
    /// Returns an error if no attempt gave a puzzle that meets the specification.
    pub fn find_puzzle(&self, seed: u64, index: u64) -> Result<FoundPuzzle, GaveUp> {
        self.find(seed, index, |_| Ok(()))
    }

    /// Finds the puzzle of an index. Before each attempt, `goes_on` is called with the number of attempts before it.
    ///
    /// # Errors
    /// Returns an error if no attempt gave a puzzle that meets the specification, or the error of `goes_on`.
    pub fn find<E: From<GaveUp>>(
        &self,
        seed: u64,
        index: u64,
        mut goes_on: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<FoundPuzzle, E> {
        let mut search = self.search(seed, index);
        let over = self.generator.gave_up(index);
        while search.attempts < over.attempts {
            goes_on(search.attempts)?;
            if let Some(found) = self.attempt(&mut search)? {
                return Ok(found);
            }
        }
        Err(over.into())
    }

    /// Begins the search for the puzzle of an index.
    pub(crate) fn search(&self, seed: u64, index: u64) -> IndexSearch {
        let candidates = if self.climbs {
            Candidates::Climb { climb: Box::new(self.generator.climb(seed, index)), score: None }
        } else {
            Candidates::Attempts(Box::new(self.generator.attempts(seed, index)))
        };
        IndexSearch { index, attempts: 0, candidates }
    }

    /// Makes the next attempt of a search. Returns `None` if its puzzle does not meet the specification.
    ///
    /// # Errors
    /// Returns an error after the last attempt.
    pub(crate) fn attempt(&self, search: &mut IndexSearch) -> Result<Option<FoundPuzzle>, GaveUp> {
        let over = || self.generator.gave_up(search.index);
        let attempts = search.attempts + 1;
        let found = match &mut search.candidates {
            Candidates::Attempts(puzzles) => {
                puzzles.next().ok_or_else(over)?.and_then(|puzzle| self.judge(puzzle, attempts))
            }
            Candidates::Climb { climb, score } => {
                let puzzle = climb.next(*score).ok_or_else(over)?;
                let (next, found) = self.judge_and_score(puzzle, attempts);
                *score = next;
                found
            }
        };
        search.attempts = attempts;
        Ok(found)
    }

    /// Rates a puzzle of hill climbing. Returns its score, and the puzzle if it meets the specification.
    fn judge_and_score(&self, puzzle: Puzzle, attempts: u64) -> (Option<u32>, Option<FoundPuzzle>) {
        if !self.generator.has_wanted_clues(puzzle.clues()) {
            // First towards a number of clues in the range, from above or below, and towards clues that are spread evenly.
            let (wanted, clues) = (self.generator.clues(), puzzle.clues().clue_count());
            let off = wanted.start().saturating_sub(clues) + clues.saturating_sub(*wanted.end());
            return (Some(ENOUGH_CLUES - off as u32), None);
        }
        let grade = grade_within(&puzzle, self.filter.limits);
        let score = grade.er().map(|er| ENOUGH_CLUES + er.tenths());
        if !self.accepts_clues(&puzzle) || !self.filter.accepts_grade(&grade) {
            return (score, None);
        }
        let row = self.filter.rate_and_check(&puzzle);
        (score, row.map(|row| FoundPuzzle { attempts, puzzle, grade, scales: row.scales }))
    }

    /// Rates the puzzle of an attempt, and returns `None` if it does not meet the specification. The rating stops at the first
    /// step that violates a constraint.
    pub fn judge(&self, puzzle: Puzzle, attempts: u64) -> Option<FoundPuzzle> {
        if !self.accepts_clues(&puzzle) {
            return None;
        }
        let (grade, row) = self.filter.judge(&puzzle)?;
        Some(FoundPuzzle { attempts, puzzle, grade, scales: row.scales })
    }

    /// Proves a puzzle a second time, and returns `true` if it is minimal. See [`prove`].
    ///
    /// # Errors
    /// Returns an error if the second proof fails.
    pub fn prove(&self, engine: &mut Engine, found: &FoundPuzzle) -> Result<bool, Disproved> {
        let recipe = self.generator.recipe();
        prove(engine, &found.puzzle, (recipe.minimal && !recipe.exact).then_some(recipe.symmetry))
    }

    /// Returns `true` if the clues of a puzzle meet the specification, and it is not excluded.
    pub(crate) fn accepts_clues(&self, puzzle: &Puzzle) -> bool {
        self.filter.accepts_clues(puzzle) && !self.excluded.contains(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_puzzles_are_not_found() {
        let first = Sampler::new(PuzzleSpec::new()).unwrap().find_puzzle(5, 0).unwrap();
        let excluded = Arc::new([*first.puzzle.clues()].into_iter().collect::<Excluded>());
        let sampler = Sampler::with_excluded(PuzzleSpec::new(), excluded.clone()).unwrap();
        let next = sampler.find_puzzle(5, 0).unwrap();
        assert_eq!((first.attempts, next.attempts), (1, 2));
        assert!(!excluded.contains(&next.puzzle));
        assert!(sampler.judge(first.puzzle, 1).is_none());
    }

    #[test]
    fn a_run_stops_between_attempts() {
        let sampler =
            Sampler::new(PuzzleSpec::new().er(9.5..).search(crate::spec::constraints::Search::Sample)).unwrap();
        let stopped = sampler.find(5, 0, |before| if before < 3 { Ok(()) } else { Err(crate::PackError::Interrupted) });
        assert!(matches!(stopped, Err(crate::PackError::Interrupted)));
    }

    #[test]
    fn puzzles_are_rejected_only_because_of_some_constraints() {
        let may_reject = |spec| Sampler::new(spec).unwrap().may_reject();
        assert!(!may_reject(PuzzleSpec::new().symmetry(PatternSymmetry::HalfTurn).max_tries(3)));
        assert!(may_reject(PuzzleSpec::new().clues(24)));
    }

    #[test]
    fn weights_are_known_of_minimal_puzzles() {
        let why = |text: &str| Sampler::new(toml::from_str(text).unwrap()).unwrap().why_no_weights();
        for (text, words) in [
            ("er = '9.0..'", "hill climbing"),
            ("symmetry = 'diagonal'", "symmetry"),
            ("missing-digits = 5", "missing digit"),
            (&format!("mask = '{}'", "x".repeat(81)), "mask"),
            ("level = 'easy'", "--minimal"),
        ] {
            assert!(why(text).unwrap().contains(words), "{text}");
        }
        assert_eq!(why(""), None);
        assert_eq!(why("er = '9.0..'\nsearch = 'sample'"), None);
        assert_eq!(why("clues = 24\nminimal = true"), None);
    }
}
