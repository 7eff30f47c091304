//! The conditions of the rubric.

use agent_error_rules::requirements::Need;

agent_error_tooling::__words! {
    /// A condition that a level of the score requires.
    pub enum Condition {
        /// Level 1: at least one error has a code.
        SomeCode = "some_code",
        /// Level 1: at least one error has a message. As soon as one error has a code, errors without a code don't count.
        SomeMessage = "some_message",
        /// Level 2: every error has a code.
        Codes = "codes",
        /// Level 2: every error has a message.
        Messages = "messages",
        /// Level 2: every error has context, unless the list declares none for its code.
        Context = "context",
        /// Level 2: neither standard output nor the error contains a stack trace.
        NoTrace = "no_trace",
        /// Level 2: standard output contains nothing but the error.
        Parsable = "parsable",
        /// Level 3: every recoverable error has a suggestion.
        Suggestions = "suggestions",
        /// Level 3: every code has a documentation page.
        DocsUrls = "docs_urls",
        /// Level 3: a list contains the codes of all errors.
        List = "list",
    }
}

impl Condition {
    /// All conditions, sorted by level.
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

    /// Returns the level that requires the condition, from 1 to 3.
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

    /// Returns a description of the condition.
    pub const fn what(self) -> &'static str {
        match self {
            Self::SomeCode => "some errors have a code",
            Self::SomeMessage => "some errors have a message",
            Self::Codes => "all errors have a code",
            Self::Messages => "all errors have a message",
            Self::Context => "all errors have context",
            Self::NoTrace => "no stack trace on stdout",
            Self::Parsable => "stdout contains only the error",
            Self::Suggestions => "recoverable errors have a suggestion",
            Self::DocsUrls => "codes have a documentation page",
            Self::List => "a list contains all codes",
        }
    }

    /// Returns a description of how to meet the condition.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::SomeCode => {
                "Write errors as JSON to stdout, with a stable code: \
                 {\"ok\":false,\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"...\"}}"
            }
            Self::SomeMessage | Self::Messages => "Describe what happened in `message`",
            Self::Codes => "Give every error a code, including usage errors and unexpected errors",
            Self::Context => "Put the relevant values into `context`, such as {\"host\":\"db1\",\"port\":5432}",
            Self::NoTrace => "Write stack traces to stderr or a log, and write an error with a code to stdout instead",
            Self::Parsable => "Write progress and logs to stderr, so that stdout can be parsed as a single error",
            Self::Suggestions => "Say what the caller can do in `suggestion`, with actual commands and flags",
            Self::DocsUrls => "Write a documentation page for each code, and put its URL into `docs_url`",
            Self::List => {
                "Print all codes with `errors list --output json`, such as {\"errors\":[{\"code\":\"NOT_FOUND\"}]}"
            }
        }
    }
}
