//! The plain chaining engines: on positions that can be checked by hand, and against the solutions of real puzzles.

use crate::plain::complexity::{self, ancestors, increment};
use crate::plain::links::Links;
use crate::plain::node::{Arena, Claim, Node, NodeId};
use crate::plain::order::{combinations, hash_order};
use crate::plain::propagation::{Propagation, Reach};
use crate::plain::{Cause, Engine, Hint, Kind, hints};
use crate::size::stride;
use crate::support::{puzzle, reference};
use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind};
use minirow_grade::{Limits, Pencilmarks, Rating, TECHNIQUES, path, path_within};

const STATIC: Reach = Reach { links: Links { in_cells: true, in_houses: true }, is_dynamic: false, level: 0, inner: 0 };
const DYNAMIC: Reach = Reach { is_dynamic: true, ..STATIC };

/// Returns a board without clues where these cells have only these candidates.
fn board(cells: &[(&str, &str)]) -> Pencilmarks {
    let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
    for (cell, digits) in cells {
        let digits: DigitSet = digits.bytes().map(|digit| Digit::new(digit - b'0').unwrap()).collect();
        remove(&mut pencilmarks, CellSet::from(cell.parse::<Cell>().unwrap()), !digits);
    }
    pencilmarks
}

/// Leaves a digit only these places in a house.
fn confine(pencilmarks: &mut Pencilmarks, digit: u8, house: House, places: &str) {
    let places: CellSet = places.split(' ').map(|cell| cell.parse::<Cell>().unwrap()).collect();
    remove(pencilmarks, house.cells() - places, Digit::new(digit).unwrap().into());
}

fn remove(pencilmarks: &mut Pencilmarks, cells: CellSet, digits: DigitSet) {
    for cell in cells.iter() {
        digits.iter().for_each(|digit| pencilmarks.eliminate(Candidate { cell, digit }));
    }
}

/// Parses a candidate such as `r3c4.5`.
fn candidate(text: &str) -> Candidate {
    let (cell, digit) = text.split_once('.').unwrap();
    Candidate { cell: cell.parse().unwrap(), digit: Digit::new(digit.parse().unwrap()).unwrap() }
}

/// Parses candidates such as `r3c4.5 r3c4.6`.
fn candidates(text: &str) -> Vec<Candidate> {
    text.split_whitespace().map(candidate).collect()
}

/// Parses a claim: `r3c4.5+` is true, `r3c4.5-` is false.
fn claim(text: &str) -> Claim {
    match text.split_at(text.len() - 1) {
        (candidate, "+") => Claim::on(self::candidate(candidate)),
        (candidate, "-") => Claim::off(self::candidate(candidate)),
        _ => panic!("{text}"),
    }
}

/// Writes the claims of the nodes of a target in the form that [`claim`] parses.
fn written(target: &[(Candidate, bool, Cause)]) -> String {
    let claims = target.iter().map(|(Candidate { cell, digit }, is_on, _)| {
        let sign = if *is_on { '+' } else { '-' };
        format!("{cell}.{digit}{sign}")
    });
    claims.collect::<Vec<_>>().join(" ")
}

fn eliminating<'a>(hints: &'a [Hint], gone: &str) -> &'a Hint {
    let gone: CandidateSet = candidates(gone).into_iter().collect();
    hints.iter().find(|hint| hint.eliminations == gone).expect("no such hint")
}

fn printed(hint: &Hint) -> String {
    Rating::new(hint.difficulty).to_string()
}

#[test]
fn a_turbot_fish_has_six_nodes_and_no_increment() {
    let mut pencilmarks = board(&[]);
    confine(&mut pencilmarks, 5, House::ROWS[0], "r1c2 r1c8");
    confine(&mut pencilmarks, 5, House::ROWS[5], "r6c3 r6c8");
    let hints = hints(Engine::Forcing, &pencilmarks);
    let hint = &hints[0];
    assert_eq!((hint.kind, hint.sort_key, hint.complexity, printed(hint).as_str()), (Kind::ForcingChain, 2, 6, "6.6"));
    assert_eq!((hint.placement, hint.removed_in_order.as_slice()), (None, candidates("r2c3.5").as_slice()));
    assert_eq!(hint.targets.len(), 1);
    assert_eq!(written(&hint.targets[0]), "r2c3.5- r6c3.5+ r6c8.5- r1c8.5+ r1c2.5- r2c3.5+");
    // The same chain with the links of cells is found too, and comes later: 7.0.
    let equivalents: Vec<&Hint> = hints.iter().filter(|other| other.eliminations == hint.eliminations).collect();
    assert_eq!(
        equivalents.iter().map(|equivalent| (equivalent.sort_key, printed(equivalent))).collect::<Vec<_>>(),
        [(2, "6.6".to_string()), (4, "7.0".to_string())]
    );
}

