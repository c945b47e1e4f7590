//! Every option of every command, in every mode of the command: it changes the output, or it is refused with its name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, LazyLock, Mutex};

use clap::{Arg, ArgAction, Command, Subcommand};
use minirow_pack::BookRecipe;
use minirow_pack::spec::CONSTRAINTS;

use crate::common::{Folder, PUZZLE, SOLUTION, command, lines};
use crate::size::{size, stride};

/// The modes of each command, as command lines without the options that are tested.
#[rustfmt::skip]
const MODES: &[&str] = &[
    "pack --count 3", "pack --count 3 --out -", "pack --count 3 --out o.csv",
    "pack --count 3 --format jsonl", "pack --count 3 --out o.jsonl", "pack --count 3 --out o.parquet",
    "pack --count 3 --schema kaggle", "pack --count 3 --schema radcliffe --out o.csv",
    "pack --count 3 --schema hrm --out o.parquet", "pack --count 3 --out o.csv --shard-rows 2",
    "pack --count 3 --out o.csv --trace o.jsonl", "pack --levels easy:1,medium:2 --out o.csv",
    "pack --recipe book.toml --out o.csv", "pack --count 3 --out o.csv --pattern heart",
    "pack --count 3 --out o.csv --resume", "pack merge a.csv b.csv --out o.csv", "pack merge o.csv a.csv b.csv",

    "print in.csv --out o.pdf", "print book.csv --out o.pdf", "print in.csv --out o.html", "print book.csv --out o.html",
    "print in.csv --out o --format svg", "print in.csv --out o --format png --dpi 36", "print in.csv --out o --format eps",
    "print in.csv --puzzle 1", "print in.csv --puzzle 1 --out o.png --size 25mm", "print in.csv --puzzle 1 --out o.eps",
    "print in.csv --puzzle 1 --out o.pdf", "print in.csv --puzzle 1 --solution", "print in.csv --puzzle 1 --solution --out o.png --dpi 36",
    "print in.csv --out o.html --hint back", "print book.csv --page 4", "print book.csv --page 4 --out o.png --dpi 36", "print book.csv --page 4 --out o.eps",
    "print book.csv --page 4 --out o.pdf", "print in.csv --out o.pdf --title T", "print in.csv --out o.html --title T",
    "print book.csv --out o.pdf --preset kdp-6x9", "print book.csv --out o.html --preset kdp-6x9",
    "print book.csv --cover 10mm --out o.pdf --title T", "print book.csv --cover white --out o.pdf --title T", "print book.csv --page 1 --title T", "print in.csv --out o --format svg --date 2026-11-30",
    "print --check book.pdf --preset kdp-6x9",

    "solve several.txt", "solve several.txt --out -", "solve several.txt --out o.txt", "solve several.txt --format grid",
    "solve several.txt --format boxed", "solve several.txt --format beside", "solve several.txt --out o.json",
    "solve several.txt --format json", "solve several.txt --enumerate 2", "solve several.txt --any",
    "count several.txt", "count several.txt --out o.txt", "count several.txt --out -",
    "candidates several.txt", "candidates several.txt --format grid", "candidates several.txt --out o.txt",
    "candidates several.txt --stage both",
    "check several.txt", "check several.txt --format table", "check several.txt --json", "check several.txt --out o.jsonl",
    "check several.txt --out o.txt", "check --dataset bad.csv other.csv", "check --dataset bad.csv other.csv --out o.txt",
    "grade bad.csv", "grade bad.csv --out -", "grade bad.csv --out o.csv", "grade bad.csv --out o.jsonl",
    "grade bad.csv --format table", "grade bad.csv --format summary", "grade bad.csv --format table --out o.txt",
    "grade bad.csv --trace", "grade bad.csv --trace --out o.json", "grade bad.csv --schema kaggle --out o.csv",
    "grade bad.csv --schema hrm", "grade bad.csv --out o.parquet", "grade bad.csv --out o.csv --shard-rows 2",
    "grade bad.csv --labels", "grade bad.csv --scale te,minutes",
    "explain half.csv", "explain half.csv --out o.txt", "explain half.csv --format json", "explain half.csv --out o.json",
    "explain half.csv --puzzle 1 --out o.html", "explain half.csv --puzzle 1 --out o.svg", "explain half.csv --puzzle 1 --out o.pdf", "explain half.csv --brief",
    "explain half.csv --puzzle 2", "explain half.csv --stage region", "explain half.csv --stage full", "explain half.csv --next",
    "explain half.csv --fold", "explain half.csv --scale te", "explain half.csv --scale hodoku", "explain half.csv --step 3",
    "explain half.csv --steps 3", "explain half.csv --puzzle 1 --format svg --step 3",
    "techniques",

    "convert bad.csv", "convert bad.csv --out -", "convert bad.csv --out o.csv", "convert bad.csv --to jsonl",
    "convert bad.csv --out o.json", "convert bad.csv --out o.parquet", "convert bad.csv --to sdm", "convert bad.csv --to sdk",
    "convert bad.csv --to grid", "convert bad.csv --to boxed", "convert bad.csv --to candidates",
    "convert bad.csv --to pencilmarks", "convert bad.csv --to hodoku", "convert bad.csv --out o.opensudoku",
    "convert bad.csv --to json", "convert bad.csv --to ss", "convert bad.csv --to sudokuwiki",
    "convert bad.csv --schema kaggle --out o.csv", "convert bad.csv --schema hrm --out o.jsonl",
    "convert bad.csv --out o.csv --shard-rows 2", "convert bad.csv --sort er",
    "canon bad.csv", "canon bad.csv --out o.txt", "canon bad.csv --out o.csv", "canon bad.csv --solution",
    "canon bad.csv --automorphisms",
    "unavoidable bad.csv", "unavoidable bad.csv --out o.txt", "unavoidable bad.csv --format board",
    "unavoidable bad.csv --out o.html", "neighbours several.txt --add 0", "neighbours several.txt --add 0 --out o.csv",
    "properties bad.csv", "properties bad.csv --out o.csv",
    "minimise several.txt", "minimise several.txt --smallest", "minimise several.txt --out o.txt",
    "stats bad.csv", "stats bad.csv --out -", "stats bad.csv --out o.txt", "stats bad.csv --json", "stats bad.csv --out o.html",
    "stats bad.csv --out o.svg", "stats bad.csv --out o.png", "stats bad.csv --chart er --out o.svg",
    "stats bad.csv --chart clues --out o.svg", "stats bad.csv other.csv", "stats bad.csv other.csv --together",
    "stats several.txt --grade", "stats several.txt --grade --json",
    "audit bad.csv other.csv", "audit bad.csv other.csv --json", "audit bad.csv other.csv --out o.html",
    "audit bad.csv other.csv --out -", "audit bad.csv other.csv --report r.csv", "audit bad.csv other.csv --together",
    "audit bad.csv other.csv --files-are-splits", "audit bad.csv other.csv --ratings none",
    "dedup bad.csv other.csv", "dedup bad.csv other.csv --out -", "dedup bad.csv other.csv --out o.csv",
    "dedup bad.csv other.csv --out o.parquet", "dedup bad.csv other.csv --report r.csv", "dedup bad.csv --against other.csv",
    "dedup bad.csv other.csv --in-both", "dedup bad.csv other.csv --only-in bad.csv",
    "split bad.csv", "split bad.csv --dir .", "split bad.csv --column", "split bad.csv --column --out o.csv",
    "split bad.csv --column --out -", "split bad.csv --train 50 --test 50", "split bad.csv --fractions 50,50",
    "dataset --out o --count 3", "dataset --out o --from in.csv", "dataset --out o --from in.csv --formats csv",
    "dataset --out o --levels easy:1,medium:1", "dataset --out o --from in.csv --shard-rows 2", "dataset --out o --from in.csv --resume",
    "benchmark write", "benchmark write --out o.csv", "benchmark write --out o.parquet", "benchmark write --format jsonl",
    "benchmark score predictions.csv", "benchmark score predictions.csv --format json", "benchmark score predictions.csv --out o.html",
    "benchmark score --baseline clues", "benchmark score predictions.csv --report r.csv", "benchmark score predictions.csv --out -",
    "benchmark baselines --out o.json",
    "completions bash", "man", "man solve", "man --out o",
];

