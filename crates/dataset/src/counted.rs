//! Numbers in messages: with their nouns, and in percent.

use minirow_table::grouped;

/// Returns a number and its noun, which gets an `s` unless the number is 1: `1 row`, `1,200 rows`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a share in percent: `1.2 %`. A small one has the decimals that show it.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent > 0.0 && percent < 0.05 { format!("{percent:.1e} %") } else { format!("{percent:.1} %") }
}
