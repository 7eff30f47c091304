//! Methods that declare a command's errors and danger level.

use super::OutputFlags;
use super::declared;
use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::terms::Danger;
use clap::{Args as _, Command};

/// Methods that declare which errors a command can return, and how much it can change.
///
/// `errors manifest` shows both declarations, and `errors list --command` lists the errors. In
/// debug builds, a command that returns an undeclared code prints a warning to standard error, if
/// the program calls [`parse_args`](super::parse_args) or [`get_matches`](super::get_matches).
///
/// With clap's derive, use the methods as attributes, as in
/// `#[command(errors = error_set![StoreError])]`. The trait must be in scope. The
/// [guide](crate::_guide::cli) has an example.
///
/// Subcommands inherit the errors of a command, and can add their own. A subcommand that replaces
/// the command, as with `subcommand_negates_reqs` and `args_conflicts_with_subcommands`, inherits
/// nothing.
///
/// ```
/// use agent_error::clap::{CommandExt as _, Danger};
/// use agent_error::{AgentError, error_set};
/// use clap::{Command, arg};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no image {image}")]
/// #[code("IMAGE_NOT_FOUND", exit = 5)]
/// struct NoImage {
///     image: String,
/// }
///
/// let create = Command::new("create")
///     .arg(arg!(image: --image <NAME> "The image to boot"))
///     .errors(error_set![NoImage])
///     .danger(Danger::Mutating)
///     .values_from("image", "cloudctl images list");
/// let root = Command::new("cloudctl").subcommand(create).output_flags();
/// ```
pub trait CommandExt: Sized {
    /// Declares codes that the command can return. Don't list codes that any program can return, or
    /// codes for invalid command lines; they're always allowed.
    #[must_use]
    fn errors(self, set: ErrorSet) -> Self;

    /// Declares how much the command can change. If called more than once, the highest level
    /// applies. Subcommands inherit the level unless they declare their own. A command that
    /// requires a subcommand is as dangerous as its most dangerous subcommand. Without a
    /// declaration, the level is `mutating`.
    #[must_use]
    fn danger(self, danger: Danger) -> Self;

    /// Declares a command that lists the valid values of an argument, where `arg` is the argument's
    /// id. Help shows it as `[values: cloudctl images list]`. If the argument is missing or invalid,
    /// the error contains the command as `values_from`.
    ///
    /// With clap's derive, use `#[command(values_from("image", "cloudctl images list"))]`.
    #[must_use]
    fn values_from(self, arg: &str, command: &str) -> Self;

    /// Adds the flags of [`OutputFlags`](super::OutputFlags). Call this on the root command.
    #[must_use]
    fn output_flags(self) -> Self;
}

impl CommandExt for Command {
    fn errors(self, set: ErrorSet) -> Self {
        declared::with_errors(self, &set)
    }

    fn danger(self, danger: Danger) -> Self {
        declared::with_danger(self, danger)
    }

    fn values_from(self, arg: &str, command: &str) -> Self {
        declared::with_values_from(self, arg, command)
    }

    fn output_flags(self) -> Self {
        OutputFlags::augment_args(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandExt as _, Danger};
    use crate::error_set;
    use crate::ready::{MissingField, RateLimited};
    use clap::Command;

    fn built() -> Command {
        Command::new("tool")
            .errors(error_set![RateLimited])
            .errors(error_set![MissingField])
            .danger(Danger::Safe)
            .values_from("region", "tool regions")
    }

    fn group_ids(command: &Command) -> Vec<*const str> {
        command
            .get_groups()
            .map(|group| std::ptr::from_ref::<str>(group.get_id().as_str()))
            .collect()
    }

    #[test]
    fn building_a_command_again_keeps_nothing_more() {
        let first = built();
        let again = built();
        assert_eq!(group_ids(&first), group_ids(&again));
        assert_eq!(group_ids(&first).len(), 4);
        let codes = super::declared::errors(&first).unwrap().codes();
        assert_eq!(codes, ["MISSING_REQUIRED_FIELD", "RATE_LIMITED"]);
    }
}