/// The numbers of options in modes, and of pairs of options, that are tested by default.
const CASES: usize = 40;
const PAIRS: usize = 12;

/// The modes in which constraints are tested.
const CONSTRAINED: [&str; 4] = [
    "pack --count 3",
    "pack --levels easy:1,medium:2 --out o.csv",
    "pack --recipe book.toml --out o.csv",
    "dataset --out o --from in.csv",
];

/// Values of options that take any text. Each changes the output where the option has an effect.
#[rustfmt::skip]
const VALUES: &[(&str, &[&str])] = &[
    ("add", &["2"]), ("columns", &["minimal"]), ("depth", &["2"]), ("equivalent", &["5"]), ("only-in", &["bad.csv"]), ("remove", &["2"]), ("sample", &["1"]),
    ("transform", &["transpose,rows:213456789,columns:123456789,digits:123456789"]),
    ("against", &["in.csv"]), ("author", &["Me"]), ("backdoor", &["1"]), ("blank", &["0", "*"]), ("bold-font", &["Bold.ttf"]),
    ("budget", &["1"]), ("check", &["book.pdf"]), ("chart", &["clues", "er"]), ("citation", &["Text"]), ("column", &["solution", "answer"]),
    ("puzzle-column", &["er"]),
    ("copyright", &["Me"]), ("count", &["4"]), ("dir", &["."]), ("dpi", &["100"]), ("enumerate", &["2"]), ("examples", &["1"]),
    ("exclude", &["a.csv"]), ("fallback-font", &["Bold.ttf"]), ("first-number", &["7", "0"]), ("font", &["Bold.ttf", "Regular.ttf"]),
    ("fractions", &["30,30,40"]), ("from", &["in.csv"]), ("heading", &["clues", "id"]), ("imprint", &["Text"]),
    ("inner-margin", &["30mm"]), ("language", &["de"]), ("levels", &["easy:2"]), ("licence", &["mit"]), ("limit", &["1"]),
    ("margin", &["30mm"]), ("max-attempts", &["1"]), ("max-er", &["1.2"]), ("max-size", &["6"]), ("memory", &["1MB"]), ("minutes", &["5.0..=6.0"]),
    ("names", &["x,y,z", "x,y"]), ("out", &["new.csv", "new.txt", "new.jsonl", "new.pdf", "new.html", "new.svg", "new"]),
    ("page", &["1"]), ("pdf-x", &["FOGRA39"]), ("box-color", &["20%"]), ("line-color", &["50%", "Blue=100/50/0/0"]), ("line-width", &["1pt", "1pt,3pt"]),
    ("cover", &["white", "10mm"]), ("date", &["2026-11-30"]), ("first-page", &["8", "9"]), ("notes", &["2"]), ("numbers", &["id"]), ("qr-link", &["https://example.org/"]),
    ("section-text", &["A=Text", "Easy=Text"]), ("paper", &["a5"]), ("pattern", &["heart"]), ("per-page", &["2", "A:2"]), ("preset", &["kdp-6x9"]),
    ("puzzle", &["2"]), ("ratings", &["none"]), ("recipe", &["book.toml"]), ("remark", &["Text"]), ("report", &["new.csv"]),
    ("salt", &["7"]), ("sampling", &["weighted"]), ("seed", &["7"]), ("set", &["author=Me", "name=Me"]), ("shard-rows", &["1"]), ("size", &["60mm"]), ("sort", &["-er", "-clues"]),
    ("solutions-per-page", &["2", "0"]), ("source", &["Text"]), ("split", &["level"]), ("start", &["5"]), ("step", &["2"]),
    ("steps", &["2", "60..=62"]), ("subtitle", &["Text"]), ("temp-dir", &["missing", "."]), ("threads", &["2"]), ("test", &["100"]), ("time-limit", &["1h"]),
    ("title", &["Text"]), ("trace", &["new.jsonl"]), ("train", &["100"]), ("validation", &["100"]), ("word", &["puzzles=Sudokus", "easy=Light", "clues=Givens"]),
    // Constraints: those of a pack of three puzzles.
    ("b", &["0"]), ("clues", &["30"]), ("ed", &["1.5"]), ("ep", &["1.5"]), ("er", &["1.5"]), ("hodoku-score", &["200..=500"]),
    ("mask", &["heart"]), ("max-tries", &["1"]), ("missing-digits", &["5"]), ("needs", &["naked-pair"]), ("property", &["empty_boxes=1.."]),
    ("solution", &[SOLUTION]), ("label", &["Monday", "{number} {date}"]), ("te", &["0"]), ("with-digits", &["1,2,3,4,5,6,7,8,9"]), ("without", &["hidden-pair,pointing"]),
];

