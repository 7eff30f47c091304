//! Finds advice that misleads the caller. The key `strict`, `agent-error lint` and `AdviceChecker`
//! use these rules.

use crate::command::is_command_or_flag;
use crate::phrase::{Phrase, Words};

/// A problem in a code's advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceProblem {
    /// The advice is to repeat a call that may have had side effects, and nothing shows which.
    UnsafeRetry,
    /// The suggestion only repeats the message.
    RepeatsMessage,
    /// The advice contains a JSON array of arguments instead of a command line.
    JsonArguments,
    /// There is a fix, although the side effects of the failed call are unknown.
    BlindFix,
    /// A value is invalid, but nothing says which values are valid.
    NoValidValues,
}

impl AdviceProblem {
    /// All problems, most important first.
    pub const ALL: [Self; 5] = [
        Self::UnsafeRetry,
        Self::BlindFix,
        Self::NoValidValues,
        Self::RepeatsMessage,
        Self::JsonArguments,
    ];

    /// Describes the problem and its remedy.
    pub const fn text(self) -> &'static str {
        match self {
            Self::UnsafeRetry => {
                "the failed call may have had side effects, so a retry isn't safe; add `check` or `actions` to show \
                 what the call has done, or declare `side_effects`"
            }
            Self::RepeatsMessage => "`suggest` repeats the message; say what the caller can do",
            Self::JsonArguments => {
                "the advice contains a list of arguments in JSON; write the call as the caller makes it"
            }
            Self::BlindFix => {
                "key `fix` needs a known outcome; describe the remedy in `suggest`, to follow after `check`"
            }
            Self::NoValidValues => {
                "the advice doesn't say which values are valid; describe them in `suggest`, or add a command that \
                 lists them"
            }
        }
    }
}

/// A code's advice, and the facts that the rules depend on.
#[allow(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Copy, Debug)]
pub struct Advice<'a> {
    /// The code.
    pub code: &'a str,
    /// The template of the message.
    pub message: &'a str,
    /// The template of the suggestion. Empty if there is none.
    pub suggestion: &'a str,
    /// The declared side effects. `None` if they follow from the exit code.
    pub side_effects: Option<&'a str>,
    /// Whether the call is retryable.
    pub is_retryable: bool,
    /// Whether a command or an action shows what the call has done.
    pub has_check: bool,
    /// Whether there is a fix.
    pub has_fix: bool,
    /// Whether a field, an action or another command says which values are valid.
    pub has_lookup: bool,
}

impl Advice<'_> {
    /// Whether the advice has this problem.
    pub fn has(&self, problem: AdviceProblem) -> bool {
        let suggestion = self.suggestion;
        match problem {
            AdviceProblem::UnsafeRetry => {
                let advises_retry = self.is_retryable || invites_retry(suggestion);
                advises_retry && self.may_have_effects() && !self.has_check
            }
            AdviceProblem::RepeatsMessage => {
                suggestion.contains(' ') && Words::of(self.message).contain(&Phrase::of(suggestion))
            }
            AdviceProblem::JsonArguments => suggestion.contains("[\""),
            AdviceProblem::BlindFix => self.has_fix && self.side_effects == Some("unknown"),
            AdviceProblem::NoValidValues => {
                let is_vague = ["correct", "valid"]
                    .iter()
                    .any(|word| suggestion.to_lowercase().contains(word));
                let says = self.has_lookup || self.has_fix || names_something(suggestion);
                is_about_invalid_input(self.code) && is_vague && !says
            }
        }
    }

    /// Whether the failed call may have had side effects, judging by the code if none are declared.
    fn may_have_effects(&self) -> bool {
        const UNFINISHED: [&str; 6] = [
            "DISCONNECTED",
            "INTERRUPTED",
            "ABORTED",
            "RESET",
            "LOST",
            "BROKEN",
        ];
        match self.side_effects {
            Some(declared) => matches!(declared, "partial" | "unknown"),
            None => has_word(self.code, &UNFINISHED),
        }
    }
}

