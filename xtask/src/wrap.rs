//! Lines of a terminal: words that stay whole, and an indent that stays.

/// Breaks a text so that no line is longer than `width`, unless a word is. The first line begins with `first`, the others
/// with as many blanks.
pub(crate) fn wrap(text: &str, first: &str, width: usize) -> String {
    let indent = first.chars().count();
    let mut wrapped = first.to_string();
    let mut column = indent;
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 {
            if column + 1 + length > width {
                wrapped += "\n";
                wrapped.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else {
                wrapped.push(' ');
                column += 1;
            }
        }
        wrapped += word;
        column += length;
    }
    wrapped + "\n"
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
