//! Statistics as one page: charts and the tables behind them in a file that needs nothing else, and no script.

use std::fmt::Write;

use crate::html::escaped;
use crate::stats::charts::{self, Chart};
use crate::stats::figures::{self, Cell, Table, fine_percent, grouped, percent, plus_minus};
use crate::stats::{Pack, Report};

/// So many packs have room for all figures of a fact in a line.
const IN_ONE_LINE: usize = 2;

const STYLE: &str = include_str!("page/page.css");

/// The page. Its heading names the packs, unless it is given.
pub(crate) fn page(report: &Report, title: Option<&str>) -> String {
    let names: Vec<&str> = report.packs.iter().map(|pack| pack.name.as_str()).collect();
    let title = escaped(&title.map_or_else(|| format!("Statistics of {}", names.join(", ")), str::to_string));
    let charts: String =
        Chart::ALL.into_iter().filter(|chart| chart.has_data(report)).map(|chart| figure(report, chart)).collect();
    let remarks: String = report.remarks().iter().map(|remark| format!("<li>{}</li>\n", escaped(remark))).collect();
    let remarks = if remarks.is_empty() { remarks } else { format!("<ul class=\"remarks\">\n{remarks}</ul>\n") };
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"generator\" content=\"minirow {version}\">
<title>{title}</title>
<style>
{STYLE}svg {letters}{dark}</style>
</head>
<body>
<header>
<h1>{title}</h1>
</header>
<main>
<section class=\"card wide\">
<h2>At a glance</h2>
{facts}{remarks}</section>
{charts}</main>
</body>
</html>
",
        version = env!("CARGO_PKG_VERSION"),
        letters = charts::STYLE,
        dark = charts::dark(),
        facts = facts(report),
    )
}

/// A table of what is known of each pack.
fn facts(report: &Report) -> String {
    let mut rows = String::new();
    for fact in figures::facts(report) {
        if report.packs.len() <= IN_ONE_LINE {
            let figures =
                (0..report.packs.len()).map(|pack| format!("<td>{}</td>", escaped(&by_figures(fact.in_a_line(pack)))));
            let _ = writeln!(rows, "<tr><th scope=\"row\">{}</th>{}</tr>", fact.label, figures.collect::<String>());
            continue;
        }
        for (number, (what, figures)) in fact.parts.iter().enumerate() {
            let label = match (number, *what) {
                (0, "") => fact.label.to_string(),
                (_, what) => format!("{}, {what}", fact.label),
            };
            let cells: String = figures.iter().map(|figure| format!("<td>{}</td>", escaped(figure))).collect();
            let _ = writeln!(rows, "<tr><th scope=\"row\">{}</th>{cells}</tr>", escaped(&label));
        }
    }
    let names = report.packs.iter().enumerate().map(|(number, pack)| (pack.name.as_str(), Some(number)));
    scrolling("Facts", &head("", names), &rows)
}

/// A line that is broken between figures only.
fn by_figures(line: String) -> String {
    line.replace(' ', "\u{a0}").replace(",\u{a0}", ", ")
}

/// A chart with its title, and the figures behind it.
fn figure(report: &Report, chart: Chart) -> String {
    let tables: String = match chart {
        Chart::Clues => {
            let by_weight = report.packs.iter().filter(|pack| pack.has_weights()).map(|pack| weighted(report, pack));
            shares(&figures::clues(report)) + &by_weight.collect::<String>()
        }
        Chart::Er => shares(&figures::er(report)),
        Chart::ErByClues => medians(report),
        Chart::Levels => shares(&figures::levels(report)),
        Chart::Symmetry => shares(&figures::symmetry(report)),
        Chart::Techniques => shares(&figures::by_puzzles(report)) + &shares(&figures::by_steps(report)),
    };
    let label = format!("role=\"img\" aria-label=\"{}: {}\"", escaped(chart.title()), escaped(chart.caption(report)));
    // It is as wide as there is room.
    let svg = chart.inline(report).replacen("<svg ", &format!("<svg {label} "), 1);
    format!(
        "<figure class=\"card\">
<figcaption><h2>{}</h2><p>{}</p></figcaption>
{svg}<details><summary>Figures</summary>
{tables}</details>
</figure>
",
        chart.title(),
        escaped(chart.caption(report)),
    )
}

