//! Writes to standard output and standard error.

use super::state;
use crate::format::Stream;
use crate::text::style::Terminal;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The time limit for getting the lock of a stream. Another thread may hold it forever, for example
/// a thread that prints everything.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// Writes everything to a stream and flushes it. If the stream is non-blocking and full, waits for
/// its reader.
///
/// Once another thread has held the stream's lock for too long, or a panic aborts the process,
/// writes without the lock.
pub(crate) fn write(stream: Stream, bytes: &[u8]) -> io::Result<()> {
    let is_unbuffered = stream == Stream::Stderr;
    if is_unbuffered && bytes.is_empty() {
        return Ok(());
    }
    let ignores_lock = state::with(|state| state.ignores_lock(stream));
    if ignores_lock && let Some(mut file) = duplicate_handle(stream) {
        return write_all(&mut file, bytes);
    }
    match write_with_lock(stream, bytes, LOCK_TIMEOUT, LockAfterwards::Released) {
        Some(written) => return written,
        None => state::with(|state| state.ignore_lock(stream)),
    }
    match duplicate_handle(stream) {
        Some(mut file) => write_all(&mut file, bytes),
        None => Err(ErrorKind::TimedOut.into()),
    }
}

/// Waits for the lock of a stream, and releases it. Returns `false` if another thread holds the
/// lock until the timeout; the stream is then written to without its lock from now on.
#[cfg(any(feature = "clap", all(feature = "signals", unix)))]
pub(crate) fn wait_for_lock(stream: Stream, timeout: Duration) -> bool {
    if state::with(|state| state.ignores_lock(stream)) {
        return false;
    }
    let locked = write_with_lock(stream, b"", timeout, LockAfterwards::Released);
    if locked.is_none() {
        state::with(|state| state.ignore_lock(stream));
    }
    locked.is_some()
}

/// Flushes standard output and keeps its lock, so that only [`write`] can write to it from now on.
/// If another thread holds the lock, waits until the timeout.
#[cfg(all(feature = "signals", unix))]
pub(super) fn take_stdout(timeout: Duration) {
    let _ = write_with_lock(Stream::Stdout, b"", timeout, LockAfterwards::Kept);
    state::with(|state| state.ignore_lock(Stream::Stdout));
}

/// What happens to the lock of a stream after a write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LockAfterwards {
    Released,
    #[cfg_attr(
        not(all(feature = "signals", unix)),
        allow(
            dead_code,
            reason = "only signals end a program in the middle of its output"
        )
    )]
    Kept,
}

/// Writes everything to a stream while holding its lock. Returns `None`, and writes nothing, if
/// another thread holds the lock until the timeout.
///
/// std can't wait for a lock with a timeout, so a new thread waits for it. If no thread can be
/// started, or the program has no other thread, locks the stream in this thread.
fn write_with_lock(
    stream: Stream,
    bytes: &[u8],
    timeout: Duration,
    lock_afterwards: LockAfterwards,
) -> Option<io::Result<()>> {
    let write = LockedWrite {
        stream,
        bytes: bytes.to_vec(),
        lock_afterwards,
        is_claimed: AtomicBool::new(false),
        caller: thread::current(),
    };
    if is_single_threaded() {
        return Some(write.run());
    }
    // Shared, because a thread that never gets the lock needs it until the process ends.
    let shared = Arc::new(write);
    let of_thread = Arc::clone(&shared);
    let thread = thread::Builder::new().stack_size(STACK_BYTES);
    let Ok(writer) = thread.spawn(move || of_thread.run()) else {
        return Some(shared.run());
    };
    let deadline = Instant::now() + timeout;
    while !shared.is_claimed.load(Ordering::Acquire) {
        let Some(left) = deadline.checked_duration_since(Instant::now()) else {
            // Unless the thread has just started to write, prevent it from writing later.
            let is_prevented = shared.claim();
            if is_prevented {
                return None;
            }
            break;
        };
        thread::park_timeout(left);
    }
    // The thread has the lock. How long it writes is up to the stream's reader.
    Some(writer.join().unwrap_or(Err(ErrorKind::Other.into())))
}

