//! `cloudctl types` and `cloudctl images`: what instances can be made from.

use crate::balance::money;
use crate::client::Client;
use crate::error::CliError;
use crate::screen::{cell, table};
use agent_error::Response;
use agent_error::clap::CommandExt as _;
use agent_error::vocabulary::DangerLevel;
use clap::Subcommand;
use serde_json::json;

#[derive(Debug, Subcommand)]
pub(crate) enum Types {
    /// List the instance types with their prices
    #[command(danger = DangerLevel::Safe)]
    List,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Images {
    /// List the images of operating systems
    #[command(danger = DangerLevel::Safe)]
    List,
}

impl Types {
    pub(crate) fn run(&self, client: &Client) -> Result<Response, CliError> {
        match self {
            Self::List => {
                let types = client.offers()?.instance_types;
                let rows =
                    types.iter().map(|offer| vec![cell(&offer.name), money(offer.cents_per_hour, &offer.currency)]);
                let text = table(&["TYPE", "PER HOUR"], rows);
                Ok(Response::new(json!({"instance_types": types})).human(text))
            }
        }
    }
}

impl Images {
    pub(crate) fn run(&self, client: &Client) -> Result<Response, CliError> {
        match self {
            Self::List => {
                let images = client.offers()?.images;
                let text = images.iter().map(|image| cell(image)).collect::<Vec<_>>().join("\n");
                Ok(Response::new(json!({"images": images})).human(text))
            }
        }
    }
}
