//! Methods that declare a command's errors and danger level.

use super::{OutputArgs, tag};
use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::terms::DangerLevel;
use clap::{Args as _, Command};

/// Methods that declare which errors a command can return, and how much it can change.
///
/// `errors manifest` shows both declarations. `errors list --command` lists the errors, and the command's help mentions
/// this call. In debug builds, a command that returns an undeclared code prints a warning to standard error, if the
/// program calls [`parse_args`](super::parse_args) or [`get_matches`](super::get_matches).
///
/// ```
/// use agent_error::clap::CommandExt as _;
/// use agent_error::{AgentError, error_set};
/// use agent_error::vocabulary::DangerLevel;
/// use clap::{Args as _, Command};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum StoreError {
///     /// Another program writes to the store.
///     #[error("locked")]
///     #[code("STORE_LOCKED", exit = 12)]
///     Locked,
/// }
///
/// let command = Command::new("sync").errors(error_set![StoreError]).danger(DangerLevel::Mutating);
/// # let _ = command;
/// ```
///
/// With clap's derive, use the same methods as attributes. The trait must be in scope:
///
/// ```text
/// #[derive(clap::Subcommand)]
/// enum Command {
///     /// Copy the items of another database into this one
///     #[command(errors = error_set![StoreError, "FILE_NOT_FOUND" in FileError], danger = DangerLevel::Mutating)]
///     Sync { source: PathBuf },
/// }
/// ```
///
/// Subcommands inherit the errors of a command, and can add their own. A subcommand that replaces the command, as with
/// `subcommand_negates_reqs` and `args_conflicts_with_subcommands`, inherits nothing.
pub trait CommandExt: Sized {
    /// Declares codes that the command can return. Don't list codes that any program can return, or codes for invalid
    /// command lines; they're always allowed.
    #[must_use]
    fn errors(self, set: ErrorSet) -> Self;

    /// Declares how much the command can change. If called more than once, the highest level applies. Subcommands
    /// inherit the level unless they declare their own. A command that requires a subcommand is as dangerous as its
    /// most dangerous subcommand. Without a declaration, the level is `mutating`.
    #[must_use]
    fn danger(self, danger: DangerLevel) -> Self;

    /// Declares a command that lists the valid values of an argument, where `arg` is the argument's id. If the argument
    /// is missing or invalid, the error contains the command as `values_from`.
    ///
    /// ```
    /// use agent_error::clap::{CommandExt as _, UsageError};
    /// use clap::{Arg, Command};
    ///
    /// let image = Arg::new("image").long("image").required(true).help("The image to start");
    /// let create = Command::new("create").arg(image).values_from("image", "cloudctl images list");
    /// # let _ = create;
    /// ```
    ///
    /// With clap's derive, use `#[command(values_from("image", "cloudctl images list"))]`.
    #[must_use]
    fn values_from(self, arg: &str, command: &str) -> Self;

    /// Adds the flags of [`OutputArgs`](super::OutputArgs). Call this on the root command.
    #[must_use]
    fn output_args(self) -> Self;
}

impl CommandExt for Command {
    fn errors(self, set: ErrorSet) -> Self {
        tag::with_errors(self, &set)
    }

    fn danger(self, danger: DangerLevel) -> Self {
        tag::with_danger(self, danger)
    }

    fn values_from(self, arg: &str, command: &str) -> Self {
        tag::with_values_from(self, arg, command)
    }

    fn output_args(self) -> Self {
        OutputArgs::augment_args(self)
    }
}
