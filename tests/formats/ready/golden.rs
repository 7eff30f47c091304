//! Golden tests of each error: its message, advice and context, and the two formats that its original systems use.

use super::{invalid_fields, samples};
use crate::human::same;
use agent_error::{AgentError, Format, render};

fn described(error: &dyn AgentError) -> String {
    format!(
        "exit {}: {error}\nsuggestion: {}\n\n{}\n\n{}\n",
        error.exit_code(),
        error.suggestion().unwrap_or_default(),
        render(error, Format::Xml),
        render(error, Format::Nested)
    )
}

#[track_caller]
pub(super) fn sample(code: &str, golden: &str) {
    let samples = samples();
    let error = samples.iter().find(|error| error.code() == code).unwrap();
    same(&described(error.as_ref()), golden);
}

#[test]
fn invalid_fields_one_by_one() {
    same(
        &described(&invalid_fields()),
        r#"
exit 2: invalid input for `users/create`
suggestion: Fix the listed fields and call the tool again.

<validation_error action="users/create">
<field name="email">Invalid email. You sent: 'bad-email'. Expected: an address.</field>
<field name="role">Invalid role. You sent: 'boss'. Valid options: 'admin', 'user'.</field>
<field name="name">Required. You sent: (missing).</field>
<field name="password">Too short. You sent: [REDACTED]. At least 12 characters.</field>
<recovery>Fix the fields above and call the tool again. Do not explain the error.</recovery>
</validation_error>

{"error":{"code":"VALIDATION_ERROR","message":"invalid input for `users/create`","details":{"action":"users/create","fields":[{"field":"email","message":"Invalid email.","sent":"bad-email","expected":"Expected: an address."},{"field":"role","message":"Invalid role.","sent":"boss","options":["admin","user"]},{"field":"name","message":"Required.","missing":true},{"field":"password","message":"Too short.","sent":"[REDACTED]","expected":"At least 12 characters."}]}}}
"#,
    );
}

