//! The puzzles of a book: read, proved and put in the order of the book before anything is written.

use std::collections::{BTreeSet, HashMap, HashSet};

use clap::ValueEnum;
use minirow_core::{Candidate, Cell, Digit, Grid, House, Puzzle, Solution};
use minirow_files::ordered;
use minirow_grade::{Level, Pencilmarks, Technique, grade};
use minirow_print::{Hint, Item, State, Typeface};
use minirow_report::explain::printed;
use minirow_table::input::{self, Entry, Item as InputItem, Place};
use minirow_table::{PathScale, RatedStep, StartFrom, StartPosition};
use minirow_text::Board;

use super::Args;
use super::options::{Heading, Sections};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::Progress;
use crate::recipe;
use crate::words::{Words, tip_for};

/// The largest number of sections. A column with more values does not hold the names of sections.
const MOST_SECTIONS: usize = 1000;

/// The memory in bytes that the puzzles of a book may take: half a million puzzles with short texts. They are copied once.
const MOST_MEMORY: usize = 256 << 20;

/// The puzzles of a book.
pub(super) struct Pack {
    /// The puzzles in the order of the book.
    items: Vec<PackItem>,
    /// The sections in order, with their numbers of puzzles.
    pub(super) sections: Vec<(String, u64)>,
    /// The sections are levels.
    pub(super) by_level: bool,
    /// The first few seeds and generators that the rows name.
    pub(super) seeds: BTreeSet<String>,
    pub(super) generators: BTreeSet<String>,
    /// The levels of the puzzles.
    pub(super) levels: BTreeSet<String>,
    /// The number of puzzles that are there before.
    pub(super) repeated: usize,
}

/// The largest number of seeds that an imprint names.
const MOST_SEEDS: usize = 6;

/// A puzzle, with what the texts around it say in any language.
struct PackItem {
    number: Option<String>,
    puzzle: Puzzle,
    state: State,
    /// The values above the grid.
    remark: Vec<(Heading, String)>,
    hint: Option<HintStep>,
}

/// The first placement of a path, and its hardest step.
struct HintStep {
    placement: Candidate,
    house: House,
    technique: &'static Technique,
    effect: String,
}

/// A puzzle with the fields that a book needs.
struct RatedPuzzle {
    item: PackItem,
    /// The section that the pack names.
    section: Option<String>,
    /// The level, if the book shows it or the pack has it.
    level: Option<String>,
    seed: Option<String>,
    generator: Option<String>,
}

impl RatedPuzzle {
    /// Returns the memory that the puzzle takes, in bytes.
    fn memory(&self) -> usize {
        let PackItem { number, remark, hint, .. } = &self.item;
        let texts = [&self.section, &self.level, &self.seed, &self.generator, number].into_iter().flatten();
        let texts = texts.chain(hint.iter().map(|hint| &hint.effect)).chain(remark.iter().map(|(_, value)| value));
        size_of::<Self>() + texts.map(String::len).sum::<usize>()
    }
}

impl Pack {
    /// Reads all puzzles, on all cores. `typeface` has the fonts that must have all characters, if there are such fonts.
    ///
    /// # Errors
    /// The place and the problem of the first line that is not a puzzle.
    pub(super) fn read(args: &Args, typeface: Option<&Typeface>) -> Result<Pack> {
        let inputs = args.inputs.inputs()?;
        let interrupt = interrupt::token();
        let items = input::ahead(inputs.read()?, &interrupt);
        let progress = Progress::spinner("puzzles", args.work.quiet);
        progress.count_grids(&inputs);
        let hint_scale = args.look.hint_scale.unwrap_or_else(|| recipe::path_scale(&inputs));
        let reader = Reader { args, hint_scale, typeface };
        let (mut puzzles, mut memory) = (Vec::new(), 0);
        let mut numbers = HashMap::new();
        ordered::map(
            items,
            args.work.threads,
            |item| interrupt.stops_ratings(|| reader.read(item)),
            |portion| {
                progress.add(portion.len() as u64);
                portion.into_iter().try_for_each(|puzzle| {
                    let (place, puzzle) = puzzle?;
                    if let Some(number) = &puzzle.item.number
                        && let Some(first) = numbers.insert(number.clone(), place.clone())
                    {
                        let problem = format!("found the number {number} of {first} again, expected each number once");
                        return Err(Error::data(format!("{place}: {problem}")));
                    }
                    memory += puzzle.memory();
                    puzzles.push(puzzle);
                    if memory <= MOST_MEMORY {
                        return Ok(());
                    }
                    let (found, most) = (puzzles.len(), MOST_MEMORY >> 20);
                    Err(Error::data(format!(
                        "found {found} puzzles with more than {most} MiB, expected fewer puzzles or shorter texts in a book"
                    )))
                })
            },
        )?;
        interrupt.check(Error::Interrupted)?;
        // A date belongs to the place in the file.
        let by = if args.date.is_some() { Sections::None } else { args.texts.sections };
        Pack::arranged(puzzles, by)
    }

