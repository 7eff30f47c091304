//! Plants secrets in a program's input, and searches for them in its output.

use agent_error::Format;
use agent_error_testing::{Captured, Run, Tool};
use std::fs;
use std::path::Path;

pub(crate) const PASSWORD: &str = "hunter2-Pa55";
pub(crate) const TOKEN: &str = "tok_9f8e7d6c5b4a3210";
pub(crate) const API_KEY: &str = "sk-live-4f3e2d1c0b9a8f7e";
pub(crate) const CARD: &str = "4242424242424242";

const ALL: [&str; 4] = [PASSWORD, TOKEN, API_KEY, CARD];

/// A call with a secret in its input, and the code that it must fail with.
pub(crate) struct Case {
    code: &'static str,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    files: Vec<(String, String)>,
    stdin: Option<String>,
}

impl Case {
    pub(crate) fn new(code: &'static str, arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
        Self { code, arguments, variables: Vec::new(), files: Vec::new(), stdin: None }
    }

    #[allow(dead_code, reason = "not all programs read variables")]
    pub(crate) fn variable(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Adds a file to the working directory.
    #[allow(dead_code, reason = "not all programs read files")]
    pub(crate) fn file(mut self, name: &str, text: impl Into<String>) -> Self {
        self.files.push((name.to_owned(), text.into()));
        self
    }

    #[allow(dead_code, reason = "not all programs read standard input")]
    pub(crate) fn stdin(mut self, text: impl Into<String>) -> Self {
        self.stdin = Some(text.into());
        self
    }

    /// Returns all input of the program.
    fn given(&self) -> String {
        let variables = self.variables.iter().map(|(_, value)| value);
        let files = self.files.iter().map(|(_, text)| text);
        self.arguments.iter().chain(variables).chain(files).chain(&self.stdin).cloned().collect::<Vec<_>>().join("\n")
    }

    fn run(&self, program: &str, format: Option<Format>) -> Run {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in &self.files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let name = Path::new(program).file_stem().unwrap().to_str().unwrap().to_uppercase().replace('-', "_");
        let mut tool = Tool::new(program).args(&self.arguments).current_dir(folder.path());
        tool = tool.env("HOME", folder.path()).env(format!("{name}_API_KEY"), API_KEY).env("PASSWORD", PASSWORD);
        for (name, value) in &self.variables {
            tool = tool.env(name, value);
        }
        if let Some(format) = format {
            tool = tool.env(format!("{name}_OUTPUT"), format.as_str());
        }
        if let Some(text) = &self.stdin {
            tool = tool.stdin(text.as_str());
        }
        let run = tool.run();
        self.assert_kept_nowhere(folder.path());
        run
    }

    /// Asserts that files written by the program, such as a log, contain no secret.
    fn assert_kept_nowhere(&self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.assert_kept_nowhere(&path);
            } else if !self.files.iter().any(|(name, _)| path.ends_with(name)) {
                assert_no_secret(&path.display().to_string(), &String::from_utf8_lossy(&fs::read(&path).unwrap()));
            }
        }
    }
}

/// Asserts that each call fails with its code and shows no secret, in all formats and in the default one for pipes.
#[track_caller]
pub(crate) fn assert_hidden(program: &str, cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        assert!(ALL.iter().any(|secret| case.given().contains(secret)), "no secret in {:?}", case.arguments);
        for format in Format::ALL.iter().copied().map(Some).chain([None]) {
            let run = case.run(program, format);
            let unmet = run.check_no_secret(ALL).err().map(|unmet| unmet.to_string());
            let text = run.stdout() + &run.stderr();
            let unanswered = (!text.contains(case.code)).then(|| format!("the output does not contain {}", case.code));
            wrong.extend(unmet.or(unanswered).map(|what| format!("{what}, in {format:?}\n{run}")));
        }
    }
    assert!(wrong.is_empty(), "{} failed calls:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Asserts that the output of a program contains no secret.
#[track_caller]
pub(crate) fn assert_no_secret(about: &str, text: &str) {
    assert_eq!(Captured::new(text, "", None).check_no_secret(ALL), Ok(()), "{about}:\n{text}");
}
