//! Reads and writes lock files.
//!
//! People review lock files, so they're sorted and omit what follows from the rest: the facts that
//! the exit code implies, the docs URLs that follow a template, the schemas that follow from a Rust
//! type, and the exit codes whose facts follow from their error codes. All of these are filled in
//! when a lock file is read, so a contract doesn't depend on where it comes from.

use super::defaults::Defaults;
use super::rule::Rule;
use super::schema_compatibility::canonical;
use super::{CodeContract, Contract, Facts, Field, Values, implied_by_codes, values_of};
use crate::document::{Document, DocumentError, Sets, check_version, parsed, schema_of};
use crate::facts::{FACTS, FactClass, locked};
use crate::schema::{Sorted, pretty};
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// The version of lock files.
const LOCK_VERSION: u32 = 2;

const ABOUT: &str = "What this program promises about its error codes. A test compares it with the program. After an \
    intended change, run the test with AGENT_ERROR_LOCK=overwrite and commit this file.";

#[derive(Serialize, Deserialize)]
struct LockFile {
    #[serde(default)]
    about: String,
    lock_version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// The docs URL of codes that don't have another one, with `{code}` for the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    docs: Option<String>,
    #[serde(deserialize_with = "unique")]
    errors: BTreeMap<String, CodeContract>,
    /// The classification rules in order of precedence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rules: Vec<Rule>,
    /// The rules that each type applies, if any type has rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules_of_types: BTreeMap<String, Vec<Rule>>,
    /// The codes that any program can fail with, such as those of panics and invalid command lines.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    every_program: BTreeMap<String, LockedFacts>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    retired: BTreeSet<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<Sets>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Sets>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    exits: BTreeMap<u8, Facts>,
}

/// Reads the codes. Rejects a code that's listed twice, as after a merge: the second entry would hide
/// the first promise.
fn unique<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, CodeContract>, D::Error> {
    struct Codes;

    impl<'de> Visitor<'de> for Codes {
        type Value = BTreeMap<String, CodeContract>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of codes")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut codes = BTreeMap::new();
            while let Some((code, promises)) = map.next_entry::<String, CodeContract>()? {
                if codes.contains_key(&code) {
                    return Err(A::Error::custom(format_args!("duplicate code `{code}`")));
                }
                codes.insert(code, promises);
            }
            Ok(codes)
        }
    }

    deserializer.deserialize_map(Codes)
}

/// Writes the facts in the order of [`FACTS`], which puts related facts next to each other.
impl Serialize for CodeContract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for fact in FACTS {
            if fact.class == FactClass::Parts && !self.context.is_empty() {
                map.serialize_entry(fact.name, &self.context)?;
            }
            if let Some(values) = self.facts.get(fact.name) {
                map.serialize_entry(fact.name, values)?;
            }
        }
        map.end()
    }
}

/// The facts of a code. If all others follow from the exit code, only the exit code.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected an exit code, or an object with facts")]
enum LockedFacts {
    Exit(u8),
    Facts(Facts),
}

/// A context field. If every error has it and its schema follows from its Rust type, only the type.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a type, or an object with `type`")]
pub(super) enum LockedField {
    Type(String),
    Members(FieldMembers),
}

#[derive(Default, Serialize, Deserialize)]
pub(super) struct FieldMembers {
    #[serde(rename = "type")]
    rust_type: String,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "sorted"
    )]
    schema: Option<Values>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values_from: Option<Values>,
}

/// Writes JSON Schemas with the most important keywords first.
#[allow(clippy::ref_option, reason = "serde passes the field")]
fn sorted<S: Serializer>(schema: &Option<Values>, serializer: S) -> Result<S::Ok, S::Error> {
    let schema = schema.clone().map(Value::from).unwrap_or_default();
    Sorted(&schema).serialize(serializer)
}

impl Contract {
    /// Returns the content of a lock file.
    pub fn to_lock(&self) -> String {
        let docs = self.docs_template();
        let mut errors = self.errors.clone();
        for (code, promise) in &mut errors {
            let defaults = Defaults::of(&promise.facts).with_docs(docs.as_deref(), code);
            promise.facts = defaults.removed_from(&promise.facts);
        }
        let mut every_program = BTreeMap::new();
        for (code, facts) in &self.every_program {
            every_program.insert(code.clone(), LockedFacts::of(facts));
        }
        let implied_exits = implied_by_codes(&self.errors);
        let mut exits = self.exits.clone();
        exits.retain(|exit, promises| implied_exits.get(exit) != Some(promises));
        pretty(&LockFile {
            about: ABOUT.to_owned(),
            lock_version: LOCK_VERSION,
            program: self.program.clone(),
            docs,
            errors,
            rules: self.rules.clone(),
            rules_of_types: self.rules_of_types.clone(),
            every_program,
            retired: self.retired.clone(),
            commands: self.commands.clone(),
            tools: self.tools.clone(),
            exits,
        })
    }

