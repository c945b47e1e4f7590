//! The figures that are shown, whatever they are shown as: facts on each pack, and tables of shares.

use minirow_core::PatternSymmetry;

use crate::stats::distribution::Distribution;
use crate::stats::named::Named;
use crate::stats::pack::{Pack, Used};
use crate::stats::tally::Estimate;
use crate::stats::{Doubles, Report, tally};

/// Ratings that differ by more than this are shown in halves.
const MOST_TENTHS: u32 = 20;

/// Something that is known of each pack, in one or more figures.
pub(crate) struct Fact {
    pub(crate) label: &'static str,
    /// What each figure is (nothing of the first, which the label says), and the figure of each pack.
    pub(crate) parts: Vec<(&'static str, Vec<String>)>,
}

/// How the puzzles, or the steps, are distributed.
pub(crate) struct Table {
    pub(crate) title: &'static str,
    /// What is counted.
    pub(crate) unit: &'static str,
    /// The packs, and what they are compared with.
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<TableRow>,
}

/// What one value has in each column.
pub(crate) struct TableRow {
    pub(crate) label: String,
    pub(crate) cells: Vec<Cell>,
}

/// A number and the part that it is of all; there may be no number, or nothing at all.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) count: Option<u64>,
    pub(crate) share: Option<f64>,
}

/// What is known of a number of clues by weight.
pub(crate) struct Weighted {
    pub(crate) clues: u32,
    pub(crate) raw: Estimate,
    pub(crate) weighted: Estimate,
    pub(crate) reference: Option<f64>,
}

impl Fact {
    /// All figures of a pack.
    pub(crate) fn in_a_line(&self, pack: usize) -> String {
        let shown = |(what, figures): &(&str, Vec<String>)| format!("{what} {}", figures[pack]).trim().to_string();
        let known = self.parts.iter().filter(|(_, figures)| figures[pack] != "-");
        let shown: Vec<String> = known.map(shown).collect();
        if shown.is_empty() { "-".into() } else { shown.join(", ") }
    }
}

/// The facts in which at least one pack has something to say.
pub(crate) fn facts(report: &Report) -> Vec<Fact> {
    let packs = &report.packs;
    let each = |figure: &dyn Fn(&Pack) -> Option<String>| -> Vec<String> {
        packs.iter().map(|pack| figure(pack).unwrap_or_else(|| "-".into())).collect()
    };
    let fact = |label, figure: &dyn Fn(&Pack) -> Option<String>| Fact { label, parts: vec![("", each(figure))] };
    let numbers = |label, distribution: fn(&Pack) -> &Distribution<u32>, unit: f64| {
        let show = |value: f64| if unit == 1.0 { plain(value) } else { format!("{:.1}", value / unit) };
        let range = |pack: &Pack| {
            let (lowest, highest) = (distribution(pack).lowest()?, distribution(pack).highest()?);
            let [lowest, highest] = [lowest, highest].map(|value| show(f64::from(value)));
            Some(if lowest == highest { lowest } else { format!("{lowest} to {highest}") })
        };
        let mean = |pack: &Pack| Some(format!("{:.2}", distribution(pack).mean()? / unit));
        let median = |pack: &Pack| {
            let median = distribution(pack).median()? / unit;
            Some(if unit == 1.0 { plain(median) } else { two_or_one(median) })
        };
        Fact { label, parts: vec![("", each(&range)), ("mean", each(&mean)), ("median", each(&median))] }
    };
    let mut facts = vec![fact("puzzles", &|pack| Some(grouped(pack.rows())))];
    if packs.iter().any(|pack| pack.left_out > 0) {
        facts.push(fact("left out", &|pack| Some(grouped(pack.left_out))));
    }
    let doubles = if report.doubles == Doubles::Twins { "doubles, twins" } else { "doubles" };
    facts.push(fact(doubles, &|pack| pack.doubles.map(grouped)));
    facts.push(fact("minimal", &|pack| {
        let (minimal, known) = (pack.minimal.get(&true).count, pack.minimal.total().count);
        let of = if known < pack.rows() { format!(" of {}", grouped(known)) } else { String::new() };
        Some(format!("{}{of} ({} %)", grouped(minimal), percent(pack.minimal.share(&true)?)))
    }));
    facts.push(numbers("clues", |pack| &pack.clues, 1.0));
    facts.push(numbers("ER", |pack| &pack.er, 10.0));
    facts.push(numbers("EP", |pack| &pack.ep, 10.0));
    facts.push(numbers("ED", |pack| &pack.ed, 10.0));
    facts.push(numbers("steps", |pack| &pack.steps, 1.0));
    if report.has_weights() {
        let mean = |pack: &Pack| Some(plus_minus(pack.clues.weighted_mean(pack.weighted_rows)?, 1.0));
        let size = |pack: &Pack| Some(format!("{:.1}", pack.clues.total().effective_size()?));
        facts.push(Fact {
            label: "by weight",
            parts: vec![("mean clues", each(&mean)), ("effective sample size", each(&size))],
        });
    }
    facts.retain(|fact| fact.parts.iter().any(|(_, figures)| figures.iter().any(|figure| figure != "-")));
    facts
}

