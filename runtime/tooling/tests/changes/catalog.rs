//! A small catalog document, and the output of its program.

use agent_error_tooling::{Contract, Document};
use serde_json::{Map, Value, json};

/// The members of an error that copy a fact. The other members depend on more than a fact.
const COPIED: &str = "code message suggestion fix_required fix_command check_command replacement docs_url instance \
    retryable retry_after_ms retry_strategy phase side_effects severity actions";

/// How many types declare the code, and which declaration changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One type.
    Single,
    /// The first of two.
    First,
    /// The second of two.
    Other,
}

impl Shape {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::First | Self::Other => "shared",
        }
    }
}

/// A version of a catalog with a code that changes.
#[derive(Clone)]
pub(crate) struct Version {
    /// The declarations of the code.
    pub(crate) declarations: Vec<Declaration>,
    /// Another code, so that two versions have something in common.
    pub(crate) other: Declaration,
    /// Other members of the document.
    pub(crate) members: Map<String, Value>,
}

/// A declaration, and the context of an error with it.
#[derive(Clone)]
pub(crate) struct Declaration {
    pub(crate) facts: Map<String, Value>,
    pub(crate) context: Map<String, Value>,
}

impl Declaration {
    /// A declaration with the facts that every code has.
    pub(crate) fn plain(path: &str) -> Self {
        let facts = json!({
            "code": "BUSY", "exit_code": 12, "retryable": false, "side_effects": "none", "phase": "execution",
            "severity": "error", "http_status": 500, "message": "the store is busy", "declared_by": path,
        });
        Self {
            facts: facts.as_object().unwrap().clone(),
            context: Map::new(),
        }
    }

    pub(crate) fn set(&mut self, fact: &str, value: Value) {
        self.facts.insert(fact.to_owned(), value);
    }

    pub(crate) fn with(mut self, fact: &str, value: Value) -> Self {
        self.set(fact, value);
        self
    }

    /// Adds a field of the context.
    pub(crate) fn field(&mut self, name: &str, rust_type: &str, schema: Value, value: Value) {
        let fields = self.facts.entry("context").or_insert_with(|| json!([]));
        let field = json!({"name": name, "rust_type": rust_type, "schema": schema});
        fields.as_array_mut().unwrap().push(field);
        self.context.insert(name.to_owned(), value);
    }

    /// The output of an error with this declaration.
    pub(crate) fn output(&self) -> Value {
        let mut error = Map::new();
        for (name, value) in &self.facts {
            if COPIED.split_whitespace().any(|copied| copied == name) && !is_implied(value) {
                error.insert(name.clone(), value.clone());
            }
        }
        if !self.context.is_empty() {
            error.insert("context".to_owned(), self.context.clone().into());
        }
        json!({"ok": false, "data": null, "error": error, "warnings": [], "meta": {"duration_ms": 0}})
    }
}

/// Whether errors omit a fact with this value.
fn is_implied(value: &Value) -> bool {
    [
        json!(false),
        json!("none"),
        json!("execution"),
        json!("error"),
        json!([]),
    ]
    .contains(value)
}

impl Version {
    pub(crate) fn new(declarations: impl Into<Vec<Declaration>>) -> Self {
        let other = Declaration::plain("shop::Other").with("code", json!("OTHER"));
        Self {
            declarations: declarations.into(),
            other,
            members: Map::new(),
        }
    }

    fn value(&self) -> Value {
        let mut document = self.members.clone();
        document.insert("catalog_version".to_owned(), "1.0".into());
        let mut codes = Vec::new();
        if let Some((first, others)) = self.declarations.split_first() {
            let mut code = first.facts.clone();
            if !others.is_empty() {
                let others = others.iter().map(|other| Value::from(other.facts.clone()));
                code.insert("also_declared".to_owned(), others.collect());
            }
            codes.push(Value::from(code));
        }
        codes.push(self.other.facts.clone().into());
        document.insert("errors".to_owned(), codes.into());
        document.into()
    }

    pub(crate) fn document(&self) -> Document {
        let text = self.value().to_string();
        text.parse()
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    pub(crate) fn contract(&self) -> Contract {
        let contract = Contract::of(&self.document());
        let lock = contract.to_lock();
        assert_eq!(lock.parse::<Contract>().unwrap(), contract, "{lock}");
        contract
    }

    /// All declarations.
    pub(crate) fn declared(&self) -> impl Iterator<Item = &Declaration> {
        self.declarations.iter().chain([&self.other])
    }

    /// The output of an error of each declaration.
    pub(crate) fn outputs(&self) -> Vec<Value> {
        self.declared().map(Declaration::output).collect()
    }
}
