//! Statistics as one page without scripts: charts and the tables behind them, in a file that needs no other file.

use std::collections::BTreeSet;

use serde::Serialize;
use strum::VariantArray;

use crate::html;
use crate::statistics::charts::{self, Chart};
use crate::statistics::facts;
use crate::statistics::numbers::{fine_percent, grouped, one_or_two_decimals, percent, plus_minus};
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::tables::{self, ShareCell, ShareTable};

/// The largest number of packs of which all figures of a fact fit in a line.
const IN_ONE_LINE: usize = 2;

/// The first heading of a table whose columns have one each, and of a table of shares.
const HEADING_CORNER: &str = "<th scope=\"col\"></th>";
const EMPTY_CORNER: &str = "<td></td>";

/// The values of the template `page.html`.
#[derive(Serialize)]
struct StatisticsPage {
    title: String,
    style: String,
    facts: PageTable,
    remarks: Vec<String>,
    figures: Vec<PageFigure>,
}

/// A chart with its title, and the tables behind it.
#[derive(Serialize)]
struct PageFigure {
    title: &'static str,
    caption: &'static str,
    /// The chart without the start of its first tag.
    svg: String,
    tables: Vec<PageTable>,
}

/// A table of the page.
#[derive(Serialize)]
struct PageTable {
    title: String,
    /// The first cell of the headings, as HTML.
    corner: &'static str,
    columns: Vec<PageColumn>,
    rows: Vec<PageRow>,
}

/// The heading of a column.
#[derive(Serialize)]
struct PageColumn {
    name: String,
    /// The number of columns that it spans.
    span: u32,
    /// The colour of a pack in charts.
    color: Option<String>,
}

/// A row of a table.
#[derive(Serialize)]
struct PageRow {
    label: String,
    cells: Vec<String>,
}

/// Writes a report as an HTML page. `title` replaces the heading, which names the packs.
///
/// ```
/// use minirow_report::statistics::{DuplicateRule, PackStatistics, StatisticsReport, page};
///
/// let report = StatisticsReport::new(vec![PackStatistics::new("a & b", "a.csv")], DuplicateRule::None, None);
/// assert!(page(&report, None).contains("<h1>Statistics of a &amp; b</h1>"));
/// ```
pub fn page(report: &StatisticsReport, title: Option<&str>) -> String {
    let names: Vec<&str> = report.packs.iter().map(|pack| pack.name.as_str()).collect();
    let charts = charts::with_data(report, Chart::VARIANTS);
    let content = StatisticsPage {
        title: title.map_or_else(|| format!("Statistics of {}", names.join(", ")), str::to_string),
        style: format!("{}svg {}{}", include_str!("page/page.css"), charts::STYLE, charts::dark()),
        facts: facts_table(report),
        remarks: report.remarks(),
        figures: charts.into_iter().map(|chart| figure(report, chart)).collect(),
    };
    html::page(include_str!("page/page.html"), &content)
}

/// Returns the table of facts.
fn facts_table(report: &StatisticsReport) -> PageTable {
    let mut rows = Vec::new();
    for fact in facts::facts(report) {
        if report.packs.len() <= IN_ONE_LINE {
            let cells = (0..report.packs.len()).map(|pack| keep_figures_together(&fact.in_a_line(pack))).collect();
            rows.push(PageRow { label: fact.label.into(), cells });
            continue;
        }
        for (number, figure) in fact.figures.into_iter().enumerate() {
            let label = match (number, figure.label) {
                (0, "") => fact.label.to_string(),
                (_, label) => format!("{}, {label}", fact.label),
            };
            rows.push(PageRow { label, cells: figure.packs });
        }
    }
    let column = |(number, pack): (usize, &PackStatistics)| PageColumn {
        color: Some(charts::color(number)),
        ..column(&pack.name)
    };
    let columns = report.packs.iter().enumerate().map(column).collect();
    PageTable { title: "Facts".into(), corner: HEADING_CORNER, columns, rows }
}

