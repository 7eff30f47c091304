//! Tests of errors from the documentation of popular APIs.

use agent_error::{AgentError as _, ErrorRecord, exit};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

fn read(status: u16, body: &Value) -> ErrorRecord {
    let body = body.to_string();
    ErrorRecord::from_response(StatusCode::from_u16(status).unwrap(), &HeaderMap::new(), body.as_bytes())
}

#[track_caller]
fn says(status: u16, body: &Value, code: &str, message: &str) -> ErrorRecord {
    let record = read(status, body);
    assert_eq!((record.code.as_str(), record.message.as_str()), (code, message));
    record
}

fn fields(record: &ErrorRecord) -> Vec<(&str, String)> {
    record.field_errors.iter().map(|field| (field.field(), field.text())).collect()
}

fn field<'a>(name: &'a str, text: &str) -> (&'a str, String) {
    (name, text.to_owned())
}

#[test]
fn github() {
    let invalid = json!({"message": "Validation Failed", "documentation_url": "https://docs.example.com/rest", "status": "422",
        "errors": [{"resource": "Issue", "field": "title", "code": "missing_field"}]});
    let record = says(422, &invalid, "HTTP_422", "Validation Failed");
    assert_eq!(fields(&record), [field("title", "missing_field")]);
    assert_eq!(record.docs_url.as_deref(), Some("https://docs.example.com/rest"));
    let reasons = json!({"message": "Validation Failed", "errors": ["Could not add requester", "Not a member"]});
    let record = says(422, &reasons, "HTTP_422", "Validation Failed");
    assert_eq!(record.detail.as_deref(), Some("Could not add requester; Not a member"));
}

#[test]
fn stripe() {
    let body = json!({"error": {"code": "card_declined", "decline_code": "insufficient_funds", "type": "card_error",
        "doc_url": "https://docs.example.com/card-declined", "message": "Your card has insufficient funds."}});
    let record = says(402, &body, "card_declined", "Your card has insufficient funds.");
    assert_eq!(record.exit_code(), exit::PAYMENT_REQUIRED);
    assert_eq!(record.docs_url.as_deref(), Some("https://docs.example.com/card-declined"));
    assert_eq!(record.value("decline_code"), Some(&json!("insufficient_funds")));
}

#[test]
fn google() {
    let body = json!({"error": {"code": 400, "message": "Invalid value", "status": "INVALID_ARGUMENT", "details": [
        {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_X"},
        {"@type": "type.googleapis.com/google.rpc.BadRequest",
         "fieldViolations": [{"field": "name", "description": "must not be empty"}]}]}});
    let record = says(400, &body, "INVALID_ARGUMENT", "Invalid value");
    assert_eq!(fields(&record), [field("name", "must not be empty")]);
    assert_eq!(record.value("details").and_then(Value::as_array).map(Vec::len), Some(2));
    let older = json!({"error": {"errors": [{"domain": "global", "reason": "notFound", "message": "no file"}],
        "code": 404, "message": "no file"}});
    says(404, &older, "notFound", "no file");
    says(404, &json!({"code": 5, "message": "Not Found", "details": []}), "HTTP_404", "Not Found");
}

#[test]
fn kubernetes() {
    let status = |reason: &str, details: Value| {
        json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": "it failed",
            "reason": reason, "details": details, "code": 422})
    };
    let record = says(404, &status("NotFound", json!({"name": "x", "kind": "pods"})), "NotFound", "it failed");
    assert!(record.field_errors.is_empty(), "{:?}", record.field_errors);
    let causes = json!([{"reason": "FieldValueRequired", "message": "Required value", "field": "spec.containers"}]);
    let record = says(422, &status("Invalid", json!({"name": "x", "causes": causes})), "Invalid", "it failed");
    assert_eq!(fields(&record), [field("spec.containers", "Required value")]);
}

#[test]
fn aws() {
    let described = json!({"__type": "ValidationException:http://internal.example.com/", "Message": "bad"});
    says(400, &described, "ValidationException", "bad");
    let headers = HeaderMap::from_iter([(
        "x-amzn-errortype".parse().unwrap(),
        "ResourceNotFoundException:http://internal.example.com/".parse().unwrap(),
    )]);
    let body = br#"{"Message":"Function not found","Type":"User"}"#;
    let record = ErrorRecord::from_response(StatusCode::NOT_FOUND, &headers, body);
    assert_eq!((record.code.as_str(), record.message.as_str()), ("ResourceNotFoundException", "Function not found"));
    let timeout = json!({"errorMessage": "Task timed out", "errorType": "Sandbox.Timedout"});
    says(200, &timeout, "Sandbox.Timedout", "Task timed out");
}

#[test]
fn xml_of_storage_services() {
    for body in [
        "<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code><Message>No &lt;key&gt;.</Message><HostId>H</HostId></Error>",
        "<ErrorResponse><Error><Type>Sender</Type><Code> NoSuchKey </Code><Message>No &lt;key&gt;.</Message></Error></ErrorResponse>",
    ] {
        let record = ErrorRecord::from_response(StatusCode::NOT_FOUND, &HeaderMap::new(), body.as_bytes());
        assert_eq!((record.code.as_str(), record.message.as_str()), ("NoSuchKey", "No <key>."));
    }
    let page = "<html><title>Oops</title><p>Set <code>no such</code> and <message>x</message></html>";
    let record = ErrorRecord::from_response(StatusCode::NOT_FOUND, &HeaderMap::new(), page.as_bytes());
    assert_eq!((record.code.as_str(), record.message.as_str()), ("HTTP_404", "Oops"));
}

