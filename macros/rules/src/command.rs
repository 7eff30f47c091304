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
    ("stdbuf", "ioe"),
    ("time", "of"),
    ("exec", "a"),
    ("npx", "pw"),
    ("uvx", "p"),
    ("strace", "abeIopPsSuUX"),
    ("bunx builtin chrt command nohup pkexec setsid taskset unbuffer valgrind", ""),
];

/// The arguments that a program evaluates as code, or runs as a command.
enum Code {
    /// All arguments, even after `--`.
    All,
    /// All arguments after a short option with one of these letters, even after `--`.
    After(&'static str),
    /// The arguments after these options or words.
    Options(&'static str),
    /// The operand with this index. Also the first word after an option.
    Operand(usize),
    /// The operands from this index.
    Operands(usize),
    /// The operand with this index after one of these subcommands.
    OperandOf(&'static str, usize),
}

/// Programs that evaluate arguments as code. An empty name means all programs. Versions such as `python3.12` count as
/// well.
const CODE: &[(&str, Code)] = &[
    ("eval source . trap ssh watch parallel make gmake redis-cli socat crontab", Code::All),
    ("sh bash dash ash zsh ksh mksh fish busybox su runuser script", Code::After("c")),
    ("env", Code::After("S")),
    ("python pypy psql duckdb", Code::After("c")),
    ("perl", Code::After("eE")),
    ("ruby lua julia elixir groovy Rscript osascript cqlsh mysql mariadb", Code::After("e")),
    ("node bun", Code::After("ep")),
    ("php", Code::After("r")),
    ("sqlcmd", Code::After("qQ")),
    ("pwsh powershell", Code::After("cC")),
    ("cmd cmd.exe", Code::After("cCkK")),
    ("", Code::Options("--eval --exec --execute --cmd --rsh --to-command --use-compress-program --compress-program")),
    ("", Code::Options("--init-command --checkpoint-action --sh-exec --use-askpass --unzip-command --split-string")),
    ("psql duckdb su runuser", Code::Options("--command")),
    ("awk gawk mawk nawk sed jq psql", Code::Options("-f --file --from-file")),
    ("sed", Code::Options("-e --expression")),
    ("bash", Code::Options("--rcfile --init-file")),
    ("python pypy", Code::Options("-m")),
    ("perl", Code::Options("-M -m")),
    ("ruby node", Code::Options("-r --require --import --loader")),
    ("sqlite", Code::Options("-cmd")),
    ("git", Code::Options("foreach run --config --config-env --exec-path --extcmd --open-files-in-pager")),
    ("git", Code::Options("--receive-pack --upload-pack")),
    ("cargo curl wget", Code::Options("-K --config")),
    ("docker podman", Code::Options("-v --volume --mount --device --entrypoint")),
    ("fd fdfind", Code::Options("-x -X --exec-batch")),
    ("gdb lldb", Code::Options("-ex -x -o -s")),
    ("man", Code::Options("-P --pager -H --html")),
    ("nc ncat netcat", Code::Options("-e -c")),
    ("nix-shell", Code::Options("--run --command")),
    ("rsync", Code::Options("-e")),
    ("scp sftp", Code::Options("-o -S -F")),
    ("tar", Code::Options("-I -F --info-script --new-volume-script")),
    ("vi vim nvim", Code::Options("-c -S")),
    ("zip", Code::Options("-TT")),
    ("sh bash dash ash zsh ksh mksh fish python pypy perl ruby lua node bun php Rscript osascript", Code::Operand(0)),
    ("awk gawk mawk nawk sed jq expect tclsh mongosh", Code::Operand(0)),
    ("sqlite duckdb", Code::Operands(1)),
    ("npm pnpm yarn bun", Code::OperandOf("exec x dlx", 0)),
    ("docker podman", Code::OperandOf("run", 0)),
    ("docker podman docker-compose", Code::OperandOf("exec", 1)),
    ("docker podman", Code::OperandOf("compose", 2)),
    ("uv pipx nix go deno", Code::OperandOf("run eval", 0)),
    ("bundle conda direnv hatch mamba mise pdm pipenv poetry pyenv rbenv rye", Code::OperandOf("exec run x", 0)),
    ("tmux", Code::OperandOf("send-keys new new-session neww new-window splitw split-window", 0)),
];

/// Options of subcommands that take a value.
const RUN_OPTIONS: &str =
    "-v -e -p -u -w -n -t --name --env --volume --network --user --workdir --mount --python --with";

/// Environment variables that contain code, commands, or where to find them.
const CODE_VARIABLES: &str = "BASH_ENV BROWSER CLASSPATH EDITOR ENV GIT_EDITOR GIT_EXTERNAL_DIFF GIT_PAGER GIT_SSH \
    GIT_SSH_COMMAND IFS LD_LIBRARY_PATH LD_PRELOAD LESSOPEN MANPAGER NODE_OPTIONS NODE_PATH PAGER PATH PERL5LIB PERL5OPT \
    PROMPT_COMMAND PYTHONPATH PYTHONSTARTUP RUBYLIB RUBYOPT RUSTC RUSTC_WRAPPER SHELL VISUAL";

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
            let name = first.literal();
            let name = name.split('=').next().unwrap_or_default();
            if let Some(field) = first.fields().next().filter(|_| has(CODE_VARIABLES, name)) {
                return Some(Refused::Code { program: name.to_owned(), field: field.to_owned() });
            }
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
        if let Some((_, options)) = WRAPPERS.iter().find(|(wrappers, _)| has(wrappers, name)) {
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
    let subcommand = if program == "git" { behind_options(arguments, "Cc") } else { arguments };
    let settings = Code::Options("-c").of(&arguments[..arguments.len() - subcommand.len()]);
    let code = rules(program).flat_map(|rule| rule.of(arguments));
    settings.into_iter().chain(code).flat_map(|index| arguments[index].fields()).next()
}

fn rules(program: &str) -> impl Iterator<Item = &'static Code> {
    let unversioned = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let names = move |programs: &str| programs.is_empty() || has(programs, program) || has(programs, unversioned);
    CODE.iter().filter(move |(programs, _)| names(programs)).map(|(_, rule)| rule)
}

/// Whether the program evaluates arguments as code, even after `--`.
fn evaluates(program: &str, arguments: &[Word]) -> bool {
    rules(program).any(|rule| matches!(rule, Code::All | Code::After(_)) && !rule.of(arguments).is_empty())
}

impl Code {
    /// Returns the indices of the arguments that are code.
    fn of(&self, arguments: &[Word]) -> Vec<usize> {
        let all = 0..arguments.len();
        let literal = |index: usize| arguments[index].literal();
        let operands = || all.clone().filter(|index| !literal(*index).starts_with('-'));
        match self {
            Self::All => all.collect(),
            Self::After(letters) => all.skip_while(|index| !has_letter(&literal(*index), letters)).collect(),
            Self::Options(options) => {
                let is_option = |index| has(options, literal(index).split('=').next().unwrap_or_default());
                all.filter(|index| is_option(*index) || (*index > 0 && is_option(index - 1))).collect()
            }
            Self::Operand(index) => operands().skip(*index).take(1).collect(),
            Self::Operands(index) => operands().skip(*index).collect(),
            Self::OperandOf(subcommands, index) => {
                let has_value = |index: usize| has(RUN_OPTIONS, &literal(index));
                let mut operands = operands();
                let is_run = operands.next().is_some_and(|first| has(subcommands, &literal(first)));
                let operand = operands.filter(|index| !has_value(index - 1)).nth(*index);
                operand.filter(|_| is_run).into_iter().collect()
            }
        }
    }
}

/// Whether a word contains a short option with one of these letters, as in `-lc` or `/c`.
fn has_letter(word: &str, letters: &str) -> bool {
    let has = |option: &str| option.contains(|letter| letters.contains(letter));
    match word.split_at_checked(1) {
        Some(("-", option)) => !option.starts_with('-') && has(option),
        Some(("/", option)) => option.len() == 1 && has(option),
        _ => false,
    }
}

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|listed| listed == name)
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
            "docker run -v {a} image",
            "docker compose exec web {a}",
            "sqlite3 db {a}",
            "make {a}",
            "make build FILE={a}",
            "git -C d -c {a} status",
            "git submodule foreach {a}",
            "git -C {b} --no-pager -c core.pager={a} log",
            "ssh {a}",
            "xargs sh -c {a}",
            "awk -f {a} file",
            "python3 -m {a}",
            "poetry run {a}",
            "PAGER={a} git log",
            "env LD_PRELOAD={a} tool",
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
            "docker run -p {a} image tool {b}",
            "sqlite3 {a}",
            "git -C {a} status",
            "git config user.name {a}",
            "DB_PATH={a} tool",
            "docker exec {a} tool {b}",
            "npm run {a}",
            "go build {a}",
            "tool errors list --command {a}",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
