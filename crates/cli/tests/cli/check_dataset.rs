//! `check --dataset`: every change of a data set is found and named.

use crate::common::{AMBIGUOUS, EASY_PACK as PACK, Folder, Output, PUZZLE, assert_message, lines};
use crate::size::stride;
use minirow_core::{Grid, Symmetry};
use sha2::{Digest, Sha256};

const CHECK: &str = "check --dataset data";

/// The pack as a folder with splits and checksums.
fn data() -> Folder {
    let folder = Folder::new().with("pack.csv", &*PACK);
    std::fs::create_dir(folder.path("data")).unwrap();
    folder.run("split pack.csv --dir data");
    seal(&folder);
    folder
}

/// Writes the checksums of the current files.
fn seal(folder: &Folder) {
    let sums = ["test", "train", "validation"].map(|split| {
        let digest = Sha256::digest(folder.read(&format!("data/{split}.csv")));
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hex}  {split}.csv")
    });
    folder.write("data/SHA256SUMS", lines(sums));
}

/// The lines of a file, to be changed.
fn lines_of(folder: &Folder, name: &str) -> Vec<String> {
    folder.read(name).lines().map(String::from).collect()
}

/// The failures, without the summary.
#[track_caller]
fn failures(output: &Output) -> Vec<&str> {
    assert_eq!((output.stderr.as_str(), output.status), ("", 1));
    output.stdout.lines().take_while(|line| !line.starts_with("files ")).collect()
}

/// Changes a field in a row of a file, and gives the failures if the checksums know of it.
fn after_change(name: &str, line: usize, column: usize, change: impl Fn(&str) -> String) -> Vec<String> {
    let folder = data();
    let mut rows = lines_of(&folder, name);
    let mut fields: Vec<String> = rows[line - 1].split(',').map(String::from).collect();
    fields[column] = change(&fields[column]);
    rows[line - 1] = fields.join(",");
    folder.write(name, lines(rows));
    seal(&folder);
    let output = folder.run(CHECK);
    failures(&output).into_iter().map(String::from).collect()
}

#[test]
fn a_good_data_set() {
    let folder = data();
    let splits = ["train", "validation", "test"]
        .map(|split| format!("{split} {}", lines_of(&folder, &format!("data/{split}.csv")).len() - 1))
        .join(", ");
    let expected = format!(
        "files         3, with 200 rows\n\
         checksums     right for 3 files\n\
         readable      all\n\
         one solution  all\n\
         solution      all right\n\
         clues         none wrong\n\
         minimal       all right\n\
         symmetry      all right\n\
         grid_id       not given\n\
         labels        not given\n\
         ratings       all 200 rated again, all right\n\
         duplicates    none\n\
         equal ids     none\n\
         splits        {splits}\n\
         leaks         none: no two splits have equivalent solution grids\n\
         verdict       no failures\n"
    );
    assert_eq!(folder.run(CHECK).fine(), expected);
    for flags in ["--threads 1", "--memory 1kB --temp-dir .", "--ratings all"] {
        assert_eq!(folder.run(&format!("{CHECK} {flags}")).fine(), expected, "{flags}");
    }
    let some = folder.run(&format!("{CHECK} --ratings 30")).fine();
    let message = "30 of 200 rated again, all right: with 95 % confidence, fewer than 10.00 % of all are wrong";
    assert!(some.contains(message), "{some}");
    assert!(folder.run(&format!("{CHECK} --ratings none")).fine().contains("ratings       0 of 200 rated again\n"));
    // A column tells splits as well as names of files do.
    folder.run("split pack.csv --column --out all.csv");
    let one = folder.run("check --dataset all.csv --ratings none --out report").fine();
    assert_eq!(one, "");
    assert!(folder.read("report").contains("leaks         none: "));
}

#[test]
fn a_corrupted_shard() {
    let folder = data();
    let good = folder.read("data/train.csv");
    folder.write("data/train.csv", good.replacen(",easy,", ",Easy,", 1));
    let output = folder.run(&format!("{CHECK} --ratings none"));
    let found = failures(&output);
    assert_message(found[0], "data/train.csv: its SHA-256 is ...", "one byte");
    assert!(found[0].contains(", but data/SHA256SUMS says "), "{found:?}");
    assert!(found[1].contains(": level is `Easy`, expected one of easy, medium, "), "{found:?}");
    assert_eq!(found.len(), 2);
    // Cut off in the middle of a row, missing, or not listed.
    folder.write("data/train.csv", &good[..good.len() - 310]);
    let output = folder.run(CHECK);
    let found = failures(&output);
    assert_message(found[0], "data/train.csv: its SHA-256 is ...", "cut off");
    assert!(found.len() > 1, "{found:?}");
    std::fs::remove_file(folder.path("data/train.csv")).unwrap();
    folder.write("data/more.csv", lines(PACK.lines().take(1).chain([PACK.lines().nth(1).unwrap()])));
    let output = folder.run(CHECK);
    let found = failures(&output);
    assert_message(found[0], "data/train.csv: cannot be read: ...", "missing");
    assert_eq!(found[1], "data/more.csv: is not listed in data/SHA256SUMS");
}

