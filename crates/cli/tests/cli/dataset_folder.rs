//! `dataset`: a folder to publish, from generated or existing rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::{AMBIGUOUS, Folder, PUZZLE, Row, SOLUTION, lines, rows};
use minirow_core::Symmetry;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// All files below a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let within = files(&entry.path()).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes));
            found.extend(within);
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn split_rows(folder: &Folder, data: &str, split: &str) -> Vec<Row> {
    rows(&folder.read(&format!("{data}/csv/{split}.csv")))
}

const SPLITS: [&str; 3] = ["train", "validation", "test"];

#[test]
fn the_folder_is_the_pack_split_by_solution_grids() {
    let folder = Folder::new();
    folder.run("dataset --out data --seed 42 --count 120 --labels --weights --trace --quiet").fine();
    assert_eq!(folder.names(), ["data"]);
    let made = files(&folder.path("data"));
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    let wanted = "README.md csv/test.csv csv/train.csv csv/validation.csv data/test.parquet data/train.parquet \
                  data/validation.parquet manifest.json pictures/clues.svg pictures/er.svg pictures/level.svg \
                  trace/test.jsonl trace/train.jsonl trace/validation.jsonl";
    assert_eq!(names.join(" "), wanted);

    // The rows are those of the pack, each in one split, with one more column.
    folder.run("pack --seed 42 --count 120 --labels --weights --quiet --out pack.csv").fine();
    let mut found: Vec<Row> = SPLITS.iter().flat_map(|split| split_rows(&folder, "data", split)).collect();
    found.sort_by_key(|row| row["index"].parse::<u64>().unwrap());
    let pack = rows(&folder.read("pack.csv"));
    assert_eq!(found.len(), pack.len());
    let header = folder.read("pack.csv").lines().next().unwrap().to_string();
    for (found, packed) in found.iter().zip(&pack) {
        header.split(',').for_each(|column| assert_eq!(found[column], packed[column]));
    }

    // The split follows from a hash of the canonical solution.
    let canonical = folder.run("canon pack.csv --solution").fine();
    let of_row: BTreeMap<String, String> =
        pack.iter().map(|row| row["id"].to_string()).zip(canonical.lines().map(String::from)).collect();
    for (split, name) in SPLITS.iter().enumerate() {
        let table = split_rows(&folder, "data", name);
        assert!(table.len() > [70, 2, 2][split], "{name} has {}", table.len());
        for row in table {
            let digest = Sha256::digest(&of_row[&row["id"]]);
            assert_eq!(row["grid_id"], hex(&digest[..8]));
            let hash = u128::from(u64::from_be_bytes(digest[..8].try_into().unwrap()));
            let expected = [80, 90, 100].iter().position(|bound| hash * 100 < bound << 64);
            assert_eq!(expected, Some(split), "{}", &row["id"]);
        }
    }

    // The manifest has every file, and its checksum is right; Parquet says the same as CSV.
    let manifest: Value = serde_json::from_str(&folder.read("data/manifest.json")).unwrap();
    let listed: BTreeSet<&str> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            let name = file["file"].as_str().unwrap();
            assert_eq!(file["sha256"], hex(&Sha256::digest(&made[name])), "{name}");
            assert_eq!(file["bytes"], made[name].len());
            name
        })
        .collect();
    assert_eq!(listed.len() + 2, made.len(), "all but the card and the manifest itself");
    assert_eq!(manifest["recipes"][0]["seed"], 42);
    for split in SPLITS {
        let [parquet, csv] = ["data/data/{}.parquet", "data/csv/{}.csv"]
            .map(|name| folder.run(&format!("check {}", name.replace("{}", split))).stdout);
        assert_eq!(parquet, csv);
    }

    // The same rows give the same bytes, with one thread and after interruptions.
    for attempts in [30, 50] {
        let output = folder.run(&format!("dataset --out again --seed 42 --count 120 --labels --weights --trace --quiet --threads 1 --resume --max-attempts {attempts}"));
        assert_eq!(output.status, 3, "{}", output.stderr);
        assert!(folder.exists("again.part") && !folder.exists("again"));
    }
    let refused = folder.run("dataset --out again --seed 43 --count 120 --resume");
    assert!(refused.message().contains("was begun with"), "{}", refused.stderr);
    let refused = folder.run("dataset --out again --seed 42 --count 120");
    assert!(refused.message().ends_with("--resume completes it, --force starts over"), "{}", refused.stderr);
    folder.run("dataset --out again --seed 42 --count 120 --labels --weights --trace --quiet --resume").fine();
    assert!(files(&folder.path("again")) == made);
    assert!(!folder.exists("again.part"));
}

