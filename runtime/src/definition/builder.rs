//! Const builder functions that the derive uses to create definitions.

use super::error_def::{Attribute, ErrorDef};
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Severity, SideEffects};

#[doc(hidden)]
#[allow(missing_docs, reason = "each sets the fact with its name")]
impl ErrorDef {
    /// Creates a definition with default values.
    pub const fn new(code: &'static str, exit: u8) -> Self {
        Self {
            code,
            variant: "",
            summary: None,
            message: None,
            suggestion: None,
            docs_url: None,
            fields: &[],
            attributes: &[],
            line: 0,
            status: None,
            exit,
            retryable: None,
            shared: false,
            side_effects: None,
            severity: Severity::Error,
        }
    }

    /// Sets where the code is declared: the variant, which is empty for a struct, and the line.
    #[must_use]
    pub const fn declared_by(mut self, variant: &'static str, line: u32) -> Self {
        self.variant = variant;
        self.line = line;
        self
    }

    #[must_use]
    pub const fn with_summary(mut self, summary: &'static str) -> Self {
        self.summary = Some(summary);
        self
    }

    #[must_use]
    pub const fn with_message(mut self, message: &'static str) -> Self {
        self.message = Some(message);
        self
    }

    #[must_use]
    pub const fn with_suggestion(mut self, suggestion: &'static str) -> Self {
        self.suggestion = Some(suggestion);
        self
    }

    #[must_use]
    pub const fn with_docs_url(mut self, docs_url: &'static str) -> Self {
        self.docs_url = Some(docs_url);
        self
    }

    /// Sets the name and the type of each context field, in turn.
    //
    // A parameter of type `&[&str]` would make large enums slower to compile, because rustc converts each argument.
    #[must_use]
    pub const fn with_fields<const N: usize>(mut self, fields: &'static [&'static str; N]) -> Self {
        self.fields = fields;
        self
    }

    /// Sets the context fields from a slice. See [`with_fields`](Self::with_fields).
    #[must_use]
    pub const fn with_field_list(mut self, fields: &'static [&'static str]) -> Self {
        self.fields = fields;
        self
    }

    #[must_use]
    pub const fn with_attributes(mut self, attributes: &'static [Attribute]) -> Self {
        self.attributes = attributes;
        self
    }

    #[must_use]
    pub const fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    #[must_use]
    pub const fn with_retryable(mut self, retryable: bool) -> Self {
        self.retryable = Some(retryable);
        self
    }

    #[must_use]
    pub const fn with_side_effects(mut self, side_effects: SideEffects) -> Self {
        self.side_effects = Some(side_effects);
        self
    }

    #[must_use]
    pub const fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Marks a code that other types may declare too.
    #[must_use]
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }
}

/// Validates an exit code.
///
/// # Panics
///
/// Panics if `exit` is 0 or greater than 125. In a const context, this is a compile error.
#[must_use]
#[track_caller]
pub const fn error_exit(exit: u8) -> u8 {
    assert!(
        exit::is_error_code(exit),
        "invalid exit code; expected 1 to 125; 0 means success, and 126 to 255 are reserved for the shell"
    );
    exit
}

/// Validates the exit code of an error that has a `fix`.
///
/// # Panics
///
/// Panics if the exit code implies that the error is retryable. In a const context, this is a compile error.
#[track_caller]
pub const fn assert_fix_allowed(exit: u8) {
    assert!(
        !ErrorDef::new("", exit).is_retryable(),
        "`fix` conflicts with the retry that this exit code implies; remove `fix`, or add `retryable = false`"
    );
}