/// The number of rows is in the manifest of a pack, and in the list of the repository's own.
#[test]
fn numbers_of_rows() {
    let hex = |text: &str| -> String { Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect() };
    let folder = Folder::new().with("pack.csv", &*PACK);
    folder.write("manifest.csv", format!("file,puzzles,sha256\npack.csv,201,{}\n", hex(&PACK)));
    let output = folder.run("check --dataset pack.csv --ratings none");
    assert_eq!(failures(&output), ["pack.csv: has 200 rows, but manifest.csv says 201"]);
    folder.write("pack.csv.manifest.json", format!("{{\"file\":\"pack.csv\",\"sha256\":\"{}\",\"bytes\":1}}", hex("")));
    let output = folder.run("check --dataset pack.csv --ratings none");
    let size = PACK.len();
    assert_eq!(failures(&output)[0], format!("pack.csv: has {size} bytes, but pack.csv.manifest.json says 1"));
}

/// A file that has a checksum, but no rows, in a list where others have some, is no file with rows.
#[test]
fn files_without_rows() {
    let hex = |text: &str| -> String { Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect() };
    let folder = data();
    std::fs::remove_file(folder.path("data/SHA256SUMS")).unwrap();
    folder.write("data/steps.jsonl", "{\"step\":1}\n");
    assert!(!failures(&folder.run(CHECK)).is_empty());
    let listed = ["train", "validation", "test"].map(|split| {
        let text = folder.read(&format!("data/{split}.csv"));
        format!("{split}.csv,{},{}", text.lines().count() - 1, hex(&text))
    });
    folder.write("data/manifest.csv", format!("file,puzzles,sha256\n{}steps.jsonl,,{}\n", lines(listed), hex("x")));
    let output = folder.run(CHECK);
    let found = failures(&output);
    assert_message(found[0], "data/steps.jsonl: its SHA-256 is ...", "no rows");
    assert_eq!(found.len(), 1);
}

/// Puzzle, solution, and all their columns.
#[test]
fn a_row_changed_by_hand() {
    let columns: Vec<&str> = PACK.lines().next().unwrap().split(',').collect();
    let column = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    let plus_one = |text: &str| (text.parse::<u32>().unwrap() + 1).to_string();
    let first_digit_changed = |text: &str| format!("{}{}", text[..1].parse::<u32>().unwrap() % 9 + 1, &text[1..]);
    type Change<'a> = &'a dyn Fn(&str) -> String;
    let cases: [(&str, Change, &str); 10] = [
        ("solution", &first_digit_changed, "the solution given has ..."),
        ("solution", &|text| text[1..].into(), "the solution given is no grid: ..."),
        ("clues", &plus_one, "clues is ..."),
        (
            "minimal",
            &|text| if text == "true" { "false" } else { "true" }.into(),
            "minimal is true, but the clue in ...",
        ),
        ("minimal", &|_| "perhaps".into(), "minimal is perhaps, expected true or false"),
        ("symmetry", &|_| "dihedral".into(), "symmetry is dihedral, expected none"),
        ("er", &|_| "9.9".into(), "er is 9.9, expected 1..."),
        ("level", &|_| "hard".into(), "level is hard, expected easy"),
        ("steps", &plus_one, "steps is ..."),
        ("techniques", &|text| format!("{text};x-wing:1"), "techniques is hidden-single:..."),
    ];
    for (name, change, message) in cases {
        let found = after_change("data/train.csv", 6, column(name), change);
        assert_message(&found[0], &format!("data/train.csv:6: {message}"), name);
        assert_eq!(found.len(), 1, "{found:?}");
    }
    // A clue less may leave two solutions; a clue that is another leaves none.
    let found = after_change("data/train.csv", 6, column("puzzle"), |_| AMBIGUOUS.into());
    assert!(found.iter().any(|line| line.starts_with("data/train.csv:6: several solutions: ")), "{found:?}");
    let found = after_change("data/train.csv", 6, column("puzzle"), |text| text[..80].into());
    assert_message(&found[0], "data/train.csv:6: found 80 cells in a line, ...", "a cell less");
    let found = after_change("data/train.csv", 6, column("id"), |_| {
        lines_of(&data(), "data/train.csv")[4].split(',').next().unwrap().into()
    });
    assert_eq!(found, ["data/train.csv:6: has the id of data/train.csv:5"]);
}

