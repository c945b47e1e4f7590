//! Files of unknown origin: damaged, very large, with malformed rows or with text that a terminal must not interpret.

use std::io::Write;
use std::sync::Arc;

use flate2::write::GzEncoder;
use minirow_core::Puzzle;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::common::{AMBIGUOUS, Folder, PUZZLE};
use crate::memory::texts;
use crate::size::stride;

/// Another puzzle that is not equivalent.
const OTHER: &str = ".14.6...9.....1...8..3...4.6...9.........8..5.8....2...216.5.....9...7...5.1....4";

/// Commands that read rows, without the name of the file.
const COMMANDS: [&str; 6] = [
    "solve",
    "convert --to csv",
    "stats --json",
    "dedup",
    "check --dataset",
    "dataset --out set --force --licence cc0-1.0 --from",
];

fn pack() -> Folder {
    let folder = Folder::new();
    folder.run("pack --seed 3 --count 40 --out pack.parquet --quiet").fine();
    folder
}

#[test]
fn damaged_parquet_is_an_error_of_the_data() {
    let folder = pack();
    let whole = std::fs::read(folder.path("pack.parquet")).unwrap();
    let damaged = |at: usize, mask: u8| {
        let mut bytes = whole.clone();
        bytes[at] ^= mask;
        bytes
    };
    let end = whole.len();
    // Magic numbers, page headers, pages, metadata and the length of the metadata.
    let places = [4, 6, 9, 14, 40, end / 4, end / 2, end - 300, end - 40, end - 20, end - 8, end - 6, end - 1];
    for (at, bytes) in places.into_iter().flat_map(|at| [(at, damaged(at, 0x15)), (at, whole[..at].to_vec())]) {
        folder.write("damaged.parquet", bytes);
        for command in COMMANDS.into_iter().step_by(stride(2)) {
            let output = folder.run(&format!("{command} damaged.parquet"));
            assert!([0, 1, 2].contains(&output.status), "{command}, byte {at}: {output:?}");
            assert!(!output.stderr.contains("panicked"), "{command}, byte {at}: {}", output.stderr);
            assert!(output.status == 0 || !output.stderr.is_empty() || command.starts_with("check"), "{command}");
        }
    }
    folder.write("cut.parquet", &whole[..end - 5]);
    for command in COMMANDS {
        let output = folder.run(&format!("{command} cut.parquet"));
        assert_eq!(output.status, 1, "{command}: {output:?}");
        let all = format!("{}{}", output.stderr, output.stdout);
        assert!(all.contains("cut.parquet") && all.contains("found invalid Parquet in its metadata ("), "{all}");
    }
}

#[test]
fn the_row_group_and_the_column_of_damage_are_named() {
    let folder = pack();
    let whole = std::fs::read(folder.path("pack.parquet")).unwrap();
    // The first page is that of the column `id`, which is compressed.
    let mut bytes = whole.clone();
    bytes[60..70].fill(0xff);
    folder.write("damaged.parquet", bytes);
    let output = folder.run("convert damaged.parquet --to csv");
    assert_eq!(output.status, 1, "{output:?}");
    assert!(output.stderr.contains("found invalid Parquet in row group 1, column `id` ("), "{}", output.stderr);
}

