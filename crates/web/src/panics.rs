//! Panics, which are defects of the program.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::throw_str;

use crate::error::Error;

/// Throws a panic as an error with its message. Otherwise JavaScript gets only the instruction that has failed.
#[wasm_bindgen(start)]
pub fn throw_panics() {
    std::panic::set_hook(Box::new(|panic| throw_str(&Error::internal(panic).to_json())));
}
