//! Findings and their kinds.

use crate::document::{Declaration, Field, is_one_field};
use crate::words::words;
use agent_error::exit;
use agent_error_rules::advice::{
    Advice, AdviceProblem, ends_with_period, names_something, stated_effects,
};
use agent_error_rules::name::is_descriptive;
use agent_error_rules::recoverable::is_recoverable;
use serde::Serialize;
use serde_json::Value;

words! {
    /// A kind of problem in the declaration of a code. The most important kinds come first.
    ///
    /// ```
    /// use agent_error_tooling::FindingKind;
    ///
    /// let kind: FindingKind = "no_docs_url".parse().unwrap();
    /// assert_eq!(kind, FindingKind::NoDocsUrl);
    /// ```
    pub enum FindingKind {
        /// The message contains values, but the context has no fields.
        NoContext = "no_context",
        /// A caller could recover from the error, but there is no suggestion, fix or other advice.
        NoSuggestion = "no_suggestion",
        /// The exit code is 13 (redirected), but `replacement` is missing.
        NoReplacement = "no_replacement",
        /// The code has no docs URL.
        NoDocsUrl = "no_docs_url",
        /// The error is about an unknown or missing name, but the advice doesn't say how to find a
        /// valid name.
        NoLookup = "no_lookup",
        /// A failed call may have had side effects, but there is no `check` command to find out.
        NoCheck = "no_check",
        /// A retry is advised, although the failed call may have had side effects.
        UnsafeRetry = "unsafe_retry",
        /// There is a fix, although it's unknown what the failed call has done.
        BlindFix = "blind_fix",
        /// A value is invalid, but the advice doesn't say which values are valid.
        NoValidValues = "no_valid_values",
        /// The suggestion only repeats the message.
        RepeatsMessage = "repeats_message",
        /// The advice contains a list of arguments in JSON.
        JsonArguments = "json_arguments",
        /// The advice of a command tells the caller to call a tool, or a command without its
        /// program.
        BareName = "bare_name",
        /// The advice for all callers contains a command or a flag, but a tool returns errors of the
        /// type.
        CommandForAll = "command_for_all",
        /// An action is neither a command nor a tool of the program.
        UnknownAction = "unknown_action",
        /// There is a retry delay, but no retry strategy.
        NoRetryStrategy = "no_retry_strategy",
        /// One of agent-error's own errors uses an exit code that has another meaning in this
        /// program.
        ExitMeaningDiffers = "exit_meaning_differs",
        /// A context field has a type without a JSON Schema, so a lock file doesn't see changes
        /// inside of it.
        UndescribedField = "undescribed_field",
        /// The program's codes are written in different styles, such as `DB_LOCKED` and
        /// `db.locked`.
        MixedStyles = "mixed_styles",
        /// The variant has no doc comment, and its name alone doesn't say what happened.
        NoSummary = "no_summary",
        /// The message ends with a period, although other messages may embed it.
        MessageEndsWithPeriod = "message_ends_with_period",
        /// The message contains a line break.
        MessageHasNewline = "message_has_newline",
    }
}

impl FindingKind {
    const fn advice_problem(self) -> Option<AdviceProblem> {
        match self {
            Self::UnsafeRetry => Some(AdviceProblem::UnsafeRetry),
            Self::BlindFix => Some(AdviceProblem::BlindFix),
            Self::NoValidValues => Some(AdviceProblem::NoValidValues),
            Self::RepeatsMessage => Some(AdviceProblem::RepeatsMessage),
            Self::JsonArguments => Some(AdviceProblem::JsonArguments),
            _ => None,
        }
    }

    /// Returns the score that a code with this finding can't reach. Returns `None` if the finding
    /// doesn't affect the score.
    pub fn level(self) -> Option<u8> {
        match self {
            Self::NoContext => Some(2),
            Self::NoSuggestion | Self::NoReplacement | Self::NoDocsUrl => Some(3),
            _ => None,
        }
    }

    /// Describes the problem and its remedy.
    pub(super) const fn what(self) -> &'static str {
        if let Some(problem) = self.advice_problem() {
            return problem.text();
        }
        match self {
            Self::NoContext => {
                "the message shows values, but the context has none; mark their fields with `#[context]`"
            }
            Self::NoSuggestion => {
                "a caller could recover, but nothing says how; add `suggest`, `fix` or `fix_required`"
            }
            Self::NoReplacement => {
                "the exit code says that something has moved, but the new location is missing; add `replacement`"
            }
            Self::NoDocsUrl => {
                "the code has no docs page; add `docs` to the variant or to its type"
            }
            Self::NoLookup => {
                "the advice doesn't say how to find a valid name; add a command that lists the valid names to \
                 `suggest`, or mark a field with `nearest` or `values_from`"
            }
            Self::NoCheck => {
                "a failed call may have side effects; add `check` with a command that shows them, or declare \
                 `side_effects`"
            }
            Self::NoRetryStrategy => {
                "the retry strategy is missing; add `retry`, as in `retry = exponential`"
            }
            Self::ExitMeaningDiffers => {
                "the exit code means something else in this program; map it with `exit_overrides`"
            }
            Self::BareName => {
                "the advice contains a command without its program; write the whole command line"
            }
            Self::UnknownAction => "an action is neither a command nor a tool of the program",
            Self::CommandForAll => {
                "the advice is for all callers, but contains a command or a flag; move it to `suggest(cli = \"…\")`"
            }
            Self::MixedStyles => {
                "codes are written in different styles; choose one style for all codes"
            }
            Self::NoSummary => {
                "the variant has no doc comment, and its name alone doesn't say what happened; add one"
            }
            Self::MessageEndsWithPeriod => "the message ends with a period; remove it",
            Self::MessageHasNewline => {
                "the message has more than one line; move the rest to `detail`"
            }
            _ => "",
        }
    }

    /// Whether the declaration has this problem.
    pub(super) fn applies_to(self, def: &Declaration) -> bool {
        let message = def
            .template("message")
            .map(|message| message.to_string())
            .unwrap_or_default();
        let advice = advice_of(def, &message);
        match self {
            Self::NoContext => hides_its_values(def),
            Self::NoSuggestion => {
                !has_advice(def)
                    && is_recoverable(def.code(), Some(def.exit_code().into()), def.is_critical())
            }
            Self::NoReplacement => {
                def.exit_code() == exit::REDIRECTED && def.value("replacement").is_none()
            }
            Self::NoDocsUrl => def.docs_url().is_none(),
            // Without any advice, only `NoSuggestion` applies.
            Self::NoLookup => has_advice(def) && !has_lookup(def) && is_about_a_name(def),
            Self::NoCheck => {
                def.may_have_effects() && !has_check(def) && !advice.has(AdviceProblem::UnsafeRetry)
            }
            Self::NoRetryStrategy => {
                def.value("retry_after_ms").is_some() && def.value("retry_strategy").is_none()
            }
            Self::NoSummary => def.summary().is_none() && !is_descriptive(def.name()),
            Self::MessageEndsWithPeriod => ends_with_period(&message),
            Self::MessageHasNewline => message.trim_end().contains(['\n', '\r']),
            // These kinds are about fields, or about the whole document. They're checked elsewhere.
            Self::UndescribedField
            | Self::ExitMeaningDiffers
            | Self::MixedStyles
            | Self::BareName
            | Self::CommandForAll
            | Self::UnknownAction => false,
            _ => self
                .advice_problem()
                .is_some_and(|problem| advice.has(problem)),
        }
    }
}

