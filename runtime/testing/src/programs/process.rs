//! Runs a process with a timeout and an output limit, and reads both of its output streams
//! concurrently.

use shared_child::SharedChild;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
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
    let stdout = child
        .take_stdout()
        .map(|pipe| StreamCapture::start(pipe, limits.output, &child));
    let stderr = child
        .take_stderr()
        .map(|pipe| StreamCapture::start(pipe, limits.output, &child));
    let (sender, exited) = channel();
    let waiting = Arc::clone(&child);
    thread::spawn(move || sender.send(waiting.wait()));
    let status = match exited.recv_timeout(limits.timeout) {
        Ok(status) => Some(status?),
        Err(_) => kill(&child).map(|()| None)?,
    };
    let duration = started.elapsed();
    let until = Instant::now() + GRACE;
    let (stdout, stdout_cut) = stdout
        .map(|stream| stream.finish(until))
        .unwrap_or_default();
    let (stderr, stderr_cut) = stderr
        .map(|stream| stream.finish(until))
        .unwrap_or_default();
    let cut = stdout_cut || stderr_cut;
    Ok(Output {
        stdout,
        stderr,
        status: status.filter(|_| !cut),
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
        if let (Some(group), None) = (group, child.try_wait()?) {
            // Ignore errors: the process may have exited already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    child.kill()
}

/// The bytes read from a stream so far.
///
/// The buffer is shared with the reading thread, because another process may keep the stream open
/// forever.
struct StreamCapture {
    /// The bytes, and whether they were truncated.
    read: Arc<Mutex<(Vec<u8>, bool)>>,
    closed: Receiver<()>,
}

impl StreamCapture {
    /// Reads the stream in another thread. Kills the process if the stream exceeds its limit.
    fn start(mut pipe: impl Read + Send + 'static, limit: usize, child: &Arc<SharedChild>) -> Self {
        let (sender, closed) = channel();
        let read = Arc::new(Mutex::new((Vec::new(), false)));
        let (shared, child) = (Arc::clone(&read), Arc::clone(child));
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
                let fits = count.min(limit - bytes.len());
                bytes.extend_from_slice(&buffer[..fits]);
                if fits < count && !std::mem::replace(cut, true) {
                    // Ignore errors: if the process can't be killed, it runs until the timeout.
                    let _ = kill(&child);
                }
            }
            // Ignore errors: the receiver is dropped if the caller stopped waiting for the stream.
            let _ = sender.send(());
        });
        Self { read, closed }
    }

    /// Waits until the stream is closed, or until the deadline. Returns the bytes, and whether they
    /// were truncated.
    fn finish(self, until: Instant) -> (Vec<u8>, bool) {
        // Ignore errors: on a timeout, returns what has been read.
        let _ = self
            .closed
            .recv_timeout(until.saturating_duration_since(Instant::now()));
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *read)
    }
}
