//! The registry: every technique, in the order in which Sudoku Explainer asks for them.

mod aligned_exclusion;
mod bug;
pub(crate) mod chaining;
mod fish;
mod hidden_single;
mod hidden_subset;
mod locked_candidates;
mod naked_single;
mod naked_subset;
mod unique_loop;
mod wing;

use crate::technique::Technique;

/// The ladder. A technique is asked only when all above it see nothing; the first step of the first that sees one is
/// taken. The order is one of techniques, not of ratings, and part of what a rating means.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;
    use crate::grader;
    use crate::limits::Limits;
    use crate::pencilmarks::Pencilmarks;
    use crate::rating::Rating;
    use crate::support::{puzzle, reference};

    /// Shows the positions on the paths of every so manieth puzzle where there is more to see than singles.
    pub(super) fn each_position(stride: usize, mut visit: impl FnMut(&Pencilmarks)) {
        for [clues, ..] in reference().step_by(stride) {
            // Where chains are needed, all that is easier sees nothing: one such position of a path says enough.
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
        let slugs: HashSet<_> = ALL.iter().map(|technique| technique.slug).collect();
        let names: HashSet<_> = ALL.iter().map(|technique| technique.name).collect();
        assert_eq!((slugs.len(), names.len()), (ALL.len(), ALL.len()));
        for technique in ALL {
            let slug = technique.name.to_lowercase().replace(' ', "-");
            assert_eq!(technique.slug, slug, "the slug is the name in lower case");
            assert!(slug.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{slug}");
            assert!(technique.ratings.start() <= technique.ratings.end(), "{slug}");
        }
    }

    #[test]
    fn every_technique_has_its_cases() {
        for technique in ALL {
            let fixture = format!("{}/tests/steps/{}.txt", env!("CARGO_MANIFEST_DIR"), technique.slug);
            assert!(Path::new(&fixture).exists(), "missing {fixture}");
        }
    }

    #[test]
    fn every_file_says_first_what_it_is() {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/techniques")];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        for path in files {
            let source = std::fs::read_to_string(&path).unwrap();
            assert!(source.starts_with("//! "), "{} opens without a sentence about the technique", path.display());
        }
    }
}
