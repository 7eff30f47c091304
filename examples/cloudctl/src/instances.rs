//! `cloudctl instances`. The commands add what only they know to an error, such as the action.

use crate::api::{self, ClientError};
use crate::error::CloudError;
use agent_error::clap::{CommandExt as _, Danger};
use agent_error::process::check_confirmation;
use agent_error::ready::{ConfirmationRequired, MissingFlags, PromptBlocked};
use agent_error::{ErrorSet, Report, Response, error_set};
use clap::Subcommand;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, ErrorKind};

const CHANGE: ErrorSet =
    error_set![PromptBlocked, ConfirmationRequired, "OUTCOME_UNKNOWN" in CloudError];

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List all instances
    #[command(danger = Danger::Safe)]
    List,
    /// Show an instance
    #[command(errors = error_set![PromptBlocked], danger = Danger::Safe)]
    Get(Name),
    /// Create and start an instance
    #[command(errors = error_set![MissingFlags, "OUTCOME_UNKNOWN" in CloudError], danger = Danger::Mutating)]
    #[command(
        values_from("instance_type", "cloudctl offers"),
        values_from("os", "cloudctl offers")
    )]
    Create(Create),
    /// Delete an instance and all its data
    #[command(errors = CHANGE, danger = Danger::Destructive)]
    Delete(Destructive),
    /// Shut down an instance
    #[command(errors = CHANGE, danger = Danger::Destructive)]
    Shutdown(Destructive),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Name {
    /// ID of the instance
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

#[derive(Debug, clap::Args, Serialize)]
pub(crate) struct Create {
    /// Instance type
    #[arg(long, value_name = "TYPE")]
    instance_type: String,

    /// Operating system image
    #[arg(long, value_name = "IMAGE")]
    os: String,

    /// Hostname
    #[arg(long, value_name = "NAME")]
    pub(crate) hostname: String,
}

impl Command {
    pub(crate) fn run(&self) -> Result<Response, Report> {
        let response = match self {
            Self::List => json!({ "instances": api::instances()? }),
            Self::Get(name) => api::instance(&name.choose()?)?,
            Self::Create(new) => api::create(new).map_err(|error| with_outcome("create", error))?,
            Self::Delete(delete) => delete.run("delete")?,
            Self::Shutdown(shutdown) => shutdown.run("shutdown")?,
        };
        Ok(Response::new(response))
    }
}

impl Name {
    /// Returns the ID. In a terminal, a real program would ask for it. Here, the answer is the
    /// first instance.
    fn choose(&self) -> Result<String, Report> {
        if let Some(id) = &self.instance {
            return Ok(id.clone());
        }
        let instances = api::instances()?;
        let prompt =
            PromptBlocked::new("select", "Select instance").answer_with("the argument `INSTANCE`");
        prompt.choices(instances.clone()).check()?;
        Ok(instances.into_keys().next().unwrap_or_default())
    }
}

impl Destructive {
    /// Performs the action. In a terminal, a real program would ask for confirmation. Here, the
    /// answer is yes.
    fn run(&self, action: &'static str) -> Result<Value, Report> {
        if !self.yes {
            check_confirmation(action, "--yes")?;
        }
        let id = self.name.choose()?;
        api::instance(&id).map_err(|error| with_outcome(action, error))?;
        Ok(json!({ "id": id, "done": action }))
    }
}

/// Warns that a change may have taken effect, unless the request can't have reached the API.
fn with_outcome(action: &'static str, error: Report) -> Report {
    let is_refused = |error: &io::Error| error.kind() == ErrorKind::ConnectionRefused;
    match error.error() {
        source if source.is::<ClientError>() || source.downcast_ref().is_some_and(is_refused) => {
            error
        }
        _ => CloudError::OutcomeUnknown {
            action,
            source: error.into_error(),
        }
        .into(),
    }
}
