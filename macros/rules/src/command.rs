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
    let of_program =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-./".contains(&byte);
    code.split_once(' ').is_some_and(|(program, arguments)| {
        !program.starts_with('-')
            && program.bytes().all(of_program)
            && arguments.starts_with(|c: char| c.is_alphanumeric() || "-./<{\"'".contains(c))
    })
}

/// Whether an action is a request such as `GET /orders`, or a URL.
pub fn is_request(action: &str) -> bool {
    let is_url = |text: &str| text.starts_with("https://") || text.starts_with("http://");
    let is_method =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase());
    match action.split_once(' ') {
        Some((method, target)) => is_method(method) && (target.starts_with('/') || is_url(target)),
        None => is_url(action),
    }
}

/// Whether an action is one of the declared ones. Declared command lines may contain fields, and
/// the action their values.
pub fn is_declared_action(declared: &[&str], action: &str) -> bool {
    declared
        .iter()
        .any(|declared| match declared.split_once('{') {
            Some((start, _)) if is_command_line(declared) => action.starts_with(start),
            _ => *declared == action,
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
pub fn may_be_flag(pieces: &[Piece<'_>], field: &str) -> bool {
    let Ok(words) = words(pieces) else {
        return true;
    };
    // Whether all words since the last `--` contain placeholders. The next word is then an operand.
    let mut has_operands = false;
    words.iter().any(|word| {
        let may_be_flag = !has_operands && word.begins_with(field);
        if word.fields().next().is_none() {
            has_operands = word.is("--");
        }
        may_be_flag
    })
}
