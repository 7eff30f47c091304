//! The schema of an error with one code: as the object of an envelope, and as a problem.
//!
//! A schema makes the same promises as a lock file. Facts that programs branch on are fixed, since another value would
//! be a breaking change; advice, waits and strategies are described and optional, and objects are open, since a later
//! version may add members. So the answer of a compatible version always matches the schema of an older one.

use super::definitions::Definitions;
use super::portable::{literal, one_of};
use crate::document::{Code, Declaration, Document, Field};
use agent_error::definition::{Answered, FACTS, Fact, FactClass, FactType};
use serde_json::{Map, Value, json};

/// A code and its declarations, which agree on its facts, but each have their own context.
pub(crate) struct CodeSchema<'a> {
    pub(crate) entry: &'a Code,
}

/// The members of an object, and the required ones.
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

/// The optional members that errors of all codes share, which a document defines once.
///
/// In two parts, since a generator for Python replaces an `allOf` of one reference by its target.
pub(crate) struct Advice([Part; 2]);

struct Part {
    name: String,
    /// The path of its definition.
    place: String,
    schema: Value,
}

impl Advice {
    /// That of an envelope's `error`, by the names of its parts, which are defined in this place.
    pub(crate) fn of_errors(names: [&str; 2], place: &str) -> Self {
        let mut members = Members::default();
        members.maybe("cause", text());
        members.maybe("detail", text());
        Self::new(members, names, place)
    }

    /// That of a problem, whose page is its `type`.
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
            match fact.answered {
                Some(Answered::Value { .. }) if fact.class == FactClass::Promise => {
                    members.maybe(fact.name, any_of(fact));
                }
                Some(Answered::Value { .. }) | None => {}
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
            part(of_advice, advice, "What any error may say, whatever its code."),
            part(of_retry, retry, "What any error that may be repeated may say about it."),
        ])
    }

    /// The schema of an object, with references to the shared members.
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

    /// The parts, each with its name.
    pub(crate) fn into_definitions(self) -> impl Iterator<Item = (String, Value)> {
        self.0.into_iter().map(|part| (part.name, part.schema))
    }
}

/// The object `error` of an envelope with another code, from a newer version or left out of the document.
pub(crate) fn other_error(codes: &[CodeSchema<'_>]) -> Value {
    let mut members = Members::default();
    members.always("code", other_code(codes));
    members.always("message", json!({"type": "string", "minLength": 1}));
    members.maybe("cause", text());
    members.maybe("detail", text());
    for fact in FACTS {
        match fact.answered {
            Some(Answered::Value { .. }) => members.one_of(fact.ty == FactType::Boolean, fact.name, any_of(fact)),
            Some(answered) => members.maybe(fact.name, advice(answered)),
            None => {}
        }
    }
    members.maybe("context", json!({"type": "object"}));
    other(members)
}

/// A problem with another code.
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
    object.insert("description".to_owned(), "An error with another code, as of a newer version.".into());
    object.into()
}

/// Any value of a fact that is a word or a boolean.
fn any_of(fact: &Fact) -> Value {
    match fact.ty {
        FactType::Word(words) => one_of(words.iter().map(|word| json!(word)).collect()),
        _ => json!({"type": "boolean"}),
    }
}

fn advice(answered: Answered) -> Value {
    match answered {
        Answered::UriReference => json!({"type": "string", "format": "uri-reference"}),
        Answered::Wait => json!({"type": "integer", "minimum": 0}),
        Answered::Texts => json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        _ => text(),
    }
}

impl<'a> CodeSchema<'a> {
    /// Each code with all its declarations.
    pub(crate) fn all(catalog: &'a Document) -> Vec<Self> {
        catalog.own_first().map(|entry| Self { entry }).collect()
    }

