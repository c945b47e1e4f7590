//! The words of the pages, in the language of the book: files of `KEY = TEXT`, one for each language.

use std::collections::BTreeMap;
use std::path::Path;

use minirow_core::{House, HouseKind};
use minirow_files::{LARGEST_TEXT, read_text};
use minirow_grade::{Level, Technique, all_and_extended};
use minirow_print::{Error as PrintError, Typeface};

use crate::error::{Error, Result, print_message};

/// The languages that come with the program. The first is English; its names of techniques are those of the techniques.
const LANGUAGES: [(&str, &str); 5] = [
    ("en", include_str!("languages/en.txt")),
    ("de", include_str!("languages/de.txt")),
    ("es", include_str!("languages/es.txt")),
    ("fr", include_str!("languages/fr.txt")),
    ("zh", include_str!("languages/zh.txt")),
];

/// The keys of lists with commas.
const LISTS: [&str; 2] = ["weekdays", "months"];

/// The key of the tag of the language.
const LANGUAGE: &str = "language";

/// The words of a book by their keys.
pub(crate) struct Words(BTreeMap<String, String>);

/// A language of the command line.
#[derive(Clone)]
pub(crate) enum Language {
    /// A tag, such as `pt-BR`.
    Tag(String),
    /// A file with words.
    File(String),
}

impl Language {
    /// Prints a note if the words of a tag do not come with the program.
    pub(crate) fn print_note(&self) {
        if let Language::Tag(tag) = self
            && shipped(tag).is_none()
        {
            let known = known_languages();
            print_message(&format!(
                "note: --language {tag}: the words are English; expected one of {known}, or a file of words"
            ));
        }
    }
}

/// Parses a language: a tag, or a file name that ends in `.txt`.
pub(crate) fn language(text: &str) -> Result<Language, String> {
    if text.ends_with(".txt") {
        return Ok(Language::File(text.into()));
    }
    if is_tag(text) { Ok(Language::Tag(text.into())) } else { Err(expected_tag()) }
}

/// Returns the tags of the languages that come with the program, for messages.
fn known_languages() -> String {
    LANGUAGES.map(|(tag, _)| tag).join(", ")
}

fn expected_tag() -> String {
    format!("expected one of {}, another tag such as pt-BR, or a file that ends in .txt", known_languages())
}

fn is_tag(text: &str) -> bool {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
    text.split('-').all(is_part)
}

/// Techniques of HoDoKu that Sudoku Explainer has with another name.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("locked-candidates-type-1", "pointing"),
    ("locked-candidates-type-2", "claiming"),
    ("naked-triple", "naked-triplet"),
    ("hidden-triple", "hidden-triplet"),
    ("naked-quadruple", "naked-quad"),
    ("hidden-quadruple", "hidden-quad"),
];

/// Returns the key of the name of a technique.
fn key_of(technique: &Technique) -> String {
    format!("technique.{}", technique.slug)
}

/// Returns the English words, which have every key. Sentences of explanations are in the libraries; other languages have all of them.
fn english() -> BTreeMap<String, String> {
    let read = |(_, text): (&str, &str)| parsed(text).expect("tests read every language");
    let techniques = all_and_extended().map(|technique| (key_of(technique), technique.name.to_string()));
    let sentences =
        read(LANGUAGES[1]).into_keys().filter_map(|key| Some((key.clone(), sentence_of(&key)?.to_string())));
    read(LANGUAGES[0]).into_iter().chain(techniques).chain(sentences).collect()
}

/// Returns the English sentence of an explanation whose key is given, or `None` for another key.
fn sentence_of(key: &str) -> Option<&str> {
    key.strip_prefix('"')?.strip_suffix('"')
}

/// Returns the keys that have a word, for messages. Techniques are in one entry.
fn known_keys(english: &BTreeMap<String, String>) -> String {
    let is_word = |key: &&str| *key != LANGUAGE && !key.starts_with("technique.") && sentence_of(key).is_none();
    let keys = english.keys().map(String::as_str).filter(is_word);
    keys.chain(["technique.SLUG"]).collect::<Vec<_>>().join(", ")
}

/// Parses a word and its replacement: `solutions=Lösungen`.
pub(crate) fn word(text: &str) -> Result<(String, String), String> {
    let (key, replacement) = text.split_once('=').unwrap_or_default();
    let english = english();
    if key != "clues" {
        let is_word = key != LANGUAGE && sentence_of(key).is_none() && english.contains_key(key);
        if !is_word || replacement.trim().is_empty() {
            return Err(format!("expected one of {}, an equals sign and another text", known_keys(&english)));
        }
        check_names(&english[key], replacement)?;
    }
    Ok((key.into(), replacement.into()))
}

