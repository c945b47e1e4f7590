//! `convert`: from one file form to another. The form of the input is recognised, that of the output is named.

mod sorting;

use std::borrow::Cow;
use std::io::Write;

use minirow_core::{Grid, ParseSymmetryError, Symmetry};
use minirow_dataset::{DroppedFields, OutputFormat};
use minirow_files::{FileGroup, unnamed_file};
use minirow_formats::{Form, JsonArray, Record, Writer};
use minirow_table::equivalence::drawn_symmetry;
use minirow_table::input::{BadLine, Entry, Inputs, Item, Items, Place};
use minirow_table::{Format, OutputShape, Schema, StoredManifest, StoredRows, ValueError};
use serde_json::Value;

use crate::args::{Given, ShapeArgs, SortArgs, whole};
use crate::choices::output_formats;
use crate::commands::InputVerdict;
use crate::commands::convert::sorting::{SortBy, sampled};
use crate::commands::per_grid::{Common, ItemOutcome, Outcome, Outcomes, first_items, item_outcome};
use crate::destination::export;
use crate::endings;
use crate::error::{Error, Result, print_dropped, print_lines};
use crate::output::{Frame, Output};
use crate::progress::Progress;
use crate::{interrupt, loaders};

const EXAMPLES: &str = "\
Examples:
  minirow convert pack.csv --out puzzles.sdm      the form follows from the name
  minirow convert *.sdk --out all.csv             authors and levels are columns
  minirow convert pack.csv --out pack.parquet     columns with types
  minirow convert puzzles.txt --to line --blank 0
  minirow convert puzzles.txt --to pencilmarks | head -11
  minirow convert pack.csv --set name=Easy --out easy.opensudoku
  minirow convert rated.csv --sort er --out sorted.csv
  minirow convert puzzles.txt --sample 100 --seed 7
  minirow convert puzzles.txt --equivalent 7      other puzzles of the same kind
  minirow convert pack.csv --schema hrm --out train.csv";

/// Returns the endings of file names that determine a form.
fn endings() -> String {
    let endings = endings::list(&endings::forms());
    format!("Endings of file names that determine the form: {endings}. A file without an ending is written as lines.")
}

/// Convert between the forms of Sudoku programs
///
/// Every command reads all these forms, and recognises them by the contents of a file. Fields that a form cannot hold are
/// left out and reported on standard error.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, after_long_help = endings(), next_help_heading = "Output")]
pub(crate) struct Args {
    /// Form to write [default: by the ending of FILE, else line]
    #[arg(long, value_name = "FORM", value_parser = output_formats())]
    to: Option<OutputFormat>,
    /// Character for an empty cell: one of . 0 _ * -
    #[arg(long, value_name = "CHARACTER", value_parser = blank)]
    blank: Option<char>,
    /// Set a field of every puzzle, such as author=Ruud; repeatable
    ///
    /// An empty text removes the field, as in level=.
    #[arg(long, value_name = "FIELD=TEXT", value_parser = field)]
    set: Vec<(String, String)>,
    /// Sort by a field, such as er; -er is descending
    ///
    /// Numbers are sorted by value and come before texts. Names of levels and techniques have their own order. Puzzles with
    /// equal values keep the order of the input; those without a value are the last ones in both directions.
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true, value_parser = SortBy::parse)]
    sort: Option<SortBy>,
    /// Keep N puzzles, drawn at random, in the order of the input
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    sample: Option<u64>,
    /// Seed of --sample [default: 0]
    #[arg(long, value_name = "SEED", requires = "sample", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// Apply a symmetry, as `minirow canon --transformation` writes it
    ///
    /// Its parts are separated by blanks or commas; those that are left out change nothing, as in rows:213456789. Clues, placed digits,
    /// pencilmarks and solutions are moved and relabelled. Ratings and other fields stay as they are.
    #[arg(long, value_name = "SYMMETRY", conflicts_with = "equivalent", value_parser = symmetry)]
    transform: Option<Symmetry>,
    /// Replace each puzzle by an equivalent one, drawn by SEED and its index
    #[arg(long, value_name = "SEED", value_parser = whole(0..=u64::MAX))]
    equivalent: Option<u64>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    shape: ShapeArgs,
    #[command(flatten)]
    sorting: SortArgs,
}

