//! The compiled half of the npm package `minirow`.
//!
//! The public functions and their types are in `package/src`. This half takes texts and options as JSON, and returns texts,
//! JSON and typed arrays. An error is thrown as a JSON text; the other half makes it an object.

#![cfg(target_family = "wasm")]
#![allow(unreachable_pub, reason = "`wasm_bindgen` exports functions that are `pub`")]

mod answers;
mod book;
mod error;
mod files;
mod generation;
mod input;
mod registry;
mod walkthrough;
