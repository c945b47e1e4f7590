//! Statistics for a terminal: facts in columns, shares as bars. No information depends on colour.

use std::ops::Range;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use minirow_text::shown;

use crate::statistics::charts::Chart;
use crate::statistics::facts::{self, PackFact, PackFigure};
use crate::statistics::numbers::{fine_percent, grouped, percent, plus_minus};
use crate::statistics::report::StatisticsReport;
use crate::statistics::scales;
use crate::statistics::tables::{self, ShareCell, ShareTable};
use crate::terminal::{self, paint, wrap};

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
    /// `true` for colours, as ANSI escape codes.
    pub color: bool,
    /// The length of a line, in columns.
    pub width: usize,
}

const SERIES: [AnsiColor; 6] =
    [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Green, AnsiColor::Blue, AnsiColor::Red];

impl StatisticsStyle {
    /// Writes a heading in bold.
    fn heading(self, text: &str) -> String {
        paint(self.color, Style::new().bold(), text)
    }

    /// Writes a text in the colour of a column.
    fn of_column(self, text: &str, column: usize) -> String {
        paint(self.color, SERIES[column % SERIES.len()].on_default(), text)
    }
}

/// Writes a report for a terminal.
pub fn text(report: &StatisticsReport, style: StatisticsStyle) -> String {
    let mut text = facts(report, style);
    let charts = [
        Chart::Clues,
        Chart::Er,
        Chart::Levels,
        Chart::Te,
        Chart::Hodoku,
        Chart::Minutes,
        Chart::Techniques,
        Chart::Symmetry,
    ];
    for table in charts.into_iter().flat_map(|chart| chart.tables(report)).filter(|table| !table.rows.is_empty()) {
        text += "\n";
        text += &shares(&table, style);
    }
    text += &cross_tables(report, style);
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
        let mut text = style.heading(&cut(&shown(&pack.name), style.width)) + "\n";
        for fact in facts {
            text += &wrap(&fact.in_a_line(0), &format!("{:<width$}  ", fact.label), style.width);
        }
        return text;
    }
    let lines: Vec<(String, &[String])> = facts.iter().flat_map(lines_of).collect();
    let label = lines.iter().map(|(label, _)| label.width()).max().unwrap_or_default();
    let widest = lines.iter().flat_map(|(_, figures)| figures.iter()).map(|figure| figure.width()).max();
    let room = style.width.saturating_sub(label);
    in_blocks(report.packs.len(), room, widest.unwrap_or_default() + 2, |block| {
        let cell = (room / block.len()).min(26);
        let name =
            |column: usize| style.of_column(&right(&cut(&shown(&report.packs[column].name), cell - 2), cell), column);
        let mut text = format!("{}{}\n", " ".repeat(label), block.clone().map(name).collect::<String>());
        for (heading, figures) in &lines {
            let figures: String = figures[block.clone()].iter().map(|figure| right(figure, cell)).collect();
            text += &format!("{}\n", format!("{}{figures}", left(heading, label)).trim_end());
        }
        text
    })
}

/// Returns the lines of a fact: the label and the figure of each pack.
fn lines_of(fact: &PackFact) -> Vec<(String, &[String])> {
    let label = |number: usize, figure: &PackFigure| match (number, &*figure.label) {
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
    let highest = table.highest_share();
    let is_right = table.rows.iter().all(|row| row.label.starts_with(|first: char| first.is_ascii_digit()));
    let room = style.width.saturating_sub(labels);
    let blocks = in_blocks(table.columns.len(), room, NARROWEST, |block| {
        let width = room / block.len();
        let counts = if width >= WITH_COUNTS + counts { counts } else { 0 };
        let heading = |column: usize| {
            let unit = if counts > 0 { format!("  {:>counts$}  ", table.unit) } else { "  ".into() };
            let name = match &table.columns[..] {
                [_] => format!("{:>SHARE$}", "%"),
                names => cut(&names[column], width.saturating_sub(unit.width())),
            };
            style.of_column(&left(&(unit + &name), width), column)
        };
        let line = |label: String, cells: String| format!("{}\n", (label + &cells).trim_end());
        let mut text = line(" ".repeat(labels), block.clone().map(heading).collect());
        for row in &table.rows {
            let label = cut(&shown(&row.label), labels);
            let label = if is_right { right(&label, labels) } else { left(&label, labels) };
            let cell = |column: usize| share(row.cells[column], counts, width, highest, column, style);
            text += &line(label, block.clone().map(cell).collect());
        }
        text
    });
    style.heading(&cut(table.title, style.width)) + "\n" + &blocks
}

/// Writes a share with its number and bar.
fn share(cell: ShareCell, counts: usize, width: usize, highest: f64, column: usize, style: StatisticsStyle) -> String {
    let count = match (cell.count, cell.share) {
        (Some(count), _) => grouped(count),
        (None, Some(_)) => String::new(), // a published share
        (None, None) => "-".into(),
    };
    let shown = match cell.share {
        Some(share) if share > 0.0 => percent(share),
        Some(_) => "0".into(),
        None => "-".into(),
    };
    let count = if counts > 0 { format!("  {count:>counts$}") } else { String::new() };
    let text = format!("{count}  {shown:>SHARE$}");
    let room = width.saturating_sub(text.width() + 1);
    let bar = bar(cell.share.unwrap_or(0.0) / highest.max(f64::MIN_POSITIVE), room);
    let is_faint = cell.share.is_none_or(|share| share <= 0.0);
    let text = if is_faint { paint(style.color, Style::new().dimmed(), &text) } else { text };
    format!("{text} {}{}", style.of_column(&bar, column), " ".repeat(room - bar.width()))
}

/// Draws a bar in eighths of a column. A part above zero gets at least one eighth.
fn bar(part: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * 8.0 * width as f64).round() as usize;
    let eighths = if part > 0.0 { eighths.clamp(1, 8 * width.max(1)) } else { 0 };
    if width == 0 { String::new() } else { "█".repeat(eighths / 8) + EIGHTHS[eighths % 8] }
}

