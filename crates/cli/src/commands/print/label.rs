//! Labels of single grids: a text with names in braces, such as {date}.

use std::time::{Duration, SystemTime};

use minirow_print::Item;

use super::Args;
use crate::error::{Error, Result};
use crate::words::{Words, capitalised, fill};

/// A day, as the number of days since 1 January 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Day(u64);

const SECONDS: u64 = 24 * 60 * 60;

/// Parses a day.
pub(super) fn day(text: &str) -> Result<Day, String> {
    // Years up to here leave space for a book of one puzzle a day.
    let is_written = text.len() == 10 && text < "3000";
    let time = humantime::parse_rfc3339_weak(&format!("{text} 00:00:00")).ok().filter(|_| is_written);
    let since = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    since
        .map(|since| Day(since.as_secs() / SECONDS))
        .ok_or_else(|| "expected a date from 1970 to 2999, such as 2026-11-30".into())
}

impl Day {
    /// Returns the day in words: its weekday, and its date.
    fn words(self, words: &Words) -> (String, String) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(self.0 * SECONDS);
        let text = humantime::format_rfc3339_seconds(time).to_string();
        let number = |from: usize, to: usize| text[from..to].parse::<usize>().expect("digits");
        let (year, month, day) = (number(0, 4).to_string(), number(5, 7), number(8, 10));
        let day = if day == 1 { words.get("first-day").into() } else { day.to_string() };
        let month = words.listed("months", month - 1);
        // 1 January 1970 was a Thursday.
        let weekday = words.listed("weekdays", (self.0 as usize + 3) % 7);
        (weekday.into(), words.filled("long-date", &[("day", &day), ("month", month), ("year", &year)]))
    }
}

/// The label of single grids.
pub(super) struct Label {
    text: String,
    date: Option<Day>,
}

/// The names that a label can have in braces.
const NAMES: [&str; 4] = ["number", "heading", "weekday", "date"];

impl Label {
    /// Returns the label that the options ask for, or `None` without one.
    ///
    /// # Errors
    /// If the label has an unknown name in braces, or a date is missing.
    pub(super) fn of(args: &Args, words: &Words) -> Result<Option<Label>> {
        let date = args.date;
        let Some(text) =
            args.label.clone().or_else(|| Some(words.get("weekday-and-date").into()).filter(|_| date.is_some()))
        else {
            return Ok(None);
        };
        let label = Label { text, date };
        let names = label.text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
        if let Some(unknown) = names.into_iter().find(|name| !NAMES.contains(name)) {
            let known = NAMES.map(|name| format!("{{{name}}}")).join(", ");
            return Err(Error::usage(format!("--label: found {{{unknown}}}, expected one of {known}")));
        }
        match label.has_date() {
            true if date.is_none() => Err(Error::usage("{date} and {weekday} in --label need --date")),
            false if date.is_some() => Err(Error::usage("--date has no effect without {date} or {weekday} in --label")),
            _ => Ok(Some(label)),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.text.contains(&format!("{{{name}}}"))
    }

    /// Returns `true` if the label has a date.
    fn has_date(&self) -> bool {
        self.has("weekday") || self.has("date")
    }

    /// Returns the options that change the label. They have no other effect on a PNG picture.
    pub(super) fn used_options(&self) -> Vec<&'static str> {
        let heading: &[&str] = if self.has("heading") { &["heading", "language", "word"] } else { &[] };
        let date: &[&str] = if self.has_date() { &["language", "word"] } else { &[] };
        let number: &[&str] = if self.has("number") { &["numbers", "first-number"] } else { &[] };
        [heading, date, number].concat()
    }

    /// Returns the label of a puzzle, by its place in the book.
    pub(super) fn text(&self, words: &Words, index: u64, number: &str, item: &Item) -> String {
        let (weekday, date) = self.date.map(|Day(first)| Day(first + index).words(words)).unwrap_or_default();
        let values = [("number", number), ("heading", item.remark.as_str()), ("weekday", &weekday), ("date", &date)];
        capitalised(&fill(&self.text, &values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn days_are_read_and_written() {
        let written = |tag: &str, text: &str| {
            let words = Words::new(&Language::Tag(tag.into()), &[]).unwrap();
            let (weekday, date) = day(text).unwrap().words(&words);
            fill(words.get("weekday-and-date"), &[("weekday", &weekday), ("date", &date)])
        };
        assert_eq!(written("en", "1970-01-01"), "Thursday, 1 January 1970");
        assert_eq!(written("en", "2024-02-29"), "Thursday, 29 February 2024");
        assert_eq!(written("de", "2026-11-30"), "Montag, 30. November 2026");
        assert_eq!(written("es", "2026-11-30"), "lunes, 30 de noviembre de 2026");
        assert_eq!(written("fr", "2026-08-01"), "samedi 1er août 2026");
        assert_eq!(written("zh", "2999-12-31"), "2999年12月31日 星期二");
        for wrong in
            ["", "2026-11-31", "2026-1-1", "30.11.2026", "1969-12-31", "3000-01-01", "2026-11-30T", "2023-02-29"]
        {
            assert!(day(wrong).is_err(), "{wrong}");
        }
    }
}
