//! The order of `--sort`: the items of the input by the values of a field, sorted on disk if they do not fit into memory.

use std::cmp::Ordering;
use std::io::{self, BufRead, Write};

use minirow_files::sort::{SortRecord, Sorted, Sorter};
use minirow_formats::{Form, Reader, Record, RecordTable, Writer};
use minirow_table::input::{BadLine, Entry, Item, Place};
use minirow_table::{Registry, TallyBy, equivalence};

use crate::error::{Error, Result};
use crate::interrupt;

/// The field of `--sort`, and its direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SortBy {
    field: String,
    is_descending: bool,
}

impl SortBy {
    /// Parses the name of a field, which a hyphen precedes for descending order.
    pub(super) fn parse(text: &str) -> Result<SortBy, String> {
        let field = text.strip_prefix('-');
        let sort_by = SortBy { field: field.unwrap_or(text).trim().into(), is_descending: field.is_some() };
        if sort_by.field.is_empty() { Err("expected a field, such as er, or -er".into()) } else { Ok(sort_by) }
    }

    /// Returns the items in order. Lines without a grid come first, and grids without a value last. Of equal values, the items have
    /// the order of the input. `record` returns the record whose field is compared.
    ///
    /// # Errors
    /// If no record has the field, the command is told to end, or a temporary file cannot be written.
    pub(super) fn sorted(
        &self,
        items: impl Iterator<Item = Item>,
        mut sorter: Sorter<SortedItem>,
        record: impl Fn(&Record) -> Record,
    ) -> Result<SortedItems> {
        let names = match Registry::standard().find(&self.field).map(minirow_table::Column::tally) {
            Some(TallyBy::Name(names)) => names(),
            _ => Vec::new(),
        };
        let (mut has_entries, mut has_field) = (false, false);
        for (number, item) in (0..).zip(items) {
            interrupt::token().check(Error::Interrupted)?;
            let key = match &item {
                Ok(entry) => {
                    let value = self.value(&record(&entry.record));
                    has_entries = true;
                    has_field |= value.is_some();
                    // The names of levels and techniques have an order of their own.
                    let rank =
                        |text: &str| names.iter().position(|(name, _)| *name == text).map(|rank| rank.to_string());
                    value.map(|value| rank(&value).unwrap_or(value))
                }
                Err(_) => None,
            };
            sorter.push(SortedItem::new(key, self.is_descending, number, item))?;
        }
        if has_entries && !has_field {
            return Err(Error::data(format!("found no grid with the field {:?} of --sort", self.field)));
        }
        Ok(SortedItems(sorter.sorted()?))
    }

    /// Returns the text of the field of a record, which is empty for a missing value, or `None` if the record does not have the field.
    fn value(&self, record: &Record) -> Option<String> {
        let table = RecordTable::of([record]);
        let place = table.columns().position(|name| name.eq_ignore_ascii_case(&self.field))?;
        Some(table.row(record).values.swap_remove(place))
    }
}

/// Returns a sample of some grids in the order of the input: those with the smallest keys by the seed and the index. Lines without a
/// grid come first.
///
/// # Errors
/// If the command is told to end, or a temporary file cannot be written.
pub(super) fn sampled(
    items: impl Iterator<Item = Item>,
    (size, seed): (u64, u64),
    sorter: impl Fn() -> Sorter<SortedItem>,
) -> Result<SortedItems> {
    let mut by_key = sorter();
    for (number, item) in (0..).zip(items) {
        interrupt::token().check(Error::Interrupted)?;
        // Not a number, so that texts of one length are compared.
        let key = item.is_ok().then(|| format!("k{:032x}", equivalence::key(&format!("sample {seed} {number}"))));
        by_key.push(SortedItem::new(key, false, number, item))?;
    }
    let (mut by_key, mut by_number, mut taken) = (by_key.sorted()?, sorter(), 0);
    while let Some(item) = by_key.next()?
        && taken < size
    {
        interrupt::token().check(Error::Interrupted)?;
        taken += u64::from(item.class > 0);
        by_number.push(SortedItem { value: String::new(), ..item })?;
    }
    Ok(SortedItems(by_number.sorted()?))
}

/// The items in order.
pub(super) struct SortedItems(Sorted<SortedItem>);

impl Iterator for SortedItems {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        match self.0.next() {
            Ok(item) => item.map(SortedItem::item),
            // The input seems to be damaged, so that no output is written.
            Err(error) => {
                let bad = BadLine::new(Place::new(&"--sort".into(), 0), error);
                Some(Err(BadLine { is_line: false, is_unreadable: true, ..bad }))
            }
        }
    }
}

