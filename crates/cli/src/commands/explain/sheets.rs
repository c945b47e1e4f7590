//! Sheets of `explain`: several steps on a page, in the language of the reader.

use minirow_print::pdf::Press;
use minirow_print::{Paper, Sheet, pdf};
use minirow_report::explain::{ExplainedStep, Walkthrough, sheet_steps};
use minirow_table::PROGRAM;

use crate::args::whole;
use crate::error::{Error, Result, print_message};
use crate::fonts::{FontArgs, FontFiles};
use crate::words::{self, Language, Words, tip_for};

/// The options that affect sheets only.
#[derive(clap::Args)]
pub(super) struct SheetArgs {
    /// Maximum number of steps on a sheet (pdf)
    ///
    /// A sheet has fewer if the candidates would be too small.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1..=12_usize))]
    per_page: usize,
    /// Paper, such as a4, letter or 170x240mm (pdf)
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// Language of the sheets: en, de, es, fr, zh, another tag, or a FILE (pdf)
    ///
    /// Techniques have their names in this language, except those that only HoDoKu has.
    /// FILE ends in .txt and has lines KEY = TEXT, as the files in crates/cli/src/languages.
    #[arg(long, alias = "lang", value_name = "TAG|FILE", default_value = "en", value_parser = words::language)]
    language: Language,
    #[command(flatten)]
    pub(super) fonts: FontArgs,
}

impl SheetArgs {
    /// The names of the options.
    pub(super) const NAMES: &[&str] = &["per-page", "paper", "language", "font", "bold-font", "fallback-font"];

    /// Prints what may not be meant.
    pub(super) fn print_notes(&self, (words, fonts): &(Words, FontFiles)) -> Result<()> {
        self.language.print_note();
        self.fonts.print_note(&fonts.typeface(words.language())?);
        Ok(())
    }

    /// Reads the words and the fonts.
    ///
    /// # Errors
    /// If a file cannot be read, or is wrong.
    pub(super) fn read(&self) -> Result<(Words, FontFiles)> {
        let (words, fonts) = (Words::new(&self.language, &[])?, FontFiles::read(&self.fonts)?);
        fonts.typeface(words.language())?;
        Ok((words, fonts))
    }

    /// Returns the sheets of a walkthrough as a PDF. With `prints_note`, prints a note if sheets have fewer steps than requested.
    ///
    /// # Errors
    /// If the fonts lack a character, or a text is longer than a page.
    pub(super) fn pdf(
        &self,
        (words, fonts): &(Words, FontFiles),
        walkthrough: &Walkthrough,
        title: &str,
        prints_note: bool,
    ) -> Result<Vec<u8>> {
        let typeface = fonts.typeface(words.language())?;
        let name = |step: &ExplainedStep| {
            let technique = step.step.technique();
            // A technique that only HoDoKu has keeps its English name.
            let translated = words.technique(technique).filter(|name| *name != technique.name);
            translated.map_or_else(|| step.name(), str::to_string)
        };
        let steps = sheet_steps(walkthrough, name, &|english| words.sentence(english));
        let sheet = Sheet { paper: self.paper, title, per_page: self.per_page };
        let pages = sheet.pages(&typeface, &steps);
        let pages = pages.map_err(|error| Error::usage(format!("{error}{}", tip_for(&error))))?;
        let most = self.per_page;
        if prints_note && pages.len() > steps.len().div_ceil(most) {
            print_message(&format!(
                "note: --per-page {most}: sheets have fewer steps where {most} would have too small candidates"
            ));
        }
        Ok(pdf::pages(&typeface, &pages, &Press::default(), if title.is_empty() { "Sudoku" } else { title }, PROGRAM))
    }
}
