//! The optional strings of an error.

use crate::vocabulary::terms::wire_words;

wire_words! {
    /// A string that an error can have in addition to its message. The parts are in display order.
    /// Those that are advice are in the order in which a caller follows them.
    pub enum Part {
        /// The meaning of the code: the first paragraph of the doc comment. The same for every
        /// occurrence.
        Summary = "summary",
        /// The reason for the failure, if the message doesn't state it.
        Detail = "detail",
        /// The condition to correct before trying again.
        FixRequired = "fix_required",
        /// A read-only command that shows what the failed call has done.
        CheckCommand = "check_command",
        /// A command that repairs the cause.
        FixCommand = "fix_command",
        /// Advice for the caller.
        Suggestion = "suggestion",
        /// The replacement for a command, flag, tool or address that has moved.
        Replacement = "replacement",
        /// The URL of the docs page.
        DocsUrl = "docs_url",
        /// The output of the failed call. May have multiple lines.
        Body = "body",
        /// The URI reference that identifies this occurrence, as in RFC 9457.
        Instance = "instance",
    }
}

impl Part {
    /// Returns the parts that are advice, in the order in which a caller follows them.
    pub(crate) fn advice() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|part| part.is_advice())
    }

    pub(crate) fn labelled(label: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|part| part.label() == Some(label))
    }

    /// Returns the label in text output, or `None` if text output omits the part.
    pub(crate) const fn label(self) -> Option<&'static str> {
        match self {
            Self::Detail => Some("detail"),
            Self::Suggestion => Some("help"),
            Self::FixRequired => Some("needs"),
            Self::FixCommand => Some("fix"),
            Self::CheckCommand => Some("check"),
            Self::Replacement => Some("use"),
            Self::DocsUrl => Some("docs"),
            Self::Body => Some("output"),
            Self::Summary | Self::Instance => None,
        }
    }

    pub(crate) const fn is_advice(self) -> bool {
        matches!(
            self,
            Self::Suggestion
                | Self::FixRequired
                | Self::FixCommand
                | Self::CheckCommand
                | Self::Replacement
        )
    }

    /// Whether the part is a shell command, in which values must be quoted.
    pub(crate) const fn is_command(self) -> bool {
        matches!(self, Self::FixCommand | Self::CheckCommand)
    }
}
