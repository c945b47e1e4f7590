//! `mask`: the cells that may hold a clue.

use minirow_core::text::counted;
use minirow_core::{Cell, CellSet};
use minirow_gen::Recipe;

use crate::spec::{Constraint, ConstraintInfo, ConstraintValue, InvalidValue, PuzzleSpec, gallery};

/// The cells that may hold a clue, or `None` for all.
///
/// ```
/// # use minirow_pack::PuzzleSpec;
/// let mut spec = PuzzleSpec::new();
/// spec.set("mask", &"1.0".repeat(27))?;
/// assert_eq!(spec.to_string(), format!("--mask {}", "x..".repeat(27)));
/// # Ok::<(), minirow_pack::InvalidSpec>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MaskConstraint(pub Option<CellSet>);

pub(super) static INFO: ConstraintInfo = ConstraintInfo {
    name: "mask",
    help: "Cells that may hold a clue: 81 characters, `.` or `0` where not",
    details: "Whitespace is ignored. A pattern of --pattern can be given by its name. The mask must have the symmetry that --symmetry asks for.",
    value_name: "PATTERN",
    example: "xxx......xxx......xxx.........xxxxxx...xxxxxx...xxxxxx......xxxxxx...xxxxxx...xxx",
    ..ConstraintInfo::VALUE
};

impl ConstraintValue for Option<CellSet> {
    fn parse(text: &str) -> Result<Option<CellSet>, InvalidValue> {
        if let Some(cells) = gallery::cells(text.trim()) {
            return Ok(Some(cells));
        }
        let characters: Vec<char> = text.chars().filter(|character| !character.is_whitespace()).collect();
        if characters.len() != 81 {
            let found = counted(characters.len(), "character");
            let known: Vec<&str> = gallery::names().collect();
            return Err(InvalidValue::new(format!("found {found}, expected 81, or one of {}", known.join(", "))));
        }
        let is_open = |cell: &Cell| !matches!(characters[cell.index()], '.' | '0');
        Ok(Some(Cell::ALL.into_iter().filter(is_open).collect()))
    }

    fn words(&self) -> Vec<String> {
        let text = |cells: &CellSet| Cell::ALL.map(|cell| if cells.contains(cell) { "x" } else { "." }).concat();
        self.iter().map(text).collect()
    }
}

impl Constraint for MaskConstraint {
    fn apply(&self, _spec: &PuzzleSpec, recipe: &mut Recipe) {
        recipe.mask = self.0;
    }
}
