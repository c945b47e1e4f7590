//! Recipes of packs: TOML files that say what is in each section.
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
//! The keys of a section are the wishes that `pack` has as options. Whatever is wrong is told with its line.

use std::fs;
use std::num::NonZeroU64;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::closest;
use crate::failure::{Failure, Result};
use crate::wish::Wishes;

/// A recipe, as it is written.
#[derive(Debug)]
pub(crate) struct RecipeFile {
    path: PathBuf,
    pub(crate) head: Head,
    pub(crate) sections: Vec<Section>,
}

/// What holds for the whole pack.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Head {
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Whether two puzzles may have their clues in the same cells.
    #[serde(default)]
    pub(crate) allow_same_pattern: bool,
    /// Whether two puzzles may have the same solution.
    #[serde(default)]
    pub(crate) allow_same_solution: bool,
}

/// A section, and the line that it begins in.
#[derive(Debug)]
pub(crate) struct Section {
    line: usize,
    pub(crate) head: SectionHead,
    pub(crate) wishes: Wishes,
}

/// What a section says besides wishes.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SectionHead {
    pub(crate) name: String,
    pub(crate) count: NonZeroU64,
    #[serde(default)]
    pub(crate) order: Order,
}

/// In which order the puzzles of a section come.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    /// As they were made, by their index.
    #[default]
    AsMade,
    /// The easiest first: by ER, then EP, ED and index.
    Ramp,
}

const HEAD: [&str; 5] = ["title", "seed", "allow-same-pattern", "allow-same-solution", "section"];
const SECTION_HEAD: [&str; 3] = ["name", "count", "order"];

/// A file that is being read.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
}

type Pairs<'a> = Vec<(Spanned<String>, Spanned<DeValue<'a>>)>;

impl RecipeFile {
    /// Reads a recipe.
    ///
    /// # Errors
    /// If it cannot be read, or is no recipe: with the line, what was found and what was expected.
    pub(crate) fn read(path: &Path) -> Result<RecipeFile> {
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("{}: cannot be read: {error}", path.display())))?;
        RecipeFile::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<RecipeFile> {
        let source = Source { path, text };
        let table = DeTable::parse(text).map_err(|error| source.refuse(error.span(), error.message()))?;
        let (sections, head): (Pairs, Pairs) =
            pairs(table.into_inner()).partition(|(key, _)| key.get_ref() == "section");
        source.check_keys(&head, HEAD)?;
        let head = source.read(0..0, head)?;
        let mut file = RecipeFile { path: path.to_path_buf(), head, sections: Vec::new() };
        for (key, value) in sections {
            let DeValue::Array(tables) = value.into_inner() else {
                return Err(source.refuse(Some(key.span()), "found one section, expected [[section]] before each"));
            };
            for table in tables {
                let section = source.section(table)?;
                file.check_name(&section)?;
                file.sections.push(section);
            }
        }
        if file.sections.is_empty() {
            return Err(Failure::usage(format!("{}: found no [[section]], expected at least one", path.display())));
        }
        Ok(file)
    }

    fn check_name(&self, section: &Section) -> Result<()> {
        let name = &section.head.name;
        if name.trim().is_empty() || name.contains(char::is_control) {
            return Err(self.refuse(section, "expected a name of at least one letter, on one line"));
        }
        if self.sections.iter().any(|other| other.head.name == *name) {
            return Err(self.refuse(section, "there is a section of this name before, expected another"));
        }
        Ok(())
    }

    /// What is said when a section cannot be.
    pub(crate) fn refuse(&self, section: &Section, why: &str) -> Failure {
        let (path, line, name) = (self.path.display(), section.line, &section.head.name);
        Failure::usage(format!("{path}:{line}: section {name:?}: {why}"))
    }
}

/// The keys and values of a table; `_` is read as `-`.
fn pairs(table: DeTable) -> impl Iterator<Item = (Spanned<String>, Spanned<DeValue>)> {
    table.into_iter().map(|(key, value)| {
        let span = key.span();
        (Spanned::new(span, key.into_inner().replace('_', "-")), value)
    })
}

