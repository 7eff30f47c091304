//! The answer of a program that a signal ends.

use super::awaited::{is_awaited, is_expected};
use super::running::{Running, wait_for_the_end};
use crate::ready::interrupted::Interrupted;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, signal_name};
use std::sync::{Once, mpsc};
use std::time::Duration;
use std::{fs, io, thread};

/// The time limit of the answer, since a reader that does not read must not keep the process alive.
const PATIENCE: Duration = Duration::from_millis(500);

/// Listens in a separate thread, from the first call on. If the system has no thread for it, the signal ends the
/// process without an answer.
pub(super) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
        let Ok(mut signals) = Signals::new(heeded) else { return };
        let handle = signals.handle();
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                if is_awaited() {
                    continue;
                }
                if let Some(running) = answering() {
                    answer_in_time(signal, running);
                }
                let _ = emulate_default_handler(signal);
            }
        });
        if thread.is_err() {
            handle.close();
        }
    });
}

/// Whether the process was started with the signal ignored, as `nohup` and shells do for background processes; it
/// remains ignored. Only known on Linux.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}

/// The running program, if it answers a signal.
fn answering() -> Option<Running> {
    Running::current().filter(|running| running.program.handles_signals && !is_expected())
}

/// Answers in another thread, which then holds the lock of standard output, so that the answer comes last.
fn answer_in_time(signal: i32, running: Running) {
    let (done, answered) = mpsc::channel();
    let thread = thread::Builder::new().spawn(move || {
        let _last_word = io::stdout().lock();
        answer(signal, &running);
        let _ = done.send(());
        wait_for_the_end()
    });
    if thread.is_ok() {
        let _ = answered.recv_timeout(PATIENCE);
    }
}

fn answer(signal: i32, running: &Running) {
    if running.may_answer() {
        let signal = signal_name(signal).unwrap_or("a signal").to_owned();
        running.program.reporter().own_number(&Interrupted { signal });
    }
}
