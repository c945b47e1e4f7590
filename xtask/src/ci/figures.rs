//! The tables that `compare figures` writes: each tells when, at which commit, on which processor and how it was measured.

use std::path::Path;

use crate::error::{Error, Result};
use crate::workspace;

/// The end of the comment above a table, after its name.
const WRITTEN: &str = ": written by compare figures -->\n";

/// Checks every page of the repository.
pub(super) fn check(top: &Path) -> Result<()> {
    let mut wrong = Vec::new();
    for name in workspace::files(top, &["md"])? {
        let path = top.join(&name);
        let text = std::fs::read_to_string(&path).map_err(Error::file(&path, "cannot be read"))?;
        wrong.extend(wrong_in(&text).into_iter().map(|table| format!("{name}: {table}")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(Error::failed(wrong.join("\n"))) }
}

/// Returns a message for each table that has no end, or neither tells how it was measured nor that it was not.
fn wrong_in(page: &str) -> Vec<String> {
    let parts: Vec<&str> = page.split("<!-- ").chain([""]).collect();
    let tables = parts.windows(2).filter_map(|pair| Some((pair[0].split_once(WRITTEN)?, pair[1])));
    let wrong = tables.filter_map(|((table, text), next)| {
        let end = format!("; `compare figures {table}` writes this.*");
        let tells = |line: &str| {
            line.starts_with("*Measured 20")
                && line.contains(" at commit `")
                && line.contains("` on ")
                && line.ends_with(&end)
        };
        let is_open = text == format!("Not measured yet; `compare figures {table}` writes this.\n");
        if !next.starts_with(&format!("end of {table} -->")) {
            Some(format!("found no end of {table}"))
        } else if !is_open && !text.lines().any(tells) {
            Some(format!(
                "{table} does not tell date, commit, processor and command; `compare figures {table}` writes them"
            ))
        } else {
            None
        }
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_tells_how_it_was_measured_or_that_it_was_not() {
        let page = |text: &str| format!("# A\n<!-- a: written by compare figures -->\n{text}<!-- end of a -->\n");
        let told = "| 1 |\n\n*Measured 2026-11-25 at commit `faba3e5` on Some Processor (2 cores); `compare figures a` writes this.*\n";
        for right in [told, "Not measured yet; `compare figures a` writes this.\n"] {
            assert_eq!(wrong_in(&page(right)), [""; 0]);
        }
        let expected = ["a does not tell date, commit, processor and command; `compare figures a` writes them"];
        for wrong in ["| 1 |\n", &told.replace("commit", "state"), &told.replace("figures a", "figures b")] {
            assert_eq!(wrong_in(&page(wrong)), expected);
        }
        assert_eq!(wrong_in(&page(told).replace("end of a", "end of b")), ["found no end of a"]);
    }
}
