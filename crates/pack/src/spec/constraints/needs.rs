//! `needs`: techniques that the solving path takes.

use crate::spec::{Constraint, InvalidSpec, PuzzleSpec, RatingRange};

pub(super) static CONSTRAINT: Constraint = Constraint {
    name: "needs",
    help: "Keep only puzzles whose solving path takes these techniques",
    example: "x-wing,swordfish",
    check,
    accepts_grade: |spec, grade| {
        spec.needs.iter().all(|&needed| grade.techniques().any(|(technique, _)| technique == needed))
    },
    ..Constraint::TECHNIQUES
};

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), InvalidSpec> {
    for technique in &spec.needs {
        let (slug, lowest) = (technique.slug, technique.ratings.start());
        if spec.without.contains(technique) {
            let reason = format!("{slug} is in both needs and without");
            return Err(InvalidSpec::conflict(spec, &["needs", "without"], reason));
        }
        if lowest.tenths() > er.highest().tenths() {
            let highest = er.highest();
            let reason = format!("{slug} is rated at least {lowest}, but no step may be rated above {highest}");
            return Err(InvalidSpec::conflict(spec, &["needs", "level", "er"], reason));
        }
    }
    Ok(())
}
