//! Recipes of books: TOML that says what is in each section.
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
//! The keys of a section are its name, count and order, and the names of constraints.

mod error;

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minirow_gen::Sampling;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::closest;
use crate::excluded::Excluded;
use crate::sampler::Sampler;
use crate::spec::PuzzleSpec;

pub use error::{RecipeError, RecipeProblem};

/// The number of indices between the first ones of two sections. A section may have half as many puzzles.
pub const SECTION_INDICES: u64 = 1_000_000_000_000;

/// The recipe of a book.
///
/// ```
/// use minirow_pack::BookRecipe;
///
/// let text = "seed = 7\n[[section]]\nname = 'Warm-up'\ncount = 3\nlevel = 'easy'\n";
/// let recipe = BookRecipe::parse("book.toml", text)?;
/// assert_eq!(recipe.sections[0].spec.to_string(), "--level easy");
///
/// let error = BookRecipe::parse("book.toml", "sed = 7").unwrap_err();
/// assert_eq!(error.to_string(), "book.toml:1: unknown key sed, did you mean seed?");
/// # Ok::<(), minirow_pack::RecipeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct BookRecipe {
    /// The file, for messages.
    pub path: PathBuf,
    /// The title.
    pub title: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// Whether two puzzles may have their clues in the same cells.
    pub allow_same_pattern: bool,
    /// Whether two puzzles may have the same solution.
    pub allow_same_solution: bool,
    /// The sections, at least one.
    pub sections: Vec<BookSection>,
}

/// A section of a book.
///
/// ```
/// use minirow_pack::{BookRecipe, SectionOrder};
///
/// let text = "[[section]]\nname = 'Warm-up'\ncount = 3\norder = 'ramp'\nclues = 28\n";
/// let section = &BookRecipe::parse("book.toml", text)?.sections[0];
/// assert_eq!((section.line, section.count.get(), section.order), (1, 3, SectionOrder::Ramp));
/// assert_eq!(section.to_json()["clues"], "28");
/// # Ok::<(), minirow_pack::RecipeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct BookSection {
    /// The line that it begins in, from 1.
    pub line: usize,
    /// The name, different from those of other sections.
    pub name: String,
    /// The number of puzzles.
    pub count: NonZeroU64,
    /// The order of the puzzles.
    pub order: SectionOrder,
    /// What the puzzles must be like.
    pub spec: PuzzleSpec,
}

/// The order of the puzzles of a section. See [`BookSection`] for an example.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum SectionOrder {
    /// By index.
    #[default]
    AsMade,
    /// The easiest first: by ER, then EP, ED and index.
    Ramp,
}

/// The keys of a recipe outside its sections.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Head {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    allow_same_pattern: bool,
    #[serde(default)]
    allow_same_solution: bool,
}

/// The keys of a section that are not constraints.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SectionHead {
    name: String,
    count: NonZeroU64,
    #[serde(default)]
    order: SectionOrder,
}

const HEAD: [&str; 5] = ["title", "seed", "allow-same-pattern", "allow-same-solution", "section"];
const SECTION_HEAD: [&str; 3] = ["name", "count", "order"];

impl BookRecipe {
    /// Reads a recipe from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a recipe.
    pub fn read(path: impl Into<PathBuf>) -> Result<BookRecipe, RecipeError> {
        let path = path.into();
        match fs::read_to_string(&path) {
            Ok(text) => BookRecipe::parse(path, &text),
            Err(error) => {
                Err(RecipeError { path, line: None, problem: RecipeProblem::NotRead(error.to_string()).into() })
            }
        }
    }

