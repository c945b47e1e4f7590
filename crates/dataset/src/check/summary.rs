//! The summary of a check: a line for each subject.

use std::fmt;

use minirow_table::grouped;
use minirow_text::one_line;

use super::{Check, CheckCount, DatasetReport};
use crate::counted::counted;
use crate::dataset_files::rank;

impl fmt::Display for DatasetReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, text: String| writeln!(f, "{name:<14}{}", one_line(&text));
        line("files", format!("{}, with {}", grouped(self.files), counted(self.rows, "row")))?;
        if !self.unread.is_empty() {
            let names: Vec<String> = self.unread.iter().map(|path| path.display().to_string()).collect();
            line("not read", names.join(", "))?;
        }
        let checksums = match (self.checksums, self.wrong_checksums) {
            (0, 0) => "none".into(),
            (all, 0) => format!("right for {}", counted(all as u64, "file")),
            (_, wrong) => format!("{wrong} wrong"),
        };
        line("checksums", checksums)?;
        match (self.copies, self.wrong_copies) {
            (0, _) => Ok(()),
            (1, 0) => line("copies", "1 file has the same rows in another format".into()),
            (all, 0) => line("copies", format!("{all} files have the same rows in another format")),
            (_, 1) => line("copies", "1 row differs".into()),
            (_, wrong) => line("copies", format!("{} rows differ", grouped(wrong))),
        }?;
        for check in Check::ALL {
            line(check.name(), self.result(check))?;
        }
        let or_none = |number: u64, none: &str| if number == 0 { none.into() } else { grouped(number) };
        line("duplicates", or_none(self.equivalent_puzzles, "none"))?;
        line("equal ids", or_none(self.equal_ids, "none"))?;
        let mut splits: Vec<&(String, u64)> = self.splits.iter().collect();
        splits.sort_by_key(|(name, _)| (rank(name), name));
        let splits: Vec<String> = splits.iter().map(|(name, rows)| format!("{name} {}", grouped(*rows))).collect();
        line("splits", if splits.is_empty() { "none".into() } else { splits.join(", ") })?;
        if splits.len() > 1 {
            line("leaks", or_none(self.leaks, "none: no two splits have equivalent solution grids"))?;
        }
        line("verdict", if self.failures == 0 { "no failures".into() } else { counted(self.failures, "failure") })
    }
}

impl DatasetReport {
    /// Returns the result of a check in words.
    fn result(&self, check: Check) -> String {
        let CheckCount { rows: checked, wrong } = self.checks.get(&check).copied().unwrap_or_default();
        let of = |all: u64| format!("{} of {}", grouped(checked), grouped(all));
        let all = if checked == self.rows { "all".to_string() } else { of(self.rows) };
        match check {
            Check::Clues if wrong == 0 => "none wrong".into(),
            Check::Ratings if self.rated == 0 => "not given".into(),
            Check::Ratings if wrong > 0 => format!("{} rated again, {} wrong", of(self.rated), grouped(wrong)),
            Check::Ratings if checked == 0 => format!("{} rated again", of(self.rated)),
            Check::Ratings if checked == self.rated => format!("all {} rated again, all right", grouped(checked)),
            // If a share of p is wrong, a sample of n has none of these with a probability of (1 - p)^n: 5 % for n p = 3.
            Check::Ratings => {
                let percent = (300.0 / checked as f64).min(100.0);
                let bound = format!("with 95 % confidence, fewer than {percent:.2} % of all are wrong");
                format!("{} rated again, all right: {bound}", of(self.rated))
            }
            _ if wrong > 0 => format!("{} wrong", grouped(wrong)),
            _ if checked == 0 => "not given".into(),
            Check::Grid | Check::Proper => all,
            _ => format!("{all} right"),
        }
    }
}
