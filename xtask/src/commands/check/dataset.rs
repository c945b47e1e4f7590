//! `check --dataset`: whether all that a data set says is so, and nothing is in it twice or in two splits.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::path::Path;

use indicatif::HumanCount;
use minirow_core::solver::batch::Engine;
use minirow_core::{Grid, Puzzle, Symmetry};

use super::checksums::Checksums;
use super::copies::{Copies, Difference};
use super::files::{Files, rank, split_of};
use super::row::{self, Looked, What};
use super::same::{Found, Keys, Why};
use crate::batch;
use crate::classes;
use crate::commands::Answer;
use crate::commands::per_grid::Common;
use crate::failure::{Failure, Result};
use crate::input::{self, Entry, Inputs, Item, Place, Places, Source};
use crate::output::Output;
use crate::progress::Progress;
use crate::sort::Room;

/// How many rows are rated again, unless it is said.
const SAMPLE: usize = 1_000;

/// The flags of `check` that are for data sets.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for data sets")]
pub(super) struct Flags {
    /// Prove what whole files say, or the files of a folder, instead of a verdict on each grid
    #[arg(long, conflicts_with_all = ["format", "json"])]
    dataset: bool,
    /// How many rows to rate again: `all`, `none`, a number, or `sample`, which is 1000; always the same ones
    #[arg(long, value_name = "WHICH", requires = "dataset", default_value = "sample", value_parser = ratings)]
    ratings: Ratings,
    /// Each file is a split of its own, whatever its name
    #[arg(long, requires = "dataset")]
    files_are_splits: bool,
    #[command(flatten)]
    room: Room,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ratings {
    All,
    Sample(usize),
}

fn ratings(text: &str) -> std::result::Result<Ratings, String> {
    match text {
        "all" => Ok(Ratings::All),
        "none" => Ok(Ratings::Sample(0)),
        "sample" => Ok(Ratings::Sample(SAMPLE)),
        number => number.parse().map(Ratings::Sample).map_err(|_| "expected all, none, sample or a number".into()),
    }
}

impl Flags {
    pub(super) fn is_asked_for(&self) -> bool {
        self.dataset
    }

    pub(super) fn run(&self, common: &Common) -> Result<Answer> {
        let mut files = Files::of(common.inputs.paths())?;
        let folder = self.room.folder(common.target.out.as_deref())?;
        if !files.rows.is_empty() {
            Inputs::of(&files.rows).sources()?; // that a file is not there comes first
        }
        let checksums = Checksums::read(&mut files)?;
        let progress = Progress::spinner("rows", common.quiet || common.to_terminal());
        let checksum_failures = checksums.failures(&files, &progress);
        let copies = Copies::take(&mut files);
        let inputs = if files.rows.is_empty() { common.inputs.clone() } else { Inputs::of(&files.rows) };
        let sources = inputs.sources()?;
        let split = |path: Option<&Path>| match (self.files_are_splits, path) {
            (true, Some(path)) => Some(path.display().to_string()),
            _ => path.and_then(split_of).map(String::from),
        };
        let mut checking = Checking {
            output: Output::open(&common.target)?,
            progress: &progress,
            strict: common.strict,
            failures: 0,
            places: Places { names: sources.iter().map(Source::name).collect(), starts: Vec::new() },
            files: sources.iter().map(|source| (split(source.path()), 0)).collect(),
            rows: 0,
            said: BTreeMap::new(),
            wrong: BTreeMap::new(),
            rated: 0,
            splits: Vec::new(),
            numbers: HashMap::new(),
            keys: Some(Keys::new(&self.room, &folder)),
            sample: Sample { size: self.sample_size(), rows: BTreeMap::new() },
        };
        for (path, why) in &checksum_failures {
            checking.fail(&path.display().to_string(), why)?;
        }
        inputs.count_for(&progress);
        let items = input::ahead(
            sources
                .clone()
                .into_iter()
                .enumerate()
                .flat_map(|(file, source)| source.items().map(move |item| (file, item))),
        );
        let look = |items| look(items, self.ratings == Ratings::All);
        batch::in_order_together(items, common.threads, look, |found| {
            progress.add(found.len() as u64);
            found.into_iter().try_for_each(|row| checking.row(row))
        })?;
        for (source, rows) in sources.iter().zip(checking.files.iter().map(|(_, rows)| *rows).collect::<Vec<_>>()) {
            for why in source.path().map(|path| checksums.wrong_rows(path, rows)).unwrap_or_default() {
                checking.fail(&source.name(), &why)?;
            }
        }
        checking.rate(common.threads)?;
        let mut wrong_copies = 0;
        if copies.len() > 0 {
            progress.remark(", comparing copies".into());
        }
        copies.compare(|Difference { place, why }| {
            wrong_copies += 1;
            checking.fail(&place, &why)
        })?;
        let summary = Summary {
            checksums: checksums.len(),
            wrong_checksums: checksum_failures.len(),
            copies: copies.len(),
            wrong_copies,
            files: &files,
        };
        checking.finish(&summary)
    }

