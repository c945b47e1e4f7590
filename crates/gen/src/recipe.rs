//! The recipe: what a puzzle is to be like, and whether that is possible at all.

use std::fmt;
use std::ops::RangeInclusive;

use minirow_core::{CellSet, Digit, House, PatternSymmetry, Solution};

use crate::clue_counts::{FEWEST_CLUES, MOST_CLUES};
use crate::sampling::Sampling;

/// How many of so many clues each house has at the least, if they are spread evenly.
pub(crate) fn fewest_when_even(clues: usize) -> usize {
    (clues / 9).saturating_sub(1).max(1)
}

/// What a puzzle is to be like. The default is a minimal puzzle without symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Clues are removed by the orbits of this symmetry, so that the pattern of the clues has it.
    pub symmetry: PatternSymmetry,
    /// How many clues; without it, as few as removal comes to.
    ///
    /// If the puzzle need not be minimal, removal stops at a number drawn evenly from the range.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether removal goes on until no clue (with a symmetry: no orbit of clues) can be spared.
    pub minimal: bool,
    /// The solution to start from; without it, every index gets one of its own.
    pub solution: Option<Solution>,
    /// The cells that may hold a clue; without it, all.
    pub mask: Option<CellSet>,
    /// Whether all cells of the mask hold a clue, and so the mask is the pattern of the clues. Then there is no other wish
    /// for the clues, and `symmetry`, `minimal` and `even` change nothing.
    pub exact: bool,
    /// A digit that no clue has.
    pub missing: Option<Digit>,
    /// Whether the clues are spread evenly: no house has fewer than a ninth of the clues less one, nor none at all. For
    /// 28 clues that is two in every row, column and box.
    pub even: bool,
    /// How puzzles are come to. Fair samples are of minimal puzzles without a symmetry, a mask or a missing digit; `clues`
    /// then says which numbers of clues are drawn at all.
    pub sampling: Sampling,
    /// After how many tries an index is given up, so that a wish that is as good as impossible ends in an error.
    pub max_tries: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            symmetry: PatternSymmetry::None,
            clues: None,
            minimal: true,
            solution: None,
            mask: None,
            exact: false,
            missing: None,
            even: false,
            sampling: Sampling::Removal,
            max_tries: 1_000_000,
        }
    }
}

/// Why no puzzle can be as a recipe wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidRecipe {
    /// The range of clues holds no number from 17 to the number of cells that may hold one.
    Clues {
        /// The number of cells that may hold a clue.
        cells: usize,
    },
    /// The orbits of the symmetry do not add up to any number of the range.
    CluesWithSymmetry(PatternSymmetry),
    /// The only number of clues left is 17, and the pattern is to have the whole symmetry of the square. None of the 49,158
    /// known puzzles with 17 clues (G. Royle's list; later searches have found no other) can be rearranged to that.
    NoneKnown,
    /// The mask has not the symmetry itself.
    MaskWithoutSymmetry(PatternSymmetry),
    /// The mask leaves two lines of one chute without a clue: they could be swapped in every solution.
    EmptyLines([House; 2]),
    /// Clues that are spread evenly are wanted, but the mask leaves too few cells of this house for that.
    Uneven(House),
    /// A pattern that is filled exactly is wanted, but there is no mask to say which.
    NoPattern,
    /// Fair samples are of minimal puzzles, where clues may be in any cells and have any digits.
    NoFairSample,
    /// Fair samples have so many clues at most.
    CluesOfFairSample,
    /// No try at all is allowed.
    NoTries,
}