/// Options without an effect on the output of command lines with all these words, or words that begin so, and the reason.
#[rustfmt::skip]
const NEUTRAL: &[(&str, &str, &str)] = &[
    ("", "threads", "affects speed only"),
    ("", "quiet", "hides progress and summaries, which a terminal shows"),
    ("", "memory", "affects speed only; it is refused where --temp-dir is"),
    ("", "time-limit", "ends a run that takes longer, which no test waits for"),
    ("pack --resume", "force", "overwrites another result; see the tests of resumed runs"),
    ("pack --schema kaggle", "exclude-by", "the excluded puzzles are equal by their text, and there are no ids"),
    ("pack --schema kaggle --", "exclude", "has puzzles of another seed, index or pattern, and there are no ids"),
    ("pack --max-tries", "exclude-by", "no puzzle is found in one attempt"),
    ("pack --sampling=weighted", "weights", "are a column of weighted samples"),
    ("print in.csv o.html --preset", "format", "is pdf, and a book of this preset has more pages"),
    ("print in.csv o.pdf --", "page", "may be the only page"),
    ("print in.csv --format=pdf", "page", "may be the only page"),
    ("print book.csv --puzzle", "sections", "orders the puzzles, and those of this file have their order"),
    ("print book.csv --section-text", "sections", "is auto or pack, which are equal for this file"),
    ("print in.csv --format --", "fallback-font", "is for characters that other fonts lack"),
    ("print in.csv --puzzle --", "fallback-font", "is for characters that other fonts lack"),
    ("print in.csv --format --large-print", "preset", "has only sizes that the command line overrides"),
    ("print in.csv --format --line-width", "preset", "has only sizes that the command line overrides"),
    ("print in.csv --puzzle --large-print", "preset", "has only sizes that the command line overrides"),
    ("print in.csv --puzzle --line-width", "preset", "has only sizes that the command line overrides"),
    ("explain", "fold", "hides chains within chains, which only the steps of the hardest puzzles have"),
    ("explain o.svg", "next", "is the hardest step of this puzzle"),
    ("explain o.pdf", "fallback-font", "is for characters that other fonts lack"),
    ("explain --next", "from-digits", "leaves out a candidate that this step does not need"),
    ("explain --step", "from-digits", "leaves out a candidate that this step does not need"),
    ("explain --stage", "from-digits", "leaves out a candidate that this stage does not show"),
    ("check several.txt o.json", "json", "the ending has selected it"),
    ("check several.txt --dataset", "ratings", "no row is rated"),
    ("grade --max-er=1.2", "budget", "is not spent by puzzles up to this rating"),
    ("grade", "resume", "continues a partial file; see the tests of resumed runs"),
    ("minimise", "resume", "continues a partial file; see the tests of resumed runs"),
    ("neighbours", "resume", "continues a partial file; see the tests of resumed runs"),
    ("properties", "resume", "continues a partial file; see the tests of resumed runs"),
    ("unavoidable", "resume", "continues a partial file; see the tests of resumed runs"),
    ("convert --sample", "sort", "sorts one row"),
    ("stats bad.csv --chart", "scale", "no row is rated"),
    ("dedup --in-both", "by", "shows in the numbers, as the duplicates have equal text"),
    ("dedup --only-in", "by", "shows in the numbers, as the duplicates have equal text"),
    ("dedup --quiet", "by", "shows in the messages, as the duplicates have equal text"),
    ("split", "dir", "is the default"),
    ("split --train=100", "salt", "all rows are in one split"),
    ("split --validation=100", "salt", "all rows are in one split"),
    ("split --test=100", "salt", "all rows are in one split"),
    ("dataset --resume", "force", "overwrites another result; see the tests of resumed runs"),
    ("dataset", "resume", "continues a partial folder; see the tests of resumed runs"),
];

