//! Tests whether the commands and routes in the advice exist.

use crate::Cli;
use agent_error::Catalog;
use agent_error_testing::AdviceChecker;
use clap::CommandFactory as _;

#[test]
fn commands_and_routes_in_advice_exist() {
    // `tests/api/http.rs` calls them.
    let routes = [
        "GET /orders",
        "GET /orders/{id}",
        "PUT /orders/{id}",
        "GET /revenue",
    ];
    AdviceChecker::new(&Cli::command())
        .actions(routes)
        .assert_valid(&Catalog::linked().unwrap());
}
