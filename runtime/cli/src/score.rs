//! `agent-error score`: checks how well an agent can act on a program's errors.

use crate::source::SpawnError;
use agent_error::clap::{CommandExt as _, Danger};
use agent_error::format::without_secrets;
use agent_error::{AgentError, ErrorRecord, Format, Response, error_set, parse, render};
use agent_error_rules::recoverable::is_recoverable;
use agent_error_testing::{Run, Tool};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;

/// Check how well an agent can act on a program's errors, on levels from 0 to 3
///
/// Runs the program with arguments that make it fail, and checks its output:
///
///   agent-error score -- tool connect --port abc
///
/// Levels of the CLI agent specification:
///
///   0  errors are prose or stack traces
///   1  the error has a code and a message
///   2  every error has context, and nothing else is on stdout
///   3  recoverable errors have a suggestion, every code has a docs page, and
///      `tool errors list --output json` lists all codes
///
/// This command really runs the program, so pass arguments that fail before anything is changed.
#[derive(Debug, clap::Args)]
// The program could do anything.
#[command(verbatim_doc_comment, errors = error_set![ScoreError, SpawnError], danger = Danger::Destructive)]
pub(crate) struct Args {
    /// Arguments that make PROGRAM list its errors
    #[arg(long, value_name = "ARGS", default_value = "errors list --output json", value_parser = split)]
    list: std::vec::Vec<OsString>,

    /// Fail if the level is lower
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=3))]
    min: Option<u8>,

    /// The program, and arguments that make it fail
    #[arg(last = true, required = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    program: Vec<OsString>,
}

/// The maximum size of the output, in bytes. Lists of codes can be long.
const MAX_OUTPUT: usize = 4 << 20;

fn split(arguments: &str) -> Result<Vec<OsString>, &'static str> {
    let words = agent_error_rules::shell::split(arguments).ok_or("a quote isn't closed")?;
    Ok(words.into_iter().map(OsString::from).collect())
}

/// A condition that the output doesn't meet.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Unmet {
    level: u8,
    requires: &'static str,
    missing: String,
    fix: &'static str,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Level {} requires {}: {}.",
            self.level, self.requires, self.missing
        )?;
        write!(f, "  {}.", self.fix)
    }
}

/// The program wasn't checked, or its level is too low.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ScoreError {
    /// The level is below `--min`.
    #[error("level {level} of 3; `--min` requires {min}")]
    #[code(
        "SCORE_TOO_LOW",
        exit = 79,
        detail = "{report}",
        suggest = "Meet the conditions listed in the detail"
    )]
    TooLow {
        /// The program's level.
        level: u8,
        /// The value of `--min`.
        min: u8,
        /// The unmet conditions.
        #[context]
        unmet: Vec<Unmet>,
        /// The unmet conditions as text.
        #[context(skip)]
        report: String,
    },
    /// The call exited with 0, so there is no error to check. Its side effects, if any, remain.
    #[error("`{call}` succeeded; only failing calls can be scored")]
    #[code("CALL_SUCCEEDED", exit = 80, side_effects = complete, suggest = "Add an unknown flag, so that the call fails")]
    Succeeded {
        /// The command line, quoted for a shell.
        call: String,
    },
    #[error(transparent)]
    #[code(transparent)]
    Start(#[from] SpawnError),
}

impl Args {
    pub(crate) fn run(&self) -> Result<Response, ScoreError> {
        let mut calls = Vec::new();
        let failed = self.call(&self.program[1..], &mut calls)?;
        if failed.exit_code == Some(0) {
            return Err(ScoreError::Succeeded {
                call: calls.remove(0),
            });
        }
        let error = error_of(&failed);
        let list = if has(&error, &["code"]) {
            self.list(&mut calls)?
        } else {
            // A program without codes may interpret `errors list` differently.
            Err("not requested, because the error has no code".to_owned())
        };
        let unmet = Output::new(failed, error, list).unmet();
        let level = match unmet.first() {
            Some(first) => first.level - 1,
            None => 3,
        };
        let rows: Vec<String> = unmet.iter().map(Unmet::to_string).collect();
        let report = rows.join("\n");
        if let Some(min) = self.min
            && level < min
        {
            return Err(ScoreError::TooLow {
                level,
                min,
                unmet,
                report,
            });
        }
        let commands = calls.join("\n  ");
        let data = json!({"level": level, "calls": calls, "unmet": unmet});
        Ok(Response::new(data).human(format!(
            "Level {level} of 3\n{report}\n\nCalls:\n  {commands}"
        )))
    }

