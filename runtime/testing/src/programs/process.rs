//! Runs a process with a timeout and an output limit, and reads both of its output streams
//! concurrently.

use shared_child::SharedChild;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The limits of a process. A process that exceeds a limit is killed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) timeout: Duration,
    /// The maximum number of bytes per stream.
    pub(super) output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            output: 16 * 1024 * 1024,
        }
    }
}

/// A process that exited or was killed.
pub(super) struct Output {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// The exit status, or `None` if the process exceeded a limit and was killed.
    pub(super) status: Option<ExitStatus>,
    pub(super) duration: Duration,
    /// Whether a stream exceeded its limit and was truncated.
    pub(super) cut: bool,
}

/// How long to wait for the end of a stream after the process has exited.
///
/// After the exit, only another process that inherited the pipe can keep it open.
const GRACE: Duration = Duration::from_secs(2);

pub(super) fn run(
    mut command: Command,
    stdin: Option<Vec<u8>>,
    limits: Limits,
) -> io::Result<Output> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if stdin.is_some() {
        Stdio::piped()
    } else {
        Stdio::null()
    });
    // Run the process in its own process group, so that its child processes can also be killed.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = Instant::now();
    let child = Arc::new(SharedChild::spawn(&mut command)?);

    if let (Some(mut pipe), Some(bytes)) = (child.take_stdin(), stdin) {
        // Ignore errors: the process may exit before it has read all of its input.
        thread::spawn(move || drop(pipe.write_all(&bytes)));
    }
    let stdout_capture = StreamCapture::start(child.take_stdout(), limits.output, &child);
    let stderr_capture = StreamCapture::start(child.take_stderr(), limits.output, &child);
    let (sender, exited) = channel();
    let waiting = Arc::clone(&child);
    thread::spawn(move || sender.send(waiting.wait()));
    let status = match exited.recv_timeout(limits.timeout) {
        Ok(status) => Some(status?),
        Err(_) => {
            kill(&child)?;
            None
        }
    };
    let duration = started.elapsed();
    let deadline = Instant::now() + GRACE;
    let stdout = stdout_capture.finish(deadline);
    let stderr = stderr_capture.finish(deadline);
    let cut = stdout.is_cut || stderr.is_cut;
    Ok(Output {
        stdout: stdout.bytes,
        stderr: stderr.bytes,
        status: if cut { None } else { status },
        duration,
        cut,
    })
}

/// Kills the process. On Unix, kills the whole process group.
fn kill(child: &SharedChild) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // The process group ID equals the process ID, which can't be reused until the process has
        // been reaped.
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let is_running = child.try_wait()?.is_none();
        if let Some(group) = group
            && is_running
        {
            // Ignore errors: the process may have exited already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    child.kill()
}

/// What has been read from a stream so far.
#[derive(Default)]
struct Content {
    bytes: Vec<u8>,
    /// Whether the stream exceeded its limit and was truncated.
    is_cut: bool,
}

impl Content {
    /// Adds bytes up to the limit.
    fn add(&mut self, bytes: &[u8], limit: usize) {
        let free = limit - self.bytes.len();
        if bytes.len() <= free {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.bytes.extend_from_slice(&bytes[..free]);
            self.is_cut = true;
        }
    }
}

/// A stream that another thread reads.
///
/// The content is shared with the thread, because another process may keep the stream open forever.
struct StreamCapture {
    content: Arc<Mutex<Content>>,
    closed: Receiver<()>,
}

impl StreamCapture {
    /// Reads the stream, if any, in another thread. Kills the process if the stream exceeds its
    /// limit.
    fn start(
        pipe: Option<impl Read + Send + 'static>,
        limit: usize,
        child: &Arc<SharedChild>,
    ) -> Self {
        let (sender, closed) = channel();
        let content = Arc::new(Mutex::new(Content::default()));
        if let Some(pipe) = pipe {
            let content = Arc::clone(&content);
            let child = Arc::clone(child);
            thread::spawn(move || {
                read_all(pipe, limit, &content, &child);
                // Ignore errors: the receiver is dropped if the caller stopped waiting.
                let _ = sender.send(());
            });
        }
        Self { content, closed }
    }

    /// Waits until the stream is closed, or until the deadline.
    fn finish(self, deadline: Instant) -> Content {
        let timeout = deadline.saturating_duration_since(Instant::now());
        // Ignore errors: on a timeout, returns what has been read.
        let _ = self.closed.recv_timeout(timeout);
        std::mem::take(&mut *lock(&self.content))
    }
}

fn lock(content: &Mutex<Content>) -> MutexGuard<'_, Content> {
    content.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_all(mut pipe: impl Read, limit: usize, content: &Mutex<Content>, child: &SharedChild) {
    let mut buffer = vec![0; 64 * 1024];
    let mut is_killed = false;
    loop {
        let count = match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut captured = lock(content);
        captured.add(&buffer[..count], limit);
        if captured.is_cut && !is_killed {
            is_killed = true;
            // Ignore errors: if the process can't be killed, it runs until the timeout.
            let _ = kill(child);
        }
    }
}
