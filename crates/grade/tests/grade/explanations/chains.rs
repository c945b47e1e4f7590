//! The sentences of chains, checked as a proof: each line from those before it, and the conclusion from all.

use std::collections::HashSet;
use std::slice;

use minirow_core::{CandidateSet, Cell, CellSet, DigitSet, House};
use minirow_grade::{Chain, Explanation, Line, Pencilmarks, Step};

use super::read::{self, Claim, cell, cells, claim, claims, digit, digits, expect, holes, house};

/// The number of lines checked, and how many of them depend on a nested chain.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) lines: usize,
    pub(crate) nested: usize,
}

pub(crate) fn check(step: &Step, explanation: &Explanation, position: &Pencilmarks, count: &mut Count) {
    let seen = explanation.text().strip_suffix(&format!(": {step}.")).unwrap();
    let gone = match step.placement() {
        Some(candidate) => vec![Claim { candidate, is_on: true }],
        None => step.eliminations().iter().map(|candidate| Claim { candidate, is_on: false }).collect(),
    };
    proof(step.chains(), seen, explanation.lines(), &gone, position.candidates(), count);
}

/// Checks that chains on some candidates prove conclusions, by their sentences.
fn proof(chains: &[Chain], seen: &str, lines: &[Line], ends: &[Claim], left: &CandidateSet, count: &mut Count) {
    let mut named = HashSet::new();
    if let Some(start) = holes(seen, "Suppose {}. Then {} follows, a contradiction. So the assumption is false") {
        let (start, end) = (claim(start[0]), claim(start[1]));
        assert_eq!((start.opposite(), ends), (end, &[end][..]));
        let told = follow(start, lines, chains, left, &mut named, count);
        assert!(told.contains(&end));
    } else if let Some(start) =
        holes(seen, "Suppose {}. Then both {} follow, a contradiction. So the assumption is false")
    {
        let both = claims(start[1]);
        let start = claim(start[0]);
        assert_eq!((both.len(), both[0].opposite()), (2, both[1]));
        assert_eq!(ends, [start.opposite()]);
        let told = follow(start, lines, chains, left, &mut named, count);
        assert!(both.iter().all(|end| told.contains(end)));
    } else if let Some(round) =
        holes(seen, "In a loop of links, either {} are all true, or {} are. A candidate that sees one of each is false")
    {
        cycle([claims(round[0]), claims(round[1])], lines, ends, left, &mut named, count);
    } else {
        let starts: Vec<Claim> = if let Some(start) =
            holes(seen, "Either {} or {}, and both lead to the same conclusion")
        {
            let start = [claim(start[0]), claim(start[1])];
            assert_eq!(start[0].opposite(), start[1]);
            start.into()
        } else if let Some(start) =
            holes(seen, "In {}, the digit {} goes in {}. Each cell leads to the same conclusion")
        {
            let (in_house, of_digit, places) = (house(start[0]), digit(start[1]), cells(start[2]));
            assert_eq!(left.cells(of_digit) & in_house.cells(), places);
            read::claims(&read::items(start[2]).map(|cell| format!("{cell}={of_digit}")).collect::<Vec<_>>().join(", "))
        } else {
            let [in_cell, of_cell] = expect(seen, "{} is {}. Each digit leads to the same conclusion");
            assert_eq!(left.digits(cell(in_cell)), digits(of_cell));
            read::claims(&read::items(of_cell).map(|digit| format!("{in_cell}={digit}")).collect::<Vec<_>>().join(", "))
        };
        assert_eq!((starts.len(), starts.len()), (lines.len(), chains.len()));
        for (case, chain) in lines.iter().zip(chains) {
            let (start, end) = match holes(case.text(), "If {}, that is the conclusion.") {
                Some(start) => (claim(start[0]), claim(start[0])),
                None => {
                    let [start, end] = expect(case.text(), "If {}, then {}:");
                    (claim(start), claim(end))
                }
            };
            assert!(starts.contains(&start), "{}", case.text());
            assert_eq!(ends, [end]);
            // Another case may use the same words, but each has its own assumption.
            let told = follow(start, case.lines(), slice::from_ref(chain), left, &mut named, count);
            assert!(told.contains(&end), "{}", case.text());
        }
    }
    // The text has everything in the chains, and nothing else.
    let of_chains: HashSet<Claim> = chains
        .iter()
        .flat_map(Chain::links)
        .map(|link| Claim { candidate: link.candidate(), is_on: link.is_on() })
        .collect();
    if seen.starts_with("In a loop") {
        let forwards = chains[0].links().iter().map(|link| Claim { candidate: link.candidate(), is_on: link.is_on() });
        assert_eq!(named, forwards.collect());
        assert_eq!(of_chains, named.iter().flat_map(|claim| [*claim, claim.opposite()]).collect());
    } else {
        assert_eq!(named, of_chains);
    }
}

