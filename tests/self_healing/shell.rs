//! The environment of programs: a directory, and variables that decide their answers.

use crate::failure::{Answer, Failure};
use agent_error_testing::{Run, Tool};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, and where and with which variables it is called.
#[derive(Clone)]
pub(crate) struct Shell {
    program: PathBuf,
    directory: PathBuf,
    variables: Vec<(String, String)>,
}

/// The part of an answer that the agent reads.
#[derive(Deserialize)]
struct Envelope {
    data: Value,
    error: Option<Failure>,
}

impl Shell {
    pub(crate) fn new(program: &Path, directory: &Path, variables: &[(&str, &str)]) -> Self {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { program: program.to_owned(), directory: directory.to_owned(), variables }
    }

    /// The name by which the shell knows the program.
    pub(crate) fn name(&self) -> &str {
        self.program.file_name().unwrap().to_str().unwrap()
    }

    /// The program's answer to these arguments.
    pub(crate) fn call(&self, arguments: &[String]) -> Answer {
        answer(&self.tool(&self.program).args(arguments).run())
    }

    /// The answer of a command line.
    pub(crate) fn run(&self, command: &str) -> Answer {
        let search = format!("{}:{}", self.program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        answer(&self.tool(Path::new("sh")).args(["-c", command]).env("PATH", search).run())
    }

    /// The program as a child process that keeps running.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.directory).env_clear();
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    fn tool(&self, program: &Path) -> Tool {
        let tool = Tool::new(program).current_dir(&self.directory);
        self.variables.iter().fold(tool, |tool, (name, value)| tool.env(name, value))
    }
}

/// The answer of a program; one without envelopes, such as `mkdir`, must succeed.
fn answer(run: &Run) -> Answer {
    match serde_json::from_slice(&run.stdout) {
        Ok(Envelope { error: Some(failure), .. }) => Answer::Failed(failure),
        Ok(Envelope { data, error: None }) => Answer::Done(data),
        Err(_) if run.exit_code == Some(0) => Answer::Done(Value::Null),
        Err(error) => panic!("`{}` answered {:?}: {error}", run.command(), run.stdout()),
    }
}
