//! The `errors` command of a program.

use crate::catalog::{Catalog, CatalogError, Export, ExportError, Filter};
use crate::response::Response;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::path::{Path, PathBuf};

/// The `errors` command: `list`, `explain CODE`, `exits` and `export`, for every error that the program links.
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
    /// [`CatalogError`]: an unknown code, an explanation of one that two types declare, or an export that cannot be
    /// written.
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
    /// [`CatalogError::UnknownCode`] with the nearest codes, or [`CatalogError::Export`].
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
            Self::Export { format, out } => export(catalog, *format, out.as_deref()),
        }
    }
}

/// Files in a folder, or a document on standard output that is no answer in an envelope.
fn export(catalog: &Catalog, format: Export, out: Option<&Path>) -> Result<Response, CatalogError> {
    let Some(folder) = out else {
        if format.is_folder() {
            return Err(ExportError::FolderMissing { format }.into());
        }
        return Ok(Response::document(catalog.export(format).into_iter().map(|file| file.text).collect::<String>()));
    };
    let exported = catalog.export_to(format, folder)?;
    let text = match exported.files.as_slice() {
        [file] => format!("Wrote {}.", folder.join(file).display()),
        files => format!("Wrote {} files to {}.", files.len(), folder.display()),
    };
    let text = match exported.removed.len() {
        0 => text,
        removed => format!("{text} Removed {removed} that are no part of it any more."),
    };
    Ok(Response::new(exported).human(text))
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
        let formats = PossibleValuesParser::new(Export::WORDS.iter().copied());
        let format = Arg::new("format")
            .long("format")
            .value_name("FORMAT")
            .required(true)
            // The words are those that were just listed.
            .value_parser(formats.try_map(|word| word.parse::<Export>()))
            .help("What to write");
        let out = Arg::new("out")
            .long("out")
            .value_name("DIR")
            .value_parser(clap::value_parser!(PathBuf))
            .help("The folder for the files; without it, a single document goes to standard output");
        command
            .subcommand(Command::new("list").about("List the error codes").args([exit, retryable, prefix]))
            .subcommand(Command::new("explain").about("Explain one error code").arg(code))
            .subcommand(Command::new("exits").about("List the exit codes and what to do about each"))
            .subcommand(Command::new("export").about("Write all error codes as documents").args([format, out]))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        matches!(name, "list" | "explain" | "exits" | "export")
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
            Some(("export", export)) => Ok(Self::Export {
                // Clap has made sure that there is one.
                format: export.get_one("format").copied().unwrap_or(Export::Json),
                out: export.get_one("out").cloned(),
            }),
            _ => Err(clap::Error::raw(
                clap::error::ErrorKind::MissingSubcommand,
                "`errors` needs one of `list`, `explain`, `exits` or `export`\n",
            )),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
