//! The proofs file, which is stored next to the lock file.

use super::ProofState;
use super::promise::Promise;
use crate::pretty::pretty;
use crate::schema::Sorted;
use agent_error_rules::fnv::fnv1a;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::str::FromStr;

const ABOUT: &str = "The advice of this program that a test has followed. The test writes this file; don't edit it. After \
                     an intended change, run the test with AGENT_ERROR_LOCK=overwrite and commit the file.";

/// Describes a file whose digest doesn't match its content.
const EDITED: &str = "the test didn't write this file; run the test of the proofs";

/// The content of a proofs file: a proof for each code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProofFile {
    /// The name of the test that wrote the file.
    pub test: Option<String>,
    codes: BTreeMap<String, ProofEntry>,
    /// Whether the digest in the file matches its content.
    is_intact: bool,
}

/// The proof of a code's advice, or an exemption from proof.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofEntry {
    /// The advice that was tested or exempted.
    pub advice: Vec<Value>,
    outcome: Outcome,
}

/// The outcome of a proof.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Proven(Vec<String>),
    Settled(Vec<String>),
    Exempt(String),
}

impl ProofEntry {
    /// Creates the entry for a promise. Returns `None` if the advice is unproven, stale or failed, because the file
    /// only contains successful proofs and exemptions.
    pub fn of(promise: &Promise, standing: &ProofState) -> Option<Self> {
        let outcome = match standing {
            ProofState::Proven { steps } => Outcome::Proven(steps.clone()),
            ProofState::Settled { steps } => Outcome::Settled(steps.clone()),
            ProofState::Exempt { reason } => Outcome::Exempt(reason.clone()),
            ProofState::Unproven { .. } | ProofState::Stale { .. } | ProofState::Failed { .. } => return None,
        };
        Some(Self { advice: promise.advice.clone(), outcome })
    }
}

impl ProofFile {
    /// Creates the proofs of these codes. `test` is the name of the test that followed the advice.
    pub fn new(test: Option<String>, entries: impl IntoIterator<Item = (String, ProofEntry)>) -> Self {
        Self { test, codes: entries.into_iter().collect(), is_intact: true }
    }

    /// Whether the file is unmodified since the test wrote it. Compares the digest with the advice and the proofs.
    pub fn is_intact(&self) -> bool {
        self.is_intact
    }

    /// Whether a newer file contains a weaker proof of a code. A proven code is stronger than a settled one, and a
    /// settled code is stronger than an exempt or unproven one.
    pub fn loses(&self, newer: &Self, code: &str) -> bool {
        let rank = |file: &Self| match file.get(code).map(|entry| &entry.outcome) {
            Some(Outcome::Proven(_)) => 2,
            Some(Outcome::Settled(_)) => 1,
            Some(Outcome::Exempt(_)) | None => 0,
        };
        rank(newer) < rank(self)
    }

    /// Returns the proof of a code.
    pub fn get(&self, code: &str) -> Option<&ProofEntry> {
        self.codes.get(code)
    }

    /// Returns the codes whose advice was tested, in alphabetical order.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.codes.keys().map(String::as_str)
    }

    /// Returns the state of a promise, based on this file only.
    pub(super) fn standing(&self, promise: &Promise) -> ProofState {
        match self.get(&promise.code) {
            None => ProofState::Unproven { template: String::new() },
            Some(_) if !self.is_intact => ProofState::Stale { change: EDITED.to_owned() },
            Some(entry) if entry.advice != promise.advice => ProofState::Stale { change: entry.change(promise) },
            Some(ProofEntry { outcome: Outcome::Proven(steps), .. }) => ProofState::Proven { steps: steps.clone() },
            Some(ProofEntry { outcome: Outcome::Settled(steps), .. }) => ProofState::Settled { steps: steps.clone() },
            Some(ProofEntry { outcome: Outcome::Exempt(reason), .. }) => ProofState::Exempt { reason: reason.clone() },
        }
    }

    /// Returns the content of the file.
    pub fn text(&self) -> String {
        let mut file = json!({"about": ABOUT, "proofs_version": 2, "digest": self.digest(), "codes": self.entries()});
        if let Some(test) = &self.test {
            file["test"] = json!(test);
        }
        pretty(&Sorted(&file), 3)
    }

    /// Returns a hash of the test name, the advice and the proofs.
    fn digest(&self) -> String {
        let content = json!([self.test, self.entries()]);
        let text = serde_json::to_string(&Sorted(&content)).unwrap_or_default();
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    fn entries(&self) -> Map<String, Value> {
        let entry = |(code, entry): (&String, &ProofEntry)| {
            let mut object = Map::new();
            match &entry.outcome {
                Outcome::Proven(steps) => object.insert("proven".to_owned(), json!(steps)),
                Outcome::Settled(steps) => object.insert("settled".to_owned(), json!(steps)),
                Outcome::Exempt(reason) => object.insert("exempt".to_owned(), json!(reason)),
            };
            object.insert("advice".to_owned(), json!(entry.advice));
            (code.clone(), Value::Object(object))
        };
        self.codes.iter().map(entry).collect()
    }
}

impl ProofEntry {
    /// Whether both entries have the same outcome: the same steps, or the same reason for an exemption.
    pub fn is_like(&self, other: &Self) -> bool {
        self.outcome == other.outcome
    }

    /// Describes how the declared advice differs from the advice in this entry.
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
            let steps = |member: &str| {
                let steps = kept[member].as_array()?.iter().filter_map(Value::as_str);
                Some(steps.map(str::to_owned).collect())
            };
            let exempt = || kept["exempt"].as_str().map(|reason| Outcome::Exempt(reason.to_owned()));
            let outcome = exempt()
                .or_else(|| steps("settled").map(Outcome::Settled))
                .or_else(|| steps("proven").map(Outcome::Proven))?;
            let advice = kept["advice"].as_array().cloned().unwrap_or_default();
            Some((code.clone(), ProofEntry { advice, outcome }))
        };
        let named = file.get("test").and_then(Value::as_str).map(str::to_owned);
        let mut read = Self { test: named, codes: codes.filter_map(entry).collect(), is_intact: true };
        read.is_intact = file.get("digest").and_then(Value::as_str) == Some(read.digest().as_str());
        Ok(read)
    }
}
