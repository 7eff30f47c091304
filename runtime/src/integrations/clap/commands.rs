//! Commands as values: copies, and changes to all subcommands.

use clap::Command;

/// A copy of a command with its subcommands.
///
/// `Command::clone` would be compiled once more into this crate, with the copies of all its parts: 20 kB. This one is
/// compiled in clap.
pub(super) fn copied(command: &Command) -> Command {
    Command::from(command)
}

/// The command with each of its direct subcommands changed, in the same order. clap 4.5 has no `mut_subcommands`.
pub(super) fn with_each_subcommand(mut command: Command, mut change: impl FnMut(Command) -> Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    for name in names {
        // `mut_subcommand` moves the subcommand to the end, so one round keeps the order.
        command = command.mut_subcommand(name, &mut change);
    }
    command
}
