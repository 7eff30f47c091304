//! Schemas of errors with a specific code, both in an envelope and as a problem.
//!
//! A schema makes the same promises as a lock file:
//!
//! - Facts that programs branch on only accept the declared values, because changing such a fact is a breaking change.
//! - Advice, delays and retry strategies are optional, because a later version may add or change them.
//! - Objects allow additional members, because a later version may add some.
//!
//! As a result, the output of every compatible newer version matches the schema of an older version.

use super::portable::{literal, one_of};
use crate::document::{Code, Declaration, Document, Field};
use agent_error::definition::{FACTS, Fact, FactClass, FactType, ResponseForm};
use serde_json::{Map, Value, json};

/// A code and its declarations. Each declaration has its own context.
pub(crate) struct CodeSchema<'a> {
    pub(crate) entry: &'a Code,
}

/// The properties of an object schema, and which of them are required.
#[derive(Default)]
struct Members {
    properties: Map<String, Value>,
    required: Vec<&'static str>,
}

impl Members {
    fn always(&mut self, name: &'static str, schema: Value) {
        self.required.push(name);
        self.properties.insert(name.to_owned(), schema);
    }

    fn maybe(&mut self, name: &'static str, schema: Value) {
        self.properties.insert(name.to_owned(), schema);
    }

    fn one_of(&mut self, always: bool, name: &'static str, schema: Value) {
        match always {
            true => self.always(name, schema),
            false => self.maybe(name, schema),
        }
    }

    fn into_object(self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("type".to_owned(), "object".into());
        object.insert("required".to_owned(), self.required.into());
        object.insert("properties".to_owned(), self.properties.into());
        object
    }
}

fn text() -> Value {
    json!({"type": "string"})
}

/// Definitions of the optional members that errors of all codes share. Each document contains them once.
///
/// There are two definitions, because a Python code generator replaces an `allOf` that contains a single reference with
/// its target.
pub(crate) struct Advice([Part; 2]);

struct Part {
    name: String,
    /// The reference to the definition, such as `#/$defs/Advice`.
    place: String,
    schema: Value,
}

impl Advice {
    /// Creates the definitions for errors in an envelope. `place` is the prefix of references to definitions.
    pub(crate) fn of_errors(names: [&str; 2], place: &str) -> Self {
        let mut members = Members::default();
        members.maybe("cause", text());
        members.maybe("detail", text());
        Self::new(members, names, place)
    }

    /// Creates the definitions for problems. Omits `docs_url`, because a problem contains the docs URL as its `type`.
    pub(crate) fn of_problems(names: [&str; 2], place: &str) -> Self {
        let mut members = Members::default();
        for name in ["title", "cause", "explanation"] {
            members.maybe(name, text());
        }
        let mut advice = Self::new(members, names, place);
        if let Some(properties) = advice.0[0].schema["properties"].as_object_mut() {
            properties.remove("docs_url");
        }
        advice
    }

    fn new(mut advice: Members, names: [&str; 2], place: &str) -> Self {
        let mut retry = Members::default();
        for fact in FACTS {
            let members = if fact.name.starts_with("retry_") { &mut retry } else { &mut advice };
            match fact.response_form {
                Some(ResponseForm::Value { .. }) if fact.class == FactClass::Promise => {
                    members.maybe(fact.name, any_of(fact));
                }
                Some(ResponseForm::Value { .. }) | None => {}
                Some(answered) => members.maybe(fact.name, self::advice(answered)),
            }
        }
        let [of_advice, of_retry] = names;
        let part = |name: &str, members: Members, about: &str| {
            let mut schema = members.into_object();
            schema.insert("description".to_owned(), about.into());
            Part { name: name.to_owned(), place: format!("{place}{name}"), schema: schema.into() }
        };
        Self([
            part(of_advice, advice, "Optional members of all errors."),
            part(of_retry, retry, "Optional members of errors that are safe to retry."),
        ])
    }

