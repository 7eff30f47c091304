//! The arguments that programs evaluate as code.

use super::super::words::Word;
use super::{behind_options, has};

/// The arguments that a program evaluates as code, or runs as a command.
enum Code {
    /// All arguments, even after `--`.
    All,
    /// All arguments after a short option with one of these letters, even after `--`.
    After(&'static str),
    /// The arguments after these options or words.
    Options(&'static str),
    /// The first operand that isn't the value of an option. It would select the subcommand.
    Subcommand,
    /// The operand with this index after one of these subcommands. Without subcommands, also the
    /// first word after an option.
    Operand(&'static str, usize),
    /// The operands from this index.
    Operands(&'static str, usize),
    /// The words before `--` that begin with `+`, which is a command of the editor, or with a
    /// value.
    Plus,
}

/// Programs that evaluate arguments as code. An empty name means all programs. Versions such as
/// `python3.12` count as well.
const CODE: &[(&str, Code)] = &[
    (
        "eval source . trap alias ssh watch parallel make gmake redis-cli socat crontab hyperfine",
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
    ("php", Code::After("r")),
    ("sqlcmd", Code::After("qQ")),
    ("pwsh powershell", Code::After("cC")),
    ("cmd cmd.exe", Code::After("cCkK")),
    (
        "",
        Code::Options(
            "--eval --exec --execute --cmd --rsh --to-command --use-compress-program --compress-program",
        ),
    ),
    (
        "",
        Code::Options(
            "--init-command --checkpoint-action --sh-exec --use-askpass --unzip-command --split-string",
        ),
    ),
    (
        "psql duckdb su runuser flock vagrant",
        Code::Options("--command"),
    ),
    (
        "awk gawk mawk nawk sed jq psql",
        Code::Options("-f --file --from-file"),
    ),
    ("sed", Code::Options("-e --expression")),
    ("python ipython pypy perl", Code::Options("-M -m")),
    ("ruby node", Code::Options("-r --require --import --loader")),
    (
        "git",
        Code::Options(
            "foreach run --config --config-env --exec-path --extcmd --open-files-in-pager",
        ),
    ),
    (
        "git",
        Code::Options(
            "--receive-pack --upload-pack config --global --local --system core.editor core.pager",
        ),
    ),
    (
        "git",
        Code::Options("-O -x core.fsmonitor core.hooksPath core.sshCommand credential.helper"),
    ),
    ("ansible", Code::Options("-a --args")),
    (
        "java",
        Code::Options("-cp -classpath --class-path -javaagent:"),
    ),
    ("kubectl oc", Code::Options("--image")),
    (
        "pip uv",
        Code::Options("-e --editable -i --index-url --extra-index-url -f --find-links"),
    ),
    (
        "npx python pypy uv uvx",
        Code::Options("--package --from --with install"),
    ),
    ("cargo curl wget", Code::Options("-K --config")),
    (
        "docker podman",
        Code::Options("-v --volume --mount --device --entrypoint"),
    ),
    ("fd fdfind", Code::Options("-x -X --exec-batch")),
    ("gdb lldb", Code::Options("-ex -x -o -s")),
    ("man", Code::Options("-P --pager -H --html")),
    ("nc ncat netcat", Code::Options("-e -c")),
    ("bash", Code::Options("--rcfile --init-file")),
    ("nix-shell", Code::Options("--run --command")),
    ("rg split", Code::Options("--pre --filter")),
    ("erl ghc rsync scala", Code::Options("-e -eval")),
    ("scp sftp", Code::Options("-o -S -F")),
    ("ssh-keygen", Code::Options("-D")),
    (
        "tar",
        Code::Options("-I -F --info-script --new-volume-script"),
    ),
    ("vi vim nvim", Code::Options("-c -S")),
    ("vi vim nvim view less", Code::Plus),
    ("sqlite", Code::Options("-cmd")),
    ("zip", Code::Options("-TT")),
    (
        "sh bash dash ash zsh ksh mksh fish csh tcsh nu pwsh powershell",
        Code::Operand("", 0),
    ),
    (
        "python ipython pypy perl ruby lua node ts-node bun php java scala Rscript osascript",
        Code::Operand("", 0),
    ),
    (
        "awk gawk mawk nawk sed jq expect tclsh mongosh",
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

/// Options of subcommands that take a value.
const OPTIONS_WITH_VALUE: &str = "-C -e -n -p -t -u -v -w --branch --env --features --mount --name --network --prefix \
    --python --rev --root --tag --target --user --version --volume --with --workdir";

/// Returns the name of a placeholder whose value the program would evaluate as code.
pub(super) fn field_in_code<'a>(program: &str, arguments: &'a [Word]) -> Option<&'a str> {
    let is_image = |word: &Word| word.fields().next().is_none() && !word.literal().starts_with('-');
    match arguments {
        // Unlike that of `git rebase`, the flag `-x` takes no command.
        [pick, ..] if program == "git" && pick.is("cherry-pick") => return None,
        // The command after the image is checked on its own.
        [run, image, ..] if has("docker podman", program) && run.is("run") && is_image(image) => {
            return None;
        }
        _ => {}
    }
    // After a subcommand, git's `-c` has another meaning.
    let subcommand = if program == "git" {
        behind_options(arguments, "Cc")
    } else {
        arguments
    };
    let settings = Code::Options("-c").of(&arguments[..arguments.len() - subcommand.len()]);
    let code = rules(program).flat_map(|rule| rule.of(arguments));
    settings
        .into_iter()
        .chain(code)
        .flat_map(|index| arguments[index].fields())
        .next()
}

fn rules(program: &str) -> impl Iterator<Item = &'static Code> {
    let unversioned = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let names = move |programs: &str| {
        programs.is_empty() || has(programs, program) || has(programs, unversioned)
    };
    CODE.iter()
        .filter(move |(programs, _)| names(programs))
        .map(|(_, rule)| rule)
}

/// Whether the program evaluates arguments as code, even after `--`.
pub(super) fn evaluates(program: &str, arguments: &[Word]) -> bool {
    rules(program)
        .any(|rule| matches!(rule, Code::All | Code::After(_)) && !rule.of(arguments).is_empty())
}

impl Code {
    /// Returns the indices of the arguments that are code.
    fn of(&self, arguments: &[Word]) -> Vec<usize> {
        let all = 0..arguments.len();
        let literal = |index: usize| arguments[index].literal();
        match self {
            Self::All => all.collect(),
            Self::After(letters) => all
                .skip_while(|index| !has_letter(&literal(*index), letters))
                .collect(),
            Self::Options(options) => {
                let is_option = |index| {
                    has(
                        options,
                        literal(index).split('=').next().unwrap_or_default(),
                    )
                };
                all.filter(|index| is_option(*index) || (*index > 0 && is_option(index - 1)))
                    .collect()
            }
            Self::Subcommand => {
                let is_free = |index: &usize| *index == 0 || !literal(index - 1).starts_with('-');
                operands(arguments, "").find(is_free).into_iter().collect()
            }
            Self::Operand(subcommands, index) => operands(arguments, subcommands)
                .skip(*index)
                .take(1)
                .collect(),
            Self::Operands(subcommands, index) => {
                operands(arguments, subcommands).skip(*index).collect()
            }
            Self::Plus => {
                let words = all.take_while(|index| !arguments[*index].is("--"));
                let begins = |word: &Word| word.fields().any(|field| word.begins_with(field));
                words
                    .filter(|index| literal(*index).starts_with('+') || begins(&arguments[*index]))
                    .collect()
            }
        }
    }
}

/// Returns the indices of the operands after one of these subcommands. Without subcommands, returns
/// the indices of all arguments that aren't options.
fn operands(arguments: &[Word], subcommands: &str) -> impl Iterator<Item = usize> {
    let literal = |index: usize| arguments[index].literal();
    let mut operands = (0..arguments.len()).filter(move |index| !literal(*index).starts_with('-'));
    let is_any = subcommands.is_empty();
    let is_called = is_any
        || operands
            .next()
            .is_some_and(|first| has(subcommands, &literal(first)));
    operands
        .filter(move |index| is_any || (is_called && !has(OPTIONS_WITH_VALUE, &literal(index - 1))))
}

/// Whether a word contains a short option with one of these letters, as in `-lc` or `/c`.
pub(super) fn has_letter(word: &str, letters: &str) -> bool {
    let has = |option: &str| option.contains(|letter| letters.contains(letter));
    match word.split_at_checked(1) {
        Some(("-", option)) => !option.starts_with('-') && has(option),
        Some(("/", option)) => option.len() == 1 && has(option),
        _ => false,
    }
}
