//! Finds codes that have different meanings in the programs of a fleet.

use super::finding::{FleetFinding, FleetFindingKind, ProgramGroup};
use crate::document::{Declaration, Document};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The facts that all programs must declare with the same value.
const CONSISTENT: [(FleetFindingKind, &[&str]); 4] = [
    (FleetFindingKind::ExitCodeDiffers, &["exit_code"]),
    (FleetFindingKind::RetryDiffers, &["retryable", "retry_after_ms", "retry_after_field", "retry_strategy"]),
    (FleetFindingKind::SideEffectsDiffer, &["side_effects"]),
    (FleetFindingKind::HttpStatusDiffers, &["http_status"]),
];

/// A program and one of its declarations of a code.
type FactSource<'a> = (&'a str, &'a Declaration);

impl Document {
    /// Checks codes that several programs declare. The findings are sorted by code.
    ///
    /// If different types declare a code, reports the code as a duplicate. Programs that share a type from a library
    /// declare the same code intentionally. In both cases, reports exit codes, retry facts, side effects and HTTP
    /// statuses that differ between programs. Ignores the codes of agent-error and its integrations.
    ///
    /// ```
    /// # let catalog = |program: &str, exit: u8| format!(r#"{{"catalog_version": "1.0", "program": {{"name": "{program}"}},
    /// #     "errors": [{{"code": "ORDER_NOT_FOUND", "exit_code": {exit}, "retryable": false, "side_effects": "none",
    /// #     "phase": "execution", "severity": "error", "http_status": 404, "declared_by": "orders::OrderError"}}]}}"#);
    /// # let (api, worker) = (catalog("api", 5), catalog("worker", 1));
    /// use agent_error_tooling::{Document, FleetFindingKind};
    ///
    /// let documents: [Document; 2] = [api.parse().unwrap(), worker.parse().unwrap()];
    /// let findings = Document::lint_fleet(&documents);
    /// assert_eq!(findings[0].kind, FleetFindingKind::ExitCodeDiffers);
    /// assert_eq!(findings[0].text, "the exit code is 1 in worker and 5 in api; use the same exit code");
    /// ```
    pub fn lint_fleet(documents: &[Self]) -> Vec<FleetFinding> {
        let mut codes: BTreeMap<&str, Vec<FactSource<'_>>> = BTreeMap::new();
        for document in documents {
            for declaration in document.declarations().filter(|declaration| !declaration.is_of_agent_error()) {
                codes.entry(declaration.code()).or_default().push((document.program(), declaration));
            }
        }
        codes.iter().flat_map(|(code, declared)| findings(code, declared)).collect()
    }
}