    /// Parses a recipe. The path is for messages only.
    ///
    /// # Errors
    /// Returns what is wrong, with the line, what was found and what was expected.
    pub fn parse(path: impl Into<PathBuf>, text: &str) -> Result<BookRecipe, RecipeError> {
        let path = path.into();
        let source = Source { path: &path, text };
        let table = DeTable::parse(text)
            .map_err(|error| source.error(error.span(), RecipeProblem::Syntax(one_line(error.message()))))?;
        let (tables, head): (Pairs, Pairs) = pairs(table.into_inner()).partition(|(key, _)| key.get_ref() == "section");
        source.check_keys(&head, HEAD)?;
        let Head { title, seed, allow_same_pattern, allow_same_solution } = source.read(0..0, head)?;
        let mut sections: Vec<BookSection> = Vec::new();
        for (key, value) in tables {
            let DeValue::Array(tables) = value.into_inner() else {
                return Err(source.error(Some(key.span()), RecipeProblem::SingleSection));
            };
            for table in tables {
                let section = source.section(table)?;
                let name = &section.name;
                let problem = if name.trim().is_empty() || name.contains(char::is_control) {
                    RecipeProblem::NoName(name.clone())
                } else if sections.iter().any(|other| other.name == *name) {
                    RecipeProblem::SameName(name.clone())
                } else {
                    sections.push(section);
                    continue;
                };
                return Err(RecipeError { line: Some(section.line), problem: problem.into(), path });
            }
        }
        if sections.is_empty() {
            return Err(RecipeError { path, line: None, problem: RecipeProblem::NoSections.into() });
        }
        Ok(BookRecipe { path, title, seed, allow_same_pattern, allow_same_solution, sections })
    }

    /// Checks the sections, and returns the sampler of each.
    ///
    /// # Errors
    /// Returns the first section that is not possible: no puzzle meets its specification, or its puzzles must share a
    /// pattern or a solution that no two puzzles of the book may share.
    ///
    /// ```
    /// use minirow_pack::BookRecipe;
    /// let text = "[[section]]\nname = 'A'\ncount = 3\nlevel = 'easy'\ner = 5.0\n";
    /// let error = BookRecipe::parse("book.toml", text)?.samplers(Default::default()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "book.toml:1: section \"A\": no puzzle of the level easy has a rating in that range",
    /// );
    /// # Ok::<(), minirow_pack::RecipeError>(())
    /// ```
    pub fn samplers(&self, excluded: Arc<Excluded>) -> Result<Vec<Sampler>, RecipeError> {
        let (mut solutions, mut patterns) = (HashSet::new(), HashSet::new());
        let mut samplers = Vec::new();
        for section in &self.sections {
            let (spec, count, name) = (&section.spec, section.count.get(), section.name.clone());
            let fail = |problem: RecipeProblem| RecipeError {
                path: self.path.clone(),
                line: Some(section.line),
                problem: problem.into(),
            };
            if let Some(solution) = spec.solution.0
                && !self.allow_same_solution
                && (count > 1 || !solutions.insert(solution.to_string()))
            {
                return Err(fail(RecipeProblem::SameSolution { name }));
            }
            if spec.sampling.0 == Sampling::Weighted {
                return Err(fail(RecipeProblem::Weighted { name }));
            }
            if let Some(mask) = spec.mask.0.filter(|_| spec.exact.0)
                && !self.allow_same_pattern
                && (count > 1 || !patterns.insert(mask.bits()))
            {
                return Err(fail(RecipeProblem::SamePattern { name }));
            }
            let sampler = Sampler::without(spec.clone(), excluded.clone())
                .map_err(|error| fail(RecipeProblem::Spec { name: name.clone(), error }))?;
            if count > SECTION_INDICES / 2 {
                return Err(fail(RecipeProblem::TooManyPuzzles { name }));
            }
            samplers.push(sampler);
        }
        Ok(samplers)
    }
}

impl BookSection {
    /// Returns the section as it is in manifests: its name, count, order and constraints.
    pub fn to_json(&self) -> Value {
        let head = SectionHead { name: self.name.clone(), count: self.count, order: self.order };
        let mut json = serde_json::to_value(head).expect("text and numbers");
        let spec = serde_json::to_value(&self.spec).expect("text and lists of text");
        if let (Value::Object(json), Value::Object(spec)) = (&mut json, spec) {
            json.extend(spec);
        }
        json
    }
}

/// A file that is being parsed.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

type Pairs<'a> = Vec<(Spanned<String>, Spanned<DeValue<'a>>)>;

/// Returns the keys and values of a table; `_` in keys is read as `-`.
fn pairs(table: DeTable) -> impl Iterator<Item = (Spanned<String>, Spanned<DeValue>)> {
    table.into_iter().map(|(key, value)| {
        let span = key.span();
        (Spanned::new(span, key.into_inner().replace('_', "-")), value)
    })
}

