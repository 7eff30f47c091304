//! Tests of `instance`, which declares a URI reference for each occurrence of an error.

use crate::{def, document_of, error_object};
use agent_error::{AgentError, Catalog, ErrorRecord, Format, parse, render};
use agent_error_tooling::ExportFormat;
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum OrderError {
    /// No order has this number.
    #[error("no order {number}")]
    #[code("ORDER_MISSING", exit = 5, instance = "/requests/{request_id}")]
    Missing { number: u64, request_id: String },
    /// The order was changed by another request.
    #[error("order {number} was changed")]
    #[code("ORDER_CHANGED", exit = 6, instance = "/orders/{number}/versions/{version}")]
    Changed { number: u64, version: u64 },
    /// The order is at another address.
    #[error("the order has moved")]
    #[code("ORDER_MOVED", exit = 13, instance = location)]
    Moved { location: String },
    /// The request may have an id.
    #[error("the request was not accepted")]
    #[code("ORDER_REFUSED", instance = "/requests/{request_id}")]
    Refused {
        #[context(skip)]
        request_id: Option<String>,
    },
    /// No request is known.
    #[error("the store is closed")]
    #[code("STORE_CLOSED", exit = 12)]
    Closed,
}

fn missing(request_id: &str) -> OrderError {
    OrderError::Missing { number: 7, request_id: request_id.to_owned() }
}

fn problem(error: &OrderError) -> Value {
    serde_json::from_str(&render(error, Format::Problem)).unwrap()
}

#[test]
fn an_occurrence_has_the_template_filled_with_its_fields() {
    assert_eq!(missing("r-1").instance().as_deref(), Some("/requests/r-1"));
    assert_eq!(problem(&missing("r-1"))["instance"], "/requests/r-1");
    assert_eq!(error_object(&missing("r-1"))["instance"], "/requests/r-1");
}

#[test]
fn a_template_may_be_a_field() {
    let changed = OrderError::Changed { number: 7, version: 3 };
    assert_eq!(changed.instance().as_deref(), Some("/orders/7/versions/3"));
    let moved = OrderError::Moved { location: "https://a.example/orders/7?x=1".to_owned() };
    assert_eq!(moved.instance().as_deref(), Some("https://a.example/orders/7?x=1"));
}

#[test]
fn an_occurrence_without_the_value_has_no_instance() {
    let refused = |id: Option<&str>| OrderError::Refused { request_id: id.map(str::to_owned) };
    assert_eq!(refused(Some("r-2")).instance().as_deref(), Some("/requests/r-2"));
    for error in [refused(None), refused(Some("")), OrderError::Closed, missing("")] {
        assert_eq!(error.instance(), None, "{error}");
        assert_eq!(problem(&error).get("instance"), None);
        assert_eq!(error_object(&error).get("instance"), None);
    }
}

#[test]
fn values_are_percent_encoded_so_that_the_result_is_a_uri() {
    assert_eq!(missing("a/../b?c d\n\"").instance().as_deref(), Some("/requests/a%2F..%2Fb%3Fc%20d%0A%22"));
    let moved = OrderError::Moved { location: "/orders/7 <x>".to_owned() };
    assert_eq!(moved.instance().as_deref(), Some("/orders/7%20%3Cx%3E"));
}

#[test]
fn it_is_read_back_from_each_format_that_has_a_place_for_it() {
    for format in [Format::Problem, Format::Envelope] {
        let read = parse(&render(&missing("r-1"), format)).unwrap();
        assert_eq!(read.instance.as_deref(), Some("/requests/r-1"), "{format}");
        assert_eq!(render(&read, format), render(&parse(&render(&read, format)).unwrap(), format), "{format}");
    }
    assert_eq!(ErrorRecord::of(&missing("r-1")).instance.as_deref(), Some("/requests/r-1"));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, code = "FILE_LOST", instance = "/files/{name}")]
#[error("a file is lost")]
struct FileLost {
    #[context(rename = "name")]
    path: std::path::PathBuf,
}

#[test]
fn a_struct_takes_it_too_with_a_renamed_path() {
    assert_eq!(FileLost { path: "a b.txt".into() }.instance().as_deref(), Some("/files/a%20b.txt"));
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Around {
    #[error(transparent)]
    #[code(transparent)]
    Order(OrderError),
}

#[test]
fn a_transparent_variant_has_that_of_the_error_inside() {
    assert_eq!(Around::Order(missing("r-1")).instance().as_deref(), Some("/requests/r-1"));
}

#[test]
fn the_catalog_shows_the_template() {
    assert_eq!(def::<OrderError>("ORDER_MISSING").instance().unwrap().as_str(), "/requests/{request_id}");
    assert_eq!(def::<OrderError>("STORE_CLOSED").instance(), None);
    let catalog = Catalog::of::<OrderError>();
    assert_eq!(json!(catalog.explain("ORDER_MOVED").unwrap())["instance"], "{location}");
    let pages: String =
        document_of(&catalog).export(ExportFormat::Markdown).into_iter().map(|file| file.text).collect();
    assert!(pages.contains("**Instance:** /orders/{number}/versions/{version}"), "{pages}");
}

#[test]
fn errors_match_the_schema_of_their_catalog() {
    let schema = document_of(&Catalog::of::<OrderError>()).envelope_schema();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for error in [missing("r-1"), OrderError::Closed] {
        let envelope: Value = serde_json::from_str(&render(&error, Format::Envelope)).unwrap();
        assert!(validator.is_valid(&envelope), "{envelope}");
    }
    assert_eq!(schema["$defs"]["Advice"]["properties"]["instance"]["format"], "uri-reference", "{schema}");
}
