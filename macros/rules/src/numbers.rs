//! Distinguishes HTTP statuses from other numbers in messages.

/// Words that mark the number before them as a quantity.
const UNITS: &str = "b byte bytes kb mb gb tb pb kib mib gib tib bits ms milliseconds s sec secs second seconds min \
    mins minutes h hours days weeks months years items rows records entries files lines columns times characters \
    chars words percent pages tokens requests calls messages users people objects documents events keys steps \
    retries attempts tries connections threads workers nodes instances px pixels rpm qps per dollars eur usd";

/// Words that mark the number after them as a quantity or an identifier.
const COUNTED: &str = "than least most over under about exactly only nearly almost max maximum min minimum limit size \
    count total number no port line row column page item user id uid gid pid file chapter section version";

/// Whether a number may be an HTTP status, judging by the words around it. Adjacent numbers are
/// probably part of a phone number or a table, unless the first is an HTTP version.
#[inline]
pub(crate) fn may_be_status(before: &[String], next: Option<&str>) -> bool {
    if let Some(next) = next
        && (is_number(next) || is_one_of(UNITS, next))
    {
        return false;
    }
    match before {
        [.., protocol, version] if protocol == "http" && is_number(version) => true,
        [.., what, is] if is == "is" => !is_one_of(COUNTED, what),
        [.., what, of] if of == "of" => is_one_of("status code error", what),
        [.., previous] => !is_number(previous) && !is_one_of(COUNTED, previous),
        [] => true,
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_one_of(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}
