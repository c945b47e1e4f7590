//! `convert`: from one form to another; the input's is recognised, the output's is named.

use std::io::Write;
use std::path::Path;

use minirow_dataset::{DroppedFields, OutputFormat};
use minirow_formats::{Form, Record, Writer};
use minirow_table::files::{self, FileGroup};
use minirow_table::{Format, OutputShape, Schema, StoredManifest, StoredRows, metadata, shard_manifest, unnamed_file};
use serde_json::Value;

use crate::args::{ShapeArgs, TargetArgs};
use crate::choices::output_formats;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, InOrder, Outcome};
use crate::error::{Error, Result, print_message};
use crate::output::Output;
use crate::{interrupt, loaders};
use minirow_table::input::Entry;

/// Returns the examples of the help, with the endings of all forms.
fn examples() -> String {
    let endings = Form::ALL.into_iter().flat_map(Form::endings).chain(&["parquet"]).map(|ending| format!(".{ending}"));
    let endings = endings.collect::<Vec<_>>().join(" ");
    let about = format!("Endings of names that tell the form to write: {endings}; anything else is written as lines.");
    EXAMPLES.to_string() + &textwrap::fill(&about, 100) + "\n" + LEFT_OUT
}

const EXAMPLES: &str = "\
Examples:
  minirow convert pack.csv --out puzzles.sdm               the form follows from the name
  minirow convert pack.csv --set name=Easy --out easy.opensudoku
  minirow convert *.sdk --out all.csv                      authors and levels become columns
  minirow convert puzzles.txt --to pencilmarks | head -11
  minirow convert puzzles.txt --to line --blank 0
  minirow convert pack.csv --out pack.parquet              columns with types, of any file
  minirow convert pack.csv --schema hrm --out train.csv    the columns that training code reads

Every command reads all these forms, and recognises them whatever the name of the file.
";

const LEFT_OUT: &str = "What a form cannot hold is left out, and what that was is said on stderr.";

/// Convert between the forms of Sudoku programs
#[derive(clap::Args)]
#[command(before_help = examples())]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// The form to write [default: by the name of the output, else line]
    #[arg(long, value_name = "FORM", value_parser = output_formats())]
    to: Option<OutputFormat>,
    /// The character for an empty cell: one of . 0 _ * -
    #[arg(long, value_name = "CHARACTER", value_parser = blank)]
    blank: Option<char>,
    /// Set a field of every puzzle, such as author=Ruud or level=; can be given several times
    #[arg(long, value_name = "FIELD=TEXT", value_parser = field)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    shape: ShapeArgs,
}

/// A character that stands for an empty cell.
pub(super) fn blank(text: &str) -> std::result::Result<char, String> {
    match text.as_bytes() {
        [character @ (b'.' | b'0' | b'_' | b'*' | b'-')] => Ok(char::from(*character)),
        _ => Err("expected one of . 0 _ * -".into()),
    }
}

fn field(text: &str) -> std::result::Result<(String, String), String> {
    match text.split_once('=') {
        Some((name @ ("puzzle" | "solution" | "clues" | "state" | "candidates"), _)) => {
            Err(format!("{name} is what a puzzle is, rather than what is said of it"))
        }
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err("expected a name, = and a text, such as author=Ruud".into()),
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let out = self.common.target.out.as_deref();
        let to = self.to.or_else(|| out.and_then(OutputFormat::of_path));
        let is_table = self.shape.schema != Schema::Full || self.shape.shard_rows.is_some();
        match to {
            Some(OutputFormat::Form(form)) if !is_table => self.write(form, Output::open),
            None if !is_table => self.write(Form::Line, Output::open),
            _ => self.write_table(to),
        }
    }

    /// Writes rows of CSV to a temporary file first, as CSV holds every field of a record.
    fn write_table(self, to: Option<OutputFormat>) -> Result<InputVerdict> {
        let format = match to {
            None | Some(OutputFormat::Form(Form::Csv)) => Format::Csv,
            Some(OutputFormat::Form(Form::JsonLines)) => Format::JsonLines,
            Some(OutputFormat::Parquet) => Format::Parquet,
            Some(OutputFormat::Form(form)) => {
                let why = "--schema and --shard-rows are for csv, jsonl and parquet";
                return Err(Error::usage(format!("{why}, not for {}", form.name())));
            }
        };
        format.check().map_err(Error::usage)?;
        let target = self.common.target.clone();
        let Some(out) = &target.out else {
            return Err(Error::usage("parquet, --schema and --shard-rows need a file: --out FILE"));
        };
        let shape = OutputShape { schema: self.shape.schema, format, shard_rows: self.shape.shard_rows };
        let label = format!("minirow convert --out {}", out.display());
        let inputs = self.common.inputs.paths().to_vec();
        let options = files::WriteOptions { inputs: &inputs, ..target.options(&label) };
        let mut group = match shape.shard_rows {
            // The shards have other names; the manifest lists them.
            Some(_) => FileGroup::open(&StoredManifest::path_of(out), &options)?,
            None => FileGroup::open(out, &options)?,
        };
        let quiet = self.common.work.quiet;
        // The rows as CSV, until all of them are written.
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let cannot_write = |error| files::Error::from_write(error, out);
        let rows = unnamed_file(folder).map_err(cannot_write)?;
        let copy = rows.try_clone().map_err(cannot_write)?;
        let answer = self.write(Form::Csv, |_| Ok(Output::temporary(copy, out)))?;
        let rows = StoredRows::new(out, rows);
        let exported = shape.export(&rows, out, &mut group, &metadata(&Value::Null), &interrupt::token())?;
        if shape.shard_rows.is_some() {
            let path = StoredManifest::path_of(out);
            let mut member = group.create(&path)?;
            let written = member.write_all(shard_manifest(out, &Value::Null, &exported.files).as_bytes());
            written.map_err(|error| files::Error::from_write(error, &path))?;
            group.add(member)?;
        }
        group.commit()?;
        loaders::say_left_out(&shape, &exported);
        if !quiet {
            print_message(&loaders::hint(out, &shape));
        }
        Ok(answer)
    }

    fn write(self, form: Form, open: impl FnOnce(&TargetArgs) -> Result<Output>) -> Result<InputVerdict> {
        let writer = Writer::new(form, self.blank);
        let look_ahead = writer.look_ahead();
        let mut conversion = Conversion { writer, form, set: self.set, dropped: DroppedFields::default() };
        let answer = self.common.run_one_by_one(look_ahead, open, &mut conversion)?;
        if !self.common.work.quiet {
            conversion.dropped.messages(conversion.form).iter().for_each(|message| print_message(message));
        }
        Ok(answer)
    }
}

struct Conversion {
    writer: Writer,
    form: Form,
    set: Vec<(String, String)>,
    dropped: DroppedFields,
}

impl Conversion {
    fn record(&self, entry: &Entry) -> Record {
        let mut record = entry.record.clone();
        for (name, value) in &self.set {
            record.fields.set(name.as_str(), value.as_str());
        }
        record
    }
}

impl InOrder for Conversion {
    fn begin(&mut self, first: &mut dyn Iterator<Item = &Entry>) -> String {
        let records: Vec<Record> = first.map(|entry| self.record(entry)).collect();
        self.writer.header(records.iter())
    }

    fn entry(&mut self, entry: &Entry) -> Outcome {
        let written = if self.set.is_empty() {
            self.writer.record(&entry.record)
        } else {
            self.writer.record(&self.record(entry))
        };
        self.dropped.note(written.dropped, &entry.place);
        Outcome::fine(written.text)
    }

    fn end(&mut self) -> String {
        self.writer.footer().into()
    }
}
