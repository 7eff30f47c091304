//! The `CATALOG` arguments of a subcommand.

use super::check_stdin;
use crate::source::Source;
use crate::timeout;
use agent_error::clap::UsageError;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The catalogs to read: files, standard input, or the output of a program after `--`. At least one is required.
#[derive(Clone, Debug, clap::Args)]
pub struct CatalogArgs {
    /// Catalogs, directories with catalogs, or "-" for standard input
    #[arg(value_name = "CATALOG", required_unless_present = "program")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,
}

impl CatalogArgs {
    /// Returns the sources in command-line order, with the program last.
    ///
    /// # Errors
    ///
    /// Returns [`UsageError::ConflictingFlags`] if standard input is given more than once.
    pub fn sources(&self) -> Result<Vec<Source>, UsageError> {
        let files = self.files.iter().map(|path| Source::of_path(path));
        let sources: Vec<Source> = files.chain(self.program.source()).collect();
        check_stdin(&sources)?;
        Ok(sources)
    }

    /// Returns the program's time limit. Defaults to 30 seconds.
    pub fn timeout(&self) -> Duration {
        self.program.timeout
    }
}

/// The help order of `--timeout`: after the subcommand's own flags, but before `--help`.
const LAST: usize = 100;

/// A program that prints a catalog, and the program's time limit.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ProgramArgs {
    /// Run PROGRAM and read the catalog from its output [default ARGS: errors catalog]
    #[arg(id = "program", last = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    command_line: Vec<OsString>,

    /// Time limit for PROGRAM, such as 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = timeout::parse, display_order = LAST)]
    pub(super) timeout: Duration,
}

impl ProgramArgs {
    /// Returns the program, if there is one.
    pub(super) fn source(&self) -> Option<Source> {
        (!self.command_line.is_empty()).then(|| Source::of_program(&self.command_line))
    }
}

#[cfg(test)]
mod tests {
    use super::CatalogArgs;
    use crate::source::Source;
    use agent_error::clap::UsageError;
    use clap::error::ErrorKind;
    use clap::{Args as _, Command, FromArgMatches as _};
    use std::time::Duration;

    fn parse(arguments: &[&str]) -> Result<CatalogArgs, ErrorKind> {
        let command = CatalogArgs::augment_args(Command::new("read")).no_binary_name(true);
        let matches = command.try_get_matches_from(arguments).map_err(|error| error.kind())?;
        CatalogArgs::from_arg_matches(&matches).map_err(|error| error.kind())
    }

    #[track_caller]
    fn sources(arguments: &[&str]) -> Vec<Source> {
        parse(arguments).unwrap().sources().unwrap()
    }

    fn program(words: &[&str]) -> Source {
        Source::Program { command_line: words.iter().map(Into::into).collect() }
    }

    #[test]
    fn files_and_standard_input_keep_their_order() {
        let expected = [Source::File("b.json".into()), Source::Stdin, Source::File("a.json".into())];
        assert_eq!(sources(&["b.json", "-", "a.json"]), expected);
    }

    #[test]
    fn everything_after_two_hyphens_is_the_program() {
        assert_eq!(sources(&["--", "tool"]), [program(&["tool", "errors", "catalog"])]);
        let words = ["tool", "-x", "--timeout", "1s", "-", "--", "a b"];
        assert_eq!(sources(&[&["--"], &words[..]].concat()), [program(&words)]);
        let expected = [Source::File("a.json".into()), program(&["tool", "catalog"])];
        assert_eq!(sources(&["a.json", "--", "tool", "catalog"]), expected);
    }

    #[test]
    fn a_catalog_is_required() {
        for arguments in [&[][..], &["--timeout", "1s"], &["--"]] {
            assert_eq!(parse(arguments).unwrap_err(), ErrorKind::MissingRequiredArgument, "{arguments:?}");
        }
    }

    #[test]
    fn standard_input_is_read_once() {
        let error = parse(&["-", "a.json", "-"]).unwrap().sources().unwrap_err();
        assert!(matches!(error, UsageError::ConflictingFlags { .. }), "{error}");
        assert_eq!(error.to_string(), "the argument '-' cannot be used multiple times");
        assert!(parse(&["-", "./-", "--", "-"]).unwrap().sources().is_ok());
    }

    #[test]
    fn the_timeout_is_30_seconds_by_default() {
        assert_eq!(parse(&["a.json"]).unwrap().timeout(), Duration::from_secs(30));
        assert_eq!(parse(&["--timeout", "2m", "--", "tool"]).unwrap().timeout(), Duration::from_secs(120));
        assert_eq!(parse(&["--timeout", "2", "--", "tool"]).unwrap_err(), ErrorKind::ValueValidation);
    }
}
