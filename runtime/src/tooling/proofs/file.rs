//! The file with the proven advice, beside the lock file.

use super::Standing;
use super::promise::Promise;
use crate::tooling::pretty::pretty;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::str::FromStr;

const ABOUT: &str = "Which advice of this program a test has proven. After a change that is meant, run the test with \
                     AGENT_ERROR_LOCK=overwrite and commit this file.";

/// The proofs, by code.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProofFile {
    /// The name of the test that has proven it.
    pub(crate) test: Option<String>,
    codes: BTreeMap<String, Entry>,
}

/// The proof of a code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The advice that was followed.
    pub(crate) advice: Vec<Value>,
    pub(crate) outcome: Outcome,
}

/// How a code is covered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Proven(Vec<String>),
    Exempt(String),
}

impl Entry {
    /// The part of a standing that the file keeps.
    pub(crate) fn of(promise: &Promise, standing: &Standing) -> Option<Self> {
        let outcome = match standing {
            Standing::Proven { steps } => Outcome::Proven(steps.clone()),
            Standing::Exempt { reason } => Outcome::Exempt(reason.clone()),
            Standing::Unproven { .. } | Standing::Stale { .. } | Standing::Failed { .. } => return None,
        };
        Some(Self { advice: promise.advice.clone(), outcome })
    }
}

impl ProofFile {
    pub(crate) fn new(test: Option<String>, entries: impl IntoIterator<Item = (String, Entry)>) -> Self {
        Self { test, codes: entries.into_iter().collect() }
    }

    pub(crate) fn get(&self, code: &str) -> Option<&Entry> {
        self.codes.get(code)
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        self.codes.keys().map(String::as_str)
    }

    /// The state of a promise by this file alone.
    pub(super) fn standing(&self, promise: &Promise) -> Standing {
        match self.get(&promise.code) {
            None => Standing::Unproven { template: String::new() },
            Some(entry) if entry.advice != promise.advice => Standing::Stale { change: entry.change(promise) },
            Some(Entry { outcome: Outcome::Proven(steps), .. }) => Standing::Proven { steps: steps.clone() },
            Some(Entry { outcome: Outcome::Exempt(reason), .. }) => Standing::Exempt { reason: reason.clone() },
        }
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        let entry = |(code, entry): (&String, &Entry)| {
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

impl Entry {
    /// How the advice differs from what was followed.
    pub(crate) fn change(&self, promise: &Promise) -> String {
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
            Some((code.clone(), Entry { advice, outcome }))
        };
        let named = file.get("test").and_then(Value::as_str).map(str::to_owned);
        Ok(Self { test: named, codes: codes.filter_map(entry).collect() })
    }
}
