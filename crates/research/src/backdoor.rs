//! Backdoors: cells that, once known, let easy techniques solve the rest of a puzzle.

use minirow_core::{Cell, CellSet, Puzzle, backdoor};
use minirow_grade::{Limits, Technique, grade_within, path_within};

/// The techniques that solve the rest: singles, or all of Sudoku Explainer up to the highest rating of one.
pub(crate) type UpTo = Option<&'static Technique>;

/// Returns the size of the smallest backdoors: 0, 1, 2, or 3 for more.
pub(crate) fn size(puzzle: &Puzzle, up_to: UpTo) -> usize {
    let Some(technique) = up_to else { return backdoor::size(puzzle) };
    match Search::new(puzzle, technique) {
        None => 0,
        Some(search) if !search.cells().is_empty() => 1,
        Some(search) if search.pairs(CellSet::EMPTY).next().is_some() => 2,
        Some(_) => backdoor::MORE_THAN_TWO,
    }
}

/// Returns the cells that are backdoors of size 1.
pub(crate) fn cells(puzzle: &Puzzle, up_to: UpTo) -> CellSet {
    let Some(technique) = up_to else { return backdoor::cells(puzzle) };
    Search::new(puzzle, technique).map_or(CellSet::EMPTY, |search| search.cells())
}

/// Returns the number of pairs of other cells that are backdoors of size 2.
pub(crate) fn pairs(puzzle: &Puzzle, up_to: UpTo) -> usize {
    let Some(technique) = up_to else { return backdoor::pairs(puzzle).len() };
    Search::new(puzzle, technique).map_or(0, |search| search.pairs(search.cells()).count())
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    limits: Limits,
    /// The cells that the techniques alone do not fill.
    open: CellSet,
}

impl Search<'_> {
    /// Returns `None` if the techniques alone solve the puzzle.
    fn new<'a>(puzzle: &'a Puzzle, technique: &Technique) -> Option<Search<'a>> {
        let limits = Limits { max_er: Some(*technique.ratings.end()), budget: None };
        let mut path = path_within(puzzle, limits);
        path.by_ref().for_each(drop);
        let open = !path.pencilmarks().values().pattern();
        (!open.is_empty()).then_some(Search { puzzle, limits, open })
    }

    /// Returns `true` if the techniques solve the puzzle once some cells are known.
    fn is_solved_with(&self, cells: CellSet) -> bool {
        let clues = self.puzzle.solution().grid().within(self.puzzle.clues().pattern() | cells);
        let puzzle = Puzzle::new(clues).expect("the clues of a puzzle have one solution");
        grade_within(&puzzle, self.limits).er().is_some()
    }

    fn cells(&self) -> CellSet {
        self.open.iter().filter(|&cell| self.is_solved_with(CellSet::EMPTY.with(cell))).collect()
    }

    /// Returns the pairs of cells that are not among some others.
    fn pairs(&self, others: CellSet) -> impl Iterator<Item = [Cell; 2]> {
        let open = self.open - others;
        let pairs = open
            .iter()
            .flat_map(move |one| open.iter().filter(move |other| one < *other).map(move |other| [one, other]));
        pairs.filter(|pair| self.is_solved_with(pair.iter().copied().collect()))
    }
}
