//! The command line.

use crate::answer::Answer;
use crate::error::{Action, FiletoolsError, Refused, ToolError, sets};
use crate::output;
use crate::provider::{self, ProviderError};
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

/// The file and process tools of an agent: read, write, edit and run.
///
/// Every failure has a code and a hint; `filetools errors list` shows all of them. In a pipe an error is
///
///     [error:CODE] what happened
///     hint: what to do
///
/// with the output of a command below, and the exit code is the one that `errors list` names. A good answer
/// is its data as JSON. With `--output json` both are an envelope, in a terminal both are text.
///
/// Paths are UTF-8 and start at the root. Neither `..` nor a symbolic link leads out of it; what `run` runs is not
/// confined.
#[derive(Debug, Parser)]
#[command(version, verbatim_doc_comment)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    /// The directory to work in
    #[arg(long, value_name = "DIR", global = true, default_value = ".")]
    root: PathBuf,

    /// Where the session keeps what it has read and which tools are disabled [default: a file in ROOT/.filetools]
    #[arg(long, value_name = "FILE", global = true)]
    state: Option<PathBuf>,

    /// The largest file or text that a call takes or gives, in bytes
    #[arg(long, value_name = "BYTES", global = true, default_value_t = 262_144,
          value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    max_bytes: u64,

    /// After how many errors in a row a tool is disabled
    #[arg(long, value_name = "N", global = true, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    max_errors: u32,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer calls from standard input, one JSON object a line
    ///
    /// A call is {"id": ANY, "tool": NAME, "args": {...}}, where `id` may be left out:
    ///
    ///     {"tool": "read", "args": {"path": TEXT, "offset": LINE, "limit": LINES}}
    ///     {"tool": "write", "args": {"path": TEXT, "content": TEXT}}
    ///     {"tool": "edit", "args": {"path": TEXT, "old": TEXT, "new": TEXT}}
    ///     {"tool": "run", "args": {"command": [PROGRAM, ARGUMENT, ...], "timeout_ms": MS}}
    ///     {"tool": "clear"}
    ///
    /// Each is answered by {"id": ANY, "ok": BOOL, "exit": CODE, "text": TEXT, "warnings": [TEXT, ...]}. If `ok` is
    /// false, `text` is the error. A call that a killed session left unfinished is answered first, when
    /// the session is started again.
    #[command(verbatim_doc_comment, errors = sets::session(), danger = DangerLevel::Destructive)]
    Session,
    #[command(flatten)]
    Single(Single),
}

/// The commands that consist of one call.
#[derive(Debug, Subcommand)]
enum Single {
    /// Read a text file, or some lines of it
    #[command(errors = sets::read(), danger = DangerLevel::Safe)]
    Read(Read),
    /// Create a file, or replace all that it holds
    #[command(errors = sets::write(), danger = DangerLevel::Destructive)]
    Write(WriteArgs),
    /// Replace a text that is in a file exactly once
    #[command(errors = sets::edit(), danger = DangerLevel::Mutating)]
    Edit(Edit),
    /// Run a command in the root, without a shell
    #[command(errors = sets::run(), danger = DangerLevel::Destructive)]
    Run(Run),
    /// Enable the tools that were disabled after too many errors
    #[command(errors = sets::session(), danger = DangerLevel::Mutating)]
    Clear,
    /// Say what an error of a model's provider means, and end as that error
    ///
    /// The exit code is that of the class: 8 for the API key, 10 for a timeout, 11 for a rate limit, 12 for a server
    /// that does not answer or fails, 4 for a quota, 5 for a model that does not exist, 2 for a request that is too long.
    /// Any other text is written unchanged, and the exit code is 1. `errors explain CODE` shows the words
    /// and the statuses that make a class.
    #[command(visible_alias = "hint", errors = sets::explanation(), danger = DangerLevel::Safe)]
    ExplainError(provider::Args),
    /// The errors that this program can end with
    Errors(ErrorsCommand),
}

#[derive(Debug, clap::Args)]
struct WriteArgs {
    /// The file; directories on the way are created
    path: String,

    /// The text to write; without it, standard input is written
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

    /// The error in a text; in text formats, an unknown error is printed unchanged.
    fn explain(args: &provider::Args, program: Program) -> ExitCode {
        let error = args.explain();
        if let FiletoolsError::Provider(ProviderError::Unclassified { message, .. }) = &error
            && let Format::Human | Format::Tagged = program.format()
            // A text that looks like one of our errors must not be taken for one.
            && Format::Tagged.parse(message).is_err()
        {
            return output::unchanged(message, program.format(), error.exit_code());
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
            // Answered separately, as its error may be printed unchanged.
            Single::ExplainError(args) => return Err(args.explain()),
            Single::Errors(command) => return Ok(command.run()?),
        };
        Ok(answer.into())
    }

    fn open(&self, default: Place<'_>) -> Result<Session, ToolError> {
        let limits = Limits { bytes: self.max_bytes, errors: self.max_errors };
        Session::open(&self.root, self.state.as_deref().map_or(default, Place::Named), limits)
    }

    /// Makes one call, unless an earlier one was interrupted, which must be reported first.
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

/// The most that is read from standard input, in bytes: more than any limit, so that the size of a text that is too
/// large is known.
const MAX_INPUT: u64 = 16 * 1024 * 1024;

impl WriteArgs {
    /// The call, with its content from standard input if no flag gives it.
    fn read(&self, max_bytes: u64) -> Result<Write, ToolError> {
        let content = match &self.content {
            Some(content) => content.clone(),
            None => {
                let mut bytes = Vec::new();
                let input = io::stdin().lock().take(MAX_INPUT).read_to_end(&mut bytes);
                input.map_err(|source| Refused { action: Action::Read, path: "standard input".to_owned(), source })?;
                // A text that is too large is rejected for its size, even if its end is cut within a character.
                let is_refused = bytes.len() as u64 > max_bytes;
                String::from_utf8(bytes).or_else(|error| match is_refused {
                    true => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
                    false => Err(ToolError::InvalidArgs {
                        reason: "standard input is not UTF-8 text".to_owned(),
                        advice: "Write text; make other files with `run`".to_owned(),
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
    use agent_error_testing::{Advice, assert_document_locked};
    use agent_error_tooling::Document;
    use clap::CommandFactory as _;

    #[test]
    fn the_commands_and_flags_that_the_catalog_names_exist() {
        Advice::of(&Cli::command()).assert_true(&Catalog::linked().unwrap());
    }

    #[test]
    fn codes_change_only_where_it_is_meant() {
        let proofs = include_str!("../errors.proofs.json");
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        let document: Document = catalog.document().parse().unwrap();
        assert_document_locked("errors.lock.json", document.with_proofs(proofs).unwrap());
    }
}