/// Parses the lines of a language.
///
/// # Errors
/// The first line that is wrong, with its number.
fn parsed(text: &str) -> Result<BTreeMap<String, String>, (usize, String)> {
    let mut words = BTreeMap::new();
    for (line, number) in text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        let (key, value) = (key.trim(), value.trim());
        if value.is_empty() {
            return Err((number, format!("found {line:?}, expected KEY = TEXT")));
        }
        if words.insert(key.to_string(), value.to_string()).is_some() {
            return Err((number, format!("the word {key} is there twice")));
        }
    }
    Ok(words)
}

/// Parses the lines of a language of a user, and checks its keys.
fn checked(text: &str) -> Result<BTreeMap<String, String>, (usize, String)> {
    let english = english();
    let words = parsed(text)?;
    for (key, value) in &words {
        let starts =
            |line: &str| line.trim().trim_start_matches('\u{feff}').split('=').next().map(str::trim) == Some(key);
        let line = || text.lines().position(starts).map_or(1, |line| line + 1);
        let Some(original) = english.get(key) else {
            return Err((line(), format!("unknown word {key}, expected one of {}", known_keys(&english))));
        };
        check_names(original, value).map_err(|why| (line(), format!("{key}: {why}")))?;
        let (found, expected) = (value.split(',').count(), original.split(',').count());
        if LISTS.contains(&key.as_str()) && found != expected {
            return Err((line(), format!("{key}: found {found} words, expected {expected} with commas between them")));
        }
        if key == LANGUAGE && !is_tag(value) {
            return Err((line(), format!("found the language {value:?}, expected a tag such as en or pt-BR")));
        }
    }
    Ok(words)
}

/// Checks that a text has no `{name}` that its English original does not have.
fn check_names(original: &str, text: &str) -> Result<(), String> {
    let names = |text: &str| -> Vec<String> {
        text.split('{').skip(1).filter_map(|rest| Some(format!("{{{}}}", rest.split_once('}')?.0))).collect()
    };
    let known = names(original);
    match names(text).into_iter().find(|name| !known.contains(name)) {
        Some(name) if known.is_empty() => Err(format!("found {name}, which nothing replaces here")),
        Some(name) => Err(format!("found {name}, expected {}", known.join(" or "))),
        None => Ok(()),
    }
}

/// Returns the words that come with the program for a tag, or `None` if there are none.
fn shipped(tag: &str) -> Option<&'static str> {
    let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    LANGUAGES.iter().find(|(known, _)| *known == primary).map(|(_, text)| *text)
}

impl Words {
    /// Returns the words of a language, with some of them replaced.
    ///
    /// # Errors
    /// If the file of the language cannot be read, or is wrong.
    pub(crate) fn new(language: &Language, replaced: &[(String, String)]) -> Result<Words> {
        let mut words = english();
        match language {
            Language::Tag(tag) => {
                if let Some(text) = shipped(tag) {
                    words.extend(parsed(text).expect("tests read every language"));
                }
                words.insert(LANGUAGE.into(), tag.clone());
            }
            Language::File(path) => {
                let text = read_text(Path::new(path), LARGEST_TEXT).map_err(|error| Error::unreadable(path, error))?;
                let own = checked(&text).map_err(|(line, why)| Error::usage(format!("{path}:{line}: {why}")))?;
                words.extend(own);
            }
        }
        let mut words = Words(words);
        replaced.iter().for_each(|(key, text)| words.replace(key, text));
        Ok(words)
    }

    /// Replaces a word. `puzzles` and `clues` alone replace the noun of the sentences that have it, too.
    fn replace(&mut self, key: &str, text: &str) {
        // Languages such as German write nouns with a capital letter in sentences, too.
        let counted = self.get("puzzle-count.other").replace("{count}", "");
        let in_sentence = if counted == counted.to_lowercase() { text.to_lowercase() } else { text.to_string() };
        let mut set = |key: &str, text: String| self.0.insert(key.into(), text);
        match key {
            "puzzles" => {
                set(key, text.into());
                for number in ["one", "other"] {
                    set(&format!("numbers.{number}"), format!("{text} {{numbers}}"));
                    set(&format!("puzzle-count.{number}"), format!("{{count}} {in_sentence}"));
                }
            }
            "clues" => {
                for number in ["one", "other"] {
                    set(&format!("clue-count.{number}"), format!("{{count}} {text}"));
                }
            }
            _ => drop(set(key, text.into())),
        }
    }

