//! Numbers with their nouns in messages.

use minirow_table::grouped;

/// Returns a number and its noun, which gets an `s` unless the number is 1: `1 row`, `1,200 rows`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}
