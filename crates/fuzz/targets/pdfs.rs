//! PDF files of any program: findings or an error, but never a panic.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use minirow_print::{Preset, check};

static PRESET: LazyLock<Preset> = LazyLock::new(|| "kdp-6x9".parse().expect("a preset"));

fuzz_target!(|data: &[u8]| {
    for bleed in [false, true] {
        if let Ok(findings) = check::pdf(data, &PRESET, bleed) {
            findings.iter().for_each(|finding| assert!(!finding.to_string().is_empty()));
        }
    }
});
