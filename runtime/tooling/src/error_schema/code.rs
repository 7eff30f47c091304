//! Schemas of errors with a specific code, both in an envelope and as a problem.
//!
//! Schemas follow the same rules as lock files:
//!
//! - Facts that programs branch on only accept the declared values, because changing such a fact is
//!   a breaking change.
//! - Advice, delays and retry strategies are optional, because a later version may add or change
//!   them.
//! - Objects allow additional members, because a later version may add some.
//!
//! As a result, the output of every compatible newer version matches the schema of an older
//! version.

use crate::document::{Code, Declaration, Field};
use crate::facts::{FACTS, FactClass, FactDef, FactType};
use crate::schema::{literal, one_of, reference};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The properties of an object schema, and which of them are required.
#[derive(Default)]
struct Members {
    properties: Map<String, Value>,
    required: Vec<&'static str>,
}

impl Members {
    fn always(&mut self, name: &'static str, schema: Value) {
        self.required.push(name);
        self.maybe(name, schema);
    }

    fn maybe(&mut self, name: &'static str, schema: Value) {
        self.properties.insert(name.to_owned(), schema);
    }

    fn texts(&mut self, names: &[&'static str]) {
        for name in names {
            self.maybe(name, text());
        }
    }

    fn into_object(self, description: Option<&str>) -> Value {
        let mut object =
            json!({"type": "object", "required": self.required, "properties": self.properties});
        if let Some(description) = description {
            object["description"] = description.into();
        }
        object
    }
}

fn text() -> Value {
    json!({"type": "string"})
}

fn not_empty() -> Value {
    json!({"type": "string", "minLength": 1})
}

fn uri() -> Value {
    json!({"type": "string", "format": "uri-reference"})
}

/// Definitions of the optional members that errors of all codes share. Each document contains them
/// once.
///
/// There are two definitions, because a Python code generator inlines an `allOf` with a single
/// reference.
pub(crate) struct Advice {
    /// The prefix of references to definitions, such as `#/$defs/`.
    place: &'static str,
    /// The name and schema of each definition.
    parts: [(String, Value); 2],
}

impl Advice {
    /// Creates the definitions for errors in an envelope.
    pub(crate) fn of_errors(names: [&str; 2], place: &'static str) -> Self {
        Self::new(&["cause", "detail"], "", names, place)
    }

    /// Creates the definitions for problems. A problem contains the docs URL as its `type`.
    pub(crate) fn of_problems(names: [&str; 2], place: &'static str) -> Self {
        Self::new(&["title", "cause", "explanation"], "docs_url", names, place)
    }

    fn new(
        texts: &[&'static str],
        omitted: &str,
        [of_advice, of_retry]: [&str; 2],
        place: &'static str,
    ) -> Self {
        let mut advice = Members::default();
        let mut retry = Members::default();
        advice.texts(texts);
        for fact in facts_of_errors() {
            let depends_on_code = is_value(fact) && fact.class != FactClass::Promise;
            if depends_on_code || fact.name == omitted {
                continue;
            }
            if fact.name.starts_with("retry_") {
                retry.maybe(fact.name, any_of(fact));
            } else {
                advice.maybe(fact.name, any_of(fact));
            }
        }
        let about_advice = "Optional members of all errors.";
        let about_retry = "Optional members of errors that are safe to retry.";
        Self {
            place,
            parts: [
                (of_advice.to_owned(), advice.into_object(Some(about_advice))),
                (of_retry.to_owned(), retry.into_object(Some(about_retry))),
            ],
        }
    }

    /// Replaces the shared members of an object schema with references to the definitions.
    pub(crate) fn referred_to_by(&self, mut object: Value) -> Value {
        if let Some(properties) = object["properties"].as_object_mut() {
            properties.retain(|name, schema| !self.has(name, schema));
        }
        let mut references = Vec::new();
        for (name, _) in &self.parts {
            references.push(json!({"$ref": reference(self.place, name)}));
        }
        object["allOf"] = references.into();
        object
    }

    /// Whether one of the definitions has a member with this schema.
    fn has(&self, name: &str, schema: &Value) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|(_, part)| part["properties"].get(name) == Some(schema))
    }

    /// Returns each definition with its name.
    pub(crate) fn into_definitions(self) -> impl Iterator<Item = (String, Value)> {
        self.parts.into_iter()
    }
}

/// The description of errors with an unknown code.
const OTHER: &str = "An error with an unknown code, such as one from a newer version.";

/// Returns the schema of an envelope's `error` with an unknown code, for example from a newer
/// version.
pub(crate) fn other_error(codes: &[&Code]) -> Value {
    let mut members = Members::default();
    members.always("code", other_code(codes));
    members.always("message", not_empty());
    members.texts(&["cause", "detail"]);
    for fact in facts_of_errors() {
        members.maybe(fact.name, any_of(fact));
    }
    members.maybe("context", json!({"type": "object"}));
    members.into_object(Some(OTHER))
}

/// Returns the schema of a problem with an unknown code.
pub(crate) fn other_problem(codes: &[&Code]) -> Value {
    let mut members = Members::default();
    members.always("type", uri());
    members.always(
        "status",
        json!({"type": "integer", "minimum": 100, "maximum": 599}),
    );
    members.texts(&["title", "detail"]);
    members.always("code", other_code(codes));
    members.maybe("context", json!({"type": "object"}));
    members.into_object(Some(OTHER))
}

fn other_code(codes: &[&Code]) -> Value {
    let known: Vec<&str> = codes.iter().map(|code| code.code()).collect();
    if known.is_empty() {
        text()
    } else {
        json!({"type": "string", "not": {"enum": known}})
    }
}

