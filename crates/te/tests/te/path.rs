//! The steps of paths: each argument is checked by a plain program that replays its chain, and each sentence about it is parsed
//! and compared with the candidates.

use std::collections::BTreeSet;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind, Puzzle};
use minirow_grade::{Cause, Chain, Explanation, Line, Link, Pencilmarks, Step, explain};
use minirow_te::TeRating;

use crate::plain::State;
use crate::support::{hard, puzzle, random, rate};

/// The values of a variable that are among some candidates.
fn values(candidates: &CandidateSet, Candidate { cell, digit }: Candidate, cause: Cause) -> BTreeSet<Candidate> {
    let house = |kind: HouseKind| cell.houses().into_iter().find(|house| house.kind() == kind).unwrap();
    let in_house = |kind: HouseKind| -> BTreeSet<Candidate> {
        (candidates.cells(digit) & house(kind).cells()).iter().map(|cell| Candidate { cell, digit }).collect()
    };
    match cause {
        Cause::Cell => candidates.digits(cell).iter().map(|digit| Candidate { cell, digit }).collect(),
        Cause::Row => in_house(HouseKind::Row),
        Cause::Column => in_house(HouseKind::Column),
        Cause::Box => in_house(HouseKind::Box),
        Cause::Assumption | Cause::Advanced | Cause::Contradiction => panic!("{cause:?} is no variable"),
    }
}

const VARIABLES: [Cause; 4] = [Cause::Cell, Cause::Row, Cause::Column, Cause::Box];

/// Checks that a chain proves that its assumption is false, given the candidates at its start.
fn check_chain(chain: &Chain, candidates: &CandidateSet) {
    let links = chain.links();
    let mut known = BTreeSet::new();
    let mut used = BTreeSet::from([0]);
    for (place, link) in links.iter().enumerate().rev() {
        let parents: Vec<&Link> = link.parents().map(|parent| &links[parent]).collect();
        assert!(link.parents().all(|parent| parent > place), "a conclusion follows from earlier ones");
        used.extend(link.parents());
        let false_ones: BTreeSet<Candidate> =
            parents.iter().filter(|parent| !parent.is_on()).map(|parent| parent.candidate()).collect();
        let candidate = link.candidate();
        assert!(candidates.contains(candidate));
        match (link.cause(), link.is_on()) {
            (Cause::Assumption, true) => assert_eq!((place, parents.len()), (links.len() - 1, 0)),
            (Cause::Advanced, false) => {
                let [nested] = link.nested() else { panic!("one nested chain, found {}", link.nested().len()) };
                assert_eq!(nested.links()[0].candidate(), candidate);
                assert_eq!(false_ones.len(), parents.len());
                let left = candidates.iter().filter(|candidate| !false_ones.contains(candidate)).collect();
                check_chain(nested, &left);
            }
            (Cause::Contradiction, false) => {
                assert_eq!((place, candidate), (0, links[links.len() - 1].candidate()));
                let first = *false_ones.first().expect("a variable has values");
                assert!(VARIABLES.iter().any(|&variable| values(candidates, first, variable) == false_ones));
            }
            (cause, true) => {
                let mut others = values(candidates, candidate, cause);
                assert!(others.remove(&candidate));
                assert_eq!((others, parents.len()), (false_ones.clone(), false_ones.len()));
            }
            (cause, false) => {
                let [parent] = parents[..] else { panic!("one candidate excludes another") };
                assert!(parent.is_on() && parent.candidate() != candidate);
                assert!(values(candidates, parent.candidate(), cause).contains(&candidate));
            }
        }
        assert!(known.insert((candidate, link.is_on())), "each conclusion is drawn once");
    }
    assert_eq!(used.len(), links.len(), "each conclusion is needed");
}

/// Returns the state of a plain program.
fn plain(position: &Pencilmarks) -> State {
    let placed = position.values().clues().map(|(cell, digit)| Candidate { cell, digit }).collect();
    State { left: position.with_values(), placed }
}

/// Checks that no candidate has a shorter braid than a step.
fn check_shortest(step: &Step, position: &Pencilmarks) {
    let Some(shorter) = usize::from(TeRating::of(step).length()).checked_sub(2) else { return };
    let state = plain(position);
    for candidate in state.unplaced() {
        let mut copy = state.clone();
        copy.place(candidate);
        assert!(!copy.is_contradiction_within(shorter, BTreeSet::new()), "{step}: {candidate} {position:?}");
    }
}

