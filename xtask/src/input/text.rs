//! Grids of a text file, through the core's scanner.

use std::io::BufRead;
use std::sync::Arc;

use minirow_core::text::{Scanned, Scanner};

use crate::input::lines::{self, Line, Lines};
use crate::input::{Bad, Entry, Item, Place};

/// Reads a text file.
pub(super) struct Text {
    name: Arc<str>,
    reader: Option<Box<dyn BufRead + Send>>,
    scanner: Scanner,
    line: u64,
    broken: Option<Bad>,
}

impl Text {
    pub(super) fn new(name: Arc<str>, lines: Lines) -> Text {
        Text { name, reader: Some(Box::new(lines.into_reader())), scanner: Scanner::new(), line: 0, broken: None }
    }

    fn place(&self, line: u64) -> Place {
        Place { name: self.name.clone(), line }
    }

    fn item(&self, scanned: Scanned) -> Item {
        let place = self.place(scanned.line as u64);
        match scanned.result {
            Ok(board) => Ok(Entry { place, board, solution: None, other_columns: None }),
            Err(error) => Err(Bad { place, message: error.to_string() }),
        }
    }
}

impl Iterator for Text {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(scanned) = self.scanner.pop() {
                return Some(self.item(scanned));
            }
            let Some(reader) = &mut self.reader else {
                return self.broken.take().map(Err);
            };
            self.line += 1;
            match lines::next(reader) {
                Line::Text(text) => self.scanner.push(text.strip_prefix('\u{feff}').unwrap_or(&text)),
                Line::Bad(message) => {
                    self.scanner.pass_over();
                    return Some(Err(Bad { place: self.place(self.line), message }));
                }
                Line::Broken(message) => {
                    self.scanner.finish();
                    self.reader = None;
                    self.broken = Some(Bad { place: self.place(self.line), message });
                }
                Line::End => {
                    self.scanner.finish();
                    self.reader = None;
                }
            }
        }
    }
}
