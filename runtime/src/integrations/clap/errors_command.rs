//! The `errors` command, which a program adds to its own commands.

use super::command_line;
use super::flags::long_names;
use super::redacted::shown_name;
use super::tree::{self, CODE};
use super::{CommandExt as _, Manifest};
use crate::catalog::conflicts::clashes_with;
use crate::catalog::{Catalog, Explanation, List};
use crate::error_set;
use crate::json::JsonView;
use crate::process::configured;
use crate::process::response::Response;
use crate::ready::builtin;
use crate::ready::catalog_error::{ANY_LISTED, CatalogError};
use crate::vocabulary::terms::Danger;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The `errors` command with its subcommands `list` and `explain CODE`. [`FullErrorsCommand`] has
/// three more: `exits`, `manifest` and `catalog`. The [guide](crate::_guide::cli) shows how to add
/// it, and which of the two to choose.
///
/// ```no_run
/// use agent_error::clap::{ErrorsCommand, parse_args};
/// use agent_error::{Report, Response};
///
/// #[derive(clap::Parser)]
/// enum Cli {
///     /// Print the version of the database
///     Version,
///     /// Show the errors of this program
///     Errors(ErrorsCommand),
/// }
///
/// #[agent_error::main]
/// fn main() -> Result<Response, Report> {
///     match parse_args::<Cli>()? {
///         Cli::Version => Ok(Response::new("17.2")),
///         Cli::Errors(errors) => Ok(errors.run()?),
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorsCommand(Subcommand);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Subcommand {
    List(ListArgs),
    Explain { code: String },
}

/// The arguments of `errors list`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ListArgs {
    /// Only lists codes that this command can return, such as `db create`.
    command: Option<String>,
    /// Only lists codes that start with this prefix, ignoring case.
    prefix: Option<String>,
    /// Only lists codes of the program and its libraries.
    own: bool,
    /// Lists all properties of each code.
    all: bool,
}

impl ErrorsCommand {
    /// Creates the command, which is named `errors`. If the program already has a command of this
    /// name, call [`Command::name`] to choose another one.
    pub fn command() -> Command {
        Self::augment_args(named_errors())
    }

    /// Creates the call `errors list`, for programs that show their codes in another way.
    pub fn list() -> Self {
        Self(Subcommand::List(ListArgs::default()))
    }

    /// Creates the call `errors explain CODE`, for programs that explain their codes in another
    /// way, such as with a flag `--explain CODE`.
    ///
    /// ```
    /// use agent_error::clap::ErrorsCommand;
    ///
    /// assert!(ErrorsCommand::explain("INTERNAL").run().is_ok());
    /// assert!(ErrorsCommand::explain("INTERNALL").run().is_err());
    /// ```
    pub fn explain(code: impl Into<String>) -> Self {
        Self(Subcommand::Explain { code: code.into() })
    }

    /// Runs the command with the catalog of all linked types, and the commands that were passed to
    /// [`parse_args`](super::parse_args) or [`get_matches`](super::get_matches). If two types
    /// declare the same code, the response of a debug build contains a warning.
    ///
    /// # Errors
    ///
    /// Returns a [`CatalogError`] if the code or command is unknown.
    pub fn run(&self) -> Result<Response, CatalogError> {
        respond(&|catalog, program| self.answer(catalog, program))
    }

    /// Reads the command from the matches. clap has checked that there is a subcommand.
    fn of(matches: &ArgMatches) -> Self {
        let called = matches.subcommand().map_or(matches, |(_, below)| below);
        if let Some(code) = string(called, CODE) {
            return Self::explain(code);
        }
        Self(Subcommand::List(ListArgs {
            command: string(called, COMMAND),
            prefix: string(called, PREFIX),
            own: is_set(called, OWN),
            all: is_set(called, ALL),
        }))
    }

    fn answer(&self, catalog: Catalog, program: Option<&Command>) -> Answer {
        match &self.0 {
            Subcommand::List(arguments) => arguments.list(catalog, program),
            Subcommand::Explain { code } => explain(code, &catalog, program),
        }
    }
}

/// Returns the value of an argument. The lookup fails for the arguments of another subcommand.
fn string(matches: &ArgMatches, id: &str) -> Option<String> {
    matches.try_get_one::<String>(id).ok()?.cloned()
}

