//! The registries of techniques: the ladder of Sudoku Explainer, and techniques beyond it.
//!
//! The ladder ([`ALL`]) is closed. Ratings are those of Sudoku Explainer, and the reference ratings in
//! `tests/reference` hold for exactly these techniques in exactly this order: a further technique would change ratings.
//! Every other technique goes into [`EXTENDED`].
//!
//! ```
//! use minirow_grade::techniques;
//! assert_eq!(techniques::ALL[0].slug, "hidden-single");
//! assert!(techniques::all_and_extended().any(|technique| technique.name == "Swordfish"));
//! ```

mod aligned_exclusion;
mod bug;
mod chaining;
mod fish;
mod hidden_single;
mod hidden_subset;
mod locked_candidates;
mod naked_single;
mod naked_subset;
mod unique_loop;
mod wing;

pub(crate) use chaining::memory::ChainMemory;
pub use hidden_single::{HIDDEN_SINGLE, RATINGS as HIDDEN_SINGLE_RATINGS};
pub use naked_single::NAKED_SINGLE;

use minirow_core::Candidate;

use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::Step;
use crate::technique::Technique;

/// The ladder of Sudoku Explainer, in the order in which techniques are tried. A technique is tried only if all before
/// it find nothing. The order is not that of the ratings, and it is part of the definition of a rating.
///
/// The ladder is closed: see the documentation of the module. New techniques go into [`EXTENDED`].
pub static ALL: &[&Technique] = &[
    &hidden_single::HIDDEN_SINGLE,
    &locked_candidates::DIRECT_POINTING,
    &locked_candidates::DIRECT_CLAIMING,
    &hidden_subset::DIRECT_PAIR,
    &naked_single::NAKED_SINGLE,
    &hidden_subset::DIRECT_TRIPLET,
    &locked_candidates::POINTING,
    &locked_candidates::CLAIMING,
    &naked_subset::PAIR,
    &fish::X_WING,
    &hidden_subset::PAIR,
    &naked_subset::TRIPLET,
    &fish::SWORDFISH,
    &hidden_subset::TRIPLET,
    &wing::XY_WING,
    &wing::XYZ_WING,
    &unique_loop::UNIQUE_LOOP,
    &naked_subset::QUAD,
    &fish::JELLYFISH,
    &hidden_subset::QUAD,
    &bug::BIVALUE_UNIVERSAL_GRAVE,
    &aligned_exclusion::PAIR,
    &chaining::FORCING,
    &aligned_exclusion::TRIPLET,
    &chaining::NISHIO,
    &chaining::MULTIPLE,
    &chaining::DYNAMIC,
    &chaining::PLUS,
    &chaining::NESTED_FORCING,
    &chaining::NESTED_MULTIPLE,
    &chaining::NESTED_DYNAMIC,
    &chaining::NESTED_PLUS,
    &chaining::NESTED_TWICE,
    &chaining::NESTED_MULTIPLE_TWICE,
];

/// The techniques of the ladder that conclude from the uniqueness of the solution, which the filled cells alone must have.
pub(crate) static UNIQUENESS: [&Technique; 2] = [&unique_loop::UNIQUE_LOOP, &bug::BIVALUE_UNIVERSAL_GRAVE];

/// Declares [`EXTENDED`] together with the files of its techniques, one line per file: `mod file: TECHNIQUE;`, with
/// commas between several techniques of the same file.
///
/// `cargo fmt` does not find files that a macro declares. Format them with `rustfmt
/// crates/grade/src/techniques/<file>.rs`; a test checks this.
macro_rules! extended {
    ($(mod $file:ident: $($technique:ident),+;)*) => {
        $(mod $file;)*

        /// Techniques that are not in the ladder of Sudoku Explainer, in display order. There are none so far.
        ///
        /// Grading never tries them, so ratings do not depend on them. Use [`Technique::first_step`] and
        /// [`Technique::all_steps`]. Like the techniques of the ladder, each must have a file of test cases, an
        /// explainer, and steps that agree with the solution.
        pub static EXTENDED: &[&Technique] = &[$($(&$file::$technique),+),*];
    };
}

extended! {}

/// Returns all techniques of both registries, those of the ladder first.
pub fn all_and_extended() -> impl Iterator<Item = &'static Technique> {
    ALL.iter().chain(EXTENDED).copied()
}

