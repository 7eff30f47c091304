//! The `errors` command of a program.

mod diff;
mod export;

use crate::catalog::{Catalog, CatalogError, Export, Filter};
use crate::response::Response;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::path::PathBuf;

/// The `errors` command: `list`, `explain CODE`, `exits`, `export` and `diff`, for every error that the program links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorsCommand {
    /// `errors list`: all codes, or those that pass the filter.
    List(Filter),
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
}

impl ErrorsCommand {
    /// The command itself, named `errors`.
    pub fn command() -> Command {
        Self::augment_args(Command::new("errors").about("The errors that this program can end with"))
    }

    /// Answers from the catalog of all linked types. A code that two of them declare is a warning: the
    /// users of a program cannot mend it, and all other codes are as good as ever.
    ///
    /// # Errors
    ///
    /// [`CatalogError`]: an unknown code, an explanation of one that two types declare, an export that cannot be
    /// written, or a breaking difference.
    pub fn run(&self) -> Result<Response, CatalogError> {
        let (catalog, problems) = Catalog::of_the_program();
        for duplicate in &problems {
            if let (Self::Explain { code: asked }, CatalogError::DuplicateCode { code, .. }) = (self, duplicate)
                && asked.eq_ignore_ascii_case(code)
            {
                return Err(duplicate.clone());
            }
        }
        let response = self.run_with(&catalog)?;
        Ok(problems.iter().fold(response, |response, problem| response.warning(problem.to_string())))
    }

    /// Answers from a catalog.
    ///
    /// # Errors
    ///
    /// [`CatalogError::UnknownCode`] with the nearest codes, [`CatalogError::Export`] or
    /// [`CatalogError::Diff`].
    pub fn run_with(&self, catalog: &Catalog) -> Result<Response, CatalogError> {
        match self {
            Self::List(filter) => {
                let list = catalog.list(filter);
                Ok(Response::new(list.clone()).human_with(move |screen| list.text(screen)))
            }
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
        }
    }
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
        let code = Arg::new("code").value_name("CODE").required(true).help("The code of an error, as in NOT_FOUND");
        command
            .subcommand(Command::new("list").about("List the error codes").args([exit, retryable, prefix]))
            .subcommand(Command::new("explain").about("Explain one error code").arg(code))
            .subcommand(Command::new("exits").about("List the exit codes and what to do about each"))
            .subcommand(export::command())
            .subcommand(diff::command())
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        matches!(name, "list" | "explain" | "exits" | "export" | "diff")
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
            Some(("list", list)) => Ok(Self::List(Filter {
                exit: list.get_one("exit").copied(),
                retryable: list.get_flag("retryable"),
                prefix: list.get_one("prefix").cloned(),
            })),
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
            _ => Err(clap::Error::raw(
                clap::error::ErrorKind::MissingSubcommand,
                "`errors` needs one of `list`, `explain`, `exits`, `export` or `diff`\n",
            )),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
