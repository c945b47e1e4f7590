//! Messages about names of columns and keys that are not used as they are.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use minirow_text::counted;

use super::{Inputs, Source};
use crate::registry::SYNONYMS;

/// The values that the columns of each list of synonyms have, in words.
const VALUES: [&str; 3] = ["puzzles", "solutions", "ratings"];

impl Inputs {
    /// Returns messages about the names in the first record of each file: columns without a name, and further names of puzzles,
    /// solutions and ratings. A pipe, which can be read only once, has none.
    pub fn messages_about_names(&self) -> Vec<String> {
        let sources = self.sources().unwrap_or_default();
        sources.iter().filter(|source| source.is_rereadable()).flat_map(Source::messages_about_names).collect()
    }

    /// Returns messages about the solutions in the files that were read which are not in the lines of their puzzles.
    pub fn messages_about_solutions(&self) -> Vec<String> {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        let message = |(name, count): (&Arc<str>, &u64)| {
            format!("{name}: left out {}, expected each in the line of its puzzle", counted(*count, "solution"))
        };
        lost.iter().filter(|(_, count)| **count > 0).map(message).collect()
    }
}

impl Source {
    fn messages_about_names(&self) -> Vec<String> {
        let Ok(mut reader) = self.reader() else { return Vec::new() };
        let header = reader.header().map(|(line, header)| (line, header.clone()));
        if header.is_none() && !reader.kind().first_line.starts_with(['{', '[']) {
            return Vec::new(); // other forms have keys of their own
        }
        let Some(Ok(first)) = reader.next() else { return Vec::new() };
        let names: HashSet<String> = first.record.fields.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
        let (line, kind) = header.as_ref().map_or((first.line, "key"), |(line, _)| (*line, "column"));
        let mut messages = Vec::new();
        let made = header.iter().flat_map(|(_, header)| header.made_names());
        let made: Vec<&str> = made.filter(|name| names.contains(*name)).collect();
        if let [name, more @ ..] = &made[..] {
            let more = if more.is_empty() { String::new() } else { format!(", and {} more", more.len()) };
            messages.push(format!("found a column without a name, which is called {name:?}{more}"));
        }
        for (synonyms, values) in SYNONYMS.iter().zip(VALUES) {
            // The puzzle and the solution are no fields.
            let used = usize::from(values == "ratings");
            messages.extend(
                synonyms.iter().filter(|name| names.contains(**name)).skip(used).map(|name| {
                    format!("found the {kind} {name:?} beside another one of {values}, and reads it as text")
                }),
            );
        }
        messages.into_iter().map(|message| format!("{}:{line}: {message}", self.name())).collect()
    }
}