impl fmt::Display for InvalidRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidRecipe::Clues { cells } => {
                write!(f, "no puzzle has so many or so few clues, expected a number from {FEWEST_CLUES} to {cells}")
            }
            InvalidRecipe::CluesWithSymmetry(symmetry) => {
                write!(f, "a pattern with the symmetry {symmetry} cannot have that number of clues")
            }
            InvalidRecipe::NoneKnown => {
                f.write_str("no puzzle with 17 clues is known whose pattern can have the symmetry dihedral")
            }
            InvalidRecipe::MaskWithoutSymmetry(symmetry) => write!(f, "the mask has not the symmetry {symmetry}"),
            InvalidRecipe::EmptyLines([one, other]) => {
                write!(f, "the mask leaves {one} and {other} without a clue, so that they could always be swapped")
            }
            InvalidRecipe::Uneven(house) => {
                write!(f, "the mask leaves too few cells of {house} for clues that are spread evenly")
            }
            InvalidRecipe::NoPattern => f.write_str("clues in all cells of the mask are wanted, but there is no mask"),
            InvalidRecipe::NoFairSample => f.write_str(
                "fair samples are of minimal puzzles without a symmetry, a mask or a missing digit: only removal makes others",
            ),
            InvalidRecipe::CluesOfFairSample => {
                write!(f, "no minimal puzzle has so many clues, expected a number from {FEWEST_CLUES} to {MOST_CLUES}")
            }
            InvalidRecipe::NoTries => f.write_str("at least one try is needed"),
        }
    }
}

impl std::error::Error for InvalidRecipe {}

impl Recipe {
    /// The cells that may hold a clue.
    pub(crate) fn cells(&self) -> CellSet {
        self.mask.unwrap_or(CellSet::ALL)
    }

    /// The numbers of clues to aim at.
    pub(crate) fn targets(&self) -> RangeInclusive<usize> {
        let cells = self.cells().len();
        match &self.clues {
            Some(clues) => (*clues.start()).max(FEWEST_CLUES)..=(*clues.end()).min(cells),
            None => FEWEST_CLUES..=cells,
        }
    }

    /// The orbits that can be removed.
    ///
    /// # Errors
    /// Why the recipe can not be followed.
    pub(crate) fn orbits(&self) -> Result<Vec<CellSet>, InvalidRecipe> {
        let cells = self.cells();
        let targets = self.targets();
        if self.exact && self.mask.is_none() {
            return Err(InvalidRecipe::NoPattern);
        }
        if self.exact && !targets.contains(&cells.len()) {
            return Err(InvalidRecipe::Clues { cells: cells.len() });
        }
        if self.max_tries == 0 {
            return Err(InvalidRecipe::NoTries);
        }
        if targets.is_empty() {
            return Err(InvalidRecipe::Clues { cells: cells.len() });
        }
        if self.sampling != Sampling::Removal {
            let is_any = self.symmetry == PatternSymmetry::None && self.mask.is_none() && self.missing.is_none();
            if !is_any || !self.minimal {
                return Err(InvalidRecipe::NoFairSample);
            }
            if *targets.start() > MOST_CLUES {
                return Err(InvalidRecipe::CluesOfFairSample);
            }
        }
        if !self.symmetry.holds(cells) {
            return Err(InvalidRecipe::MaskWithoutSymmetry(self.symmetry));
        }
        for lines in [House::ROWS, House::COLUMNS] {
            for chute in lines.chunks(3) {
                let mut empty = chute.iter().filter(|line| !line.cells().intersects(cells));
                if let (Some(&one), Some(&other)) = (empty.next(), empty.next()) {
                    return Err(InvalidRecipe::EmptyLines([one, other]));
                }
            }
        }
        let fewest = fewest_when_even(*targets.start());
        if self.even
            && !self.exact
            && let Some(house) = House::all().find(|house| (house.cells() & cells).len() < fewest)
        {
            return Err(InvalidRecipe::Uneven(house));
        }
        let orbits: Vec<CellSet> = self.symmetry.orbits().into_iter().filter(|orbit| orbit.is_subset(cells)).collect();
        // Bit n: some of the orbits have n cells together.
        let sums = orbits.iter().fold(1u128, |sums, orbit| sums | sums << orbit.len());
        let mut possible = targets.into_iter().filter(|number| sums >> number & 1 == 1);
        match (possible.next(), possible.next()) {
            (None, _) => return Err(InvalidRecipe::CluesWithSymmetry(self.symmetry)),
            (Some(17), None) if self.symmetry == PatternSymmetry::Dihedral => return Err(InvalidRecipe::NoneKnown),
            _ => {}
        }
        Ok(orbits)
    }
}
