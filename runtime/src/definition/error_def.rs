//! Static definitions of codes.

use super::foreign::ClassifyRule;
use super::part::Part;
use crate::text::template::{Fill, Template};
use crate::vocabulary::exit;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// The static definition of a code, taken from the declaration of its variant.
///
/// The derive writes definitions as literals, because rustc compiles a large table of literals
/// faster than one of function calls. The fields are therefore public, but only the derive uses
/// them.
///
/// ```
/// use agent_error::{AgentError, exit};
///
/// /// The user doesn't exist.
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no user {name}")]
/// #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND)]
/// struct NoUser {
///     name: String,
/// }
///
/// let record = NoUser { name: "eve".into() }.record();
/// let def = record.def().unwrap();
/// assert_eq!((def.code(), def.summary()), ("USER_NOT_FOUND", Some("The user doesn't exist.")));
/// assert_eq!((def.exit_code(), def.is_retryable()), (exit::NOT_FOUND, false));
/// ```
#[derive(Clone, Copy)]
pub struct ErrorDef {
    #[doc(hidden)]
    pub code: &'static str,
    #[doc(hidden)]
    pub exit: u8,
    #[doc(hidden)]
    pub variant: &'static str,
    #[doc(hidden)]
    pub line: u32,
    /// The name and the type of each value of an error, in the order of `Derived::values`. The type
    /// of a value that only templates use is empty.
    #[doc(hidden)]
    pub fields: &'static [(&'static str, &'static str)],
    /// The first paragraph of the doc comment, or an empty string.
    #[doc(hidden)]
    pub summary: &'static str,
    /// The message template, or an empty string if the derive can't read it.
    #[doc(hidden)]
    pub message: &'static str,
    /// The template of the suggestion, or an empty string.
    #[doc(hidden)]
    pub suggestion: &'static str,
    #[doc(hidden)]
    pub facts: &'static [Fact],
}

/// A kind of caller, which sees its own hints and actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Caller {
    /// A person or a program that runs commands.
    Cli,
    /// A client of an MCP server, which calls tools.
    Mcp,
    /// A client of an HTTP API, which sends requests.
    Http,
    /// A client of a gRPC service, which calls methods.
    Grpc,
}

