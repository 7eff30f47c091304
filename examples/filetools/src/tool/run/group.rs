//! A command with all processes that it starts, as one process group.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time to clean up that a command gets before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// A child that leads its own process group.
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

    /// Waits for the command and then ends its remaining processes; `None` if it did not end in time.
    ///
    /// # Errors
    ///
    /// Those of waiting for a process.
    pub(super) fn wait(mut self, timeout: Duration) -> io::Result<Option<ExitStatus>> {
        let Some(leader) = Pid::from_raw(self.id()) else { return Err(io::ErrorKind::NotFound.into()) };
        let ended = watch(leader);
        let in_time = ended.recv_timeout(timeout) != Err(RecvTimeoutError::Timeout);
        if !in_time {
            // Processes that have ended need no signal.
            let _ = kill_process_group(leader, Signal::TERM);
            let _ = ended.recv_timeout(GRACE);
        }
        let _ = kill_process_group(leader, Signal::KILL);
        let status = self.child.wait()?;
        Ok(in_time.then_some(status))
    }
}

/// Reports the end of a process. It stays a zombie, so that its number is not reused in the meantime.
fn watch(process: Pid) -> mpsc::Receiver<()> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(process), options).is_err_and(|error| error == Errno::INTR) {}
        let _ = sender.send(());
    });
    receiver
}
