//! The chaining engines of Sudoku Explainer, written as plainly as possible: the specification of the fast engines.
//!
//! Nothing is left out because it cannot matter, nothing stops early, and each engine computes all of its hints. There
//! is one concession to speed: a propagation, which is a pure function of the grid and the assumption, is computed once
//! in a run.

#![allow(dead_code, unused_imports, reason = "the unit tests of the library share this module, and use parts of it")]

pub(crate) mod advanced;
pub(crate) mod complexity;
pub(crate) mod cycles;
pub(crate) mod hints;
pub(crate) mod links;
pub(crate) mod multi_chains;
pub(crate) mod node;
pub(crate) mod order;
pub(crate) mod patterns;
pub(crate) mod propagation;
pub(crate) mod single_chains;

use minirow_grade::Pencilmarks;

pub(crate) use hints::{Hint, Kind};
pub(crate) use node::Cause;

/// One of the engines. Each implements one or more techniques of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    /// Cycles and single forcing chains, in three passes: 6.5 and more.
    Forcing,
    /// One digit, with candidates removed during propagation: 7.5 and more.
    Nishio,
    /// All candidates of a cell, or all places of a digit in a house: 8.0 and more.
    Multiple,
    /// The same, and single assumptions, with candidates removed during propagation: 8.5 and more.
    Dynamic {
        /// The techniques that are used when there are no more links to follow: 0 none, 1 locked candidates, pairs and
        /// X-Wings, 2 also [`Engine::Forcing`], 3 also [`Engine::Multiple`]; 4 those of level 1 and a dynamic engine.
        level: u8,
        /// For level 4 only: the level of that dynamic engine, 0-3.
        inner: u8,
    },
}

/// Returns all hints of an engine that remove a candidate, sorted. The first is the one that the engine delivers.
pub(crate) fn hints(engine: Engine, pencilmarks: &Pencilmarks) -> Vec<Hint> {
    let mut hints = match engine {
        Engine::Forcing => single_chains::find(pencilmarks),
        Engine::Nishio => multi_chains::find(multi_chains::Rules::NISHIO, pencilmarks),
        Engine::Multiple => multi_chains::find(multi_chains::Rules::MULTIPLE, pencilmarks),
        Engine::Dynamic { level, inner } => multi_chains::find(multi_chains::Rules::dynamic(level, inner), pencilmarks),
    };
    hints.sort_by(Hint::compare);
    hints
}
