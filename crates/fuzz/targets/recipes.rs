//! Recipes of books, and constraints in JSON: read or refused, and written so that they are read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minirow_pack::{BookRecipe, PuzzleSpec};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(error) = BookRecipe::parse("book.toml", text) {
        assert!(error.to_string().starts_with("book.toml"), "{error}");
    }
    if let Ok(value) = serde_json::from_str(text)
        && let Ok(spec) = PuzzleSpec::from_recipe(&value)
    {
        let _ = spec.check();
        assert_eq!(spec.options().is_empty(), spec == PuzzleSpec::new(), "{text}");
    }
});
