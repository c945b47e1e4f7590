//! The rows of the CSV files: the only place that knows their columns.

use minirow_core::{PatternSymmetry, Puzzle, backdoor, solver};
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

/// The columns that a pack has besides, if they are asked for. They come after all others, so that those are where every
/// pack has them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Further {
    /// [`Labels`].
    pub(crate) labels: bool,
    pub(crate) weight: bool,
    /// The section of a book.
    pub(crate) section: bool,
}

/// What training code wants to know of a puzzle besides its rating.
#[derive(Serialize)]
pub(crate) struct Labels {
    nodes: u64,
    backdoor: usize,
}

impl From<&Puzzle> for Labels {
    fn from(puzzle: &Puzzle) -> Labels {
        Labels { nodes: solver::nodes(puzzle.clues()), backdoor: backdoor::size(puzzle) }
    }
}

/// The names of [`Labels`].
const LABELS: &str = "nodes,backdoor";

impl Further {
    /// The header of a pack.
    pub(crate) fn header(self) -> String {
        let wanted = [(self.labels, LABELS), (self.weight, "weight"), (self.section, "section")];
        let names: String =
            wanted.iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, name)| format!(",{name}")).collect();
        format!("{}{names}\n", pack_columns!())
    }
}

/// What is said of a generated puzzle in [`Further`] columns.
#[derive(Default)]
pub(crate) struct Said<'a> {
    pub(crate) labels: Option<Labels>,
    pub(crate) weight: Option<f64>,
    pub(crate) section: Option<&'a str>,
}

/// The line of a generated puzzle, with what is said of it besides.
pub(crate) fn pack_line(seed: u64, index: u64, proved: &Proved, grade: &Grade, said: Said) -> String {
    let Said { labels, weight, section } = said;
    let mut text = line(&pack_row(seed, index, proved, grade));
    let mut add = |more: String| {
        text.pop();
        text = format!("{text},{more}");
    };
    labels.into_iter().for_each(|labels| add(line(&labels)));
    // The shortest digits that mean this number and no other.
    weight.into_iter().for_each(|weight| add(format!("{weight}\n")));
    section.into_iter().for_each(|section| add(line(&(section,))));
    text
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

/// The section that a row of a book is in, which is its last field.
pub(crate) fn section_of(row: &str) -> Option<String> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row.as_bytes());
    let record = reader.records().next()?.ok()?;
    record.get(record.len().checked_sub(1)?).map(str::to_string)
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

/// The header of graded puzzles, with labels or without.
pub(crate) fn grade_header(labels: bool) -> &'static str {
    if labels {
        concat!("puzzle,solution,clues,", grade_columns!(), ",nodes,backdoor\n")
    } else {
        concat!("puzzle,solution,clues,", grade_columns!(), "\n")
    }
}

/// The line of a graded grid, with labels or without; of one that is no puzzle, the grid alone.
pub(crate) fn grade_line(grid: &minirow_core::Grid, graded: Option<(&Puzzle, &Grade)>, labels: bool) -> String {
    let row = GradeRow {
        puzzle: grid.to_string(),
        solution: graded.map(|(puzzle, _)| puzzle.solution().to_string()),
        clues: grid.clue_count(),
        grade: graded.map(|(_, grade)| grade.into()).unwrap_or_default(),
    };
    match graded {
        _ if !labels => line(&row),
        Some((puzzle, _)) => line(&(row, Labels::from(puzzle))),
        None => line(&(row, None::<u64>, None::<usize>)),
    }
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
        let grade = minirow_grade::grade(&puzzle);
        let proved = Proved::new(&puzzle, None).unwrap();
        let line = pack_line(42, 7, &proved, &grade, Said::default());
        assert_eq!(line.split(',').count(), Further::default().header().split(',').count());
        assert!(
            line.starts_with("42-7,8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......,")
        );
        assert!(line.ends_with(&format!(",42,7,{GENERATOR}\n")), "{line}");
        let labels = Labels { nodes: 3, backdoor: 1 };
        assert_eq!(header_of(&labels), format!("{LABELS}\n"));
        let all = Further { labels: true, weight: true, section: true };
        assert_eq!(all.header(), format!("{},nodes,backdoor,weight,section\n", pack_columns!()));
        let more = pack_line(
            42,
            7,
            &proved,
            &grade,
            Said { labels: Some(labels), weight: Some(0.1 + 0.2), section: Some("Easy, to begin") },
        );
        assert_eq!(more, format!("{},3,1,0.30000000000000004,\"Easy, to begin\"\n", line.trim_end()));
        assert_eq!(section_of(more.trim_end()).as_deref(), Some("Easy, to begin"));
        assert_eq!(pack_field(&more, "generator"), GENERATOR);
        // The columns of the grade stand where the headers say.
        let graded = |labels| grade_line(puzzle.clues(), Some((&puzzle, &grade)), labels);
        for labels in [false, true] {
            let columns = grade_header(labels).split(',').count();
            assert_eq!(graded(labels).split(',').count(), columns);
            assert_eq!(grade_line(puzzle.clues(), None, labels).split(',').count(), columns);
        }
        for (header, line) in [(all.header().as_str(), more), (grade_header(true), graded(true))] {
            let field = |name| line.split(',').nth(header.trim_end().split(',').position(|column| column == name)?);
            assert_eq!(
                [field("er"), field("level"), field("clues")],
                [Some("2.3"), Some("medium"), Some("25")],
                "{line}"
            );
        }
    }
}
