//! The report of an audit as a page without scripts, in a file that needs no other file.

use minirow_report::template::{CARDS, render};
use minirow_table::grouped;
use serde::Serialize;

use super::AuditReport;
use super::report::percent;

/// The values of the template.
#[derive(Serialize)]
struct Page {
    title: String,
    style: &'static str,
    tables: Vec<Table>,
    examples: Vec<String>,
}

/// A table: its title, the headings of the columns, and the rows.
#[derive(Serialize)]
struct Table {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl AuditReport {
    /// Returns the report as an HTML page, with examples of findings.
    pub fn page(&self, examples: &[String]) -> String {
        let files = match &self.files[..] {
            [file] => file.clone(),
            files => format!("{} files", files.len()),
        };
        let facts = self.lines().into_iter().filter(|(name, _)| !name.is_empty());
        let facts = facts.map(|(name, text)| vec![name.to_string(), text]).collect();
        let mut tables = vec![Table { title: "At a glance", columns: Vec::new(), rows: facts }];
        if let Some(sample) = &self.ratings {
            let row = |level: &super::RatedLevel| {
                let (low, high) = level.interval;
                vec![level.level.into(), grouped(level.rated), percent(level.share), percent(low), percent(high)]
            };
            let columns = vec!["level", "rated", "share", "95 % from", "to"];
            tables.push(Table {
                title: "Levels of the rated puzzles",
                columns,
                rows: sample.levels.iter().map(row).collect(),
            });
        }
        let readable = (self.rows - self.unreadable) as f64;
        let clues = self.clues.iter().enumerate().filter(|&(_, &rows)| rows > 0);
        let clues = clues.map(|(clues, &rows)| vec![clues.to_string(), grouped(rows), percent(rows as f64 / readable)]);
        tables.push(Table { title: "Clues", columns: vec!["clues", "rows", "share"], rows: clues.collect() });
        let page = Page { title: format!("Audit of {files}"), style: CARDS, tables, examples: examples.to_vec() };
        render("audit.html", include_str!("page.html"), &page)
    }
}
