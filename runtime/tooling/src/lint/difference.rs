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
        let mut codes: BTreeMap<&str, Vec<&Self>> = BTreeMap::new();
        for document in documents {
            for code in document
                .entries()
                .filter(|code| code.declarations().iter().any(|it| !it.is_of_agent_error()))
            {
                codes.entry(code.code()).or_default().push(document);
            }
        }
        let compared = codes.iter().flat_map(|(code, documents)| {
            let facts = FACTS
                .iter()
                .filter(|fact| is_compared(fact, code, documents));
            facts.map(|fact| FactDifference {
                code: (*code).to_owned(),
                fact: fact.name,
                values: documents
                    .iter()
                    .map(|it| (it.program().to_owned(), it.values_of(code, fact.name)))
                    .collect(),
            })
        });
        compared
            .filter(|found| {
                found
                    .values
                    .values()
                    .any(|value| Some(value) != found.values.values().next())
            })
            .collect()
    }

    /// Returns the value of a fact, or the sorted values if the declarations of the code differ.
    fn values_of(&self, code: &str, fact: &str) -> Value {
        let declarations = self.get(code).map_or(&[][..], |code| code.declarations());
        let own = declarations
            .iter()
            .filter(|declared| !declared.is_of_agent_error());
        let mut values: Vec<Value> = own
            .map(|declared| declared.effective(fact).unwrap_or_default())
            .collect();
        values.sort_by_key(Value::to_string);
        values.dedup();
        if values.len() == 1 {
            values.remove(0)
        } else {
            Value::Array(values)
        }
    }
}

/// Whether callers branch on the fact, so that it should have the same value in all programs. A
/// gRPC code that no program declares follows from other facts.
fn is_compared(fact: &FactDef, code: &str, documents: &[&Document]) -> bool {
    let codes = documents.iter().filter_map(|document| document.get(code));
    let mut declarations = codes.flat_map(Code::declarations);
    match fact.class {
        FactClass::Behavior if fact.name == "grpc" => {
            declarations.any(|declared| declared.value(fact.name).is_some())
        }
        FactClass::Behavior | FactClass::Promise | FactClass::Severity => true,
        _ => false,
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
        let groups = groups
            .iter()
            .map(|(value, programs)| format!("{} in {}", shown(value), programs.join(", ")));
        let groups: Vec<String> = groups.collect();
        write!(f, "`{}` is {}", self.fact, groups.join("; "))
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
