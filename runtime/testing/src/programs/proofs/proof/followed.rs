//! Records which advice a proof followed.

use agent_error_tooling::Promise;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;

/// The advice that a proof has followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed {
    pub(crate) steps: Vec<String>,
    /// The successful fixes, as written in the error.
    pub(super) fixes: Vec<String>,
    /// The delays and strategies of successful retries, as written in the error.
    pub(super) retries: Vec<(Option<Duration>, Option<&'static str>)>,
    pub(super) actions: BTreeSet<String>,
    /// The code of the error that the call returns after the advice was followed.
    pub(crate) leads_to: Option<String>,
    /// Whether the proof ended without repeating the failed call. See `Proof::settled`.
    pub(crate) is_settled: bool,
}

impl Followed {
    pub(crate) fn add(&mut self, other: &Self) {
        self.steps.extend(other.steps.iter().cloned());
        self.fixes.extend(other.fixes.iter().cloned());
        self.retries.extend(&other.retries);
        self.actions.extend(other.actions.iter().cloned());
        self.is_settled |= other.is_settled;
    }

    /// Returns the advice that wasn't followed. If a code has several declarations, the advice of each must be
    /// followed.
    pub(crate) fn lacks(&self, promise: &Promise) -> Vec<UnfollowedAdvice> {
        let declared: Vec<&str> = promise.advice.iter().filter_map(fix_of).collect();
        let followed: BTreeSet<&str> = self.fixes.iter().filter_map(|fix| template_of(fix, &declared)).collect();
        let fixes = declared.iter().filter(|fix| !followed.contains(*fix));
        let mut lacking: Vec<UnfollowedAdvice> = fixes.map(|fix| UnfollowedAdvice::Fix((*fix).to_owned())).collect();
        let retries: Vec<&Value> = promise.advice.iter().filter(|advice| advice["retryable"] == true).collect();
        // If only one declaration is retryable, every retry belongs to it.
        let has_retried = |advice: &Value| match retries.len() {
            1 => !self.retries.is_empty(),
            _ => self.has_retried(advice),
        };
        let missing = retries.iter().filter(|advice| !has_retried(advice));
        lacking.extend(missing.map(|advice| UnfollowedAdvice::Other(retry_in_words(advice))));
        if promise.lists_actions() && self.actions.is_empty() {
            lacking.push(UnfollowedAdvice::Other("the actions".to_owned()));
        }
        let actions = promise.actions().filter(|action| !self.actions.contains(*action));
        lacking.extend(actions.map(|action| UnfollowedAdvice::Other(format!("the action `{action}`"))));
        lacking.dedup();
        lacking
    }

    /// Whether a retry used the delay and the strategy of this declaration.
    fn has_retried(&self, advice: &Value) -> bool {
        self.retries.iter().any(|(wait, strategy)| {
            let declared = advice["retry_after_ms"].as_u64();
            let wait = wait.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
            // Without a declared delay, the delay comes from a field and can have any value.
            let waits_alike = declared.is_none() || wait == declared;
            waits_alike && advice["retry_strategy"].as_str() == *strategy
        })
    }
}

/// Advice that no proof has followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnfollowedAdvice {
    /// The fix command of a declaration.
    Fix(String),
    /// Other advice, described for people.
    Other(String),
}

impl std::fmt::Display for UnfollowedAdvice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fix(fix) => write!(f, "the fix `{fix}`"),
            Self::Other(advice) => f.write_str(advice),
        }
    }
}

fn fix_of(advice: &Value) -> Option<&str> {
    advice["fix_command"].as_str()
}

fn retry_in_words(advice: &Value) -> String {
    match (advice["retry_after_ms"].as_u64(), advice["retry_strategy"].as_str()) {
        (None, None) => "the retry".to_owned(),
        (Some(wait), None) => format!("the retry after {wait} ms"),
        (None, Some(strategy)) => format!("the retry with `{strategy}`"),
        (Some(wait), Some(strategy)) => format!("the retry after {wait} ms with `{strategy}`"),
    }
}

/// Returns the template that a command was created from. If several match, returns the one with the longest literal
/// text.
fn template_of<'a>(command: &str, templates: &[&'a str]) -> Option<&'a str> {
    let fitting = templates.iter().copied().filter(|template| fits(command, &literals(template)));
    fitting.max_by_key(|template| literals(template).iter().map(|literal| literal.len()).sum::<usize>())
}

/// Returns the literal parts of a template, around its placeholders.
fn literals(template: &str) -> Vec<&str> {
    let mut literals = Vec::new();
    let mut rest = template;
    while let Some((literal, (_, behind))) =
        rest.split_once('{').and_then(|(literal, field)| Some((literal, field.split_once('}')?)))
    {
        literals.push(literal);
        rest = behind;
    }
    literals.push(rest);
    literals
}

/// Whether the text consists of the literals in order, with any text in between.
fn fits(text: &str, literals: &[&str]) -> bool {
    let [first, between @ .., last] = literals else { return literals == [text] };
    let Some(mut rest) = text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    for literal in between {
        let Some((_, behind)) = rest.split_once(literal) else { return false };
        rest = behind;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::template_of;

    #[test]
    fn a_command_is_traced_to_its_template() {
        let templates = ["tool init --db={path}", "tool init --db={path} --force-new={name}", "tool list", "tool {x}"];
        for (command, expected) in [
            ("tool init --db='a b'", Some(templates[0])),
            ("tool init --db=a --force-new=b", Some(templates[1])),
            ("tool list", Some(templates[2])),
            ("tool show", Some(templates[3])),
            ("other list", None),
        ] {
            assert_eq!(template_of(command, &templates), expected, "{command}");
        }
        assert_eq!(template_of("tool", &["tool list"]), None);
    }
}
