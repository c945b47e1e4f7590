//! The options of `print` about texts and pages.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use minirow_print::{Length, LineWidths, MOST_PUZZLES, MOST_SOLUTIONS, Paper, Preset, Tone};
use minirow_table::PathScale;

use crate::args::whole;
use crate::choices::path_scales;
use crate::endings::Endings;
use crate::fonts::FontArgs;
use crate::words::{self, Language};

/// The highest number that the first puzzle can have.
const HIGHEST: u64 = 1_000_000_000;

/// The texts of a book.
#[derive(clap::Args)]
#[command(next_help_heading = "Text")]
pub(super) struct Texts {
    /// Title, for a title page [default: that of the recipe]
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(super) title: Option<String>,
    /// Line below the title [default: the number of puzzles]
    #[arg(long, value_name = "TEXT")]
    pub(super) subtitle: Option<String>,
    /// Author of the book
    #[arg(long, value_name = "TEXT")]
    pub(super) author: Option<String>,
    /// Copyright line of the imprint, such as "© 2026 A. Author"
    #[arg(long, value_name = "TEXT")]
    pub(super) copyright: Option<String>,
    /// Paragraph of the imprint; a text FILE for all of it; or none
    ///
    /// Can be repeated for several paragraphs, which come before those of the program. If the value ends in .txt, Minirow reads that
    /// file, with blank lines between paragraphs. It replaces the whole imprint. `none` leaves the imprint out.
    #[arg(long, value_name = "TEXT|FILE|none")]
    pub(super) imprint: Vec<String>,
    /// Add a page with the rules and an example
    #[arg(long)]
    pub(super) rules: bool,
    /// Leave out the title page
    #[arg(long)]
    pub(super) no_title_page: bool,
    /// Text above each grid, next to its number
    #[arg(long, value_name = "TEXT,...", value_delimiter = ',', default_value = "level")]
    pub(super) heading: Vec<Heading>,
    /// Sections of the book
    #[arg(long, value_name = "BY", value_enum, default_value_t = Sections::Auto)]
    pub(super) sections: Sections,
    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=HIGHEST))]
    pub(super) first_number: u64,
    /// Column with the numbers of the puzzles, in place of 1, 2, 3 and so on
    #[arg(long, value_name = "COLUMN", conflicts_with = "first_number")]
    pub(super) numbers: Option<String>,
    /// Text on the page of a section, as in "Easy=Singles are enough"; repeatable
    ///
    /// NAME is the name of the section in the pack, or its printed name.
    #[arg(long, value_name = "NAME=TEXT", value_parser = named)]
    pub(super) section_text: Vec<(String, String)>,
    /// Add N pages for notes at the end
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=100_u64))]
    pub(super) notes: u64,
    /// Add lines for name and date at the top of each page of puzzles
    #[arg(long)]
    pub(super) name_line: bool,
    /// Print a QR code below or beside each puzzle: LINK and its 81 digits
    ///
    /// Empty cells are 0, as in `https://example.org/#play?puzzle=0030206...`. With the address of the page of Minirow and
    /// `#play?puzzle=` as LINK, the code opens the puzzle in a browser.
    #[arg(long, value_name = "LINK")]
    pub(super) qr_link: Option<String>,
    /// Language of the pages: en, de, es, fr, zh, another tag, or a FILE
    ///
    /// Sets all words that the program prints. With another tag, such as pt-BR, they are English.
    /// FILE ends in .txt and has lines KEY = TEXT, as the files in crates/cli/src/languages.
    #[arg(long, alias = "lang", value_name = "TAG|FILE", default_value = "en", value_parser = words::language)]
    pub(super) language: Language,
    /// Replace a text of the pages, as in clues=Hinweise; repeatable
    ///
    /// The names are those of a language file: contents, solutions, hints, easy, medium, hard and others. `puzzles` and
    /// `clues` replace the noun in all sentences.
    #[arg(long, value_name = "WORD=TEXT", value_parser = words::word)]
    pub(super) word: Vec<(String, String)>,
}

