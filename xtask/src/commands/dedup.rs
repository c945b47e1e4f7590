//! `dedup`: of all rows that are the same text, the same puzzle up to symmetry, or have the same solution grid, the first.
//!
//! The files are read twice. The first time, each grid becomes a key of 128 bits with its place, and these are sorted, on
//! disk if they do not fit into memory; equal keys are neighbours then, and all but the first are doubles. Sorted again by
//! place, they are left out when the rows are read the second time. So memory does not grow with the number of rows.

use std::path::PathBuf;

use minirow_core::Symmetry;
use minirow_core::solver::batch::Engine;
use minirow_core::text::Board;

use crate::batch;
use crate::classes::By;
use crate::commands::Answer;
use crate::commands::per_grid::Common;
use crate::failure::{Failure, Result, say};
use crate::input::{self, Inputs, Item, Place, Places, Source};
use crate::left_out::LeftOut;
use crate::output::{self, Output, Target};
use crate::progress::Progress;
use crate::rows::{File, Shape};
use crate::sort::{Record, Room, Sorted, Sorter};
use crate::to::To;

const EXAMPLES: &str = "\
Examples:
  minirow dedup puzzles.csv --out different.csv   twins (relabelled, turned, ...) are doubles too
  minirow dedup new.csv --against old.csv --out new-only.csv
  minirow dedup a.csv b.csv --by text | wc -l     only what is the same cell by cell
  minirow dedup puzzles.txt --by solution --out one-of-each-grid.txt
  minirow dedup a.parquet b.csv --out both.parquet
  minirow dedup huge.csv --memory 4GB --temp-dir scratch --report dropped.csv --out less.csv

The first of each class is kept, and rows come out in order, just as they are: CSV keeps all its
columns, a list keeps what stands behind its grids. Where files do not fit together, or another form
is asked for, rows are written anew, as `convert` does it.
What is dropped is told on stderr (not with --quiet): where it is, what it doubles, and by which
transformation it becomes that one, as `canon` writes it. Lines that hold no grid, and with
`--by solution` grids that do not have one solution, are told and left out; the status is 1 then.
Memory does not grow with the number of rows: what does not fit is sorted on disk, 32 bytes a row.";

/// Drop doubles: the same text, the same puzzle in disguise, the same solution grid
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// When two grids count as the same
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Drop what these files have, too; may be given several times
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Write what was dropped, and why, to a CSV file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The form to write [default: by the name of the output, else that of the input]
    #[arg(long, value_name = "FORM")]
    to: Option<To>,
    #[command(flatten)]
    room: Room,
}

/// What is said of rows and lines is numbered with 40 bits: enough for ten thousand times what fits on a disk.
const NUMBER: u32 = 40;
const LOW: u128 = (1 << NUMBER) - 1;

const REPORT_HEADER: &str = "file,line,why,first_file,first_line,transformation\n";

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let target = &self.common.target;
        if let Some(report) = &self.report {
            output::check_target(report, target.force)?;
        }
        if let Some(out) = &target.out {
            output::check_target(out, target.force)?;
        }
        let folder = self.room.folder(target.out.as_deref())?;
        let inputs = self.common.inputs.rereadable(&folder)?;
        let known = if self.against.is_empty() { Vec::new() } else { Inputs::of(&self.against).rereadable(&folder)? };
        let shape = Shape::of(&inputs, self.to, target.out.as_deref(), None)?;
        let known_files = known.len();
        let mut reading = Reading {
            files: Places { names: known.iter().chain(&inputs).map(Source::name).collect(), starts: Vec::new() },
            rows: 0,
            bad: 0,
            keys: self.room.sorter(65, &folder),
            doubles: self.room.sorter(30, &folder),
        };
        reading.read(known.into_iter().chain(inputs.iter().cloned()).collect(), &self)?;
        let Reading { files, rows, bad, keys, mut doubles } = reading;
        let first_own = files.starts.get(known_files).copied().unwrap_or(rows);
        find_doubles(keys.sorted()?, first_own, &mut doubles)?;
        let mut writing =
            Writing { args: &self, files: &files, shape: &shape, kept: 0, dropped: 0, left_out: LeftOut::default() };
        writing.write(&inputs, first_own, rows, doubles.sorted()?)?;
        let Writing { kept, dropped, left_out, .. } = writing;
        if !self.common.quiet {
            left_out.say(shape.form());
        }
        let bad = if bad == 0 { String::new() } else { format!("; {bad} held nothing to compare") };
        say(&format!("{kept} rows kept, {dropped} dropped{bad}"));
        Ok(if bad.is_empty() { Answer::Yes } else { Answer::No })
    }
}

