//! The ratings equal those of the reference, of the plain version, and of equivalent puzzles, and the steps of paths prove them.

mod examples;
mod isomorphs;
mod limits;
mod path;
mod plain;
mod reference;
#[path = "../../../core/tests/core/size.rs"]
mod size;
mod support;
