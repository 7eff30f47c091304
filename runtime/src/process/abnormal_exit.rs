//! How a program ended without returning a result.

use crate::ready::output_error::{OutputError, is_closed_by_reader};
use crate::registry::search::{ForeignInspectors, io_error_kind, search};
use crate::text::cause::panicked_task;
use crate::text::contains::contains;
use std::any::Any;
use std::error::Error;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) enum AbnormalExit {
    /// The program panicked at this source location, if known.
    Panicked(Option<String>),
    /// The program printed to standard output after its reader had closed the pipe.
    BrokenPipe,
    /// Printing failed for another reason.
    PrintFailed(OutputError),
}

impl AbnormalExit {
    /// Classifies a panic by its message and location. The location proves that the panic came from `println!` or a
    /// similar macro; the message alone doesn't.
    pub(super) fn saying(text: Option<&str>, location: Option<String>) -> Self {
        match text.filter(|_| location.as_deref().is_some_and(is_of_print)).and_then(print_failure) {
            Some(("stdout", source)) if is_closed_by_reader(source.kind()) => Self::BrokenPipe,
            Some((stream, source)) => Self::PrintFailed(OutputError::PrintFailed { stream, source }),
            // Another thread may have failed to print, which made this thread panic as well.
            None if explains_panic() => Self::BrokenPipe,
            None => Self::Panicked(location),
        }
    }

    /// Classifies a panic that our panic hook didn't see, because the program has replaced the hook.
    pub(super) fn unseen(text: Option<&str>) -> Self {
        match text.is_some_and(explains_unseen_panic) {
            true => Self::BrokenPipe,
            false => Self::Panicked(None),
        }
    }
}

/// Whether std implements `println!` at this source location.
fn is_of_print(location: &str) -> bool {
    location.replace('\\', "/").contains("std/src/io/stdio.rs:")
}

pub(super) fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str))
}

/// Returns the stream and the reason of a failed `println!` or `eprintln!`. Only the panic message contains them.
fn print_failure(text: &str) -> Option<(&'static str, io::Error)> {
    let rest = text.strip_prefix("failed printing to ")?;
    let stream = ["stdout", "stderr"].into_iter().find(|stream| rest.starts_with(stream))?;
    let number = rest.rsplit_once("(os error ")?.1.trim_end().strip_suffix(')')?;
    Some((stream, io::Error::from_raw_os_error(number.parse().ok()?)))
}

/// Whether `println!` has failed in any thread because the pipe was closed.
static PRINT_FAILED: AtomicBool = AtomicBool::new(false);

const FAILED_PRINT: &str = "failed printing to stdout";

pub(super) fn print_failed() {
    PRINT_FAILED.store(true, Ordering::Relaxed);
}

/// Whether an error occurred because the pipe is closed: it contains a broken pipe or a task that panicked in
/// `println!`.
///
/// Such an error can also come from another socket or a child process's input, so this function checks standard output
/// itself.
pub(super) fn explains_error(error: &(dyn Error + 'static)) -> bool {
    let is_candidate = |error: &(dyn Error + 'static)| match io_error_kind(error) {
        Some(kind) => is_closed_by_reader(kind),
        None => panicked_task(error).is_some_and(|text| print_has_failed() || contains(&text, FAILED_PRINT)),
    };
    let found = search(error, &ForeignInspectors::linked(), &mut |error| is_candidate(error).then_some(()));
    found.is_some() && is_closed()
}

/// Whether a panic occurred because `println!` panicked in another thread, which this one has joined.
pub(super) fn explains_panic() -> bool {
    print_has_failed() && is_closed()
}

/// Like [`explains_panic`], for a program that has replaced the panic hook, so that only the message is known.
pub(super) fn explains_unseen_panic(text: &str) -> bool {
    // The last two are std's messages about a joined thread that panicked.
    let is_candidate =
        contains(text, FAILED_PRINT) || text == "a scoped thread panicked" || text.ends_with("Any { .. }");
    is_candidate && is_closed()
}

fn print_has_failed() -> bool {
    PRINT_FAILED.load(Ordering::Relaxed)
}

/// Whether the reader of standard output has closed the pipe or socket.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut stdout = [PollFd::new(&stdout, PollFlags::OUT)];
    let is_polled = poll(&mut stdout, Some(&Timespec::default())).is_ok();
    is_polled && stdout[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// On other systems, only a failed `println!` proves that the pipe is closed.
#[cfg(not(unix))]
fn is_closed() -> bool {
    print_has_failed()
}