    /// Runs the program, and adds the command line to `calls`.
    fn call(&self, args: &[OsString], calls: &mut Vec<String>) -> Result<Run, SpawnError> {
        let program = &self.program[0];
        let tool = Tool::new(program).max_output(MAX_OUTPUT);
        let run = match tool.args(args).try_run() {
            Ok(run) => run,
            Err(error) => return Err(SpawnError::new(program, error)),
        };
        calls.push(without_secrets(run.command()).into_owned());
        Ok(run)
    }

    /// Returns the program's codes, or the reason why it can't list them. Also tries `--all`, because
    /// programs that use agent-error then list the context and the advice of each code.
    fn list(&self, calls: &mut Vec<String>) -> Result<Result<Vec<Value>, String>, SpawnError> {
        let plain = codes(&self.call(&self.list, calls)?);
        let mut arguments = self.list.clone();
        arguments.push("--all".into());
        let detailed = codes(&self.call(&arguments, calls)?);
        // Without `--all`, the codes must be listed, too.
        if plain.is_ok() && detailed.is_ok() {
            Ok(detailed)
        } else {
            Ok(plain)
        }
    }
}

/// A condition that the program's output must meet.
struct Condition {
    level: u8,
    requires: &'static str,
    /// Returns what's missing, if anything.
    missing: fn(&Output) -> Option<String>,
    fix: &'static str,
}

const CONDITIONS: [Condition; 8] = [
    Condition {
        level: 1,
        requires: "a code",
        missing: Output::missing_code,
        fix: r#"Write errors to stdout as {"ok":false,"error":{"code":"NOT_FOUND","message":"..."}}"#,
    },
    Condition {
        level: 1,
        requires: "a message",
        missing: Output::missing_message,
        fix: "Say what happened in `message`",
    },
    Condition {
        level: 2,
        requires: "context in every error",
        missing: Output::missing_context,
        fix: r#"Put the values that the error is about into `context`, such as {"port":5432}"#,
    },
    Condition {
        level: 2,
        requires: "no stack trace on stdout",
        missing: Output::stack_trace,
        fix: "Write stack traces to stderr or to a log file",
    },
    Condition {
        level: 2,
        requires: "nothing but the error on stdout",
        missing: Output::other_text,
        fix: "Write progress and logs to stderr",
    },
    Condition {
        level: 3,
        requires: "a suggestion in every recoverable error",
        missing: Output::missing_suggestions,
        fix: "Say in `suggestion` what the caller can do next",
    },
    Condition {
        level: 3,
        requires: "a documentation page for every code",
        missing: Output::missing_pages,
        fix: "Put the URL of the page into `docs_url`",
    },
    Condition {
        level: 3,
        requires: "a list of all codes",
        missing: Output::missing_list,
        fix: r#"Print {"errors":[{"code":"NOT_FOUND"}]} with `errors list --output json`"#,
    },
];

/// What the program printed.
struct Output {
    /// The call that failed.
    failed: Run,
    /// The error of this call.
    error: Value,
    /// The list of codes, or the reason why there is none.
    list: Result<Vec<Value>, String>,
}

impl Output {
    fn new(failed: Run, error: Value, list: Result<Vec<Value>, String>) -> Self {
        let mut output = Self {
            failed,
            error,
            list,
        };
        if let Some(entry) = output.entry()
            && !has(&output.error, &["docs_url"])
        {
            output.error["docs_url"] = entry["docs_url"].clone();
        }
        output
    }

    fn listed(&self) -> &[Value] {
        self.list.as_deref().unwrap_or_default()
    }

    /// Returns the error's entry in the list of codes.
    fn entry(&self) -> Option<&Value> {
        let mut entries = self.listed().iter();
        entries.find(|entry| entry["code"] == self.error["code"])
    }

    fn unmet(&self) -> Vec<Unmet> {
        let mut unmet = Vec::new();
        for condition in CONDITIONS {
            if let Some(missing) = (condition.missing)(self) {
                unmet.push(Unmet {
                    level: condition.level,
                    requires: condition.requires,
                    missing,
                    fix: condition.fix,
                });
            }
        }
        unmet
    }

    fn missing_code(&self) -> Option<String> {
        if has(&self.error, &["code"]) {
            return None;
        }
        match self.failed.check_code("") {
            Ok(()) => Some("none".to_owned()),
            Err(error) => Some(error.found),
        }
    }

