//! The codes of a catalog document, with their declarations.

use super::Field;
use crate::facts::{FACTS, FactDef, FactType, REQUIRED};
use agent_error::__tooling::{GrpcCode, Template, rule_in_words};
use agent_error::exit;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;

/// The origin of codes declared by agent-error and its integrations.
const AGENT_ERROR: &str = "agent-error";

/// A code and its declarations. Shared codes are declared by several types; all other codes have
/// one declaration.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Declaration")]
pub(crate) struct Code {
    pub(super) declarations: Vec<Declaration>,
    /// Whether any program that uses agent-error can fail with this code. Such a code isn't part of
    /// the program's contract.
    pub(crate) is_of_every_program: bool,
}

/// A declaration of a code: a struct or an enum variant.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Declaration {
    #[serde(default, rename = "context")]
    pub(crate) fields: Vec<Field>,
    /// The templates of facts whose plain text differs from the template, for example because of
    /// format specifiers.
    #[serde(default)]
    templates: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) origin: String,
    #[serde(default)]
    variant: String,
    #[serde(default)]
    pub(crate) source: Source,
    #[serde(default)]
    of_every_program: bool,
    /// The other declarations of a shared code. Moved to [`Code::declarations`].
    #[serde(default)]
    also_declared: Vec<Declaration>,
    /// The static facts, such as `exit_code`, by name.
    #[serde(flatten, deserialize_with = "checked_facts")]
    facts: BTreeMap<String, Value>,
}

/// The source location of a declaration.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Source {
    /// The file. Empty if the document doesn't contain the location.
    pub(crate) file: String,
    pub(crate) line: u32,
}

impl From<Declaration> for Code {
    fn from(mut main: Declaration) -> Self {
        let others = std::mem::take(&mut main.also_declared);
        let is_of_every_program = main.of_every_program;
        Self {
            declarations: std::iter::once(main).chain(others).collect(),
            is_of_every_program,
        }
    }
}

/// Reads the facts of a code and checks their types.
fn checked_facts<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Value>, D::Error> {
    let facts = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let code = facts.get("code").and_then(Value::as_str).unwrap_or("code");
    // Fields are read separately.
    for fact in FACTS.iter().filter(|fact| fact.ty != FactType::Fields) {
        let checked = match facts.get(fact.name) {
            Some(value) => check_fact(fact, value),
            None if REQUIRED.contains(&fact.name) => Err(format!("missing `{}`", fact.name)),
            None => Ok(()),
        };
        checked.map_err(|problem| D::Error::custom(format_args!("{code}: {problem}")))?;
    }
    Ok(facts)
}

/// Checks the type of a fact.
fn check_fact(fact: &FactDef, value: &Value) -> Result<(), String> {
    if has_type(value, fact.ty) {
        return Ok(());
    }
    let expected = match fact.ty {
        FactType::Text => "a string".to_owned(),
        FactType::Word(words) => format!("one of {}", words.join(", ")),
        FactType::Integer(from, to) => format!("an integer from {from} to {to}"),
        FactType::Boolean => "true or false".to_owned(),
        FactType::Texts => "a list of strings".to_owned(),
        FactType::Rules => "a list of rules".to_owned(),
        FactType::Fields => "a list of fields".to_owned(),
    };
    Err(format!("`{}` is not {expected}", fact.name))
}

fn has_type(value: &Value, ty: FactType) -> bool {
    match ty {
        FactType::Text => value.is_string(),
        FactType::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        FactType::Integer(from, to) => match value.as_i64() {
            Some(number) => (from..=to).contains(&number),
            None => false,
        },
        FactType::Boolean => value.is_boolean(),
        FactType::Texts => is_list_of(value, Value::is_string),
        FactType::Rules => is_list_of(value, is_rule),
        // Fields are read separately.
        FactType::Fields => true,
    }
}

fn is_list_of(value: &Value, has_type: fn(&Value) -> bool) -> bool {
    match value.as_array() {
        Some(elements) => elements.iter().all(has_type),
        None => false,
    }
}

fn is_rule(value: &Value) -> bool {
    value["rule"].is_string() && value.get("value").is_none_or(Value::is_string)
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

    /// Returns the context fields of all declarations.
    pub(crate) fn all_fields(&self) -> impl Iterator<Item = &Field> {
        self.declarations
            .iter()
            .flat_map(|declared| &declared.fields)
    }

    /// Whether every error with this code has the field. False for listings and lists of similar
    /// names, because errors omit empty ones.
    pub(crate) fn always_has(&self, name: &str) -> bool {
        self.declarations
            .iter()
            .all(|declared| declared.always_has(name))
    }
}