    /// Sorts puzzles into sections. Within a section, they keep their order.
    fn arranged(puzzles: Vec<RatedPuzzle>, by: Sections) -> Result<Pack> {
        let has_sections = puzzles.iter().any(|puzzle| puzzle.section.is_some());
        let has_levels = puzzles.iter().any(|puzzle| puzzle.level != puzzles[0].level);
        let by_level = by == Sections::Level || by == Sections::Auto && !has_sections && has_levels;
        let by_section = has_sections && matches!(by, Sections::Pack | Sections::Auto);
        let (mut seeds, mut generators, mut levels) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut numbers = HashMap::new();
        let different: HashSet<&Grid> = puzzles.iter().map(|puzzle| puzzle.item.puzzle.clues()).collect();
        let repeated = puzzles.len() - different.len();
        let mut ranked = Vec::with_capacity(puzzles.len());
        for RatedPuzzle { item, section, level, seed, generator } in puzzles {
            for (set, text) in [(&mut seeds, seed), (&mut generators, generator)] {
                if set.len() <= MOST_SEEDS {
                    set.extend(text);
                }
            }
            levels.extend(level.clone());
            let section = if by_section { section } else { level.filter(|_| by_level) }.unwrap_or_default();
            let next = numbers.len();
            let number = *numbers.entry(section.clone()).or_insert(next);
            // Our levels have their order. Other sections follow in the order of their first puzzles.
            let level = section.parse::<Level>().ok().filter(|_| by_level);
            ranked.push((level.map_or(usize::MAX, |level| level as usize), number, section, item));
        }
        if numbers.len() > MOST_SECTIONS {
            let found = numbers.len();
            return Err(Error::data(format!(
                "found {found} sections, expected at most {MOST_SECTIONS}; --sections none prints without sections"
            )));
        }
        ranked.sort_by_key(|&(level, number, ..)| (level, number));
        let sections = ranked.chunk_by(|(_, a, ..), (_, b, ..)| a == b);
        Ok(Pack {
            sections: sections.map(|section| (section[0].2.clone(), section.len() as u64)).collect(),
            items: ranked.into_iter().map(|(.., item)| item).collect(),
            by_level,
            seeds,
            generators,
            levels,
            repeated,
        })
    }

    /// Returns `true` if all levels are known, and no puzzle needs the forcing chains of the highest ones, which are hardly more than
    /// guessing.
    pub(super) fn needs_no_guessing(&self) -> bool {
        let is_plain = |name: &String| name.parse::<Level>().is_ok_and(|level| level <= Level::Expert);
        !self.levels.is_empty() && self.levels.iter().all(is_plain)
    }

    /// Returns `true` if a puzzle has a value of a heading.
    pub(super) fn has_heading(&self, heading: Heading) -> bool {
        self.items.iter().any(|item| item.remark.iter().any(|&(of, _)| of == heading))
    }

    /// Returns `true` if a puzzle has a hint: a solved board has none.
    pub(super) fn has_hint(&self) -> bool {
        self.items.iter().any(|item| item.hint.is_some())
    }

    /// Returns `true` if a puzzle has an empty cell.
    pub(super) fn has_empty_cell(&self) -> bool {
        let is_empty = |item: &PackItem, cell| item.state.placed.get(cell).or(item.puzzle.clues().get(cell)).is_none();
        self.items.iter().any(|item| Cell::ALL.into_iter().any(|cell| is_empty(item, cell)))
    }

    /// Returns the number of puzzles.
    pub(super) fn len(&self) -> u64 {
        self.items.len() as u64
    }

    /// Returns a puzzle by its place in the book, with its texts in the words of the book.
    pub(super) fn item(&self, index: u64, words: &Words) -> Item {
        let PackItem { number, puzzle, state, remark, hint } = &self.items[index as usize];
        let parts = remark.iter().map(|(heading, value)| heading.in_words(value, words));
        let hint = hint.as_ref().map(|HintStep { placement, house, technique, effect }| {
            let technique = words.technique(technique).unwrap_or(technique.name).into();
            Hint { placement: *placement, texts: [words.look_at(*house), technique, effect.clone()] }
        });
        let remark = parts.collect::<Vec<_>>().join(" · ");
        Item { number: number.clone(), puzzle: *puzzle, state: state.clone(), remark, hint }
    }

