//! The engines of several chains: contradictions, and common conclusions of all alternatives.

use minirow_core::{Candidate, Cell};
use minirow_grade::Pencilmarks;

use super::hints::{Conclusion, Hint, Kind, Scale};
use super::links::{HOUSE_KINDS, Links, house_of};
use super::node::{Arena, Claim, NodeId};
use super::propagation::{Propagation, Reach};

/// The parameters of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    reach: Reach,
    base: f64,
    is_nishio: bool,
    /// The minimum number of candidates of a cell to start from.
    fewest: usize,
}

impl Rules {
    pub(crate) const NISHIO: Rules = Rules {
        reach: Reach { links: Links { in_cells: false, in_houses: true }, is_dynamic: true, level: 0, inner: 0 },
        base: 7.5,
        is_nishio: true,
        fewest: 2,
    };

    pub(crate) const MULTIPLE: Rules = Rules {
        reach: Reach { links: Links { in_cells: true, in_houses: true }, is_dynamic: false, level: 0, inner: 0 },
        base: 8.0,
        is_nishio: false,
        fewest: 3,
    };

    pub(crate) fn dynamic(level: u8, inner: u8) -> Rules {
        Rules {
            reach: Reach { links: Links { in_cells: true, in_houses: true }, is_dynamic: true, level, inner },
            base: 8.5 + 0.5 * f64::from(level),
            is_nishio: false,
            fewest: 2,
        }
    }

    /// Returns the scale of hints of a kind.
    fn scale(self, kind: Kind) -> Scale {
        let sort_key = match kind {
            Kind::Double => 1,
            Kind::Cell(_) => 5,
            Kind::House(_) => 6,
            Kind::Contradiction | Kind::Nishio => 7,
            Kind::Cycle | Kind::ForcingChain => unreachable!("a single chain"),
        };
        Scale { base: self.base, sort_key }
    }
}

/// Returns the hints of an engine in the order of finding.
pub(crate) fn find(rules: Rules, grid: &Pencilmarks) -> Vec<Hint> {
    let mut run = Run { rules, grid, known: (0..Claim::COUNT).map(|_| None).collect(), hints: Vec::new() };
    for cell in Cell::ALL {
        if grid.digits(cell).len() >= rules.fewest {
            run.start_from(cell);
        }
    }
    run.hints
}

/// One run of an engine.
struct Run<'a> {
    rules: Rules,
    grid: &'a Pencilmarks,
    /// The consequences of each claim, computed on demand.
    known: Vec<Option<Propagation>>,
    hints: Vec<Hint>,
}

impl Run<'_> {
    fn start_from(&mut self, cell: Cell) {
        let candidates: Vec<Candidate> = self.grid.digits(cell).iter().map(|digit| Candidate { cell, digit }).collect();
        for &candidate in &candidates {
            let [on, off] = [Claim::on(candidate), Claim::off(candidate)];
            if self.rules.reach.is_dynamic {
                self.contradiction(on);
                self.contradiction(off);
                if !self.rules.is_nishio && candidates.len() >= 3 {
                    self.common(Kind::Double, &[on, off]);
                }
            }
            if !self.rules.is_nishio {
                self.houses(candidate);
            }
        }
        if !self.rules.is_nishio {
            let starts: Vec<Claim> = candidates.into_iter().map(Claim::on).collect();
            self.common(Kind::Cell(cell), &starts);
        }
    }

    /// Computes the consequences of a claim if they are not known.
    fn propagate(&mut self, claim: Claim) {
        let known = &mut self.known[claim.index()];
        if known.is_none() {
            *known = Some(Propagation::from(claim, self.rules.reach, self.grid));
        }
    }

    fn known(&self, claim: Claim) -> &Propagation {
        self.known[claim.index()].as_ref().expect("propagated before")
    }

    /// Refutes a claim that leads to a contradiction.
    fn contradiction(&mut self, claim: Claim) {
        self.propagate(claim);
        let propagation = self.known(claim);
        let Some((on, off)) = propagation.contradiction else { return };
        let kind = if self.rules.is_nishio { Kind::Nishio } else { Kind::Contradiction };
        let arena = &propagation.arena;
        let conclusion = Conclusion::from_claim(claim.negated(), self.grid);
        let hint = Hint::new(kind, self.rules.scale(kind), conclusion, &[(on, arena), (off, arena)]);
        self.hints.extend(hint);
    }

    /// Checks all places of the digit of a candidate in each house where the candidate is the first.
    fn houses(&mut self, candidate: Candidate) {
        for kind in HOUSE_KINDS {
            let house = house_of(candidate.cell, kind);
            let places = self.grid.cells_in(house, candidate.digit);
            if places.len() >= 2 && places.first() == Some(candidate.cell) {
                let starts: Vec<Claim> =
                    places.iter().map(|cell| Claim::on(Candidate { cell, digit: candidate.digit })).collect();
                self.common(Kind::House(house), &starts);
            }
        }
    }

    /// Finds the common conclusions of several claims: first true, then false ones, in the order in which the first
    /// claim leads to them.
    fn common(&mut self, kind: Kind, starts: &[Claim]) {
        for &start in starts {
            self.propagate(start);
        }
        let propagations: Vec<&Propagation> = starts.iter().map(|&start| self.known(start)).collect();
        let mut hints = Vec::new();
        for is_on in [true, false] {
            for first in propagations[0].nodes(is_on).iter() {
                let claim = propagations[0].arena.claim(first);
                let targets: Option<Vec<(NodeId, &Arena)>> = propagations
                    .iter()
                    .map(|propagation| Some((propagation.nodes(is_on).get(claim.candidate)?, &propagation.arena)))
                    .collect();
                if let Some(targets) = targets {
                    let conclusion = Conclusion::from_claim(claim, self.grid);
                    hints.extend(Hint::new(kind, self.rules.scale(kind), conclusion, &targets));
                }
            }
        }
        self.hints.extend(hints);
    }
}
