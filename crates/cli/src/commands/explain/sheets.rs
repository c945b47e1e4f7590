//! Sheets of `explain`: several steps on a page, in the language of the reader.

use minirow_print::{Error as PrintError, Paper, Sheet, pdf};
use minirow_report::explain::{ExplainedStep, Walkthrough, sheet_steps};
use minirow_table::PROGRAM;

use crate::args::whole;
use crate::error::{Error, Result};
use crate::fonts::{FontArgs, FontFiles};
use crate::words::{self, Language, Words};

/// The options that affect sheets only.
#[derive(clap::Args)]
#[command(next_help_heading = "Sheets")]
pub(super) struct SheetArgs {
    /// Maximum number of steps on a sheet (pdf)
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole(1..=12_usize))]
    per_page: usize,
    /// Paper, such as a4, letter or 170x240mm (pdf)
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// Language of the sheets: en, de, es, fr, zh, another tag, or a FILE (pdf)
    ///
    /// Techniques have their names in this language. English sheets have an explanation below each step, others the result alone.
    /// FILE ends in .txt and has lines KEY = TEXT, as the files in crates/cli/src/languages.
    #[arg(long, alias = "lang", value_name = "TAG|FILE", default_value = "en", value_parser = words::language)]
    language: Language,
    #[command(flatten)]
    pub(super) fonts: FontArgs,
}

impl SheetArgs {
    /// The names of the options.
    pub(super) const NAMES: &[&str] = &["per-page", "paper", "language", "font", "bold-font", "fallback-font"];

    /// Returns the sheets of a walkthrough as a PDF.
    ///
    /// # Errors
    /// If a file cannot be read, or the fonts lack a character.
    pub(super) fn pdf(&self, walkthrough: &Walkthrough, title: &str) -> Result<Vec<u8>> {
        let words = Words::new(&self.language, &[])?;
        let fonts = FontFiles::read(&self.fonts)?;
        let typeface = fonts.typeface(words.language())?;
        let in_english = self.language.is_english();
        let name = |step: &ExplainedStep| match in_english {
            true => step.name(),
            false => words.technique(step.step.technique()).into(),
        };
        let steps = sheet_steps(walkthrough, name, in_english);
        let sheet = Sheet { paper: self.paper, title, per_page: self.per_page };
        let pages = sheet.pages(&typeface, &steps).map_err(|error| match error {
            PrintError::MissingCharacter(_) => words::without_character(words.language(), &error),
            error => Error::usage(error),
        })?;
        Ok(pdf::pages(&typeface, &pages, 0.0, if title.is_empty() { "Sudoku" } else { title }, PROGRAM))
    }
}
