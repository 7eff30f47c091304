//! Finds codes whose facts differ between programs.

use crate::document::{Code, Document};
use crate::facts::{FACTS, FactClass, FactDef};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// A fact of a code whose value depends on the program.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// use agent_error_tooling::Document;
///
/// let catalog = Catalog::of::<NoUser>().named("api", "1.0.0").document();
/// let api: Document = catalog.parse().unwrap();
/// let worker = catalog.replace("\"exit_code\": 5", "\"exit_code\": 1").replace("\"api\"", "\"worker\"");
/// let differences = Document::differences_between(&[api, worker.parse().unwrap()]);
/// assert_eq!((differences[0].code.as_str(), differences[0].fact), ("USER_NOT_FOUND", "exit_code"));
/// assert_eq!(differences[0].values["worker"], 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FactDifference {
    /// The code that the programs declare.
    pub code: String,
    /// The name of the fact, such as `exit_code`.
    pub fact: &'static str,
    /// The value in each program, by program name: null if the program doesn't declare the fact,
    /// and a list if the program declares the code with several values.
    pub values: BTreeMap<String, Value>,
}

impl Document {
    /// Compares the codes that several programs declare. The result is sorted by code.
    ///
    /// Only compares facts that callers branch on, such as the exit code, the HTTP status, the
    /// retry facts, the side effects and the severity. Ignores the codes of agent-error and its
    /// integrations.
    ///
    /// ```
    /// # let catalog = |program: &str, exit: u8| format!(r#"{{"catalog_version": "1.0", "program": {{"name": "{program}"}},
    /// #     "errors": [{{"code": "ORDER_NOT_FOUND", "exit_code": {exit}, "retryable": false, "side_effects": "none",
    /// #     "phase": "execution", "severity": "error", "http_status": 404}}]}}"#);
    /// # let (api, worker) = (catalog("api", 5), catalog("worker", 1));
    /// use agent_error_tooling::Document;
    ///
    /// let documents: [Document; 2] = [api.parse().unwrap(), worker.parse().unwrap()];
    /// let differences = Document::differences_between(&documents);
    /// assert_eq!(differences[0].code, "ORDER_NOT_FOUND");
    /// assert_eq!(differences[0].to_string(), "`exit_code` is 5 in api; 1 in worker");
    /// ```
    pub fn differences_between(documents: &[Self]) -> Vec<FactDifference> {
        let mut documents_by_code: BTreeMap<&str, Vec<&Self>> = BTreeMap::new();
        for document in documents {
            for code in document.entries().filter(|code| is_own(code)) {
                let declaring = documents_by_code.entry(code.code()).or_default();
                declaring.push(document);
            }
        }
        let mut differences = Vec::new();
        for (code, declaring) in documents_by_code {
            for fact in FACTS {
                if is_compared(fact, code, &declaring) {
                    differences.extend(FactDifference::between(&declaring, code, fact.name));
                }
            }
        }
        differences
    }

    /// Returns the value of a fact, or the sorted values if the declarations of the code differ.
    fn values_of(&self, code: &str, fact: &str) -> Value {
        let mut values = Vec::new();
        for declared in self.get(code).into_iter().flat_map(Code::declarations) {
            if !declared.is_of_agent_error() {
                values.push(declared.effective(fact).unwrap_or_default());
            }
        }
        values.sort_by_key(Value::to_string);
        values.dedup();
        if values.len() == 1 {
            values.remove(0)
        } else {
            Value::Array(values)
        }
    }
}

/// Whether the program, or one of its libraries, declares the code.
fn is_own(code: &Code) -> bool {
    let mut declarations = code.declarations().iter();
    declarations.any(|declared| !declared.is_of_agent_error())
}

/// Whether callers branch on the fact, so that it should have the same value in all programs. A
/// gRPC code that no program declares isn't compared, because it follows from other facts.
fn is_compared(fact: &FactDef, code: &str, documents: &[&Document]) -> bool {
    if fact.name == "grpc" {
        let codes = documents.iter().filter_map(|document| document.get(code));
        let mut declarations = codes.flat_map(Code::declarations);
        return declarations.any(|declared| declared.value("grpc").is_some());
    }
    matches!(
        fact.class,
        FactClass::Behavior | FactClass::Promise | FactClass::Severity
    )
}

impl FactDifference {
    /// Returns the values of a fact, if they differ between the programs.
    fn between(documents: &[&Document], code: &str, fact: &'static str) -> Option<Self> {
        let mut values = BTreeMap::new();
        for document in documents {
            let program = document.program().to_owned();
            values.insert(program, document.values_of(code, fact));
        }
        let first = values.values().next()?;
        if values.values().all(|value| value == first) {
            return None;
        }
        Some(Self {
            code: code.to_owned(),
            fact,
            values,
        })
    }
}

/// Groups the programs by value, as in `` `exit_code` is 9 in api; 12 in cli, worker ``.
impl fmt::Display for FactDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<(&Value, Vec<&str>)> = Vec::new();
        for (program, value) in &self.values {
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, programs)) => programs.push(program),
                None => groups.push((value, vec![program])),
            }
        }
        let mut clauses = Vec::new();
        for (value, programs) in groups {
            clauses.push(format!("{} in {}", shown(value), programs.join(", ")));
        }
        write!(f, "`{}` is {}", self.fact, clauses.join("; "))
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "not declared".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(" or "),
        other => other.to_string(),
    }
}

impl Serialize for FactDifference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("fact", self.fact)?;
        map.serialize_entry("text", &self.to_string())?;
        map.serialize_entry("values", &self.values)?;
        map.end()
    }
}
