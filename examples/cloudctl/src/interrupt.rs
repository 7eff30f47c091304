//! Ctrl-C at a prompt. The terminal is in raw mode, so Ctrl-C arrives as a key instead of a signal.

/// Sends SIGINT to the foreground process group, including a script that called cloudctl, as the terminal would.
/// `Program` handles the signal. Returns only if the process survives, for example on a system without signals.
pub(crate) fn interrupt() {
    #[cfg(unix)]
    if rustix::process::kill_current_process_group(rustix::process::Signal::INT).is_ok() {
        // Wait for the signal-handling thread to exit the process.
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
}
