//! The `errors` command of a program.

mod diff;
mod export;

use super::usage::usage;
use super::{Advice, CommandExt as _, Manifest, tree};
use crate::catalog::{Catalog, Filter};
use crate::error_set;
use crate::process::response::Response;
use crate::ready::catalog_error::CatalogError;
use crate::ready::diff_error::DiffError;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::export_error::ExportError;
use crate::ready::lint_error::LintError;
use crate::tooling::lint::Finding;
use crate::vocabulary::danger::Danger;
use crate::vocabulary::export_format::Export;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::path::PathBuf;

/// The `errors` command: `list`, `explain CODE`, `exits`, `export`, `diff`, `manifest` and `lint`, for every error that the
/// program links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorsCommand {
    /// `errors list`: all codes, or those that pass the filter.
    List(Filter),
    /// `errors list --command PATH`: the codes that one command may end with.
    ListOf {
        /// The names that lead to the command, as in `db create`.
        command: String,
        /// Which of its codes.
        filter: Filter,
    },
    /// `errors explain CODE`: everything about one code.
    Explain {
        /// The code.
        code: String,
    },
    /// `errors exits`: the exit codes, and what to do about each.
    Exits,
    /// `errors export --format FORMAT`: the catalog as documents.
    Export {
        /// What it is exported as.
        format: Export,
        /// The folder for the files; a single document goes to standard output without one.
        out: Option<PathBuf>,
    },
    /// `errors diff OLD [NEW]`: whether a newer catalog breaks those who rely on an older one.
    Diff {
        /// An exported catalog or a lock file.
        old: PathBuf,
        /// The newer one; without it, the catalog of the program.
        new: Option<PathBuf>,
    },
    /// `errors manifest`: all commands, with flags and exit codes.
    Manifest,
    /// `errors lint`: what the catalog lacks.
    Lint {
        /// Whether findings are an error.
        strict: bool,
    },
}

impl ErrorsCommand {
    /// The command itself, named `errors`.
    pub fn command() -> Command {
        Self::augment_args(Command::new("errors").about("The errors that this program can end with"))
    }

    /// Answers from the catalog of all linked types. A code that two of them declare is a warning: the
    /// users of a program cannot mend it, and all other codes are as good as ever.
    ///
    /// The commands of the program are those with which [`parse`](super::parse) or
    /// [`get_matches`](super::get_matches) has read the command line; a program that does without them calls
    /// [`run_for`](Self::run_for).
    ///
    /// # Errors
    ///
    /// [`ErrorsCommandError`]: an unknown code or command, an explanation of a code that two types declare, an export that cannot
    /// be written, a breaking difference, or findings of a strict lint.
    pub fn run(&self) -> Result<Response, ErrorsCommandError> {
        self.run_in(tree::remembered().as_ref())
    }

    /// Answers from the catalog of all linked types for a program with this command line, as in `Cli::command()`.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_for(&self, program: &Command) -> Result<Response, ErrorsCommandError> {
        self.run_in(Some(program))
    }

    fn run_in(&self, program: Option<&Command>) -> Result<Response, ErrorsCommandError> {
        let (catalog, problems) = Catalog::of_the_program();
        for duplicate in &problems {
            if let (Self::Explain { code: asked }, CatalogError::DuplicateCode { code, .. }) = (self, duplicate)
                && asked.eq_ignore_ascii_case(code)
            {
                return Err(duplicate.clone().into());
            }
        }
        let response = self.answer(&catalog, program)?;
        Ok(problems.iter().fold(response, |response, problem| response.warning(problem.to_string())))
    }

    /// Answers from a catalog; about commands as [`run`](Self::run).
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_with(&self, catalog: &Catalog) -> Result<Response, ErrorsCommandError> {
        self.answer(catalog, tree::remembered().as_ref())
    }

    fn answer(&self, catalog: &Catalog, program: Option<&Command>) -> Result<Response, ErrorsCommandError> {
        match self {
            Self::List(filter) => {
                let list = catalog.list(filter);
                Ok(Response::new(list.clone()).human_with(move |screen| list.text(screen)))
            }
            Self::ListOf { command, filter } => list_of(command, filter, catalog, known(program)?),
            Self::Explain { code } => {
                let explanation = catalog.explain(code)?;
                Ok(Response::new(explanation.clone()).human_with(move |screen| explanation.text(screen)))
            }
            Self::Exits => {
                let exits = catalog.exits();
                Ok(Response::new(exits.clone()).human_with(move |screen| exits.text(screen)))
            }
            Self::Export { format, out } => export::run(catalog, *format, out.as_deref()),
            Self::Diff { old, new } => diff::run(catalog, old, new.as_deref()),
            Self::Manifest => {
                let manifest = Manifest::of(known(program)?, catalog);
                Ok(Response::new(manifest.clone()).human_with(move |screen| manifest.text(screen)))
            }
            Self::Lint { strict } => lint(catalog, program, *strict),
        }
    }
}

