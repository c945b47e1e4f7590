//! The puzzles of a book, read and proved once and kept in a temporary file, for they are printed more than once and in
//! another order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};

use minirow_core::text::Board;
use minirow_core::{Cell, Digit, Puzzle, Solution};
use minirow_grade::{Level, grade, path};
use minirow_print::{Hint, Item, Typeface};
use serde::{Deserialize, Serialize};

use super::setup::Words;
use super::{Args, Heading, PrintFormat, Sections};
use minirow_table::{ordered, unnamed_file};

use crate::args::count_for;
use crate::error::{Error, Result};
use crate::interrupt;

use crate::progress::Progress;
use minirow_table::input::{self, Entry, Item as Read};

/// A book has no more sections than this: whatever a column holds, it is not the names of sections.
const MOST_SECTIONS: usize = 1000;

/// The puzzles of a book.
pub(super) struct Pack {
    file: BufReader<File>,
    /// Where the reader is.
    position: u64,
    /// Where the puzzles are in the file, in the order of the book.
    offsets: Vec<u64>,
    /// The sections, in order, with how many puzzles each has.
    pub(super) sections: Vec<(String, u64)>,
    /// The sections are levels.
    pub(super) by_level: bool,
    /// The first few seeds and generators that the rows name.
    pub(super) seeds: BTreeSet<String>,
    pub(super) generators: BTreeSet<String>,
    /// The rating of the easiest and of the hardest puzzle of each level, as it is printed.
    pub(super) levels: BTreeSet<String>,
}

/// The most seeds that an imprint names.
const MOST_SEEDS: usize = 6;

/// A puzzle as it is stored in the temporary file.
#[derive(Serialize, Deserialize)]
struct Kept {
    clues: String,
    remark: String,
    /// The index of the cell, the digit, and the words.
    hint: Option<(usize, u8, String)>,
}

/// A puzzle with the fields that a book needs.
struct Known {
    kept: Kept,
    /// The section that the pack names.
    section: Option<String>,
    /// Its level, if it is asked for or the pack knows it.
    level: Option<String>,
    seed: Option<String>,
    generator: Option<String>,
}

impl Pack {
    /// Reads all puzzles, on all cores.
    ///
    /// # Errors
    /// At the first line that is no puzzle, with its place.
    pub(super) fn read(args: &Args, typeface: &Typeface, format: PrintFormat, words: &Words) -> Result<Pack> {
        let items = input::ahead(args.inputs.read()?, &interrupt::token());
        let progress = Progress::spinner("puzzles", args.work.quiet);
        count_for(&args.inputs.inputs()?, &progress);
        let reader = Reader { args, words, typeface: (format != PrintFormat::Html).then_some(typeface) };
        let mut writer = Spool::new()?;
        ordered::map(
            items,
            args.work.threads,
            |item| reader.read(item),
            |portion| {
                progress.add(portion.len() as u64);
                portion.into_iter().try_for_each(|known| writer.add(known?))
            },
        )?;
        if interrupt::requested() {
            return Err(Error::Interrupted);
        }
        writer.finish(args.texts.sections)
    }

    /// Returns the number of puzzles.
    pub(super) fn len(&self) -> u64 {
        self.offsets.len() as u64
    }

    /// Returns a puzzle by its place in the book.
    pub(super) fn item(&mut self, index: u64) -> Result<Item> {
        let offset = self.offsets[index as usize];
        let read = || -> io::Result<Kept> {
            if offset != self.position {
                // A short way is passed over in the buffer.
                self.file.seek_relative(offset as i64 - self.position as i64)?;
                self.position = offset;
            }
            let mut line = String::new();
            self.position += self.file.read_line(&mut line)? as u64;
            Ok(serde_json::from_str(&line)?)
        };
        let kept = { read }().map_err(|error| Error::data(format!("a temporary file: cannot be read: {error}")))?;
        let clues = kept.clues.parse().expect("clues as they were written");
        let hint = kept.hint.map(|(cell, digit, text)| Hint {
            placement: minirow_core::Candidate {
                cell: Cell::from_index(cell),
                digit: Digit::new(digit).expect("a digit as it was written"),
            },
            text,
        });
        Ok(Item { puzzle: Puzzle::new(clues).expect("a puzzle, as was proved"), remark: kept.remark, hint })
    }
}

