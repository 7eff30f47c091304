//! `--format json` and `--format text`: the program's own flag for the format of answers.

use agent_error::Format;
use clap::ValueEnum;
use std::ffi::OsString;

/// The meaning of `--format json` for errors: the same object as the answers of the server's tools.
pub(crate) const JSON: Format = Format::Flat;

/// The requested format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// Text for a person
    Text,
    /// JSON, errors too
    Json,
}

/// How the tools show errors.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum ToolFormat {
    /// What went wrong and what to do, as `--format json` does
    #[default]
    Flat,
    /// All there is: waits, commands that repair it, and tools to call instead, too
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

/// The flag, for every command except `errors`, in which `--format` is the format of the export.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct FormatArgs {
    /// The format of the answer; without it, that of KB_OUTPUT, and text without that
    #[arg(long, value_enum, help_heading = "Answer", overrides_with = "format")]
    format: Option<Style>,
}

/// Sets the requested format, also for errors of the command line itself.
pub(crate) fn choose(arguments: impl Iterator<Item = OsString>) {
    match wish(arguments) {
        Some(Style::Json) => agent_error::process::set_format(JSON),
        Some(Style::Text) => agent_error::process::set_format(Format::Human),
        None => {}
    }
}

/// The last request before a `--`.
fn wish(arguments: impl Iterator<Item = OsString>) -> Option<Style> {
    let (mut wish, mut is_value) = (None, false);
    for argument in arguments.take_while(|argument| argument != "--") {
        let text = argument.to_str().unwrap_or_default();
        let word = if is_value { Some(text) } else { text.strip_prefix("--format=") };
        is_value = !is_value && text == "--format";
        wish = word.and_then(|word| Style::from_str(word, false).ok()).or(wish);
    }
    wish
}

#[cfg(test)]
mod tests {
    use super::Style;
    use std::ffi::OsString;

    #[test]
    fn the_last_wish_that_is_understood_counts() {
        let wish = |arguments: &[&str]| super::wish(arguments.iter().map(OsString::from));
        assert_eq!(wish(&["get", "x"]), None);
        assert_eq!(wish(&["--format", "json", "get", "x"]), Some(Style::Json));
        assert_eq!(wish(&["get", "--format=json", "--format", "text"]), Some(Style::Text));
        assert_eq!(wish(&["--format", "json", "get", "--format", "markdown"]), Some(Style::Json));
        assert_eq!(wish(&["get", "--", "--format", "json"]), None);
        assert_eq!(wish(&["--format", "--format", "json"]), None);
    }
}
