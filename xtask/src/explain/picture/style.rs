//! The colours of a picture, in light and in dark.

/// For a page in a browser.
pub(in crate::explain) const STYLE: &str = include_str!("../picture.css");

/// For a picture by itself: programs that are no browsers know no variables. They get the light colours.
pub(super) fn without_variables() -> String {
    let (light, rest) = STYLE.split_once("\n}\n").expect("the light colours");
    let (dark, rules) = rest.split_once("\n}\n").expect("the dark colours");
    let [light, dark] = [light, dark].map(|colours| with_colours(rules, colours));
    format!("{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
}

fn with_colours(rules: &str, colours: &str) -> String {
    let colours = colours.split([';', '{']).filter_map(|item| item.trim().strip_prefix("--")?.split_once(": "));
    colours.fold(rules.to_owned(), |rules, (name, colour)| rules.replace(&format!("var(--{name})"), colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_by_itself_has_all_colours_and_no_variables() {
        let style = without_variables();
        assert!(!style.contains("--") && !style.contains("var("), "{style}");
        let (light, dark) = style.split_once("@media").unwrap();
        assert!(light.contains(".grid .paper { fill: #ffffff; }"), "{light}");
        assert!(dark.contains(".grid .paper { fill: #161a20; }"), "{dark}");
        assert_eq!(light.matches('#').count(), dark.matches('#').count());
    }
}
