//! Grades equal those of Sudoku Explainer, to the tenth.

use crate::size::stride;
use crate::support::{hardest, puzzle, reference};
use minirow_grade::{Chain, Cut, Level, Limits, Rating, Step, grade, grade_within, path, path_within};

#[test]
fn ratings_equal_those_of_sudoku_explainer() {
    let mut rated = 0;
    for row @ [clues, er, ep, ed, hardest] in reference().step_by(stride(12)) {
        check_path(row);
        let grade = grade(&puzzle(clues));
        let ours = [grade.er(), grade.ep(), grade.ed()].map(|rating| rating.expect("no limit").to_string());
        assert_eq!(ours, [er, ep, ed], "{clues}");
        assert_eq!(grade.level(), grade.er().map(Level::of));
        assert_eq!(grade.hardest().expect("steps").name, names(hardest).0, "hardest technique of {clues}");
        rated += 1;
    }
    assert_eq!(rated, 3909_usize.div_ceil(stride(12)));
}

#[test]
fn ratings_of_the_hardest_equal_those_of_sudoku_explainer() {
    let rows: Vec<_> = hardest().step_by(stride(6)).collect();
    assert_eq!(rows.len(), 59_usize.div_ceil(stride(6)));
    // The last three take long. Every second row from the end balances the load.
    std::thread::scope(|scope| {
        scope.spawn(|| rows.iter().rev().step_by(2).copied().for_each(check_path));
        rows.iter().rev().skip(1).step_by(2).copied().for_each(check_path);
    });
}

/// Checks that the path ends in the solution, that no step is wrong, and that the steps have the ratings of a row.
fn check_path([clues, er, ep, ed, hardest]: [&str; 5]) {
    let puzzle = puzzle(clues);
    let mut path = path(&puzzle);
    let steps: Vec<Step> = path.by_ref().collect();
    assert!(path.is_solved(), "{clues}");
    assert!(steps.iter().all(|step| step.has_effect() && step.agrees_with(puzzle.solution())), "{clues}");
    let until_first_placement = steps.iter().position(|step| step.placement().is_some()).expect("cells to fill") + 1;
    let ours = [&steps[..], &steps[..until_first_placement], &steps[..1]].map(|steps| {
        let hardest = steps.iter().map(Step::rating).max().expect("steps");
        (hardest, hardest.to_string())
    });
    assert_eq!(ours.each_ref().map(|(_, printed)| printed.as_str()), [er, ep, ed], "{clues}");
    let (technique, variant) = names(hardest);
    let step = steps.iter().find(|step| step.rating() == ours[0].0).expect("the hardest");
    assert_eq!((step.technique().name, step.variant()), (technique, variant), "hardest step of {clues}");
}

/// Returns the name of a technique in this crate, and that of the variant, if the reference has a name for it.
fn names(theirs: &str) -> (&str, Option<&str>) {
    if let Some((name, _)) = theirs.split_once(" type ") {
        let technique = match name {
            "BUG" => "Bivalue Universal Grave",
            _ => "Unique Loop", // "Unique Rectangle", "Unique Loop 6" and so on
        };
        return (technique, Some(&theirs[name.len() + 1..]));
    }
    let dynamic = match theirs {
        _ if theirs.ends_with("(+)") => "Dynamic Forcing Chains Plus",
        _ if theirs.ends_with("(+ Forcing Chains)") => "Nested Forcing Chains",
        _ if theirs.ends_with("(+ Multiple Forcing Chains)") => "Nested Multiple Forcing Chains",
        _ if theirs.ends_with("(+ Dynamic Forcing Chains)") => "Nested Dynamic Forcing Chains",
        _ if theirs.starts_with("Dynamic") => "Dynamic Forcing Chains",
        _ => "Multiple Forcing Chains",
    };
    let kind = theirs.split(" (+").next().expect("a name");
    match kind.trim_start_matches("Dynamic ") {
        "Bidirectional X-Cycle" | "Generalized X-Wing" => ("Forcing Chain", Some("bidirectional X-cycle")),
        "Bidirectional Y-Cycle" => ("Forcing Chain", Some("bidirectional Y-cycle")),
        "Bidirectional Cycle" => ("Forcing Chain", Some("bidirectional cycle")),
        "Turbot Fish" => ("Forcing Chain", Some("turbot fish")),
        "Forcing X-Chain" => ("Forcing Chain", Some("forcing X-chain")),
        "Forcing Chain" => ("Forcing Chain", Some("forcing chain")),
        "Nishio Forcing Chains" => ("Nishio Forcing Chain", Some("contradiction")),
        "Cell Forcing Chains" => (dynamic, Some("cell")),
        "Region Forcing Chains" => (dynamic, Some("house")),
        "Contradiction Forcing Chains" => (dynamic, Some("contradiction")),
        "Double Forcing Chains" => (dynamic, Some("double")),
        _ => (theirs, None),
    }
}

