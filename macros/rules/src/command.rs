//! Rules for the command in a `fix`: no shell syntax, no destructive words, and no placeholders that are evaluated as
//! code.

mod destructive;
mod flag_injection;
mod words;

pub use destructive::{DESTRUCTIVE, DESTRUCTIVE_FLAGS};
pub use flag_injection::may_be_flag;
pub use words::{Piece, Problem, Word, words};

/// Programs that run another command, each with the short options that take a value.
const WRAPPERS: &[(&str, &str)] = &[
    ("sudo", "ugpCrtUDRThc"),
    ("doas", "uC"),
    ("env", "uC"),
    ("nice", "n"),
    ("ionice", "cnpPu"),
    ("timeout", "sk"),
    ("xargs", "nIPLsdEa"),
    ("nohup", ""),
    ("setsid", ""),
    ("stdbuf", "ioe"),
    ("time", "of"),
    ("command", ""),
    ("builtin", ""),
    ("exec", "a"),
    ("npx", "pw"),
    ("bunx", ""),
    ("uvx", "p"),
];

/// Programs that evaluate their arguments as shell code.
const EVALUATE: &[&str] = &["eval", "source", ".", "trap", "ssh", "watch", "parallel"];

/// Programs that evaluate an argument as code, each with the short options that precede the code.
const INTERPRETERS: &[(&str, &[&str])] = &[
    ("sh", &["c"]),
    ("bash", &["c"]),
    ("dash", &["c"]),
    ("zsh", &["c"]),
    ("ksh", &["c"]),
    ("fish", &["c"]),
    ("busybox", &["c"]),
    ("su", &["c"]),
    ("env", &["S"]),
    ("python", &["c"]),
    ("python3", &["c"]),
    ("perl", &["e", "E"]),
    ("ruby", &["e"]),
    ("node", &["e", "p"]),
    ("php", &["r"]),
    ("psql", &["c"]),
    ("mysql", &["e"]),
    ("pwsh", &["c", "C"]),
    ("powershell", &["c", "C"]),
];

/// Programs that run the command after `--`, each with the subcommands that do so. Without subcommands, the program
/// always does.
const RUNNERS: &[(&str, &[&str])] = &[
    ("kubectl", &["exec", "run", "debug"]),
    ("npm", &["exec", "x"]),
    ("nsenter", &[]),
    ("oc", &["exec", "run", "debug"]),
    ("pnpm", &["exec", "dlx"]),
    ("systemd-run", &[]),
    ("unshare", &[]),
    ("uv", &["run"]),
];

/// Options of `find` that run the command after them.
const FIND_RUNS: &[&str] = &["-exec", "-execdir", "-ok", "-okdir"];

/// The reason why a command isn't allowed as a `fix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The program name contains a placeholder.
    Program(String),
    /// The program would evaluate the value of a placeholder as code.
    Code {
        /// The program name.
        program: String,
        /// The field name.
        field: String,
    },
    /// The command contains a destructive subcommand, flag or argument.
    Destructive(String),
}

/// Returns why a command isn't allowed as a `fix`, or `None` if it is.
pub fn refused(words: &[Word]) -> Option<Refused> {
    let mut rest = words;
    loop {
        while let Some((first, left)) = rest.split_first()
            && first.is_assignment()
        {
            rest = left;
        }
        let (program, arguments) = rest.split_first()?;
        if let Some(field) = program.fields().next() {
            return Some(Refused::Program(field.to_owned()));
        }
        let name = program.literal();
        let name = name.rsplit('/').next().unwrap_or_default();
        if let Some(field) = field_in_code(name, arguments) {
            return Some(Refused::Code { program: name.to_owned(), field: field.to_owned() });
        }
        if let Some((_, options)) = WRAPPERS.iter().find(|(wrapper, _)| *wrapper == name) {
            rest = behind_options(arguments, options);
            continue;
        }
        if let Some(found) = destructive::find(program, arguments) {
            return Some(Refused::Destructive(found));
        }
        rest = match name {
            "find" => run_by_find(arguments)?,
            name => run_after_dashes(name, arguments)?,
        };
    }
}

