//! Rules for the command in a `fix`. It must not contain shell syntax, destructive words, or
//! placeholders that run as code.

#[cfg(feature = "refused")]
mod refused;
mod words;

#[cfg(feature = "refused")]
pub use refused::{Refused, refused};
pub use words::{Piece, Problem, Word, words};

/// Whether code in prose is a program with arguments. Tools, flags, fields and requests aren't.
pub fn is_command_line(code: &str) -> bool {
    let Some((program, arguments)) = code.split_once(' ') else {
        return false;
    };
    let is_program = !program.starts_with('-') && program.bytes().all(is_of_program);
    is_program && arguments.starts_with(|c: char| c.is_alphanumeric() || "-./<{\"'".contains(c))
}

fn is_of_program(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-./".contains(&byte)
}

/// Whether code in prose is a program with arguments, or contains a flag.
#[inline]
pub fn is_command_or_flag(code: &str) -> bool {
    is_command_line(code) || code.split_ascii_whitespace().any(is_flag)
}

fn is_flag(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    word.starts_with('-') && name.starts_with(char::is_alphabetic)
}

/// Whether an action is a request such as `GET /orders`, or a URL.
pub fn is_request(action: &str) -> bool {
    match action.split_once(' ') {
        Some((method, target)) => {
            is_http_method(method) && (target.starts_with('/') || is_url(target))
        }
        None => is_url(action),
    }
}

fn is_url(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn is_http_method(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether an action is a gRPC method, such as `ListOrders` or `orders.v1.Orders/ListOrders`.
pub fn is_method(action: &str) -> bool {
    let name = action.rsplit(['/', '.']).next().unwrap_or_default();
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && !action.contains(char::is_whitespace)
}

/// Whether an action is one of the declared ones. Declared command lines may contain fields, and
/// the action their values.
pub fn is_declared_action(declared: &[&str], action: &str) -> bool {
    let mut templates = declared.iter();
    templates.any(|template| match template.split_once('{') {
        Some((start, _)) if is_command_line(template) => action.starts_with(start),
        _ => *template == action,
    })
}

/// Whether a program could parse the value of a placeholder as a flag.
///
/// A value is safe if it follows literal text in the same word, or if it's an operand after `--`.
/// Text from other placeholders isn't enough, because their values may be empty. Between `--` and
/// the operand, there may only be placeholders. A literal word in between could be the name of
/// another program, as in `sudo -- tool {field}`.
///
/// Also returns `true` if the pieces don't form a single command.
#[inline]
pub fn may_be_flag(pieces: &[Piece<'_>], field: &str) -> bool {
    let Ok(words) = words(pieces) else {
        return true;
    };
    // Whether all words since the last `--` contain placeholders. The next word is then an operand.
    let mut has_operands = false;
    for word in &words {
        if !has_operands && word.begins_with(field) {
            return true;
        }
        if word.fields().next().is_none() {
            has_operands = word.is("--");
        }
    }
    false
}
