//! The program as users run it: one module for each subject.

mod ambiguous_input;
mod audit;
mod bad_input;
mod benchmark;
mod canon;
mod check;
mod check_dataset;
mod commands;
#[cfg(unix)]
mod commits;
mod common;
mod convert;
mod count;
mod customs;
mod dataset_files;
mod dataset_folder;
mod dedup;
mod endings;
mod explain;
mod explain_page;
#[cfg(unix)]
mod faults;
mod five_texts;
mod foreign_files;
#[cfg(unix)]
mod foreign_text;
mod grade;
#[cfg(unix)]
mod grade_resume;
#[cfg(unix)]
mod guide;
mod host;
mod labels;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(unix)]
mod messages;
mod neighbours;
mod option_ranges;
mod options;
mod pack;
mod pack_books;
mod pack_constraints;
#[cfg(unix)]
mod pack_long;
mod pack_resume;
mod pack_shards;
mod people;
mod print;
mod print_pictures;
mod print_refusals;
mod print_words;
mod research;
mod same_files;
mod shapes;
#[cfg(unix)]
mod signals;
#[path = "../../../core/tests/core/size.rs"]
mod size;
mod solve;
mod split;
mod stats;
#[cfg(unix)]
mod statuses;
mod sukaku;
mod untrusted_files;
