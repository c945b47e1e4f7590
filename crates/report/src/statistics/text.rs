//! Statistics for a terminal: facts in columns, shares as bars. No information depends on colour.

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::statistics::facts::{self, PackFact, PackFigure};
use crate::statistics::numbers::{fine_percent, grouped, percent, plus_minus};
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables::{self, ShareCell, ShareTable};
use crate::wrap::wrap;

/// The width of the narrowest column of shares: a blank, the share and a bar.
const NARROWEST: usize = 14;

/// The width from which a column has numbers beside shares, without that of the numbers.
const WITH_COUNTS: usize = 30;

/// The width of the longest label; longer ones are cut off.
const LONGEST_LABEL: usize = 30;

/// The width of a share: `100.00`.
const SHARE: usize = 6;

/// The style of statistics for a terminal.
///
/// ```
/// use minirow_report::statistics::{DuplicateRule, PackStatistics, StatisticsReport, StatisticsStyle, text};
///
/// let report = StatisticsReport::new(vec![PackStatistics::new("a", "a.csv")], DuplicateRule::None, None);
/// assert_eq!(text(&report, StatisticsStyle { color: false, width: 80 }), "a\npuzzles  0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StatisticsStyle {
    /// Whether to use colours, as ANSI escape codes.
    pub color: bool,
    /// The length of a line, in columns.
    pub width: usize,
}

const SERIES: [AnsiColor; 6] =
    [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Blue, AnsiColor::Red];

impl StatisticsStyle {
    /// Adds the escape codes of a style.
    fn paint(self, text: &str, style: Style) -> String {
        if self.color && !text.trim().is_empty() { format!("{style}{text}{style:#}") } else { text.into() }
    }

    /// Writes a heading in bold.
    fn heading(self, text: &str) -> String {
        self.paint(text, Style::new().bold())
    }

    /// Writes a text in a faint colour.
    fn faint(self, text: &str) -> String {
        self.paint(text, Style::new().dimmed())
    }

    /// Writes a text in the colour of a column.
    fn of_column(self, text: &str, column: usize) -> String {
        self.paint(text, SERIES[column % SERIES.len()].on_default())
    }
}

/// Writes a report for a terminal.
pub fn text(report: &StatisticsReport, style: StatisticsStyle) -> String {
    let mut text = facts(report, style);
    for table in tables::tables(report) {
        text += "\n";
        text += &shares(&table, style);
    }
    text += &by_weight(report, style);
    let remarks = report.remarks();
    if !remarks.is_empty() {
        text.push('\n');
    }
    remarks.iter().for_each(|remark| text += &wrap(remark, "", style.width));
    text
}

/// Writes the facts: a line for each fact of a single pack, a line for each figure of several packs.
fn facts(report: &StatisticsReport, style: StatisticsStyle) -> String {
    let facts = facts::facts(report);
    if let [pack] = &report.packs[..] {
        let width = facts.iter().map(|fact| fact.label.len()).max().unwrap_or_default();
        let mut text = style.heading(&cut(&pack.name, style.width)) + "\n";
        for fact in facts {
            text += &format!("{:<width$}  {}\n", fact.label, fact.in_a_line(0));
        }
        return text;
    }
    let lines: Vec<(String, &[String])> = facts.iter().flat_map(lines_of).collect();
    let label = lines.iter().map(|(label, _)| label.width()).max().unwrap_or_default();
    let widest = lines.iter().flat_map(|(_, figures)| figures.iter()).map(|figure| figure.width()).max();
    let names: Vec<&str> = report.packs.iter().map(|pack| pack.name.as_str()).collect();
    let mut text = String::new();
    for block in blocks(names.len(), style.width.saturating_sub(label), widest.unwrap_or_default() + 2) {
        if block.start > 0 {
            text.push('\n');
        }
        let cell = (style.width.saturating_sub(label) / block.len()).min(26);
        let mut line = " ".repeat(label);
        for column in block.clone() {
            let name = right(&cut(names[column], cell - 2), cell);
            line += &style.of_column(&name, column);
        }
        text += &(line + "\n");
        for (heading, figures) in &lines {
            let mut line = left(heading, label);
            figures[block.clone()].iter().for_each(|figure| line += &right(figure, cell));
            text += &(line.trim_end().to_string() + "\n");
        }
    }
    text
}

/// Returns the lines of a fact: the label and the figure of each pack.
fn lines_of(fact: &PackFact) -> Vec<(String, &[String])> {
    let label = |number: usize, figure: &PackFigure| match (number, figure.label) {
        (0, "") => fact.label.to_string(),
        (0, label) => format!("{}: {label}", fact.label),
        (_, label) => format!("  {label}"),
    };
    let figures = fact.figures.iter();
    figures.enumerate().map(|(number, figure)| (label(number, figure), &figure.packs[..])).collect()
}