/// The first time.
struct Reading {
    files: Places,
    /// So many items were read, grids or not.
    rows: u64,
    bad: u64,
    keys: Sorter,
    doubles: Sorter,
}

impl Reading {
    fn read(&mut self, sources: Vec<Source>, args: &Args) -> Result<()> {
        let progress = Progress::spinner("rows compared", args.common.quiet);
        let items = input::ahead(
            sources.into_iter().enumerate().flat_map(|(file, source)| source.items().map(move |item| (file, item))),
        );
        let together = |items: Vec<(usize, Item)>| classify(args.by, items);
        batch::in_order_together(items, args.common.threads, together, |found| {
            progress.add(found.len() as u64);
            for (file, place, class) in found {
                while self.files.starts.len() <= file {
                    self.files.starts.push(self.rows);
                }
                let row = self.rows;
                self.rows += 1;
                match class {
                    Ok((key, way)) => {
                        let way = u128::from(way.number());
                        let place =
                            u128::from(row) << (2 * NUMBER + 8) | u128::from(place.line()) << (NUMBER + 8) | way;
                        self.keys.push([key, place])?;
                    }
                    Err((why, is_grid)) => {
                        if args.common.strict {
                            return Err(Failure::data(format!("{place}: {why}")));
                        }
                        progress.say(&format!("{place}: {why}"));
                        self.bad += 1;
                        if is_grid {
                            self.doubles.push(Double::refused(row).pack())?;
                        }
                    }
                }
            }
            Ok(())
        })
    }
}

thread_local! {
    static ENGINE: std::cell::RefCell<Engine> = std::cell::RefCell::new(Engine::new());
}

/// An item by its file and place, with the key of its class and the way there; or what is wrong with it, and whether it is
/// a grid all the same.
type Classified = (usize, Place, std::result::Result<(u128, Symmetry), (String, bool)>);

fn classify(by: By, items: Vec<(usize, Item)>) -> Vec<Classified> {
    let boards: Vec<Board> = items.iter().filter_map(|(_, item)| item.as_ref().ok()).map(|entry| entry.board).collect();
    let mut classes = ENGINE.with_borrow_mut(|engine| by.classes(engine, &boards)).into_iter();
    let mut classified = |(file, item): (usize, Item)| match item {
        Ok(entry) => {
            let class = classes.next().expect("one for each board");
            (file, entry.place, class.map(|class| (class.key, class.way)).map_err(|why| (why, true)))
        }
        Err(bad) => (file, bad.place, Err((bad.message, false))),
    };
    items.into_iter().map(&mut classified).collect()
}

/// A row that is not to be written, and why.
struct Double {
    row: u64,
    /// The row that it doubles; itself, if it was refused.
    first: u64,
    /// The line of that row in its file.
    line: u64,
    /// What makes it that row.
    way: Symmetry,
}

impl Double {
    fn refused(row: u64) -> Double {
        Double { row, first: row, line: 0, way: Symmetry::IDENTITY }
    }

    fn pack(&self) -> Record {
        let (row, first, line) = (u128::from(self.row), u128::from(self.first), u128::from(self.line));
        [row << (2 * NUMBER) | first << NUMBER | line, self.way.number().into()]
    }

    fn unpack([place, way]: Record) -> Double {
        Double {
            row: (place >> (2 * NUMBER)) as u64,
            first: (place >> NUMBER & LOW) as u64,
            line: (place & LOW) as u64,
            way: Symmetry::nth(way as u64),
        }
    }
}

