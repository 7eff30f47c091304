//! Runs a process, reads both streams at once, and limits its time.

use shared_child::SharedChild;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The limits of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) timeout: Duration,
    /// The bytes of each stream that are kept; the rest is read and dropped.
    pub(super) kept: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), kept: 16 * 1024 * 1024 }
    }
}

/// A process that has ended.
pub(super) struct Ended {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// `None` if it was killed at its time limit.
    pub(super) status: Option<ExitStatus>,
    pub(super) duration: Duration,
    /// Whether a stream was longer than the part that was kept.
    pub(super) cut: bool,
}

/// How long to wait for a stream after its process has ended. The output of the process is in the pipe by then; only
/// other processes that inherited the pipe can keep it open.
const GRACE: Duration = Duration::from_secs(2);

enum Event {
    /// A stream has ended.
    Closed,
    Exited(io::Result<ExitStatus>),
}

pub(super) fn run(mut command: Command, stdin: Option<Vec<u8>>, limits: Limits) -> io::Result<Ended> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    // A separate group, so that processes started by this one can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = Instant::now();
    let child = Arc::new(SharedChild::spawn(&mut command)?);

    let (sender, events) = channel();
    if let (Some(mut pipe), Some(bytes)) = (child.take_stdin(), stdin) {
        // A process may end without reading all of its input.
        thread::spawn(move || drop(pipe.write_all(&bytes)));
    }
    let stdout = child.take_stdout().map(|pipe| Reading::start(pipe, limits.kept, sender.clone()));
    let stderr = child.take_stderr().map(|pipe| Reading::start(pipe, limits.kept, sender.clone()));
    let waiting = Arc::clone(&child);
    thread::spawn(move || sender.send(Event::Exited(waiting.wait())));

    let mut progress = Progress { events, open: 2, exited: None };
    progress.wait_until(started.checked_add(limits.timeout));
    let in_time = progress.exited.is_some();
    if !in_time {
        kill(&child)?;
        progress.wait_until(Instant::now().checked_add(GRACE));
    }
    let (exited_at, status) = match progress.exited {
        Some((at, status)) => (at, Some(status?)),
        None => (Instant::now(), None),
    };
    let (stdout, stdout_cut) = stdout.map(Reading::finish).unwrap_or_default();
    let (stderr, stderr_cut) = stderr.map(Reading::finish).unwrap_or_default();
    Ok(Ended {
        stdout,
        stderr,
        status: status.filter(|_| in_time),
        duration: exited_at.duration_since(started),
        cut: stdout_cut || stderr_cut,
    })
}

struct Progress {
    events: Receiver<Event>,
    /// The number of streams that are still open.
    open: usize,
    exited: Option<(Instant, io::Result<ExitStatus>)>,
}

impl Progress {
    /// Waits until the process has ended and its streams are closed, or until the deadline, if there is one.
    fn wait_until(&mut self, deadline: Option<Instant>) {
        while self.open > 0 || self.exited.is_none() {
            let grace = self.exited.as_ref().and_then(|(at, _)| at.checked_add(GRACE));
            let event = match deadline.into_iter().chain(grace).min() {
                Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
                None => self.events.recv().ok(),
            };
            match event {
                Some(Event::Closed) => self.open -= 1,
                Some(Event::Exited(status)) => self.exited = Some((Instant::now(), status)),
                None => break,
            }
        }
    }
}

/// Kills the process; on Unix, its group.
fn kill(child: &SharedChild) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group has the id of the process, which is not reused before the process was waited for.
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let (Some(group), None) = (group, child.try_wait()?) {
            // It may just have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    child.kill()
}

/// The part of a stream that was read so far; other processes may keep the stream open.
struct Reading(Arc<Mutex<(Vec<u8>, bool)>>);

impl Reading {
    fn start(mut pipe: impl Read + Send + 'static, kept: usize, sender: Sender<Event>) -> Self {
        let read = Arc::new(Mutex::new((Vec::new(), false)));
        let shared = Arc::clone(&read);
        thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            loop {
                let count = match pipe.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(count) => count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                let mut read = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (bytes, cut) = &mut *read;
                let fits = count.min(kept - bytes.len());
                bytes.extend_from_slice(&buffer[..fits]);
                *cut |= fits < count;
            }
            // The receiver is gone if the stream was abandoned.
            let _ = sender.send(Event::Closed);
        });
        Self(read)
    }

    fn finish(self) -> (Vec<u8>, bool) {
        let mut read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *read)
    }
}
