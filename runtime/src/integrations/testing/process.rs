//! A process whose two streams are read at once and whose time is limited.

use shared_child::SharedChild;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What a process may use up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) timeout: Duration,
    /// How many bytes of each stream are kept; the rest is read and dropped.
    pub(super) kept: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), kept: 16 * 1024 * 1024 }
    }
}

/// A process that is over.
pub(super) struct Ended {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// Nothing if it was killed because its time was over.
    pub(super) status: Option<ExitStatus>,
    pub(super) duration: Duration,
    /// Whether a stream was longer than what is kept of it.
    pub(super) cut: bool,
}

/// How long a stream is waited for after its process has ended. What the process wrote is in the pipe by then;
/// only others that inherited the pipe can keep it open.
const GRACE: Duration = Duration::from_secs(2);

enum Event {
    /// A stream is at its end.
    Closed,
    Exited(io::Result<ExitStatus>),
}

pub(super) fn run(mut command: Command, stdin: Option<Vec<u8>>, limits: Limits) -> io::Result<Ended> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    // A group of its own: what the process starts can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = Instant::now();
    let child = Arc::new(SharedChild::spawn(&mut command)?);

    let (sender, events) = channel();
    if let (Some(mut pipe), Some(bytes)) = (child.take_stdin(), stdin) {
        // A process that does not read to the end is none of the writer's concern.
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
    /// How many streams are not at their end.
    open: usize,
    exited: Option<(Instant, io::Result<ExitStatus>)>,
}

impl Progress {
    /// Waits until the process is over and its streams are closed, or until the deadline; without one, as long as
    /// it takes.
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

/// Kills the process, and on Unix its group.
fn kill(child: &SharedChild) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The group has the number of the process, which no other process gets before this one has been waited for.
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let (Some(group), None) = (group, child.try_wait()?) {
            // It may have ended by itself just now.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    child.kill()
}

/// What was read of a stream so far: a stream that others keep open must not be waited for.
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
            // There is no receiver any more if the stream was given up.
            let _ = sender.send(Event::Closed);
        });
        Self(read)
    }

    fn finish(self) -> (Vec<u8>, bool) {
        let mut read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *read)
    }
}