/// Writes the numbers of puzzles with each ER and B.
fn cross_tables(report: &StatisticsReport, style: StatisticsStyle) -> String {
    let mut text = String::new();
    for table in report.packs.iter().filter_map(scales::er_by_b) {
        text += &format!("\n{}\n", style.heading(&cut(&shown(&table.title), style.width)));
        let labels = table.rows.iter().map(|(label, _)| label.width()).max().unwrap_or_default();
        let cells = table.rows.iter().flat_map(|(_, cells)| cells).chain(&table.columns);
        let width = cells.map(|cell| cell.width()).max().unwrap_or_default() + 2;
        text += &in_blocks(table.columns.len(), style.width.saturating_sub(labels), width, |block| {
            let line = |label: &str, cells: &[String]| {
                let cells: String = cells[block.clone()].iter().map(|cell| right(cell, width)).collect();
                format!("{}\n", (right(label, labels) + &cells).trim_end())
            };
            let rows = table.rows.iter().map(|(label, cells)| line(label, cells));
            line("", &table.columns) + &rows.collect::<String>()
        });
    }
    text
}

/// Writes the clues of packs with weights, by rows and by weight.
fn by_weight(report: &StatisticsReport, style: StatisticsStyle) -> String {
    let mut text = String::new();
    for pack in report.packs.iter().filter(|pack| pack.has_weights()) {
        let of = if report.packs.len() > 1 { format!(" of {}", pack.name) } else { String::new() };
        let heading = cut(&format!("Clues{of} in %, each ± half the interval of 95 %"), style.width);
        text += &format!("\n{}\n", style.heading(&heading));
        let mut line = |clues: &str, [raw, weighted, reference]: [&str; 3]| {
            let line = format!("{clues:>3}{raw:>18}  {weighted:>22}  {reference:>12}");
            text += &format!("{}\n", line.trim_end());
        };
        line("", ["rows", "by weight", if report.reference.is_some() { "reference" } else { "" }]);
        for row in tables::weighted_clues(report, pack) {
            let [raw, weighted] = [row.raw, row.weighted].map(|estimate| plus_minus(estimate, 100.0));
            let reference = row.reference.map(fine_percent).unwrap_or_default();
            line(&row.clues.to_string(), [&raw, &weighted, &reference]);
        }
    }
    text
}

/// Writes columns in blocks that fit side by side, one below the other.
fn in_blocks(columns: usize, room: usize, narrowest: usize, write: impl Fn(Range<usize>) -> String) -> String {
    blocks(columns, room, narrowest).into_iter().map(write).collect::<Vec<_>>().join("\n")
}

/// Splits columns into blocks of about the same size that fit side by side.
fn blocks(columns: usize, room: usize, narrowest: usize) -> Vec<Range<usize>> {
    let most = (room / narrowest.max(1)).max(1);
    let count = columns.div_ceil(most).max(1);
    let size = columns.div_ceil(count).max(1);
    (0..columns).step_by(size).map(|first| first..(first + size).min(columns)).collect()
}

/// Cuts a text to a width.
fn cut(text: &str, width: usize) -> String {
    terminal::cut(text, |text| text.width() <= width)
}

/// Pads a text on the right.
fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Pads a text on the left.
fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
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
