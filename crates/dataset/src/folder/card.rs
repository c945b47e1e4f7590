//! The card of a data set: front matter for Hugging Face, loading, columns, origin, splits, distributions, bias, licence.
//!
//! The text is in the template `card.md`; the values in it are computed here.

use std::collections::BTreeSet;
use std::path::Path;
use std::slice;

use minirow_gen::{GENERATOR, Sampling};
use minirow_grade::Level;
use minirow_pack::PuzzleSpec;
use minirow_report::template;
use minirow_table::{Bucket, Column, Columns, Count, Format, SCALES, Scale, ScaleSet, TableColumn, Tally, grouped};
use minirow_text::{is_unsafe, safe_lines, shown};
use serde_json::{Value, json};

use super::prepared_row::{COMPUTED, GRID_ID};
use super::{DatasetFile, DatasetSpec, DatasetSummary, folder_of, has_foreign_rows, pictures};
use crate::counted::counted;

/// The facts that the card and the manifest are written from.
pub(super) struct CardFacts<'a> {
    pub(super) spec: &'a DatasetSpec,
    /// The recipes of the rows of each input; null if a recipe is not known.
    pub(super) recipes: &'a [Value],
    /// The rows were generated for the data set, and not read from files.
    pub(super) is_generated: bool,
    pub(super) columns: &'a Columns,
    /// The groups are the splits.
    pub(super) tally: &'a Tally,
    pub(super) summary: &'a DatasetSummary,
    pub(super) files: &'a [DatasetFile],
}

/// Columns of text that readers of CSV may take for numbers.
const LOOK_LIKE_NUMBERS: [&str; 4] = ["id", "puzzle", "solution", "grid_id"];

/// Returns the card as Markdown.
pub(super) fn card(facts: &CardFacts) -> String {
    let CardFacts { spec, columns, tally, summary, .. } = *facts;
    let has = |column: &str| columns.position(column).is_some();
    let loaded_split = summary.splits.iter().find(|(_, count)| *count > 0).map_or("train", |(name, _)| name);
    let loaded = |format| spec.formats.contains(&format).then(|| path(facts, format, loaded_split));
    let tables = TABLES.into_iter().chain(tables_of_scales());
    let tables = tables.filter(|(_, column, _)| has(column)).filter_map(|of| table(facts, of));
    let rows_or_none = |rows: u64| (rows > 0).then(|| counted(rows, "row"));
    // Numbers of rows are grouped by thousands, except in `plain_rows`.
    let values = json!({
        "title": spec.title,
        "yaml_title": yaml_string(&spec.title),
        "citation_key": citation_key(&spec.title),
        "author": spec.author,
        "licences": summary.licences,
        "citation": spec.citation,
        "sources": spec.sources.join("; "),
        "remarks": spec.remarks,
        "rows": grouped(tally.rows()),
        "plain_rows": tally.rows(),
        "size": size(tally.rows()),
        "is_rated": has("er"),
        "has_te": has("te"),
        "has_hodoku": has("hodoku_score"),
        "has_minutes": has("minutes"),
        "is_sharded": spec.shard_rows.is_some(),
        "has_trace": spec.trace,
        "is_csv_first": spec.formats[0] == Format::Csv,
        "splits": summary.splits.iter().map(|(name, count)| split(facts, name, *count)).collect::<Vec<_>>(),
        // The split that the examples load, and its files in each format that there is.
        "loaded_split": loaded_split,
        "parquet": loaded(Format::Parquet),
        "csv": loaded(Format::Csv),
        "columns": columns.iter().map(column).collect::<Vec<_>>(),
        "text_columns": LOOK_LIKE_NUMBERS.into_iter().filter(|name| has(name)).collect::<Vec<_>>(),
        "origin": origin(facts.recipes),
        "shares": spec.rule.shares().collect::<Vec<_>>(),
        "salt": spec.rule.salt(),
        "duplicates": rows_or_none(summary.duplicates),
        "refused": rows_or_none(summary.refused),
        "tables": tables.collect::<Vec<_>>(),
        "mean_clues": format!("{:.1}", tally.column("clues").mean().unwrap_or_default()),
        // The number of rows without weights that give figures as precise, if the rows have weights.
        "effective_rows": tally.total().effective_size().filter(|_| has("weight")).map(|size| format!("{size:.0}")),
        "unchecked": unchecked(facts).iter().map(|name| markdown_code(name)).collect::<Vec<_>>().join(", "),
    });
    safe_lines(&template::render("card.md", include_str!("card.md"), &values)).into_owned()
}

