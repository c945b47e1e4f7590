//! Audits of foreign data sets: puzzles without exactly one solution, wrong solutions, duplicates, leaks between splits, and the
//! distributions of clues and ratings.

mod array_pairs;
mod finding;
mod rated_sample;
mod report;
mod row_facts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use minirow_core::Grid;
use minirow_files::sort::{SortBudget, Sorter};
use minirow_files::target_of_shard;
use minirow_table::input::{Inputs, Item, NeededColumns, Place, Places, Source, Unchanged};
use minirow_table::{Run, equivalence};

pub use finding::{Finding, FindingKind, SplitRows};
pub use rated_sample::{RatedLevel, RatedSample};
pub use report::{AuditReport, SplitLeaks};

use crate::check::{Copies, RatedAgain};
use crate::counted::counted;
use crate::dataset_files::{DatasetFiles, split_of, why_unread};
use crate::error::{Error, Result};
use crate::found_splits::FoundSplits;
use crate::in_order::{in_order, leave_out, numbered_items};
use crate::repetitions::{KeyKind, KeyedRow, RowKeys, SortedKeys};
use crate::sample::Sample;
use array_pairs::ArrayPairs;
use row_facts::RowFacts;

/// The settings of an audit.
///
/// Memory does not grow with the number of rows: keys of 32 bytes are sorted on disk if they do not fit. Rows are compared by
/// 128 bits of the SHA-256 of their canonical forms. Among a billion rows, the probability that two different forms share a
/// key is 2 * 10^-21; otherwise, all numbers are exact.
///
/// ```
/// use minirow_dataset::{Audit, AuditSplits, RatedAgain};
/// use minirow_table::Run;
/// use minirow_table::input::Inputs;
/// use minirow_files::sort::SortBudget;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("foreign.csv");
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// std::fs::write(&file, format!("puzzle\n{puzzle}\n{puzzle}\n{}\n", puzzle.replace('6', ".")))?;
///
/// let budget = SortBudget { memory: 1 << 20, temp_dir: None };
/// let audit = Audit { splits: AuditSplits::default(), ratings: RatedAgain::Sample(0), strict: false, budget };
/// let mut findings = Vec::new();
/// let report = audit.run(&Inputs::of(&[file]), &Run::default(), |finding| Ok(findings.push(finding.to_string())))?;
/// assert_eq!((report.rows, report.ambiguous, report.duplicates), (3, 1, 1));
/// assert!(findings[0].contains("foreign.csv:3: is a duplicate of ") && findings[1].ends_with(":4: has several solutions"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Audit {
    /// The splits, between which leaks are searched.
    pub splits: AuditSplits,
    /// The puzzles that are rated.
    pub ratings: RatedAgain,
    /// Fails at the first line that holds no grid.
    pub strict: bool,
    /// The memory for sorting, and the folder for temporary files.
    pub budget: SortBudget,
}

/// The rule that gives the split of a row.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum AuditSplits {
    /// The value of the column `split`, if the row has it; else the word for a split in the name of the file or its folder;
    /// else the file, if there are several.
    #[default]
    Found,
    /// As [`Found`](AuditSplits::Found), with another column, in which some row must have a value.
    Column(String),
    /// The file.
    Files,
    /// All rows are in one split.
    None,
}

impl Audit {
    /// Audits files and folders, and passes each finding to `on_finding`, in the order of the rows.
    ///
    /// A line that holds no grid, and a file that is left out, is a message for the observer. Files that have the rows of others in
    /// another format are compared with them, and not audited.
    ///
    /// # Errors
    /// If a file cannot be read to its end, has no column of puzzles or no row the given column of splits, or a line holds no grid and
    /// the audit is strict; if there are more than 1,000 splits, or there is no grid at all; and the error that `on_finding` returns.
    pub fn run(
        &self,
        inputs: &Inputs,
        run: &Run,
        mut on_finding: impl FnMut(&Finding) -> Result<()>,
    ) -> Result<AuditReport> {
        let mut files = DatasetFiles::find(inputs.paths(), true)?;
        let folder = self.budget.folder(None)?;
        let pairs = ArrayPairs::take(&mut files)?;
        let unread = files.unread.iter().map(|path| format!("{}: {}", path.display(), why_unread(path)));
        let refused = files.refused.iter().map(|(path, reason)| format!("{}: {reason}", path.display()));
        let left_out: Vec<String> = unread.chain(refused).collect();
        left_out.iter().for_each(|message| run.observer.message(message));
        let unchanged = Unchanged::of(files.rows.iter().chain(pairs.solutions.values()).map(PathBuf::as_path));
        let copies = Copies::take(&mut files);
        let inputs = files.inputs(inputs).with_solutions(&pairs.solutions);
        let needed =
            if let AuditSplits::Column(_) = &self.splits { NeededColumns::ALL } else { NeededColumns::known() };
        let sources = inputs.clone().with_columns(needed).sources()?;
        let mut auditing = Auditing::new(self, &sources, &folder);
        run.observer.begin("rows", None);
        auditing.read(&sources, run)?;
        auditing.check_splits(run)?;
        let different = copies.different(&inputs, &run.interrupt, |place, reason| {
            run.observer.message(&format!("{place}: {reason}; of files with this name, one is audited"));
        })?;
        auditing.report.left_out += (left_out.len() + different) as u64;
        auditing.report.copies = (copies.len() - different) as u64;
        let report = auditing.finish(self.budget.sorter(17, &folder), run, &mut on_finding)?;
        unchanged.check()?;
        run.observer.end();
        Ok(report)
    }