/// Own packs have a licence and authors. Those of other rows are what the user says, or unknown.
#[test]
fn licence_and_authors_of_other_rows_are_those_of_the_user() {
    let folder = Folder::new();
    folder.run("pack --count 20 --seed 3 --quiet --out own.csv").fine();
    folder.run("pack --count 20 --seed 4 --quiet --out made.csv").fine();
    folder.run("convert made.csv --to sdm --out theirs.sdm --quiet").fine();
    folder.run("grade theirs.sdm --out theirs.csv --quiet").fine();
    folder.run("convert own.csv --to sdm --out own.sdm --quiet").fine();
    folder.run("grade own.sdm --out rated.csv --quiet").fine();
    let card = |arguments: &str| {
        let output = folder.run(&format!("dataset --out data --force --formats csv --fractions 1 {arguments}"));
        assert_eq!(output.status, 0, "{output:?}");
        (folder.read("data/README.md"), output.stderr)
    };
    let (own, message) = card("--from own.csv");
    assert!(own.contains("\nlicense: cc0-1.0\n") && own.contains("author = {The Minirow authors}"), "{own}");
    assert!(message.contains("licence: cc0-1.0; --licence changes it"), "{message}");
    let (theirs, message) = card("--from theirs.csv");
    assert!(theirs.contains("\nlicense: unknown\n") && !theirs.contains("Minirow authors"), "{theirs}");
    assert!(theirs.contains("## Licence\nThe licence of the rows is unknown. Ask their authors"), "{theirs}");
    assert!(theirs.ends_with("## Citation\nThe authors of the rows are unknown.\n"), "{theirs}");
    assert!(
        message.contains("licence and authors: unknown; --licence, --author, --citation and --source"),
        "{message}"
    );
    let (named, _) = card("--from theirs.csv --license cc-by-4.0 --author Ruud --source https://example.org/sudoku");
    assert!(named.contains("\nlicense: cc-by-4.0\n") && named.contains("author = {Ruud}"), "{named}");
    assert!(named.contains("The rows come from other sources: https://example.org/sudoku. "), "{named}");
    assert!(named.contains("note = {Checked and split by minirow "), "{named}");
    let (cited, _) = card("--from theirs.csv --citation Ruud:2009");
    assert!(cited.ends_with("## Citation\nRuud:2009\n"), "{cited}");
    let (cited, _) = card("--from theirs.csv --citation @misc{ruud}");
    assert!(cited.ends_with("## Citation\n```bibtex\n@misc{ruud}\n```\n"), "{cited}");
    // A citation names its authors.
    let both = folder.run("dataset --out data --force --from theirs.csv --author Ruud --citation Ruud:2009");
    let message = "error: the argument '--author <TEXT>' cannot be used with '--citation <TEXT>'";
    assert_eq!((both.message(), both.status), (message, 2));
    // Rows of both kinds: the licence of some of them is unknown.
    let (both, _) = card("--from rated.csv theirs.csv");
    assert!(both.contains("\nlicense: unknown\n"), "{both}");
}

#[test]
fn the_card_says_how_it_loads_and_how_it_was_made() {
    let folder = Folder::new();
    folder
        .run("dataset --out data --level easy --seed 5 --count 40 --title Easy:one --licence mit,apache-2.0 --quiet")
        .fine();
    let card = folder.read("data/README.md");
    let front = card.split("---\n").nth(1).unwrap();
    assert!(front.starts_with("pretty_name: \"Easy:one\"\nlicense:\n- mit\n- apache-2.0\n"), "{front}");
    assert!(front.contains("\nsize_categories:\n- n<1K\nconfigs:\n- config_name: default\n"), "{front}");
    assert!(front.contains("  - split: train\n    path: data/train.parquet\n"), "{front}");
    assert!(!front.contains("features:"), "Parquet has its types");
    assert!(card.contains("\nminirow pack --seed 5 --start 0 --count 40 --level easy\n"), "{card}");
    assert!(card.contains("\n## Licence\nMIT or Apache-2.0.\n"), "{card}");
    // The command of the card makes the rows.
    let made = folder.run("pack --seed 5 --start 7 --count 1 --level easy").fine();
    let row = made.lines().nth(1).unwrap();
    assert!(SPLITS.iter().any(|split| folder.read(&format!("data/csv/{split}.csv")).contains(row)));
    // Every column is explained, and every other format has what it needs in the front matter.
    folder.run("dataset --out csv --from data/csv/train.csv --formats csv --fractions 100 --quiet").fine();
    let card = folder.read("csv/README.md");
    for column in folder.read("csv/csv/train.csv").lines().next().unwrap().split(',') {
        assert!(card.contains(&format!("\n| `{column}` | ")), "{column} is not explained");
        assert!(card.contains(&format!("\n  - name: {column}\n    dtype: ")), "{column} has no type");
    }
    assert!(
        card.contains("  - name: puzzle\n    dtype: string\n") && card.contains("  - name: er\n    dtype: float64\n")
    );
}