/// Refusals that name neither an option nor its value, by the words of their command lines, and what they name.
#[rustfmt::skip]
const NAMED_AS: &[(&str, &str, &str)] = &[
    ("pack --levels", "solution", "section \"Medium\": puzzles with a given solution"),
    ("pack merge o.csv", "out", "o.csv: cannot be read"), // with --out, the first file is a range
    ("dataset --out o --count 3 --weights", "pattern", "not for a mask or pattern"),
    ("print --title", "format", "has no effect in a folder of pictures"),
    ("", "json", "with --format json"),
    ("", "json", "without --format text"),
    ("convert bad.csv", "column", "found two columns \"puzzle\""),
];

/// Further words, with which an option has an effect that the mode alone does not show.
#[rustfmt::skip]
const WITH: &[(&str, &str)] = &[
    ("exact", "--mask heart"), ("minimal", "--level easy"), ("max-tries", "--er 1.5"), ("order", "--levels easy:3"), ("names", "--fractions 30,30,40"),
    ("bold-font", "--font Regular.ttf"), ("exclude-by", "--exclude a.csv"), ("bleed", "--preset kdp-6x9"), ("solution", "--puzzle 1"), ("scale", "--grade"), ("search", "--clues 22..=23"),
    ("any", "empty.txt"), ("grade", "several.txt"), ("together", "other.csv"), ("seed", "--sample 1"), ("files-are-splits", "train-1.csv train-2.csv"),
];

