//! Techniques with their numbers of steps: text in tables, a map in JSON.

use minirow_text::json_string;

use crate::forms::json_lines::entries;

/// The name of the field with the numbers of steps.
const TECHNIQUES: &str = "techniques";

/// Returns the value of a field as a JSON map if it has the techniques of a path: `hidden-single:40;x-wing:2` in tables.
///
/// ```
/// use minirow_formats::counts_json;
/// let map = counts_json("techniques", "hidden-single:40;x-wing:2");
/// assert_eq!(map.as_deref(), Some(r#"{"hidden-single":40,"x-wing":2}"#));
/// assert_eq!(counts_json("level", "hidden-single:40"), None);
/// assert_eq!(counts_json("techniques", "x-wing:2;x-wing:3"), None);
/// ```
pub fn counts_json(name: &str, text: &str) -> Option<String> {
    if !name.eq_ignore_ascii_case(TECHNIQUES) {
        return None;
    }
    let count = |part: &str| part.rsplit_once(':').map(|(name, count)| format!("{}:{count}", json_string(name)));
    let json = format!("{{{}}}", text.split(';').map(count).collect::<Option<Vec<_>>>()?.join(","));
    // The map says the same as the text.
    (counts_text(name, &json)? == text).then_some(json)
}

/// Returns the text of tables for a JSON map of techniques.
pub(crate) fn counts_text(name: &str, json: &str) -> Option<String> {
    if !name.eq_ignore_ascii_case(TECHNIQUES) || !json.starts_with('{') {
        return None;
    }
    let entries = entries(json)?;
    let mut names: Vec<&String> = entries.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    let is_plain = |name: &String| !name.is_empty() && !name.contains([':', ';']);
    if entries.is_empty() || names.windows(2).any(|pair| pair[0] == pair[1]) || !names.into_iter().all(is_plain) {
        return None;
    }
    let count = |(name, count): &(String, Box<serde_json::value::RawValue>)| {
        let count: u32 = count.get().parse().ok()?;
        Some(format!("{name}:{count}"))
    };
    Some(entries.iter().map(count).collect::<Option<Vec<_>>>()?.join(";"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_text_that_comes_back_becomes_a_map() {
        for text in ["hidden-single:40", "a:0;b:4294967295", "a \"b\":1"] {
            let json = counts_json("Techniques", text).unwrap();
            assert_eq!(counts_text("techniques", &json).as_deref(), Some(text), "{json}");
        }
        for text in
            ["", "x", "x:", ":3", "x:01", "x:+1", "x:-1", "x:1.0", "x:4294967296", "x:1;", "x:1;x:2", "a:b:1", "x: 1"]
        {
            assert_eq!(counts_json("techniques", text), None, "{text}");
        }
    }

    #[test]
    fn a_map_of_other_values_stays_json() {
        for json in ["{}", "[]", "7", r#"{"a":"1"}"#, r#"{"a":1.5}"#, r#"{"a;b":1}"#, r#"{"a":1,"a":2}"#, r#"{"a":{}}"#]
        {
            assert_eq!(counts_text("techniques", json), None, "{json}");
        }
    }
}
