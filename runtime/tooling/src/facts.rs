//! What tools know about each fact, in addition to [`agent_error::__tooling::FACTS`].

use FactClass::{
    Behavior, Choice, Derived, Identity, Link, Notice, Parts, Presence, Promise, Variable, Wording,
};
use FactType::{Boolean, Fields, Integer, Rules, Text, Texts, Word};
use agent_error::__tooling::GrpcCode;
use agent_error::facts::{Phase, RetryStrategy, Severity, SideEffects};

/// A fact: a static property of a code, such as its exit code or summary.
pub(crate) struct FactDef {
    pub(crate) name: &'static str,
    pub(crate) ty: FactType,
    pub(crate) class: FactClass,
    /// The description in the JSON Schema of catalog documents.
    pub(crate) about: &'static str,
}

/// The JSON type of a fact.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactType {
    Text,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An integer in this range, inclusive.
    Integer(i64, i64),
    Boolean,
    Texts,
    Fields,
    Rules,
}

/// How changing a fact affects callers that rely on the code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactClass {
    /// The fact identifies the code. A different value means a different code.
    Identity,
    /// Programs branch on the fact. Any change is breaking.
    Behavior,
    /// Callers use the value if it's present. Removing the value is breaking, adding one is
    /// additive, and changing it is cosmetic.
    Promise,
    /// The fact is a URI that identifies the code, such as the `type` of a problem. Changing or
    /// removing it is breaking, and adding it is additive.
    Link,
    /// Callers choose one of several values. Removing a value is breaking; adding one is additive.
    Choice,
    /// Callers rely on the fact's presence. Removing the fact is breaking, adding it is additive,
    /// and rewording it is cosmetic.
    Presence,
    /// The fact is the name of a field that contains a value at run time. Adding or removing it is
    /// breaking, because errors get other values. Renaming the field is cosmetic.
    Variable,
    /// Turning a warning into a failure, or a failure into a warning, is breaking. Any other change
    /// is cosmetic.
    Severity,
    /// The fact announces a change. Adding it is additive; any other change is cosmetic.
    Notice,
    /// Only people read the fact. Any change is cosmetic.
    Wording,
    /// The fact consists of context fields, which are compared one by one.
    Parts,
    /// The fact isn't compared by itself. It's derived from other facts or the source location, or
    /// it's part of another fact or of the list of rules.
    Derived,
}

/// The facts that every declaration has. Programs that aren't written in Rust don't have type
/// paths, so `declared_by` isn't one of them.
pub(crate) const REQUIRED: [&str; 7] = [
    "code",
    "exit_code",
    "retryable",
    "side_effects",
    "phase",
    "severity",
    "http_status",
];

