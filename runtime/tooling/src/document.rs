//! Catalog documents: what `errors catalog` and `Catalog::document` print, read back.

mod read;
mod schema;

pub use read::DocumentError;
pub use schema::document_schema;

use crate::contract::Sets;
use crate::proofs::Proof;
use crate::schema::of_field;
use agent_error::definition::{Declared, Template};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

/// A catalog document: the codes of a program with everything that tools need to know about them.
///
/// Any program can write one; the JSON Schema is [`document_schema`](crate::document_schema).
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// use agent_error_tooling::Document;
///
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// let document: Document = Catalog::of::<NoUser>().document().parse().unwrap();
/// assert_eq!(document.codes().collect::<Vec<_>>(), ["USER_NOT_FOUND"]);
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    program: Option<Program>,
    /// Sorted by code.
    codes: Vec<Code>,
    places: HashMap<String, usize>,
    retired: Vec<Retired>,
    commands: Option<Sets>,
    tools: Option<Sets>,
    exits: Vec<Exit>,
    proofs: BTreeMap<String, Proof>,
}

/// The name of a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) version: Option<String>,
}

/// A code with all its declarations: one, unless several types share the code.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    declarations: Vec<Declaration>,
    /// Whether any program that uses agent-error may fail with it, so that it isn't a promise of this program.
    pub(crate) is_of_every_program: bool,
}

/// A declaration of a code.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// The facts, by name.
    facts: Map<String, Value>,
    /// The templates whose text differs from that of the fact.
    templates: Map<String, Value>,
    pub(crate) fields: Vec<Field>,
    pub(crate) rules: Vec<Value>,
    origin: String,
    variant: String,
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// A field of the context.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The Rust type; empty for a program in another language.
    pub(crate) rust_type: String,
    pub(crate) summary: Option<String>,
    /// The values that the field may have, as JSON Schema; `{}` is any value.
    pub(crate) schema: Value,
    /// The field in the document.
    value: Value,
}

/// A code of an earlier version, which must not be used again.
#[derive(Clone, Debug)]
pub(crate) struct Retired {
    pub(crate) code: String,
    /// The replacement, or the reason.
    pub(crate) note: Option<String>,
    /// The type that declared it.
    pub(crate) declared_by: String,
}

/// An exit code of the program.
#[derive(Clone, Debug)]
pub(crate) struct Exit {
    pub(crate) code: u8,
    pub(crate) name: Option<String>,
    pub(crate) description: String,
    pub(crate) advice: String,
}

impl FromStr for Document {
    type Err = DocumentError;

    /// Reads a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        Self::from_value(&crate::reading::json(text)?)
    }
}

impl Document {
    fn new(mut codes: Vec<Code>) -> Self {
        codes.sort_by(|a, b| a.code().cmp(b.code()));
        let places = codes.iter().enumerate().map(|(place, code)| (code.code().to_owned(), place)).collect();
        Self {
            program: None,
            codes,
            places,
            retired: Vec::new(),
            commands: None,
            tools: None,
            exits: Vec::new(),
            proofs: BTreeMap::new(),
        }
    }

    /// The name of the program. If the document doesn't name it, the crate that declares the most codes.
    pub fn program(&self) -> &str {
        self.named().0
    }

