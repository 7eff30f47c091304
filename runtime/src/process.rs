//! Runs a program and reports its result.

#[cfg(feature = "catalog")]
mod catalog;
mod failure;
#[cfg(all(feature = "signals", unix))]
mod interrupt;
#[cfg(any(feature = "anyhow", feature = "eyre"))]
pub(crate) mod layered_error;
pub(crate) mod outcome;
pub(crate) mod output;
mod panicked;
pub(crate) mod program;
mod prompt;
mod reported;
mod reporter;
mod reports;
pub(crate) mod response;
pub(crate) mod run;
pub(crate) mod selection;
mod state;
pub(crate) mod stream;

pub use failure::Failure;
pub use outcome::Outcome;
#[doc(hidden)]
pub use output::output_variable;
pub use output::set_format;
pub use prompt::{can_prompt, check_confirmation};
pub use reported::report;
#[doc(hidden)]
pub use reporter::Reporter;

use crate::definition::running_settings;
use crate::format::Format;
use crate::registry::linked;
use program::Program;
use reports::Reports;
pub(crate) use state::running;
use std::borrow::Cow;
use std::process::ExitCode;
use std::sync::Arc;

/// The formats that a program links by default, in addition to [`Format::HUMAN`].
#[doc(hidden)]
pub const DEFAULT_FORMATS: &[Format] = &[Format::ENVELOPE, Format::BRIEF];

impl Program {
    /// Runs the program. See [`run`](crate::run()).
    pub fn run<O: Outcome>(self, run: impl FnOnce() -> O) -> ExitCode {
        // A program that runs another one keeps its own reports.
        let outer_reports = state::replace_reports(Reports::NONE);
        let exit = self.run_and_report(run);
        state::replace_reports(outer_reports);
        exit
    }

    fn run_and_report<O: Outcome>(self, run: impl FnOnce() -> O) -> ExitCode {
        linked::require_one_copy();
        let program = match self.start() {
            Ok(program) => program,
            Err(exit) => return exit,
        };
        let outcome = panicked::catch(run);
        let reporter = program.claimed_reporter();
        // Writing the response may panic, for example in the program's `Serialize` or `Display`
        // impls. Dropping it afterwards may panic, too.
        let answered = panicked::catch(|| match outcome {
            Ok(outcome) => outcome.report(&reporter),
            Err(abnormal) => reporter.report_abnormal(abnormal).into(),
        });
        let panic = match answered {
            Ok(exit) => return exit,
            Err(panic) => panic,
        };
        match state::with(|state| state.reported) {
            // The result was written before the panic.
            Some(exit) => exit.into(),
            None => reporter.without_human().report_abnormal(panic).into(),
        }
    }

    /// Makes this the running program. If the user has selected a format that it doesn't link,
    /// writes an error and returns the exit code.
    fn start(self) -> Result<Arc<Self>, ExitCode> {
        running_settings::set(self.settings.clone());
        let program = Arc::new(self);
        // The lock must not be held while another program is dropped.
        let _replaced = state::with(|state| {
            state.reported = None;
            state.running.replace(Arc::clone(&program))
        });
        #[cfg(debug_assertions)]
        warn_about_conflicts();
        #[cfg(all(feature = "signals", unix))]
        if program.settings.handles_signals {
            interrupt::listen();
        }
        if program.reads_flags {
            program.reporter().require_linked_format()?;
        }
        Ok(program)
    }

    /// Returns a reporter for the result. If another thread is already reporting a panic or a
    /// signal, waits for the end of the process.
    fn claimed_reporter(self: &Arc<Self>) -> Reporter<'_> {
        if !state::claim_report(self) {
            state::wait_for_the_end();
        }
        state::ANSWERS.set(true);
        // Another program may have run in the meantime.
        state::with(|state| state.reported = None);
        self.reporter()
    }
}

/// Warns about codes that several linked types declare. The derive only finds conflicts within a
/// crate.
#[cfg(debug_assertions)]
fn warn_about_conflicts() {
    let conflicts = crate::catalog::conflicts::of_linked();
    let warnings: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
    reporter::warn(&warnings);
}

/// Returns the current output format: the user's choice, or the default for standard output. Call
/// this within [`run`](crate::run()), after clap has parsed the command line. Outside of a program, returns
/// [`Format::HUMAN`].
#[inline]
pub fn format() -> Format {
    configured().reporter().format
}

/// Returns the running program's settings, or default settings if no program is running.
#[inline]
pub(crate) fn configured() -> Arc<Program> {
    running().unwrap_or_else(|| Arc::new(Program::of_package(None, None, &[])))
}

/// Declares that users stop the program with a signal, as they stop a server. Signals then
/// terminate the program without an error, even if it [handles signals](Program::handle_signals).
#[cfg(feature = "signals")]
pub fn expect_signal() {
    state::with(|state| state.expects_signal = true);
}

/// Called by `#[agent_error::main]`.
#[doc(hidden)]
pub fn main<O: Outcome>(
    name: Option<&'static str>,
    package: Option<&'static str>,
    formats: &'static [Format],
    set_up: impl FnOnce(Program) -> Program,
    program: impl FnOnce() -> O,
) -> ExitCode {
    set_up(Program::of_package(
        name.map(Cow::Borrowed),
        package,
        formats,
    ))
    .run(program)
}