#[test]
fn graphql() {
    let of_apollo = json!({"data": {"user": null}, "errors": [
        {"message": "no such user", "path": ["user"], "extensions": {"code": "NOT_FOUND"}}]});
    let record = says(200, &of_apollo, "NOT_FOUND", "no such user");
    assert!(record.field_errors.is_empty(), "{:?}", record.field_errors);
    let of_github = json!({"errors": [
        {"type": "NOT_FOUND", "path": ["repository"], "locations": [{"line": 1, "column": 3}], "message": "no repository"}]});
    says(200, &of_github, "NOT_FOUND", "no repository");
}

#[test]
fn frameworks() {
    let fastapi = json!({"detail": {"code": "OUT_OF_STOCK", "message": "no anvil is left"}});
    says(409, &fastapi, "OUT_OF_STOCK", "no anvil is left");
    let spring = json!({"timestamp": "2026", "status": 400, "error": "Bad Request", "message": "Validation failed", "path": "/u",
        "errors": [{"codes": ["NotNull.user.name"], "defaultMessage": "must not be null", "field": "name", "code": "NotNull"}]});
    assert_eq!(fields(&says(400, &spring, "HTTP_400", "Validation failed")), [field("name", "must not be null")]);
    let aspnet = json!({"type": "https://example.com/400", "title": "Invalid.", "status": 400, "errors": {"$.age": ["not a number"]}});
    assert_eq!(fields(&says(400, &aspnet, "HTTP_400", "Invalid.")), [field("age", "not a number")]);
    let nest = json!({"statusCode": 400, "message": ["name is empty", "age is not a number"], "error": "Bad Request"});
    says(400, &nest, "HTTP_400", "name is empty; age is not a number");
    let strapi = json!({"data": null, "error": {"status": 400, "name": "ValidationError", "message": "invalid",
        "details": {"errors": [{"path": ["name"], "message": "is missing", "name": "ValidationError"}]}}});
    assert_eq!(fields(&says(400, &strapi, "HTTP_400", "invalid")), [field("name", "is missing")]);
    let django = json!({"name": ["is required", "is odd"], "age": ["is required"], "non_field_errors": ["no login"]});
    let record = says(400, &django, "HTTP_400", "no login");
    assert_eq!(fields(&record), [field("age", "is required"), field("name", "is required is odd")]);
    assert!(record.context.is_empty());
    let data = json!({"ids": [], "items": [1, 2]});
    assert_eq!(read(400, &data).context.len(), 2);
}

#[test]
fn others() {
    says(403, &json!({"errors": ["permission denied"]}), "HTTP_403", "permission denied");
    says(404, &json!({"errors": "Not Found"}), "HTTP_404", "Not Found");
    says(400, &json!({"errorMessages": ["no issue"], "errors": {}}), "HTTP_400", "no issue");
    says(404, &json!({"status": "error", "message": "nope"}), "HTTP_404", "nope");
    let localized = json!({"odata.error": {"code": "X_1", "message": {"lang": "en-US", "value": "bad thing"}}});
    says(400, &localized, "X_1", "bad thing");
    let gitlab = json!({"message": {"name": ["is taken"], "path": ["is short"]}});
    assert_eq!(fields(&read(400, &gitlab)), [field("name", "is taken"), field("path", "is short")]);
    let azure = json!({"error": {"code": "Bad", "message": "bad", "details": [{"code": "A", "message": "is empty", "target": "name"}]}});
    assert_eq!(fields(&says(400, &azure, "Bad", "bad")), [field("name", "is empty")]);
    let oauth = json!({"error": "invalid_client", "error_description": "no", "error_uri": "https://example.com/e"});
    assert_eq!(says(401, &oauth, "invalid_client", "no").docs_url.as_deref(), Some("https://example.com/e"));
    let no_page = json!({"message": "no", "documentation_url": "javascript:alert(1)"});
    let record = says(400, &no_page, "HTTP_400", "no");
    assert_eq!((record.docs_url.as_deref(), record.context.len()), (None, 1));
}

#[test]
fn binary_bodies_have_no_message() {
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0x56, 0x2a, 0x4e, 0x2d, 0x2a, 4, 0, 1, 2, 3];
    let utf16: Vec<u8> = "{\"message\":\"x\"}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let huge = vec![0xff; 20_000_000];
    for body in [&gzip[..], &utf16, &huge] {
        let record = ErrorRecord::from_response(StatusCode::BAD_GATEWAY, &HeaderMap::new(), body);
        assert_eq!(record.message, "the server answered 502 Bad Gateway");
        assert_eq!((record.detail.as_deref(), record.exit_code()), (None, exit::UNAVAILABLE));
    }
    let latin1 = ErrorRecord::from_response(StatusCode::FORBIDDEN, &HeaderMap::new(), b"Acc\xe8s refus\xe9");
    assert_eq!(latin1.message, "Acc\u{fffd}s refus\u{fffd}");
}
