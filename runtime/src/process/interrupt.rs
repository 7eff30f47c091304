//! Answers for the program when a signal ends it.

use super::Interrupted;
use super::running::Running;
use crate::own;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, signal_name};
use std::sync::Once;
use std::thread;

/// Listens on a thread of its own from the first call on. A system that has no thread for it keeps the
/// default: the signal ends the process without an answer.
pub(super) fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        let handle = signals.handle();
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                answer(signal);
                let _ = emulate_default_handler(signal);
            }
        });
        if thread.is_err() {
            handle.close();
        }
    });
}

fn answer(signal: i32) {
    if let Some(running) = Running::current().filter(Running::may_answer) {
        let signal = signal_name(signal).unwrap_or("a signal").to_owned();
        running.program.reporter().error(&own::record(&Interrupted { signal }));
    }
}