/// Checks lines that follow from an assumption. Returns all that is known at the end.
fn follow(
    start: Claim,
    lines: &[Line],
    chains: &[Chain],
    left: &CandidateSet,
    named: &mut HashSet<Claim>,
    count: &mut Count,
) -> HashSet<Claim> {
    let mut told = HashSet::from([start]);
    for line in lines {
        let [from, rest] = expect(line.text(), "{}, so {}");
        let [to, reason] = expect(rest, "{}: {}.");
        let (from, to) = (claims(from), claim(to));
        for parent in &from {
            assert!(told.contains(parent), "{} comes before what it rests on", line.text());
        }
        count.lines += 1;
        if line.is_nested() {
            assert_eq!(reason, "proved by a chain on the remaining candidates");
            nested(line, &from, to, chains, left, count);
        } else {
            because(&from, to, reason, left);
        }
        told.insert(to);
    }
    named.extend(&told);
    told
}

/// Checks a nested chain on the candidates that its explanation names.
fn nested(line: &Line, from: &[Claim], to: Claim, chains: &[Chain], left: &CandidateSet, count: &mut Count) {
    count.nested += 1;
    let link = chains
        .iter()
        .flat_map(Chain::links)
        .find(|link| !link.nested().is_empty() && (link.candidate(), link.is_on()) == (to.candidate, to.is_on));
    let link = link.unwrap_or_else(|| panic!("{} is no chain of the step", line.text()));
    // The chain uses fewer candidates than there were, but those named in the line must be enough to show it.
    let within = link.nested_in().unwrap();
    assert!(within.iter().all(|candidate| left.contains(candidate)), "candidates do not come back");
    let mut with_named = *left;
    for gone in from {
        assert!(!gone.is_on && !within.contains(gone.candidate), "{}", line.text());
        with_named.remove(gone.candidate);
    }
    let (text, lines) = line.lines().split_first().unwrap();
    let [seen, conclusion] = {
        let (seen, conclusion) = text.text().strip_suffix('.').unwrap().rsplit_once(": ").unwrap();
        [seen, conclusion]
    };
    let end = match holes(conclusion, "{}, and so {}") {
        Some(both) => {
            let (placed, gone) = (claim(both[0]), claim(both[1]));
            assert_eq!((gone, placed.is_on, placed.candidate.cell), (to, true, to.candidate.cell));
            assert_ne!(placed.candidate.digit, to.candidate.digit);
            placed
        }
        None => claim(conclusion),
    };
    if end.is_on {
        assert_ne!(end, to);
    } else {
        assert_eq!(end, to);
    }
    proof(link.nested(), seen, lines, &[end], &with_named, count);
}

/// Checks one inference.
fn because(from: &[Claim], to: Claim, reason: &str, left: &CandidateSet) {
    let say = || panic!("{from:?} does not show {to:?}: {reason}");
    let (in_cell, of_digit) = (to.candidate.cell, to.candidate.digit);
    let gone: CandidateSet = from.iter().filter(|claim| !claim.is_on).map(|claim| claim.candidate).collect();
    let places = |house: House, digit| (left.cells(digit) - gone.cells(digit)) & house.cells();
    if let Some(held) = holes(reason, "{} holds one digit") {
        let [parent] = from else { return say() };
        assert!(parent.is_on && !to.is_on && cell(held[0]) == in_cell && parent.candidate.cell == in_cell);
        assert_ne!(parent.candidate.digit, of_digit);
    } else if let Some(held) = holes(reason, "{} holds {} once") {
        let [parent] = from else { return say() };
        let in_house = house(held[0]).cells();
        assert!(parent.is_on && !to.is_on && in_house.contains(in_cell) && in_house.contains(parent.candidate.cell));
        assert!(parent.candidate.digit == of_digit && digit(held[1]) == of_digit && parent.candidate.cell != in_cell);
    } else if let Some(lacks) = holes(reason, "{} has no other candidate left") {
        assert!(to.is_on && cell(lacks[0]) == in_cell);
        assert_eq!(left.digits(in_cell) - gone.digits(in_cell), of_digit.into(), "{from:?} {to:?}");
    } else if let Some(lacks) = holes(reason, "{} has no other place for {}") {
        assert!(to.is_on && digit(lacks[1]) == of_digit);
        assert_eq!(places(house(lacks[0]), of_digit), in_cell.into(), "{from:?} {to:?}");
    } else if let Some(pair) = holes(reason, "in {}, {} have only {} between them") {
        let (in_house, pair, two) = (house(pair[0]).cells(), cells(pair[1]), digits(pair[2]));
        assert_eq!((pair.len(), two.len(), to.is_on), (2, 2, false));
        assert!(pair.iter().all(|cell| (left.digits(cell) - gone.digits(cell)).is_subset(two)));
        assert!(pair.is_subset(in_house) && in_house.contains(in_cell) && !pair.contains(in_cell));
        assert!(two.contains(of_digit));
    } else {
        can_only_go(to, reason, places);
    }
}

