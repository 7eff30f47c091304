//! Arguments that a tool's schema refuses.

use crate::client::{OneTool, call, connect, failure};
use agent_error::mcp::Server;
use agent_error::{Format, parse};
use serde_json::{Value, json};

/// The errors of the fields, each as `field: text`.
async fn refused(schema: Value, arguments: Value) -> Vec<String> {
    let client = connect(Server::new(OneTool::echo(schema))).await;
    let error = failure(&client, "echo", arguments).await;
    assert_eq!(error.code, "VALIDATION_ERROR", "{error:?}");
    error.field_errors.iter().map(|field| format!("{}: {}", field.field(), field.text())).collect()
}

/// The one error of the property `x` with this schema for this value.
async fn one(property: Value, value: Value) -> String {
    let schema = json!({"type": "object", "properties": {"x": property}});
    let mut all = refused(schema, json!({"x": value})).await;
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[tokio::test]
async fn each_keyword_says_what_was_sent_and_what_is_valid() {
    let cases = [
        (json!({"type": "integer"}), json!("a"), "x: Wrong type. You sent: 'a'. Expected: integer."),
        (json!({"type": ["string", "null"]}), json!(1), "x: Wrong type. You sent: 1. Expected: null or string."),
        (json!({"enum": ["a", "b"]}), json!("c"), "x: Invalid value. You sent: 'c'. Valid options: 'a', 'b'."),
        (json!({"enum": [1, null]}), json!("c"), "x: Invalid value. You sent: 'c'. Valid options: '1', 'null'."),
        (json!({"const": "a"}), json!("c"), "x: Invalid value. You sent: 'c'. Valid options: 'a'."),
        (
            json!({"oneOf": [{"const": "a", "description": "A"}, {"const": "b"}]}),
            json!("c"),
            "x: Invalid value. You sent: 'c'. Valid options: 'a', 'b'.",
        ),
        (json!({"minimum": 1}), json!(0), "x: Too small. You sent: 0. Minimum: 1."),
        (json!({"maximum": 1.5}), json!(2), "x: Too large. You sent: 2. Maximum: 1.5."),
        (json!({"exclusiveMinimum": 1}), json!(1), "x: Too small. You sent: 1. Expected: more than 1."),
        (json!({"exclusiveMaximum": 1}), json!(1), "x: Too large. You sent: 1. Expected: less than 1."),
        (json!({"multipleOf": 5}), json!(3), "x: Invalid value. You sent: 3. Expected: a multiple of 5."),
        (json!({"minLength": 3}), json!("ab"), "x: Too short. You sent: 'ab'. Minimum length: 3 characters."),
        (json!({"maxLength": 1}), json!("ab"), "x: Too long. You sent: 'ab'. Maximum length: 1 characters."),
        (json!({"minItems": 1}), json!([]), "x: Too few items. You sent: array(0). Minimum: 1."),
        (json!({"maxItems": 1}), json!([1, 2]), "x: Too many items. You sent: array(2). Maximum: 1."),
        (json!({"minProperties": 1}), json!({}), "x: Too few members. You sent: {}. Minimum: 1."),
        (json!({"maxProperties": 0}), json!({"a": 1}), "x: Too many members. You sent: {\"a\":1}. Maximum: 0."),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            "x: Some items are equal. You sent: array(2). Expected: items that all differ.",
        ),
        (json!({"pattern": "^a+$"}), json!("b"), "x: Invalid value. You sent: 'b'. Expected: text that matches ^a+$."),
        (
            json!({"format": "email"}),
            json!("bad-email"),
            "x: No valid email. You sent: 'bad-email'. Expected: an email address, as in user@example.com.",
        ),
        (
            json!({"format": "ipv4"}),
            json!("1.2"),
            "x: No valid ipv4. You sent: '1.2'. Expected: an IPv4 address, as in 192.0.2.1.",
        ),
        (
            json!({"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}]}),
            json!(1),
            "x: Too small. You sent: 1. Minimum: 3.",
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
            json!("a"),
            "x: Invalid value. You sent: 'a'. Expected: integer or null.",
        ),
        (
            json!({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
            json!("b"),
            "x: Invalid value. You sent: 'b'. Valid options: 'a'.",
        ),
        (
            json!({"not": {"const": "hunter2"}}),
            json!("hunter2"),
            "x: {\"const\":\"hunter2\"} is not allowed for value. You sent: 'hunter2'.",
        ),
    ];
    for (property, value, expected) in cases {
        assert_eq!(one(property, value).await, expected);
    }
}

#[tokio::test]
async fn missing_and_unknown_fields_are_told_by_their_path() {
    let schema = json!({
        "type": "object",
        "required": ["items"],
        "properties": {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "color": {"$ref": "#/$defs/Color"}},
        "additionalProperties": false,
        "$defs": {
            "Item": {
                "type": "object",
                "required": ["count", "kind"],
                "properties": {
                    "count": {"type": "integer", "description": "How many."},
                    "kind": {"$ref": "#/$defs/Color", "description": "Of which color"},
                },
            },
            "Color": {"type": "string", "enum": ["red", "blue"]},
        },
    });
    assert_eq!(
        refused(schema.clone(), json!({"items": [{}], "colour": "red", "zzz": 1})).await,
        [
            "items.0.count: Required field is missing. You sent: (missing). Expected: integer (How many).",
            "items.0.kind: Required field is missing. You sent: (missing). Expected: string (Of which color). \
             Valid options: 'red', 'blue'.",
            "colour: Unknown field. You sent: 'red'. Did you mean `color`? Known fields: `color`, `items`.",
            "zzz: Unknown field. You sent: 1. Remove it or correct its name. Known fields: `color`, `items`.",
        ]
    );
    assert_eq!(refused(schema, Value::Null).await.len(), 1, "no arguments are none");
}

#[tokio::test]
async fn secrets_are_never_given_back() {
    let schema = json!({
        "type": "object",
        "properties": {
            "api_key": {"type": "integer"},
            "login": {"type": "object", "properties": {"password": {"minLength": 10}}},
            "list": {"type": "integer"},
        },
        "additionalProperties": false,
    });
    let arguments = json!({
        "api_key": "hunter2", "login": {"password": "hunter2"}, "list": [{"token": "hunter2"}], "accessToken": "hunter2",
    });
    for format in Format::ALL {
        let client = connect(Server::new(OneTool::echo(schema.clone())).format(*format)).await;
        let result = call(&client, "echo", arguments.clone()).await;
        let text = crate::client::text(&result);
        assert!(!text.contains("hunter2"), "{text}");
        assert!(text.contains("api_key"), "{text}");
    }
}

#[tokio::test]
async fn a_secret_under_a_misspelt_name_is_one() {
    let schema = json!({
        "type": "object",
        "properties": {"card_token": {"type": "string"}, "id": {"type": "string"}},
        "additionalProperties": false,
    });
    assert_eq!(
        refused(schema, json!({"card_tokn": "hunter2", "idd": "a"})).await,
        [
            "card_tokn: Unknown field. You sent: '[REDACTED]'. Did you mean `card_token`? Known fields: `card_token`, `id`.",
            "idd: Unknown field. You sent: 'a'. Did you mean `id`? Known fields: `card_token`, `id`.",
        ]
    );
}

#[tokio::test]
async fn only_so_many_fields_are_told_and_large_values_are_summed_up() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "integer"}}, "additionalProperties": false});
    let many: Value =
        (0..5_000).map(|number| (format!("f{number}"), json!(number))).collect::<serde_json::Map<_, _>>().into();
    let fields = refused(schema.clone(), many).await;
    assert_eq!(fields.len(), 21);
    assert_eq!(fields[20], "(root): More fields are invalid than are listed here.");

    let client = connect(Server::new(OneTool::echo(schema))).await;
    let result = call(&client, "echo", json!({"x": "a".repeat(1 << 20)})).await;
    let text = crate::client::text(&result);
    assert!(text.len() < 1_000, "{} bytes", text.len());
    assert!(text.contains("(1048576 bytes)"), "{text}");
}