/// Parses a character that stands for an empty cell.
pub(super) fn blank(text: &str) -> Result<char, String> {
    match text.as_bytes() {
        [character @ (b'.' | b'0' | b'_' | b'*' | b'-')] => Ok(char::from(*character)),
        _ => Err("expected one of . 0 _ * -".into()),
    }
}

fn symmetry(text: &str) -> Result<Symmetry, ParseSymmetryError> {
    text.replace(',', " ").parse()
}

fn field(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name @ ("puzzle" | "solution" | "clues" | "state" | "candidates"), _)) => {
            Err(format!("{name} is part of the puzzle, expected another field such as author"))
        }
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err("expected a name, = and a text, such as author=Ruud".into()),
    }
}

/// The places of the rows of a table. Rows whose records follow each other line by line are one entry.
#[derive(Default)]
struct RowPlaces {
    rows: u64,
    /// The first row of each entry with its place.
    entries: Vec<(u64, Place)>,
}

impl RowPlaces {
    fn push(&mut self, place: &Place) {
        let follows = self
            .entries
            .last()
            .is_some_and(|(row, first)| first.name() == place.name() && first.line() + self.rows - row == place.line());
        if !follows {
            self.entries.push((self.rows, place.clone()));
        }
        self.rows += 1;
    }

    /// Returns the place of a row, counted from 1.
    fn of(&self, number: u64) -> Place {
        let (row, first) = &self.entries[self.entries.partition_point(|(row, _)| *row < number) - 1];
        Place::new(first.name(), first.line() + number - 1 - row)
    }
}

