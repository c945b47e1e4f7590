//! The counted values of a row: those of its grid, and those of its columns.

use minirow_core::text::Board;
use minirow_core::{PatternSymmetry, Puzzle};
use minirow_formats::{Fields, Record};
use minirow_grade::{Level, Rating, grade};

use crate::Error;
use crate::statistics::counted_name::CountedName;
use crate::statistics::duplicates::DuplicateRule;

/// The length of the longest name of a level or technique.
const LONGEST_NAME: usize = 60;

/// The largest number of steps. No path has more, as there are 729 candidates.
const MOST_STEPS: u32 = 9999;

/// The largest weight. Squares of larger ones would overflow.
const HEAVIEST: f64 = 1e100;

/// How rows are counted.
///
/// ```
/// use minirow_report::statistics::{CountOptions, DuplicateRule};
///
/// let options = CountOptions::default();
/// assert_eq!((options.duplicates, options.grade), (DuplicateRule::Exact, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountOptions {
    /// The puzzles that count as duplicates.
    pub duplicates: DuplicateRule,
    /// Whether to rate puzzles that have no rating.
    pub grade: bool,
}

impl Default for CountOptions {
    fn default() -> CountOptions {
        CountOptions { duplicates: DuplicateRule::Exact, grade: false }
    }
}

/// The counted values of one record. Ratings are in tenths.
///
/// ```
/// use minirow_formats::Reader;
/// use minirow_report::statistics::{CountOptions, CountedRow};
///
/// let csv = "puzzle,er\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,hard\n";
/// let record = Reader::new(csv.as_bytes()).next().unwrap()?.record;
/// let error = CountedRow::from_record(&record, CountOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "found \"hard\" in column er, expected a rating from 0.0 to 20.0");
/// # Ok::<(), minirow_formats::Error>(())
/// ```
#[derive(Debug)]
pub struct CountedRow {
    pub(crate) key: Option<u64>,
    pub(crate) clues: u32,
    pub(crate) symmetry: PatternSymmetry,
    pub(crate) minimal: Option<bool>,
    pub(crate) weight: Option<f64>,
    pub(crate) er: Option<u32>,
    pub(crate) ep: Option<u32>,
    pub(crate) ed: Option<u32>,
    pub(crate) level: Option<CountedName>,
    pub(crate) hardest: Option<CountedName>,
    /// Each technique with the number of its steps.
    pub(crate) techniques: Option<Vec<(CountedName, u32)>>,
    pub(crate) steps: Option<u32>,
}

impl CountedRow {
    /// Reads the values of a record, and rates its puzzle if the options ask for it and it has no rating.
    ///
    /// # Errors
    /// Returns an error if a column holds a value of the wrong form, or if a puzzle to rate is not one.
    pub fn from_record(record: &Record, options: CountOptions) -> Result<CountedRow, Error> {
        let Board::Grid(grid) = record.board else {
            return Err(Error::NoClues);
        };
        let fields = &record.fields;
        let mut row = CountedRow {
            key: options.duplicates.key(&grid),
            clues: grid.clue_count() as u32,
            symmetry: PatternSymmetry::of(grid.pattern()),
            minimal: value(fields, "minimal", "true or false", truth)?,
            weight: value(fields, "weight", "a weight: a number from 0 to 1e100", weight)?,
            er: value(fields, "er", RATING, rating)?,
            ep: value(fields, "ep", RATING, rating)?,
            ed: value(fields, "ed", RATING, rating)?,
            level: value(fields, "level", NAME, |text| name(text).map(CountedName::level))?,
            hardest: value(fields, "hardest", NAME, |text| name(text).map(CountedName::technique))?,
            techniques: value(fields, "techniques", "technique:steps;technique:steps;...", techniques)?,
            steps: value(fields, "steps", "a number of steps", |text| number(text, MOST_STEPS))?,
        };
        if row.er.is_none() && options.grade {
            row.rate(&Puzzle::new(grid)?);
        }
        if row.level.is_none() {
            row.level = row.er.map(|er| CountedName::level(Level::of(Rating::new(f64::from(er) / 10.0)).name()));
        }
        Ok(row)
    }