/// As schemars describes an internally tagged enum.
fn tagged() -> Value {
    json!({
        "type": "object",
        "required": ["trace"],
        "properties": {"trace": {"type": "boolean"}},
        "oneOf": [
            {"type": "object", "required": ["action"], "properties": {"action": {"type": "string", "const": "list"}}},
            {
                "type": "object",
                "required": ["action", "id"],
                "properties": {"action": {"type": "string", "const": "destroy"}, "id": {"type": "integer"}},
            },
            {"$ref": "#/$defs/Create"},
        ],
        "$defs": {
            "Create": {
                "type": "object",
                "required": ["action", "name"],
                "properties": {"action": {"enum": ["create"]}, "name": {"type": "string"}},
            },
        },
    })
}

#[tokio::test]
async fn a_discriminator_is_told_by_its_actions() {
    let client = connect(Server::new(OneTool::echo(tagged())).format(Format::Xml)).await;
    let told = async |arguments: Value| {
        let result = call(&client, "echo", arguments).await;
        parse(crate::client::text(&result)).unwrap()
    };
    let missing = told(json!({"trace": true})).await;
    assert_eq!(missing.code, "MISSING_DISCRIMINATOR");
    assert_eq!(missing.actions, ["list", "destroy", "create"]);
    assert_eq!(told(json!({"action": 7})).await.code, "INVALID_DISCRIMINATOR");
    assert_eq!(told(json!({"action": null})).await.code, "INVALID_DISCRIMINATOR");

    let unknown = told(json!({"action": "destory"})).await;
    assert_eq!(unknown.code, "UNKNOWN_ACTION");
    assert_eq!(unknown.value("nearest"), Some(&json!(r#"["destroy"]"#)));
}

#[tokio::test]
async fn of_tagged_schemas_only_the_meant_one_counts() {
    let client = connect(Server::new(OneTool::echo(tagged()))).await;
    let result = call(&client, "echo", json!({"action": "destroy", "trace": 1})).await;
    let error = parse(crate::client::text(&result)).unwrap();
    assert_eq!(error.value("action"), Some(&json!("echo/destroy")));
    let mut fields: Vec<String> =
        error.field_errors.iter().map(|field| format!("{}: {field}", field.field())).collect();
    fields.sort();
    assert_eq!(
        fields,
        [
            "id: Required field is missing. You sent: (missing). Expected: integer.",
            "trace: Wrong type. You sent: 1. Expected: boolean.",
        ]
    );
    let sent = json!({"action": "create", "name": "a", "trace": true});
    assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
}

#[tokio::test]
async fn what_does_not_tell_all_branches_apart_is_no_discriminator() {
    let branch = |constants: Value, required: &[&str]| {
        let constants =
            constants.as_object().unwrap().iter().map(|(name, only)| (name.clone(), json!({"const": only})));
        json!({"required": required, "properties": constants.collect::<serde_json::Map<_, _>>()})
    };
    let same = json!({"type": "object", "oneOf": [
        branch(json!({"api": "v1", "kind": "a"}), &["api", "kind", "x"]),
        branch(json!({"api": "v1", "kind": "b"}), &["api", "kind"]),
    ]});
    let twice = json!({"type": "object", "oneOf": [
        branch(json!({"kind": "b"}), &["kind", "x"]),
        branch(json!({"kind": "b"}), &["kind", "y"]),
    ]});
    let partly = json!({"type": "object", "oneOf": [
        branch(json!({"kind": "a"}), &["kind", "x"]),
        branch(json!({"kind": "a"}), &["kind", "y", "z"]),
        branch(json!({"kind": "b"}), &["kind"]),
    ]});
    assert_eq!(
        refused(partly.clone(), json!({"kind": "c"})).await,
        ["kind: Invalid value. You sent: 'c'. Valid options: 'a', 'b'."]
    );
    assert_eq!(
        refused(partly.clone(), json!({"kind": "a"})).await,
        ["x: Required field is missing. You sent: (missing)."]
    );
    for (schema, sent) in [
        (same, json!({"api": "v1", "kind": "b"})),
        (twice, json!({"kind": "b", "y": 1})),
        (partly, json!({"kind": "a", "y": 1, "z": 1})),
    ] {
        let client = connect(Server::new(OneTool::echo(schema))).await;
        assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
    }
}

/// A list of shapes, as schemars describes internally tagged enums within others.
fn shapes() -> Value {
    let shape = |kind: &str, required: &[&str], properties: Value| {
        let mut properties = properties;
        properties["kind"] = json!({"type": "string", "const": kind});
        json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
    };
    json!({
        "type": "object",
        "properties": {"x": {"anyOf": [{"$ref": "#/$defs/Shape"}, {"type": "null"}]}, "y": {"$ref": "#/$defs/Shape"}},
        "$defs": {"Shape": {"type": "object", "oneOf": [
            shape("circle", &["kind", "radius"], json!({"radius": {"type": "number"}})),
            shape("square", &["kind", "side"], json!({"side": {"type": "number"}, "label": {"type": "string"}})),
            shape("point", &["kind"], json!({})),
        ]}},
    })
}

#[tokio::test]
async fn of_tagged_values_all_tags_are_told_and_only_the_meant_one_counts() {
    for name in ["x", "y"] {
        let told = async |value: Value| refused(shapes(), json!({name: value})).await;
        assert_eq!(
            told(json!({"kind": "trangle"})).await,
            [format!("{name}.kind: Invalid value. You sent: 'trangle'. Valid options: 'circle', 'square', 'point'.")]
        );
        assert_eq!(
            told(json!({"radius": 1})).await,
            [format!(
                "{name}.kind: Required field is missing. You sent: (missing). Valid options: 'circle', 'square', 'point'."
            )]
        );
        let mut square = told(json!({"kind": "square", "side": "a", "label": 5})).await;
        square.sort();
        assert_eq!(
            square,
            [
                format!("{name}.label: Wrong type. You sent: 5. Expected: string."),
                format!("{name}.side: Wrong type. You sent: 'a'. Expected: number."),
            ]
        );
    }
    assert_eq!(refused(shapes(), json!({"x": 7})).await, ["x: Invalid value. You sent: 7. Expected: object or null."]);
    assert_eq!(refused(shapes(), json!({"y": 7})).await, ["y: Wrong type. You sent: 7. Expected: object."]);
}

#[tokio::test]
async fn of_an_enum_of_rust_all_variants_are_told_and_only_the_meant_one_counts() {
    let variant = |name: &str| {
        json!({
            "type": "object",
            "required": [name],
            "properties": {name: {"type": "integer"}},
            "additionalProperties": false,
        })
    };
    let any = json!({"oneOf": [{"type": "string", "enum": ["None"]}, variant("Some"), variant("Several")]});
    for (value, expected) in [
        (json!({"Several": "a"}), "x.Several: Wrong type. You sent: 'a'. Expected: integer."),
        (
            json!({"Sevral": 1}),
            "x: Invalid value. You sent: {\"Sevral\":1}. Expected: an object with one of `Some`, `Several`. \
             Did you mean `Several`?",
        ),
        (
            json!("Nome"),
            "x: Invalid value. You sent: 'Nome'. Expected: object with `Some` or object with `Several`. \
             Valid options: 'None'.",
        ),
    ] {
        assert_eq!(one(any.clone(), value).await, expected);
    }
    let same = json!({"anyOf": [{"type": "object", "minProperties": 2}, {"type": "object", "maxProperties": 0}]});
    assert_eq!(one(same, json!(7)).await, "x: Invalid value. You sent: 7. Expected: object.");
}

#[tokio::test]
async fn a_number_that_no_integer_of_rust_holds_is_told_by_its_field() {
    for (format, value, expected) in [
        ("int32", json!(2_147_483_648_u64), "x: Too large. You sent: 2147483648. Maximum: 2147483647."),
        ("int32", json!(-2_147_483_649_i64), "x: Too small. You sent: -2147483649. Minimum: -2147483648."),
        ("uint32", json!(4_294_967_296_u64), "x: Too large. You sent: 4294967296. Maximum: 4294967295."),
        ("uint64", json!(-1), "x: Too small. You sent: -1. Minimum: 0."),
        ("uint64", json!(2e19), "x: Too large. You sent: 2e+19. Maximum: 18446744073709551615."),
        ("int64", json!(u64::MAX), "x: Too large. You sent: 18446744073709551615. Maximum: 9223372036854775807."),
    ] {
        assert_eq!(one(json!({"type": ["integer", "null"], "format": format}), value).await, expected);
    }
    for (format, sent) in [("uint64", json!(u64::MAX)), ("int64", json!(i64::MIN)), ("uint32", Value::Null)] {
        let property = json!({"type": ["integer", "null"], "format": format});
        let schema = json!({"type": "object", "properties": {"x": property}});
        let client = connect(Server::new(OneTool::echo(schema))).await;
        assert_eq!(call(&client, "echo", json!({"x": sent})).await.structured_content, Some(json!({"x": sent})));
    }
}

#[tokio::test]
async fn a_schema_that_is_none_checks_nothing() {
    let client =
        connect(Server::new(OneTool::echo(json!({"type": "object", "properties": {"x": {"$ref": "#/no"}}})))).await;
    let sent = json!({"x": 1});
    assert_eq!(call(&client, "echo", sent.clone()).await.structured_content, Some(sent));
}

/// To JSON Schema, 5.0 is an integer; serde would refuse it.
#[tokio::test]
async fn whole_numbers_may_be_written_with_a_fraction_of_nothing() {
    let count = json!({"type": ["integer", "null"]});
    let by_reference = json!({
        "type": "object",
        "$defs": {"Count": {"type": "integer"}},
        "properties": {"count": {"$ref": "#/$defs/Count"}},
    });
    let tagged = json!({
        "type": "object",
        "oneOf": [
            {"properties": {"action": {"const": "list"}}, "required": ["action"]},
            {"properties": {"action": {"const": "get"}, "count": count}, "required": ["action"]},
        ],
    });
    let plain = json!({"type": "object", "properties": {"count": count, "price": {"type": "number"}}});
    for schema in [plain, by_reference, tagged] {
        let client = connect(Server::new(OneTool::echo(schema))).await;
        for (sent, read) in [("5.0", "5"), ("-0.0", "0"), ("5", "5"), ("9007199254740992.0", "9007199254740992")] {
            let arguments = serde_json::from_str(&format!(r#"{{"action":"get","count":{sent},"price":5.0}}"#)).unwrap();
            let result = call(&client, "echo", arguments).await;
            let echoed = result.structured_content.unwrap().to_string();
            assert_eq!(echoed, format!(r#"{{"action":"get","count":{read},"price":5.0}}"#));
        }
        let half: Value = json!({"action": "get", "count": 5.5});
        assert_eq!(failure(&client, "echo", half).await.code, "VALIDATION_ERROR");
    }
}

#[tokio::test]
async fn whole_numbers_are_read_wherever_the_schema_wants_them() {
    let schema = json!({
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "pair": {"prefixItems": [{"type": "integer"}, {"type": "number"}]},
            "tree": {"$ref": "#/$defs/Tree"},
            "map": {"additionalProperties": {"type": ["integer", "null"]}},
        },
        "$defs": {
            "Tree": {"properties": {"count": {"type": "integer"}, "below": {"items": {"$ref": "#/$defs/Tree"}}}},
        },
    });
    let sent =
        r#"{"list":[1.0,null,1.5e1],"map":{"a":2.0},"pair":[3.0,3.0],"tree":{"below":[{"count":4.0}],"free":5.0}}"#;
    let read = r#"{"list":[1,null,15],"map":{"a":2},"pair":[3,3.0],"tree":{"below":[{"count":4}],"free":5.0}}"#;
    let client = connect(Server::new(OneTool::echo(schema))).await;
    let result = call(&client, "echo", serde_json::from_str(sent).unwrap()).await;
    assert_eq!(result.structured_content.unwrap().to_string(), read);
}
