//! `cloudctl instances`: manages instances.

use crate::api_types::{Instance, Instances, NewInstance};
use crate::client::{Client, ClientError, ErrorResponse};
use crate::error::{CliError, InstanceError, sets};
use crate::prompt::{self, Choice};
use crate::screen::{cell, table};
use agent_error::clap::CommandExt as _;
use agent_error::ready::MissingFlags;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response, error_set, nearest};
use clap::Subcommand;
use clap::builder::NonEmptyStringValueParser;

/// The errors of selecting an instance.
const CHOICE: ErrorSet = error_set![InstanceError];

/// The command that lists the values of `--instance-type`.
const TYPES: &str = "cloudctl types list";
/// The command that lists the values of `--os`.
const IMAGES: &str = "cloudctl images list";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List all instances
    #[command(danger = DangerLevel::Safe)]
    List,
    /// Show an instance
    #[command(errors = CHOICE.and(&sets::QUESTION), danger = DangerLevel::Safe)]
    Get(Which),
    /// Create and start an instance; the first hour is charged in advance
    #[command(errors = sets::QUESTION.and(&error_set![MissingFlags]), danger = DangerLevel::Mutating)]
    #[command(values_from("instance_type", TYPES), values_from("os", IMAGES))]
    Create(Create),
    /// Delete an instance and all its data
    #[command(errors = CHOICE.and(&sets::QUESTION), danger = DangerLevel::Destructive)]
    Delete(Destructive),
    /// Shut down an instance permanently; it can't be started again, only deleted
    #[command(errors = CHOICE.and(&sets::QUESTION), danger = DangerLevel::Destructive)]
    Shutdown(Destructive),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Which {
    /// ID or hostname of the instance; if omitted, you're prompted for it
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    instance: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Destructive {
    #[command(flatten)]
    which: Which,

    /// Don't ask for confirmation
    #[arg(long, short)]
    yes: bool,
}

/// The parameters of a new instance. At a terminal, missing ones are prompted for.
#[derive(Debug, clap::Args)]
pub(crate) struct Create {
    /// Instance type, such as 1V100.6V
    #[arg(long, value_name = "TYPE")]
    instance_type: Option<String>,

    /// Operating system image, such as ubuntu-24.04
    #[arg(long, value_name = "IMAGE")]
    os: Option<String>,

    /// Hostname, unique within the account
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,

    /// Data center
    #[arg(long, value_name = "LOCATION", default_value = "FIN-01")]
    location: String,
}

impl Command {
    /// Checks that all required flags are present. Doesn't call the API.
    pub(crate) fn check(&self) -> Result<(), CliError> {
        match self {
            Self::Create(Create { instance_type, os, hostname, .. }) => Ok(prompt::require(&[
                ("--instance-type", instance_type.is_some(), Some(TYPES)),
                ("--os", os.is_some(), Some(IMAGES)),
                ("--hostname", hostname.is_some(), None),
            ])?),
            _ => Ok(()),
        }
    }

    pub(crate) fn run(&self, client: &Client) -> Result<Response, CliError> {
        match self {
            Self::List => {
                let instances = client.instances()?;
                let text = list(&instances);
                Ok(Response::new(instances).human(text))
            }
            Self::Get(which) => {
                let name = which.choose(client)?;
                let instance = client.instance(&name).map_err(|error| about(client, &name, error))?;
                let text = page(&instance);
                Ok(Response::new(instance).human(text))
            }
            Self::Create(create) => create.run(client),
            Self::Delete(delete) => {
                let name = delete.confirmed(client, "delete", "Delete")?;
                let instance = client.delete(&name).map_err(|error| about(client, &name, error))?;
                Ok(done("Deleted", instance))
            }
            Self::Shutdown(shutdown) => {
                let name = shutdown.confirmed(client, "shutdown", "Shut down")?;
                let instance = client.shut_down(&name).map_err(|error| about(client, &name, error))?;
                Ok(done("Shut down", instance))
            }
        }
    }
}

impl Which {
    /// Returns the ID or hostname of the selected instance.
    fn choose(&self, client: &Client) -> Result<String, CliError> {
        if let Some(name) = &self.instance {
            return Ok(name.clone());
        }
        let Instances { instances } = client.instances()?;
        if instances.is_empty() {
            return Err(InstanceError::None.into());
        }
        let choices = instances.into_iter().map(|instance| Choice { label: label(&instance), value: instance.id });
        Ok(prompt::select("Select instance (type to filter)", "the argument `INSTANCE`", choices.collect())?)
    }
}

impl Destructive {
    /// Returns the ID or hostname of the instance if the user confirms.
    fn confirmed(&self, client: &Client, action: &'static str, verb: &str) -> Result<String, CliError> {
        let name = self.which.choose(client)?;
        if self.yes {
            return Ok(name);
        }
        prompt::require_person(action)?;
        let Instance { hostname, id, .. } = client.instance(&name).map_err(|error| about(client, &name, error))?;
        prompt::confirm(action, &cell(&format!("{verb} the instance {hostname} ({id})?")))?;
        // Return the ID, because the hostname may be reused in the meantime.
        Ok(id)
    }
}

impl Create {
    fn run(&self, client: &Client) -> Result<Response, CliError> {
        let new = self.complete(client)?;
        let instance = client.create(&new)?;
        Ok(done("Created", instance))
    }

    fn complete(&self, client: &Client) -> Result<NewInstance, CliError> {
        let offers = match (&self.instance_type, &self.os) {
            (Some(_), Some(_)) => None,
            _ => Some(client.offers()?),
        };
        let (types, images) = offers.map(|offers| (offers.type_names(), offers.images)).unwrap_or_default();
        Ok(NewInstance {
            instance_type: choose("Instance type", "the flag `--instance-type`", self.instance_type.as_ref(), types)?,
            os: choose("Operating system", "the flag `--os`", self.os.as_ref(), images)?,
            hostname: match &self.hostname {
                Some(hostname) => hostname.clone(),
                None => prompt::text("Hostname", "the flag `--hostname`")?,
            },
            location: self.location.clone(),
        })
    }
}

fn choose(
    question: &str,
    flag: &'static str,
    given: Option<&String>,
    offered: Vec<String>,
) -> Result<String, CliError> {
    match given {
        Some(given) => Ok(given.clone()),
        None => {
            let choices = offered.into_iter().map(|value| Choice { label: cell(&value), value });
            Ok(prompt::select(question, flag, choices.collect())?)
        }
    }
}

/// Converts the error of a call about one instance. If the instance doesn't exist, adds its name and similar hostnames.
fn about(client: &Client, name: &str, error: ClientError) -> CliError {
    match error.error_response() {
        Some(ErrorResponse { status: 404, resource: Some(resource), .. }) if resource == "instance" => {
            let nearest = nearest_names(client, name);
            InstanceError::NotFound { status: 404, resource: "instance", id: name.to_owned(), nearest }.into()
        }
        _ => error.into(),
    }
}

/// Returns the hostnames that are similar to a name, or none if the instances can't be listed. Doesn't suggest IDs: a
/// similar ID is another instance, not a typo.
fn nearest_names(client: &Client, name: &str) -> Vec<String> {
    let instances = client.instances().map(|list| list.instances).unwrap_or_default();
    let hostnames = instances.iter().map(|instance| instance.hostname.as_str());
    nearest(name, hostnames).into_iter().take(MAX_NEAREST).map(str::to_owned).collect()
}

/// The maximum number of similar hostnames in an error.
const MAX_NEAREST: usize = 3;

/// Returns the label of an instance in a prompt.
fn label(instance: &Instance) -> String {
    let Instance { hostname, status, instance_type, location, ip, .. } = instance;
    cell(&format!("{hostname} ● {status} {instance_type} {location} {ip}"))
}

fn done(verb: &str, instance: Instance) -> Response {
    let text = cell(&format!("{verb} {} ({}).", instance.hostname, instance.id));
    Response::new(instance).human(text)
}

fn list(instances: &Instances) -> String {
    if instances.instances.is_empty() {
        return "The account has no instances.\nCreate one with `cloudctl instances create`.".to_owned();
    }
    let rows = instances.instances.iter().map(|instance| {
        let Instance { id, hostname, status, instance_type, os, location, ip } = instance;
        [id, hostname, &status.to_string(), instance_type, os, location, ip].map(|text| cell(text)).to_vec()
    });
    table(&["ID", "HOSTNAME", "STATUS", "TYPE", "OS", "LOCATION", "IP"], rows)
}

fn page(instance: &Instance) -> String {
    let Instance { id, hostname, status, instance_type, os, location, ip } = instance;
    let facts = [
        ("id", id),
        ("status", &status.to_string()),
        ("type", instance_type),
        ("os", os),
        ("location", location),
        ("ip", ip),
    ];
    let facts = facts.map(|(name, value)| format!("  {name:<10}{}", cell(value))).join("\n");
    format!("{}\n{facts}", cell(hostname))
}
