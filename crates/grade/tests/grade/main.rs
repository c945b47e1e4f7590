//! The grader: cases of every technique, references, soundness, explanations, and the plain chaining engines.

mod cases;
mod chaining_plain;
mod explanations;
mod grades;
mod plain;
mod reference;
#[path = "../../../core/tests/core/size.rs"]
mod size;
mod soundness;
mod support;
