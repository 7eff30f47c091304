//! A program that the agent calls by command lines, after a look at its manifest.

use crate::call::{Call, same_name};
use crate::failure::{Answer, Failure};
use crate::host::{Host, Parameter, Signature};
use agent_error::testing::{Run, Tool};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A program, and where and with which variables it is called.
pub(crate) struct CommandLine {
    program: PathBuf,
    directory: PathBuf,
    variables: Vec<(String, String)>,
    commands: BTreeMap<String, Command>,
}

/// What the manifest says about a command.
#[derive(Deserialize)]
struct Command {
    danger_level: String,
    flags: BTreeMap<String, Flag>,
}

#[derive(Deserialize)]
struct Flag {
    required: bool,
}

/// An answer as far as the agent reads it.
#[derive(Deserialize)]
struct Envelope {
    data: Value,
    error: Option<Failure>,
}

impl CommandLine {
    /// A program that is called in this directory.
    pub(crate) fn new(program: &Path, directory: &Path, variables: &[(&str, &str)]) -> Self {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut host =
            Self { program: program.to_owned(), directory: directory.to_owned(), variables, commands: BTreeMap::new() };
        let Answer::Done(mut manifest) = answer(&host.tool(program).args(["errors", "manifest"]).run()) else {
            panic!("{} has no manifest", program.display());
        };
        host.commands = serde_json::from_value(manifest["commands"].take()).unwrap();
        host
    }

    fn tool(&self, program: &Path) -> Tool {
        let tool = Tool::new(program).current_dir(&self.directory);
        self.variables.iter().fold(tool, |tool, (name, value)| tool.env(name, value))
    }

    fn name(&self) -> &str {
        self.program.file_name().unwrap().to_str().unwrap()
    }

    /// The command of a call and its arguments.
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
}

impl Host for CommandLine {
    fn call(&mut self, call: &Call) -> Answer {
        answer(&self.tool(&self.program).args(self.words(call)).run())
    }

    /// By a shell, which knows the program by its name.
    fn run(&mut self, command: &str) -> Answer {
        let search = format!("{}:{}", self.program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        answer(&self.tool(Path::new("sh")).args(["-c", command]).env("PATH", search).run())
    }

    fn corrects(&self, command: &str, call: &Call) -> bool {
        let words = shlex::split(command).unwrap();
        let own: Vec<&str> = std::iter::once(self.name()).chain(call.action.split('.')).collect();
        words.len() >= own.len() && words.iter().zip(own).all(|(word, own)| word == own)
    }

    fn signature(&self, action: &str) -> Option<Signature> {
        let command = self.commands.get(action)?;
        let parameter = |(name, flag): (&String, &Flag)| Parameter { name: name.clone(), is_required: flag.required };
        Some(Signature {
            action: action.to_owned(),
            is_safe: command.danger_level == "safe",
            parameters: command.flags.iter().map(parameter).collect(),
        })
    }

    fn shown(&self, call: &Call) -> String {
        let words = self.words(call);
        shlex::try_join(std::iter::once(self.name()).chain(words.iter().map(String::as_str))).unwrap()
    }
}

/// What a program has answered; one that speaks no envelopes, as `mkdir`, must not fail.
fn answer(run: &Run) -> Answer {
    match serde_json::from_slice(&run.stdout) {
        Ok(Envelope { error: Some(failure), .. }) => Answer::Failed(failure),
        Ok(Envelope { data, error: None }) => Answer::Done(data),
        Err(_) if run.exit_code == Some(0) => Answer::Done(Value::Null),
        Err(error) => panic!("`{}` answered {:?}: {error}", run.command(), run.stdout()),
    }
}