fn known(program: Option<&Command>) -> Result<&Command, ErrorsCommandError> {
    program.ok_or(ErrorsCommandError::CommandsNotTold)
}

fn list_of(path: &str, filter: &Filter, catalog: &Catalog, program: &Command) -> Result<Response, ErrorsCommandError> {
    let unknown = |nearest| ErrorsCommandError::unknown_command(path, nearest, usage(program));
    let node = tree::at(program, path).map_err(unknown)?;
    let list = node.catalog(catalog).list(filter);
    let response = Response::new(list.clone()).human_with(move |screen| list.text(screen));
    Ok(match node.declares_nothing() {
        true => response.warning(format!("`{path}` declares no errors: these are those of the whole program")),
        false => response,
    })
}

/// What the catalog lacks, and which of its advice the commands of the program belie.
fn lint(catalog: &Catalog, program: Option<&Command>, strict: bool) -> Result<Response, ErrorsCommandError> {
    let mut lint = catalog.lint();
    for falsehood in program.iter().flat_map(|program| Advice::lenient(program).falsehoods(catalog)) {
        lint.add(&falsehood.declared, Finding::untrue(&falsehood.what()));
    }
    if strict && lint.findings().next().is_some() {
        let findings = lint.lines();
        return Err(LintError { score: lint.score(), report: findings.join("\n"), findings }.into());
    }
    Ok(Response::new(lint.clone()).human_with(move |screen| lint.text(screen)))
}

impl Subcommand for ErrorsCommand {
    fn augment_subcommands(command: Command) -> Command {
        let exit = Arg::new("exit")
            .long("exit")
            .value_name("N")
            .value_parser(clap::value_parser!(u8).range(1..=125))
            .help("Only codes that end the program with this exit code");
        let retryable = Arg::new("retryable")
            .long("retryable")
            .action(ArgAction::SetTrue)
            .help("Only codes of errors that the same call may not meet again");
        let prefix = Arg::new("prefix").long("prefix").value_name("PREFIX").help("Only codes that start with this");
        let of = Arg::new("command")
            .long("command")
            .value_name("COMMAND")
            .help("Only codes that this command may end with, as in \"db create\"");
        let strict = Arg::new("strict").long("strict").action(ArgAction::SetTrue).help("Fail if anything is found");
        let code = Arg::new("code").value_name("CODE").required(true).help("The code of an error, as in NOT_FOUND");
        let list = Command::new("list").about("List the error codes").args([exit, retryable, prefix, of]);
        let explain = Command::new("explain").about("Explain one error code").arg(code);
        let exits = Command::new("exits").about("List the exit codes and what to do about each");
        let manifest = Command::new("manifest").about("List all commands with their flags and exit codes");
        let check = Command::new("lint").about("Say what the error catalog lacks").arg(strict);
        command
            .danger(Danger::Safe)
            .subcommand(list.errors(error_set!["UNKNOWN_COMMAND" | "COMMANDS_NOT_TOLD" in ErrorsCommandError]))
            .subcommand(explain.errors(error_set!["UNKNOWN_ERROR_CODE" | "DUPLICATE_ERROR_CODE" in CatalogError]))
            .subcommand(exits.errors(error_set![]))
            .subcommand(manifest.errors(error_set!["COMMANDS_NOT_TOLD" in ErrorsCommandError]))
            .subcommand(check.errors(error_set![LintError]))
            .subcommand(export::command().errors(error_set![ExportError]).danger(Danger::Mutating))
            .subcommand(diff::command().errors(error_set![DiffError]))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        matches!(name, "list" | "explain" | "exits" | "export" | "diff" | "manifest" | "lint")
    }
}

impl Args for ErrorsCommand {
    fn augment_args(command: Command) -> Command {
        Self::augment_subcommands(command).subcommand_required(true).arg_required_else_help(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }
}

impl FromArgMatches for ErrorsCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some(("list", list)) => {
                let filter = Filter {
                    exit: list.get_one("exit").copied(),
                    retryable: list.get_flag("retryable"),
                    prefix: list.get_one("prefix").cloned(),
                };
                Ok(match list.get_one::<String>("command").cloned() {
                    Some(command) => Self::ListOf { command, filter },
                    None => Self::List(filter),
                })
            }
            Some(("explain", explain)) => {
                let code = explain.get_one::<String>("code").cloned().unwrap_or_default();
                Ok(Self::Explain { code })
            }
            Some(("exits", _)) => Ok(Self::Exits),
            Some(("export", matches)) => {
                let (format, out) = export::read(matches);
                Ok(Self::Export { format, out })
            }
            Some(("diff", matches)) => {
                let (old, new) = diff::read(matches);
                Ok(Self::Diff { old, new })
            }
            Some(("manifest", _)) => Ok(Self::Manifest),
            Some(("lint", lint)) => Ok(Self::Lint { strict: lint.get_flag("strict") }),
            _ => Err(clap::Error::raw(
                clap::error::ErrorKind::MissingSubcommand,
                "`errors` needs one of `list`, `explain`, `exits`, `export`, `diff`, `manifest` or `lint`\n",
            )),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
