//! What can go wrong when a catalog is put together or read.

use super::contract::DiffError;
use super::export::ExportError;
use crate::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// Where a code is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The type's path, with the variant.
    pub path: String,
    /// The file, as the compiler was given it.
    pub file: &'static str,
    /// The line of the variant.
    pub line: u32,
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}:{})", self.path, self.file, self.line)
    }
}

/// What can go wrong when a catalog is put together or read.
///
/// A program that offers its catalog nests it: `#[code(transparent)] Errors(#[from] CatalogError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked)]
#[non_exhaustive]
pub enum CatalogError {
    /// The program knows no error with this code.
    #[code("UNKNOWN_ERROR_CODE", exit = exit::NOT_FOUND, suggest = "{advice}", phase = validation, shared)]
    UnknownCode {
        /// The code that was asked for.
        code: String,
        /// Codes that look like it, the nearest first.
        nearest: Vec<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// The program has no such command.
    #[code("UNKNOWN_COMMAND", exit = exit::ARG_ERROR, suggest = "{advice}", shared)]
    UnknownCommand {
        /// What was asked for.
        command: String,
        /// Commands that look like it, the nearest first.
        nearest: Vec<String>,
        /// How the program is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// The program does not know its own commands.
    #[code(
        "COMMANDS_NOT_TOLD",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Report this as a bug of the program: it has to tell `errors` its commands with `ErrorsCommand::run_for`"
    , shared)]
    CommandsNotTold,
    /// The catalog is not as good as it could be.
    #[code(
        "CATALOG_LINT_FAILED",
        exit = exit::GENERAL_ERROR,
        suggest = "Correct what the findings name; the command `errors lint` without `--strict` only lists them",
        detail = "{report}",
        shared
    )]
    LintFailed {
        /// How much of it an agent can act on: 0 to 3.
        score: u8,
        /// What was found, as `CODE: finding`.
        findings: Vec<String>,
        /// The same, one a line.
        #[context(skip)]
        report: String,
    },
    /// Two types of the program declare the same code.
    ///
    /// The compiler refuses this within a crate and within nested catalogs; only the linked catalog
    /// of unrelated types can show it.
    #[code(
        "DUPLICATE_ERROR_CODE",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Rename one of the two codes, or mark both `shared` if they mean the same",
        shared
    )]
    DuplicateCode {
        /// The code.
        code: String,
        /// One declaration.
        #[context(display)]
        first: Box<Declaration>,
        /// The other.
        #[context(display)]
        second: Box<Declaration>,
    },
    /// Two types of the program claim the same foreign errors.
    #[code(
        "CLASSIFY_RULES_TIE",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Remove one of the two rules, or make one of them narrower",
        shared
    )]
    RulesTie {
        /// The rule.
        rule: String,
        /// The code that states it.
        #[context(display)]
        first: Box<Declaration>,
        /// The code that states it, too.
        #[context(display)]
        second: Box<Declaration>,
    },
    /// The rules of other codes leave nothing to a rule.
    #[code(
        "CLASSIFY_RULE_NEVER_APPLIES",
        exit = exit::sysexits::SOFTWARE,
        suggest = "Remove the rule, or widen it",
        shared
    )]
    RuleNeverApplies {
        /// The rule.
        rule: String,
        /// The code that states it.
        #[context(display)]
        declared: Box<Declaration>,
        /// The codes whose rules are narrower.
        others: Vec<String>,
    },
    /// The catalog could not be exported.
    #[code(transparent)]
    Export(ExportError),
    /// Two catalogs could not be compared, or the newer one breaks those who rely on the older one.
    #[code(transparent)]
    Diff(DiffError),
}

impl From<DiffError> for CatalogError {
    fn from(error: DiffError) -> Self {
        Self::Diff(error)
    }
}

impl From<ExportError> for CatalogError {
    fn from(error: ExportError) -> Self {
        Self::Export(error)
    }
}

impl CatalogError {
    #[cfg(feature = "clap")]
    pub(crate) fn unknown_command(command: &str, nearest: Vec<String>, usage: String) -> Self {
        const WHERE: &str = "The command `errors manifest` of this program shows all commands";
        let advice = match nearest.first() {
            Some(nearest) => format!("Did you mean \"{nearest}\"? {WHERE}"),
            None => WHERE.to_owned(),
        };
        Self::UnknownCommand { command: command.to_owned(), nearest, usage: Some(usage), advice }
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCode { code, .. } => write!(f, "no error has the code `{code}`"),
            Self::UnknownCommand { command, .. } => write!(f, "there is no command `{command}`"),
            Self::CommandsNotTold => f.write_str("this program does not know its own commands"),
            Self::LintFailed { findings, .. } if findings.len() == 1 => {
                f.write_str("the error catalog could be better: 1 finding")
            }
            Self::LintFailed { findings, .. } => {
                write!(f, "the error catalog could be better: {} findings", findings.len())
            }
            Self::DuplicateCode { code, first, second } => {
                write!(f, "error code `{code}` is declared by {first} and by {second}")
            }
            Self::RulesTie { rule, first, second } => {
                write!(f, "{rule} is classified by {first} and by {second}")
            }
            Self::RuleNeverApplies { rule, declared, others } => {
                write!(f, "nothing is left of {rule} for {declared} beside {}", others.join(", "))
            }
            Self::Export(error) => error.fmt(f),
            Self::Diff(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CatalogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Export(error) => error.source(),
            Self::Diff(error) => error.source(),
            _ => None,
        }
    }
}
