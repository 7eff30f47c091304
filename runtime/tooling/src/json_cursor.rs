//! Parses JSON input and reports the paths of invalid values.

use crate::document::{DocumentError, Program, Sets, check_fact};
use agent_error::definition::{Fact, FactType};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A JSON value with its path in the document. Error messages include the path.
pub(crate) struct JsonCursor<'a> {
    pub(crate) value: &'a Value,
    place: String,
}

pub(crate) type Read<T> = Result<T, DocumentError>;

impl<'a> JsonCursor<'a> {
    pub(crate) fn root(value: &'a Value) -> Self {
        Self { value, place: String::new() }
    }

    pub(crate) fn invalid(&self, expected: impl Into<String>) -> DocumentError {
        DocumentError::Invalid { place: self.place.clone(), problem: format!("not {}", expected.into()) }
    }

    pub(crate) fn at(&self, name: impl fmt::Display, value: &'a Value) -> Self {
        let dot = if self.place.is_empty() { "" } else { "." };
        Self { value, place: format!("{}{dot}{name}", self.place) }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Self> {
        self.value.get(name).map(|value| self.at(name, value))
    }

    pub(crate) fn member(&self, name: &str, expected: &'static str) -> Read<Self> {
        self.get(name).ok_or_else(|| self.at(name, self.value).invalid(expected))
    }

    pub(crate) fn number(&self, expected: &'static str) -> Read<u64> {
        self.value.as_u64().ok_or_else(|| self.invalid(expected))
    }

    pub(crate) fn text(&self, expected: &'static str) -> Read<&'a str> {
        self.value.as_str().ok_or_else(|| self.invalid(expected))
    }

    pub(crate) fn boolean(&self) -> Read<bool> {
        self.value.as_bool().ok_or_else(|| self.invalid(expected(FactType::Boolean)))
    }

    /// Returns an optional string member.
    pub(crate) fn optional_text(&self, name: &str) -> Read<Option<String>> {
        self.get(name).map(|found| found.text("a string").map(str::to_owned)).transpose()
    }

    pub(crate) fn object(&self, expected: &'static str) -> Read<&'a Map<String, Value>> {
        self.value.as_object().ok_or_else(|| self.invalid(expected))
    }

    pub(crate) fn list(&self, expected: &'static str) -> Read<impl Iterator<Item = Self> + use<'_, 'a>> {
        let values = self.value.as_array().ok_or_else(|| self.invalid(expected))?;
        Ok(values.iter().enumerate().map(|(index, value)| self.at(index, value)))
    }

    /// Parses a list of retired codes. Each item is a string, or an object with a code and a note.
    pub(crate) fn retired(&self) -> Read<BTreeMap<String, Option<String>>> {
        let codes = self.list("a list of codes")?.map(|entry| match entry.get("code") {
            Some(code) => {
                let note = entry.optional_text("note")?;
                Ok((code.text("a code")?.to_owned(), note))
            }
            None => Ok((entry.text("a code")?.to_owned(), None)),
        });
        codes.collect()
    }

    pub(crate) fn program(&self) -> Read<Program> {
        let name = self.member("name", "a name")?.text("a name")?.to_owned();
        Ok(Program { name, version: self.optional_text("version")? })
    }

    /// Parses the codes of each command or tool.
    pub(crate) fn sets(&self) -> Read<Sets> {
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

    /// Parses one of a fixed set of strings.
    pub(crate) fn word(&self, words: &'static [&'static str]) -> Read<&'static str> {
        let found = words.iter().find(|word| self.value.as_str() == Some(word));
        found.copied().ok_or_else(|| self.invalid(expected(FactType::Word(words))))
    }

    /// Returns the value of a fact. Fails if the value has the wrong type.
    pub(crate) fn fact(&self, fact: &Fact) -> Read<Value> {
        match check_fact(fact, self.value) {
            Ok(()) => Ok(self.value.clone()),
            Err(_) => Err(self.invalid(expected(fact.ty))),
        }
    }
}

/// Describes the valid values of a type, such as `an integer from 0 to 255`.
pub(crate) fn expected(ty: FactType) -> String {
    match ty {
        FactType::Text => "a string".to_owned(),
        FactType::Word(words) => format!("one of {}", words.join(", ")),
        FactType::Integer(from, to) => format!("an integer from {from} to {to}"),
        FactType::Boolean => "true or false".to_owned(),
        FactType::Texts => "a list of strings".to_owned(),
        FactType::Fields => "a list of fields".to_owned(),
        FactType::Rules => "a list of rules".to_owned(),
        _ => "a value".to_owned(),
    }
}
