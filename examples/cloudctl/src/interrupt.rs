//! Ctrl-C at a prompt, which is a key and not a signal, since the terminal is in raw mode.

/// Sends the signal as the terminal does: to all processes in its foreground, including the script that called
/// cloudctl; `Program` answers it. Returns only if the process survives, as on a system without signals.
pub(crate) fn interrupt() {
    #[cfg(unix)]
    if rustix::process::kill_current_process_group(rustix::process::Signal::INT).is_ok() {
        // The thread that answers ends the process.
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
}