/// A row of graded puzzles.
fn graded(puzzle: &str, solution: &str) -> String {
    let clues = 81 - puzzle.bytes().filter(|&byte| byte == b'.').count();
    format!("{puzzle},{solution},{clues},1.2,1.2,1.2,easy,hidden-single,hidden-single:51,51")
}

#[test]
fn invalid_and_duplicate_rows_are_left_out_and_reported() {
    let symmetry = Symmetry::nth(123_456_789_012);
    let equivalent = |text: &str| symmetry.grid(&text.parse().unwrap()).to_string();
    let wrong = SOLUTION.replacen('5', "1", 1);
    let folder = Folder::new().with(
        "rated.csv",
        crate::common::GRADE_HEADER.to_string()
            + &lines([
                graded(PUZZLE, SOLUTION),
                graded(AMBIGUOUS, SOLUTION),
                graded(PUZZLE, &wrong),
                graded(&equivalent(PUZZLE), &equivalent(SOLUTION)),
                graded(PUZZLE, SOLUTION).replace(",1.2,1.2,1.2,easy", ",,,,too-hard"),
            ]),
    );
    let output = folder.run("dataset --out data --from rated.csv --fractions 100 --formats csv");
    assert_eq!(output.status, 1, "rows are wrong: {}", output.stderr);
    let message: Vec<&str> = output.stderr.lines().filter(|line| line.starts_with("rated.csv:")).collect();
    assert!(message[0].starts_with("rated.csv:3: left out: several solutions: "), "{message:?}");
    assert!(message[1].starts_with("rated.csv:4: left out: the solution is not that of the puzzle"), "{message:?}");
    assert_eq!(message[2], "rated.csv:5: left out: its puzzle is equivalent to an earlier one");
    assert_eq!(message[3], "rated.csv:6: left out: er is ``, expected a number");
    assert_eq!(split_rows(&folder, "data", "train").len(), 1);
    let manifest: Value = serde_json::from_str(&folder.read("data/manifest.json")).unwrap();
    assert_eq!((&manifest["left-out"]["bad"], &manifest["left-out"]["doubles"]), (&3.into(), &1.into()));
    assert!(
        folder
            .read("data/README.md")
            .contains("Left out: 1 row with a puzzle that is equivalent to an earlier one. Left out: 3 rows with")
    );
}

#[test]
fn a_row_is_the_first_if_an_equivalent_one_before_it_is_left_out() {
    let wrong = SOLUTION.replacen('5', "1", 1);
    let rows = [graded(PUZZLE, &wrong), graded(PUZZLE, SOLUTION), graded(PUZZLE, &wrong), graded(PUZZLE, SOLUTION)];
    let folder = Folder::new().with("rated.csv", crate::common::GRADE_HEADER.to_string() + &lines(rows));
    // The keys of the puzzles are sorted on disk.
    let output = folder.run("dataset --out data --from rated.csv --fractions 100 --formats csv --memory 1B");
    let left_out: Vec<&str> =
        output.stderr.lines().filter_map(|line| line.split_once(": left out: ")).map(|(place, _)| place).collect();
    assert_eq!(left_out, ["rated.csv:2", "rated.csv:4", "rated.csv:5"], "{}", output.stderr);
    assert_eq!(split_rows(&folder, "data", "train").len(), 1);
    assert_eq!(folder.names(), ["data", "rated.csv"]);
}

