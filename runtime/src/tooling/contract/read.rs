//! Reads contracts from lock files and exported catalogs.

use super::compare::IN_VERSION_1;
use super::lock::LOCK_VERSION;
use super::narrower::without_notes;
use super::{Contract, Field, Program, Promise, Sets};
use crate::catalog::proof::Proof;
use crate::definition::fact::{Fact, FactType};
use crate::definition::facts::FACTS;
use crate::tooling::export::CATALOG_VERSION;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// Why a text is not a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContractError {
    /// It has conflict marks of git.
    MergeConflict {
        /// The line of the first mark, counted from 1.
        line: usize,
    },
    /// It is not JSON.
    NotJson {
        /// The message of the parser, with line and column.
        problem: String,
    },
    /// It is JSON, but neither a lock file nor an exported catalog.
    NotACatalog,
    /// A newer version of this crate has written it.
    Newer {
        /// Its version.
        found: String,
        /// The newest version that can be read.
        known: String,
    },
    /// A value in it is invalid.
    Invalid {
        /// The place, such as `errors.DB_LOCKED.exit_code`.
        place: String,
        /// The valid values.
        expected: String,
    },
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MergeConflict { line } => write!(f, "line {line} is the mark of a merge conflict"),
            Self::NotJson { problem } => write!(f, "no JSON: {problem}"),
            Self::NotACatalog => f.write_str("neither a lock file nor what `errors export --format json` writes"),
            Self::Newer { found, known } => {
                write!(f, "its version {found} is newer than {known}; a newer agent-error has written it")
            }
            Self::Invalid { place, expected } => write!(f, "`{place}` is not {expected}"),
        }
    }
}

impl std::error::Error for ContractError {}

impl FromStr for Contract {
    type Err = ContractError;

    /// Reads a lock file or an exported catalog.
    fn from_str(text: &str) -> Result<Self, ContractError> {
        // Some editors and shells mark UTF-8 as such.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // Git's marks are not JSON, but reporting them is more helpful.
        let is_mark = |line: &str| ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark));
        if let Some(line) = text.lines().position(is_mark) {
            return Err(ContractError::MergeConflict { line: line + 1 });
        }
        let document: Value =
            serde_json::from_str(text).map_err(|error| ContractError::NotJson { problem: error.to_string() })?;
        let document = At { value: &document, place: String::new() };
        let (codes, known) = match (document.get("lock_version"), document.get("catalog_version")) {
            (Some(version), _) => {
                let version = version.number("a version, as in 1")?;
                newer(version > LOCK_VERSION, version, LOCK_VERSION)?;
                let known = if version < 2 { Known::First } else { Known::All };
                (document.member("errors", "an object of codes")?.locked(known)?, known)
            }
            (None, Some(version)) => {
                let version = version.text("a version, as in \"1.0\"")?;
                newer(major(version) > major(CATALOG_VERSION), version, CATALOG_VERSION)?;
                (document.member("errors", "a list of codes")?.exported()?, Known::All)
            }
            (None, None) => return Err(ContractError::NotACatalog),
        };
        let retired = document.get("retired").map_or(Ok(BTreeMap::new()), |retired| retired.retired())?;
        let program = document.get("program").map(|program| program.program()).transpose()?;
        let commands = document.get("commands").map(|sets| sets.sets()).transpose()?;
        let tools = document.get("tools").map(|sets| sets.sets()).transpose()?;
        Ok(Self { program, codes, retired, commands, tools, whole: known == Known::All })
    }
}

fn newer(is_newer: bool, found: impl ToString, known: impl ToString) -> Result<(), ContractError> {
    match is_newer {
        true => Err(ContractError::Newer { found: found.to_string(), known: known.to_string() }),
        false => Ok(()),
    }
}

fn major(version: &str) -> u64 {
    version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(u64::MAX)
}

/// A value and its place.
struct At<'a> {
    value: &'a Value,
    place: String,
}

type Read<T> = Result<T, ContractError>;

impl<'a> At<'a> {
    fn invalid(&self, expected: impl Into<String>) -> ContractError {
        ContractError::Invalid { place: self.place.clone(), expected: expected.into() }
    }

    fn at(&self, name: impl fmt::Display, value: &'a Value) -> Self {
        let dot = if self.place.is_empty() { "" } else { "." };
        Self { value, place: format!("{}{dot}{name}", self.place) }
    }

    fn get(&self, name: &str) -> Option<Self> {
        self.value.get(name).map(|value| self.at(name, value))
    }

    fn member(&self, name: &str, expected: &'static str) -> Read<Self> {
        self.get(name).ok_or_else(|| self.at(name, self.value).invalid(expected))
    }

    fn number(&self, expected: &'static str) -> Read<u64> {
        self.value.as_u64().ok_or_else(|| self.invalid(expected))
    }

