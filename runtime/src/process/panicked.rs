//! Handles panics of a program, and detects that the reader of standard output has closed the pipe.

use super::state;
use crate::ready::process::{OutputError, is_closed_by_reader};
use crate::registry::search::{io_error_kind, search};
use crate::text::cause::panicked_task;
use crate::text::contains::contains;
use std::any::Any;
use std::cell::Cell;
use std::error::Error;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{process, thread};

thread_local! {
    /// The source location of this thread's last panic. `None` if our hook didn't see the panic.
    static LOCATION: Cell<Option<String>> = const { Cell::new(None) };
}

pub(super) fn catch<O>(program: impl FnOnce() -> O) -> Result<O, AbnormalExit> {
    install_hook();
    panic::catch_unwind(AssertUnwindSafe(program)).map_err(caught)
}

fn caught(payload: Box<dyn Any + Send>) -> AbnormalExit {
    let ended = AbnormalExit::of(&*payload, LOCATION.try_with(Cell::take).ok().flatten());
    // Leak the payload, because dropping it may panic again.
    std::mem::forget(payload);
    ended
}

/// Installs a panic hook that calls the previous hook, unless `println!` caused the panic. If the
/// panic aborts the process, the hook reports it.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // std's messages for panics that abort the process.
            let aborting = [
                "panic in a destructor during cleanup",
                "panic in a function that cannot unwind",
            ];
            let is_aborting = text_of(info.payload()).is_some_and(|text| aborting.contains(&text));
            let mut location = info.location().map(|location| format!("{location}"));
            if is_aborting {
                // std raises such a panic after the program's own, and in std's own code.
                let last = LOCATION.try_with(Cell::take).ok().flatten();
                location = last.or(location);
            }
            let _ = LOCATION.try_with(|last| last.set(location.clone()));
            let ended = AbnormalExit::of(info.payload(), location);
            if let AbnormalExit::Panicked(_) = ended {
                previous(info);
            }
            if cfg!(panic = "abort") || is_aborting {
                end(ended);
            }
        }));
    });
}

/// Reports how the program ended, and exits the process. If another thread is already reporting,
/// waits for that thread, because returning would abort the process in the middle of the output.
fn end(ended: AbnormalExit) {
    let Some(program) = state::running() else {
        return;
    };
    if let Some(exit) = state::with(|state| state.reported) {
        process::exit(exit.into());
    }
    if state::claim_report(&program) || state::ANSWERS.replace(false) {
        // This thread may hold the locks itself.
        state::with(super::state::ProcessState::ignore_locks);
        let exit = program.reporter().ended(ended);
        state::answered(exit);
        process::exit(exit.into());
    }
    // Limit the wait, because the reporting thread may need a lock that this thread holds.
    let until = Instant::now() + MAX_WAIT;
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        thread::park_timeout(left);
    }
}

/// The maximum time that a panicking thread waits for the reporting thread.
const MAX_WAIT: Duration = Duration::from_secs(20);

fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or(payload.downcast_ref::<String>().map(String::as_str))
}

/// How a program ended without returning a result.
pub(super) enum AbnormalExit {
    /// The program panicked at this source location, if known.
    Panicked(Option<String>),
    /// The program printed to standard output after its reader had closed the pipe.
    BrokenPipe,
    /// Printing failed for another reason.
    PrintFailed(OutputError),
}

/// Whether `println!` has panicked in any thread.
static PRINT_FAILED: AtomicBool = AtomicBool::new(false);

const FAILED_PRINT: &str = "failed printing to stdout";

impl AbnormalExit {
    /// Classifies a panic. Without a location, the program has replaced our panic hook.
    fn of(payload: &(dyn Any + Send), location: Option<String>) -> Self {
        let text = text_of(payload).unwrap_or_default();
        if let Some((stream, source)) = print_failure(text)
            && (stream != "stdout" || !is_closed_by_reader(source.kind()))
        {
            return Self::PrintFailed(OutputError::print_failed(stream, source));
        }
        if contains(text, FAILED_PRINT) {
            PRINT_FAILED.store(true, Ordering::Relaxed);
        }
        // A thread that joins a panicked thread panics as well. These are std's messages.
        let is_joined = || text == "a scoped thread panicked" || text.ends_with("Any { .. }");
        let may_follow_print = print_has_failed() || location.is_none() && is_joined();
        if may_follow_print && is_closed() {
            Self::BrokenPipe
        } else {
            Self::Panicked(location)
        }
    }
}

/// Returns the stream and the reason of a failed `println!` or `eprintln!`. Only the panic message
/// contains them.
fn print_failure(text: &str) -> Option<(&'static str, io::Error)> {
    let rest = text.strip_prefix("failed printing to ")?;
    let stream = ["stdout", "stderr"]
        .into_iter()
        .find(|stream| rest.starts_with(stream))?;
    let number = rest
        .rsplit_once("(os error ")?
        .1
        .trim_end()
        .strip_suffix(')')?;
    Some((stream, io::Error::from_raw_os_error(number.parse().ok()?)))
}

/// Whether an error occurred because the pipe is closed: it contains a broken pipe or a task that
/// panicked in `println!`.
///
/// Such an error can also come from another socket or a child process's input, so this function
/// checks standard output itself.
pub(super) fn is_of_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let is_candidate = |error: &(dyn Error + 'static)| match io_error_kind(error) {
        Some(kind) => is_closed_by_reader(kind),
        None => panicked_task(error)
            .is_some_and(|text| print_has_failed() || contains(&text, FAILED_PRINT)),
    };
    let found = search(error, &mut |error| is_candidate(error).then_some(()));
    found.is_some() && is_closed()
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
    is_polled
        && stdout[0]
            .revents()
            .intersects(PollFlags::ERR | PollFlags::HUP)
}

/// On other systems, only a failed `println!` proves that the pipe is closed.
#[cfg(not(unix))]
fn is_closed() -> bool {
    print_has_failed()
}
