//! Rules for the command in a `fix`. It must not contain shell syntax, destructive words, or placeholders that run as
//! code.

mod destructive;
mod flag_injection;
mod words;

pub use flag_injection::may_be_flag;
pub use words::{Piece, Problem, Word, words};

/// Programs that run another command, each with its short options that take a value.
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

/// Programs that evaluate all arguments after a short option as code. Versions such as `python3.12` count as well.
const INTERPRETERS: &[(&str, &str)] = &[
    ("sh bash dash ash zsh ksh mksh fish busybox su runuser script", "c"),
    ("env", "S"),
    ("python pypy psql duckdb", "c"),
    ("perl", "eE"),
    ("ruby lua julia elixir groovy Rscript osascript cqlsh mysql mariadb", "e"),
    ("node bun", "ep"),
    ("php", "r"),
    ("sqlcmd", "qQ"),
    ("pwsh powershell", "cC"),
];

/// Programs whose first operand is a program, a script or code, unless an option contains it.
const FIRST_OPERANDS: &str = "sh bash dash ash zsh ksh mksh fish python pypy perl ruby lua node bun php Rscript \
    osascript awk gawk mawk nawk sed jq";

/// Subcommands that run an operand, each with the operand's index.
const RUN_OPERANDS: &[(&str, &str, usize)] = &[
    ("npm pnpm yarn bun", "exec x dlx", 0),
    ("docker podman", "run", 0),
    ("docker podman", "exec", 1),
    ("uv pipx nix go deno", "run eval", 0),
    ("tmux", "send-keys", 0),
];

/// Options of these subcommands that take a value.
const RUN_OPTIONS: &str =
    "-v -e -p -u -w -n -t --name --env --volume --network --user --workdir --mount --python --with";

/// Options whose value is code, each with its programs. An empty list means all programs.
const CODE_OPTIONS: &[(&str, &str)] = &[
    ("", "--eval --exec --execute --cmd --rsh --to-command --use-compress-program --init-command --checkpoint-action"),
    ("psql duckdb su runuser", "--command"),
    ("sed", "-e --expression"),
    ("rsync", "-e"),
    ("tar", "-I"),
    ("vi vim nvim", "-c"),
    ("nix-shell", "--run --command"),
    ("fd fdfind", "-x -X --exec-batch"),
];

/// Programs that run the command after `--`, each with the subcommands that do so. An empty list means all subcommands.
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
    // After a subcommand, git's `-c` has another meaning.
    let is_setting = |at: usize, word: &Word| program == "git" && at == 0 && word.literal() == "-c";
    let precedes_code = |at: usize, word: &Word| is_setting(at, word) || takes_code(program, &word.literal());
    let options = arguments.iter().enumerate().filter(|(at, word)| precedes_code(*at, word));
    let values = options.flat_map(|(at, _)| &arguments[at..arguments.len().min(at + 2)]);
    let all = code(program, arguments).unwrap_or_default().iter();
    all.chain(values).chain(run_operand(program, arguments)).flat_map(Word::fields).next()
}

/// Whether the value of an option is code.
fn takes_code(program: &str, option: &str) -> bool {
    let name = option.split('=').next().unwrap_or_default();
    CODE_OPTIONS.iter().any(|(programs, options)| (programs.is_empty() || has(programs, program)) && has(options, name))
}

/// Returns the operand that a program runs.
fn run_operand<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a Word> {
    let mut operands = arguments.iter().enumerate().filter(|(_, word)| !word.literal().starts_with('-'));
    if has(FIRST_OPERANDS, unversioned(program)) {
        return operands.next().map(|(_, word)| word);
    }
    let subcommand = operands.next()?.1.literal();
    let runs =
        |(programs, subcommands, _): &&(&str, &str, usize)| has(programs, program) && has(subcommands, &subcommand);
    let (.., index) = RUN_OPERANDS.iter().find(runs)?;
    let is_operand = |(at, _): &(usize, &Word)| !has(RUN_OPTIONS, &arguments[at - 1].literal());
    operands.filter(is_operand).nth(*index).map(|(_, word)| word)
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
    let (_, options) = INTERPRETERS.iter().find(|(programs, _)| has(programs, unversioned(program)))?;
    let code = arguments.iter().position(|word| {
        let literal = word.literal();
        let short = literal.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        short.is_some_and(|letters| options.chars().any(|option| letters.contains(option)))
    })?;
    Some(&arguments[code..])
}

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|listed| listed == name)
}

fn unversioned(program: &str) -> &str {
    program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
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
            "python3.12 -c {a}",
            "python {a}",
            "bash -x {a}",
            "node --eval={a}",
            "mysql --execute {a}",
            "awk {a} file",
            "sed -n {a} file",
            "sed -e p -e {a} file",
            "sqlite3 --cmd {a} db",
            "git -c {a} status",
            "git -c core.pager={a} log",
            "rsync -e {a} a b",
            "tar --to-command={a} -xf a.tar",
            "vim -c {a}",
            "docker run {a}",
            "docker exec -it {b} {a}",
            "npm exec {a}",
            "pipx run {a}",
            "fd . -x {a}",
        ] {
            assert!(matches!(of(template), Some(Refused::Code { field, .. }) if field == "a"), "{template}");
        }
        for template in [
            "python script.py {a}",
            "sh script {a}",
            "ssh host",
            "sed -i p {a}",
            "sed -e p {a}",
            "awk -f script {a}",
            "git switch -c {a}",
            "git clone {a}",
            "docker run -v {a} image tool {b}",
            "docker exec {a} tool {b}",
            "npm run {a}",
            "go build {a}",
            "tool errors list --command {a}",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
