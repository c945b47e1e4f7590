//! What is counted of a row: the grid itself, and what its columns say of it.

use minirow_core::text::Board;
use minirow_core::{PatternSymmetry, Puzzle};
use minirow_formats::Fields;
use minirow_grade::{Level, Rating, grade};

use crate::input::Entry;
use crate::stats::Doubles;
use crate::stats::named::Named;

/// No name of a level or a technique is as long as this.
const LONGEST_NAME: usize = 60;

/// More steps than any path has: there are 729 candidates.
const MOST_STEPS: u32 = 9999;

/// Weights beyond this say nothing, and their squares would not fit.
const HEAVIEST: f64 = 1e100;

/// How rows are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) doubles: Doubles,
    /// Whether to rate what has no rating.
    pub(crate) grade: bool,
}

/// What a row says, as far as it is counted.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) key: Option<u64>,
    pub(crate) clues: u32,
    pub(crate) symmetry: PatternSymmetry,
    pub(crate) minimal: Option<bool>,
    pub(crate) weight: Option<f64>,
    /// In tenths, as all ratings here.
    pub(crate) er: Option<u32>,
    pub(crate) ep: Option<u32>,
    pub(crate) ed: Option<u32>,
    pub(crate) level: Option<Named>,
    pub(crate) hardest: Option<Named>,
    /// With the number of steps of each.
    pub(crate) techniques: Option<Vec<(Named, u32)>>,
    pub(crate) steps: Option<u32>,
}

impl Row {
    /// Reads an entry, and rates it if that is wanted and it has no rating.
    ///
    /// # Errors
    /// What was found in a column that has to hold something else, or why a grid cannot be rated.
    pub(crate) fn of(entry: &Entry, reading: Reading) -> Result<Row, String> {
        let Board::Grid(grid) = entry.board else {
            return Err("found candidates, expected clues: only puzzles are counted".into());
        };
        let fields = &entry.fields;
        let mut row = Row {
            key: reading.doubles.key(&grid),
            clues: grid.clue_count() as u32,
            symmetry: PatternSymmetry::of(grid.pattern()),
            minimal: value(fields, "minimal", "true or false", truth)?,
            weight: value(fields, "weight", "a weight: a number from 0 to 1e100", weight)?,
            er: value(fields, "er", RATING, rating)?,
            ep: value(fields, "ep", RATING, rating)?,
            ed: value(fields, "ed", RATING, rating)?,
            level: value(fields, "level", NAME, |text| name(text).map(Named::level))?,
            hardest: value(fields, "hardest", NAME, |text| name(text).map(Named::technique))?,
            techniques: value(fields, "techniques", "technique:steps;technique:steps;...", techniques)?,
            steps: value(fields, "steps", "a number of steps", |text| number(text, MOST_STEPS))?,
        };
        if row.er.is_none() && reading.grade {
            let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
            row.rate(&puzzle);
        }
        if row.level.is_none() {
            row.level = row.er.map(|er| Named::level(Level::of(Rating::new(f64::from(er) / 10.0)).name()));
        }
        Ok(row)
    }

    fn rate(&mut self, puzzle: &Puzzle) {
        let grade = grade(puzzle);
        self.er = grade.er().map(Rating::tenths);
        self.ep = grade.ep().map(Rating::tenths);
        self.ed = grade.ed().map(Rating::tenths);
        self.level = grade.level().map(|level| Named::level(level.name()));
        self.hardest = grade.hardest().map(|technique| Named::technique(technique.slug));
        let techniques = grade.techniques().map(|(technique, count)| (Named::technique(technique.slug), count));
        self.techniques = Some(techniques.collect());
        self.steps = Some(grade.steps() as u32);
        self.minimal = self.minimal.or_else(|| Some(puzzle.is_minimal()));
    }
}

/// What a column says; nothing if it is not there, or empty.
fn value<T>(
    fields: &Fields,
    column: &str,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, String> {
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
            Err(format!("found {:?} in column {column}, expected {expected}", start + more))
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

/// Data frames write whole numbers with a fraction where some are missing.
fn number(text: &str, most: u32) -> Option<u32> {
    text.strip_suffix(".0").unwrap_or(text).parse().ok().filter(|&number| number <= most)
}

fn techniques(text: &str) -> Option<Vec<(Named, u32)>> {
    let technique = |part: &str| {
        let (slug, steps) = part.rsplit_once(':')?;
        let slug = name(slug.trim()).filter(|slug| !slug.is_empty())?;
        Some((Named::technique(slug), number(steps.trim(), MOST_STEPS)?))
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
