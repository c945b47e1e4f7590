//! The npm package and the page: they build, and their tests pass, in Node on the package as it is published, and in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::browser;
use crate::error::{Error, Result};
use crate::{web, workspace};

/// The pages with examples in TypeScript.
const PAGES: [&str; 2] = ["crates/web/package/README.md", "docs/src/javascript.md"];

/// Builds the package and the page, and runs their tests.
pub(super) fn check(top: &Path) -> Result<()> {
    install_compiler()?;
    let package = web::build(top)?;
    test_package(top, &package)?;
    let page = web::build_page(top)?;
    check_format(top, &page)?;
    test_page(&page)
}

/// Checks the format of all files in TypeScript, JavaScript and CSS.
fn check_format(top: &Path, page: &Path) -> Result<()> {
    let files = workspace::files(top, &["ts", "js", "mjs", "css"])?;
    let mut prettier = Command::new(page.join("node_modules/.bin/prettier"));
    prettier.args(["--check", "--log-level", "warn"]).current_dir(top);
    prettier.args(files.iter().filter(|name| name.starts_with("crates/web/")));
    workspace::run(&mut prettier, "prettier --check (`--write` formats)")
}

/// Compiles the tests of the page, and runs them in Chromium.
fn test_page(folder: &Path) -> Result<()> {
    web::npm(folder, &["exec", "--offline", "--", "tsc", "--project", "test"])?;
    let tests = folder.join("tested/test");
    let entries = fs::read_dir(&tests).map_err(Error::file(&tests, "cannot be read"))?.flatten();
    let is_test = |path: &PathBuf| path.to_string_lossy().ends_with(".test.js");
    let files = entries.map(|entry| entry.path()).filter(is_test);
    let mut test = Command::new("node");
    test.arg("--test").args(files).current_dir(folder).env("CHROMIUM", browser::chromium()?);
    workspace::run(&mut test, "node --test, of the page")
}

/// Installs the package, compiles the tests and the examples against its types, and runs them.
fn test_package(top: &Path, package: &web::Package) -> Result<()> {
    let folder = top.join("target/web/tests");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(Error::file(&folder, "cannot be created"))?;
    let sources = top.join("crates/web/package/test");
    for entry in fs::read_dir(&sources).map_err(Error::file(&sources, "cannot be read"))?.flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).map_err(Error::file(&sources, "cannot be copied"))?;
    }
    let manifest = folder.join("package.json");
    fs::write(&manifest, r#"{ "private": true, "type": "module" }"#)
        .map_err(Error::file(&manifest, "cannot be written"))?;
    web::npm(&folder, &["install", "--silent", "--offline", &package.tarball.to_string_lossy()])?;
    let mut examples = Command::new("node");
    examples.arg("readme.mjs").args(PAGES.map(|page| top.join(page))).current_dir(&folder);
    workspace::run(&mut examples, "node readme.mjs")?;
    let mut types = Command::new(package.folder.join("node_modules/.bin/tsc"));
    workspace::run(types.current_dir(&folder), "tsc")?;
    let program = std::env::current_exe().map_err(|error| Error::failed(format!("this program: {error}")))?;
    let mut test = Command::new("node");
    test.args(["--test"]).current_dir(&folder).env("MINIROW_COMMAND", program);
    test.env("MINIROW_GRADES", top.join("crates/grade/tests/golden/grades.csv"));
    workspace::run(&mut test, "node --test")
}

/// On a CI machine without a compiler for WebAssembly, installs Debian's.
fn install_compiler() -> Result<()> {
    if web::has_compiler() || std::env::var_os("CI").is_none() {
        return Ok(());
    }
    workspace::run(Command::new("apt-get").args(["-qq", "update"]), "apt-get update")?;
    let mut install = Command::new("apt-get");
    install.args(["-qq", "install", "--yes", "--no-install-recommends"]).args(web::DEBIAN_PACKAGES);
    workspace::run(&mut install, "apt-get install")
}