    fn def(&self) -> &'a Declaration {
        self.entry
    }

    fn declarations(&self) -> impl Iterator<Item = &'a Declaration> + Clone + use<'a> {
        self.entry.declarations().iter()
    }

    /// The object `error` of an envelope. `context` is the schema of its context, or a reference to it.
    pub(crate) fn error(&self, context: Option<Value>) -> Value {
        let mut members = Members::default();
        members.always("code", literal(self.def().code().into()));
        members.always("message", json!({"type": "string", "minLength": 1}));
        members.maybe("cause", text());
        // A caller that wraps an error may add its own detail.
        members.maybe("detail", text());
        self.add_facts(&mut members);
        self.add_context(context, &mut members);
        self.described(members).into()
    }

    /// The body `application/problem+json` of RFC 9457, with our extension members.
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
        // The page is the `type`.
        members.properties.remove("docs_url");
        if self.contexts().into_iter().flatten().any(Field::is_field_errors) {
            let error = json!({"type": "object", "required": ["detail", "pointer"],
                "properties": {"detail": text(), "pointer": {"type": "string", "format": "uri-reference"}}});
            members.maybe("errors", json!({"type": "array", "items": error}));
        }
        self.add_context(context, &mut members);
        self.described(members).into()
    }

    /// Whether errors with this code may have any status of a failure, because a field holds it.
    pub(crate) fn has_any_status(&self) -> bool {
        self.declarations().any(|entry| entry.status_field().is_some())
    }

    fn status(&self) -> Value {
        if self.has_any_status() {
            return json!({"type": "integer", "minimum": 400, "maximum": 599});
        }
        one_of(self.statuses().into_iter().map(Value::from).collect())
    }

    /// The HTTP statuses of responses with this code, sorted; without those that a field may hold.
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

    /// Advice, retry facts and the circumstances, which are the same in both.
    fn add_facts(&self, members: &mut Members) {
        for fact in FACTS {
            match fact.answered {
                Some(Answered::Value { implied }) => self.add_value(fact, implied, members),
                Some(answered) => members.maybe(fact.name, advice(answered)),
                None => {}
            }
        }
    }

    /// Facts that programs branch on have the declared values; others have any of their words.
    fn add_value(&self, fact: &Fact, implied: Option<&str>, members: &mut Members) {
        let declared: Vec<_> = self.declarations().filter_map(|entry| entry.value(fact.name)).collect();
        let everywhere = declared.len() == self.entry.declarations().len();
        let mut values: Vec<Value> = declared.into_iter().cloned().collect();
        match fact.class {
            // The severity of a failure may change; a warning remains one.
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
            members.one_of(self.declarations().all(|entry| !entry.fields.is_empty()), "context", context);
        }
    }

    /// The different contexts of errors with this code, without empty ones.
    pub(crate) fn contexts(&self) -> Vec<&'a [Field]> {
        let mut contexts: Vec<&[Field]> = Vec::new();
        for fields in self.declarations().map(|entry| entry.fields.as_slice()).filter(|fields| !fields.is_empty()) {
            if !contexts.contains(&fields) {
                contexts.push(fields);
            }
        }
        contexts
    }

    /// The schema of the context, if there is any. What its types refer to is among the definitions.
    pub(crate) fn context(&self, definitions: &mut Definitions) -> Option<Value> {
        let contexts: Vec<Value> = self.contexts().into_iter().map(|fields| context_of(fields, definitions)).collect();
        match contexts.len() {
            0 | 1 => contexts.into_iter().next(),
            _ => Some(json!({"anyOf": contexts})),
        }
    }
}

/// The context of one declaration: every field is required, a `None` is null. A later version may add fields.
fn context_of(fields: &[Field], definitions: &mut Definitions) -> Value {
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let properties = fields.iter().map(|field| {
        let mut schema = definitions.with_types_of(field.schema.clone());
        if let (Value::Object(members), Some(summary)) = (&mut schema, &field.summary) {
            members.insert("description".to_owned(), summary.as_str().into());
        }
        (field.name.clone(), schema)
    });
    json!({"type": "object", "required": names, "properties": properties.collect::<Map<_, _>>()})
}
