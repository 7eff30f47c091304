//! A command and its child processes, as a process group.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long a command has to clean up before it's killed.
const GRACE: Duration = Duration::from_millis(500);

/// A child process that leads its own process group.
pub(super) struct Group {
    child: Child,
}

impl Group {
    pub(super) fn new(child: Child) -> Self {
        Self { child }
    }

    pub(super) fn id(&self) -> i32 {
        self.child.id().cast_signed()
    }

    /// Waits for the command, then kills its remaining child processes. Returns `None` if the command times out.
    ///
    /// # Errors
    ///
    /// Returns an error if waiting for the process fails.
    pub(super) fn wait(mut self, timeout: Duration) -> io::Result<Option<ExitStatus>> {
        let Some(leader) = Pid::from_raw(self.id()) else { return Err(io::ErrorKind::NotFound.into()) };
        let ended = watch(leader);
        let in_time = ended.recv_timeout(timeout) != Err(RecvTimeoutError::Timeout);
        if !in_time {
            // Ignore errors: the processes may have exited already.
            let _ = kill_process_group(leader, Signal::TERM);
            let _ = ended.recv_timeout(GRACE);
        }
        let _ = kill_process_group(leader, Signal::KILL);
        let status = self.child.wait()?;
        Ok(in_time.then_some(status))
    }
}

/// Notifies the receiver when the process exits. The process remains a zombie, so that its ID isn't reused in the
/// meantime.
fn watch(process: Pid) -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(process), options).is_err_and(|error| error == Errno::INTR) {}
        let _ = sender.send(());
    });
    receiver
}
