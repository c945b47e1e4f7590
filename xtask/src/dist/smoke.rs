//! Runs the programs and wheels of a release, and compares their puzzles with the golden file.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Dist;
use super::platform::{Platform, Runner};
use crate::error::{Error, Result};
use crate::workspace;

/// The command whose output is compared.
const PACK: [&str; 6] = ["pack", "--seed", "42", "--count", "200", "--quiet"];

/// Its output, which the tests of `pack` pin, too.
const GOLDEN: &str = "crates/cli/tests/golden/pack_seed_42.csv";

/// Processors with fewer instructions than this one, by the name that qemu gives them, with the code that runs on them.
const EMULATED: [(&str, &str); 2] = [("qemu64", "plain code"), ("Nehalem", "SSE4.2")];

/// The emulator of these processors.
const EMULATOR: Runner = Runner { program: "qemu-x86_64", arguments: &[], packages: "qemu-user" };

/// The folder with a Python for aarch64, whose packages `docs/src/releases.md` names.
const AARCH64_PYTHON: &str = "target/aarch64-python";

/// Runs the program of a platform, and compares its puzzles with the golden file.
///
/// # Errors
/// If the program fails, writes other bytes, or nothing is there that runs it.
pub(super) fn program(dist: &Dist, platform: &Platform, program: &Path) -> Result<()> {
    // Alone in a folder, so that nothing of the build is used.
    let folder = dist.work.join("smoke").join(platform.triple);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(Error::file(&folder, "cannot be created"))?;
    let alone = folder.join(platform.program());
    fs::copy(program, &alone).map_err(Error::file(program, "cannot be copied"))?;
    if platform.is_native() {
        compare(dist, Command::new(&alone).args(PACK), platform.triple)?;
        if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            for (processor, code) in EMULATED {
                let mut run = Command::new(EMULATOR.path()?);
                run.args(["-cpu", processor]).arg(&alone).args(PACK);
                compare(dist, &mut run, &format!("{}, {code} (qemu, {processor})", platform.triple))?;
            }
        }
        return Ok(());
    }
    let Some(runner) = platform.runner() else {
        eprintln!("{}: not run on this system", platform.triple);
        return Ok(());
    };
    let mut run = Command::new(runner.path()?);
    run.args(runner.arguments).arg(&alone).args(PACK);
    if platform.is_windows() {
        stub_of_wine(dist, &folder)?;
        run.env("WINEPREFIX", dist.work.join("wine")).env("WINEDEBUG", "-all");
    }
    compare(dist, &mut run, &format!("{} ({})", platform.triple, runner.program))
}

/// Runs a wheel in an environment of its own, without the tools of the build.
///
/// # Errors
/// If its tag is not the wanted one, it cannot be installed, or it makes other puzzles than those of the golden file.
pub(super) fn wheel(dist: &Dist, platform: &Platform, wheel: &Path) -> Result<()> {
    if let Some(tag) = platform.manylinux() {
        audit(dist, &tag, wheel)?;
    }
    if platform.is_native() {
        return native_wheel(dist, platform, wheel);
    }
    match platform.runner() {
        Some(runner) if platform.triple.starts_with("aarch64") && dist.top.join(AARCH64_PYTHON).is_dir() => {
            emulated_wheel(dist, platform, wheel, runner)
        }
        _ => {
            eprintln!("the wheel for {}: not run, as there is no Python of the platform", platform.triple);
            Ok(())
        }
    }
}

/// Checks that a wheel needs nothing but what a tag of manylinux allows.
fn audit(dist: &Dist, tag: &str, wheel: &Path) -> Result<()> {
    let mut show = dist.command(&dist.python);
    let shown = show.args(["-m", "auditwheel", "show"]).arg(wheel).output().map_err(Error::failed)?;
    let text = String::from_utf8_lossy(&shown.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    if shown.status.success() && text.contains(&format!("tag: \"{tag}_")) {
        eprintln!("auditwheel: {text}");
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&shown.stderr);
    let message = format!("{}: auditwheel found no tag {tag}: {text}\n{}", wheel.display(), errors.trim());
    Err(Error::failed(message.trim_end()))
}

/// Installs a wheel in an environment of this machine's Python, and runs it there.
fn native_wheel(dist: &Dist, platform: &Platform, wheel: &Path) -> Result<()> {
    let folder = dist.work.join("smoke/python");
    let mut create = Command::new("python3");
    workspace::run(create.args(["-m", "venv", "--clear"]).arg(&folder), "python3 -m venv")?;
    let python = folder.join("bin/python");
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]).arg(wheel);
    workspace::run(&mut install, "pip install")?;
    compare_wheel(dist, &format!("the wheel for {}", platform.triple), || {
        let mut run = Command::new(&python);
        run.env_remove("PYTHONPATH").env("PATH", folder.join("bin")).current_dir(&folder);
        run
    })
}

