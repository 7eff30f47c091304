//! The same failures without this crate: the output of thiserror, anyhow and clap, with good messages.
//!
//! Each message says what failed. If careful authors would include the remedy, it's a command or a flag in backticks.
//! The causes follow, in anyhow's format. The exit codes are 1, as in anyhow, and 2, as in clap.

use crate::choices::entries;
use agent_error::ErrorRecord;
use std::error::Error as _;

/// The last lines of clap's messages.
const MORE: &str = "\n\nFor more information, try '--help'.";

/// Returns clap's tip. clap only suggests names with a similar spelling.
fn tip(record: &ErrorRecord, wrong: &str, noun: &str) -> String {
    const SIMILAR: f64 = 0.7;
    let nearest = entries(record.value("nearest")).into_iter().map(|(name, _)| name);
    let is_similar = |name: &String| {
        strsim::jaro(wrong.trim_start_matches('-'), name.trim_start_matches('-')) > SIMILAR && !name.contains(' ')
    };
    let tip = nearest.filter(is_similar).map(|name| format!("\n\n  tip: a similar {noun} exists: '{name}'")).next();
    tip.unwrap_or_default()
}

/// Returns the message on standard error, and the exit code.
pub(crate) fn shown(record: &ErrorRecord) -> (String, i32) {
    let value = |name: &str| match record.value(name) {
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let message = &record.message;
    let text = match record.code.as_str() {
        // Messages that come from clap.
        "UNKNOWN_FLAG" => {
            let flag = value("flag");
            let tip = tip(record, &flag, "argument");
            return (format!("error: unexpected argument '{flag}' found{tip}{MORE}"), 2);
        }
        "UNKNOWN_COMMAND" => {
            let command = value("command");
            let tip = tip(record, &command, "subcommand");
            return (format!("error: unrecognized subcommand '{command}'{tip}{MORE}"), 2);
        }
        "MISSING_REQUIRED_FLAGS" => {
            let missing: Vec<String> =
                entries(record.value("missing")).iter().map(|(name, _)| format!("\n  {name}")).collect();
            let message = "error: the following required arguments were not provided:";
            return (format!("{message}{}{MORE}", missing.concat()), 2);
        }
        "INVALID_FLAG_VALUE" => {
            let valid: Vec<String> = entries(record.value("valid")).into_iter().map(|(name, _)| name).collect();
            let (flag, value) = (value("flag"), value("value"));
            let possible = match valid.is_empty() {
                true => format!(": {}", record.value("reason").and_then(|reason| reason.as_str()).unwrap_or_default()),
                false => format!("\n  [possible values: {}]", valid.join(", ")),
            };
            return (format!("error: invalid value '{value}' for '{flag}'{possible}{MORE}"), 2);
        }
        "DB_FILE_MISSING" => format!("{message}; create it with `dbtool init`"),
        "database_missing" => format!("{message}; create it with `kb init`"),
        "DB_FILE_LOCKED" | "database_locked" => format!("{message}; try again later"),
        "DB_ITEM_DUPLICATE" => format!("{message}; pass `--on-conflict skip` or `--on-conflict update`"),
        "NOT_FOUND" => format!("{message}; `cloudctl instances list` shows what exists"),
        "not_found" => match record.value("nearest").and_then(|near| near.get(0)?.as_str()) {
            Some(near) => format!("{message}; did you mean `{near}`?"),
            None => message.clone(),
        },
        "conflict" => format!("{message}; read it again, then pass `--if-version {}`", value("version")),
        "RATE_LIMITED" => match record.retry_after {
            Some(wait) => format!("{message}; try again in {} s", wait.as_secs_f64().ceil()),
            None => format!("{message}; try again later"),
        },
        "FILE_STALE" => format!("{message}; read it again first"),
        _ => message.clone(),
    };
    let mut causes = Vec::new();
    let mut next = record.source();
    while let Some(cause) = next {
        causes.push(cause.to_string());
        next = cause.source();
    }
    let causes = match &causes[..] {
        [] => String::new(),
        [one] => format!("\n\nCaused by:\n    {one}"),
        all => {
            let lines = all.iter().enumerate().map(|(index, cause)| format!("\n    {index}: {cause}"));
            format!("\n\nCaused by:{}", lines.collect::<String>())
        }
    };
    (format!("Error: {text}{causes}"), 1)
}