/// All facts, in the order in which they appear in documents and lock files.
pub(crate) static FACTS: &[FactDef] = &[
    fact(
        "code",
        Text,
        Identity,
        "The stable code. Programs branch on it.",
    ),
    fact("summary", Text, Wording, "A one-sentence summary."),
    fact(
        "description",
        Text,
        Wording,
        "A longer description, in Markdown.",
    ),
    fact(
        "message",
        Text,
        Wording,
        "The message template, with fields in braces.",
    ),
    fact(
        "exit_code",
        Integer(1, 125),
        Behavior,
        "The exit code of a process that fails with this code.",
    ),
    fact(
        "exit_field",
        Text,
        Variable,
        "The field that holds the exit code, from 1 to 255. `exit_code` is used if it holds none.",
    ),
    fact(
        "detail",
        Text,
        Wording,
        "The reason for the failure, with fields in braces.",
    ),
    fact(
        "suggestion",
        Text,
        Presence,
        "What the caller can do, with fields in braces.",
    ),
    fact(
        "suggestion_cli",
        Text,
        Presence,
        "What the caller of a command-line program can do, with fields in braces.",
    ),
    fact(
        "suggestion_mcp",
        Text,
        Presence,
        "What the client of an MCP server can do, with fields in braces.",
    ),
    fact(
        "suggestion_http",
        Text,
        Presence,
        "What the client of an HTTP API can do, with fields in braces.",
    ),
    fact(
        "suggestion_grpc",
        Text,
        Presence,
        "What the client of a gRPC service can do, with fields in braces.",
    ),
    fact(
        "fix_required",
        Text,
        Presence,
        "What must be corrected before the next call.",
    ),
    fact(
        "fix_command",
        Text,
        Presence,
        "A command that fixes the cause.",
    ),
    fact(
        "check_command",
        Text,
        Presence,
        "A read-only command that shows what the failed call did.",
    ),
    fact(
        "replacement",
        Text,
        Presence,
        "The replacement for what was called.",
    ),
    fact(
        "retryable",
        Boolean,
        Behavior,
        "Whether the identical call may succeed later.",
    ),
    fact(
        "retry_after_ms",
        Integer(0, i64::MAX),
        Promise,
        "How long to wait before the next call, in milliseconds.",
    ),
    fact(
        "retry_after_field",
        Text,
        Derived,
        "The field that holds the wait.",
    ),
    fact(
        "retry_strategy",
        Word(RetryStrategy::WORDS),
        Promise,
        "How the delay between retries grows.",
    ),
    fact(
        "side_effects",
        Word(SideEffects::WORDS),
        Behavior,
        "What a failed call has already changed.",
    ),
    fact(
        "phase",
        Word(Phase::WORDS),
        Behavior,
        "The phase of the call in which the error occurs.",
    ),
    fact(
        "severity",
        Word(Severity::WORDS),
        FactClass::Severity,
        "The severity.",
    ),
    fact(
        "status",
        Integer(100, 599),
        Derived,
        "The HTTP status that the code declares.",
    ),
    fact(
        "status_field",
        Text,
        Variable,
        "The field that holds the HTTP status.",
    ),
    fact(
        "public",
        Boolean,
        Presence,
        "Whether clients see the field values of a server error.",
    ),
    fact(
        "protocol",
        Integer(-1 << 31, (1 << 31) - 1),
        Behavior,
        "The JSON-RPC error code, for errors of the protocol.",
    ),
    fact(
        "grpc",
        Word(GrpcCode::WORDS),
        Behavior,
        "The gRPC status code that the code declares.",
    ),
    fact("actions", Texts, Choice, "Calls to make instead."),
    fact(
        "actions_field",
        Text,
        Presence,
        "The field that lists the calls to make instead.",
    ),
    fact(
        "body_field",
        Text,
        Presence,
        "The field that holds the output of the failed call.",
    ),
    fact(
        "optional",
        Texts,
        Derived,
        "The facts that are missing if a field of the error is empty.",
    ),
    fact(
        "instance",
        Text,
        Presence,
        "The URI reference of an occurrence, with fields in braces.",
    ),
    fact(
        "context",
        Fields,
        Parts,
        "The values that every error with this code carries.",
    ),
    fact(
        "classify",
        Rules,
        Derived,
        "Errors of other libraries that map to this code.",
    ),
    fact("deprecated", Text, Notice, "What to use instead."),
    fact("docs_url", Text, Link, "The page about the code."),
    fact(
        "declared_by",
        Text,
        Derived,
        "The Rust type, with the variant if it's an enum.",
    ),
    fact(
        "http_status",
        Integer(100, 599),
        Behavior,
        "The effective HTTP status.",
    ),
];

const fn fact(name: &'static str, ty: FactType, class: FactClass, about: &'static str) -> FactDef {
    FactDef {
        name,
        ty,
        class,
        about,
    }
}

impl FactClass {
    /// Whether contracts contain the fact itself.
    pub(crate) const fn is_locked(self) -> bool {
        !matches!(self, Identity | Parts | Derived)
    }

    /// Whether programs branch on the fact.
    pub(crate) const fn is_branched_on(self) -> bool {
        matches!(self, Behavior | Self::Severity)
    }
}

/// Returns the facts that contracts contain.
pub(crate) fn locked() -> impl Iterator<Item = &'static FactDef> {
    FACTS.iter().filter(|fact| fact.class.is_locked())
}

/// Returns the label of a fact on a page and in changes, such as `Exit code`.
pub(crate) fn title(fact: &str) -> String {
    match fact {
        "retryable" => "Retry".to_owned(),
        "retry_after_ms" => "Wait in milliseconds".to_owned(),
        "status" => "Declared HTTP status".to_owned(),
        "http_status" => "HTTP status".to_owned(),
        "grpc" => "gRPC status code".to_owned(),
        "optional" => "Optional facts".to_owned(),
        "classify" => "Errors of other libraries".to_owned(),
        "docs_url" => "Docs URL".to_owned(),
        "retry_after_field" => "Field with the wait".to_owned(),
        "suggestion_cli" => "Suggestion on the command line".to_owned(),
        "suggestion_mcp" => "Suggestion for MCP clients".to_owned(),
        "suggestion_http" => "Suggestion for HTTP clients".to_owned(),
        "suggestion_grpc" => "Suggestion for gRPC clients".to_owned(),
        "exit_field" => "Exit code".to_owned(),
        "status_field" => "Field with the HTTP status".to_owned(),
        _ => {
            if let Some(value) = fact.strip_suffix("_field") {
                return format!("Field with the {value}");
            }
            let (first, rest) = fact.split_at(1);
            first.to_uppercase() + &rest.replace('_', " ")
        }
    }
}
