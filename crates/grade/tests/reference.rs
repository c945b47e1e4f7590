//! Grades are those of Sudoku Explainer, to the tenth.

mod support;

use minirow_grade::{Level, Rating, grade};
use support::{puzzle, reference};

/// The ratings of the ladder end here.
const HIGHEST: Rating = Rating::new(4.4);

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    let mut rated = 0;
    for [clues, er, ep, ed, hardest] in reference() {
        let grade = grade(&puzzle(clues));
        let is_within = er.parse().is_ok_and(|er| Rating::new(er) <= HIGHEST);
        let expected = is_within.then_some((er, hardest));
        let printed = |rating: Option<Rating>| rating.map(|rating| rating.to_string());
        let (our_er, our_hardest) = (printed(grade.er()), grade.hardest().map(|technique| technique.name));
        assert_eq!(our_er.as_deref().zip(our_hardest), expected, "ER of {clues}");
        assert_eq!(grade.level() == Level::Beyond, !is_within, "level of {clues}");

        // What comes before a step beyond the ladder counts; after it there is nothing to compare.
        for (what, ours, theirs) in [("EP", grade.ep(), ep), ("ED", grade.ed(), ed)] {
            let is_within = theirs.parse().is_ok_and(|rating| Rating::new(rating) <= HIGHEST);
            assert_eq!(printed(ours).as_deref(), is_within.then_some(theirs), "{what} of {clues}");
        }
        rated += usize::from(is_within);
    }
    assert_eq!(rated, 2150);
}

#[test]
fn a_filled_grid_is_rated_zero() {
    let puzzle = puzzle("483921657967345821251876493548132976729564138136798245372689514814253769695417382");
    let grade = grade(&puzzle);
    let zero = Some(Rating::ZERO);
    assert_eq!((grade.er(), grade.ep(), grade.ed()), (zero, zero, zero));
    assert_eq!((grade.hardest(), grade.steps(), grade.level()), (None, 0, Level::Easy));
}