/// The look of pages.
#[derive(clap::Args)]
#[command(next_help_heading = "Pages")]
pub(super) struct Look {
    /// Paper, such as a4, letter, 6x9 or 170x240mm
    ///
    /// Sheets: a3, a4, a5, b5, letter, legal. Pages of books, in inches: 5x8, 5.5x8.5, 6x9, 7x10, 8x10, 8.5x8.5, 8.5x11.
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    pub(super) paper: Paper,
    /// Keep the limits of Kindle Direct Publishing, as in kdp-6x9
    ///
    /// Sets the paper, --bind, and --large-print for names that end in -large-print. Lines, text and margins are at least as large as
    /// KDP requires, the number of pages is even, and a PDF has neither links, bookmarks nor metadata.
    #[arg(long, value_name = "NAME", value_parser = presets(), conflicts_with_all = ["paper", "landscape"])]
    pub(super) preset: Option<Preset>,
    /// Lay out the pages of a bound book
    ///
    /// Pages face each other, sections begin on the right, and the inner margin grows with the number of pages.
    #[arg(long, conflicts_with = "preset")]
    pub(super) bind: bool,
    /// Extend the pages by the bleed, with tabs for sections at the edge
    #[arg(long)]
    pub(super) bleed: bool,
    /// Print in landscape orientation
    #[arg(long)]
    pub(super) landscape: bool,
    /// Puzzles on a page, 1 to 12, also by section as in 4,expert:1 [default: 4]
    ///
    /// The default is 1 on narrow paper and in large print.
    #[arg(long, value_name = "N|NAME:N,...", value_parser = per_pages)]
    pub(super) per_page: Option<PerPages>,
    /// Solutions on a page, up to 30; 0 for none [default: 12]
    ///
    /// The default is lower if the digits would be too small, and 0 for a single puzzle.
    #[arg(long, value_name = "N", value_parser = whole(0..=MOST_SOLUTIONS))]
    pub(super) solutions_per_page: Option<usize>,
    /// Print all text in 16 points or more, with heavier lines
    #[arg(long)]
    pub(super) large_print: bool,
    /// Margins [default: 15mm; with --bind 0.5in]
    #[arg(long, value_name = "LENGTH")]
    pub(super) margin: Option<Length>,
    /// Margin at the binding. Pages then face each other
    ///
    /// The default with --bind is 0.625in or more, by the number of pages.
    #[arg(long, value_name = "LENGTH")]
    pub(super) inner_margin: Option<Length>,
    /// Print small candidates in empty cells
    #[arg(long)]
    pub(super) pencilmarks: bool,
    /// Shade the cells of clues, which shows their pattern
    #[arg(long, conflicts_with = "box_color")]
    pub(super) shade_clues: bool,
    /// Print "Solution on page N" below each puzzle
    #[arg(long)]
    pub(super) solution_pages: bool,
    /// Print hints, in rising order of help
    #[arg(long, value_name = "WHERE", value_enum)]
    pub(super) hint: Option<Hint>,
    /// Scale whose path the hints follow [default: that of the pack, else se]
    ///
    /// The default is hodoku if the pack was made with constraints of HoDoKu and of no other scale.
    #[arg(long, value_name = "SCALE", requires = "hint", value_parser = path_scales())]
    pub(super) hint_scale: Option<&'static dyn PathScale>,
    /// Width of the lines between cells, or 0.4pt,1.2pt with that between boxes
    ///
    /// The default follows from the size of the grid. If you give one width, lines between boxes are three times as wide.
    #[arg(long, value_name = "WIDTH[,WIDTH]")]
    pub(super) line_width: Option<LineWidths>,
    /// Colour of the lines of grids: a share of black, or a spot colour
    ///
    /// A spot colour is NAME=C/M/Y/K with the shares that replace its ink, as in "PANTONE 300 C=100/44/0/0", and @20% for a tint.
    #[arg(long, value_name = "COLOR", default_value = "100%", value_parser = dark_tone)]
    pub(super) line_color: Tone,
    /// Background of every second box: a share of black, or a spot colour
    #[arg(long, value_name = "COLOR", value_parser = light_tone)]
    pub(super) box_color: Option<Tone>,
    /// Print marks where pages are trimmed (pdf)
    #[arg(long, conflicts_with = "preset")]
    pub(super) crop_marks: bool,
    /// Write PDF/X-1a for a printing condition, such as FOGRA39 (pdf)
    ///
    /// The file has no links, no bookmarks and no other colours than black and spot colours. Ask the printer for the condition. It is
    /// a name in the ICC's registry of characterization data.
    #[arg(long, value_name = "CONDITION", conflicts_with = "preset", value_parser = condition)]
    pub(super) pdf_x: Option<String>,
    /// Number of the first page
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=HIGHEST))]
    pub(super) first_page: u64,
    /// Leave out the page numbers
    #[arg(long)]
    pub(super) no_page_numbers: bool,
    #[command(flatten)]
    pub(super) fonts: FontArgs,
}

/// The format of a book.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum PrintFormat {
    /// A book with all fonts embedded
    Pdf,
    /// A page to print from a browser
    #[value(alias = "htm")]
    Html,
    /// Pictures as Scalable Vector Graphics
    Svg,
    /// Pictures as Encapsulated PostScript
    Eps,
    /// Pictures of pixels, in shades of grey
    Png,
}

/// The endings of outputs.
pub(super) const ENDINGS: Endings<PrintFormat> = &[
    ("pdf", PrintFormat::Pdf),
    ("html", PrintFormat::Html),
    ("htm", PrintFormat::Html),
    ("svg", PrintFormat::Svg),
    ("eps", PrintFormat::Eps),
    ("png", PrintFormat::Png),
];

