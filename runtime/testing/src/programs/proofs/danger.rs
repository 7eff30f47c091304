//! Commands that a fix must not be: those that delete something.

use crate::programs::tool::Tool;
use agent_error_rules::command::{Piece, Refused, refused, words};
use agent_error_rules::shell::split;
use serde_json::Value;
use std::path::PathBuf;

/// The reason why a command is dangerous: its words, or the manifest of its program.
pub(super) fn of(command: &str, programs: &[PathBuf]) -> Option<String> {
    if let Some(Refused::Destructive(word)) = words(&[Piece::Text(command)]).ok().as_deref().and_then(refused) {
        return Some(format!("it has the destructive word `{word}`"));
    }
    let words = split(command)?;
    let (name, arguments) = words.split_first()?;
    let is_named = |program: &&PathBuf| program.file_stem().is_some_and(|stem| stem == name.as_str());
    let run = Tool::new(programs.iter().find(is_named)?).args(["errors", "manifest"]).try_run().ok()?;
    let manifest: Value = serde_json::from_slice(&run.stdout).ok()?;
    let commands = manifest.pointer("/data/commands").or_else(|| manifest.get("commands"))?.as_object()?;
    let mut path = String::new();
    let mut danger = None;
    for word in arguments.iter().filter(|word| !word.starts_with('-')) {
        path = if path.is_empty() { word.clone() } else { format!("{path}.{word}") };
        match commands.get(&path) {
            Some(command) => danger = command["danger_level"].as_str(),
            None if danger.is_some() => break,
            None => {}
        }
    }
    (danger == Some("destructive")).then(|| format!("the manifest says that `{name} {path}` is destructive"))
}