/// Checks all steps of a puzzle, and returns the number of eliminations.
fn check_path(puzzle: &Puzzle, is_shortest_checked: bool) -> usize {
    let mut path = minirow_te::path(puzzle);
    let mut highest = None;
    let mut eliminations = 0;
    loop {
        let position = path.pencilmarks().clone();
        let Some(step) = path.next() else { break };
        assert!(step.agrees_with(puzzle.solution()) && step.has_effect(), "{step} {position:?}");
        highest = highest.max(Some(TeRating::of(&step)));
        if step.placement().is_some() {
            continue;
        }
        eliminations += 1;
        assert!(plain(&position).singles().is_ok_and(|singles| singles.is_empty()), "singles come first: {position:?}");
        let [chain] = step.chains() else { panic!("one chain, found {}", step.chains().len()) };
        let gone: Vec<Candidate> = step.eliminations().iter().collect();
        assert_eq!(gone, [chain.links()[0].candidate()]);
        check_chain(chain, position.candidates());
        check_words(&step, &explain(&step, &position), position.candidates());
        if is_shortest_checked {
            check_shortest(&step, &position);
        }
    }
    assert_eq!(path.pencilmarks().values(), puzzle.solution().grid());
    assert_eq!(highest, Some(rate(puzzle)), "{}", puzzle.clues());
    eliminations
}

/// Returns the cells that a text names, in order.
fn cells(text: &str) -> Vec<Cell> {
    (0..text.len()).filter_map(|start| text.get(start..start + 4)?.parse().ok()).collect()
}

/// Parses `r1c2=5` or `r1c2<>5`.
fn node(text: &str) -> (Candidate, bool) {
    let (cell, digit) = text.split_once('=').or_else(|| text.split_once("<>")).expect(text);
    let digit = digit.parse().ok().and_then(Digit::new).expect(text);
    (Candidate { cell: cell.parse().expect(text), digit }, text.contains('='))
}

/// Checks the sentences about a step.
fn check_words(step: &Step, explanation: &Explanation, candidates: &CandidateSet) {
    let summary = explanation.text().strip_suffix(&format!(": {step}.")).expect("the text ends with the effect");
    check_sentences(summary, explanation.lines(), candidates);
    let empty: Vec<Cell> = cells(explanation.lines().last().unwrap().text());
    assert!(
        !explanation.focus().is_empty() && explanation.focus().iter().all(|cell| empty.contains(&cell)),
        "{explanation}"
    );
}

/// Checks an argument in words, given the candidates at its start.
fn check_sentences(summary: &str, lines: &[Line], candidates: &CandidateSet) {
    let (assumption, rest) =
        summary.strip_prefix("Suppose ").and_then(|rest| rest.split_once(". Then ")).expect(summary);
    let follow = rest.strip_suffix(". So the assumption is false").expect(summary);
    let assumption = node(assumption);
    let (mut known, mut left) = (vec![assumption], *candidates);
    left.place(assumption.0);
    let (last, lines) = lines.split_last().expect("the contradiction has a line");
    for line in lines {
        let (reasons, conclusion) = line.text().split_once(", so ").unwrap_or_else(|| panic!("{}", line.text()));
        let (conclusion, why) = conclusion.split_once(": ").unwrap_or_else(|| panic!("{}", line.text()));
        let (candidate, is_on) = node(conclusion);
        if line.is_nested() {
            assert_eq!((why, is_on), ("proved by a braid on the remaining candidates.", false));
            for reason in reasons.split([',', ' ']).filter(|word| word.starts_with('r')) {
                assert!(known.contains(&node(reason)), "{}", line.text());
            }
            let [first, nested @ ..] = line.lines() else { panic!("{}", line.text()) };
            let first =
                first.text().strip_suffix(&format!(": {conclusion}.")).unwrap_or_else(|| panic!("{}", first.text()));
            check_sentences(first, nested, &left);
            left.remove(candidate);
        } else {
            let mut others = variable(why, candidates);
            assert!(is_on && others.remove(&candidate), "{}", line.text());
            assert_eq!(excluded(reasons, why, &known), others, "{}", line.text());
            left.place(candidate);
        }
        known.push((candidate, is_on));
    }
    let (reasons, empty) = last.text().split_once(", so ").unwrap_or_else(|| panic!("{}", last.text()));
    let empty = empty.strip_suffix(": a contradiction.").unwrap_or_else(|| panic!("{}", last.text()));
    assert_eq!(excluded(reasons, empty, &known), variable(empty, candidates), "{}", last.text());
    // The summary has the same conclusions and the same contradiction.
    let (of_summary, of_last) = (follow.split(" has ").last().unwrap(), empty);
    assert_eq!(of_summary.contains("candidate"), of_last.contains("candidate"), "{summary}");
    let named: Vec<(Candidate, bool)> =
        follow.split([',', ' ']).filter(|word| word.contains(['=', '>'])).map(node).collect();
    let drawn = &known[1..];
    if drawn.len() <= 6 {
        assert_eq!(named, drawn, "{summary}");
    } else {
        assert_eq!(named, [drawn[0], drawn[drawn.len() - 1]], "{summary}");
        assert!(follow.starts_with(&format!("{} conclusions ", drawn.len())), "{summary}");
    }
}

