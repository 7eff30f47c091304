//! Destructive commands, which a fix must not run.

use crate::programs::tool::Tool;
use agent_error_rules::command::{Piece, Refused, refused, words};
use agent_error_rules::shell::split;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// Returns why a command is destructive, based on its arguments or the manifest of its program. Returns `None` if it
/// isn't.
pub(super) fn of(command: &str, programs: &[PathBuf]) -> Option<String> {
    if let Some(Refused::Destructive(word)) = words(&[Piece::Text(command)]).ok().as_deref().and_then(refused) {
        return Some(format!("it has the destructive word `{word}`"));
    }
    let words = split(command)?;
    let (name, arguments) = words.split_first()?;
    let is_named = |program: &&PathBuf| program.file_stem().is_some_and(|stem| stem == name.as_str());
    let commands = commands(&Tool::new(programs.iter().find(is_named)?))?;
    let command = command_in(&commands, arguments)?;
    let path = command.join(" ");
    let is_destructive = commands[&command.join(".")]["danger_level"] == "destructive";
    is_destructive.then(|| format!("the manifest says that `{name} {path}` is destructive"))
}

/// Returns the commands in a program's manifest.
pub(super) fn commands(program: &Tool) -> Option<Map<String, Value>> {
    let run = program.with_arguments(&["errors", "manifest"]).try_run().ok()?;
    let mut manifest: Value = serde_json::from_slice(&run.stdout).ok()?;
    if let Some(data) = manifest.get_mut("data") {
        manifest = data.take();
    }
    match manifest.get_mut("commands")?.take() {
        Value::Object(commands) => Some(commands),
        _ => None,
    }
}

/// Returns the arguments that select a subcommand, such as `cache clean`. Skips global flags and their values. If
/// several subcommands match, returns the longest one at the first position.
pub(super) fn command_in<'a>(commands: &Map<String, Value>, arguments: &'a [String]) -> Option<&'a [String]> {
    let starts = (0..arguments.len()).filter(|start| !arguments[*start].starts_with('-'));
    starts
        .flat_map(|start| (start + 1..=arguments.len()).rev().map(move |end| &arguments[start..end]))
        .find(|words| commands.contains_key(&words.join(".")))
}

#[cfg(test)]
mod tests {
    use super::command_in;
    use serde_json::{Map, json};

    #[test]
    fn the_longest_command_behind_global_flags_is_found() {
        let commands: Map<_, _> =
            ["", "cache", "cache.clean", "read"].map(|name| (name.to_owned(), json!({}))).into_iter().collect();
        for (arguments, expected) in [
            (&["--db", "x", "cache", "clean", "all"][..], Some(&["cache", "clean"][..])),
            (&["cache", "7"], Some(&["cache"])),
            (&["read", "cache"], Some(&["read"])),
            (&["--read"], None),
            (&[], None),
        ] {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let found = command_in(&commands, &arguments).map(|words| words.iter().map(String::as_str).collect());
            assert_eq!(found, expected.map(<[&str]>::to_vec));
        }
    }
}
