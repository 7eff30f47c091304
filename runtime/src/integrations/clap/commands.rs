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

/// Makes help omit the default value and the environment variable's value of each argument that looks secret, judging by
/// its name or the variable's.
pub(super) fn hiding_secrets(command: Command) -> Command {
    let hiding = |arg: Arg| {
        let variable = arg.get_env().map(OsStr::to_string_lossy);
        let names = [variable.as_deref(), arg.get_long(), Some(arg.get_id().as_str())];
        let is_secret = names.into_iter().flatten().any(looks_secret);
        if is_secret { arg.hide_env_values(true).hide_default_value(true) } else { arg }
    };
    with_each_subcommand(command.mut_args(hiding), hiding_secrets)
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