/// Checks locked candidates, a hidden pair or an X-Wing.
fn can_only_go(to: Claim, reason: &str, places: impl Fn(House, minirow_core::Digit) -> CellSet) {
    assert!(!to.is_on);
    let (in_cell, of_digit) = (to.candidate.cell, to.candidate.digit);
    let [base, rest] = expect(reason, "in {}, the digit{}");
    let [of_digits, rest] = holes(rest, " {} can only go in {}")
        .or_else(|| holes(rest, "s {} can only go in {}"))
        .and_then(|holes| holes.try_into().ok())
        .expect(reason);
    if base.starts_with("rows") || base.starts_with("columns") {
        let (base, cover) = (read::lines(base), read::lines(rest));
        let all = |lines: &[House]| lines.iter().fold(CellSet::EMPTY, |all, line| all | line.cells());
        assert_eq!((base.len(), cover.len(), digit(of_digits)), (2, 2, of_digit));
        assert!(base.iter().all(|&line| places(line, of_digit).is_subset(all(&cover))), "{reason}");
        assert!(all(&cover).contains(in_cell) && !all(&base).contains(in_cell));
        return;
    }
    let base = house(base);
    match holes(rest, "{}, both in {}").or_else(|| holes(rest, "{}, all in {}")) {
        Some(locked) => {
            let (of_cells, cover) = (cells(locked[0]), house(locked[1]).cells());
            assert_eq!((places(base, of_digit), digit(of_digits)), (of_cells, of_digit), "{reason}");
            assert!(of_cells.is_subset(cover) && cover.contains(in_cell) && !base.cells().contains(in_cell));
        }
        None => {
            let (pair, of_cells): (DigitSet, CellSet) = (digits(of_digits), cells(rest));
            assert_eq!((pair.len(), of_cells.len()), (2, 2));
            assert!(pair.iter().all(|digit| places(base, digit).is_subset(of_cells)), "{reason}");
            assert!(of_cells.contains(in_cell) && !pair.contains(of_digit));
        }
    }
}

fn cycle(
    either: [Vec<Claim>; 2],
    lines: &[Line],
    ends: &[Claim],
    left: &CandidateSet,
    named: &mut HashSet<Claim>,
    count: &mut Count,
) {
    let [ones, others] = &either;
    let backwards = "If a consequence is false, so is its cause: the links also hold backwards.";
    let middle = lines.iter().position(|line| line.text() == backwards).unwrap();
    // Round the cycle, each link from the one before, back to the start.
    let mut at: Option<Claim> = None;
    for line in &lines[..middle] {
        let [from, rest] = expect(line.text(), "{}, so {}");
        let [to, reason] = expect(rest, "{}: {}.");
        let (from, to) = (claim(from), claim(to));
        assert!(at.is_none_or(|at| at == from), "{}", line.text());
        because(&[from], to, reason, left);
        named.insert(to);
        at = Some(to);
        count.lines += 1;
    }
    let start = claim(expect::<2>(lines[0].text(), "{}, so {}")[0]);
    assert_eq!(at, Some(start));
    let all: HashSet<Claim> = ones.iter().copied().chain(others.iter().map(|other| other.opposite())).collect();
    assert_eq!(*named, all);
    let gone: Vec<Claim> = lines[middle + 1..]
        .iter()
        .map(|line| {
            let [gone, who, both] = expect(line.text(), "{}, because {} sees both {}.");
            let (gone, both) = (claim(gone), claims(both));
            assert_eq!(cell(who), gone.candidate.cell);
            assert!(ones.contains(&both[0]) && others.contains(&both[1]) && !gone.is_on);
            let sees = |seen: &Claim| {
                let who: Cell = gone.candidate.cell;
                seen.candidate.digit == gone.candidate.digit && who.sees(seen.candidate.cell)
            };
            assert!(both.iter().all(sees), "{}", line.text());
            gone
        })
        .collect();
    assert_eq!(gone, ends);
}
