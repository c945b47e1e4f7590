//! The files below a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files below a folder by their names relative to it, with `/` between the parts, and their contents.
pub(super) type Listing = BTreeMap<String, Vec<u8>>;

/// Lists all files below a folder.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn list(folder: &Path) -> Result<Listing, String> {
    let mut files = Listing::new();
    walk(folder, "", &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(files)
}

fn walk(folder: &Path, prefix: &str, files: &mut Listing) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            walk(&path, &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(&path)?);
        }
    }
    Ok(())
}
