//! Follows the advice in a program's output.

use super::run::Run;
use super::tool::Tool;
use agent_error::ErrorRecord;
use agent_error_rules::command::{Piece, Refused, refused, words};
use agent_error_rules::shell::split;
use std::ops::Deref;
use std::thread;

/// A failed call whose advice a test can follow. Created by [`Tool::fails`].
///
/// ```no_run
/// use agent_error_testing::Tool;
///
/// # const TOOL: &str = "tool";
/// # /*
/// const TOOL: &str = env!("CARGO_BIN_EXE_tool");
/// # */
/// let failure = Tool::new(TOOL).args(["list", "--store", "new.db"]).fails("STORE_MISSING");
/// failure.follow_fix();
/// ```
///
/// The advice is read from the program's output. Each step runs in the directory and environment of
/// the failed call. If a step fails, the test fails, and the message contains the failed call and
/// all steps with their exit codes and output.
///
/// Dereferences to [`Run`], so you can also check the output of the failed call.
#[derive(Clone, Debug)]
pub struct Failure {
    tool: Tool,
    run: Run,
    record: ErrorRecord,
}

impl Deref for Failure {
    type Target = Run;

    fn deref(&self) -> &Run {
        &self.run
    }
}

impl Tool {
    /// Runs the program, which must fail with this code.
    ///
    /// # Panics
    ///
    /// Panics if the program can't be started, succeeds, or reports no error with this code.
    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    pub fn fails(&self, code: &str) -> Failure {
        let run = self.run();
        match run.record() {
            Some(record) if record.code() == code && run.exit_code != Some(0) => Failure {
                tool: self.clone(),
                run,
                record,
            },
            _ => panic!("expected the call to fail with {code}\n{run}"),
        }
    }
}

impl Failure {
    /// Runs the fix in the output, then repeats the call. Returns the repeated call.
    ///
    /// Splits the fix into words as a shell does, and runs it without a shell. To find its program,
    /// searches the directory of the tested program before `PATH`.
    ///
    /// # Panics
    ///
    /// Panics if the output has no fix, if the fix is destructive, if it can't be started or fails,
    /// or if the call still fails afterwards. A destructive fix isn't run.
    #[track_caller]
    pub fn follow_fix(&self) -> Run {
        let Some(fix) = &self.record.fix_command() else {
            self.fail("expected a fix in the output; found none", &[]);
        };
        let fix_words = split(fix).unwrap_or_default();
        let Some((program, arguments)) = fix_words.split_first() else {
            let problem = format!("the fix `{fix}` has an unclosed quote or no program");
            self.fail(&problem, &[]);
        };
        if let Some(word) = destructive_word(&fix_words) {
            let reason = format!("the word `{word}` is destructive");
            self.fail(
                &format!("the fix `{fix}` was not run, because {reason}"),
                &[],
            );
        }
        let run = match self.tool.beside(program, arguments).try_run() {
            Ok(run) => run,
            Err(error) => self.fail(&format!("cannot start the fix `{fix}`: {error}"), &[]),
        };
        if run.exit_code != Some(0) {
            self.fail(&format!("the fix `{fix}` fails"), &[("fix", &run)]);
        }
        self.repeat(
            &format!("the call still fails after its fix `{fix}`"),
            &[("fix", &run)],
        )
    }

    /// Runs an action in the output with these arguments, and returns the call. An action is a
    /// command of the tested program as written in its manifest, such as `instances.list`. If the
    /// output contains its command line, runs it with the options there, such as `--db=a.db`.
    ///
    /// # Panics
    ///
    /// Panics if the output doesn't list the action, or if the action fails.
    #[track_caller]
    pub fn follow_action(&self, action: &str, arguments: &[&str]) -> Run {
        let listed = self.record.actions();
        let mut calls = listed.iter().filter_map(|listed| words_of(listed, action));
        let Some(mut call) = calls.next() else {
            let problem = format!("expected the action `{action}` in the output; found {listed:?}");
            self.fail(&problem, &[]);
        };
        for argument in arguments {
            call.push((*argument).to_owned());
        }
        let run = self.tool.with_arguments(&call).run();
        if run.exit_code != Some(0) {
            self.fail(&format!("the action `{action}` fails"), &[("action", &run)]);
        }
        run
    }

    /// Waits for the delay in the output, if any, then repeats the call. Returns the repeated call.
    ///
    /// # Panics
    ///
    /// Panics if the output says that a retry is useless, if the delay is longer than the
    /// [timeout](Tool::timeout), or if the call still fails.
    #[track_caller]
    pub fn retry(&self) -> Run {
        let retry_after = self.record.retry_after();
        let is_retryable = self.record.is_retryable() || retry_after.is_some();
        if !is_retryable {
            self.fail("expected a retryable error; found one that isn't", &[]);
        }
        let delay = retry_after.unwrap_or_default();
        if delay > self.run.limits.timeout {
            let problem = format!("the delay of {delay:?} is longer than the timeout of the call");
            self.fail(&problem, &[]);
        }
        thread::sleep(delay);
        self.repeat(&format!("the call still fails after {delay:?}"), &[])
    }

    /// Repeats the call, which must succeed.
    #[track_caller]
    fn repeat(&self, problem: &str, steps: &[(&str, &Run)]) -> Run {
        let run = self.tool.run();
        if run.exit_code != Some(0) {
            let mut steps = steps.to_vec();
            steps.push(("repeated call", &run));
            self.fail(problem, &steps);
        }
        run
    }

    /// Fails the test with a message that contains the failed call and the steps after it.
    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    fn fail(&self, problem: &str, steps: &[(&str, &Run)]) -> ! {
        let mut calls = format!("failed call:\n{}", self.run);
        for (name, run) in steps {
            calls += &format!("\n\n{name}:\n{run}");
        }
        panic!("{problem}\n\n{calls}")
    }
}

fn destructive_word(command: &[String]) -> Option<String> {
    // Declared commands don't contain shell syntax, but the values in a printed command may.
    let plain: Vec<String> = command.iter().map(|word| masked(word)).collect();
    let plain_words = words(&[Piece::Text(&plain.join(" "))]).ok()?;
    match refused(&plain_words)? {
        Refused::Destructive(word) => Some(word),
        Refused::Program(_) | Refused::Flag(_) | Refused::Code { .. } => None,
    }
}

/// Replaces shell syntax in a word, and quotes the word if necessary.
fn masked(word: &str) -> String {
    let plain = word.replace(|c: char| !is_plain(c), "_");
    if plain.contains(' ') || plain.is_empty() {
        format!("'{plain}'")
    } else {
        plain
    }
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || c == ' ' || "-_=./:+@".contains(c)
}

/// Returns the arguments of a listed action if it's the given one: the action itself, or its command
/// line, to which options may have been added.
fn words_of(listed: &str, action: &str) -> Option<Vec<String>> {
    let path: Vec<String> = action.split(['.', ' ']).map(str::to_owned).collect();
    if listed == action {
        return Some(path);
    }
    let words = split(listed)?;
    let (_, arguments) = words.split_first()?;
    let options = arguments.strip_prefix(&*path)?;
    let has_only_options = options.iter().all(|word| word.starts_with("--"));
    has_only_options.then(|| arguments.to_vec())
}
