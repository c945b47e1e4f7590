//! Reports made of tables: as text, as JSON, and as a page without scripts in a file that needs no other file.

use minirow_report::template::{CARDS, render};
use minirow_text::safe_json;
use serde::Serialize;

/// A page of tables.
#[derive(Serialize)]
pub(crate) struct TablesPage {
    pub(crate) title: String,
    pub(crate) tables: Vec<Table>,
    /// A list below the tables, such as examples of findings.
    pub(crate) list_title: &'static str,
    pub(crate) list: Vec<String>,
}

/// A table: its title, the headings of the columns if there are any, and the rows.
#[derive(Serialize)]
pub(crate) struct Table {
    pub(crate) title: &'static str,
    /// `true` if the table takes the width of the page, and not half of it.
    pub(crate) is_wide: bool,
    pub(crate) columns: Vec<&'static str>,
    pub(crate) rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Serialize)]
pub(crate) struct TableRow {
    pub(crate) cells: Vec<String>,
    /// A share, which the page draws as a bar after the cells, with its confidence interval as a line.
    pub(crate) bar: Option<Bar>,
}

/// A share with its confidence interval, in percent.
#[derive(Serialize)]
pub(crate) struct Bar {
    share: f64,
    low: f64,
    high: f64,
}

impl Bar {
    /// Returns the bar of a share from 0 to 1.
    pub(crate) fn new(share: f64, (low, high): (f64, f64)) -> Bar {
        let [share, low, high] = [share, low, high].map(|share| (share * 1000.0).round() / 10.0);
        Bar { share, low, high }
    }
}

impl From<Vec<String>> for TableRow {
    fn from(cells: Vec<String>) -> TableRow {
        TableRow { cells, bar: None }
    }
}

impl TablesPage {
    /// Returns the page.
    pub(crate) fn html(&self) -> String {
        #[derive(Serialize)]
        struct Values<'a> {
            style: &'static str,
            #[serde(flatten)]
            page: &'a TablesPage,
        }
        render("tables.html", include_str!("tables_page.html"), &Values { style: CARDS, page: self })
    }
}

impl Table {
    /// Returns a table without rows, of half the width of the page.
    pub(crate) fn new(title: &'static str) -> Table {
        Table { title, is_wide: false, columns: Vec::new(), rows: Vec::new() }
    }

    /// Returns the table as lines of text.
    pub(crate) fn text(&self) -> String {
        let header: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        aligned([&header].into_iter().chain(self.rows.iter().map(|row| &row.cells)))
    }
}

/// Returns lines with aligned columns: the first to the left, the others to the right.
pub(crate) fn aligned<'a>(lines: impl Iterator<Item = &'a Vec<String>> + Clone) -> String {
    let width = |column: usize| {
        let cells = lines.clone().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let mut text = String::new();
    for line in lines.clone().filter(|line| !line.is_empty()) {
        let mut padded = String::new();
        for (column, cell) in line.iter().enumerate() {
            let width = width(column);
            padded += &if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
        }
        text += padded.trim_end();
        text += "\n";
    }
    text
}

/// Returns a value as JSON on a line.
pub(crate) fn json_line(value: &impl Serialize) -> String {
    safe_json(serde_json::to_string(value).expect("plain fields") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["1.0-1.2", "100"], ["10.0+", "7"]].map(|cells| cells.map(String::from).to_vec().into());
        let table = Table { columns: vec!["ER", "solved"], rows: rows.into(), ..Table::new("By band") };
        assert_eq!(table.text(), "ER       solved\n1.0-1.2     100\n10.0+         7\n");
    }

    #[test]
    fn a_page_has_its_texts_escaped_and_bars_with_their_intervals() {
        let row = TableRow { cells: vec!["a<b".into()], bar: Some(Bar::new(0.5, (0.25, 0.7501))) };
        let table = Table { rows: vec![row], ..Table::new("Shares") };
        let page = TablesPage { title: "A & B".into(), tables: vec![table], list_title: "", list: Vec::new() }.html();
        assert!(page.contains("<h1>A &amp; B</h1>") && page.contains(">a&lt;b</th>"), "{page}");
        assert!(
            page.contains(r#"width="50.0""#) && page.contains(r#"x1="25.0""#) && page.contains(r#"x2="75.0""#),
            "{page}"
        );
    }
}
