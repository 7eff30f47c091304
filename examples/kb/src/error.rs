//! All errors of kb: the seven categories of Pyrite, and errors of files and of the server.
//!
//! `Flat` has no member for the context, so the message, the detail and the suggestion contain all
//! facts. Commands and tools share these errors. Hints for both contain neither commands nor tools;
//! all other hints are declared for one of them.

use crate::entry::misplaced;
use agent_error::CatalogError;
use agent_error::clap::UsageError;
use agent_error::facts::{Phase, SideEffects};
use agent_error::{AgentError, ErrorRecord, ErrorSet, FieldError, code, error_set, exit};
use serde_json::Value;
use std::io;
use std::path::PathBuf;

/// The errors of all commands and tools. If a call fails, it has changed nothing.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://kb.example.com/errors/{code}", integrate(mcp))]
pub(crate) enum KbError {
    /// Fields of an entry, arguments of a tool, or flags are invalid.
    #[error("invalid fields: {}", names(fields))]
    #[code("validation_failed", exit = exit::ARG_ERROR, suggest = "{advice}")]
    Invalid {
        /// The violated rule of each field.
        fields: Vec<FieldError>,
        /// How to correct the fields.
        #[context(skip)]
        advice: String,
    },

    /// The metadata violates the constraints of the entry's type.
    #[error("invalid metadata of the type `{kind}`: {}", names(fields))]
    #[code("schema_violation", exit = exit::ARG_ERROR, suggest = "Correct the metadata as described")]
    SchemaViolation {
        kind: String,
        /// The violated constraint of each field.
        fields: Vec<FieldError>,
    },

    /// The entry doesn't exist.
    #[error("entry `{id}` does not exist")]
    #[code(
        "not_found",
        shared,
        exit = exit::NOT_FOUND,
        detail = "{path} has no entry with this ID; {nearest}",
        suggest = "List all entries to find the right ID",
        actions("list", "kb_list")
    )]
    NoEntry {
        id: String,
        path: PathBuf,
        #[context(skip)]
        nearest: String,
    },

    /// The knowledge base doesn't exist.
    #[error("knowledge base {path} does not exist")]
    #[code(
        "not_found",
        shared,
        exit = exit::NOT_FOUND,
        detail = "there is no file {path}",
        suggest(
            cli = "Create it with `kb init`, or pass the path of an existing one in `--db`",
            mcp = "Ask the owner of the knowledge base to restore {path}"
        ),
        fix = "kb init --db={path}"
    )]
    NoKnowledgeBase { path: PathBuf },

    /// The caller's tier is too low.
    #[error("the tier `{tier}` may not change the knowledge base")]
    #[code(
        "permission_denied",
        exit = exit::PERMISSION_DENIED,
        detail = "the required tier is `{required}`",
        suggest(
            cli = "Ask the owner of the knowledge base whether you may pass `--tier {required}`",
            mcp = "Ask the owner of the knowledge base to start kb with the tier `{required}`"
        )
    )]
    Denied {
        tier: String,
        required: &'static str,
    },

    /// The response can't be serialized, because another program has stored an invalid value in
    /// the entry.
    #[error("entry `{id}` cannot be serialized")]
    #[code(
        "serialization_error",
        exit = exit::sysexits::DATAERR,
        detail = "{problem}; all other entries are readable",
        suggest = "Ask the owner of the knowledge base to repair the entry in {path}"
    )]
    Serialization {
        id: String,
        path: PathBuf,
        problem: String,
    },

    /// The entry already exists, or another caller has changed it since you read it.
    #[error("entry `{id}` already has version {version}")]
    #[code(
        "conflict",
        exit = exit::CONFLICT,
        detail = "current state: {current}",
        suggest = "Apply your change to the current state, then send version {version}"
    )]
    Conflict {
        id: String,
        /// The current version.
        version: u64,
        #[context(skip)]
        current: String,
    },

    /// The callers have made as many changes as the rate limit allows.
    #[error("the limit of {limit} changes per minute is exceeded")]
    #[code(
        "limit_exceeded",
        exit = exit::RATE_LIMITED,
        detail = "current value: {current}",
        retry_after = wait_s,
        suggest = "Wait {wait_s} s, then try again"
    )]
    LimitExceeded {
        current: u64,
        limit: u64,
        wait_s: u64,
    },

    #[error(transparent)]
    #[code(transparent, opaque)]
    TitleTooLong(#[from] TitleTooLong),

    /// The file can't be read or written, or isn't a knowledge base.
    #[error("cannot {action} {path}")]
    #[code(
        "file_failed",
        exit = exit::sysexits::NOINPUT,
        detail = "{source}",
        suggest(
            cli = "Pass another path in `--db`",
            mcp = "Ask the owner of the knowledge base to check {path}"
        )
    )]
    File {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },

    /// Standard input isn't an MCP client, or the server can't start.
    #[error("cannot serve MCP")]
    #[code(
        "server_failed",
        exit = exit::sysexits::PROTOCOL,
        detail = "{reason}",
        suggest(cli = "Start `kb mcp` from an MCP client")
    )]
    Server { reason: String },

    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] CatalogError),
    #[error(transparent)]
    #[code(transparent)]
    Usage(UsageError),
}

