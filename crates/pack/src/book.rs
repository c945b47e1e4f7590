//! Recipes of books: TOML that describes each section.
//!
//! ```toml
//! title = "Puzzles for a long journey"
//! seed = 42
//!
//! [[section]]
//! name = "Setting out"
//! count = 20
//! level = "easy"
//! symmetry = "half-turn"
//! order = "ramp"
//! ```
//!
//! The keys of a section are its name, count and order, `pattern`, and the names of constraints.

mod error;
mod table;

use std::fmt;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use minirow_files::{ErrorKind, LARGEST_TEXT, read_text};
use minirow_grade::Level;
use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use crate::spec::{CONSTRAINTS, InvalidValue, PuzzleSpec};
use table::{KeyPlace, Source, Table, one_line};

pub use error::RecipeError;

/// The number of indices between the first ones of two sections. A section has at most half as many puzzles.
pub const SECTION_INDICES: u64 = 1_000_000_000_000;

/// The recipe of a book.
///
/// ```
/// use minirow_pack::{BookRecipe, SectionOrder};
///
/// let text = "seed = 7\n[[section]]\nname = 'Warm-up'\ncount = 3\nlevel = 'easy'\norder = 'ramp'\n";
/// let recipe = BookRecipe::parse("book.toml", text)?;
/// let section = &recipe.sections[0];
/// assert_eq!((section.line, section.count.get(), section.order), (2, 3, SectionOrder::Ramp));
/// assert_eq!(section.spec.to_string(), "--level easy");
///
/// let error = BookRecipe::parse("book.toml", "sed = 7").unwrap_err();
/// assert_eq!(error.to_string(), "book.toml:1: unknown key sed, did you mean seed?");
/// # Ok::<(), minirow_pack::RecipeError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BookRecipe {
    /// The file, for messages.
    pub path: PathBuf,
    /// The title.
    pub title: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// `true` if two puzzles may have their clues in the same cells.
    pub allow_same_pattern: bool,
    /// `true` if two puzzles may have the same solution.
    pub allow_same_solution: bool,
    /// The sections, at least one.
    pub sections: Vec<BookSection>,
}

/// A section of a book. It serializes as in manifests. See [`BookRecipe`] for an example.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct BookSection {
    /// The first line, from 1.
    #[serde(skip)]
    pub line: usize,
    /// The name, different from those of other sections.
    pub name: String,
    /// The number of puzzles.
    pub count: NonZeroU64,
    /// The order of the puzzles.
    pub order: SectionOrder,
    /// The specification of the puzzles.
    #[serde(flatten)]
    pub spec: PuzzleSpec,
}

/// The order of the puzzles of a section. See [`BookRecipe`] for an example.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum SectionOrder {
    /// By index.
    #[default]
    AsMade,
    /// The easiest first: by ER, then EP, ED and index.
    Ramp,
    /// By estimated minutes. Equal times are in the order of [`Ramp`](SectionOrder::Ramp).
    RampMinutes,
}

impl SectionOrder {
    /// Returns `true` if the puzzles are in another order than the one in which they are made.
    pub(crate) fn is_ramp(self) -> bool {
        self != SectionOrder::AsMade
    }
}

/// The maximum number of sections of a book.
const MOST_SECTIONS: usize = 1000;

impl BookRecipe {
    fn keys() -> KeyPlace {
        let keys = vec!["title", "seed", "allow-same-pattern", "allow-same-solution", "section"];
        KeyPlace { keys, place: "before the first [[section]]" }
    }

    /// Reads a recipe from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a recipe.
    pub fn read(path: impl Into<PathBuf>) -> Result<BookRecipe, RecipeError> {
        let path = path.into();
        let text = read_text(&path, LARGEST_TEXT).map_err(|error| RecipeError {
            kind: ErrorKind::of_system(&error),
            ..RecipeError::new(&path, None, format!("cannot be read: {error}"))
        })?;
        BookRecipe::parse(path, &text)
    }

