//! Statistics for programs: one JSON object with all counts.

use std::collections::BTreeMap;

use minirow_core::PatternSymmetry;
use minirow_table::{Bucket, Count, Distribution, Estimate, SCALES, ScalePair};
use minirow_text::safe_json;
use serde_json::{Value, json};

use crate::PROGRAM;
use crate::statistics::duplicates::DuplicateRule;
use crate::statistics::pack::PackStatistics;
use crate::statistics::report::{SharedPuzzles, StatisticsReport};
use crate::statistics::scales::is_in_tenths;

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
    let shared = |SharedPuzzles { packs, puzzles }: &SharedPuzzles| {
        let files = packs.map(|number| &report.packs[number].file);
        json!({ "packs": files, "puzzles": puzzles })
    };
    let reference = report.reference.map(|reference| {
        let clues: Vec<Value> =
            reference.clues().map(|(value, share)| json!({"value": value, "share": share})).collect();
        json!({ "source": reference.source(), "clues": clues })
    });
    let duplicates = match report.duplicates {
        DuplicateRule::Equivalent => "twins".into(), // programs compare the value of earlier versions
        rule => rule.to_string(),
    };
    let object = json!({
        "program": PROGRAM,
        "packs": report.packs.iter().map(pack).collect::<Vec<_>>(),
        "doubles_are": duplicates,
        "shared": report.shared.iter().map(shared).collect::<Vec<_>>(),
        "reference": reference,
    });
    safe_json(serde_json::to_string_pretty(&object).expect("text and numbers only") + "\n")
}

/// Returns the object of a pack.
fn pack(pack: &PackStatistics) -> Value {
    let tally = &pack.tally;
    let rows = tally.weighted_rows();
    let mut symmetry = values(pack.column("symmetry"), rows);
    // In the order of the type; tables have another order.
    symmetry.sort_by_key(|counted| counted["value"].as_str().and_then(|name| name.parse::<PatternSymmetry>().ok()));
    let techniques = tally.techniques().iter().map(|(technique, used)| {
        json!({
            "technique": technique.slug(),
            "puzzles": used.puzzles.rows,
            "share_of_puzzles": used.puzzles.share(tally.with_techniques()),
            "steps": used.steps,
            "share_of_steps": (tally.technique_steps() > 0).then(|| used.steps as f64 / tally.technique_steps() as f64),
            "hardest": used.hardest,
        })
    });
    let by_clues = tally
        .er_by_clues()
        .iter()
        .map(|(&(clues, er), count)| json!({"clues": clues, "er": rating(er), "count": count.rows}));
    let weights = pack.has_weights().then(|| {
        json!({
            "rows": rows,
            "sum": tally.total().weight,
            "effective_sample_size": tally.total().effective_size(),
            "heaviest_share": tally.heaviest_share(),
        })
    });
    let minimal = |is_minimal| pack.column("minimal").get(&Bucket::Bool(is_minimal)).rows;
    let numbers = |column, unit| numbers(pack.column(column), rows, unit);
    let mut object = json!({
        "file": pack.file,
        "puzzles": pack.rows(),
        "left_out": pack.skipped,
        "doubles": pack.duplicates,
        "minimal": minimal(true),
        "not_minimal": minimal(false),
        "weights": weights,
        "clues": numbers("clues", 1.0),
        "levels": values(pack.column("level"), rows),
        "symmetry": symmetry,
        "techniques": techniques.collect::<Vec<_>>(),
        "er_by_clues": by_clues.collect::<Vec<_>>(),
        "bxb": numbers("bxb", 1.0),
        "bxbb": numbers("bxbb", 1.0),
        "hodoku_levels": values(pack.column("hodoku_level"), rows),
        "hodoku_hardest": values(pack.column("hodoku_hardest"), rows),
        "scales": tally.scale_pairs().map(scale_pair).collect::<Vec<_>>(),
    });
    for column in SCALES.iter().flat_map(|scale| scale.columns()).filter(|column| column.label().is_some()) {
        object[column.name()] = numbers(column.name(), if column.is_in_tenths() { TENTH } else { 1.0 });
    }
    object
}

/// Returns the joint distribution of two scales, and their rank correlation.
fn scale_pair(pair: &ScalePair) -> Value {
    let shown = |column: &str, number: u64| match is_in_tenths(column) {
        true => json!(number as f64 / TENTH),
        false => json!(number),
    };
    let [one, other] = pair.columns;
    let values = pair.joint.iter().map(|(&(first, second), count)| {
        let pair = BTreeMap::from([(one, shown(one, first)), (other, shown(other, second))]);
        json!({ "values": pair, "count": count.rows })
    });
    json!({
        "columns": pair.columns,
        "rank_correlation": pair.joint.rank_correlation(),
        "counts": values.collect::<Vec<_>>(),
    })
}

/// Ratings are counted in tenths.
const TENTH: f64 = 10.0;

/// Returns the distribution of numbers that are counted in units of `1 / unit`, or null if there are none.
fn numbers(distribution: &Distribution<Bucket>, rows: u64, unit: f64) -> Value {
    let scaled = |value: Option<f64>| value.map(|value| value / unit);
    let mean = distribution.weighted_mean(rows).map(|mean| {
        let mean = Estimate { value: mean.value / unit, error: scaled(mean.error) };
        estimate(mean, f64::NEG_INFINITY, f64::INFINITY)
    });
    let (Some((lowest, _)), Some((highest, _))) = (distribution.iter().next(), distribution.iter().next_back()) else {
        return Value::Null;
    };
    json!({
        "count": distribution.total().rows,
        "lowest": value(lowest),
        "highest": value(highest),
        "mean": scaled(distribution.mean()),
        "median": scaled(distribution.median()),
        "weighted_mean": mean,
        "values": values(distribution, rows),
    })
}

/// Returns the values of a distribution, each with its count and share.
fn values(distribution: &Distribution<Bucket>, rows: u64) -> Vec<Value> {
    let total = distribution.total();
    let counted = |(bucket, count): (&Bucket, &Count)| {
        json!({
            "value": value(bucket),
            "count": count.rows,
            "share": count.share(total),
            "interval": count.share_interval(total),
            "weighted": count.weighted_share(total, rows).map(|share| estimate(share, 0.0, 1.0)),
        })
    };
    distribution.iter().map(counted).collect()
}

/// Returns a number, a rating with one decimal, or a name.
fn value(bucket: &Bucket) -> Value {
    match bucket {
        Bucket::Number(number) => json!(number),
        Bucket::Tenths(tenths) => json!(rating(*tenths)),
        other => json!(other.to_string()),
    }
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