#[test]
fn another_folder_is_not_touched() {
    let folder =
        Folder::new().with("rated.csv", crate::common::GRADE_HEADER.to_string() + &graded(PUZZLE, SOLUTION) + "\n");
    let make = "dataset --from rated.csv --fractions 100 --quiet --out data";
    fs::create_dir(folder.path("data")).unwrap();
    folder.run(make).fine();
    let made = files(&folder.path("data"));
    assert_eq!(folder.run(make).message(), "error: data: exists already; --force replaces it");
    // A file that was changed may be someone else's.
    for name in ["csv/train.csv", "README.md"] {
        let before = folder.read(&format!("data/{name}"));
        folder.write(&format!("data/{name}"), "mine");
        for option in ["", " --force", " --resume"] {
            let message = format!(
                "error: data/{name}: does not belong to the data that would be replaced, or was changed; move it away"
            );
            assert_eq!(folder.run(&format!("{make}{option}")).message(), message);
        }
        folder.write(&format!("data/{name}"), before);
    }
    folder.run(&format!("{make} --force")).fine();
    assert!(files(&folder.path("data")) == made);
    assert_eq!(folder.names(), ["data", "rated.csv"]);
    folder.write("data/manifest.json", "{}");
    for option in ["", " --force"] {
        let output = folder.run(&format!("{make}{option}"));
        assert_eq!(output.message(), "error: data: is no data set of minirow, so it is not replaced");
    }
    for (arguments, message) in [
        ("--from rated.csv --seed 4", "error: the argument"),
        ("--from none.csv", "error: none.csv: cannot be read: "),
        ("--from rated.csv --fractions 50,40", "error: --fractions: the shares sum up to 90, expected 1"),
        ("--from rated.csv --licence None", "error: invalid value 'None' for '--licence"),
        ("--level easy --weights", "error: --weights: weights exist only for minimal puzzles"),
    ] {
        let output = folder.run(&format!("dataset --out other {arguments}"));
        assert!(output.message().starts_with(message) && output.status == 2, "{arguments}: {}", output.stderr);
        assert!(!folder.exists("other") && !folder.exists("other.part"), "{arguments}");
    }
}

#[test]
fn the_card_describes_the_scales() {
    let folder = Folder::new();
    folder.run("dataset --seed 6 --count 12 --scale te,minutes --quiet --out data").fine();
    let card = folder.read("data/README.md");
    for line in [
        "| `b` | uint8 | B, for T&E depths 0 and 1: the length of the longest braid that is needed; 0 if singles suffice |",
        "| T&E depth |",
        "| minutes |",
        " --scale te --scale minutes",
        "- T&E depth and B, by Denis Berthier, are equal for equivalent puzzles.",
    ] {
        assert!(card.contains(line), "{line} is not in {card}");
    }
    assert!(folder.run("check --dataset data").fine().contains("all 12 rated again, all right"));
}

