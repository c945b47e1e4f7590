//! Assumptions, and the conclusions that follow from them.

use smallvec::SmallVec;

use crate::chain::HintKind;
use crate::chain::node::{Cause, Node};

/// Assumptions of which one must be true, or an assumption that may be refuted.
#[derive(Clone)]
pub(crate) struct Assumptions {
    pub(crate) kind: HintKind,
    pub(crate) house: Cause,
    pub(crate) starts: SmallVec<[Node; 9]>,
}

/// A conclusion of an engine.
#[derive(Clone, Copy)]
pub(crate) struct Conclusion {
    pub(crate) kind: HintKind,
    pub(crate) node: Node,
    pub(crate) house: Cause,
}

/// The easiest conclusion so far.
pub(crate) struct BestConclusion {
    pub(crate) conclusion: Conclusion,
    pub(crate) complexity: u32,
    /// The place in the order in which the engine examines conclusions.
    pub(crate) turn: u32,
    /// The end of each chain, with the source of its propagation.
    pub(crate) ends: Vec<(Node, Node)>,
}

impl BestConclusion {
    pub(crate) fn rank(&self) -> (u32, HintKind, u32) {
        (self.complexity, self.conclusion.kind, self.turn)
    }
}
