//! Writes an error when a signal terminates the program.

use super::state::{claim_report, wait_for_the_end};
use super::{Program, state, stream};
use crate::format::Stream;
use crate::ready::process::Interrupted;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, signal_name};
use std::sync::{Arc, Once, mpsc};
use std::time::Duration;
use std::{fs, thread};

/// The time limit for writing the error. The process must exit even if nobody reads its output.
const TIMEOUT: Duration = Duration::from_millis(500);

/// How long other threads can finish their output on a stream.
const LOCK_TIMEOUT: Duration = Duration::from_millis(150);

/// Starts a thread that handles signals. Only the first call has an effect. If the thread can't be
/// started, signals terminate the process without output.
pub(super) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let heeded = [SIGINT, SIGTERM, SIGHUP]
            .into_iter()
            .filter(|signal| !is_ignored(*signal));
        let Ok(mut signals) = Signals::new(heeded) else {
            return;
        };
        let handle = signals.handle();
        let thread = thread::Builder::new().name("signals".to_owned());
        let spawned = thread.spawn(move || answer_all(&mut signals));
        if spawned.is_err() {
            handle.close();
        }
    });
}

fn answer_all(signals: &mut Signals) {
    for signal in signals.forever() {
        if let Some(program) = program_that_reports_signals() {
            answer_in_time(signal, program);
        }
        end_by(signal);
    }
}

fn program_that_reports_signals() -> Option<Arc<Program>> {
    let (running, expects_signal) =
        state::with(|state| (state.running.clone(), state.expects_signal));
    if expects_signal {
        return None;
    }
    running.filter(|program| program.settings.handles_signals)
}

/// Terminates the process as if it hadn't handled the signal.
fn end_by(signal: i32) {
    // The kernel ignores the default actions of signals for the first process of a container.
    let is_first = std::process::id() == 1;
    if is_first {
        std::process::exit(128 + signal);
    }
    let _ = emulate_default_handler(signal);
}

/// Whether the signal was ignored when the process started, as with `nohup` and shell background
/// processes. Such a signal stays ignored. Always false on systems other than Linux.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let Some(digits) = lines.find_map(|line| line.strip_prefix("SigIgn:")) else {
        return false;
    };
    let ignored = u64::from_str_radix(digits.trim(), 16).unwrap_or_default();
    // The lowest bit is that of signal 1.
    let bit = 1 << (signal - 1);
    ignored & bit != 0
}

/// Writes the error in another thread. Takes the lock of standard output, so that nothing can
/// follow the error.
fn answer_in_time(signal: i32, program: Arc<Program>) {
    let (done, answered) = mpsc::channel();
    let thread = thread::Builder::new().spawn(move || {
        stream::take_stdout(LOCK_TIMEOUT);
        let _ = stream::wait_for_lock(Stream::Stderr, LOCK_TIMEOUT);
        if claim_report(&program) {
            let name = signal_name(signal).unwrap_or("a signal").to_owned();
            program.reporter().report_own(&Interrupted::by(name));
        }
        let _ = done.send(());
        wait_for_the_end()
    });
    if thread.is_ok() {
        let _ = answered.recv_timeout(TIMEOUT);
    }
}
