//! Tests of `validate` with valid and invalid configuration files.

use crate::tool::{Expected, Sandbox};
use serde_json::json;

#[track_caller]
fn validate_refuses(content: impl AsRef<[u8]>, expected: &Expected) {
    let sandbox = Sandbox::new();
    sandbox.write("in.toml", content);
    sandbox.fails(&["validate", "in.toml"], expected);
}

#[test]
fn a_valid_file_is_listed_with_its_fields() {
    let sandbox = Sandbox::new();
    sandbox.write("in.toml", "host = 'db'\nport = 0x1538\nmode = 'read-only'\n[pool]\nsize = 10\n");
    let (data, _) = sandbox.succeeds(&["validate", "in.toml"]);
    assert_eq!(data, json!({"path": "in.toml", "fields": ["host", "mode", "pool.size", "port"]}));
}

#[test]
fn a_syntax_error_is_reported_with_line_and_column() {
    validate_refuses(
        "host = 'db'\nport = \n",
        &Expected {
            code: "CONFIG_SYNTAX_INVALID",
            exit: 78,
            message: "in.toml, line 2: string values must be quoted, expected literal string".into(),
            suggestion: "Correct line 2 at column 8",
            context: json!({
                "path": "in.toml", "line": 2, "column": 8,
                "problem": "string values must be quoted, expected literal string",
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn invalid_utf8_is_reported_with_its_line() {
    validate_refuses(
        b"host = 'db'\nmode = '\xff'\n",
        &Expected {
            code: "CONFIG_TEXT_INVALID",
            exit: 78,
            message: "in.toml, line 2: invalid UTF-8".into(),
            suggestion: "Save the file as UTF-8",
            context: json!({"path": "in.toml", "line": 2}),
            ..Expected::default()
        },
    );
}

#[test]
fn an_unknown_field_is_reported_with_the_nearest_valid_names() {
    validate_refuses(
        "port = 1\nhots = 'db'\n",
        &Expected {
            code: "CONFIG_FIELD_UNKNOWN",
            exit: 78,
            message: "in.toml, line 2: unknown field `hots`".into(),
            suggestion: "use one of the valid names",
            context: json!({
                "path": "in.toml", "line": 2, "field": "hots",
                "valid": ["host", "port", "mode", "pool", "timeout_ms"],
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn a_value_of_the_wrong_type_is_reported_with_the_valid_type() {
    validate_refuses(
        "host = 'db'\nport = '5432'\n",
        &Expected {
            code: "CONFIG_TYPE_INVALID",
            exit: 78,
            message: "in.toml, line 2: `port` is a string".into(),
            suggestion: "Use an integer from 1 to 65535 in line 2",
            context: json!({
                "path": "in.toml", "line": 2, "field": "port",
                "found": "a string", "valid": "an integer from 1 to 65535",
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn an_invalid_value_is_reported_with_the_valid_values() {
    validate_refuses(
        "host = 'db'\nport = 1\n\n[pool]\nsize = 101\n",
        &Expected {
            code: "CONFIG_VALUE_INVALID",
            exit: 78,
            message: "in.toml, line 5: invalid value 101 for `pool.size`".into(),
            suggestion: "Use an integer from 1 to 100 in line 5",
            context: json!({
                "path": "in.toml", "line": 5, "field": "pool.size",
                "value": "101", "valid": "an integer from 1 to 100",
            }),
            ..Expected::default()
        },
    );
    validate_refuses(
        "mode = 'rw'\n",
        &Expected {
            code: "CONFIG_VALUE_INVALID",
            exit: 78,
            message: "in.toml, line 1: invalid value 'rw' for `mode`".into(),
            suggestion: "Use \"read-only\" or \"read-write\" in line 1",
            context: json!({
                "path": "in.toml", "line": 1, "field": "mode",
                "value": "'rw'", "valid": "\"read-only\" or \"read-write\"",
            }),
            ..Expected::default()
        },
    );
}

#[test]
fn a_missing_field_is_reported_with_where_to_add_it() {
    validate_refuses(
        "host = 'db'\n",
        &Expected {
            code: "CONFIG_FIELD_MISSING",
            exit: 78,
            message: "in.toml: `port` is missing".into(),
            suggestion: "Add `port` at the top of the file: an integer from 1 to 65535",
            context: json!({
                "path": "in.toml", "line": 1, "field": "port", "valid": "an integer from 1 to 65535",
            }),
            ..Expected::default()
        },
    );
    validate_refuses(
        "host = 'db'\nport = 1\n[pool]\n",
        &Expected {
            code: "CONFIG_FIELD_MISSING",
            exit: 78,
            message: "in.toml: `pool.size` is missing".into(),
            suggestion: "Add `pool.size` below line 3: an integer from 1 to 100",
            context: json!({
                "path": "in.toml", "line": 3, "field": "pool.size", "valid": "an integer from 1 to 100",
            }),
            ..Expected::default()
        },
    );
}
