//! Statistics as one page without scripts: charts and the tables behind them, in a file that needs no other file.

use std::collections::BTreeSet;

use minijinja::{Value, context};
use strum::VariantArray;

use crate::statistics::charts::{self, Chart};
use crate::statistics::facts;
use crate::statistics::numbers::{fine_percent, grouped, one_or_two_decimals, percent, plus_minus};
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::StatisticsReport;
use crate::statistics::scales::{self, CrossTable};
use crate::statistics::tables::{self, ShareCell, ShareTable};
use crate::template::{CARDS, render};

/// The largest number of packs of which all figures of a fact fit in a line.
const IN_ONE_LINE: usize = 2;

/// The first heading of a table whose columns have one each, and of a table of shares.
const HEADING_CORNER: &str = "<th scope=\"col\"></th>";
const EMPTY_CORNER: &str = "<td></td>";

/// A row of a table: its label and its cells.
type PageRow = (String, Vec<String>);

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
    let values = context! {
        title => title.map_or_else(|| format!("Statistics of {}", names.join(", ")), str::to_string),
        style => format!("{}svg {}{}", CARDS, charts::STYLE, charts::dark()),
        facts => facts_table(report),
        remarks => report.remarks(),
        figures => charts.into_iter().map(|chart| figure(report, chart)).collect::<Value>(),
    };
    render("page.html", include_str!("page/page.html"), &values)
}

/// Returns the table of facts.
fn facts_table(report: &StatisticsReport) -> Value {
    let mut rows = Vec::new();
    for fact in facts::facts(report) {
        if report.packs.len() <= IN_ONE_LINE {
            let cells = (0..report.packs.len()).map(|pack| keep_figures_together(&fact.in_a_line(pack))).collect();
            rows.push((fact.label.into(), cells));
            continue;
        }
        for (number, figure) in fact.figures.into_iter().enumerate() {
            let label = match (number, &*figure.label) {
                (0, "") => fact.label.to_string(),
                (_, label) => format!("{}, {label}", fact.label),
            };
            rows.push((label, figure.packs));
        }
    }
    let column = |(number, pack): (usize, &PackStatistics)| heading(&pack.name, 1, Some(charts::color(number)));
    table("Facts", HEADING_CORNER, report.packs.iter().enumerate().map(column).collect(), rows)
}

/// Replaces the blanks within figures, so that a line is broken between figures only.
fn keep_figures_together(line: &str) -> String {
    line.replace(' ', "\u{a0}").replace(",\u{a0}", ", ")
}

/// Returns a chart with its title and tables.
fn figure(report: &StatisticsReport, chart: Chart) -> Value {
    let mut tables: Vec<Value> = chart.tables(report).into_iter().map(shares).collect();
    match chart {
        Chart::Clues => {
            tables.extend(report.packs.iter().filter(|pack| pack.has_weights()).map(|pack| weighted(report, pack)));
        }
        Chart::ErByClues => tables.push(medians(report)),
        Chart::Scales => tables.extend(report.packs.iter().filter_map(scales::er_by_b).map(cross)),
        _ => {}
    }
    // The template writes the start of the tag.
    let svg = charts::inline_svg(report, chart).replacen("<svg ", "", 1);
    context! { title => chart.title(), caption => chart.caption(report), svg, tables }
}

/// Returns a table of shares, each with its number.
fn shares(shares: ShareTable) -> Value {
    let cells = |cell: &ShareCell| match (cell.count, cell.share) {
        (Some(count), Some(share)) => [grouped(count), format!("{} %", percent(share))],
        (None, Some(share)) => [String::new(), format!("{} %", fine_percent(share))],
        _ => [String::new(), "-".into()],
    };
    let columns = shares.columns.iter().map(|name| heading(name, 2, None)).collect();
    let rows = shares.rows.into_iter().map(|row| (row.label, row.cells.iter().flat_map(cells).collect()));
    table(shares.title, EMPTY_CORNER, columns, rows.collect())
}

/// Returns the table of clues of a pack by rows and by weight.
fn weighted(report: &StatisticsReport, pack: &PackStatistics) -> Value {
    let row = |row: tables::WeightedClues| {
        let shares = [row.raw, row.weighted].map(|estimate| plus_minus(estimate, 100.0));
        (row.clues.to_string(), shares.into_iter().chain(row.reference.map(fine_percent)).collect())
    };
    let reference = report.reference.map(|_| "reference, %");
    let columns = ["rows, %", "by weight, %"].into_iter().chain(reference).map(|name| heading(name, 1, None));
    let title = format!("Clues of {} by weight, each ± half the interval of 95 %", pack.name);
    let rows = tables::weighted_clues(report, pack).into_iter().map(row);
    table(&title, HEADING_CORNER, columns.collect(), rows.collect())
}

/// Returns the cross table of two scales.
fn cross(cross: CrossTable) -> Value {
    let columns = cross.columns.iter().map(|name| heading(name, 1, None)).collect();
    table(&cross.title, "<th scope=\"col\">ER</th>", columns, cross.rows)
}

/// Returns the table of the median ER of each number of clues.
fn medians(report: &StatisticsReport) -> Value {
    let packs: Vec<&PackStatistics> = report.packs.iter().filter(|pack| !pack.column("er").is_empty()).collect();
    let medians: Vec<_> = packs.iter().map(|pack| pack.tally.median_er_by_clues()).collect();
    let clues: BTreeSet<u8> = medians.iter().flatten().map(|&(clues, _)| clues).collect();
    let median = |medians: &Vec<(u8, f64)>, clues: u8| {
        let median = medians.iter().find(|&&(known, _)| known == clues);
        median.map_or("-".into(), |(_, tenths)| one_or_two_decimals(tenths / 10.0))
    };
    let row = |clues: u8| (clues.to_string(), medians.iter().map(|medians| median(medians, clues)).collect());
    let columns = packs.iter().map(|pack| heading(&pack.name, 1, None)).collect();
    table("Median ER by clues", "<th scope=\"col\">clues</th>", columns, clues.into_iter().map(row).collect())
}

/// Returns a table. `corner` is the first cell of the headings, as HTML.
fn table(title: &str, corner: &str, columns: Vec<Value>, rows: Vec<PageRow>) -> Value {
    context! { title, corner, columns, rows }
}

/// Returns the heading of columns, possibly with the colour of a pack in charts.
fn heading(name: &str, span: u32, color: Option<String>) -> Value {
    context! { name, span, color }
}
