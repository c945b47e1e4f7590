//! The card of a data set: front matter for Hugging Face, loading, columns, origin, splits, distributions, bias, licence.

use std::collections::BTreeSet;

use minirow_gen::{GENERATOR, Sampling};
use serde_json::Value;

use super::tally::{Count, Counts, Tally};
use super::{Filed, Summary, Wanted, pictures};
use crate::columns;
use crate::manifest::PROGRAM;
use crate::sheet::Format;
use crate::stats::grouped;

/// What people say about a data set.
pub(crate) struct Words {
    pub(crate) title: String,
    /// Identifiers as Hugging Face has them, such as `cc0-1.0`.
    pub(crate) licences: Vec<String>,
    pub(crate) author: Option<String>,
    /// What else there is to know of the sample.
    pub(crate) remarks: Vec<String>,
}

/// What the card is written from.
pub(super) struct Facts<'a> {
    pub(super) wanted: &'a Wanted,
    pub(super) columns: &'a [String],
    pub(super) tally: &'a Tally,
    pub(super) summary: &'a Summary,
    pub(super) files: &'a [Filed],
}

/// Columns of text that readers of CSV may take for numbers.
const LOOK_LIKE_NUMBERS: [&str; 4] = ["id", "puzzle", "solution", "grid_id"];

/// The card as Markdown.
pub(super) fn card(facts: &Facts) -> String {
    let Wanted { words, shares, salt, .. } = facts.wanted;
    let shares: Vec<String> = shares.iter().map(|(name, share)| format!("{name} {share}")).collect();
    let salt = if salt.is_empty() { String::new() } else { format!(", with the salt `{salt}`") };
    let parts = [
        ("front", front(facts)),
        ("title", words.title.clone()),
        ("summary", summary(facts)),
        ("splits", splits(facts)),
        ("loaders", loaders(facts)),
        ("columns", columns_table(facts.columns)),
        ("made", made(facts.wanted)),
        ("shares", shares.join(", ")),
        ("salt", salt),
        ("left_out", left_out(facts.summary)),
        ("distributions", distributions(facts)),
        ("bias", bias(facts)),
        ("licence", licence(&words.licences)),
        ("citation", citation(facts.wanted)),
    ];
    let mut card = String::new();
    let mut rest = include_str!("card.md");
    // In one pass, so that what a title says in braces stays what it says.
    while let Some((before, after)) = rest.split_once('{') {
        let found = after
            .split_once('}')
            .and_then(|(name, after)| parts.iter().find(|(known, _)| *known == name).map(|(_, text)| (text, after)));
        card += before;
        match found {
            Some((text, after)) => {
                card += text;
                rest = after;
            }
            None => {
                card.push('{');
                rest = after;
            }
        }
    }
    card + rest
}

/// The names of the splits that have rows.
fn names<'a>(facts: &Facts<'a>) -> Vec<&'a str> {
    facts.summary.puzzles.iter().filter(|(_, count)| *count > 0).map(|(name, _)| name.as_str()).collect()
}

fn total(facts: &Facts) -> u64 {
    facts.tally.puzzles.iter().sum()
}

/// The name of a file or of all shards, within the folder.
fn pattern(facts: &Facts, format: Format, split: &str) -> String {
    let shards = if facts.wanted.shard_rows.is_some() { "-*" } else { "" };
    format!("{}/{split}{shards}.{}", super::folder_of(format), format.name())
}