    /// Returns the template of the docs URLs, with `{code}` for the code.
    fn docs_template(&self) -> Option<String> {
        for (code, promise) in &self.errors {
            let url = values_of(&promise.facts, "docs_url");
            if let Some(Value::String(url)) = url.only()
                && url.contains(code)
            {
                return Some(url.replace(code, "{code}"));
            }
        }
        None
    }
}

impl From<LockFile> for Contract {
    fn from(lock: LockFile) -> Self {
        let mut errors = lock.errors;
        for (code, promise) in &mut errors {
            let defaults = Defaults::of(&promise.facts).with_docs(lock.docs.as_deref(), code);
            promise.facts = defaults.added_to(&promise.facts);
        }
        let mut every_program = BTreeMap::new();
        for (code, locked) in lock.every_program {
            every_program.insert(code, locked.complete());
        }
        let mut exits = implied_by_codes(&errors);
        exits.extend(lock.exits);
        Self {
            program: lock.program,
            errors,
            every_program,
            rules: lock.rules,
            rules_of_types: lock.rules_of_types,
            retired: lock.retired,
            commands: lock.commands,
            tools: lock.tools,
            exits,
        }
    }
}

impl LockedFacts {
    fn of(facts: &Facts) -> Self {
        let defaults = Defaults::of(facts);
        let stated = defaults.removed_from(facts);
        if stated.keys().all(|name| name == "exit_code") {
            Self::Exit(defaults.exit)
        } else {
            Self::Facts(stated)
        }
    }

    /// Returns the facts that programs branch on.
    fn complete(self) -> Facts {
        let stated = match self {
            Self::Exit(exit) => Facts::from([("exit_code".to_owned(), Values::new([json!(exit)]))]),
            Self::Facts(facts) => facts,
        };
        let mut facts = Defaults::of(&stated).added_to(&stated);
        facts.retain(|name, _| is_branched_on(name));
        facts
    }
}

fn is_branched_on(name: &str) -> bool {
    locked().any(|fact| fact.name == name && fact.class.is_branched_on())
}

impl From<Field> for LockedField {
    fn from(field: Field) -> Self {
        let has_own_schema = field.schema != schemas_of(&field.rust_type);
        let lists_values = !field.values_from.are_absent();
        if !has_own_schema && !lists_values && !field.optional {
            return Self::Type(field.rust_type);
        }
        Self::Members(FieldMembers {
            rust_type: field.rust_type,
            schema: has_own_schema.then_some(field.schema),
            optional: field.optional,
            values_from: lists_values.then_some(field.values_from),
        })
    }
}

impl From<LockedField> for Field {
    fn from(field: LockedField) -> Self {
        let members = match field {
            LockedField::Members(members) => members,
            LockedField::Type(rust_type) => FieldMembers {
                rust_type,
                ..FieldMembers::default()
            },
        };
        let schema = match members.schema {
            Some(schema) => schema,
            None => schemas_of(&members.rust_type),
        };
        Self {
            schema,
            rust_type: members.rust_type,
            optional: members.optional,
            values_from: members.values_from.unwrap_or_default(),
        }
    }
}

/// Returns the schemas that follow from a field's types.
fn schemas_of(types: &str) -> Values {
    let types = types.split(" or ");
    Values::new(types.map(|ty| canonical(&schema_of(ty))))
}

impl FromStr for Contract {
    type Err = DocumentError;

    /// Parses a lock file or a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        // Check the version first, because other versions may have other members.
        let value: Value = parsed(text)?;
        let Some(version) = value.get("lock_version") else {
            let document: Document = text.parse()?;
            return Ok(Self::of(&document));
        };
        if let Some(number) = version.as_u64()
            && number < LOCK_VERSION.into()
        {
            return Err(DocumentError::OutdatedLock);
        }
        check_version(&version.to_string(), &LOCK_VERSION.to_string())?;
        // Doesn't check the types of facts. A value of another type becomes a change.
        let lock: LockFile = parsed(text)?;
        Ok(lock.into())
    }
}
