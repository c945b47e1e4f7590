//! The card of a data set: front matter for Hugging Face, loading, columns, origin, splits, distributions, bias, licence.

use std::collections::BTreeSet;

use minirow_gen::{GENERATOR, Sampling};
use minirow_grade::Level;
use minirow_pack::PuzzleSpec;
use minirow_table::{Bucket, Columns, Count, Distribution, Format, PROGRAM, TableColumn, Tally, grouped};
use serde_json::Value;

use super::{DatasetFile, DatasetSpec, DatasetSummary, folder_of, pictures};

/// What the card is written from.
pub(super) struct CardFacts<'a> {
    pub(super) spec: &'a DatasetSpec,
    /// What the rows of each input were made from; null if that is not known.
    pub(super) recipes: &'a [Value],
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
    let DatasetSpec { title, licences, rule, .. } = facts.spec;
    let shares: Vec<String> = rule.shares().map(|(name, share)| format!("{name} {share}")).collect();
    let salt = if rule.salt().is_empty() { String::new() } else { format!(", with the salt `{}`", rule.salt()) };
    let parts = [
        ("front", front(facts)),
        ("title", title.clone()),
        ("summary", summary(facts)),
        ("splits", splits(facts)),
        ("loaders", loaders(facts)),
        ("columns", columns_table(facts.columns)),
        ("made", made(facts.recipes)),
        ("shares", shares.join(", ")),
        ("salt", salt),
        ("left_out", left_out(facts.summary)),
        ("distributions", distributions(facts)),
        ("bias", bias(facts)),
        ("licence", licence(licences)),
        ("citation", citation(facts)),
    ];
    fill(include_str!("card.md"), &parts)
}

/// Replaces every `{name}` of a template by its part, in one pass: braces within a part stay as they are.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let named = after
            .split_once('}')
            .and_then(|(name, after)| Some((parts.iter().find(|(known, _)| *known == name)?, after)));
        match named {
            Some(((_, text), after)) => {
                filled += text;
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled + rest
}

/// The names of the splits that have rows.
fn names<'a>(facts: &CardFacts<'a>) -> Vec<&'a str> {
    facts.summary.splits.iter().filter(|(_, count)| *count > 0).map(|(name, _)| name.as_str()).collect()
}

fn total(facts: &CardFacts) -> u64 {
    facts.tally.rows()
}

/// The name of a file or of all shards, within the folder.
fn pattern(facts: &CardFacts, format: Format, split: &str) -> String {
    let shards = if facts.spec.shard_rows.is_some() { "-*" } else { "" };
    format!("{}/{split}{shards}.{}", folder_of(format), format)
}

fn front(facts: &CardFacts) -> String {
    let mut text = format!("---\npretty_name: {}\n", yaml(&facts.spec.title));
    match &facts.spec.licences[..] {
        [licence] => text += &format!("license: {licence}\n"),
        licences => {
            text += "license:\n";
            licences.iter().for_each(|licence| text += &format!("- {licence}\n"));
        }
    }
    text += "task_categories:\n- other\ntags:\n- sudoku\n- puzzles\n- reasoning\n- constraint-satisfaction\n";
    text += &format!("size_categories:\n- {}\nconfigs:\n", size(total(facts)));
    // All files of a repository go to one reader, so only the first format can be loaded by its name.
    let format = facts.spec.formats[0];
    text += "- config_name: default\n  data_files:\n";
    for split in names(facts) {
        text += &format!("  - split: {split}\n    path: {}\n", pattern(facts, format, split));
    }
    if format == Format::Csv {
        // Within the entry of the configuration: only there the reader of CSV looks for it.
        text += "  features:\n";
        for column in facts.columns.iter() {
            text += &format!("  - name: {}\n    dtype: {}\n", column.name(), column.column_type());
        }
    }
    text + "---"
}

/// A text as YAML. JSON strings are YAML as well.
fn yaml(text: &str) -> String {
    Value::from(text).to_string()
}

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

fn summary(facts: &CardFacts) -> String {
    let is_rated = facts.columns.position("er").is_some();
    let rated = if is_rated { ", each rated on the scale of Sudoku Explainer" } else { "" };
    format!("{} Sudoku puzzles, each with exactly one solution{rated}.", grouped(total(facts)))
}

