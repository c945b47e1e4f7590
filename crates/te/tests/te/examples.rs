//! Puzzles whose arguments are short enough to be followed by hand.

use crate::support::{puzzle, rate, ratings};

#[track_caller]
fn check(clues: &str, expected: [&str; 4]) {
    assert_eq!(ratings(rate(&puzzle(clues))), expected, "{clues}");
}

#[test]
fn singles_have_depth_0() {
    check("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", ["0", "0", "", ""]);
    check("483921657967345821251876493548132976729564138136798245372689514814253769695417382", ["0", "0", "", ""]);
}

#[test]
fn locked_candidates_are_braids_of_length_1() {
    check("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......", ["1", "1", "", ""]);
}

#[test]
fn two_variables() {
    // If r1c4 is 8, the 8 of column 3 is in r5c3, and column 5 has no place for 8.
    check("....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.", ["1", "2", "", ""]);
}

#[test]
fn three_variables() {
    // If r1c2 is 7, the 7 of row 7 is in r7c8, r5c8 is 5, and column 2 has no place for 5.
    check("....2..........9....38.4..5.6......92....8...48.73.61...5.62..3.......4.82..7....", ["1", "3", "", ""]);
    // If r2c4 is 5, the 7 of row 2 is in r2c6, r8c6 is 5, and row 5 has no place for 5.
    check("...6.1.........36.52....4..6.......4.7..9.6...94...85......8.1.289.3....7.......3", ["1", "3", "", ""]);
}

#[test]
fn two_assumptions() {
    check("9..76....7..5.......5..84..8.6..3..4.5.6..3....3....9..2......1..8..69.....41..2.", ["2", "", "1", ""]);
}
