//! `agent-error score`: checks how well an agent can act on a program's errors.

use crate::source::SpawnError;
use agent_error::clap::{CommandExt as _, Danger};
use agent_error::format::without_secrets;
use agent_error::{AgentError, Format, Response, error_set, parse, render};
use agent_error_rules::recoverable::is_recoverable;
use agent_error_testing::{Run, Tool};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsString;

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

fn split(arguments: &str) -> Result<Vec<OsString>, &'static str> {
    let arguments = agent_error_rules::shell::split(arguments).ok_or("a quote isn't closed")?;
    Ok(arguments.into_iter().map(OsString::from).collect())
}

/// A condition that the output doesn't meet.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Unmet {
    level: u8,
    requires: &'static str,
    missing: String,
    fix: &'static str,
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
        let (program, args) = (&self.program[0], &self.program[1..]);
        let mut calls = Vec::new();
        let mut call = |args: Vec<OsString>| {
            let run = Tool::new(program)
                .args(args)
                .try_run()
                .map_err(|error| SpawnError::new(program, error));
            run.inspect(|run| calls.push(without_secrets(run.command()).into_owned()))
        };
        let failed = call(args.to_vec())?;
        if failed.exit_code == Some(0) {
            return Err(ScoreError::Succeeded {
                call: calls.remove(0),
            });
        }
        let error = error_of(&failed);
        let list = if has(&error, &["code"]) {
            let plain = codes(&call(self.list.clone())?);
            // With `--all`, programs that use agent-error also list the context and the advice of
            // each code.
            let all = codes(&call([&self.list[..], &["--all".into()]].concat())?);
            plain.map(|plain| all.unwrap_or(plain))
        } else {
            // A program without codes may interpret `errors list` differently.
            Err("not requested, because the error has no code".to_owned())
        };
        let unmet = unmet(&failed, error, &list);
        let level = unmet.first().map_or(3, |unmet| unmet.level - 1);
        let row = |it: &Unmet| {
            format!(
                "Level {} requires {}: {}.\n  {}.",
                it.level, it.requires, it.missing, it.fix
            )
        };
        let report = unmet.iter().map(row).collect::<Vec<_>>().join("\n");
        if let Some(min) = self.min.filter(|min| level < *min) {
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
}

/// The conditions: the level that requires each, its description, and how to meet it.
const CONDITIONS: [(u8, &str, &str); 8] = [
    (
        1,
        "a code",
        r#"Write errors to stdout as {"ok":false,"error":{"code":"NOT_FOUND","message":"..."}}"#,
    ),
    (1, "a message", "Say what happened in `message`"),
    (
        2,
        "context in every error",
        r#"Put the values that the error is about into `context`, such as {"port":5432}"#,
    ),
    (
        2,
        "no stack trace on stdout",
        "Write stack traces to stderr or to a log file",
    ),
    (
        2,
        "nothing but the error on stdout",
        "Write progress and logs to stderr",
    ),
    (
        3,
        "a suggestion in every recoverable error",
        "Say in `suggestion` what the caller can do next",
    ),
    (
        3,
        "a documentation page for every code",
        "Put the URL of the page into `docs_url`",
    ),
    (
        3,
        "a list of all codes",
        r#"Print {"errors":[{"code":"NOT_FOUND"}]} with `errors list --output json`"#,
    ),
];

fn unmet(run: &Run, mut error: Value, list: &Result<Vec<Value>, String>) -> Vec<Unmet> {
    let listed = list.as_deref().unwrap_or_default();
    let entry = listed.iter().find(|entry| entry["code"] == error["code"]);
    if let (Some(entry), false) = (entry, has(&error, &["docs_url"])) {
        error["docs_url"] = entry["docs_url"].clone();
    }
    // Returns the codes that lack all of these members. If no code has any of them, the list
    // probably omits them.
    let lacking = |names: &[&str], is_needed: fn(&Value) -> bool| {
        let is_stated = listed.iter().any(|entry| has(entry, names));
        let errors = std::iter::once(&error).chain(listed.iter().filter(|_| is_stated));
        let lacking = errors.filter(|error| is_needed(error) && !has(error, names));
        let codes: BTreeSet<&str> = lacking
            .map(|error| error["code"].as_str().unwrap_or("the error"))
            .collect();
        (!codes.is_empty()).then(|| {
            format!(
                "none for {}",
                codes.into_iter().collect::<Vec<_>>().join(", ")
            )
        })
    };
    let is_recoverable = |error: &Value| {
        let exit_code = error["exit_code"]
            .as_i64()
            .and_then(|exit_code| exit_code.try_into().ok());
        is_recoverable(
            error["code"].as_str().unwrap_or_default(),
            exit_code,
            error["severity"] == "critical",
        )
    };
    let missing = [
        (!has(&error, &["code"])).then(|| {
            run.check_code("")
                .err()
                .map_or("none".to_owned(), |error| error.found)
        }),
        (!has(&error, &["message"])).then(|| "none".to_owned()),
        lacking(&["context", "fields"], |_| true),
        run.check_no_trace()
            .err()
            .map(|error| without_secrets(&error.found).into_owned()),
        (has(&error, &["code"]) && run.record().is_none()).then(|| "found other text".to_owned()),
        lacking(
            &[
                "suggestion",
                "fix_command",
                "fix_required",
                "replacement",
                "actions",
            ],
            is_recoverable,
        ),
        lacking(&["docs_url"], |_| true),
        list.clone().err().or_else(|| {
            entry
                .is_none()
                .then(|| "the error's code is missing".to_owned())
        }),
    ];
    let unmet = |((level, requires, fix), missing)| {
        Some(Unmet {
            level,
            requires,
            missing: missing?,
            fix,
        })
    };
    CONDITIONS
        .into_iter()
        .zip(missing)
        .filter_map(unmet)
        .collect()
}

/// Returns the call's error in the same form as in an envelope. If there's none, returns an empty
/// object.
fn error_of(run: &Run) -> Value {
    let in_line = |line: &str| parse(line).ok().filter(|record| !record.code().is_empty());
    let Some(record) = run
        .record()
        .or_else(|| run.stdout().lines().find_map(in_line))
    else {
        return json!({});
    };
    let envelope: Value =
        serde_json::from_str(&render(&record, Format::ENVELOPE)).unwrap_or_default();
    let mut error = envelope["error"].clone();
    error["code"] = json!(Some(record.code()).filter(|code| !code.is_empty()));
    (error["message"], error["exit_code"]) = (json!(record.message()), json!(run.exit_code));
    error
}

/// Returns the entries of a list of codes, or the reason why there are none.
fn codes(run: &Run) -> Result<Vec<Value>, String> {
    let list = serde_json::from_slice(&run.stdout)
        .map(|list| entries(&list))
        .unwrap_or_default();
    if run.exit_code == Some(0) && !list.is_empty() {
        Ok(list)
    } else {
        Err("found none".to_owned())
    }
}

/// Finds an array of codes, or of objects with a code.
fn entries(list: &Value) -> Vec<Value> {
    let entry = |item: &Value| {
        item.as_str()
            .map_or_else(|| item.clone(), |code| json!({"code": code}))
    };
    match list {
        Value::Array(items) => items
            .iter()
            .map(entry)
            .filter(|entry| has(entry, &["code"]))
            .collect(),
        Value::Object(members) => members
            .values()
            .map(entries)
            .max_by_key(Vec::len)
            .unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Whether an error has a nonempty member with one of these names.
fn has(error: &Value, names: &[&str]) -> bool {
    let empty = [Value::Null, json!(""), json!([]), json!({})];
    names.iter().any(|name| !empty.contains(&error[name]))
}