/// The largest number of entries that are converted before they are written, and the size of their text in bytes from which no more
/// are added.
const LARGEST_PORTION: usize = 1 << 10;
const PORTION_BYTES: usize = 1 << 20;

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        let is_sorted = self.sort.is_some() || self.sample.is_some();
        given.refuse(&[(!is_sorted, "without --sort or --sample", &["memory", "temp-dir"])])?;
        let target = &self.common.target;
        let to = endings::format_of(self.to, target.file(), &endings::forms())?;
        let is_plain = self.shape.schema == Schema::Full && self.shape.shard_rows.is_none();
        let form = match to {
            Some(OutputFormat::Form(form)) if is_plain => form,
            None if is_plain => Form::Line,
            _ => return self.write_table(to, given),
        };
        self.refuse(given, form)?;
        let inputs = self.common.inputs.inputs()?;
        let items = inputs.read()?;
        let frame = Frame::of("minirow convert");
        let frame = if form.is_json() { frame.json(target) } else { frame };
        let mut output = Output::open(target, frame.command)?.framed(frame)?;
        let items = self.in_order(items)?;
        let (is_csv, mut places) = (form == Form::Csv, RowPlaces::default());
        let verdict =
            self.convert((&inputs, items), (form, form.name()), is_csv, &mut places, |text| output.write_now(text))?;
        output.finish()?;
        Ok(verdict)
    }

    /// Checks that the form, and the schema of a table, have the blanks and the fields of the options: writes a grid with one clue.
    fn refuse(&self, given: &Given, form: Form) -> Result<()> {
        let schema = self.shape.schema;
        let mode = match schema {
            Schema::Full => format!("with --to {}", form.name()),
            _ => format!("with --schema {schema}"),
        };
        let plain =
            Record::from(Grid::from_numbers(std::array::from_fn(|cell| u8::from(cell == 0))).expect("one clue"));
        let [dot, zero] = ['.', '0'].map(|blank| Writer::new(form, Some(blank)).record(&plain).text);
        given.refuse(&[(dot == zero || schema != Schema::Full, &mode, &["blank"])])?;
        let record = self.record(&plain);
        let mut writer = Writer::new(form, None);
        writer.header(std::iter::once(&*record));
        let dropped = writer.record(&record).dropped;
        let is_lost = |(name, _): &&(String, String)| dropped.contains(name) || !schema.has(name);
        match self.set.iter().find(is_lost) {
            Some((name, _)) => Err(Error::usage(format!("--set {name} has no effect {mode}"))),
            None => Ok(()),
        }
    }

    /// Converts to CSV in a temporary file, as CSV holds every field of a record, and then to the format and the schema.
    fn write_table(&self, to: Option<OutputFormat>, given: &Given) -> Result<InputVerdict> {
        let format = match to {
            Some(OutputFormat::Form(Form::JsonLines)) if self.common.target.file().is_some_and(JsonArray::is_for) => {
                return Err(Error::usage(
                    "--schema and --shard-rows are for csv, jsonl and parquet, not for one JSON array",
                ));
            }
            None | Some(OutputFormat::Form(Form::Csv)) => Format::Csv,
            Some(OutputFormat::Form(Form::JsonLines)) => Format::JsonLines,
            Some(OutputFormat::Parquet) => Format::Parquet,
            Some(OutputFormat::Form(form)) => {
                let expected = "--schema and --shard-rows are for csv, jsonl and parquet";
                return Err(Error::usage(format!("{expected}, not for {}", form.name())));
            }
        };
        format.check().map_err(Error::usage)?;
        self.refuse(given, Form::Csv)?;
        let Common { inputs, target, work, .. } = &self.common;
        let Some(out) = target.file() else {
            return Err(Error::usage("parquet, --schema and --shard-rows need a file: --out FILE"));
        };
        let shape = OutputShape { schema: self.shape.schema, format, shard_rows: self.shape.shard_rows };
        let label = target.label("minirow convert");
        let inputs = inputs.inputs()?;
        let options = target.options(&label);
        shape.refuse_existing(out, None, &options)?;
        let mut group = FileGroup::open(out, &options)?;
        if shape.shard_rows.is_some() {
            group.reserve(&StoredManifest::path_of(out))?;
        }
        let cannot_write = |error| minirow_files::Error::from_write(error, out);
        let mut rows = unnamed_file(minirow_files::folder_of(out)).map_err(cannot_write)?;
        let is_csv = format == Format::Csv;
        let mut places = RowPlaces::default();
        let write = |text: &[u8]| Ok(rows.write_all(text).map_err(cannot_write)?);
        let items = self.in_order(inputs.read()?)?;
        let name = format.to_string();
        let mut verdict = self.convert((&inputs, items), (Form::Csv, &name), is_csv, &mut places, write)?;
        let mut refused = None;
        let progress = Progress::spinner("rows", true);
        let mut on_invalid = |number: u64, error: &ValueError| {
            let bad = BadLine::new(places.of(number), error);
            if self.common.strict {
                refused.get_or_insert(bad);
            } else {
                progress.print_message(&bad.to_string());
                verdict = InputVerdict::SomeInvalid;
            }
        };
        let rows = StoredRows::new(out, rows);
        let exported = export(&shape, &rows, out, &mut group, &Value::Null, Some(&mut on_invalid))?;
        drop(progress);
        if let Some(bad) = refused {
            return Err(Error::data(bad));
        }
        if exported.files.iter().all(|file| file.puzzles == 0) {
            target.refuse_empty()?;
        }
        group.commit()?;
        let place = |number| places.of(number).to_string();
        loaders::report_left_out(&shape, exported.left_out, exported.first_left_out.as_ref(), place);
        if !work.quiet {
            print_lines(&loaders::hint(out, &shape, exported.files.len()));
        }
        Ok(verdict)
    }

    /// Returns the images of the items under the symmetries of the options.
    fn transformed<I: Iterator<Item = Item>>(&self, items: I) -> impl Iterator<Item = Item> + use<I> {
        let (transform, equivalent, mut index) = (self.transform, self.equivalent, 0);
        items.map(move |item| {
            let entry = item?;
            let symmetry = transform.or_else(|| equivalent.map(|seed| drawn_symmetry(seed, index)));
            index += 1;
            Ok(match symmetry {
                Some(symmetry) => Entry { record: entry.record.transformed(&symmetry), raw: None, ..entry },
                None => entry,
            })
        })
    }

    /// Returns the items of `--sample` in the order of `--sort`.
    fn in_order(&self, items: Items) -> Result<Box<dyn Iterator<Item = Item>>> {
        interrupt::after(self.common.limit.time_limit)?;
        let budget = self.sorting.budget();
        let folder = budget.folder(self.common.target.file())?;
        let items = self.transformed(items);
        let items: Box<dyn Iterator<Item = Item>> = match self.sample {
            Some(size) => {
                let sample = (size, self.seed.unwrap_or_default());
                Box::new(sampled(items, sample, || budget.sorter(50, &folder))?)
            }
            None => Box::new(items),
        };
        let Some(sort_by) = &self.sort else { return Ok(items) };
        let sorted = sort_by.sorted(items, budget.sorter(100, &folder), |record| self.record(record).into_owned())?;
        Ok(Box::new(sorted))
    }

    /// Converts items to a form in order, because the text of a record may depend on those before it. `name` is that of the format for
    /// messages.
    fn convert(
        &self,
        (inputs, items): (&Inputs, impl Iterator<Item = Item>),
        (form, name): (Form, &str),
        is_csv: bool,
        places: &mut RowPlaces,
        mut write: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<InputVerdict> {
        let mut writer = Writer::new(form, self.blank);
        let mut items = items.fuse();
        let first = first_items(form, &mut items, |record| self.record(record), |_| false)?;
        let records: Vec<_> = first.iter().flatten().map(|entry| self.record(&entry.record)).collect();
        write(writer.header(records.iter().map(AsRef::as_ref)).as_bytes())?;
        let progress = Progress::spinner("grids", self.common.work.quiet);
        let mut outcomes = Outcomes::new(&self.common, "", &progress);
        let mut dropped = DroppedFields::default();
        let done = progress.items();
        let mut items = first.into_iter().chain(items).map(|item| {
            item_outcome(item, &done, |entry| {
                let record = self.record(&entry.record);
                let written = writer.record(&record);
                dropped.note(written.dropped, &entry.place);
                if is_csv {
                    dropped.note_formulas(&record, &entry.place);
                }
                places.push(&entry.place);
                let damaged = entry.record.damaged_solution();
                let (message, is_invalid) = (damaged.as_ref().map(ToString::to_string), damaged.is_some());
                Outcome { message, is_invalid, ..Outcome::valid(written.text) }
            })
        });
        // The first results are written at once, because a reader may wait for them.
        let mut size = 1;
        loop {
            let (mut portion, mut bytes): (Vec<ItemOutcome>, usize) = (Vec::new(), 0);
            while portion.len() < size
                && bytes < PORTION_BYTES
                && let Some(outcome) = items.next()
            {
                bytes += outcome.as_ref().map_or(0, |outcome| outcome.text.len());
                portion.push(outcome);
            }
            if portion.is_empty() {
                break;
            }
            outcomes.take(portion, &mut write)?;
            size = (2 * size).min(LARGEST_PORTION);
        }
        drop(items);
        drop(done);
        let verdict = outcomes.finish(&self.common.target)?;
        drop(progress);
        write(writer.footer().as_bytes())?;
        print_dropped(&dropped, name, inputs, self.common.work.quiet);
        Ok(verdict)
    }

    /// Returns a record with the fields of `--set`.
    fn record<'a>(&self, record: &'a Record) -> Cow<'a, Record> {
        let mut record = Cow::Borrowed(record);
        for (name, value) in &self.set {
            record.to_mut().fields.set(name.as_str(), value.as_str());
        }
        record
    }
}