    /// Rates the puzzle of the row.
    fn rate(&mut self, puzzle: &Puzzle) {
        let grade = grade(puzzle);
        self.er = grade.er().map(Rating::tenths);
        self.ep = grade.ep().map(Rating::tenths);
        self.ed = grade.ed().map(Rating::tenths);
        self.level = grade.level().map(|level| CountedName::level(level.name()));
        self.hardest = grade.hardest().map(|technique| CountedName::technique(technique.slug));
        let techniques = grade.techniques().map(|(technique, count)| (CountedName::technique(technique.slug), count));
        self.techniques = Some(techniques.collect());
        self.steps = Some(grade.steps() as u32);
        self.minimal = self.minimal.or_else(|| Some(puzzle.is_minimal()));
    }
}

/// Reads a column; an empty value is the same as a missing column.
fn value<T>(
    fields: &Fields,
    column: &'static str,
    expected: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Error> {
    let Some(text) = fields.text(column) else { return Ok(None) };
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match read(text) {
        Some(value) => Ok(Some(value)),
        None => {
            let start: String = text.chars().take(LONGEST_NAME).collect();
            let more = if start.len() < text.len() { "..." } else { "" };
            Err(Error::InvalidValue { column, found: start + more, expected })
        }
    }
}

const RATING: &str = "a rating from 0.0 to 20.0";
const NAME: &str = "a name";

fn rating(text: &str) -> Option<u32> {
    let rating: f64 = text.parse().ok()?;
    (0.0..=20.0).contains(&rating).then(|| Rating::new(rating).tenths())
}

fn weight(text: &str) -> Option<f64> {
    text.parse().ok().filter(|weight| (0.0..=HEAVIEST).contains(weight))
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Some(true),
        "false" | "0" | "no" => Some(false),
        _ => None,
    }
}

fn name(text: &str) -> Option<&str> {
    (text.len() <= LONGEST_NAME).then_some(text)
}

/// Reads a whole number. Data frames write `43.0` in columns with missing values.
fn number(text: &str, most: u32) -> Option<u32> {
    text.strip_suffix(".0").unwrap_or(text).parse().ok().filter(|&number| number <= most)
}

fn techniques(text: &str) -> Option<Vec<(CountedName, u32)>> {
    let technique = |part: &str| {
        let (slug, steps) = part.rsplit_once(':')?;
        let slug = name(slug.trim()).filter(|slug| !slug.is_empty())?;
        Some((CountedName::technique(slug), number(steps.trim(), MOST_STEPS)?))
    };
    text.split(';').map(technique).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_tenths_as_they_are_printed() {
        assert_eq!(["4.4", "7", "0.0", "20", "8.95"].map(rating), [Some(44), Some(70), Some(0), Some(200), Some(90)]);
        assert_eq!(["-1", "20.1", "NaN", "inf", "4,4", "hard"].map(rating), [None; 6]);
    }

    #[test]
    fn numbers_as_data_frames_write_them() {
        assert_eq!(["43", "43.0", "9999"].map(|text| number(text, MOST_STEPS)), [Some(43), Some(43), Some(9999)]);
        assert_eq!(["10000", "-1", "4.5", "x"].map(|text| number(text, MOST_STEPS)), [None; 4]);
        assert_eq!(["True", "false", "1", "maybe"].map(truth), [Some(true), Some(false), Some(true), None]);
        assert_eq!(["0", "1e-9", "1e101", "-1", "NaN"].map(weight), [Some(0.0), Some(1e-9), None, None, None]);
    }

    #[test]
    fn techniques_with_the_number_of_their_steps() {
        let read = techniques("x-wing:2; hidden-single:40").unwrap();
        let plain: Vec<_> = read.iter().map(|(named, steps)| (named.slug.as_ref(), *steps)).collect();
        assert_eq!(plain, [("x-wing", 2), ("hidden-single", 40)]);
        for bad in ["x-wing", "x-wing:", ":3", "x-wing:2;", "x-wing:two", &format!("{}:1", "x".repeat(61))] {
            assert_eq!(techniques(bad), None, "{bad}");
        }
    }
}
