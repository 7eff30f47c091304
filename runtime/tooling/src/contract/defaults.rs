//! The facts that follow from other facts of a code. Lock files omit them.

use super::{Facts, Values, values_of};
use crate::facts::locked;
use agent_error::__tooling::GrpcCode;
use agent_error::{ErrorDef, exit};
use serde_json::{Value, json};

/// The facts of a code, if it states only its exit code, its HTTP status and a template for URLs.
pub(super) struct Defaults {
    pub(super) exit: u8,
    status: u16,
    docs_url: Option<String>,
}

impl Defaults {
    /// Returns the defaults of a code, according to its exit code and its HTTP status.
    pub(super) fn of(facts: &Facts) -> Self {
        let exit = number(facts, "exit_code").unwrap_or(exit::GENERAL_ERROR);
        Self {
            exit,
            status: number(facts, "http_status").unwrap_or(exit::http_status(exit)),
            docs_url: None,
        }
    }

    /// Adds the docs URL of a code, which follows from a template.
    pub(super) fn with_docs(self, template: Option<&str>, code: &str) -> Self {
        Self {
            docs_url: template.map(|template| template.replace("{code}", code)),
            ..self
        }
    }

    pub(super) fn value(&self, fact: &str) -> Values {
        let def = ErrorDef {
            exit: self.exit,
            ..ErrorDef::EMPTY
        };
        let value = match fact {
            "exit_code" => json!(exit::GENERAL_ERROR),
            "retryable" => json!(def.is_retryable()),
            "side_effects" => json!(def.side_effects().as_str()),
            "phase" => json!(def.phase().as_str()),
            "severity" => json!(def.severity().as_str()),
            "http_status" => json!(def.http_status()),
            "grpc" => json!(self.grpc_code().as_str()),
            "docs_url" => json!(self.docs_url),
            _ => Value::Null,
        };
        Values::new([value])
    }

    fn grpc_code(&self) -> GrpcCode {
        if self.status == exit::http_status(self.exit) {
            GrpcCode::from_exit_code(self.exit)
        } else {
            GrpcCode::from_http_status(self.status)
        }
    }

    /// Returns the facts that a lock file states, because they differ from the defaults.
    pub(super) fn removed_from(&self, facts: &Facts) -> Facts {
        let mut stated = Facts::new();
        for fact in locked() {
            let values = values_of(facts, fact.name);
            if values != self.value(fact.name) {
                stated.insert(fact.name.to_owned(), values);
            }
        }
        stated
    }

    /// Returns all facts of a code whose lock file states these.
    pub(super) fn added_to(&self, stated: &Facts) -> Facts {
        let mut facts = Facts::new();
        for fact in locked() {
            let values = match stated.get(fact.name) {
                Some(values) => values.clone(),
                None => self.value(fact.name),
            };
            if !values.are_absent() {
                facts.insert(fact.name.to_owned(), values);
            }
        }
        facts
    }
}

/// Returns the value of a fact that's the same number in all declarations.
fn number<N: TryFrom<u64>>(facts: &Facts, name: &str) -> Option<N> {
    let value = facts.get(name)?.only()?.as_u64()?;
    value.try_into().ok()
}
