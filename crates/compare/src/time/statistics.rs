//! Correlations and quantiles.

/// Returns a quantile, linear between the values. There must be at least one.
pub(super) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * (sorted.len() - 1) as f64;
    let (below, part) = (place as usize, place.fract());
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + part * (sorted[above] - sorted[below])
}

/// Returns Pearson's correlation coefficient.
pub(super) fn pearson(first: &[f64], second: &[f64]) -> f64 {
    let count = first.len() as f64;
    let means = [first, second].map(|values| values.iter().sum::<f64>() / count);
    let [mut product, mut first_square, mut second_square] = [0.0; 3];
    for (one, other) in first.iter().zip(second) {
        let (one, other) = (one - means[0], other - means[1]);
        product += one * other;
        first_square += one * one;
        second_square += other * other;
    }
    product / (first_square * second_square).sqrt()
}

/// Returns Spearman's rank correlation coefficient. Equal values have the mean of their ranks.
pub(super) fn spearman(first: &[f64], second: &[f64]) -> f64 {
    pearson(&ranks(first), &ranks(second))
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&one, &other| values[one] == values[other]) {
        let rank = first as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|&index| ranks[index] = rank);
        first += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_linear_between_values() {
        let values = [4.0, 1.0, 2.0, 3.0, 5.0];
        assert_eq!([0.0, 0.1, 0.5, 1.0].map(|share| quantile(&values, share)), [1.0, 1.4, 3.0, 5.0]);
        assert_eq!(quantile(&[7.0], 0.9), 7.0);
    }

    #[test]
    fn ranks_know_only_the_order() {
        assert_eq!(ranks(&[30.0, 10.0, 20.0, 20.0]), [3.0, 0.0, 1.5, 1.5]);
        let values: [f64; 4] = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(spearman(&values, &values.map(f64::exp)), 1.0);
        assert_eq!(pearson(&values, &values.map(|value| 3.0 - 2.0 * value)), -1.0);
    }
}
