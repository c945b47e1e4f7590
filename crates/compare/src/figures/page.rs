//! The place of a table in its page, and the line that tells how it was measured.

use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, ensure};

use crate::report;

/// When and where a table was measured.
#[derive(Clone)]
pub(super) struct Stamp {
    pub(super) date: String,
    pub(super) commit: String,
    pub(super) processor: String,
}

impl Stamp {
    /// Returns the stamp of today.
    ///
    /// # Errors
    /// If a file of the program is not in a commit, or this program was built without optimisation.
    pub(super) fn of_now(top: &Path) -> anyhow::Result<Stamp> {
        ensure!(!cfg!(debug_assertions), "this program was built without optimisation, expected `cargo run --release`");
        let changed = output(top, &["git", "status", "--porcelain", "--", ".", ":!docs", ":!README.md"])?;
        ensure!(changed.is_empty(), "changes that are not in a commit, expected none:\n{changed}");
        let cores = thread::available_parallelism()?;
        Ok(Stamp {
            date: output(top, &["date", "+%Y-%m-%d"])?,
            commit: output(top, &["git", "rev-parse", "--short=8", "HEAD"])?,
            processor: format!("{} ({cores} cores)", report::processor()),
        })
    }

    /// Returns the stamp of a part of the work, which is not for the documentation.
    pub(super) fn of_quick() -> Stamp {
        let [date, commit, processor] = ["today", "none", "any processor"].map(str::to_owned);
        Stamp { date, commit, processor }
    }

    /// Returns the line below a table.
    pub(super) fn line(&self, name: &str) -> String {
        let Stamp { date, commit, processor } = self;
        format!("*Measured {date} at commit `{commit}` on {processor}; `compare figures {name}` writes this.*\n")
    }
}

/// Returns what a program prints.
fn output(folder: &Path, words: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(words[0]).args(&words[1..]).current_dir(folder).output().context(words.join(" "))?;
    ensure!(output.status.success(), "{}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim_end());
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Returns a page with another text between the comments of a name.
pub(super) fn replace(page: &str, name: &str, text: &str) -> anyhow::Result<String> {
    let [start, end] = [format!("<!-- {name}: written by compare figures -->\n"), format!("<!-- end of {name} -->\n")];
    let (before, rest) = page.split_once(&start).with_context(|| format!("found no line {}", start.trim_end()))?;
    let (_, after) = rest.split_once(&end).with_context(|| format!("found no line {}", end.trim_end()))?;
    Ok(format!("{before}{start}{text}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_comments_of_the_name_is_replaced() {
        let page = "# A\n<!-- a: written by compare figures -->\nold\n<!-- end of a -->\nB\n";
        let new = replace(page, "a", "new\n").unwrap();
        assert_eq!(new, page.replace("old", "new"));
        let error = |page: &str, name| replace(page, name, "").unwrap_err().to_string();
        assert_eq!(error(page, "b"), "found no line <!-- b: written by compare figures -->");
        assert_eq!(error(&page.replace("end of a", "end"), "a"), "found no line <!-- end of a -->");
    }

    #[test]
    fn the_line_below_a_table_tells_date_commit_processor_and_command() {
        let [date, commit, processor] = ["2026-11-25", "faba3e5", "Some Processor (2 cores)"].map(str::to_owned);
        assert_eq!(
            Stamp { date, commit, processor }.line("rating"),
            "*Measured 2026-11-25 at commit `faba3e5` on Some Processor (2 cores); `compare figures rating` writes this.*\n"
        );
    }
}
