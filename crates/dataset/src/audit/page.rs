//! The report of an audit as a page.

use minirow_table::grouped;

use super::AuditReport;
use crate::counted::percent;
use crate::tables_page::{Table, TableRow, TablesPage};

impl AuditReport {
    /// Returns the report as an HTML page, with examples of findings.
    pub fn page(&self, examples: &[String]) -> String {
        let files = match &self.files[..] {
            [file] => file.clone(),
            files => format!("{} files", files.len()),
        };
        let facts = self.lines().into_iter().filter(|(name, _)| !name.is_empty());
        let facts = facts.map(|(name, text)| vec![name.to_string(), text].into()).collect();
        let mut tables = vec![Table { is_wide: true, rows: facts, ..Table::new("At a glance") }];
        if let Some(sample) = &self.ratings {
            let row = |level: &super::RatedLevel| {
                let (low, high) = level.interval;
                TableRow::from(vec![
                    level.level.into(),
                    grouped(level.rated),
                    percent(level.share),
                    percent(low),
                    percent(high),
                ])
            };
            let columns = vec!["level", "rated", "share", "95 % from", "to"];
            let rows = sample.levels.iter().map(row).collect();
            tables.push(Table { columns, rows, ..Table::new("Levels of the rated puzzles") });
        }
        let readable = (self.rows - self.unreadable) as f64;
        let row = |(clues, &rows): (&usize, &u64)| {
            TableRow::from(vec![clues.to_string(), grouped(rows), percent(rows as f64 / readable)])
        };
        let columns = vec!["clues", "rows", "share"];
        tables.push(Table { columns, rows: self.clues.iter().map(row).collect(), ..Table::new("Clues") });
        let title = format!("Audit of {files}");
        TablesPage { title, tables, list_title: "Examples of findings", list: examples.to_vec() }.html()
    }
}
