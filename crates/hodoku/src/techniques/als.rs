//! Almost locked sets: two or more sets of which one gets its spare digit, whatever the digits are that connect them.

use std::collections::HashMap;

use minirow_grade::{Budget, BudgetSpent};

use super::prelude::*;
use crate::als::{AlmostLocked, Als, Restricted};
use crate::choice;

pub(super) static XZ: Technique = Technique {
    slug: "als-xz",
    name: "Almost Locked Set XZ-Rule",
    score: 300,
    level: Level::Unfair,
    find: |search| Ok(xz(search.almost_locked())),
};

pub(super) static XY_WING: Technique = Technique {
    slug: "als-xy-wing",
    name: "Almost Locked Set XY-Wing",
    score: 320,
    level: Level::Unfair,
    find: |search| Ok(xy_wing(search.almost_locked())),
};

pub(super) static CHAIN: Technique = Technique {
    slug: "als-chain",
    name: "Almost Locked Set Chain",
    score: 340,
    level: Level::Unfair,
    find: |search| {
        search.almost_locked();
        let Search { budget, memory, .. } = search;
        memory.almost_locked.as_ref().map_or(Ok(None), |known| chain(known, budget))
    },
};

/// Appends what two sets eliminate if one of them has the digit. Returns `true` if that is something.
fn eliminate(digit: Digit, cells: CellSet, eliminations: &mut Vec<Candidate>) -> bool {
    eliminations.extend(of_digit(digit, cells));
    !cells.is_empty()
}

fn xz(known: &AlmostLocked) -> Option<Step> {
    known.pairs.iter().find_map(|pair| {
        let [one, other] = pair.sets.map(|set| &known.sets[set]);
        let common = one.digits & other.digits;
        let mut eliminations = Vec::new();
        let mut z = DigitSet::EMPTY;
        for x in [Some(pair.first), pair.second].into_iter().flatten() {
            for digit in common.without(x).iter() {
                if eliminate(digit, one.seen(digit) & other.seen(digit), &mut eliminations) {
                    z.insert(digit);
                }
            }
        }
        if pair.second.is_some() {
            // With two restricted common digits, each set has one of them, and all of its other digits.
            let mut is_doubly_linked = false;
            for (set, beyond) in [(one, other), (other, one)] {
                for digit in (set.digits - pair.digits()).iter() {
                    is_doubly_linked |= eliminate(digit, set.seen(digit) - beyond.cells, &mut eliminations);
                }
            }
            if is_doubly_linked {
                z = DigitSet::EMPTY;
            }
        }
        let pattern = || pattern(&[one, other], vec![pair.digits()], z);
        (!eliminations.is_empty()).then(|| Step::eliminate(&XZ, pattern(), eliminations))
    })
}

fn pattern(sets: &[&Als], commons: Vec<DigitSet>, shared: DigitSet) -> Pattern {
    Pattern::AlmostLocked { sets: sets.iter().map(|set| set.group()).collect(), commons, shared }
}

fn xy_wing(known: &AlmostLocked) -> Option<Step> {
    let mut pairs_of = vec![Vec::new(); known.sets.len()];
    for (number, pair) in known.pairs.iter().enumerate() {
        pair.sets.iter().for_each(|&set| pairs_of[set].push(number));
    }
    known.pairs.iter().enumerate().find_map(|(number, pair)| {
        // The first step with each of the two sets in the middle; the earlier second pair wins.
        let with_middle = |middle: usize| {
            let a = pair.sets[1 - middle];
            let later = pairs_of[pair.sets[middle]].iter().filter(|&&other| other > number);
            later.copied().find_map(|other| {
                let second = &known.pairs[other];
                let b = if second.sets[0] == pair.sets[middle] { second.sets[1] } else { second.sets[0] };
                Some((other, wing(known, [a, b, pair.sets[middle]], [pair, second])?))
            })
        };
        let found = [0, 1].into_iter().filter_map(with_middle).min_by_key(|&(other, _)| other);
        found.map(|(_, step)| step)
    })
}

fn wing(known: &AlmostLocked, sets: [usize; 3], pairs: [&Restricted; 2]) -> Option<Step> {
    let [a, b, c] = sets.map(|set| &known.sets[set]);
    let same_digit = pairs.iter().all(|pair| pair.second.is_none()) && pairs[0].first == pairs[1].first;
    let restricted = pairs[0].digits() | pairs[1].digits();
    if same_digit || (a.digits & b.digits).is_subset(restricted) || a.cells.intersects(b.cells) {
        return None;
    }
    let mut eliminations = Vec::new();
    let mut z = DigitSet::EMPTY;
    for digit in ((a.digits & b.digits) - restricted).iter() {
        if eliminate(digit, a.seen(digit) & b.seen(digit), &mut eliminations) {
            z.insert(digit);
        }
    }
    let pattern = || pattern(&[a, c, b], pairs.map(Restricted::digits).into(), z);
    (!eliminations.is_empty()).then(|| Step::eliminate(&XY_WING, pattern(), eliminations))
}

