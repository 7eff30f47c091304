//! Static definitions of context fields, and the JSON Schemas of their types.

use super::error_def::{ErrorDef, Fact};
#[cfg(feature = "catalog")]
use super::rust_type::json_type;
use crate::text::template::Fill;
use crate::vocabulary::terms::ContextFormat;
use serde_json::Value;
use std::marker::PhantomData;

/// The static definition of a context field.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FieldDef {
    /// The key in the context.
    pub name: &'static str,
    /// The Rust type as written in the source code.
    pub rust_type: &'static str,
    /// How the value is represented in output.
    pub shown: ContextFormat,
    /// The first paragraph of the field's doc comment.
    pub summary: Option<&'static str>,
    /// Whether the field lists existing names that are similar to an unknown one.
    pub lists_nearest: bool,
    /// The command that lists valid values.
    pub values_from: Option<&'static str>,
    /// Returns the JSON Schema (draft 2020-12) that the type declares.
    pub(crate) schema: Option<fn() -> Value>,
}

#[cfg(feature = "catalog")]
impl FieldDef {
    /// Returns the JSON type of the value: `string`, `integer`, `number`, `boolean`, `array` or
    /// `object`. If the type is unknown, returns `value`.
    pub fn json_type(&self) -> &'static str {
        if self.shown != ContextFormat::Serialized {
            return "string";
        }
        // Without the feature, no field has a schema, and the code for it would be linked in vain.
        #[cfg(feature = "schemars")]
        if let Some(generate) = self.schema {
            let schema = generate();
            let types = ["string", "integer", "number", "boolean", "array", "object"];
            if let Some(ty) = types.into_iter().find(|ty| schema["type"] == *ty) {
                return ty;
            }
        }
        json_type(self.rust_type)
    }

    /// Describes the field, such as `port (integer) - The TCP port.`
    pub(super) fn line(&self) -> String {
        let mut kind = self.described_type().to_owned();
        let is_optional = self.shown == ContextFormat::Serialized && is_option(self.rust_type);
        if is_optional {
            kind.push_str(", optional");
        }
        let mut sentences: Vec<String> = Vec::new();
        if let Some(summary) = self.summary {
            sentences.push(summary.to_owned());
        }
        if let Some(command) = self.values_from {
            sentences.push(format!("`{command}` lists the values"));
        }
        if sentences.is_empty() {
            return format!("{} ({kind})", self.name);
        }
        let meaning = sentences.join(" ");
        format!("{} ({kind}) - {meaning}", self.name)
    }

    fn described_type(&self) -> &'static str {
        if self.shown == ContextFormat::Redacted {
            return "string, redacted";
        }
        match self.json_type() {
            "value" if self.rust_type.ends_with("Listing") => "object or array",
            "value" => "any",
            ty => ty,
        }
    }
}

impl ErrorDef {
    /// Returns the context fields of errors with this code.
    #[doc(hidden)]
    pub fn fields(&self) -> impl Iterator<Item = FieldDef> + Clone + use<> {
        let def = *self;
        self.values()
            .filter(move |(name, _)| def.is_in_context(name))
            .filter_map(move |(name, ty)| Some(field_def(name, ty?, def.facts)))
    }

    /// Whether a value belongs to the context in outputs, schemas and lock files. The retry delay
    /// and the actions don't, because they are members of their own.
    pub(crate) fn is_in_context(&self, field: &str) -> bool {
        let name = Some(field);
        self.retry_after_field() != name && self.actions_field() != name
    }

    /// Returns the names of an error's values. Context fields also have a type. The others are for
    /// templates.
    pub(crate) fn values(
        &self,
    ) -> impl Iterator<Item = (&'static str, Option<&'static str>)> + Clone + use<> {
        self.fields
            .iter()
            .map(|(name, ty)| (*name, Some(*ty).filter(|ty| !ty.is_empty())))
    }

    /// Whether the type of a context field is an `Option`. The values of secrets are always there.
    pub(crate) fn is_optional(&self, field: &str) -> bool {
        let is_option = self
            .fields
            .iter()
            .any(|(name, ty)| *name == field && is_option(ty));
        is_option && !self.is_secret(field)
    }

    pub(crate) fn is_secret(&self, field: &str) -> bool {
        self.facts
            .iter()
            .any(|fact| matches!(fact, Fact::Secret(name) if *name == field))
    }

    /// Whether a context field lists existing names that are similar to an unknown one.
    pub(crate) fn lists_nearest(&self, field: &str) -> bool {
        self.facts
            .iter()
            .any(|fact| matches!(fact, Fact::Nearest(name) if *name == field))
    }

    /// Returns the function that fills the command of a field's `values_from`, if it contains
    /// fields.
    pub(crate) fn fill_values_from(&self, field: &str) -> Option<Fill> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::FillValuesFrom(name, fill) if *name == field => Some(*fill),
            _ => None,
        })
    }

    pub(crate) fn lists_values(&self) -> bool {
        self.facts
            .iter()
            .any(|fact| matches!(fact, Fact::ValuesFrom(..)))
    }
}

/// Whether a type is written as `Option<…>`. Errors omit a context field of this type if it's `None`.
pub fn is_option(ty: &str) -> bool {
    let Some((path, _)) = ty.split_once('<') else {
        return false;
    };
    path.rsplit("::").next().unwrap_or(path).trim() == "Option"
}

#[inline(never)]
fn field_def(name: &'static str, ty: &'static str, facts: &[Fact]) -> FieldDef {
    let mut field = FieldDef {
        name,
        rust_type: ty,
        shown: ContextFormat::Serialized,
        summary: None,
        lists_nearest: false,
        values_from: None,
        schema: None,
    };
    for fact in facts {
        match *fact {
            Fact::Secret(of) if of == name => field.shown = ContextFormat::Redacted,
            Fact::Displayed(of) if of == name => field.shown = ContextFormat::Text,
            Fact::Debugged(of) if of == name => field.shown = ContextFormat::Debug,
            Fact::Nearest(of) if of == name => field.lists_nearest = true,
            Fact::FieldSummary(of, summary) if of == name => field.summary = Some(summary),
            Fact::ValuesFrom(of, command) if of == name => field.values_from = Some(command),
            Fact::Schema(of, schema) if of == name => field.schema = schema,
            _ => {}
        }
    }
    field
}

/// Provides the schema of a field's type to error types with `integrate(schemars)`. If the type
/// implements `schemars::JsonSchema`, its inherent `SCHEMA` applies, or else that of
/// [`UnknownSchema`].
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + ?Sized> SchemaOf<T> {
    /// The schema that the type declares.
    pub const SCHEMA: Option<fn() -> Value> = Some(described::<T>);
}

/// Provides the schema of types that don't implement `JsonSchema`.
pub trait UnknownSchema {
    /// No schema.
    const SCHEMA: Option<fn() -> Value>;
}

impl<T: ?Sized> UnknownSchema for SchemaOf<T> {
    const SCHEMA: Option<fn() -> Value> = None;
}

/// Generates a schema with all definitions inlined. Only the schemas of recursive types contain
/// references.
#[cfg(feature = "schemars")]
fn described<T: schemars::JsonSchema + ?Sized>() -> Value {
    let mut settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let generator = settings.into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    // The title is the Rust type name, which only a schema that refers to itself needs.
    let json = schema.as_value().to_string();
    if !json.contains(r##""$ref":"#""##) {
        schema.remove("title");
    }
    schema.to_value()
}