/// The tables that hold anything.
pub(crate) fn tables(report: &Report) -> Vec<Table> {
    let mut tables =
        vec![clues(report), er(report), levels(report), by_puzzles(report), by_steps(report), symmetry(report)];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

pub(crate) fn clues(report: &Report) -> Table {
    // Where there are weights, it is those that are to be compared.
    let reference = report.reference.filter(|_| !report.has_weights());
    let mut table = table(report, "Clues", "puzzles");
    let seen = report.packs.iter().filter_map(|pack| Some((pack.clues.lowest()?, pack.clues.highest()?)));
    let (lowest, highest) = seen.fold((u32::MAX, 0), |ends, pack| (ends.0.min(pack.0), ends.1.max(pack.1)));
    for clues in lowest..=highest {
        let mut cells = report.packs.iter().map(|pack| cell(&pack.clues, &clues)).collect::<Vec<_>>();
        cells.extend(reference.map(|reference| Cell { count: None, share: reference.share(clues) }));
        table.rows.push(TableRow { label: clues.to_string(), cells });
    }
    table.columns.extend(reference.map(|reference| reference.name().to_string()));
    table
}

/// The ratings in tenths; where they are far apart, in halves.
pub(crate) fn er(report: &Report) -> Table {
    let mut table = table(report, "ER", "puzzles");
    let Some((lowest, highest)) = er_range(report) else { return table };
    let width = er_width(lowest, highest);
    for first in (lowest / width * width..=highest).step_by(width as usize) {
        let label = match width {
            1 => tenths(first),
            _ => format!("{} - {}", tenths(first), tenths(first + width - 1)),
        };
        let cell = |pack: &Pack| {
            let count = (first..first + width).map(|er| pack.er.get(&er).count).sum();
            Cell::of(count, pack.er.total().count)
        };
        table.rows.push(TableRow { label, cells: report.packs.iter().map(cell).collect() });
    }
    table
}

/// How many tenths are shown as one: one, or where ratings are far apart five.
pub(crate) fn er_width(lowest: u32, highest: u32) -> u32 {
    if highest - lowest < MOST_TENTHS { 1 } else { 5 }
}

/// The lowest and the highest ER of all packs, in tenths.
pub(crate) fn er_range(report: &Report) -> Option<(u32, u32)> {
    let lowest = report.packs.iter().filter_map(|pack| pack.er.lowest()).min()?;
    let highest = report.packs.iter().filter_map(|pack| pack.er.highest()).max()?;
    Some((lowest, highest))
}

pub(crate) fn levels(report: &Report) -> Table {
    let mut table = table(report, "Level", "puzzles");
    let mut names: Vec<&Named> =
        report.packs.iter().flat_map(|pack| pack.levels.iter().map(|(name, _)| name)).collect();
    names.sort();
    names.dedup();
    let row = |name: &Named| TableRow {
        label: name.title.to_string(),
        cells: report.packs.iter().map(|pack| cell(&pack.levels, name)).collect(),
    };
    table.rows = names.into_iter().map(row).collect();
    table
}

pub(crate) fn symmetry(report: &Report) -> Table {
    let mut table = table(report, "Symmetry of clues", "puzzles");
    let is_seen = |symmetry: &PatternSymmetry| report.packs.iter().any(|pack| pack.symmetry.get(symmetry).count > 0);
    let row = |symmetry: PatternSymmetry| TableRow {
        label: symmetry.name().into(),
        cells: report.packs.iter().map(|pack| cell(&pack.symmetry, &symmetry)).collect(),
    };
    table.rows = PatternSymmetry::ALL.into_iter().filter(is_seen).map(row).collect();
    table
}

/// How many puzzles each technique is used by.
pub(crate) fn by_puzzles(report: &Report) -> Table {
    let mut table = table(report, "Techniques, by puzzles that take them", "puzzles");
    table.rows = techniques(report, |pack, used| Cell::of(used.puzzles.count, pack.with_techniques.count));
    table
}

/// How many steps are of each technique.
pub(crate) fn by_steps(report: &Report) -> Table {
    let mut table = table(report, "Techniques, by steps", "steps");
    table.rows = techniques(report, |pack, used| Cell::of(used.steps, pack.technique_steps));
    table
}

fn techniques(report: &Report, figure: impl Fn(&Pack, &Used) -> Cell) -> Vec<TableRow> {
    let is_used = |used: &Used| used.puzzles.count > 0;
    let mut names: Vec<&Named> = report
        .packs
        .iter()
        .flat_map(|pack| pack.techniques.iter().filter(|(_, used)| is_used(used)).map(|(name, _)| name))
        .collect();
    names.sort();
    names.dedup();
    let cell = |pack: &Pack, name: &Named| figure(pack, &pack.techniques.get(name).copied().unwrap_or_default());
    let row = |name: &Named| TableRow {
        label: name.title.to_string(),
        cells: report.packs.iter().map(|pack| cell(pack, name)).collect(),
    };
    names.into_iter().map(row).collect()
}

/// Of a pack with weights: what they make of its clues.
pub(crate) fn weighted(report: &Report, pack: &Pack) -> Vec<Weighted> {
    let (Some(lowest), Some(highest)) = (pack.clues.lowest(), pack.clues.highest()) else { return Vec::new() };
    let total = pack.clues.total();
    let row = |clues| {
        let tally = pack.clues.get(&clues);
        let share = tally.share(total)?;
        let squares = share * (1.0 - share) * total.count as f64;
        Some(Weighted {
            clues,
            raw: Estimate { value: share, error: tally::error(squares, total.count as f64, total.count) },
            weighted: tally.weighted_share(total, pack.weighted_rows)?,
            reference: report.reference.map(|reference| reference.share(clues).unwrap_or(0.0)),
        })
    };
    (lowest..=highest).filter_map(row).collect()
}

fn table(report: &Report, title: &'static str, unit: &'static str) -> Table {
    Table { title, unit, columns: report.packs.iter().map(|pack| pack.name.clone()).collect(), rows: Vec::new() }
}

fn cell<K: Ord>(distribution: &Distribution<K>, value: &K) -> Cell {
    Cell::of(distribution.get(value).count, distribution.total().count)
}

impl Cell {
    fn of(count: u64, all: u64) -> Cell {
        if all == 0 { Cell::default() } else { Cell { count: Some(count), share: Some(count as f64 / all as f64) } }
    }
}

/// A number with commas.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent, two decimals; what is there but less is said to be.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 0.005 => "<0.01".into(),
        percent if percent < 100.0 && percent > 99.995 => ">99.99".into(),
        percent => format!("{percent:.2}"),
    }
}

