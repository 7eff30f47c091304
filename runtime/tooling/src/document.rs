//! Catalog documents, as written by `errors catalog` and `Catalog::document`.

mod declaration;
mod read;
mod schema;

pub(crate) use declaration::{Code, Declaration, Field};
pub use read::DocumentError;
pub use schema::document_schema;

use crate::json_cursor::{Program, Sets};
use crate::proofs::Proof;
use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

/// The origin of codes declared by agent-error and its integrations.
const AGENT_ERROR: &str = "agent-error";

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
    program: Option<Program>,
    /// The codes, sorted.
    codes: Vec<Code>,
    places: HashMap<String, usize>,
    retired: Vec<Retired>,
    commands: Option<Sets>,
    tools: Option<Sets>,
    exits: Vec<Exit>,
    proofs: BTreeMap<String, Proof>,
}

/// A code that was removed and must not be reused.
#[derive(Clone, Debug)]
pub(crate) struct Retired {
    pub(crate) code: String,
    /// The replacement, or the reason why the code was removed.
    pub(crate) note: Option<String>,
    /// The type that declared the code.
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

    /// Parses a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        Self::from_value(&crate::json_cursor::json(text)?)
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

    /// Returns the name of the program. If the document doesn't contain the name, returns the name of the crate that
    /// declares the most codes.
    pub fn program(&self) -> &str {
        self.named().0
    }

    /// Returns the codes, sorted.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.entries().map(|code| code.code())
    }

    /// Returns the number of codes.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no codes.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Whether the document contains the name of the program.
    pub fn is_named(&self) -> bool {
        self.program.is_some()
    }

    /// Sets the name and version of the program.
    #[must_use]
    pub fn with_program(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.program = Some(Program { name: name.into(), version: Some(version.into()) });
        self
    }

    /// Returns the document without the codes of agent-error and its integrations.
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

    /// Returns the file and line where a code is declared, if the document contains them.
    pub fn source(&self, code: &str) -> Option<(&str, u32)> {
        let code = self.get(code)?;
        (!code.file.is_empty()).then_some((code.file.as_str(), code.line))
    }

    pub(crate) fn get(&self, code: &str) -> Option<&Code> {
        self.places.get(code).map(|place| &self.codes[*place])
    }

    pub(crate) fn entries(&self) -> std::slice::Iter<'_, Code> {
        self.codes.iter()
    }

    /// Returns the codes in display order: first the codes of the program and its libraries, then the codes of
    /// agent-error.
    pub(crate) fn own_first(&self) -> impl Iterator<Item = &Code> {
        let of_agent_error = |wanted: bool| self.entries().filter(move |code| code.is_of_agent_error() == wanted);
        of_agent_error(false).chain(of_agent_error(true))
    }

    /// Returns all declarations: first the main declaration of each code, then the additional declarations of shared
    /// codes.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        let others = self.entries().flat_map(|code| &code.declarations[1..]);
        self.entries().map(|code| &**code).chain(others)
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

    /// Returns the exit codes that the document describes.
    pub(crate) fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// Returns the description of a named exit code.
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

    /// Returns the name and version of the program.
    ///
    /// If the document doesn't contain them, returns the name of the crate that declares the most codes, without a
    /// version. Derives the crates from the paths of the declaring types, and ignores agent-error.
    pub(crate) fn named(&self) -> (&str, Option<&str>) {
        if let Some(named) = &self.program {
            return (&named.name, named.version.as_deref());
        }
        let mut crates: BTreeMap<&str, usize> = BTreeMap::new();
        // Types of programs in other languages don't have paths.
        for code in self.entries().filter(|code| !code.path().is_empty()) {
            let name = code.type_path().split("::").next().unwrap_or_default();
            *crates.entry(name).or_default() += usize::from(!code.is_of_agent_error());
        }
        // If several crates declare the same number of codes, choose the first one in alphabetical order.
        let largest = crates.into_iter().rev().max_by_key(|(_, count)| *count);
        (largest.map_or("program", |(name, _)| name), None)
    }

    /// Returns the program's name and version for use in a sentence, such as `tool 1.2.0`.
    pub(crate) fn subject(&self) -> String {
        match &self.program {
            Some(Program { name, version: Some(version) }) => format!("{name} {version}"),
            Some(Program { name, version: None }) => name.clone(),
            None => "the program".to_owned(),
        }
    }
}
