//! `cloudctl balance`: shows the account balance.

use crate::api_types::Balance;
use crate::client::Client;
use crate::error::CliError;
use crate::screen::cell;
use agent_error::Response;

pub(crate) fn run(client: &Client) -> Result<Response, CliError> {
    let balance = client.balance()?;
    let text = text(&balance);
    Ok(Response::new(balance).human(text))
}

fn text(Balance { balance_cents, currency }: &Balance) -> String {
    money(*balance_cents, currency)
}

/// Formats an amount for display.
pub(crate) fn money(cents: u64, currency: &str) -> String {
    format!("{}.{:02} {}", cents / 100, cents % 100, cell(currency))
}