#[test]
fn missing_field() {
    sample("MISSING_REQUIRED_FIELD", "
exit 2: Required field \"email\" is missing.
suggestion: Provide the \"email\" parameter and retry.

<tool_error code=\"MISSING_REQUIRED_FIELD\">
<message>Required field \"email\" is missing.</message>
<recovery>Provide the \"email\" parameter and retry.</recovery>
</tool_error>

{\"error\":{\"code\":\"MISSING_REQUIRED_FIELD\",\"message\":\"Required field \\\"email\\\" is missing.\",\"details\":{\"field\":\"email\"}}}
");
}

#[test]
fn missing_flags() {
    sample(
        "MISSING_REQUIRED_FLAGS",
        r#"
exit 2: required flags not provided
suggestion: Find values for the missing flags, then call again with all of them

<tool_error code="MISSING_REQUIRED_FLAGS" severity="error">
<message>required flags not provided</message>
<recovery>Find values for the missing flags, then call again with all of them</recovery>
<details>
  <detail key="missing">--host, --port</detail>
</details>
</tool_error>

{"error":{"code":"MISSING_REQUIRED_FLAGS","message":"required flags not provided","details":{"missing":["--host","--port"]}}}
"#,
    );
}

#[test]
fn invalid_value() {
    sample(
        "VALIDATION_ERROR",
        r#"
exit 2: invalid value for --port: `http` is not a number
suggestion: Correct the value of `--port`, then call again

<tool_error code="VALIDATION_ERROR" severity="error">
<message>invalid value for --port: `http` is not a number</message>
<recovery>Correct the value of `--port`, then call again</recovery>
<details>
  <detail key="field">--port</detail>
  <detail key="reason">`http` is not a number</detail>
</details>
</tool_error>

{"error":{"code":"VALIDATION_ERROR","message":"invalid value for --port: `http` is not a number","details":{"field":"--port","reason":"`http` is not a number"}}}
"#,
    );
}

#[test]
fn missing_discriminator() {
    sample("MISSING_DISCRIMINATOR", "
exit 2: The required field \"action\" is missing.
suggestion: Add the \"action\" field as a string and call the tool again.

<tool_error code=\"MISSING_DISCRIMINATOR\">
<message>The required field \"action\" is missing.</message>
<available_actions>list, create, destroy</available_actions>
<recovery>Add the \"action\" field as a string and call the tool again.</recovery>
</tool_error>

{\"error\":{\"code\":\"MISSING_DISCRIMINATOR\",\"message\":\"The required field \\\"action\\\" is missing.\",\"details\":{\"field\":\"action\"}}}
");
}

#[test]
fn invalid_discriminator() {
    sample("INVALID_DISCRIMINATOR", "
exit 2: Discriminator field \"action\" must be a string, got number.
suggestion: Set \"action\" to one of the available actions as a string.

<tool_error code=\"INVALID_DISCRIMINATOR\">
<message>Discriminator field \"action\" must be a string, got number.</message>
<available_actions>list, create, destroy</available_actions>
<recovery>Set \"action\" to one of the available actions as a string.</recovery>
</tool_error>

{\"error\":{\"code\":\"INVALID_DISCRIMINATOR\",\"message\":\"Discriminator field \\\"action\\\" must be a string, got number.\",\"details\":{\"field\":\"action\",\"got\":\"number\"}}}
");
}

#[test]
fn unknown_action() {
    sample("UNKNOWN_ACTION", "
exit 2: The action \"destory\" does not exist.
suggestion: Choose a valid action from available_actions and call the tool again.

<tool_error code=\"UNKNOWN_ACTION\">
<message>The action \"destory\" does not exist.</message>
<available_actions>list, create, destroy</available_actions>
<recovery>Choose a valid action from available_actions and call the tool again.</recovery>
</tool_error>

{\"error\":{\"code\":\"UNKNOWN_ACTION\",\"message\":\"The action \\\"destory\\\" does not exist.\",\"details\":{\"action\":\"destory\",\"nearest\":[\"destroy\"]}}}
");
}

#[test]
fn unknown_tool() {
    sample("UNKNOWN_TOOL", "
exit 2: Tool \"user_lsit\" does not exist.
suggestion: Call one of the available tools instead

<tool_error code=\"UNKNOWN_TOOL\" severity=\"error\">
<message>Tool \"user_lsit\" does not exist.</message>
<recovery>Call one of the available tools instead</recovery>
<available_actions>
  <action>user_list</action>
  <action>user_get</action>
</available_actions>
<details>
  <detail key=\"tool\">user_lsit</detail>
  <detail key=\"nearest\">[\"user_list\",\"user_get\"]</detail>
</details>
</tool_error>

{\"error\":{\"code\":\"UNKNOWN_TOOL\",\"message\":\"Tool \\\"user_lsit\\\" does not exist.\",\"details\":{\"tool\":\"user_lsit\",\"nearest\":[\"user_list\",\"user_get\"]}}}
");
}

#[test]
fn confirmation_required() {
    sample("CONFIRMATION_REQUIRED", "
exit 2: destructive action \"user destroy\" requires --yes in agent mode
suggestion: Ask the user for confirmation, then call again with --yes

<tool_error code=\"CONFIRMATION_REQUIRED\" severity=\"error\">
<message>destructive action \"user destroy\" requires --yes in agent mode</message>
<recovery>Ask the user for confirmation, then call again with --yes</recovery>
<details>
  <detail key=\"action\">user destroy</detail>
</details>
</tool_error>

{\"error\":{\"code\":\"CONFIRMATION_REQUIRED\",\"message\":\"destructive action \\\"user destroy\\\" requires --yes in agent mode\",\"details\":{\"action\":\"user destroy\"}}}
");
}

#[test]
fn prompt_blocked() {
    sample(
        "INTERACTIVE_PROMPT_BLOCKED",
        r#"
exit 2: select prompt not available in agent mode
suggestion: Pass the answer as a flag, then call again

<tool_error code="INTERACTIVE_PROMPT_BLOCKED" severity="error">
<message>select prompt not available in agent mode</message>
<explanation>the choices are `eu`, `us`</explanation>
<recovery>Pass the answer as a flag, then call again</recovery>
<details>
  <detail key="prompt_type">select</detail>
  <detail key="prompt">Which region?</detail>
  <detail key="choices">["eu","us"]</detail>
</details>
</tool_error>

{"error":{"code":"INTERACTIVE_PROMPT_BLOCKED","message":"select prompt not available in agent mode","details":{"prompt_type":"select","prompt":"Which region?","choices":["eu","us"]}}}
"#,
    );
}

#[test]
fn deprecated() {
    sample(
        "DEPRECATED",
        r#"
exit 1: --fast is deprecated
suggestion: Use --level 1 instead.

<tool_error code="DEPRECATED" severity="warning">
<message>--fast is deprecated</message>
<recovery>Use --level 1 instead.</recovery>
<details>
  <detail key="name">--fast</detail>
  <detail key="replacement">--level 1</detail>
</details>
</tool_error>

{"error":{"code":"DEPRECATED","message":"--fast is deprecated","details":{"name":"--fast","replacement":"--level 1"}}}
"#,
    );
}

#[test]
fn timeout() {
    sample(
        "TIMEOUT",
        r#"
exit 10: the upload took longer than 1m 30s
suggestion: Check what was done; then call again with more time or less work

<tool_error code="TIMEOUT" severity="error">
<message>the upload took longer than 1m 30s</message>
<recovery>Check what was done; then call again with more time or less work</recovery>
<details>
  <detail key="operation">the upload</detail>
  <detail key="limit_ms">90000</detail>
</details>
</tool_error>

{"error":{"code":"TIMEOUT","message":"the upload took longer than 1m 30s","details":{"operation":"the upload","limit_ms":90000}}}
"#,
    );
}

#[test]
fn rate_limited() {
    sample(
        "RATE_LIMITED",
        r#"
exit 11: Rate limit exceeded. Maximum 100 requests per 60s window.
suggestion: Wait 30 seconds before retrying. Current key: "team-7".

<tool_error code="RATE_LIMITED" severity="error">
<message>Rate limit exceeded. Maximum 100 requests per 60s window.</message>
<recovery>Wait 30 seconds before retrying. Current key: "team-7".</recovery>
<details>
  <detail key="limit">100</detail>
  <detail key="window_s">60</detail>
  <detail key="key">team-7</detail>
</details>
<retry_after>30 seconds</retry_after>
</tool_error>

{"error":{"code":"RATE_LIMITED","message":"Rate limit exceeded. Maximum 100 requests per 60s window.","details":{"limit":100,"window_s":60,"key":"team-7"}}}
"#,
    );
}

#[test]
fn internal() {
    sample(
        "INTERNAL_ERROR",
        r#"
exit 70: the index is out of order
suggestion: Report this; the same call will fail again

<tool_error code="INTERNAL_ERROR" severity="critical">
<message>the index is out of order</message>
<recovery>Report this; the same call will fail again</recovery>
</tool_error>

{"error":{"code":"INTERNAL_ERROR","message":"the index is out of order"}}
"#,
    );
}
