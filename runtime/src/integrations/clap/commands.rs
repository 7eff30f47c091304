//! Functions that copy commands and change all of their subcommands.

use crate::text::secret::looks_secret;
use clap::{Arg, Command};
use std::ffi::OsStr;

/// Copies a command and its subcommands.
///
/// `Command::clone` would be instantiated again in this crate, together with the `Clone` impls of all parts, which
/// takes 20 kB. The `From` impl is already compiled in clap.
pub(super) fn copied(command: &Command) -> Command {
    Command::from(command)
}

/// Makes help omit the value of each environment variable whose name, or whose argument's name, looks secret.
pub(super) fn hiding_secret_variables(command: Command) -> Command {
    let hiding = |arg: Arg| {
        let variable = arg.get_env().map(OsStr::to_string_lossy);
        let names = [variable.as_deref(), arg.get_long(), Some(arg.get_id().as_str())];
        let is_secret = variable.is_some() && names.into_iter().flatten().any(looks_secret);
        let hides = is_secret || arg.is_hide_env_values_set();
        arg.hide_env_values(hides)
    };
    with_each_subcommand(command.mut_args(hiding), hiding_secret_variables)
}

/// Changes each direct subcommand of a command. Keeps their order. clap 4.5 has no `mut_subcommands`.
pub(super) fn with_each_subcommand(mut command: Command, mut change: impl FnMut(Command) -> Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    for name in names {
        // `mut_subcommand` moves the subcommand to the end. Changing every subcommand once restores the original order.
        command = command.mut_subcommand(name, &mut change);
    }
    command
}
