//! `compare time`: the fit of the estimated solving time to measured times, and how well both agree.

mod fit;
mod measured;
mod scatter;
mod statistics;

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use minirow_core::Puzzle;
use minirow_grade::grade;
use minirow_te::rate;
use minirow_time::effort::effort;
use minirow_time::{Effort, Model, Weights, estimate};
use rayon::prelude::*;

use self::fit::{Line, Sample, cross_validated, fitted};
use self::measured::Measured;
use self::scatter::Feature;
use self::statistics::{pearson, quantile, spearman};
use crate::{report, table};

const EXAMPLES: &str = "\
Examples:
  compare time crates/compare/data/human_times.csv
  compare time crates/compare/data/human_times.csv --svg docs/src/images/times.svg";

/// Fits the estimate of solving times to measured times.
///
/// Prints the coefficients, how well estimates by several features agree with measured times, and what other weights of
/// the search effort would change. Estimates are cross-validated: each tenth of the puzzles is estimated by a fit to the
/// others. The results depend only on the file.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// CSV file with the columns `puzzle`, `players`, `mean_seconds` and `d_to`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Draw the measured times against ER, B and the estimate, instead of the fit.
    #[arg(long, value_name = "SVG")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let measured = measured::read(&args.file)?;
    if let Some(svg) = &args.svg {
        return fs::write(svg, plots(&measured)).with_context(|| format!("{} cannot be written", svg.display()));
    }
    let efforts = efforts(&measured, &Weights::FITTED);
    let samples = samples(&measured, &efforts);
    let mut text = format!("{} puzzles\n\n{}", measured.len(), coefficients(&fit::rounded(&fitted(&samples))));
    let ratings = of_each(&measured, er);
    let clues = measured.iter().map(|measured| measured.puzzle.clues().clue_count() as f64).collect::<Vec<_>>();
    let costs: Vec<f64> = samples.iter().map(|sample| sample.log_effort).collect();
    let rows = [("clues", &clues), ("ER", &ratings), ("search effort", &costs)]
        .map(|(name, feature)| agreement(name, feature, &measured, &samples));
    text += &format!("\n{}", table::markdown(&AGREEMENT, &rows));
    text += &format!("\n{}", table::markdown(&BY_ER, &by_er(&measured, &samples, &ratings)));
    text += &format!("\n{}", table::markdown(&SENSITIVITY, &sensitivity(&measured)));
    report::print(&text)?;
    Ok(())
}

/// Returns the scatter plots of the guide.
fn plots(measured: &[Measured]) -> String {
    let minutes: Vec<f64> = measured.iter().map(|measured| measured.seconds / 60.0).collect();
    type Value = fn(&Puzzle) -> Option<f64>;
    let scales: [(&str, &str, Value); 3] = [
        ("ER", "ER", |puzzle| Some(er(puzzle))),
        ("B", "B", |puzzle| rate(puzzle, None).ok()?.b().map(f64::from)),
        ("estimate", "estimated minutes", |puzzle| Some(estimate(puzzle).minutes)),
    ];
    let features = scales.map(|(title, name, of)| {
        let values = of_each(measured, of);
        let (known, times): (Vec<f64>, Vec<f64>) =
            values.iter().zip(&minutes).filter_map(|(&value, &minutes)| Some((value?, minutes))).unzip();
        let title = format!("minutes by {title} (rank correlation {:.2})", spearman(&known, &times));
        Feature { title, name, values }
    });
    scatter::draw(&minutes, &features)
}

/// Returns a value of each puzzle.
fn of_each<T: Send>(measured: &[Measured], of: impl Fn(&Puzzle) -> T + Sync) -> Vec<T> {
    measured.par_iter().map(|measured| of(&measured.puzzle)).collect()
}

fn er(puzzle: &Puzzle) -> f64 {
    f64::from(grade(puzzle).er().expect("without a limit there is a rating").tenths()) / 10.0
}

