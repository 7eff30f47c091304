//! Scenarios in which the agent must stop.

use crate::agent::{Agent, Outcome};
use crate::call::Call;
use crate::cloud::Cloud;
use crate::database::Database;
use crate::trace::GaveUp;

/// Asserts that the agent gave up for this reason after this many calls.
#[track_caller]
fn assert_given_up(outcome: &Outcome, reason: &GaveUp, calls: usize) {
    assert_eq!(outcome.result.as_ref().unwrap_err(), reason, "{}", outcome.trace());
    assert_eq!(outcome.calls(), calls, "{}", outcome.trace());
}

#[test]
fn a_permanent_error_is_not_retried() {
    let database = Database::none();
    let outcome = Agent::new(&mut database.client()).pursue(Call::to("validate").with("file", "none.toml"));
    assert_eq!(
        outcome.trace(),
        "\
call     dbtool validate none.toml
failed   FILE_PATH_NOT_FOUND
gave up  nothing is offered
"
    );
    assert_given_up(&outcome, &GaveUp::Permanent, 1);
}

#[test]
fn actions_that_need_confirmation_are_not_performed() {
    let cloud = Cloud::new(&[]);
    let get = Call::to("instances.get").with("instance", "gpu-runner");
    let delete = Call { action: "instances.delete".to_owned(), ..get.clone() };
    let outcome = Agent::new(&mut cloud.client()).pursue(delete);
    assert_given_up(&outcome, &GaveUp::Permanent, 1);
    assert_eq!(cloud.settled(&get)["status"], "running");
}

#[test]
fn a_login_without_a_password_is_left_to_the_user() {
    let cloud = Cloud::new(&["--token-calls", "0"]);
    for variables in [&[][..], &[("CLOUDCTL_PASSWORD", "")]] {
        let outcome = Agent::new(&mut cloud.client_with(variables)).pursue(Call::to("balance"));
        assert_given_up(&outcome, &GaveUp::Permanent, 1);
    }
}

#[test]
fn a_failing_fix_stops_the_agent() {
    let cloud = Cloud::new(&["--token-calls", "0"]);
    let mut client = cloud.client_with(&[("CLOUDCTL_PASSWORD", "guessed")]);
    let outcome = Agent::new(&mut client).pursue(Call::to("balance"));
    assert_given_up(&outcome, &GaveUp::FixFailed, 2);
    assert_eq!(outcome.trace().matches("AUTH_ERROR").count(), 2);
}

#[test]
fn a_fix_that_does_not_help_is_not_run_twice() {
    let cloud = Cloud::new(&["--token-calls", "0"]);
    let outcome = Agent::new(&mut cloud.client()).pursue(Call::to("balance"));
    assert_given_up(&outcome, &GaveUp::FixInVain, 3);
}

#[test]
fn a_wait_that_is_too_long_stops_the_agent() {
    let cloud = Cloud::new(&["--rate-limit", "0", "--retry-after", "3600"]);
    let outcome = Agent::new(&mut cloud.client()).pursue(Call::to("balance"));
    assert_given_up(&outcome, &GaveUp::TooLong { ms: 3_600_000 }, 1);
}

#[test]
fn a_persistent_failure_exhausts_the_budget() {
    let cloud = Cloud::new(&["--fault", "429"]);
    let outcome = Agent::new(&mut cloud.client()).budget(3).pursue(Call::to("balance"));
    assert_eq!(
        outcome.trace(),
        "\
call     cloudctl balance
failed   RATE_LIMITED
waited   20 ms, which no error stated
call     cloudctl balance
failed   RATE_LIMITED
waited   40 ms, which no error stated
call     cloudctl balance
failed   RATE_LIMITED
gave up  the budget is spent
"
    );
    assert_given_up(&outcome, &GaveUp::OutOfSteps, 3);
}

#[test]
fn two_equally_near_names_are_not_guessed() {
    let cloud = Cloud::new(&[]);
    let outcome = Agent::new(&mut cloud.client()).pursue(Call::to("instances.get").with("instance", "inst-9"));
    assert_given_up(&outcome, &GaveUp::NothingNew, 2);
}

#[test]
fn similar_names_are_never_deleted() {
    let cloud = Cloud::new(&[]);
    let delete = Call::to("instances.delete").with("instance", "gpu-runer").with("yes", true);
    let outcome = Agent::new(&mut cloud.client()).pursue(delete);
    assert_given_up(&outcome, &GaveUp::TooDangerous, 2);
    let left = cloud.settled(&Call::to("instances.list"));
    assert_eq!(left["instances"].as_array().unwrap().len(), 2);
}

#[test]
fn the_purpose_of_a_call_is_not_changed() {
    let cloud = Cloud::new(&[]);
    let get = Call::to("instances.get").for_the_sake_of("instance", "gpu-runer");
    let outcome = Agent::new(&mut cloud.client()).pursue(get);
    assert_given_up(&outcome, &GaveUp::NothingNew, 2);
}
