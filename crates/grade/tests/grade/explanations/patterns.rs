//! The sentences of techniques without chains, claim by claim.

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};
use minirow_grade::{Explanation, Pencilmarks, Step};

use super::read::{self, cell, cells, digit, digits, expect, figures, holes, house, items, true_ones};

/// Returns the part of a text with the reason, before the effect.
fn seen<'a>(step: &Step, explanation: &'a Explanation) -> &'a str {
    explanation.text().strip_suffix(&format!(": {step}.")).expect("checked before")
}

fn places(house: House, digit: Digit, position: &Pencilmarks) -> CellSet {
    position.cells_in(house, digit)
}

/// Returns the cells of the pattern of a step.
pub(crate) fn own_cells(step: &Step) -> CellSet {
    step.pattern().iter().chain(step.eliminations().iter()).chain(step.placement()).map(|own| own.cell).collect()
}

fn pattern_cells(step: &Step) -> CellSet {
    step.pattern().iter().map(|candidate| candidate.cell).collect()
}

fn pattern_digits(step: &Step) -> DigitSet {
    step.pattern().iter().map(|candidate| candidate.digit).collect()
}

fn eliminates_all(step: &Step, cells: CellSet, digits: DigitSet, position: &Pencilmarks) {
    assert_eq!(*step.eliminations(), position.candidates_among(cells, digits), "{step:?}");
}

pub(crate) fn hidden_single(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let Candidate { cell: placed, digit: value } = step.placement().unwrap();
    let seen = seen(step, explanation);
    if let Some(last) = holes(seen, "{} is the last empty cell of {}, which lacks {}") {
        let in_house = house(last[1]);
        assert_eq!((cell(last[0]), digit(last[2])), (placed, value));
        assert_eq!(in_house.cells() & position.empty_cells(), placed.into());
        assert!(in_house.cells().iter().all(|cell| position.values().get(cell) != Some(value)));
        return;
    }
    let [in_house, reasons, of_digit] = expect(seen, "In {}, {}. One place is left for {}");
    let in_house = house(in_house);
    assert_eq!(step.houses().collect::<Vec<_>>(), [in_house]);
    assert_eq!(digit(of_digit), value);
    assert_eq!(places(in_house, value, position), placed.into());
    let mut excluded = CellSet::EMPTY;
    for reason in reasons.split("; ") {
        if let Some(out) = holes(reason, "{} was eliminated from {} before") {
            assert_eq!(digit(out[0]), value);
            excluded |= cells(out[1]);
            continue;
        }
        let [who, witness] = ["{} see the {}", "{} sees the {}"]
            .iter()
            .find_map(|form| holes(reason, form))
            .and_then(|holes| holes.try_into().ok())
            .expect(reason);
        let [of_digit, witness] = expect(witness, "{} in {}");
        assert_eq!((digit(of_digit), position.values().get(cell(witness))), (value, Some(value)), "{reason}");
        assert!(explanation.witnesses().contains(cell(witness)));
        assert!(cells(who).iter().all(|who| who.sees(cell(witness))), "{reason}");
        excluded |= cells(who);
    }
    assert_eq!(excluded, (in_house.cells() & position.empty_cells()).without(placed));
}

pub(crate) fn naked_single(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let Candidate { cell: placed, digit: value } = step.placement().unwrap();
    let [reasons, left] = expect(seen(step, explanation), "{}. Only {} is left");
    assert_eq!(digit(left), value);
    assert_eq!(position.digits(placed).single(), Some(value));
    let mut excluded = DigitSet::EMPTY;
    for reason in reasons.split("; ") {
        if let Some(sees) = holes(reason, "{} sees {}") {
            assert_eq!(cell(sees[0]), placed);
            for witness in items(sees[1]) {
                let [of_digit, witness] = expect(witness, "{} in {}");
                assert!(cell(witness).sees(placed), "{reason}");
                assert_eq!(position.values().get(cell(witness)), Some(digit(of_digit)));
                excluded.insert(digit(of_digit));
            }
        } else {
            let out = holes(reason, "{} was eliminated from {} before");
            let out = out.or_else(|| holes(reason, "{} were eliminated from {} before")).expect(reason);
            assert_eq!(cell(out[1]), placed);
            excluded |= digits(out[0]);
        }
    }
    assert_eq!(excluded, DigitSet::ALL.without(value));
}

