//! Progress on standard error: a bar if the total is known, a spinner if not.
//!
//! If standard error is not a terminal, a line is printed every ten seconds. With `--quiet`, nothing is shown.

use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fmt, io, thread};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use minirow_table::input::{Inputs, NeededColumns};
use minirow_table::{Interrupt, Observer, grouped};
use minirow_text::safe_lines;

use crate::current_call::{Call, current};
use crate::error::print_message_of;
use crate::interrupt;
use crate::message_limit::MessageLimit;

/// The delay before progress is shown. Shorter work would only flicker.
const DELAY: Duration = Duration::from_millis(500);

/// The time between two additions of an [`ItemCount`].
const COLLECT: Duration = Duration::from_millis(5);

/// The number of calls of an [`ItemCount`] between two readings of the clock if these are fast. A grid can be solved in the time of ten
/// readings.
const FAST_CALLS: u32 = 16;

/// The time between two lines where there is no terminal. Tests set it in seconds.
static INTERVAL: LazyLock<Duration> = LazyLock::new(|| {
    let seconds = env::var("MINIROW_PROGRESS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(10))
});

/// The progress of a command on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    unit: String,
    start: Instant,
    hidden: AtomicBool,
    /// The number of items that an earlier run has done.
    before: AtomicU64,
    /// The time of the last line, if there is no terminal.
    last_line: Option<Mutex<Instant>>,
    quiet: bool,
    /// The call that gets the number and the messages.
    call: Option<Call>,
    interrupt: Interrupt,
    messages: MessageLimit,
}

const BAR: &str = "{elapsed_precise} [{wide_bar}] {human_pos}/{human_len} UNIT, {rate}, {left} left{msg}";
const SPINNER: &str = "{elapsed_precise} {spinner} {human_pos} UNIT, {rate}{msg}";

fn style(template: &str, unit: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(&template.replace("UNIT", unit)).expect("a valid template");
    // Decimal places of a higher rate would change too fast to be read.
    let rate = |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&per_second(state.per_sec()));
    };
    let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
        // At first, no rate is known.
        let is_known = state.per_sec() > 0.0;
        let _ = if is_known { write!(text, "{:#}", HumanDuration(state.eta())) } else { write!(text, "?") };
    };
    style.with_key("rate", rate).with_key("left", left).progress_chars("=> ")
}

/// Returns a rate in words.
pub(crate) fn per_second(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}/s") } else { format!("{}/s", HumanCount(rate as u64)) }
}

/// Counts the items that a thread has done, and adds them to the progress every few milliseconds: threads that add each item
/// would wait for each other.
pub(crate) struct ItemCount<'a> {
    progress: &'a Progress,
    done: Cell<u64>,
    last: Cell<Instant>,
    /// The number of calls until the clock is read.
    calls_left: Cell<u32>,
}

impl ItemCount<'_> {
    /// Returns the token of the command.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.progress.interrupt
    }

    /// Counts items that are done.
    pub(crate) fn add(&self, done: u64) {
        self.done.update(|before| before + done);
        self.calls_left.update(|left| left - 1);
        if self.calls_left.get() > 0 {
            return;
        }
        if self.last.get().elapsed() < COLLECT {
            return self.calls_left.set(FAST_CALLS);
        }
        self.progress.add(self.done.take());
        self.last.set(Instant::now());
        self.calls_left.set(1);
    }
}

impl Drop for ItemCount<'_> {
    fn drop(&mut self) {
        // A caller's function that has panicked is not called again: a second panic would end the process of the host.
        if !thread::panicking() {
            self.progress.add(self.done.get());
        }
    }
}

impl Progress {
    /// Creates a bar up to `total`, with the rate, the time elapsed and the time left.
    pub(crate) fn bar(total: u64, unit: &str, quiet: bool) -> Progress {
        Progress::new(ProgressBar::new(total), style(BAR, unit), unit, quiet)
    }

    /// Creates a count, with the rate and the time elapsed.
    pub(crate) fn spinner(unit: &str, quiet: bool) -> Progress {
        Progress::new(ProgressBar::no_length(), style(SPINNER, unit), unit, quiet)
    }