/// Installs a wheel for aarch64 in a folder, and runs it with the Python of [`AARCH64_PYTHON`].
fn emulated_wheel(dist: &Dist, platform: &Platform, wheel: &Path, runner: &Runner) -> Result<()> {
    let folder = dist.work.join("smoke/aarch64-python");
    let _ = fs::remove_dir_all(&folder);
    let mut install = Command::new(&dist.python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--only-binary"]);
    install.args([":all:", "--platform", &format!("{}_aarch64", platform.manylinux().unwrap_or_default())]);
    workspace::run(install.arg("--target").arg(&folder).arg(wheel), "pip install")?;
    let (emulator, root) = (runner.path()?, dist.top.join(AARCH64_PYTHON));
    compare_wheel(dist, &format!("the wheel for {} ({})", platform.triple, runner.program), || {
        let mut run = Command::new(&emulator);
        run.arg("-L").arg(&root).arg(root.join("usr/bin/python3"));
        run.env("PYTHONPATH", &folder).env("PATH", "").current_dir(&folder);
        run
    })
}

/// Compares the command and the function of the package with the golden file.
fn compare_wheel(dist: &Dist, what: &str, python: impl Fn() -> Command) -> Result<()> {
    compare(dist, python().args(["-m", "minirow"]).args(PACK), what)?;
    let mut generate = python();
    generate.args(["-c", "import minirow; print(minirow.generate(seed=42, count=1)['puzzle'][0])"]);
    let found = output(&mut generate, what)?;
    let found = String::from_utf8_lossy(&found);
    let golden = golden(dist)?;
    let expected = golden.lines().nth(1).and_then(|row| row.split(',').nth(1)).unwrap_or_default();
    if found.trim() == expected {
        return Ok(());
    }
    Err(Error::failed(format!("{what}: minirow.generate: found {:?}, expected {expected:?}", found.trim())))
}

/// Compares the output of a command with the golden file.
fn compare(dist: &Dist, command: &mut Command, what: &str) -> Result<()> {
    let found = output(command, what)?;
    let golden = golden(dist)?;
    let pack = PACK.join(" ");
    if let Some(difference) = difference(&String::from_utf8_lossy(&found), &golden) {
        return Err(Error::failed(format!("{what}: `{pack}`: {difference} ({GOLDEN})")));
    }
    eprintln!("{what}: `{pack}` is equal to {GOLDEN}");
    Ok(())
}

/// Returns the first line that differs between two texts, with both.
fn difference(found: &str, expected: &str) -> Option<String> {
    let (mut found, mut expected) = (found.split('\n'), expected.split('\n'));
    let shown = |line: Option<&str>| line.map_or("the end".into(), |line| format!("{line:?}"));
    (1..).find_map(|number| match (found.next(), expected.next()) {
        (None, None) => Some(None),
        (found, expected) if found == expected => None,
        (found, expected) => Some(Some(format!("line {number}: found {}, expected {}", shown(found), shown(expected)))),
    })?
}

/// Returns the golden file.
fn golden(dist: &Dist) -> Result<String> {
    let path = dist.top.join(GOLDEN);
    fs::read_to_string(&path).map_err(Error::file(&path, "cannot be read"))
}

/// Returns the standard output of a command.
fn output(command: &mut Command, what: &str) -> Result<Vec<u8>> {
    let output = command.output().map_err(|error| Error::failed(format!("{what}: cannot be started: {error}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Error::failed(format!("{what} failed: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

/// Makes a library that Windows has and older versions of Wine lack. It is for tests alone.
fn stub_of_wine(dist: &Dist, folder: &Path) -> Result<()> {
    let mut compile = Command::new("x86_64-w64-mingw32-gcc");
    compile.args(["-shared", "-o"]).arg(folder.join("bcryptprimitives.dll"));
    compile.arg(dist.top.join("xtask/src/dist/bcryptprimitives.c")).arg("-ladvapi32");
    workspace::run(&mut compile, "x86_64-w64-mingw32-gcc (on Debian: `apt-get install gcc-mingw-w64-x86-64`)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let shown = |found, expected| difference(found, expected).unwrap();
        assert_eq!(shown("a\nc\nd\n", "a\nb\nd\n"), r#"line 2: found "c", expected "b""#);
        assert_eq!(shown("", "a\n"), r#"line 1: found "", expected "a""#);
        assert_eq!(shown("a\r\n", "a\n"), r#"line 1: found "a\r", expected "a""#);
        assert_eq!(shown("a\nb", "a\nb\n"), r#"line 3: found the end, expected """#);
    }
}