/// The folder with the inputs of all modes.
static INPUTS: LazyLock<Folder> = LazyLock::new(|| {
    let rows = |level: &str, count: usize| {
        let train = include_str!("../../../../datasets/csv/train.csv").lines();
        train.filter(|row| row.contains(&format!(",{level},"))).take(count).collect::<Vec<_>>()
    };
    let header = include_str!("../../../../datasets/csv/train.csv").lines().next().unwrap();
    let (easy, medium, hard) = (rows("easy", 3), rows("medium", 2), rows("diabolical", 1)[0]);
    let repeated = easy[0].replacen("easy", "medium", 1);
    let book = "title = 'Book'\n[[section]]\nname = 'A'\ncount = 10\nlevel = 'easy'\n[[section]]\nname = 'B'\ncount = 10\nlevel = 'medium'\n";
    let folder = Folder::new()
        .with("in.csv", lines([header, easy[0], medium[0], easy[1], medium[1]]))
        .with("bad.csv", lines([header, easy[0], medium[0], "12", easy[1], &repeated, hard]))
        .with("other.csv", lines([header, easy[0], easy[2]]))
        .with("empty.txt", lines([crate::common::EMPTY]))
        .with("train-1.csv", lines([header, easy[0]]))
        .with("train-2.csv", lines([header, easy[1]]))
        .with("several.txt", lines([PUZZLE, &PUZZLE[1..], crate::common::AMBIGUOUS, crate::common::UNSOLVABLE]))
        .with("book.toml", book);
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../print/fonts");
    for (font, name) in [("NotoSans-Regular.ttf", "Regular.ttf"), ("NotoSans-Bold.ttf", "Bold.ttf")] {
        fs::copy(fonts.join(font), folder.path(name)).unwrap();
    }
    for run in [
        "pack --seed 1 --count 2 --out a.csv",
        "pack --seed 1 --start 2 --count 2 --out b.csv",
        "pack --recipe book.toml --out book.csv",
        "print book.csv --preset kdp-6x9 --out book.pdf",
    ] {
        folder.run(&format!("{run} --quiet")).fine();
    }
    let half = [medium[0], easy[0]].map(|row| half_done(&folder, row));
    folder.write("half.csv", lines(["puzzle,state,candidates", "12,,", &half[0], &half[1]]));
    let benchmark = folder.run("benchmark write").fine();
    let rows: Vec<Vec<&str>> = benchmark.lines().skip(1).step_by(40).map(|row| row.split(',').collect()).collect();
    let predictions = rows.iter().map(|row| format!("{},{},{}", row[1], row[2], row[1].replace('.', "1")));
    folder.write("predictions.csv", lines(std::iter::once("puzzle,prediction,answer".into()).chain(predictions)));
    folder
});

/// Returns a puzzle with digits placed in the first three rows, and with a candidate removed: a row of the columns puzzle, state
/// and candidates.
fn half_done(folder: &Folder, row: &str) -> String {
    let fields: Vec<&str> = row.split(',').collect();
    let (puzzle, solution) = (fields[1], fields[2]);
    let state = format!("{}{}", &solution[..27], &puzzle[27..]);
    let marks = folder.run(&format!("candidates --stage before {state}")).fine();
    let mut marks = marks.trim().as_bytes().to_vec();
    let wrong =
        |&at: &usize| marks[at] != b'.' && state.as_bytes()[at / 9] == b'.' && marks[at] != solution.as_bytes()[at / 9];
    let at = (0..marks.len()).find(wrong).unwrap();
    marks[at] = b'.';
    format!("{puzzle},{state},{}", String::from_utf8(marks).unwrap())
}

/// The output of a run: its exit status, what it printed, and its files.
#[derive(PartialEq)]
struct Result {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
    files: BTreeMap<String, Vec<u8>>,
}

/// Runs a command line in a folder with the inputs. `before` is a command line that is run before.
fn run(before: Option<&str>, words: &str) -> Result {
    let folder = Folder::new();
    for name in INPUTS.names() {
        fs::hard_link(INPUTS.path(&name), folder.path(&name)).unwrap();
    }
    let start = |words: &str| command(&folder.path("."), words).stdin(Stdio::null()).output().unwrap();
    before.map(start);
    let output = start(words);
    let mut files = BTreeMap::new();
    add_files(&folder.path("."), "", &mut files);
    let stderr = String::from_utf8(output.stderr).unwrap();
    Result { status: output.status.code(), stdout: output.stdout, stderr, files }
}