    /// The codes, sorted.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|code| code.code())
    }

    /// The number of codes.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no codes.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Whether the document names the program.
    pub fn is_named(&self) -> bool {
        self.program.is_some()
    }

    /// Names the program, for documents that don't.
    #[must_use]
    pub fn with_program(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.program = Some(Program { name: name.into(), version: Some(version.into()) });
        self
    }

    /// The document without the codes of agent-error and its integrations.
    #[must_use]
    pub fn own(&self) -> Self {
        let own = |code: &Code| {
            let own = code.declarations.iter().filter(|declared| !declared.is_of_agent_error());
            let declarations: Vec<Declaration> = own.cloned().collect();
            (!declarations.is_empty()).then_some(Code { declarations, ..*code })
        };
        let codes = self.codes.iter().filter_map(own).collect();
        Self {
            program: self.program.clone(),
            retired: self.retired.clone(),
            commands: self.commands.clone(),
            tools: self.tools.clone(),
            exits: self.exits.clone(),
            proofs: self.proofs.clone(),
            ..Self::new(codes)
        }
    }

    /// The file and the line that declare a code, if the document has them.
    pub fn source(&self, code: &str) -> Option<(&str, u32)> {
        let code = self.get(code)?;
        (!code.file.is_empty()).then_some((code.file.as_str(), code.line))
    }

    pub(crate) fn get(&self, code: &str) -> Option<&Code> {
        self.places.get(code).map(|place| &self.codes[*place])
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Code> {
        self.codes.iter()
    }

    /// The codes in the order of every view: those of the program and its libraries, then those of agent-error.
    pub(crate) fn own_first(&self) -> impl Iterator<Item = &Code> {
        let of_agent_error = |wanted: bool| self.iter().filter(move |code| code.is_of_agent_error() == wanted);
        of_agent_error(false).chain(of_agent_error(true))
    }

    pub(crate) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.iter().flat_map(|code| &code.declarations)
    }

    pub(crate) fn retired(&self) -> &[Retired] {
        &self.retired
    }

    pub(crate) fn commands(&self) -> Option<&Sets> {
        self.commands.as_ref()
    }

    pub(crate) fn tools(&self) -> Option<&Sets> {
        self.tools.as_ref()
    }

    /// What the program says about an exit code, if it gives it a name.
    pub(crate) fn exit(&self, code: u8) -> Option<&Exit> {
        self.exits.iter().find(|exit| exit.code == code && exit.name.is_some())
    }

    pub(crate) fn proof(&self, code: &str) -> Option<&Proof> {
        self.proofs.get(code)
    }

    pub(crate) fn proofs(&self) -> &BTreeMap<String, Proof> {
        &self.proofs
    }

    pub(crate) fn set_proofs(&mut self, proofs: BTreeMap<String, Proof>) {
        self.proofs = proofs;
    }

    /// The name and the version of the program. By default they follow from the paths of the types: the crate with the most
    /// codes, apart from agent-error.
    pub(crate) fn named(&self) -> (&str, Option<&str>) {
        if let Some(named) = &self.program {
            return (&named.name, named.version.as_deref());
        }
        let mut crates: BTreeMap<&str, usize> = BTreeMap::new();
        for code in self.iter() {
            let name = code.type_path().split("::").next().unwrap_or_default();
            *crates.entry(name).or_default() += usize::from(!code.is_of_agent_error());
        }
        // Of two crates with the same number, the first.
        let largest = crates.into_iter().rev().max_by_key(|(_, count)| *count);
        (largest.map_or("program", |(name, _)| name), None)
    }

    /// The program in a sentence: `tool 1.2.0`, or as much of it as is known.
    pub(crate) fn subject(&self) -> String {
        match &self.program {
            Some(Program { name, version: Some(version) }) => format!("{name} {version}"),
            Some(Program { name, version: None }) => name.clone(),
            None => "the program".to_owned(),
        }
    }
}

/// A code dereferences to its first declaration.
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

impl Declared for Declaration {
    fn fact(&self, name: &str) -> Option<Value> {
        self.value(name).cloned()
    }
}

impl Declaration {
    /// The value of a fact.
    pub(crate) fn value(&self, fact: &str) -> Option<&Value> {
        self.facts.get(fact)
    }

    fn text(&self, fact: &str) -> Option<&str> {
        self.value(fact)?.as_str()
    }

    /// A fact that is a template, with its format specifications.
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

    /// The path of the declaration, such as `my_tool::DbError::NotFound`.
    pub(crate) fn path(&self) -> &str {
        self.text("declared_by").unwrap_or_default()
    }

    /// The path of the type, such as `my_tool::DbError`.
    pub(crate) fn type_path(&self) -> &str {
        let path = self.path();
        path.strip_suffix(&self.variant).and_then(|path| path.strip_suffix("::")).unwrap_or(path)
    }

    /// The variant; empty for a struct.
    pub(crate) fn variant(&self) -> &str {
        &self.variant
    }

    /// Whether agent-error or one of its integrations declares it, not the program or another library.
    pub(crate) fn is_of_agent_error(&self) -> bool {
        self.origin == "agent-error"
    }
}

impl Field {
    pub(crate) fn new(value: &Value, name: &str) -> Self {
        let text = |member: &str| value[member].as_str().map(str::to_owned);
        Self {
            name: name.to_owned(),
            rust_type: text("rust_type").unwrap_or_default(),
            summary: text("summary"),
            schema: of_field(value),
            value: value.clone(),
        }
    }

    /// The JSON of the value in words, such as `integer or null`.
    pub(crate) fn described(&self) -> String {
        agent_error::definition::described(&self.value)
    }

    /// Whether the value is a list of invalid fields.
    pub(crate) fn is_field_errors(&self) -> bool {
        self.rust_type.contains("FieldError")
    }
}
