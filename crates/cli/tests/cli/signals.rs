//! Signals in the first moments of the program.

use std::fs::{self, OpenOptions};
use std::process::Command;

use crate::common::{Folder, PUZZLE, lines};

/// The parser of options reads a pattern from a pipe. The program is told to end meanwhile.
#[test]
fn a_signal_while_options_are_parsed_ends_with_130() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = Folder::new();
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        let running = folder.start("pack --pattern pipe --count 1 --out out.csv");
        // Opening waits for the reader.
        let writer = OpenOptions::new().write(true).open(folder.path("pipe")).unwrap();
        running.signal(signal);
        let output = running.end();
        drop(writer);
        assert_eq!(
            (output.status, output.stderr.as_str(), folder.names()),
            (130, "", vec!["pipe".to_string()]),
            "{signal}"
        );
    }
}

/// The program is told to end at many moments after the handler of signals is installed, which is the first that it does.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_at_any_moment_ends_with_130_or_is_too_late() {
    const ROUNDS: u32 = 24;
    let folder = Folder::new().with("in.csv", lines(["puzzle", PUZZLE]));
    for round in 0..ROUNDS {
        let (signal, bit) = [("INT", 1), ("TERM", 14), ("HUP", 0)][round as usize % 3];
        let mut running = folder.start("grade in.csv --out out.csv --force");
        let status = format!("/proc/{}/status", running.id());
        let is_handled = || {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> bit & 1 == 1)
        };
        running.until(is_handled);
        (0..round * 20_000).for_each(|number| {
            std::hint::black_box(number);
        });
        running.signal(signal);
        let output = running.end();
        assert!([0, 130].contains(&output.status), "{signal}, round {round}: {output:?}");
    }
    folder.run("grade in.csv --out out.csv --force").fine();
    assert_eq!(folder.names(), ["in.csv", "out.csv"]);
}