/// Returns the easiest step in a position that eliminates a candidate, rated `highest` or lower.
///
/// A path takes the first step that a technique finds, so it need not have a step for each elimination that is possible.
/// All steps of the ladder are searched, which takes much longer than the next step of a path if `highest` allows chains.
///
/// ```
/// use minirow_core::{Candidate, Cell, Digit, Grid};
/// use minirow_grade::{Pencilmarks, Rating, techniques};
/// let clues = ".....2.3.5...6.189..3.17...62.........9.5.7..1.5....2.........6.6..9.4.....3...5.";
/// let position = Pencilmarks::from(&clues.parse::<Grid>()?);
/// let candidate = Candidate { cell: Cell::at(6, 3), digit: Digit::D5 };
/// let step = techniques::easiest_elimination(&position, candidate, Rating::new(4.0)).unwrap();
/// assert_eq!((step.technique().slug, step.rating()), ("pointing", Rating::new(2.6)));
/// assert!(techniques::easiest_elimination(&position, candidate, Rating::new(2.5)).is_none());
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn easiest_elimination(position: &Pencilmarks, candidate: Candidate, highest: Rating) -> Option<Step> {
    ALL.iter().fold(None, |easiest: Option<Step>, technique| {
        let could_be_easier = easiest.as_ref().is_none_or(|step| *technique.ratings.start() < step.rating());
        if !could_be_easier || *technique.ratings.start() > highest {
            return easiest;
        }
        let found = technique.all_steps(position).into_iter();
        let found = found.filter(|step| step.rating() <= highest && step.eliminations().contains(candidate));
        easiest.into_iter().chain(found).min_by_key(Step::rating)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::grader;
    use crate::limits::Limits;
    use crate::size::stride;
    use crate::support::{puzzle, reference};

    /// Visits the positions on the paths of each `stride`-th puzzle where singles are not enough.
    pub(super) fn each_position(stride: usize, mut visit: impl FnMut(&Pencilmarks)) {
        for [clues, ..] in reference().step_by(stride) {
            // Where chains are needed, no easier technique finds a step: one such position of a path is enough.
            let limits = Limits { max_er: Some(Rating::new(6.2)), ..Limits::default() };
            let mut path = grader::path_within(&puzzle(clues), limits);
            while !path.is_solved() {
                let pencilmarks = path.pencilmarks().clone();
                let step = path.next();
                if step.as_ref().is_none_or(|step| step.placement().is_none()) {
                    visit(&pencilmarks);
                }
                if step.is_none() {
                    break;
                }
            }
        }
    }

    #[test]
    fn slugs_and_names_are_unique_and_well_formed() {
        let slugs: HashSet<_> = all_and_extended().map(|technique| technique.slug).collect();
        let names: HashSet<_> = all_and_extended().map(|technique| technique.name).collect();
        let count = ALL.len() + EXTENDED.len();
        assert_eq!((slugs.len(), names.len()), (count, count));
        for technique in all_and_extended() {
            let slug = technique.name.to_lowercase().replace(' ', "-");
            assert_eq!(technique.slug, slug, "the slug is the name in lower case");
            assert!(slug.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{slug}");
            assert!(technique.ratings.start() <= technique.ratings.end(), "{slug}");
        }
    }

    #[test]
    fn the_ladder_of_sudoku_explainer_is_closed() {
        let ladder = (ALL.len(), ALL[0].slug, ALL[ALL.len() - 1].slug);
        let expected = (34, "hidden-single", "twice-nested-multiple-forcing-chains");
        assert_eq!(ladder, expected, "reference ratings hold for these techniques only: add others to `EXTENDED`");
    }

    #[test]
    fn each_elimination_of_a_path_has_a_step_that_is_as_easy_and_true() {
        for [clues, ..] in reference().step_by(40 * stride(3)) {
            let puzzle = puzzle(clues);
            let limits = Limits { max_er: Some(Rating::new(5.0)), ..Limits::default() };
            let mut path = grader::path_within(&puzzle, limits);
            let mut before = path.pencilmarks().clone();
            while let Some(step) = path.next() {
                for candidate in step.eliminations().iter() {
                    let easiest = easiest_elimination(&before, candidate, step.rating()).unwrap();
                    assert!(easiest.rating() <= step.rating() && easiest.agrees_with(puzzle.solution()), "{before:?}");
                }
                let is_right = |at: &Candidate| puzzle.solution().digit(at.cell) == at.digit;
                for right in before.candidates().iter().filter(is_right) {
                    assert_eq!(easiest_elimination(&before, right, Rating::new(5.0)), None, "{right} of {before:?}");
                }
                before = path.pencilmarks().clone();
            }
        }
    }

    #[test]
    fn every_technique_has_its_cases() {
        for technique in all_and_extended() {
            let file = format!("tests/steps/{}.txt", technique.slug);
            let exists = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists();
            assert!(exists, "{technique} has no cases: write crates/grade/{file}; grade/cases.rs describes them");
        }
    }

    fn source_files() -> Vec<PathBuf> {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/techniques")];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files
    }

    #[test]
    fn every_file_starts_with_a_summary_and_is_registered() {
        for path in source_files() {
            let source = std::fs::read_to_string(&path).unwrap();
            assert!(source.starts_with("//! "), "{} opens without a sentence about the technique", path.display());
            let is_technique = path.parent().is_some_and(|folder| folder.ends_with("techniques"));
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_declared = || {
                let lines = include_str!("techniques.rs").lines().map(str::trim);
                let mut declared = lines.filter_map(|line| line.strip_prefix("mod "));
                declared.any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([';', ':'])))
            };
            assert!(!is_technique || is_declared(), "{name}.rs is not in techniques.rs: add a line to `extended!`");
        }
    }
}