fn splits(facts: &CardFacts) -> String {
    let mut text = "| split | puzzles | files |\n| --- | --- | --- |\n".to_string();
    for (split, count) in &facts.summary.splits {
        let mut files: Vec<String> = Vec::new();
        for &format in facts.spec.formats.iter().filter(|_| *count > 0) {
            let of_split =
                facts.files.iter().filter(|file| file.split.as_ref() == Some(split) && file.format == Some(format));
            files.push(match of_split.count() {
                1 if facts.spec.shard_rows.is_none() => format!("`{}`", pattern(facts, format, split)),
                number => format!("`{}` ({number})", pattern(facts, format, split)),
            });
        }
        if facts.spec.trace && *count > 0 {
            files.push(format!("`trace/{split}.jsonl` (the steps of every path, by `id`)"));
        }
        text += &format!("| {split} | {} | {} |\n", grouped(*count), files.join(", "));
    }
    text.trim_end().to_string()
}

/// Blocks of Python, one for each library. `train` is what is loaded from Parquet, `train_csv` from CSV.
fn loaders(facts: &CardFacts) -> String {
    let split = names(facts).first().copied().unwrap_or("train");
    let has = |format| facts.spec.formats.contains(&format);
    let is_sharded = facts.spec.shard_rows.is_some();
    let (parquet, csv) = (pattern(facts, Format::Parquet, split), pattern(facts, Format::Csv, split));
    let text: Vec<&str> = LOOK_LIKE_NUMBERS.into_iter().filter(|name| facts.columns.position(name).is_some()).collect();
    let each = |value: &str| text.iter().map(|name| format!("\"{name}\": {value}")).collect::<Vec<_>>().join(", ");
    let mut blocks = Vec::new();
    let mut block = |library: &str, head: &str, of_parquet: String, of_csv: String| {
        let mut lines = vec![head.to_string()];
        lines.extend(has(Format::Parquet).then_some(of_parquet));
        lines.extend(has(Format::Csv).then_some(of_csv));
        if lines.len() > 1 {
            blocks.push(format!("{library}:\n```python\n{}\n```", lines.join("\n")));
        }
    };
    let dtype = each("str");
    if is_sharded {
        block(
            "pandas",
            "from glob import glob\n\nimport pandas as pd\n",
            format!("train = pd.concat(map(pd.read_parquet, sorted(glob(\"{parquet}\"))), ignore_index=True)"),
            format!(
                "train_csv = pd.concat(\n    (pd.read_csv(file, dtype={{{dtype}}}) for file in sorted(glob(\"{csv}\"))),\n    \
                 ignore_index=True,\n)"
            ),
        );
    } else {
        block(
            "pandas",
            "import pandas as pd\n",
            format!("train = pd.read_parquet(\"{parquet}\")"),
            format!("train_csv = pd.read_csv(\"{csv}\", dtype={{{dtype}}})"),
        );
    }
    block(
        "Polars",
        "import polars as pl\n",
        format!("train = pl.read_parquet(\"{parquet}\")"),
        format!("train_csv = pl.read_csv(\"{csv}\", schema_overrides={{{}}})", each("pl.String")),
    );
    let types = text.iter().map(|name| format!("'{name}': 'VARCHAR'")).collect::<Vec<_>>().join(", ");
    block(
        "DuckDB",
        "import duckdb\n",
        format!("train = duckdb.sql(\"SELECT * FROM '{parquet}'\")"),
        format!("train_csv = duckdb.sql(\"SELECT * FROM read_csv('{csv}', types={{{types}}})\")"),
    );
    let (files, csv_files) = if is_sharded {
        (format!("sorted(glob(\"{parquet}\"))"), format!("sorted(glob(\"{csv}\"))"))
    } else {
        (format!("\"{parquet}\""), format!("\"{csv}\""))
    };
    let glob = if is_sharded { "from glob import glob\n\n" } else { "" };
    block(
        "pyarrow",
        &format!("{glob}import pyarrow as pa\nimport pyarrow.csv\nimport pyarrow.dataset\n"),
        format!("train = pa.dataset.dataset({files}).to_table()"),
        format!(
            "text = pa.csv.ConvertOptions(column_types={{{}}})\n\
             train_csv = pa.dataset.dataset({csv_files}, format=pa.dataset.CsvFileFormat(convert_options=text)).to_table()",
            each("pa.string()")
        ),
    );
    let name = if facts.spec.formats[0] == Format::Parquet { "train" } else { "train_csv" };
    blocks.push(format!(
        "Hugging Face `datasets` (in place of this folder, `getcwd()`, it may be the name of a repository):\n\
         ```python\nfrom os import getcwd\n\nfrom datasets import load_dataset\n\n\
         {name} = load_dataset(getcwd(), split=\"{split}\")\n```"
    ));
    blocks.join("\n\n")
}