fn run_after_dashes<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a [Word]> {
    let (_, subcommands) = RUNNERS.iter().find(|(runner, _)| *runner == program)?;
    let dashes = arguments.iter().position(|word| word.is("--"))?;
    let is_run = |word: &Word| subcommands.iter().any(|subcommand| word.is(subcommand));
    let runs = subcommands.is_empty() || arguments[..dashes].iter().any(is_run);
    runs.then(|| &arguments[dashes + 1..])
}

fn run_by_find(arguments: &[Word]) -> Option<&[Word]> {
    let option = arguments.iter().position(|word| FIND_RUNS.iter().any(|option| word.is(option)))?;
    Some(&arguments[option + 1..])
}

/// Returns the name of a placeholder whose value the program would evaluate as code.
fn field_in_code<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a str> {
    code(program, arguments)?.iter().flat_map(Word::fields).next()
}

/// Returns the arguments that the program evaluates as code, even after `--`.
fn code<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a [Word]> {
    if EVALUATE.contains(&program) {
        return Some(arguments);
    }
    if matches!(program, "cmd" | "cmd.exe") {
        let code =
            arguments.iter().position(|word| word.is("/c") || word.is("/C") || word.is("/k") || word.is("/K"))?;
        return Some(&arguments[code..]);
    }
    let (_, options) = INTERPRETERS.iter().find(|(interpreter, _)| *interpreter == program)?;
    let code = arguments.iter().position(|word| {
        let literal = word.literal();
        let short = literal.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        short.is_some_and(|letters| options.iter().any(|option| letters.contains(option)))
    })?;
    Some(&arguments[code..])
}

/// Skips a wrapper's options and numeric arguments, such as the duration in `timeout 5 tool`.
fn behind_options<'a>(mut words: &'a [Word], with_value: &str) -> &'a [Word] {
    while let Some((first, rest)) = words.split_first() {
        let literal = first.literal();
        if first.fields().next().is_some() && !literal.starts_with('-') {
            break;
        }
        let takes_value =
            literal.len() == 2 && literal.strip_prefix('-').is_some_and(|letter| with_value.contains(letter));
        words = match rest.split_first() {
            Some((_, behind)) if takes_value => behind,
            _ if literal == "--" => return rest,
            _ if literal.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => rest,
            _ => break,
        };
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Piece, Refused, refused, words};

    /// Parses a template in which `{x}` is a placeholder.
    pub(super) fn pieces(template: &str) -> Vec<Piece<'_>> {
        let parts = template.split(['{', '}']).enumerate();
        parts.map(|(at, part)| if at % 2 == 0 { Piece::Text(part) } else { Piece::Field(part) }).collect()
    }

    fn of(template: &str) -> Option<Refused> {
        refused(&words(&pieces(template)).unwrap())
    }

    #[test]
    fn the_program_is_not_a_value() {
        for template in
            ["{a} b", "{a}", "bin/{a}", "'x'{a}", "sudo {a}", "sudo -u root -- {a}", "X={b} {a}", "env X={b} {a}"]
        {
            assert_eq!(of(template), Some(Refused::Program("a".into())), "{template}");
        }
        for template in [
            "timeout 5 {a}",
            "nice -n 10 {a}",
            "sudo -u {b} {a}",
            "kubectl exec {b} -- {a}",
            "npx -- {a}",
            "npx {a}",
            "npx -p {b} {a}",
            "find . -name x -exec {a}",
            "find . -ok sudo {a}",
        ] {
            assert_eq!(of(template), Some(Refused::Program("a".into())), "{template}");
        }
        for template in [
            "tool {a}",
            "sudo tool {a}",
            "sudo -u {a} tool",
            "X={a} tool",
            "time -- tool {a}",
            "kubectl exec {a} -- tool {a}",
            "npx tool {a}",
            "find {a} -name {a}",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }

    #[test]
    fn a_value_is_not_a_code() {
        for template in [
            "eval {a}",
            "ssh host {a}",
            "sh -c {a}",
            "bash -lc {a}",
            "sudo sh -c 'x' {a}",
            "/bin/sh -c {a}",
            "psql -c {a}",
            "psql db -c {a}",
            "mysql -e {a}",
            "cmd /c {a}",
            "pwsh -Command {a}",
            "find . -exec sh -c {a}",
        ] {
            assert!(matches!(of(template), Some(Refused::Code { field, .. }) if field == "a"), "{template}");
        }
        for template in ["python script.py {a}", "sh script {a}", "ssh host"] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
