//! `pack --resume`: interrupted runs continue, and other files are refused.

use std::fs;

use crate::common::{Folder, rows, run};
use crate::pack::{HEADER, PACK_FILES};
use crate::size::stride;

/// Packs that are not complete.
#[cfg(unix)]
mod interrupted {
    use super::*;
    use crate::common::Running;
    use std::sync::OnceLock;

    /// Long enough that a signal comes in between.
    const LONG: &str = "pack --seed 7 --count 3000 --quiet --out pack.csv";

    /// Returns the bytes of the long pack without interruption.
    fn whole() -> &'static str {
        static WHOLE: OnceLock<String> = OnceLock::new();
        WHOLE.get_or_init(|| run("pack --seed 7 --count 3000").fine())
    }

    /// Returns a long run that was ended after some rows, with its messages.
    fn ended(end: fn(&mut Running)) -> (Folder, crate::common::Output) {
        for _ in 0..20 {
            let folder = Folder::new();
            let mut running = folder.start(&format!("{LONG} --threads 1"));
            let rows_are_there = || fs::metadata(folder.path("pack.csv.part")).is_ok_and(|part| part.len() > 3000);
            running.until(rows_are_there);
            end(&mut running);
            let output = running.end();
            // On a busy machine, the run may have been complete before the signal.
            if !folder.exists("pack.csv") {
                return (folder, output);
            }
        }
        panic!("the run is always done before it can be ended");
    }

    /// Checks that there is only a partial file, and that `--resume` completes it to the same bytes.
    #[track_caller]
    fn assert_resumes(folder: &Folder) {
        // A run that is killed leaves its locks, too.
        let names = folder.names();
        let names: Vec<&String> = names.iter().filter(|name| !name.ends_with(".lock")).collect();
        assert_eq!(names, ["pack.csv.part", "pack.csv.part.json"]);
        let part = fs::read(folder.path("pack.csv.part")).unwrap();
        assert!(whole().as_bytes().starts_with(&part), "what is there are the first bytes of the whole");
        assert_eq!(folder.run(&format!("{LONG} --resume")).fine(), "");
        assert!(folder.read("pack.csv") == whole(), "not the bytes of a run without interruption");
        assert_eq!(folder.names(), PACK_FILES, "the part is gone");
    }

    #[test]
    fn killed_without_warning() {
        let (folder, output) = ended(Running::kill);
        assert_eq!((output.status, output.stderr.as_str()), (-1, ""));
        assert_resumes(&folder);
    }

    #[test]
    fn killed_twice() {
        let (folder, _) = ended(Running::kill);
        let before = fs::metadata(folder.path("pack.csv.part")).unwrap().len();
        let mut running = folder.start(&format!("{LONG} --resume --threads 1"));
        running.until(|| fs::metadata(folder.path("pack.csv.part")).is_ok_and(|part| part.len() > before));
        running.kill();
        running.end();
        if !folder.exists("pack.csv") {
            assert_resumes(&folder);
        }
        assert!(folder.read("pack.csv") == whole());
    }

    /// After SIGINT and SIGTERM, the message has the number of rows written.
    #[test]
    fn told_to_end() {
        for end in [|running: &mut Running| running.signal("INT"), |running: &mut Running| running.signal("TERM")] {
            let (folder, output) = ended(end);
            assert_eq!(output.status, 130);
            let part = folder.read("pack.csv.part");
            assert!(part.ends_with('\n'), "whole lines");
            let done = part.lines().count() - 1;
            let message =
                format!("pack.csv.part has {done} of 3000 puzzles; the same command with --resume continues\n");
            assert_eq!(output.stderr, message);
            assert_resumes(&folder);
        }
    }

    /// A second run refuses a pack that another one is writing.
    #[test]
    fn two_runs_do_not_write_the_same_file() {
        let endless = "pack --seed 7 --count 100000000 --threads 1 --out pack.csv";
        let folder = Folder::new();
        let mut running = folder.start(endless);
        running.until(|| fs::metadata(folder.path("pack.csv.part")).is_ok_and(|part| part.len() > 3000));
        for flag in ["--resume", "--force"] {
            let output = folder.run(&format!("{endless} {flag}"));
            let message = "error: pack.csv: another run is writing it: minirow pack --out pack.csv (process ...";
            crate::common::assert_message(output.message(), message, flag);
            assert_eq!(output.status, 2);
        }
        running.kill();
        running.end();
        assert!(folder.read("pack.csv.part").starts_with(&run("pack --seed 7 --count 10").fine()), "it went on");
    }

    /// A short pack.
    const SHORT: &str = "pack --seed 7 --count 60 --quiet --out pack.csv";

    /// Returns the short pack on a small disk, with an incomplete last line.
    fn cut_off() -> Folder {
        let folder = Folder::new();
        let output = folder.run_on_a_small_disk(SHORT);
        let last = output.stderr.lines().last().unwrap_or_default();
        crate::common::assert_message(last, "error: pack.csv.part: cannot be written: ...", "a small disk");
        assert_eq!(output.status, 1);
        assert_eq!(folder.names(), ["pack.csv.part", "pack.csv.part.json"]);
        let part = folder.read("pack.csv.part");
        assert!(!part.ends_with('\n') && part.lines().count() > 3, "{part}");
        folder
    }

    /// The partial file may end between lines, in a line, in the header, or be empty.
    #[test]
    fn a_partial_file_that_ends_anywhere_resumes_to_the_same_bytes() {
        let whole = run("pack --seed 7 --count 60").fine();
        let length = cut_off().read("pack.csv.part").len();
        let second_row = whole.match_indices('\n').nth(1).unwrap().0;
        for end in
            [length, length - 1, second_row + 2, second_row + 1, second_row, HEADER.len() + 1, HEADER.len(), 10, 0]
        {
            let folder = cut_off();
            let part = folder.read("pack.csv.part");
            folder.write("pack.csv.part", &part[..end]);
            assert_eq!(folder.run(&format!("{SHORT} --resume")).fine(), "", "cut after {end} bytes");
            assert!(folder.read("pack.csv") == whole, "cut after {end} bytes");
            assert_eq!(folder.names(), PACK_FILES, "cut after {end} bytes");
        }
    }

    /// The message counts the rows that were written, not those that were requested.
    #[test]
    fn a_full_disk_says_how_much_is_there() {
        let folder = Folder::new();
        let output = folder.run_on_a_small_disk(SHORT);
        let rows = folder.read("pack.csv.part").matches('\n').count() - 1;
        assert!(
            output.message().starts_with(&format!("pack.csv.part has {rows} of 60 puzzles")),
            "{}",
            output.message()
        );
    }

    /// A partial file of other options is refused and stays as it is.
    #[test]
    fn a_partial_file_is_resumed_with_the_same_constraints_only() {
        let folder = cut_off();
        let files = || ["pack.csv.part", "pack.csv.part.json"].map(|name| fs::read(folder.path(name)).unwrap());
        let before = files();
        let begun = "error: pack.csv.part.json: was begun with ";
        #[rustfmt::skip]
        let cases = [
            ("--seed 8 --count 60 --resume",                  "seed 7 (now 8); --force without --resume starts over"),
            ("--seed 7 --count 61 --resume",                  "count 60 (now 61); --force without --resume starts over"),
            ("--seed 7 --count 60 --start 1 --resume",        "start 0 (now 1); --force without --resume starts over"),
            ("--seed 7 --count 60 --level easy --resume",     "level null (now \"easy\"); --force without --resume starts over"),
            ("--seed 7 --count 60 --er 2.0 --resume",         "er null (now \"2.0\"); --force without --resume starts over"),
            ("--seed 7 --count 60 --symmetry diagonal --resume", "symmetry \"none\" (now \"diagonal\"); --force without --resume starts over"),
            ("--seed 7 --count 60 --clues 24 --resume",       "..."),
            ("--seed 7 --count 60 --max-tries 9 --resume",    "..."),
        ];
        for (constraints, message) in cases {
            let output = folder.run(&format!("pack {constraints} --out pack.csv"));
            crate::common::assert_message(output.message(), &format!("{begun}{message}"), constraints);
            assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{constraints}");
            assert!(files() == before, "{constraints}: the part was touched");
            assert_eq!(folder.names(), ["pack.csv.part", "pack.csv.part.json"], "{constraints}");
        }
    }

    #[test]
    fn a_partial_file_is_not_overwritten_without_force() {
        let folder = cut_off();
        let before = folder.read("pack.csv.part");
        let output = folder.run(SHORT);
        let message =
            "error: pack.csv.part: is left from an interrupted run; --resume completes it, --force starts over";
        assert_eq!((output.message(), output.status), (message, 2));
        assert_eq!(folder.read("pack.csv.part"), before);

        assert_eq!(folder.run(&format!("{SHORT} --force")).fine(), "");
        assert!(folder.read("pack.csv") == run("pack --seed 7 --count 60").fine());
        assert_eq!(folder.names(), PACK_FILES);
    }

    /// A partial file without its recipe, with a damaged recipe, or with a line of another pack.
    #[test]
    fn a_damaged_partial_file_is_refused_and_kept() {
        assert_refused(
            |folder| fs::remove_file(folder.path("pack.csv.part.json")).unwrap(),
            "error: pack.csv.part: has no recipe of a run beside it; move it away",
        );
        assert_refused(|folder| folder.write("pack.csv.part.json", "{"), "error: pack.csv.part.json: is damaged...");
        assert_refused(|folder| folder.write("pack.csv.part.json", "[]"), "error: pack.csv.part.json: is damaged...");
        let foreign =
            "error: pack.csv.part.json: is not the recipe of a run of this version; move it and pack.csv.part away";
        assert_refused(|folder| folder.write("pack.csv.part.json", "{}"), foreign);
        assert_refused(|folder| folder.write("pack.csv.part", format!("{HEADER}\n7-0,.\n")), NOT_OF_THIS_PACK);
    }

    /// A partial file that is refused is not truncated, even if its wrong line is not the last.
    #[test]
    fn a_damaged_partial_file_that_ends_in_a_line_is_kept() {
        assert_refused(|folder| folder.write("pack.csv.part", format!("{HEADER}\n7-0,.\n7-1,12")), NOT_OF_THIS_PACK);
    }

    /// A change of a byte of a complete row is found at each place, also where the row is still that of its index.
    #[test]
    fn a_changed_row_in_the_middle_is_refused() {
        let folder = cut_off();
        let part = folder.read("pack.csv.part");
        let record = folder.read("pack.csv.part.json");
        let rows: Vec<&str> = part.split_inclusive('\n').collect();
        let of_row = |row: usize| rows[..row].iter().map(|row| row.len()).sum::<usize>();
        // Any byte of the second row but its end, in turn with the rows around it.
        for at in (0..rows[2].len() - 1).step_by(stride(31)) {
            let row = [2, 1, 3][at % 3];
            let line = row + 1;
            let mut bytes = part.clone().into_bytes();
            let byte = &mut bytes[of_row(row) + at % (rows[row].len() - 1)];
            *byte = if *byte == b'5' { b'6' } else { b'5' };
            folder.write("pack.csv.part", &bytes);
            let output = folder.run(&format!("{SHORT} --resume"));
            assert_eq!(output.status, 1, "{}", output.stderr);
            let message = output.message();
            assert!(message.starts_with(&format!("error: pack.csv.part: its line {line} ")), "byte {at}: {message}");
            assert!(output.message().ends_with("--force without --resume starts over"), "{}", output.message());
            assert_eq!(fs::read(folder.path("pack.csv.part")).unwrap(), bytes);
            // Without the checksums of rows, all are proved. That of the header is the first.
            let recipe = record.find("}\n").unwrap() + 2;
            let header = record[recipe..].find('\n').unwrap() + 1;
            folder.write("pack.csv.part.json", &record[..recipe + header]);
            assert_eq!(folder.run(&format!("{SHORT} --resume")).status, 1);
            folder.write("pack.csv.part.json", &record);
        }
        folder.write("pack.csv.part", &part);
        assert_eq!(folder.run(&format!("{SHORT} --resume")).fine(), "");
    }

    const NOT_OF_THIS_PACK: &str =
        "error: pack.csv.part: its line 2 is not of this pack; --force without --resume starts over";

    #[track_caller]
    fn assert_refused(damage: fn(&Folder), message: &str) {
        let folder = cut_off();
        damage(&folder);
        let before = fs::read(folder.path("pack.csv.part")).unwrap();
        let output = folder.run(&format!("{SHORT} --resume"));
        crate::common::assert_message(output.message(), message, message);
        assert_eq!(output.status, if message == NOT_OF_THIS_PACK { 1 } else { 2 }, "{message}");
        if message != NOT_OF_THIS_PACK {
            // What no run has made is not removed either.
            let output = folder.run(&format!("{SHORT} --force"));
            crate::common::assert_message(output.message(), message, message);
            assert_eq!(output.status, 2, "{message}");
        }
        assert!(!folder.exists("pack.csv"), "{message}");
        assert!(fs::read(folder.path("pack.csv.part")).unwrap() == before, "{message}: the part was touched");
    }

    /// `--resume` starts a run if there is no file, so the same command can be repeated.
    #[test]
    fn resume_starts_a_run() {
        let folder = Folder::new();
        assert_eq!(folder.run(&format!("{SHORT} --resume")).fine(), "");
        assert!(folder.read("pack.csv") == run("pack --seed 7 --count 60").fine());
        assert_eq!(folder.names(), PACK_FILES);
    }
}

