//! Books of puzzles to print, as PDF and HTML.

use std::fmt::Display;
use std::str::FromStr;

use minirow_print::{Book, Item, Layout, Paper, Preset, Section, State, Style, Typeface, Words, html, pdf};
use minirow_table::PROGRAM;
use minirow_text::counted;
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::input;

/// A book as JavaScript describes it: the type `BookOptions` of the package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Options {
    title: Option<String>,
    subtitle: Option<String>,
    author: Option<String>,
    #[serde(default)]
    imprint: Vec<String>,
    language: Option<String>,
    sections: Vec<SectionOptions>,
    paper: Option<String>,
    #[serde(default)]
    landscape: bool,
    preset: Option<String>,
    #[serde(default)]
    bind: bool,
    margin: Option<String>,
    inner_margin: Option<String>,
    per_page: Option<usize>,
    solutions_per_page: Option<usize>,
    #[serde(default)]
    large_print: bool,
    #[serde(default)]
    bleed: bool,
    #[serde(default)]
    pencilmarks: bool,
    #[serde(default)]
    shade_clues: bool,
    #[serde(default)]
    solution_pages: bool,
    #[serde(default)]
    rules: bool,
    title_page: Option<bool>,
    page_numbers: Option<bool>,
    first_number: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionOptions {
    #[serde(default)]
    name: String,
    note: Option<String>,
    puzzles: Vec<PuzzleOptions>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleOptions {
    puzzle: String,
    #[serde(default)]
    heading: String,
}

/// Returns a book as PDF.
#[wasm_bindgen]
pub fn book_pdf(options: &str) -> Result<Vec<u8>> {
    let (book, items) = book(options)?;
    let typeface = typeface(&book, &items)?;
    let layout = Layout::new(&book, &typeface, &|index| items[index as usize].clone())?;
    layout.check_pages()?;
    if layout.pages() > pdf::MOST_PAGES {
        return Err(Error::option(format!("found {} pages, expected at most {}", layout.pages(), pdf::MOST_PAGES)));
    }
    let mut bytes = Vec::new();
    let item = |index: u64| Ok::<_, Error>(items[index as usize].clone());
    pdf::write(&layout, PROGRAM, &mut { item }, &mut |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    })?;
    Ok(bytes)
}

/// Returns a book as an HTML page for printing from a browser.
#[wasm_bindgen]
pub fn book_html(options: &str) -> Result<String> {
    let (book, items) = book(options)?;
    let typeface = Typeface::of_language(&book.language);
    let layout = Layout::for_any_font(&book, &typeface, &|index| items[index as usize].clone())?;
    let mut text = String::new();
    let item = |index: u64| Ok::<_, Error>(items[index as usize].clone());
    html::write(&layout, PROGRAM, &mut { item }, &mut |piece| {
        text.push_str(piece);
        Ok(())
    })?;
    Ok(text)
}

/// Returns the built-in fonts, after a check that they have all characters of the headings.
fn typeface(book: &Book, items: &[Item]) -> Result<Typeface<'static>> {
    let typeface = Typeface::of_language(&book.language);
    for item in items {
        typeface.check(&item.remark).map_err(|error| Error::option(format!("heading {:?}: {error}", item.remark)))?;
    }
    Ok(typeface)
}

/// Reads the text of an option, if it is set.
fn parsed<T: FromStr<Err: Display>>(name: &str, text: &Option<String>) -> Result<Option<T>> {
    let parse = |text: &String| text.parse().map_err(|error| Error::option(format!("{name}: found {text:?}, {error}")));
    text.as_ref().map(parse).transpose()
}

/// Reads a book and its puzzles.
fn book(options: &str) -> Result<(Book, Vec<Item>)> {
    let options: Options = input::options(options)?;
    let preset: Option<Preset> = parsed("preset", &options.preset)?;
    let paper = match &preset {
        Some(preset) => preset.paper,
        None => {
            let paper = parsed("paper", &options.paper)?.unwrap_or(Paper::A4);
            if options.landscape { paper.turned() } else { paper }
        }
    };
    let large_print = options.large_print || preset.as_ref().is_some_and(|preset| preset.large_print);
    let plain = Style::default();
    let style = Style {
        paper,
        bound: options.bind,
        margin: parsed("margin", &options.margin)?,
        inner_margin: parsed("innerMargin", &options.inner_margin)?,
        per_page: options.per_page.unwrap_or_else(|| Style::usual_per_page(paper, large_print)),
        solutions_per_page: options.solutions_per_page.unwrap_or(plain.solutions_per_page),
        large_print,
        preset,
        bleed: options.bleed,
        pencilmarks: options.pencilmarks,
        shaded_clues: options.shade_clues,
        solution_pages: options.solution_pages,
        title_page: options.title_page.unwrap_or(true),
        imprint_page: large_print || options.imprint.len() > 1,
        rules: options.rules,
        page_numbers: options.page_numbers.unwrap_or(true),
        first_number: options.first_number.unwrap_or(1),
        ..plain
    };
    let mut items = Vec::new();
    let mut sections = Vec::new();
    for SectionOptions { name, note, puzzles } in options.sections {
        sections.push(Section { name, note, count: puzzles.len() as u64, per_page: None });
        for PuzzleOptions { puzzle, heading } in puzzles {
            let place = || format!("puzzle {}", items.len() + 1);
            let puzzle = input::puzzle(&puzzle).map_err(|error| error.at(place()))?;
            items.push(Item { number: None, puzzle, state: State::default(), remark: heading, hint: None });
        }
    }
    let subtitle = options.subtitle.or_else(|| options.title.as_ref().map(|_| counted(items.len(), "puzzle")));
    let mut book = Book {
        title: options.title,
        subtitle,
        author: options.author,
        imprint: options.imprint,
        language: options.language.unwrap_or_else(|| "en".into()),
        words: Words::default(),
        sections,
        style,
    };
    let item = |index: u64| items[index as usize].clone();
    if options.solutions_per_page.is_none() {
        book.style.solutions_per_page =
            Layout::solutions_that_fit(&book, &Typeface::of_language(&book.language), &item);
    }
    Ok((book, items))
}
