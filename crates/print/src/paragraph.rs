//! Text that is fitted to its place: reduced in size, broken into lines, and at last cut off with an ellipsis.

use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::typeface::{GlyphLine, Typeface, Weight};

/// Lines of one size.
pub(crate) struct Paragraph {
    pub(crate) lines: Vec<GlyphLine>,
    pub(crate) size: f64,
    /// The whole text, if a part of it is missing.
    pub(crate) cut: Option<String>,
}

/// The distance from one baseline to the next relative to the size of the text.
pub(crate) const LINE: f64 = 1.3;

impl Paragraph {
    /// Returns the distance from one baseline to the next.
    pub(crate) fn leading(&self) -> f64 {
        LINE * self.size
    }

    /// Returns the height from the top of the first line to the bottom of the last.
    pub(crate) fn height(&self) -> f64 {
        self.leading() * self.lines.len() as f64
    }
}

/// Sets one line as large as possible, from `size` down to `smallest`. Returns the line and its size, or `None` if it is too wide.
pub(crate) fn whole_line(
    typeface: &Typeface,
    weight: Weight,
    text: &str,
    (size, smallest): (f64, f64),
    width: f64,
) -> Option<(GlyphLine, f64)> {
    let line = typeface.line(weight, text);
    let size = size.min(width / line.width().max(1e-9)).max(smallest);
    (line.width() * size <= width * (1.0 + 1e-9)).then_some((line, size))
}

/// Sets one line as large as possible, from `size` down to `smallest`, and cut off if that is still too wide. Returns the
/// line and its size, and `true` if it is cut off.
pub(crate) fn one_line(
    typeface: &Typeface,
    weight: Weight,
    text: &str,
    (size, smallest): (f64, f64),
    width: f64,
) -> ((GlyphLine, f64), bool) {
    let cut = || ((cut(typeface, weight, typeface.line(weight, text), width / smallest), smallest), true);
    whole_line(typeface, weight, text, (size, smallest), width).map_or_else(cut, |line| (line, false))
}

/// Sets as many lines as needed, as large as possible: from `size` down to `smallest`. Text that still does not fit is
/// cut off.
pub(crate) fn fitted(
    typeface: &Typeface,
    weight: Weight,
    text: &str,
    (size, smallest): (f64, f64),
    (width, height): (f64, f64),
) -> Paragraph {
    // A long text is not broken into lines at each size: all lines together are at least as wide as its characters.
    let visible = typeface.line(weight, text).glyphs.into_iter().filter(|glyph| !glyph.character.is_whitespace());
    let visible: f64 = visible.map(|glyph| glyph.advance).sum();
    let mut size = size;
    loop {
        let least = LINE * size * (visible * size / width - 1e-6).ceil();
        if least > height && size > smallest {
            size = (0.92 * size).max(smallest);
            continue;
        }
        let (lines, breaks_a_word) = wrapped(typeface, weight, text, width / size);
        let mut paragraph = Paragraph { lines, size, cut: None };
        // A word is broken only if smaller letters are not enough.
        let fits = paragraph.height() <= height && !breaks_a_word;
        if !fits && size > smallest {
            size = (0.92 * size).max(smallest);
            continue;
        }
        let most = ((height / paragraph.leading() + 1e-9) as usize).max(1);
        if paragraph.lines.len() > most {
            paragraph.cut = Some(text.into());
            let glyphs = paragraph.lines.drain(most - 1..).flat_map(|line| line.glyphs).collect();
            paragraph.lines.push(cut(typeface, weight, GlyphLine { glyphs }, width / size));
        }
        return paragraph;
    }
}

/// Sets a text as [`fitted`] does, with lines that are about equally long.
pub(crate) fn balanced(
    typeface: &Typeface,
    weight: Weight,
    text: &str,
    sizes: (f64, f64),
    (width, height): (f64, f64),
) -> Paragraph {
    let paragraph = fitted(typeface, weight, text, sizes, (width, height));
    let (count, size) = (paragraph.lines.len(), paragraph.size);
    if count < 2 || paragraph.cut.is_some() {
        return paragraph;
    }
    // The narrowest width at which there are not more lines.
    let lines =
        |width: f64| Some(wrapped(typeface, weight, text, width / size)).filter(|(_, breaks_a_word)| !breaks_a_word);
    let fits = |width: f64| lines(width).is_some_and(|(lines, _)| lines.len() <= count);
    let (mut narrow, mut wide) = (width / count as f64, width);
    for _ in 0..12 {
        let middle = (narrow + wide) / 2.0;
        *(if fits(middle) { &mut wide } else { &mut narrow }) = middle;
    }
    match lines(wide) {
        Some((lines, _)) => Paragraph { lines, ..paragraph },
        None => paragraph,
    }
}