/// The title is too long. As in Pyrite, the error has the code of the rate limit, but a repeated
/// call never succeeds.
#[derive(Debug, thiserror::Error)]
#[error("the title exceeds the limit of {limit} characters")]
pub(crate) struct TitleTooLong {
    pub(crate) limit: usize,
    pub(crate) current: usize,
}

impl AgentError for TitleTooLong {
    fn code(&self) -> &'static str {
        "limit_exceeded"
    }

    fn record(&self) -> ErrorRecord {
        let Self { limit, current } = self;
        ErrorRecord::of_error(self.code(), self)
            .with_exit_code(exit::RATE_LIMITED)
            .with_retryable(false)
            .with_phase(Phase::Validation)
            .with_side_effects(SideEffects::None)
            .with_detail(format!("current value: {current}"))
            .with_suggestion(format!("Shorten the title to at most {limit} characters"))
            .with_docs_url("https://kb.example.com/errors/limit_exceeded")
            .with_context("limit", limit)
            .with_context("current", current)
    }
}

impl KbError {
    /// Reports invalid arguments as `validation_failed`, as tools do.
    pub(crate) fn of_usage(usage: UsageError) -> Self {
        let record = usage.record();
        let context = record.context();
        let text = |name| {
            context
                .get(name)
                .and_then(|value| Some(value.as_str()?.to_owned()))
        };
        let advice = record.suggestion().unwrap_or_default().to_owned();
        if usage.code() == code!("MISSING_REQUIRED_FLAGS" in UsageError) {
            let missing = listed(context.get("missing")).join(", ");
            return Self::invalid(FieldError::new(missing, "Required.").missing(), advice);
        }
        let Some(flag) = text("flag") else {
            return Self::Usage(usage);
        };
        if usage.code() == code!("INVALID_FLAG_VALUE" in UsageError) {
            let reason = text("reason").unwrap_or_default();
            let field = FieldError::new(flag, format!("Invalid value: {reason}."))
                .sent(text("value").unwrap_or_default())
                .options(listed(context.get("valid")));
            return Self::invalid(field, advice);
        }
        let name = flag.trim_start_matches('-');
        match misplaced(name) {
            Some(field) if usage.code() == code!("UNKNOWN_FLAG" in UsageError) => {
                Self::invalid(field, format!("Pass `--metadata '{{\"{name}\": VALUE}}'`"))
            }
            _ => Self::Usage(usage),
        }
    }

    fn invalid(field: FieldError, advice: String) -> Self {
        Self::Invalid {
            fields: vec![field],
            advice,
        }
    }
}

/// Returns the names in a listing, which is an object if the names have descriptions.
fn listed(listing: Option<Value>) -> Vec<String> {
    match listing {
        Some(Value::Object(described)) => described.into_iter().map(|(name, _)| name).collect(),
        Some(Value::Array(names)) => names
            .iter()
            .filter_map(|name| Some(name.as_str()?.to_owned()))
            .collect(),
        _ => Vec::new(),
    }
}

fn names(fields: &[FieldError]) -> String {
    fields
        .iter()
        .map(|field| format!("`{}`", field.field()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The errors of reading entries.
pub(crate) const READ: ErrorSet = error_set!["not_found" | "file_failed" | "validation_failed" | "serialization_error" in KbError];

/// The errors of changing entries.
pub(crate) const CHANGE: ErrorSet = error_set![
    "not_found" | "file_failed" | "validation_failed" | "serialization_error" | "permission_denied" in KbError,
    "schema_violation" | "conflict" | "limit_exceeded" in KbError,
];