    /// Returns the split of all rows of a file that have none in a column.
    fn split_of_file(&self, source: &Source, is_alone: bool) -> Option<String> {
        let word = || source.path().and_then(split_of).map(String::from);
        match self.splits {
            AuditSplits::Found | AuditSplits::Column(_) => word().or_else(|| (!is_alone).then(|| whole_of(source))),
            AuditSplits::Files => Some(source.name().to_string()),
            AuditSplits::None => None,
        }
    }
}

/// Returns the name of a file, or of the whole of which it is a shard.
fn whole_of(source: &Source) -> String {
    let whole = source.path().and_then(target_of_shard);
    whole.map_or_else(|| source.name().to_string(), |whole| whole.display().to_string())
}

/// The state of an audit.
struct Auditing<'a> {
    audit: &'a Audit,
    /// The splits of the files.
    file_splits: Vec<Option<String>>,
    splits: FoundSplits,
    keys: RowKeys,
    /// The findings.
    found: Sorter,
    sample: Sample<Grid>,
    report: AuditReport,
    /// A row has a value in the column of splits.
    has_split: bool,
    /// The number of rows that are in no split.
    without_split: u64,
    /// The numbers of grids with an empty cell, and without one, of each file.
    grids: Vec<[u64; 2]>,
}

impl<'a> Auditing<'a> {
    fn new(audit: &'a Audit, sources: &[Source], folder: &Path) -> Auditing<'a> {
        let is_alone = sources.iter().all(|source| whole_of(source) == whole_of(&sources[0]));
        let split_of_file = |source| audit.split_of_file(source, is_alone);
        Auditing {
            audit,
            file_splits: sources.iter().map(split_of_file).collect(),
            splits: FoundSplits::default(),
            keys: RowKeys::new(sources.iter().map(Source::name), &audit.budget, folder),
            found: audit.budget.sorter(17, folder),
            sample: Sample::new(if let RatedAgain::Sample(size) = audit.ratings { size } else { usize::MAX }),
            report: AuditReport {
                files: sources.iter().map(|source| source.name().to_string()).collect(),
                ..AuditReport::default()
            },
            has_split: false,
            without_split: 0,
            grids: vec![[0; 2]; sources.len()],
        }
    }

    /// Reads all rows.
    fn read(&mut self, sources: &[Source], run: &Run) -> Result<()> {
        let audit = self.audit;
        let column = match &audit.splits {
            AuditSplits::Found => Some("split"),
            AuditSplits::Column(name) => Some(name.as_str()),
            AuditSplits::Files | AuditSplits::None => None,
        };
        let facts = |items: Vec<(usize, Item)>| row_facts::of_items(items, column);
        in_order(numbered_items(sources.to_vec()), run, facts, |(file, place, facts)| {
            let bad = match facts {
                Ok(facts) => return self.row(file, &place, facts),
                Err(bad) => bad,
            };
            if !bad.is_line && !bad.is_unreadable {
                self.report.left_out += 1; // the file has no rows
            } else if bad.is_header {
                return Err(Error::invalid(bad.place, bad.message));
            } else {
                self.keys.begin_row(file);
                self.report.unreadable += 1;
            }
            leave_out(bad, audit.strict, run)
        })
    }

    fn row(&mut self, file: usize, place: &Place, facts: RowFacts) -> Result<()> {
        let number = self.keys.begin_row(file);
        let report = &mut self.report;
        *report.clues.entry(facts.grid.clue_count()).or_default() += 1;
        self.grids[file][usize::from(facts.grid.is_full())] += 1;
        report.with_solution += u64::from(facts.has_solution);
        let kinds = [facts.not_proper, facts.has_wrong_solution.then_some(FindingKind::WrongSolution)];
        for kind in kinds.into_iter().flatten() {
            self.found.push([finding::record(number, place.line(), kind), 0])?;
        }
        if facts.not_proper.is_none() {
            report.proper += 1;
            report.minimal += u64::from(facts.is_minimal);
            if self.audit.ratings != RatedAgain::Sample(0) {
                self.sample.add(equivalence::key(&format!("sample {number}")), number, facts.grid);
            }
        }
        self.keys.push(place.line(), KeyKind::Puzzle, facts.puzzle.key, facts.puzzle.transform.number())?;
        self.has_split |= facts.split.is_some();
        let split = facts.split.or_else(|| self.file_splits[file].clone());
        let Some(name) = split else {
            self.without_split += 1;
            return Ok(());
        };
        let split = self.splits.count_row(name, place)?;
        self.keys.push(place.line(), KeyKind::PuzzleSplit, facts.puzzle_split, split)?;
        if let Some(key) = facts.solution {
            self.keys.push(place.line(), KeyKind::Solution, key, split)?;
        }
        Ok(())
    }

    /// Reports rows that are in no split, and files that seem to be the solutions of others.
    ///
    /// # Errors
    /// If no row holds a grid, or none has a value in the given column.
    fn check_splits(&self, run: &Run) -> Result<()> {
        let files = &self.report.files;
        if self.report.clues.is_empty() {
            return Err(Error::invalid(files.join(", "), "no row holds a grid"));
        }
        // Rows of a second file with the solutions seem to be leaks.
        for (name, _) in files.iter().zip(&self.grids).filter(|&(_, [empty, full])| *empty == 0 && *full > 0) {
            let rule = "solutions are compared if they are in the rows of their puzzles";
            run.observer.message(&format!("{name}: found only complete grids; {rule}"));
        }
        if let AuditSplits::Column(name) = &self.audit.splits
            && !self.has_split
        {
            return Err(Error::invalid(files.join(", "), format!("no row has a value in the column {name:?}")));
        }
        if self.has_split && self.without_split > 0 {
            let rows = counted(self.without_split, "row");
            run.observer.message(&format!("{rows} without a split: not compared with the splits of others"));
        }
        Ok(())
    }

    /// Rates the sample, finds repetitions, passes on all findings, and returns the report.
    fn finish(
        self,
        texts: Sorter,
        run: &Run,
        on_finding: &mut dyn FnMut(&Finding) -> Result<()>,
    ) -> Result<AuditReport> {
        let Auditing { splits, keys, found, mut sample, mut report, .. } = self;
        let (splits, places_of_splits) = splits.in_order();
        report.splits = splits.into_iter().map(|(name, rows)| SplitRows { name, rows }).collect();
        report.rows = keys.rows();
        report.ratings = RatedSample::of(sample.take(), report.proper, run)?;
        run.observer.remark(", sorting".into());
        let (places, found) = find_repetitions(keys, &places_of_splits, found, texts, run)?;
        let mut found = found.sorted()?;
        let mut leaks = FoundLeaks::default();
        while let Some([row, first]) = found.next()? {
            run.interrupt.check(Error::Interrupted)?;
            let finding = Finding::of(row, first, &places, &report.splits);
            match finding.kind.is_leak() {
                true => leaks.add(&mut report, row, KeyedRow(first).value() as usize, finding.kind),
                false => *report.number(finding.kind) += 1,
            }
            on_finding(&finding)?;
        }
        report.leaks_between = leaks.pairs.into_values().collect();
        Ok(report)
    }
}

/// The leaks that were found, row by row.
#[derive(Default)]
struct FoundLeaks {
    /// The leaks by the numbers of the split and of the earlier split.
    pairs: BTreeMap<(usize, usize), SplitLeaks>,
    /// The row of the last leak, with the earlier splits and the kinds of its leaks.
    row: u128,
    earlier: Vec<usize>,
    kinds: Vec<FindingKind>,
}

impl FoundLeaks {
    /// Adds the leak of a record to the numbers of all rows, and to those of its splits.
    fn add(&mut self, report: &mut AuditReport, record: u128, earlier: usize, kind: FindingKind) {
        let row = record >> finding::PLACE;
        if self.kinds.is_empty() || self.row != row {
            self.row = row;
            self.earlier.clear();
            self.kinds.clear();
            report.leaks += 1;
        }
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
            *report.number(kind) += 1;
        }
        let split = finding::split(record);
        let pair = self.pairs.entry((split, earlier)).or_insert_with(|| {
            let [split, earlier] = [split, earlier].map(|number| &report.splits[number]);
            let (rows, split, earlier) = (split.rows, split.name.clone(), earlier.name.clone());
            SplitLeaks { split, earlier, rows, leaks: 0, puzzle_leaks: 0, solution_leaks: 0 }
        });
        // A row can be a leak by its puzzle and by its solution grid.
        if !self.earlier.contains(&earlier) {
            self.earlier.push(earlier);
            pair.leaks += 1;
        }
        *if kind == FindingKind::PuzzleLeak { &mut pair.puzzle_leaks } else { &mut pair.solution_leaks } += 1;
    }
}

