//! Makes every kind of change to a catalog. Checks how the change is classified, and whether the
//! old schema accepts the new output.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the functions that the tests share are tests, too"
)]

mod catalog;
mod declarations;
mod facts;
mod fields;
mod pairs;
mod rules;
mod sections;

use agent_error_tooling::ExportFormat;
use catalog::{Shape, Version};
use serde_json::{Value, json};
use std::path::Path;
use std::{env, fs};

/// The classes of the changes between two versions: the worst one, or `none`.
fn class(old: &Version, new: &Version) -> String {
    let changes = old.contract().changes_to(&new.contract());
    changes
        .iter()
        .map(|change| change.class)
        .min()
        .map_or("none".to_owned(), |class| class.to_string())
}

/// Whether the schemas of the old version accept everything that the new one writes.
fn verdict(old: &Version, new: &Version) -> &'static str {
    let schema = old.document().envelope_schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    for output in old.outputs() {
        let problems: Vec<String> = validator
            .iter_errors(&output)
            .map(|error| error.to_string())
            .collect();
        assert!(
            problems.is_empty(),
            "the schema rejects output of its own version: {problems:?}\n{output:#}"
        );
    }
    let is_accepted = new
        .outputs()
        .iter()
        .all(|output| validator.is_valid(output));
    if is_accepted && responses_accept(old, new) {
        "accepts"
    } else {
        "rejects"
    }
}

/// Whether the old OpenAPI responses accept all errors of the new version whose status they are
/// for.
fn responses_accept(old: &Version, new: &Version) -> bool {
    let files = old.document().export(ExportFormat::OpenApi);
    let document: Value = serde_json::from_str(&files[0].text).unwrap();
    new.declared().all(|declared| {
        let status = &declared.facts["http_status"];
        let response = format!("/components/responses/Status{status}");
        if document.pointer(&response).is_none() {
            return true;
        }
        let schema = format!("#{response}/content/application~1json/schema");
        let schema = json!({"$ref": schema, "components": document["components"]});
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        validator.is_valid(&declared.output())
    })
}

/// A change: its kind, whether one type or several declare the code, and the versions before and
/// after.
type Change = (String, &'static str, Version, Version);

/// Compares changes with a table: the kind, one declaration or several, the class, and the schema's
/// verdict. Omits repeated rows, because the order of the declarations doesn't matter.
fn assert_table(table: &str, changes: impl IntoIterator<Item = Change>) {
    let mut rows: Vec<String> = Vec::new();
    for (kind, shape, old, new) in changes {
        let class = class(&old, &new);
        let verdict = verdict(&old, &new);
        assert!(
            verdict == "accepts" || class == "breaking",
            "{kind} {shape}: rejected output must be breaking"
        );
        let row = format!("{kind:<40} {shape:<7} {class:<9} {verdict}\n");
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let text = rows.concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/changes")
        .join(table);
    if env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        text,
        "review {table}, which SNAPSHOTS=overwrite writes"
    );
}

const SHAPES: [Shape; 3] = [Shape::Single, Shape::First, Shape::Other];
