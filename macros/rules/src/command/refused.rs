//! Commands that aren't allowed as a `fix`. Only the derive macro and the linters need these rules.

mod code;
mod destructive;
mod options;
mod variables;

use super::words::{Word, behind_options, has};
use code::field_in_code;

/// Programs that run another command, each with its options that take a value.
const WRAPPERS: &[(&str, &str)] = &[
    (
        "sudo",
        "ugpCrtUDRThc --user --group --prompt --host --chdir --chroot --role --type",
    ),
    ("doas", "uC"),
    ("env", "uC --unset --chdir"),
    ("nice", "n --adjustment"),
    ("ionice", "cnpPu"),
    ("timeout", "sk --signal --kill-after"),
    ("xargs", "nIPLsdEa"),
    ("stdbuf", "ioe"),
    ("time", "of"),
    ("exec", "a"),
    ("npx", "pw"),
    ("uvx", "p"),
    ("strace", "abeIopPsSuUX"),
    ("ltrace", "aADeFlnopsuwx"),
    ("runuser", "gGsuw --user --group"),
    ("systemd-run", "EHMpu"),
    ("unshare", "GRSw"),
    (
        "bunx builtin busybox chrt command firejail nohup pkexec setsid taskset toybox unbuffer valgrind",
        "",
    ),
    // Words of shells that precede a command.
    ("! and coproc nocorrect noglob not or", ""),
];

/// Programs that run the command after `--`, some only with one of the subcommands in `RUNS`.
const RUNNERS: &str = "kubectl npm nsenter oc pnpm runuser systemd-run unshare uv";

/// Subcommands that run the command after `--`.
const RUNS: &str = "debug dlx exec run x";

/// The reason why a command isn't allowed as a `fix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The program name contains a placeholder.
    Program(String),
    /// The value of a placeholder would become part of a flag's name.
    Flag(String),
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
    if let Some(field) = words.iter().find_map(Word::field_in_flag) {
        return Some(Refused::Flag(field.to_owned()));
    }
    let mut commands = vec![words];
    while let Some(command) = commands.pop() {
        match inner_commands(command) {
            Ok(inner) => commands.extend(inner),
            Err(reason) => return Some(reason),
        }
    }
    None
}

/// Returns the commands that a command runs, which the caller must check. Returns an error if the
/// command itself isn't allowed.
fn inner_commands(command: &[Word]) -> Result<Vec<&[Word]>, Refused> {
    let Some((program, arguments)) = after_assignments(command)?.split_first() else {
        return Ok(Vec::new());
    };
    if let Some(field) = program.fields().next() {
        return Err(Refused::Program(field.to_owned()));
    }
    let path = program.literal();
    let name = path.rsplit('/').next().unwrap_or_default();
    if let Some(field) = field_in_code(name, arguments) {
        return Err(in_code(name, field));
    }
    if let Some((_, options)) = WRAPPERS.iter().find(|(wrappers, _)| has(wrappers, name)) {
        let inner = match run_after_dashes(name, arguments) {
            Some(after_dashes) if has(RUNNERS, name) => after_dashes,
            _ => behind_options(arguments, options),
        };
        return Ok(vec![inner]);
    }
    if let Some(found) = destructive::find(name, arguments) {
        return Err(Refused::Destructive(found));
    }
    Ok(run_by_program(name, arguments))
}

/// Returns the command after assignments such as `NAME=value`. Returns an error if the value of a
/// placeholder becomes code.
fn after_assignments(command: &[Word]) -> Result<&[Word], Refused> {
    let mut rest = command;
    while let Some((first, left)) = rest.split_first() {
        if !first.is_assignment() {
            break;
        }
        let literal = first.literal();
        let name = options::name(&literal).trim_end_matches('+');
        if let Some(field) = first.fields().next()
            && variables::is_code(name)
        {
            return Err(in_code(name, field));
        }
        rest = left;
    }
    Ok(rest)
}

fn in_code(program: &str, field: &str) -> Refused {
    Refused::Code {
        program: program.to_owned(),
        field: field.to_owned(),
    }
}

/// Returns the commands in the arguments of a program that isn't a wrapper.
fn run_by_program<'a>(program: &str, arguments: &'a [Word]) -> Vec<&'a [Word]> {
    if program == "find" {
        return run_by_find(arguments);
    }
    let command = match program {
        // The command follows a directory or a file.
        "chroot" | "flock" => {
            behind_options(arguments, "Ew --userspec --groups --timeout --wait").get(1..)
        }
        "docker" | "docker-compose" | "podman" | "rustup" => run_after_name(arguments),
        _ => run_after_dashes(program, arguments),
    };
    command.into_iter().collect()
}

fn run_after_dashes<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a [Word]> {
    let dashes = arguments.iter().position(|word| word.is("--"))?;
    let before = &arguments[..dashes];
    let behind = &arguments[dashes + 1..];
    let runs = has("nsenter runuser systemd-run unshare", program)
        || before.iter().any(|word| word.is_in(RUNS));
    // `cargo run -- {a}` passes arguments, not a command.
    let starts_with_literal = behind
        .first()
        .is_some_and(|word| word.fields().next().is_none());
    let is_command = has(RUNNERS, program) || starts_with_literal;
    (runs && is_command).then_some(behind)
}

fn run_by_find(arguments: &[Word]) -> Vec<&[Word]> {
    let mut commands = Vec::new();
    for (index, word) in arguments.iter().enumerate() {
        if word.is_in("-exec -execdir -ok -okdir") {
            commands.push(&arguments[index + 1..]);
        }
    }
    commands
}