/// Returns the findings about a code.
fn findings(code: &str, declared: &[FactSource<'_>]) -> Vec<FleetFinding> {
    let programs: BTreeSet<&str> = declared.iter().map(|(program, _)| *program).collect();
    if programs.len() < 2 {
        return Vec::new();
    }
    let duplicate = types(declared, programs.len()).map(|groups| (FleetFindingKind::DuplicateCode, groups));
    let differing = CONSISTENT.into_iter().map(|(kind, facts)| (kind, values(declared, facts)));
    let found = duplicate.into_iter().chain(differing.filter(|(_, groups)| groups.len() > 1));
    found.map(|(kind, groups)| FleetFinding::new(kind, code, groups)).collect()
}

/// Groups the programs by the type that declares the code. Returns `None` if one type declares the code in all
/// programs.
fn types(declared: &[FactSource<'_>], programs: usize) -> Option<Vec<ProgramGroup>> {
    let mut types: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (program, declaration) in declared {
        let identity = match declaration.type_path() {
            // Types of programs in other languages don't have paths, so assume that they differ.
            "" => ("", *program),
            path => (path, declaration.origin.as_str()),
        };
        types.entry(identity).or_default().insert(program);
    }
    if types.values().any(|users| users.len() == programs) {
        return None;
    }
    let group = |((path, _), programs): ((&str, &str), BTreeSet<&str>)| {
        let value = if path.is_empty() { Value::Null } else { Value::from(path) };
        ProgramGroup { value, programs: programs.into_iter().map(str::to_owned).collect() }
    };
    Some(types.into_iter().map(group).collect())
}

/// Groups the programs by the values that they declare for `facts`. If a program declares several values, uses the list
/// of values.
fn values(declared: &[FactSource<'_>], facts: &[&str]) -> Vec<ProgramGroup> {
    let mut of_programs: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (program, declaration) in declared {
        let values = of_programs.entry(program).or_default();
        let value = value(declaration, facts);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let mut groups: BTreeMap<String, ProgramGroup> = BTreeMap::new();
    for (program, mut values) in of_programs {
        values.sort_by_key(Value::to_string);
        let value = if values.len() == 1 { values.remove(0) } else { Value::Array(values) };
        let group = groups.entry(value.to_string());
        group.or_insert(ProgramGroup { value, programs: Vec::new() }).programs.push(program.to_owned());
    }
    groups.into_values().collect()
}

/// Returns the value of a single fact, or an object with the values of several facts.
fn value(declaration: &Declaration, facts: &[&str]) -> Value {
    if let [fact] = facts {
        return declaration.value(fact).cloned().unwrap_or_default();
    }
    let declared = facts.iter().filter_map(|fact| Some(((*fact).to_owned(), declaration.value(fact)?.clone())));
    Value::Object(declared.collect())
}

#[cfg(test)]
mod tests {
    use super::FleetFinding;
    use crate::document::Document;
    use serde_json::{Value, json};

    fn code(code: &str, more: Value) -> Value {
        let mut all = json!({
            "code": code, "exit_code": 5, "retryable": false, "side_effects": "none", "phase": "execution",
            "severity": "error", "http_status": 404,
        });
        for (name, value) in more.as_object().unwrap() {
            all[name] = value.clone();
        }
        all
    }

    fn lint(programs: &[(&str, Value)]) -> Vec<FleetFinding> {
        let document = |(name, code): &(&str, Value)| {
            let document = json!({"catalog_version": "1.0", "program": {"name": name}, "errors": [code]});
            document.to_string().parse().unwrap()
        };
        Document::lint_fleet(&programs.iter().map(document).collect::<Vec<_>>())
    }

    fn lines(findings: &[FleetFinding]) -> Vec<String> {
        findings.iter().map(|finding| format!("{} {}: {}", finding.code, finding.kind, finding.text)).collect()
    }

    #[test]
    fn different_types_duplicate_a_code() {
        let of = |path: &str| code("GONE", json!({"declared_by": path, "origin": path.split("::").next()}));
        let found = lint(&[("api", of("api::Error")), ("cli", of("cli::Error")), ("api-2", of("api::Error"))]);
        let expected = "GONE duplicate_code: different types declare it: `api::Error` in api and api-2 and `cli::Error` in \
                        cli; rename it, or declare it in a library that all use";
        assert_eq!(lines(&found), [expected]);
        assert_eq!(found[0].groups[0].programs, ["api", "api-2"]);
        assert_eq!(found[0].groups[1].value, "cli::Error");
    }

    #[test]
    fn programs_may_share_the_type_of_a_library() {
        let of_library =
            || code("GONE", json!({"declared_by": "lib::Error::Gone", "variant": "Gone", "origin": "lib"}));
        assert_eq!(lint(&[("api", of_library()), ("cli", of_library())]), []);
        let other = code("GONE", json!({"declared_by": "lib::Error::Gone", "variant": "Gone", "origin": "lib-fork"}));
        assert_eq!(lint(&[("api", of_library()), ("cli", other)]).len(), 1);
        // A program may also declare a shared code itself.
        let mut both = of_library();
        both["also_declared"] = json!([code("GONE", json!({"declared_by": "api::Error", "origin": "api"}))]);
        assert_eq!(lint(&[("api", both), ("cli", of_library())]), []);
    }

    #[test]
    fn programs_in_other_languages_have_no_common_types() {
        let found = lint(&[("api", code("GONE", json!({}))), ("cli", code("GONE", json!({})))]);
        let expected = "GONE duplicate_code: different types declare it: api and cli; rename it, or declare it in a \
                        library that all use";
        assert_eq!(lines(&found), [expected]);
        assert_eq!(found[0].groups[0].value, Value::Null);
    }

    #[test]
    fn facts_must_be_the_same_in_all_programs() {
        let of = |more: Value| {
            let mut code = code("BUSY", more);
            (code["declared_by"], code["origin"]) = (json!("lib::Busy"), json!("lib"));
            code
        };
        let api = of(json!({"retryable": true, "retry_after_ms": 100}));
        let cli = of(json!({"exit_code": 6, "side_effects": "partial", "http_status": 409}));
        let expected = [
            "BUSY exit_code_differs: the exit code is 5 in api and 6 in cli; use the same exit code",
            "BUSY retry_differs: the error is retryable after 100 ms in api and not retryable in cli; declare the same \
             retry facts",
            "BUSY side_effects_differ: the side effects are none in api and partial in cli; declare the same side effects",
            "BUSY http_status_differs: the HTTP status is 404 in api and 409 in cli; use the same status",
        ];
        assert_eq!(lines(&lint(&[("api", api.clone()), ("cli", cli)])), expected);
        assert_eq!(lint(&[("api", api.clone()), ("cli", api)]), []);
    }

    #[test]
    fn several_declarations_of_a_program_are_compared_together() {
        let mut both = code("GONE", json!({"declared_by": "lib::Gone"}));
        both["also_declared"] = json!([code("GONE", json!({"declared_by": "lib::Lost", "http_status": 410}))]);
        let one = code("GONE", json!({"declared_by": "lib::Gone"}));
        let expected =
            "GONE http_status_differs: the HTTP status is 404 in cli and 404 or 410 in api; use the same status";
        assert_eq!(lines(&lint(&[("api", both.clone()), ("cli", one)])), [expected]);
        assert_eq!(lint(&[("api", both.clone()), ("cli", both)]), []);
    }

    #[test]
    fn codes_of_one_program_and_of_agent_error_are_ignored() {
        let own = |exit: u8| code("USAGE", json!({"origin": "agent-error", "exit_code": exit}));
        assert_eq!(lint(&[("api", own(2)), ("cli", own(64))]), []);
        assert_eq!(lint(&[("api", code("A", json!({}))), ("cli", code("B", json!({})))]), []);
    }
}
