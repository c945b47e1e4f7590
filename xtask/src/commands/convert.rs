//! `convert`: from one form to another; the input's is recognised, the output's is named.

use clap::builder::PossibleValue;
use minirow_formats::{Form, Record, Writer};

use crate::commands::Answer;
use crate::commands::per_grid::{Common, InOrder, Outcome};
use crate::failure::{Result, say};
use crate::input::{Entry, Place};

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
struct To(Form);

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
        let mut conversion = Conversion { writer, form, set: self.set, left_out: Vec::new() };
        let answer = self.common.run_one_by_one(look_ahead, &mut conversion)?;
        if !self.common.quiet {
            conversion.say_what_is_left_out();
        }
        Ok(answer)
    }
}

struct Conversion {
    writer: Writer,
    form: Form,
    set: Vec<(String, String)>,
    left_out: Vec<LeftOut>,
}

/// Something that the form cannot hold.
struct LeftOut {
    what: String,
    count: u64,
    first: Place,
}

impl Conversion {
    fn record(&self, entry: &Entry) -> Record {
        let mut record = entry.record.clone();
        for (name, value) in &self.set {
            record.fields.set(name.as_str(), value.as_str());
        }
        record
    }

    fn say_what_is_left_out(&self) {
        // What was missing from the same puzzles is one line.
        let mut groups: Vec<(&LeftOut, Vec<&str>)> = Vec::new();
        for left_out in &self.left_out {
            let is_same = |known: &LeftOut| {
                known.count == left_out.count && known.first.to_string() == left_out.first.to_string()
            };
            match groups.iter_mut().find(|(known, _)| is_same(known)) {
                Some((_, names)) => names.push(&left_out.what),
                None => groups.push((left_out, vec![&left_out.what])),
            }
        }
        for (LeftOut { count, first, .. }, names) in groups {
            let of = if *count == 1 { String::new() } else { format!(" and {} more", count - 1) };
            say(&format!(
                "left out from {first}{of}, as {} has no place for it: {}",
                self.form.name(),
                names.join(", ")
            ));
        }
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
        for what in written.dropped {
            match self.left_out.iter_mut().find(|known| known.what == what) {
                Some(known) => known.count += 1,
                None => self.left_out.push(LeftOut { what, count: 1, first: entry.place.clone() }),
            }
        }
        Outcome::fine(written.text)
    }

    fn end(&mut self) -> String {
        self.writer.footer().into()
    }
}