/// `--resume` changes nothing if the pack is complete, not even the time of the file.
#[test]
fn resume_on_a_complete_pack() {
    let folder = Folder::new();
    let command = "pack --seed 42 --count 10 --out pack.csv";
    folder.run(command);
    let state = || (folder.read("pack.csv"), fs::metadata(folder.path("pack.csv")).unwrap().modified().unwrap());
    let before = state();
    let output = folder.run(&format!("{command} --resume"));
    assert_eq!((output.stderr.as_str(), output.status), ("pack.csv: is complete already\n", 0));
    assert_eq!(state(), before);
    assert_eq!(folder.names(), PACK_FILES);
}

/// `--resume` on a file that is not this pack is refused.
#[test]
fn resume_on_another_file() {
    let pack = run("pack --seed 42 --count 10").fine();
    let files: [&[u8]; 5] =
        [b"precious\r\n\0\xFF", b"", &pack.as_bytes()[..900], &[pack.as_bytes(), b"1\n"].concat(), b"\n"];
    for contents in files {
        let folder = Folder::new().with("pack.csv", contents);
        let output = folder.run("pack --seed 42 --count 10 --out pack.csv --resume");
        let message = "error: pack.csv: exists already, and is not this pack; --force overwrites it";
        assert_eq!((output.message(), output.status), (message, 2));
        assert_eq!(fs::read(folder.path("pack.csv")).unwrap(), contents);
        assert_eq!(folder.names(), ["pack.csv"]);
    }
    // With a manifest, the answer is the same without generating the pack.
    let folder = Folder::new();
    folder.run("pack --seed 42 --count 10 --out pack.csv --quiet").fine();
    for constraints in
        ["--seed 43 --count 10", "--seed 42 --count 9", "--seed 42 --count 11", "--seed 42 --count 10 --start 1"]
    {
        let output = folder.run(&format!("pack {constraints} --out pack.csv --resume"));
        assert_eq!(output.status, 2, "{constraints}: {}", output.stderr);
        assert_eq!(folder.read("pack.csv"), pack, "{constraints}");
        assert_eq!(folder.names(), PACK_FILES, "{constraints}");
    }
}

/// The last row of three is easy by chance, but the pack is not one of easy puzzles.
#[test]
fn resume_on_a_pack_with_other_constraints_and_the_same_last_row() {
    let folder = Folder::new();
    folder.run("pack --seed 42 --count 3 --out pack.csv");
    let levels: Vec<String> = rows(&folder.read("pack.csv")).iter().map(|row| row["level"].to_string()).collect();
    assert_ne!(levels[0], "easy");
    assert_eq!(levels[2], "easy");
    let output = folder.run("pack --seed 42 --count 3 --level easy --out pack.csv --resume");
    let message = "error: pack.csv: exists already, and is not this pack; --force overwrites it";
    assert_eq!((output.message(), output.status), (message, 2));
}
