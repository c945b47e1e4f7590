//! Progress on stderr: a bar where the end is known, a spinner where not; only on a terminal, and never with `--quiet`.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is on the screen while a command works.
pub(crate) struct Progress(ProgressBar);

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
        if quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.set_style(ProgressStyle::with_template(template).expect("a template of ours").progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress(bar)
    }

    /// What was done before, so that rate and time left are those of this run.
    pub(crate) fn start_at(&self, done: u64) {
        self.0.set_position(done);
        self.0.reset_eta();
    }

    /// So many more are done.
    pub(crate) fn add(&self, done: u64) {
        self.0.inc(done);
    }

    /// A remark behind the figures.
    pub(crate) fn remark(&self, message: String) {
        self.0.set_message(message);
    }

    /// A line above the bar.
    pub(crate) fn say(&self, message: &str) {
        self.0.suspend(|| crate::failure::say(message));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