/// Values that their columns cannot have are left out, and columns that are not checked are named.
#[test]
fn values_of_other_programs_are_in_range_and_named() {
    const HEADER: &str = "puzzle,solution,er,level,hardest,techniques,steps,backdoor,te,hodoku_score,weight,symmetry";
    const VALUES: [&str; 10] =
        ["1.2", "easy", "hidden-single", "hidden-single:51", "51", "0", "0", "204", "0", "half-turn"];
    let row = |changed: Option<(usize, &str)>| {
        let mut values = VALUES;
        changed.into_iter().for_each(|(at, value)| values[at] = value);
        [PUZZLE, SOLUTION].into_iter().chain(values).collect::<Vec<_>>().join(",")
    };
    #[rustfmt::skip]
    let wrong = [
        (0, "99.9", "er is `99.9`, expected a rating from 0.0 to 20.0"),
        (1, "nonsense", "level is `nonsense`, expected one of easy, medium, hard, "),
        (2, "magic", "hardest is `magic`, expected a name that minirow writes"),
        (3, "magic:3", "techniques is `magic:3`, expected names that minirow writes"),
        (4, "65535", "steps is `65535`, expected a number of steps"),
        (5, "4", "backdoor is `4`, expected a number of cells from 0 to 3"),
        (6, "4", "te is `4`, expected a T&E depth from 0 to 3"),
        (7, "18446744073709551615", "hodoku_score is `18446744073709551615`, expected a score from 0 to 7290000"),
        (8, "1e101", "weight is `1e101`, expected a weight: a number from 0 to 1e100"),
        (9, "mirror", "symmetry is mirror, expected "),
    ];
    for (at, value, reason) in wrong {
        let folder = Folder::new().with("rated.csv", lines([HEADER, &row(Some((at, value)))]));
        let output = folder.run("dataset --out data --from rated.csv --fractions 100 --formats csv");
        assert_eq!((output.status, folder.exists("data")), (1, false), "{output:?}");
        assert!(output.message().starts_with(&format!("rated.csv:2: left out: {reason}")), "{output:?}");
        if at < 6 {
            let output = folder.run("check --dataset rated.csv --ratings none");
            assert!(output.status == 1 && output.stdout.starts_with("rated.csv:2: "), "{output:?}");
        }
    }

    // Weights that are all 0 have no shares, and the name of a column is no markup.
    let header = HEADER.replace("level", "a\u{fffe}b").replace("symmetry", "remark");
    let folder = Folder::new().with("rated.csv", lines([&*header, &row(Some((1, "x")))]));
    folder.run("dataset --out data --from rated.csv --fractions 100 --formats csv --quiet").fine();
    let card = folder.read("data/README.md");
    assert!(!card.contains("NaN") && !card.contains("% by weight"), "{card}");
    assert!(card.contains("- name: \"a\\ufffeb\"\n"), "{card}");
    assert!(card.contains("Not checked: `er`, "), "{card}");
    let manifest: Value = serde_json::from_str(&folder.read("data/manifest.json")).unwrap();
    assert_eq!(manifest["unchecked"][0], "er");
    let pack = Folder::new();
    pack.run("dataset --out data --count 2 --fractions 100 --quiet").fine();
    assert!(!pack.read("data/manifest.json").contains("unchecked"));
    // A manifest beside a file proves nothing: somebody may have written both.
    pack.run("pack --out pack.csv --count 2 --quiet").fine();
    pack.run("dataset --out copy --from pack.csv --fractions 100 --quiet").fine();
    let manifest: Value = serde_json::from_str(&pack.read("copy/manifest.json")).unwrap();
    assert!(manifest["unchecked"].as_array().unwrap().contains(&"er".into()), "{manifest}");
    assert!(pack.read("copy/README.md").contains("Not checked: `id`, `er`, "), "{}", pack.read("copy/README.md"));
}

/// The texts of options reach the card and the manifest without control characters.
#[test]
fn control_characters_of_options_are_escaped() {
    let folder = Folder::new();
    let hostile = "a\u{1b}[2J\u{9b}\u{202e}b";
    let options: String = ["title", "author", "source"].map(|option| format!(" --{option} {hostile}")).concat();
    folder.write("a.csv", lines(["puzzle,solution", &format!("{PUZZLE},{SOLUTION}")]));
    for (folder_name, options) in [("one", options.clone()), ("two", options.replace("--author", "--citation"))] {
        folder.run(&format!("dataset --out {folder_name} --licence mit --from a.csv --quiet{options}")).fine();
        for (name, escaped) in
            [("README.md", "a\\u{1b}[2J\\u{9b}\\u{202e}b"), ("manifest.json", "a\\u001b[2J\\u009b\\u202eb")]
        {
            let text = folder.read(&format!("{folder_name}/{name}"));
            assert!(text.contains(escaped), "{text}");
            assert!(!text.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{text}");
        }
    }
}

/// A manifest of unknown origin does not make other files part of a data set.
#[test]
fn a_planted_manifest_does_not_make_files_part_of_a_data_set() {
    for name in
        ["thesis.txt", "csv/thesis.txt", "csv/deep/train.csv", "notes/train.csv", "pictures/me.png", "pictures/me.svg"]
    {
        let folder = Folder::new();
        fs::create_dir_all(folder.path("data").join(name).parent().unwrap()).unwrap();
        folder.write(&format!("data/{name}"), "text");
        folder.write("data/manifest.json", format!("{{\"dataset\": \"x\", \"files\": [{{\"file\": \"{name}\"}}]}}"));
        let output = folder.run("dataset --seed 1 --count 2 --fractions 100 --formats csv --out data --force");
        assert_eq!(output.status, 2, "{name}: {}", output.stderr);
        assert!(output.message().contains(&format!("data/{name}: does not belong to the data")), "{}", output.stderr);
        assert_eq!(folder.read(&format!("data/{name}")), "text");
        assert_eq!(folder.names(), ["data"]);
    }
}
