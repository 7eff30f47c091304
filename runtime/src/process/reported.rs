//! Errors that don't end the program.

use super::failure::Failure;
use super::reporter::{Reporter, exit_code_of};
use super::{configured, panicked, state, stream};
use crate::error::coded::AgentError;
use crate::format::Stream;
use crate::ready::builtin::own_record;
use crate::ready::caught_panic::CaughtPanic;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Reports an error that doesn't end the program, for example a file that can't be read while a
/// search goes on.
///
/// Writes the error to standard error at once, in the program's [format](super::format). Formats
/// for programs, such as JSON, are never indented, and every error ends with a newline. Observers
/// are notified of each error. You can call this function from several threads: errors don't
/// interleave, whatever their length.
///
/// If `main` then succeeds, or the reader of standard output closes the pipe, the process exits
/// with the exit code of the first reported error. To set the exit code yourself, use
/// [`Program::reported_exit`](crate::Program::reported_exit). An error of `main`, a panic, a signal,
/// and an `ExitCode` other than success keep their own exit codes. The final envelope contains a
/// warning with the number of reported errors.
///
/// ```no_run
/// use agent_error::{AgentError, process};
/// use std::{fs, io};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum CountError {
///     /// The file can't be read.
///     #[error("cannot read {path}")]
///     #[code("FILE_UNREADABLE", suggest = "Check the path")]
///     Unreadable { path: String, source: io::Error },
/// }
///
/// #[agent_error::main(reported_exit = 2)]
/// fn main() {
///     for path in std::env::args().skip(1) {
///         match fs::read(&path) {
///             Ok(bytes) => println!("{}\t{path}", bytes.len()),
///             Err(source) => process::report(&CountError::Unreadable { path, source }),
///         }
///     }
/// }
/// ```
///
/// For an error without a code, create a record:
/// `process::report(&Report::new(error).into_record())`. For an error that borrows, pass its
/// [`record`](AgentError::record).
///
/// Outside of a program, writes the error as [`Format::HUMAN`](crate::Format::HUMAN).
///
/// # Errors
///
/// Never fails or panics. If standard error is closed or its disk is full, the error isn't
/// written, but still determines the exit code. If the program's [`human`](crate::Program::human)
/// function panics, the panic hook writes why, and the error counts as `INTERNAL`. An error that
/// occurred because the reader of standard output has closed the pipe is ignored.
#[inline]
pub fn report(error: &(dyn AgentError + 'static)) {
    if panicked::is_of_closed_pipe(error) {
        return;
    }
    let program = configured();
    let reporter = program.reporter();
    let written = catch_unwind(AssertUnwindSafe(|| {
        reporter.write_reported(&Failure::reported(error))
    }));
    let exit_of_error = match written {
        Ok(exit) => exit,
        Err(payload) => {
            // Dropping the payload may panic again.
            mem::forget(payload);
            exit_code_of(&own_record(&CaughtPanic::new(None)))
        }
    };
    let exit = program.reported_exit.unwrap_or(exit_of_error);
    state::with(|state| state.reports.add(exit));
}

/// Writes one error at a time.
///
/// While a slow reader blocks a thread, other threads would give up waiting for the lock of
/// standard error, and write into the blocked thread's error.
#[inline]
pub(super) fn write(text: &[u8]) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = stream::write(Stream::Stderr, text);
}

impl Reporter<'_> {
    /// Writes an error that doesn't end the program. Returns its exit code.
    #[inline]
    fn write_reported(&self, failure: &Failure<'_>) -> u8 {
        let record = failure.record();
        if self.format.is_for_people() {
            write(&self.text_for_people(failure));
            self.notify_observers(record);
        } else {
            // Observers must write first, as for the program's own error on standard error.
            self.notify_observers(record);
            write(self.reported_document(record).as_bytes());
        }
        exit_code_of(record)
    }
}
