//! The optional strings of an error.

/// A string that an error can have in addition to its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The meaning of the code: the first paragraph of the doc comment. The same for every occurrence.
    Summary,
    /// The reason for the failure, if the message doesn't state it.
    Detail,
    /// Advice for the caller.
    Suggestion,
    /// The condition to correct before trying again.
    FixRequired,
    /// A command that repairs the cause.
    FixCommand,
    /// A read-only command that shows what the failed call has done.
    CheckCommand,
    /// The replacement for a command, flag, tool or address that has moved.
    Replacement,
    /// The URL of the docs page.
    DocsUrl,
    /// The output of the failed call. May have multiple lines.
    Body,
    /// The URI reference that identifies this occurrence, as in RFC 9457.
    Instance,
}

impl Part {
    /// All parts, in display order.
    pub const ALL: &'static [Self] = &[
        Self::Summary,
        Self::Detail,
        Self::Suggestion,
        Self::FixRequired,
        Self::FixCommand,
        Self::CheckCommand,
        Self::Replacement,
        Self::DocsUrl,
        Self::Body,
        Self::Instance,
    ];

    #[cfg(feature = "parse")]
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.name() == name)
    }

    #[cfg(feature = "parse")]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Detail => "detail",
            Self::Suggestion => "suggestion",
            Self::FixRequired => "fix_required",
            Self::FixCommand => "fix_command",
            Self::CheckCommand => "check_command",
            Self::Replacement => "replacement",
            Self::DocsUrl => "docs_url",
            Self::Body => "body",
            Self::Instance => "instance",
        }
    }

    pub(crate) fn labelled(label: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.label() == Some(label))
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
        matches!(self, Self::Suggestion | Self::FixRequired | Self::FixCommand | Self::CheckCommand | Self::Replacement)
    }

    /// Whether the part is a shell command, in which values must be quoted.
    pub(crate) const fn is_command(self) -> bool {
        matches!(self, Self::FixCommand | Self::CheckCommand)
    }
}