fn one_line(message: &str) -> String {
    message.trim_end().replace('\n', ", ")
}

impl<'a> Source<'a> {
    fn section(&self, table: Spanned<DeValue<'a>>) -> Result<BookSection, RecipeError> {
        let span = table.span();
        let DeValue::Table(table) = table.into_inner() else {
            return Err(self.error(Some(span), RecipeProblem::NotATable));
        };
        let (head, constraints): (Pairs, Pairs) =
            pairs(table).partition(|(key, _)| SECTION_HEAD.contains(&key.get_ref().as_str()));
        self.check_keys(&constraints, PuzzleSpec::infos().map(|info| info.name).chain(SECTION_HEAD))?;
        let SectionHead { name, count, order } = self.read(span.clone(), head)?;
        let spec = self.read(span.clone(), constraints)?;
        Ok(BookSection { line: self.line(span.start), name, count, order, spec })
    }

    fn check_keys<'b>(&self, pairs: &Pairs, known: impl IntoIterator<Item = &'b str>) -> Result<(), RecipeError> {
        let known: Vec<&str> = known.into_iter().collect();
        let Some((key, _)) = pairs.iter().find(|(key, _)| !known.contains(&key.get_ref().as_str())) else {
            return Ok(());
        };
        let closest = closest::among(key.get_ref(), known.iter().copied()).map(String::from);
        let known = known.into_iter().map(String::from).collect();
        Err(self.error(Some(key.span()), RecipeProblem::UnknownKey { key: key.get_ref().clone(), closest, known }))
    }

    /// Deserializes keys and values, which are at `span` together.
    fn read<T: for<'de> Deserialize<'de>>(&self, span: Range<usize>, pairs: Pairs<'a>) -> Result<T, RecipeError> {
        let places: Vec<(String, Range<usize>)> =
            pairs.iter().map(|(key, value)| (key.get_ref().clone(), value.span())).collect();
        let table = pairs.into_iter().map(|(key, value)| (Spanned::new(key.span(), key.into_inner().into()), value));
        let table = Spanned::new(span.clone(), table.collect::<DeTable>());
        T::deserialize(toml::Deserializer::from(table)).map_err(|error| {
            let at = error.span().unwrap_or(span);
            let is_around = |(_, place): &&(String, Range<usize>)| place.start <= at.start && at.end <= place.end;
            let key = places.iter().find(is_around).map(|(key, _)| key.clone());
            self.error(Some(at.clone()), RecipeProblem::Value { key, reason: one_line(error.message()) })
        })
    }

    /// Returns the number of the line that holds a byte, from 1.
    fn line(&self, at: usize) -> usize {
        1 + self.text[..at.min(self.text.len())].matches('\n').count()
    }

    fn error(&self, span: Option<Range<usize>>, problem: RecipeProblem) -> RecipeError {
        let line = self.line(span.map_or(0, |span| span.start));
        RecipeError { path: self.path.to_path_buf(), line: Some(line), problem: problem.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_refused(text: &str, message: &str) {
        let refused = BookRecipe::parse("book.toml", text).and_then(|recipe| recipe.samplers(Arc::default())).map(drop);
        assert_eq!(refused.unwrap_err().to_string(), message, "{text}");
    }

    #[test]
    fn a_recipe_says_what_is_in_each_section() {
        let text = "title = 'T'\nseed = 7\nallow_same_pattern = true\n\n[[section]]\nname = 'A, easy'\ncount = 3\n\
                    level = 'easy'\nclues = 24\norder = 'ramp'\n[[section]]\nname = 'B'\ncount = 1\n";
        let recipe = BookRecipe::parse("book.toml", text).unwrap();
        assert_eq!((recipe.title.as_deref(), recipe.seed), (Some("T"), Some(7)));
        assert!(recipe.allow_same_pattern && !recipe.allow_same_solution);
        let [first, second] = &recipe.sections[..] else { panic!("two sections") };
        assert_eq!((first.name.as_str(), first.count.get(), first.order), ("A, easy", 3, SectionOrder::Ramp));
        assert_eq!((first.line, second.line), (5, 11));
        assert_eq!(second.spec, PuzzleSpec::new());
        assert_eq!(recipe.samplers(Arc::default()).unwrap().len(), 2);
        let json = first.to_json();
        assert_eq!((&json["name"], &json["order"], &json["clues"]), (&"A, easy".into(), &"ramp".into(), &"24".into()));
    }

    #[test]
    fn errors_name_the_line() {
        let section = "[[section]]\nname = 'A'\ncount = 3\n";
        let with = |line: &str| format!("{section}{line}\n");
        assert_refused("", "book.toml: found no [[section]], expected at least one");
        assert_refused("sed = 7", "book.toml:1: unknown key sed, did you mean seed?");
        assert_refused(&with("levle = 'easy'"), "book.toml:4: unknown key levle, did you mean level?");
        assert_refused(
            "x = 1",
            "book.toml:1: unknown key x, expected one of title, seed, allow-same-pattern, allow-same-solution, section",
        );
        assert_refused(
            &with("level = 'simple'"),
            "book.toml:4: level: expected one of easy, medium, hard, expert, diabolical, extreme",
        );
        assert_refused(&with("clues = '28..=24'"), "book.toml:4: clues: the first number is above the last");
        assert_refused(
            &with("needs = [\n'x-wing',\n'y-wing',\n]"),
            "book.toml:4: needs: there is no such technique, did you mean x-wing? (`minirow techniques` lists them)",
        );
        assert_refused(
            &with("minimal = 'yes'"),
            "book.toml:4: minimal: invalid type: string \"yes\", expected a boolean",
        );
        assert_refused(
            &with("clues = true"),
            "book.toml:4: clues: invalid type: boolean `true`, expected a text, a number, or a list of these",
        );
        assert_refused(
            &with("order = 'random'"),
            "book.toml:4: order: unknown variant `random`, expected `as-made` or `ramp`",
        );
        assert_refused("[[section]]\nname = 'A'\n", "book.toml:1: missing field `count`");
        assert_refused(
            "[[section]]\ncount = 3\nname = 3\n",
            "book.toml:3: name: invalid type: integer `3`, expected a string",
        );
        assert_refused(
            "[[section]]\nname = ''\ncount = 3\n",
            "book.toml:1: section \"\": expected a name of at least one letter, on one line",
        );
        assert_refused(
            &section.repeat(2),
            "book.toml:4: section \"A\": there is a section of this name before, expected another",
        );
        assert_refused("[section]\nname = 'A'\n", "book.toml:1: found one section, expected [[section]] before each");
        assert_refused("section = [1]\n", "book.toml:1: expected a table with a name, a count and constraints");
        assert_refused("seed = \n", "book.toml:1: string values must be quoted, expected literal string");
    }

    #[test]
    fn sections_that_are_not_possible_are_named() {
        let with = |lines: &str| format!("\n[[section]]\nname = 'A'\ncount = 2\n{lines}\n");
        let solution = minirow_gen::full_grid(1, 0);
        assert_refused(
            &with(&format!("solution = '{solution}'")),
            "book.toml:2: section \"A\": puzzles with a given solution all have the same one, which takes \
             allow-same-solution = true",
        );
        assert_refused(
            &with(&format!("mask = '{}'\nexact = true", "x".repeat(81))),
            "book.toml:2: section \"A\": puzzles that fill one mask exactly all have its pattern, which takes \
             allow-same-pattern = true",
        );
        assert_refused(
            &with("sampling = 'weighted'"),
            "book.toml:2: section \"A\": sampling weighted needs weights, which a book does not have: use sampling \
             uniform",
        );
        assert_refused(
            &with("missing-digits = [5, 6]"),
            "book.toml:2: section \"A\": two digits that no clue has could be swapped in every solution: one at most \
             can be missing",
        );
        assert_refused(
            "[[section]]\nname = 'A'\ncount = 500_000_000_001\n",
            "book.toml:1: section \"A\": has too many puzzles",
        );
        let error = BookRecipe::read("/no/such/book.toml").unwrap_err();
        assert!(error.to_string().starts_with("/no/such/book.toml: cannot be read: "), "{error}");
    }
}