fn add_files(folder: &Path, within: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{within}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => add_files(&entry.path(), &format!("{name}/"), files),
            false if within.is_empty() && INPUTS.exists(&name) => {}
            false => drop(files.insert(name, fs::read(entry.path()).unwrap())),
        }
    }
}

/// Returns the definitions of the command line.
pub(crate) fn definitions() -> Command {
    let mut root = minirow_cli::Command::augment_subcommands(Command::new("minirow").disable_help_subcommand(true));
    root.build();
    root
}

/// Returns the command of a mode.
fn command_of<'a>(root: &'a Command, mode: &str) -> &'a Command {
    mode.split(' ')
        .map_while({
            let mut at = root;
            move |word| at.find_subcommand(word).inspect(|found| at = found)
        })
        .last()
        .unwrap()
}

pub(crate) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_positional() && arg.get_id() != "help")
}

/// Returns the words of an option with each of its values.
fn samples(option: &Arg) -> Vec<String> {
    let name = option.get_long().unwrap();
    if matches!(option.get_action(), ArgAction::SetTrue) {
        return vec![format!("--{name}")];
    }
    let known: Vec<String> = option.get_possible_values().iter().map(|value| value.get_name().to_string()).collect();
    let given = VALUES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, values)| values.iter().map(ToString::to_string).collect());
    let values: Vec<String> = given.unwrap_or(known);
    assert!(!values.is_empty(), "--{name}: expected a value in VALUES");
    values.iter().map(|value| format!("--{name}={value}")).collect()
}

/// The results of the modes alone.
#[derive(Default)]
struct Plains(Mutex<BTreeMap<(bool, String), Arc<Result>>>);

impl Plains {
    fn get(&self, before: Option<&str>, words: &str) -> Arc<Result> {
        let key = (before.is_some(), words.to_string());
        if let Some(known) = self.0.lock().unwrap().get(&key) {
            return Arc::clone(known);
        }
        let result = Arc::new(run(before, words));
        self.0.lock().unwrap().insert(key, Arc::clone(&result));
        result
    }
}

/// Tests an option in a mode, possibly with another option. Returns what is wrong. Nothing is wrong if the other option is refused, or
/// ends the run.
fn test(mode: &str, option: &Arg, plains: &Plains) -> std::result::Result<(), String> {
    let name = option.get_long().unwrap();
    // The options of a book describe the one that has a cover.
    let is_of_book = mode.contains("--cover") && matches!(option.get_help_heading(), Some("Text" | "Pages"));
    let is_neutral = is_of_book || NEUTRAL.iter().any(|(of, known, _)| *known == name && has_words(mode, of));
    let alone = MODES.iter().filter(|alone| mode.starts_with(**alone)).max_by_key(|alone| alone.len()).unwrap();
    if is_neutral || plains.get(None, mode).status != plains.get(None, alone).status {
        return Ok(());
    }
    // Of two options, a refusal may name the first.
    let first = mode[alone.len()..].trim().split('=').next().unwrap_or_default().trim_start_matches("--");
    let names_first = |message: &str| !first.is_empty() && has_name(message, first);
    let further = WITH.iter().find(|(known, _)| *known == name).map(|(_, words)| *words);
    let samples = samples(option);
    let (mut found, mut unnamed, mut accepted) = (Vec::new(), Vec::new(), BTreeSet::new());
    'modes: for with in ["", further.unwrap_or_default()] {
        let base = format!("{mode} {with}");
        // What happens to a file that exists shows in a second run only.
        let before = ["force", "resume"].contains(&name).then_some(mode);
        let plain = plains.get(before, &base);
        if !with.is_empty() && plain.status == Some(2) {
            continue;
        }
        for sample in &samples {
            let line = format!("{base} {sample}");
            let result = run(before, &line);
            match result.status {
                Some(2) if !is_named(&result.stderr, mode, name, sample) && !names_first(&result.stderr) => {
                    unnamed.push(line);
                }
                Some(2) => {} // another value may be accepted
                _ if result != *plain => {
                    found.clear();
                    break 'modes;
                }
                _ => {
                    found.push(line);
                    accepted.insert(sample);
                }
            }
        }
    }
    // If all other values are refused, the last one may tell what is so without it.
    let is_told = samples.len() > 1 && accepted.len() == 1;
    if is_told {
        found.clear();
    }
    found.append(&mut unnamed);
    if found.is_empty() { Ok(()) } else { Err(found.join("; ")) }
}