/// Writes two row groups of one puzzle each, the second of them damaged.
fn damaged_in_the_middle() -> Vec<u8> {
    let schema = "message schema { REQUIRED BYTE_ARRAY puzzle (UTF8); REQUIRED BYTE_ARRAY solution (UTF8); }";
    let properties = WriterProperties::builder().set_dictionary_enabled(false);
    let properties = properties.set_statistics_enabled(EnabledStatistics::None).build();
    let mut bytes = Vec::new();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
    for puzzle in [PUZZLE, OTHER] {
        let solution = Puzzle::new(puzzle.parse().unwrap()).unwrap().solution().to_string();
        let mut group = writer.next_row_group().unwrap();
        for text in [puzzle, &solution] {
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(&[text.into()], None, None).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
    let at = bytes.windows(81).position(|text| text == OTHER.as_bytes()).unwrap();
    bytes[at - 20..at].fill(0xff);
    bytes
}

/// The rows before the damage are not all of the file, so no command gives them a final name.
#[test]
fn a_file_that_cannot_be_read_to_its_end_gives_no_output() {
    for command in [
        "solve --out out.txt",
        "convert --out out.csv",
        "convert --out out.parquet",
        "grade --out out.csv",
        "stats --out out.html",
        "dedup --out out.csv --report report.csv",
        "split --dir .",
        "split --column --out out.csv",
        "dataset --licence cc0-1.0 --out set --from",
    ] {
        let folder = Folder::new().with("in.parquet", damaged_in_the_middle());
        let output = folder.run(&format!("{command} in.parquet"));
        assert_eq!(output.status, 1, "{command}: {output:?}");
        let expected = "error: in.parquet:3: cannot be read: found invalid Parquet in row group 2, column `puzzle` (";
        assert!(output.stderr.contains(expected), "{command}: {}", output.stderr);
        let written = folder.names().into_iter().filter(|name| !name.contains("out.csv.part"));
        assert_eq!(written.collect::<Vec<_>>(), ["in.parquet"], "{command}");
    }
}

/// Fields with line ends, NULs and quotes keep their rows, in CSV and in Parquet.
#[test]
fn fields_of_several_lines_are_read() {
    let note = "\"first,\n#second \"\"quoted\"\"\n\n".to_string() + &"more\n".repeat(60) + "last\"";
    let rows = [format!("{PUZZLE},{note},1"), format!("{OTHER},a\0b,2"), format!("{PUZZLE},5\" disk,3")];
    let folder = Folder::new().with("in.csv", format!("puzzle,note,number\n{}\n", rows.join("\n")));
    let kept = format!("puzzle,note,number\n{}\n{}\n", rows[0], rows[1]);
    let dedup = folder.run("dedup in.csv --quiet");
    assert_eq!((dedup.status, dedup.stdout), (0, kept.clone()), "{}", dedup.stderr);
    assert_eq!(folder.run("solve in.csv").fine().lines().count(), 3);
    folder.run("dedup in.csv --out out.parquet --quiet");
    assert_eq!(folder.run("dedup out.parquet --to csv --quiet").status, 0);
    assert_eq!(folder.run("solve out.parquet").fine().lines().count(), 2);
    folder.run("dedup out.parquet --out back.csv --quiet");
    let long = format!("puzzle,note,number\n{PUZZLE},\"{}\",1\n{OTHER},x,2\n", "line\n".repeat(300));
    folder.write("long.csv", &long);
    let output = folder.run("solve long.csv");
    let solved = output.stdout.lines().filter(|line| !line.is_empty()).count();
    assert_eq!((output.status, solved), (1, 1), "{}", output.stderr);
    assert!(output.message().starts_with("long.csv:2: found a quote that is not closed, "), "{}", output.message());
}

/// A malformed row is reported with its line and left out, and the rows around it are used. Fields at the end of a row may be
/// missing, and one without a column is kept.
#[test]
fn malformed_rows_are_left_out() {
    let rows = [
        "\u{feff}puzzle,x,y".to_string(),
        format!("{PUZZLE},a,b"),
        format!("{OTHER},\"a,b"),
        format!("?{OTHER},a,b"),
        format!("{OTHER},a"),
        format!("\"{OTHER},a,b"),
        format!("{OTHER},a,b,c"),
        "\"two\nlines\",a,b".to_string(),
        format!("{AMBIGUOUS},,"),
    ];
    for end in ["\n", "\r\n"] {
        let folder = Folder::new().with("in.csv", rows.join(end));
        for command in ["solve", "convert --to line", "stats --json", "dedup", "split --column=split"] {
            let output = folder.run(&format!("{command} in.csv"));
            assert_eq!(output.status, 1, "{command}: {output:?}");
            for message in [
                "in.csv:3: found a quote that is not closed, expected one at the end of its field",
                "in.csv:4: found '?' at position 1",
                "in.csv:5: found 2 fields, expected 3",
                "in.csv:6: found a quote that is not closed, expected one at the end of its field",
                "in.csv:7: found 4 fields, expected 3",
                "in.csv:8: found 't' at position 1",
            ] {
                assert!(output.stderr.contains(message), "{command}: {message}\n{}", output.stderr);
            }
        }
        let kept = [&rows[0][3..], &rows[1], &rows[8]].join(end);
        let output = folder.run("dedup in.csv --quiet");
        assert_eq!(output.stdout.replace("\r\n", "\n"), kept.replace("\r\n", "\n") + "\n");
        let output = folder.run("convert --strict --to line in.csv");
        assert_eq!(
            output.message(),
            "error: in.csv:3: found a quote that is not closed, expected one at the end of its field"
        );
        assert_eq!(output.status, 1);
    }
}

/// `memory` compares the time that such files take.
#[test]
fn many_lines_beside_a_grid_give_one_grid() {
    let number = 60_000 / stride(10);
    let nine: String = PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
    let many = |line: &str| line.repeat(number);
    // More than the most fields of a record.
    let sections: String = (0..(number / 10).max(5_000))
        .map(|number| format!("[A{number}]\n{}\n", "x".repeat(400 / stride(10))))
        .collect();
    for (name, text, is_error) in [
        ("before.sdk", format!("{}{nine}", many(&format!("#C {}\n", "x".repeat(200)))), true),
        ("after.sdk", format!("{nine}{}", many("#A x\n")), false),
        ("puzzles.sdk", format!("{}{nine}", many("[Puzzle]\n")), false),
        ("sections.sdk", format!("[Puzzle]\n{nine}{sections}"), true),
        ("edges.ss", format!("{}{nine}", many("*-----------*\n")), false),
    ] {
        let folder = Folder::new().with(name, text);
        for command in ["convert --to line", "solve"].into_iter().step_by(stride(2)) {
            let output = folder.run(&format!("{command} {name}"));
            let found = output.stdout.lines().filter(|line| !line.is_empty()).count();
            assert_eq!(found, 1, "{command} {name}: {}", output.message());
            assert_eq!(output.status, i32::from(is_error), "{command} {name}: {}", output.message());
        }
    }
}

/// `print` holds the puzzles of a book with their texts.
#[test]
fn a_book_that_does_not_fit_into_memory_is_refused() {
    // A file of gzip may have several parts.
    let part = |text: &str| {
        let mut file = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap()
    };
    let row = part(&format!("{PUZZLE},{}\n", "x".repeat(1_000_000)));
    let folder = Folder::new().with("book.csv.gz", [part("puzzle,id\n"), row.repeat(300)].concat());
    let output = folder.run("print book.csv.gz --heading id --title T --out book.html");
    let expected = "error: found 269 puzzles with more than 256 MiB, expected fewer puzzles or shorter texts in a book";
    assert_eq!((output.status, output.message()), (1, expected));
    assert!(!folder.path("book.html").exists());
}

#[test]
fn a_table_with_too_many_columns_is_refused_with_a_short_message() {
    let names = ["a"; 20_000].join(",");
    let folder = Folder::new().with("puzzle.csv", format!("puzzle,{names}\n{PUZZLE}\n")).with("keys.jsonl", {
        let keys: String = (0..20_000).map(|number| format!(",\"k{number}\":1")).collect();
        format!("{{\"puzzle\":\"{PUZZLE}\"{keys}}}\n")
    });
    let output = folder.run("solve puzzle.csv");
    assert_eq!((output.status, output.message()), (1, "puzzle.csv:1: found 20001 columns, expected at most 4096"));
    let output = folder.run("solve keys.jsonl");
    assert_eq!((output.status, output.message()), (1, "keys.jsonl:1: found 20001 fields, expected at most 4096"));
}

/// Escape sequences of a terminal, reversed text and line ends in names and cells are shown as escapes.
#[cfg(unix)]
#[test]
fn messages_have_no_control_characters() {
    let folder = Folder::new();
    let name = "a\u{1b}[2Jb\u{202e}\nc.csv";
    let text = format!("puzzle,level,er\n{PUZZLE},\u{9b}31m\u{202e},hard\u{1b}[1m\n\u{1b}]0;x\u{7},a,b\n");
    folder.write(name, text);
    for command in ["solve", "stats", "dedup", "check --format table", "grade --format table"] {
        let mut run = crate::common::command(&folder.path(""), command);
        let output = run.arg(name).output().unwrap();
        let text = String::from_utf8([output.stderr, if command == "dedup" { vec![] } else { output.stdout }].concat())
            .unwrap();
        let is_control = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!text.contains(is_control), "{command}: {text:?}");
        assert!(text.contains(r"\u{1b}"), "{command}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("c.csv")), "{command}: {text:?}");
    }
}

/// Names of columns are no YAML and no Markdown in the data card.
#[test]
fn names_of_columns_do_not_break_the_card() {
    let folder = Folder::new();
    let pack = folder.run("pack --seed 3 --count 3 --quiet").fine();
    let added = |(number, line): (usize, &str)| match number {
        0 => format!("{line},a: [b,x|y,</script>,`c`\n"),
        _ => format!("{line},1,2,3,4\n"),
    };
    folder.write("in.csv", pack.lines().enumerate().map(added).collect::<String>());
    let output = folder.run("dataset --from in.csv --out set --licence cc0-1.0 --formats csv --quiet");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let card = folder.read("set/README.md");
    for line in ["  - name: \"a: [b\"\n", "  - name: \"x|y\"\n", "| `x\\|y` | ", "| `` `c` `` | ", "| `</script>` | "] {
        assert!(card.contains(line), "{line}\n{card}");
    }
}

/// Commands do not read the columns of Parquet that they do not need.
#[test]
fn columns_that_are_not_needed_are_not_read() {
    let folder = Folder::new();
    let notes = vec![ByteArray::from(vec![b'x'; 100_000]); 1000]; // 100 MB
    let mut file = std::fs::File::create(folder.path("large.parquet")).unwrap();
    texts(&mut file, notes.into_iter(), WriterProperties::default()).unwrap();
    let ratings = "audit --ratings none";
    let commands = [
        "solve",
        "count",
        "candidates",
        "check",
        "grade --trace --max-er 1.0",
        "canon",
        "explain --puzzle 1000",
        "stats",
        ratings,
    ];
    for command in commands.into_iter().step_by(stride(5)) {
        let output = folder.run(&format!("{command} large.parquet --threads 1"));
        assert_eq!(output.status, 0, "{command}: {}", output.stderr);
    }
    for command in ["convert --to csv", "dedup", "grade --max-er 1.0"].into_iter().step_by(stride(3)) {
        let output = folder.run(&format!("{command} large.parquet"));
        assert!(output.status == 1 && output.stderr.contains("bytes of values, expected at most"), "{command}");
    }
}

/// Files that are read as a whole have limits. They are refused before they are in memory.
#[test]
fn large_files_that_are_read_whole_are_refused() {
    let folder = Folder::new().with("pack.csv", format!("puzzle\n{PUZZLE}\n"));
    let large = |name: &str, mebibytes: u64| {
        let file = std::fs::File::create(folder.path(name)).unwrap();
        file.set_len((mebibytes << 20) + 1).unwrap();
    };
    large("large.txt", 1);
    large("large.ttf", 128);
    large("large.pdf", 650);
    for (command, message) in [
        ("pack --recipe large.txt --out a.csv", "larger than 1 MiB"),
        ("pack --pattern large.txt --out a.csv", "larger than 1 MiB"),
        ("dataset --recipe large.txt --out set", "larger than 1 MiB"),
        ("print pack.csv --language large.txt --out a.pdf", "larger than 1 MiB"),
        ("print pack.csv --imprint large.txt --out a.pdf", "larger than 1 MiB"),
        ("print pack.csv --font large.ttf --out a.pdf", "larger than 128 MiB"),
        ("print pack.csv --fallback-font large.ttf --out a.pdf", "larger than 128 MiB"),
        ("print --check large.pdf --preset kdp-6x9", "found more than 650 MiB"),
    ] {
        let output = folder.run(command);
        assert!([1, 2].contains(&output.status), "{command}: {output:?}");
        assert!(output.stderr.contains(message), "{command}: {output:?}");
    }
}

/// A manifest is foreign text. A few bytes of JSON may be values of a hundred times their size.
#[test]
fn manifests_have_limits() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("set")).unwrap();
    folder.write("set/train.csv", format!("puzzle\n{PUZZLE}\n"));
    let manifest = |name: &str, start: &str, repeated: &str, mebibytes: usize| {
        let text = format!("{start}{}0]}}", repeated.repeat((mebibytes << 20) / repeated.len()));
        folder.write(name, text);
    };
    for (repeated, mebibytes, message) in [
        ("{\"\":0},", 6, "found too many values, expected values of at most 512 MiB"),
        ("[0],", 8, "found too many values, expected values of at most 512 MiB"),
        ("0.125,", 49, "it is larger than 48 MiB"),
    ] {
        manifest("set/manifest.json", "{\"files\":[", repeated, mebibytes);
        let checked = folder.run("check --dataset set");
        let all = format!("{}{}", checked.stdout, checked.stderr);
        assert!(checked.status == 1 && all.contains(message), "{repeated}: {all}");
        std::fs::rename(folder.path("set/manifest.json"), folder.path("set/train.csv.manifest.json")).unwrap();
        for command in
            ["pack merge set/train.csv --out all.csv", "dataset --out other --licence mit --from set/train.csv"]
        {
            let output = folder.run(command);
            assert!([1, 2].contains(&output.status), "{command}: {output:?}");
        }
        std::fs::remove_file(folder.path("set/train.csv.manifest.json")).unwrap();
    }
}
