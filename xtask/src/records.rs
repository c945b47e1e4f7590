//! The rows of the CSV files: the only place that knows their columns.

use minirow_core::{PatternSymmetry, Puzzle};
use minirow_gen::GENERATOR;
use minirow_grade::{Cut, Grade, Level};
use serde::Serialize;

use crate::proof::Proved;

/// The names of [`GradeColumns`].
macro_rules! grade_columns {
    () => {
        "er,ep,ed,level,hardest,techniques,steps"
    };
}

/// What a grade says, as columns; all empty for a grid that has none. Where a limit was broken, the level says which.
#[derive(Serialize, Default)]
struct GradeColumns {
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
    grade: GradeColumns,
    minimal: bool,
    symmetry: &'static str,
    seed: u64,
    index: u64,
    generator: &'static str,
}

/// The names of [`PackRow`].
macro_rules! pack_columns {
    () => {
        concat!("id,puzzle,solution,clues,", grade_columns!(), ",minimal,symmetry,seed,index,generator")
    };
}

/// A row of a book: that of a pack, and the section that it is in.
#[derive(Serialize)]
struct BookRow<'a> {
    pack: PackRow,
    section: &'a str,
}

/// The header of a pack.
pub(crate) const PACK_HEADER: &str = concat!(pack_columns!(), "\n");

/// The header of a pack with sections. The section is last, so that every other column is where a pack has it.
pub(crate) const BOOK_HEADER: &str = concat!(pack_columns!(), ",section\n");

/// The line of a generated puzzle, in a section if there are any.
pub(crate) fn pack_line(seed: u64, index: u64, proved: &Proved, grade: &Grade, section: Option<&str>) -> String {
    let pack = pack_row(seed, index, proved, grade);
    match section {
        Some(section) => line(&BookRow { pack, section }),
        None => line(&pack),
    }
}

/// A field of a row of a pack or a book, by the name of its column.
///
/// # Panics
/// If a pack has no such column.
pub(crate) fn pack_field<'a>(row: &'a str, column: &str) -> &'a str {
    // Up to the section, no field has quotes.
    let number = pack_columns!().split(',').position(|name| name == column).expect("a column of a pack");
    row.split(',').nth(number).unwrap_or_default()
}

/// The section that a row of a book is in; nothing for a row of a pack.
pub(crate) fn section_of(row: &str) -> Option<String> {
    let columns = pack_columns!().split(',').count();
    row.split(',').nth(columns)?; // most rows have none, and need no more work
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row.as_bytes());
    let record = reader.records().next()?.ok()?;
    record.get(columns).map(str::to_string)
}

fn pack_row(seed: u64, index: u64, proved: &Proved, grade: &Grade) -> PackRow {
    let puzzle = proved.puzzle();
    PackRow {
        id: format!("{seed}-{index}"),
        puzzle: puzzle.clues().to_string(),
        solution: puzzle.solution().to_string(),
        clues: puzzle.clues().clue_count(),
        grade: grade.into(),
        minimal: proved.is_minimal(),
        symmetry: PatternSymmetry::of(puzzle.clues().pattern()).name(),
        seed,
        index,
        generator: GENERATOR,
    }
}

/// A row of graded puzzles.
#[derive(Serialize)]
struct GradeRow {
    puzzle: String,
    solution: Option<String>,
    clues: usize,
    grade: GradeColumns,
}

/// The header of graded puzzles.
pub(crate) const GRADE_HEADER: &str = concat!("puzzle,solution,clues,", grade_columns!(), "\n");

/// The line of a graded grid; of one that is no puzzle, the grid alone.
pub(crate) fn grade_line(grid: &minirow_core::Grid, graded: Option<(&Puzzle, &Grade)>) -> String {
    line(&GradeRow {
        puzzle: grid.to_string(),
        solution: graded.map(|(puzzle, _)| puzzle.solution().to_string()),
        clues: grid.clue_count(),
        grade: graded.map(|(_, grade)| grade.into()).unwrap_or_default(),
    })
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
        assert_eq!(header_of(&GradeColumns::default()), concat!(grade_columns!(), "\n"));
        let proved = Proved::new(&puzzle, None).unwrap();
        let line = pack_line(42, 7, &proved, &minirow_grade::grade(&puzzle), None);
        assert_eq!(line.split(',').count(), PACK_HEADER.split(',').count());
        assert!(
            line.starts_with("42-7,8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......,")
        );
        assert!(line.ends_with(&format!(",42,7,{GENERATOR}\n")), "{line}");
        let in_section = pack_line(42, 7, &proved, &minirow_grade::grade(&puzzle), Some("Easy, to begin"));
        assert_eq!(in_section, format!("{},\"Easy, to begin\"\n", line.trim_end()));
        assert_eq!(section_of(in_section.trim_end()).as_deref(), Some("Easy, to begin"));
        assert_eq!((section_of(&line), pack_field(&in_section, "generator")), (None, GENERATOR));
        // The columns of the grade stand where the headers say.
        let grade_line = grade_line(puzzle.clues(), Some((&puzzle, &minirow_grade::grade(&puzzle))));
        assert_eq!(grade_line.split(',').count(), GRADE_HEADER.split(',').count());
        for (header, line) in [(PACK_HEADER, line), (GRADE_HEADER, grade_line)] {
            let field = |name| line.split(',').nth(header.trim_end().split(',').position(|column| column == name)?);
            assert_eq!(
                [field("er"), field("level"), field("clues")],
                [Some("2.3"), Some("medium"), Some("25")],
                "{line}"
            );
        }
    }
}
