//! Recognizes options in all their forms, and the operands between them.
//!
//! Lists of options are separated by spaces. An entry matches:
//!
//! | entry | arguments |
//! |---|---|
//! | `-x` | `-x`, combined as in `-ax`, and joined with its value as in `-xVALUE` and `-axVALUE` |
//! | `--name` | `--name`, `--name=VALUE`, and abbreviations such as `--na` |
//! | `-name` | `-name`, `-name=VALUE` and `-name:VALUE` |
//! | `+` | all arguments that begin with `+` |

use super::super::words::{Word, has};

/// Options that take a value, by program. An empty name means all programs.
const WITH_VALUE: &[(&str, &str)] = &[
    (
        "",
        "--branch --config --context --env --features --host --mount --name --namespace --network --output --prefix \
         --profile --project --python --region --rev --root --tag --target --user --version --volume --with --workdir",
    ),
    (
        "git",
        "-C -c --git-dir --work-tree --config-env --attr-source --super-prefix",
    ),
    (
        "kubectl oc helm",
        "-n -s -l -c -f --as --cluster --kubeconfig --kube-context --kube-apiserver --server --token --selector",
    ),
    (
        "docker docker-compose podman podman-compose",
        "-H -c -e -f -l -n -p -t -u -v -w --file --log-level --project-name --project-directory --env-file --connection",
    ),
    ("aws", "--endpoint-url --query --color --ca-bundle"),
    ("gcloud gsutil", "--account --configuration --format -o -u"),
    ("cargo rustup", "-C -Z -p --color --manifest-path"),
    (
        "npm pnpm yarn bun",
        "-C -w --prefix --workspace --cwd --dir --filter",
    ),
    ("pip pipx uv conda mamba", "-p -n -r -c --directory"),
    ("systemctl", "-H -M -t -p --machine"),
    ("gh", "-R --repo"),
    ("rclone restic borg", "-r -p --repo"),
    ("psql createdb dropdb", "-h -p -U -d"),
    ("curl", "-A -d -F -H -o -T -u -X -x"),
    ("scp sftp ssh-keygen", "-C -f -i -P -t"),
    ("tar", "-C -f"),
    ("wget", "-o -O -P"),
    ("mysql mysqladmin mariadb", "-h -P -u --host --user"),
];

/// Options that take a value in most programs, but not in these.
const WITHOUT_VALUE: &[(&str, &str)] = &[(
    "flatpak journalctl loginctl pip pip3 systemctl systemd-run",
    "--user",
)];

/// The last words of names of options whose value is a command or code, as in `--exec` or
/// `--experimental-loader`.
const CODE_NAMES: &str = "askpass browser call cmd command editor eval exec execute hook loader pager preload program rsh";

/// Options that take a command or source code as their value, without a name that says so.
const CODE_OPTIONS: &str =
    "--call --checkpoint-action --exec-batch --sh-exec --split-string --use-askpass";

/// Whether an argument gives an option in one of the listed forms.
pub(super) fn gives(argument: &str, listed: &str) -> bool {
    listed
        .split_whitespace()
        .any(|option| is_form_of(argument, option))
}

fn is_form_of(argument: &str, option: &str) -> bool {
    if option == "+" {
        return argument.starts_with('+');
    }
    if let Some(short) = letter(option) {
        return cluster(argument).contains(short);
    }
    let given_name = name(argument);
    if option.starts_with("--") {
        let is_abbreviation = given_name.len() > "--".len() && option.starts_with(given_name);
        return is_abbreviation;
    }
    given_name == option || argument.split(':').next() == Some(option)
}

/// Returns the letter of a short option such as `-x`.
pub(super) fn letter(option: &str) -> Option<char> {
    let mut characters = option.strip_prefix('-')?.chars();
    let first = characters.next()?;
    let is_single = characters.next().is_none();
    (is_single && first != '-').then_some(first)
}

/// Returns the letters of combined short options, and the beginning of a joined value:
/// `es` in `-es/a/b/`.
pub(super) fn cluster(argument: &str) -> &str {
    let Some(letters) = argument.strip_prefix('-') else {
        return "";
    };
    let end = letters.find(|c: char| !c.is_ascii_alphanumeric());
    &letters[..end.unwrap_or(letters.len())]
}

/// Returns the name of a long option or of a setting, without its value.
pub(super) fn name(argument: &str) -> &str {
    argument.split('=').next().unwrap_or_default()
}

/// Returns the indices of the arguments that contain a value of the listed options: in the same
/// argument, or in the next one.
pub(super) fn values(program: &str, arguments: &[Word], listed: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, word) in arguments.iter().enumerate() {
        let literal = word.literal();
        if adds_options(program, word, &literal) && has_short(listed) {
            found.push(index);
        }
        if !gives(&literal, listed) {
            continue;
        }
        found.push(index);
        if !has_joined_value(word, &literal, listed) && index + 1 < arguments.len() {
            found.push(index + 1);
        }
    }
    found
}

fn has_short(listed: &str) -> bool {
    listed
        .split_whitespace()
        .any(|entry| letter(entry).is_some())
}