    fn sample_size(&self) -> usize {
        if let Ratings::Sample(size) = self.ratings { size } else { 0 }
    }
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// A row by its file, with what was found out about it; or what is wrong with the line.
type Row = (usize, Place, std::result::Result<(Entry, Looked), String>);

fn look(items: Vec<(usize, Item)>, rate: bool) -> Vec<Row> {
    let grids: Vec<Grid> = items.iter().filter_map(|(_, item)| row::clues(item.as_ref().ok()?)).collect();
    let mut puzzles = ENGINE.with_borrow_mut(|engine| engine.puzzles(&grids).collect::<Vec<_>>()).into_iter();
    let mut row = |(file, item): (usize, Item)| match item {
        Ok(entry) => {
            let puzzle = row::clues(&entry).and_then(|_| puzzles.next());
            let looked = row::look(&entry, puzzle, rate);
            (file, entry.place.clone(), Ok((entry, looked)))
        }
        Err(bad) => (file, bad.place, Err(bad.message)),
    };
    items.into_iter().map(&mut row).collect()
}

/// All that is known so far.
struct Checking<'a> {
    output: Output,
    progress: &'a Progress,
    strict: bool,
    failures: u64,
    places: Places,
    /// By file: the split that its name says, and how many rows it has.
    files: Vec<(Option<String>, u64)>,
    rows: u64,
    /// How many rows say something, and how many are wrong about it.
    said: BTreeMap<What, u64>,
    wrong: BTreeMap<What, u64>,
    /// How many rows say how hard they are.
    rated: u64,
    /// The splits, in the order in which they were met, with their rows.
    splits: Vec<(String, u64)>,
    /// Their numbers.
    numbers: HashMap<String, usize>,
    /// Until they are sorted.
    keys: Option<Keys>,
    sample: Sample,
}

impl Checking<'_> {
    fn fail(&mut self, place: &str, why: &str) -> Result<()> {
        self.failures += 1;
        self.output.write(format!("{place}: {why}\n").as_bytes())
    }

    fn row(&mut self, (file, place, looked): Row) -> Result<()> {
        while self.places.starts.len() <= file {
            self.places.starts.push(self.rows);
        }
        let number = self.rows;
        self.rows += 1;
        self.files[file].1 += 1;
        *self.said.entry(What::Grid).or_default() += 1;
        let (entry, looked) = match looked {
            Ok(found) => found,
            Err(why) if self.strict => return Err(Failure::data(format!("{place}: {why}"))),
            Err(why) => {
                *self.wrong.entry(What::Grid).or_default() += 1;
                return self.fail(&place.to_string(), &why);
            }
        };
        for what in &looked.said {
            *self.said.entry(*what).or_default() += 1;
        }
        for (what, why) in &looked.failures {
            *self.wrong.entry(*what).or_default() += 1;
            self.fail(&place.to_string(), why)?;
        }
        let split = looked.split.clone().or_else(|| self.files[file].0.clone()).map(|name| self.split(name));
        if let Some(keys) = &mut self.keys {
            keys.push(number, place.line(), &looked, split)?;
        }
        if row::is_rated(&entry) {
            self.rated += 1;
            self.sample.take(number, entry);
        }
        Ok(())
    }

