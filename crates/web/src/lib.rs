//! The compiled half of the npm package `minirow`.
//!
//! The public functions and their types are in `package/src`. This half takes texts and options as JSON, and returns texts,
//! JSON and typed arrays. An error is thrown as a JSON text; the other half makes it an object.

#![cfg(target_family = "wasm")]
#![cfg_attr(not(feature = "puzzles"), allow(dead_code, reason = "both modules have the same errors and input"))]
#![allow(unreachable_pub, reason = "`wasm_bindgen` exports functions that are `pub`")]

#[cfg(feature = "puzzles")]
mod answers;
#[cfg(feature = "print")]
mod book;
mod error;
#[cfg(feature = "puzzles")]
mod files;
#[cfg(feature = "puzzles")]
mod generation;
mod input;
mod panics;
#[cfg(feature = "print")]
mod picture;
#[cfg(feature = "puzzles")]
mod registry;
#[cfg(feature = "puzzles")]
mod walkthrough;
