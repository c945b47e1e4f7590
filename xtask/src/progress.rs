//! Progress on stderr: a bar where the end is known, a spinner where not; only on a terminal, and never with `--quiet`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What takes less time than this shows no progress: it would only flicker.
const DELAY: Duration = Duration::from_millis(500);

/// What is on the screen while a command works.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    hidden: AtomicBool,
    quiet: bool,
}

impl Progress {
    /// A bar up to `total`, with rate, time gone and time left.
    pub(crate) fn bar(total: u64, unit: &str, quiet: bool) -> Progress {
        let template = format!(
            "{{elapsed_precise}} [{{wide_bar}}] {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left{{msg}}"
        );
        Progress::new(ProgressBar::new(total), &template, quiet)
    }

    /// A count, with rate and time gone.
    pub(crate) fn spinner(unit: &str, quiet: bool) -> Progress {
        let template = format!("{{elapsed_precise}} {{spinner}} {{human_pos}} {unit}, {{per_sec}}{{msg}}");
        Progress::new(ProgressBar::no_length(), &template, quiet)
    }

    fn new(bar: ProgressBar, template: &str, quiet: bool) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::with_template(template).expect("a template of ours").progress_chars("=> "));
        Progress { bar, start: Instant::now(), hidden: AtomicBool::new(true), quiet }
    }

    /// What was done before, so that rate and time left are those of this run.
    pub(crate) fn start_at(&self, done: u64) {
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// So many more are done.
    pub(crate) fn add(&self, done: u64) {
        self.bar.inc(done);
        self.show();
    }

    /// A remark behind the figures.
    pub(crate) fn remark(&self, message: String) {
        self.bar.set_message(message);
        self.show();
    }

    fn show(&self) {
        if !self.quiet && self.start.elapsed() > DELAY && self.hidden.swap(false, Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    /// A line above the bar.
    pub(crate) fn say(&self, message: &str) {
        self.aside(|| crate::failure::say(message));
    }

    /// Does something that writes to the terminal, with the bar out of the way.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
