//! As many sets as possible without a common cell.

use minirow_core::CellSet;

/// Returns a greatest selection of the sets in which no two have a common cell.
///
/// A puzzle has a clue in each unavoidable set, so their number is a lower bound on the clues of the puzzles of a grid. It is known as the
/// maximal clique number (MCN): the sets are the nodes of a graph, with edges between those without a common cell. The search colours
/// the graph to bound the size of a clique (E. Tomita and T. Seki, An efficient branch-and-bound algorithm for finding a maximum clique,
/// 2003).
///
/// ```
/// use minirow_core::Solution;
/// use minirow_research::{most_disjoint, unavoidable_sets};
/// let grid = "123568479864791352957243681218657934536489127749312865391825746472136598685974213";
/// let grid = Solution::new(grid.parse()?)?;
/// assert_eq!(most_disjoint(&unavoidable_sets(&grid, 8)).len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn most_disjoint(sets: &[CellSet]) -> Vec<CellSet> {
    let mut search = Search { chosen: Vec::new(), best: Vec::new() };
    let mut all = sets.to_vec();
    all.sort_by_key(|set| (set.len(), set.bits()));
    search.go_on(&all);
    search.best
}

struct Search {
    chosen: Vec<CellSet>,
    best: Vec<CellSet>,
}

impl Search {
    /// Extends the selection by some of the sets, which are disjoint from it.
    fn go_on(&mut self, sets: &[CellSet]) {
        if self.chosen.len() > self.best.len() {
            self.best.clone_from(&self.chosen);
        }
        let coloured = coloured(sets);
        for (place, &(bound, set)) in coloured.iter().enumerate().rev() {
            if self.chosen.len() + bound <= self.best.len() {
                return;
            }
            let before = coloured[..place].iter().map(|&(_, set)| set);
            let rest: Vec<CellSet> = before.filter(|other| !other.intersects(set)).collect();
            self.chosen.push(set);
            self.go_on(&rest);
            self.chosen.pop();
        }
    }
}

/// Returns the sets in groups of which each two sets have a common cell, each with the number of groups up to its own: no more sets up to
/// it are disjoint.
fn coloured(sets: &[CellSet]) -> Vec<(usize, CellSet)> {
    let mut groups: Vec<Vec<CellSet>> = Vec::new();
    for &set in sets {
        match groups.iter_mut().find(|group| group.iter().all(|other| other.intersects(set))) {
            Some(group) => group.push(set),
            None => groups.push(vec![set]),
        }
    }
    let numbered = (1..).zip(groups).flat_map(|(number, group)| group.into_iter().map(move |set| (number, set)));
    numbered.collect()
}

/// Returns the number of sets without a common cell that are found by taking each set that is disjoint from those before.
pub(crate) fn at_least_disjoint(sets: &[CellSet]) -> usize {
    let mut taken = CellSet::EMPTY;
    let is_new = |set: &&CellSet| {
        let is_new = !taken.intersects(**set);
        taken |= if is_new { **set } else { CellSet::EMPTY };
        is_new
    };
    sets.iter().filter(is_new).count()
}