pub(crate) fn locked(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let is_pointing = step.technique().slug.contains("pointing");
    let seen = seen(step, explanation);
    let [base, value, rest] = expect(seen, "In {}, the digit {} can only go in {}");
    let all = if pattern_cells(step).len() == 2 { "both" } else { "all" };
    let [of_cells, rest] = expect(rest, &format!("{{}}, {all} in {{}}"));
    let (base, value) = (house(base), digit(value));
    assert_eq!(base.kind() == HouseKind::Box, is_pointing);
    assert_eq!(places(base, value, position), cells(of_cells));
    assert_eq!(cells(of_cells), pattern_cells(step));
    let cover = match step.placement() {
        None => {
            let [cover, again, there] = expect(rest, "{}. So {} has its {} there and nowhere else");
            assert_eq!((again, digit(there)), (cover, value));
            eliminates_all(step, house(cover).cells() - base.cells(), value.into(), position);
            cover
        }
        Some(placement) => {
            let [cover, there, beside, left] =
                expect(rest, "{}, which therefore has its {} there. In {}, that leaves one place for {}");
            assert_eq!((digit(there), digit(left), placement.digit), (value, value, value));
            let left = places(house(beside), value, position) - house(cover).cells();
            assert_eq!(left, placement.cell.into());
            cover
        }
    };
    assert!(cells(of_cells).is_subset(house(cover).cells()));
}

pub(crate) fn hidden_subset(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let [in_house, rest] = expect(seen(step, explanation), "In {}, {}");
    let in_house = house(in_house);
    let [of_digits, of_cells, rest] = expect(rest, "the digits {} can only go in {}, and fill them. {}");
    let (of_digits, of_cells) = (digits(of_digits), cells(of_cells));
    assert_eq!((of_digits, of_cells), (pattern_digits(step), pattern_cells(step)));
    assert_eq!(of_digits.len(), of_cells.len());
    let all = of_digits.iter().fold(CellSet::EMPTY, |all, digit| all | places(in_house, digit, position));
    assert_eq!(all, of_cells);
    match step.placement() {
        None => {
            assert_eq!(rest, "So these cells hold nothing else");
            eliminates_all(step, of_cells, !of_digits, position);
        }
        Some(placement) => {
            let [left] = expect(rest, "That leaves one place there for {}");
            assert_eq!(digit(left), placement.digit);
            assert_eq!(places(in_house, placement.digit, position) - of_cells, placement.cell.into());
        }
    }
}

pub(crate) fn naked_subset(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let [in_house, rest] = expect(seen(step, explanation), "In {}, {}");
    let in_house = house(in_house);
    let form = "{} have only {} between them, and use them up. So no other cell of {} has them";
    let [of_cells, of_digits, again] = expect(rest, form);
    let (of_cells, of_digits) = (cells(of_cells), digits(of_digits));
    assert_eq!((house(again), of_digits.len()), (in_house, of_cells.len()));
    assert!(of_cells.is_subset(in_house.cells()) && of_cells == pattern_cells(step));
    assert!(of_cells.iter().all(|cell| position.digits(cell).is_subset(of_digits)));
    eliminates_all(step, in_house.cells() - of_cells, of_digits, position);
}

