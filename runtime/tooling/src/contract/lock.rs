//! Reads and writes lock files. A lock file is sorted and has one line per fact, so that diffs are readable.

use super::{CodeContract, Contract, DiffError, Values};
use crate::document::{Document, DocumentError, check_fact, check_version, parsed};
use crate::pretty::{pretty, some};
use crate::schema::Sorted;
use agent_error::definition::{FACTS, Fact, FactClass};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

/// The version of lock files.
const LOCK_VERSION: u32 = 1;

const ABOUT: &str = "What this program promises about its error codes. A test compares it with the program. After an \
    intended change, run the test with AGENT_ERROR_LOCK=overwrite and commit this file.";

/// The number of nesting levels to expand. The innermost one contains the fields of a context.
const OPEN: usize = 4;

#[derive(serde::Serialize)]
struct LockFile<'a> {
    about: &'static str,
    lock_version: u32,
    #[serde(flatten)]
    contract: &'a Contract,
}

impl Contract {
    /// Returns the content of a lock file.
    pub fn to_lock(&self) -> String {
        pretty(&LockFile { about: ABOUT, lock_version: LOCK_VERSION, contract: self }, OPEN)
    }
}

/// Writes the facts in the order of [`FACTS`], which puts related facts next to each other.
impl Serialize for CodeContract {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for fact in FACTS {
            if fact.class == FactClass::Parts && !self.context.is_empty() {
                map.serialize_entry(fact.name, &self.context)?;
            }
            some(&mut map, fact.name, self.facts.get(fact.name))?;
        }
        map.end()
    }
}

/// Writes JSON Schemas with the most important keywords first.
pub(super) fn sorted<S: Serializer>(schemas: &Values, serializer: S) -> Result<S::Ok, S::Error> {
    Sorted(&schemas.clone().into()).serialize(serializer)
}

/// A single value is written as is, and several as `{"one_of": [...]}`.
impl From<Values> for Value {
    fn from(Values(mut values): Values) -> Self {
        if values.len() == 1 { values.remove(0) } else { serde_json::json!({"one_of": values}) }
    }
}

impl From<Value> for Values {
    fn from(value: Value) -> Self {
        match value.get("one_of").and_then(Value::as_array) {
            Some(several) if !several.is_empty() => Self::new(several.clone()),
            _ => Self::new(vec![value]),
        }
    }
}

impl FromStr for Contract {
    type Err = DocumentError;

    /// Parses a lock file or a catalog document.
    fn from_str(text: &str) -> Result<Self, DocumentError> {
        // Check the version first, because other versions may have other members.
        let value: Value = parsed(text)?;
        let Some(version) = value.get("lock_version") else {
            return Ok(Self::of(&text.parse::<Document>()?));
        };
        check_version(&version.to_string(), &LOCK_VERSION.to_string())?;
        let contract: Self = parsed(text)?;
        for (code, promise) in &contract.errors {
            for fact in FACTS.iter().filter(|fact| fact.class.is_locked()) {
                let checked = match promise.facts.get(fact.name) {
                    Some(values) => values.0.iter().try_for_each(|value| check_value(fact, value)),
                    None if fact.always => Err(format!("missing `{}`", fact.name)),
                    None => Ok(()),
                };
                checked.map_err(|problem| DocumentError::Invalid { place: format!("errors.{code}"), problem })?;
            }
        }
        Ok(contract)
    }
}

fn check_value(fact: &Fact, value: &Value) -> Result<(), String> {
    let is_absent = !fact.always && value.is_null();
    // A wait may come from a field.
    let is_field = fact.name == "retry_after_ms" && value.is_string();
    if is_absent || is_field { Ok(()) } else { check_fact(fact, value) }
}

impl Contract {
    /// Reads a file from a git revision, such as `origin/main`. Runs `git`.
    ///
    /// # Errors
    ///
    /// Returns [`DiffError::NotInRevision`] or [`DiffError::Invalid`].
    pub fn read_of_revision(revision: &str, path: impl AsRef<Path>) -> Result<Self, DiffError> {
        let path = path.as_ref();
        let unknown =
            |reason: String| DiffError::NotInRevision { revision: revision.to_owned(), path: path.to_owned(), reason };
        let invalid = |problem: String| DiffError::Invalid { path: path.to_owned(), problem };
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let mut object = OsString::from(format!("{revision}:./"));
        object.push(path.file_name().unwrap_or_default());
        let git = Command::new("git").arg("-C").arg(folder).args(["show", "--end-of-options"]).arg(object).output();
        let output = git.map_err(|error| unknown(format!("the program `git` cannot be run: {error}")))?;
        if !output.status.success() {
            return Err(unknown(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        let text = String::from_utf8(output.stdout)
            .map_err(|error| invalid(format!("no UTF-8 at byte {}", error.utf8_error().valid_up_to())))?;
        text.parse().map_err(|error: DocumentError| invalid(error.to_string()))
    }
}

/// Splits a file with git conflict markers into both sides: ours, then theirs. Also supports the `diff3` style, which
/// includes the base version.
pub fn conflict_sides(text: &str) -> [String; 2] {
    let mut sides = [String::new(), String::new()];
    let mut is_in = [true, true];
    for line in text.lines() {
        match line.get(..7) {
            Some("<<<<<<<") => is_in = [true, false],
            Some("|||||||") => is_in = [false, false],
            Some("=======") => is_in = [false, true],
            Some(">>>>>>>") => is_in = [true, true],
            _ => {
                for (side, _) in sides.iter_mut().zip(is_in).filter(|(_, is_in)| *is_in) {
                    side.push_str(line);
                    side.push('\n');
                }
            }
        }
    }
    sides
}