/// Returns the command after the name of a container, an image or a toolchain.
fn run_after_name(arguments: &[Word]) -> Option<&[Word]> {
    let subcommand = arguments.iter().position(|word| word.is_in("exec run"))?;
    let name = behind_options(&arguments[subcommand + 1..], "acehlmpuvw");
    Some(behind_options(name.get(1..)?, ""))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Piece, Word, words};
    use super::{Refused, refused};

    /// Parses a template in which `{x}` is a placeholder.
    pub(in crate::command) fn pieces(template: &str) -> Vec<Piece<'_>> {
        let parts = template.split(['{', '}']).enumerate();
        parts
            .map(|(at, part)| {
                if at % 2 == 0 {
                    Piece::Text(part)
                } else {
                    Piece::Field(part)
                }
            })
            .collect()
    }

    /// Splits arguments into words.
    pub(super) fn parsed(arguments: &str) -> Vec<Word> {
        words(&pieces(arguments)).unwrap()
    }

    pub(super) fn of(template: &str) -> Option<Refused> {
        refused(&words(&pieces(template)).unwrap())
    }

    #[test]
    fn the_program_is_not_a_value() {
        for template in [
            "bin/{a}",
            "env X={b} {a}",
            "timeout 5 {a}",
            "sudo -u {b} {a}",
            "sudo -u{b} {a}",
            "sudo --user={b} {a}",
            "kubectl exec {b} -- {a}",
            "systemd-run --unit x -- {a}",
            "find . -ok sudo {a}",
            "docker exec -t web {a}",
            "chroot --userspec x / {a}",
        ] {
            assert_eq!(
                of(template),
                Some(Refused::Program("a".into())),
                "{template}"
            );
        }
    }

    #[test]
    fn a_value_is_no_part_of_the_name_of_a_flag() {
        for template in [
            "tool -{a}",
            "tool --no-{a}=x",
            "tool '--'{a}",
            "sudo tool x --{a}",
        ] {
            assert_eq!(of(template), Some(Refused::Flag("a".into())), "{template}");
        }
    }

    #[test]
    fn a_value_is_not_a_code() {
        for template in [
            "make build FILE={a}",
            "sudo bash -lc 'x' {a}",
            "cmd /c {a}",
            "find . -exec sh -c {a}",
            "docker exec -t -u root web sudo sh -c {a}",
            "python3.12 {a}",
            "node --eval={a}",
            "sed -e p -e {a} file",
            "git -C {b} --no-pager -c core.pager={a} log",
            "kubectl -n {b} {a}",
            "docker exec -it {b} {a}",
            "docker compose exec web {a}",
            "pip3 install -U x {a}",
            "less -N {a}",
            "vim +{a} -- f",
            "vagrant ssh -- {a}",
            "PAGER={a} git log",
            "docker run --name x image {a}",
            // Joined, combined, abbreviated and `=` forms of options.
            "git clone -c {a}",
            "git -C dir clone -c{a} x",
            "git clone --conf={a} x",
            "git clone -qu {a} x",
            "git rebase -ix {a}",
            "git rebase -ix{a}",
            "git --exec-path={a} log",
            "sed -es/{a}/x/ f",
            "sed -ne {a} f",
            "sed -n{a} f",
            "tar -xI {a}",
            "tar xI {a}",
            "tar --use-compress={a} -xf x",
            "npx --call={a}",
            "npm exec -c {a}",
            "node --experimental-loader={a}",
            "node -r{a} x.js",
            "tool --on-change-cmd {a}",
            "rsync -ave{a} x y",
            "cargo +{a} build",
            "strace -fo{a} tool",
            "find . -exec echo x + -exec bash {a} +",
            // Variables.
            "GIT_SEQUENCE_EDITOR={a} git rebase",
            "env X=1 SYSTEMD_PAGER={a} tool",
            "sudo LD_AUDIT={a} tool",
            "NODE_OPTIONS+={a} tool",
            // Builtins.
            "read {a}",
            "let {a}",
            "test -v {a}",
            "test 1 -eq {a}",
            "printf -v {a} x",
            "export {a}",
            "builtin unset {a}",
            "! source {a}",
            // Settings.
            "git config {a} x",
            "git -C dir config --global core.pager {a}",
            "git config alias.{a} x",
        ] {
            assert!(
                matches!(of(template), Some(Refused::Code { field, .. }) if field == "a"),
                "{template}"
            );
        }
    }

    #[test]
    fn other_values_are_allowed() {
        for template in [
            "sudo -u {a} tool",
            "DB_PATH={a} tool",
            "kubectl exec {a} -- tool {a}",
            "cargo run -- {a}",
            "find {a} -name {a}",
            "tool --x={a} --x:{a} -n{a} x--{a}",
            "python script.py {a}",
            "git switch -c {a}",
            "docker run -p {a} image tool",
            "docker exec {a} tool {b}",
            "docker run image tool {b}",
            "git cherry-pick -x {a}",
            "kubectl -n {a} get {b}",
            "cargo install tool --version {a}",
            "less -- {a}",
            "vim src/{a}",
            "chroot / tool {a}",
            "git config --global user.email {a}",
            "git push -u origin {a}",
            "git rebase -i {a}",
            "sed -es/x/y/ f {a}",
            "tar -C{a} -xf{b}",
            "tar -xf {a} -C {b}",
            "test -f {a}",
            "GIT_AUTHOR_NAME={a} git commit",
            "tool --executor {a} --commands={b}",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
