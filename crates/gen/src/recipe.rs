//! The recipe: the constraints of a puzzle, and the check that they are possible.

use std::ops::RangeInclusive;

use minirow_core::{CellSet, Digit, House, PatternSymmetry, Solution};

use crate::clue_counts::{FEWEST_CLUES, MOST_CLUES};
use crate::sampling::Sampling;

/// Returns the minimum number of clues of each house if a number of clues is spread evenly.
pub(crate) fn fewest_when_even(clues: usize) -> usize {
    (clues / 9).saturating_sub(1).max(1)
}

/// Returns `true` if clues are spread evenly: each row, column and box has at least a ninth of them less one, and at least one.
///
/// ```
/// use minirow_core::{CellSet, House};
/// assert!(minirow_gen::is_even(CellSet::ALL));
/// assert!(!minirow_gen::is_even(House::ROWS[0].cells()));
/// ```
pub fn is_even(pattern: CellSet) -> bool {
    let fewest = fewest_when_even(pattern.len());
    House::all().all(|house| (house.cells() & pattern).len() >= fewest)
}

/// The constraints of a puzzle. The default is a minimal puzzle without symmetry.
///
/// ```
/// use minirow_core::Digit;
/// use minirow_gen::{Generator, Recipe};
/// let recipe = Recipe { missing: Some(Digit::D5), ..Recipe::default() };
/// let puzzle = Generator::new(recipe)?.puzzle(42, 0)?;
/// assert!(puzzle.clues().clues().all(|(_, digit)| digit != Digit::D5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The symmetry of the clue pattern. Clues are removed by the orbits of this symmetry.
    pub symmetry: PatternSymmetry,
    /// The range of the number of clues. `None` means as few as removal reaches.
    ///
    /// If the puzzle need not be minimal, removal stops at a number drawn uniformly from the range.
    pub clues: Option<RangeInclusive<usize>>,
    /// `true` to remove clues until none is redundant. With a symmetry, clues are removed only together with their mirror images.
    pub minimal: bool,
    /// The solution of the puzzle. `None` means that every index has its own.
    pub solution: Option<Solution>,
    /// The cells that may hold a clue. `None` means all cells.
    pub mask: Option<CellSet>,
    /// `true` to put a clue into every cell of the mask, so that the mask is the clue pattern. Then there are no other
    /// constraints on the clues, and `symmetry`, `minimal` and `even` have no effect.
    pub exact: bool,
    /// A digit that no clue has.
    pub missing: Option<Digit>,
    /// `true` to spread the clues evenly: each house has at least a ninth of the clues less one (rounded down), and at
    /// least one. For 28 clues, that is two in every row, column and box.
    pub even: bool,
    /// The kind of sampling. Unbiased samples are of minimal puzzles without a symmetry, a mask or a missing digit;
    /// `clues` is then the range of the numbers of clues that are drawn.
    pub sampling: Sampling,
    /// The maximum number of attempts at an index, so that nearly impossible constraints end in an error.
    pub max_attempts: u64,
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
            max_attempts: 1_000_000,
        }
    }
}

/// Returns the reason why no puzzle has a number of clues in a mask with a number of cells.
fn wrong_clues(cells: usize) -> String {
    if cells < FEWEST_CLUES {
        let noun = if cells == 1 { "cell" } else { "cells" };
        return format!("found {cells} {noun} for clues, expected at least {FEWEST_CLUES}: no puzzle has fewer clues");
    }
    format!("no puzzle has that number of clues, expected a number from {FEWEST_CLUES} to {cells}")
}