pub(crate) fn fish(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let [base, value, rest] = expect(seen(step, explanation), "In {}, the digit {} can only go in {}");
    let form = "{}: {}. So {} have their {}s there and nowhere else";
    let [cover, of_cells, again, of_digit] = expect(rest, form);
    let (base, value) = (read::lines(base), digit(value));
    let all = |lines: &[House]| lines.iter().fold(CellSet::EMPTY, |all, line| all | line.cells());
    assert_eq!((again, digit(of_digit)), (cover, value));
    let cover = read::lines(cover);
    assert_eq!((base.len(), step.houses().collect::<Vec<_>>()), (cover.len(), base.clone()));
    assert_eq!(position.cells(value) & all(&base), cells(of_cells));
    assert_eq!(cells(of_cells), pattern_cells(step));
    assert!(cells(of_cells).is_subset(all(&cover)));
    eliminates_all(step, all(&cover) - all(&base), value.into(), position);
}

pub(crate) fn wing(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let [pivot, of_pivot, rest] = expect(seen(step, explanation), "{} is {}: {}");
    let (pivot, of_pivot) = (cell(pivot), digits(of_pivot));
    assert_eq!(position.digits(pivot), of_pivot);
    let [cases, holders, z, all] = expect(rest, "{}. So {} is {}, and no cell that sees {} of them can be");
    let (holders, z) = (cells(holders), digit(z));
    assert_eq!(all, if holders.len() == 2 { "both" } else { "all" });
    let mut told = if of_pivot.contains(z) { DigitSet::from(z) } else { DigitSet::EMPTY };
    let mut named = CellSet::from(pivot);
    for case in cases.split("; ") {
        let [value, wing, of_wing, result] = expect(case, "if it is {}, {} ({}) is {}");
        let (value, wing) = (digit(value), cell(wing));
        assert_eq!((position.digits(wing), digit(result)), (figures(of_wing), z));
        assert!(wing.sees(pivot) && holders.contains(wing), "{case}");
        assert_eq!(position.digits(wing).without(value), z.into(), "{case}");
        told.insert(value);
        named.insert(wing);
    }
    assert_eq!(explanation.focus(), pivot.into());
    assert_eq!((told, named), (of_pivot, pattern_cells(step)));
    assert_eq!(holders, if of_pivot.contains(z) { named } else { named.without(pivot) });
    eliminates_all(step, holders.common_peers() - named, z.into(), position);
}

pub(crate) fn unique_loop(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let form = "If {} held nothing but {}, the two digits could change places all around, and the puzzle would have two \
                solutions. Only {} can hold anything else{}";
    let [in_loop, two, roof, rest] = expect(seen(step, explanation), form);
    let (in_loop, two, roof) = (cells(in_loop), digits(two), cells(roof));
    assert_eq!(two.len(), 2);
    assert!(in_loop.iter().all(|cell| two.is_subset(position.digits(cell))));
    assert_eq!(explanation.focus(), roof);
    assert_eq!(roof, in_loop.iter().filter(|&cell| position.digits(cell) != two).collect());
    // After any swap, each house still has both digits.
    assert!(House::all().all(|house| matches!((house.cells() & in_loop).len(), 0 | 2)), "{in_loop:?}");
    let extra = roof.iter().fold(DigitSet::EMPTY, |all, cell| all | position.digits(cell)) - two;
    match step.variant().unwrap() {
        "type 1" => {
            assert_eq!((rest, roof.len()), (", and must", 1));
            eliminates_all(step, roof, two, position);
        }
        "type 2" => {
            let form = ", and that is {}. So one of them does, and no cell that sees {} of them can";
            let [other, all] = expect(rest, form);
            assert_eq!((digits(other), all), (extra, if roof.len() == 2 { "both" } else { "all" }));
            assert_eq!(extra.len(), 1);
            eliminates_all(step, roof.common_peers(), extra, position);
        }
        "type 3" => type_3(step, [in_loop, roof], [two, extra], rest, position),
        "type 4" => {
            let form = ". In {}, the digit {} can only go in one of these two; if the other were {}, nothing else would be in the \
                        loop";
            let [in_house, locked, other] = expect(rest, form);
            let (locked, other) = (digits(locked), digits(other));
            assert_eq!((roof.len(), locked | other), (2, two));
            assert!(places(house(in_house), locked.single().unwrap(), position) == roof);
            eliminates_all(step, roof, other, position);
        }
        other => panic!("{other}"),
    }
}

