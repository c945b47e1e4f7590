//! Patterns of clues with a name, in rows: `x` for a clue. There are many puzzles for each of them.

use minirow_core::{Cell, CellSet};

/// The patterns by their names.
#[rustfmt::skip]
const PATTERNS: &[(&str, &str)] = &[
    (
        "heart",
        "\
         .xx...xx. \
         xxxx.xxxx \
         xx.xxx.xx \
         xx..x..xx \
         .xx...xx. \
         .xxx.xxx. \
         ..xx.xx.. \
         ...xxx... \
         ....x.... \
        ",
    ),
    (
        "star",
        "\
         ....x.... \
         ....x.... \
         x..xxx..x \
         .xxxxxxx. \
         ..xx.xx.. \
         ..xxxxx.. \
         .xxx.xxx. \
         .xx...xx. \
         x.......x \
        ",
    ),
    (
        "diamond",
        "\
         ....x.... \
         ...xxx... \
         ..xx.xx.. \
         .xx...xx. \
         xx..x..xx \
         .xx...xx. \
         ..xx.xx.. \
         ...xxx... \
         ....x.... \
        ",
    ),
    (
        "ring",
        "\
         ..xxxxx.. \
         .xx...xx. \
         xx.....xx \
         x...x...x \
         x..x.x..x \
         x...x...x \
         xx.....xx \
         .xx...xx. \
         ..xxxxx.. \
        ",
    ),
    (
        "smile",
        "\
         ..xxxxx.. \
         .x.....x. \
         x..x.x..x \
         x..x.x..x \
         x.......x \
         x.x...x.x \
         x..xxx..x \
         .x.....x. \
         ..xxxxx.. \
        ",
    ),
    (
        "x",
        "\
         xx.....xx \
         xxx...xxx \
         .xxx.xxx. \
         ..xxxxx.. \
         ...x.x... \
         ..xxxxx.. \
         .xxx.xxx. \
         xxx...xxx \
         xx.....xx \
        ",
    ),
    (
        "checkers",
        "\
         x.x.x.x.x \
         .x.x.x.x. \
         x.x.x.x.x \
         .x.x.x.x. \
         x.x.x.x.x \
         .x.x.x.x. \
         x.x.x.x.x \
         .x.x.x.x. \
         x.x.x.x.x \
        ",
    ),
];

/// Returns the names of the patterns.
///
/// ```
/// assert!(minirow_pack::spec::gallery::names().any(|name| name == "heart"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    PATTERNS.iter().map(|(name, _)| *name)
}

/// Returns the cells of a pattern, or `None` if there is no pattern of this name.
///
/// ```
/// use minirow_pack::spec::gallery;
/// assert_eq!(gallery::cells("heart").map(|cells| cells.len()), Some(42));
/// assert_eq!(gallery::cells("liver"), None);
/// ```
pub fn cells(name: &str) -> Option<CellSet> {
    let (_, rows) = PATTERNS.iter().find(|(known, _)| *known == name)?;
    let characters = rows.chars().filter(|character| !character.is_whitespace());
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
        for (name, rows) in PATTERNS {
            let characters: Vec<char> = rows.chars().filter(|character| !character.is_whitespace()).collect();
            assert!(characters.len() == 81 && characters.iter().all(|c| ['x', '.'].contains(c)), "{name}");
            assert!(cells(name).is_some_and(|cells| cells.len() >= 17), "{name}");
        }
    }
}
