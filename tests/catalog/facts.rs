//! Tests of the table of facts: each view contains the facts that it claims.

use crate::changed;
use crate::shop::{ShopError, catalog};
use crate::{def_of, document_of};
use agent_error::definition::Template;
use agent_error::definition::{ClassifyRule, RetryAfter};
use agent_error::definition::{FACTS, Fact, FactClass, Views};
use agent_error::format::Terminal;
use agent_error::vocabulary::SideEffects;
use agent_error::vocabulary::{GrpcCode, Phase, RetryStrategy};
use agent_error::{Catalog, Severity};
use agent_error_tooling::{ExportFormat, document_schema};
use serde_json::{Value, json};
use std::time::Duration;

const CODE: &str = "SHOP_TYPES";

/// Sets a fact to a value that no other fact has.
fn set(fact: &Fact, def: &mut crate::def::Def) {
    match fact.name {
        "code" => def.code = "SHOP_TYPES_TOO",
        "summary" => def.summary = Some("Probed summary."),
        "description" => def.description = Some("Probed description."),
        "message" => def.message = Some(Template::new("probed message")),
        "exit_code" => def.exit = 77,
        "detail" => def.detail = Some(Template::new("probed detail")),
        "suggestion" => def.suggestion = Some(Template::new("probed suggestion")),
        "fix_required" => def.fix_required = Some(Template::new("probed condition")),
        "fix_command" => def.fix_command = Some(Template::new("probed command")),
        "check_command" => def.check_command = Some(Template::new("probed check")),
        "replacement" => def.replacement = Some(Template::new("probed replacement")),
        "retryable" => def.retryable = true,
        "retry_after_ms" => (def.retryable, def.retry_after) = (true, Some(RetryAfter::Fixed(Duration::from_secs(7)))),
        "retry_after_field" => (def.retryable, def.retry_after) = (true, Some(RetryAfter::Field("probed"))),
        "retry_strategy" => (def.retryable, def.retry) = (true, Some(RetryStrategy::Linear)),
        "side_effects" => def.side_effects = SideEffects::Complete,
        "phase" => def.phase = Phase::Cleanup,
        "severity" => def.severity = Severity::Critical,
        "status" | "http_status" => def.status = Some(418),
        "status_field" => def.status_field = Some("probed"),
        "protocol" => def.protocol = Some(-32_602),
        "grpc" => def.grpc = Some(GrpcCode::DataLoss),
        "actions" => def.actions = &["probed.action"],
        "actions_field" => def.actions_field = Some("probed"),
        "body_field" => def.body_field = Some("probed"),
        "optional" => def.optional = &["suggestion"],
        "instance" => def.instance = Some(Template::new("/probed/{id}")),
        "context" => def.fields = def_of(catalog().get("SHOP_NOT_PAID").unwrap()).fields,
        "classify" => def.classify = &[ClassifyRule::Message("probed words")],
        "deprecated" => def.deprecated = Some("use the probe"),
        "docs_url" => def.docs_url = Some("https://probe.example.com"),
        "declared_by" => def.variant = "Probed",
        other => panic!("say here how the declaration of a code has the fact `{other}`"),
    }
}

fn with(fact: Option<&Fact>) -> Catalog {
    changed::<ShopError>(|defs| {
        let def = defs.iter_mut().find(|def| def.code == CODE).unwrap();
        if let Some(fact) = fact {
            set(fact, def);
        }
    })
}

fn entry(catalog: &Catalog) -> &agent_error::definition::Entry {
    catalog.iter().find(|entry| entry.def.code().starts_with(CODE)).unwrap()
}

fn exported(catalog: &Catalog, export: ExportFormat) -> String {
    document_of(catalog).export(export).into_iter().map(|file| file.text).collect()
}

/// Renders the complete catalog in a view.
fn shown(view: Views, catalog: &Catalog) -> String {
    let code = entry(catalog).def.code();
    match view {
        Views::LIST => catalog.list(&agent_error::catalog::Filter::default()).text(Terminal::default()),
        Views::JSON => json!(catalog.explain(code).unwrap()).to_string(),
        Views::EXPLAIN => catalog.explain(code).unwrap().text(Terminal::default()),
        Views::PAGE => exported(catalog, ExportFormat::Markdown),
        Views::RESPONSE => document_of(catalog).envelope_schema().to_string(),
        Views::EXPORT => catalog.document(),
        _ => unreachable!("each view is here"),
    }
}

/// Whether a schema definition, or a definition that it includes, has a member.
fn has_place(schema: &Value, definition: &str, member: &str) -> bool {
    let definition = &schema["$defs"][definition];
    let parts = definition["allOf"].as_array().into_iter().flatten();
    let names = parts.filter_map(|part| part["$ref"].as_str()?.strip_prefix("#/$defs/"));
    definition["properties"].get(member).is_some() || names.into_iter().any(|name| has_place(schema, name, member))
}

#[test]
fn each_view_contains_the_facts_that_it_claims() {
    let views = [Views::LIST, Views::JSON, Views::EXPLAIN, Views::PAGE, Views::RESPONSE, Views::EXPORT];
    let plain = with(None);
    for fact in FACTS {
        let probed = with(Some(fact));
        assert!((fact.value)(entry(&probed)).is_some(), "{} has no value", fact.name);
        for view in views.into_iter().filter(|view| fact.views.contains(*view)) {
            // A schema contains the member for every value.
            let has_place =
                view == Views::RESPONSE && has_place(&document_of(&probed).envelope_schema(), CODE, fact.name);
            let differs = shown(view, &probed) != shown(view, &plain);
            assert!(differs || has_place, "{} is not in {view:?}", fact.name);
        }
    }
}

#[test]
fn the_catalog_as_json_has_each_fact_by_its_name() {
    for fact in FACTS {
        let probed = with(Some(fact));
        let document: Value = serde_json::from_str(&probed.document()).unwrap();
        let code =
            document["errors"].as_array().unwrap().iter().find(|code| code["code"].as_str().unwrap().starts_with(CODE));
        let (found, value) = (&code.unwrap()[fact.name], json!((fact.value)(entry(&probed))));
        match fact.class {
            FactClass::Parts => assert_eq!(found.as_array().unwrap().len(), value.as_array().unwrap().len()),
            _ => assert_eq!(found, &value, "{}", fact.name),
        }
        let schema = jsonschema::validator_for(&document_schema()).unwrap();
        assert!(schema.is_valid(&document), "{}", fact.name);
    }
}
