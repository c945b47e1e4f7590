//! `property`: columns of `minirow properties` with their values.

use minirow_core::Puzzle;

use crate::spec::{ArgumentKind, Constraint, PuzzleSpec};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "property",
    help: "Keep only puzzles with these properties, such as tridagon=true",
    details: "A property is a column of `minirow properties`. The value of a number is a range: backdoor:x-wing=2.. keeps puzzles \
              with no backdoor of one cell up to x-wing. Other values are compared as text: tridagon=true. Separate properties by \
              commas, or give the option several times.",
    value_name: "COLUMN=VALUE",
    kind: ArgumentKind::List,
    example: "empty_boxes=1,minimal=true",
    accepts_clues: has_all,
    accepts_foreign: has_all,
    ..Constraint::FLAG
};

fn has_all(spec: &PuzzleSpec, puzzle: &Puzzle) -> bool {
    spec.property.iter().all(|wanted| wanted.accepts(puzzle))
}
