//! Runs a fix so that it can't change anything outside of the folder of its proof.

use crate::programs::run::Run;
use crate::programs::tool::Tool;
use std::path::Path;
use std::sync::OnceLock;
use std::{io, thread};

/// Whether this system can isolate a fix.
pub(super) fn is_supported() -> bool {
    static SUPPORTED: OnceLock<bool> = OnceLock::new();
    // The restriction lasts as long as its thread.
    let tried = || thread::spawn(|| restrict_to(&std::env::temp_dir())).join().unwrap_or(false);
    *SUPPORTED.get_or_init(tried)
}

/// Runs a call that may only write below a folder, if the system supports that.
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

/// Limits what this thread and its processes can write to a folder and to devices. Whether all limits are in force.
#[cfg(target_os = "linux")]
fn restrict_to(folder: &Path) -> bool {
    use landlock::{ABI, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus};
    // The first version that limits truncation.
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
