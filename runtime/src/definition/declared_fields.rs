//! The context fields in a definition.

use super::error_def::{ErrorDef, Fact};
use super::field_def::FieldDef;
use super::field_schema::FieldSchema;
use crate::vocabulary::terms::ContextFormat;

impl ErrorDef {
    /// Returns the context fields of errors with this code.
    pub fn fields(&self) -> impl Iterator<Item = FieldDef> + Clone + use<> {
        let facts = self.facts;
        self.values().filter_map(move |(name, ty)| Some(field(name, ty?, facts)))
    }

    /// Returns the names of an error's values. Context fields also have a type. The others are for templates.
    pub(crate) fn values(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> + Clone + use<> {
        // A type contains no space after a colon, but a name may.
        self.fields.lines().map(|line| line.rsplit_once(": ").map_or((line, None), |(name, ty)| (name, Some(ty))))
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
