//! The memory of a path for chains: the hints of nested chains that were found before, and the last closures.

use std::collections::HashMap;
use std::sync::Arc;

use crate::techniques::chaining::closures::Closures;
use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::nested::{NestedHints, Search};

/// The hints of nested engines by candidates. Different assumptions often leave the same candidates, and so do the same
/// assumptions in the next position of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChainMemory {
    known: HashMap<Search, Arc<NestedHints>>,
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
    /// Returns the hints of a search, if they are known.
    pub(crate) fn get(&self, search: &Search) -> Option<Arc<NestedHints>> {
        self.known.get(search).cloned()
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

    /// Remembers the hints of a search.
    pub(crate) fn insert(&mut self, hints: &Arc<NestedHints>) {
        let size = KEY + hints.size();
        if self.size + size > MOST {
            self.known = HashMap::new();
            self.size = 0;
        }
        self.size += size;
        self.known.insert(*hints.search(), hints.clone());
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::{Cell, CellSet};

    use super::*;
    use crate::techniques::chaining::nested::Inner;

    #[test]
    fn all_hints_are_dropped_before_they_exceed_the_maximum_size() {
        let search = |number: usize| {
            let mut cells = [CellSet::EMPTY; 9];
            cells[0] = (0..20).filter(|bit| number >> bit & 1 != 0).map(Cell::from_index).collect();
            (Inner::Forcing, cells)
        };
        let mut memory = ChainMemory::default();
        let fitting = MOST / (KEY + NestedHints::new(search(0)).size());
        (0..fitting).for_each(|number| memory.insert(&Arc::new(NestedHints::new(search(number)))));
        assert!(memory.get(&search(0)).is_some() && memory.size <= MOST);
        assert!(memory.get(&(Inner::Multiple, search(0).1)).is_none());
        memory.insert(&Arc::new(NestedHints::new(search(fitting))));
        assert!(memory.get(&search(0)).is_none());
        assert!(memory.get(&search(fitting)).is_some());
    }
}
