//! The declarations of a command.

use super::{OutputArgs, tag};
use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::danger::DangerLevel;
use clap::{Args as _, Command};

/// The declarations of a clap command: the errors that it can end with, and how much it can change.
///
/// `errors manifest` shows both, and `errors list --command` shows the errors. The command's help has one line that names
/// this call. Debug builds report a command that ends with another code on standard error, if [`parse`](super::parse) or
/// [`get_matches`](super::get_matches) has read the command line.
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
/// clap's derive also calls these methods of a command if the trait is in scope:
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
/// The errors of a command also apply to its subcommands, which add their own, except for subcommands that replace it,
/// as with `subcommand_negates_reqs` and `args_conflicts_with_subcommands`.
pub trait CommandExt: Sized {
    /// Declares codes that the command may end with, in addition to those of every program and those of invalid command
    /// lines.
    #[must_use]
    fn errors(self, set: ErrorSet) -> Self;

    /// Declares how much the command may change; of several levels the highest is used. It applies to subcommands
    /// without their own level. A command that only has subcommands is as dangerous as the most dangerous of them. A
    /// command without a declaration is `mutating`.
    #[must_use]
    fn danger(self, danger: DangerLevel) -> Self;

    /// Declares the command that lists the values of an argument. If the argument is missing or invalid, the error shows
    /// the command as `values_from`. `arg` is the argument's id.
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
    /// With clap's derive: `#[command(values_from("image", "cloudctl images list"))]`.
    #[must_use]
    fn values_from(self, arg: &str, command: &str) -> Self;

    /// Adds [`OutputArgs`](super::OutputArgs) to the program's root command.
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
