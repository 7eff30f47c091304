//! Commands that aren't allowed as a `fix`. Only the derive and the linters need these rules.

mod code;
mod destructive;

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
        "bunx builtin chrt command firejail nohup pkexec setsid taskset unbuffer valgrind",
        "",
    ),
];

/// Environment variables that contain code, commands, or where to find them.
const CODE_VARIABLES: &str = "BASH_ENV BROWSER CLASSPATH EDITOR ENV GIT_EDITOR GIT_EXTERNAL_DIFF GIT_PAGER GIT_SSH \
    GIT_SSH_COMMAND IFS LD_LIBRARY_PATH LD_PRELOAD LESSOPEN MANPAGER NODE_OPTIONS NODE_PATH PAGER PATH PERL5LIB PERL5OPT \
    PROMPT_COMMAND PYTHONPATH PYTHONSTARTUP RUBYLIB RUBYOPT RUSTC RUSTC_WRAPPER SHELL VISUAL";

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
    let mut rest = words;
    loop {
        while let Some((first, left)) = rest.split_first()
            && first.is_assignment()
        {
            let name = first.literal();
            let name = name.split('=').next().unwrap_or_default();
            if let Some(field) = first.fields().next().filter(|_| has(CODE_VARIABLES, name)) {
                return Some(Refused::Code {
                    program: name.to_owned(),
                    field: field.to_owned(),
                });
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
            return Some(Refused::Code {
                program: name.to_owned(),
                field: field.to_owned(),
            });
        }
        if let Some((_, options)) = WRAPPERS.iter().find(|(wrappers, _)| has(wrappers, name)) {
            let behind = run_after_dashes(name, arguments).filter(|_| has(RUNNERS, name));
            rest = behind.unwrap_or_else(|| behind_options(arguments, options));
            continue;
        }
        if let Some(found) = destructive::find(program, name, arguments) {
            return Some(Refused::Destructive(found));
        }
        rest = match name {
            "find" => run_by_find(arguments)?,
            "chroot" | "flock" => {
                behind_options(arguments, "Ew --userspec --groups --timeout --wait").get(1..)?
            }
            "docker" | "docker-compose" | "podman" | "rustup" => run_after_name(arguments)?,
            name => run_after_dashes(name, arguments)?,
        };
    }
}

fn run_after_dashes<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a [Word]> {
    let dashes = arguments.iter().position(|word| word.is("--"))?;
    let behind = &arguments[dashes + 1..];
    let runs = has("nsenter runuser systemd-run unshare", program)
        || arguments[..dashes].iter().any(|word| word.is_in(RUNS));
    // `cargo run -- {a}` passes arguments, not a command.
    let is_command = has(RUNNERS, program)
        || behind
            .first()
            .is_some_and(|word| word.fields().next().is_none());
    Some(behind).filter(|_| runs && is_command)
}

fn run_by_find(arguments: &[Word]) -> Option<&[Word]> {
    let option = arguments
        .iter()
        .position(|word| word.is_in("-exec -execdir -ok -okdir"))?;
    Some(&arguments[option + 1..])
}

/// Returns the command after the name of a container, an image or a toolchain.
fn run_after_name(arguments: &[Word]) -> Option<&[Word]> {
    let subcommand = arguments.iter().position(|word| word.is_in("exec run"))?;
    let name = behind_options(&arguments[subcommand + 1..], "acehlmpuvw");
    Some(behind_options(name.get(1..)?, ""))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Piece, words};
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
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
