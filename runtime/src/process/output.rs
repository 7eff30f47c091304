//! Selects the output format.

use super::reporter::{Reporter, names};
use super::{Program, state};
use crate::format::{Format, Renderer};
use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal};

/// Sets the output format, for programs that parse their own output flag. Overrides the command
/// line and the environment. If the format isn't a constant, the program links all formats.
#[inline]
pub fn set_format(format: Format) {
    state::with(|state| state.format_by_program = Some(Renderer::new(format)));
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
    /// Creates a reporter with the selected format. The guide to formats states the order of
    /// precedence.
    pub(super) fn reporter(&self) -> Reporter<'_> {
        let by_name = || Cow::Owned(output_variable(&self.name));
        let name = self.output_variable.clone().unwrap_or_else(by_name);
        let value = if name.is_empty() {
            String::new()
        } else {
            variable(&name)
        };
        let from_variable = self.linked(Format::named(&value));
        let mut warnings = Vec::new();
        // Don't warn about other values, such as paths or secrets. The program may use the variable
        // for something else.
        let may_be_misspelled =
            (1..=12).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_alphabetic());
        if from_variable.is_none() && may_be_misspelled {
            let formats = names(&self.formats);
            warnings.push(format!(
                "{name}={value} is not a format; expected one of {formats}"
            ));
        }
        let (by_program, by_flag, awaits_flags) = state::with(|state| {
            (
                state.format_by_program,
                state.format_by_flag,
                state.awaits_flags,
            )
        });
        // Until the parser has reported its flags, the arguments select the format.
        let reads_arguments = self.output_flags || awaits_flags;
        let (named, by_argument) = if reads_arguments {
            self.by_arguments()
        } else {
            (None, None)
        };
        let ci = variable("CI");
        let is_ci = !ci.is_empty() && ci != "0" && !ci.eq_ignore_ascii_case("false");
        let default = if io::stdout().is_terminal() && !is_ci {
            Format::Human
        } else {
            self.format_in_pipes()
        };
        let chosen = by_program
            .or_else(|| self.linked(by_flag))
            .or(by_argument)
            .or(from_variable);
        let renderer = chosen.or_else(|| self.renderer(default));
        Reporter {
            program: self,
            format: renderer.map_or(default, |renderer| renderer.format()),
            renderer: renderer.unwrap_or(Renderer::new(Format::Human)),
            unlinked: named.filter(|format| self.renderer(*format).is_none()),
            duration_ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            warnings,
            human: self.human.clone(),
        }
    }

    fn linked(&self, format: Option<Format>) -> Option<Renderer<'static>> {
        self.renderer(format?)
    }

    /// Returns the format of the last `--output FORMAT`, `--output=FORMAT` or `--agent` before
    /// `--`, and the last of these formats that the program links. Ignores `--output` if its value
    /// isn't a format, because the program may use the flag itself, for example for an output file.
    fn by_arguments(&self) -> (Option<Format>, Option<Renderer<'static>>) {
        let (mut named, mut linked, mut is_value) = (None, None, false);
        for argument in env::args_os().skip(1) {
            let text = argument.to_str().unwrap_or_default();
            let format = match text {
                "--" => break,
                _ if is_value => Format::named(text),
                "--agent" => Some(self.agent_format),
                _ => text.strip_prefix("--output=").and_then(Format::named),
            };
            is_value = !is_value && text == "--output";
            named = format.or(named);
            linked = self.linked(format).or(linked);
        }
        (named, linked)
    }
}

/// Returns the value of an environment variable, or an empty string if it isn't set.
fn variable(name: &str) -> String {
    env::var_os(name)
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Returns the default name of the environment variable that selects the format: `<TOOL>_OUTPUT`.
pub fn output_variable(program: &str) -> String {
    let mut name = String::with_capacity(program.len() + "_OUTPUT".len());
    for character in program.chars() {
        name.push(if character.is_ascii_alphanumeric() {
            character.to_ascii_uppercase()
        } else {
            '_'
        });
    }
    name + "_OUTPUT"
}
