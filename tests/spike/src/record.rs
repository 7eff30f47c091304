//! Step 2: an error becomes a record.

use crate::definition::{AgentError, ErrorDef, Fact, Part};
use crate::template::{Quoting, fill};
use crate::value::{Value, Values};
use serde_json::Value as Json;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An error as data.
#[derive(Clone, Debug, Default)]
pub struct ErrorRecord {
    pub code: String,
    pub exit: u8,
    pub message: String,
    pub causes: Vec<String>,
    pub summary: Option<String>,
    pub detail: Option<String>,
    pub suggestion: Option<String>,
    pub fix_required: Option<String>,
    pub fix_command: Option<String>,
    pub check_command: Option<String>,
    pub replacement: Option<String>,
    pub docs_url: Option<String>,
    pub instance: Option<String>,
    pub retryable: bool,
    pub retry_after_ms: Option<u64>,
    pub status: Option<u16>,
    pub phase: Option<&'static str>,
    pub side_effects: Option<&'static str>,
    pub severity: Option<&'static str>,
    pub actions: Vec<String>,
    pub context: Vec<(&'static str, Json)>,
}

/// A chain that is longer may have a cycle.
const MAX_CAUSES: usize = 64;

impl ErrorRecord {
    /// Reads an error. A panic in one of its methods leaves out what the method would have returned.
    pub fn of<E: AgentError + ?Sized>(error: &E) -> Self {
        if let Some(inner) = error.inner() {
            return Self::of(inner);
        }
        let caught = AssertUnwindSafe(error);
        let message = catch_unwind(|| caught.to_string()).unwrap_or_else(|_| "[unprintable]".to_owned());
        let values = catch_unwind(|| named(caught.def(), caught.values())).unwrap_or_default();
        let mut record = Self::new(error.code(), message, error.source());
        if let Some(def) = error.def() {
            record.declared(def, &values);
        }
        #[cfg(feature = "formatted")]
        for part in PARTS {
            if let Some(text) = error.text(part) {
                *record.part(part) = Some(text);
            }
        }
        record.context = values;
        error.edit(&mut record);
        record
    }

    fn new(code: &str, message: String, source: Option<&(dyn Error + 'static)>) -> Self {
        let causes = std::iter::successors(source, |&cause| cause.source()).take(MAX_CAUSES);
        let causes = causes.map(ToString::to_string).filter(|cause| !message.contains(cause)).collect();
        Self { code: code.to_owned(), exit: 1, message, causes, ..Self::default() }
    }

    /// Takes over the facts of the table, and fills the templates.
    fn declared(&mut self, def: &'static ErrorDef, values: &[(&'static str, Json)]) {
        self.exit = def.exit;
        self.phase = Some(if def.exit == 2 { "validation" } else { "execution" });
        for fact in def.facts {
            match fact {
                Fact::Summary(text) => self.summary = Some((*text).to_owned()),
                Fact::Text(part, template) => {
                    let is_command = matches!(part, Part::FixCommand | Part::CheckCommand);
                    let quoting = if is_command { Quoting::Shell } else { Quoting::None };
                    *self.part(*part) = fill(template, values, quoting);
                }
                Fact::RetryAfterMillis(wait) => {
                    self.retryable = true;
                    self.retry_after_ms = Some(*wait);
                }
                Fact::Retryable(retryable) => self.retryable = *retryable,
                Fact::Status(status) => self.status = Some(*status),
                Fact::Phase(phase) => self.phase = Some(phase),
                Fact::SideEffects(effects) => self.side_effects = Some(effects),
                Fact::Severity(severity) => self.severity = Some(severity),
                Fact::DocsUrl(template) => self.docs_url = Some(template.replace("{code}", def.code)),
                Fact::Actions(actions) => self.actions = actions.iter().map(ToString::to_string).collect(),
                Fact::Message(_) | Fact::Secret(_) => {}
            }
        }
    }

    pub(crate) fn part(&mut self, part: Part) -> &mut Option<String> {
        match part {
            Part::Detail => &mut self.detail,
            Part::Suggestion => &mut self.suggestion,
            Part::FixRequired => &mut self.fix_required,
            Part::FixCommand => &mut self.fix_command,
            Part::CheckCommand => &mut self.check_command,
            Part::Replacement => &mut self.replacement,
            Part::Instance => &mut self.instance,
        }
    }
}

pub(crate) const PARTS: [Part; 7] = [
    Part::Detail,
    Part::Suggestion,
    Part::FixRequired,
    Part::FixCommand,
    Part::CheckCommand,
    Part::Replacement,
    Part::Instance,
];

/// Pairs the values with the names in the table.
fn named(def: Option<&'static ErrorDef>, values: Values<'_>) -> Vec<(&'static str, Json)> {
    let names = def.map_or(&[][..], |def| def.fields).iter().map(|(name, _)| *name);
    let json = |value| match value {
        Value::Json(json) => json,
        Value::Redacted => Json::String("[REDACTED]".to_owned()),
        #[cfg(feature = "borrowed")]
        Value::Str(text) => Json::String(text.to_owned()),
    };
    names.zip(values.into_iter().map(json)).collect()
}
