//! Writes to standard output and standard error.

use super::state;
use crate::format::Stream;
use crate::text::style::Terminal;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::Duration;

/// Writes everything to a stream and flushes it. If the stream is non-blocking and full, waits for
/// its reader.
///
/// After a panic, writes without the stream's lock, because another thread may hold the lock
/// forever.
pub(crate) fn write(stream: Stream, bytes: &[u8]) -> io::Result<()> {
    if state::with(|state| state.has_panicked)
        && let Some(mut file) = duplicate_handle(stream)
    {
        return write_all(&mut file, bytes);
    }
    match stream {
        Stream::Stdout => {
            let mut stdout = io::stdout().lock();
            flush(&mut stdout)?;
            // If standard output was opened for reading only, std reports success, and the response
            // would be lost.
            if let Some(mut file) = duplicate_handle(stream).filter(|_| !bytes.is_empty()) {
                return write_all(&mut file, bytes);
            }
            write_all(&mut stdout, bytes)?;
            flush(&mut stdout)
        }
        Stream::Stderr => write_all(&mut io::stderr().lock(), bytes),
    }
}

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
    let (size, color) = match stream {
        Stream::Stdout => (
            terminal_size_of(io::stdout()),
            AutoStream::choice(&io::stdout()),
        ),
        Stream::Stderr => (
            terminal_size_of(io::stderr()),
            AutoStream::choice(&io::stderr()),
        ),
    };
    let width = size
        .map(|(width, _)| usize::from(width.0))
        .filter(|width| *width > 0);
    Terminal {
        width,
        color: color != ColorChoice::Never,
    }
}

#[cfg(not(all(feature = "terminal", any(unix, windows))))]
pub(crate) fn terminal(_: Stream) -> Terminal {
    Terminal::default()
}