fn is_set(matches: &ArgMatches, id: &str) -> bool {
    matches!(matches.try_get_one(id), Ok(Some(true)))
}

impl ListArgs {
    fn list(&self, mut catalog: Catalog, program: Option<&Command>) -> Answer {
        let mut warning = None;
        if let Some(path) = &self.command {
            let program = program.ok_or(CatalogError::commands_not_declared())?;
            let node = tree::at(program, path)?;
            if node.declares_nothing() {
                warning = Some(format!(
                    "`{path}` declares no errors: these are those of the whole program"
                ));
            }
            catalog = node.catalog(catalog);
        }
        let prefix = self.prefix.as_deref().unwrap_or_default();
        let listed = catalog.with_entries_that(&|entry| {
            let start = entry.def.code().get(..prefix.len());
            let has_prefix = start.is_some_and(|start| start.eq_ignore_ascii_case(prefix));
            has_prefix && !(self.own && entry.is_of_this_crate())
        });
        let mut response = Response::view(listed.__list().complete(self.all), List::text);
        if let Some(warning) = warning {
            response = response.warning(warning);
        }
        Ok(response)
    }
}

fn explain(code: &str, catalog: &Catalog, program: Option<&Command>) -> Answer {
    match catalog.explained(code) {
        Ok(explanation) => Ok(Response::view(explanation, Explanation::text)),
        Err(nearest) => Err(unknown_code(code, &nearest, program)),
    }
}

/// Creates the error for an unknown code, with the command of the program that lists all codes.
fn unknown_code(code: &str, nearest: &[&str], program: Option<&Command>) -> CatalogError {
    let listing = program.and_then(|program| tree::errors_call(program, "list"));
    let advice = match listing {
        Some(call) => format!("List all codes with `{call}`"),
        None => ANY_LISTED.to_owned(),
    };
    CatalogError::unknown_code_with(&shown_name(code), nearest, &advice)
}

type Answer = Result<Response, CatalogError>;

/// Calls `answer` with the program's catalog, including usage errors, and with its commands if the
/// command line has been parsed. In debug builds, adds a warning to the response for each conflict
/// in the catalog.
fn respond(answer: &dyn Fn(Catalog, Option<&Command>) -> Answer) -> Answer {
    let commands = command_line::state().commands.clone();
    let program = commands.as_deref();
    let mut catalog = Catalog::unchecked_of_the_program()
        .with_undeclared(builtin::OF_COMMAND_LINES)
        .with_undeclared(&builtin::OF_PROMPTS);
    if let Some(program) = program {
        let version = program.get_version().map(str::to_owned);
        catalog.program = Some((program.get_name().to_owned(), version));
        catalog = catalog.with_commands(program);
    }
    let response = answer(catalog, program)?;
    if cfg!(debug_assertions) {
        Ok(with_conflicts(response))
    } else {
        Ok(response)
    }
}

/// Adds a warning for each code whose declarations conflict. This crate declares codes, too.
fn with_conflicts(mut response: Response) -> Response {
    let (complete, mut conflicts) = Catalog::__complete();
    let declarations: Vec<_> = complete.__declarations().copied().collect();
    conflicts.extend(clashes_with(builtin::OF_COMMAND_LINES, &declarations));
    for conflict in conflicts {
        response = response.warning(conflict.to_string());
    }
    response
}

fn named_errors() -> Command {
    Command::new("errors").about("Show the errors of this program")
}

