//! Outside the repository, the commands for developers fail and change nothing. The commands of `minirow` work as there.

use std::process::Command;

#[test]
fn commands_for_developers_need_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["datasets"][..], &["datasets", "--check"], &["bless"], &["ci"]] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).current_dir(folder.path()).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            message, "error: this is not Minirow's repository: no folder datasets here or above\n",
            "{arguments:?}"
        );
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn every_command_of_minirow_is_there() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(["count", &".".repeat(81), "--limit", "2"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"2\n"[..]));
}

/// A stream that is closed when the program starts, or a full disk, is no success.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for (arguments, expected) in [
        ("techniques >&-", "it is closed"),
        ("techniques >/dev/full", "No space left on device (os error 28)"),
        ("--help >&-", "it is closed"),
        ("--help >/dev/full", "No space left on device (os error 28)"),
        ("solve --help >/dev/full", "No space left on device (os error 28)"),
    ] {
        let program = env!("CARGO_BIN_EXE_xtask");
        let output = Command::new("sh").args(["-c", &format!("\"$0\" {arguments}"), program]).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, format!("error: standard output: cannot be written: {expected}\n"), "{arguments}");
        assert_eq!(output.status.code(), Some(1), "{arguments}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("nonsense").output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}
