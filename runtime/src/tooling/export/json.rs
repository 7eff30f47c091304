//! The catalog as one JSON document, as in `catalog.schema.json`.

use crate::catalog::Catalog;
use crate::catalog::proof::Proof;
use crate::definition::def::TypeDef;
use crate::definition::entry::Entry;
use crate::definition::fact::{Fact, FactType, FactValue, Views};
use crate::definition::facts::FACTS;
use crate::definition::field_def::FieldDef;
use crate::ready::own;
use crate::tooling::contract::Contract;
use crate::tooling::pretty::pretty;
use crate::tooling::pretty::some;
use crate::tooling::schema::{Sorted, of_field};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of the document. The first number grows when a member is removed or changes its meaning, the second when
/// one is added.
pub(in crate::tooling) const CATALOG_VERSION: &str = "1.1";

impl Catalog {
    /// The JSON Schema (draft 2020-12) of the document that [`ExportFormat::Json`](crate::tooling::ExportFormat::Json) writes.
    ///
    /// ```
    /// let schema = agent_error::Catalog::json_schema();
    /// assert_eq!(schema["properties"]["catalog_version"]["pattern"], "^1\\.[0-9]+$");
    /// assert_eq!(schema["$defs"]["code"]["properties"]["retryable"]["type"], "boolean");
    /// ```
    pub fn json_schema() -> Value {
        // Part of this crate, and read by a test.
        let mut schema: Value = serde_json::from_str(include_str!("catalog.schema.json")).unwrap_or_default();
        let code = &mut schema["$defs"]["code"];
        let required: Vec<&str> = FACTS.iter().filter(|fact| fact.always).map(|fact| fact.name).collect();
        code["required"] = required.into();
        for fact in FACTS {
            code["properties"][fact.name] = described(fact);
        }
        schema
    }
}

/// The schema of a fact.
fn described(fact: &Fact) -> Value {
    let mut schema = match fact.ty {
        FactType::Text => json!({"$ref": "#/$defs/text"}),
        FactType::Word(words) => json!({"enum": words}),
        FactType::Integer(from, i64::MAX) => json!({"type": "integer", "minimum": from}),
        FactType::Integer(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
        FactType::Boolean => json!({"type": "boolean"}),
        FactType::Texts => json!({"type": "array", "items": {"type": "string"}}),
        FactType::Fields => json!({"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/field"}}),
        FactType::Rules => json!({"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}}),
    };
    schema["description"] = fact.about.into();
    schema
}

pub(super) fn text(catalog: &Catalog) -> String {
    pretty(&Document(catalog), 3)
}

struct Document<'a>(&'a Catalog);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("catalog_version", CATALOG_VERSION)?;
        let (name, version) = self.0.named();
        map.serialize_entry("program", &Program { name, version })?;
        map.serialize_entry("errors", &Errors(self.0))?;
        if !self.0.retired().is_empty() {
            map.serialize_entry("retired", self.0.retired())?;
        }
        let promised = Contract::of(self.0);
        some(&mut map, "commands", promised.commands())?;
        some(&mut map, "tools", promised.tools())?;
        map.serialize_entry("exit_codes", &self.0.exits().view())?;
        map.serialize_entry("types", &types(self.0))?;
        map.end()
    }
}

/// The name of a program in a file.
pub(in crate::tooling) struct Program<'a> {
    pub(in crate::tooling) name: &'a str,
    pub(in crate::tooling) version: Option<&'a str>,
}

impl Serialize for Program<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        some(&mut map, "version", self.version)?;
        map.end()
    }
}

struct Errors<'a>(&'a Catalog);

impl Serialize for Errors<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let proof = |entry: &Entry| self.0.proofs.get(entry.def.code()).map(Proof::word);
        let code = |entry| Code { entry, proof: proof(entry), others: self.0.others(entry.def.code()) };
        serializer.collect_seq(self.0.own_first().map(code))
    }
}

/// A code, and its other declarations.
struct Code<'a> {
    entry: &'a Entry,
    proof: Option<&'static str>,
    others: &'a [Entry],
}

impl Serialize for Code<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.entry.facts(Views::EXPORT.and(Views::JSON)) {
            match value {
                FactValue::Fields(fields) => map.serialize_entry(name, &Fields(fields))?,
                value => map.serialize_entry(name, &value)?,
            }
        }
        if own::is_promised_here(self.entry) {
            map.serialize_entry("of_every_program", &true)?;
        }
        some(&mut map, "proof", self.proof)?;
        if !self.others.is_empty() {
            let others: Vec<Code<'_>> =
                self.others.iter().map(|entry| Code { entry, proof: None, others: &[] }).collect();
            map.serialize_entry("also_declared", &others)?;
        }
        map.end()
    }
}

struct Fields(&'static [FieldDef]);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Field))
    }
}

/// A field with its possible values.
struct Field<'a>(&'a FieldDef);

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.view().members().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.serialize_entry("schema", &Sorted(&of_field(self.0)))?;
        map.end()
    }
}

/// A type and the codes that it declares.
struct Type {
    ty: &'static TypeDef,
    codes: Vec<&'static str>,
}

/// The types that declare codes, sorted by path.
fn types(catalog: &Catalog) -> Vec<Type> {
    let mut types: BTreeMap<(&str, &str, u32), Type> = BTreeMap::new();
    for Entry { def, ty, .. } in catalog.declarations() {
        let key = (ty.path, ty.file, ty.line);
        types.entry(key).or_insert_with(|| Type { ty, codes: Vec::new() }).codes.push(def.code());
    }
    let mut types: Vec<Type> = types.into_values().collect();
    for ty in &mut types {
        ty.codes.sort_unstable();
    }
    types
}

impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("path", self.ty.path)?;
        some(&mut map, "docs", self.ty.docs)?;
        map.serialize_entry("codes", &self.codes)?;
        map.end()
    }
}
