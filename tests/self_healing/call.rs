//! The calls of the agent.

use serde_json::Value;

/// A call: a command with its flags and arguments, or a tool with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// A command as its manifest names it, as in `instances.get`, or a tool.
    pub(crate) action: String,
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) value: Value,
    /// Whether the value is the purpose of the call, which a repair must not change.
    pub(crate) is_purpose: bool,
}

impl Call {
    pub(crate) fn to(action: &str) -> Self {
        Self { action: action.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument that a repair may change.
    pub(crate) fn with(self, name: &str, value: impl Into<Value>) -> Self {
        self.and(name, value.into(), false)
    }

    /// Adds an argument that must stay as it is.
    pub(crate) fn for_the_sake_of(self, name: &str, value: impl Into<Value>) -> Self {
        self.and(name, value.into(), true)
    }

    fn and(mut self, name: &str, value: Value, is_purpose: bool) -> Self {
        self.arguments.push(Argument { name: name.to_owned(), value, is_purpose });
        self
    }
}

/// Whether two names mean the same: a flag `token-file`, an argument `<TOKEN_FILE>` and a member `token_file`.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    letters(a) == letters(b)
}

/// Whether an argument belongs to a member: it has its name, or one that ends with it, such as `if-version` and
/// `version`.
pub(crate) fn is_about(argument: &str, member: &str) -> bool {
    let (argument, member) = (letters(argument), letters(member));
    argument.strip_suffix(&member).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
}

fn letters(name: &str) -> String {
    name.trim_start_matches('<').trim_end_matches('>').replace('-', "_").to_lowercase()
}