/// Returns the columns whose values were read from files and not computed again. A manifest beside a file proves nothing about them.
pub(super) fn unchecked<'a>(facts: &CardFacts<'a>) -> Vec<&'a str> {
    let is_checked = |name: &&str| ["puzzle", "solution", GRID_ID].contains(name) || COMPUTED.contains(name);
    let names = facts.columns.names().filter(|_| !facts.is_generated);
    names.filter(|name| !is_checked(name)).collect()
}

/// Returns the origin of the rows, by the recipes of the inputs.
fn origin(recipes: &[Value]) -> Value {
    let packs: Vec<&Value> = recipes.iter().filter(|recipe| recipe["seed"].is_u64()).collect();
    let commands: Vec<String> = packs.iter().filter_map(|recipe| pack_command(recipe)).collect();
    let seeds: BTreeSet<Option<u64>> = recipes.iter().map(|recipe| recipe["seed"].as_u64()).collect();
    json!({
        // The generator of the first pack; null if the rows are of no pack.
        "generator": packs.first().map(|recipe| recipe["generator"].as_str().unwrap_or(GENERATOR)),
        "current_generator": GENERATOR,
        // The seed, if it is the same for all rows.
        "seed": seeds.first().copied().flatten().filter(|_| seeds.len() == 1),
        // Packs with sections have no command.
        "has_sections": commands.len() < packs.len(),
        "commands": commands,
        "has_foreign_rows": has_foreign_rows(recipes),
        "has_constraints": recipes.iter().any(|recipe| !constraint_options(recipe).is_empty()),
        // The recipes of all rows are known.
        "is_known": recipes.iter().all(|recipe| !recipe.is_null()),
        "samplings": recipes.iter().flat_map(samplings).collect::<BTreeSet<_>>(),
    })
}

fn column(column: &TableColumn) -> Value {
    let column_type: &str = column.column_type().into();
    json!({
        "yaml_name": yaml(column.name()),
        "markdown_name": markdown_code(column.name()),
        "column_type": column_type,
        "meaning": column.known().map(Column::meaning),
    })
}

/// Returns a text as a string of YAML: without quotes if it is a name, and no other value of YAML.
fn yaml(text: &str) -> String {
    const VALUES: [&str; 8] = ["null", "true", "false", "yes", "no", "on", "off", "y"];
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.');
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(is_part)
        && !text.ends_with(' ')
        && !VALUES.contains(&text.to_ascii_lowercase().as_str())
        && !text.eq_ignore_ascii_case("n");
    if is_name {
        return text.into();
    }
    yaml_string(text)
}

/// Returns a text as a string of YAML in quotes: one of JSON without the characters that YAML lacks, takes for ends of lines, or does
/// not show.
fn yaml_string(text: &str) -> String {
    let escape = |c: char| match u32::from(c) {
        code @ ..=0xffff if is_unsafe(c) => format!("\\u{code:04x}"),
        code if is_unsafe(c) => format!("\\U{code:08x}"),
        _ => c.into(),
    };
    Value::from(text).to_string().chars().map(escape).collect()
}

/// Returns a text as code in a table of Markdown.
fn markdown_code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') || text.trim().is_empty() { " " } else { "" };
    format!("{fence}{blank}{}{blank}{fence}", markdown_cell(text))
}

/// Returns a text on one line of a table of Markdown.
fn markdown_cell(text: &str) -> String {
    shown(text).replace('|', "\\|")
}

/// Returns a text of a table of Markdown in which no character is markup.
fn markdown_text(text: &str) -> String {
    let is_markup = |c: char| matches!(c, '<' | '>' | '&' | '[' | ']' | '`' | '*' | '_' | '\\');
    if !text.contains(|c| is_markup(c) || c == '|' || is_unsafe(c)) {
        return text.into();
    }
    let escape = |c: char| if is_markup(c) { format!("\\{c}") } else { c.into() };
    markdown_cell(&text.chars().map(escape).collect::<String>())
}

/// Returns the path of a file, or a pattern that matches all shards and no other file, within the folder.
fn path(facts: &CardFacts, format: Format, split: &str) -> String {
    let name = format!("{split}.{format}");
    let shards = shards(facts, format, split);
    let name = shards.map_or(name.clone().into(), |of| minirow_files::shard(Path::new(&name), "?????", of as u64));
    format!("{}/{}", folder_of(format), name.display())
}

/// Returns the number of shards of a split in a format, if it is divided into shards.
fn shards(facts: &CardFacts, format: Format, split: &str) -> Option<usize> {
    let is_of_split = |file: &&DatasetFile| file.split.as_deref() == Some(split) && file.format == Some(format);
    facts.spec.shard_rows.map(|_| facts.files.iter().filter(is_of_split).count())
}

/// Returns the key of a citation for a title: `rated-sudoku-puzzles`.
fn citation_key(title: &str) -> String {
    title.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-").trim_matches('-').into()
}

