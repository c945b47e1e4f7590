//! Messages about formulas: text that spreadsheet programs may run when they open CSV.

use std::collections::HashSet;
use std::fmt::Display;

use minirow_core::text::counted;
use minirow_formats::is_formula;

/// The formulas in the values and the names of the columns that are written to CSV.
#[derive(Clone, Default, Debug)]
pub struct Formulas {
    count: u64,
    /// The first formula and its place, in words.
    first: Option<String>,
    /// The names of columns that are formulas.
    names: HashSet<String>,
}

/// The maximum number of different names that are kept: every row may have new ones.
const MOST: usize = 1000;

impl Formulas {
    /// Counts the formulas in a row, given the names and the texts of its fields.
    pub fn note<'a>(&mut self, fields: impl Iterator<Item = (&'a str, impl AsRef<str>)>, place: &impl Display) {
        for (name, text) in fields {
            if is_formula(name) && self.names.len() < MOST && self.names.insert(name.to_string()) {
                self.add(|| format!("{place}: the name of the column {name:?}"));
            }
            if is_formula(text.as_ref()) {
                self.add(|| format!("{place}: {name}"));
            }
        }
    }

    fn add(&mut self, what: impl FnOnce() -> String) {
        self.count += 1;
        self.first.get_or_insert_with(what);
    }

    /// Returns a message if there is a formula.
    pub fn message(&self) -> Option<String> {
        let values = counted(self.count, "value");
        let message =
            |first| format!("{first} begins as a formula, which spreadsheet programs may run ({values} in all)");
        self.first.as_ref().map(message)
    }
}
