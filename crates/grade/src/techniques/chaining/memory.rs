//! The memory of a path for chains: the hints of nested chains that were found before.

use std::collections::HashMap;
use std::sync::Arc;

use minirow_core::CellSet;

use crate::chain::Hint;

/// An engine whose hints depend on the candidates only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Inner {
    Forcing,
    Multiple,
    Dynamic,
}

/// The hints of an engine, in order.
pub(crate) type Hints = Arc<[Arc<Hint>]>;

/// The hints of nested engines by candidates. Different assumptions often leave the same candidates, and so do the same
/// assumptions in the next position of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChainMemory {
    known: HashMap<(Inner, [CellSet; 9]), Hints>,
    /// The approximate size of all hints in bytes.
    size: usize,
}

/// The maximum size in bytes. When it is reached, all hints are dropped.
const MOST: usize = 24 << 20;

impl ChainMemory {
    /// Returns the hints of an engine for the candidates, if they are known.
    pub(crate) fn get(&self, inner: Inner, candidates: &[CellSet; 9]) -> Option<Hints> {
        self.known.get(&(inner, *candidates)).cloned()
    }

    /// Remembers the hints of an engine for the candidates.
    pub(crate) fn insert(&mut self, inner: Inner, candidates: &[CellSet; 9], hints: &Hints) {
        let size = 256 + hints.iter().map(|hint| hint.size()).sum::<usize>();
        if self.size + size > MOST {
            *self = ChainMemory::default();
        }
        self.size += size;
        self.known.insert((inner, *candidates), hints.clone());
    }
}