fn shares(table: &Table) -> String {
    let show = |cell: &Cell| match (cell.count, cell.share) {
        (Some(count), Some(share)) => format!("<td>{}</td><td>{} %</td>", grouped(count), percent(share)),
        (None, Some(share)) => format!("<td></td><td>{} %</td>", fine_percent(share)),
        _ => "<td></td><td>-</td>".into(),
    };
    let row = |row: &figures::TableRow| {
        let cells: String = row.cells.iter().map(show).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(&row.label))
    };
    let names = table.columns.iter().map(|name| format!("<th scope=\"col\" colspan=\"2\">{}</th>", escaped(name)));
    let head = format!("<tr><td></td>{}</tr>\n", names.collect::<String>());
    scrolling(table.title, &head, &table.rows.iter().map(row).collect::<String>())
}

fn weighted(report: &Report, pack: &Pack) -> String {
    let mut rows = String::new();
    for row in figures::weighted(report, pack) {
        let [raw, weighted] = [row.raw, row.weighted].map(|estimate| plus_minus(estimate, 100.0));
        let reference = row.reference.map(|share| format!("<td>{}</td>", fine_percent(share))).unwrap_or_default();
        let _ =
            writeln!(rows, "<tr><th scope=\"row\">{}</th><td>{raw}</td><td>{weighted}</td>{reference}</tr>", row.clues);
    }
    let mut names = vec![("rows, %", None), ("by weight, %", None)];
    names.extend(report.reference.map(|_| ("reference, %", None)));
    let title = format!("Clues of {} by weight, each ± half the interval of 95 %", pack.name);
    scrolling(&title, &head("", names.into_iter()), &rows)
}

/// Half of the puzzles with so many clues have this ER or less.
fn medians(report: &Report) -> String {
    let packs: Vec<&Pack> = report.packs.iter().filter(|pack| !pack.er.is_empty()).collect();
    let medians: Vec<Vec<(u32, f64)>> = packs.iter().map(|pack| pack.median_er_by_clues()).collect();
    let mut clues: Vec<u32> = medians.iter().flatten().map(|&(clues, _)| clues).collect();
    clues.sort_unstable();
    clues.dedup();
    let row = |clues: u32| {
        let cell = |medians: &Vec<(u32, f64)>| match medians.iter().find(|&&(known, _)| known == clues) {
            Some((_, tenths)) => format!("<td>{}</td>", figures::two_or_one(tenths / 10.0)),
            None => "<td>-</td>".into(),
        };
        format!("<tr><th scope=\"row\">{clues}</th>{}</tr>\n", medians.iter().map(cell).collect::<String>())
    };
    let names = packs.iter().map(|pack| (pack.name.as_str(), None));
    scrolling("Median ER by clues", &head("clues", names), &clues.into_iter().map(row).collect::<String>())
}

/// A row of headings; packs have their colours.
fn head<'a>(first: &str, names: impl Iterator<Item = (&'a str, Option<usize>)>) -> String {
    let swatch = |number: Option<usize>| match number {
        Some(number) => format!(
            "<svg class=\"swatch\" viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect width=\"1\" height=\"1\" fill=\"{}\"/></svg>",
            charts::color(number)
        ),
        None => String::new(),
    };
    let name = |(name, number)| format!("<th scope=\"col\">{}{}</th>", swatch(number), escaped(name));
    format!("<tr><th scope=\"col\">{first}</th>{}</tr>\n", names.map(name).collect::<String>())
}

/// A table in a box of its own, so that a wide one does not widen the page.
fn scrolling(title: &str, head: &str, rows: &str) -> String {
    let title = escaped(title);
    format!(
        "<div class=\"scrolling\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">
<table>
<caption>{title}</caption>
<thead>
{head}</thead>
<tbody>
{rows}</tbody>
</table>
</div>
"
    )
}