#[test]
fn a_cycle_counts_its_source_once() {
    let mut pencilmarks = board(&[("r3c3", "34"), ("r6c9", "34")]);
    confine(&mut pencilmarks, 3, House::BOXES[0], "r3c3 r1c3");
    confine(&mut pencilmarks, 3, House::COLUMNS[6], "r1c7 r4c7");
    confine(&mut pencilmarks, 4, House::ROWS[2], "r3c3 r3c9");
    let hints = hints(Engine::Forcing, &pencilmarks);
    let hint = hints.iter().find(|hint| hint.kind == Kind::Cycle).unwrap();
    assert_eq!((hint.complexity, printed(hint).as_str(), hint.placement), (8, "7.1", None));
    assert_eq!(hint.targets[0].len(), 8);

    // The six cells themselves lose nothing. The order is that of 32 buckets, because there are more than twelve cells.
    let row_1 = "r1c4.3 r1c5.3 r1c6.3 r1c8.3 r1c9.3";
    let box_6 = "r4c8.3 r4c9.3 r5c8.3 r5c9.3 r6c8.3";
    let column_9 = "r1c9.4 r2c9.4 r4c9.4 r5c9.4 r7c9.4 r8c9.4 r9c9.4";
    let column_3 = "r4c3.3 r5c3.3 r6c3.3 r7c3.3 r8c3.3 r9c3.3";
    let expected: CandidateSet = [row_1, column_3, box_6, column_9].into_iter().flat_map(candidates).collect();
    assert_eq!(hint.eliminations, expected);
    let buckets: Vec<usize> = hint.removed_in_order.iter().map(|candidate| candidate.cell.index() % 32).collect();
    assert!(buckets.is_sorted(), "{buckets:?}");

    // The reversed cycle claims the opposite. The causes keep their places.
    let claims = |target: usize| hint.targets[target].iter().map(|&(candidate, is_on, _)| (candidate, is_on));
    let mut opposite: Vec<_> = claims(1).map(|(candidate, is_on)| (candidate, !is_on)).collect();
    opposite[1..].reverse();
    assert_eq!(claims(0).collect::<Vec<_>>(), opposite);
    for &(candidate, is_on, cause) in &hint.targets[1][1..] {
        assert!(hint.targets[0].contains(&(candidate, !is_on, cause)));
    }
}

#[test]
fn a_cell_forcing_chain_counts_the_nodes_of_all_its_chains() {
    let pencilmarks =
        board(&[("r1c1", "123"), ("r1c5", "19"), ("r5c1", "29"), ("r2c2", "34"), ("r2c8", "45"), ("r2c5", "59")]);
    let hints = hints(Engine::Multiple, &pencilmarks);
    let hint = eliminating(&hints, "r5c5.9");
    assert_eq!(hint.kind, Kind::Cell(Cell::at(0, 0)));
    assert_eq!(written(&hint.targets[0]), "r5c5.9- r1c5.9+ r1c5.1- r1c1.1+");
    assert_eq!(written(&hint.targets[1]), "r5c5.9- r5c1.9+ r5c1.2- r1c1.2+");
    assert_eq!(written(&hint.targets[2]), "r5c5.9- r2c5.9+ r2c5.5- r2c8.5+ r2c8.4- r2c2.4+ r2c2.3- r1c1.3+");
    assert_eq!((hint.complexity, printed(hint).as_str()), (4 + 4 + 8, "8.4"));
}

/// r5c5 = 9 makes r1c5 a 2 and r5c1 a 1, which leaves r1c1 with 3, as long as the two are seen to be removed.
const PENDING: [(&str, &str); 3] = [("r1c1", "123"), ("r1c5", "29"), ("r5c1", "19")];

#[test]
fn a_false_candidate_counts_as_left_until_it_is_processed() {
    let pencilmarks = board(&PENDING);
    let propagation = Propagation::from(claim("r5c5.9+"), DYNAMIC, &pencilmarks);
    let arena = &propagation.arena;
    let last = arena.node(propagation.on.get(candidate("r1c1.3")).unwrap());
    assert_eq!(last.cause, Cause::Cell);
    // r5c1 comes before r1c5 (the row before the column), so r1c1.1 was first in the queue; it had its turn while there
    // were three candidates, and is gone when that of r1c1.2 comes.
    let parents: Vec<Claim> = last.parents.iter().map(|&parent| arena.claim(parent)).collect();
    assert_eq!(parents, [claim("r1c1.2-"), claim("r1c1.1-")]);
    assert_eq!(propagation.contradiction, None);

    let fixed = Propagation::from(claim("r5c5.9+"), STATIC, &pencilmarks);
    assert!(candidates("r1c1.1 r1c1.2").into_iter().all(|gone| fixed.off.get(gone).is_some()));
    assert_eq!(fixed.on.get(candidate("r1c1.3")), None);
}