/// Returns `true` if a command line has all words, or words that begin so.
fn has_words(line: &str, words: &str) -> bool {
    words.split(' ').all(|word| line.split(' ').any(|part| part.starts_with(word)))
}

/// Returns `true` if a refusal names the option or its value.
fn is_named(message: &str, mode: &str, name: &str, sample: &str) -> bool {
    let value = sample.split_once('=').map(|(_, value)| value);
    let mut others =
        NAMED_AS.iter().filter(|(of, known, _)| *known == name && has_words(mode, of)).map(|(.., words)| *words);
    // A short value may be part of another word.
    let is_value = |value: &str| match value.len() {
        0..3 => message.contains(&format!("found {value}")) || message.contains(&format!("'{value}'")),
        _ => message.contains(value),
    };
    has_name(message, name) || value.is_some_and(is_value) || others.any(|words| message.contains(words))
}

/// Returns `true` if a message has the name of an option. A constraint is a key of recipes, too, and has no dashes there.
fn has_name(message: &str, name: &str) -> bool {
    let is_key = || CONSTRAINTS.iter().any(|constraint| constraint.name == name);
    let mut words = message.split(|sign: char| !sign.is_alphanumeric() && sign != '-');
    message.contains(&format!("--{name}")) || is_key() && words.any(|word| word == name)
}

#[test]
fn every_option_that_describes_puzzles_is_a_key_of_a_recipe() {
    let root = definitions();
    let pack = root.find_subcommand("pack").unwrap();
    let describes = |option: &&Arg| matches!(option.get_help_heading(), Some("Constraints" | "Sampling"));
    let names: Vec<&str> = options(pack).filter(describes).filter_map(Arg::get_long).collect();
    assert!(names.len() > 20 && names.contains(&"pattern"), "{names:?}");
    for name in names {
        // No constraint is a table, so the value is refused, but not the key.
        let recipe = format!("[[section]]\nname = 'A'\ncount = 1\n{name} = {{}}\n");
        let error = BookRecipe::parse("book.toml", &recipe).unwrap_err().to_string();
        assert!(error.starts_with(&format!("book.toml:4: {name}: ")), "{error}");
    }
}

