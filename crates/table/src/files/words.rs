//! The words of journals: printable ASCII without spaces; other bytes are `%` with two hexadecimal digits.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Encodes bytes as a word. An empty word is `%`.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut word = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'%' | 0..=b' ' | 127.. => write!(word, "%{byte:02x}").expect("strings take all"),
            _ => word.push(char::from(byte)),
        }
    }
    if word.is_empty() { "%".into() } else { word }
}

/// Decodes a word.
pub(super) fn decode(word: &str) -> Option<Vec<u8>> {
    let mut parts = if word == "%" { "" } else { word }.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    Some(bytes)
}

pub(super) fn decode_text(word: &str) -> Option<String> {
    String::from_utf8(decode(word)?).ok()
}

/// Encodes a path, relative to `folder` if it is inside.
pub(super) fn encode_path(path: &Path, folder: &Path) -> String {
    encode(path.strip_prefix(folder).unwrap_or(path).as_os_str().as_encoded_bytes())
}

/// Decodes a path. Equal paths have the same text.
pub(super) fn decode_path(word: &str, folder: &Path) -> Option<PathBuf> {
    Some(folder.join(os_string(decode(word)?)?).components().collect())
}

/// Returns the text of the system that has these bytes.
pub(super) fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStringExt::from_vec(bytes));
    #[cfg(not(unix))]
    return String::from_utf8(bytes).ok().map(OsString::from);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_reverses_encoding() {
        for text in ["", "plain", "a b\nc%d", "é", "%", "%41"] {
            let word = encode(text.as_bytes());
            assert!(word.bytes().all(|byte| byte.is_ascii_graphic()), "{word}");
            assert_eq!(decode_text(&word).as_deref(), Some(text));
        }
        assert_eq!(encode(b"a b%"), "a%20b%25");
        assert_eq!(decode("%4"), None);
        assert_eq!(decode("%xy"), None);
    }

    #[test]
    fn paths_inside_the_folder_are_relative() {
        let folder = Path::new("/data");
        assert_eq!(encode_path(Path::new("/data/a/b c"), folder), "a/b%20c");
        assert_eq!(decode_path("a/b%20c", folder).unwrap(), Path::new("/data/a/b c"));
        assert_eq!(decode_path("./a//b/.", folder).unwrap().as_os_str(), "/data/a/b");
        assert_eq!(decode_path(&encode_path(Path::new("/else/x"), folder), folder).unwrap(), Path::new("/else/x"));
    }
}
