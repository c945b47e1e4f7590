//! The names of packs in reports.

use std::path::Path;

use minirow_text::is_unsafe;

/// Replaces the characters of [`is_unsafe`]: control characters, and others that no document should hold.
///
/// ```
/// assert_eq!(minirow_report::statistics::printable("a\tb"), "a\u{fffd}b");
/// ```
pub fn printable(text: &str) -> String {
    text.replace(is_unsafe, "\u{fffd}")
}

/// Returns the names of files, with their folders only where two names are the same.
///
/// ```
/// use minirow_report::statistics::short_names;
///
/// assert_eq!(short_names(&["a/one.csv", "b/two.csv", "b/one.csv"]), ["a/one.csv", "two.csv", "b/one.csv"]);
/// ```
pub fn short_names(files: &[&str]) -> Vec<String> {
    let short =
        |file: &str| Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy().into_owned());
    let names: Vec<String> = files.iter().map(|file| short(file)).collect();
    let is_twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    let chosen = files.iter().zip(&names).map(|(file, name)| if is_twice(name) { file } else { name.as_str() });
    chosen.map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_where_they_can_be() {
        assert_eq!(short_names(&["a/one.csv", "b/two.csv", "b/one.csv"]), ["a/one.csv", "two.csv", "b/one.csv"]);
        assert_eq!(short_names(&["standard input", "a\u{1b}[31m\n"]), ["standard input", "a\u{fffd}[31m\u{fffd}"]);
    }
}
