//! Tests of the ready-made errors in the `Human` format.

use super::shows;
use crate::ready::samples;

#[track_caller]
fn sample(code: &str, golden: &str) {
    let samples = samples();
    let error = samples.iter().find(|error| error.code() == code).unwrap();
    shows(error.as_ref(), 80, golden);
}

#[test]
fn missing_field() {
    sample(
        "MISSING_REQUIRED_FIELD",
        r#"
error[MISSING_REQUIRED_FIELD]: Required field "email" is missing.

    help: Provide the "email" parameter and retry.
"#,
    );
}

#[test]
fn missing_flags() {
    sample(
        "MISSING_REQUIRED_FLAGS",
        "
error[MISSING_REQUIRED_FLAGS]: required flags not provided

    help: Find values for the missing flags, then call again with all of them
 missing: --host, --port
",
    );
}

#[test]
fn invalid_value() {
    sample(
        "VALIDATION_ERROR",
        "
error[VALIDATION_ERROR]: invalid value for --port: `http` is not a number

    help: Correct the value of `--port`, then call again
",
    );
}

#[test]
fn invalid_fields() {
    shows(
        &crate::ready::invalid_fields(),
        80,
        "
error[VALIDATION_ERROR]: invalid input for `users/create`

   field: email: Invalid email. You sent: 'bad-email'. Expected: an address.
   field: role: Invalid role. You sent: 'boss'. Valid options: 'admin', 'user'.
   field: name: Required. You sent: (missing).
   field: password: Too short. You sent: [REDACTED]. At least 12 characters.
    help: Fix the listed fields and call the tool again.
",
    );
}

#[test]
fn missing_discriminator() {
    sample(
        "MISSING_DISCRIMINATOR",
        r#"
error[MISSING_DISCRIMINATOR]: The required field "action" is missing.

    help: Add the "action" field as a string and call the tool again.
     try: list, create, destroy
"#,
    );
}

#[test]
fn invalid_discriminator() {
    sample(
        "INVALID_DISCRIMINATOR",
        r#"
error[INVALID_DISCRIMINATOR]: Discriminator field "action" must be a string, got
          number.

    help: Set "action" to one of the available actions as a string.
     try: list, create, destroy
"#,
    );
}

#[test]
fn unknown_action() {
    sample(
        "UNKNOWN_ACTION",
        r#"
error[UNKNOWN_ACTION]: The action "destory" does not exist.

    help: Choose a valid action from available_actions and call the tool again.
 nearest: destroy
     try: list, create, destroy
"#,
    );
}

#[test]
fn confirmation_required() {
    sample(
        "CONFIRMATION_REQUIRED",
        r#"
error[CONFIRMATION_REQUIRED]: destructive action "user destroy" requires --yes
          in agent mode

    help: Ask the user for confirmation, then call again with --yes
"#,
    );
}

#[test]
fn prompt_blocked() {
    sample(
        "INTERACTIVE_PROMPT_BLOCKED",
        "
error[INTERACTIVE_PROMPT_BLOCKED]: select prompt not available in agent mode

  detail: the choices are `eu`, `us`
    help: Pass the answer as a flag, then call again
",
    );
}

#[test]
fn deprecated() {
    sample(
        "DEPRECATED",
        "
warning[DEPRECATED]: --fast is deprecated

    help: Use --level 1 instead.
",
    );
}

#[test]
fn timeout() {
    sample(
        "TIMEOUT",
        "
error[TIMEOUT]: the upload took longer than 1m 30s

    help: Check what was done; then call again with more time or less work
",
    );
}

#[test]
fn rate_limited() {
    sample(
        "RATE_LIMITED",
        r#"
error[RATE_LIMITED]: Rate limit exceeded. Maximum 100 requests per 60s window.

    help: Wait 30 seconds before retrying. Current key: "team-7".
   retry: the same call may succeed later; wait 30s
"#,
    );
}

#[test]
fn internal() {
    sample(
        "INTERNAL_ERROR",
        "
critical[INTERNAL_ERROR]: the index is out of order

    help: Report this; the same call will fail again
",
    );
}
