//! A call that a proof makes: of a program, a tool or a service.

use super::danger;
use crate::programs::run::Run;
use crate::programs::tool::Tool;
use agent_error::ErrorRecord;
use serde_json::Value;
use std::fmt;

/// A call that can be repeated.
///
/// A [`Tool`] is one. A tool of an MCP server or an HTTP request consists of its name, its arguments and a function:
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
    /// A call with a name and arguments, made by a function. It returns the data of a successful answer, or the error
    /// as the caller reads it.
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

    /// The parts that a caller can choose.
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

    /// Whether the call is an action in the output of a failed call: a command of the same program with the words of the
    /// action at the start, a tool, or a method and a path with placeholders.
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

    /// Returns whether both calls run the same command, by the manifest of their program.
    pub(super) fn has_command_of(&self, failed: &Self) -> bool {
        let (Some(tool), Some(called)) = (&self.tool, &failed.tool) else { return false };
        let Some(commands) = danger::commands(called).filter(|_| tool.runs_like(called)) else { return false };
        let [new, old] = [tool, called].map(Tool::arguments);
        let [new, old] = [&new, &old].map(|words| danger::command_in(&commands, words));
        new.is_some() && new == old
    }

    /// Returns whether the call repeats a failed call with other values: it has the same program and the same words
    /// before the first flag, except for those that may differ. `may_differ` gets the place and the old word. If a flag comes
    /// first that only one call has, nothing shows where the command begins.
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
        // Only values may be added; check_values looks at those.
        old.iter().enumerate().all(|(place, word)| new.get(place) == Some(word) || may_differ(place, word))
    }
}

/// The arguments of two calls without the flags that both begin with, and the values of those flags.
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

/// The answer of a program. Output other than JSON is a text.
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

/// The texts, numbers and booleans in a value.
pub(super) fn scalars(value: &Value, parts: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) => parts.push(value.to_string()),
        Value::String(text) => parts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| scalars(value, parts)),
        Value::Object(members) => members.values().for_each(|value| scalars(value, parts)),
    }
}
