//! Exit statuses: 2 for a command that is wrong whatever its inputs contain, 1 for inputs with wrong contents. Recipes, fonts and
//! other files that tell the program what to do are part of the command.

use crate::common::{EASY_PACK, Folder, PUZZLE, SOLUTION, lines};

/// Commands that end with a file: `FILE` is its name.
const READERS: [&str; 24] = [
    "solve FILE",
    "count FILE",
    "candidates FILE",
    "check FILE",
    "check --dataset FILE",
    "grade FILE",
    "explain FILE",
    "explain --puzzle 1 FILE",
    "convert FILE",
    "convert FILE --out out.parquet",
    "canon FILE",
    "unavoidable FILE",
    "minimise FILE",
    "stats FILE",
    "audit FILE",
    "dedup FILE",
    "dedup good.csv --against FILE",
    "split --column FILE",
    "dataset --out set --from FILE",
    "benchmark score FILE",
    "print FILE --out out.pdf",
    "print FILE --puzzle 1",
    "print --preset kdp-6x9 --check FILE",
    "pack --count 1 --exclude FILE",
];

fn folder() -> Folder {
    let folder = Folder::new().with("good.csv", &*EASY_PACK);
    std::fs::create_dir(folder.path("folder")).unwrap();
    folder
}

#[test]
fn files_with_wrong_contents_have_status_1() {
    for (name, contents) in [
        ("empty", &b""[..]),
        ("text", b"hello\n"),
        ("binary", b"\x7fELF\x02\x01\x01\0\0\0"),
        ("utf16", b"\xff\xfe5\x003\x00"),
        ("columns", b"a,b\n1,2\n"),
        ("cut.parquet", b"PAR1\x15\x04\x15\x10"),
    ] {
        let folder = folder().with(name, contents);
        for reader in READERS {
            let output = folder.run(&reader.replace("FILE", name));
            assert_eq!(output.status, 1, "{reader} {name}: {}", output.stderr);
            assert!((output.stderr + &output.stdout).contains(name), "{reader}: the file is named");
            let written = folder.names().into_iter().find(|name| name.starts_with("out") || name.starts_with("set"));
            assert_eq!(written, None, "{reader} {name}");
        }
    }
}

#[test]
fn missing_files_and_folders_have_status_2() {
    let folder = folder();
    for reader in READERS {
        let output = folder.run(&reader.replace("FILE", "missing"));
        let message = "error: missing: cannot be read: No such file or directory (os error 2)";
        assert_eq!((output.status, output.message()), (2, message), "{reader}");
        // These read all files of a folder.
        if !["check --dataset FILE", "audit FILE"].contains(&reader) {
            let output = folder.run(&reader.replace("FILE", "folder"));
            assert_eq!(output.status, 2, "{reader}: {}", output.stderr);
        }
    }
}

/// Data must have what is asked for.
#[test]
fn data_without_what_is_asked_for_have_status_1() {
    let folder = folder()
        .with("two.txt", lines([PUZZLE, SOLUTION]))
        .with("split.csv", format!("puzzle,split\n{PUZZLE},train\n"))
        .with("words.txt", "hello\n");
    for (command, message) in [
        ("print good.csv --puzzle 999", "error: --puzzle 999: the puzzles have the numbers 1 to 200"),
        ("print good.csv --page 999", "error: --page 999: the book has ..."),
        ("explain two.txt --puzzle 99", "error: found 2 grids in the input, expected 99"),
        (
            "explain two.txt --format html",
            "error: two.txt:2: found a second grid, expected one; --puzzle N selects one",
        ),
        ("audit good.csv --split fold", "error: good.csv: no row has a value in the column \"fold\""),
        ("split split.csv --column", "error: split.csv: has a column split already; --column=NAME gives another"),
        ("benchmark score good.csv", "error: good.csv: ..."),
        ("convert two.txt --schema hrm --out out.csv", "error: ..."),
        ("check --dataset folder", "error: folder: found no file with rows, expected one of ..."),
        ("pack --count 1 --exclude words.txt", "error: words.txt:1: found 'h' at position 1, ..."),
        ("dataset --out set --from split.csv", "error: split.csv: there is no column `solution`: ..."),
        ("dataset --out set --from split.csv good.csv", "error: good.csv: has the columns id,..."),
    ] {
        let output = folder.run(command);
        crate::common::assert_message(output.message(), message, command);
        assert_eq!(output.status, 1, "{command}: {}", output.stderr);
    }
}

/// These are wrong for every input.
#[test]
fn wrong_commands_have_status_2() {
    let folder = folder().with("out.csv", "").with("wrong.txt", "hello\n");
    for command in [
        "",
        "sole good.csv",
        "solve --bogus good.csv",
        "solve good.csv --threads none",
        "solve good.csv --out out.csv",
        "solve good.csv --out out.xlsx",
        "solve good.csv --out none/out.txt",
        "pack --count 0",
        "pack --clues 100",
        "pack --level easy --er 9.0",
        "pack --levels easy:1,easy:2",
        "pack --needs x-wing,swordfish,x-wing",
        "grade good.csv --scale se,te,se",
        "stats good.csv --chart er --chart er --out out.svg",
        "print good.csv --page 1 --format html",
        "stats good.csv --title T",
        "dataset --out set --fractions 1,2,3,4",
        "convert good.csv --schema hrm",
        "split good.csv --dir none",
        "pack merge --out out2.csv good.csv",
        "pack --recipe wrong.txt",
        "pack --pattern wrong.txt",
        "print good.csv --language wrong.txt --out out.pdf",
        "print good.csv --font wrong.txt --out out.pdf",
    ] {
        let output = folder.run(command);
        assert_eq!(output.status, 2, "{command}: {}", output.stderr);
        assert_eq!(folder.names(), ["folder", "good.csv", "out.csv", "wrong.txt"], "{command}");
    }
}
