//! Handles panics of a program, and detects that the reader of standard output has closed the pipe.

use super::state;
use crate::ready::process::{OutputError, is_closed_by_reader};
use crate::registry::search::{errors_in, io_error_kind};
use crate::text::cause::panicked_task;
use crate::text::contains::contains;
use std::any::Any;
use std::cell::Cell;
use std::error::Error;
use std::io;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
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
    let exit = AbnormalExit::of(&*payload, take_location());
    // Leak the payload, because dropping it may panic again.
    std::mem::forget(payload);
    exit
}

/// Installs a panic hook that calls the previous hook, unless `println!` caused the panic. If the
/// panic aborts the process, the hook reports it.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| on_panic(info, &previous)));
    });
}

fn on_panic(info: &PanicHookInfo<'_>, previous: &dyn Fn(&PanicHookInfo<'_>)) {
    let is_aborting = text_of(info.payload()).is_some_and(|text| ABORTING.contains(&text));
    let mut location = info.location().map(|location| format!("{location}"));
    if is_aborting {
        // std raises such a panic after the program's own, and in std's own code.
        location = take_location().or(location);
    }
    let _ = LOCATION.try_with(|last| last.set(location.clone()));
    let exit = AbnormalExit::of(info.payload(), location);
    if let AbnormalExit::Panicked(_) = exit {
        previous(info);
    }
    if cfg!(panic = "abort") || is_aborting {
        report_and_exit(exit);
    }
}

/// std's messages for panics that abort the process.
const ABORTING: [&str; 2] = [
    "panic in a destructor during cleanup",
    "panic in a function that cannot unwind",
];

/// Takes the location of this thread's last panic.
fn take_location() -> Option<String> {
    LOCATION.try_with(Cell::take).ok().flatten()
}

/// Reports how the program ended, and exits the process. Does nothing if no program is running. If
/// another thread is already reporting, waits for that thread, because returning would abort the
/// process in the middle of the output.
fn report_and_exit(abnormal: AbnormalExit) {
    let Some(program) = state::running() else {
        return;
    };
    if let Some(code) = state::with(|state| state.reported) {
        process::exit(code.into());
    }
    let is_first = state::claim_report(&program);
    // If this thread was reporting the result, the report has panicked.
    let was_reporting = state::ANSWERS.replace(false);
    if is_first || was_reporting {
        // This thread may hold the locks itself.
        state::with(state::ProcessState::ignore_locks);
        let code = program.reporter().report_abnormal(abnormal);
        state::answered(code);
        process::exit(code.into());
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
    /// Classifies a panic, and records whether `println!` caused it. Without a location, the program
    /// has replaced our panic hook.
    fn of(payload: &(dyn Any + Send), location: Option<String>) -> Self {
        let text = text_of(payload).unwrap_or_default();
        if let Some((stream, source)) = print_failure(text)
            && !is_of_closed_stdout(stream, &source)
        {
            return Self::PrintFailed(OutputError::print_failed(stream, source));
        }
        if contains(text, FAILED_PRINT) {
            PRINT_FAILED.store(true, Ordering::Relaxed);
        }
        let follows_panic = location.is_none() && is_of_joined_thread(text);
        let may_follow_print = print_has_failed() || follows_panic;
        if may_follow_print && is_closed() {
            Self::BrokenPipe
        } else {
            Self::Panicked(location)
        }
    }
}

fn is_of_closed_stdout(stream: &str, source: &io::Error) -> bool {
    stream == "stdout" && is_closed_by_reader(source.kind())
}

/// Whether a panic follows that of a joined thread. These are std's messages.
fn is_of_joined_thread(text: &str) -> bool {
    text == "a scoped thread panicked" || text.ends_with("Any { .. }")
}

/// Returns the stream and the reason of a failed `println!` or `eprintln!`. Only the panic message
/// contains them.
fn print_failure(text: &str) -> Option<(&'static str, io::Error)> {
    let rest = text.strip_prefix("failed printing to ")?;
    let mut streams = ["stdout", "stderr"].into_iter();
    let stream = streams.find(|stream| rest.starts_with(stream))?;
    let (_, number) = rest.rsplit_once("(os error ")?;
    let number = number.trim_end().strip_suffix(')')?;
    let source = io::Error::from_raw_os_error(number.parse().ok()?);
    Some((stream, source))
}

/// Whether an error occurred because the pipe is closed: it contains a broken pipe or a task that
/// panicked in `println!`.
///
/// Such an error can also come from another socket or a child process's input, so this function
/// checks standard output itself.
pub(super) fn is_of_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let may_be_closed = errors_in(error).into_iter().any(may_be_of_closed_pipe);
    may_be_closed && is_closed()
}

fn may_be_of_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    if let Some(kind) = io_error_kind(error) {
        return is_closed_by_reader(kind);
    }
    match panicked_task(error) {
        Some(text) => print_has_failed() || contains(&text, FAILED_PRINT),
        None => false,
    }
}

fn print_has_failed() -> bool {
    PRINT_FAILED.load(Ordering::Relaxed)
}

/// Whether the reader of standard output has closed the pipe or socket.
#[cfg(unix)]
fn is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut polled = PollFd::new(&stdout, PollFlags::OUT);
    let at_once = Timespec::default();
    if poll(std::slice::from_mut(&mut polled), Some(&at_once)).is_err() {
        return false;
    }
    let closed = PollFlags::ERR | PollFlags::HUP;
    polled.revents().intersects(closed)
}

/// On other systems, only a failed `println!` proves that the pipe is closed.
#[cfg(not(unix))]
fn is_closed() -> bool {
    print_has_failed()
}
