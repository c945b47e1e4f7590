//! What packs are called where they are shown.

use std::path::Path;

/// A name without what no document may hold, and no terminal should obey.
pub(crate) fn printable(text: &str) -> String {
    let is_fit = |character: char| !character.is_control() && !matches!(character, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|character| if is_fit(character) { character } else { '\u{fffd}' }).collect()
}

/// The names of files without their folders, as long as that tells them apart.
pub(crate) fn short(files: &[&str]) -> Vec<String> {
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
        assert_eq!(short(&["a/one.csv", "b/two.csv", "b/one.csv"]), ["a/one.csv", "two.csv", "b/one.csv"]);
        assert_eq!(short(&["standard input", "a\u{1b}[31m\n"]), ["standard input", "a\u{fffd}[31m\u{fffd}"]);
    }
}