/// A row of the test set that is copied into the training set is a duplicate and a leak.
#[test]
fn a_test_row_in_train() {
    let folder = data();
    let stolen = lines_of(&folder, "data/test.csv")[3].clone();
    let mut train = lines_of(&folder, "data/train.csv");
    train.push(stolen);
    let last = train.len();
    folder.write("data/train.csv", lines(train));
    seal(&folder);
    let output = folder.run(CHECK);
    let expected = [
        format!("data/train.csv:{last}: is a duplicate of data/test.csv:4"),
        format!("data/train.csv:{last}: is in train, but its solution grid is in test too, in data/test.csv:4"),
        format!("data/train.csv:{last}: has the id of data/test.csv:4"),
    ];
    assert_eq!(failures(&output), expected);
    for message in ["duplicates    1\n", "equal ids     1\n", "leaks         1\n", "verdict       3 failures\n"] {
        assert!(output.stdout.contains(message), "{}", output.stdout);
    }
}

/// An equivalent row, by every kind of symmetry alone and by all of them together.
#[test]
fn an_equivalent_row() {
    let same = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let symmetries = [
        Symmetry::TRANSPOSE,
        "rows:123456789 columns:123456789 digits:234567891".parse().unwrap(),
        Symmetry::permute([1, 0, 2, 3, 4, 5, 6, 7, 8], same).unwrap(),
        Symmetry::permute(same, [6, 7, 8, 3, 4, 5, 0, 1, 2]).unwrap(),
        Symmetry::nth(1_111_111_111_111),
    ];
    for symmetry in symmetries {
        let folder = data();
        let row = lines_of(&folder, "data/train.csv")[1].clone();
        let puzzle: Grid = row.split(',').nth(1).unwrap().parse().unwrap();
        let image = symmetry.grid(&puzzle);
        folder.write("data/dev.csv", format!("puzzle\n{image}\n"));
        std::fs::remove_file(folder.path("data/SHA256SUMS")).unwrap();
        let output = folder.run(&format!("{CHECK} --ratings none"));
        let found = failures(&output);
        // Files are in the order of their names, so the equivalent puzzle comes first.
        let (message, way) = found[0].split_once(", by ").unwrap();
        assert_eq!(message, "data/train.csv:2: is equivalent to data/dev.csv:2");
        assert_eq!(way.parse::<Symmetry>().unwrap().grid(&puzzle), image);
        let leak = "data/train.csv:2: is in train, but its solution grid is in validation too, in data/dev.csv:2";
        assert_eq!(found[1..], [leak]);
    }
}

/// The pack with labels as a folder that is ready to publish.
fn published() -> Folder {
    let folder = Folder::new().with("pack.csv", &*PACK);
    folder.run("grade pack.csv --labels --out labelled.csv --quiet");
    folder.run("dataset --from labelled.csv --out data --shard-rows 100 --quiet").fine();
    folder
}

/// The shards of the training set as Parquet, in two; as CSV their rows are checked one by one.
const SHARD: &str = "data/data/train-00001-of-00002.parquet";

#[test]
fn a_folder_that_is_published() {
    let folder = published();
    let message = folder.run(CHECK).fine();
    for line in [
        "files         4, with 200 rows\n",
        "checksums     right for 11 files\n",
        "copies        4 files have the same rows in another format\n",
        "grid_id       all right\n",
        "labels        all right\n",
        "leaks         none: no two splits have equivalent solution grids\n",
        "verdict       no failures\n",
    ] {
        assert!(message.contains(line), "{line}{message}");
    }
    // Without CSV, the Parquet file is checked.
    std::fs::remove_dir_all(folder.path("data/csv")).unwrap();
    std::fs::remove_file(folder.path("data/manifest.json")).unwrap();
    let message = folder.run(CHECK).fine();
    assert!(message.contains("files         4, with 200 rows\n") && !message.contains("copies"), "{message}");
}

/// A label, an id of a grid, and a row of the copy in another format.
#[test]
fn labels_and_copies() {
    let folder = published();
    let name = "data/csv/test-00000-of-00001.csv";
    let original = folder.read(name);
    let columns: Vec<&str> = original.lines().next().unwrap().split(',').collect();
    let column = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    for (what, value, message) in [
        ("nodes", "77", "nodes is 77, expected 0"),
        ("backdoor", "3", "backdoor is 3, expected 0"),
        ("grid_id", "0123456789abcdef", "grid_id is 0123456789abcdef, expected ..."),
    ] {
        let mut rows: Vec<String> = original.lines().map(String::from).collect();
        let mut fields: Vec<&str> = rows[2].split(',').collect();
        fields[column(what)] = value;
        rows[2] = fields.join(",");
        folder.write(name, lines(rows));
        let output = folder.run(CHECK);
        let found = failures(&output);
        assert_message(found[0], &format!("{name}: ..."), "the checksum or the size");
        assert_message(found[1], &format!("data/csv/test-00000-of-00001.csv:3: {message}"), what);
        let copy = "data/data/test-00000-of-00001.parquet";
        assert_eq!(found[2], format!("{copy}:3: {what} is not what {name}:3 has"));
        assert_eq!(found.len(), 3);
    }
}

