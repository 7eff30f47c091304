//! The example programs, and their commands as declared in their manifests.

use crate::call::{Call, same_name};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

const PROGRAMS: [&str; 5] = ["cloudctl", "dbtool", "filetools", "kb", "orders"];

static PATHS: LazyLock<BTreeMap<&str, PathBuf>> = LazyLock::new(|| {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--message-format", "json"]);
    cargo.args(PROGRAMS.iter().flat_map(|name| ["-p", name]));
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let executable = |message: Value| {
        let path = PathBuf::from(message["executable"].as_str()?);
        let name = PROGRAMS.iter().find(|name| message["target"]["name"] == ***name)?;
        Some((*name, path))
    };
    messages.filter_map(executable).collect()
});

static MANIFESTS: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
    let manifest = |name: &&'static str| {
        let mut command = Command::new(path(name));
        command.args(["errors", "manifest"]).env_clear().env(format!("{}_OUTPUT", name.to_uppercase()), "envelope");
        let output = command.output().unwrap();
        let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let commands = answer.pointer_mut("/data/commands").map(Value::take);
        (*name, commands.unwrap_or_else(|| answer["commands"].take()))
    };
    PROGRAMS.iter().map(manifest).collect()
});

pub(crate) fn path(program: &str) -> &'static PathBuf {
    &PATHS[program]
}

/// Finds a command by its name in the manifest, or by the name of its MCP tool.
fn command(program: &str, action: &str) -> Option<(&'static str, &'static Value)> {
    let commands = MANIFESTS[program].as_object()?;
    let as_tool = || action.strip_prefix(program)?.strip_prefix('_');
    let found = commands.get_key_value(action).or_else(|| commands.get_key_value(as_tool()?));
    found.map(|(name, command)| (name.as_str(), command))
}

fn flags(command: &Value) -> impl Iterator<Item = (&String, bool)> {
    let flags = command["flags"].as_object().into_iter().flatten();
    flags.map(|(name, flag)| (name, flag["required"] == true))
}

/// Returns the arguments of a call, as a shell passes them.
pub(crate) fn words(program: &str, call: &Call) -> Vec<String> {
    let command = command(program, &call.action).map(|(_, command)| command);
    let is_positional = |name: &str| {
        command.is_some_and(|command| flags(command).any(|(flag, _)| flag.starts_with('<') && same_name(flag, name)))
    };
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let arguments = call.arguments.iter().flat_map(|argument| match &argument.value {
        Value::Bool(true) => vec![format!("--{}", argument.name)],
        Value::Array(values) => std::iter::once("--".to_owned()).chain(values.iter().map(word)).collect(),
        value if is_positional(&argument.name) => vec![word(value)],
        value => vec![format!("--{}={}", argument.name, word(value))],
    });
    call.action.split('.').map(str::to_owned).chain(arguments).collect()
}

/// Returns a call of a safe action with the matching arguments. Returns `None` if the action isn't safe or requires
/// other arguments.
pub(crate) fn harmless(program: &str, action: &str, call: &Call) -> Option<Call> {
    let (name, command) = command(program, action)?;
    if command["danger_level"] != "safe" {
        return None;
    }
    let takes = |name: &str| flags(command).any(|(flag, _)| same_name(flag, name));
    let arguments: Vec<_> = call.arguments.iter().filter(|argument| takes(&argument.name)).cloned().collect();
    let has = |flag: &str| arguments.iter().any(|argument| same_name(flag, &argument.name));
    let is_complete = flags(command).all(|(flag, is_required)| !is_required || has(flag));
    is_complete.then(|| Call { action: name.to_owned(), arguments })
}

/// Whether a call changes anything.
pub(crate) fn changes(program: &str, call: &Call) -> bool {
    match call.action.split_once(' ') {
        Some((method, _)) => method != "GET",
        None => command(program, &call.action).is_none_or(|(_, command)| command["danger_level"] != "safe"),
    }
}
