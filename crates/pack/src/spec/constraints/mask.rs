//! `mask`: the cells that may hold a clue.

use minirow_core::{Cell, CellSet};
use minirow_text::counted;

use crate::spec::value::ConstraintValue;
use crate::spec::{Constraint, InvalidValue, gallery};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "mask",
    help: "Cells that may hold a clue: 81 characters, `.` or `0` where not",
    details: "Whitespace is ignored. A pattern of --pattern can be given by its name. The mask must have the symmetry that --symmetry asks for.",
    value_name: "PATTERN",
    example: "xxx......xxx......xxx.........xxxxxx...xxxxxx...xxxxxx......xxxxxx...xxxxxx...xxx",
    apply: |spec, recipe| recipe.mask = spec.mask,
    is_filter: false,
    ..Constraint::VALUE
};

impl ConstraintValue for CellSet {
    fn parse(text: &str) -> Result<CellSet, InvalidValue> {
        if let Some(cells) = gallery::cells(text.trim()) {
            return Ok(cells);
        }
        let characters: Vec<char> = text.chars().filter(|character| !character.is_whitespace()).collect();
        if characters.len() != 81 {
            let found = counted(characters.len(), "character");
            let known: Vec<&str> = gallery::names().collect();
            return Err(InvalidValue::new(format!("found {found}, expected 81, or one of {}", known.join(", "))));
        }
        let is_open = |cell: &Cell| !matches!(characters[cell.index()], '.' | '0');
        Ok(Cell::ALL.into_iter().filter(is_open).collect())
    }

    fn text(&self) -> Option<String> {
        Some(Cell::ALL.map(|cell| if self.contains(cell) { "x" } else { "." }).concat())
    }
}
