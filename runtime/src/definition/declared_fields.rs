//! The context fields in a definition.

use super::error_def::{Attribute, ErrorDef};
use super::field_def::{FieldDef, FieldProperty};

impl ErrorDef {
    /// Returns the context fields of errors with this code.
    pub fn fields(&self) -> impl Iterator<Item = FieldDef> + Clone + use<> {
        let attributes = self.attributes;
        self.fields.chunks_exact(2).map(move |pair| field(pair[0], pair[1], attributes))
    }

    /// Returns the names of the context fields.
    pub(crate) fn field_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.fields.iter().step_by(2).copied()
    }

    /// Whether any attribute is a property of a field for which `matches` returns true.
    pub(crate) fn any_field(&self, matches: impl Fn(&str, FieldProperty) -> bool) -> bool {
        self.attributes.iter().any(|attribute| match *attribute {
            Attribute::Field(name, property) => matches(name, property),
            _ => false,
        })
    }

    /// Whether a context field is secret.
    pub(crate) fn is_secret(&self, field: &str) -> bool {
        self.any_field(|name, property| name == field && matches!(property, FieldProperty::Redacted))
    }

    /// Whether a context field lists existing names that are similar to an unknown one.
    pub(crate) fn lists_nearest(&self, field: &str) -> bool {
        self.any_field(|name, property| name == field && matches!(property, FieldProperty::Nearest))
    }

    /// Returns the fields that templates use but the context omits.
    pub(crate) fn template_only_fields(&self) -> &'static [&'static str] {
        let fields = self.attributes.iter().find_map(|attribute| match attribute {
            Attribute::TemplateOnlyFields(fields) => Some(*fields),
            _ => None,
        });
        fields.unwrap_or_default()
    }
}

/// Combines the declaration of a field with its attributes.
#[inline(never)]
fn field(name: &'static str, ty: &'static str, attributes: &[Attribute]) -> FieldDef {
    let mut field = FieldDef::new(name, ty);
    for attribute in attributes {
        match *attribute {
            Attribute::Field(of, property) if of == name => field.set(property),
            _ => {}
        }
    }
    field
}
