//! The command line that clap parsed, and clap errors inside the program's error.

use super::{Program, stream};
#[cfg(debug_assertions)]
use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use crate::format::Stream;
use crate::ready::builtin::own_record;
use crate::ready::process::{OutputError, is_closed_by_reader};
use crate::ready::usage::UsageError;
use crate::registry::parser::{self, ParserFunctions};
use crate::registry::search::search;
use agent_error_rules::command::is_command_line;
use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{ColorChoice, Command};
use std::error::Error;
use std::fmt::Display;
use std::io::{self, IsTerminal as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) struct CommandLine {
    /// The commands of the program, for its `errors` command.
    pub(crate) commands: Option<&'static Command>,
    /// The last clap error. For people, clap's own message contains more than the coded error.
    pub(crate) last_error: Option<clap::Error>,
    /// The command that was called and its declared codes, if it declares its errors.
    #[cfg(debug_assertions)]
    pub(crate) expected: Option<(String, ErrorSet)>,
}

static STATE: Mutex<CommandLine> = Mutex::new(CommandLine {
    commands: None,
    last_error: None,
    #[cfg(debug_assertions)]
    expected: None,
});

/// Locks the state. Release it before you call a function that may also need it.
pub(crate) fn state() -> MutexGuard<'static, CommandLine> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the program recognize clap's errors.
pub(crate) fn link() {
    let _ = parser::LINKED.set(&ParserFunctions {
        print_help: |error| {
            // clap represents a request for help or the version as an error.
            find(error, |error| !is_failure(error))
                .map(|request| print_help(request, ColorChoice::Auto))
        },
        print,
        usage: |error| find(error, is_failure).map(|error| own_record(&UsageError::of(error))),
        command_line: command_line_of,
        #[cfg(debug_assertions)]
        undeclared,
    });
}

impl From<clap::Error> for UsageError {
    fn from(error: clap::Error) -> Self {
        link();
        let usage = Self::of(&error);
        state().last_error = Some(error);
        usage
    }
}

/// Prints help or the version. `color` is the color setting of the command.
///
/// Only lets clap print to terminals, because clap truncates its output if a non-blocking pipe is
/// full.
fn print_help(error: &clap::Error, color: ColorChoice) -> io::Result<()> {
    if error.use_stderr() || io::stdout().is_terminal() {
        return print_by_clap(error);
    }
    let is_set = |variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    let is_colored = match color {
        ColorChoice::Auto => is_set("CLICOLOR_FORCE") && !is_set("NO_COLOR"),
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    };
    let help = error.render();
    let text = if is_colored {
        help.ansi().to_string()
    } else {
        help.to_string()
    };
    stream::write(Stream::Stdout, text.as_bytes())
}

/// Lets clap print an error, unless another thread holds the lock that clap would wait for.
fn print_by_clap(error: &clap::Error) -> io::Result<()> {
    let stream = if error.use_stderr() {
        Stream::Stderr
    } else {
        Stream::Stdout
    };
    if stream::is_lockable(stream, stream::LOCK_TIMEOUT) {
        return error.print();
    }
    stream::write(stream, error.render().to_string().as_bytes())
}

/// Replaces `StyledStr::ansi`, which requires clap's feature `color`.
#[allow(dead_code, reason = "the method of clap takes precedence")]
trait WithoutColors {
    fn ansi(&self) -> &dyn Display;
}

impl WithoutColors for StyledStr {
    fn ansi(&self) -> &dyn Display {
        self
    }
}

/// Prints help or the version, and exits. `color` is the color setting of the command.
pub(crate) fn exit(error: &clap::Error, color: ColorChoice) -> ! {
    let exit = match print_help(error, color) {
        Err(source) if !is_closed_by_reader(source.kind()) => super::configured()
            .reporter()
            .lost(&OutputError::not_written(source))
            .into(),
        _ => error.exit_code(),
    };
    std::process::exit(exit)
}

/// Whether the error isn't a request for help or the version.
fn is_failure(error: &clap::Error) -> bool {
    !matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    )
}

fn find<'a>(
    error: &'a (dyn Error + 'static),
    is: fn(&clap::Error) -> bool,
) -> Option<&'a clap::Error> {
    search(error, &mut |error| {
        error.downcast_ref().filter(|error| is(error))
    })
}

fn print(error: &(dyn Error + 'static), code: &str, clap_text: bool) -> bool {
    let refused = match clap_text {
        true => find(error, is_failure),
        false => find(error, |error| {
            error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        }),
    };
    let is_it = |last: &clap::Error| clap_text && UsageError::of(last).code() == code;
    let last = if refused.is_none() {
        state().last_error.take()
    } else {
        None
    };
    // Ignore write failures, as everywhere on standard error.
    refused
        .or(last.as_ref().filter(|last| is_it(last)))
        .map(print_by_clap)
        .is_some()
}

/// Returns the name itself if no command line has been parsed yet.
fn command_line_of(name: &str) -> Option<String> {
    let Some(root) = state().commands else {
        return Some(name.to_owned());
    };
    if name.contains(' ') {
        return is_known_command_line(root, name).then(|| name.to_owned());
    }
    let mut command = root;
    for word in name.split('.') {
        command = command.find_subcommand(word)?;
    }
    Some(format!("{} {}", root.get_name(), name.replace('.', " ")))
}

/// Whether an action is a command line of another program, or one of this program's commands with
/// arguments.
fn is_known_command_line(root: &Command, line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let program = words.next();
    if program != Some(root.get_name()) {
        return is_command_line(line);
    }
    match words.next() {
        Some(word) if !word.starts_with('-') && root.has_subcommands() => {
            root.find_subcommand(word).is_some()
        }
        _ => true,
    }
}

#[cfg(debug_assertions)]
fn undeclared(code: &str) -> Option<String> {
    let state = state();
    let (command, _) = state
        .expected
        .as_ref()
        .filter(|(_, set)| !set.allows(code))?;
    Some(format!(
        "`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`"
    ))
}

impl Program {
    /// Sets whether people see clap's own message for an invalid command line, byte for byte and in
    /// its colors. Agents always receive the coded error. Either way, the exit code is 2, as for
    /// [`UsageError`].
    ///
    /// A program that only calls clap's own functions, such as `Cli::try_parse`, must call this
    /// method to recognize clap's errors.
    #[must_use]
    pub fn clap_text(mut self, by_clap: bool) -> Self {
        link();
        self.clap_text = by_clap;
        self
    }
}