/// The digits of a link of a chain that are in use.
#[derive(Clone, Copy)]
struct Link {
    pair: usize,
    active: DigitSet,
    /// The digit that counts for the next link.
    last: Digit,
}

/// A depth-first search for chains, from lower to higher sets.
struct Chains<'a> {
    known: &'a AlmostLocked,
    /// By set: the first of the pairs that start with it. The pairs end where those of the next set start.
    starts: Vec<usize>,
    links: Vec<Link>,
    /// By eliminations: the place in the list.
    places: HashMap<Vec<Candidate>, usize>,
    found: Vec<Chain>,
}

struct Chain {
    eliminations: Vec<Candidate>,
    links: Vec<Link>,
    /// The number of cells of all sets.
    cells: usize,
}

const MOST_LINKS: usize = 50;

fn chain(known: &AlmostLocked, budget: &Budget) -> Result<Option<Step>, BudgetSpent> {
    let starts = (0..=known.sets.len()).map(|set| known.pairs.partition_point(|pair| pair.sets[0] < set)).collect();
    let mut chains = Chains { known, starts, links: Vec::new(), places: HashMap::new(), found: Vec::new() };
    for set in 0..known.sets.len() {
        chains.extend(set, budget)?;
    }
    let mut best: Option<&Chain> = None;
    for chain in &chains.found {
        let key = |chain: &Chain| (std::cmp::Reverse(chain.eliminations.len()), choice::sum(&chain.eliminations));
        if best.is_none_or(|best| key(chain) < key(best)) {
            best = Some(chain);
        }
    }
    Ok(best.map(|chain| step(known, chain)))
}

impl Chains<'_> {
    /// Adds the links that start with a set.
    fn extend(&mut self, set: usize, budget: &Budget) -> Result<(), BudgetSpent> {
        budget.spend(1)?;
        for number in self.starts[set]..self.starts[set + 1] {
            let pair = &self.known.pairs[number];
            let (first, second) = (Some(pair.first), pair.second);
            let one = |digit: Digit| Link { pair: number, active: digit.into(), last: digit };
            let both = Link { pair: number, active: pair.digits(), last: pair.first };
            let links = match self.links.last().map(|link| link.last) {
                None => [first.map(one), second.map(one)],
                Some(last) if second.is_none() => [first.filter(|&first| first != last).map(one), None],
                Some(last) if second == Some(last) => [first.map(one), None],
                Some(last) if first == Some(last) => [second.map(one), None],
                Some(_) => [Some(both), None],
            };
            for link in links.into_iter().flatten() {
                self.links.push(link);
                self.check();
                if self.links.len() < MOST_LINKS {
                    self.extend(self.known.pairs[number].sets[1], budget)?;
                }
                self.links.pop();
            }
        }
        Ok(())
    }

    fn check(&mut self) {
        let [first, .., last] = self.links[..] else { return };
        if self.links.len() < 3 {
            return;
        }
        let [start, end] = [self.known.pairs[first.pair].sets[0], self.known.pairs[last.pair].sets[1]]
            .map(|set| &self.known.sets[set]);
        let digits = (start.digits & end.digits) - first.active - last.active;
        let mut eliminations = Vec::new();
        for digit in digits.iter() {
            eliminations.extend(of_digit(digit, start.seen(digit) & end.seen(digit)));
        }
        if eliminations.is_empty() {
            return;
        }
        let cells = sets(self.known, &self.links).map(|set| set.cells.len()).sum();
        let place = *self.places.entry(eliminations.clone()).or_insert(self.found.len());
        if place == self.found.len() {
            self.found.push(Chain { eliminations, links: self.links.clone(), cells });
        } else if self.found[place].cells > cells {
            self.found[place] = Chain { eliminations, links: self.links.clone(), cells };
        }
    }
}

/// Returns the sets of a chain in order.
fn sets<'a>(known: &'a AlmostLocked, links: &'a [Link]) -> impl Iterator<Item = &'a Als> {
    let pairs = links.iter().map(|link| known.pairs[link.pair].sets);
    let start = pairs.clone().next().map(|[start, _]| start);
    start.into_iter().chain(pairs.map(|[_, end]| end)).map(|set| &known.sets[set])
}

fn step(known: &AlmostLocked, chain: &Chain) -> Step {
    let digits: DigitSet = chain.eliminations.iter().map(|candidate| candidate.digit).collect();
    let sets: Vec<&Als> = sets(known, &chain.links).collect();
    let commons = chain.links.iter().map(|link| link.active).collect();
    Step::eliminate(&CHAIN, pattern(&sets, commons, digits), chain.eliminations.clone())
}