#[test]
fn a_contradiction_counts_nodes_of_both_sides_twice() {
    let mut cells = PENDING.to_vec();
    cells.push(("r9c1", "13"));
    let pencilmarks = board(&cells);
    let hints = hints(Engine::Dynamic { level: 0, inner: 0 }, &pencilmarks);
    let is_of = |hint: &&Hint| hint.kind == Kind::Contradiction && hint.removed_in_order == candidates("r5c5.9");
    let hint = hints.iter().find(is_of).unwrap();
    // r9c1.1 has its turn before r1c1.2, which joins the queue later: so r9c1 takes the 3 first.
    assert_eq!(written(&hint.targets[0]), "r1c1.3+ r1c1.2- r1c1.1- r1c5.2+ r5c1.1+ r1c5.9- r5c1.9- r5c5.9+");
    assert_eq!(written(&hint.targets[1]), "r1c1.3- r9c1.3+ r9c1.1- r5c1.1+ r5c1.9- r5c5.9+");
    assert_eq!((hint.complexity, printed(hint).as_str()), (8 + 6, "8.8"));
}

#[test]
fn a_pair_that_a_propagation_makes_gives_more_at_level_1() {
    // With 9 in r5c1, r1c1 and r1c2 are left with 1 and 2.
    let mut pencilmarks = board(&[("r1c1", "129"), ("r1c2", "12")]);
    let reach = Reach { level: 1, ..DYNAMIC };
    let assumption = claim("r5c1.9+");
    let propagation = Propagation::from(assumption, reach, &pencilmarks);
    let arena = &propagation.arena;
    let node = arena.node(propagation.off.get(candidate("r1c7.2")).unwrap());
    assert_eq!(node.cause, Cause::Advanced);
    let parents: Vec<Claim> = node.parents.iter().map(|&parent| arena.claim(parent)).collect();
    assert_eq!(parents, [claim("r1c1.9-")]);
    let without = Propagation::from(assumption, DYNAMIC, &pencilmarks);
    assert_eq!(without.off.get(candidate("r1c7.2")), None);

    // A pair that exists without the assumption is not part of the propagation.
    pencilmarks.eliminate(candidate("r1c1.9"));
    let propagation = Propagation::from(assumption, reach, &pencilmarks);
    assert_eq!(propagation.off.get(candidate("r1c7.2")), None);
}

#[test]
fn ancestors_are_listed_breadth_first_with_each_claim_once() {
    let mut arena = Arena::default();
    let root = arena.add(Node::assumption(claim("r1c1.1+")));
    let left = arena.add(Node::new(claim("r1c2.1-"), Cause::House(HouseKind::Row), vec![root]));
    let right = arena.add(Node::new(claim("r2c1.1-"), Cause::House(HouseKind::Column), vec![root]));
    // Another node with the claim of `left`.
    let again = arena.add(Node::new(claim("r1c2.1-"), Cause::House(HouseKind::Box), vec![right]));
    let last = arena.add(Node::new(claim("r2c2.1+"), Cause::House(HouseKind::Box), vec![right, left, again]));
    assert_eq!(ancestors(last, &arena), [last, right, left, root]);
    assert_eq!(ancestors(again, &arena), [again, right, root]);
}

#[test]
fn a_nested_hint_counts_once_for_any_number_of_uses() {
    let mut pencilmarks = board(&[]);
    confine(&mut pencilmarks, 5, House::ROWS[0], "r1c2 r1c8");
    confine(&mut pencilmarks, 5, House::ROWS[5], "r6c3 r6c8");
    let inner = hints(Engine::Forcing, &pencilmarks);
    let other = inner.iter().find(|hint| !hint.has_same_chains(&inner[0])).unwrap();

    let mut arena = Arena::default();
    let root = arena.add(Node::assumption(claim("r9c9.1+")));
    let mut advanced = |text: &str, hint: &Hint| {
        let nested = Some(arena.add_nested(hint.clone()));
        arena.add(Node { nested, ..Node::new(claim(text), Cause::Advanced, vec![root]) })
    };
    let (first, second) = (advanced("r1c1.1-", &inner[0]), advanced("r1c1.2-", &inner[0]));
    let third = advanced("r1c1.3-", other);
    let both = arena.add(Node::new(claim("r1c1.4+"), Cause::Cell, vec![first, second]));
    let nested = |targets: &[NodeId]| {
        let chains: Vec<_> = targets.iter().map(|&target| (ancestors(target, &arena), &arena)).collect();
        complexity::nested(&chains)
    };
    assert_eq!(nested(&[both]), 6);
    assert_eq!(nested(&[first, second]), 6);
    assert_eq!(nested(&[both, third]), 6 + other.complexity);
}

