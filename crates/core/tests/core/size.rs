//! The sizes of tests with random cases, also of those of other crates.

#![allow(dead_code, reason = "each crate uses some of it")]

use std::env;

/// Returns the number of cases of a test: an eighth of `default`, four times `default` if `MINIROW_TEST_SIZE` is `full`, as in `.ci/run`, or the
/// number that it is, for campaigns.
pub(crate) fn size(default: usize) -> usize {
    campaign().unwrap_or((4 * default / stride(32)).max(1))
}

/// Returns the distance of the cases that a test takes of all: `default`, or 1 if `MINIROW_TEST_SIZE` is set.
pub(crate) fn stride(default: usize) -> usize {
    if env::var_os("MINIROW_TEST_SIZE").is_some() { 1 } else { default }
}

/// Returns the size of a campaign, which tries more than `.ci/run`.
pub(crate) fn campaign() -> Option<usize> {
    let size = env::var("MINIROW_TEST_SIZE").ok().filter(|size| size != "full")?;
    Some(size.parse().expect("MINIROW_TEST_SIZE is a number or `full`"))
}