/// Returns the side effects in a catalog if they were probably declared. `none` usually follows
/// from the exit code, so it only counts with a summary such as "Nothing was changed".
pub fn stated_effects<'a>(side_effects: Option<&'a str>, summary: Option<&str>) -> Option<&'a str> {
    let effects = side_effects?;
    if effects != "none" {
        return Some(effects);
    }
    // "Nothing was changed", or "so nothing was changed".
    let says_none = summary?.contains("othing was");
    says_none.then_some(effects)
}

/// Returns the bare names that a suggestion tells the caller to call or run, such as `read` in
/// ``Call `read` with a path``, each after its verb. MCP clients call tools by name, but a command
/// line must start with the program.
pub fn called_names(suggestion: &str) -> impl Iterator<Item = (&str, &str)> {
    // Prose and code in backticks alternate.
    let mut parts = suggestion.split('`');
    let pairs = std::iter::from_fn(move || Some((parts.next()?, parts.next()?)));
    pairs.filter_map(|(prose, code)| {
        let verb = prose.split_whitespace().next_back()?;
        let is_call = verb.eq_ignore_ascii_case("call") || verb.eq_ignore_ascii_case("run");
        (is_call && is_bare_name(code)).then_some((verb, code))
    })
}

fn is_bare_name(code: &str) -> bool {
    let mut characters = code.chars();
    !code.is_empty() && characters.all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

/// Whether the code contains one of the words.
fn has_word(code: &str, words: &[&str]) -> bool {
    let mut of_code = code.split(|c: char| !c.is_ascii_alphanumeric());
    of_code.any(|word| words.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether the suggestion is to repeat the call unconditionally.
fn invites_retry(suggestion: &str) -> bool {
    let text = suggestion.to_lowercase();
    let again = [
        "try again",
        "retry",
        "repeat the",
        "call again",
        "command again",
        "resend",
        "rerun",
        "another go",
    ];
    let conditions = ["before you", "don't", "do not", "only if"];
    contains_any(&text, &again) && !contains_any(&text, &conditions)
}

fn contains_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// Whether a message ends with a period. An ellipsis doesn't count.
pub fn ends_with_period(message: &str) -> bool {
    let message = message.trim_end();
    message.ends_with('.') && !message.ends_with("..")
}

/// Whether advice contains a URL, or a command, a flag or a file in backticks.
pub fn names_something(advice: &str) -> bool {
    advice.matches('`').count() > 1 || advice.contains("://")
}

/// Whether a code is about invalid input, judging by its words.
pub fn is_about_invalid_input(code: &str) -> bool {
    has_word(code, &["INVALID", "VALIDATION"])
}

/// Whether a string may say which values are valid. Only a rule, such as "at most 40 characters", or
/// a list does, so the string must contain a digit, a quote, a URL, a comma or "or".
pub fn may_say_valid_values(text: &str) -> bool {
    let has_sign = text.contains(|c: char| c.is_ascii_digit() || "`'\",".contains(c));
    has_sign || text.contains("://") || text.contains(" or ")
}

/// Whether advice contains a command or a flag in backticks, or a long flag outside of backticks.
/// Only callers of the command line can follow such advice.
pub fn is_for_command_line(advice: &str) -> bool {
    advice.split('`').enumerate().any(|(index, part)| {
        let is_code = index % 2 == 1;
        if is_code {
            is_command_or_flag(part)
        } else {
            has_long_flag(part)
        }
    })
}

fn has_long_flag(prose: &str) -> bool {
    prose.split([' ', '(']).any(|word| {
        word.strip_prefix("--")
            .is_some_and(|name| name.starts_with(char::is_alphabetic))
    })
}

#[test]
fn finds_advice_for_the_command_line() {
    for advice in [
        "Pass `--token`",
        "Pass `-t`",
        "Pass --token=TOKEN",
        "Log in\nRun `tool login`",
        "Ask the owner to run `tool login`",
        "Add `--header=x` to `POST`",
    ] {
        assert!(is_for_command_line(advice), "{advice}");
    }
    for advice in [
        "Pass the token",
        "Run `login`",
        "Call `orders_list` with `limit`",
        "Send `POST /login`",
        "Send the header `Accept: text/plain`",
        "Use `-1`, `sku,name` or `a.b-c`",
        "Set `x = 1`",
        "Correct `SELECT 1` -- the query",
    ] {
        assert!(!is_for_command_line(advice), "{advice}");
    }
}
