//! Completes the errors for missing arguments and commands.

use super::FailedCall;
use crate::error::listing::Listing;
use crate::integrations::clap::advice::{add_missing, choose};
use crate::integrations::clap::listings::{self, limit};
use crate::integrations::clap::source::{args_shown_as, shown};
use crate::integrations::clap::usage_error::{Mistake, Needs, name};
use clap::{Arg, Command};

impl FailedCall<'_> {
    /// Describes the missing arguments, and adds the environment variables that can replace them to
    /// the advice.
    pub(super) fn missing_flags<'f>(
        &self,
        flags: impl Iterator<Item = &'f str>,
        usage: Option<String>,
    ) -> Mistake {
        let mut missing = Listing::new();
        let mut values_from = Listing::new();
        let mut variables = Vec::new();
        let mut escaped = Vec::new();
        for flag in flags {
            let command = self.command_with(flag);
            // A group of which one member is required has several.
            let args = args_shown_as(command, flag);
            missing.push(flag.to_owned(), described(&args));
            for arg in &args {
                self.add_values_from(&mut values_from, command, arg);
                if arg.is_last_set() {
                    escaped.push(format!("`{}`", shown(arg)));
                }
            }
            variables.extend(variables_of(&args));
        }
        let mut advice = add_missing(&missing, &values_from);
        if !escaped.is_empty() {
            advice += &format!("; put `--` before {}", escaped.join(" and "));
        }
        if !variables.is_empty() {
            advice += &format!(", or set {}", variables.join(" and "));
        }
        Mistake::MissingFlags {
            missing,
            values_from,
            usage,
            advice,
        }
    }

    /// Lists the subcommands, or else the required arguments.
    pub(super) fn missing_command(&self) -> Mistake {
        let mut valid = listings::commands(self.command);
        if valid.is_empty() {
            return self.missing_required_arguments();
        }
        let needs = if self.command.is_subcommand_required_set() {
            Needs::Command
        } else {
            Needs::CommandOrArgument
        };
        let mut advice = choose("command", &[], &valid);
        if needs == Needs::CommandOrArgument {
            advice += ", or pass an argument";
        }
        limit(&mut valid, &mut advice, self.command);
        Mistake::MissingCommand {
            valid,
            needs,
            advice,
        }
    }

    /// Describes all required arguments of the called command.
    fn missing_required_arguments(&self) -> Mistake {
        let mut required = Vec::new();
        for arg in self.command.get_arguments() {
            if arg.is_required_set() {
                required.push(shown(arg));
            }
        }
        let usage = Command::from(self.command).render_usage().to_string();
        let unlabeled = usage.trim_start_matches("Usage: ").to_owned();
        self.missing_flags(required.iter().map(String::as_str), Some(unlabeled))
    }
}

/// Describes a missing argument, or the members of a missing group.
fn described(args: &[&Arg]) -> String {
    if let [arg] = args {
        return listings::help_with_values(arg);
    }
    let mut members = Vec::new();
    for arg in args {
        let help = listings::help_with_values(arg);
        if !help.is_empty() {
            members.push(format!("{}: {help}", name(&shown(arg))));
        }
    }
    members.join("; ")
}

/// Returns the environment variables that can replace a missing argument, or one of the members of
/// a group.
fn variables_of(args: &[&Arg]) -> Option<String> {
    let mut variables = Vec::new();
    for arg in args {
        if let Some(variable) = arg.get_env()
            && !arg.is_hide_env_set()
        {
            variables.push(format!(
                "`{}` in place of `{}`",
                variable.display(),
                name(&shown(arg))
            ));
        }
    }
    if variables.is_empty() {
        None
    } else {
        Some(variables.join(" or "))
    }
}
