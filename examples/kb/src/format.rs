//! `--format json` and `--format text`: the program's own flag for the output format. `--output` is an alias.

use agent_error::Format;
use clap::ValueEnum;
use std::ffi::OsString;

/// The error format for `--format json`, which is also that of the MCP tools.
pub(crate) const JSON: Format = Format::Flat;

/// The requested output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Human-readable text
    Text,
    /// JSON, including errors
    Json,
}

/// The error format of the MCP tools.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum ToolFormat {
    /// Same as `--format json`
    #[default]
    Flat,
    /// All details, including retry delays, commands that fix the error, and tools to call instead
    Envelope,
}

impl From<ToolFormat> for Format {
    fn from(format: ToolFormat) -> Self {
        match format {
            ToolFormat::Flat => JSON,
            ToolFormat::Envelope => Self::Envelope,
        }
    }
}

/// The format flag of all commands.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct FormatArgs {
    /// Output format [env: KB_OUTPUT] [default: text]
    #[arg(long, alias = "output", global = true, value_enum, help_heading = "Output", overrides_with = "format")]
    format: Option<Style>,
}

/// Sets the requested format before the command line is parsed, so that it also applies to usage errors.
/// `KB_OUTPUT=json` is the same as `--format json`, which outranks the variable. For other values of `KB_OUTPUT`, see
/// [`agent_error::run`].
pub(crate) fn choose(arguments: impl Iterator<Item = OsString>, variable: Option<OsString>) {
    let by_variable = variable.filter(|value| value == "json").map(|_| Style::Json);
    match wish(arguments).or(by_variable) {
        Some(Style::Json) => agent_error::process::set_format(JSON),
        Some(Style::Text) => agent_error::process::set_format(Format::Human),
        None => {}
    }
}

/// The names of the format flag.
const FLAGS: [&str; 2] = ["--format", "--output"];

/// Returns the last format requested before a `--`.
fn wish(arguments: impl Iterator<Item = OsString>) -> Option<Style> {
    let (mut wish, mut is_value) = (None, false);
    for argument in arguments.take_while(|argument| argument != "--") {
        let text = argument.to_str().unwrap_or_default();
        let word = match text.split_once('=') {
            _ if is_value => Some(text),
            Some((flag, value)) if FLAGS.contains(&flag) => Some(value),
            _ => None,
        };
        is_value = !is_value && FLAGS.contains(&text);
        wish = word.and_then(|word| Style::from_str(word, false).ok()).or(wish);
    }
    wish
}

#[cfg(test)]
mod tests {
    use super::Style;
    use std::ffi::OsString;

    #[test]
    fn the_last_valid_format_wins() {
        let wish = |arguments: &[&str]| super::wish(arguments.iter().map(OsString::from));
        assert_eq!(wish(&["get", "x"]), None);
        assert_eq!(wish(&["--format", "json", "get", "x"]), Some(Style::Json));
        assert_eq!(wish(&["get", "--format=json", "--format", "text"]), Some(Style::Text));
        assert_eq!(wish(&["--format", "json", "get", "--format", "markdown"]), Some(Style::Json));
        assert_eq!(wish(&["errors", "list", "--output", "json"]), Some(Style::Json));
        assert_eq!(wish(&["--output=json", "get", "x", "--format", "text"]), Some(Style::Text));
        assert_eq!(wish(&["get", "--", "--format", "json"]), None);
        assert_eq!(wish(&["--format", "--format", "json"]), None);
    }
}
