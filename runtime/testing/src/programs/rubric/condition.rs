//! The conditions of the rubric.

use agent_error_rules::good::Need;

agent_error_tooling::__words! {
    /// A condition of a level.
    pub enum Condition {
        /// Level 1: at least one error has a code.
        SomeCode = "some_code",
        /// Level 1: an error with a code has a message.
        SomeMessage = "some_message",
        /// Level 2: every error has a code.
        Codes = "codes",
        /// Level 2: every error has a message.
        Messages = "messages",
        /// Level 2: every error has context, unless the list declares that errors with its code have none.
        Context = "context",
        /// Level 2: no stack trace on standard output, nor in an error.
        NoTrace = "no_trace",
        /// Level 2: an error on standard output is the only text there.
        Parsable = "parsable",
        /// Level 3: every error that a caller can recover from has a suggestion.
        Suggestions = "suggestions",
        /// Level 3: every code has a page.
        DocsUrls = "docs_urls",
        /// Level 3: a list enumerates all codes.
        List = "list",
    }
}

impl Condition {
    /// Every condition, the lowest level first.
    pub const ALL: &'static [Self] = &[
        Self::SomeCode,
        Self::SomeMessage,
        Self::Codes,
        Self::Messages,
        Self::Context,
        Self::NoTrace,
        Self::Parsable,
        Self::Suggestions,
        Self::DocsUrls,
        Self::List,
    ];

    /// The level that needs it: 1 to 3.
    pub const fn level(self) -> u8 {
        let need = match self {
            Self::SomeCode | Self::SomeMessage => return 1,
            Self::Codes | Self::Messages | Self::NoTrace | Self::Parsable => return 2,
            Self::List => return 3,
            Self::Context => Need::Context,
            Self::Suggestions => Need::Advice,
            Self::DocsUrls => Need::Docs,
        };
        match need.level() {
            Some(level) => level,
            None => 0,
        }
    }

    /// The requirement in words.
    pub const fn what(self) -> &'static str {
        match self {
            Self::SomeCode => "some errors have a code",
            Self::SomeMessage => "some errors have a message",
            Self::Codes => "all errors have a code",
            Self::Messages => "all errors have a message",
            Self::Context => "all errors have context",
            Self::NoTrace => "no stack trace on stdout",
            Self::Parsable => "stdout holds the error alone",
            Self::Suggestions => "recoverable errors have a suggestion",
            Self::DocsUrls => "codes have a page",
            Self::List => "a list enumerates all codes",
        }
    }

    /// The remedy if it is not met, in a sentence.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::SomeCode => {
                "Write errors as JSON to stdout, with a stable code: \
                 {\"ok\":false,\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"...\"}}"
            }
            Self::SomeMessage | Self::Messages => "Say in `message` what happened, in a sentence",
            Self::Codes => "Give every error a code, those of the argument parser and of the last resort too",
            Self::Context => {
                "Put the values that an error is about into `context`, as in {\"host\":\"db1\",\"port\":5432}"
            }
            Self::NoTrace => "Write stack traces to stderr or a log, and a coded error to stdout in their place",
            Self::Parsable => "Write progress and logs to stderr: stdout must be one error that parses as a whole",
            Self::Suggestions => "Say in `suggestion` what the caller can do, naming real commands and flags",
            Self::DocsUrls => "Give each code a page, and name it in `docs_url`",
            Self::List => {
                "Answer `errors list --output json` with all codes, as in {\"errors\":[{\"code\":\"NOT_FOUND\"}]}"
            }
        }
    }
}
