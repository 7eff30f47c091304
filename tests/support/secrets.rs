//! Secrets planted wherever a caller or another program can put them, and searched for in all that a program writes.

use agent_error::Format;
use agent_error_testing::{Captured, Run, Tool};
use std::fs;
use std::path::Path;

pub(crate) const PASSWORD: &str = "hunter2-Pa55";
pub(crate) const TOKEN: &str = "tok_9f8e7d6c5b4a3210";
pub(crate) const API_KEY: &str = "sk-live-4f3e2d1c0b9a8f7e";
pub(crate) const CARD: &str = "4242424242424242";

const ALL: [&str; 4] = [PASSWORD, TOKEN, API_KEY, CARD];

/// A call with a secret in it, and the code that it is answered with.
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

    #[allow(dead_code, reason = "not every program reads variables")]
    pub(crate) fn variable(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// A file beside the program.
    #[allow(dead_code, reason = "not every program reads files")]
    pub(crate) fn file(mut self, name: &str, text: impl Into<String>) -> Self {
        self.files.push((name.to_owned(), text.into()));
        self
    }

    #[allow(dead_code, reason = "not every program reads standard input")]
    pub(crate) fn stdin(mut self, text: impl Into<String>) -> Self {
        self.stdin = Some(text.into());
        self
    }

    /// All that is given to the program.
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

    /// What the program itself has written into its folder, such as a log.
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

/// Each call is answered with its code, and shows no secret, in every format and in the one for pipes.
#[track_caller]
pub(crate) fn assert_hidden(program: &str, cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        assert!(ALL.iter().any(|secret| case.given().contains(secret)), "no secret in {:?}", case.arguments);
        for format in Format::ALL.iter().copied().map(Some).chain([None]) {
            let run = case.run(program, format);
            let unmet = run.check_no_secret(ALL).err().map(|unmet| unmet.to_string());
            let text = run.stdout() + &run.stderr();
            let unanswered = (!text.contains(case.code)).then(|| format!("not answered with {}", case.code));
            wrong.extend(unmet.or(unanswered).map(|what| format!("{what}, in {format:?}\n{run}")));
        }
    }
    assert!(wrong.is_empty(), "{} answers:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// A text that a program wrote shows no secret.
#[track_caller]
pub(crate) fn assert_no_secret(about: &str, text: &str) {
    assert_eq!(Captured::new(text, "", None).check_no_secret(ALL), Ok(()), "{about}:\n{text}");
}