impl<'a> Source<'a> {
    fn section(&self, table: Spanned<DeValue<'a>>) -> Result<Section> {
        let span = table.span();
        let DeValue::Table(table) = table.into_inner() else {
            return Err(self.refuse(Some(span), "expected a table with a name, a count and wishes"));
        };
        let (head, wishes): (Pairs, Pairs) =
            pairs(table).partition(|(key, _)| SECTION_HEAD.contains(&key.get_ref().as_str()));
        let names = Wishes::names();
        self.check_keys(&wishes, names.iter().map(String::as_str).chain(SECTION_HEAD))?;
        let (head, wishes) = (self.read(span.clone(), head)?, self.read(span.clone(), wishes)?);
        Ok(Section { line: self.line(span.start), head, wishes })
    }

    fn check_keys<'b>(&self, pairs: &Pairs, known: impl IntoIterator<Item = &'b str> + Clone) -> Result<()> {
        for (key, _) in pairs {
            let word = key.get_ref();
            if known.clone().into_iter().any(|name| name == word) {
                continue;
            }
            let expected = match closest::among(word, known.clone()) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("expected one of {}", known.into_iter().collect::<Vec<_>>().join(", ")),
            };
            return Err(self.refuse(Some(key.span()), &format!("unknown key {word}, {expected}")));
        }
        Ok(())
    }

    /// Keys and values as a struct; `span` is where they stand together.
    fn read<T: for<'de> Deserialize<'de>>(&self, span: Range<usize>, pairs: Pairs<'a>) -> Result<T> {
        let places: Vec<(String, Range<usize>)> =
            pairs.iter().map(|(key, value)| (key.get_ref().clone(), value.span())).collect();
        let table = pairs.into_iter().map(|(key, value)| (Spanned::new(key.span(), key.into_inner().into()), value));
        let table = Spanned::new(span.clone(), table.collect::<DeTable>());
        T::deserialize(toml::Deserializer::from(table)).map_err(|error| {
            let at = error.span().unwrap_or(span);
            let inside = |(_, place): &&(String, Range<usize>)| place.start <= at.start && at.end <= place.end;
            match places.iter().find(inside) {
                Some((key, _)) => self.refuse(Some(at.clone()), &format!("{key}: {}", error.message())),
                None => self.refuse(Some(at), error.message()),
            }
        })
    }

    fn line(&self, at: usize) -> usize {
        1 + self.text[..at.min(self.text.len())].matches('\n').count()
    }

    fn refuse(&self, span: Option<Range<usize>>, why: &str) -> Failure {
        let line = self.line(span.map_or(0, |span| span.start));
        Failure::usage(format!("{}:{line}: {}", self.path.display(), why.trim_end().replace('\n', ", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_refused(text: &str, said: &str) {
        match RecipeFile::parse(Path::new("book.toml"), text) {
            Err(Failure::Use(message)) => assert_eq!(message, said),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_recipe_says_what_is_in_each_section() {
        let text = "title = 'T'\nseed = 7\nallow_same_pattern = true\n\n[[section]]\nname = 'A, easy'\ncount = 3\n\
                    level = 'easy'\nclues = 24\norder = 'ramp'\n[[section]]\nname = 'B'\ncount = 1\n";
        let recipe = RecipeFile::parse(Path::new("book.toml"), text).unwrap();
        assert_eq!((recipe.head.title.as_deref(), recipe.head.seed), (Some("T"), Some(7)));
        assert!(recipe.head.allow_same_pattern && !recipe.head.allow_same_solution);
        let [first, second] = &recipe.sections[..] else { panic!("two sections") };
        assert_eq!((first.head.name.as_str(), first.head.count.get(), first.head.order), ("A, easy", 3, Order::Ramp));
        assert_eq!((first.line, second.line), (5, 11));
        assert_eq!(second.wishes, Wishes::default());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
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
            &with("minimal = 'yes'"),
            "book.toml:4: minimal: invalid type: string \"yes\", expected a boolean",
        );
        assert_refused(
            &with("clues = true"),
            "book.toml:4: clues: invalid type: boolean `true`, expected a text, a number, or a list of such",
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
        assert_refused("seed = \n", "book.toml:1: string values must be quoted, expected literal string");
    }
}
