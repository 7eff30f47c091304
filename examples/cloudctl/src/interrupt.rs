//! Ctrl-C at a prompt, which is a key there and no signal: the terminal is in raw mode.

/// Does what the terminal does elsewhere: the signal goes to all processes in its foreground, the script that called
/// cloudctl included, and `Program` answers it. Returns only if the process survives, as on a system without signals.
pub(crate) fn interrupt() {
    #[cfg(unix)]
    if rustix::process::kill_current_process_group(rustix::process::Signal::INT).is_ok() {
        // The thread that answers ends the process meanwhile.
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
}
