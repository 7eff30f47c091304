//! The output format of the process.

use super::reporter::Reporter;
use super::selection::{Environment, Selection};
use super::{Program, state};
use crate::format::Format;
use std::env;
use std::ffi::OsString;

/// Sets the output format, for programs that parse their own output flag. Overrides the command
/// line and the environment.
#[inline]
pub fn set_format(format: Format) {
    state::with(|state| state.format_by_program = Some(format));
}

/// Records the arguments that the program passes to its parser. `None` stands for those of the
/// process.
#[cfg(feature = "clap")]
pub(crate) fn set_arguments(arguments: Option<Vec<OsString>>) {
    state::with(|state| state.arguments = arguments);
}

/// Returns the arguments of the call, including the name of the program.
pub(crate) fn arguments() -> Vec<OsString> {
    #[cfg(feature = "clap")]
    if let Some(arguments) = state::with(|state| state.arguments.clone()) {
        return arguments;
    }
    env::args_os().collect()
}

/// Records that the program's parser has our flags.
#[cfg(feature = "clap")]
pub(crate) fn expect_flags() {
    state::with(|state| state.awaits_flags = true);
}

/// Sets the format of the flag that the program's parser found.
#[cfg(feature = "clap")]
pub(crate) fn set_by_flags(format: Option<Format>) {
    state::with(|state| {
        state.format_by_flag = format;
        state.awaits_flags = false;
    });
}

impl Program {
    /// Creates a reporter with the selected format.
    pub(crate) fn reporter(&self) -> Reporter<'_> {
        let mut environment = Environment::of_process(&self.name_of_variable());
        environment.arguments = arguments().into_iter().skip(1).collect();
        state::with(|state| {
            environment.set_by_program = state.format_by_program;
            environment.set_by_flag = state.format_by_flag;
            environment.awaits_flags = state.awaits_flags;
        });
        let selection = Selection::resolve(self, &environment);
        Reporter {
            program: self,
            format: selection.format,
            unlinked: selection.unlinked,
            duration_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            warnings: selection.warnings,
            reports: state::with(|state| state.reports),
            human: self.human.clone(),
        }
    }

    /// Returns the name of the variable that selects the format. Empty if there is none.
    pub(crate) fn name_of_variable(&self) -> String {
        match &self.output_variable {
            Some(name) => name.clone().into_owned(),
            None => variable_of(&self.name, self.output_flag),
        }
    }
}

/// Returns the default name of the environment variable that selects the format: `<TOOL>_OUTPUT`.
pub fn output_variable(program: &str) -> String {
    variable_of(program, "output")
}

/// Returns the names of a program and a flag, as in `MY_TOOL_ERROR_FORMAT`.
fn variable_of(program: &str, flag: &str) -> String {
    let mut name = String::with_capacity(program.len() + 1 + flag.len());
    for character in program.chars().chain(['_']).chain(flag.chars()) {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_uppercase());
        } else {
            name.push('_');
        }
    }
    name
}