fn type_3(step: &Step, cells_: [CellSet; 2], digits_: [DigitSet; 2], rest: &str, position: &Pencilmarks) {
    let ([in_loop, roof], [two, extra]) = (cells_, digits_);
    let naked = ": one of them is {}. With {} that makes a set of cells which have only {} between them, and use them up. \
                 So no other cell of {} has them";
    let (subset, in_house) = if let Some(naked) = holes(rest, naked) {
        let (subset, all, in_house) = (cells(naked[1]), digits(naked[2]), house(naked[3]));
        assert_eq!((digits(naked[0]), all.len()), (extra, subset.len() + 1));
        assert!(extra.is_subset(all) && subset.iter().all(|cell| position.digits(cell).is_subset(all)));
        eliminates_all(step, in_house.cells() - subset - roof, all, position);
        (subset, in_house)
    } else {
        let form = ", so they hold one of {} at most. Apart from them, the digits {} can only go in {} in {}. So {} holds one of these \
                    digits, and nothing else";
        let [again, all, subset, in_house, each] = expect(rest, form);
        let (all, subset, in_house) = (digits(all), cells(subset), house(in_house));
        assert_eq!(each, if subset.len() == 1 { "that cell" } else { "each of these cells" });
        assert_eq!((digits(again), all.len()), (two, subset.len() + 1));
        // Of all these digits the roof can have only one of the two.
        assert!(!(all - two).intersects(extra));
        let of_all = all.iter().fold(CellSet::EMPTY, |of_all, digit| of_all | places(in_house, digit, position));
        assert_eq!(of_all - roof, subset);
        eliminates_all(step, subset, !all, position);
        (subset, in_house)
    };
    assert!(roof.is_subset(in_house.cells()) && subset.is_subset(in_house.cells()) && !subset.intersects(in_loop));
}

pub(crate) fn bug(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let form = "Without {}, every empty cell would have two candidates, and every digit two places in each house where it \
                is missing. Then there would be no solution, or several. So {} is true{}";
    let [bugs, again, rest] = expect(seen(step, explanation), form);
    assert_eq!(true_ones(bugs), true_ones(again));
    let bugs = true_ones(bugs);
    let left: CandidateSet = position.candidates().iter().filter(|&candidate| !bugs.contains(candidate)).collect();
    assert!(position.empty_cells().iter().all(|cell| left.digits(cell).len() == 2));
    for digit in Digit::ALL {
        assert!(House::all().all(|house| matches!((left.cells(digit) & house.cells()).len(), 0 | 2)));
    }
    let bug_cells: CellSet = bugs.iter().map(|bug| bug.cell).collect();
    assert_eq!(explanation.focus(), bug_cells);
    let bug_digits: DigitSet = bugs.iter().map(|bug| bug.digit).collect();
    match step.variant().unwrap() {
        "type 1" => {
            let [only] = expect(rest, ", and nothing else can be in {}");
            assert_eq!(CellSet::from(cell(only)), bug_cells);
            eliminates_all(step, bug_cells, !bug_digits, position);
        }
        "type 2" => {
            let [all, of_cells, value] = expect(rest, ", and no cell that sees {} of {} can be {}");
            assert_eq!(all, if bug_cells.len() == 2 { "both" } else { "all" });
            assert_eq!((cells(of_cells), DigitSet::from(digit(value))), (bug_cells, bug_digits));
            eliminates_all(step, bug_cells.common_peers(), bug_digits, position);
        }
        "type 3" => {
            let form = ": {} act as one cell that is {}. With {} it makes a set of cells which have only {} between them, \
                        and use them up. So no other cell of {} that sees {} has them";
            let [as_one, one_of, subset, all, in_house, again] = expect(rest, form);
            let (subset, all, in_house) = (cells(subset), digits(all), house(in_house).cells());
            assert_eq!((cells(as_one), digits(one_of), cells(again)), (bug_cells, bug_digits, bug_cells));
            assert_eq!(all.len(), subset.len() + 1);
            assert!(bug_digits.is_subset(all) && subset.iter().all(|cell| position.digits(cell).is_subset(all)));
            assert!(subset.is_subset(in_house & bug_cells.common_peers()));
            eliminates_all(step, (in_house & bug_cells.common_peers()) - subset, all, position);
        }
        "type 4" => {
            let form = ". In {}, the digit {} can only go in {}. So one of these cells holds that digit, and the \
                        other one of the candidates named above; they hold nothing else";
            let [in_house, locked, of_cells] = expect(rest, form);
            assert_eq!((cells(of_cells), bug_cells.len()), (bug_cells, 2));
            let locked = digit(locked);
            assert_eq!(places(house(in_house), locked, position), bug_cells);
            for cell in bug_cells.iter() {
                let gone = position.digits(cell) - bugs.digits(cell).with(locked);
                assert_eq!(step.eliminations().digits(cell), gone);
            }
        }
        other => panic!("{other}"),
    }
}