    fn missing_message(&self) -> Option<String> {
        let is_missing = !has(&self.error, &["message"]);
        is_missing.then(|| "none".to_owned())
    }

    fn missing_context(&self) -> Option<String> {
        self.codes_without(&["context", "fields"], |_| true)
    }

    fn stack_trace(&self) -> Option<String> {
        let error = self.failed.check_no_trace().err()?;
        Some(without_secrets(&error.found).into_owned())
    }

    fn other_text(&self) -> Option<String> {
        let is_mixed = has(&self.error, &["code"]) && self.failed.record().is_none();
        is_mixed.then(|| "found other text".to_owned())
    }

    fn missing_suggestions(&self) -> Option<String> {
        let members = [
            "suggestion",
            "fix_command",
            "fix_required",
            "replacement",
            "actions",
        ];
        self.codes_without(&members, needs_suggestion)
    }

    fn missing_pages(&self) -> Option<String> {
        self.codes_without(&["docs_url"], |_| true)
    }

    fn missing_list(&self) -> Option<String> {
        if let Err(reason) = &self.list {
            return Some(reason.clone());
        }
        let is_missing = self.entry().is_none();
        is_missing.then(|| "the error's code is missing".to_owned())
    }

    /// Lists the codes that need one of these members but lack all of them.
    fn codes_without(&self, names: &[&str], is_needed: fn(&Value) -> bool) -> Option<String> {
        let mut errors = vec![&self.error];
        // If no code has any of the members, the list probably omits them.
        if self.listed().iter().any(|entry| has(entry, names)) {
            errors.extend(self.listed());
        }
        let mut codes = BTreeSet::new();
        for error in errors {
            if is_needed(error) && !has(error, names) {
                codes.insert(error["code"].as_str().unwrap_or("the error"));
            }
        }
        if codes.is_empty() {
            return None;
        }
        let codes: Vec<&str> = codes.into_iter().collect();
        Some(format!("none for {}", codes.join(", ")))
    }
}

fn needs_suggestion(error: &Value) -> bool {
    let code = error["code"].as_str().unwrap_or_default();
    let number = error["exit_code"].as_i64();
    let exit_code = number.and_then(|number| i32::try_from(number).ok());
    is_recoverable(code, exit_code, error["severity"] == "critical")
}

/// Returns the call's error in the same form as in an envelope. If there's none, returns an empty
/// object.
fn error_of(run: &Run) -> Value {
    let found = match run.record() {
        Some(record) => Some(record),
        None => run.stdout().lines().find_map(coded),
    };
    let Some(record) = found else {
        return json!({});
    };
    let json = render(&record, Format::ENVELOPE);
    let envelope: Value = serde_json::from_str(&json).unwrap_or_default();
    let mut error = envelope["error"].clone();
    error["code"] = match record.code() {
        "" => Value::Null,
        code => json!(code),
    };
    error["message"] = json!(record.message());
    error["exit_code"] = json!(run.exit_code);
    error
}

/// Parses an error with a code.
fn coded(line: &str) -> Option<ErrorRecord> {
    let record = parse(line).ok()?;
    (!record.code().is_empty()).then_some(record)
}

/// Returns the entries of a list of codes, or the reason why there are none.
fn codes(run: &Run) -> Result<Vec<Value>, String> {
    let list: Value = serde_json::from_slice(&run.stdout).unwrap_or_default();
    let found = entries(&list);
    if run.exit_code == Some(0) && !found.is_empty() {
        Ok(found)
    } else {
        Err("found none".to_owned())
    }
}

/// Finds an array of codes, or of objects with a code.
fn entries(list: &Value) -> Vec<Value> {
    match list {
        Value::Array(items) => {
            let mut objects: Vec<Value> = items.iter().map(as_object).collect();
            objects.retain(|object| has(object, &["code"]));
            objects
        }
        Value::Object(members) => {
            let lists = members.values().map(entries);
            lists.max_by_key(Vec::len).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Converts a code to an object with this code.
fn as_object(item: &Value) -> Value {
    match item {
        Value::String(code) => json!({"code": code}),
        other => other.clone(),
    }
}

/// Whether an error has a nonempty member with one of these names.
fn has(error: &Value, names: &[&str]) -> bool {
    let empty = [Value::Null, json!(""), json!([]), json!({})];
    names.iter().any(|name| !empty.contains(&error[name]))
}
