//! `cloudctl instances`. The commands add what only they know to an error: the action, and similar hostnames.

use crate::api::{self, ClientError, Instance};
use crate::error::CloudError;
use crate::prompt;
use agent_error::clap::CommandExt as _;
use agent_error::process::check_confirmation;
use agent_error::ready::{Cancelled, ConfirmationRequired, MissingFlags, PromptBlocked};
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Report, Response, error_set, nearest};
use clap::Subcommand;
use serde_json::json;
use std::io::{self, ErrorKind};

const CHOICE: ErrorSet = error_set![PromptBlocked, Cancelled];
const CHANGE: ErrorSet = error_set![PromptBlocked, Cancelled, ConfirmationRequired, "OUTCOME_UNKNOWN" in CloudError];
/// The command that lists the valid values of `create`.
const OFFERS: &str = "cloudctl offers";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List all instances
    #[command(danger = DangerLevel::Safe)]
    List,
    /// Show an instance
    #[command(errors = CHOICE, danger = DangerLevel::Safe)]
    Get(Name),
    /// Create and start an instance
    #[command(errors = error_set![MissingFlags, "OUTCOME_UNKNOWN" in CloudError], danger = DangerLevel::Mutating)]
    #[command(values_from("instance_type", OFFERS), values_from("os", OFFERS), values_from("location", OFFERS))]
    Create(Create),
    /// Delete an instance and all its data
    #[command(errors = CHANGE, danger = DangerLevel::Destructive)]
    Delete(Destructive),
    /// Shut down an instance
    #[command(errors = CHANGE, danger = DangerLevel::Destructive)]
    Shutdown(Destructive),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Name {
    /// ID or hostname; if omitted, you're asked for it
    instance: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Destructive {
    #[command(flatten)]
    name: Name,

    /// Don't ask for confirmation
    #[arg(long, short)]
    yes: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Create {
    /// Instance type
    #[arg(long, value_name = "TYPE")]
    instance_type: String,

    /// Operating system image
    #[arg(long, value_name = "IMAGE")]
    os: String,

    /// Hostname
    #[arg(long, value_name = "NAME")]
    hostname: String,

    /// Data center
    #[arg(long, default_value = "FIN-01")]
    location: String,
}

impl Command {
    pub(crate) fn run(&self) -> Result<Response, Report> {
        match self {
            Self::List => Ok(Response::new(json!({ "instances": api::instances()? }))),
            Self::Get(name) => {
                let name = name.choose()?;
                Ok(Response::new(api::instance(&name).map_err(|error| with_nearest(&name, error))?))
            }
            Self::Create(create) => {
                let Create { instance_type, os, hostname, location } = create;
                let created = ["inst-3", hostname, "running", instance_type, os, location, "203.0.113.12"];
                let created = api::create(Instance::new(created)).map_err(|error| with_outcome("create", error));
                Ok(Response::new(created?))
            }
            Self::Delete(delete) => delete.run("delete", "deleted"),
            Self::Shutdown(shutdown) => shutdown.run("shutdown", "shut down"),
        }
    }
}

impl Name {
    fn choose(&self) -> Result<String, Report> {
        match &self.instance {
            Some(name) => Ok(name.clone()),
            None => prompt::select(&api::instances()?),
        }
    }
}

impl Destructive {
    fn run(&self, action: &'static str, result: &str) -> Result<Response, Report> {
        if !self.yes {
            check_confirmation(action, "--yes")?;
        }
        let name = self.name.choose()?;
        if !self.yes {
            prompt::confirm(&format!("{action} {name}"))?;
        }
        let changed = api::instance(&name).map_err(|error| with_nearest(&name, with_outcome(action, error)))?;
        let Instance { id, hostname, .. } = changed;
        Ok(Response::new(json!({ "id": id, "hostname": hostname, "result": result })))
    }
}

/// Adds similar hostnames if the instance doesn't exist.
fn with_nearest(name: &str, error: Report) -> Report {
    let Some(ClientError::Status { status: 404, .. }) = error.error().downcast_ref() else { return error };
    let instances = api::instances().unwrap_or_default();
    let nearest = nearest(name, instances.iter().map(|instance| instance.hostname.as_str()));
    let nearest = nearest.into_iter().map(str::to_owned).collect();
    CloudError::UnknownInstance { resource: "instance", id: name.to_owned(), nearest }.into()
}

/// Warns that a change may have taken effect, unless the request can't have reached the API.
fn with_outcome(action: &'static str, error: Report) -> Report {
    let is_refused = |error: &io::Error| error.kind() == ErrorKind::ConnectionRefused;
    match error.error() {
        source if source.is::<ClientError>() || source.downcast_ref().is_some_and(is_refused) => error,
        _ => CloudError::OutcomeUnknown { action, source: error.into_error() }.into(),
    }
}
