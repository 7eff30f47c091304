//! Copies of commands.

use clap::Command;

/// A copy of a command with its subcommands.
///
/// `Command::clone` would be compiled once more into this crate, with the copies of all its parts: 20 kB. This one is
/// compiled in clap.
pub(super) fn copied(command: &Command) -> Command {
    Command::from(command)
}
