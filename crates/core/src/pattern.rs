//! The symmetry of a clue pattern: the rotations and reflections of the board that keep the set of filled cells.

use std::fmt;

use crate::cell::{Cell, CellSet};

/// The symmetry of a clue pattern: one of the ten kinds of groups of rotations and reflections.
///
/// The text form is in kebab case, such as `half-turn`.
///
/// ```
/// use minirow_core::{CellSet, PatternSymmetry};
/// let symmetry: PatternSymmetry = "half-turn".parse()?;
/// assert!(symmetry.holds(CellSet::ALL));
/// assert_eq!(symmetry.orbits().len(), 41); // the centre, and 40 pairs
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownPatternSymmetry, parse_err_fn = UnknownPatternSymmetry::of)]
pub enum PatternSymmetry {
    /// No symmetry.
    #[default]
    None,
    /// A half turn around the centre, which is usual in newspapers.
    HalfTurn,
    /// A quarter turn around the centre, and so a half turn too.
    QuarterTurn,
    /// The reflection that swaps left and right.
    LeftRight,
    /// The reflection that swaps top and bottom.
    TopBottom,
    /// The reflections of `LeftRight` and `TopBottom`, and so a half turn too.
    BothMirrors,
    /// The reflection in the diagonal from top left to bottom right.
    Diagonal,
    /// The reflection in the diagonal from top right to bottom left.
    AntiDiagonal,
    /// The reflections in both diagonals, and so a half turn too.
    BothDiagonals,
    /// All rotations and reflections of the square.
    Dihedral,
}

/// A rotation or reflection of the board: maps (row, column) to (row, column).
type Motion = fn(usize, usize) -> (usize, usize);

const HALF_TURN: Motion = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Motion = |row, column| (column, 8 - row);
const LEFT_RIGHT: Motion = |row, column| (row, 8 - column);
const TOP_BOTTOM: Motion = |row, column| (8 - row, column);
const DIAGONAL: Motion = |row, column| (column, row);
const ANTI_DIAGONAL: Motion = |row, column| (8 - column, 8 - row);

impl PatternSymmetry {
    /// The ten symmetries, ordered by the number of motions in their groups.
    pub const ALL: [PatternSymmetry; 10] = [
        PatternSymmetry::None,
        PatternSymmetry::HalfTurn,
        PatternSymmetry::LeftRight,
        PatternSymmetry::TopBottom,
        PatternSymmetry::Diagonal,
        PatternSymmetry::AntiDiagonal,
        PatternSymmetry::QuarterTurn,
        PatternSymmetry::BothMirrors,
        PatternSymmetry::BothDiagonals,
        PatternSymmetry::Dihedral,
    ];

    /// Returns the name in files and commands, such as `half-turn`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns generators of the group.
    const fn motions(self) -> &'static [Motion] {
        match self {
            PatternSymmetry::None => &[],
            PatternSymmetry::HalfTurn => &[HALF_TURN],
            PatternSymmetry::QuarterTurn => &[QUARTER_TURN],
            PatternSymmetry::LeftRight => &[LEFT_RIGHT],
            PatternSymmetry::TopBottom => &[TOP_BOTTOM],
            PatternSymmetry::BothMirrors => &[LEFT_RIGHT, TOP_BOTTOM],
            PatternSymmetry::Diagonal => &[DIAGONAL],
            PatternSymmetry::AntiDiagonal => &[ANTI_DIAGONAL],
            PatternSymmetry::BothDiagonals => &[DIAGONAL, ANTI_DIAGONAL],
            PatternSymmetry::Dihedral => &[QUARTER_TURN, DIAGONAL],
        }
    }

    /// Returns `true` if every motion of the group keeps the pattern.
    pub fn holds(self, pattern: CellSet) -> bool {
        self.motions().iter().all(|motion| pattern.iter().map(|cell| moved(*motion, cell)).all(|c| pattern.contains(c)))
    }

    /// Returns the largest symmetry of a pattern.
    ///
    /// ```
    /// # use minirow_core::{Cell, CellSet, PatternSymmetry};
    /// let corners = CellSet::from_iter([Cell::at(0, 0), Cell::at(8, 8)]);
    /// assert_eq!(PatternSymmetry::of(corners), PatternSymmetry::BothDiagonals);
    /// ```
    pub fn of(pattern: CellSet) -> PatternSymmetry {
        let all = PatternSymmetry::ALL.into_iter().rev();
        all.into_iter().find(|symmetry| symmetry.holds(pattern)).expect("no symmetry always holds")
    }

    /// Returns the orbits of the group: a partition of the board into sets of cells, ordered by their first cells.
    pub fn orbits(self) -> Vec<CellSet> {
        let mut left = CellSet::ALL;
        let mut orbits = Vec::new();
        while let Some(first) = left.first() {
            let mut orbit = CellSet::from(first);
            loop {
                let grown = self.motions().iter().fold(orbit, |grown, motion| {
                    grown | orbit.iter().map(|cell| moved(*motion, cell)).collect::<CellSet>()
                });
                if grown == orbit {
                    break;
                }
                orbit = grown;
            }
            left -= orbit;
            orbits.push(orbit);
        }
        orbits
    }
}

