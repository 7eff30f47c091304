//! Runs a program with the default settings.

use super::DEFAULT_FORMATS;
use super::outcome::Outcome;
use super::program::Program;
use std::process::ExitCode;

/// Runs a program, writes its result in the [selected
/// format](crate::_guide::formats#how-a-program-selects-the-format), and returns the [exit
/// code](crate::_guide::exit_codes#exit-codes-of-the-process). To change the defaults, use
/// [`Program`]. Errors without a code are classified by rules; see [`Classify`](crate::Classify).
///
/// The result is written after the program's own output, so end your output with a newline. If
/// another thread holds the lock of standard output for more than a second, the result is written
/// without the lock. An unfinished line that wasn't flushed is then missing, or follows the result,
/// as it does if a panic aborts the process. Nothing is written after a stack overflow, an
/// out-of-memory error or [`abort`](std::process::abort).
///
/// A panic becomes the error `INTERNAL`, even with `panic = "abort"`. The error contains the source
/// location, but never the panic message, which Rust's panic hook prints to standard error. If your
/// program declares `INTERNAL` itself, its own declaration is used. If it sets a panic hook, the
/// hook must call the previous hook. Otherwise, panics that abort the process aren't reported.
///
/// In debug builds, a warning on standard error reports each code that two types of the program and
/// its libraries declare with different facts.
pub fn run<O: Outcome>(program: impl FnOnce() -> O) -> ExitCode {
    Program::of_package(None, None, DEFAULT_FORMATS).run(program)
}
