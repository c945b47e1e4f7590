//! The parts of a book around its puzzles: the words of its pages, its title and imprint, and its look.

use std::collections::BTreeSet;

use clap::ValueEnum;
use minirow_grade::Level;
use minirow_print::{Book, HintPlace, Layout, Section, Style, Typeface};
use minirow_table::{PROGRAM, StoredManifest};

use super::pack::Pack;
use super::{Args, Heading, Hint};
use crate::error::Result;

/// A word of the pages, which may be another in the language of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Word {
    Contents,
    Solutions,
    Hints,
    Puzzles,
    Clues,
    Easy,
    Medium,
    Hard,
    Expert,
    Diabolical,
    Extreme,
}

/// Parses a word and its replacement: `solutions=Lösungen`.
pub(super) fn word(text: &str) -> Result<(Word, String), String> {
    let (name, replacement) = text.split_once('=').unwrap_or_default();
    match Word::from_str(name, true) {
        Ok(word) if !replacement.trim().is_empty() => Ok((word, replacement.to_string())),
        _ => {
            let names = Word::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let names: Vec<String> = names.map(|value| value.get_name().to_string()).collect();
            Err(format!("expected one of {}, an equals sign and another word", names.join(", ")))
        }
    }
}

/// The words of a book: those of the command line, or else English ones.
pub(super) struct Words<'a>(pub(super) &'a [(Word, String)]);

impl Words<'_> {
    pub(super) fn get(&self, word: Word) -> String {
        if let Some((_, text)) = self.0.iter().rev().find(|(given, _)| *given == word) {
            return text.clone();
        }
        let value = word.to_possible_value().expect("no word is skipped");
        if word == Word::Clues { value.get_name().into() } else { capitalised(value.get_name()) }
    }

    /// Returns the word for a level. A level of another program keeps its name, with a capital letter.
    pub(super) fn level(&self, name: &str) -> String {
        let ours = name.parse::<Level>().ok().and_then(|level| Word::from_str(level.name(), false).ok());
        ours.map_or_else(|| capitalised(name), |word| self.get(word))
    }

    fn of_pages(&self) -> minirow_print::Words {
        minirow_print::Words {
            contents: self.get(Word::Contents),
            solutions: self.get(Word::Solutions),
            hints: self.get(Word::Hints),
            puzzles: self.get(Word::Puzzles),
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// Returns the title in the recipe of the first pack, if it has one.
fn recipe_title(args: &Args) -> Option<String> {
    let inputs = args.inputs.inputs().ok()?;
    // A file that is no manifest has no title.
    let manifest = StoredManifest::of(inputs.first_file()?).ok()??;
    manifest.recipe["title"].as_str().map(str::to_string)
}

/// Returns the book without its puzzles.
pub(super) fn book(args: &Args, pack: &Pack, words: &Words, typeface: &Typeface) -> Book {
    let texts = &args.texts;
    let title = texts.title.clone().or_else(|| recipe_title(args)).filter(|title| !title.trim().is_empty());
    let is_single = pack.sections.len() == 1;
    let section = |(name, count): &(String, u64)| Section {
        name: match pack.by_level {
            true if is_single => String::new(),
            true => words.level(name),
            false => name.clone(),
        },
        note: None,
        count: *count,
    };
    let subtitle = texts.subtitle.clone().unwrap_or_else(|| {
        let levels = pack.level_range(words);
        let count = format!("{} {}", pack.len(), words.get(Word::Puzzles).to_lowercase());
        if levels.is_empty() { count } else { format!("{count}, {levels}") }
    });
    let mut book = Book {
        subtitle: title.is_some().then_some(subtitle),
        title,
        author: texts.author.clone(),
        imprint: imprint(args, pack),
        language: texts.lang.clone(),
        words: words.of_pages(),
        sections: pack.sections.iter().map(section).collect(),
        style: style(args),
    };
    if args.look.solutions_per_page.is_none() && book.style.large_print {
        book.style.solutions_per_page = Layout::solutions_in_large_print(&book, typeface);
    }
    book
}

fn style(args: &Args) -> Style {
    let look = &args.look;
    let paper = if look.landscape { look.paper.turned() } else { look.paper };
    let is_narrow = paper.width.get().min(paper.height.get()) < 480.0;
    Style {
        paper,
        margin: look.margin,
        inner_margin: look.inner_margin,
        per_page: look.per_page.unwrap_or(if look.large_print || is_narrow { 1 } else { 4 }),
        solutions_per_page: look.solutions_per_page.unwrap_or(12),
        large_print: look.large_print,
        pencilmarks: look.pencilmarks,
        hints: look.hint.map(|hint| match hint {
            Hint::Cell => HintPlace::Cell,
            Hint::Below => HintPlace::Below,
            Hint::Back => HintPlace::Back,
        }),
        title_page: !args.texts.no_title_page,
        section_pages: true,
        page_numbers: !look.no_page_numbers,
        first_number: args.texts.first_number,
    }
}

/// Returns the paragraphs of the imprint, with the seeds and generators of the pack.
fn imprint(args: &Args, pack: &Pack) -> Vec<String> {
    let list = |set: &BTreeSet<String>| set.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut imprint = args.texts.imprint.clone();
    imprint.push("Every puzzle has exactly one solution.".into());
    if args.texts.heading.contains(&Heading::Rating) {
        imprint.push("The ratings (ER) are those of Sudoku Explainer.".into());
    }
    let seeds = match (pack.seeds.len(), pack.generators.is_empty()) {
        (1, _) => format!("seed {}", list(&pack.seeds)),
        (2..=5, false) => format!("the seeds {}", list(&pack.seeds)),
        (_, false) => "many seeds".into(),
        (_, true) => String::new(),
    };
    let made = match (seeds.is_empty(), pack.generators.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!("Made from {seeds}. "),
        (false, false) => format!("Made from {seeds} by generator {}. ", list(&pack.generators)),
    };
    imprint.push(format!("{made}Printed by {PROGRAM}."));
    imprint
}