    fn new(bar: ProgressBar, style: ProgressStyle, unit: &str, quiet: bool) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        bar.set_style(style);
        let start = Instant::now();
        let last_line = (!quiet && !io::stderr().is_terminal()).then(|| Mutex::new(start));
        let (hidden, before) = (AtomicBool::new(true), AtomicU64::new(0));
        let (call, interrupt, messages) = (current(), interrupt::token(), MessageLimit::default());
        Progress { bar, unit: unit.into(), start, hidden, before, last_line, quiet, call, interrupt, messages }
    }

    /// Counts the grids in another thread, and then sets the total of the bar. Does nothing if no bar can be shown, or the inputs cannot
    /// be read twice.
    pub(crate) fn count_grids(&self, inputs: &Inputs) {
        if self.quiet || !io::stderr().is_terminal() || !inputs.are_rereadable() {
            return;
        }
        let Ok(items) = inputs.clone().with_columns(NeededColumns::GRID).read() else { return };
        let (bar, unit) = (self.bar.downgrade(), self.unit.clone());
        // If the thread cannot be started, the total stays unknown.
        let _ = thread::Builder::new().spawn(move || {
            let mut total = 0;
            for _ in items {
                total += 1;
                if total % 1024 == 0 && bar.upgrade().is_none() {
                    return; // the work is done already
                }
            }
            if let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_length(total);
                bar.set_style(style(BAR, &unit));
            }
        });
    }

    /// Sets the number of items that an earlier run has done. Rate and time left do not count them.
    pub(crate) fn start_at(&self, done: u64) {
        self.before.store(done, Relaxed);
        self.bar.set_position(done);
        self.bar.tick(); // otherwise the position would count as progress of this run
        self.bar.reset_eta();
    }

    /// Returns why the command was told to end, on any of its threads.
    pub(crate) fn reason(&self) -> String {
        interrupt::reason(self.call.as_ref())
    }

    /// Returns the token of the command whose progress it is, for its threads.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Returns a counter for the items of one thread.
    pub(crate) fn items(&self) -> ItemCount<'_> {
        ItemCount { progress: self, done: Cell::new(0), last: Cell::new(Instant::now()), calls_left: Cell::new(1) }
    }

    /// Adds to the number of items that are done.
    pub(crate) fn add(&self, done: u64) {
        self.bar.inc(done);
        if let Some(advance) = self.call.as_ref().and_then(|call| call.advance.as_ref()) {
            advance(done);
        }
        self.show();
    }

    /// Sets the remark after the figures.
    pub(crate) fn remark(&self, message: String) {
        self.bar.set_message(safe_lines(&message).into_owned());
        self.show();
    }

    fn show(&self) {
        if let Some(last) = &self.last_line {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() >= *INTERVAL {
                *last = Instant::now();
                print_message_of(self.call.as_ref(), &self.line());
            }
            return;
        }
        if !self.quiet && self.start.elapsed() > DELAY && self.hidden.swap(false, Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    /// Returns the progress as a line for where there is no terminal.
    fn line(&self) -> String {
        let (done, unit) = (self.bar.position(), &self.unit);
        let of = self.bar.length().map(|total| format!(" of {}", grouped(total))).unwrap_or_default();
        let elapsed = self.start.elapsed();
        let rate = per_second(done.saturating_sub(self.before.load(Relaxed)) as f64 / elapsed.as_secs_f64());
        let remark = self.bar.message().replace('\n', ", ");
        format!("progress: {}{of} {unit} after {} s, {rate}{remark}", grouped(done), elapsed.as_secs())
    }

    /// Prints a line above the bar. Of many messages of a kind, the first are printed, and at the end the number of the others.
    pub(crate) fn print_message(&self, message: &str) {
        if self.messages.count(message) {
            self.aside(|| print_message_of(self.call.as_ref(), message));
        }
    }

    /// Runs a function that writes to the terminal. The bar is hidden meanwhile.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

/// Shows the progress of long work in a library: a bar or a spinner for each stage.
pub(crate) struct TerminalObserver {
    quiet: bool,
    stage: Mutex<Option<Progress>>,
    /// The files whose grids are counted in the background for a stage without a total.
    counted: Option<Inputs>,
    /// The call that gets messages outside of stages.
    call: Option<Call>,
}

impl TerminalObserver {
    pub(crate) fn new(quiet: bool) -> TerminalObserver {
        TerminalObserver { quiet, stage: Mutex::default(), counted: None, call: current() }
    }

    /// Counts the grids of these files for stages whose total is not known.
    pub(crate) fn counting(self, inputs: &Inputs) -> TerminalObserver {
        TerminalObserver { counted: Some(inputs.clone()), ..self }
    }

    fn stage(&self) -> MutexGuard<'_, Option<Progress>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for TerminalObserver {
    fn begin(&self, unit: &str, total: Option<u64>) {
        let mut progress = match total {
            Some(total) => Progress::bar(total, unit, self.quiet),
            None => Progress::spinner(unit, self.quiet),
        };
        progress.call = self.call.clone(); // the stage perhaps begins on another thread
        if let (None, Some(inputs)) = (total, &self.counted) {
            progress.count_grids(inputs);
        }
        *self.stage() = Some(progress);
    }

    fn resume_at(&self, done: u64) {
        self.stage().iter().for_each(|progress| progress.start_at(done));
    }

    fn advance(&self, count: u64) {
        self.stage().iter().for_each(|progress| progress.add(count));
    }

    fn remark(&self, remark: String) {
        self.stage().iter().for_each(|progress| progress.remark(remark.clone()));
    }

    fn message(&self, text: &str) {
        match &*self.stage() {
            Some(progress) => progress.print_message(text),
            None => print_message_of(self.call.as_ref(), text),
        }
    }

    fn end(&self) {
        *self.stage() = None;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        self.messages.left_out().iter().for_each(|message| print_message_of(self.call.as_ref(), message));
    }
}