/// Whatever byte of a shard is changed, and wherever it is cut off: it is found, and reading what is left breaks nothing.
#[test]
fn a_corrupted_shard_of_parquet() {
    let folder = published();
    let good = std::fs::read(folder.path(SHARD)).unwrap();
    let (step, end) = (good.len() * stride(8) / 40, good.len());
    for place in (0..end).step_by(step).chain([end - 1, end - 5, end - 9, end - 40, end - 200]) {
        let mut bad = good.clone();
        bad[place] ^= 0x55;
        for bytes in [&bad[..], &good[..place]] {
            folder.write(SHARD, bytes);
            let output = folder.run(&format!("{CHECK} --ratings none"));
            let found = failures(&output);
            assert_message(found[0], &format!("{SHARD}: ..."), "the checksum or the size");
            assert!(output.stdout.contains("checksums     1 wrong\n"), "{place}: {}", output.stdout);
        }
    }
}

/// Puzzles with the same solution are not duplicates, but a leak if files are splits.
#[test]
fn the_same_solution_in_another_split() {
    let sibling = PUZZLE.replacen("53.", "534", 1);
    let folder = Folder::new().with("train.txt", lines([PUZZLE])).with("test.txt", lines([&sibling]));
    let output = folder.run("check --dataset train.txt test.txt");
    let leak = "test.txt:1: is in test, but its solution grid is in train too, in train.txt:1";
    assert_eq!(failures(&output), [leak]);
    let folder = Folder::new().with("a.txt", lines([PUZZLE])).with("b.txt", lines([&sibling]));
    assert!(folder.run("check --dataset a.txt b.txt").fine().contains("splits        none\n"));
    let output = folder.run("check --dataset a.txt b.txt --files-are-splits");
    assert_eq!(failures(&output), ["b.txt:1: is in b.txt, but its solution grid is in a.txt too, in a.txt:1"]);
    // An equivalent solution is a leak, too.
    let image = Symmetry::nth(999_999_999_999).grid(&sibling.parse().unwrap()).to_string();
    folder.write("b.txt", lines([image]));
    assert_eq!(failures(&folder.run("check --dataset a.txt b.txt --files-are-splits")).len(), 1);
}

#[test]
fn foreign_files_are_read_to_their_end() {
    let csv = format!("quizzes,solutions\n{PUZZLE},\nnonsense,\n{AMBIGUOUS},1\n");
    let folder = Folder::new().with("train.csv", csv);
    let output = folder.run("check --dataset train.csv");
    let found = failures(&output);
    assert_message(found[0], "train.csv:3: found 'n' at position 1, ...", "nonsense");
    assert_message(found[1], "train.csv:4: several solutions: ...", "ambiguous");
    assert_eq!(found.len(), 2);
    let strict = folder.run("check --dataset train.csv --strict");
    assert_message(strict.message(), "error: train.csv:3: found 'n' at position 1, ...", "strict");
    assert_eq!((strict.stdout.as_str(), strict.status), ("", 1));
}

#[test]
fn wrong_use() {
    let folder = Folder::new().with("in", lines([PUZZLE])).with("SHA256SUMS", "nonsense\n");
    std::fs::create_dir(folder.path("nothing")).unwrap();
    for (command, message, status) in [
        (
            "check --dataset nothing",
            "error: nothing: found no file with rows, expected one of .csv .tsv .jsonl .ndjson .sdm .txt .parquet",
            1,
        ),
        ("check --dataset nowhere", "error: nowhere: cannot be read: ...", 2),
        ("check --dataset in", "error: SHA256SUMS: line 1: found \"nonsense\", expected 64 hexadecimal digits ...", 1),
        (
            "check --dataset in --ratings most",
            "error: invalid value 'most' for '--ratings <ROWS>': expected all, none, sample or a number",
            2,
        ),
        ("check nothing", "error: nothing: is a folder, expected a file", 2),
    ] {
        let output = folder.run(command);
        assert_message(output.message(), message, command);
        assert_eq!((output.status, output.stdout.as_str()), (status, ""), "{command}");
    }
}
