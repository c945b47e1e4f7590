//! `torture`: commands that are killed, fail, run out of disk or run twice at once, and are then completed. A plain model
//! tells which files may exist.

mod job;
mod listing;
mod trial;

use std::fmt;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use tempfile::TempDir;

use self::job::{Inputs, Job};
use self::trial::{Model, Trial};
use crate::error::{Error, Result};

/// The faults of an operation that is not a write are a crash and an error.
const FAULTS: [&str; 2] = ["torn", "short"];

/// The number of runs without a failure after which all operations have failed once. Some errors are ignored.
const MOST_IGNORED: u64 = 8;

/// Run commands with kills, faults and full disks, and check their files
///
/// A round runs a random command in a new folder, interrupts it up to four times, completes it, and compares the files with
/// those of a run without interruptions. After each interruption, every name must refer to a complete file or to the previous
/// one. Builds with debug assertions also let random operations on files crash and fail.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Stop after this number of minutes
    #[arg(long, value_name = "N", default_value = "1")]
    minutes: NonZeroU64,

    /// Seed of the rounds
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Run this round only
    #[arg(long, value_name = "ROUND", conflicts_with = "minutes")]
    round: Option<u64>,

    /// Let each operation on files of each command crash, and fail, one at a time
    ///
    /// The build must have debug assertions. A round is a command, a kind of fault, and whether its files exist before.
    #[arg(long, conflicts_with = "minutes")]
    every_fault: bool,
}

/// The numbers of a run.
#[derive(Default)]
struct Totals {
    rounds: u64,
    starts: u64,
    interruptions: u64,
}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        if self.every_fault && !cfg!(debug_assertions) {
            return Err(Error::usage(
                "this build has no faults; run `cargo run --package xtask -- torture --every-fault`",
            ));
        }
        let program = std::env::current_exe().map_err(|error| Error::failed(format!("this program: {error}")))?;
        let inputs = Inputs::create(&program)?;
        let end = Instant::now() + Duration::from_secs(60 * self.minutes.get());
        let rounds = match (self.round, self.every_fault) {
            (Some(round), _) => round..round + 1,
            (None, true) => 0..Job::count() * 2 * FAULTS.len() as u64,
            (None, false) => 0..u64::MAX,
        };
        let next = AtomicU64::new(rounds.start);
        let state = Mutex::new((Totals::default(), None));
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    loop {
                        let round = next.fetch_add(1, SeqCst);
                        let is_late = !self.every_fault && Instant::now() >= end;
                        if round >= rounds.end || is_late || lock(&state).1.is_some() {
                            break;
                        }
                        let (totals, outcome) = self.round(round, &program, &inputs);
                        let mut state = lock(&state);
                        state.0.add(&totals);
                        state.1 = state.1.take().or(outcome.err());
                        if state.0.rounds % if self.every_fault { 10 } else { 100 } == 0 {
                            eprintln!("{}", state.0);
                        }
                    }
                });
            }
        });
        let (totals, failure) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        eprintln!("{totals}: {}", if failure.is_some() { "a round has failed" } else { "no failure" });
        failure.map_or(Ok(()), Err)
    }

    fn round(&self, round: u64, program: &std::path::Path, inputs: &Inputs) -> (Totals, Result<()>) {
        // Equal for equal seeds and rounds, up to the moments of the kills.
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(round);
        let mut totals = Totals { rounds: 1, ..Totals::default() };
        let outcome = if self.every_fault {
            let job = Job::first(round % Job::count(), inputs);
            let before = job.draw_variant(inputs, &mut random);
            let kind = round / Job::count();
            let model = Model::new(program, job, Some(&before).filter(|_| kind.is_multiple_of(2)));
            model.and_then(|model| {
                let (mut number, mut ignored) = (1, 0);
                while ignored < MOST_IGNORED {
                    let fault = format!("{}@{number}", FAULTS[kind as usize / 2]);
                    let has_failed = self.trial(round, program, &model, &mut totals, |trial| trial.fail(&fault))?;
                    ignored = if has_failed { 0 } else { ignored + 1 };
                    number += 1;
                }
                Ok(())
            })
        } else {
            let job = Job::draw(below(&mut random, Job::count()), inputs, &mut random);
            let before = job.draw_variant(inputs, &mut random);
            let has_before = below(&mut random, 2) == 0;
            Model::new(program, job, Some(&before).filter(|_| has_before)).and_then(|model| {
                self.trial(round, program, &model, &mut totals, |trial| trial.interrupt_at_random(&mut random))
            })
        };
        (totals, outcome)
    }

    /// Runs a trial in a new folder, which is kept if the trial fails.
    fn trial<T>(
        &self,
        round: u64,
        program: &std::path::Path,
        model: &Model,
        totals: &mut Totals,
        run: impl FnOnce(&mut Trial) -> std::result::Result<T, String>,
    ) -> Result<T> {
        let folder = new_folder()?;
        let mut trial = Trial::new(program, folder.path(), model);
        let outcome = run(&mut trial);
        totals.starts += trial.starts;
        totals.interruptions += trial.interruptions;
        let history = trial.history.join("\n  ");
        outcome.map_err(|reason| {
            let kept: PathBuf = folder.keep();
            let seed = self.seed;
            let faults = if self.every_fault { " --every-fault" } else { "" };
            Error::failed(format!(
                "round {round}: {reason}\nThe runs in {}:\n  {history}\nRepeat it with `cargo run --package xtask -- torture{faults} --seed {seed} --round {round}`.",
                kept.display()
            ))
        })
    }
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.rounds += other.rounds;
        self.starts += other.starts;
        self.interruptions += other.interruptions;
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Totals { rounds, starts, interruptions } = self;
        write!(f, "{rounds} rounds, {starts} starts, {interruptions} interruptions")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn below(random: &mut ChaCha8Rng, bound: u64) -> u64 {
    random.next_u64() % bound
}

/// Returns a random element.
fn pick<'a, T>(random: &mut ChaCha8Rng, from: &'a [T]) -> &'a T {
    &from[below(random, from.len() as u64) as usize]
}

/// Returns a new folder, whose name does not look like that of a temporary file.
fn new_folder() -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("torture-").tempdir();
    folder.map_err(|error| Error::failed(format!("a new folder: {error}")))
}
