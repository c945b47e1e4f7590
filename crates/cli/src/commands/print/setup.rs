//! The parts of a book around its puzzles: its title and imprint, and its look.

use std::collections::BTreeSet;
use std::path::Path;

use minirow_files::{LARGEST_TEXT, read_text};
use minirow_print::{Book, HintPlace, Layout, Section, Style, Tone, Typeface};
use minirow_table::PROGRAM;

use super::Args;
use super::options::{Heading, Hint, Sections};
use super::pack::Pack;
use crate::error::{Error, Result};
use crate::recipe;
use crate::words::Words;

/// Returns the title in the recipe of the first pack, if it has one.
fn recipe_title(args: &Args) -> Option<String> {
    let inputs = args.inputs.inputs().ok()?;
    recipe::of_pack(inputs.paths().next()?)?["title"].as_str().map(str::to_string)
}

/// Returns the book without its puzzles.
///
/// # Errors
/// If the file of the imprint cannot be read.
pub(super) fn book(args: &Args, pack: &Pack, words: &Words, typeface: &Typeface, is_folder: bool) -> Result<Book> {
    let texts = &args.texts;
    let title = texts.title.clone().or_else(|| recipe_title(args)).filter(|title| !title.trim().is_empty());
    let sections = sections(args, pack, words)?;
    let subtitle = texts.subtitle.clone().unwrap_or_else(|| {
        let levels = pack.level_range(words);
        let count = words.counted("puzzle-count", pack.len(), &[("count", &pack.len().to_string())]);
        if levels.is_empty() { count } else { words.filled("with-levels", &[("puzzles", &count), ("levels", &levels)]) }
    });
    let imprint = imprint(args, pack, words, title.as_deref())?;
    let mut words_of_pages = words.of_pages();
    if pack.needs_no_guessing() {
        // Chinese has no space between sentences.
        let space = if words_of_pages.rules_text.ends_with('。') { "" } else { " " };
        words_of_pages.rules_text += &format!("{space}{}", words.get("rules-logic"));
    }
    let mut book = Book {
        subtitle: title.is_some().then_some(subtitle),
        title,
        author: texts.author.clone(),
        imprint,
        language: words.language().into(),
        words: words_of_pages,
        sections,
        style: style(args, if pack.len() == 1 && !is_folder { 0 } else { 12 }),
    };
    if let (Tone::Spot(lines, _), Some(Tone::Spot(boxes, _))) = (&book.style.line_tone, &book.style.box_tone)
        && lines.name == boxes.name
        && lines != boxes
    {
        let name = &lines.name;
        return Err(Error::usage(format!(
            "--box-color: found another {name} than in --line-color, expected equal shares"
        )));
    }
    let has_solutions = book.style.solutions_per_page > 0;
    if has_solutions && args.look.solutions_per_page.is_none() {
        book.style.solutions_per_page = Layout::solutions_that_fit(&book, typeface, &|index| pack.item(index, words));
    }
    Ok(book)
}

/// Returns the sections of a book, with the texts and numbers that options give them by name.
///
/// # Errors
/// If there is no section of a name, or an option has no effect.
fn sections(args: &Args, pack: &Pack, words: &Words) -> Result<Vec<Section>> {
    let texts: Vec<(&str, &str)> =
        args.texts.section_text.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let counts = args.look.per_page.iter().flatten().filter_map(|entry| Some((entry.section.as_deref()?, entry.count)));
    let counts: Vec<(&str, usize)> = counts.collect();
    let printed = |name: &str| if pack.by_level { words.level(name) } else { words.section(name) };
    let known: Vec<[String; 2]> = pack.sections.iter().map(|(name, _)| [name.clone(), printed(name)]).collect();
    let why = match args.texts.sections {
        Sections::None => "--sections none leaves out the sections",
        _ => "the file has one level and no sections",
    };
    let texts = by_section("section-text", &known, why, &texts)?;
    let counts = by_section("per-page", &known, why, &counts)?;
    let usual = args.look.per_page.iter().flatten().filter(|entry| entry.section.is_none()).count();
    if usual > 1 || usual == 1 && counts.iter().all(Option::is_some) {
        return Err(Error::usage("--per-page: expected one number for all sections without a number of their own"));
    }
    let is_single = pack.sections.len() == 1;
    if texts.iter().any(Option::is_some) && (pack.by_level && is_single || pack.len() == 1) {
        return Err(Error::usage("--section-text has no effect without pages of sections"));
    }
    let section = |(index, (name, count)): (usize, &(String, u64))| {
        let note = texts[index].map(str::to_string).or_else(|| words.about_level(name));
        // A book of one level is not divided.
        let is_named = !(pack.by_level && is_single);
        let name = if is_named { known[index][1].clone() } else { String::new() };
        Section { name, note: note.filter(|_| is_named), count: *count, per_page: counts[index] }
    };
    Ok(pack.sections.iter().enumerate().map(section).collect())
}