/// Returns a text that is not broken beside a number, as in `25 clues` and `row 3`, and before the dot between two texts.
pub(crate) fn unparted(text: &str) -> String {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_numeric()) && !word.contains(char::is_alphabetic);
    let mut joined = String::new();
    let mut before = "";
    for word in text.split(' ') {
        let is_joined = word == "·" || before != "·" && (is_number(before) || is_number(word));
        if !joined.is_empty() {
            joined.push(if is_joined { '\u{a0}' } else { ' ' });
        }
        joined += word;
        before = word;
    }
    joined
}

/// Breaks a text into lines of a width, in units of the font size. Also returns `true` if a word is broken.
pub(crate) fn wrapped(typeface: &Typeface, weight: Weight, text: &str, width: f64) -> (Vec<GlyphLine>, bool) {
    let (mut lines, mut line) = (Vec::new(), GlyphLine::default());
    // The width of the line, which is not added up again for each glyph.
    let (mut start, mut breaks_a_word, mut filled) = (0, false, 0.0);
    // A word with digits, such as an id, is broken at its hyphens only if it is longer than a line.
    let is_in_id = |end: usize| {
        let before = text[..end].rsplit(char::is_whitespace).next().unwrap_or_default();
        let word = text[end - before.len()..].split(char::is_whitespace).next().unwrap_or_default();
        let has_digit = word.contains(|c: char| c.is_ascii_digit());
        text[..end].ends_with('-') && has_digit && typeface.line(weight, word).width() <= width
    };
    for (end, opportunity) in linebreaks(text) {
        if opportunity == BreakOpportunity::Allowed && is_in_id(end) {
            continue;
        }
        let piece = typeface.line(weight, &text[start..end]);
        start = end;
        if !line.glyphs.is_empty() && filled + trimmed(piece.clone()).width() > width {
            lines.push(trimmed(std::mem::take(&mut line)));
            filled = 0.0;
        }
        for glyph in piece.glyphs {
            let is_blank = glyph.character.is_whitespace();
            if !is_blank && !line.glyphs.is_empty() && filled + glyph.advance > width {
                lines.push(trimmed(std::mem::take(&mut line)));
                (breaks_a_word, filled) = (true, 0.0);
            }
            filled += glyph.advance;
            line.glyphs.push(glyph);
        }
        if opportunity == BreakOpportunity::Mandatory && end < text.len() {
            lines.push(trimmed(std::mem::take(&mut line)));
            filled = 0.0;
        }
    }
    lines.push(trimmed(line));
    (lines, breaks_a_word)
}

/// Removes the blanks at the end of a line, and the dot between its text and that of the next line.
fn trimmed(mut line: GlyphLine) -> GlyphLine {
    while line.glyphs.last().is_some_and(|glyph| glyph.character.is_whitespace() || glyph.character == '·') {
        line.glyphs.pop();
    }
    line
}

