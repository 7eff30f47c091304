//! The static facts about a code.

use super::field_def::FieldDef;
use super::lists::{Lists, RareFact, RetryAfter};
use super::part::Part;
use super::rule::Rule;
use super::stated::Stated;
use crate::text::template::Template;
use crate::vocabulary::exit;
use crate::vocabulary::recoverable::is_recoverable;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use agent_error_rules::row::{MORE, RETRYABLE, RowText, SHARED, TEXTS};
use std::fmt;
use std::time::Duration;

/// The static facts about one code, from the declaration of its variant.
///
/// Written by the derive.
//
// 40 bytes, and one relocation: a program has one for each of its codes, whether or not it ever shows them.
#[derive(Clone, Copy)]
pub struct ErrorDef {
    pub(super) lists: &'static Lists,
    /// The start of its texts in the string of its type.
    pub(super) start: u32,
    /// The hash of the code.
    pub(super) hash: u16,
    /// The lines from the declaration of the type.
    pub(super) line: u16,
    /// The end of each text, from `start`.
    pub(super) ends: [u16; TEXTS],
    /// The place of its fields in the lists.
    pub(super) fields: u16,
    /// The place of its rare facts in the lists, from 1; 0 if it has none.
    pub(super) rare: u16,
    /// 0 if the code declares none.
    pub(super) status: u16,
    /// The bits of its texts, and `SHARED`, `MORE` and `RETRYABLE`.
    pub(super) has: u8,
    pub(super) exit: u8,
    pub(super) side_effects: SideEffects,
    pub(super) severity: Severity,
}

/// The first value of a kind among the rare facts of a code.
macro_rules! rare {
    ($def:ident, $kind:pat $(if $guard:expr)? => $value:expr) => {{
        // Most codes have none, and each text of an error asks.
        if $def.rare != 0 {
            let facts = $def.lists.rare[$def.rare as usize - 1];
            let mut index = 0;
            while index < facts.len() {
                match facts[index] {
                    $kind $(if $guard)? => return $value,
                    _ => index += 1,
                }
            }
        }
    }};
}

