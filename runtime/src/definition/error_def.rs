//! The static facts about a code.

use super::attribute::Attribute;
use super::field_def::FieldDef;
use super::part::Part;
use super::rule::Rule;
use super::stated::Stated;
use crate::text::template::Template;
use crate::vocabulary::exit;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::recoverable::is_recoverable;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use std::fmt;
use std::time::Duration;

/// The static facts about one code, from the declaration of its variant.
///
/// The derive builds it with the const functions in `definition/declare.rs`.
//
// The facts that most codes have are fields. The others are a list, which makes a minimal program 9 kB (1.3 %) smaller.
#[derive(Clone, Copy)]
pub struct ErrorDef {
    pub(super) code: &'static str,
    pub(super) variant: &'static str,
    pub(super) summary: Option<&'static str>,
    pub(super) message: Option<&'static str>,
    pub(super) suggestion: Option<&'static str>,
    pub(super) docs_url: Option<&'static str>,
    pub(super) fields: &'static [FieldDef],
    pub(super) attributes: &'static [Attribute],
    pub(super) line: u32,
    pub(super) status: Option<u16>,
    pub(super) exit: u8,
    pub(super) retryable: bool,
    pub(super) shared: bool,
    pub(super) side_effects: SideEffects,
    pub(super) severity: Severity,
}

/// How long to wait before the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryAfter {
    /// A fixed wait.
    Fixed(Duration),
    /// The wait in this field of the error.
    Field(&'static str),
}

/// Returns the value of the first attribute that matches.
macro_rules! find {
    ($def:ident, $attribute:pat $(if $guard:expr)? => $value:expr) => {{
        let mut index = 0;
        while index < $def.attributes.len() {
            match $def.attributes[index] {
                $attribute $(if $guard)? => return $value,
                _ => index += 1,
            }
        }
    }};
}