/// Whether no other thread can hold a lock. Starting a thread would take 6 % of a minimal program's
/// instructions, and a thread that holds a lock itself can only lock it again on its own.
#[cfg(target_os = "linux")]
fn is_single_threaded() -> bool {
    use std::os::unix::fs::MetadataExt;
    // The folder has a link for itself, one for its parent, and one for each thread.
    std::fs::metadata("/proc/self/task").is_ok_and(|threads| threads.nlink() == 3)
}

#[cfg(not(target_os = "linux"))]
fn is_single_threaded() -> bool {
    false
}

/// Enough for a thread that only writes. The default would make std read `RUST_MIN_STACK`.
const STACK_BYTES: usize = 64 * 1024;

/// A write that waits for the lock of its stream.
struct LockedWrite {
    stream: Stream,
    bytes: Vec<u8>,
    lock_afterwards: LockAfterwards,
    /// Whether the thread has started to write, or its caller no longer waits.
    is_claimed: AtomicBool,
    caller: Thread,
}

impl LockedWrite {
    fn run(&self) -> io::Result<()> {
        match self.stream {
            Stream::Stdout => {
                let mut stdout = io::stdout().lock();
                let written = self.write(&mut stdout);
                if self.lock_afterwards == LockAfterwards::Kept {
                    std::mem::forget(stdout);
                }
                written
            }
            Stream::Stderr => self.write(&mut io::stderr().lock()),
        }
    }

    /// Returns true for the first caller only.
    fn claim(&self) -> bool {
        !self.is_claimed.swap(true, Ordering::AcqRel)
    }

    fn write(&self, locked: &mut dyn Write) -> io::Result<()> {
        let is_awaited = self.claim();
        if !is_awaited {
            return Ok(());
        }
        self.caller.unpark();
        flush(locked)?;
        // If the stream was opened for reading only, std reports success, and the bytes would be
        // lost.
        if !self.bytes.is_empty()
            && let Some(mut file) = duplicate_handle(self.stream)
        {
            return write_all(&mut file, &self.bytes);
        }
        write_all(locked, &self.bytes)?;
        flush(locked)
    }
}

#[inline(never)]
fn write_all(out: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match out.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) => wait_if_full(error)?,
        }
    }
    Ok(())
}

#[inline(never)]
fn flush(out: &mut dyn Write) -> io::Result<()> {
    while let Err(error) = out.flush() {
        wait_if_full(error)?;
    }
    Ok(())
}

/// Returns `Ok` if the write can be repeated. If a non-blocking stream is full, waits for a moment
/// first.
///
/// For example, Node.js gives its child processes non-blocking pipes.
fn wait_if_full(error: io::Error) -> io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(1);
    match error.kind() {
        ErrorKind::Interrupted => {}
        ErrorKind::WouldBlock => thread::sleep(PAUSE),
        _ => return Err(error),
    }
    Ok(())
}

/// Returns a duplicate of the stream's file. Unlike the stream, it has no lock.
#[cfg(unix)]
fn duplicate_handle(stream: Stream) -> Option<File> {
    use std::os::fd::AsFd;
    let file = match stream {
        Stream::Stdout => io::stdout().as_fd().try_clone_to_owned(),
        Stream::Stderr => io::stderr().as_fd().try_clone_to_owned(),
    };
    file.ok().map(File::from)
}

#[cfg(not(unix))]
fn duplicate_handle(_: Stream) -> Option<File> {
    None
}

#[cfg(all(feature = "terminal", any(unix, windows)))]
pub(crate) fn terminal(stream: Stream) -> Terminal {
    use anstream::{AutoStream, ColorChoice};
    use terminal_size::terminal_size_of;
    let size = match stream {
        Stream::Stdout => terminal_size_of(io::stdout()),
        Stream::Stderr => terminal_size_of(io::stderr()),
    };
    let color = match stream {
        Stream::Stdout => AutoStream::choice(&io::stdout()),
        Stream::Stderr => AutoStream::choice(&io::stderr()),
    };
    let width = size.map(|(width, _)| usize::from(width.0));
    Terminal {
        width: width.filter(|width| *width > 0),
        color: color != ColorChoice::Never,
    }
}

#[cfg(not(all(feature = "terminal", any(unix, windows))))]
pub(crate) fn terminal(_: Stream) -> Terminal {
    Terminal::default()
}
