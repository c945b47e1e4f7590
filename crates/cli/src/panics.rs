//! Panics, which are defects of the program, as messages.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::panic;

use minirow_files::panics;

use crate::error::print_message_of;

/// Prints a panic as a message on one line, which no foreign text in it can break, and nothing about panics that become errors. The
/// program calls it, because the hook is that of the whole process.
pub fn report_panics() {
    panic::set_hook(Box::new(|info| {
        if panics::is_caught() {
            return;
        }
        print_message_of(None, &format!("error: a defect of minirow: {}", info.to_string().replacen('\n', " ", 1)));
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            let _ = writeln!(io::stderr(), "{backtrace}");
        }
    }));
}