fn moved(motion: Motion, cell: Cell) -> Cell {
    let (row, column) = motion(cell.row(), cell.column());
    Cell::at(row, column)
}

/// The error for a text that is not the name of a symmetry.
///
/// ```
/// use minirow_core::{PatternSymmetry, UnknownPatternSymmetry};
/// assert_eq!("half turn".parse::<PatternSymmetry>(), Err(UnknownPatternSymmetry));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownPatternSymmetry;

impl UnknownPatternSymmetry {
    fn of(_name: &str) -> UnknownPatternSymmetry {
        UnknownPatternSymmetry
    }
}

impl fmt::Display for UnknownPatternSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {}", PatternSymmetry::ALL.map(PatternSymmetry::name).join(", "))
    }
}

impl std::error::Error for UnknownPatternSymmetry {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_fill_the_board_and_have_the_sizes_of_their_group() {
        let sizes = |symmetry: PatternSymmetry| {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.iter().fold(CellSet::EMPTY, |all, orbit| all | *orbit), CellSet::ALL);
            assert_eq!(orbits.iter().map(|orbit| orbit.len()).sum::<usize>(), 81);
            let mut sizes = [0; 9];
            orbits.iter().for_each(|orbit| sizes[orbit.len()] += 1);
            (sizes[1], sizes[2], sizes[4], sizes[8])
        };
        assert_eq!(sizes(PatternSymmetry::None), (81, 0, 0, 0));
        assert_eq!(sizes(PatternSymmetry::HalfTurn), (1, 40, 0, 0));
        assert_eq!(sizes(PatternSymmetry::QuarterTurn), (1, 0, 20, 0));
        assert_eq!(sizes(PatternSymmetry::LeftRight), (9, 36, 0, 0));
        assert_eq!(sizes(PatternSymmetry::TopBottom), (9, 36, 0, 0));
        assert_eq!(sizes(PatternSymmetry::BothMirrors), (1, 8, 16, 0));
        assert_eq!(sizes(PatternSymmetry::Diagonal), (9, 36, 0, 0));
        assert_eq!(sizes(PatternSymmetry::AntiDiagonal), (9, 36, 0, 0));
        assert_eq!(sizes(PatternSymmetry::BothDiagonals), (1, 8, 16, 0));
        assert_eq!(sizes(PatternSymmetry::Dihedral), (1, 0, 8, 6));
    }

    #[test]
    fn every_union_of_orbits_has_the_symmetry_and_two_orbits_have_no_more() {
        for symmetry in PatternSymmetry::ALL {
            let pattern = symmetry.orbits().into_iter().step_by(3).fold(CellSet::EMPTY, |all, orbit| all | orbit);
            assert!(symmetry.holds(pattern), "{symmetry}");
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
            // r1c2 and r2c4 are on no axis: the union of their orbits has no further symmetry.
            let orbits = symmetry.orbits();
            let of = |cell| *orbits.iter().find(|orbit| orbit.contains(cell)).unwrap();
            assert_eq!(PatternSymmetry::of(of(Cell::at(0, 1)) | of(Cell::at(1, 3))), symmetry);
        }
    }

    #[test]
    fn unknown_names_are_refused_with_the_list() {
        assert!("round".parse::<PatternSymmetry>().unwrap_err().to_string().contains("none, half-turn, "));
    }
}
