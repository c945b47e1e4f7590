//! `needs`: techniques that the solving path takes.

use crate::spec::{Constraint, PuzzleSpec, RatingRange};

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

fn check(spec: &PuzzleSpec, er: RatingRange) -> Result<(), String> {
    for technique in &spec.needs {
        let (slug, lowest) = (technique.slug, technique.ratings.start());
        if spec.without.contains(technique) {
            return Err(format!("{slug} is in both needs and without"));
        }
        if lowest.tenths() > er.highest().tenths() {
            let highest = er.highest();
            return Err(format!("{slug} is rated at least {lowest}, but no step may be rated above {highest}"));
        }
    }
    Ok(())
}