pub(crate) fn aligned_exclusion(step: &Step, explanation: &Explanation, position: &Pencilmarks) {
    let is_pair = step.technique().slug.contains("pair");
    let form = if is_pair {
        "No pair of digits for {} that has {} is possible"
    } else {
        "No triplet of digits for {} that has {} is possible"
    };
    let [base, gone] = expect(seen(step, explanation), form);
    let base = cells(base);
    assert_eq!((base.len(), true_ones(gone)), (if is_pair { 2 } else { 3 }, *step.eliminations()));
    assert!(base.is_subset(pattern_cells(step)));
    assert_eq!(explanation.focus(), base);
    let mut told = CandidateSet::EMPTY;
    for line in explanation.lines() {
        let [gone] = expect(line.text(), "If {}:");
        let gone = read::claim(gone).candidate;
        told.insert(gone);
        let others: Vec<Cell> = base.without(gone.cell).iter().collect();
        // Every combination must be excluded by a line that names part of it.
        let excluded: Vec<CandidateSet> = line
            .lines()
            .iter()
            .map(|reason| {
                let [held, reason] = expect(reason.text(), "with {}, {}");
                let held: CandidateSet = true_ones(held).iter().chain([gone]).collect();
                assert!(held.iter().all(|held| base.contains(held.cell) && position.candidates().contains(held)));
                against(&held, reason, step, position);
                held
            })
            .collect();
        let digits_of =
            |number: usize| others.get(number).map_or(DigitSet::from(gone.digit), |&cell| position.digits(cell));
        for one in digits_of(0).iter() {
            for other in digits_of(1).iter() {
                let mut all = CandidateSet::from_iter([gone, Candidate { cell: others[0], digit: one }]);
                if let Some(&cell) = others.get(1) {
                    all.insert(Candidate { cell, digit: other });
                }
                let is_part = |held: &CandidateSet| held.iter().all(|held| all.contains(held));
                assert!(excluded.iter().any(is_part), "{explanation} leaves out {all:?}");
            }
        }
    }
    assert_eq!(told, *step.eliminations());
}

/// Checks the reason against some candidates at once.
fn against(held: &CandidateSet, reason: &str, step: &Step, position: &Pencilmarks) {
    if let Some(twice) = holes(reason, "{} would have {} twice") {
        assert_eq!((held.cells(digit(twice[1])) & house(twice[0]).cells()).len(), 2, "{reason}");
        return;
    }
    let [emptied, of_cell] = expect(reason, "{} ({}) would have no candidate left");
    let (emptied, of_cell) = (cell(emptied), figures(of_cell));
    assert_eq!(position.digits(emptied), of_cell);
    assert!(pattern_cells(step).contains(emptied));
    let sees_one = |digit: Digit| held.cells(digit).intersects(emptied.peers());
    assert!(of_cell.iter().all(sees_one), "{reason} with {held:?}");
}
