//! The calls that the agent makes.

use serde_json::Value;

/// A call: a command with its flags and arguments, or a tool with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// The name of a tool, or of a command in the manifest, such as `instances.get`.
    pub(crate) action: String,
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) value: Value,
    /// Whether the value is the purpose of the call. A repair must not change it.
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

    /// Adds an argument that a repair must not change.
    pub(crate) fn for_the_sake_of(self, name: &str, value: impl Into<Value>) -> Self {
        self.and(name, value.into(), true)
    }

    fn and(mut self, name: &str, value: Value, is_purpose: bool) -> Self {
        self.arguments.push(Argument { name: name.to_owned(), value, is_purpose });
        self
    }
}

/// Whether two names mean the same, such as the flag `token-file`, the argument `<TOKEN_FILE>` and the member
/// `token_file`.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    letters(a) == letters(b)
}

/// Whether an argument refers to a member. Its name must be the member's name, or end with it, such as `if-version` for
/// `version`.
pub(crate) fn is_about(argument: &str, member: &str) -> bool {
    let (argument, member) = (letters(argument), letters(member));
    argument.strip_suffix(&member).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
}

fn letters(name: &str) -> String {
    name.trim_start_matches('<').trim_end_matches('>').replace('-', "_").to_lowercase()
}