#[test]
fn increments_are_those_of_the_table() {
    let highest = [6, 8, 10, 14, 18, 26, 34, 50, 66, 98, 130, 194, 258, 386, 514, 770];
    let mut complexity = 2;
    let mut sum = 0.0;
    for (tenths, highest) in (0..).zip(highest) {
        while complexity <= highest {
            assert_eq!(increment(complexity).to_bits(), f64::to_bits(sum), "complexity {complexity}");
            assert_eq!((increment(complexity) * 10.0).round() as i32, tenths);
            complexity += 1;
        }
        sum += 0.1;
    }
    // The sums are not the nearest numbers to the decimals. Added to a base they usually are, but not always.
    assert_eq!([increment(14), increment(50), increment(130)], [0.30000000000000004, 0.7, 0.9999999999999999]);
    assert_eq!([6.6 + increment(7), 6.6 + increment(11)], [6.699999999999999, 6.8999999999999995]);
    assert!(6.6 + increment(27) < 7.0 + increment(9), "both print as 7.2");
}

#[test]
fn removed_candidates_are_in_the_order_of_a_hash_table() {
    assert_eq!(hash_order(&candidates("r2c1.5 r2c2.5 r2c9.5")), candidates("r2c9.5 r2c1.5 r2c2.5"));
    // One bucket of 16: the cell that came first; within a cell, ascending digits.
    assert_eq!(hash_order(&candidates("r2c8.4 r1c1.7 r2c8.3 r1c1.2")), candidates("r2c8.3 r2c8.4 r1c1.2 r1c1.7"));

    let cells = |indices: &[usize]| -> Vec<Candidate> {
        indices.iter().map(|&index| Candidate { cell: Cell::from_index(index), digit: Digit::D1 }).collect()
    };
    let twelve = [80, 64, 48, 32, 16, 0, 1, 2, 3, 4, 5, 6];
    assert_eq!(hash_order(&cells(&twelve)), cells(&twelve[..]));
    // The thirteenth doubles the table: 80, 48 and 16 move to bucket 16.
    let thirteen = [80, 64, 48, 32, 16, 0, 1, 2, 3, 4, 5, 6, 7];
    assert_eq!(hash_order(&cells(&thirteen)), cells(&[64, 32, 0, 1, 2, 3, 4, 5, 6, 7, 80, 48, 16]));
    let all: Vec<usize> = (0..81).collect();
    assert_eq!(hash_order(&cells(&all)), cells(&all), "in 128 buckets, every cell has its own");
}

#[test]
fn combinations_are_ordered_by_their_larger_member() {
    let pairs = combinations(2);
    assert_eq!(pairs[..7], [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3], [0, 4]]);
    assert_eq!(pairs.len(), 36);
}

/// Returns the position of a puzzle when wings and all easier techniques find nothing more, or `None` if it is solved.
fn after_wings(clues: &str) -> Option<Pencilmarks> {
    let limits = Limits { max_er: Some(Rating::new(4.4)), ..Limits::default() };
    let mut path = path_within(&puzzle(clues), limits);
    path.by_ref().for_each(drop);
    path.cut().map(|_| path.pencilmarks().clone())
}

/// Returns the engine of a technique of the registry.
fn engine_of(slug: &str) -> Option<Engine> {
    match slug {
        "forcing-chain" => Some(Engine::Forcing),
        "nishio-forcing-chain" => Some(Engine::Nishio),
        "multiple-forcing-chains" => Some(Engine::Multiple),
        "dynamic-forcing-chains" => Some(Engine::Dynamic { level: 0, inner: 0 }),
        "dynamic-forcing-chains-plus" => Some(Engine::Dynamic { level: 1, inner: 0 }),
        _ => None,
    }
}