/// Returns the category of a number of rows that Hugging Face has.
fn size(rows: u64) -> &'static str {
    match rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        10_000_000..100_000_000 => "10M<n<100M",
        100_000_000..1_000_000_000 => "100M<n<1B",
        _ => "1B<n<10B",
    }
}

/// Returns a split with its files in each format, or none if it has no rows.
fn split(facts: &CardFacts, name: &str, count: u64) -> Value {
    let files = |&format: &Format| json!({ "path": path(facts, format, name), "shards": shards(facts, format, name) });
    let formats = if count > 0 { &facts.spec.formats[..] } else { &[] };
    json!({ "name": name, "rows": grouped(count), "files": formats.iter().map(files).collect::<Vec<_>>() })
}

/// Returns the command that makes the rows of a recipe without sections.
fn pack_command(recipe: &Value) -> Option<String> {
    let number = |name: &str| recipe[name].as_u64();
    let (seed, start, count) = (number("seed")?, number("start")?, number("count")?);
    let (options, extras) = (constraint_options(recipe), column_options(recipe));
    Some(format!("minirow pack --seed {seed} --start {start} --count {count}{options}{extras}"))
}

/// Returns the constraints of a recipe as options of `pack`, each with a space before it.
fn constraint_options(recipe: &Value) -> String {
    let options = PuzzleSpec::from_recipe(recipe).map(|spec| spec.to_string()).unwrap_or_default();
    if options.is_empty() { options } else { format!(" {options}") }
}

/// Returns the options for the extra columns of a recipe.
fn column_options(recipe: &Value) -> String {
    let columns: Vec<&str> = recipe["columns"].as_str().unwrap_or_default().split(',').collect();
    let wanted = [("nodes", " --labels"), ("weight", " --weights")];
    let extras = wanted.into_iter().filter(|(column, _)| columns.contains(column)).map(|(_, option)| option.into());
    let has_any = |scale: &dyn Scale| scale.columns().iter().any(|column| columns.contains(&column.name()));
    let scales = (ScaleSet::ALL - ScaleSet::SE).filter(has_any);
    extras.chain(scales.iter().map(|scale| format!(" --scale {}", scale.name()))).collect()
}

/// Returns the sampling of each section of a recipe.
fn samplings(recipe: &Value) -> impl Iterator<Item = &str> {
    let constraints = recipe["section"].as_array().map_or(slice::from_ref(recipe), Vec::as_slice);
    constraints.iter().map(|constraints| constraints["sampling"].as_str().unwrap_or(Sampling::Removal.name()))
}

/// The tables: the title, the column, and the name of a value.
type TableOf = (&'static str, &'static str, fn(&Bucket) -> String);

const TABLES: [TableOf; 11] = [
    ("level", "level", ToString::to_string),
    ("clues", "clues", ToString::to_string),
    ("ER", "er", |lowest| class(lowest, HALF_POINT)),
    ("T&E depth", "te", ToString::to_string),
    ("B", "b", ToString::to_string),
    ("level of HoDoKu", "hodoku_level", ToString::to_string),
    ("score of HoDoKu", "hodoku_score", |lowest| {
        let lowest = lowest.number().unwrap_or_default();
        format!("{lowest} - {}", lowest.saturating_add(u64::from(SCORES) - 1))
    }),
    ("minutes", "minutes", |lowest| class(lowest, MINUTE)),
    ("hardest step", "hardest", ToString::to_string),
    ("nodes", "nodes", ToString::to_string),
    ("backdoor", "backdoor", |size| {
        if size.number().is_some_and(|size| size > 2) { "3 (more than two)".into() } else { size.to_string() }
    }),
];

/// Returns the tables of the ratings of scales whose columns have no table in [`TABLES`].
fn tables_of_scales() -> impl Iterator<Item = TableOf> {
    let has_table = |column: &Column| TABLES.iter().any(|(_, known, _)| *known == column.name());
    let others = SCALES.iter().filter(move |scale| !scale.columns().iter().any(has_table));
    others.map(|scale| (scale.name(), scale.rating().name(), ToString::to_string as fn(&Bucket) -> String))
}

/// The width of a class of ER, in tenths.
const HALF_POINT: u32 = 5;

/// The width of a class of scores.
const SCORES: u32 = 500;

/// The width of a class of solving times, in tenths.
const MINUTE: u32 = 10;

/// Returns the name of a class of tenths by its lowest value: `2.5 - 2.9`.
fn class(lowest: &Bucket, width: u32) -> String {
    let tenths = lowest.number().unwrap_or_default() + u64::from(width) - 1;
    format!("{lowest} - {}.{}", tenths / 10, tenths % 10)
}