impl Declaration {
    fn always_has(&self, name: &str) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.name == name && !field.may_be_left_out())
    }

    /// Formats the value of a fact for people, as
    /// [`FactDef::lines`](agent_error::__tooling::FactDef::lines) expects.
    pub(crate) fn values(&self, name: &str) -> Vec<String> {
        match self.value(name) {
            Some(Value::Array(rules)) if name == "classify" => {
                rules.iter().map(described_rule).collect()
            }
            Some(Value::Array(elements)) => {
                let strings: Vec<&str> = elements.iter().filter_map(Value::as_str).collect();
                vec![strings.join(", ")]
            }
            Some(Value::String(text)) => vec![text.clone()],
            Some(value) => vec![value.to_string()],
            None => Vec::new(),
        }
    }

    /// Whether errors may lack a declared fact, because the fact comes from an optional field.
    fn is_optional(&self, fact: &str) -> bool {
        match self.value("optional") {
            Some(Value::Array(facts)) => facts.iter().any(|name| name == fact),
            _ => false,
        }
    }

    /// Returns the value of a fact that callers see, which may follow from other facts.
    pub(crate) fn effective(&self, fact: &str) -> Option<Value> {
        if let Some(declared) = self.value(fact) {
            return Some(declared.clone());
        }
        match fact {
            // For callers, a delay from a field is the same as a declared delay.
            "retry_after_ms" => {
                let field = self.text("retry_after_field")?;
                Some(format!("{{{field}}}").into())
            }
            "grpc" => Some(self.derived_grpc_code().as_str().into()),
            _ => None,
        }
    }

    fn derived_grpc_code(&self) -> GrpcCode {
        let status = self.http_status();
        let follows_from_exit_code = status == exit::http_status(self.exit_code());
        if follows_from_exit_code && self.value("status").is_none() {
            GrpcCode::from_exit_code(self.exit_code())
        } else {
            GrpcCode::from_http_status(status)
        }
    }

    /// Whether some errors of the declaration lack a fact.
    pub(crate) fn may_lack(&self, fact: &str) -> bool {
        let is_optional_wait = fact == "retry_after_ms" && self.is_optional("retry_after_field");
        is_optional_wait || self.is_optional(fact) || self.effective(fact).is_none()
    }

    /// Returns the value of a fact, if declared.
    pub(crate) fn value(&self, fact: &str) -> Option<&Value> {
        self.facts.get(fact)
    }

    /// Returns the value of a fact that is a string.
    pub(crate) fn text(&self, fact: &str) -> Option<&str> {
        self.value(fact)?.as_str()
    }

    /// Returns the template of a fact, including format specifiers.
    pub(crate) fn template(&self, fact: &str) -> Option<Template<'_>> {
        let template = match self.templates.get(fact) {
            Some(template) => template,
            None => self.text(fact)?,
        };
        Some(Template::new(template))
    }

    pub(crate) fn code(&self) -> &str {
        self.text("code").unwrap_or_default()
    }

    pub(crate) fn summary(&self) -> Option<&str> {
        self.text("summary")
    }

    pub(crate) fn docs_url(&self) -> Option<&str> {
        self.text("docs_url")
    }

    pub(crate) fn actions(&self) -> impl Iterator<Item = &str> {
        self.value("actions")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
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
        self.number("http_status")
            .and_then(|status| status.try_into().ok())
            .unwrap_or(500)
    }

    pub(crate) fn exit_code(&self) -> u8 {
        self.number("exit_code")
            .and_then(|exit| exit.try_into().ok())
            .unwrap_or(1)
    }

    /// Returns the path of the declaring struct or variant, such as `my_tool::DbError::NotFound`.
    pub(crate) fn path(&self) -> &str {
        self.text("declared_by").unwrap_or_default()
    }

    /// Returns the path of the declaring type, such as `my_tool::DbError`.
    pub(crate) fn type_path(&self) -> &str {
        let path = self.path();
        path.strip_suffix(&self.variant)
            .and_then(|path| path.strip_suffix("::"))
            .unwrap_or(path)
    }

    /// Returns the name of the variant, or an empty string for a struct.
    pub(crate) fn variant(&self) -> &str {
        &self.variant
    }

    /// Returns the name of the variant or the struct, or the code if the declaration isn't written
    /// in Rust.
    pub(crate) fn name(&self) -> &str {
        match self.path().rsplit("::").next() {
            Some(name) if !name.is_empty() => name,
            _ => self.code(),
        }
    }

    /// Whether agent-error or one of its integrations declares the code.
    pub(crate) fn is_of_agent_error(&self) -> bool {
        self.origin == AGENT_ERROR
    }
}

/// Describes a classification rule for people.
fn described_rule(rule: &Value) -> String {
    let kind = rule["rule"].as_str().unwrap_or_default();
    rule_in_words(kind, rule["value"].as_str())
}

/// Whether the template consists only of placeholders, so that its wording is unknown at compile
/// time.
pub(crate) fn is_one_field(template: &Template<'_>) -> bool {
    template.filled(|_, _| String::new()).trim().is_empty() && template.fields().next().is_some()
}
