//! The style of text for people: colors and width.

use crate::vocabulary::terms::Severity;

/// What the screen of a person can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The column at which text wraps; `None` disables wrapping.
    pub width: Option<usize>,
    /// Whether colors are shown.
    pub color: bool,
}

/// The roles of text.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "terminal"), allow(dead_code, reason = "unused without colors"))]
pub(crate) enum Role {
    /// `error[CODE]` and similar headers.
    Severity(Severity),
    /// The message itself, and headings.
    Title,
    /// The label that begins a line, such as `help:`.
    Label,
    /// A command or code to copy.
    Literal,
}

/// Turns colors on or off; always off without the feature `terminal`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Styles {
    color: bool,
}

impl Styles {
    pub(crate) const fn new(color: bool) -> Self {
        Self { color: color && cfg!(feature = "terminal") }
    }

    /// Writes the text in the colors of its role.
    pub(crate) fn paint_into(self, role: Role, text: &str, out: &mut String) {
        if self.color { out.push_str(&painted(role, text)) } else { out.push_str(text) }
    }

    /// The text in the colors of its role.
    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        if self.color { painted(role, text) } else { text.to_owned() }
    }
}

#[cfg(feature = "terminal")]
fn painted(role: Role, text: &str) -> String {
    use anstyle::{AnsiColor, Style};
    let style = match role {
        Role::Severity(Severity::Warning) => AnsiColor::Yellow.on_default().bold(),
        Role::Severity(Severity::Error) => AnsiColor::Red.on_default().bold(),
        Role::Severity(Severity::Critical) => AnsiColor::Red.on_default().bold().invert(),
        Role::Title => Style::new().bold(),
        Role::Label => AnsiColor::Cyan.on_default(),
        Role::Literal => AnsiColor::Green.on_default(),
    };
    format!("{style}{text}{style:#}")
}

#[cfg(not(feature = "terminal"))]
fn painted(_: Role, text: &str) -> String {
    text.to_owned()
}
