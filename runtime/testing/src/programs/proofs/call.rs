//! Calls of a program, an MCP tool or a service.

use super::destructive;
use crate::programs::run::Run;
use crate::programs::tool::Tool;
use agent_error::ErrorRecord;
use serde_json::Value;
use std::fmt;

/// A repeatable call of a program, an MCP tool or a service.
///
/// To call a program, convert a [`Tool`]. To call an MCP tool or a service, pass a name, the arguments and a function
/// that makes the call:
///
/// ```
/// use agent_error::ErrorRecord;
/// use agent_error_testing::Call;
/// use serde_json::json;
///
/// let arguments = json!({"id": 7});
/// let call = Call::new("GET /orders/7", arguments, || Err(ErrorRecord::new("ORDER_NOT_FOUND", "no order `7`")));
/// assert_eq!(call.to_string(), "GET /orders/7 {\"id\":7}");
/// ```
pub struct Call {
    name: String,
    arguments: Value,
    pub(super) tool: Option<Tool>,
    make: Box<dyn FnMut() -> Result<Value, ErrorRecord>>,
}

impl Call {
    /// Creates a call with a name, arguments, and a function that makes the call. The function returns the data of a
    /// successful response, or the error as the caller receives it.
    pub fn new(
        name: impl Into<String>,
        arguments: impl Into<Value>,
        make: impl FnMut() -> Result<Value, ErrorRecord> + 'static,
    ) -> Self {
        Self { name: name.into(), arguments: arguments.into(), tool: None, make: Box::new(make) }
    }

    pub(super) fn make(&mut self) -> Result<Value, ErrorRecord> {
        (self.make)()
    }

    /// Returns the values that the caller chose, such as arguments and standard input.
    pub(super) fn parts(&self) -> Vec<String> {
        let mut parts = Vec::new();
        match &self.tool {
            Some(tool) => {
                tool.arguments().iter().for_each(|word| match word.split_once('=') {
                    Some((flag, value)) if flag.starts_with('-') => parts.extend([flag.to_owned(), value.to_owned()]),
                    _ => parts.push(word.clone()),
                });
                parts.extend(tool.input().map(|input| String::from_utf8_lossy(input).into_owned()));
            }
            None => {
                parts.extend(self.name.split([' ', '/']).map(str::to_owned));
                scalars(&self.arguments, &mut parts);
            }
        }
        parts
    }

    /// Whether this call performs an action that `failed` listed.
    ///
    /// For a program, the action contains the first arguments. For an MCP tool, the action is its name. For an HTTP
    /// request, the action is a method and a path with placeholders.
    pub(super) fn is(&self, action: &str, failed: &Self) -> bool {
        match (&self.tool, &failed.tool) {
            (Some(tool), Some(called)) if tool.runs_like(called) => {
                let [words, _] = behind_common_flags(tool, called);
                let starts_with = |path: &[&str]| {
                    path.iter().all(|word| !word.is_empty())
                        && words.len() >= path.len()
                        && words.iter().zip(path).all(|(word, expected)| word == expected)
                };
                let as_tool = action.strip_prefix(&tool.name()).and_then(|rest| rest.strip_prefix('_'));
                starts_with(&action.split('.').collect::<Vec<_>>())
                    || as_tool.is_some_and(|rest| starts_with(&rest.split('_').collect::<Vec<_>>()))
            }
            (None, None) => {
                let (own, known): (Vec<&str>, Vec<&str>) =
                    (self.name.split('/').collect(), action.split('/').collect());
                let is_same =
                    |(own, known): (&&str, &&str)| own == known || (known.starts_with('{') && known.ends_with('}'));
                own.len() == known.len() && own.iter().zip(&known).all(is_same)
            }
            _ => false,
        }
    }

    /// Whether both calls run the same command, according to the manifest of their program.
    pub(super) fn has_command_of(&self, failed: &Self) -> bool {
        let (Some(tool), Some(called)) = (&self.tool, &failed.tool) else { return false };
        let Some(commands) = destructive::commands(called).filter(|_| tool.runs_like(called)) else { return false };
        let [new, old] = [tool, called].map(Tool::arguments);
        let [new, old] = [&new, &old].map(|words| destructive::command_in(&commands, words));
        new.is_some() && new == old
    }

    /// Whether this call repeats `failed` with other values.
    ///
    /// Both calls must run the same program with the same arguments before the first flag. An argument may only differ
    /// if `may_differ` returns `true` for its index and old value. If the calls start with different flags, returns
    /// `false`, because it's unknown where the command starts.
    pub(super) fn repeats(&self, failed: &Self, may_differ: impl Fn(usize, &str) -> bool) -> bool {
        let [new, old] = match (&self.tool, &failed.tool) {
            (Some(tool), Some(called)) if tool.runs_like(called) => {
                let words = behind_common_flags(tool, called);
                let begins_with_flag = |words: &Vec<String>| words.first().is_some_and(|word| word.starts_with('-'));
                if words.iter().any(begins_with_flag) && words[0] != words[1] {
                    return false;
                }
                words.map(|words| words.into_iter().take_while(|word| !word.starts_with('-')).collect::<Vec<_>>())
            }
            (None, None) => [&self.name, &failed.name].map(|name| name.split([' ', '/']).map(str::to_owned).collect()),
            _ => return false,
        };
        // The call may have additional arguments. `check_values` checks those.
        old.iter().enumerate().all(|(place, word)| new.get(place) == Some(word) || may_differ(place, word))
    }
}

/// Returns the arguments of two calls without their common leading flags and the values of those flags.
fn behind_common_flags(one: &Tool, other: &Tool) -> [Vec<String>; 2] {
    let all = [one.arguments(), other.arguments()];
    let mut common = 0;
    while let (Some(word), Some(same)) = (all[0].get(common), all[1].get(common))
        && word == same
        && (word.starts_with('-') || (common > 0 && all[0][common - 1].starts_with('-')))
    {
        common += 1;
    }
    all.map(|words| words[common..].to_vec())
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.arguments.is_null() { Ok(()) } else { write!(f, " {}", self.arguments) }
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Call({self})")
    }
}

impl From<Tool> for Call {
    fn from(tool: Tool) -> Self {
        let called = tool.clone();
        let make = Box::new(move || match called.try_run() {
            Ok(run) => answer(&run),
            Err(error) => Err(ErrorRecord::new("", format!("cannot start `{called}`: {error}"))),
        });
        Self { name: tool.to_string(), arguments: Value::Null, tool: Some(tool), make }
    }
}

/// Parses the output of a call. Returns the data if the call succeeded, and the error otherwise. Output that isn't JSON
/// is returned as a string.
pub(super) fn answer(run: &Run) -> Result<Value, ErrorRecord> {
    if run.exit_code != Some(0) {
        return Err(run.record().unwrap_or_else(|| ErrorRecord::new("", run.to_string())));
    }
    let value = serde_json::from_slice(&run.stdout).unwrap_or_else(|_| Value::String(run.stdout()));
    Ok(match value {
        Value::Object(mut envelope) if envelope.contains_key("ok") && envelope.contains_key("data") => {
            envelope.remove("data").unwrap_or_default()
        }
        value => value,
    })
}

/// Collects all strings, numbers and booleans in a value.
pub(super) fn scalars(value: &Value, parts: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) => parts.push(value.to_string()),
        Value::String(text) => parts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| scalars(value, parts)),
        Value::Object(members) => members.values().for_each(|value| scalars(value, parts)),
    }
}