fn front(facts: &Facts) -> String {
    let words = &facts.wanted.words;
    let mut text = format!("---\npretty_name: {}\n", yaml(&words.title));
    match &words.licences[..] {
        [licence] => text += &format!("license: {licence}\n"),
        licences => {
            text += "license:\n";
            licences.iter().for_each(|licence| text += &format!("- {licence}\n"));
        }
    }
    text += "task_categories:\n- other\ntags:\n- sudoku\n- puzzles\n- reasoning\n- constraint-satisfaction\n";
    text += &format!("size_categories:\n- {}\nconfigs:\n", size(total(facts)));
    // All files of a repository go to one reader, so only the first format can be loaded by its name.
    let format = facts.wanted.formats[0];
    text += "- config_name: default\n  data_files:\n";
    for split in names(facts) {
        text += &format!("  - split: {split}\n    path: {}\n", pattern(facts, format, split));
    }
    if format == Format::Csv {
        // Within the entry of the configuration: only there the reader of CSV looks for it.
        text += "  features:\n";
        for column in facts.columns {
            text += &format!("  - name: {column}\n    dtype: {}\n", columns::kind(column).name());
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

fn summary(facts: &Facts) -> String {
    let rated = if facts.columns.iter().any(|column| column == "er") {
        ", each rated on the scale of Sudoku Explainer"
    } else {
        ""
    };
    format!("{} Sudoku puzzles, each with exactly one solution{rated}.", grouped(total(facts)))
}

fn splits(facts: &Facts) -> String {
    let mut text = "| split | puzzles | files |\n| --- | --- | --- |\n".to_string();
    for (split, count) in &facts.summary.puzzles {
        let mut files: Vec<String> = Vec::new();
        for &format in facts.wanted.formats.iter().filter(|_| *count > 0) {
            let of_split =
                facts.files.iter().filter(|file| file.split.as_ref() == Some(split) && file.format == Some(format));
            files.push(match of_split.count() {
                1 if facts.wanted.shard_rows.is_none() => format!("`{}`", pattern(facts, format, split)),
                number => format!("`{}` ({number})", pattern(facts, format, split)),
            });
        }
        if facts.wanted.trace && *count > 0 {
            files.push(format!("`trace/{split}.jsonl` (the steps of every path, by `id`)"));
        }
        text += &format!("| {split} | {} | {} |\n", grouped(*count), files.join(", "));
    }
    text.trim_end().to_string()
}

/// Blocks of Python, one for each library. `train` is what is loaded from Parquet, `train_csv` from CSV.
fn loaders(facts: &Facts) -> String {
    let split = names(facts).first().copied().unwrap_or("train");
    let has = |format| facts.wanted.formats.contains(&format);
    let is_sharded = facts.wanted.shard_rows.is_some();
    let (parquet, csv) = (pattern(facts, Format::Parquet, split), pattern(facts, Format::Csv, split));
    let text: Vec<&str> =
        LOOK_LIKE_NUMBERS.into_iter().filter(|name| facts.columns.iter().any(|column| column == name)).collect();
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
    let name = if facts.wanted.formats[0] == Format::Parquet { "train" } else { "train_csv" };
    blocks.push(format!(
        "Hugging Face `datasets` (in place of this folder, `getcwd()`, it may be the name of a repository):\n\
         ```python\nfrom os import getcwd\n\nfrom datasets import load_dataset\n\n\
         {name} = load_dataset(getcwd(), split=\"{split}\")\n```"
    ));
    blocks.join("\n\n")
}

fn columns_table(columns: &[String]) -> String {
    let line = |name: &String| {
        let meaning = columns::find(name).map_or("as in the file that the rows come from", |column| column.meaning);
        format!("| `{name}` | {} | {meaning} |", columns::kind(name).name())
    };
    columns.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn made(wanted: &Wanted) -> String {
    let recipes: Vec<&Value> = wanted.recipes.iter().filter(|recipe| recipe["seed"].is_u64()).collect();
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
            let (wishes, further) = (wishes(recipe), further(recipe));
            text += &format!("\nminirow pack --seed {seed} --start {start} --count {count}{wishes}{further}");
        } else {
            has_books = true;
        }
    }
    text += "\n```";
    if has_books {
        text += "\nThe others are from recipes with sections, which `manifest.json` holds.";
    }
    if recipes.len() < wanted.recipes.len() {
        text += "\nOther rows were there before; where they come from is not known here.";
    }
    text
}

/// The wishes that a recipe has, as options of `pack`: all values that are not what they are if nothing is said.
fn wishes(recipe: &Value) -> String {
    let usual = serde_json::to_value(crate::wish::Wishes::default()).expect("texts and lists of such");
    let mut text = String::new();
    for (name, usual) in usual.as_object().into_iter().flatten() {
        let value = &recipe[name];
        if value.is_null() || value == usual {
            continue;
        }
        text += &match value {
            Value::Bool(_) => format!(" --{name}"),
            Value::String(value) => format!(" --{name} {value}"),
            Value::Array(values) => {
                let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
                format!(" --{name} {}", values.join(","))
            }
            other => format!(" --{name} {other}"),
        };
    }
    text
}

/// The options for further columns that a recipe has.
fn further(recipe: &Value) -> String {
    let columns: Vec<&str> = recipe["columns"].as_str().unwrap_or_default().split(',').collect();
    let wanted = [("nodes", " --labels"), ("weight", " --weights")];
    wanted.into_iter().filter(|(column, _)| columns.contains(column)).map(|(_, option)| option).collect()
}

fn left_out(summary: &Summary) -> String {
    let mut text = String::new();
    if summary.doubles > 0 {
        text += &format!(" {} rows that would have been are left out.", grouped(summary.doubles));
    }
    if summary.bad > 0 {
        text += &format!(" {} rows that were wrong or incomplete are left out.", grouped(summary.bad));
    }
    text
}

fn distributions(facts: &Facts) -> String {
    let tally = facts.tally;
    let mut tables = vec![
        table(facts, "level", &tally.levels, ToString::to_string),
        table(facts, "clues", &tally.clues, ToString::to_string),
        table(facts, "ER", &tally.er, |half| {
            let tenths = half * 5;
            format!("{}.{} - {}.{}", tenths / 10, tenths % 10, (tenths + 4) / 10, (tenths + 4) % 10)
        }),
        table(facts, "hardest step", &tally.hardest, Clone::clone),
        table(facts, "nodes", &tally.nodes, ToString::to_string),
        table(facts, "backdoor", &tally.backdoors, |&size| {
            if size > 2 { "3 (more than two)".into() } else { size.to_string() }
        }),
    ];
    for (table, (name, chart)) in tables.iter_mut().zip(pictures::CHARTS) {
        let picture = pictures::path(name);
        if facts.files.iter().any(|file| file.path() == picture) {
            *table = format!("![{}]({picture})\n\n{table}", chart.title());
        }
    }
    tables.retain(|table| !table.is_empty());
    if tally.has_weights {
        let total = total(facts) as f64;
        let (sum, squares) = weights(&tally.clues);
        tables.push(format!(
            "By weight, the {total} rows say as much as {:.0} without weights would; ± is two standard errors.",
            sum * sum / squares
        ));
    }
    tables.join("\n\n")
}

fn weights<K>(counts: &Counts<K>) -> (f64, f64) {
    let sum = |of: fn(&Count) -> f64| counts.0.values().map(of).sum::<f64>();
    (sum(|count| count.weight), sum(|count| count.squares))
}

fn table<K: Ord>(facts: &Facts, title: &str, counts: &Counts<K>, name: impl Fn(&K) -> String) -> String {
    if counts.0.is_empty() {
        return String::new();
    }
    let splits = &facts.summary.puzzles;
    let heads: Vec<&str> = splits.iter().map(|(name, _)| name.as_str()).collect();
    let by_weight = if facts.tally.has_weights { " | % by weight" } else { "" };
    let mut text = format!("| {title} | {} | % of all{by_weight} |\n", heads.join(" | "));
    let ends = if facts.tally.has_weights { 2 } else { 1 };
    text += &format!("| --- |{}\n", " ---: |".repeat(heads.len() + ends));
    let (sum, squares) = weights(counts);
    for (kind, count) in &counts.0 {
        let rows: Vec<String> = count.rows.iter().map(|&rows| grouped(rows)).collect();
        let share = 100.0 * count.rows.iter().sum::<u64>() as f64 / total(facts) as f64;
        text += &format!("| {} | {} | {}", name(kind), rows.join(" | "), percent(share));
        if facts.tally.has_weights {
            let share = count.weight / sum;
            // Of a ratio of sums: each row adds its weight times how far it is from the share.
            let variance =
                (count.squares * (1.0 - share).powi(2) + (squares - count.squares) * share.powi(2)) / (sum * sum);
            text += &format!(" | {} ± {}", percent(100.0 * share), percent(200.0 * variance.sqrt()));
        }
        text += " |\n";
    }
    text.trim_end().to_string()
}

/// Two digits that say something.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0".into(),
        share if share >= 10.0 => format!("{share:.1}"),
        share if share >= 1.0 => format!("{share:.2}"),
        share if share >= 0.001 => format!("{share:.3}"),
        _ => "< 0.001".into(),
    }
}