/// The facts that errors have as members. All other facts are only in the catalog, or have schemas
/// of their own.
const OF_ERRORS: [&str; 14] = [
    "suggestion",
    "fix_required",
    "fix_command",
    "check_command",
    "replacement",
    "retryable",
    "retry_after_ms",
    "retry_strategy",
    "side_effects",
    "phase",
    "severity",
    "actions",
    "instance",
    "docs_url",
];

/// The strings that errors omit.
const OMITTED: [&str; 3] = ["none", "execution", "error"];

/// Whether errors omit a fact with this value.
fn is_omitted(value: &Value) -> bool {
    let word = value.as_str().unwrap_or_default();
    OMITTED.contains(&word) || *value == Value::Bool(false)
}

fn facts_of_errors() -> impl Iterator<Item = &'static FactDef> {
    FACTS.iter().filter(|fact| OF_ERRORS.contains(&fact.name))
}

/// Whether the fact is a Boolean or has a fixed set of strings.
fn is_value(fact: &FactDef) -> bool {
    matches!(fact.ty, FactType::Boolean | FactType::Word(_))
}

/// Returns a schema that accepts any valid value of a fact.
fn any_of(fact: &FactDef) -> Value {
    match fact.ty {
        FactType::Word(words) => one_of(words.iter().map(|word| json!(word)).collect()),
        FactType::Boolean => json!({"type": "boolean"}),
        FactType::Integer(..) => json!({"type": "integer", "minimum": 0}),
        FactType::Texts => json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        _ if fact.name == "instance" => uri(),
        _ => text(),
    }
}

impl Code {
    /// Returns the schema of an envelope's `error`. `context` is the schema of the context, or a
    /// reference to it.
    pub(crate) fn error_schema(&self, context: Option<Value>) -> Value {
        let mut members = Members::default();
        members.always("code", literal(self.code().into()));
        members.always("message", not_empty());
        // Errors that wrap this one may add a cause and a detail.
        members.texts(&["cause", "detail"]);
        self.add_facts(&mut members);
        self.finish(members, context)
    }

    /// Returns the schema of an `application/problem+json` body (RFC 9457), including extension
    /// members.
    pub(crate) fn problem_schema(&self, context: Option<Value>) -> Value {
        let mut members = Members::default();
        members.always("type", uri());
        members.always("status", self.status());
        members.always("detail", not_empty());
        members.always("code", literal(self.code().into()));
        members.texts(&["title", "cause", "explanation"]);
        if self.docs_url().is_none() && self.summary().is_some() {
            members.maybe("summary", text());
        }
        self.add_facts(&mut members);
        // Unlike an envelope, a problem contains these facts even if they have their default
        // values.
        for fact in ["retryable", "phase"] {
            if !members.required.contains(&fact) {
                members.required.push(fact);
            }
        }
        // A problem contains the docs URL as its `type`.
        members.properties.remove("docs_url");
        if self.all_fields().any(Field::is_field_errors) {
            let error = json!({
                "type": "object",
                "required": ["detail", "pointer"],
                "properties": {"detail": text(), "pointer": uri()},
            });
            members.maybe("errors", json!({"type": "array", "items": error}));
        }
        self.finish(members, context)
    }

    /// Whether errors with this code can have any error status, because a field determines the
    /// status.
    pub(crate) fn has_any_status(&self) -> bool {
        self.declarations()
            .iter()
            .any(|declared| declared.text("status_field").is_some())
    }

    fn status(&self) -> Value {
        if self.has_any_status() {
            return json!({"type": "integer", "minimum": 400, "maximum": 599});
        }
        one_of(self.statuses().into_iter().map(Value::from).collect())
    }

    /// Returns the HTTP statuses that the declarations specify, sorted.
    pub(crate) fn statuses(&self) -> Vec<u16> {
        let declarations = self.declarations().iter();
        let statuses: BTreeSet<u16> = declarations.map(Declaration::http_status).collect();
        statuses.into_iter().collect()
    }

    /// Adds the facts that envelopes and problems have in common.
    fn add_facts(&self, members: &mut Members) {
        for fact in facts_of_errors() {
            self.add_fact(fact, members);
        }
    }

    /// Adds a fact. If programs branch on the fact, only accepts the declared values. Otherwise,
    /// accepts any valid value.
    fn add_fact(&self, fact: &FactDef, members: &mut Members) {
        if !fact.class.is_branched_on() {
            members.maybe(fact.name, any_of(fact));
            return;
        }
        let mut values = Vec::new();
        for declared in self.declarations() {
            values.extend(declared.value(fact.name).cloned());
        }
        let is_declared_everywhere = values.len() == self.declarations().len();
        // An error may become critical, but a warning must remain a warning.
        if fact.class == FactClass::Severity && values.iter().any(|word| word != "warning") {
            values.extend(["critical", "error"].map(Value::from));
        }
        values.sort_unstable_by_key(Value::to_string);
        values.dedup();
        if is_declared_everywhere && !values.iter().any(is_omitted) {
            members.always(fact.name, one_of(values));
        } else {
            members.maybe(fact.name, one_of(values));
        }
    }

    /// Adds the context and the description.
    fn finish(&self, mut members: Members, context: Option<Value>) -> Value {
        if let Some(schema) = context {
            let mut fields = self.fields.iter();
            if fields.any(|field| self.always_has(&field.name)) {
                members.always("context", schema);
            } else {
                members.maybe("context", schema);
            }
        }
        let mut object = members.into_object(self.summary());
        if self.text("deprecated").is_some() {
            object["deprecated"] = true.into();
        }
        object
    }
}