#[test]
fn a_filled_grid_is_rated_zero() {
    let puzzle = puzzle("483921657967345821251876493548132976729564138136798245372689514814253769695417382");
    let grade = grade(&puzzle);
    let zero = Some(Rating::ZERO);
    assert_eq!((grade.er(), grade.ep(), grade.ed()), (zero, zero, zero));
    assert_eq!((grade.hardest(), grade.steps(), grade.level()), (None, 0, Some(Level::Easy)));
}

#[test]
fn a_limit_cuts_harder_puzzles_only() {
    for [clues, er, ..] in reference().step_by(23) {
        let (puzzle, er) = (puzzle(clues), Rating::new(er.parse().unwrap()));
        for max_er in [1.5, 2.3, 4.4, 5.0, 6.6, 7.2, 8.3] {
            let max_er = Rating::new(max_er);
            let grade = grade_within(&puzzle, Limits { max_er: Some(max_er), ..Limits::default() });
            let is_within = er <= max_er;
            assert_eq!(grade.er().map(Rating::tenths), is_within.then_some(er.tenths()), "{clues} {max_er}");
            assert_eq!(grade.cut(), (!is_within).then_some(Cut::TooHard), "{clues} {max_er}");
        }
    }
}

#[test]
fn a_budget_cuts_long_searches_and_changes_no_rating() {
    let mut cut = 0;
    for [clues, er, ..] in reference().step_by(23) {
        for budget in [1, 300, 1000, 100_000_000] {
            let limits = Limits { budget: std::num::NonZeroU64::new(budget), ..Limits::default() };
            let grade = grade_within(&puzzle(clues), limits);
            match grade.cut() {
                None => assert_eq!(grade.er().unwrap().to_string(), er, "{clues} {budget}"),
                Some(reason) => {
                    assert_eq!((grade.er(), reason), (None, Cut::BudgetSpent), "{clues} {budget}");
                    cut += 1;
                }
            }
        }
    }
    assert!(cut > 40, "only {cut} budgets were spent");
}

/// A search with a budget uses fewer shortcuts, so this compares chains that were found in different ways.
#[test]
fn a_budget_that_is_not_spent_changes_no_step() {
    let limits = Limits { budget: std::num::NonZeroU64::new(u64::MAX - 1), ..Limits::default() };
    let mut nested = 0;
    // Dynamic chains with forcing chains, with multiple forcing chains, and with dynamic chains.
    let puzzles = hardest().filter(|[_, er, ..]| ["10.3", "11.2", "11.9"].contains(er));
    for [clues, er, ..] in puzzles.step_by(stride(2)) {
        let puzzle = puzzle(clues);
        let steps: Vec<Step> = path(&puzzle).collect();
        assert_eq!(path_within(&puzzle, limits).collect::<Vec<_>>(), steps, "{clues} of ER {er}");
        let links = steps.iter().flat_map(Step::chains).flat_map(Chain::links);
        nested += links.filter(|link| !link.nested().is_empty()).count();
    }
    assert!(nested > 20, "{nested} nested chains are too few to say much");
}
