//! The fit of the model, and its cross-validation.

use minirow_time::{Effort, Model};

use super::measured::Measured;
use super::statistics::quantile;

/// A measured time with the effort of its puzzle.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) effort: Effort,
    pub(super) log_effort: f64,
    pub(super) log_seconds: f64,
    /// The number of players: the mean of more people has a smaller error.
    players: f64,
}

impl Sample {
    pub(super) fn new(measured: &Measured, effort: Effort) -> Sample {
        let (log_effort, log_seconds) = (effort.cost.ln(), measured.seconds.ln());
        Sample { effort, log_effort, log_seconds, players: measured.players }
    }
}

/// A line that estimates the logarithm of the time.
#[derive(Clone, Copy)]
pub(super) struct Line {
    intercept: f64,
    slope: f64,
}

impl Line {
    /// Returns the line of least squares, weighted by the number of players.
    pub(super) fn through<'a>(points: impl Iterator<Item = (f64, &'a Sample)> + Clone) -> Line {
        let sum = |term: fn(f64, f64) -> f64| {
            points.clone().map(|(x, sample)| sample.players * term(x, sample.log_seconds)).sum::<f64>()
        };
        let (count, mean_x, mean_y) = (sum(|_, _| 1.0), sum(|x, _| x), sum(|_, y| y));
        let (mean_x, mean_y) = (mean_x / count, mean_y / count);
        let covariance = sum(|x, y| x * y) / count - mean_x * mean_y;
        let variance = sum(|x, _| x * x) / count - mean_x * mean_x;
        let slope = covariance / variance;
        Line { intercept: mean_y - slope * mean_x, slope }
    }

    pub(super) fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

fn line(samples: &[Sample]) -> Line {
    Line::through(samples.iter().map(|sample| (sample.log_effort, sample)))
}

/// Returns the model that fits the samples best.
pub(super) fn fitted(samples: &[Sample]) -> Model {
    let line = line(samples);
    let interval = |is_guessed: bool| {
        let of_kind = samples.iter().filter(|sample| (sample.effort.guesses > 0.0) == is_guessed);
        let ratios: Vec<f64> = of_kind.map(|sample| (sample.log_seconds - line.at(sample.log_effort)).exp()).collect();
        // Without puzzles of a kind, no interval is known.
        if ratios.is_empty() { [0.0, f64::INFINITY] } else { [0.1, 0.9].map(|share| quantile(&ratios, share)) }
    };
    let costs: Vec<f64> = samples.iter().map(|sample| sample.effort.cost).collect();
    Model {
        factor: line.intercept.exp(),
        exponent: line.slope,
        singles: interval(false),
        guesses: interval(true),
        measured: [0.01, 0.99].map(|share| quantile(&costs, share)),
    }
}

/// Returns the model with the decimals that are significant.
pub(super) fn rounded(model: &Model) -> Model {
    let to = |decimals: i32| move |value: f64| (value * 10_f64.powi(decimals)).round() / 10_f64.powi(decimals);
    Model {
        factor: to(1)(model.factor),
        exponent: to(3)(model.exponent),
        singles: model.singles.map(to(2)),
        guesses: model.guesses.map(to(2)),
        measured: model.measured.map(to(0)),
    }
}

/// Returns the error of the fit: the root of the mean squared error of the logarithm, weighted by the number of players.
///
/// Errors above a factor of 2 count as 2: one player who is interrupted for an hour can cause them.
pub(super) fn error(samples: &[Sample]) -> f64 {
    let line = line(samples);
    let square = |sample: &Sample| (sample.log_seconds - line.at(sample.log_effort)).abs().min(2_f64.ln()).powi(2);
    let players: f64 = samples.iter().map(|sample| sample.players).sum();
    (samples.iter().map(|sample| sample.players * square(sample)).sum::<f64>() / players).sqrt()
}

/// An estimator of samples by index.
type Estimator<'a, T> = Box<dyn Fn(usize) -> T + 'a>;

/// Estimates each tenth of the samples by a fit to the indices of the others.
pub(super) fn cross_validated<'a, T: Clone>(samples: &[Sample], fit: impl Fn(&[usize]) -> Estimator<'a, T>) -> Vec<T> {
    const FOLDS: usize = 10;
    let fits: Vec<_> = (0..FOLDS)
        .map(|fold| fit(&(0..samples.len()).filter(|index| index % FOLDS != fold).collect::<Vec<_>>()))
        .collect();
    (0..samples.len()).map(|index| fits[index % FOLDS](index)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(cost: f64, guesses: f64, seconds: f64, players: f64) -> Sample {
        let effort = Effort { cost, guesses };
        Sample { effort, log_effort: cost.ln(), log_seconds: seconds.ln(), players }
    }

    #[test]
    fn a_power_law_is_found() {
        let samples: Vec<Sample> =
            (1..=40).map(|n| sample(f64::from(n * n), 0.0, 3.0 * f64::from(n), f64::from(n))).collect();
        let model = rounded(&fitted(&samples));
        assert_eq!((model.factor, model.exponent, model.singles), (3.0, 0.5, [1.0, 1.0]));
        assert_eq!(model.guesses, [0.0, f64::INFINITY]);
        assert!(error(&samples) < 1e-6);
    }

    #[test]
    fn no_sample_is_estimated_by_a_fit_to_itself() {
        let samples = vec![sample(2.0, 0.0, 3.0, 1.0); 25];
        let seen = cross_validated(&samples, |train| {
            let train = train.to_vec();
            Box::new(move |index| train.contains(&index))
        });
        assert_eq!(seen, vec![false; 25]);
    }
}
