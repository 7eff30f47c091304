//! The texts of an error.

/// The texts of an error besides its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The meaning of the code, the same for every occurrence: the first paragraph of the doc comment.
    Summary,
    /// The reason why this call failed, if the message alone does not state it.
    Detail,
    /// Advice for the caller.
    Suggestion,
    /// The condition to correct before another call.
    FixRequired,
    /// One command that repairs the cause.
    FixCommand,
    /// A command that only reads, and shows what the failed call has done.
    CheckCommand,
    /// The replacement of what was called.
    Replacement,
    /// The page about the code.
    DocsUrl,
    /// The output of the failed call, of any number of lines.
    Body,
    /// The URI of this occurrence, as in RFC 9457.
    Instance,
}

impl Part {
    /// Every part, in the order in which people read them.
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

    /// The part with this name in an envelope.
    #[cfg(feature = "parse")]
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.name() == name)
    }

    /// Its name in an envelope.
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

    /// The part with this label in a text.
    pub(crate) fn labelled(label: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.label() == Some(label))
    }

    /// Its label in the formats for people, if they show it.
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

    /// Whether it is advice for the caller.
    pub(crate) const fn is_advice(self) -> bool {
        matches!(self, Self::Suggestion | Self::FixRequired | Self::FixCommand | Self::CheckCommand | Self::Replacement)
    }

    /// Whether it is a command, in which values are quoted for a shell.
    pub(crate) const fn is_command(self) -> bool {
        matches!(self, Self::FixCommand | Self::CheckCommand)
    }
}
