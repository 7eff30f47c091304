//! Catalog documents, as written by `errors catalog` and `Catalog::document`.

mod declaration;
mod described;
mod error;
mod field;
mod schema;

pub(crate) use declaration::{Code, Declaration, is_one_field};
pub use error::DocumentError;
pub(crate) use error::{check_version, parsed};
pub(crate) use field::{DEBUG, Field, schema_of};
pub use schema::document_schema;

use agent_error::__tooling::DOCUMENT_VERSION;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

/// A catalog document: the codes of a program and their metadata.
///
/// Programs in any language can write catalog documents. For the JSON Schema, see
/// [`document_schema`](crate::document_schema).
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
    pub(crate) members: Members,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Members {
    pub(crate) program: Option<Program>,
    #[serde(rename = "errors", deserialize_with = "unique")]
    codes: BTreeMap<String, Code>,
    /// The classification rules in order of precedence.
    #[serde(default)]
    pub(crate) rules: Vec<Rule>,
    /// The same for each type, which also applies the rules of the types that it nests.
    #[serde(default)]
    pub(crate) rules_of_types: BTreeMap<String, Vec<Rule>>,
    #[serde(default)]
    pub(crate) retired: Vec<Retired>,
    pub(crate) commands: Option<Sets>,
    pub(crate) tools: Option<Sets>,
    #[serde(default, rename = "exit_codes")]
    pub(crate) exits: Vec<Exit>,
}

/// The name and version of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Program {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
}

/// The codes that each command or tool can fail with. `None` if a command or tool doesn't declare
/// its codes.
pub(crate) type Sets = BTreeMap<String, Option<BTreeSet<String>>>;

/// A rule that assigns a code to errors of other libraries.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Rule {
    pub(crate) code: String,
    /// The keyword in `classify(...)`, such as `status`.
    #[serde(rename = "rule")]
    pub(crate) kind: String,
    /// The argument of the keyword, if it has one.
    pub(crate) value: Option<String>,
}

/// A code that was removed and must not be reused.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Retired {
    pub(crate) code: String,
    /// The replacement, or the reason why the code was removed.
    pub(crate) note: Option<String>,
}

/// An exit code of the program.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Exit {
    #[serde(rename = "exit_code")]
    pub(crate) code: u8,
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) advice: String,
    pub(crate) retryable: Option<bool>,
    pub(crate) side_effects: Option<String>,
}

/// Reads the codes. Rejects duplicates, and codes without a name.
fn unique<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Code>, D::Error> {
    let mut codes = BTreeMap::new();
    for code in Vec::<Code>::deserialize(deserializer)? {
        if code.code().is_empty() {
            return Err(D::Error::custom("a code is empty"));
        }
        if let Some(previous) = codes.insert(code.code().to_owned(), code) {
            let name = previous.code();
            return Err(D::Error::custom(format_args!(
                "duplicate code `{name}`; put other declarations of a shared code into `also_declared`"
            )));
        }
    }
    Ok(codes)
}

impl FromStr for Document {
    type Err = DocumentError;

    /// Parses a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        // Check the version first, because other versions may have other members.
        let value: Value = parsed(text)?;
        let version = match value.get("catalog_version") {
            Some(Value::String(version)) => version.clone(),
            Some(other) => other.to_string(),
            None => return Err(DocumentError::NotACatalog),
        };
        check_version(&version, DOCUMENT_VERSION)?;
        Ok(Self {
            members: parsed(text)?,
        })
    }
}

impl Document {
    /// Returns the name of the program. If the document doesn't contain the name, returns the name
    /// of the crate that declares its first code.
    pub fn program(&self) -> &str {
        match &self.members.program {
            Some(program) => &program.name,
            None => self.first_crate().unwrap_or("program"),
        }
    }

    /// Returns the crate of the first code. Types of programs in other languages don't have paths.
    fn first_crate(&self) -> Option<&str> {
        let mut codes = self.own_first();
        let first = codes.find(|code| !code.path().is_empty())?;
        first.type_path().split("::").next()
    }

    /// Returns the version of the program.
    pub(crate) fn version(&self) -> Option<&str> {
        self.members.program.as_ref()?.version.as_deref()
    }

    /// Returns the codes, sorted.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.members.codes.keys().map(String::as_str)
    }

    /// Whether there are no codes.
    pub fn is_empty(&self) -> bool {
        self.members.codes.is_empty()
    }

    /// Returns the document without the codes of agent-error and its integrations.
    #[must_use]
    pub fn own(&self) -> Self {
        let mut own = self.clone();
        own.members.codes.retain(|_, code| {
            code.declarations
                .retain(|declared| !declared.is_of_agent_error());
            !code.declarations.is_empty()
        });
        own
    }

    /// Returns the file and line where a code is declared, if the document contains them.
    pub fn source(&self, code: &str) -> Option<(&str, u32)> {
        let source = &self.get(code)?.source;
        (!source.file.is_empty()).then_some((source.file.as_str(), source.line))
    }

    pub(crate) fn get(&self, code: &str) -> Option<&Code> {
        self.members.codes.get(code)
    }

    /// Returns the codes, sorted.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Code> {
        self.members.codes.values()
    }

    /// Returns the codes in display order: first the codes of the program and its libraries, then
    /// the codes of agent-error.
    pub(crate) fn own_first(&self) -> impl Iterator<Item = &Code> {
        let own = self.entries().filter(|code| !code.is_of_agent_error());
        let general = self.entries().filter(|code| code.is_of_agent_error());
        own.chain(general)
    }

    /// Returns all declarations: first the main declaration of each code, then the additional
    /// declarations of shared codes.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        let others = self.entries().flat_map(|code| &code.declarations[1..]);
        self.entries().map(|code| &**code).chain(others)
    }

    /// Returns the command line for an action in the notation of catalogs, such as `user.list`.
    /// Returns `None` if the action isn't a command of the program.
    #[cfg(feature = "pages")]
    pub(crate) fn command_line(&self, action: &str) -> Option<String> {
        let command = action.replace('.', " ");
        let is_known = self.members.commands.as_ref()?.contains_key(&command);
        is_known.then(|| format!("{} {command}", self.program()))
    }

    /// Returns the description of a named exit code.
    pub(crate) fn exit(&self, code: u8) -> Option<&Exit> {
        self.members
            .exits
            .iter()
            .find(|exit| exit.code == code && exit.name.is_some())
    }

    /// Returns the program's name and version for use in a sentence, such as `tool 1.2.0`.
    pub(crate) fn subject(&self) -> String {
        let Some(program) = &self.members.program else {
            return "the program".to_owned();
        };
        match &program.version {
            Some(version) => format!("{} {version}", program.name),
            None => program.name.clone(),
        }
    }
}
