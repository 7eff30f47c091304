//! The command-line interface.

use crate::answer::Answer;
use crate::error::{Action, FailedAccess, FiletoolsError, ToolError, sets};
use crate::output;
use crate::provider;
use crate::serve;
use crate::session::{Limits, Session};
use crate::state::Place;
use crate::tool::{Call, Edit, Read, Run, Write};
use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs};
use agent_error::vocabulary::DangerLevel;
use agent_error::{AgentError as _, Format, Program, Response};
use clap::{Parser, Subcommand};
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::process::ExitCode;

const ABOUT: &str = "\
File and process tools for agents: read, write, edit and run

Every failure has a code and a hint. In a pipe, errors are printed as

    [error:CODE] what happened
    hint: what to do

followed by the output of the command, if there is any. Successful results are printed as JSON. With `--output json`, \
both are printed as an envelope. At a terminal, both are printed as text. To list all codes and exit codes, run \
`filetools errors list`.

Paths must be UTF-8 and are relative to the root. They can't leave it through `..` or symbolic links. However, \
programs started by `run` aren't confined.";

const SESSION: &str = "\
Process calls from standard input, one JSON object per line

Each call has the form {\"id\": ANY, \"tool\": NAME, \"args\": {...}}, in which `id` is optional:

    {\"tool\": \"read\", \"args\": {\"path\": TEXT, \"offset\": LINE, \"limit\": LINES}}
    {\"tool\": \"write\", \"args\": {\"path\": TEXT, \"content\": TEXT}}
    {\"tool\": \"edit\", \"args\": {\"path\": TEXT, \"old\": TEXT, \"new\": TEXT}}
    {\"tool\": \"run\", \"args\": {\"command\": [PROGRAM, ARGUMENT, ...], \"timeout_ms\": MS}}
    {\"tool\": \"clear\"}

Each reply has the form {\"id\": ANY, \"ok\": BOOL, \"exit\": CODE, \"text\": TEXT, \"warnings\": [TEXT, ...]}. If \
`ok` is false, `text` is the error. If the previous session was killed during a call, the first reply reports that call.";

/// File and process tools for agents: read, write, edit and run
#[derive(Debug, Parser)]
#[command(version, long_about = ABOUT)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    /// Working directory
    #[arg(long, value_name = "DIR", global = true, default_value = ".")]
    root: PathBuf,

    /// File for the session's state [default: a file in ROOT/.filetools]
    #[arg(long, value_name = "FILE", global = true)]
    state: Option<PathBuf>,

    /// Maximum size of a file or string, in bytes
    #[arg(long, value_name = "BYTES", global = true, default_value_t = 262_144,
          value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    max_bytes: u64,

    /// Number of consecutive errors after which a tool is disabled
    #[arg(long, value_name = "N", global = true, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    max_errors: u32,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Process calls from standard input, one JSON object per line
    #[command(long_about = SESSION, errors = sets::session(), danger = DangerLevel::Destructive)]
    Session,
    #[command(flatten)]
    Single(Single),
}

/// The commands that make a single call.
#[derive(Debug, Subcommand)]
enum Single {
    /// Read a text file, or some of its lines
    #[command(errors = sets::read(), danger = DangerLevel::Safe)]
    Read(Read),
    /// Create a file, or replace its content
    #[command(errors = sets::write(), danger = DangerLevel::Destructive)]
    Write(WriteArgs),
    /// Replace a string that occurs exactly once in a file
    #[command(errors = sets::edit(), danger = DangerLevel::Mutating)]
    Edit(Edit),
    /// Run a program in the root, without a shell
    #[command(errors = sets::run(), danger = DangerLevel::Destructive)]
    Run(Run),
    /// Enable tools that were disabled after too many errors
    #[command(errors = sets::session(), danger = DangerLevel::Mutating)]
    Clear,
    /// Explain an error from a model provider, and exit with the matching code
    ///
    /// The exit code depends on the kind of error: 8 for API keys, 10 for timeouts, 11 for rate limits, 12 for
    /// unreachable or failing servers, 4 for quotas, 5 for unknown models, and 2 for requests that are too long. Any
    /// other text is printed unchanged, and the exit code is 1. To see which phrases and HTTP statuses match an error,
    /// run `errors explain CODE`.
    #[command(visible_alias = "hint", errors = sets::explanation(), danger = DangerLevel::Safe)]
    ExplainError(provider::Args),
    /// List or explain the errors of this program
    Errors(ErrorsCommand),
}

#[derive(Debug, clap::Args)]
struct WriteArgs {
    /// File to write; missing parent directories are created
    path: String,

    /// Content to write [default: standard input]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    content: Option<String>,
}

impl Cli {
    pub(crate) fn run(&self, program: Program) -> ExitCode {
        match &self.command {
            Command::Session => {
                let format = output::in_session(&program);
                program.run(|| self.serve(format).map_err(FiletoolsError::from))
            }
            Command::Single(Single::ExplainError(args)) => Self::explain(args, program),
            Command::Single(single) => program.run(|| self.answer(single)),
        }
    }

    /// Explains an error. In text formats, prints an unknown error unchanged.
    fn explain(args: &provider::Args, program: Program) -> ExitCode {
        let error = args.explain();
        if error.code() == "PROVIDER_UNCLASSIFIED" && matches!(program.format(), Format::Human | Format::Tagged) {
            let message = error.to_string();
            // Don't print text that could be mistaken for an error of this program.
            if Format::Tagged.parse(&message).is_err() {
                return output::unchanged(&message, program.format(), error.exit_code());
            }
        }
        program.run(|| Err::<(), _>(error))
    }

    fn serve(&self, format: Format) -> Result<(), ToolError> {
        serve::serve(self.open(Place::Session)?, format, io::stdin().lock(), io::stdout().lock())
    }

    fn answer(&self, single: &Single) -> Result<Response, FiletoolsError> {
        let answer = match single {
            Single::Read(read) => self.call(&Call::Read(read.clone()))?,
            Single::Write(args) => self.call(&Call::Write(args.read(self.max_bytes)?))?,
            Single::Edit(edit) => self.call(&Call::Edit(edit.clone()))?,
            Single::Run(run) => self.call(&Call::Run(run.clone()))?,
            Single::Clear => self.open(Place::Calls)?.clear()?,
            // Handled in `run`, because an unknown error is printed unchanged.
            Single::ExplainError(args) => return Err(args.explain()),
            Single::Errors(command) => return Ok(command.run()?),
        };
        Ok(answer.into())
    }

    fn open(&self, default: Place<'_>) -> Result<Session, ToolError> {
        let limits = Limits { bytes: self.max_bytes, errors: self.max_errors };
        Session::open(&self.root, self.state.as_deref().map_or(default, Place::Named), limits)
    }

    /// Makes a single call. If the previous call was interrupted, reports that first.
    fn call(&self, call: &Call) -> Result<Answer, ToolError> {
        let mut session = self.open(Place::Calls)?;
        if let Some(entry) = session.take_interrupted() {
            session.settle()?;
            return Err(entry.error());
        }
        let result = session.call(None, call);
        session.settle()?;
        result
    }
}

/// The maximum length to read from standard input, in bytes. This is more than any `--max-bytes`, so that the error can
/// report the actual size.
const MAX_INPUT: u64 = 16 * 1024 * 1024;

impl WriteArgs {
    /// Creates the call. If there is no `--content`, reads standard input.
    fn read(&self, max_bytes: u64) -> Result<Write, ToolError> {
        let content = match &self.content {
            Some(content) => content.clone(),
            None => {
                let mut bytes = Vec::new();
                let input = io::stdin().lock().take(MAX_INPUT).read_to_end(&mut bytes);
                input.map_err(|source| FailedAccess {
                    action: Action::Read,
                    path: "standard input".to_owned(),
                    source,
                })?;
                // If the content is too large, report its size, even if it was truncated within a character.
                let is_refused = bytes.len() as u64 > max_bytes;
                String::from_utf8(bytes).or_else(|error| match is_refused {
                    true => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
                    false => Err(ToolError::InvalidArgs {
                        reason: "standard input is not valid UTF-8".to_owned(),
                        advice: "Write UTF-8 text; to create binary files, use `run`".to_owned(),
                    }),
                })?
            }
        };
        Ok(Write { path: self.path.clone(), content })
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use agent_error::Catalog;
    use agent_error_testing::{AdviceChecker, assert_catalog_locked};
    use clap::CommandFactory as _;

    #[test]
    fn commands_and_flags_in_the_catalog_exist() {
        AdviceChecker::new(&Cli::command()).program("ls").assert_valid(&Catalog::linked().unwrap());
    }

    #[test]
    fn codes_match_the_lock_file() {
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        assert_catalog_locked("errors.lock.json", &catalog);
    }
}
