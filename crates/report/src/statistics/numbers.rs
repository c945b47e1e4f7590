//! Numbers as reports write them.

use minirow_table::Estimate;
pub(crate) use minirow_table::grouped;

/// Writes a share in percent with two decimals, `<0.01` and `>99.99` near the ends.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 0.005 => "<0.01".into(),
        percent if percent < 100.0 && percent > 99.995 => ">99.99".into(),
        percent => format!("{percent:.2}"),
    }
}

/// Writes a share in percent with at least two significant digits.
pub(crate) fn fine_percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 {
        return "0".into();
    }
    let decimals = if percent >= 0.1 { 2 } else { (1.0 - percent.log10().floor()).clamp(2.0, 9.0) as usize };
    format!("{percent:.decimals$}")
}

/// Writes an estimate with half the width of its 95 % interval.
pub(crate) fn plus_minus(estimate: Estimate, scale: f64) -> String {
    let value = estimate.value * scale;
    let Some(side) = estimate.side().map(|side| side * scale) else { return format!("{value:.2}") };
    if value == 0.0 && side == 0.0 {
        return "0".into(); // a value that does not occur is not a certain zero
    }
    // Two digits of the uncertainty; the value gets as many decimals.
    let decimals = if side > 0.0 { (1.0 - side.log10().floor()).clamp(0.0, 9.0) as usize } else { 2 };
    format!("{value:.decimals$} ± {side:.decimals$}")
}

/// Writes one decimal, and a second one if it is not zero.
pub(crate) fn one_or_two_decimals(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_suffix('0').unwrap_or(&text).to_string()
}

/// Writes a whole number, or one with a half.
pub(crate) fn whole_or_half(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0.0, 0.123_456, 1.0].map(percent), ["0.00", "12.35", "100.00"]);
        assert_eq!([0.000_01, 0.999_99].map(percent), ["<0.01", ">99.99"], "nearly nothing, nearly all");
        assert_eq!(
            [0.3274, 0.001_49, 0.000_034, 0.000_000_34].map(fine_percent),
            ["32.74", "0.15", "0.0034", "0.000034"]
        );
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