/// Writes a table of shares, each with a bar. The bars of all columns have the same scale.
fn shares(table: &ShareTable, style: StatisticsStyle) -> String {
    let labels = table.rows.iter().map(|row| row.label.width()).max().unwrap_or_default().min(LONGEST_LABEL);
    let counts = table.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.count).max().unwrap_or_default();
    let counts = grouped(counts).len().max(table.unit.len());
    let highest = table.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.share).fold(0.0, f64::max);
    let is_right = table.rows.iter().all(|row| row.label.starts_with(|first: char| first.is_ascii_digit()));
    let room = style.width.saturating_sub(labels);
    let mut text = style.heading(&cut(table.title, style.width)) + "\n";
    for block in blocks(table.columns.len(), room, NARROWEST) {
        if block.start > 0 {
            text.push('\n');
        }
        let width = room / block.len();
        let counts = if width >= WITH_COUNTS + counts { counts } else { 0 };
        let mut line = " ".repeat(labels);
        for column in block.clone() {
            let mut heading = String::from("  ");
            if counts > 0 {
                heading += &format!("{:>counts$}  ", table.unit);
            }
            if table.columns.len() == 1 {
                heading += &format!("{:>SHARE$}", "%");
            } else {
                let left = width.saturating_sub(heading.width());
                heading += &cut(&table.columns[column], left);
            }
            line += &style.of_column(&left(&heading, width), column);
        }
        text += &(trimmed(&line) + "\n");
        for row in &table.rows {
            let label = cut(&row.label, labels);
            let mut line = if is_right { right(&label, labels) } else { left(&label, labels) };
            for column in block.clone() {
                line += &share(row.cells[column], counts, width, highest, column, style);
            }
            text += &(trimmed(&line) + "\n");
        }
    }
    text
}

/// Writes a share with its number and bar.
fn share(cell: ShareCell, counts: usize, width: usize, highest: f64, column: usize, style: StatisticsStyle) -> String {
    let mut text = String::from("  ");
    if counts > 0 {
        let count = match (cell.count, cell.share) {
            (Some(count), _) => grouped(count),
            (None, Some(_)) => String::new(), // a published share
            (None, None) => "-".into(),
        };
        text += &right(&count, counts);
        text += "  ";
    }
    let shown = match cell.share {
        Some(share) if share > 0.0 => percent(share),
        Some(_) => "0".into(),
        None => "-".into(),
    };
    text += &right(&shown, SHARE);
    let room = width.saturating_sub(text.width() + 1);
    let bar = bar(cell.share.unwrap_or(0.0) / highest.max(f64::MIN_POSITIVE), room);
    let text = if cell.share.is_some_and(|share| share > 0.0) { text } else { style.faint(&text) };
    let blanks = " ".repeat(room - bar.width());
    format!("{text} {}{blanks}", style.of_column(&bar, column))
}

/// Draws a bar in eighths of a column. A part above zero gets at least one eighth.
fn bar(part: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * 8.0 * width as f64).round() as usize;
    let eighths = if part > 0.0 { eighths.clamp(1, 8 * width.max(1)) } else { 0 };
    if width == 0 { String::new() } else { "█".repeat(eighths / 8) + EIGHTHS[eighths % 8] }
}

/// Writes the clues of packs with weights, by rows and by weight.
fn by_weight(report: &StatisticsReport, style: StatisticsStyle) -> String {
    let mut text = String::new();
    for pack in report.packs.iter().filter(|pack| pack.has_weights()) {
        let of = if report.packs.len() > 1 { format!(" of {}", pack.name) } else { String::new() };
        text += "\n";
        text += &style.heading(&cut(&format!("Clues{of} in %, each ± half the interval of 95 %"), style.width));
        let reference = if report.reference.is_some() { "reference" } else { "" };
        text += "\n";
        text += format!("   {:>18}  {:>22}  {reference:>12}", "rows", "by weight").trim_end();
        text += "\n";
        for row in tables::weighted_clues(report, pack) {
            let [raw, weighted] = [row.raw, row.weighted].map(|estimate| plus_minus(estimate, 100.0));
            let reference = row.reference.map(fine_percent).unwrap_or_default();
            let line =
                format!("{:>3}{}  {}  {}", row.clues, right(&raw, 18), right(&weighted, 22), right(&reference, 12));
            text += &(line.trim_end().to_string() + "\n");
        }
    }
    text
}

/// Splits columns into blocks of about the same size that fit side by side.
fn blocks(columns: usize, room: usize, narrowest: usize) -> Vec<std::ops::Range<usize>> {
    let most = (room / narrowest.max(1)).max(1);
    let count = columns.div_ceil(most).max(1);
    let size = columns.div_ceil(count).max(1);
    (0..columns).step_by(size).map(|first| first..(first + size).min(columns)).collect()
}

/// Cuts a text to a width.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let mut cut = String::new();
    for character in text.chars() {
        if cut.width() + character.width().unwrap_or(0) + 1 > width {
            break;
        }
        cut.push(character);
    }
    cut + "…"
}

/// Pads a text on the right.
fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Pads a text on the left.
fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Removes blanks at the end, which have no colour.
fn trimmed(line: &str) -> String {
    line.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_in_eighths() {
        assert_eq!(bar(1.0, 3), "███");
        assert_eq!(bar(0.5, 3), "█▌");
        assert_eq!(bar(1e-9, 3), "▏", "little is not nothing");
        assert_eq!((bar(0.0, 3), bar(1.0, 0)), (String::new(), String::new()));
    }

    #[test]
    fn columns_that_do_not_fit_go_below() {
        assert_eq!(blocks(5, 60, 14), [0..3, 3..5]);
        assert_eq!(blocks(4, 60, 14).len(), 1);
        assert_eq!(blocks(2, 5, 14), [0..1, 1..2], "one at least");
    }

    #[test]
    fn long_names_are_cut_and_wide_letters_counted_twice() {
        assert_eq!(cut("a-long-name.csv", 8), "a-long-…");
        assert_eq!(cut("数独.csv", 6), "数独.…");
        assert_eq!(right("数", 4), "  数");
    }
}
