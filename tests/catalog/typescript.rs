//! Tests of the TypeScript export against a snapshot of the shop's types.

use crate::document_of;
use crate::shop::catalog;
use agent_error::{AgentError, Catalog};
use agent_error_tooling::ExportFormat;
use std::{env, fs};

/// The snapshot is next to a program that uses it. `.ci/run` compiles both with `tsc --strict`.
#[test]
fn the_types_of_the_shop_match_the_snapshot() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/catalog/typescript/errors.ts");
    let text = document_of(&catalog()).export(ExportFormat::TypeScript).remove(0).text;
    if env::var_os("SNAPSHOTS").is_some_and(|wish| wish == "overwrite") {
        fs::write(path, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), text, "SNAPSHOTS=overwrite accepts it");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("same")]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "its declarations are all that is read")]
pub(crate) enum Same {
    #[code("error.code")]
    Code,
    #[code("shop.closed")]
    Closed,
    #[code("shop.closed.error")]
    ClosedError,
}

#[test]
fn similar_codes_have_distinct_names() {
    let text = document_of(&Catalog::of::<Same>()).export(ExportFormat::TypeScript).remove(0).text;
    for line in [
        "export interface ErrorCodeError extends ErrorBase {",
        "export interface ShopClosedError extends ErrorBase {",
        "export interface ShopClosedError_ extends ErrorBase {",
        "  \"shop.closed.error\": ShopClosedError_;",
        "  \"shop.closed\": {",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}
