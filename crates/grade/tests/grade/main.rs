//! The grader: cases of every technique, references, soundness, explanations, and the plain chaining engines.

mod cases;
mod chaining_plain;
mod explanations;
mod grades;
mod plain;
mod reference;
mod soundness;
mod support;
