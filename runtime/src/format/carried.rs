//! The table of the facts that each format carries.
//!
//! The writers take from it which facts of an error that was read have no place in a format, the tests which facts must
//! be read back, and the docs what a format leaves out.

use super::Format;
use crate::vocabulary::word::wire_words;

wire_words! {
    /// A fact of an error, by its name in an [`Envelope`](Format::Envelope).
    pub enum ErrorFact {
        /// The code.
        Code = "code",
        /// The message.
        Message = "message",
        /// The causes.
        Cause = "cause",
        /// The meaning of the code, the same for every occurrence.
        Summary = "summary",
        /// The reason why this call failed.
        Detail = "detail",
        /// Advice for the caller.
        Suggestion = "suggestion",
        /// The condition to correct.
        FixRequired = "fix_required",
        /// The command that repairs the cause.
        FixCommand = "fix_command",
        /// The command that shows what the failed call has done.
        CheckCommand = "check_command",
        /// The replacement of what was called.
        Replacement = "replacement",
        /// The docs page of the code.
        DocsUrl = "docs_url",
        /// The output of the failed call.
        Body = "body",
        /// The URI of the occurrence.
        Instance = "instance",
        /// Whether the identical call may succeed later.
        Retryable = "retryable",
        /// How long to wait.
        RetryAfter = "retry_after_ms",
        /// The pauses between repeated calls.
        RetryStrategy = "retry_strategy",
        /// When in the call the error occurred.
        Phase = "phase",
        /// What the failed call has already changed.
        SideEffects = "side_effects",
        /// The severity.
        Severity = "severity",
        /// The HTTP status.
        Status = "status",
        /// What to call instead.
        Actions = "actions",
        /// The named values.
        Context = "context",
        /// The invalid fields of the call, among the named values.
        Fields = "fields",
    }
}

/// How a format carries a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Carried {
    /// In its own place: it is read back unchanged.
    Whole,
    /// In its own place, as text: it is read back as text.
    AsText,
    /// In its own place if the error was read from a text. For the program's own errors it is left out: their catalog,
    /// their process or their reader provides it.
    IfRead,
    /// In its own place, as text, unless another fact contains it: a page only without advice, a replacement only if the
    /// suggestion does not name it, and values only if no other text shows them and they are not objects. For an error
    /// that was read from a text, all of it is written.
    IfNeeded,
    /// Without a place. For an error that was read from a text, it is written in the nearest place: among the named
    /// values, or at the end of the explanation.
    Nowhere,
}

use Carried::{AsText as T, IfNeeded as U, IfRead as R, Nowhere as N, Whole as W};

/// One row per fact, one column per format, in the order of [`Format::ALL`].
#[rustfmt::skip]
const TABLE: &[(ErrorFact, [Carried; Format::ALL.len()])] = &[
    //                    human envelope nested flat xml tagged problem brief
    (ErrorFact::Code,          [W, W, W, W, W, W, W, W]),
    (ErrorFact::Message,       [W, W, W, W, W, W, W, W]),
    (ErrorFact::Cause,         [W, W, N, N, N, N, W, W]),
    (ErrorFact::Summary,       [N, R, N, N, N, N, W, N]),
    (ErrorFact::Detail,        [W, W, N, W, W, T, W, W]),
    (ErrorFact::Suggestion,    [W, W, N, W, W, W, W, W]),
    (ErrorFact::FixRequired,   [W, W, N, N, N, N, W, W]),
    (ErrorFact::FixCommand,    [W, W, N, N, N, N, W, W]),
    (ErrorFact::CheckCommand,  [W, W, N, N, N, N, W, W]),
    (ErrorFact::Replacement,   [U, W, N, N, N, N, W, W]),
    (ErrorFact::DocsUrl,       [W, W, N, N, N, N, W, U]),
    (ErrorFact::Body,          [W, R, N, N, N, W, R, W]),
    (ErrorFact::Instance,      [N, W, N, N, N, N, W, N]),
    (ErrorFact::Retryable,     [W, W, N, W, W, N, W, W]),
    (ErrorFact::RetryAfter,    [W, W, N, N, W, N, W, W]),
    (ErrorFact::RetryStrategy, [W, W, N, N, N, N, W, W]),
    (ErrorFact::Phase,         [N, W, N, N, N, N, W, N]),
    (ErrorFact::SideEffects,   [N, W, N, N, N, N, W, W]),
    (ErrorFact::Severity,      [W, W, N, N, W, N, W, W]),
    (ErrorFact::Status,        [N, R, N, N, N, N, W, N]),
    (ErrorFact::Actions,       [W, W, N, N, W, N, W, W]),
    (ErrorFact::Context,       [N, W, W, N, T, N, W, U]),
    (ErrorFact::Fields,        [T, W, W, T, T, T, W, T]),
];

impl Format {
    /// How the format carries a fact.
    ///
    /// ```
    /// use agent_error::Format;
    /// use agent_error::format::{Carried, ErrorFact};
    ///
    /// assert_eq!(Format::Flat.carries(ErrorFact::Suggestion), Carried::Whole);
    /// assert_eq!(Format::Xml.carries(ErrorFact::Context), Carried::AsText);
    /// assert_eq!(Format::Tagged.carries(ErrorFact::Actions), Carried::Nowhere);
    /// ```
    pub fn carries(self, fact: ErrorFact) -> Carried {
        let column = Self::ALL.iter().position(|format| *format == self).unwrap_or_default();
        TABLE.iter().find(|(row, _)| *row == fact).map_or(Carried::Nowhere, |(_, columns)| columns[column])
    }

    /// The facts of the program's own errors that the format leaves out, in a few words: `cause, docs`.
    pub fn leaves_out(self) -> String {
        let misses = |fact: ErrorFact| self.carries(fact) == Carried::Nowhere;
        let is_whole = |fact: ErrorFact| self.carries(fact) == Carried::Whole;
        let words = [
            (misses(ErrorFact::Suggestion), "advice"),
            (misses(ErrorFact::FixCommand) && !misses(ErrorFact::Suggestion), "fix"),
            (misses(ErrorFact::Cause), "cause"),
            (misses(ErrorFact::Retryable), "retry"),
            (misses(ErrorFact::RetryAfter) && !misses(ErrorFact::Retryable), "wait"),
            (misses(ErrorFact::DocsUrl), "docs"),
            (self.carries(ErrorFact::DocsUrl) == Carried::IfNeeded, "docs if there is advice"),
            (misses(ErrorFact::Actions), "actions"),
            (misses(ErrorFact::Context), "context"),
            (self.carries(ErrorFact::Context) == Carried::IfNeeded, "objects in the context"),
            (!is_whole(ErrorFact::Body), "body"),
            (!is_whole(ErrorFact::Summary), "summary"),
        ];
        let words: Vec<&str> = words.into_iter().filter_map(|(is_missed, word)| is_missed.then_some(word)).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }
}