    /// Returns the tag of the language.
    pub(crate) fn language(&self) -> &str {
        self.get(LANGUAGE)
    }

    /// Returns a text by its key.
    pub(crate) fn get(&self, key: &str) -> &str {
        &self.0[key]
    }

    /// Returns a text with its `{names}` replaced.
    pub(crate) fn filled(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values)
    }

    /// Returns a part of a text with commas.
    pub(crate) fn listed(&self, key: &str, index: usize) -> &str {
        self.get(key).split(',').nth(index).unwrap_or_default().trim()
    }

    /// Returns the text for a number, in the singular or the plural.
    pub(crate) fn counted(&self, key: &str, count: u64, values: &[(&str, &str)]) -> String {
        let primary = self.language().split('-').next().unwrap_or_default();
        // In these languages nothing is singular, too.
        let is_one = count == 1 || count == 0 && ["fr", "pt"].contains(&primary);
        self.filled(&format!("{key}.{}", if is_one { "one" } else { "other" }), values)
    }

    /// Returns the word for one of our levels, or `None` for another name.
    fn known_level(&self, name: &str) -> Option<String> {
        let level: Level = name.to_lowercase().parse().ok()?;
        self.0.get(level.name()).cloned()
    }

    /// Returns the word for a level. A level of another program keeps its name, with a capital letter.
    pub(crate) fn level(&self, name: &str) -> String {
        self.known_level(name).unwrap_or_else(|| capitalised(name))
    }

    /// Returns the name of a section. One with the name of a level has the word for it.
    pub(crate) fn section(&self, name: &str) -> String {
        self.known_level(name).unwrap_or_else(|| name.into())
    }

    /// Returns the name of a technique, or `None` without a word for it. Techniques of HoDoKu have one if Sudoku Explainer has the same
    /// technique.
    pub(crate) fn technique(&self, technique: &'static Technique) -> Option<&str> {
        self.technique_of(technique.slug)
    }

    fn technique_of(&self, slug: &str) -> Option<&str> {
        let same = OTHER_NAMES.iter().find(|(name, _)| *name == slug && self.language() != "en").map(|(_, same)| *same);
        let word = |slug: &str| self.0.get(&format!("technique.{slug}"));
        word(slug).or_else(|| word(same?)).map(String::as_str)
    }

    /// Returns a sentence of an explanation by its English text.
    pub(crate) fn sentence(&self, english: &str) -> Option<&str> {
        self.0.get(&format!("\"{english}\"")).map(String::as_str)
    }

    /// Returns the line about a level in the contents, or `None` for another name.
    pub(crate) fn about_level(&self, name: &str) -> Option<String> {
        let level: Level = name.to_lowercase().parse().ok()?;
        self.0.get(&format!("about-{}", level.name())).cloned()
    }

    /// Returns the sentence that names the house of a step.
    pub(crate) fn look_at(&self, house: House) -> String {
        let key = match house.kind() {
            HouseKind::Row => "look-at-row",
            HouseKind::Column => "look-at-column",
            HouseKind::Box => "look-at-box",
        };
        self.filled(key, &[("number", &(house.number() + 1).to_string())])
    }

    /// Returns the words that the pages need.
    pub(crate) fn of_pages(&self) -> minirow_print::Words {
        let text = |key: &str| self.get(key).to_string();
        let note = |key: &str| self.filled(key, &[("box-numbers", self.get("box-numbers"))]);
        minirow_print::Words {
            contents: text("contents"),
            solutions: text("solutions"),
            hints: text("hints"),
            hint_notes: ["hints-note.1", "hints-note.2", "hints-note.3"].map(note),
            box_numbers: text("box-numbers"),
            range: text("range"),
            puzzles: text("puzzles"),
            number: text("numbers.one"),
            numbers: text("numbers.other"),
            solution_page: text("solution-page"),
            rules: text("rules"),
            rules_text: text("rules-text"),
            example: text("example"),
            example_solution: text("example-solution"),
            notes: text("notes"),
            name_and_date: ["name", "date"].map(text),
        }
    }

    /// Checks that the fonts have the characters of all words, of which some are replaced.
    ///
    /// # Errors
    /// The first character that is missing, and how to add it.
    pub(crate) fn check(&self, typeface: &Typeface, replaced: &[(String, String)]) -> Result<()> {
        for (key, text) in replaced {
            typeface.check(text).map_err(|why| Error::usage(format!("--word {key}: {why}{}", tip_for(&why))))?;
        }
        for (key, text) in &self.0 {
            typeface.check(text).map_err(|why| match why {
                PrintError::MissingCharacter(_) => without_character(self.language(), &why),
                why => Error::usage(format!("word {key}: {why}")),
            })?;
        }
        Ok(())
    }
}

