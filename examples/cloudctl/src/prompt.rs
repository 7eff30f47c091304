//! Prompts. Where nobody can answer, an error says what to pass instead.

use crate::api::Instance;
use agent_error::Report;
use agent_error::ready::{Cancelled, PromptBlocked};
use std::io;

/// Asks which instance to use, and returns its ID.
pub(crate) fn select(instances: &[Instance]) -> Result<String, Report> {
    let choices = instances.iter().map(|instance| (instance.id.as_str(), label(instance)));
    let prompt = PromptBlocked::new("select", "Select instance").answer_with("the argument `INSTANCE`");
    prompt.choices(choices.clone()).check()?;
    for (id, label) in choices {
        eprintln!("{id}  {label}");
    }
    answer("Select instance:")
}

/// Asks for confirmation.
pub(crate) fn confirm(action: &str) -> Result<(), Report> {
    match answer(&format!("Do you want to {action}? [y/N]"))?.as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(Cancelled.into()),
    }
}

/// Returns the answer to a question. An empty answer cancels.
fn answer(question: &str) -> Result<String, Report> {
    eprint!("{question} ");
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    match line.trim() {
        "" => Err(Cancelled.into()),
        answer => Ok(answer.to_owned()),
    }
}

/// Describes an instance on one line.
fn label(instance: &Instance) -> String {
    let Instance { hostname, status, instance_type, location, ip, .. } = instance;
    format!("{hostname} ● {status} {instance_type} {location} {ip}")
}