/// Replaces the blanks within figures, so that a line is broken between figures only.
fn keep_figures_together(line: &str) -> String {
    line.replace(' ', "\u{a0}").replace(",\u{a0}", ", ")
}

/// Returns a chart with its title and tables.
fn figure(report: &StatisticsReport, chart: Chart) -> PageFigure {
    let tables = match chart {
        Chart::Clues => {
            let weighted = report.packs.iter().filter(|pack| pack.has_weights()).map(|pack| weighted(report, pack));
            [shares(tables::clues(report))].into_iter().chain(weighted).collect()
        }
        Chart::Er => vec![shares(tables::er(report))],
        Chart::ErByClues => vec![medians(report)],
        Chart::Levels => vec![shares(tables::levels(report))],
        Chart::Symmetry => vec![shares(tables::symmetry(report))],
        Chart::Techniques => {
            vec![shares(tables::techniques_by_puzzles(report)), shares(tables::techniques_by_steps(report))]
        }
    };
    let svg = charts::inline_svg(report, chart).replacen("<svg ", "", 1);
    PageFigure { title: chart.title(), caption: chart.caption(report), svg, tables }
}

/// Returns a table of shares, each with its number.
fn shares(table: ShareTable) -> PageTable {
    let cells = |cell: &ShareCell| match (cell.count, cell.share) {
        (Some(count), Some(share)) => [grouped(count), format!("{} %", percent(share))],
        (None, Some(share)) => [String::new(), format!("{} %", fine_percent(share))],
        _ => [String::new(), "-".into()],
    };
    let rows = table.rows.into_iter();
    PageTable {
        title: table.title.into(),
        corner: EMPTY_CORNER,
        columns: table.columns.iter().map(|name| PageColumn { span: 2, ..column(name) }).collect(),
        rows: rows.map(|row| PageRow { label: row.label, cells: row.cells.iter().flat_map(cells).collect() }).collect(),
    }
}

/// Returns the table of clues of a pack by rows and by weight.
fn weighted(report: &StatisticsReport, pack: &PackStatistics) -> PageTable {
    let row = |row: tables::WeightedClues| PageRow {
        label: row.clues.to_string(),
        cells: [row.raw, row.weighted]
            .map(|estimate| plus_minus(estimate, 100.0))
            .into_iter()
            .chain(row.reference.map(fine_percent))
            .collect(),
    };
    let reference = report.reference.map(|_| "reference, %");
    PageTable {
        title: format!("Clues of {} by weight, each ± half the interval of 95 %", pack.name),
        corner: HEADING_CORNER,
        columns: ["rows, %", "by weight, %"].into_iter().chain(reference).map(column).collect(),
        rows: tables::weighted_clues(report, pack).into_iter().map(row).collect(),
    }
}

/// Returns the table of the median ER of each number of clues.
fn medians(report: &StatisticsReport) -> PageTable {
    let packs: Vec<&PackStatistics> = report.packs.iter().filter(|pack| !pack.column("er").is_empty()).collect();
    let medians: Vec<_> = packs.iter().map(|pack| pack.tally.median_er_by_clues()).collect();
    let clues: BTreeSet<u8> = medians.iter().flatten().map(|&(clues, _)| clues).collect();
    let median = |medians: &Vec<(u8, f64)>, clues: u8| {
        let median = medians.iter().find(|&&(known, _)| known == clues);
        median.map_or("-".into(), |(_, tenths)| one_or_two_decimals(tenths / 10.0))
    };
    let row = |clues: u8| PageRow {
        label: clues.to_string(),
        cells: medians.iter().map(|medians| median(medians, clues)).collect(),
    };
    PageTable {
        title: "Median ER by clues".into(),
        corner: "<th scope=\"col\">clues</th>",
        columns: packs.iter().map(|pack| column(&pack.name)).collect(),
        rows: clues.into_iter().map(row).collect(),
    }
}

/// Returns the heading of a single column without a colour.
fn column(name: &str) -> PageColumn {
    PageColumn { name: name.into(), span: 1, color: None }
}
