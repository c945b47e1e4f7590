//! Numbers that others have published.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use minirow_core::{CandidateSet, Cell, CellSet, Digit, House, Solution, canon, solver};
use minirow_research::{MinimalPuzzles, extensions, most_disjoint, unavoidable_sets};

fn full(text: &str) -> Solution {
    Solution::new(text.parse().unwrap()).unwrap()
}

/// 36 sets of four cells are the most, and this grid with 36 has 15 sets without a common cell (Mathimagics, Intercalates v UA4's, 2019,
/// forum.enjoysudoku.com/intercalates-v-ua4-s-t36252.html).
#[test]
fn a_grid_with_the_most_sets_of_four_cells() {
    let sets = unavoidable_sets(
        &full("123568479864791352957243681218657934536489127749312865391825746472136598685974213"),
        10,
    );
    assert_eq!(sets.iter().filter(|set| set.len() == 4).count(), 36);
    assert_eq!(most_disjoint(&sets).len(), 15);
}

/// The "miracle grid" (Grid not containing a 16, forum.enjoysudoku.com/grid-not-containing-a-16-t1527-45.html).
#[test]
fn a_grid_with_15_sets_without_a_common_cell() {
    let grid = full("937856241562194387481273569823647915615932478749581623378469152196725834254318796");
    assert_eq!(most_disjoint(&unavoidable_sets(&grid, 12)).len(), 15);
}

/// No grid has more than 16 sets without a common cell (Mathimagics, No grids with MCN > 16, forum.enjoysudoku.com).
#[test]
fn grids_with_the_most_sets_without_a_common_cell() {
    for text in [
        "123456789457189236689237145214573698376918452598624371731892564842365917965741823",
        "123456789457189236689237145214573698376918452598624371731892564862345917945761823",
    ] {
        let chosen = most_disjoint(&unavoidable_sets(&full(text), 10));
        assert_eq!(chosen.len(), 16);
        assert_eq!(
            chosen.iter().fold(CellSet::EMPTY, |all, &set| all | set).len(),
            chosen.iter().map(|set| set.len()).sum()
        );
    }
}

/// The sets of two digits of this grid: 20 pairs of digits have one set of all 18 cells, two pairs have three sets, one has four, and the
/// others have two (RW, Structures of the solution grid, 2006, forum.enjoysudoku.com/structures-of-the-solution-grid-t4235.html).
#[test]
fn sets_of_two_digits() {
    let grid = full("798635421126974583453218679972586314564123897381497256617352948835749162249861735");
    let mut sizes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for set in unavoidable_sets(&grid, 12) {
        let digits: BTreeSet<Digit> = set.iter().map(|cell| grid.digit(cell)).collect();
        if digits.len() == 2 {
            sizes.entry(digits.iter().map(Digit::to_string).collect()).or_default().push(set.len());
        }
    }
    let pairs = Digit::ALL
        .iter()
        .flat_map(|one| Digit::ALL.iter().map(move |other| (one, other)))
        .filter(|(one, other)| one < other);
    let mut by_number: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for pair in pairs.map(|(one, other)| format!("{one}{other}")) {
        let sizes = sizes.get(&pair).map_or(&[][..], Vec::as_slice);
        // A set of more than 12 of the 18 cells is the only such set.
        let number = sizes.len() + usize::from(sizes.iter().sum::<usize>() < 18);
        by_number.entry(number).or_default().push(pair);
    }
    let one = "15 16 17 18 19 23 24 25 27 34 36 37 39 46 48 57 59 68 69 89";
    assert_eq!(by_number[&1].join(" "), one);
    assert_eq!(
        (by_number[&2].len(), by_number[&3].join(" "), by_number[&4].join(" ")),
        (13, "12 38".into(), "79".into())
    );
}

/// The rest of this grid has 96 completions of the first band, which is band 27 of 416. There are 56 minimal unavoidable sets in the band.
/// No three further clues leave one solution, and 1053 choices of four leave this one (dobrichev, Investigation of one-band-free
/// patterns, 2011, forum.enjoysudoku.com).
#[test]
fn sets_and_clues_of_a_band() {
    let grid = full("123456789456789231789123645214365897365897124897214356531642978642978513978531462");
    let band: CellSet = House::ROWS[..3].iter().fold(CellSet::EMPTY, |band, row| band | row.cells());
    let rest = grid.grid().within(!band);
    assert_eq!(solver::count(&rest, 1000), 96);
    assert_eq!(unavoidable_sets(&grid, 18).iter().filter(|set| set.is_subset(band)).count(), 56);
    for (clues, ways) in [(3, 0), (4, 1053)] {
        let mut found = 0;
        let _ = extensions(&rest, clues, &CandidateSet::EMPTY, &mut |puzzle| {
            found += usize::from(
                Cell::ALL.iter().all(|&cell| puzzle.get(cell).is_none_or(|digit| digit == grid.digit(cell))),
            );
            ControlFlow::Continue(())
        });
        assert_eq!(found, ways, "{clues} clues");
    }
}

/// The grid of nine Latin squares of three digits, each of which needs two clues: no puzzle has fewer than 18 clues (G. McGuire,
/// math-fun mailing list, lists.xmission.com/hyperkitty/list/mathfun@mailman.xmission.com/message/QTHSWUWET3IAYFAPNHEDRHDB2LDPEDDZ).
#[test]
fn fewest_clues_of_the_most_symmetric_grid() {
    let grid = full("123456789456789123789123456231564897564897231897231564312645978645978312978312645");
    assert_eq!(canon::solution(&grid).automorphisms, 648);
    assert!(MinimalPuzzles::within(&grid, CellSet::ALL, 0..=17).all(|found| found.is_none()));
}