/// Turns lines into puzzles.
struct Reader<'a> {
    args: &'a Args,
    words: &'a Words,
    /// The fonts that texts have to be in; nothing where a browser has them.
    typeface: Option<&'a Typeface<'a>>,
}

impl Reader<'_> {
    fn read(&self, item: Read) -> Result<Known> {
        let entry = item.map_err(Error::data)?;
        self.known(&entry).map_err(|why| Error::data(format!("{}: {why}", entry.place)))
    }

    fn known(&self, entry: &Entry) -> std::result::Result<Known, String> {
        let clues = entry.board.clues().map_err(|error| format!("{error}: only puzzles are printed"))?;
        let puzzle = Puzzle::new(*clues).map_err(|error| error.to_string())?;
        if let Some(given) = &entry.solution {
            check_solution(given, puzzle.solution())?;
        }
        let field = |names: &[&str]| {
            let text = names.iter().find_map(|name| entry.fields.text(name));
            text.map(|text| text.trim().to_string()).filter(|text| !text.is_empty())
        };
        let wanted = |heading| self.args.texts.heading.contains(&heading);
        let section = field(&["section"]);
        let mut level = field(&["level", "difficulty"]);
        let mut rating = field(&["er", "rating"]);
        // Other programs write ours with a capital letter.
        level = level.map(|level| level.to_ascii_lowercase().parse::<Level>().map_or(level, |ours| ours.to_string()));
        // What a limit broke off has no level yet.
        level = level.filter(|level| !["too-hard", "budget-spent"].contains(&level.as_str()));
        let by_level = match self.args.texts.sections {
            Sections::Level => true,
            Sections::Auto => section.is_none(),
            Sections::Pack | Sections::None => false,
        };
        if self.args.texts.sections == Sections::Pack && section.is_none() {
            return Err("found no section, expected a column `section`".into());
        }
        if level.is_none() && (wanted(Heading::Level) || by_level) || rating.is_none() && wanted(Heading::Rating) {
            let grade = grade(&puzzle);
            level = level.or_else(|| grade.level().map(|level| level.to_string()));
            rating = rating.or_else(|| grade.er().map(|rating| rating.to_string()));
        }
        let parts = self.args.texts.heading.iter().filter_map(|heading| match heading {
            Heading::Level => level.as_ref().map(|level| self.words.level(level)),
            Heading::Rating => rating.as_ref().map(|rating| format!("ER {rating}")),
            Heading::Clues => Some(format!("{} {}", puzzle.clues().clue_count(), self.words.clues)),
            Heading::Id => field(&["id"]),
            Heading::None => None,
        });
        let remark = parts.collect::<Vec<_>>().join(" · ");
        for text in [Some(&remark), section.as_ref(), level.as_ref()].into_iter().flatten() {
            self.check(text)?;
        }
        let hint = self.args.look.hint.and_then(|_| hint(&puzzle));
        Ok(Known {
            kept: Kept { clues: puzzle.clues().to_string(), remark, hint },
            section,
            level,
            seed: field(&["seed"]),
            generator: field(&["generator"]),
        })
    }

    fn check(&self, text: &str) -> std::result::Result<(), String> {
        self.typeface.map_or(Ok(()), |typeface| typeface.check(text).map_err(|why| format!("{text:?}: {why}")))
    }
}

/// Checks the solution that a pack gives.
fn check_solution(given: &str, solution: &Solution) -> std::result::Result<(), String> {
    let right = solution.to_string();
    match minirow_core::text::parse(given) {
        Ok(Board::Grid(grid)) if grid.to_string() == right => Ok(()),
        _ => Err("the solution that the file gives is not the solution".into()),
    }
}

/// The first digit that can be placed on the path of the grader, and what it takes to see the first step.
fn hint(puzzle: &Puzzle) -> Option<(usize, u8, String)> {
    let mut first = None;
    for step in path(puzzle) {
        let technique = *first.get_or_insert(step.technique());
        if let Some(placement) = step.placement() {
            let text = if std::ptr::eq(technique, step.technique()) {
                format!("{step}, {}", technique.name)
            } else {
                format!("{}, then {}={}", technique.name, placement.cell, placement.digit)
            };
            return Some((placement.cell.index(), placement.digit.get(), text));
        }
    }
    None
}

/// A temporary file that puzzles are written to, as they come.
struct Spool {
    file: BufWriter<File>,
    position: u64,
    /// Where the puzzles of each section are, by the section that the pack names and by level.
    sections: Groups,
    levels: Groups,
    all: Vec<u64>,
    seeds: BTreeSet<String>,
    generators: BTreeSet<String>,
}

