//! The npm package: it builds, and its tests pass in Node on the package as it is published.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::error::{Error, Result};
use crate::{web, workspace};

/// The pages with examples in TypeScript.
const PAGES: [&str; 2] = ["crates/web/package/README.md", "docs/src/javascript.md"];

/// Builds the package, installs it, compiles the tests and the examples against its types, and runs them.
pub(super) fn check(top: &Path) -> Result<()> {
    install_compiler()?;
    let package = web::build(top)?;
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
