//! JSON lines: an object a row. Numbers are numbers, text is text even if it is all digits, and what is empty is null.

use std::io::{self, Write};

use super::{Sheet, kinds, misfit};
use crate::columns::Kind;

pub(super) struct JsonLines<W> {
    columns: Vec<(String, Kind)>,
    line: String,
    to: W,
}

impl<W: Write> JsonLines<W> {
    pub(super) fn new(names: &[&str], to: W) -> JsonLines<W> {
        JsonLines { columns: kinds(names), line: String::new(), to }
    }
}

impl<W: Write> Sheet for JsonLines<W> {
    fn row(&mut self, values: &[&str]) -> io::Result<()> {
        self.line.clear();
        for ((name, kind), &value) in self.columns.iter().zip(values) {
            if !value.is_empty() && !kind.holds(value) {
                return Err(misfit(name, value, *kind));
            }
            self.line.push(if self.line.is_empty() { '{' } else { ',' });
            let text = |text: &str| serde_json::to_string(text).expect("text");
            self.line += &text(name);
            self.line.push(':');
            match kind {
                _ if value.is_empty() => self.line += "null",
                Kind::Text => self.line += &text(value),
                Kind::Flag | Kind::Whole(_) | Kind::Real => self.line += value,
            }
        }
        self.line += "}\n";
        self.to.write_all(self.line.as_bytes())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.to.flush()
    }
}