/// Whether all rows were come to by this kind of sampling.
fn are_all(recipes: &[Value], sampling: Sampling) -> bool {
    let is_so = |wishes: &Value| wishes["sampling"].as_str().unwrap_or(Sampling::Removal.name()) == sampling.name();
    recipes.iter().all(|recipe| match recipe["section"].as_array() {
        Some(sections) => sections.iter().all(is_so),
        None => is_so(recipe),
    })
}

fn bias(facts: &Facts) -> String {
    let recipes = &facts.wanted.recipes;
    let is_known = recipes.iter().all(|recipe| !recipe.is_null());
    let is_uniform = is_known && !recipes.is_empty() && are_all(recipes, Sampling::Uniform);
    let mut points = Vec::new();
    let mean: f64 =
        facts.tally.clues.0.iter().map(|(&clues, count)| clues as f64 * count.rows.iter().sum::<u64>() as f64).sum();
    let mean = mean / total(facts) as f64;
    if is_uniform {
        points.push(
            "Every minimal puzzle that is as it was asked for (if nothing was said of clues: with 30 at most) was as likely \
             to come up as any other, so figures taken from the rows are fair."
                .into(),
        );
    } else if facts.tally.has_weights && are_all(recipes, Sampling::Weighted) {
        points.push(
            "Puzzles were drawn more or less often by their number of clues. The column `weight` corrects that: weighted \
             statistics are those of a uniform sample of all minimal puzzles that are as they were asked for. Unweighted \
             ones are not."
                .into(),
        );
    } else if facts.tally.has_weights {
        points.push(format!(
            "Removing clues one by one comes to puzzles with few clues more often than their share of all minimal puzzles: \
             there are {mean:.1} clues on average here. The column `weight` corrects that: weighted statistics are those of a \
             uniform sample of all minimal puzzles{}. Unweighted ones are not.",
            if recipes.iter().all(|recipe| wishes(recipe).is_empty()) { "" } else { " that are as they were asked for" }
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
    points.extend(facts.wanted.words.remarks.iter().cloned());
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

fn citation(wanted: &Wanted) -> String {
    let words = &wanted.words;
    let author = words.author.as_deref().unwrap_or("The Minirow authors");
    let seeds: BTreeSet<Option<u64>> = wanted.recipes.iter().map(|recipe| recipe["seed"].as_u64()).collect();
    let seed = match seeds.into_iter().collect::<Vec<_>>()[..] {
        [Some(seed)] => format!(", generator {GENERATOR}, seed {seed}"),
        _ => String::new(),
    };
    let key: String =
        words.title.to_lowercase().split(|c: char| !c.is_ascii_alphanumeric()).collect::<Vec<_>>().join("-");
    let key = key.trim_matches('-');
    format!(
        "@misc{{{key},\n  title = {{{}}},\n  author = {{{author}}},\n  note = {{Made by {PROGRAM}{seed}}}\n}}",
        words.title
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Kind;

    #[test]
    fn options_are_those_that_pack_takes() {
        let recipe = |text: &str| {
            let wishes: crate::wish::Wishes = toml::from_str(text).unwrap();
            serde_json::to_value(wishes).unwrap()
        };
        assert_eq!(wishes(&recipe("")), "");
        assert_eq!(
            wishes(&recipe("level = 'hard'\nminimal = true\nneeds = ['x-wing', 'swordfish']\nclues = '24..=28'")),
            " --clues 24..=28 --level hard --minimal --needs x-wing,swordfish"
        );
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, 0.0001, 0.1234, 1.005, 33.33].map(percent), ["0", "< 0.001", "0.123", "1.00", "33.3"]);
    }

    #[test]
    fn every_kind_has_a_name_in_the_front_matter() {
        let kinds = [Kind::Text, Kind::Flag, Kind::Whole(8), Kind::Whole(16), Kind::Whole(64), Kind::Real];
        assert_eq!(kinds.map(Kind::name), ["string", "bool", "uint8", "uint16", "uint64", "float64"]);
    }
}