    /// Returns the recipe of a book with a section for each level, in the given order, and the same other constraints in
    /// all of them. The sections have the names of the levels with a capital letter.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use minirow_grade::Level;
    /// use minirow_pack::{BookRecipe, PuzzleSpec, SectionOrder};
    ///
    /// let levels = [(Level::Easy, NonZeroU64::MIN)];
    /// let recipe = BookRecipe::from_levels(&levels, SectionOrder::Ramp, &PuzzleSpec::new())?;
    /// let text = "[[section]]\nname = 'Easy'\ncount = 1\nlevel = 'easy'\norder = 'ramp'\n";
    /// assert_eq!(recipe.sections, BookRecipe::parse("--levels", text)?.sections);
    /// # Ok::<(), minirow_pack::RecipeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if there is no level, or a level is there twice.
    pub fn from_levels(
        levels: &[(Level, NonZeroU64)],
        order: SectionOrder,
        spec: &PuzzleSpec,
    ) -> Result<BookRecipe, RecipeError> {
        // A filled mask gives all puzzles the same pattern.
        let allow_same_pattern = spec.exact;
        let mut recipe = BookRecipe { path: "--levels".into(), allow_same_pattern, ..BookRecipe::default() };
        for (&(level, count), line) in levels.iter().zip(1..) {
            let name = level.name();
            let name = name[..1].to_uppercase() + &name[1..];
            recipe.add(BookSection { line, name, count, order, spec: spec.clone().level(level) })?;
        }
        recipe.check_sections()
    }

    /// Parses a recipe. The path is for messages only.
    ///
    /// # Errors
    /// Returns the first problem, with its line.
    pub fn parse(path: impl Into<PathBuf>, text: &str) -> Result<BookRecipe, RecipeError> {
        let path = path.into();
        let source = Source { path: &path, text };
        let table = DeTable::parse(text)
            .map_err(|error| source.error(&error.span().unwrap_or_default(), one_line(error.message())))?;
        let mut table = Table::new(source, table.span(), table.into_inner());
        table.check_keys(&BookRecipe::keys(), &BookSection::keys())?;
        let mut recipe = BookRecipe {
            path: path.clone(),
            title: table.take("title")?,
            seed: table.take("seed")?,
            allow_same_pattern: table.take("allow-same-pattern")?.unwrap_or_default(),
            allow_same_solution: table.take("allow-same-solution")?.unwrap_or_default(),
            sections: Vec::new(),
        };
        let tables = table.take_tables("section")?;
        if tables.len() > MOST_SECTIONS {
            let reason = format!("found {} sections, expected at most {MOST_SECTIONS}", tables.len());
            return Err(RecipeError::new(&path, None, reason));
        }
        for table in tables {
            recipe.add(BookSection::parse(table)?)?;
        }
        recipe.check_sections()
    }

    /// Checks the name of the next section, and adds it.
    fn add(&mut self, section: BookSection) -> Result<(), RecipeError> {
        let name = &section.name;
        if name.trim().is_empty() || name.contains(char::is_control) {
            return Err(section.error(&self.path, "expected a name that is not blank, on one line"));
        }
        if self.sections.iter().any(|other| other.name == *name) {
            return Err(section.error(&self.path, "an earlier section has the same name"));
        }
        self.sections.push(section);
        Ok(())
    }

    /// Checks that there is a section.
    fn check_sections(self) -> Result<BookRecipe, RecipeError> {
        if self.sections.is_empty() {
            return Err(RecipeError::new(&self.path, None, "found no [[section]], expected at least one"));
        }
        Ok(self)
    }
}

impl BookSection {
    fn keys() -> KeyPlace {
        let others = ["pattern", "name", "count", "order"];
        let keys = CONSTRAINTS.iter().map(|constraint| constraint.name).chain(others).collect();
        KeyPlace { keys, place: "in a [[section]]" }
    }

