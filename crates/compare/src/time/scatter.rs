//! Scatter plots of measured times, as SVG.

use std::fmt::Write;

/// A value of each puzzle that times are drawn against.
pub(super) struct Feature {
    /// The title, with the rank correlation.
    pub(super) title: String,
    /// The name below the axis.
    pub(super) name: &'static str,
    /// The values, `None` for puzzles without one.
    pub(super) values: Vec<Option<f64>>,
}

/// The size of a plot without its labels, and the distances between plots, in pixels.
const SIDE: f64 = 220.0;
const LEFT: f64 = 40.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;

/// The distance of the value 0 from the axis at the left.
const MARGIN: f64 = 8.0;

/// The labels of the axis of measured minutes, which is logarithmic.
const MINUTES: [f64; 6] = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0];

/// The labels of the other axis are multiples of one of these, at most seven.
const STEPS: [f64; 6] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];

/// Draws the measured minutes of puzzles against each feature, one plot beside the other.
///
/// The colours fit light and dark pages.
pub(super) fn draw(minutes: &[f64], features: &[Feature]) -> String {
    let (width, height) = (features.len() as f64 * (LEFT + SIDE + 10.0), TOP + SIDE + BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#666\">\n\
         <style>@media (prefers-color-scheme: dark) {{ text {{ fill: #bbb; }} circle {{ fill: #6cb4ee; }} }}</style>\n"
    );
    for (number, feature) in features.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate({} {TOP})\">", number as f64 * (LEFT + SIDE + 10.0) + LEFT);
        plot(&mut svg, minutes, feature);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

fn plot(svg: &mut String, minutes: &[f64], feature: &Feature) {
    let known: Vec<(f64, f64)> =
        feature.values.iter().zip(minutes).filter_map(|(&value, &minutes)| Some((value?, minutes))).collect();
    let highest = known.iter().map(|&(value, _)| value).fold(1.0, f64::max);
    let most = minutes.iter().copied().fold(10.0, f64::max);
    let x = |value: f64| MARGIN + value / (1.05 * highest) * (SIDE - MARGIN);
    // The logarithm of the standard library differs between platforms in the last bit.
    let y = |minutes: f64| SIDE * (1.0 - libm::log(minutes / MINUTES[0]) / libm::log(1.1 * most / MINUTES[0]));
    let _ = writeln!(
        svg,
        "<path d=\"M0 0V{SIDE}H{SIDE}\" fill=\"none\" stroke=\"#999\"/>\n<text y=\"-12\">{}</text>",
        feature.title
    );
    for label in MINUTES.into_iter().filter(|&label| label <= most) {
        let _ = writeln!(svg, "<text x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", y(label) + 4.0);
    }
    let step = STEPS.into_iter().find(|step| highest / step <= 7.0).unwrap_or(100.0);
    for label in (0..=7).map(|number| f64::from(number) * step).filter(|&label| label <= highest) {
        let _ =
            writeln!(svg, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", x(label), SIDE + 16.0);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        SIDE / 2.0,
        SIDE + 34.0,
        feature.name
    );
    svg.push_str("<g fill=\"#2a78b8\" fill-opacity=\"0.35\">\n");
    for (value, minutes) in known {
        let _ = writeln!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\"/>", x(value), y(minutes));
    }
    svg.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_without_a_value_has_no_point() {
        let feature = Feature { title: "B".into(), name: "B", values: vec![Some(0.0), None, Some(4.0)] };
        let svg = draw(&[2.0, 5.0, 20.0], &[feature]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("<circle cx=\"8.0\" cy=\"220.0\" r=\"2.5\"/>"), "{svg}");
    }
}
