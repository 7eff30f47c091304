//! The danger levels of a program's commands.

use super::problem::Problem;
use agent_error::Catalog;
use agent_error::clap::{CommandExt as _, Manifest};
use agent_error::vocabulary::DangerLevel;
use clap::Command;
use serde_json::Value;

/// The manifest of a program in which only declared commands are dangerous.
pub(super) struct Dangers(Value);

impl Dangers {
    pub(super) fn new(command: &Command, catalog: &Catalog) -> Self {
        // Commands without a declared level inherit this level instead of `mutating`.
        let command = Command::from(command).danger(DangerLevel::Safe);
        Self(serde_json::to_value(Manifest::of(&command, catalog)).unwrap_or_default())
    }

    /// Checks that a command doesn't change more than `allowed`. `path` is the name in the manifest.
    pub(super) fn check(&self, path: &str, allowed: DangerLevel) -> Result<(), Problem> {
        let level = self.0["commands"][path]["danger_level"].as_str().unwrap_or_default();
        let remedy = match (allowed, level) {
            (DangerLevel::Safe, "mutating" | "destructive") => "run a command that only reads",
            (DangerLevel::Mutating, "destructive") => "describe it in `suggest`, or list it in `actions`",
            _ => return Ok(()),
        };
        Err(Problem::new(format!("`{}` is declared as {level}; {remedy}", path.replace('.', " "))))
    }
}
