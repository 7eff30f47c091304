//! Reads catalog documents.

use super::{Code, Declaration, Document, Exit, Field, Retired};
use crate::reading::{At, Read, expected, major, newer};
use agent_error::catalog::DOCUMENT_VERSION;
use agent_error::definition::FACTS;
use serde_json::{Map, Value};

pub use crate::reading::DocumentError;

impl Document {
    /// Reads a catalog document. Version 1 had no origins, source locations or templates.
    pub(crate) fn from_value(value: &Value) -> Result<Self, DocumentError> {
        let document = At::root(value);
        let Some(version) = document.get("catalog_version") else { return Err(DocumentError::NotACatalog) };
        let version = version.text("a version, as in \"2.0\"")?;
        newer(major(version) > major(DOCUMENT_VERSION), version, DOCUMENT_VERSION)?;
        let errors = document.member("errors", "a list of codes")?;
        let codes = errors.list("a list of codes")?.map(|entry| {
            let code = entry.member("code", "a code")?.text("a code")?;
            // A place with the code is more helpful than one with an index.
            errors.at(code, entry.value).code()
        });
        let mut read = Self::new(codes.collect::<Read<_>>()?);
        if let Some(retired) = document.get("retired") {
            read.retired =
                retired.list("a list of codes")?.map(|retired| retired.retired_code()).collect::<Read<_>>()?;
        }
        read.program = document.get("program").map(|program| program.program()).transpose()?;
        read.commands = document.get("commands").map(|sets| sets.sets()).transpose()?;
        read.tools = document.get("tools").map(|sets| sets.sets()).transpose()?;
        if let Some(exits) = document.get("exit_codes") {
            read.exits = exits.list("a list of exit codes")?.map(|exit| exit.exit()).collect::<Read<_>>()?;
        }
        Ok(read)
    }
}

impl At<'_> {
    fn code(&self) -> Read<Code> {
        let mut declarations = vec![self.declaration()?];
        if let Some(others) = self.get("also_declared") {
            for other in others.list("a list of declarations")? {
                declarations.push(other.declaration()?);
            }
        }
        Ok(Code { declarations, is_of_every_program: self.get("of_every_program").is_some() })
    }

    fn declaration(&self) -> Read<Declaration> {
        let mut facts = Map::new();
        let (mut fields, mut rules) = (Vec::new(), Vec::new());
        for fact in FACTS {
            match self.get(fact.name) {
                Some(found) => {
                    facts.insert(fact.name.to_owned(), found.fact(fact)?);
                    match fact.name {
                        "context" => fields = found.fields()?,
                        "classify" => rules = found.value.as_array().cloned().unwrap_or_default(),
                        _ => {}
                    }
                }
                // Programs in other languages have no Rust type to name.
                None if fact.always && fact.name != "declared_by" => {
                    return Err(self.at(fact.name, self.value).invalid(expected(fact.ty)));
                }
                None => {}
            }
        }
        let text = |name: &str| match self.get(name) {
            Some(found) => found.text("a string").map(str::to_owned),
            None => Ok(String::new()),
        };
        let (mut file, mut line) = (String::new(), 0);
        if let Some(source) = self.get("source") {
            source.member("file", "a path")?.text("a path")?.clone_into(&mut file);
            let number = source.member("line", "a line number")?.number("a line number")?;
            line = u32::try_from(number).unwrap_or(u32::MAX);
        }
        let templates = match self.get("templates") {
            Some(templates) => templates.object("an object of templates")?.clone(),
            None => Map::new(),
        };
        let (origin, variant) = (text("origin")?, text("variant")?);
        Ok(Declaration { facts, templates, fields, rules, origin, variant, file, line })
    }

    fn fields(&self) -> Read<Vec<Field>> {
        let fields = self.list("a list of fields")?.map(|field| {
            let name = field.member("name", "the name of a field")?.text("the name of a field")?;
            Ok(Field::new(field.value, name))
        });
        fields.collect()
    }

    fn retired_code(&self) -> Read<Retired> {
        let text = |name: &str| self.get(name).map(|found| found.text("a string").map(str::to_owned)).transpose();
        Ok(Retired {
            code: self.member("code", "a code")?.text("a code")?.to_owned(),
            note: text("note")?,
            declared_by: text("declared_by")?.unwrap_or_default(),
        })
    }

    fn exit(&self) -> Read<Exit> {
        let number = "an exit code from 0 to 255";
        let code = self.member("exit_code", number)?;
        let text = |name: &str| self.get(name).map(|found| found.text("a string").map(str::to_owned)).transpose();
        Ok(Exit {
            code: code.number(number)?.try_into().map_err(|_| code.invalid(number))?,
            name: text("name")?,
            description: text("description")?.unwrap_or_default(),
            advice: text("advice")?.unwrap_or_default(),
        })
    }
}
