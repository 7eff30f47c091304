//! A table of the facts that each format preserves.
//!
//! Tests check that these facts survive a round trip.

use super::Format;
use crate::vocabulary::terms::wire_words;

wire_words! {
    /// A fact about an error, identified by its name in an [`Envelope`](Format::Envelope).
    pub enum EnvelopeMember {
        /// The code.
        Code = "code",
        /// The message.
        Message = "message",
        /// The causes.
        Cause = "cause",
        /// The meaning of the code, which is the same for every occurrence.
        Summary = "summary",
        /// The reason for the failure, if the message doesn't state it.
        Detail = "detail",
        /// Advice for the caller.
        Suggestion = "suggestion",
        /// The condition to correct.
        FixRequired = "fix_required",
        /// The shell command that repairs the cause.
        FixCommand = "fix_command",
        /// The shell command that shows what the failed call has changed.
        CheckCommand = "check_command",
        /// The name of the call or value to use instead.
        Replacement = "replacement",
        /// The URL of the code's documentation.
        DocsUrl = "docs_url",
        /// The output of the failed call.
        Body = "body",
        /// The URI that identifies this occurrence.
        Instance = "instance",
        /// Whether the identical call may succeed later.
        Retryable = "retryable",
        /// The initial delay before a retry.
        RetryAfter = "retry_after_ms",
        /// How the delay grows between retries.
        RetryStrategy = "retry_strategy",
        /// The phase of the call in which the error occurred.
        Phase = "phase",
        /// What the failed call has already changed.
        SideEffects = "side_effects",
        /// The severity.
        Severity = "severity",
        /// The HTTP status code.
        Status = "status",
        /// Calls that may help the caller.
        Actions = "actions",
        /// The named values of this occurrence.
        Context = "context",
        /// The invalid fields of the call. They're part of the context.
        Fields = "fields",
    }
}

/// How completely a format represents a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberSupport {
    /// The format has a member, an element or a line for the fact. Parsing restores the fact unchanged.
    Whole,
    /// The format contains the fact as text. Parsing restores the text, but not its structure.
    AsText,
    /// The format contains the fact as text, unless it's redundant. The docs URL is omitted if there's other advice,
    /// and the replacement if the suggestion contains it. A context value is omitted if another string contains it, or
    /// if it's an object.
    IfNeeded,
    /// The format omits the fact.
    Nowhere,
}

use MemberSupport::{AsText as T, IfNeeded as U, Nowhere as N, Whole as W};

/// One row per fact and one column per format, in the order of [`Format::ALL`].
#[rustfmt::skip]
const TABLE: &[(EnvelopeMember, [MemberSupport; Format::ALL.len()])] = &[
    //                    human envelope nested flat xml tagged problem brief
    (EnvelopeMember::Code,          [W, W, W, W, W, W, W, W]),
    (EnvelopeMember::Message,       [W, W, W, W, W, W, W, W]),
    (EnvelopeMember::Cause,         [W, W, N, N, N, N, W, W]),
    (EnvelopeMember::Summary,       [N, N, N, N, N, N, W, N]),
    (EnvelopeMember::Detail,        [W, W, N, W, W, T, W, W]),
    (EnvelopeMember::Suggestion,    [W, W, N, W, W, W, W, W]),
    (EnvelopeMember::FixRequired,   [W, W, N, N, N, N, W, W]),
    (EnvelopeMember::FixCommand,    [W, W, N, N, N, N, W, W]),
    (EnvelopeMember::CheckCommand,  [W, W, N, N, N, N, W, W]),
    (EnvelopeMember::Replacement,   [U, W, N, N, N, N, W, W]),
    (EnvelopeMember::DocsUrl,       [W, W, N, N, N, N, W, U]),
    (EnvelopeMember::Body,          [W, N, N, N, N, W, N, W]),
    (EnvelopeMember::Instance,      [N, W, N, N, N, N, W, N]),
    (EnvelopeMember::Retryable,     [W, W, N, W, W, N, W, W]),
    (EnvelopeMember::RetryAfter,    [W, W, N, N, W, N, W, W]),
    (EnvelopeMember::RetryStrategy, [W, W, N, N, N, N, W, W]),
    (EnvelopeMember::Phase,         [N, W, N, N, N, N, W, N]),
    (EnvelopeMember::SideEffects,   [N, W, N, N, N, N, W, W]),
    (EnvelopeMember::Severity,      [W, W, N, N, W, N, W, W]),
    (EnvelopeMember::Status,        [N, N, N, N, N, N, W, N]),
    (EnvelopeMember::Actions,       [W, W, N, N, W, N, W, W]),
    (EnvelopeMember::Context,       [N, W, W, N, T, N, W, U]),
    (EnvelopeMember::Fields,        [T, W, W, T, T, T, W, T]),
];

impl Format {
    /// Returns how the format represents a fact.
    ///
    /// ```
    /// use agent_error::Format;
    /// use agent_error::format::{MemberSupport, EnvelopeMember};
    ///
    /// assert_eq!(Format::Flat.carries(EnvelopeMember::Suggestion), MemberSupport::Whole);
    /// assert_eq!(Format::Xml.carries(EnvelopeMember::Context), MemberSupport::AsText);
    /// assert_eq!(Format::Tagged.carries(EnvelopeMember::Actions), MemberSupport::Nowhere);
    /// ```
    pub fn carries(self, fact: EnvelopeMember) -> MemberSupport {
        let column = Self::ALL.iter().position(|format| *format == self).unwrap_or_default();
        TABLE.iter().find(|(row, _)| *row == fact).map_or(MemberSupport::Nowhere, |(_, columns)| columns[column])
    }

    /// Lists the facts that the format omits from a program's own errors. Example: `cause, docs`.
    pub fn omitted_members(self) -> String {
        let misses = |fact: EnvelopeMember| self.carries(fact) == MemberSupport::Nowhere;
        let is_whole = |fact: EnvelopeMember| self.carries(fact) == MemberSupport::Whole;
        let words = [
            (misses(EnvelopeMember::Suggestion), "advice"),
            (misses(EnvelopeMember::FixCommand) && !misses(EnvelopeMember::Suggestion), "fix"),
            (misses(EnvelopeMember::Cause), "cause"),
            (misses(EnvelopeMember::Retryable), "retry"),
            (misses(EnvelopeMember::RetryAfter) && !misses(EnvelopeMember::Retryable), "wait"),
            (misses(EnvelopeMember::DocsUrl), "docs"),
            (self.carries(EnvelopeMember::DocsUrl) == MemberSupport::IfNeeded, "docs if there is advice"),
            (misses(EnvelopeMember::Actions), "actions"),
            (misses(EnvelopeMember::Context), "context"),
            (self.carries(EnvelopeMember::Context) == MemberSupport::IfNeeded, "objects in the context"),
            (!is_whole(EnvelopeMember::Body), "body"),
            (!is_whole(EnvelopeMember::Summary), "summary"),
        ];
        let words: Vec<&str> = words.into_iter().filter_map(|(is_missed, word)| is_missed.then_some(word)).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }
}
