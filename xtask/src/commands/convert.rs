//! `convert`: from one form to another; the input's is recognised, the output's is named.

use clap::builder::PossibleValue;
use minirow_formats::{Form, Record, Writer};

use crate::commands::Answer;
use crate::commands::per_grid::{Common, InOrder, Outcome};
use crate::failure::Result;
use crate::input::Entry;
use crate::left_out::LeftOut;

const EXAMPLES: &str = "\
Examples:
  minirow convert pack.csv --out puzzles.sdm               the form follows from the name
  minirow convert pack.csv --set name=Easy --out easy.opensudoku
  minirow convert *.sdk --out all.csv                      authors and levels become columns
  minirow convert puzzles.txt --to pencilmarks | head -11
  minirow convert puzzles.txt --to line --blank 0

Every command reads all these forms, and recognises them whatever the name of the file.
Endings of names that tell the form to write: .csv .json .jsonl .sdm .sdk .ss .opensudoku .xml .729
.pm; anything else is written as lines.
What a form cannot hold is left out, and what that was is said on stderr.";

/// A form on the command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct To(pub(super) Form);

impl clap::ValueEnum for To {
    fn value_variants<'a>() -> &'a [To] {
        static ALL: [To; Form::ALL.len()] = {
            let mut all = [To(Form::Line); Form::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = To(Form::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

/// Convert between the forms of Sudoku programs
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// The form to write [default: by the name of the output, else line]
    #[arg(long, value_name = "FORM")]
    to: Option<To>,
    /// The character for an empty cell: one of . 0 _ * -
    #[arg(long, value_name = "CHARACTER", value_parser = blank)]
    blank: Option<char>,
    /// Say something of every puzzle, such as author=Ruud or level=; may be given several times
    #[arg(long, value_name = "FIELD=TEXT", value_parser = field)]
    set: Vec<(String, String)>,
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
    pub(crate) fn run(self) -> Result<Answer> {
        let by_name = || self.common.target.out.as_deref().and_then(Form::of_path);
        let form = self.to.map(|to| to.0).or_else(by_name).unwrap_or(Form::Line);
        let writer = Writer::new(form, self.blank);
        let look_ahead = writer.look_ahead();
        let mut conversion = Conversion { writer, form, set: self.set, left_out: LeftOut::default() };
        let answer = self.common.run_one_by_one(look_ahead, &mut conversion)?;
        if !self.common.quiet {
            conversion.left_out.say(conversion.form);
        }
        Ok(answer)
    }
}

struct Conversion {
    writer: Writer,
    form: Form,
    set: Vec<(String, String)>,
    left_out: LeftOut,
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
        self.left_out.note(written.dropped, &entry.place);
        Outcome::fine(written.text)
    }

    fn end(&mut self) -> String {
        self.writer.footer().into()
    }
}
