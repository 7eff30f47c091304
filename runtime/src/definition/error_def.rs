//! Static definitions of codes.

use super::field_def::FieldProperty;
use super::part::Part;
use super::rule::ClassifyRule;
use crate::text::template::Template;
use crate::vocabulary::exit;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::recoverable::is_recoverable;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use std::fmt;
use std::time::Duration;

/// The static definition of a code, taken from the declaration of its variant.
///
/// The derive creates definitions with the const functions in `definition/builder.rs`.
//
// Common properties are fields. All others are in a list, which makes a minimal program 9 kB (1.3 %) smaller.
#[derive(Clone, Copy)]
pub struct ErrorDef {
    pub(super) code: &'static str,
    pub(super) variant: &'static str,
    pub(super) summary: Option<&'static str>,
    pub(super) message: Option<&'static str>,
    pub(super) suggestion: Option<&'static str>,
    pub(super) docs_url: Option<&'static str>,
    /// The name and the type of each context field, in turn.
    pub(super) fields: &'static [&'static str],
    pub(super) attributes: &'static [Attribute],
    pub(super) line: u32,
    pub(super) status: Option<u16>,
    pub(super) exit: u8,
    pub(super) retryable: Option<bool>,
    pub(super) shared: bool,
    pub(super) side_effects: Option<SideEffects>,
    pub(super) severity: Severity,
}

/// The delay before the next attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryAfter {
    /// A fixed delay.
    Fixed(Duration),
    /// The value of the error's field with this name.
    Field(&'static str),
}

/// A property that few codes declare.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "a getter of `ErrorDef` reads each")]
pub enum Attribute {
    Description(&'static str),
    Text(Part, &'static str),
    RetryAfterMillis(u64),
    RetryAfterField(&'static str),
    Retry(RetryStrategy),
    Phase(Phase),
    Actions(&'static [&'static str]),
    ActionsField(&'static str),
    StatusField(&'static str),
    BodyField(&'static str),
    /// The facts that are absent from an error if one of its fields is `None`.
    Optional(&'static [&'static str]),
    Protocol(i32),
    Grpc(GrpcCode),
    Deprecated(&'static str),
    /// A property of the context field with this name.
    Field(&'static str, FieldProperty),
    /// Fields that templates use but the context omits.
    TemplateOnlyFields(&'static [&'static str]),
    Hidden,
    Classify(&'static [ClassifyRule]),
}

/// Returns a value from the enclosing function if an attribute matches.
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
    /// Returns the stable code, such as `NOT_FOUND`.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the name of the variant that declares the code, or an empty string for a struct.
    pub const fn variant(&self) -> &'static str {
        self.variant
    }

    /// Returns the line of the declaration in the file of its [`TypeDef`](super::def::TypeDef).
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Returns the first paragraph of the doc comment.
    pub const fn summary(&self) -> Option<&'static str> {
        self.summary
    }

    /// Returns the doc comment without its first paragraph.
    pub const fn description(&self) -> Option<&'static str> {
        find!(self, Attribute::Description(text) => Some(text));
        None
    }

    /// Returns the message template, in the syntax of thiserror's `#[error("…")]`.
    pub const fn message(&self) -> Option<Template<'static>> {
        as_template(self.message)
    }

    /// Returns the declared exit code, from 1 to 125.
    pub const fn exit_code(&self) -> u8 {
        self.exit
    }

    /// Returns the template for the reason why the call failed, if the message alone doesn't explain it.
    pub const fn detail(&self) -> Option<Template<'static>> {
        self.template(Part::Detail)
    }

