//! The environment of a program: its directory, and the variables that determine its output.

use crate::failure::{Answer, Failure};
use agent_error_testing::{Run, Tool};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program with its working directory and environment variables.
#[derive(Clone)]
pub(crate) struct Shell {
    program: PathBuf,
    directory: PathBuf,
    variables: Vec<(String, String)>,
}

/// The parts of an envelope that the agent reads.
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

    /// Returns the file name of the program.
    pub(crate) fn name(&self) -> &str {
        self.program.file_name().unwrap().to_str().unwrap()
    }

    /// Runs the program with these arguments and returns the result.
    pub(crate) fn call(&self, arguments: &[String]) -> Answer {
        answer(&self.tool(&self.program).args(arguments).run())
    }

    /// Runs a command line in a shell and returns the result.
    pub(crate) fn run(&self, command: &str) -> Answer {
        let search = format!("{}:{}", self.program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        answer(&self.tool(Path::new("sh")).args(["-c", command]).env("PATH", search).run())
    }

    /// Returns a command that runs the program as a long-running process.
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

/// Parses the output of a program. A program that prints no envelope, such as `mkdir`, must succeed.
fn answer(run: &Run) -> Answer {
    match serde_json::from_slice(&run.stdout) {
        Ok(Envelope { error: Some(failure), .. }) => Answer::Failed(failure),
        Ok(Envelope { data, error: None }) => Answer::Done(data),
        Err(_) if run.exit_code == Some(0) => Answer::Done(Value::Null),
        Err(error) => panic!("`{}` answered {:?}: {error}", run.command(), run.stdout()),
    }
}