impl ErrorDef {
    /// The stable code, such as `NOT_FOUND`.
    pub const fn code(&self) -> &'static str {
        self.text(RowText::Code)
    }

    /// The variant that declares it; empty for a struct.
    pub const fn variant(&self) -> &'static str {
        self.text(RowText::Variant)
    }

    /// The line of the declaration, in the file of its [`TypeDef`](super::def::TypeDef).
    pub const fn line(&self) -> u32 {
        self.lists.line + self.line as u32
    }

    /// The first paragraph of the doc comment.
    pub const fn summary(&self) -> Option<&'static str> {
        self.optional(RowText::Summary)
    }

    /// The doc comment after its first paragraph.
    pub const fn description(&self) -> Option<&'static str> {
        self.optional(RowText::Description)
    }

    /// The message as a template, as in thiserror's `#[error("…")]`.
    pub const fn message(&self) -> Option<Template<'static>> {
        template(self.optional(RowText::Message))
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
        template(self.optional(RowText::Suggestion))
    }

    /// The condition to correct before trying again.
    pub const fn fix_required(&self) -> Option<Template<'static>> {
        self.template(Part::FixRequired)
    }

    /// One command that repairs the cause.
    pub const fn fix_command(&self) -> Option<Template<'static>> {
        self.template(Part::FixCommand)
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
        if self.has & MORE != 0 {
            rare!(self, RareFact::Text(known, text) if known as u8 == part as u8 => Some(Template::new(text)));
        }
        None
    }

    /// What an error with this code may state because of its declaration.
    pub(crate) const fn stated(&self) -> Stated {
        Stated::NOTHING
            .or_if(self.has & RowText::Summary.bit() != 0, Stated::text(Part::Summary))
            .or_if(self.has & RowText::Suggestion.bit() != 0, Stated::text(Part::Suggestion))
            .or_if(self.has & RowText::DocsUrl.bit() != 0, Stated::DOCS_URL)
            .or_if(self.has & MORE != 0, Stated::RARE_TEXTS)
            .or_if(self.rare != 0, Stated::OTHER_CALLS)
    }

    /// The page about this code.
    pub const fn docs_url(&self) -> Option<&'static str> {
        self.optional(RowText::DocsUrl)
    }

    /// Whether the identical call may succeed later.
    pub const fn is_retryable(&self) -> bool {
        self.has & RETRYABLE != 0
    }

    /// How long to wait before the next call.
    pub const fn retry_after(&self) -> Option<RetryAfter> {
        rare!(self, RareFact::RetryAfterMillis(millis) => Some(RetryAfter::Fixed(Duration::from_millis(millis))));
        rare!(self, RareFact::RetryAfterField(field) => Some(RetryAfter::Field(field)));
        None
    }

    /// The pauses between repeated calls.
    pub const fn retry_strategy(&self) -> Option<RetryStrategy> {
        rare!(self, RareFact::Retry(strategy) => Some(strategy));
        None
    }

    /// What the failed call has already changed.
    pub const fn side_effects(&self) -> SideEffects {
        self.side_effects
    }

    /// When in a call the error occurs.
    pub const fn phase(&self) -> Phase {
        rare!(self, RareFact::Phase(phase) => phase);
        if self.exit == exit::ARG_ERROR { Phase::Validation } else { Phase::Execution }
    }

    /// The severity.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// What to call instead.
    pub const fn actions(&self) -> &'static [&'static str] {
        rare!(self, RareFact::Actions(actions) => actions);
        &[]
    }

    /// The field with the actions, if they are only known when the error occurs.
    pub const fn actions_field(&self) -> Option<&'static str> {
        rare!(self, RareFact::ActionsField(field) => Some(field));
        None
    }

    /// The HTTP status.
    pub const fn status(&self) -> Option<u16> {
        match self.status {
            0 => None,
            status => Some(status),
        }
    }

    /// The field with the HTTP status, if it is only known when the error occurs.
    pub const fn status_field(&self) -> Option<&'static str> {
        rare!(self, RareFact::StatusField(field) => Some(field));
        None
    }

    /// The HTTP status: the declared one, or the one that corresponds to the exit code. If a field holds the status,
    /// the status of an error whose field has none.
    pub const fn http_status(&self) -> u16 {
        match self.status {
            0 => exit::http_status(self.exit),
            status => status,
        }
    }

    /// The JSON-RPC code of the few errors that belong to the protocol and not to a tool.
    pub const fn protocol_code(&self) -> Option<i32> {
        rare!(self, RareFact::Protocol(code) => Some(code));
        None
    }

    /// The version that introduced the code.
    pub const fn since(&self) -> Option<&'static str> {
        rare!(self, RareFact::Since(version) => Some(version));
        None
    }

    /// The replacement of a deprecated code.
    pub const fn deprecated(&self) -> Option<&'static str> {
        rare!(self, RareFact::Deprecated(instead) => Some(instead));
        None
    }

    /// Whether other types declare the same code on purpose.
    pub const fn is_shared(&self) -> bool {
        self.has & SHARED != 0
    }

    /// Whether public views leave the code out, for example for control flow.
    pub const fn is_hidden(&self) -> bool {
        rare!(self, RareFact::Hidden(hidden) => hidden);
        false
    }

    /// The context of errors with this code.
    pub const fn fields(&self) -> &'static [FieldDef] {
        self.lists.fields[self.fields as usize]
    }

    /// The fields that texts show and that are not context.
    pub(crate) const fn shown(&self) -> &'static [&'static str] {
        rare!(self, RareFact::Shown(fields) => fields);
        &[]
    }

    /// The foreign errors that get the code.
    pub const fn rules(&self) -> &'static [Rule] {
        rare!(self, RareFact::Classify(rules) => rules);
        &[]
    }

    /// Whether a caller can do something about the error, and so needs a suggestion.
    ///
    /// It cannot if the severity is `critical`, if the process ends with `EX_SOFTWARE` (70) or `EX_OSERR` (71), or if
    /// the code contains the word `internal`: then the program or the system must be repaired.
    pub const fn is_recoverable(&self) -> bool {
        is_recoverable(self.code(), Some(self.exit as i32), matches!(self.severity, Severity::Critical))
    }

    /// The hash of the code.
    pub(crate) const fn hash(&self) -> u16 {
        self.hash
    }

    const fn optional(&self, text: RowText) -> Option<&'static str> {
        if self.has & text.bit() == 0 { None } else { Some(self.text(text)) }
    }

    /// A text that the code has. The derive counts the ends; a wrong one would leave the text empty.
    const fn text(&self, text: RowText) -> &'static str {
        let place = text as usize;
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        let (from, to) = (self.start as usize + from as usize, self.start as usize + self.ends[place] as usize);
        let Some((until, _)) = self.lists.texts.split_at_checked(to) else { return "" };
        let Some((_, text)) = until.split_at_checked(from) else { return "" };
        text
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

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_definition_is_small() {
        assert_eq!(size_of::<ErrorDef>(), 40);
    }

    #[test]
    fn a_definition_shows_what_identifies_it() {
        let def = ErrorDef::with_exit(5);
        assert_eq!(format!("{def:?}"), "ErrorDef { code: \"\", exit_code: 5, .. }");
        assert_eq!((def.code(), def.message(), def.fields().len()), ("", None, 0));
    }
}
