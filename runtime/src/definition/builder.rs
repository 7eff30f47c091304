//! Const builder functions that the derive uses to create definitions.

use super::error_def::{Attribute, ErrorDef};
use super::field_def::FieldDef;
use super::field_schema::FieldSchema;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{ContextFormat, Severity, SideEffects};

#[doc(hidden)]
#[allow(missing_docs, reason = "each sets the fact with its name")]
impl ErrorDef {
    /// Creates a definition with exit code 1 and default values.
    pub const fn new(code: &'static str) -> Self {
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
            exit: exit::GENERAL_ERROR,
            retryable: false,
            shared: false,
            side_effects: SideEffects::None,
            severity: Severity::Error,
        }
    }

    #[must_use]
    pub const fn with_variant(mut self, variant: &'static str) -> Self {
        self.variant = variant;
        self
    }

    #[must_use]
    pub const fn at_line(mut self, line: u32) -> Self {
        self.line = line;
        self
    }

    /// Sets the exit code, and the retryability and side effects that it implies.
    #[must_use]
    pub const fn with_exit(mut self, exit: u8) -> Self {
        self.exit = exit;
        if let Some(entry) = exit::entry(exit) {
            self.retryable = entry.retryable;
            self.side_effects = entry.side_effects;
        }
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

    #[must_use]
    pub const fn with_fields(mut self, fields: &'static [FieldDef]) -> Self {
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
        self.retryable = retryable;
        self
    }

    #[must_use]
    pub const fn with_side_effects(mut self, side_effects: SideEffects) -> Self {
        self.side_effects = side_effects;
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
pub const fn reject_retry(exit: u8) {
    assert!(
        !ErrorDef::new("").with_exit(exit).retryable,
        "`fix` conflicts with the retry that this exit code implies; remove `fix`, or add `retryable = false`"
    );
}

#[doc(hidden)]
#[allow(missing_docs, reason = "each sets the fact with its name")]
impl FieldDef {
    /// Creates a field whose value is serialized with `Serialize`.
    pub const fn new(name: &'static str, ty: &'static str) -> Self {
        Self {
            name,
            ty,
            shown: ContextFormat::Serialized,
            summary: None,
            nearest: false,
            values_from: None,
            schema: FieldSchema::UNKNOWN,
        }
    }

    #[must_use]
    pub const fn as_text(mut self) -> Self {
        self.shown = ContextFormat::Text;
        self
    }

    #[must_use]
    pub const fn redacted(mut self) -> Self {
        self.shown = ContextFormat::Redacted;
        self
    }

    #[must_use]
    pub const fn with_summary(mut self, summary: &'static str) -> Self {
        self.summary = Some(summary);
        self
    }

    /// Marks a field that lists existing names similar to an unknown name.
    #[must_use]
    pub const fn nearest(mut self) -> Self {
        self.nearest = true;
        self
    }

    #[must_use]
    pub const fn with_values_from(mut self, command: &'static str) -> Self {
        self.values_from = Some(command);
        self
    }

    #[must_use]
    pub const fn with_schema(mut self, schema: FieldSchema) -> Self {
        self.schema = schema;
        self
    }
}
