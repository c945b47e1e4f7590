//! The ratings equal those of the reference, of the plain version, and of equivalent puzzles.

mod examples;
mod isomorphs;
mod limits;
mod plain;
mod reference;
mod support;