/// Of neighbours with the same key, the first is kept. What is double among the files to compare with is of no interest.
fn find_doubles(mut keys: Sorted, first_own: u64, doubles: &mut Sorter) -> Result<()> {
    let mut first: Option<Record> = None;
    let row = |place: u128| (place >> (2 * NUMBER + 8)) as u64;
    let way = |place: u128| Symmetry::nth((place & ((1 << (NUMBER + 8)) - 1)) as u64);
    while let Some([key, place]) = keys.next()? {
        match first {
            Some([same, kept]) if same == key => {
                if row(place) >= first_own {
                    let line = (kept >> (NUMBER + 8) & LOW) as u64;
                    let way = way(place).then(&way(kept).inverse());
                    doubles.push(Double { row: row(place), first: row(kept), line, way }.pack())?;
                }
            }
            _ => first = Some([key, place]),
        }
    }
    Ok(())
}

/// The second time.
struct Writing<'a> {
    args: &'a Args,
    files: &'a Places,
    shape: &'a Shape,
    kept: u64,
    dropped: u64,
    left_out: LeftOut,
}

impl Writing<'_> {
    fn write(&mut self, inputs: &[Source], first_own: u64, rows: u64, mut doubles: Sorted) -> Result<()> {
        let Common { target, quiet, .. } = &self.args.common;
        let mut output = File::open(target, self.shape)?;
        let mut report = match &self.args.report {
            Some(path) => Some(Output::open(&Target { out: Some(path.clone()), force: target.force })?),
            None => None,
        };
        if let Some(report) = &mut report {
            report.write(REPORT_HEADER.as_bytes())?;
        }
        let progress = Progress::bar(rows - first_own, "rows written", *quiet || self.args.common.to_terminal());
        let mut next = || doubles.next().map(|record| record.map(Double::unpack));
        let mut double = next()?;
        let mut row = first_own;
        for source in inputs {
            for (item, line) in self.shape.rows(source) {
                let this = row;
                row += 1;
                progress.add(1);
                let Ok(entry) = item else { continue };
                if let Some(found) = &double
                    && found.row == this
                {
                    if found.first != this {
                        self.dropped += 1;
                        let (text, line) = self.told(&entry.place, found);
                        if !quiet {
                            progress.say(&text);
                        }
                        if let Some(report) = &mut report {
                            report.write(line.as_bytes())?;
                        }
                    }
                    double = next()?;
                    continue;
                }
                let text = self.shape.row(&mut output.writer, &entry, line.as_deref(), None, &mut self.left_out);
                output.write(&text.map_err(|why| Failure::data(format!("{}: {why}", entry.place)))?)?;
                self.kept += 1;
            }
        }
        drop(progress);
        if row != rows || double.is_some() {
            return Err(Failure::data(
                "the input was changed by somebody while it was read; what came out is not to be trusted",
            ));
        }
        output.write(self.shape.footer().as_bytes())?;
        if let Some(report) = report {
            report.finish()?;
        }
        output.finish()
    }

    /// Why a row was dropped: for people, and as a line of the report.
    fn told(&self, place: &Place, double: &Double) -> (String, String) {
        let first = self.files.of(double.first, double.line);
        let is_same = double.way == Symmetry::IDENTITY;
        let (why, words) = match (self.args.by, is_same) {
            (By::Solution, true) => ("same-solution", "has the solution of"),
            (By::Solution, false) => ("twin-solution", "has, in disguise, the solution of"),
            (_, true) => ("double", "is a double of"),
            (_, false) => ("twin", "is a twin of"),
        };
        let way = if is_same { String::new() } else { format!(", by {}", double.way) };
        let mut report = csv::Writer::from_writer(Vec::new());
        let numbers = [place.line(), first.line()].map(|line| line.to_string());
        let way_field = if self.args.by == By::Text { String::new() } else { double.way.to_string() };
        let fields = [place.name().as_ref(), &numbers[0], why, first.name().as_ref(), &numbers[1], &way_field];
        report.write_record(fields).expect("a vector takes everything");
        let line = String::from_utf8(report.into_inner().expect("a vector takes everything")).expect("text");
        (format!("{place}: {words} {first}{way}"), line)
    }
}