/// Returns the value of each section, in their order. Sections have their names in the pack or as they are printed. `why` tells why there
/// are none, if no section has a name.
///
/// # Errors
/// If there is no section of a name, or a section has two values.
fn by_section<T: Copy>(option: &str, known: &[[String; 2]], why: &str, values: &[(&str, T)]) -> Result<Vec<Option<T>>> {
    let mut found = vec![None; known.len()];
    for &(wanted, value) in values {
        let is_it = |names: &[String; 2]| names.iter().any(|name| name.to_lowercase() == wanted.to_lowercase());
        let Some(index) = known.iter().position(is_it) else {
            let names: Vec<&str> =
                known.iter().map(|[name, _]| name.as_str()).filter(|name| !name.is_empty()).collect();
            let expected =
                if names.is_empty() { format!(": {why}") } else { format!(", expected one of {}", names.join(", ")) };
            return Err(Error::usage(format!("--{option}: found no section {wanted}{expected}")));
        };
        if found[index].replace(value).is_some() {
            return Err(Error::usage(format!("--{option}: found {wanted} twice, expected each section once")));
        }
    }
    Ok(found)
}

/// Returns the style of a book with its usual number of solutions on a page. One puzzle is one page.
fn style(args: &Args, usual_solutions: usize) -> Style {
    let look = &args.look;
    let paper = match look.preset {
        Some(preset) => preset.paper,
        None if look.landscape => look.paper.turned(),
        None => look.paper,
    };
    let large_print = look.large_print || look.preset.is_some_and(|preset| preset.large_print);
    let per_page = look.per_page.iter().flatten().find(|entry| entry.section.is_none()).map(|entry| entry.count);
    Style {
        paper,
        bound: look.bind,
        margin: look.margin,
        inner_margin: look.inner_margin,
        per_page: per_page.unwrap_or_else(|| Style::usual_per_page(paper, large_print)),
        solutions_per_page: look.solutions_per_page.unwrap_or(usual_solutions),
        large_print,
        solution_pages: look.solution_pages,
        preset: look.preset,
        bleed: look.bleed,
        crop_marks: look.crop_marks,
        pdf_x: look.pdf_x.clone(),
        line_widths: look.line_width,
        line_tone: look.line_color.clone(),
        box_tone: look.box_color.clone(),
        qr_link: args.texts.qr_link.clone(),
        name_line: args.texts.name_line,
        notes: args.texts.notes,
        pencilmarks: look.pencilmarks,
        shaded_clues: look.shade_clues,
        hints: look.hint.map(|hint| match hint {
            Hint::Cell => HintPlace::Cell,
            Hint::Below => HintPlace::Below,
            Hint::Back => HintPlace::Back,
        }),
        title_page: !args.texts.no_title_page,
        // The foot of a page has space for one short line.
        imprint_page: large_print || args.texts.copyright.is_some() || !args.texts.imprint.is_empty(),
        rules: args.texts.rules,
        section_pages: true,
        page_numbers: !look.no_page_numbers,
        first_number: args.texts.first_number,
        first_page: look.first_page,
    }
}

/// Reads the paragraphs of an imprint from a text file.
fn imprint_of_file(path: &Path) -> Result<Vec<String>> {
    let text = read_text(path, LARGEST_TEXT).map_err(|error| Error::unreadable(path.display(), error))?;
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim).collect();
    let paragraphs = lines.split(|line| line.is_empty()).map(|lines| lines.join("\n"));
    Ok(paragraphs.filter(|paragraph| !paragraph.is_empty()).collect())
}

/// Returns the paragraphs of the imprint, with the seeds and generators of the pack.
fn imprint(args: &Args, pack: &Pack, words: &Words, title: Option<&str>) -> Result<Vec<String>> {
    let list = |set: &BTreeSet<String>| set.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let is_file = |text: &&String| text.ends_with(".txt");
    match args.texts.imprint.as_slice() {
        [none] if none == "none" => return Ok(Vec::new()),
        [file] if is_file(&file) => return imprint_of_file(Path::new(file)),
        several => {
            if let Some(text) = several.iter().find(|text| is_file(text) || *text == "none") {
                return Err(Error::usage(format!(
                    "--imprint {text}: replaces the whole imprint, expected no other --imprint"
                )));
            }
        }
    }
    let mut imprint = Vec::new();
    if let (Some(title), Some(author)) = (title, &args.texts.author) {
        imprint.push(format!("{title} – {author}"));
    }
    imprint.extend(args.texts.copyright.clone());
    imprint.extend(args.texts.imprint.iter().cloned());
    imprint.push(words.get("unique").into());
    if args.texts.heading.contains(&Heading::Rating) {
        imprint.push(words.get("ratings").into());
    }
    let (seeds, generators) = (list(&pack.seeds), list(&pack.generators));
    let values = [("seeds", seeds.as_str()), ("generators", generators.as_str())];
    let count = pack.seeds.len();
    let made = match (count, pack.generators.is_empty()) {
        (1, true) => words.counted("made", 1, &values),
        (1..=5, false) => words.counted("made-by", count as u64, &values),
        (_, false) => words.filled("made-by-many", &values),
        (_, true) => String::new(),
    };
    let printed = words.filled("printed", &[("program", PROGRAM)]);
    imprint.push(format!("{made} {printed}").trim_start().into());
    Ok(imprint)
}