/// Returns the distribution of a column, if any row has a value in it.
fn table(facts: &CardFacts, (title, column, name): TableOf) -> Option<Value> {
    let mut distribution = facts.tally.column(column).clone();
    match column {
        "er" => distribution = distribution.in_groups_of(HALF_POINT),
        "hodoku_score" => distribution = distribution.in_groups_of(SCORES),
        "minutes" => distribution = distribution.in_groups_of(MINUTE),
        _ => {}
    }
    let mut values: Vec<(&Bucket, &Count)> = distribution.iter().collect();
    match column {
        "level" => values.retain(|(level, _)| Level::ALL.iter().any(|known| level.slug() == Some(known.name()))),
        "hardest" => values.sort_by_key(|(technique, _)| technique.slug()),
        _ => {}
    }
    let has_weights = facts.columns.position("weight").is_some() && facts.tally.total().effective_size().is_some();
    let (weight, squares) = weights(values.iter().map(|(_, count)| *count));
    let splits = 0..facts.tally.groups().len();
    let row = |(value, count): &(&Bucket, &Count)| {
        json!({
            "name": markdown_text(&name(value)),
            "by_split": splits.clone().map(|split| grouped(distribution.rows_in(value, split))).collect::<Vec<_>>(),
            "share": percent(100.0 * count.rows as f64 / facts.tally.rows() as f64),
            "by_weight": has_weights.then(|| share_by_weight(count, weight, squares)),
        })
    };
    let rows: Vec<Value> = values.iter().map(row).collect();
    let is_drawn = |path: &String| facts.files.iter().any(|file| file.path == *path);
    let chart = pictures::CHARTS.into_iter().find(|(of, _)| *of == title);
    let picture = chart.map(|(of, chart)| (pictures::path(of), chart.title())).filter(|(path, _)| is_drawn(path));
    (!rows.is_empty()).then(|| json!({ "title": title, "picture": picture, "rows": rows }))
}

/// Returns the sum of the weights, and that of their squares.
fn weights<'a>(counts: impl Iterator<Item = &'a Count>) -> (f64, f64) {
    counts.fold((0.0, 0.0), |(sum, squares), count| (sum + count.weight, squares + count.squares))
}

/// Returns the share of a value by weight in percent, with two standard errors.
fn share_by_weight(count: &Count, sum: f64, squares: f64) -> String {
    if sum <= 0.0 {
        return "-".into(); // no row with a value has a weight
    }
    let share = count.weight / sum;
    // Of a ratio of sums: each row adds its weight times its distance from the share.
    let squared = count.squares * (1.0 - share).powi(2) + (squares - count.squares).max(0.0) * share.powi(2);
    format!("{} ± {}", percent(100.0 * share), percent(200.0 * squared.sqrt() / sum))
}

/// Returns a percentage with three significant digits.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0".into(),
        share if share >= 10.0 => format!("{share:.1}"),
        share if share >= 1.0 => format!("{share:.2}"),
        share if share >= 0.001 => format!("{share:.3}"),
        _ => "< 0.001".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_pack() {
        let recipe = |spec: PuzzleSpec| serde_json::to_value(spec).unwrap();
        assert_eq!(constraint_options(&recipe(PuzzleSpec::new())), "");
        let spec = PuzzleSpec::new().level(Level::Hard).minimal(true).clues(24..=28);
        assert_eq!(constraint_options(&recipe(spec)), " --clues 24..=28 --level hard --minimal");
    }

    #[test]
    fn names_of_other_files_are_no_markup() {
        for (name, in_yaml, code, text) in [
            ("er", "er", "`er`", "er"),
            ("my note", "my note", "`my note`", "my note"),
            ("a: [b", "\"a: [b\"", "`a: [b`", "a: \\[b"),
            ("no", "\"no\"", "`no`", "no"),
            ("1e5", "\"1e5\"", "`1e5`", "1e5"),
            ("", "\"\"", "`  `", ""),
            ("a|b", "\"a|b\"", "`a\\|b`", "a\\|b"),
            ("a`b", "\"a`b\"", "``a`b``", "a\\`b"),
            ("a\nb\u{85}", r#""a\nb\u0085""#, r"`a\nb\u{85}`", r"a\nb\u{85}"),
            ("</script>", "\"</script>\"", "`</script>`", "\\</script\\>"),
        ] {
            let found = (yaml(name), markdown_code(name), markdown_text(name));
            assert_eq!(found, (in_yaml.into(), code.into(), text.into()), "{name:?}");
        }
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!([0, 999, 1_000, 1_234_567_u64].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, 0.0001, 0.1234, 1.005, 33.33].map(percent), ["0", "< 0.001", "0.123", "1.00", "33.3"]);
        assert_eq!(class(&Bucket::Tenths(25), HALF_POINT), "2.5 - 2.9");
    }
}