fn columns_table(columns: &Columns) -> String {
    let line = |column: &TableColumn| {
        let meaning = column.known().map_or("as in the file that the rows come from", |column| column.meaning());
        format!("| `{}` | {} | {meaning} |", column.name(), column.column_type())
    };
    columns.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn made(all: &[Value]) -> String {
    let recipes: Vec<&Value> = all.iter().filter(|recipe| recipe["seed"].is_u64()).collect();
    let Some(first) = recipes.first() else {
        return format!("The rows were there before. They were checked, split and written by {PROGRAM}.");
    };
    let generator = first["generator"].as_str().unwrap_or(GENERATOR);
    let mut text = format!(
        "By {PROGRAM}, generator `{generator}`. Each puzzle starts from a full grid, all with the same chance; clues are removed \
         in random order while the solution stays unique; where a puzzle is not as it is asked for, the next is tried. A row \
         is a function of generator, seed, index and wishes. These are the rows, in order; with another `--start` and \
         `--count` any of them can be made alone:\n\n```sh"
    );
    let mut has_books = false;
    for recipe in &recipes {
        let number = |name: &str| recipe[name].as_u64();
        if let (Some(seed), Some(start), Some(count)) = (number("seed"), number("start"), number("count")) {
            let (options, extras) = (constraint_options(recipe), column_options(recipe));
            text += &format!("\nminirow pack --seed {seed} --start {start} --count {count}{options}{extras}");
        } else {
            has_books = true;
        }
    }
    text += "\n```";
    if has_books {
        text += "\nThe others are from recipes with sections, which `manifest.json` holds.";
    }
    if recipes.len() < all.len() {
        text += "\nOther rows were there before; where they come from is not known here.";
    }
    text
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
    wanted.into_iter().filter(|(column, _)| columns.contains(column)).map(|(_, option)| option).collect()
}

fn left_out(summary: &DatasetSummary) -> String {
    let mut text = String::new();
    if summary.duplicates > 0 {
        text += &format!(" {} rows that would have been are left out.", grouped(summary.duplicates));
    }
    if summary.refused > 0 {
        text += &format!(" {} rows that were wrong or incomplete are left out.", grouped(summary.refused));
    }
    text
}

/// The tables: the title, the column, and the name of a value.
type TableOf = (&'static str, &'static str, fn(&Bucket) -> String);

const TABLES: [TableOf; 6] = [
    ("level", "level", ToString::to_string),
    ("clues", "clues", ToString::to_string),
    ("ER", "er", half_point),
    ("hardest step", "hardest", ToString::to_string),
    ("nodes", "nodes", ToString::to_string),
    ("backdoor", "backdoor", |size| {
        if size.number().is_some_and(|size| size > 2) { "3 (more than two)".into() } else { size.to_string() }
    }),
];

/// Returns the name of half a point of ER by its lowest rating: `2.5 - 2.9`.
fn half_point(lowest: &Bucket) -> String {
    let tenths = lowest.number().unwrap_or_default() + 4;
    format!("{lowest} - {}.{}", tenths / 10, tenths % 10)
}

fn distributions(facts: &CardFacts) -> String {
    let has_weights = facts.columns.position("weight").is_some();
    let mut parts = Vec::new();
    for (title, column, name) in TABLES {
        if facts.columns.position(column).is_none() {
            continue; // such as a level that follows from ER
        }
        let mut distribution = facts.tally.column(column).clone();
        if column == "er" {
            distribution = distribution.in_groups_of(5);
        }
        let mut rows: Vec<(&Bucket, &Count)> = distribution.iter().collect();
        match column {
            "level" => rows.retain(|(level, _)| Level::ALL.iter().any(|known| level.slug() == Some(known.name()))),
            "hardest" => rows.sort_by_key(|(technique, _)| technique.slug()),
            _ => {}
        }
        if rows.is_empty() {
            continue;
        }
        let chart = pictures::CHARTS.into_iter().find(|(of, _)| *of == title);
        if let Some((path, chart)) = chart.map(|(of, chart)| (pictures::path(of), chart))
            && facts.files.iter().any(|file| file.path == path)
        {
            parts.push(format!("![{}]({path})", chart.title()));
        }
        parts.push(table(facts, title, &distribution, &rows, name, has_weights));
    }
    if has_weights {
        let total = total(facts) as f64;
        let (sum, squares) = weights(facts.tally.column("clues").iter().map(|(_, count)| count).collect());
        parts.push(format!(
            "By weight, the {total} rows say as much as {:.0} without weights would; ± is two standard errors.",
            sum * sum / squares
        ));
    }
    parts.join("\n\n")
}

/// Returns the sum of the weights, and that of their squares.
fn weights(counts: Vec<&Count>) -> (f64, f64) {
    (counts.iter().map(|count| count.weight).sum(), counts.iter().map(|count| count.squares).sum())
}

fn table(
    facts: &CardFacts,
    title: &str,
    distribution: &Distribution<Bucket>,
    rows: &[(&Bucket, &Count)],
    name: fn(&Bucket) -> String,
    has_weights: bool,
) -> String {
    let splits = facts.tally.groups();
    let by_weight = if has_weights { " | % by weight" } else { "" };
    let mut text = format!("| {title} | {} | % of all{by_weight} |\n", splits.join(" | "));
    text += &format!("| --- |{}\n", " ---: |".repeat(splits.len() + if has_weights { 2 } else { 1 }));
    let (sum, squares) = weights(rows.iter().map(|(_, count)| *count).collect());
    for (value, count) in rows {
        let by_split = (0..splits.len()).map(|split| grouped(distribution.rows_in(value, split)));
        let by_split = by_split.collect::<Vec<_>>().join(" | ");
        let share = 100.0 * count.rows as f64 / total(facts) as f64;
        text += &format!("| {} | {by_split} | {}", name(value), percent(share));
        if has_weights {
            let share = count.weight / sum;
            // Of a ratio of sums: each row adds its weight times its distance from the share.
            let variance =
                (count.squares * (1.0 - share).powi(2) + (squares - count.squares) * share.powi(2)) / (sum * sum);
            text += &format!(" | {} ± {}", percent(100.0 * share), percent(200.0 * variance.sqrt()));
        }
        text += " |\n";
    }
    text.trim_end().to_string()
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

/// Returns `true` if all rows were sampled in this way.
fn are_all(recipes: &[Value], sampling: Sampling) -> bool {
    let is_so =
        |constraints: &Value| constraints["sampling"].as_str().unwrap_or(Sampling::Removal.name()) == sampling.name();
    recipes.iter().all(|recipe| match recipe["section"].as_array() {
        Some(sections) => sections.iter().all(is_so),
        None => is_so(recipe),
    })
}

fn bias(facts: &CardFacts) -> String {
    let recipes = facts.recipes;
    let has_weights = facts.columns.position("weight").is_some();
    let is_known = recipes.iter().all(|recipe| !recipe.is_null());
    let is_uniform = is_known && !recipes.is_empty() && are_all(recipes, Sampling::Uniform);
    let mut points = Vec::new();
    let mean = facts.tally.column("clues").mean().unwrap_or_default();
    if is_uniform {
        points.push(
            "Every minimal puzzle that is as it was asked for (if nothing was said of clues: with 30 at most) was as likely \
             to come up as any other, so figures taken from the rows are fair."
                .into(),
        );
    } else if has_weights && are_all(recipes, Sampling::Weighted) {
        points.push(
            "Puzzles were drawn more or less often by their number of clues. The column `weight` corrects that: weighted \
             statistics are those of a uniform sample of all minimal puzzles that are as they were asked for. Unweighted \
             ones are not."
                .into(),
        );
    } else if has_weights {
        points.push(format!(
            "Removing clues one by one comes to puzzles with few clues more often than their share of all minimal puzzles: \
             there are {mean:.1} clues on average here. The column `weight` corrects that: weighted statistics are those of a \
             uniform sample of all minimal puzzles{}. Unweighted ones are not.",
            if recipes.iter().all(|recipe| constraint_options(recipe).is_empty()) { "" } else { " that are as they were asked for" }
        ));
    } else if is_known {
        points.push(format!(
            "Removing clues one by one comes to puzzles with few clues more often than their share of all puzzles: minimal \
             ones have 24.4 clues on average then, against about 26.6 over all minimal puzzles; here the mean is {mean:.1}. \
             Nothing corrects that here, so figures about all puzzles must not be taken from these."
        ));
    } else {
        points.push("Where the rows come from, nothing is known here: take them for no sample of all puzzles.".into());
    }
    if is_known && are_all(recipes, Sampling::Removal) {
        points.push(
            "The full grids that removal starts from are equally likely. Those of the puzzles of a level need not be: a grid \
             may come to that level more often than another."
                .into(),
        );
    }
    points.push(
        "Ratings are those of the path that Sudoku Explainer takes, and may differ by some tenths between puzzles that are the \
         same up to symmetry. `nodes` differs more; `backdoor` does not."
            .into(),
    );
    points.extend(facts.spec.remarks.iter().cloned());
    points.iter().map(|point| format!("- {point}")).collect::<Vec<_>>().join("\n")
}

fn licence(licences: &[String]) -> String {
    let name = |licence: &String| match licence.as_str() {
        "cc0-1.0" => "CC0 1.0 (public domain)".to_string(),
        "cc-by-4.0" => "CC BY 4.0".to_string(),
        "cc-by-sa-4.0" => "CC BY-SA 4.0".to_string(),
        "mit" => "MIT".to_string(),
        "apache-2.0" => "Apache-2.0".to_string(),
        other => other.to_string(),
    };
    format!("{}.", licences.iter().map(name).collect::<Vec<_>>().join(" or "))
}

fn citation(facts: &CardFacts) -> String {
    let DatasetSpec { title, author, .. } = facts.spec;
    let author = author.as_deref().unwrap_or("The Minirow authors");
    let seeds: BTreeSet<Option<u64>> = facts.recipes.iter().map(|recipe| recipe["seed"].as_u64()).collect();
    let seed = match seeds.into_iter().collect::<Vec<_>>()[..] {
        [Some(seed)] => format!(", generator {GENERATOR}, seed {seed}"),
        _ => String::new(),
    };
    let key: String = title.to_lowercase().split(|c: char| !c.is_ascii_alphanumeric()).collect::<Vec<_>>().join("-");
    let key = key.trim_matches('-');
    format!("@misc{{{key},\n  title = {{{title}}},\n  author = {{{author}}},\n  note = {{Made by {PROGRAM}{seed}}}\n}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_that_pack_takes() {
        let recipe = |spec: PuzzleSpec| serde_json::to_value(spec).unwrap();
        assert_eq!(constraint_options(&recipe(PuzzleSpec::new())), "");
        let spec = PuzzleSpec::new().level(Level::Hard).minimal(true).clues(24..=28);
        assert_eq!(constraint_options(&recipe(spec)), " --clues 24..=28 --level hard --minimal");
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, 0.0001, 0.1234, 1.005, 33.33].map(percent), ["0", "< 0.001", "0.123", "1.00", "33.3"]);
        assert_eq!(half_point(&Bucket::Tenths(25)), "2.5 - 2.9");
    }

    #[test]
    fn braces_in_a_part_stay() {
        let parts = [("a", "{b}".to_string()), ("b", "x".to_string())];
        assert_eq!(fill("{a} {b} {c} {", &parts), "{b} x {c} {");
    }
}