/// Cuts a line off at a width, with an ellipsis if text is missing.
fn cut(typeface: &Typeface, weight: Weight, mut line: GlyphLine, width: f64) -> GlyphLine {
    if line.width() <= width * (1.0 + 1e-9) {
        return line;
    }
    let ellipsis = typeface.line(weight, "…");
    let mut filled = ellipsis.width();
    let fitting = line.glyphs.iter().take_while(|glyph| {
        filled += glyph.advance;
        filled <= width
    });
    line.glyphs.truncate(fitting.count());
    let mut line = trimmed(line);
    line.glyphs.extend(ellipsis.glyphs);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &GlyphLine) -> String {
        line.glyphs.iter().map(|glyph| glyph.character).collect()
    }

    fn texts(paragraph: &Paragraph) -> Vec<String> {
        paragraph.lines.iter().map(text).collect()
    }

    #[test]
    fn a_line_breaks_behind_any_blank() {
        let typeface = Typeface::new();
        for blank in ['\u{a0}', '\u{2009}', '\u{202f}', '\u{1680}'] {
            let name = format!("Dr.{blank}Müller-Lüdenscheid");
            let (lines, _) = wrapped(&typeface, Weight::Regular, &format!("{name} {name}"), 8.0);
            let shown: String = lines.iter().map(text).collect();
            assert!(lines.len() > 1 && shown.contains("Müller-"), "{shown}");
        }
    }

    #[test]
    fn a_line_shrinks_and_is_then_cut_off() {
        let typeface = Typeface::new();
        let set = |width| {
            let ((line, size), _) = one_line(&typeface, Weight::Regular, "Setting out", (10.0, 6.0), width);
            assert!(line.width() * size <= width + 1e-6);
            (text(&line), size)
        };
        assert_eq!(set(100.0), ("Setting out".into(), 10.0));
        assert_eq!(set(45.0).0, "Setting out");
        assert!(set(45.0).1 < 10.0);
        assert_eq!(set(25.0), ("Setting…".into(), 6.0));
    }

    #[test]
    fn lines_break_between_words_and_only_then_inside_of_them() {
        let typeface = Typeface::new();
        let set = |text: &str, width: f64, height: f64| {
            texts(&fitted(&typeface, Weight::Bold, text, (20.0, 10.0), (width, height)))
        };
        assert_eq!(set("Puzzles for a long journey", 130.0, 500.0), ["Puzzles for a", "long journey"]);
        assert_eq!(set("one\ntwo", 500.0, 500.0), ["one", "two"]);
        assert_eq!(set("", 100.0, 100.0), [""]);
        assert_eq!(set("WWWWWWWWWWWWWWWW", 80.0, 500.0).concat(), "WWWWWWWWWWWWWWWW");
        let cut = set(&"word ".repeat(500), 100.0, 60.0);
        assert!(cut.len() <= 4 && cut.last().unwrap().ends_with('…'), "{cut:?}");
    }

    #[test]
    fn a_number_stays_with_its_noun() {
        assert_eq!(unparted("Easy · 36 clues · ER 7.1"), "Easy\u{a0}· 36\u{a0}clues\u{a0}· ER\u{a0}7.1");
        assert_eq!(unparted("Look at row 3 · Naked Single"), "Look at row\u{a0}3\u{a0}· Naked Single");
        assert_eq!(unparted("r1c1≠5 r1c2≠5"), "r1c1≠5 r1c2≠5");
    }

    /// The test of memory and time in `crates/cli` prints longer ones.
    #[test]
    fn long_texts_are_cut_off() {
        let typeface = Typeface::new();
        for unit in ["x", "word ", "a\u{301}", "\u{5d0}\u{202e}", "x\n", "Ö\t"] {
            let long = unit.repeat(60_000 / unit.chars().count());
            let ((line, _), _) = one_line(&typeface, Weight::Regular, &long, (10.0, 6.0), 100.0);
            assert!(line.width() * 6.0 <= 100.0 && line.glyphs.last().unwrap().character == '…', "{unit:?}");
            let paragraph = fitted(&typeface, Weight::Bold, &long, (20.0, 10.0), (100.0, 60.0));
            let lines = texts(&paragraph);
            assert!(lines.len() <= 4 && lines.last().unwrap().ends_with('…'), "{unit:?}: {lines:?}");
        }
    }

    #[test]
    fn an_id_is_broken_only_if_it_is_longer_than_a_line() {
        let typeface = Typeface::new();
        let lines = |text: &str, width: f64| {
            let (lines, _) = wrapped(&typeface, Weight::Regular, text, width);
            lines.iter().map(self::text).collect::<Vec<_>>()
        };
        assert_eq!(lines("Expert · 7-acdc4c02-40", 9.0), ["Expert", "7-acdc4c02-40"]);
        assert_eq!(lines("7-acdc4c02-40", 5.0), ["7-", "acdc4c02-", "40"]);
        assert_eq!(lines("a well-known grid", 4.5), ["a well-", "known", "grid"]);
    }
}