/// Whether a value follows short options of which the last one may take none. The value could then
/// add options, as in `-n{x}`.
fn adds_options(program: &str, word: &Word, literal: &str) -> bool {
    let letters = cluster(literal);
    let Some(last) = letters.chars().next_back() else {
        return false;
    };
    let is_cluster = literal.strip_prefix('-') == Some(letters);
    is_cluster && word.fields().next().is_some() && !takes_value(program, &format!("-{last}"))
}

fn has_joined_value(word: &Word, literal: &str, listed: &str) -> bool {
    if word.fields().next().is_some() || literal.contains('=') {
        return true;
    }
    let is_short = !cluster(literal).is_empty() && has_short(listed);
    if !is_short {
        return false;
    }
    // The value of a short option follows its letter.
    let mut letters = listed.split_whitespace().filter_map(letter);
    let ends_with_option = letters.any(|letter| literal.ends_with(letter)) || has(listed, literal);
    !ends_with_option
}

/// Returns the indices of the arguments with a value that all programs are assumed to run, as in
/// `--exec=VALUE` or `--pager VALUE`.
pub(super) fn values_of_commands(arguments: &[Word]) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, word) in arguments.iter().enumerate() {
        let literal = word.literal();
        if !takes_command(name(&literal)) {
            continue;
        }
        found.push(index);
        if !literal.contains('=') && index + 1 < arguments.len() {
            found.push(index + 1);
        }
    }
    found
}

/// Whether the value of a long option is a command or code.
pub(super) fn takes_command(option: &str) -> bool {
    let Some(words) = option.strip_prefix("--") else {
        return false;
    };
    let last = words.rsplit('-').next().unwrap_or_default();
    has(CODE_NAMES, last) || has(CODE_OPTIONS, option)
}

/// Whether an option of the program takes the next argument as its value.
pub(super) fn takes_value(program: &str, option: &str) -> bool {
    if option.contains('=') || is_flag(program, option) {
        return false;
    }
    WITH_VALUE
        .iter()
        .filter(|(programs, _)| programs.is_empty() || has(programs, program))
        .any(|(_, options)| has(options, option))
}

/// Whether an option never takes a value in this program.
pub(super) fn is_flag(program: &str, option: &str) -> bool {
    WITHOUT_VALUE
        .iter()
        .any(|(programs, flags)| has(programs, program) && has(flags, option))
}

/// Returns the indices of the operands: the arguments that are neither options nor their values.
/// Options that aren't known to take a value are assumed to take none.
pub(super) fn operands(program: &str, arguments: &[Word]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut is_value = false;
    for (index, word) in arguments.iter().enumerate() {
        let literal = word.literal();
        let is_option = literal.starts_with('-');
        if !is_option && !is_value {
            found.push(index);
        }
        is_value = is_option && word.fields().next().is_none() && takes_value(program, &literal);
    }
    found
}

/// Returns the index of the subcommand, after the program's global options.
pub(super) fn subcommand(program: &str, arguments: &[Word]) -> Option<usize> {
    operands(program, arguments).into_iter().next()
}

/// Whether the program is called with one of these subcommands, at the first or the second level.
pub(super) fn calls(program: &str, arguments: &[Word], subcommands: &str) -> bool {
    let operands = operands(program, arguments);
    operands
        .into_iter()
        .take(2)
        .any(|index| arguments[index].is_in(subcommands))
}

#[cfg(test)]
mod tests {
    use super::{gives, operands, takes_command};
    use crate::command::refused::tests::parsed;

    #[test]
    fn options_are_recognised_in_all_their_forms() {
        for (argument, listed) in [
            ("-x", "-x"),
            ("-ix", "-a -x"),
            ("-xfoo", "-x"),
            ("-es/a/b/", "-e"),
            ("--config", "--config"),
            ("--config=a", "--config"),
            ("--conf=a", "--config"),
            ("-eval", "-eval"),
            ("-javaagent:x.jar", "-javaagent"),
            ("+wq", "+"),
        ] {
            assert!(gives(argument, listed), "{argument} {listed}");
        }
        for (argument, listed) in [
            ("--xml", "-x"),
            ("-X", "-x"),
            ("x", "-x"),
            ("-n/x", "-x"),
            ("--configure", "--config"),
            ("--", "--config"),
            ("--evaluate", "-eval"),
        ] {
            assert!(!gives(argument, listed), "{argument} {listed}");
        }
        assert!(takes_command("--git-receive-cmd") && takes_command("--experimental-loader"));
        assert!(!takes_command("--executor") && !takes_command("exec"));
    }

    #[test]
    fn values_of_options_are_no_operands() {
        for (program, arguments, expected) in [
            ("git", "-C dir --no-pager push origin", &[3, 4][..]),
            ("kubectl", "-n x get pods -f y", &[2, 3]),
            ("tool", "--verbose a --name b c", &[1, 4]),
            ("tool", "--name=a b", &[1]),
        ] {
            assert_eq!(
                operands(program, &parsed(arguments)),
                expected,
                "{arguments}"
            );
        }
    }
}
