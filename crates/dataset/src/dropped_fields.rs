//! Messages about fields that an output form cannot hold, and about formulas: text that spreadsheet programs may run when they open
//! CSV.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use minirow_formats::{Record, is_formula};
use minirow_table::input::Place;
use minirow_text::counted;

/// The fields that were dropped from records, because the output form cannot hold them, and those that are formulas.
///
/// ```
/// use minirow_dataset::DroppedFields;
/// use minirow_table::input::Place;
///
/// let mut dropped = DroppedFields::default();
/// dropped.note(vec!["author".into()], &Place::new(&"a.csv".into(), 2));
/// dropped.note(vec!["author".into()], &Place::new(&"a.csv".into(), 3));
/// assert_eq!(dropped.messages("sdm"), ["left out from a.csv:2 and 1 more, as sdm has no place for it: author"]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct DroppedFields {
    fields: Vec<DroppedField>,
    /// The places of the fields in the list, by their names.
    places: HashMap<String, usize>,
    /// The number of fields beyond [`MOST`] and the place of the first, each counted as often as it was dropped.
    more: Option<(u64, Place)>,
    formulas: Formulas,
}

#[derive(Clone, Debug)]
struct DroppedField {
    name: String,
    count: u64,
    first: Place,
}

/// The maximum number of different names that are kept: every row may have new ones.
const MOST: usize = 1000;

impl DroppedFields {
    /// Adds the fields that were dropped from a record.
    pub fn note(&mut self, names: Vec<String>, place: &Place) {
        for name in names {
            match self.places.get(&name) {
                Some(&known) => self.fields[known].count += 1,
                None if self.fields.len() < MOST => {
                    self.places.insert(name.clone(), self.fields.len());
                    self.fields.push(DroppedField { name, count: 1, first: place.clone() });
                }
                None => self.more.get_or_insert_with(|| (0, place.clone())).0 += 1,
            }
        }
    }

    /// Counts the values of a record that spreadsheet programs may run when they open the CSV that it is written to.
    pub fn note_formulas(&mut self, record: &Record, place: &Place) {
        let fields = record.fields.iter().map(|(name, value)| (&**name, value.text()));
        let solution = record.solution.iter().map(|text| ("solution", text.as_str().into()));
        self.formulas.note(fields.chain(solution), place);
    }

    /// Returns messages for the user, with the name of the output format. Fields that were dropped from the same records share a
    /// message.
    pub fn messages(&self, format: &str) -> Vec<String> {
        let mut places = HashMap::new();
        let mut groups: Vec<(&DroppedField, Vec<&str>)> = Vec::new();
        for field in &self.fields {
            let next = groups.len();
            let group = *places.entry((field.count, field.first.to_string())).or_insert(next);
            if group == next {
                groups.push((field, Vec::new()));
            }
            groups[group].1.push(&field.name);
        }
        let message = |(DroppedField { count, first, .. }, names): (&DroppedField, Vec<&str>)| {
            let more = if *count == 1 { String::new() } else { format!(" and {} more", count - 1) };
            format!("left out from {first}{more}, as {format} has no place for it: {}", names.join(", "))
        };
        let more = self.more.iter().map(|(count, first)| {
            format!("left out from {first} on, as {format} has no place for it: {}", counted(*count, "more value"))
        });
        groups.into_iter().map(message).chain(more).chain(self.formulas.message()).collect()
    }
}

/// The formulas in the values and the names of the columns that are written to CSV.
#[derive(Clone, Default, Debug)]
pub struct Formulas {
    count: u64,
    /// The first formula and its place, in words.
    first: Option<String>,
    /// The names of columns that are formulas.
    names: HashSet<String>,
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_counted() {
        let mut dropped = DroppedFields::default();
        for row in 0..3 * MOST as u64 {
            dropped.note(vec![format!("k{row}"), "author".into()], &Place::new(&"a.jsonl".into(), row + 1));
        }
        let messages = dropped.messages("sdm");
        assert_eq!(messages[1], "left out from a.jsonl:1 and 2999 more, as sdm has no place for it: author");
        let last = messages.last().unwrap();
        assert_eq!(last, "left out from a.jsonl:1000 on, as sdm has no place for it: 2001 more values");
    }
}
