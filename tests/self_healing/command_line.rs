//! A program that the agent runs on the command line. The agent knows its manifest.

use crate::call::{Call, same_name};
use crate::failure::Answer;
use crate::host::{Danger, Host, Parameter, Signature};
use crate::shell::Shell;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A program and its manifest.
pub(crate) struct CommandLine {
    shell: Shell,
    commands: BTreeMap<String, Command>,
}

#[derive(Deserialize)]
struct Command {
    danger_level: Danger,
    flags: BTreeMap<String, Flag>,
}

#[derive(Deserialize)]
struct Flag {
    required: bool,
}

impl CommandLine {
    pub(crate) fn new(shell: Shell) -> Self {
        let arguments = ["errors", "manifest"].map(str::to_owned);
        let Answer::Done(mut manifest) = shell.call(&arguments) else { panic!("{} has no manifest", shell.name()) };
        let commands = serde_json::from_value(manifest["commands"].take()).unwrap();
        Self { shell, commands }
    }

    /// Returns the subcommands and arguments of a call, as a shell passes them.
    fn words(&self, call: &Call) -> Vec<String> {
        let command = self.commands.get(&call.action);
        let is_positional = |name: &str| {
            let mut flags = command.into_iter().flat_map(|command| command.flags.keys());
            flags.any(|flag| flag.starts_with('<') && same_name(flag, name))
        };
        let arguments = call.arguments.iter().map(|argument| match &argument.value {
            Value::Bool(true) => format!("--{}", argument.name),
            Value::String(text) if is_positional(&argument.name) => text.clone(),
            Value::String(text) => format!("--{}={text}", argument.name),
            other => format!("--{}={other}", argument.name),
        });
        call.action.split('.').map(str::to_owned).chain(arguments).collect()
    }

    /// Returns a command by its name in the manifest, or by the name of the equivalent MCP tool.
    fn command(&self, action: &str) -> Option<(&String, &Command)> {
        let as_tool = || action.strip_prefix(self.shell.name())?.strip_prefix('_');
        self.commands.get_key_value(action).or_else(|| self.commands.get_key_value(as_tool()?))
    }
}

impl Host for CommandLine {
    fn call(&mut self, call: &Call) -> Answer {
        self.shell.call(&self.words(call))
    }

    fn run(&mut self, command: &str) -> Answer {
        self.shell.run(command)
    }

    fn signature(&self, action: &str) -> Option<Signature> {
        let (name, command) = self.command(action)?;
        let parameter = |(name, flag): (&String, &Flag)| Parameter { name: name.clone(), is_required: flag.required };
        Some(Signature {
            action: name.clone(),
            danger: command.danger_level,
            parameters: command.flags.iter().map(parameter).collect(),
        })
    }

    fn shown(&self, call: &Call) -> String {
        let words = self.words(call);
        let quoted = words.iter().map(|word| match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => format!("{flag}={}", shlex::try_quote(value).unwrap()),
            _ => shlex::try_quote(word).unwrap().into_owned(),
        });
        let line: Vec<String> = std::iter::once(self.shell.name().to_owned()).chain(quoted).collect();
        line.join(" ")
    }
}
