//! The reader, on many texts.

mod any_bytes;
#[path = "../../../core/tests/core/common.rs"]
mod common;
mod errors;
mod five_texts;
mod readers;
mod rulers;
#[path = "../../../core/tests/core/size.rs"]
mod size;