fn efforts(measured: &[Measured], weights: &Weights) -> Vec<Effort> {
    measured.par_iter().map(|measured| effort(&measured.puzzle, weights)).collect()
}

fn samples(measured: &[Measured], efforts: &[Effort]) -> Vec<Sample> {
    measured.iter().zip(efforts).map(|(measured, &effort)| Sample::new(measured, effort)).collect()
}

fn coefficients(model: &Model) -> String {
    let [[low, high], [low_if_guessed, high_if_guessed]] = [model.singles, model.guesses];
    let [least, most] = model.measured;
    format!(
        "seconds = {} * effort^{}\n\
         80% interval: {low} to {high} times the estimate; {low_if_guessed} to {high_if_guessed} with guesses\n\
         98% of the puzzles: effort {least} to {most}\n",
        model.factor, model.exponent
    )
}

const AGREEMENT: [&str; 6] =
    ["feature", "rank correlation", "with `d_to`", "correlation of logs", "80% within", "90% within"];

/// Returns the row of an estimate by one feature.
fn agreement(name: &str, feature: &[f64], measured: &[Measured], samples: &[Sample]) -> Vec<String> {
    let estimates = cross_validated(samples, |train| {
        let line = Line::through(train.iter().map(|&index| (feature[index], &samples[index])));
        Box::new(move |index| line.at(feature[index]))
    });
    let times: Vec<f64> = samples.iter().map(|sample| sample.log_seconds).collect();
    let errors: Vec<f64> = times.iter().zip(&estimates).map(|(time, estimate)| (time - estimate).abs()).collect();
    let (relative, of_relative): (Vec<f64>, Vec<f64>) =
        measured.iter().zip(feature).filter_map(|(measured, &value)| Some((measured.d_to?, value))).unzip();
    vec![
        name.to_owned(),
        format!("{:.3}", spearman(&estimates, &times)),
        format!("{:.3}", spearman(&of_relative, &relative)),
        format!("{:.3}", pearson(&estimates, &times)),
        format!("{:.2}", quantile(&errors, 0.8).exp()),
        format!("{:.2}", quantile(&errors, 0.9).exp()),
    ]
}

const BY_ER: [&str; 7] =
    ["ER", "puzzles", "median minutes", "estimated", "rank correlation", "in the interval", "extrapolated"];

/// Returns the rows of the estimates by ER, cross-validated.
fn by_er(measured: &[Measured], samples: &[Sample], ratings: &[f64]) -> Vec<Vec<String>> {
    let estimates = cross_validated(samples, |train| {
        let train: Vec<Sample> = train.iter().map(|&index| samples[index]).collect();
        let model = fitted(&train);
        Box::new(move |index| model.estimate(&measured[index].puzzle, samples[index].effort))
    });
    let row = |name: &str, is_there: &dyn Fn(f64) -> bool| {
        let there: Vec<usize> = (0..samples.len()).filter(|&index| is_there(ratings[index])).collect();
        if there.is_empty() {
            return None;
        }
        let minutes: Vec<f64> = there.iter().map(|&index| samples[index].log_seconds.exp() / 60.0).collect();
        let estimated: Vec<f64> = there.iter().map(|&index| estimates[index].minutes).collect();
        let share = |is: &dyn Fn(usize) -> bool| {
            let number = (0..there.len()).filter(|&place| is(place)).count();
            format!("{:.0}%", number as f64 * 100.0 / there.len() as f64)
        };
        let estimate = |place: usize| estimates[there[place]];
        Some(vec![
            name.to_owned(),
            there.len().to_string(),
            format!("{:.1}", quantile(&minutes, 0.5)),
            format!("{:.1}", quantile(&estimated, 0.5)),
            format!("{:.2}", spearman(&minutes, &estimated)),
            share(&|place| (estimate(place).low..=estimate(place).high).contains(&minutes[place])),
            share(&|place| estimate(place).is_extrapolated),
        ])
    };
    let parts: [(&str, f64, f64); 5] = [
        ("1.2", 0.0, 1.2),
        ("1.5", 1.3, 1.5),
        ("1.6 - 2.5", 1.6, 2.5),
        ("2.6 - 4.9", 2.6, 4.9),
        ("5.0 and more", 5.0, 99.0),
    ];
    let rows = parts.iter().filter_map(|&(name, low, high)| row(name, &|er| (low - 0.05..high + 0.05).contains(&er)));
    rows.chain(row("all", &|_| true)).collect()
}