/// A value that is compared: a number or a text. Numbers come before texts.
#[derive(Clone, Copy, PartialEq)]
enum SortValue<'a> {
    /// A number, and the number of a whole one, which may have more digits than fit into the first.
    Number(f64, Option<i128>),
    Text(&'a str),
}

impl SortValue<'_> {
    fn of(text: &str) -> SortValue<'_> {
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => SortValue::Number(number, text.parse().ok()),
            _ => SortValue::Text(text),
        }
    }

    fn compare(self, other: SortValue) -> Ordering {
        match (self, other) {
            (SortValue::Number(one, whole), SortValue::Number(two, other)) => {
                let order = one.partial_cmp(&two).unwrap_or(Ordering::Equal);
                order.then_with(|| whole.zip(other).map_or(Ordering::Equal, |(one, two)| one.cmp(&two)))
            }
            (SortValue::Number(..), SortValue::Text(_)) => Ordering::Less,
            (SortValue::Text(_), SortValue::Number(..)) => Ordering::Greater,
            (SortValue::Text(one), SortValue::Text(two)) => one.cmp(two),
        }
    }
}

/// An item with its value.
pub(super) struct SortedItem {
    /// Lines without a grid are 0, grids with a value 1, and others 2.
    class: u8,
    value: String,
    is_descending: bool,
    /// The place in the input.
    number: u64,
    name: String,
    line: u64,
    /// The record as a line of JSON, or the message of a line without a grid.
    text: String,
    /// `is_line`, `is_unreadable` and `is_header` of a line without a grid.
    flags: [bool; 3],
}

impl SortedItem {
    fn new(value: Option<String>, is_descending: bool, number: u64, item: Item) -> SortedItem {
        let value = value.map(|value| value.trim().to_string()).unwrap_or_default();
        let (class, place, text, flags) = match item {
            Ok(Entry { place, record, .. }) => {
                let text = Writer::new(Form::JsonLines, None).record(&record).text;
                (1 + u8::from(value.is_empty()), place, text, [false; 3])
            }
            Err(BadLine { place, message, is_line, is_unreadable, is_header }) => {
                (0, place, message, [is_line, is_unreadable, is_header])
            }
        };
        let (name, line) = (place.name().to_string(), place.line());
        SortedItem { class, value, is_descending, number, name, line, text, flags }
    }

    fn item(self) -> Item {
        let place = Place::new(&self.name.into(), self.line);
        if self.class > 0 {
            let read = Reader::new(self.text.as_bytes()).next();
            let record = read.and_then(std::result::Result::ok).expect("every record is a line of JSON").record;
            return Ok(Entry { place, record, raw: None });
        }
        let [is_line, is_unreadable, is_header] = self.flags;
        Err(BadLine { place, message: self.text, is_line, is_unreadable, is_header })
    }
}

impl Ord for SortedItem {
    fn cmp(&self, other: &SortedItem) -> Ordering {
        let by_value = || {
            let order = SortValue::of(&self.value).compare(SortValue::of(&other.value));
            if self.is_descending { order.reverse() } else { order }
        };
        self.class.cmp(&other.class).then_with(by_value).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for SortedItem {
    fn partial_cmp(&self, other: &SortedItem) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SortedItem {
    fn eq(&self, other: &SortedItem) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SortedItem {}

impl SortRecord for SortedItem {
    fn bytes(&self) -> usize {
        size_of::<SortedItem>() + self.value.capacity() + self.name.capacity() + self.text.capacity()
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let SortedItem { class, value, is_descending, number, name, line, text, flags } = self;
        serde_json::to_writer(&mut *to, &(class, value, is_descending, number, name, line, text, flags))?;
        to.write_all(b"\n")
    }

    fn read(from: &mut impl BufRead) -> io::Result<Option<SortedItem>> {
        let mut written = String::new();
        if from.read_line(&mut written)? == 0 {
            return Ok(None);
        }
        let (class, value, is_descending, number, name, line, text, flags) = serde_json::from_str(&written)?;
        Ok(Some(SortedItem { class, value, is_descending, number, name, line, text, flags }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_one_order() {
        let rising = [
            "-1e9",
            "-2",
            "-0.5",
            "0",
            "1.2",
            "9",
            "10",
            "9007199254740992",
            "9007199254740993",
            "10a",
            "a",
            "aa",
            "b",
            "nan",
        ];
        for (place, one) in rising.iter().enumerate() {
            for (other_place, other) in rising.iter().enumerate() {
                let order = SortValue::of(one).compare(SortValue::of(other));
                assert_eq!(order, place.cmp(&other_place), "{one} and {other}");
            }
        }
        assert_eq!(SortValue::of("9").compare(SortValue::of("9.0")), Ordering::Equal);
    }
}