/// A share in percent with as many decimals as two digits need.
pub(crate) fn fine_percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 {
        return "0".into();
    }
    let decimals = if percent >= 0.1 { 2 } else { (1.0 - percent.log10().floor()).clamp(2.0, 9.0) as usize };
    format!("{percent:.decimals$}")
}

/// An estimate with half the width of its interval of 95 %.
pub(crate) fn plus_minus(estimate: Estimate, scale: f64) -> String {
    let value = estimate.value * scale;
    let Some(side) = estimate.side().map(|side| side * scale) else { return format!("{value:.2}") };
    if value == 0.0 && side == 0.0 {
        return "0".into(); // what was never seen is no certain zero
    }
    // Two digits of the uncertainty, and as many decimals of the value.
    let decimals = if side > 0.0 { (1.0 - side.log10().floor()).clamp(0.0, 9.0) as usize } else { 2 };
    format!("{value:.decimals$} ± {side:.decimals$}")
}

/// A rating from its tenths.
pub(crate) fn tenths(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// One decimal, and a second where it is not zero.
pub(crate) fn two_or_one(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_suffix('0').unwrap_or(&text).to_string()
}

/// A whole number or a half.
fn plain(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, 0.123_456, 1.0].map(percent), ["0.00", "12.35", "100.00"]);
        assert_eq!([0.000_01, 0.999_99].map(percent), ["<0.01", ">99.99"], "nearly nothing, nearly all");
        assert_eq!(
            [0.3274, 0.001_49, 0.000_034, 0.000_000_34].map(fine_percent),
            ["32.74", "0.15", "0.0034", "0.000034"]
        );
        assert_eq!([12, 100].map(tenths), ["1.2", "10.0"]);
    }

    #[test]
    fn the_error_tells_how_many_decimals_make_sense() {
        let shown = |value, error| plus_minus(Estimate { value, error }, 1.0);
        assert_eq!(shown(26.5774, Some(0.1)), "26.58 ± 0.20");
        assert_eq!(shown(26.5774, Some(10.0)), "27 ± 20");
        assert_eq!((shown(0.0, Some(0.0)), shown(1.0, Some(0.0))), ("0".into(), "1.00 ± 0.00".into()));
        assert_eq!(shown(26.5774, None), "26.58");
    }
}
