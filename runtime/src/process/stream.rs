//! Writes to standard output and standard error.

use super::state;
use crate::format::Stream;
use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Writes to a stream in a single call and flushes it.
///
/// After a panic, waits at most [`PATIENCE`] for the stream's lock.
pub(crate) fn write(stream: Stream, bytes: &[u8]) -> io::Result<()> {
    match state::with(|state| state.has_panicked) {
        true => write_in_time(stream, bytes),
        false => write_locked(&mut Lock::of(stream), bytes),
    }
}

/// How long to wait for a stream's lock after a panic.
const PATIENCE: Duration = Duration::from_secs(1);

/// Limits the time that [`write`] waits for a lock.
pub(super) fn after_panic() {
    state::with(|state| state.has_panicked = true);
}

/// The lock of a stream.
enum Lock {
    Stdout(io::StdoutLock<'static>),
    Stderr(io::StderrLock<'static>),
}

impl Lock {
    fn of(stream: Stream) -> Self {
        match stream {
            Stream::Stdout => Self::Stdout(io::stdout().lock()),
            Stream::Stderr => Self::Stderr(io::stderr().lock()),
        }
    }
}

fn write_locked(lock: &mut Lock, bytes: &[u8]) -> io::Result<()> {
    match lock {
        Lock::Stdout(stdout) => {
            stdout.flush()?;
            // std reports success if standard output was opened for reading only, and the response would be lost.
            if let Some(mut file) = duplicate_handle(Stream::Stdout).filter(|_| !bytes.is_empty()) {
                return file.write_all(bytes);
            }
            stdout.write_all(bytes)?;
            stdout.flush()
        }
        Lock::Stderr(stderr) => stderr.write_all(bytes),
    }
}

/// The state shared with a thread that waits for a lock and then writes.
#[derive(Default)]
struct Writer {
    is_claimed: AtomicBool,
    written: Mutex<Option<io::Result<()>>>,
    has_written: Condvar,
}

impl Writer {
    /// Claims the write. Returns true if the other thread has already claimed it.
    fn claim(&self) -> bool {
        self.is_claimed.swap(true, Ordering::AcqRel)
    }

    fn finish(&self, written: io::Result<()>) {
        *self.written.lock().unwrap_or_else(PoisonError::into_inner) = Some(written);
        self.has_written.notify_one();
    }

    /// Waits for the write to finish, and returns its result. Returns `None` after the timeout.
    fn wait(&self, timeout: Duration) -> Option<io::Result<()>> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.has_written.wait_timeout_while(written, timeout, |written| written.is_none());
        written.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

/// Waits for the lock in another thread. If the wait times out, writes without the lock.
// A channel would also work, but would add 20 KB to a small program.
fn write_in_time(stream: Stream, bytes: &[u8]) -> io::Result<()> {
    let writer = Arc::new(Writer::default());
    let thread = thread::Builder::new().spawn({
        let (writer, bytes) = (Arc::clone(&writer), bytes.to_vec());
        move || {
            let mut lock = Lock::of(stream);
            if !writer.claim() {
                writer.finish(write_locked(&mut lock, &bytes));
            }
        }
    });
    if thread.is_err() {
        return write_locked(&mut Lock::of(stream), bytes);
    }
    match writer.wait(PATIENCE) {
        Some(written) => written,
        None if writer.claim() => writer.wait(Duration::MAX).unwrap_or(Ok(())),
        None => duplicate_handle(stream).ok_or(io::ErrorKind::WouldBlock)?.write_all(bytes),
    }
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
