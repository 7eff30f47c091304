//! Tests of the labeled lines below the message, one label per test.

use super::shows;
use crate::records::invalid_fields;
use agent_error::ErrorRecord;
use agent_error::vocabulary::RetryStrategy;
use std::time::Duration;

fn record() -> ErrorRecord {
    ErrorRecord::new("DEPLOY_FAILED", "cannot deploy `web`")
}

#[test]
fn suggestion_of_several_lines() {
    let suggestion = "Push the image, then deploy again:\n  `docker push web`\n  `tool deploy web`";
    shows(
        &record().with_suggestion(suggestion),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

    help: Push the image, then deploy again:
            `docker push web`
            `tool deploy web`
",
    );
}

#[test]
fn detail_needs_and_fix() {
    shows(
        &record().with_detail("the image has no tag"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

  detail: the image has no tag
",
    );
    shows(
        &record().with_fix_required("a tag of the form vN.N.N"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   needs: a tag of the form vN.N.N
",
    );
    shows(
        &record().with_fix_command("tool image tag web --tag v1.0.0"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

     fix: tool image tag web --tag v1.0.0
",
    );
}

#[test]
fn empty_strings_are_omitted() {
    shows(
        &record().with_suggestion("").with_detail("").with_fix_command("").with_cause("").with_action(""),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`
",
    );
}

#[test]
fn actions() {
    shows(
        &record().with_action("images.list"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

     try: images.list
",
    );
    shows(
        &record().with_action("images.list").with_action("images.push"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

     try: images.list, images.push
",
    );
}

#[test]
fn retries() {
    shows(
        &record().with_retryable(true),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later
",
    );
    shows(
        &record().with_retry_after(Duration::from_secs(5)),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later; wait 5s
",
    );
    shows(
        &record().with_retry_after(Duration::ZERO),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later
",
    );
    shows(
        &record().with_retry_after(Duration::from_millis(5_430_250)),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later; wait 1h 30m 30s 250ms
",
    );
    shows(
        &record().with_retry_strategy(RetryStrategy::Immediate),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later; repeat at once
",
    );
    shows(
        &record().with_retry_strategy(RetryStrategy::Linear),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later; the same pause each time
",
    );
    shows(
        &record().with_retry_strategy(RetryStrategy::Exponential).with_retry_after(Duration::from_secs(2)),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

   retry: the same call may succeed later; wait 2s; double the pause each time
",
    );
}

#[test]
fn docs() {
    shows(
        &record().with_docs_url("https://docs.example.com/errors/DEPLOY_FAILED"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

    docs: https://docs.example.com/errors/DEPLOY_FAILED
",
    );
}

#[test]
fn output_of_a_command() {
    let output = "make: *** [all] Error 1\n\tcc -c a.c\n\nhint: not ours\n";
    shows(
        &record().with_body(output),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

  output: make: *** [all] Error 1
          \tcc -c a.c
         \x20
          hint: not ours
         \x20
",
    );
}

#[test]
fn context_is_not_shown() {
    shows(
        &record().with_context("service", "web").with_context("attempts", 3).with_suggestion("Read the logs"),
        80,
        "
error[DEPLOY_FAILED]: cannot deploy `web`

    help: Read the logs
",
    );
}

#[test]
fn field_errors() {
    shows(
        &invalid_fields(),
        80,
        "
error[VALIDATION_ERROR]: invalid input for `users/create`

   field: email: Invalid email. You sent: 'bad-email'. Expected: an address.
   field: role: Invalid role. You sent: 'boss'. Valid options: 'admin', 'user'.
   field: name: Required. You sent: (missing).
   field: api_key: Too short. You sent: [REDACTED].
",
    );
}
