//! Functions that change a command together with all of its subcommands, and the notation of arguments.
//!
//! This crate copies commands with `Command::from`, which is already compiled in clap. `Command::clone` would be
//! instantiated again in this crate, together with the `Clone` impls of all parts, which takes 20 kB.

use crate::ready::clap_error::shown_value;
use crate::text::secret::looks_secret;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::mem::take;

/// Makes help omit the default value and the environment variable's value of each argument that looks secret, judging by
/// its name, the variable's name, or the variable's value.
pub(super) fn hide_secrets(command: &mut Command) {
    change_args(command, &mut |arg| {
        let variable = arg.get_env().map(OsStr::to_string_lossy);
        let names = [variable.as_deref(), arg.get_long(), Some(arg.get_id().as_str())];
        let value = variable.as_deref().and_then(|name| std::env::var(name).ok()).unwrap_or_default();
        let is_secret = |name: &str| looks_secret(name) || shown_value(name, &value) != value;
        let is_secret = names.into_iter().flatten().any(is_secret);
        if is_secret { arg.hide_env_values(true).hide_default_value(true) } else { arg }
    });
}

/// Makes a command and its subcommands parse as much as they can. If clap has already built the commands, it no longer
/// passes the setting on to subcommands.
pub(super) fn ignore_errors(command: &mut Command) {
    *command = take(command).ignore_errors(true);
    command.get_subcommands_mut().for_each(ignore_errors);
}

/// Changes each argument of a command and its subcommands.
pub(super) fn change_args(command: &mut Command, change: &mut dyn FnMut(Arg) -> Arg) {
    *command = take(command).mut_args(&mut *change);
    for subcommand in command.get_subcommands_mut() {
        change_args(subcommand, change);
    }
}

/// Returns clap's notation for an argument, such as `--host <HOST>`.
#[inline(never)] // Many callers.
pub(super) fn shown(arg: &Arg) -> String {
    arg.to_string()
}
