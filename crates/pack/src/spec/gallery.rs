//! Patterns of clues with a name. There are many puzzles for each of them.

use minirow_core::{Cell, CellSet};

/// The patterns, with an empty line between them: the name, and nine rows with `x` for a clue.
const PATTERNS: &str = include_str!("gallery.txt");

/// Returns the names and the rows of the patterns.
fn patterns() -> impl Iterator<Item = (&'static str, &'static str)> {
    PATTERNS.split("\n\n").filter_map(|pattern| pattern.split_once('\n'))
}

/// Returns the names of the patterns.
///
/// ```
/// assert!(minirow_pack::spec::gallery::names().any(|name| name == "heart"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    patterns().map(|(name, _)| name)
}

/// Returns the cells of a pattern, or `None` if there is no pattern of this name.
///
/// ```
/// use minirow_pack::spec::gallery;
/// assert_eq!(gallery::cells("heart").map(|cells| cells.len()), Some(42));
/// assert_eq!(gallery::cells("liver"), None);
/// ```
pub fn cells(name: &str) -> Option<CellSet> {
    let (_, rows) = patterns().find(|(known, _)| *known == name)?;
    let characters = rows.chars().filter(|character| *character != '\n');
    Some(
        Cell::ALL
            .into_iter()
            .zip(characters)
            .filter(|(_, character)| *character == 'x')
            .map(|(cell, _)| cell)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_has_81_cells_and_enough_clues() {
        assert_eq!(patterns().count(), PATTERNS.split("\n\n").count());
        for (name, rows) in patterns() {
            let rows: Vec<&str> = rows.lines().collect();
            assert!(rows.len() == 9 && rows.iter().all(|row| row.len() == 9), "{name}");
            assert!(rows.concat().chars().all(|c| ['x', '.'].contains(&c)), "{name}");
            assert!(cells(name).is_some_and(|cells| cells.len() >= 17), "{name}");
        }
    }
}