impl ErrorDef {
    /// The stable code, such as `NOT_FOUND`.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The variant that declares it; empty for a struct.
    pub const fn variant(&self) -> &'static str {
        self.variant
    }

    /// The line of the declaration, in the file of its [`TypeDef`](super::def::TypeDef).
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The first paragraph of the doc comment.
    pub const fn summary(&self) -> Option<&'static str> {
        self.summary
    }

    /// The doc comment after its first paragraph.
    pub const fn description(&self) -> Option<&'static str> {
        find!(self, Attribute::Description(text) => Some(text));
        None
    }

    /// The message as a template, as in thiserror's `#[error("…")]`.
    pub const fn message(&self) -> Option<Template<'static>> {
        template(self.message)
    }

    /// The exit code of a process that ends with this error: 1 to 125.
    pub const fn exit_code(&self) -> u8 {
        self.exit
    }

    /// The reason why a call failed, if the message alone does not state it.
    pub const fn detail(&self) -> Option<Template<'static>> {
        self.template(Part::Detail)
    }

    /// Advice for the caller.
    pub const fn suggestion(&self) -> Option<Template<'static>> {
        template(self.suggestion)
    }

    /// The condition to correct before trying again.
    pub const fn fix_required(&self) -> Option<Template<'static>> {
        self.template(Part::FixRequired)
    }

    /// One command that repairs the cause.
    pub const fn fix_command(&self) -> Option<Template<'static>> {
        self.template(Part::FixCommand)
    }

    /// A command that only reads, and shows what the failed call has done.
    pub const fn check_command(&self) -> Option<Template<'static>> {
        self.template(Part::CheckCommand)
    }

    /// The replacement of what was called.
    pub const fn replacement(&self) -> Option<Template<'static>> {
        self.template(Part::Replacement)
    }

    /// The URI reference of an occurrence.
    pub const fn instance(&self) -> Option<Template<'static>> {
        self.template(Part::Instance)
    }

    /// The template of a text; a part without one is fixed, or known only when the error occurs.
    pub(crate) const fn template(&self, part: Part) -> Option<Template<'static>> {
        if matches!(part, Part::Suggestion) {
            return self.suggestion();
        }
        find!(self, Attribute::Text(known, text) if known as u8 == part as u8 => Some(Template::new(text)));
        None
    }

    /// What an error with this code may state because of its declaration.
    pub(crate) const fn stated(&self) -> Stated {
        Stated::NOTHING
            .or_if(self.summary.is_some(), Stated::text(Part::Summary))
            .or_if(self.suggestion.is_some(), Stated::text(Part::Suggestion))
            .or_if(self.docs_url.is_some(), Stated::DOCS_URL)
            .or_if(!self.attributes.is_empty(), Stated::RARE_TEXTS.or(Stated::OTHER_CALLS))
    }

    /// The page about this code.
    pub const fn docs_url(&self) -> Option<&'static str> {
        self.docs_url
    }

    /// Whether the identical call may succeed later.
    pub const fn is_retryable(&self) -> bool {
        self.retryable
    }

    /// How long to wait before the next call.
    pub const fn retry_after(&self) -> Option<RetryAfter> {
        find!(self, Attribute::RetryAfterMillis(millis) => Some(RetryAfter::Fixed(Duration::from_millis(millis))));
        find!(self, Attribute::RetryAfterField(field) => Some(RetryAfter::Field(field)));
        None
    }

    /// The pauses between repeated calls.
    pub const fn retry_strategy(&self) -> Option<RetryStrategy> {
        find!(self, Attribute::Retry(strategy) => Some(strategy));
        None
    }

    /// What the failed call has already changed.
    pub const fn side_effects(&self) -> SideEffects {
        self.side_effects
    }

    /// When in a call the error occurs.
    pub const fn phase(&self) -> Phase {
        find!(self, Attribute::Phase(phase) => phase);
        if self.exit == exit::ARG_ERROR { Phase::Validation } else { Phase::Execution }
    }

    /// The severity.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// What to call instead.
    pub const fn actions(&self) -> &'static [&'static str] {
        find!(self, Attribute::Actions(actions) => actions);
        &[]
    }

    /// The field with the actions, if they are only known when the error occurs.
    pub const fn actions_field(&self) -> Option<&'static str> {
        find!(self, Attribute::ActionsField(field) => Some(field));
        None
    }

    /// The HTTP status.
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// The field with the HTTP status, if it is only known when the error occurs.
    pub const fn status_field(&self) -> Option<&'static str> {
        find!(self, Attribute::StatusField(field) => Some(field));
        None
    }

    /// The HTTP status: the declared one, or the one that corresponds to the exit code. If a field holds the status,
    /// the status of an error whose field has none.
    pub const fn http_status(&self) -> u16 {
        match self.status {
            Some(status) => status,
            None => exit::http_status(self.exit),
        }
    }

    /// The reason why a fix command with a destructive word is safe.
    pub const fn fix_is_safe(&self) -> Option<&'static str> {
        find!(self, Attribute::FixIsSafe(reason) => Some(reason));
        None
    }

    /// The field with the output of the failed call, if there is one.
    pub const fn body_field(&self) -> Option<&'static str> {
        find!(self, Attribute::BodyField(field) => Some(field));
        None
    }

    /// The names of the facts that an error lacks if one of its fields is `None`.
    pub const fn optional(&self) -> &'static [&'static str] {
        find!(self, Attribute::Optional(facts) => facts);
        &[]
    }

    /// The JSON-RPC code of the few errors that belong to the protocol and not to a tool.
    pub const fn protocol_code(&self) -> Option<i32> {
        find!(self, Attribute::Protocol(code) => Some(code));
        None
    }

    /// The gRPC status code that the variant declares. Without one, the code follows from the HTTP status or the exit code.
    pub const fn grpc_code(&self) -> Option<GrpcCode> {
        find!(self, Attribute::Grpc(code) => Some(code));
        None
    }

    /// The version that introduced the code.
    pub const fn since(&self) -> Option<&'static str> {
        find!(self, Attribute::Since(version) => Some(version));
        None
    }

    /// The replacement of a deprecated code.
    pub const fn deprecated(&self) -> Option<&'static str> {
        find!(self, Attribute::Deprecated(instead) => Some(instead));
        None
    }

    /// Whether other types declare the same code on purpose.
    pub const fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether public views leave the code out, for example for control flow.
    pub const fn is_hidden(&self) -> bool {
        find!(self, Attribute::Hidden => true);
        false
    }

    /// The context of errors with this code.
    pub const fn fields(&self) -> &'static [FieldDef] {
        self.fields
    }

    /// The fields that texts show and that are not context.
    pub(crate) const fn shown(&self) -> &'static [&'static str] {
        find!(self, Attribute::Shown(fields) => fields);
        &[]
    }

    /// The foreign errors that get the code.
    pub const fn rules(&self) -> &'static [Rule] {
        find!(self, Attribute::Classify(rules) => rules);
        &[]
    }

    /// Whether a caller can do something about the error, and so needs a suggestion.
    ///
    /// It cannot if the severity is `critical`, if the process ends with `EX_SOFTWARE` (70) or `EX_OSERR` (71), or if
    /// the code contains the word `internal`: then the program or the system must be repaired.
    pub const fn is_recoverable(&self) -> bool {
        is_recoverable(self.code(), Some(self.exit as i32), matches!(self.severity, Severity::Critical))
    }
}

const fn template(text: Option<&'static str>) -> Option<Template<'static>> {
    match text {
        Some(text) => Some(Template::new(text)),
        None => None,
    }
}

impl fmt::Debug for ErrorDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErrorDef").field("code", &self.code()).field("exit_code", &self.exit).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorDef;

    #[test]
    fn a_definition_shows_what_identifies_it() {
        let def = ErrorDef::new("NOT_FOUND").with_exit(5);
        assert_eq!(format!("{def:?}"), "ErrorDef { code: \"NOT_FOUND\", exit_code: 5, .. }");
        assert_eq!((def.code(), def.message(), def.fields().len()), ("NOT_FOUND", None, 0));
    }
}
