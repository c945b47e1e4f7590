//! The colours of a drawn grid, for light and dark pages.

/// The style sheet for a page in a browser.
pub(in crate::explain) const STYLE: &str = include_str!("grid.css");

/// Returns the style sheet for a separate picture file, without variables. Programs other than browsers do not know variables;
/// they show the light colours.
pub(in crate::explain) fn without_variables() -> String {
    let (light, rest) = STYLE.split_once("\n}\n").expect("the light colours");
    let (dark, rules) = rest.split_once("\n}\n").expect("the dark colours");
    let [light, dark] = [light, dark].map(|colours| with_colours(rules, colours));
    format!("{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
}

/// Replaces the variables of some rules by colours.
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
