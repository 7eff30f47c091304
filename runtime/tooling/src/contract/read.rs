//! Parses contracts from lock files and catalog documents.

use super::compare::IN_VERSION_1;
use super::lock::LOCK_VERSION;
use super::schema_compatibility::without_annotations;
use super::{CodeContract, Contract, Field, Meaning};
use crate::document::{Document, DocumentError, parsed};
use crate::json_cursor::{JsonCursor, Read, expected};
use agent_error::definition::{FACTS, Fact};
use std::collections::BTreeMap;
use std::str::FromStr;

impl FromStr for Contract {
    type Err = DocumentError;

    /// Parses a lock file or a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        let value = parsed(text)?;
        let file = JsonCursor::root(&value);
        let Some(version) = file.get("lock_version") else {
            return Ok(Self::of(&text.parse::<Document>()?));
        };
        let version = version.number("a version, as in 1")?;
        if version > LOCK_VERSION {
            return Err(DocumentError::UnknownVersion { found: version.to_string(), known: LOCK_VERSION.to_string() });
        }
        let known = if version < 2 { Known::First } else { Known::All };
        Ok(Self {
            program: file.get("program").map(|program| program.program()).transpose()?,
            codes: file.member("errors", "an object of codes")?.locked(known)?,
            retired: file.get("retired").map_or(Ok(BTreeMap::new()), |retired| retired.retired())?,
            commands: file.get("commands").map(|sets| sets.sets()).transpose()?,
            tools: file.get("tools").map(|sets| sets.sets()).transpose()?,
            exits: file.get("exits").map(|exits| exits.meanings()).transpose()?,
            whole: known == Known::All,
        })
    }
}

impl JsonCursor<'_> {
    /// Parses the codes of a lock file.
    fn locked(&self, known: Known) -> Read<BTreeMap<String, CodeContract>> {
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

    fn promise(&self, context: BTreeMap<String, Field>, known: Known) -> Read<CodeContract> {
        let mut facts = BTreeMap::new();
        for fact in FACTS.iter().filter(|fact| fact.class.is_locked()) {
            // Version 1 lock files store strings in a separate `text` object.
            match self.get(fact.name).or_else(|| self.get("text")?.get(fact.name)) {
                Some(found) => facts.insert(fact.name, found.values(fact)?),
                None if fact.always && known.has(fact) => {
                    return Err(self.at(fact.name, self.value).invalid(expected(fact.ty)));
                }
                None => None,
            };
        }
        Ok(CodeContract { facts, context })
    }

    /// Parses the meanings of exit codes.
    fn meanings(&self) -> Read<BTreeMap<u8, Meaning>> {
        let meanings = self.object("an object of exit codes")?.iter().map(|(code, value)| {
            let meaning = self.at(code, value);
            let number = code.parse().map_err(|_| meaning.invalid("an exit code from 0 to 255"))?;
            let name = meaning.member("name", "a name")?.text("a name")?.to_owned();
            let description = meaning.member("description", "a description")?.text("a description")?.to_owned();
            Ok((number, Meaning { name, description }))
        });
        meanings.collect()
    }

    fn field(&self) -> Read<Field> {
        let always = self.get("always").is_none_or(|always| *always.value != false);
        Ok(Field {
            rust_type: self.member("rust_type", "a Rust type")?.text("a Rust type")?.to_owned(),
            schema: without_annotations(self.member("schema", "a JSON Schema")?.value),
            always,
            values_from: self.optional_text("values_from")?,
        })
    }
}

/// The facts that a lock file is expected to contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    All,
    /// Only the facts of version 1 lock files.
    First,
}

impl Known {
    fn has(self, fact: &Fact) -> bool {
        self == Self::All || IN_VERSION_1.contains(&fact.name)
    }
}