impl Args for ErrorsCommand {
    fn augment_args(command: Command) -> Command {
        command_line::register();
        let code = Arg::new(CODE)
            .value_name("CODE")
            .required(true)
            .help("The error code, as in NOT_FOUND");
        let list = Command::new("list")
            .about("List the error codes")
            .defer(with_args);
        let explain = Command::new("explain")
            .about("Explain an error code")
            .arg(code);
        command
            .hide(!configured().shown_in_help)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .danger(Danger::Safe)
            .subcommand(list.errors(error_set!["UNKNOWN_COMMAND" in CatalogError]))
            .subcommand(explain.errors(error_set!["UNKNOWN_ERROR_CODE" in CatalogError]))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ErrorsCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self::of(matches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::of(matches);
        Ok(())
    }
}

/// The `errors` command with the subcommands of [`ErrorsCommand`], and three more: `exits` lists
/// the exit codes and how to handle them, `manifest` lists all commands with their flags and exit
/// codes, and `catalog` prints the [catalog document](Catalog::document). Use it like
/// [`ErrorsCommand`]. It makes a program about 170 kB larger.
///
/// ```no_run
/// use agent_error::clap::{FullErrorsCommand, parse_args};
/// use agent_error::{Report, Response};
///
/// #[derive(clap::Parser)]
/// enum Cli {
///     /// Show the errors of this program
///     Errors(FullErrorsCommand),
/// }
///
/// #[agent_error::main]
/// fn main() -> Result<Response, Report> {
///     match parse_args::<Cli>()? {
///         Cli::Errors(errors) => Ok(errors.run()?),
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullErrorsCommand(ArgMatches);

impl FullErrorsCommand {
    /// Creates the command. See [`ErrorsCommand::command`].
    pub fn command() -> Command {
        Self::augment_args(named_errors())
    }

    /// Runs the command.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`ErrorsCommand::run`].
    pub fn run(&self) -> Result<Response, CatalogError> {
        self.run_with(|catalog| catalog)
    }

    /// Runs the command, and prints the catalog that `complete` returns. An MCP server calls
    /// [`Catalog::with_tools`] there.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`ErrorsCommand::run`].
    pub fn run_with(
        &self,
        complete: impl Fn(Catalog) -> Catalog,
    ) -> Result<Response, CatalogError> {
        respond(&|catalog, program| match self.0.subcommand_name() {
            Some("exits") => Ok(catalog.exits()),
            Some("catalog") => Ok(Response::document(complete(catalog).document())),
            Some("manifest") => {
                let program = program.ok_or(CatalogError::commands_not_declared())?;
                Ok(Response::of_view(&JsonView::from(&Manifest::of(
                    program, &catalog,
                ))))
            }
            _ => ErrorsCommand::of(&self.0).answer(catalog, program),
        })
    }
}

impl Args for FullErrorsCommand {
    fn augment_args(command: Command) -> Command {
        let subcommands = [
            ("exits", "List the exit codes and what to do about each"),
            (
                "manifest",
                "List all commands with their flags and exit codes",
            ),
            ("catalog", "Print the catalog document for tools"),
        ];
        let mut errors = ErrorsCommand::augment_args(command);
        for (name, about) in subcommands {
            let subcommand = Command::new(name).about(about).errors(error_set![]);
            errors = errors.subcommand(subcommand);
        }
        errors
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FullErrorsCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

/// The subcommands that only [`FullErrorsCommand`] has.
pub(super) const FULL_ONLY: [&str; 3] = ["exits", "manifest", "catalog"];

const ALL: &str = "agent_error::list::all";
const OWN: &str = "agent_error::list::own";
const PREFIX: &str = "agent_error::list::prefix";
const COMMAND: &str = "agent_error::list::command";

fn with_args(mut command: Command) -> Command {
    // While clap builds the command, it has the program's global flags. If a name is taken, the
    // flag gets a prefix.
    for (id, prefixed, value, help) in [
        (
            PREFIX,
            "errors-prefix",
            "PREFIX",
            "Only list codes that start with PREFIX",
        ),
        (
            OWN,
            "errors-own",
            "",
            "Leave out the codes that agent-error adds to every program",
        ),
        (
            COMMAND,
            "errors-command",
            "COMMAND",
            "Only list codes that this command can return, such as \"db create\"",
        ),
        (ALL, "errors-all", "", "Show all details of each code"),
    ] {
        let name = prefixed.trim_start_matches("errors-");
        let is_taken = command
            .get_arguments()
            .any(|arg| long_names(arg).iter().any(|taken| taken == name));
        let mut flag = Arg::new(id).help(help);
        flag = flag.long(if is_taken { prefixed } else { name });
        flag = if value.is_empty() {
            flag.action(ArgAction::SetTrue)
        } else {
            flag.value_name(value)
        };
        command = command.arg(flag);
    }
    command
}