/// The first row of a class, and the first row with another value.
struct FirstRows {
    key: u128,
    first: KeyedRow,
    other: Option<KeyedRow>,
    /// `true` until the second row of the class is read.
    is_alone: bool,
}

impl FirstRows {
    /// Returns the first row with another value than that of a later row.
    fn before(&mut self, row: KeyedRow) -> Option<KeyedRow> {
        if row.value() == self.first.value() {
            return self.other;
        }
        self.other.get_or_insert(row);
        Some(self.first)
    }
}

/// Finds duplicates, equivalent puzzles and leaks, given the place of each split in their order, and sorters for findings and for the
/// rows of classes.
///
/// In a class of equivalent puzzles, the number of the symmetry that leads to the canonical form tells the text: two rows have
/// the same text exactly if they have the same symmetry. So the rows of this class are sorted again, by text. Rows that share a
/// puzzle or a solution grid are sorted again by split, so that those of earlier splits are read first.
fn find_repetitions(
    keys: RowKeys,
    places_of_splits: &[u64],
    mut found: Sorter,
    mut classes: Sorter,
    run: &Run,
) -> Result<(Places, Sorter)> {
    let (places, mut keys): (Places, SortedKeys) = keys.sorted()?;
    let by_value = |row: KeyedRow| match leak_of(row.kind()) {
        Some(_) => finding::by_value(row.with_value(places_of_splits[row.value() as usize])),
        None => finding::by_value(row),
    };
    let mut class: Option<FirstRows> = None;
    while let Some((key, row)) = keys.next()? {
        run.interrupt.check(Error::Interrupted)?;
        let Some(class) = class.as_mut().filter(|class| class.key == key) else {
            class = Some(FirstRows { key, first: row, other: None, is_alone: true });
            continue;
        };
        if std::mem::take(&mut class.is_alone) {
            classes.push([key, by_value(class.first)])?;
        }
        classes.push([key, by_value(row)])?;
        if leak_of(row.kind()).is_none()
            && let Some(other) = class.before(row)
        {
            found.push([finding::of_row(row, FindingKind::EquivalentDuplicate), other.0])?;
        }
    }
    find_in_classes(classes, &mut found, run)?;
    Ok((places, found))
}

