//! Keys and values that tell another order of the cells or another kind of Sudoku.

use minirow_text::{is_kind, is_other_order, names_kind};
use serde_json::value::RawValue;

use crate::error::ErrorKind;
use crate::forms::f_puzzles;
use crate::forms::json_lines::{MOST_DEPTH, has_puzzle, parse};

/// The keys of the clues of an object whose key `board` or the like may have the progress.
const START: [&str; 10] =
    ["clues", "givens", "given", "original", "initial", "start", "problem", "mission", "initial_board", "unsolved"];

/// The keys of rules that Sudoku does not have, in lower case, without signs between their words and `is` or `has` before them.
const RULES: &str = "cages cage cagelist killer killercage killercages killersudoku sums thermometer thermometers thermo thermos arrow arrows \
    kropki regions regionmap boxmap extraregion extraregions antiknight antiking diagonal diagonals diagonal+ diagonalplus diagonalminus \
    maindiagonals disjointgroups nonconsecutive renban whispers palindrome quadruple even odd xv xsudoku sandwich sandwichsum constraint \
    constraints hyper irregular jigsaw windoku";

/// The keys of the kind of Sudoku.
const KINDS: [&str; 7] = ["mode", "layout", "family", "style", "model", "ruleset", "tags"];

/// The keys of the order of cells, in addition to those of texts.
const FORMATS: [&str; 3] = ["format", "representation", "encoding"];

/// Returns the error of a value that tells that cells are in another order than that of the rows.
pub(in crate::forms) fn wrong_order(key: &str, value: &str) -> Option<ErrorKind> {
    let value = value.trim_matches('"');
    let order = if FORMATS.iter().any(|format| format.eq_ignore_ascii_case(key)) { "order" } else { key };
    is_other_order(order, value).then(|| ErrorKind::form(format!("{key} {value:?}"), "cells in the order of the rows"))
}

/// Returns `true` for the key of clues, beside which a board may be the progress.
pub(in crate::forms) fn is_start(key: &str) -> bool {
    START.iter().any(|start| start.eq_ignore_ascii_case(key))
}

/// Returns the error of the values of an object, and of those of objects in it, that tell more rules or another order of the cells. In an
/// inner object, a number may count a technique.
pub(super) fn other_kind_within(
    entries: &[(String, Box<RawValue>)],
    depth: usize,
    is_inner: bool,
) -> Option<ErrorKind> {
    let is_number = |value: &str| is_inner && value.starts_with(|first: char| first.is_ascii_digit());
    entries.iter().find_map(|(key, value)| match value.get() {
        text if is_rule(key, text) && !is_number(text) => Some(f_puzzles::not_classic(key)),
        // Another puzzle has its own kind, and a symmetry may be diagonal.
        text if has_puzzle(text) || key.to_ascii_lowercase().contains("symmetr") => None,
        object if object.starts_with('{') && depth < MOST_DEPTH => {
            // What cannot be parsed is reported elsewhere.
            other_kind_within(&parse(object).ok()?.0, depth + 1, true)
        }
        text => wrong_order(key, text),
    })
}

/// Returns `true` for a value that tells that a puzzle has more rules than Sudoku.
pub(in crate::forms) fn is_rule(key: &str, value: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let is_variant = ["variant", "variants", "variation"].iter().any(|end| key.ends_with(end));
    let is_type = key.ends_with("type") || matches!(&*key, "kind" | "rules");
    if matches!(value, "" | "[]" | "{}" | "null" | "false" | "0" | "\"\"") {
        return false;
    }
    if KINDS.contains(&&*key) {
        let value = value.to_ascii_lowercase();
        let words =
            |tag: &str| tag.split(|sign: char| !sign.is_ascii_alphanumeric()).map(String::from).collect::<Vec<_>>();
        let words = |tag: &str| words(tag).into_iter().filter(|word| !matches!(&**word, "" | "sudoku"));
        return value.split(',').any(|tag| words(tag).count() > 0 && words(tag).all(|word| is_kind(&word)));
    }
    if !is_variant && !is_type {
        let key = key.replace(['_', '-', ' '], "");
        let key = ["is", "has"].iter().find_map(|start| key.strip_prefix(start)).unwrap_or(&key);
        return RULES.split(' ').any(|rule| rule == key);
    }
    let value = value.to_ascii_lowercase();
    let mut words = value.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_classic = |word: &str| {
        matches!(word, "classic" | "standard" | "normal" | "regular" | "none" | "sudoku" | "9x9")
            || word.parse::<u64>().is_ok()
    };
    if is_variant { !words.all(is_classic) } else { words.any(is_kind) || names_kind(value.trim_matches('"')) }
}

/// The keys of the size of a grid.
const SIZES: &str = "size gridsize boardsize n order dimension dimensions rows columns cols width height";

/// Returns `true` for a value that tells that a grid has another size than 9x9.
pub(super) fn is_other_size(key: &str, value: &str) -> bool {
    let is_number = || value.trim_matches('"').starts_with(|first: char| first.is_ascii_digit());
    SIZES.split(' ').any(|size| size.eq_ignore_ascii_case(key))
        && is_number()
        && !matches!(value.trim_matches('"'), "9" | "9x9" | "81")
}
