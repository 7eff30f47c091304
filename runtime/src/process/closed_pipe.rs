//! Detects failures caused by a closed standard output, as in `tool | head -1`.
//!
//! Such a failure can reach [`run`](crate::run) as a panic, as an I/O error in a chain of sources, or as a panic in
//! another thread or task.

use crate::registry::chain::{as_io_error, search};
use crate::registry::foreign_inspectors::ForeignInspectors;
use crate::text::cause::panicked_task;
use crate::text::contains::contains;
use std::error::Error;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether `println!` has failed in any thread because the pipe was closed.
static PRINT_FAILED: AtomicBool = AtomicBool::new(false);

/// The start of the panic message of `println!`.
const FAILED_PRINT: &str = "failed printing to stdout";

/// Records that `println!` failed because the pipe was closed.
pub(super) fn print_failed() {
    PRINT_FAILED.store(true, Ordering::Relaxed);
}

/// Whether an error occurred because the pipe is closed: it contains a broken pipe or a task that panicked in
/// `println!`.
///
/// A `BrokenPipe` error can also come from a socket or a child process's input, so this function checks standard output
/// itself.
pub(super) fn explains_error(error: &(dyn Error + 'static)) -> bool {
    let is_candidate = |error: &(dyn Error + 'static)| match as_io_error(error) {
        Some(error) => error.kind() == io::ErrorKind::BrokenPipe,
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