    fn parse(mut table: Table) -> Result<BookSection, RecipeError> {
        table.check_keys(&BookSection::keys(), &BookRecipe::keys())?;
        let mut section = BookSection {
            line: table.line(),
            name: table.require("name")?,
            count: table.require("count")?,
            order: table.take("order")?.unwrap_or_default(),
            spec: PuzzleSpec::new(),
        };
        for constraint in CONSTRAINTS {
            table.take_as(constraint.name, |value| section.spec.set_value(constraint, &value))?;
        }
        let (folder, spec) = (table.folder(), &mut section.spec);
        table.take_as("pattern", |text: String| match spec.mask.is_some() || spec.exact {
            true => Err(InvalidValue::new("it excludes mask and exact")),
            false => spec.set_pattern(&text, folder),
        })?;
        Ok(section)
    }

    /// Returns the error for a problem of the section.
    pub(crate) fn error(&self, path: &Path, reason: impl fmt::Display) -> RecipeError {
        RecipeError { section: Some(self.name.clone()), ..RecipeError::new(path, Some(self.line), reason) }
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::CellSet;
    use minirow_table::ExtraColumns;

    use super::*;
    use crate::{Excluded, PackError, PackPlan};

    #[track_caller]
    fn assert_refused(text: &str, message: &str) {
        let plan = |recipe| PackPlan::book(&recipe, None, Excluded::default(), ExtraColumns::default());
        let refused = BookRecipe::parse("book.toml", text).map_err(PackError::from).and_then(plan);
        assert_eq!(refused.unwrap_err().to_string(), message, "{text}");
    }

    #[test]
    fn a_recipe_describes_each_section() {
        let text = "title = 'T'\nseed = 7\nallow_same_pattern = true\n\n[[section]]\nname = 'A, easy'\ncount = 3\n\
                    level = 'easy'\nclues = 24\norder = 'ramp'\n[[section]]\nname = 'B'\ncount = 1\n";
        let recipe = BookRecipe::parse("book.toml", text).unwrap();
        assert_eq!((recipe.title.as_deref(), recipe.seed), (Some("T"), Some(7)));
        assert!(recipe.allow_same_pattern && !recipe.allow_same_solution);
        let [first, second] = &recipe.sections[..] else { panic!("two sections") };
        assert_eq!((first.name.as_str(), first.count.get(), first.order), ("A, easy", 3, SectionOrder::Ramp));
        assert_eq!((first.line, second.line), (5, 11));
        assert_eq!(second.spec, PuzzleSpec::new());
        let json = serde_json::to_value(first).unwrap();
        assert_eq!((&json["name"], &json["order"], &json["clues"]), (&"A, easy".into(), &"ramp".into(), &"24".into()));
    }

    #[test]
    fn errors_name_the_line() {
        let section = "[[section]]\nname = 'A'\ncount = 3\n";
        let with = |line: &str| format!("{section}{line}\n");
        assert_refused("", "book.toml: found no [[section]], expected at least one");
        assert_refused("sed = 7", "book.toml:1: unknown key sed, did you mean seed?");
        assert_refused("need = 'x-wing'", "book.toml:1: unknown key need, did you mean needs?");
        assert_refused(&with("levle = 'easy'"), "book.toml:4: unknown key levle, did you mean level?");
        assert_refused(
            "x = 1",
            "book.toml:1: unknown key x, expected one of title, seed, allow-same-pattern, allow-same-solution, section",
        );
        assert_refused(
            &format!("needs = ['x-wing']\n{section}"),
            "book.toml:1: found the key needs before the first [[section]], expected it in a [[section]]",
        );
        assert_refused(
            &with("seed = 7"),
            "book.toml:4: found the key seed in a [[section]], expected it before the first [[section]]",
        );
        assert_refused(
            &with("level = 'simple'"),
            "book.toml:4: level: expected one of easy, medium, hard, expert, diabolical, extreme",
        );
        assert_refused(&with("clues = '28..=24'"), "book.toml:4: clues: the start of the range is above its end");
        assert_refused(
            &with("needs = [\n'x-wing',\n'y-wing',\n]"),
            "book.toml:4: needs: unknown technique y-wing, did you mean x-wing? (`minirow techniques` lists them)",
        );
        assert_refused(&with("minimal = 'yes'"), "book.toml:4: minimal: found a string, expected true or false");
        assert_refused(
            &with("clues = true"),
            "book.toml:4: clues: found a boolean, expected a string, a number, or a list of these",
        );
        assert_refused(
            &with("order = 'random'"),
            "book.toml:4: order: unknown variant `random`, expected one of `as-made`, `ramp`, `ramp-minutes`",
        );
        assert_refused("[[section]]\nname = 'A'\n", "book.toml:1: missing key `count`");
        assert_refused(
            "[[section]]\ncount = 3\nname = 3\n",
            "book.toml:3: name: invalid type: integer `3`, expected a string",
        );
        assert_refused(
            "[[section]]\nname = ''\ncount = 3\n",
            "book.toml:1: section \"\": expected a name that is not blank, on one line",
        );
        assert_refused(&section.repeat(1001), "book.toml: found 1001 sections, expected at most 1000");
        assert_refused(&section.repeat(2), "book.toml:4: section \"A\": an earlier section has the same name");
        assert_refused("[section]\nname = 'A'\n", "book.toml:1: found one section, expected [[section]] before each");
        assert_refused("section = [1]\n", "book.toml:1: expected a table with a name, a count and constraints");
        assert_refused("seed = \n", "book.toml:1: string values must be quoted, expected literal string");
    }

    #[test]
    fn a_pattern_is_a_mask_that_is_filled() {
        let with = |lines: &str| format!("allow-same-pattern = true\n[[section]]\nname = 'A'\ncount = 2\n{lines}\n");
        let recipe = BookRecipe::parse("book.toml", &with("pattern = 'heart'")).unwrap();
        assert_eq!(recipe.sections[0].spec.options()[..1], ["--exact"]);
        assert_refused(&with("pattern = 'heart'\nexact = true"), "book.toml:5: pattern: it excludes mask and exact");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.txt"), "x".repeat(81)).unwrap();
        let recipe = BookRecipe::parse(folder.path().join("book.toml"), &with("pattern = 'mine.txt'")).unwrap();
        assert_eq!(recipe.sections[0].spec.mask.map(CellSet::len), Some(81));
    }

    #[test]
    fn impossible_sections_are_named() {
        let with = |lines: &str| format!("\n[[section]]\nname = 'A'\ncount = 2\n{lines}\n");
        let solution = minirow_gen::full_grid(1, 0);
        assert_refused(
            &with(&format!("solution = '{solution}'")),
            "book.toml:2: section \"A\": puzzles with a given solution share it, which requires \
             allow-same-solution = true",
        );
        assert_refused(
            &with(&format!("mask = '{}'\nexact = true", "x".repeat(81))),
            "book.toml:2: section \"A\": puzzles with a given pattern share it, which requires \
             allow-same-pattern = true",
        );
        assert_refused(
            &with("sampling = 'weighted'"),
            "book.toml:2: section \"A\": sampling weighted requires weights, which books do not have: use sampling \
             uniform",
        );
        assert_refused(
            &with("missing-digits = [5, 6]"),
            "book.toml:2: section \"A\": at most one digit can be missing: two missing digits could be swapped in \
             every solution",
        );
        assert_refused(
            "[[section]]\nname = 'A'\ncount = 500_000_000_001\n",
            "book.toml:1: section \"A\": found 500000000001 puzzles, expected at most 500000000000",
        );
        let error = BookRecipe::read("/no/such/book.toml").unwrap_err();
        assert!(error.to_string().starts_with("/no/such/book.toml: cannot be read: "), "{error}");
    }
}