/// Returns the digit and the house that a text names.
fn digit_and_house(text: &str) -> Option<(Digit, House)> {
    let house = House::all().find(|house| text.contains(&house.to_string()))?;
    let (_, digit) = text.split_once(" for ")?;
    Some((digit.get(..1)?.parse().ok().and_then(Digit::new)?, house))
}

/// Returns the candidates of the cell, or of the digit in the house, that a text names.
fn variable(text: &str, candidates: &CandidateSet) -> BTreeSet<Candidate> {
    match digit_and_house(text) {
        Some((digit, house)) => {
            (candidates.cells(digit) & house.cells()).iter().map(|cell| Candidate { cell, digit }).collect()
        }
        None => {
            let [cell] = cells(text)[..] else { panic!("{text}") };
            candidates.digits(cell).iter().map(|digit| Candidate { cell, digit }).collect()
        }
    }
}

/// Returns the candidates of a variable that reasons exclude. Checks that they follow from what is known.
fn excluded(reasons: &str, variable: &str, known: &[(Candidate, bool)]) -> BTreeSet<Candidate> {
    let mut excluded = BTreeSet::new();
    let mut exclude = |cell: Cell, digit: Digit| assert!(excluded.insert(Candidate { cell, digit }), "{reasons}");
    let is_true = |cell: Cell, digit: Digit| known.contains(&(Candidate { cell, digit }, true));
    for reason in reasons.split("; ") {
        if let Some((cell, digit)) = reason.split_once(" holds ") {
            let (cell, digit) = (cells(cell)[0], node(&format!("{cell}={digit}")).0.digit);
            assert!(is_true(cell, digit), "{reasons}");
            exclude(cell, digit_and_house(variable).expect(variable).0);
        } else if let Some((seeing, seen)) = reason.split_once(" see").map(|(seeing, seen)| (cells(seeing), seen)) {
            for one in seen.split("the ").skip(1) {
                let (digit, cell) = one.split_once(" in ").expect(reasons);
                let (digit, cell) = (digit.parse().ok().and_then(Digit::new).expect(reasons), cells(cell)[0]);
                assert!(is_true(cell, digit), "{reasons}");
                for &seeing in &seeing {
                    assert!(CellSet::from(cell).common_peers().contains(seeing), "{reasons}");
                    exclude(seeing, digit);
                }
            }
        } else {
            let (candidate, is_on) = node(reason);
            assert!(!is_on && known.contains(&(candidate, false)), "{reasons}");
            exclude(candidate.cell, candidate.digit);
        }
    }
    excluded
}

#[test]
fn paths_of_random_puzzles_are_proofs() {
    let eliminations: usize = random().step_by(25).map(|row| check_path(&puzzle(row.clues), false)).sum();
    assert!(eliminations > 1000, "{eliminations} eliminations are too few to say much");
}

#[test]
fn no_braid_is_shorter_than_that_of_a_step() {
    let rows = random().filter(|row| ["1", "2", "3"].contains(&row.ratings[1]));
    let eliminations: usize = rows.step_by(100).map(|row| check_path(&puzzle(row.clues), true)).sum();
    assert!(eliminations > 100, "{eliminations} eliminations are too few to say much");
}

#[test]
fn paths_of_hard_puzzles_are_proofs() {
    for [te, b, bxb] in [["1", "7", ""], ["1", "10", ""], ["2", "", "1"], ["2", "", "2"]] {
        let row = hard().find(|row| row.ratings == [te, b, bxb, ""]).expect("there are some");
        check_path(&puzzle(row.clues), false);
    }
}
