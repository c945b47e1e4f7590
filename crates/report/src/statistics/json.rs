//! Statistics for programs: one JSON object with all counts.

use serde_json::{Value, json};

use crate::PROGRAM;
use crate::statistics::distribution::Distribution;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::{SharedPuzzles, StatisticsReport};
use crate::statistics::weighted_count::{Estimate, WeightedCount};

/// Writes a report as one JSON object, indented.
///
/// ```
/// use minirow_report::statistics::{DuplicateRule, PackStatistics, StatisticsReport, json};
///
/// let report = StatisticsReport::new(vec![PackStatistics::new("a", "a.csv")], DuplicateRule::Exact, None);
/// let value: serde_json::Value = serde_json::from_str(&json(&report))?;
/// assert_eq!(value["packs"][0]["file"], "a.csv");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn json(report: &StatisticsReport) -> String {
    let shared = |SharedPuzzles { packs, puzzles }: &SharedPuzzles| json!({ "packs": packs.map(|number| &report.packs[number].file), "puzzles": puzzles });
    let reference = report.reference.map(|reference| {
        let clues: Vec<Value> =
            reference.clues().map(|(value, share)| json!({"value": value, "share": share})).collect();
        json!({ "source": reference.source(), "clues": clues })
    });
    let object = json!({
        "program": PROGRAM,
        "packs": report.packs.iter().map(pack).collect::<Vec<_>>(),
        "doubles_are": report.duplicates.to_string(),
        "shared": report.shared.iter().map(shared).collect::<Vec<_>>(),
        "reference": reference,
    });
    serde_json::to_string_pretty(&object).expect("text and numbers only") + "\n"
}

/// Returns the object of a pack.
fn pack(pack: &PackStatistics) -> Value {
    let rows = pack.weighted_rows;
    let levels = pack.levels.iter().map(|(level, tally)| counted(json!(level.slug), tally, pack.levels.total(), rows));
    let symmetry = pack
        .symmetry
        .iter()
        .map(|(symmetry, tally)| counted(json!(symmetry.name()), tally, pack.symmetry.total(), rows));
    let techniques = pack.techniques.iter().map(|(technique, used)| {
        json!({
            "technique": technique.slug,
            "puzzles": used.puzzles.count,
            "share_of_puzzles": used.puzzles.share(&pack.with_techniques),
            "steps": used.steps,
            "share_of_steps": (pack.technique_steps > 0).then(|| used.steps as f64 / pack.technique_steps as f64),
            "hardest": used.hardest,
        })
    });
    let by_clues = pack
        .er_by_clues
        .iter()
        .map(|(&(clues, er), tally)| json!({"clues": clues, "er": rating(er), "count": tally.count}));
    let total = pack.clues.total();
    let weights = pack.has_weights().then(|| {
        json!({
            "rows": rows,
            "sum": total.weight,
            "effective_sample_size": total.effective_size(),
            "heaviest_share": pack.heaviest_share(),
        })
    });
    json!({
        "file": pack.file,
        "puzzles": pack.rows(),
        "left_out": pack.skipped,
        "doubles": pack.duplicates,
        "minimal": pack.minimal.get(&true).count,
        "not_minimal": pack.minimal.get(&false).count,
        "weights": weights,
        "clues": numbers(&pack.clues, rows, 1.0),
        "er": numbers(&pack.er, rows, TENTH),
        "ep": numbers(&pack.ep, rows, TENTH),
        "ed": numbers(&pack.ed, rows, TENTH),
        "steps": numbers(&pack.steps, rows, 1.0),
        "levels": levels.collect::<Vec<_>>(),
        "symmetry": symmetry.collect::<Vec<_>>(),
        "techniques": techniques.collect::<Vec<_>>(),
        "er_by_clues": by_clues.collect::<Vec<_>>(),
    })
}

/// Ratings are counted in tenths.
const TENTH: f64 = 10.0;

/// Returns the distribution of numbers that are counted in units of `1 / unit`, or null if there are none.
fn numbers(distribution: &Distribution<u32>, rows: u64, unit: f64) -> Value {
    let show = |value: u32| if unit == 1.0 { json!(value) } else { json!(rating(value)) };
    let scaled = |value: Option<f64>| value.map(|value| value / unit);
    let values = distribution.iter().map(|(&value, tally)| counted(show(value), tally, distribution.total(), rows));
    let mean = distribution.weighted_mean(rows).map(|mean| {
        let mean = Estimate { value: mean.value / unit, error: scaled(mean.error) };
        estimate(mean, f64::NEG_INFINITY, f64::INFINITY)
    });
    match (distribution.lowest(), distribution.highest()) {
        (Some(lowest), Some(highest)) => json!({
            "count": distribution.total().count,
            "lowest": show(lowest),
            "highest": show(highest),
            "mean": scaled(distribution.mean()),
            "median": scaled(distribution.median()),
            "weighted_mean": mean,
            "values": values.collect::<Vec<_>>(),
        }),
        _ => Value::Null,
    }
}

/// Returns a value with its count and share.
fn counted(value: Value, tally: &WeightedCount, total: &WeightedCount, rows: u64) -> Value {
    json!({
        "value": value,
        "count": tally.count,
        "share": tally.share(total),
        "interval": tally.share_interval(total),
        "weighted": tally.weighted_share(total, rows).map(|share| estimate(share, 0.0, 1.0)),
    })
}

/// Returns an estimate, with its interval cut off at two values.
fn estimate(estimate: Estimate, lowest: f64, highest: f64) -> Value {
    json!({
        "value": estimate.value,
        "standard_error": estimate.error,
        "interval": estimate.interval(lowest, highest),
    })
}

/// Returns a rating with one decimal, from its tenths.
fn rating(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}