#[test]
fn every_option_changes_the_output_or_is_refused() {
    let root = definitions();
    let mut cases = Vec::new();
    for mode in MODES {
        let words: Vec<&str> = mode.split(' ').collect();
        // Constraints are the same in all modes that generate puzzles.
        let has_constraints = CONSTRAINED.contains(mode);
        let is_tested = |option: &&Arg| {
            let name = option.get_long().unwrap();
            let is_constraint = CONSTRAINTS.iter().any(|constraint| constraint.name == name);
            !words.contains(&format!("--{name}").as_str()) && (has_constraints || !is_constraint)
        };
        cases.extend(options(command_of(&root, mode)).filter(is_tested).map(|option| (mode, option)));
    }
    // Many take seconds. By default, some are tested, of all commands; in `.ci/run`, each option in each mode, and some pairs.
    let step = |of: usize| (of / size(PAIRS)).max(1);
    let pairs: Vec<(String, &Arg)> = cases
        .iter()
        // The first error ends a strict run, a missing column ends any, and one page does not show what changes the others.
        .filter(|(mode, first)| {
            !mode.contains("--page") && !["strict", "page", "column"].contains(&first.get_long().unwrap_or_default())
        })
        .flat_map(|(mode, first)| {
            let others = cases.iter().filter(move |(other, second)| other == mode && second.get_id() != first.get_id());
            others.map(move |(_, second)| (mode, first, *second))
        })
        .step_by(step(cases.len() * 20))
        .filter(|(_, first, _)| first.get_long() != Some("puzzle-column")) // as for `column`
        .map(|(mode, first, second)| (format!("{mode} {}", samples(first)[0]), second))
        .collect();
    let cases = cases.iter().step_by(stride(cases.len() / CASES)).map(|(mode, option)| ((*mode).to_string(), *option));
    let cases: Vec<(String, &Arg)> = cases.chain(pairs).collect();
    let (next, wrong, plains) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Plains::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((mode, option)) = cases.get(next.fetch_add(1, SeqCst)) {
                    wrong.lock().unwrap().extend(test(mode, option, &plains).err());
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} without effect:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Returns the names of all commands, with those below others.
pub(crate) fn paths(command: &Command, path: &[String], all: &mut Vec<Vec<String>>) {
    for inner in command.get_subcommands() {
        let path: Vec<String> = path.iter().cloned().chain([inner.get_name().to_string()]).collect();
        paths(inner, &path, all);
        all.push(path);
    }
}

#[test]
fn every_command_has_modes() {
    let (root, mut all) = (definitions(), Vec::new());
    paths(&root, &[], &mut all);
    for path in all.iter().map(|path| path.join(" ")).filter(|path| path != "benchmark") {
        let has_mode = |mode: &&str| mode.split(' ').zip(path.split(' ')).all(|(word, name)| word == name);
        assert!(MODES.iter().any(has_mode), "{path}");
        options(command_of(&root, &path)).for_each(|option| drop(samples(option)));
    }
}

#[test]
fn options_for_files_are_refused_without_files() {
    let folder = Folder::new().with("in.csv", &*crate::common::EASY_PACK);
    #[rustfmt::skip]
    let cases = [
        ("pack --count 1 --resume --out -",                "--resume has no effect with --out -"),
        ("pack --count 1 --resume --out /dev/null",        "--resume has no effect with --out /dev/null"),
        ("pack --count 1 --trace t.jsonl --out -",         "--trace has no effect without --out FILE"),
        ("solve in.csv --force --out -",                   "--force has no effect with --out -"),
        ("explain in.csv --title T",                       "--title has no effect without --format html or pdf, or --out FILE.html"),
        ("explain in.csv --brief --format json",           "--brief has no effect without --format text"),
        ("pack --schema hrm --labels",                     "--labels has no effect with --schema hrm"),
        ("print in.csv --dpi 300 --out b.pdf",             "--dpi has no effect without --format png, or --out FILE.png"),
        ("print in.csv --puzzle 1 --title T",              "--title has no effect with --puzzle"),
        ("print in.csv --puzzle 1 --hint below",           "--hint has no effect with --puzzle"),
        ("print --check b.pdf --preset kdp-6x9 --title T", "--title has no effect with --check"),
        ("print --check b.pdf --preset kdp-6x9 --column er", "--column has no effect with --check"),
        ("dataset --out o --count 3 --column er", "--column has no effect without --from"),
        ("convert in.csv --to sdm --set author=Me",        "--set author has no effect with --to sdm"),
        ("stats in.csv --out s.svg --duplicates none",     "--duplicates has no effect in pictures"),
        ("split in.csv --column --force",                  "--force has no effect without --out FILE"),
        ("check in.csv --memory 1MB",                      "--memory has no effect without --dataset"),
        // The parser of options does not require an option that another one excludes.
        ("check in.csv --json --ratings all",              "--ratings has no effect without --dataset"),
        ("pack --count 1 --order ramp",                    "--order has no effect without --levels"),
        ("split in.csv --train 100 --names a,b",           "--names has no effect without --fractions"),
        ("dataset --out d --count 1 --source X",           "--source has no effect without --from"),
        ("print in.csv --format svg --out o --solutions-per-page 2",
            "--solutions-per-page has no effect in a folder of pictures, unless it is 0"),
        ("stats in.csv --together",                        "--together has no effect with one FILE"),
        ("pack --exact --mask heart --search climb",       "a pattern, or a mask with exact, cannot be combined with hill climbing: use search sample"),
        ("print in.csv --page 1 --solution",               "--solution has no effect without --puzzle"),
        ("print in.csv --page 1 --crop-marks",              "--crop-marks has no effect without a book or a cover as PDF"),
        ("print in.csv --out b.html --pdf-x FOGRA39",      "--pdf-x has no effect without a book or a cover as PDF"),
        ("print in.csv --out b.pdf --date 2026-11-30",     "--date has no effect without pictures of puzzles"),
        ("print in.csv --puzzle 1 --date 2026-11-30 --label x", "--date has no effect without {date} or {weekday} in --label"),
        ("print in.csv --puzzle 1 --label {weekday}",      "{date} and {weekday} in --label need --date"),
        ("print in.csv --page 1 --notes 1", "--notes 1 has no effect: the output is the same without it"),
        ("print in.csv --out b.html --fallback-font x.ttf", "--fallback-font has no effect with --format html"),
    ];
    for (words, message) in cases {
        let output = folder.run(words);
        assert_eq!((output.message(), output.status), (&*format!("error: {message}"), 2), "{words}");
    }
    assert_eq!(folder.names(), ["in.csv"]);
}
