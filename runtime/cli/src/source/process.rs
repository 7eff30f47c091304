//! Runs a program with limits on its running time and output size.

use shared_child::SharedChild;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The limits for a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) timeout: Duration,
    /// The maximum size of standard output, in bytes. If the program writes more, it's killed.
    pub(super) max_bytes: usize,
}

/// How a program terminated.
#[derive(Debug)]
pub(super) enum Termination {
    Exited {
        status: ExitStatus,
        stdout: Vec<u8>,
        /// At most [`MAX_STDERR`] bytes.
        stderr: Vec<u8>,
    },
    /// The program exceeded its time limit and was killed.
    TimedOut,
    /// The program exceeded its output limit and was killed.
    TooLarge,
}

/// The maximum number of bytes to keep from standard error: 64 KiB.
const MAX_STDERR: usize = 64 * 1024;

/// How long to wait for the streams to close after the program has exited. By then, all of its output is in the pipes,
/// but other processes may have inherited the pipes and keep them open.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

enum Event {
    /// A stream was closed.
    Closed,
    /// Standard output exceeded its limit.
    TooLarge,
    Exited(io::Result<ExitStatus>),
}

/// Starts a program with empty standard input.
pub(super) fn start(command_line: &[OsString]) -> io::Result<Arc<SharedChild>> {
    let (program, args) = command_line.split_first().ok_or(ErrorKind::NotFound)?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Use a separate process group, so that child processes can be killed too.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(Arc::new(SharedChild::spawn(&mut command)?))
}

/// Waits until the program has exited and its streams are closed. If the program exceeds a limit, kills it.
pub(super) fn finish(child: &Arc<SharedChild>, limits: Limits) -> io::Result<Termination> {
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
            Some((at, _)) => Instant::checked_add(at, CLOSE_TIMEOUT),
            None => deadline,
        };
        match next(&events, until) {
            Some(Event::Closed) => open -= 1,
            Some(Event::Exited(status)) => exited = Some((Instant::now(), status?)),
            Some(Event::TooLarge) => return kill(child).map(|()| Termination::TooLarge),
            None if exited.is_some() => break,
            None => return kill(child).map(|()| Termination::TimedOut),
        }
    }
    let taken = |stream: Option<Captured>| stream.map(Captured::take).unwrap_or_default();
    match exited {
        Some((_, status)) => Ok(Termination::Exited { status, stdout: taken(stdout), stderr: taken(stderr) }),
        None => Ok(Termination::TimedOut),
    }
}

/// Returns the next event, or `None` if `until` passes first.
fn next(events: &Receiver<Event>, until: Option<Instant>) -> Option<Event> {
    match until {
        Some(until) => events.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
        None => events.recv().ok(),
    }
}

/// Kills the program. On Unix, kills its whole process group.
fn kill(child: &SharedChild) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group ID is the program's process ID, which can't be reused until the program has been waited for.
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let (Some(group), None) = (group, child.try_wait()?) {
            // Ignore errors: the program may have just exited.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    child.kill()
}

/// The bytes that have been read from a stream so far. The stream may still be open.
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// Starts to read a stream on another thread, and keeps at most `max` bytes. If the stream is longer, notifies
    /// `overflow` and stops reading. Without `overflow`, discards the remaining bytes.
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
                    // Ignore errors: the receiver may have been dropped.
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