/// A fact that a variant declares, with its value.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "a getter of `ErrorDef` reads each")]
pub enum Fact {
    Description(&'static str),
    Detail(&'static str),
    /// A suggestion for one kind of caller.
    SuggestFor(Caller, &'static str),
    FixRequired(&'static str),
    FixCommand(&'static str, Fill),
    CheckCommand(&'static str, Fill),
    Replacement(&'static str),
    ReplacementCommand(&'static str, Fill),
    Instance(&'static str, Fill),
    DocsUrl(&'static str),
    Retryable(bool),
    RetryAfterMillis(u64),
    RetryAfterField(&'static str),
    Retry(RetryStrategy),
    SideEffects(SideEffects),
    Phase(Phase),
    Severity(Severity),
    Actions(&'static [&'static str]),
    /// The function that fills the command lines among the actions, if they contain fields.
    FillActions(Fill),
    ActionsField(&'static str),
    ExitField(&'static str),
    Status(u16),
    StatusField(&'static str),
    BodyField(&'static str),
    /// Facts that an error omits if one of its fields is `None`.
    Optional(&'static [&'static str]),
    Protocol(i32),
    Grpc(GrpcCode),
    Deprecated(&'static str),
    Shared,
    Hidden,
    Public,
    Classify(&'static [ClassifyRule]),
    /// The context field with this name is redacted.
    Secret(&'static str),
    /// The context field with this name is formatted with `Display`.
    Displayed(&'static str),
    /// The context field with this name is formatted with `Debug`.
    Debugged(&'static str),
    /// The context field with this name lists similar names.
    Nearest(&'static str),
    FieldSummary(&'static str, &'static str),
    ValuesFrom(&'static str, &'static str),
    /// The function that fills the command of `ValuesFrom`, if it contains fields.
    FillValuesFrom(&'static str, Fill),
    /// The field with this name is only a source by its name.
    UnprovenSource(&'static str),
    Schema(&'static str, Option<fn() -> Value>),
}

macro_rules! find {
    ($def:expr, $fact:pat => $value:expr) => {
        find!($def, $fact => Some($value), None)
    };
    ($def:expr, $fact:pat => $value:expr, $default:expr) => {{
        let mut index = 0;
        loop {
            if index == $def.facts.len() {
                break $default;
            }
            if let $fact = $def.facts[index] {
                break $value;
            }
            index += 1;
        }
    }};
}
#[cfg(feature = "catalog")]
pub(super) use find;

impl ErrorDef {
    /// A definition without facts.
    #[doc(hidden)]
    pub const EMPTY: Self = Self {
        code: "",
        exit: 1,
        variant: "",
        line: 0,
        fields: &[],
        summary: "",
        message: "",
        suggestion: "",
        facts: &[],
    };

    /// Returns the stable code, such as `NOT_FOUND`.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the name of the variant that declares the code, or an empty string for a struct.
    #[doc(hidden)]
    pub const fn variant(&self) -> &'static str {
        self.variant
    }

    /// Returns the line of the declaration in the file of its [`TypeDef`](super::def::TypeDef).
    #[doc(hidden)]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Returns the first paragraph of the doc comment.
    pub const fn summary(&self) -> Option<&'static str> {
        if self.summary.is_empty() {
            None
        } else {
            Some(self.summary)
        }
    }

    /// Returns the doc comment without its first paragraph.
    pub const fn description(&self) -> Option<&'static str> {
        find!(self, Fact::Description(text) => text)
    }

    /// Returns the message template, in the syntax of thiserror's `#[error("…")]`.
    #[doc(hidden)]
    pub const fn message(&self) -> Option<Template<'static>> {
        if self.message.is_empty() {
            None
        } else {
            Some(Template::new(self.message))
        }
    }

    /// Returns the declared exit code, from 1 to 125. If a field contains the exit code, this is
    /// the exit code of errors whose field has none.
    pub const fn exit_code(&self) -> u8 {
        self.exit
    }

    /// Returns the field that contains the exit code, if the exit code is only known at run time.
    #[doc(hidden)]
    pub const fn exit_field(&self) -> Option<&'static str> {
        find!(self, Fact::ExitField(field) => field)
    }

    /// Returns the template of a part, or `None` if the part is fixed or only known at run time.
    #[doc(hidden)]
    pub const fn template(&self, part: Part) -> Option<Template<'static>> {
        match self.template_and_fill(part) {
            Some((text, _)) => Some(Template::new(text)),
            None => None,
        }
    }

    /// Returns the template of a part, and the function that fills it if its values must be
    /// escaped.
    pub(crate) const fn template_and_fill(
        &self,
        part: Part,
    ) -> Option<(&'static str, Option<Fill>)> {
        match part {
            Part::Detail => find!(self, Fact::Detail(text) => (text, None)),
            Part::Suggestion => {
                if self.suggestion.is_empty() {
                    None
                } else {
                    Some((self.suggestion, None))
                }
            }
            Part::FixRequired => find!(self, Fact::FixRequired(text) => (text, None)),
            Part::FixCommand => find!(self, Fact::FixCommand(text, fill) => (text, Some(fill))),
            Part::CheckCommand => find!(self, Fact::CheckCommand(text, fill) => (text, Some(fill))),
            Part::Replacement => self.replacement(),
            Part::Instance => find!(self, Fact::Instance(text, fill) => (text, Some(fill))),
            Part::Summary | Part::DocsUrl | Part::Body => None,
        }
    }

    /// Returns the template of the replacement, which is text or a command.
    const fn replacement(&self) -> Option<(&'static str, Option<Fill>)> {
        if let Some(text) = find!(self, Fact::Replacement(text) => text) {
            return Some((text, None));
        }
        find!(self, Fact::ReplacementCommand(text, fill) => (text, Some(fill)))
    }

    /// Returns the hints that are for one kind of caller.
    #[doc(hidden)]
    pub fn hints(&self) -> impl Iterator<Item = (Caller, Template<'static>)> + use<> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::SuggestFor(caller, text) => Some((*caller, Template::new(text))),
            _ => None,
        })
    }

    /// Returns the URL of the docs page for this code, if the variant declares one.
    #[doc(hidden)]
    pub const fn docs_url(&self) -> Option<&'static str> {
        find!(self, Fact::DocsUrl(url) => url)
    }

    /// Whether the identical call may succeed later.
    pub const fn is_retryable(&self) -> bool {
        match self.declared_retryable() {
            Some(declared) => declared,
            None => {
                let (is_retryable, _) = self.implied();
                is_retryable
            }
        }
    }

    /// Whether the declared facts make the error retryable: a delay or a strategy does, and side
    /// effects don't.
    const fn declared_retryable(&self) -> Option<bool> {
        if let Some(declared) = find!(self, Fact::Retryable(retryable) => retryable) {
            return Some(declared);
        }
        let has_delay = self.retry_after().is_some() || self.retry_after_field().is_some();
        if has_delay || self.retry_strategy().is_some() {
            return Some(true);
        }
        match find!(self, Fact::SideEffects(effects) => effects) {
            Some(SideEffects::Partial | SideEffects::Complete | SideEffects::Unknown) => {
                Some(false)
            }
            Some(SideEffects::None) | None => None,
        }
    }

    /// Returns the delay before the next attempt.
    pub const fn retry_after(&self) -> Option<Duration> {
        find!(self, Fact::RetryAfterMillis(millis) => Duration::from_millis(millis))
    }

    /// Returns the field that contains the delay, if the delay is only known at run time.
    #[doc(hidden)]
    pub const fn retry_after_field(&self) -> Option<&'static str> {
        find!(self, Fact::RetryAfterField(field) => field)
    }

    /// Returns how the delay changes between attempts.
    #[doc(hidden)]
    pub const fn retry_strategy(&self) -> Option<RetryStrategy> {
        find!(self, Fact::Retry(strategy) => strategy)
    }

    /// Returns which changes the failed call has already made.
    pub const fn side_effects(&self) -> SideEffects {
        if let Some(declared) = find!(self, Fact::SideEffects(effects) => effects) {
            return declared;
        }
        match self.declared_retryable() {
            Some(true) => SideEffects::None,
            Some(false) | None => {
                let (_, effects) = self.implied();
                effects
            }
        }
    }

    /// Returns the defaults of the exit code: whether it's retryable, and its side effects.
    const fn implied(&self) -> (bool, SideEffects) {
        if self.exit < exit::sysexits::USAGE {
            exit::defaults(self.exit)
        } else {
            exit::sysexits::defaults(self.exit)
        }
    }

    /// Returns the phase in which the error occurs. Defaults to `Validation` for exit code 2,
    /// otherwise to `Execution`.
    pub const fn phase(&self) -> Phase {
        if let Some(declared) = find!(self, Fact::Phase(phase) => phase) {
            return declared;
        }
        if self.exit == exit::ARG_ERROR {
            Phase::Validation
        } else {
            Phase::Execution
        }
    }

    /// Returns the severity of errors with this code.
    pub const fn severity(&self) -> Severity {
        find!(self, Fact::Severity(severity) => severity, Severity::Error)
    }

    /// Returns the calls that can help the caller, such as tools or commands.
    #[doc(hidden)]
    pub const fn actions(&self) -> &'static [&'static str] {
        find!(self, Fact::Actions(actions) => actions, &[])
    }

    /// Returns the function that fills the command lines among the actions, if they contain fields.
    pub(crate) const fn fill_actions(&self) -> Option<Fill> {
        find!(self, Fact::FillActions(fill) => fill)
    }

    /// Returns the field that only its name makes a source. The `Error` impl may not return it.
    pub(crate) const fn unproven_source(&self) -> Option<&'static str> {
        find!(self, Fact::UnprovenSource(field) => field)
    }

    /// Returns the field that contains the actions, if the actions are only known at run time.
    #[doc(hidden)]
    pub const fn actions_field(&self) -> Option<&'static str> {
        find!(self, Fact::ActionsField(field) => field)
    }

    /// Returns the declared HTTP status. For the effective status, see
    /// [`http_status`](Self::http_status).
    #[doc(hidden)]
    pub const fn status(&self) -> Option<u16> {
        find!(self, Fact::Status(status) => status)
    }

    /// Returns the field that contains the HTTP status, if the status is only known at run time.
    #[doc(hidden)]
    pub const fn status_field(&self) -> Option<&'static str> {
        find!(self, Fact::StatusField(field) => field)
    }

    /// Returns the declared HTTP status, or the status that corresponds to the exit code. If a
    /// field contains the status, this is the default for errors whose field is empty.
    pub const fn http_status(&self) -> u16 {
        match self.status() {
            Some(status) => status,
            None => exit::http_status(self.exit),
        }
    }

    /// Returns the field that contains the output of the failed call.
    #[doc(hidden)]
    pub const fn body_field(&self) -> Option<&'static str> {
        find!(self, Fact::BodyField(field) => field)
    }

    /// Returns the JSON-RPC error code, if an MCP server must report the error as a protocol error.
    #[doc(hidden)]
    pub const fn protocol_code(&self) -> Option<i32> {
        find!(self, Fact::Protocol(code) => code)
    }

    /// Returns the declared gRPC status code. By default, it's derived from the HTTP status or the
    /// exit code.
    #[doc(hidden)]
    pub const fn grpc_code(&self) -> Option<GrpcCode> {
        find!(self, Fact::Grpc(code) => code)
    }

    /// Whether other types may declare the same code.
    #[doc(hidden)]
    pub const fn is_shared(&self) -> bool {
        find!(self, Fact::Shared => true, false)
    }

    /// Whether the code is hidden from catalogs, for example because it's only used for control
    /// flow.
    #[doc(hidden)]
    pub const fn is_hidden(&self) -> bool {
        find!(self, Fact::Hidden => true, false)
    }

    /// Whether clients of a server see the values of the error, even if it's a server error.
    #[doc(hidden)]
    pub const fn is_public(&self) -> bool {
        find!(self, Fact::Public => true, false)
    }

    /// Returns the classification rules that assign this code to foreign errors.
    #[doc(hidden)]
    pub const fn rules(&self) -> &'static [ClassifyRule] {
        find!(self, Fact::Classify(rules) => rules, &[])
    }
}

impl fmt::Debug for ErrorDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorDef")
            .field("code", &self.code())
            .field("exit_code", &self.exit)
            .finish_non_exhaustive()
    }
}
