//! The arguments that programs evaluate as code.

use super::super::words::{Word, has};
use super::options::{self, calls, cluster, gives, operands};
use std::ops::Range;

/// The arguments that a program evaluates as code, or runs as a command.
enum Code {
    /// All arguments, even after `--`.
    All,
    /// All arguments after a short option with one of these letters, even after `--`.
    After(&'static str),
    /// All arguments, if the first one is a group of letters without a hyphen that contains one of
    /// these, as in `tar xI`.
    Letters(&'static str),
    /// All arguments after one of these words, such as the name of a subcommand.
    AfterWord(&'static str),
    /// The values of these options.
    Options(&'static str),
    /// The values of these options before the subcommand.
    GlobalOptions(&'static str),
    /// The values of these options, if one of the subcommands is called.
    OptionsOf(&'static str, &'static str),
    /// The first operand. It would select the subcommand.
    Subcommand,
    /// The operand with this index after one of these subcommands. Without subcommands, also the
    /// first word after an option.
    Operand(&'static str, usize),
    /// The operands from this index.
    Operands(&'static str, usize),
    /// The words before `--` that begin with `+`, which is a command of the editor, or with a
    /// value.
    Plus,
    /// The name of a setting of `git config`, and its value unless the name is in `GIT_SETTINGS`.
    GitConfig,
    /// The numbers that `test` compares, and the name of a variable. Some shells evaluate them.
    Test,
}

/// Programs that evaluate arguments as code. An empty name means all programs. Versions such as
/// `python3.12` count as well.
const CODE: &[(&str, Code)] = &[
    // Builtins of shells. Names of variables may contain an index, which is evaluated.
    (
        "eval source . trap alias let read readarray mapfile printf declare typeset local export readonly unset getopts \
         integer float enable bind complete compgen fc hash jobs wait set shopt setopt zmodload autoload abbr function",
        Code::All,
    ),
    ("test [", Code::Test),
    (
        "ssh watch parallel make gmake redis-cli socat crontab hyperfine at batch concurrently entr nodemon",
        Code::All,
    ),
    (
        "sh bash dash ash zsh ksh mksh fish csh tcsh nu busybox su sg runuser script flock",
        Code::After("c"),
    ),
    ("env", Code::After("S")),
    ("python ipython pypy psql duckdb vagrant", Code::After("c")),
    ("perl", Code::After("eE")),
    (
        "ruby rake lua julia elixir groovy R Rscript osascript cqlsh mysql mariadb",
        Code::After("e"),
    ),
    ("node ts-node bun", Code::After("ep")),
    ("php", Code::After("rBRE")),
    ("sqlcmd", Code::After("qQ")),
    ("pwsh powershell", Code::After("cC")),
    ("cmd cmd.exe", Code::After("cCkK")),
    (
        "psql duckdb su runuser flock vagrant",
        Code::Options("--command"),
    ),
    (
        "awk gawk mawk nawk sed jq psql",
        Code::Options("-f --file --from-file"),
    ),
    ("sed", Code::Options("-e --expression")),
    (
        "awk gawk",
        Code::Options("-i -l -E -e --include --load --source"),
    ),
    ("jq", Code::Options("-L")),
    ("python ipython pypy perl", Code::Options("-M -m -I -d")),
    (
        "ruby node ts-node bun",
        Code::Options("-r -I --require --import --loader --env-file --test-reporter"),
    ),
    ("php", Code::Options("-d -f -F -z")),
    (
        "npx npm pnpm yarn",
        Code::Options("-c --call --node-options --script-shell"),
    ),
    ("git", Code::GlobalOptions("-c --config-env --exec-path")),
    (
        "git",
        Code::OptionsOf("clone", "-c -u --config --upload-pack --template"),
    ),
    ("git", Code::OptionsOf("init", "--template")),
    (
        "git",
        Code::OptionsOf(
            "archive fetch ls-remote pull push",
            "--exec --upload-pack --receive-pack",
        ),
    ),
    ("git", Code::OptionsOf("rebase", "-x --exec")),
    ("git", Code::OptionsOf("grep", "-O --open-files-in-pager")),
    ("git", Code::OptionsOf("difftool", "-x --extcmd")),
    ("git", Code::AfterWord("foreach run")),
    ("git", Code::GitConfig),
    ("ansible", Code::Options("-a -m --args --module-name")),
    (
        "java javac",
        Code::Options(
            "-cp -classpath --class-path -javaagent -agentpath -agentlib -jar --module-path -p",
        ),
    ),
    ("kubectl oc", Code::Options("--image")),
    ("helm", Code::Options("--post-renderer")),
    (
        "pip uv",
        Code::Options("-e --editable -i --index-url --extra-index-url -f --find-links"),
    ),
    (
        "npx python pypy uv uvx",
        Code::Options("--package --from --with"),
    ),
    ("python pypy", Code::AfterWord("install")),
    ("cargo curl wget", Code::Options("-K --config")),
    ("cargo rustc", Code::Options("+")),
    ("wget", Code::Options("-e")),
    (
        "docker podman",
        Code::Options("-v --volume --mount --device --entrypoint"),
    ),
    ("fd fdfind", Code::Options("-x -X --exec-batch")),
    ("fzf", Code::Options("--bind --preview --listen")),
    ("gdb lldb", Code::Options("-ex -iex -x -o -s")),
    (
        "gcc g++ cc c++ clang clang++",
        Code::Options("-B -fplugin -specs -wrapper"),
    ),
    (
        "man",
        Code::Options("-P --pager -H --html -p --preprocessor"),
    ),
    ("nc ncat netcat", Code::Options("-e -c")),
    ("nmap", Code::Options("--script --script-args")),
    ("openssl", Code::Options("-engine -provider -provider-path")),
    ("bash", Code::Options("--rcfile --init-file")),
    ("nix-shell", Code::Options("--run --command")),
    ("rg split", Code::Options("--pre --filter --hostname-bin")),
    ("erl ghc scala", Code::Options("-e -eval -run -s")),
    ("rsync", Code::Options("-e --rsh --rsync-path")),
    ("scp sftp", Code::Options("-o -S -F -b -D")),
    ("screen", Code::Options("-X -c")),
    ("ssh-keygen ssh-add", Code::Options("-D -s")),
    ("strace ltrace", Code::Options("-o")),
    (
        "tar",
        Code::Options(
            "-I -F --info-script --new-volume-script --rmt-command --use-compress-program",
        ),
    ),
    ("tar", Code::Letters("IF")),
    ("tcpdump", Code::Options("-z")),
    ("vi vim nvim", Code::Options("-c -S -u -U -s")),
    ("emacs", Code::Options("-l -f --load --funcall")),
    ("vi vim nvim view less", Code::Plus),
    ("less", Code::Options("-k --lesskey-file")),
    ("sqlite", Code::Options("-cmd -init")),
    ("terraform tofu", Code::Options("-plugin-dir")),
    ("zip", Code::Options("-TT --unzip-command")),
    (
        "sh bash dash ash zsh ksh mksh fish csh tcsh nu pwsh powershell",
        Code::Operand("", 0),
    ),
    (
        "python ipython pypy perl ruby lua node ts-node bun php java scala Rscript osascript",
        Code::Operand("", 0),
    ),
    (
        "awk gawk mawk nawk sed jq expect tclsh mongosh ansible-playbook screen",
        Code::Operand("", 0),
    ),
    ("sqlite duckdb sg", Code::Operands("", 1)),
    (
        "npm pnpm yarn bun",
        Code::Operand("exec x dlx create init", 0),
    ),
    ("docker podman", Code::Operands("run", 0)),
    ("vagrant", Code::Operands("ssh", 0)),
    ("docker podman docker-compose", Code::Operand("exec", 1)),
    ("docker podman", Code::Operand("compose", 2)),
    (
        "uv pipx nix go deno",
        Code::Operand("run eval shell develop", 0),
    ),
    (
        "bundle conda direnv hatch mamba mise pdm pipenv poetry pyenv rbenv rye",
        Code::Operand("exec run x", 0),
    ),
    (
        "tmux",
        Code::Operand(
            "send-keys new new-session neww new-window splitw split-window",
            0,
        ),
    ),
    (
        "apt apt-get brew cargo dnf gem go snap yum",
        Code::Operands("add get install", 0),
    ),
    (
        "bun conda npm pip pipx pnpm poetry uv yarn",
        Code::Operands("add i install", 0),
    ),
    ("helm", Code::Operand("install upgrade", 1)),
    (
        "apt apt-get aws az brew bun cargo conda dnf docker gcloud gh git go helm kubectl npm oc pip",
        Code::Subcommand,
    ),
    (
        "pipx pnpm podman poetry rustup snap systemctl terraform tofu uv yarn yum",
        Code::Subcommand,
    ),
];

/// The settings of git whose values aren't code: sections, or names of settings.
const GIT_SETTINGS: &str = "color column core.autocrlf core.eol core.filemode core.ignorecase fetch init.defaultbranch \
    pull push.default rerere user";

/// Operators of `test` with a number or the name of a variable beside them.
const TEST_OPERATORS: &str = "-R -eq -ge -gt -le -lt -ne -t -v";

/// Returns the name of a placeholder whose value the program would evaluate as code.
pub(super) fn field_in_code<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a str> {
    // The command after the image is checked on its own.
    if has("docker podman", program) && runs_image(arguments) {
        return None;
    }
    let mut indices = options::values_of_commands(arguments);
    for rule in rules(program) {
        indices.extend(rule.of(program, arguments));
    }
    indices
        .into_iter()
        .find_map(|index| arguments[index].fields().next())
}

/// Whether an image follows `run` without options in between.
fn runs_image(arguments: &[Word]) -> bool {
    let [run, image, ..] = arguments else {
        return false;
    };
    run.is("run") && image.fields().next().is_none() && !image.literal().starts_with('-')
}

fn rules(program: &str) -> impl Iterator<Item = &'static Code> {
    let unversioned = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    CODE.iter()
        .filter(move |(programs, _)| {
            programs.is_empty() || has(programs, program) || has(programs, unversioned)
        })
        .map(|(_, rule)| rule)
}

/// Whether the program evaluates arguments as code, even after `--`.
pub(super) fn evaluates(program: &str, arguments: &[Word]) -> bool {
    rules(program).any(|rule| {
        matches!(rule, Code::All | Code::After(_)) && !rule.of(program, arguments).is_empty()
    })
}

/// Returns the index of the script that an interpreter such as `bash` or `python` runs.
pub(super) fn script(program: &str, arguments: &[Word]) -> Option<usize> {
    rules(program)
        .filter(|rule| matches!(rule, Code::Operand("", 0)))
        .find_map(|rule| rule.of(program, arguments).into_iter().next())
}

/// Returns the indices of operands that are a program in the language of a database.
pub(super) fn statements(program: &str, arguments: &[Word]) -> Vec<usize> {
    rules(program)
        .filter(|rule| matches!(rule, Code::Operands("", _)))
        .flat_map(|rule| rule.of(program, arguments))
        .collect()
}

impl Code {
    /// Returns the indices of the arguments that are code.
    fn of(&self, program: &str, arguments: &[Word]) -> Vec<usize> {
        match self {
            Self::All => (0..arguments.len()).collect(),
            Self::After(letters) => {
                from_first(arguments, |word| has_letter(&word.literal(), letters)).collect()
            }
            Self::AfterWord(names) => from_first(arguments, |word| word.is_in(names)).collect(),
            Self::Letters(letters) => match arguments.first() {
                Some(first) if is_group_with(&first.literal(), letters) => {
                    (0..arguments.len()).collect()
                }
                _ => Vec::new(),
            },
            Self::Options(listed) => options::values(program, arguments, listed),
            Self::GlobalOptions(listed) => {
                let end = options::subcommand(program, arguments).unwrap_or(arguments.len());
                options::values(program, &arguments[..end], listed)
            }
            Self::OptionsOf(subcommands, listed) => {
                if calls(program, arguments, subcommands) {
                    options::values(program, arguments, listed)
                } else {
                    Vec::new()
                }
            }
            Self::Subcommand => options::subcommand(program, arguments)
                .into_iter()
                .collect(),
            Self::Operand(subcommands, index) => {
                let operands = operands_after(program, arguments, subcommands);
                operands.get(*index).copied().into_iter().collect()
            }
            Self::Operands(subcommands, index) => {
                let operands = operands_after(program, arguments, subcommands);
                operands.into_iter().skip(*index).collect()
            }
            Self::Plus => commands_of_an_editor(arguments),
            Self::GitConfig => git_settings(program, arguments),
            Self::Test => numbers_of_test(arguments),
        }
    }
}

/// Whether a word is a group of options without a hyphen, with one of these letters, as in `xI`.
fn is_group_with(word: &str, letters: &str) -> bool {
    !word.starts_with('-') && word.contains(|letter| letters.contains(letter))
}

/// Returns the indices of the arguments from the first one that matches.
fn from_first(arguments: &[Word], is_first: impl Fn(&Word) -> bool) -> Range<usize> {
    let first = arguments.iter().position(is_first);
    first.unwrap_or(arguments.len())..arguments.len()
}

/// Returns the indices of the operands after one of these subcommands. Without subcommands, returns
/// the indices of all arguments that aren't options.
fn operands_after(program: &str, arguments: &[Word], subcommands: &str) -> Vec<usize> {
    if subcommands.is_empty() {
        let mut operands = Vec::new();
        for (index, word) in arguments.iter().enumerate() {
            if !word.literal().starts_with('-') {
                operands.push(index);
            }
        }
        return operands;
    }
    let operands = operands(program, arguments);
    match operands.split_first() {
        Some((first, rest)) if arguments[*first].is_in(subcommands) => rest.to_vec(),
        _ => Vec::new(),
    }
}

fn commands_of_an_editor(arguments: &[Word]) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, word) in arguments.iter().enumerate() {
        if word.is("--") {
            break;
        }
        let begins_with_value = word.fields().any(|field| word.begins_with(field));
        if begins_with_value || gives(&word.literal(), "+") {
            found.push(index);
        }
    }
    found
}

/// Returns the indices of the name and the value in `git config NAME VALUE` that could make git run
/// a command.
fn git_settings(program: &str, arguments: &[Word]) -> Vec<usize> {
    let mut operands = operands_after(program, arguments, "config");
    // Since version 2.46, `config` has subcommands.
    operands.retain(|index| !arguments[*index].is_in("get list set unset"));
    let Some(name) = operands.first() else {
        return Vec::new();
    };
    let literal = arguments[*name].literal().to_ascii_lowercase();
    let section = literal.split('.').next().unwrap_or_default();
    let is_known = has(GIT_SETTINGS, &literal) || has(GIT_SETTINGS, section);
    if is_known && arguments[*name].fields().next().is_none() {
        Vec::new()
    } else {
        operands
    }
}

fn numbers_of_test(arguments: &[Word]) -> Vec<usize> {
    let mut found = Vec::new();
    for (index, word) in arguments.iter().enumerate() {
        if word.is_in(TEST_OPERATORS) {
            found.extend(index.checked_sub(1));
            if index + 1 < arguments.len() {
                found.push(index + 1);
            }
        }
    }
    found
}

/// Whether a word contains a short option with one of these letters, as in `-lc` or `/c`.
pub(super) fn has_letter(word: &str, letters: &str) -> bool {
    let of_windows = word.strip_prefix('/').filter(|option| option.len() == 1);
    let group = of_windows.unwrap_or(cluster(word));
    group.contains(|letter| letters.contains(letter))
}