    /// Replaces the shared members of an object schema with references to the definitions.
    pub(crate) fn referred_to_by(&self, mut object: Value) -> Value {
        if let Some(properties) = object["properties"].as_object_mut() {
            let is_shared = |name: &String, schema: &Value| {
                self.0.iter().any(|part| part.schema["properties"].get(name) == Some(schema))
            };
            properties.retain(|name, schema| !is_shared(name, schema));
        }
        object["allOf"] = self.0.iter().map(|part| json!({"$ref": part.place})).collect();
        object
    }

    /// Returns each definition with its name.
    pub(crate) fn into_definitions(self) -> impl Iterator<Item = (String, Value)> {
        self.0.into_iter().map(|part| (part.name, part.schema))
    }
}

/// Returns the schema of an envelope's `error` with an unknown code, for example from a newer version.
pub(crate) fn other_error(codes: &[CodeSchema<'_>]) -> Value {
    let mut members = Members::default();
    members.always("code", other_code(codes));
    members.always("message", json!({"type": "string", "minLength": 1}));
    members.maybe("cause", text());
    members.maybe("detail", text());
    for fact in FACTS {
        match fact.response_form {
            Some(ResponseForm::Value { .. }) => members.one_of(fact.ty == FactType::Boolean, fact.name, any_of(fact)),
            Some(answered) => members.maybe(fact.name, advice(answered)),
            None => {}
        }
    }
    members.maybe("context", json!({"type": "object"}));
    other(members)
}

/// Returns the schema of a problem with an unknown code.
pub(crate) fn other_problem(codes: &[CodeSchema<'_>]) -> Value {
    let mut members = Members::default();
    members.always("type", json!({"type": "string", "format": "uri-reference"}));
    members.maybe("title", text());
    members.always("status", json!({"type": "integer", "minimum": 100, "maximum": 599}));
    members.maybe("detail", text());
    members.always("code", other_code(codes));
    members.maybe("context", json!({"type": "object"}));
    other(members)
}

fn other_code(codes: &[CodeSchema<'_>]) -> Value {
    let known: Vec<&str> = codes.iter().map(|code| code.entry.code()).collect();
    match known.is_empty() {
        true => text(),
        false => json!({"type": "string", "not": {"enum": known}}),
    }
}

fn other(members: Members) -> Value {
    let mut object = members.into_object();
    object.insert("description".to_owned(), "An error with an unknown code, such as one from a newer version.".into());
    object.into()
}

/// Returns a schema that accepts any valid value of a fact. The fact must be a boolean or have a fixed set of strings.
fn any_of(fact: &Fact) -> Value {
    match fact.ty {
        FactType::Word(words) => one_of(words.iter().map(|word| json!(word)).collect()),
        _ => json!({"type": "boolean"}),
    }
}

fn advice(answered: ResponseForm) -> Value {
    match answered {
        ResponseForm::UriReference => json!({"type": "string", "format": "uri-reference"}),
        ResponseForm::Wait => json!({"type": "integer", "minimum": 0}),
        ResponseForm::Texts => json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        _ => text(),
    }
}

impl<'a> CodeSchema<'a> {
    /// Returns all codes with their declarations, in display order.
    pub(crate) fn all(catalog: &'a Document) -> Vec<Self> {
        catalog.own_first().map(|entry| Self { entry }).collect()
    }

    fn def(&self) -> &'a Declaration {
        self.entry
    }

    pub(super) fn declarations(&self) -> impl Iterator<Item = &'a Declaration> + Clone + use<'a> {
        self.entry.declarations().iter()
    }

    /// Returns the schema of an envelope's `error`. `context` is the schema of the context, or a reference to it.
    pub(crate) fn error(&self, context: Option<Value>) -> Value {
        let mut members = Members::default();
        members.always("code", literal(self.def().code().into()));
        members.always("message", json!({"type": "string", "minLength": 1}));
        members.maybe("cause", text());
        // Code that wraps the error may add details.
        members.maybe("detail", text());
        self.add_facts(&mut members);
        self.add_context(context, &mut members);
        self.described(members).into()
    }

    /// Returns the schema of an `application/problem+json` body (RFC 9457), including extension members.
    pub(crate) fn problem(&self, context: Option<Value>) -> Value {
        let mut members = Members::default();
        members.always("type", json!({"type": "string", "format": "uri-reference"}));
        members.maybe("title", text());
        members.always("status", self.status());
        members.always("detail", json!({"type": "string", "minLength": 1}));
        members.always("code", literal(self.def().code().into()));
        if self.entry.docs_url().is_none() && self.def().summary().is_some() {
            members.maybe("summary", text());
        }
        members.maybe("cause", text());
        members.maybe("explanation", text());
        self.add_facts(&mut members);
        // A problem contains the docs URL as its `type`.
        members.properties.remove("docs_url");
        if self.contexts().into_iter().flatten().any(Field::is_field_errors) {
            let error = json!({"type": "object", "required": ["detail", "pointer"],
                "properties": {"detail": text(), "pointer": {"type": "string", "format": "uri-reference"}}});
            members.maybe("errors", json!({"type": "array", "items": error}));
        }
        self.add_context(context, &mut members);
        self.described(members).into()
    }

    /// Whether errors with this code can have any error status, because a field determines the status.
    pub(crate) fn has_any_status(&self) -> bool {
        self.declarations().any(|entry| entry.status_field().is_some())
    }

    fn status(&self) -> Value {
        if self.has_any_status() {
            return json!({"type": "integer", "minimum": 400, "maximum": 599});
        }
        one_of(self.statuses().into_iter().map(Value::from).collect())
    }

    /// Returns the HTTP statuses that the declarations specify, sorted.
    pub(crate) fn statuses(&self) -> Vec<u16> {
        let mut statuses: Vec<u16> = self.declarations().map(Declaration::http_status).collect();
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }

    fn described(&self, members: Members) -> Map<String, Value> {
        let mut object = members.into_object();
        if let Some(summary) = self.def().summary() {
            object.insert("description".to_owned(), summary.into());
        }
        if self.def().deprecated().is_some() {
            object.insert("deprecated".to_owned(), true.into());
        }
        object
    }

    /// Adds the facts that envelopes and problems have in common.
    fn add_facts(&self, members: &mut Members) {
        for fact in FACTS {
            match fact.response_form {
                Some(ResponseForm::Value { implied }) => self.add_value(fact, implied, members),
                Some(answered) => members.maybe(fact.name, advice(answered)),
                None => {}
            }
        }
    }

    /// Adds a fact with a fixed set of values. If programs branch on the fact, only accepts the declared values.
    /// Otherwise, accepts any valid value.
    fn add_value(&self, fact: &Fact, implied: Option<&str>, members: &mut Members) {
        let declared: Vec<_> = self.declarations().filter_map(|entry| entry.value(fact.name)).collect();
        let everywhere = declared.len() == self.entry.declarations().len();
        let mut values: Vec<Value> = declared.into_iter().cloned().collect();
        match fact.class {
            // An error may become critical, but a warning must remain a warning.
            FactClass::Severity if values.iter().any(|word| word != "warning") => {
                values.extend(["critical", "error"].map(Value::from));
            }
            FactClass::Behavior | FactClass::Severity => {}
            _ => return members.maybe(fact.name, any_of(fact)),
        }
        values.sort_unstable_by_key(Value::to_string);
        values.dedup();
        let goes_without_saying = implied.is_some_and(|implied| values.iter().any(|value| value == implied));
        members.one_of(everywhere && !goes_without_saying, fact.name, one_of(values));
    }

    fn add_context(&self, context: Option<Value>, members: &mut Members) {
        if let Some(context) = context {
            let is_required = self.def().fields.iter().any(|field| self.is_in_every_declaration(&field.name));
            members.one_of(is_required, "context", context);
        }
    }
}