/// A text above a grid.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Heading {
    /// The level: easy, medium, hard, ...
    Level,
    /// The level as one to six stars
    Stars,
    /// The rating: ER 2.6
    Rating,
    /// The estimated solving time in minutes
    Minutes,
    /// The number of clues
    Clues,
    /// The section of the pack
    Section,
    /// The title in the file: the column `title` or `name`
    Title,
    /// The id in the pack
    Id,
    /// The number alone
    None,
}

/// The sections of a book.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Sections {
    /// Sections of the pack; without them, levels if there are several
    Auto,
    /// Sections of the column `section`
    Pack,
    /// Levels, easiest first
    Level,
    /// No sections
    None,
}

/// The place of hints.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Hint {
    /// The cell of the first step is shaded
    Cell,
    /// Where to look and which technique helps, upside down below the grid
    Below,
    /// Three lists before the solutions: where to look, which technique, which step
    Back,
}

/// Returns a parser of the names of presets.
fn presets() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(|preset| preset.name)).try_map(|name| name.parse::<Preset>())
}

/// A number of puzzles on a page, of a section or of all others.
#[derive(Clone)]
pub(super) struct PerPage {
    pub(super) section: Option<String>,
    pub(super) count: usize,
}

/// The numbers of puzzles on a page, at most one of each section.
type PerPages = Vec<PerPage>;

/// Parses numbers with commas between them. The name of a section may have commas, too.
fn per_pages(text: &str) -> Result<PerPages, String> {
    let is_whole = |part: &str| part.contains(':') || part.trim().parse::<usize>().is_ok();
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',') {
        match parts.last_mut().filter(|last| !is_whole(last)) {
            Some(last) => *last = format!("{last},{part}"),
            None => parts.push(part.into()),
        }
    }
    parts.iter().map(|part| per_page(part)).collect()
}

/// Parses a number of puzzles on a page, after the name of a section if there is one.
fn per_page(text: &str) -> Result<PerPage, String> {
    let (section, count) =
        text.rsplit_once(':').map_or((None, text), |(name, count)| (Some(name.trim().into()), count));
    match count.trim().parse() {
        Ok(count) if (1..=MOST_PUZZLES).contains(&count) => Ok(PerPage { section, count }),
        _ => Err(format!("expected a whole number from 1 to {MOST_PUZZLES}, or that of a section as in expert:1")),
    }
}

/// Parses the name of a section and its text.
fn named(text: &str) -> Result<(String, String), String> {
    let (name, text) = text.split_once('=').unwrap_or_default();
    match (name.trim(), text.trim()) {
        ("", _) | (_, "") => Err("expected the name of a section, an equals sign and a text".into()),
        (name, text) => Ok((name.into(), text.into())),
    }
}

/// Parses a colour that is seen on white paper.
fn dark_tone(text: &str) -> Result<Tone, String> {
    let tone: Tone = text.parse().map_err(|error: minirow_print::Error| error.to_string())?;
    if tone.lightness() <= 0.85 {
        Ok(tone)
    } else {
        Err("is too light for lines, expected at least 15% of black".into())
    }
}

/// Parses a colour on which black digits are seen.
fn light_tone(text: &str) -> Result<Tone, String> {
    let tone: Tone = text.parse().map_err(|error: minirow_print::Error| error.to_string())?;
    if tone.lightness() >= 0.5 { Ok(tone) } else { Err("is too dark for digits, expected at most 50% of black".into()) }
}

/// Parses a printing condition of PDF/X.
fn condition(text: &str) -> Result<String, String> {
    let name = text.trim();
    let is_numbered = |start: &str, digits: usize| {
        let number = name.strip_prefix(start);
        number.is_some_and(|number| number.len() == digits && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let families = [("FOGRA", 2), ("CGATS TR ", 3), ("IFRA", 2), ("JC", 6), ("JCN", 4), ("JCW", 4)];
    match families.iter().any(|&(start, digits)| is_numbered(start, digits)) {
        true => Ok(name.into()),
        false => Err("expected a name of the ICC's registry, such as FOGRA39, FOGRA51 or CGATS TR 001".into()),
    }
}

/// The spine of a cover.
#[derive(Clone, Copy)]
pub(super) enum Spine {
    /// On white paper of Kindle Direct Publishing.
    White,
    /// On cream paper.
    Cream,
    Width(Length),
}

/// Parses the spine of a cover.
pub(super) fn spine(text: &str) -> Result<Spine, String> {
    match text {
        "white" => Ok(Spine::White),
        "cream" => Ok(Spine::Cream),
        width => match width.parse() {
            Ok(width) if width <= Length::millimetres(100.0) => Ok(Spine::Width(width)),
            _ => Err("expected white, cream, or a width from 0mm to 100mm".into()),
        },
    }
}