#[test]
fn fast_engines_deliver_the_first_hint_of_the_plain_ones() {
    let mut compared = [0; 2];
    for [clues, ..] in reference().filter(|[_, er, ..]| ("6.6"..="9.9").contains(er)).step_by(19 * stride(24)) {
        let mut path = path(&puzzle(clues));
        loop {
            let pencilmarks = path.pencilmarks().clone();
            let Some(step) = path.next() else { break };
            if step.chains().is_empty() {
                continue;
            }
            for technique in TECHNIQUES {
                let Some(engine) = engine_of(technique.slug) else { continue };
                // The plain engines are slow, so not every engine runs at every position.
                if technique != &step.technique() && compared[0] > 200 / stride(24) {
                    continue;
                }
                let plain = hints(engine, &pencilmarks);
                let fast = technique.first_step(&pencilmarks);
                assert_eq!(fast.is_some(), !plain.is_empty(), "{} at {pencilmarks:?}", technique.slug);
                compared[usize::from(fast.is_some())] += 1;
                let (Some(fast), Some(plain)) = (fast, plain.first()) else { continue };
                assert_eq!(fast.rating(), Rating::new(plain.difficulty), "{} at {pencilmarks:?}", technique.slug);
                assert_eq!(fast.placement(), plain.placement, "{} at {pencilmarks:?}", technique.slug);
                if plain.placement.is_none() {
                    assert_eq!(fast.eliminations(), &plain.eliminations, "{} at {pencilmarks:?}", technique.slug);
                }
            }
        }
    }
    assert!(
        compared[0] > 100 / stride(12) && compared[1] > 200 / stride(24),
        "{compared:?} positions without and with a hint"
    );
}

/// Checks that the hints of an engine are sorted, true and have an effect, and returns them.
fn check(engine: Engine, pencilmarks: &Pencilmarks, clues: &str) -> Vec<Hint> {
    let solution = *puzzle(clues).solution();
    let is_true = |candidate: Candidate| solution.digit(candidate.cell) == candidate.digit;
    let hints = hints(engine, pencilmarks);
    assert!(hints.is_sorted_by(|a, b| a.compare(b).is_le()));
    for hint in &hints {
        assert!(hint.placement.is_none_or(is_true), "{engine:?}: {hint:?} of {pencilmarks:?}");
        assert!(!hint.eliminations.iter().any(is_true), "{engine:?}: {hint:?} of {pencilmarks:?}");
        assert!(!hint.eliminations.is_empty());
        assert!(hint.eliminations.iter().all(|gone| pencilmarks.candidates().contains(gone)));
        assert_eq!(hint.removed_in_order.iter().copied().collect::<CandidateSet>(), hint.eliminations);
        assert_eq!(hint.removed_in_order.len(), hint.eliminations.len());
    }
    hints
}

#[test]
fn conclusions_of_nested_engines_agree_with_the_solution() {
    // Few candidates are left when a chain is needed, but nested engines are slow.
    let clues = "3...2.7.........487954......37.5.4....4..63751..........9..3.8.........4.....5..6";
    let pencilmarks = after_wings(clues).expect("it needs more than wings");
    let engines =
        [(2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (4, 3)].map(|(level, inner)| Engine::Dynamic { level, inner });
    for engine in engines {
        let hints = check(engine, &pencilmarks, clues);
        let flat = |hint: &Hint| hint.targets.iter().map(Vec::len).sum::<usize>();
        assert!(hints.iter().any(|hint| hint.complexity as usize > flat(hint)), "{engine:?} uses no inner hint");
    }
}

#[test]
fn every_conclusion_agrees_with_the_solution() {
    let engines = [
        Engine::Forcing,
        Engine::Nishio,
        Engine::Multiple,
        Engine::Dynamic { level: 0, inner: 0 },
        Engine::Dynamic { level: 1, inner: 0 },
    ];
    let mut counts = [0; 5];
    let mut positions = 0;
    let hard = reference().filter(|[_, er, ..]| ("6.6"..="9.9").contains(er));
    for [clues, ..] in hard.step_by(40 * stride(4)) {
        let pencilmarks = after_wings(clues).expect("it needs more than wings");
        positions += 1;
        for (count, engine) in counts.iter_mut().zip(engines) {
            *count += check(engine, &pencilmarks, clues).len();
        }
    }
    assert!(positions > 24 / stride(4), "{positions}");
    assert!(counts.iter().all(|&count| count > 100 / stride(4)), "{counts:?} hints are too few to say much");
}

#[test]
fn the_first_hint_has_the_rating_of_the_first_step_of_sudoku_explainer() {
    let mut compared = 0;
    for [clues, _, _, ed, _] in reference().filter(|[.., ed, _]| ("6.5"..="7.4").contains(ed)) {
        // The first step is a chain, so no easier technique of the ladder was possible.
        let pencilmarks = Pencilmarks::from(puzzle(clues).clues());
        assert_eq!(printed(&hints(Engine::Forcing, &pencilmarks)[0]), ed, "{clues}");
        compared += 1;
    }
    assert_eq!(compared, 6);
}