    fn text(&self, expected: &'static str) -> Read<&'a str> {
        self.value.as_str().ok_or_else(|| self.invalid(expected))
    }

    fn object(&self, expected: &'static str) -> Read<&'a Map<String, Value>> {
        self.value.as_object().ok_or_else(|| self.invalid(expected))
    }

    fn list(&self, expected: &'static str) -> Read<impl Iterator<Item = Self> + use<'_, 'a>> {
        let values = self.value.as_array().ok_or_else(|| self.invalid(expected))?;
        Ok(values.iter().enumerate().map(|(index, value)| self.at(index, value)))
    }

    /// The names of codes, or objects with a code and a note.
    fn retired(&self) -> Read<BTreeMap<String, Option<String>>> {
        let codes = self.list("a list of codes")?.map(|entry| match entry.get("code") {
            Some(code) => {
                let note = entry.get("note").map(|note| note.text("a text").map(str::to_owned)).transpose()?;
                Ok((code.text("a code")?.to_owned(), note))
            }
            None => Ok((entry.text("a code")?.to_owned(), None)),
        });
        codes.collect()
    }

    fn program(&self) -> Read<Program> {
        let version = self.get("version").map(|version| version.text("a version").map(str::to_owned)).transpose()?;
        Ok(Program { name: self.member("name", "a name")?.text("a name")?.to_owned(), version })
    }

    /// The codes of commands or tools.
    fn sets(&self) -> Read<Sets> {
        let sets = self.object("an object of lists of codes")?.iter().map(|(name, value)| {
            let set = self.at(name, value);
            if value.is_null() {
                return Ok((name.clone(), None));
            }
            let codes = set.list("a list of codes")?.map(|code| code.text("a code").map(str::to_owned));
            Ok((name.clone(), Some(codes.collect::<Read<BTreeSet<String>>>()?)))
        });
        sets.collect()
    }

    /// The codes of a lock file.
    fn locked(&self, known: Known) -> Read<BTreeMap<String, Promise>> {
        let codes = self.object("an object of codes")?.iter().map(|(code, value)| {
            let entry = self.at(code, value);
            let mut context = BTreeMap::new();
            if let Some(fields) = entry.get("context") {
                for (name, value) in fields.object("an object of fields")? {
                    context.insert(name.clone(), fields.at(name, value).field()?);
                }
            }
            Ok((code.clone(), entry.promise(context, known)?))
        });
        codes.collect()
    }

    /// The codes of an exported catalog.
    fn exported(&self) -> Read<BTreeMap<String, Promise>> {
        let promised = |entry: &Self| entry.get("of_every_program").is_none();
        let codes = self.list("a list of codes")?.filter(promised).map(|entry| {
            let code = entry.member("code", "a code")?.text("a code")?.to_owned();
            // An entry has more facts than the code.
            let entry = self.at(&code, entry.value);
            let mut promise = entry.promise(entry.exported_context()?, Known::All)?;
            if let Some(others) = entry.get("also_declared") {
                for other in others.list("a list of declarations")? {
                    promise.add_context(other.exported_context()?);
                }
            }
            Ok((code, promise))
        });
        codes.collect()
    }

    fn exported_context(&self) -> Read<BTreeMap<String, Field>> {
        let Some(fields) = self.get("context") else { return Ok(BTreeMap::new()) };
        let fields = fields.list("a list of fields")?.map(|field| {
            let name = field.member("name", "the name of a field")?.text("the name of a field")?;
            Ok((name.to_owned(), field.field()?))
        });
        fields.collect()
    }

    fn promise(&self, context: BTreeMap<String, Field>, known: Known) -> Read<Promise> {
        let mut facts = BTreeMap::new();
        for fact in FACTS.iter().filter(|fact| fact.class.is_locked() && known.has(fact)) {
            // Version 1 kept texts separately.
            match self.get(fact.name).or_else(|| self.get("text")?.get(fact.name)) {
                Some(found) => facts.insert(fact.name, found.fact(fact)?),
                None if fact.always => return Err(self.at(fact.name, self.value).invalid(expected(fact.ty))),
                None => None,
            };
        }
        let proof = self.get("proof").map(|proof| proof.word(Proof::WORDS)).transpose()?;
        Ok(Promise { facts, context, proof })
    }

    /// One of these words.
    fn word(&self, words: &'static [&'static str]) -> Read<&'static str> {
        let found = words.iter().find(|word| self.value.as_str() == Some(word));
        found.copied().ok_or_else(|| self.invalid(expected(FactType::Word(words))))
    }

    /// The value of a fact, if it has the type of the fact.
    fn fact(&self, fact: &Fact) -> Read<Value> {
        let fits = match fact.ty {
            FactType::Text => self.value.is_string(),
            FactType::Word(words) => self.value.as_str().is_some_and(|word| words.contains(&word)),
            FactType::Integer(from, to) => self.value.as_i64().is_some_and(|number| (from..=to).contains(&number)),
            FactType::Boolean => self.value.is_boolean(),
            FactType::Texts => self.value.as_array().is_some_and(|texts| texts.iter().all(Value::is_string)),
            FactType::Fields | FactType::Rules => self.value.is_array(),
        };
        if fits { Ok(self.value.clone()) } else { Err(self.invalid(expected(fact.ty))) }
    }

    fn field(&self) -> Read<Field> {
        let always = self.get("always").is_none_or(|always| *always.value != Value::Bool(false));
        Ok(Field {
            rust_type: self.member("rust_type", "a Rust type")?.text("a Rust type")?.to_owned(),
            schema: without_notes(self.member("schema", "a JSON Schema")?.value),
            always,
        })
    }
}

/// A description of a type.
fn expected(ty: FactType) -> String {
    match ty {
        FactType::Text => "a text".to_owned(),
        FactType::Word(words) => format!("one of {}", words.join(", ")),
        FactType::Integer(from, to) => format!("a whole number from {from} to {to}"),
        FactType::Boolean => "true or false".to_owned(),
        FactType::Texts => "a list of texts".to_owned(),
        FactType::Fields => "a list of fields".to_owned(),
        FactType::Rules => "a list of rules".to_owned(),
    }
}

/// The facts in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    All,
    /// Those of lock files of version 1.
    First,
}

impl Known {
    fn has(self, fact: &Fact) -> bool {
        self == Self::All || IN_VERSION_1.contains(&fact.name)
    }
}