/// The reason why no puzzle can follow a recipe.
///
/// ```
/// use minirow_gen::{Generator, InvalidRecipe, Recipe};
/// let recipe = Recipe { clues: Some(10..=16), ..Recipe::default() };
/// assert_eq!(Generator::new(recipe).unwrap_err(), InvalidRecipe::Clues { cells: 81 });
/// ```
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidRecipe {
    /// The range of clues contains no number from 17 to the number of cells that may hold a clue.
    #[error("{}", wrong_clues(*.cells))]
    Clues {
        /// The number of cells that may hold a clue.
        cells: usize,
    },
    /// No union of orbits of the symmetry has a number of cells in the range.
    #[error("a pattern with the symmetry {0} cannot have that number of clues")]
    CluesWithSymmetry(PatternSymmetry),
    /// The only number of clues left is 17, and the clue pattern must have the full symmetry of the square. No puzzle
    /// that is equivalent to one of the 49,158 known puzzles with 17 clues has a pattern of this kind. (G. Royle's list; later
    /// searches have found no other puzzle with 17 clues.)
    #[error("no puzzle with 17 clues is known whose pattern can have the symmetry dihedral")]
    NoneKnown,
    /// The mask does not have the symmetry.
    #[error("the mask does not have the symmetry {0}")]
    MaskWithoutSymmetry(PatternSymmetry),
    /// The mask leaves two lines of one band or stack without a clue, so they could be swapped in every solution.
    #[error("the mask leaves {} and {} without a clue: swapping them would give a second solution", .0[0], .0[1])]
    EmptyLines([House; 2]),
    /// The clues must be spread evenly, but the mask leaves too few cells in this house.
    #[error("the mask leaves too few cells in {0} to spread the clues evenly")]
    Uneven(House),
    /// The pattern must be filled exactly, but there is no mask.
    #[error("an exact pattern requires a mask")]
    NoPattern,
    /// The recipe asks for an unbiased sample of puzzles that need not be minimal, or have a symmetry, a mask or a missing
    /// digit.
    #[error(
        "sampling weighted and uniform draw minimal puzzles without a symmetry, a mask or a missing digit: use sampling \
         removal for others"
    )]
    NoUnbiasedSample,
    /// No minimal puzzle with that many clues is known, so there is no unbiased sample of them.
    #[error(
        "no minimal puzzle with that number of clues is known, expected a number from {FEWEST_CLUES} to {MOST_CLUES}"
    )]
    CluesOfUnbiasedSample,
    /// The maximum number of attempts is 0.
    #[error("the maximum number of attempts is 0, expected at least 1")]
    NoAttempts,
}

impl Recipe {
    /// Returns the cells that may hold a clue.
    pub(crate) fn cells(&self) -> CellSet {
        self.mask.unwrap_or(CellSet::ALL)
    }

    /// Returns the range of the number of clues.
    pub(crate) fn targets(&self) -> RangeInclusive<usize> {
        let cells = self.cells().len();
        match &self.clues {
            Some(clues) => (*clues.start()).max(FEWEST_CLUES)..=(*clues.end()).min(cells),
            None => FEWEST_CLUES..=cells,
        }
    }

    /// Checks the recipe, and returns the orbits that can be removed.
    ///
    /// # Errors
    /// The reason why no puzzle can follow the recipe.
    pub(crate) fn orbits(&self) -> Result<Vec<CellSet>, InvalidRecipe> {
        let cells = self.cells();
        let targets = self.targets();
        if self.exact && self.mask.is_none() {
            return Err(InvalidRecipe::NoPattern);
        }
        if self.exact && !targets.contains(&cells.len()) {
            return Err(InvalidRecipe::Clues { cells: cells.len() });
        }
        if self.max_attempts == 0 {
            return Err(InvalidRecipe::NoAttempts);
        }
        if targets.is_empty() {
            return Err(InvalidRecipe::Clues { cells: cells.len() });
        }
        if self.sampling != Sampling::Removal {
            let is_any = self.symmetry == PatternSymmetry::None && self.mask.is_none() && self.missing.is_none();
            if !is_any || !self.minimal {
                return Err(InvalidRecipe::NoUnbiasedSample);
            }
            if *targets.start() > MOST_CLUES {
                return Err(InvalidRecipe::CluesOfUnbiasedSample);
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
        // Bit n: a union of orbits has n cells.
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
