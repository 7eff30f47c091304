//! Evaluates the conditions of the rubric.

use super::listing::Listing;
use super::seen::Seen;
use super::{Condition, Reason};
use agent_error::format::Stream;

/// Evaluates all conditions, sorted by level.
pub(super) fn all(failed: &[&Seen], listing: &Result<Listing, String>) -> Vec<Reason> {
    Condition::ALL.iter().map(|condition| reason(*condition, failed, listing)).collect()
}

fn reason(condition: Condition, failed: &[&Seen], listing: &Result<Listing, String>) -> Reason {
    let listed = listing.as_ref().ok();
    let outcome = match condition {
        _ if failed.is_empty() => Err("no call failed".to_owned()),
        Condition::SomeCode => some(failed, |seen| seen.code().is_some()),
        // Only check the messages of errors with a code. Errors without a code already fail another condition.
        Condition::SomeMessage if failed.iter().any(|seen| seen.code().is_some()) => {
            some(failed, |seen| seen.code().is_some() && seen.has_message())
        }
        Condition::SomeMessage => some(failed, Seen::has_message),
        Condition::Codes => every(failed, &[], |seen| seen.code().is_some()),
        Condition::Messages => every(failed, &[], Seen::has_message),
        Condition::Context => {
            let needs_none = |code: &str| listed.is_some_and(|listing| listing.needs_no_context(code));
            every(failed, &[], |seen| seen.has_context() || seen.code().is_some_and(needs_none))
        }
        Condition::NoTrace => no_trace(failed),
        Condition::Parsable => {
            every(failed, &[], |seen| !seen.among_other_text || !matches!(seen.error, Some((Stream::Stdout, _))))
        }
        Condition::Suggestions => {
            let recoverable: Vec<&Seen> = failed.iter().copied().filter(|seen| seen.is_recoverable()).collect();
            every(&recoverable, &listed.map(Listing::without_advice).unwrap_or_default(), Seen::has_advice)
        }
        Condition::DocsUrls => {
            let in_list = |code: &str| listed.is_some_and(|listing| listing.has_docs(code));
            every(failed, &listed.map(Listing::without_docs).unwrap_or_default(), |seen| {
                seen.has_docs() || seen.code().is_some_and(in_list)
            })
        }
        Condition::List => listing.as_ref().map_err(String::clone).and_then(|listing| enumerates(listing, failed)),
    };
    let holds = outcome.is_ok();
    let (Ok(found) | Err(found)) = outcome;
    let remedy = (!holds).then(|| condition.remedy().to_owned());
    Reason { level: condition.level(), condition, holds, found, remedy }
}

fn some(failed: &[&Seen], has: impl Fn(&Seen) -> bool) -> Result<String, String> {
    let count = failed.iter().filter(|seen| has(seen)).count();
    let found = format!("{count} of {}", calls(failed.len()));
    if count > 0 { Ok(found) } else { Err(found) }
}

/// Checks that all calls meet a condition, and that no code in the list violates it.
fn every(seen: &[&Seen], lacking_in_list: &[&str], has: impl Fn(&Seen) -> bool) -> Result<String, String> {
    let lacking: Vec<String> = seen.iter().filter(|seen| !has(seen)).map(|seen| seen.name()).collect();
    match (lacking.is_empty(), lacking_in_list) {
        (true, []) if seen.is_empty() => Ok("not applicable".to_owned()),
        (true, []) => Ok(calls(seen.len())),
        (true, codes) => Err(format!("missing in the list for {}", codes.join(", "))),
        (false, _) => Err(format!("missing in {}", lacking.join(", "))),
    }
}

fn no_trace(failed: &[&Seen]) -> Result<String, String> {
    let found = failed.iter().find_map(|seen| Some(format!("{} has {}", seen.name(), seen.trace.as_ref()?)));
    found.map_or(Ok(calls(failed.len())), Err)
}

fn enumerates(listing: &Listing, failed: &[&Seen]) -> Result<String, String> {
    let lacking: Vec<&str> = failed.iter().filter_map(|seen| seen.code()).filter(|code| !listing.has(code)).collect();
    let count = match listing.len() {
        1 => "1 code".to_owned(),
        count => format!("{count} codes"),
    };
    match lacking.is_empty() {
        true => Ok(count),
        false => Err(format!("the list has {count}, but is missing {}", lacking.join(", "))),
    }
}

fn calls(count: usize) -> String {
    match count {
        1 => "1 call".to_owned(),
        count => format!("{count} calls"),
    }
}