    /// Returns the template for the advice to the caller.
    pub const fn suggestion(&self) -> Option<Template<'static>> {
        as_template(self.suggestion)
    }

    /// Returns the template for the condition to correct before trying again.
    pub const fn fix_required(&self) -> Option<Template<'static>> {
        self.template(Part::FixRequired)
    }

    /// Returns the template for a command that repairs the cause.
    pub const fn fix_command(&self) -> Option<Template<'static>> {
        self.template(Part::FixCommand)
    }

    /// Returns the template for a read-only command that shows how much of its work the failed call has done.
    pub const fn check_command(&self) -> Option<Template<'static>> {
        self.template(Part::CheckCommand)
    }

    /// Returns the template for the replacement of what was called.
    pub const fn replacement(&self) -> Option<Template<'static>> {
        self.template(Part::Replacement)
    }

    /// Returns the template for the URI reference that identifies an occurrence.
    pub const fn instance(&self) -> Option<Template<'static>> {
        self.template(Part::Instance)
    }

    /// Returns the template of a part, or `None` if the part is fixed or only known at run time.
    pub(crate) const fn template(&self, part: Part) -> Option<Template<'static>> {
        if matches!(part, Part::Suggestion) {
            return self.suggestion();
        }
        find!(self, Attribute::Text(known, text) if known as u8 == part as u8 => Some(Template::new(text)));
        None
    }

    /// Returns the URL of the docs page for this code, if the variant declares one.
    pub const fn docs_url(&self) -> Option<&'static str> {
        self.docs_url
    }

    /// Whether the identical call may succeed later.
    pub const fn is_retryable(&self) -> bool {
        match (self.retryable, exit::entry(self.exit)) {
            (Some(declared), _) => declared,
            (None, Some(implied)) => implied.retryable,
            (None, None) => false,
        }
    }

    /// Returns the delay before the next attempt.
    pub const fn retry_after(&self) -> Option<RetryAfter> {
        find!(self, Attribute::RetryAfterMillis(millis) => Some(RetryAfter::Fixed(Duration::from_millis(millis))));
        find!(self, Attribute::RetryAfterField(field) => Some(RetryAfter::Field(field)));
        None
    }

    /// Returns how the delay changes between attempts.
    pub const fn retry_strategy(&self) -> Option<RetryStrategy> {
        find!(self, Attribute::Retry(strategy) => Some(strategy));
        None
    }

    /// Returns which changes the failed call has already made.
    pub const fn side_effects(&self) -> SideEffects {
        match (self.side_effects, exit::entry(self.exit)) {
            (Some(declared), _) => declared,
            (None, Some(implied)) => implied.side_effects,
            (None, None) => SideEffects::None,
        }
    }

    /// Returns the phase of the call in which the error occurs. The default is `Validation` for exit code 2 and
    /// `Execution` otherwise.
    pub const fn phase(&self) -> Phase {
        find!(self, Attribute::Phase(phase) => phase);
        if self.exit == exit::ARG_ERROR { Phase::Validation } else { Phase::Execution }
    }

    /// Returns the severity.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the calls that help the caller.
    pub const fn actions(&self) -> &'static [&'static str] {
        find!(self, Attribute::Actions(actions) => actions);
        &[]
    }

    /// Returns the field that contains the actions, if they're only known at run time.
    pub const fn actions_field(&self) -> Option<&'static str> {
        find!(self, Attribute::ActionsField(field) => Some(field));
        None
    }

    /// Returns the HTTP status that the variant declares. For the effective status, see
    /// [`http_status`](Self::http_status).
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// Returns the field that contains the HTTP status, if the status is only known at run time.
    pub const fn status_field(&self) -> Option<&'static str> {
        find!(self, Attribute::StatusField(field) => Some(field));
        None
    }

    /// Returns the declared HTTP status, or the status that corresponds to the exit code. If a field contains the
    /// status, this is the default for errors whose field is empty.
    pub const fn http_status(&self) -> u16 {
        match self.status {
            Some(status) => status,
            None => exit::http_status(self.exit),
        }
    }

    /// Returns the field that contains the output of the failed call.
    pub const fn body_field(&self) -> Option<&'static str> {
        find!(self, Attribute::BodyField(field) => Some(field));
        None
    }

    /// Returns the names of the facts that are absent from an error if one of its fields is `None`.
    pub const fn optional(&self) -> &'static [&'static str] {
        find!(self, Attribute::Optional(facts) => facts);
        &[]
    }

    /// Returns the JSON-RPC error code, for the few errors that concern the protocol rather than a tool.
    pub const fn protocol_code(&self) -> Option<i32> {
        find!(self, Attribute::Protocol(code) => Some(code));
        None
    }

    /// Returns the gRPC status code that the variant declares. By default, the status code is derived from the HTTP
    /// status or the exit code.
    pub const fn grpc_code(&self) -> Option<GrpcCode> {
        find!(self, Attribute::Grpc(code) => Some(code));
        None
    }

    /// Returns the replacement of a deprecated code, or `None` if the code isn't deprecated.
    pub const fn deprecated(&self) -> Option<&'static str> {
        find!(self, Attribute::Deprecated(instead) => Some(instead));
        None
    }

    /// Whether other types may declare the same code.
    pub const fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether the code is hidden from catalogs, for example because it's only used for control flow.
    pub const fn is_hidden(&self) -> bool {
        find!(self, Attribute::Hidden => true);
        false
    }

    /// Returns the classification rules that assign this code to foreign errors.
    pub const fn rules(&self) -> &'static [ClassifyRule] {
        find!(self, Attribute::Classify(rules) => rules);
        &[]
    }

    /// Whether the caller can do something about the error. If so, the error needs a suggestion.
    ///
    /// An error isn't recoverable if its severity is `critical`, if its exit code is `EX_SOFTWARE` (70) or `EX_OSERR`
    /// (71), or if its code contains the word `INTERNAL`. In these cases, the program or the system must be repaired.
    pub const fn is_recoverable(&self) -> bool {
        is_recoverable(self.code(), Some(self.exit as i32), matches!(self.severity, Severity::Critical))
    }
}

const fn as_template(text: Option<&'static str>) -> Option<Template<'static>> {
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
        let def = ErrorDef::new("NOT_FOUND", 5);
        assert_eq!(format!("{def:?}"), "ErrorDef { code: \"NOT_FOUND\", exit_code: 5, .. }");
        assert_eq!((def.code(), def.message(), def.fields().count()), ("NOT_FOUND", None, 0));
    }
}