/// Offsets by name; names in the order in which they came.
#[derive(Default)]
struct Groups {
    numbers: BTreeMap<String, usize>,
    groups: Vec<(String, Vec<u32>)>,
}

impl Groups {
    fn add(&mut self, name: &str, puzzle: u32) -> Result<()> {
        let number = match self.numbers.get(name) {
            Some(&number) => number,
            None if self.groups.len() == MOST_SECTIONS => {
                return Err(Error::data(format!(
                    "found more than {MOST_SECTIONS} sections; --sections none prints without"
                )));
            }
            None => {
                self.numbers.insert(name.to_string(), self.groups.len());
                self.groups.push((name.to_string(), Vec::new()));
                self.groups.len() - 1
            }
        };
        self.groups[number].1.push(puzzle);
        Ok(())
    }
}

impl Spool {
    fn new() -> Result<Spool> {
        let file = unnamed_file(&std::env::temp_dir()).map_err(|error| Error::writing("a temporary file", &error))?;
        Ok(Spool {
            file: BufWriter::with_capacity(1 << 16, file),
            position: 0,
            sections: Groups::default(),
            levels: Groups::default(),
            all: Vec::new(),
            seeds: BTreeSet::new(),
            generators: BTreeSet::new(),
        })
    }

    fn add(&mut self, known: Known) -> Result<()> {
        let number = u32::try_from(self.all.len()).map_err(|_| Error::data("more puzzles than a book can have"))?;
        let mut line = serde_json::to_vec(&known.kept).expect("texts and numbers");
        line.push(b'\n');
        self.file.write_all(&line).map_err(|error| Error::writing("a temporary file", &error))?;
        self.all.push(self.position);
        self.position += line.len() as u64;
        self.sections.add(known.section.as_deref().unwrap_or_default(), number)?;
        self.levels.add(known.level.as_deref().unwrap_or_default(), number)?;
        for (set, text) in [(&mut self.seeds, known.seed), (&mut self.generators, known.generator)] {
            if set.len() <= MOST_SEEDS {
                set.extend(text);
            }
        }
        Ok(())
    }

    fn finish(self, by: Sections) -> Result<Pack> {
        let mut file = self.file.into_inner().map_err(|error| Error::writing("a temporary file", error.error()))?;
        file.seek(SeekFrom::Start(0)).map_err(|error| Error::writing("a temporary file", &error))?;
        let has_names = self.sections.groups.iter().any(|(name, _)| !name.is_empty());
        let by_level = by == Sections::Level || by == Sections::Auto && !has_names && self.levels.groups.len() > 1;
        let levels = self.levels.groups.iter().map(|(name, _)| name.clone()).filter(|name| !name.is_empty()).collect();
        let mut groups = match by {
            Sections::Pack | Sections::Auto if has_names => self.sections.groups,
            _ if by_level => self.levels.groups,
            _ => vec![(String::new(), (0..self.all.len() as u32).collect())],
        };
        if by_level {
            // Levels that are ours in their order; others after them, as they came.
            let rank = |name: &str| name.parse::<Level>().map_or(usize::MAX, |level| level as usize);
            groups.sort_by_key(|(name, _)| rank(name));
        }
        let sections = groups.iter().map(|(name, puzzles)| (name.clone(), puzzles.len() as u64)).collect();
        let order = groups.into_iter().flat_map(|(_, puzzles)| puzzles);
        Ok(Pack {
            file: BufReader::with_capacity(1 << 16, file),
            position: 0,
            offsets: order.map(|number| self.all[number as usize]).collect(),
            sections,
            by_level,
            seeds: self.seeds,
            generators: self.generators,
            levels,
        })
    }
}

/// The levels of a pack in words, `easy to hard`.
pub(super) fn span_of_levels(pack: &Pack, words: &Words) -> String {
    let ours: BTreeSet<Level> = pack.levels.iter().filter_map(|name| name.parse().ok()).collect();
    match (ours.first(), ours.last()) {
        (Some(first), Some(last)) if ours.len() == pack.levels.len() => {
            let (first, last) = (words.level(first.name()), words.level(last.name()));
            if first == last { first } else { format!("{first} – {last}") }
        }
        _ => String::new(),
    }
}
