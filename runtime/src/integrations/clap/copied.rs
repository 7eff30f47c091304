//! Copies of commands.

use clap::Command;

/// A copy of a command with its subcommands.
///
/// `Command::clone` is inlined into each codegen unit that calls it, with the copies of all its parts: 25 kB every time.
#[inline(never)]
pub(super) fn copied(command: &Command) -> Command {
    command.clone()
}
