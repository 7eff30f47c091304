//! Golden tests of the errors that services return when they reject a call, in the formats of both systems.

use super::golden::sample;

#[test]
fn not_found() {
    sample(
        "NOT_FOUND",
        r#"
exit 5: invoice "inv-7" not found
suggestion: Check the id; list what exists to find the right one

<tool_error code="NOT_FOUND" severity="error">
<message>invoice "inv-7" not found</message>
<recovery>Check the id; list what exists to find the right one</recovery>
<available_actions>
  <action>invoices_list</action>
</available_actions>
<details>
  <detail key="kind">invoice</detail>
  <detail key="id">inv-7</detail>
</details>
</tool_error>

{"error":{"code":"NOT_FOUND","message":"invoice \"inv-7\" not found","details":{"kind":"invoice","id":"inv-7"}}}
"#,
    );
}

#[test]
fn conflict() {
    sample(
        "CONFLICT",
        r#"
exit 6: order 7 cannot be changed: it is cancelled
suggestion: Read the current state, then decide what is still to be done

<tool_error code="CONFLICT" severity="error">
<message>order 7 cannot be changed: it is cancelled</message>
<recovery>Read the current state, then decide what is still to be done</recovery>
<details>
  <detail key="subject">order 7</detail>
  <detail key="state">cancelled</detail>
</details>
</tool_error>

{"error":{"code":"CONFLICT","message":"order 7 cannot be changed: it is cancelled","details":{"subject":"order 7","state":"cancelled"}}}
"#,
    );
}

#[test]
fn permission_denied() {
    sample(
        "PERMISSION_DENIED",
        r#"
exit 7: permission denied to delete entries: it takes the role admin
suggestion: Do not repeat the call before the permission is granted

<tool_error code="PERMISSION_DENIED" severity="error">
<message>permission denied to delete entries: it takes the role admin</message>
<recovery>Do not repeat the call before the permission is granted</recovery>
<details>
  <detail key="operation">delete entries</detail>
  <detail key="required">the role admin</detail>
</details>
</tool_error>

{"error":{"code":"PERMISSION_DENIED","message":"permission denied to delete entries: it takes the role admin","details":{"operation":"delete entries","required":"the role admin"}}}
"#,
    );
}

#[test]
fn auth_required() {
    sample(
        "AUTH_REQUIRED",
        r#"
exit 8: authentication required: the token has expired
suggestion: Log in with `tool auth login`, then call again

<tool_error code="AUTH_REQUIRED" severity="error">
<message>authentication required: the token has expired</message>
<recovery>Log in with `tool auth login`, then call again</recovery>
<details>
  <detail key="reason">the token has expired</detail>
  <detail key="login">tool auth login</detail>
</details>
</tool_error>

{"error":{"code":"AUTH_REQUIRED","message":"authentication required: the token has expired","details":{"reason":"the token has expired","login":"tool auth login"}}}
"#,
    );
}

#[test]
fn unauthorized() {
    sample(
        "UNAUTHORIZED",
        r#"
exit 8: not authenticated: the token has expired
suggestion: Authenticate, then repeat the call

<tool_error code="UNAUTHORIZED" severity="error">
<message>not authenticated: the token has expired</message>
<recovery>Authenticate, then repeat the call</recovery>
<available_actions>
  <action>auth_login</action>
</available_actions>
<details>
  <detail key="reason">the token has expired</detail>
</details>
</tool_error>

{"error":{"code":"UNAUTHORIZED","message":"not authenticated: the token has expired","details":{"reason":"the token has expired"}}}
"#,
    );
}

#[test]
fn forbidden() {
    sample(
        "FORBIDDEN",
        r#"
exit 7: not allowed to delete invoices
suggestion: Ask the user for the role admin; don't repeat the call without it

<tool_error code="FORBIDDEN" severity="error">
<message>not allowed to delete invoices</message>
<recovery>Ask the user for the role admin; don't repeat the call without it</recovery>
<details>
  <detail key="operation">delete invoices</detail>
  <detail key="required">the role admin</detail>
</details>
</tool_error>

{"error":{"code":"FORBIDDEN","message":"not allowed to delete invoices","details":{"operation":"delete invoices","required":"the role admin"}}}
"#,
    );
}

#[test]
fn server_busy() {
    sample(
        "SERVER_BUSY",
        r#"
exit 12: the index is busy
suggestion: Wait 5 seconds, then repeat the call

<tool_error code="SERVER_BUSY" severity="error">
<message>the index is busy</message>
<recovery>Wait 5 seconds, then repeat the call</recovery>
<details>
  <detail key="subject">the index</detail>
</details>
<retry_after>5 seconds</retry_after>
</tool_error>

{"error":{"code":"SERVER_BUSY","message":"the index is busy","details":{"subject":"the index"}}}
"#,
    );
}

#[test]
fn service_unavailable() {
    sample(
        "SERVICE_UNAVAILABLE",
        r#"
exit 12: the mail server does not answer
suggestion: Repeat the call with growing pauses; if that does not help, inform the user that the service is down

<tool_error code="SERVICE_UNAVAILABLE" severity="error">
<message>the mail server does not answer</message>
<recovery>Repeat the call with growing pauses; if that does not help, inform the user that the service is down</recovery>
<details>
  <detail key="service">the mail server</detail>
</details>
<retryable>true</retryable>
</tool_error>

{"error":{"code":"SERVICE_UNAVAILABLE","message":"the mail server does not answer","details":{"service":"the mail server"}}}
"#,
    );
}

#[test]
fn cancelled() {
    sample(
        "CANCELLED",
        r#"
exit 1: cancelled: nothing was done
suggestion: Call again if you change your mind

<tool_error code="CANCELLED" severity="error">
<message>cancelled: nothing was done</message>
<recovery>Call again if you change your mind</recovery>
</tool_error>

{"error":{"code":"CANCELLED","message":"cancelled: nothing was done"}}
"#,
    );
}
