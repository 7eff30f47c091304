//! Functions that copy commands and change all of their subcommands.

use clap::Command;

/// Copies a command and its subcommands.
///
/// `Command::clone` would be instantiated again in this crate, together with the `Clone` impls of all parts. This costs
/// 20 kB. The `From` impl is compiled in clap.
pub(super) fn copied(command: &Command) -> Command {
    Command::from(command)
}

/// Changes each direct subcommand of a command. Keeps their order. clap 4.5 has no `mut_subcommands`.
pub(super) fn with_each_subcommand(mut command: Command, mut change: impl FnMut(Command) -> Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    for name in names {
        // `mut_subcommand` moves the subcommand to the end. Changing each of them once restores the original order.
        command = command.mut_subcommand(name, &mut change);
    }
    command
}