/// Returns the error about a character of a language that the fonts lack.
pub(crate) fn without_character(language: &str, why: &PrintError) -> Error {
    Error::usage(format!("the language {language} needs another font: {why}{}", tip_for(why)))
}

/// Returns what to do about a character that the fonts lack, for the end of a message.
pub(crate) fn tip_for(why: &PrintError) -> &'static str {
    match why {
        PrintError::MissingCharacter(_) => "; --fallback-font FILE adds a font that has it",
        PrintError::Text { error, .. } => tip_for(error),
        _ => "",
    }
}

/// Returns a text with its `{names}` replaced.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        let value = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value, after))
        });
        let (text, after) = value.unwrap_or(("{", after));
        filled += before;
        filled += text;
        rest = after;
    }
    filled + rest
}

/// Returns a text with a capital letter at its start.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minirow_grade::{Explanation, Line};
    use minirow_table::{StartPosition, path_scale};

    use super::*;

    #[test]
    fn every_language_has_every_word() {
        let english = english();
        for (tag, text) in LANGUAGES {
            let mut words = checked(text).unwrap_or_else(|(line, why)| panic!("{tag}.txt:{line}: {why}"));
            if tag == "en" {
                words.extend(english.clone());
            }
            assert!(words.keys().eq(english.keys()), "{tag}");
            assert_eq!(words[LANGUAGE], tag);
        }
    }

    #[test]
    fn a_technique_of_two_programs_has_one_name_in_another_language() {
        let german = Words::new(&Language::Tag("de".into()), &[]).unwrap();
        let english = Words::new(&Language::Tag("en".into()), &[]).unwrap();
        let names: Vec<&str> = minirow_hodoku::TECHNIQUES.iter().map(|technique| technique.slug).collect();
        for (name, same) in OTHER_NAMES {
            assert!(names.contains(&name), "{name}");
            assert!(german.technique_of(name).is_some_and(|word| Some(word) == german.technique_of(same)), "{name}");
            assert_eq!(english.technique_of(name), None, "{name} has another English name than {same}");
        }
    }

    /// Adds the English texts in `phrase!(...)` of the files in a folder.
    fn add_phrases(folder: &Path, all: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add_phrases(&path, all);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let code: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
            // A backslash at the end of a line continues the text in the next one.
            let code = code.join("\n").replace("\\\n", "");
            let calls = code.split("phrase!(").skip(1).filter_map(|call| call.trim_start().strip_prefix('"'));
            all.extend(calls.map(|call| call.split_once('"').unwrap().0.to_string()));
        }
    }

    #[test]
    fn every_language_has_every_sentence_with_all_its_parts() {
        let mut phrases = BTreeSet::new();
        for library in ["grade", "hodoku", "te"] {
            add_phrases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(library).join("src"), &mut phrases);
        }
        assert!(phrases.len() > 100, "{phrases:?}");
        let parts = |text: &str| -> BTreeSet<String> {
            text.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0.to_string()).collect()
        };
        for (tag, text) in &LANGUAGES[1..] {
            let words = parsed(text).unwrap();
            let sentences: BTreeSet<String> = words.keys().filter_map(|key| Some(sentence_of(key)?.into())).collect();
            assert_eq!(sentences, phrases, "{tag}");
            for english in &phrases {
                let translated = &words[&format!("\"{english}\"")];
                assert_eq!(parts(translated), parts(english), "{tag}: {translated}");
            }
        }
    }

    /// Returns the first explanation of each technique on the paths of some puzzles.
    fn explanations() -> BTreeMap<String, Explanation> {
        let mut found = BTreeMap::new();
        for (scale, puzzle) in [
            ("se", "...9.85...9...7.....6.5..1...9.2.4....84..92..2.....6.1.....6.8...7....4.8.19..3."),
            ("se", "....3.82.4..9.8.7......41..94....7..3.7.51...6..4.....264...5.....7...1......2.8."),
            ("se", "7...2..5...9...8.44...1......29.....65..........3.4.7....14.6..1.3.....7..68..4.."),
            ("se", "59..7......1.....3..42.....6.9..2..7.8....5..3..4..91......7......5..1....691...4"),
            ("te", "...9.85...9...7.....6.5..1...9.2.4....84..92..2.....6.1.....6.8...7....4.8.19..3."),
            ("hodoku", "9..7..6..75.4.......3.9..7.8.......2.3..5..9......41..3...7..8...8...2.7.2.1....6"),
            ("hodoku", ".9.62..8.5..4...12.....1.....6....9.24......1.71.8.......5.4.......769........6.5"),
            ("hodoku", "4.3...8....8.7....5..3......1.2.6.8.23....5....6..9..3.......2....4.3..8..468...9"),
            ("hodoku", "........1.....123...1.2.45...2..5..3...6....57.....6....4..3..2.8.....9.9..78...."),
            ("hodoku", "....3..15....6...4.512..........35...8..1...776.4.2.....21.8...4.....18.3........"),
        ] {
            let board = minirow_text::parse(puzzle).unwrap();
            let start = StartPosition::from_board(&board).unwrap();
            let mut path = path_scale(scale).unwrap().path(&start);
            loop {
                let position = path.position().clone();
                let Some(step) = path.next_step() else { break };
                let words = step.explain(&position);
                let name = words.step.variant().unwrap_or(words.step.technique().name);
                found.entry(format!("{scale}: {name}")).or_insert(words.explanation);
            }
        }
        found
    }

    #[test]
    fn explanations_in_all_languages() {
        let mut text = String::new();
        for (name, explanation) in explanations() {
            text += &format!("\n# {name}\n");
            for (tag, _) in LANGUAGES {
                let words = Words::new(&Language::Tag(tag.into()), &[]).unwrap();
                let translation = |english: &str| words.sentence(english);
                let lines = explanation.lines().iter().take(2).map(Line::phrase);
                for phrase in [explanation.phrase()].into_iter().chain(lines) {
                    text += &format!("{tag}: {}\n", phrase.translated(&translation));
                }
            }
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/explanations.txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(
            text,
            std::fs::read_to_string(&path).unwrap_or_default(),
            "read the sentences, then `cargo xtask bless`"
        );
    }

    #[test]
    fn plurals_follow_the_language() {
        let counted = |tag: &str, count: u64| {
            let words = Words::new(&Language::Tag(tag.into()), &[]).unwrap();
            words.counted("puzzle-count", count, &[("count", &count.to_string())])
        };
        assert_eq!([0, 1, 2].map(|count| counted("en", count)), ["0 puzzles", "1 puzzle", "2 puzzles"]);
        assert_eq!([0, 1, 2].map(|count| counted("fr", count)), ["0 grille", "1 grille", "2 grilles"]);
        assert_eq!([1, 120].map(|count| counted("de-AT", count)), ["1 Rätsel", "120 Rätsel"]);
        assert_eq!([1, 120].map(|count| counted("es", count)), ["1 sudoku", "120 sudokus"]);
        assert_eq!([1, 120].map(|count| counted("zh-Hans", count)), ["1 道题", "120 道题"]);
        // A language without words of its own has English ones.
        assert_eq!(counted("pt-BR", 2), "2 puzzles");
    }

    #[test]
    fn a_replaced_noun_has_the_case_of_its_language() {
        let counted = |tag: &str, text: &str| {
            let words = Words::new(&Language::Tag(tag.into()), &[("puzzles".into(), text.into())]).unwrap();
            words.counted("puzzle-count", 120, &[("count", "120")])
        };
        assert_eq!(counted("en", "Brainteasers"), "120 brainteasers");
        assert_eq!(counted("de", "Knobeleien"), "120 Knobeleien");
    }

    #[test]
    fn errors_in_a_language_name_the_line() {
        for (text, line, message) in [
            ("easy = Leicht\n\nhard", 3, "found \"hard\", expected KEY = TEXT"),
            ("easy = a\neasy = b", 2, "the word easy is there twice"),
            ("# words\npuzzle-count.one = {cuont} x", 2, "puzzle-count.one: found {cuont}, expected {count}"),
            ("weekdays = a, b", 1, "weekdays: found 2 words, expected 7 with commas between them"),
            ("easy = {x}", 1, "easy: found {x}, which nothing replaces here"),
            ("language = d e", 1, "found the language \"d e\", expected a tag such as en or pt-BR"),
        ] {
            assert_eq!(checked(text), Err((line, message.to_string())), "{text}");
        }
        let (line, message) = checked("hints = H\nhinst = H").unwrap_err();
        assert!(
            line == 2 && message.starts_with("unknown word hinst, expected one of about-diabolical, "),
            "{message}"
        );
    }
}
