//! The parts of a book besides its puzzles: the words of its pages, its title and imprint, its look.

use std::collections::BTreeSet;

use clap::ValueEnum;
use minirow_grade::Level;
use minirow_print::{Book, HintPlace, Layout, Section, Style, Typeface};

use super::pack::{self, Pack};
use super::{Args, Heading, Hint, Texts};
use crate::args::InputArgs;
use crate::error::{Error, Result};
use minirow_table::{PROGRAM, StoredManifest};

/// A word that pages need, and that may be another in the language of the book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
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

/// Reads `solutions=Lösungen`.
pub(super) fn word(text: &str) -> std::result::Result<(Word, String), String> {
    let names =
        || Word::value_variants().iter().filter_map(|word| Some(word.to_possible_value()?.get_name().to_string()));
    let expected =
        || format!("expected one of {}, an equals sign and another word", names().collect::<Vec<_>>().join(", "));
    let (name, text) = text.split_once('=').ok_or_else(expected)?;
    let word = Word::from_str(name, true).map_err(|_| expected())?;
    if text.trim().is_empty() { Err(expected()) } else { Ok((word, text.to_string())) }
}

/// The words of a book.
pub(super) struct Words {
    of_pages: minirow_print::Words,
    pub(super) clues: String,
    levels: [String; 6],
}

impl Words {
    pub(super) fn of(texts: &Texts) -> Words {
        let find = |wanted: Word, usual: &str| {
            let given = texts.word.iter().rev().find(|(word, _)| *word == wanted);
            given.map_or(usual.to_string(), |(_, text)| text.clone())
        };
        let usual = minirow_print::Words::default();
        let levels = [Word::Easy, Word::Medium, Word::Hard, Word::Expert, Word::Diabolical, Word::Extreme];
        Words {
            of_pages: minirow_print::Words {
                contents: find(Word::Contents, &usual.contents),
                solutions: find(Word::Solutions, &usual.solutions),
                hints: find(Word::Hints, &usual.hints),
                puzzles: find(Word::Puzzles, &usual.puzzles),
            },
            clues: find(Word::Clues, "clues"),
            levels: std::array::from_fn(|index| find(levels[index], &capitalised(Level::ALL[index].name()))),
        }
    }

    /// A level as it is printed; one that is not ours as the pack has it.
    pub(super) fn level(&self, name: &str) -> String {
        match name.parse::<Level>() {
            Ok(level) => self.levels[level as usize].clone(),
            Err(_) => capitalised(name),
        }
    }
}

/// The same with a capital letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// The title that the recipe of a pack gives it.
pub(super) fn title_of_recipe(inputs: &InputArgs) -> Option<String> {
    let path = inputs.first_file()?;
    // A file that is no manifest has no title.
    let manifest = StoredManifest::of(path).ok()??;
    manifest.recipe["title"].as_str().filter(|title| !title.trim().is_empty()).map(str::to_string)
}

/// The book without its puzzles.
pub(super) fn book(args: &Args, pack: &Pack, words: &Words, typeface: &Typeface) -> Result<Book> {
    let texts = &args.texts;
    let title = texts.title.clone().or_else(|| title_of_recipe(&args.inputs));
    let title = title.filter(|title| !title.trim().is_empty());
    let single = pack.sections.len() == 1;
    let section = |(name, count): &(String, u64)| Section {
        name: if pack.by_level { words.level(name) } else { name.clone() },
        note: None,
        count: *count,
    };
    let subtitle = texts.subtitle.clone().unwrap_or_else(|| {
        let levels = pack::span_of_levels(pack, words);
        let count = format!("{} {}", pack.len(), words.of_pages.puzzles.to_lowercase());
        if levels.is_empty() { count } else { format!("{count}, {levels}") }
    });
    let mut book = Book {
        subtitle: title.is_some().then_some(subtitle),
        title,
        author: texts.author.clone(),
        imprint: imprint(args, pack),
        language: texts.lang.clone(),
        words: words.of_pages.clone(),
        sections: pack.sections.iter().map(section).collect(),
        style: style(args),
    };
    if single && pack.by_level {
        book.sections[0].name.clear();
    }
    if args.look.solutions_per_page.is_none() && book.style.large_print {
        book.style.solutions_per_page = Layout::solutions_in_large_print(&book, typeface);
    }
    Ok(book)
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

/// Returns the seeds and generators of the pack in words.
fn imprint(args: &Args, pack: &Pack) -> Vec<String> {
    let list = |set: &BTreeSet<String>| {
        let all: Vec<&str> = set.iter().map(String::as_str).collect();
        all.join(", ")
    };
    let mut imprint = args.texts.imprint.clone();
    imprint.push("Every puzzle has exactly one solution.".into());
    if args.texts.heading.contains(&Heading::Rating) {
        imprint.push("The ratings (ER) are those of Sudoku Explainer.".into());
    }
    let made = match (pack.seeds.len(), pack.generators.is_empty()) {
        (0, true) => String::new(),
        (1, false) => format!("Made from seed {} by generator {}. ", list(&pack.seeds), list(&pack.generators)),
        (2..=5, false) => {
            format!("Made from the seeds {} by generator {}. ", list(&pack.seeds), list(&pack.generators))
        }
        (1, true) => format!("Made from seed {}. ", list(&pack.seeds)),
        (_, true) => String::new(),
        (_, false) => format!("Made from many seeds by generator {}. ", list(&pack.generators)),
    };
    imprint.push(format!("{made}Printed by {PROGRAM}."));
    imprint
}

/// A book that cannot be laid out: wrong use.
pub(super) fn refused(refusal: impl std::fmt::Display) -> Error {
    Error::usage(refusal)
}
