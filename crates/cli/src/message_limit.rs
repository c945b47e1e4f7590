//! A limit on the number of messages of one kind, such as those about the rows of a file.

use std::sync::{Mutex, MutexGuard, PoisonError};

use minirow_table::grouped;
use minirow_text::shown;

/// The maximum number of messages of a kind that are printed.
const MOST: u64 = 20;

/// The maximum number of kinds; the messages of all others count as one more.
const MOST_KINDS: usize = 50;

/// Counts messages by their kinds: their words without the place, numbers and quoted text.
#[derive(Default)]
pub(crate) struct MessageLimit(Mutex<Vec<Kind>>);

struct Kind {
    words: String,
    count: u64,
    /// The first message that was left out.
    left_out: Option<String>,
}

impl MessageLimit {
    /// Counts a message. Returns `true` if it is to be printed.
    pub(crate) fn count(&self, message: &str) -> bool {
        let words = words(message);
        let mut kinds = self.kinds();
        let place = kinds.iter().position(|kind| kind.words == words).unwrap_or(kinds.len()).min(MOST_KINDS);
        if place == kinds.len() {
            kinds.push(Kind { words, count: 0, left_out: None });
        }
        let kind = &mut kinds[place];
        kind.count += 1;
        let is_printed = kind.count <= MOST;
        if !is_printed {
            kind.left_out.get_or_insert_with(|| shown(message).into_owned());
        }
        is_printed
    }

    /// Returns a message for each kind with messages that were left out.
    pub(crate) fn left_out(&self) -> Vec<String> {
        let message = |kind: &Kind| match (kind.count - MOST.min(kind.count), kind.left_out.as_ref()?) {
            (1, left_out) => Some(left_out.clone()),
            (more, left_out) => Some(format!("left out {} more messages, such as: {left_out}", grouped(more))),
        };
        self.kinds().iter().filter_map(message).collect()
    }

    fn kinds(&self) -> MutexGuard<'_, Vec<Kind>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the words of a message that its kind has.
fn words(message: &str) -> String {
    /// The number of characters after which messages of a kind may differ.
    const LONGEST: usize = 200;
    let text = message.split_once(": ").map_or(message, |(_place, text)| text);
    let unquoted = text.split(['"', '`', '\'']).step_by(2).flat_map(str::chars);
    unquoted.take(LONGEST).filter(|c| c.is_alphabetic() || *c == ' ').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_a_kind_are_counted() {
        let limit = MessageLimit::default();
        let mut printed = 0;
        for line in 1..=1030 {
            printed += u64::from(limit.count(&format!("a.csv:{line}: found {line} cells, expected 81")));
            printed += u64::from(limit.count(&format!("a.csv:{line}: level is `l{line}`, expected one of easy, hard")));
        }
        assert!(limit.count("b.csv:7: cannot be read"), "another kind");
        assert_eq!(printed, 2 * MOST);
        let message = "left out 1,010 more messages, such as: a.csv:21: found 21 cells, expected 81";
        assert_eq!((limit.left_out()[0].as_str(), limit.left_out().len()), (message, 2));
    }

    #[test]
    fn one_more_message_is_printed() {
        let limit = MessageLimit::default();
        for line in 1..=21 {
            limit.count(&format!("a.csv:{line}: found no grid"));
        }
        assert_eq!(limit.left_out(), ["a.csv:21: found no grid"]);
    }

    #[test]
    fn kinds_are_limited() {
        let limit = MessageLimit::default();
        let printed = (0..100_000).filter(|kind| limit.count(&"x".repeat(kind % 199 + 1))).count() as u64;
        assert_eq!(printed, MOST * (MOST_KINDS as u64 + 1));
    }
}