/// Whether a code is about an unknown or missing name, judging by its exit code and its words.
fn is_about_a_name(def: &Declaration) -> bool {
    if def.exit_code() == exit::NOT_FOUND {
        return true;
    }
    let code = def.code().to_ascii_uppercase();
    let words: Vec<&str> = code.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    // `UNKNOWN` must be the first word, because `PAYMENT_UNKNOWN` is about an outcome.
    words[0] == "UNKNOWN" || words.contains(&"MISSING")
}

/// Whether a command or an action shows what a failed call has done.
fn has_check(def: &Declaration) -> bool {
    ["check_command", "actions", "actions_field"]
        .into_iter()
        .any(|fact| def.value(fact).is_some())
}

fn advice_of<'a>(def: &'a Declaration, message: &'a str) -> Advice<'a> {
    Advice {
        code: def.code(),
        message,
        suggestion: def.text("suggestion").unwrap_or_default(),
        side_effects: stated_effects(def.text("side_effects"), def.summary()),
        is_retryable: def.is_retryable(),
        has_check: has_check(def),
        has_fix: def.value("fix_command").is_some(),
        has_lookup: has_lookup(def) || def.fields.iter().any(Field::is_field_errors),
    }
}

/// The facts that advise callers in prose.
const HINTS: [&str; 6] = [
    "suggestion",
    "suggestion_cli",
    "suggestion_mcp",
    "suggestion_http",
    "suggestion_grpc",
    "fix_required",
];

/// The facts that advise callers in another way.
const CALLS: [&str; 5] = [
    "fix_command",
    "check_command",
    "replacement",
    "actions",
    "actions_field",
];

fn has_advice(def: &Declaration) -> bool {
    HINTS
        .into_iter()
        .chain(CALLS)
        .any(|fact| def.value(fact).is_some())
}

/// Whether the advice helps the caller find a valid name, for example with a list or a command.
fn has_lookup(def: &Declaration) -> bool {
    CALLS.into_iter().any(|fact| def.value(fact).is_some())
        || HINTS.into_iter().any(|fact| is_specific(def, fact))
        || def.fields.iter().any(contains_valid_names)
}

/// Whether a suggestion or a condition names something, such as a flag. If only the running program
/// knows the text, assumes that it does.
fn is_specific(def: &Declaration, fact: &str) -> bool {
    def.template(fact)
        .is_some_and(|text| is_one_field(&text) || names_something(&text.to_string()))
}

fn contains_valid_names(field: &Field) -> bool {
    field.lists_nearest() || field.is_listing() || field.values_from.is_some()
}

/// Whether an agent would have to extract values from the message, because the context has no
/// fields.
///
/// A message that is a single placeholder doesn't count, because its wording isn't known at compile
/// time. For the same reason, neither do the messages of fallback codes. A `source` placeholder
/// doesn't count either, because every format includes the source's message.
fn hides_its_values(def: &Declaration) -> bool {
    let Some(message) = def.template("message") else {
        return false;
    };
    let Some(first) = message.fields().find(|field| *field != "source") else {
        return false;
    };
    let has_unknown_wording = is_fallback(def) || message.to_string() == format!("{{{first}}}");
    def.fields.is_empty() && !has_unknown_wording
}

fn is_fallback(def: &Declaration) -> bool {
    match def.value("classify") {
        Some(Value::Array(rules)) => rules.iter().any(|rule| rule["rule"] == "fallback"),
        _ => false,
    }
}

/// A problem in the declaration of a code, or in the program as a whole.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::{Document, FindingKind};
///
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// let lint = document.lint();
/// let (code, finding) = lint.findings().find(|(_, finding)| finding.kind == FindingKind::NoDocsUrl).unwrap();
/// println!("{}: {}", code.unwrap().code, finding.text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of problem.
    pub kind: FindingKind,
    /// The problem and its remedy, as a clause.
    pub text: String,
}

impl Finding {
    pub(super) fn new(kind: FindingKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }
}
