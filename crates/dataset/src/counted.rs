//! Numbers in messages and reports: with their nouns, in percent, and rounded.

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

/// Rounds to a number of decimals: more would only be noise.
pub(crate) fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}