    /// The number of a split; it has one more row.
    fn split(&mut self, name: String) -> usize {
        let number = match self.numbers.get(&name) {
            Some(&number) => number,
            None => {
                self.splits.push((name.clone(), 0));
                self.numbers.insert(name, self.splits.len() - 1);
                self.splits.len() - 1
            }
        };
        self.splits[number].1 += 1;
        number
    }

    /// Rates the sample again.
    fn rate(&mut self, threads: Option<NonZeroUsize>) -> Result<()> {
        let rows = std::mem::take(&mut self.sample.rows);
        let mut rows: Vec<(u64, Entry)> = rows.into_iter().map(|((_, number), entry)| (number, entry)).collect();
        rows.sort_by_key(|(number, _)| *number);
        let total = rows.len();
        let mut done = 0;
        let rate = |(_, entry): (u64, Entry)| {
            let puzzle = Puzzle::new(entry.grid()).ok()?;
            Some((entry.place.clone(), row::wrong_ratings(&entry, &puzzle)))
        };
        batch::in_order(rows.into_iter(), threads, rate, |rated| {
            done += rated.len();
            self.progress.remark(format!(", {done} of {total} rated again"));
            for (place, wrong) in rated.into_iter().flatten() {
                *self.said.entry(What::Ratings).or_default() += 1;
                if let Some(why) = wrong {
                    *self.wrong.entry(What::Ratings).or_default() += 1;
                    self.fail(&place.to_string(), &why)?;
                }
            }
            Ok(())
        })
    }

    /// Looks for what is there twice, and sums up.
    fn finish(mut self, summary: &Summary) -> Result<Answer> {
        let mut same = Same::default();
        self.progress.remark(", sorting".into());
        if let Some(keys) = self.keys.take() {
            let mut next = keys.found()?;
            while let Some(found) = next()? {
                self.double(&found, &mut same)?;
            }
        }
        let text = self.summary(summary, &same);
        self.output.write(text.as_bytes())?;
        self.output.finish()?;
        Ok(if self.failures == 0 { Answer::Yes } else { Answer::No })
    }

    fn double(&mut self, found: &Found, same: &mut Same) -> Result<()> {
        let place = self.places.of(found.row, found.line).to_string();
        let first = self.places.of(found.first, found.first_line);
        match found.why {
            Why::Puzzle(way) => {
                same.puzzles += 1;
                if way == Symmetry::IDENTITY {
                    self.fail(&place, &format!("is a double of {first}"))
                } else {
                    self.fail(&place, &format!("is a twin of {first}, by {way}"))
                }
            }
            Why::Solution(split, other) => {
                same.leaks += 1;
                let (split, other) = (&self.splits[split].0, &self.splits[other].0);
                self.fail(&place, &format!("is in {split}, but its solution grid is in {other} too, in {first}"))
            }
            Why::Id => {
                same.ids += 1;
                self.fail(&place, &format!("has the id of {first}"))
            }
        }
    }