/// Finds duplicates and leaks in classes, whose rows are sorted by their value.
fn find_in_classes(classes: Sorter, found: &mut Sorter, run: &Run) -> Result<()> {
    let mut classes = classes.sorted()?;
    // The first row of the text that is read, or the first rows of all splits.
    let (mut class, mut firsts): (u128, Vec<KeyedRow>) = (0, Vec::new());
    while let Some([key, record]) = classes.next()? {
        run.interrupt.check(Error::Interrupted)?;
        let row = finding::from_value(record);
        let leak = leak_of(row.kind());
        if key != class || leak.is_none() && firsts.last().is_some_and(|first| first.value() != row.value()) {
            class = key;
            firsts.clear();
        }
        let is_first = firsts.last().is_none_or(|first| first.value() != row.value());
        for first in &firsts {
            match leak {
                None => found.push([finding::of_row(row, FindingKind::Duplicate), first.0])?,
                Some(kind) if first.value() != row.value() => found.push([finding::of_leak(row, kind), first.0])?,
                Some(_) => {}
            }
        }
        if is_first {
            firsts.push(row);
        }
    }
    Ok(())
}

/// Returns the kind of leak of rows that share a key in several splits.
fn leak_of(kind: KeyKind) -> Option<FindingKind> {
    match kind {
        KeyKind::Solution => Some(FindingKind::SolutionLeak),
        KeyKind::PuzzleSplit => Some(FindingKind::PuzzleLeak),
        KeyKind::Puzzle | KeyKind::Id => None,
    }
}
