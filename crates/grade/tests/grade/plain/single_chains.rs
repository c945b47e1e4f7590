//! The engine of single chains: cycles, and chains from a candidate to its own negation, in three passes.

use std::collections::VecDeque;

use minirow_core::{Candidate, Cell};
use minirow_grade::Pencilmarks;

use super::cycles;
use super::hints::{Conclusion, Hint, Kind, Scale};
use super::links::{Implied, Links};
use super::node::{Arena, Claim, Node, NodeId, OrderedSet};

/// A search of the whole grid with some of the links.
struct Pass {
    links: Links,
    cycles: Scale,
    /// The scale of forcing chains; `None` if the pass does not search for them.
    forcing_chains: Option<Scale>,
    /// `true` to start only from cells with two candidates.
    bivalue_only: bool,
}

/// The passes: one digit, cells, both. A chain has the rating of the pass that finds it, whichever links it uses.
const PASSES: [Pass; 3] = [
    Pass {
        links: Links { in_cells: false, in_houses: true },
        cycles: Scale { base: 6.5, sort_key: 2 },
        forcing_chains: Some(Scale { base: 6.6, sort_key: 2 }),
        bivalue_only: false,
    },
    Pass {
        links: Links { in_cells: true, in_houses: false },
        cycles: Scale { base: 6.5, sort_key: 3 },
        forcing_chains: None,
        bivalue_only: true,
    },
    Pass {
        links: Links { in_cells: true, in_houses: true },
        cycles: Scale { base: 7.0, sort_key: 4 },
        forcing_chains: Some(Scale { base: 7.0, sort_key: 4 }),
        bivalue_only: false,
    },
];

/// Returns the hints of all passes in the order of finding.
pub(crate) fn find(grid: &Pencilmarks) -> Vec<Hint> {
    let mut hints = Vec::new();
    for pass in &PASSES {
        for cell in Cell::ALL {
            let count = grid.digits(cell).len();
            if count < 2 || pass.bivalue_only && count > 2 {
                continue;
            }
            for digit in grid.digits(cell).iter() {
                let source = Candidate { cell, digit };
                hints.extend(cycles::find(source, pass.links, pass.cycles, grid));
                if let Some(scale) = pass.forcing_chains {
                    hints.extend(forcing_chain(Claim::on(source), pass.links, scale, grid));
                    hints.extend(forcing_chain(Claim::off(source), pass.links, scale, grid));
                }
            }
        }
    }
    hints
}

/// Returns the chain from a claim to its negation.
fn forcing_chain(source: Claim, links: Links, scale: Scale, grid: &Pencilmarks) -> Option<Hint> {
    let mut arena = Arena::default();
    let target = target(source, links, grid, &mut arena)?;
    let conclusion = Conclusion::from_claim(source.negated(), grid);
    Hint::new(Kind::ForcingChain, scale, conclusion, &[(target, &arena)])
}

/// Returns the first node that negates the source. Other contradictions are ignored.
fn target(source: Claim, links: Links, grid: &Pencilmarks, arena: &mut Arena) -> Option<NodeId> {
    let mut target = None;
    let start = arena.add(Node::assumption(source));
    let mut on = OrderedSet::new();
    let mut off = OrderedSet::new();
    let mut pending_on = VecDeque::new();
    let mut pending_off = VecDeque::new();
    if source.is_on {
        on.insert(start, arena);
        pending_on.push_back(start);
    } else {
        off.insert(start, arena);
        pending_off.push_back(start);
    }
    while !pending_on.is_empty() || !pending_off.is_empty() {
        while let Some(id) = pending_on.pop_front() {
            for Implied { candidate, cause } in links.made_false(grid, arena.claim(id).candidate) {
                let new = arena.add(Node::new(Claim::off(candidate), cause, vec![id]));
                if arena.claim(new) == source.negated() {
                    target = target.or(Some(new));
                }
                if off.insert(new, arena) {
                    pending_off.push_back(new);
                }
            }
        }
        while let Some(id) = pending_off.pop_front() {
            for Implied { candidate, cause } in links.made_true(grid, arena.claim(id).candidate) {
                let new = arena.add(Node::new(Claim::on(candidate), cause, vec![id]));
                if arena.claim(new) == source.negated() {
                    target = target.or(Some(new));
                }
                if on.insert(new, arena) {
                    pending_on.push_back(new);
                }
            }
        }
    }
    target
}
