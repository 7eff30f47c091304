//! The codes of a catalog document, with their declarations and fields.

use super::AGENT_ERROR;
use crate::schema::{of_field, sorted};
use agent_error::definition::{FactSource, RustType, Template};
use serde_json::{Map, Value};

/// A code and its declarations. Shared codes are declared by several types; all other codes have one declaration.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(super) declarations: Vec<Declaration>,
    /// Whether every program that uses agent-error can fail with this code. If so, the code isn't part of this
    /// program's contract.
    pub(crate) is_of_every_program: bool,
}

/// A declaration of a code: a struct or an enum variant.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// The static facts, such as `exit_code`, by name.
    pub(super) facts: Map<String, Value>,
    /// The templates of facts whose plain text differs from the template, for example because of format specifiers.
    pub(super) templates: Map<String, Value>,
    pub(crate) fields: Vec<Field>,
    pub(crate) rules: Vec<Value>,
    pub(crate) origin: String,
    pub(super) variant: String,
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// A context field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The Rust type. Empty if the program isn't written in Rust.
    pub(crate) rust_type: String,
    pub(crate) summary: Option<String>,
    /// The command that lists the field's valid values.
    pub(crate) values_from: Option<String>,
    /// The valid values, as JSON Schema. `{}` accepts any value.
    pub(crate) schema: Value,
    /// The JSON of the field in the catalog document.
    value: Value,
}

/// Dereferences to the main declaration.
impl std::ops::Deref for Code {
    type Target = Declaration;

    fn deref(&self) -> &Declaration {
        &self.declarations[0]
    }
}

impl Code {
    pub(crate) fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }
}

impl FactSource for Declaration {
    fn fact(&self, name: &str) -> Option<Value> {
        self.value(name).cloned()
    }
}

impl Declaration {
    /// Whether an error may lack a fact that its code declares, because the field that contains the fact has no value.
    pub(crate) fn is_optional(&self, fact: &str) -> bool {
        self.value("optional").and_then(Value::as_array).is_some_and(|facts| facts.iter().any(|name| name == fact))
    }

    /// Returns the value of a fact, if declared.
    pub(crate) fn value(&self, fact: &str) -> Option<&Value> {
        self.facts.get(fact)
    }

    fn text(&self, fact: &str) -> Option<&str> {
        self.value(fact)?.as_str()
    }

    /// Returns the template of a fact, including format specifiers.
    pub(crate) fn template(&self, fact: &str) -> Option<Template<'_>> {
        self.templates.get(fact).and_then(Value::as_str).or_else(|| self.text(fact)).map(Template::new)
    }

    pub(crate) fn code(&self) -> &str {
        self.text("code").unwrap_or_default()
    }

    pub(crate) fn summary(&self) -> Option<&str> {
        self.text("summary")
    }

    pub(crate) fn description(&self) -> Option<&str> {
        self.text("description")
    }

    pub(crate) fn deprecated(&self) -> Option<&str> {
        self.text("deprecated")
    }

    pub(crate) fn docs_url(&self) -> Option<&str> {
        self.text("docs_url")
    }

    pub(crate) fn status_field(&self) -> Option<&str> {
        self.text("status_field")
    }

    pub(crate) fn actions_field(&self) -> Option<&str> {
        self.text("actions_field")
    }

    pub(crate) fn actions(&self) -> impl Iterator<Item = &str> {
        self.value("actions").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub(crate) fn is_critical(&self) -> bool {
        self.text("severity") == Some("critical")
    }

    /// Whether a failed call may have had side effects.
    pub(crate) fn may_have_effects(&self) -> bool {
        matches!(self.text("side_effects"), Some("partial" | "unknown"))
    }

    pub(crate) fn number(&self, fact: &str) -> Option<u64> {
        self.value(fact)?.as_u64()
    }

    pub(crate) fn is_retryable(&self) -> bool {
        self.value("retryable") == Some(&Value::Bool(true))
    }

    pub(crate) fn http_status(&self) -> u16 {
        self.number("http_status").and_then(|status| status.try_into().ok()).unwrap_or(500)
    }

    pub(crate) fn exit_code(&self) -> u8 {
        self.number("exit_code").and_then(|exit| exit.try_into().ok()).unwrap_or(1)
    }

    /// Returns the path of the declaring struct or variant, such as `my_tool::DbError::NotFound`.
    pub(crate) fn path(&self) -> &str {
        self.text("declared_by").unwrap_or_default()
    }

    /// Returns the path of the declaring type, such as `my_tool::DbError`.
    pub(crate) fn type_path(&self) -> &str {
        let path = self.path();
        path.strip_suffix(&self.variant).and_then(|path| path.strip_suffix("::")).unwrap_or(path)
    }

    /// Returns the name of the variant, or an empty string for a struct.
    pub(crate) fn variant(&self) -> &str {
        &self.variant
    }

    /// Whether agent-error or one of its integrations declares the code.
    pub(crate) fn is_of_agent_error(&self) -> bool {
        self.origin == AGENT_ERROR
    }
}

impl Field {
    pub(crate) fn new(value: &Value, name: &str) -> Self {
        let text = |member: &str| value[member].as_str().map(str::to_owned);
        Self {
            name: name.to_owned(),
            rust_type: text("rust_type").unwrap_or_default(),
            summary: text("summary"),
            values_from: text("values_from"),
            schema: sorted(&of_field(value)),
            value: value.clone(),
        }
    }

    /// Describes the JSON type of the value, such as `integer or null`.
    pub(crate) fn described(&self) -> String {
        agent_error::definition::described(&self.value)
    }

    /// Whether errors omit the field if it has no value. This applies to lists of similar names and to listings.
    pub(crate) fn may_be_left_out(&self) -> bool {
        self.lists_nearest() || self.is_listing()
    }

    /// Whether the value is a listing: names with descriptions.
    pub(crate) fn is_listing(&self) -> bool {
        RustType::read(&self.rust_type) == RustType::Listing
    }

    /// Whether the value lists names that are similar to an unknown name.
    pub(crate) fn lists_nearest(&self) -> bool {
        self.value["nearest"] == true
    }

    /// Whether the value is a list of invalid fields.
    pub(crate) fn is_field_errors(&self) -> bool {
        self.rust_type.contains("FieldError")
    }
}