    /// What was looked at, and what came of it.
    fn summary(&self, summary: &Summary, same: &Same) -> String {
        let Summary { checksums, wrong_checksums, copies, wrong_copies, files } = summary;
        let count = |number: u64| HumanCount(number).to_string();
        let none_or = |number: u64| if number == 0 { "none".into() } else { count(number) };
        let mut lines: Vec<(&str, String)> = Vec::new();
        let (files_count, rows) = (count(self.files.len() as u64), count(self.rows));
        lines.push(("files", format!("{files_count}, with {rows} rows")));
        if !files.unread.is_empty() {
            let names: Vec<String> = files.unread.iter().map(|path| path.display().to_string()).collect();
            lines.push(("not read", names.join(", ")));
        }
        lines.push(match (checksums, wrong_checksums) {
            (0, 0) => ("checksums", "there are none".into()),
            (all, 0) => ("checksums", format!("right for {all} files")),
            (_, wrong) => ("checksums", format!("{wrong} wrong")),
        });
        lines.extend(match (copies, wrong_copies) {
            (0, _) => None,
            (1, 0) => Some(("copies", "1 file has the same rows in another format".into())),
            (all, 0) => Some(("copies", format!("{all} files have the same rows in another format"))),
            (_, wrong) => Some(("copies", format!("{} rows differ", count(*wrong)))),
        });
        for (what, name) in What::ALL {
            let (said, wrong) = [&self.said, &self.wrong].map(|counts| counts.get(&what).copied().unwrap_or(0)).into();
            let all = if said == self.rows { "all".to_string() } else { format!("{} of {rows}", count(said)) };
            let text = match what {
                What::Clues if wrong == 0 => "none wrong".into(),
                What::Ratings => self.ratings(said, wrong),
                _ if wrong > 0 => format!("{} wrong", count(wrong)),
                _ if said == 0 => "not said".into(),
                What::Grid | What::Proper => all,
                _ => format!("{all} right"),
            };
            lines.push((name, text));
        }
        lines.push(("doubles", none_or(same.puzzles)));
        lines.push(("ids twice", none_or(same.ids)));
        let mut splits: Vec<&(String, u64)> = self.splits.iter().collect();
        splits.sort_by_key(|(name, _)| (rank(name), name));
        let splits: Vec<String> = splits.iter().map(|(name, rows)| format!("{name} {}", count(*rows))).collect();
        lines.push(("splits", if splits.is_empty() { "there are none".into() } else { splits.join(", ") }));
        if self.splits.len() > 1 {
            let none = "none: no solution grid is in two splits, in disguise or not".to_string();
            lines.push(("leaks", if same.leaks == 0 { none } else { count(same.leaks) }));
        }
        lines.push(match self.failures {
            0 => ("verdict", "nothing is wrong".into()),
            1 => ("verdict", "1 failure".into()),
            failures => ("verdict", format!("{} failures", count(failures))),
        });
        lines.into_iter().map(|(name, text)| format!("{name:<14}{text}\n")).collect()
    }

    fn ratings(&self, again: u64, wrong: u64) -> String {
        let again_of = format!("{} of {} rated again", HumanCount(again), HumanCount(self.rated));
        match () {
            () if self.rated == 0 => "not said".into(),
            () if wrong > 0 => format!("{again_of}, {} wrong", HumanCount(wrong)),
            () if again == 0 => again_of,
            () if again == self.rated => format!("all {} rated again, all right", HumanCount(again)),
            // With a share of p wrong, a sample of n has none with a probability of (1 - p)^n: 5 % if n p is 3.
            () => {
                let percent = (300.0 / again as f64).min(100.0);
                format!("{again_of}, all right: with 95 % confidence, fewer than {percent:.2} % of all are wrong")
            }
        }
    }
}

/// How often something was there twice.
#[derive(Default)]
struct Same {
    puzzles: u64,
    leaks: u64,
    ids: u64,
}

/// What the summary says besides.
struct Summary<'a> {
    checksums: usize,
    wrong_checksums: usize,
    /// Files with the same rows in another format, and how often they differ.
    copies: usize,
    wrong_copies: u64,
    files: &'a Files,
}

/// The rows whose clues have the smallest hashes: the same ones in whatever order they come.
struct Sample {
    size: usize,
    rows: BTreeMap<(u128, u64), Entry>,
}

impl Sample {
    fn take(&mut self, number: u64, entry: Entry) {
        if self.size == 0 {
            return;
        }
        let rank = (classes::key(&format!("sample {}", entry.grid())), number);
        if self.rows.len() == self.size {
            if self.rows.last_key_value().is_some_and(|(last, _)| *last <= rank) {
                return;
            }
            self.rows.pop_last();
        }
        self.rows.insert(rank, entry);
    }
}
