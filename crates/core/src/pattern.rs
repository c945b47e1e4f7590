//! The symmetry of a clue pattern: which turns and mirrors of the board leave the filled cells in place.

use std::fmt;

use crate::cell::{Cell, CellSet};

/// One of the ten groups of turns and mirrors that a pattern of clues can have.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownPatternSymmetry, parse_err_fn = UnknownPatternSymmetry::of)]
pub enum PatternSymmetry {
    /// No turn, no mirror.
    None,
    /// Half a turn around the centre: the usual one in newspapers.
    HalfTurn,
    /// A quarter of a turn, and so half a turn too.
    QuarterTurn,
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
    /// Both of these mirrors, and so half a turn too.
    BothMirrors,
    /// Mirrored in the diagonal from top left to bottom right.
    Diagonal,
    /// Mirrored in the diagonal from top right to bottom left.
    AntiDiagonal,
    /// Mirrored in both diagonals, and so half a turn too.
    BothDiagonals,
    /// All turns and mirrors.
    Dihedral,
}

/// A turn or mirror of the board, as what it does to (row, column).
type Motion = fn(usize, usize) -> (usize, usize);

const HALF_TURN: Motion = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Motion = |row, column| (column, 8 - row);
const LEFT_RIGHT: Motion = |row, column| (row, 8 - column);
const TOP_BOTTOM: Motion = |row, column| (8 - row, column);
const DIAGONAL: Motion = |row, column| (column, row);
const ANTI_DIAGONAL: Motion = |row, column| (8 - column, 8 - row);

impl PatternSymmetry {
    /// All of them, those with fewer motions first.
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

    /// Returns the name in files and commands.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Motions from which all of the group's follow.
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

    /// Whether every motion of the group leaves the pattern in place.
    pub fn holds(self, pattern: CellSet) -> bool {
        self.motions().iter().all(|motion| pattern.iter().map(|cell| moved(*motion, cell)).all(|c| pattern.contains(c)))
    }

    /// All the symmetry that a pattern has.
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

    /// The cells that the motions take to each other, as sets that fill the board; in the order of their first cells.
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

/// The name is not one of the ten.
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
    fn every_union_of_orbits_has_the_symmetry_and_an_orbit_of_an_odd_cell_shows_it() {
        for symmetry in PatternSymmetry::ALL {
            let pattern = symmetry.orbits().into_iter().step_by(3).fold(CellSet::EMPTY, |all, orbit| all | orbit);
            assert!(symmetry.holds(pattern), "{symmetry}");
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
            // r1c2 and r2c4 are on no mirror line: their orbits together have no more symmetry than asked for.
            let orbits = symmetry.orbits();
            let of = |cell| *orbits.iter().find(|orbit| orbit.contains(cell)).unwrap();
            assert_eq!(PatternSymmetry::of(of(Cell::at(0, 1)) | of(Cell::at(1, 3))), symmetry);
        }
    }

    #[test]
    fn other_names_are_refused_with_the_list() {
        assert!("round".parse::<PatternSymmetry>().unwrap_err().to_string().contains("none, half-turn, "));
    }
}
