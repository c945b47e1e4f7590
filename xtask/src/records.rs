//! The rows of the CSV files: the only place that knows their columns.

use minirow_core::{PatternSymmetry, Puzzle};
use minirow_gen::GENERATOR;
use minirow_grade::{Cut, Grade, Level};
use serde::Serialize;

/// What a grade says, as columns; all empty for a grid that has none. Where a limit was broken, the level says which.
#[derive(Serialize, Default)]
pub(crate) struct GradeColumns {
    er: Option<String>,
    ep: Option<String>,
    ed: Option<String>,
    level: Option<&'static str>,
    hardest: Option<&'static str>,
    techniques: Option<String>,
    steps: Option<usize>,
}

impl From<&Grade> for GradeColumns {
    fn from(grade: &Grade) -> GradeColumns {
        // The steps up to a broken limit are not those of a solution: they would only mislead.
        let rated = grade.er().is_some();
        let counts = || grade.techniques().map(|(technique, count)| format!("{}:{count}", technique.slug));
        GradeColumns {
            er: grade.er().map(|rating| rating.to_string()),
            ep: grade.ep().map(|rating| rating.to_string()),
            ed: grade.ed().map(|rating| rating.to_string()),
            level: grade.level().map(Level::name).or(grade.cut().map(Cut::name)),
            hardest: grade.hardest().map(|technique| technique.slug),
            techniques: rated.then(|| counts().collect::<Vec<_>>().join(";")),
            steps: rated.then(|| grade.steps()),
        }
    }
}

/// A row of a pack.
#[derive(Serialize)]
struct PackRow {
    id: String,
    puzzle: String,
    solution: String,
    clues: usize,
    er: Option<String>,
    ep: Option<String>,
    ed: Option<String>,
    level: Option<&'static str>,
    hardest: Option<&'static str>,
    techniques: Option<String>,
    steps: Option<usize>,
    minimal: bool,
    symmetry: &'static str,
    seed: u64,
    index: u64,
    generator: &'static str,
}

/// The header of a pack.
pub(crate) const PACK_HEADER: &str =
    "id,puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps,minimal,symmetry,seed,index,generator\n";

/// The line of a generated puzzle.
pub(crate) fn pack_line(seed: u64, index: u64, puzzle: &Puzzle, grade: &Grade) -> String {
    let GradeColumns { er, ep, ed, level, hardest, techniques, steps } = grade.into();
    line(&PackRow {
        id: format!("{seed}-{index}"),
        puzzle: puzzle.clues().to_string(),
        solution: puzzle.solution().to_string(),
        clues: puzzle.clues().clue_count(),
        er,
        ep,
        ed,
        level,
        hardest,
        techniques,
        steps,
        minimal: puzzle.is_minimal(),
        symmetry: PatternSymmetry::of(puzzle.clues().pattern()).name(),
        seed,
        index,
        generator: GENERATOR,
    })
}

/// A row of graded puzzles.
#[derive(Serialize)]
struct GradeRow {
    puzzle: String,
    solution: Option<String>,
    clues: usize,
    er: Option<String>,
    ep: Option<String>,
    ed: Option<String>,
    level: Option<&'static str>,
    hardest: Option<&'static str>,
    techniques: Option<String>,
    steps: Option<usize>,
}

/// The header of graded puzzles.
pub(crate) const GRADE_HEADER: &str = "puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps\n";

/// The line of a graded grid; of one that is no puzzle, the grid alone.
pub(crate) fn grade_line(grid: &minirow_core::Grid, graded: Option<(&Puzzle, &Grade)>) -> String {
    let columns = graded.map(|(_, grade)| GradeColumns::from(grade)).unwrap_or_default();
    let GradeColumns { er, ep, ed, level, hardest, techniques, steps } = columns;
    line(&GradeRow {
        puzzle: grid.to_string(),
        solution: graded.map(|(puzzle, _)| puzzle.solution().to_string()),
        clues: grid.clue_count(),
        er,
        ep,
        ed,
        level,
        hardest,
        techniques,
        steps,
    })
}

/// A row of grids alone.
#[derive(Serialize)]
struct GridRow {
    puzzle: String,
    clues: usize,
}

/// The header of grids alone.
pub(crate) const GRID_HEADER: &str = "puzzle,clues\n";

/// The line of a grid alone.
pub(crate) fn grid_line(grid: &minirow_core::Grid, blank: char) -> String {
    line(&GridRow { puzzle: grid.to_text(minirow_core::text::Form::Line, Some(blank)), clues: grid.clue_count() })
}

fn line(row: &impl Serialize) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(row).expect("a row of plain fields");
    String::from_utf8(writer.into_inner().expect("a vector takes everything")).expect("text")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header that the row type itself would write.
    fn header_of(row: &impl Serialize) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        format!("{}\n", text.lines().next().unwrap())
    }

    #[test]
    fn headers_are_those_of_the_rows() {
        let puzzle = Puzzle::new(
            "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse().unwrap(),
        )
        .unwrap();
        let grid = puzzle.clues().to_string();
        let GradeColumns { er, ep, ed, level, hardest, techniques, steps } = GradeColumns::default();
        let row =
            GradeRow { puzzle: grid.clone(), solution: None, clues: 0, er, ep, ed, level, hardest, techniques, steps };
        assert_eq!(header_of(&row), GRADE_HEADER);
        assert_eq!(header_of(&GridRow { puzzle: grid, clues: 0 }), GRID_HEADER);
        let line = pack_line(42, 7, &puzzle, &minirow_grade::grade(&puzzle));
        assert_eq!(line.split(',').count(), PACK_HEADER.split(',').count());
        assert!(
            line.starts_with("42-7,8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......,")
        );
        assert!(line.ends_with(&format!(",42,7,{GENERATOR}\n")), "{line}");
    }
}
