//! The context fields in a definition.

use super::error_def::{ErrorDef, Fact};
use super::field_def::FieldDef;
use super::field_schema::FieldSchema;
use crate::vocabulary::terms::ContextFormat;

impl ErrorDef {
    /// Returns the context fields of errors with this code.
    pub fn fields(&self) -> impl Iterator<Item = FieldDef> + Clone + use<> {
        let facts = self.facts;
        self.fields.iter().map(move |(name, ty)| field(name, ty, facts))
    }

    pub(crate) fn field_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.fields.iter().map(|(name, _)| *name)
    }

    pub(crate) fn is_secret(&self, field: &str) -> bool {
        self.facts.iter().any(|fact| matches!(fact, Fact::Secret(name) if *name == field))
    }

    /// Whether a context field lists existing names that are similar to an unknown one.
    pub(crate) fn lists_nearest(&self, field: &str) -> bool {
        self.facts.iter().any(|fact| matches!(fact, Fact::Nearest(name) if *name == field))
    }

    pub(crate) fn lists_values(&self) -> bool {
        self.facts.iter().any(|fact| matches!(fact, Fact::ValuesFrom(..)))
    }

    /// Returns the fields that templates use but the context omits.
    pub(crate) fn template_only_fields(&self) -> &'static [&'static str] {
        let fields = self.facts.iter().find_map(|fact| match fact {
            Fact::TemplateOnlyFields(fields) => Some(*fields),
            _ => None,
        });
        fields.unwrap_or_default()
    }
}

#[inline(never)]
fn field(name: &'static str, ty: &'static str, facts: &[Fact]) -> FieldDef {
    let shown = ContextFormat::Serialized;
    let schema = FieldSchema::UNKNOWN;
    let mut field =
        FieldDef { name, rust_type: ty, shown, summary: None, lists_nearest: false, values_from: None, schema };
    for fact in facts {
        match *fact {
            Fact::Secret(of) if of == name => field.shown = ContextFormat::Redacted,
            Fact::Displayed(of) if of == name => field.shown = ContextFormat::Text,
            Fact::Nearest(of) if of == name => field.lists_nearest = true,
            Fact::FieldSummary(of, summary) if of == name => field.summary = Some(summary),
            Fact::ValuesFrom(of, command) if of == name => field.values_from = Some(command),
            Fact::Schema(of, schema) if of == name => field.schema = schema,
            _ => {}
        }
    }
    field
}