    /// Returns the levels in words, such as `Easy to Hard`. The text is empty if a level is not one of ours.
    pub(super) fn level_range(&self, words: &Words) -> String {
        let ours: BTreeSet<Level> = self.levels.iter().filter_map(|name| name.parse().ok()).collect();
        match (ours.first(), ours.last()) {
            (Some(first), Some(last)) if ours.len() == self.levels.len() => {
                let (first, last) = (words.level(first.name()), words.level(last.name()));
                let range = || words.filled("level-range", &[("first", &first), ("last", &last)]);
                if first == last { first } else { range() }
            }
            _ => String::new(),
        }
    }
}

/// Turns lines into puzzles.
struct Reader<'a> {
    args: &'a Args,
    hint_scale: &'static dyn PathScale,
    /// The fonts that must have all characters, or `None` if the texts are not printed in them.
    typeface: Option<&'a Typeface<'a>>,
}

impl Reader<'_> {
    fn read(&self, item: InputItem) -> Result<(Place, RatedPuzzle)> {
        let entry = item.map_err(Error::data)?;
        match self.puzzle(&entry) {
            Ok(puzzle) => Ok((entry.place, puzzle)),
            Err(why) => Err(Error::data(format!("{}: {why}", entry.place))),
        }
    }

    fn puzzle(&self, entry: &Entry) -> Result<RatedPuzzle, String> {
        let puzzle = entry.puzzle().map_err(|error| match entry.board {
            Board::Grid(_) => error.to_string(),
            Board::Candidates(_) => {
                format!("found candidates whose filled cells are no puzzle ({error}), expected a puzzle")
            }
        })?;
        let state = state(entry, &puzzle)?;
        if let Some(given) = &entry.solution {
            check_solution(given, puzzle.solution())?;
        }
        let texts = &self.args.texts;
        let number = texts.numbers.as_ref().map(|column| own_number(column, field(entry, &[column]))).transpose()?;
        let section = field(entry, &["section"]);
        if texts.sections == Sections::Pack && section.is_none() {
            return Err("found no section, expected a column `section`".into());
        }
        let by_level = texts.sections == Sections::Level || texts.sections == Sections::Auto && section.is_none();
        let (level, rating) = self.level_and_rating(entry, &puzzle, by_level);
        let value = |heading| match heading {
            Heading::Level => level.clone(),
            Heading::Stars => level.as_ref().and_then(|level| Some(stars(level.parse().ok()?))),
            Heading::Rating => rating.clone(),
            Heading::Clues => Some(puzzle.clues().clue_count().to_string()),
            Heading::Minutes => {
                let known = field(entry, &["minutes"]).and_then(|minutes| minutes.parse().ok());
                let minutes: f64 = known.unwrap_or_else(|| minirow_time::estimate(&puzzle).minutes);
                Some((minutes.round().max(1.0) as u64).to_string())
            }
            Heading::Section => section.clone(),
            Heading::Title => field(entry, &["title", "name"]),
            Heading::Id => field(entry, &["id"]),
            Heading::None => None,
        };
        let remark: Vec<_> = texts.heading.iter().filter_map(|&heading| Some((heading, value(heading)?))).collect();
        for (name, text) in [("section", &section), ("level", &level), ("number", &number)] {
            text.as_ref().map_or(Ok(()), |text| self.check_text(name, text))?;
        }
        remark.iter().try_for_each(|(heading, text)| self.check_text(&heading.name(), text))?;
        let hint = match self.args.look.hint {
            Some(_) => {
                let start = StartPosition::from_record(&entry.record, StartFrom::Digits);
                hint(&start.map_err(|error| error.to_string())?, self.hint_scale)
            }
            None => None,
        };
        let (seed, generator) = (field(entry, &["seed"]), field(entry, &["generator"]));
        Ok(RatedPuzzle { item: PackItem { number, puzzle, state, remark, hint }, section, level, seed, generator })
    }

    /// Returns the level and the rating of a row. If the book shows one that the row has not, the puzzle is rated.
    fn level_and_rating(&self, entry: &Entry, puzzle: &Puzzle, by_level: bool) -> (Option<String>, Option<String>) {
        // Other programs write the names of our levels with a capital letter.
        let own_name =
            |level: String| level.to_ascii_lowercase().parse::<Level>().map_or(level, |ours| ours.to_string());
        // These are not levels: a limit has ended the rating.
        let is_level = |level: &String| !["too-hard", "budget-spent"].contains(&level.as_str());
        let level = field(entry, &["level", "difficulty"]).map(own_name).filter(is_level);
        let rating = field(entry, &["er", "rating"]);
        let shows = |heading| self.args.texts.heading.contains(&heading);
        let shows_level = shows(Heading::Level) || shows(Heading::Stars);
        if (level.is_some() || !shows_level && !by_level) && (rating.is_some() || !shows(Heading::Rating)) {
            return (level, rating);
        }
        let grade = grade(puzzle);
        let own_level = || grade.level().map(|level| level.to_string());
        (level.or_else(own_level), rating.or_else(|| grade.er().map(|rating| rating.to_string())))
    }

    /// Checks that the fonts have the characters of a text, if it is printed in them.
    fn check_text(&self, name: &str, text: &str) -> Result<(), String> {
        let checked = self.typeface.map_or(Ok(()), |typeface| typeface.check(text));
        checked.map_err(|why| format!("{name} {text:?}: {why}{}", tip_for(&why)))
    }
}

