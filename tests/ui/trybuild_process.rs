//! Runs `trybuild` in a child process, because it and its cargo read settings from the environment.

use std::env;
use std::process::Command;
use std::sync::Mutex;

/// Returns whether `UPDATE=1` asks to rewrite the expected messages.
pub(crate) fn updates() -> bool {
    env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Returns the arguments of this process that filter the cases.
pub(crate) fn filters() -> impl Iterator<Item = String> {
    env::args().filter(|argument| argument.starts_with("trybuild="))
}

/// Returns the environment variables that `cases` must run with.
fn settings() -> Vec<(&'static str, &'static str)> {
    // Without debug information, the libraries take less time and space.
    let mut settings = vec![("CARGO_PROFILE_DEV_DEBUG", "none")];
    if updates() {
        settings.push(("TRYBUILD", "overwrite"));
    }
    settings
}

/// Calls `cases` in a process with [`settings`]: in this process if they apply, otherwise in a child process that runs
/// the test `test` only.
///
/// # Panics
///
/// Panics if `cases` panics or the child process fails.
#[track_caller]
pub(crate) fn run(test: &str, cases: fn()) {
    /// The file lock of `trybuild` is best effort, so no two child processes run at the same time.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    let settings = settings();
    if settings.iter().all(|(name, value)| env::var_os(name).is_some_and(|current| current == *value)) {
        return cases();
    }
    let guard = ONE_AT_A_TIME.lock();
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "--nocapture", test])
        .args(filters())
        .envs(settings)
        .output()
        .unwrap();
    drop(guard);
    // Printed rather than inherited, so that the output appears only if the test fails.
    print!("{}", String::from_utf8_lossy(&output.stdout));
    print!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{test} failed: {}", output.status);
}
