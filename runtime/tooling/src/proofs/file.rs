//! The file with the proven advice, beside the lock file.

use super::Standing;
use super::promise::Promise;
use crate::pretty::pretty;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::str::FromStr;

const ABOUT: &str = "Which advice of this program a test has proven. After a change that is meant, run the test with \
                     AGENT_ERROR_LOCK=overwrite and commit this file.";

/// The proofs, by code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProofFile {
    /// The name of the test that has proven it.
    pub test: Option<String>,
    codes: BTreeMap<String, ProofEntry>,
}

/// The proof of a code.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofEntry {
    /// The advice that was followed.
    pub advice: Vec<Value>,
    outcome: Outcome,
}

/// How a code is covered.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Proven(Vec<String>),
    Exempt(String),
}

impl ProofEntry {
    /// The part of a standing that the file keeps.
    pub fn of(promise: &Promise, standing: &Standing) -> Option<Self> {
        let outcome = match standing {
            Standing::Proven { steps } => Outcome::Proven(steps.clone()),
            Standing::Exempt { reason } => Outcome::Exempt(reason.clone()),
            Standing::Unproven { .. } | Standing::Stale { .. } | Standing::Failed { .. } => return None,
        };
        Some(Self { advice: promise.advice.clone(), outcome })
    }
}

impl ProofFile {
    /// The proofs of these codes, found by this test.
    pub fn new(test: Option<String>, entries: impl IntoIterator<Item = (String, ProofEntry)>) -> Self {
        Self { test, codes: entries.into_iter().collect() }
    }

    /// The proof of a code.
    pub fn get(&self, code: &str) -> Option<&ProofEntry> {
        self.codes.get(code)
    }

    /// The codes with a proof, sorted.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.codes.keys().map(String::as_str)
    }

    /// The state of a promise by this file alone.
    pub(super) fn standing(&self, promise: &Promise) -> Standing {
        match self.get(&promise.code) {
            None => Standing::Unproven { template: String::new() },
            Some(entry) if entry.advice != promise.advice => Standing::Stale { change: entry.change(promise) },
            Some(ProofEntry { outcome: Outcome::Proven(steps), .. }) => Standing::Proven { steps: steps.clone() },
            Some(ProofEntry { outcome: Outcome::Exempt(reason), .. }) => Standing::Exempt { reason: reason.clone() },
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let entry = |(code, entry): (&String, &ProofEntry)| {
            let mut object = Map::new();
            match &entry.outcome {
                Outcome::Proven(steps) => object.insert("proven".to_owned(), json!(steps)),
                Outcome::Exempt(reason) => object.insert("exempt".to_owned(), json!(reason)),
            };
            object.insert("advice".to_owned(), json!(entry.advice));
            (code.clone(), Value::Object(object))
        };
        let codes: Map<String, Value> = self.codes.iter().map(entry).collect();
        let mut file = json!({"about": ABOUT, "proofs_version": 1, "codes": codes});
        if let Some(test) = &self.test {
            file["test"] = json!(test);
        }
        pretty(&file, 3)
    }
}

impl ProofEntry {
    /// Whether the code is covered in the same way: the same steps, or the same reason.
    pub fn is_like(&self, other: &Self) -> bool {
        self.outcome == other.outcome
    }

    /// How the advice differs from what was followed.
    pub fn change(&self, promise: &Promise) -> String {
        let shown = |advice: &[Value]| advice.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ");
        format!("{} became {}", shown(&self.advice), shown(&promise.advice))
    }
}

impl FromStr for ProofFile {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let file: Map<String, Value> = serde_json::from_str(text)?;
        let codes = file.get("codes").and_then(Value::as_object).into_iter().flatten();
        let entry = |(code, kept): (&String, &Value)| {
            let steps = || kept["proven"].as_array().map(|steps| steps.iter().filter_map(Value::as_str));
            let outcome = match (kept["exempt"].as_str(), steps()) {
                (Some(reason), _) => Outcome::Exempt(reason.to_owned()),
                (None, Some(steps)) => Outcome::Proven(steps.map(str::to_owned).collect()),
                (None, None) => return None,
            };
            let advice = kept["advice"].as_array().cloned().unwrap_or_default();
            Some((code.clone(), ProofEntry { advice, outcome }))
        };
        let named = file.get("test").and_then(Value::as_str).map(str::to_owned);
        Ok(Self { test: named, codes: codes.filter_map(entry).collect() })
    }
}
