//! Text for a terminal: colours, line breaking, and the cutting of long texts.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// Adds ANSI escape codes to a text if `color` is set. Blanks have no colour.
pub(crate) fn paint(color: bool, style: Style, text: &str) -> String {
    if color && !text.trim().is_empty() { format!("{style}{text}{style:#}") } else { text.into() }
}

/// Cuts a text to the longest part that fits, and adds an ellipsis if characters are missing.
pub(crate) fn cut(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.into();
    }
    let ends = text.char_indices().map(|(end, _)| format!("{}…", &text[..end]));
    let shortest = ends.clone().next().unwrap_or_default();
    ends.take_while(|cut| fits(cut)).last().unwrap_or(shortest)
}

/// Breaks a text at blanks into lines of at most `width` columns; longer words stay whole. The first line begins with
/// `first`, the others with as many blanks. The last line ends with a line end.
pub(crate) fn wrap(text: &str, first: &str, width: usize) -> String {
    let indent = " ".repeat(first.width());
    let mut wrapped = String::new();
    let mut line = first.to_string();
    for (number, word) in text.split(' ').enumerate() {
        if number > 0 && line.width() + 1 + word.width() > width {
            wrapped += line.trim_end();
            wrapped += "\n";
            line = indent.clone();
        } else if number > 0 {
            line += " ";
        }
        line += word;
    }
    wrapped + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_further_lines_are_indented() {
        assert_eq!(wrap("r1c1=5, so r1c2<>5", "- ", 12), "- r1c1=5, so\n  r1c2<>5\n");
        assert_eq!(wrap("short", "", 80), "short\n");
        assert_eq!(wrap("longer_than_that no", "", 5), "longer_than_that\nno\n");
    }
}
