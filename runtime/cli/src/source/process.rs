//! Runs a program, and limits its time and the size of its output.

use shared_child::SharedChild;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The limits of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) timeout: Duration,
    /// The most bytes on standard output. The program is killed if it writes more.
    pub(super) max_bytes: usize,
}

/// How a program ended.
#[derive(Debug)]
pub(super) enum Ended {
    Exited {
        status: ExitStatus,
        stdout: Vec<u8>,
        /// At most [`MAX_STDERR`] bytes.
        stderr: Vec<u8>,
    },
    /// It was killed at its time limit.
    TimedOut,
    /// It was killed because it wrote too much.
    TooLarge,
}

/// The bytes of standard error that are kept: 64 KiB.
const MAX_STDERR: usize = 64 * 1024;

/// How long to wait for the streams after the program has exited. Its own output is in the pipes by then; only other
/// processes that inherited a pipe can keep it open.
const GRACE: Duration = Duration::from_secs(2);

enum Event {
    /// A stream is at its end.
    Closed,
    /// Standard output has too many bytes.
    TooLarge,
    Exited(io::Result<ExitStatus>),
}

/// Starts a program without standard input.
pub(super) fn start(command_line: &[OsString]) -> io::Result<Arc<SharedChild>> {
    let (program, args) = command_line.split_first().ok_or(ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // In its own process group, so that the processes that it starts can be killed with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(Arc::new(SharedChild::spawn(&mut command)?))
}

/// Waits until the program has exited and its streams are closed. Kills it if it exceeds a limit.
pub(super) fn finish(child: &Arc<SharedChild>, limits: Limits) -> io::Result<Ended> {
    let deadline = Instant::now().checked_add(limits.timeout);
    let (sender, events) = channel();
    let stdout = child.take_stdout().map(|pipe| Captured::read(pipe, limits.max_bytes, Some(&sender), &sender));
    let stderr = child.take_stderr().map(|pipe| Captured::read(pipe, MAX_STDERR, None, &sender));
    let waiting = Arc::clone(child);
    thread::spawn(move || sender.send(Event::Exited(waiting.wait())));

    let mut open = 2;
    let mut exited = None;
    while open > 0 || exited.is_none() {
        let until = match &exited {
            Some((at, _)) => Instant::checked_add(at, GRACE),
            None => deadline,
        };
        match next(&events, until) {
            Some(Event::Closed) => open -= 1,
            Some(Event::Exited(status)) => exited = Some((Instant::now(), status?)),
            Some(Event::TooLarge) => return kill(child).map(|()| Ended::TooLarge),
            None if exited.is_some() => break,
            None => return kill(child).map(|()| Ended::TimedOut),
        }
    }
    let taken = |stream: Option<Captured>| stream.map(Captured::take).unwrap_or_default();
    match exited {
        Some((_, status)) => Ok(Ended::Exited { status, stdout: taken(stdout), stderr: taken(stderr) }),
        None => Ok(Ended::TimedOut),
    }
}

/// The next event; `None` if there is none until the deadline.
fn next(events: &Receiver<Event>, until: Option<Instant>) -> Option<Event> {
    match until {
        Some(until) => events.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
        None => events.recv().ok(),
    }
}

/// Kills the program; on Unix, its process group.
fn kill(child: &SharedChild) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group has the id of the program, which is not reused before the program was waited for.
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let (Some(group), None) = (group, child.try_wait()?) {
            // The program may just have exited.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    child.kill()
}

/// The bytes that were read from a stream so far. Another process may keep the stream open.
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// Reads a stream to its end, and keeps at most `max` bytes. If there are more, tells `overflow`.
    fn read(
        mut pipe: impl Read + Send + 'static,
        max: usize,
        overflow: Option<&Sender<Event>>,
        end: &Sender<Event>,
    ) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (shared, overflow, end) = (Arc::clone(&bytes), overflow.cloned(), end.clone());
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            loop {
                let count = match pipe.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => count,
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                let mut bytes = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let fits = count.min(max - bytes.len());
                bytes.extend_from_slice(&buffer[..fits]);
                if let Some(overflow) = overflow.as_ref().filter(|_| fits < count) {
                    // The receiver is gone if the program has exited.
                    let _ = overflow.send(Event::TooLarge);
                    break;
                }
            }
            let _ = end.send(Event::Closed);
        });
        Self(bytes)
    }

    fn take(self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