/// Returns the text of the first of some columns that a row has.
fn field(entry: &Entry, names: &[&str]) -> Option<String> {
    let text = names.iter().find_map(|name| entry.fields.text(name))?.trim().to_string();
    (!text.is_empty()).then_some(text)
}

/// Returns the digits and pencilmarks beside the clues of a puzzle.
fn state(entry: &Entry, puzzle: &Puzzle) -> Result<State, String> {
    // The cells with one candidate of a board of candidates are not all filled.
    let placed = if let Board::Candidates(_) = entry.board { *puzzle.clues() } else { entry.state() };
    if let Some(state) = entry.unread_state() {
        let is_other = |&(cell, digit): &(Cell, Digit)| state.get(cell) != Some(digit);
        let (cell, clue) = puzzle.clues().clues().find(is_other).expect("a state without a clue");
        let found = state.get(cell).map_or("no digit".into(), |digit| digit.to_string());
        return Err(format!("found {found} at {cell} in the column state, expected the clue {clue}"));
    }
    let has_marks = matches!(entry.board, Board::Candidates(_))
        || Cell::ALL.into_iter().any(|cell| !entry.pencilmarks(cell).is_empty());
    Ok(State { placed, candidates: has_marks.then(|| entry.candidates()) })
}

impl Heading {
    /// Returns the name of the value on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
    }

    /// Returns the text of a value above a grid.
    fn in_words(self, value: &str, words: &Words) -> String {
        let counted = |key: &str| words.counted(key, value.parse().unwrap_or_default(), &[("count", value)]);
        match self {
            Heading::Level => words.level(value),
            Heading::Rating => format!("ER {}", value.replace('.', words.get("decimal"))),
            Heading::Clues => counted("clue-count"),
            Heading::Minutes => counted("minutes"),
            Heading::Section => words.section(value),
            Heading::Stars | Heading::Title | Heading::Id | Heading::None => value.into(),
        }
    }
}

/// Returns the stars of a level: one for the lowest, and six for the highest.
fn stars(level: Level) -> String {
    let lower = level as usize;
    "★".repeat(lower + 1) + &"☆".repeat(Level::ALL.len() - 1 - lower)
}

/// The most characters of a number.
const LONGEST_NUMBER: usize = 12;

/// Returns the number of a puzzle in the column of numbers.
fn own_number(column: &str, number: Option<String>) -> Result<String, String> {
    match number {
        Some(number) if number.chars().count() <= LONGEST_NUMBER => Ok(number),
        Some(number) => {
            Err(format!("found {number:?} in the column {column}, expected at most {LONGEST_NUMBER} characters"))
        }
        None => Err(format!("found no number, expected one in the column {column}")),
    }
}

/// Checks the solution in a file.
fn check_solution(given: &str, solution: &Solution) -> Result<(), String> {
    match minirow_text::parse(given) {
        Ok(Board::Grid(grid)) if grid == *solution.grid() => Ok(()),
        _ => Err("the solution in the file is not the solution of the puzzle".into()),
    }
}

/// Returns the hint for a board: the first placement on the path of a scale, and its hardest step, the first one if there are several.
/// The step that blocks a reader is more often a hard one than the first one.
fn hint(start: &StartPosition, scale: &dyn PathScale) -> Option<HintStep> {
    let mut path = scale.path(start);
    let (mut placement, mut hardest) = (None, None::<(Pencilmarks, RatedStep)>);
    loop {
        let position = path.position().clone();
        let Some(step) = path.next_step() else { break };
        let filled = || path.position().values().clues().find(|&(cell, _)| position.values().get(cell).is_none());
        placement = placement.or_else(|| filled().map(|(cell, digit)| Candidate { cell, digit }));
        if hardest.as_ref().is_none_or(|(_, hardest)| hardest.rating < step.rating) {
            hardest = Some((position, step));
        }
    }
    let (position, step) = hardest?;
    let step = step.explain(&position).step;
    let (house, technique, effect) = (step.region(), step.technique(), printed(&step.to_string()));
    Some(HintStep { placement: placement?, house, technique, effect })
}
