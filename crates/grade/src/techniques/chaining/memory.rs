//! The memory of a path for chains: the hints of nested chains that were found before, and the last closures.

use std::collections::HashMap;
use std::sync::Arc;

use minirow_core::CellSet;

use crate::techniques::chaining::closures::Closures;
use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::nested::{Inner, NestedHints};

/// The hints of nested engines by candidates. Different assumptions often leave the same candidates, and so do the same
/// assumptions in the next position of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChainMemory {
    known: HashMap<(Inner, [CellSet; 9]), Arc<NestedHints>>,
    /// The approximate size of all hints in bytes.
    size: usize,
    /// By level of techniques: the last closures.
    closures: Vec<Option<Closures>>,
}

/// The maximum size of the hints in bytes. When it is reached, all are dropped. Closures take less than 1 MiB.
const MOST: usize = 24 << 20;

/// The approximate size of a key in the map in bytes.
const KEY: usize = 192;

impl ChainMemory {
    /// Returns the hints of an engine for the candidates, if they are known.
    pub(crate) fn get(&self, inner: Inner, candidates: &[CellSet; 9]) -> Option<Arc<NestedHints>> {
        self.known.get(&(inner, *candidates)).cloned()
    }

    /// Returns the last closures of the levels below one, and those of this level, if they are of use for a position.
    pub(crate) fn closures(&self, level: usize, marks: &Marks) -> (Vec<&Closures>, Option<&Closures>) {
        let known = |level: usize| self.closures.get(level)?.as_ref().filter(|closures| closures.include(marks));
        ((0..level).filter_map(known).collect(), known(level))
    }

    /// Remembers the closures of a level.
    pub(crate) fn set_closures(&mut self, level: usize, closures: &Closures) {
        if self.closures.len() <= level {
            self.closures.resize(level + 1, None);
        }
        self.closures[level] = Some(closures.clone());
    }

    /// Remembers the hints of an engine.
    pub(crate) fn insert(&mut self, hints: &Arc<NestedHints>) {
        let size = KEY + hints.size();
        if self.size + size > MOST {
            self.known = HashMap::new();
            self.size = 0;
        }
        self.size += size;
        self.known.insert((hints.inner(), *hints.candidates()), hints.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hints_are_dropped_before_they_exceed_the_maximum_size() {
        let no_hints: Hints = Arc::new([]);
        let candidates = |number: usize| {
            let mut cells = [CellSet::EMPTY; 9];
            cells[0] = (0..20).filter(|bit| number >> bit & 1 != 0).map(minirow_core::Cell::from_index).collect();
            cells
        };
        let mut memory = ChainMemory::default();
        let fitting = MOST / 256;
        (0..fitting).for_each(|number| memory.insert(Inner::Forcing, &candidates(number), &no_hints));
        assert!(memory.get(Inner::Forcing, &candidates(0)).is_some() && memory.size <= MOST);
        assert!(memory.get(Inner::Multiple, &candidates(0)).is_none());
        memory.insert(Inner::Forcing, &candidates(fitting), &no_hints);
        assert!(memory.get(Inner::Forcing, &candidates(0)).is_none());
        assert!(memory.get(Inner::Forcing, &candidates(fitting)).is_some());
    }
}
