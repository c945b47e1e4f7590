//! The colours of charts: those of a light page, and a style sheet that replaces them on a dark page.

use minirow_print::Color;

/// The largest number of packs that have different colours.
pub const MOST_PACKS: usize = 8;

/// The number of colours that are not those of packs.
const OTHERS: usize = 4;

/// The colours of a light page: ink, faint ink, edges and paper, then the packs. Most people can tell the colours of packs
/// apart, whatever they see of red and green.
const LIGHT: [u32; OTHERS + MOST_PACKS] = [
    0x1B1F24, 0x5B6470, 0xD5DAE1, 0xFFFFFF, 0x1F6FB4, 0xD9660A, 0x1B8A5A, 0xA2408F, 0x8A6D00, 0xC0283C, 0x2F8D9E,
    0x6B6B6B,
];

/// The colours that replace them on a dark page.
const DARK: [u32; OTHERS + MOST_PACKS] = [
    0xE8EBF0, 0xA0A9B5, 0x38414D, 0x161A20, 0x6CB2F0, 0xFF9B4A, 0x4FCB95, 0xE08AD2, 0xD9BC3C, 0xFF7F8C, 0x7FD6E0,
    0xBDBDBD,
];

pub(super) const INK: Color = rgb(LIGHT[0]);
pub(super) const FAINT: Color = rgb(LIGHT[1]);
pub(super) const EDGE: Color = rgb(LIGHT[2]);
pub(super) const PAPER: Color = rgb(LIGHT[3]);

const fn rgb(color: u32) -> Color {
    let [_, red, green, blue] = color.to_be_bytes();
    Color { rgb: [red, green, blue], opacity: 1.0 }
}

/// Returns the colour of a pack.
pub(super) fn series(number: usize) -> Color {
    rgb(LIGHT[OTHERS + number % MOST_PACKS])
}

/// Returns the colour of a pack as style sheets write it.
pub(crate) fn color(number: usize) -> String {
    format!("#{:06X}", LIGHT[OTHERS + number % MOST_PACKS])
}

/// The fonts of a chart.
pub(crate) const STYLE: &str = "text { font-family: system-ui, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif; }\n";

/// Returns the style sheet for dark pages.
pub(crate) fn dark() -> String {
    let exchange = |(light, dark): (u32, u32)| {
        let of = |property: &str| format!("[{property}=\"#{light:06X}\"] {{ {property}: #{dark:06X}; }}");
        format!("  {} {}\n", of("fill"), of("stroke"))
    };
    let rules: String = LIGHT.into_iter().zip(DARK).map(exchange).collect();
    format!("@media (prefers-color-scheme: dark) {{\n{rules}}}\n")
}

/// Returns the style sheet of a chart in a separate file.
pub(super) fn standalone() -> String {
    format!("{STYLE}{}", dark())
}
