//! Isolates a fix, so that it can only write to the directory of its proof.

use crate::programs::run::Run;
use crate::programs::tool::Tool;
use std::path::Path;
use std::sync::OnceLock;
use std::{io, thread};

/// Whether this system can isolate a fix.
pub(super) fn is_supported() -> bool {
    static SUPPORTED: OnceLock<bool> = OnceLock::new();
    // Try this in a new thread, because a thread can't lift its own restrictions.
    let tried = || thread::spawn(|| restrict_to(&std::env::temp_dir())).join().unwrap_or(false);
    *SUPPORTED.get_or_init(tried)
}

/// Runs a program that can only write below the given directory. If the system doesn't support this, runs the program
/// without restrictions.
pub(super) fn run(tool: &Tool, folder: &Path) -> io::Result<Run> {
    if !is_supported() {
        return tool.try_run();
    }
    let isolated = thread::scope(|scope| {
        let restricted = || match restrict_to(folder) {
            true => tool.try_run(),
            false => Err(io::Error::other("the fix can't be isolated")),
        };
        scope.spawn(restricted).join()
    });
    isolated.unwrap_or_else(|_| Err(io::Error::other("the thread of the fix panicked")))
}

/// Restricts the current thread and its child processes to writing below `folder` and to devices. Returns whether the
/// restriction is fully enforced.
#[cfg(target_os = "linux")]
fn restrict_to(folder: &Path) -> bool {
    use landlock::{ABI, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus};
    // The first ABI version that can restrict truncation.
    let writes = AccessFs::from_write(ABI::V3);
    let restrict = || -> Option<RulesetStatus> {
        let rules = Ruleset::default().handle_access(writes).ok()?.create().ok()?;
        let rules = rules.add_rule(PathBeneath::new(PathFd::new(folder).ok()?, writes)).ok()?;
        let rules = rules.add_rule(PathBeneath::new(PathFd::new("/dev").ok()?, AccessFs::WriteFile)).ok()?;
        Some(rules.restrict_self().ok()?.ruleset)
    };
    restrict() == Some(RulesetStatus::FullyEnforced)
}

#[cfg(not(target_os = "linux"))]
fn restrict_to(_: &Path) -> bool {
    false
}