const SENSITIVITY: [&str; 5] = ["weight", "fitted", "error if halved", "error", "error if doubled"];

/// A weight of the search effort.
struct WeightField {
    name: &'static str,
    of: fn(&mut Weights) -> &mut u32,
}

static WEIGHTS: [WeightField; 6] = [
    WeightField { name: "full house", of: |weights| &mut weights.full_house },
    WeightField { name: "hidden single in a box", of: |weights| &mut weights.box_ },
    WeightField { name: "hidden single in a line", of: |weights| &mut weights.line },
    WeightField { name: "naked single", of: |weights| &mut weights.naked },
    WeightField { name: "unseen", of: |weights| &mut weights.unseen },
    WeightField { name: "guess", of: |weights| &mut weights.guess },
];

/// Returns the errors that each weight gives if it is halved and doubled.
fn sensitivity(measured: &[Measured]) -> Vec<Vec<String>> {
    let error = |weights: &Weights| fit::error(&samples(measured, &efforts(measured, weights)));
    let fitted = error(&Weights::FITTED);
    let rows = WEIGHTS.iter().map(|field| {
        let changed = |change: fn(u32) -> u32| {
            let mut weights = Weights::FITTED;
            let weight = (field.of)(&mut weights);
            *weight = change(*weight);
            error(&weights)
        };
        let errors = [changed(|weight| weight / 2), fitted, changed(|weight| weight * 2)];
        let mut weights = Weights::FITTED;
        let mut row = vec![field.name.to_owned(), (field.of)(&mut weights).to_string()];
        row.extend(errors.map(|error| format!("{error:.4}")));
        row
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn data() -> Vec<Measured> {
        measured::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/human_times.csv")).unwrap()
    }

    #[test]
    fn the_committed_model_is_the_fit() {
        let measured = data();
        let model = fit::rounded(&fitted(&samples(&measured, &efforts(&measured, &Weights::FITTED))));
        assert_eq!(model, Model::FITTED, "\n{}", coefficients(&model));
    }

    #[test]
    fn the_plots_of_the_guide_are_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images/times.svg");
        let committed = fs::read_to_string(path).unwrap();
        assert!(committed == plots(&data()), "`compare time --svg` writes docs/src/images/times.svg again");
    }

    #[test]
    fn no_weight_fits_better_if_it_is_halved_or_doubled() {
        // The error of a fit to 12 runs is known to about 0.001.
        for row in sensitivity(&data()) {
            let [halved, fitted, doubled] = [2, 3, 4].map(|column| row[column].parse::<f64>().unwrap());
            assert!(fitted < halved + 0.001 && fitted < doubled + 0.001, "{row:?}");
        }
    }

    #[test]
    fn the_estimate_orders_puzzles_better_than_er_and_its_interval_holds() {
        let measured = data();
        let samples = samples(&measured, &efforts(&measured, &Weights::FITTED));
        let costs: Vec<f64> = samples.iter().map(|sample| sample.log_effort).collect();
        let row = agreement("search effort", &costs, &measured, &samples);
        assert!(*row[1] >= *"0.720" && *row[2] >= *"0.860" && *row[4] <= *"1.38", "{row:?}");
        let all = by_er(&measured, &samples, &vec![1.5; samples.len()]).pop().unwrap();
        assert!(["78%", "79%", "80%", "81%", "82%"].contains(&&*all[5]), "{all:?}");
    }
}
