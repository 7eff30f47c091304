//! Detects commands that delete, discard or stop something.
//!
//! What an argument means depends on its role:
//!
//! | role | example | refused if |
//! |---|---|---|
//! | program | `rm`, `./reset-db.sh` | a part of its name is a verb |
//! | verb | `tool user delete` | a part is a verb |
//! | flag | `--purge`, `--delete-all=yes` | a part is a verb, unless it's a setting or turned off |
//! | code | `sh -c 'rm x'`, `--exec=rm` | any of its words is a verb |
//! | text | `--message 'remove x'`, `tool add drop` | it's an SQL statement |

mod exceptions;
mod verbs;

use super::super::words::{Word, has};
use super::code::{evaluates, has_letter, script, statements};
use super::options::{calls, gives, is_flag, letter, name, subcommand, takes_command};
use exceptions::{is_rehearsal, is_setting, takes_text, takes_text_after};
use verbs::{Verb, in_flag, in_program, in_statement, in_subcommand, in_text};

/// Arguments that are only destructive for certain programs, each with the subcommands before them.
/// An empty name means all programs. Without subcommands, they're destructive in any call. An
/// argument that begins with `+` or `:` is a refspec.
const BY_PROGRAM: &[(&str, &str, &str)] = &[
    ("", "migrate", "--down zero"),
    ("7z", "", "d"),
    ("arp", "", "-d"),
    ("at", "", "-r"),
    ("auditctl", "", "-D"),
    ("aws", "ec2", "release-address"),
    ("aws", "kms", "schedule-key-deletion"),
    ("aws", "s3", "rb"),
    ("badblocks", "", "-w"),
    ("chattr", "", "+i -R"),
    ("chgrp chmod chown setfacl", "", "-R --recursive"),
    ("chage", "", "-E"),
    ("chkconfig ipmitool netsh nmcli", "", "off"),
    ("cipher", "", "/w"),
    ("cmake", "", "clean"),
    ("consul", "", "leave"),
    ("cryptsetup", "", "close"),
    ("cp ln mv install", "", "-f"),
    ("cp mv", "", "/dev/null"),
    ("crontab", "", "-r"),
    ("docker", "swarm", "leave"),
    ("dpkg", "", "-P -r"),
    ("emerge", "", "--unmerge --depclean"),
    ("exim", "", "-Mrm"),
    ("fallocate", "", "--punch-hole -p"),
    ("firewall-cmd", "", "--panic-on"),
    ("fsck", "", "-y"),
    ("fuser", "", "-k"),
    ("git", "", "filter-branch filter-repo"),
    ("git", "branch", "-d -D -M -C -f"),
    ("git", "checkout", "-- . -f"),
    ("git", "restore", "restore"),
    ("git", "clean fetch rm tag update-ref worktree", "-d -f"),
    (
        "git",
        "merge rebase cherry-pick revert am",
        "--abort --quit",
    ),
    ("git", "push", "--mirror -d -f + :"),
    ("git", "submodule", "deinit"),
    ("git", "switch", "-f --discard-changes"),
    ("gsutil", "", "rb -d"),
    ("hcloud", "", "rebuild"),
    ("history", "", "-c"),
    ("hg", "", "strip"),
    ("init telinit", "", "0 6"),
    ("ip", "", "down"),
    ("iptables ip6tables", "", "-D -F -P -X --flush"),
    (
        "journalctl",
        "",
        "--vacuum-files --vacuum-size --vacuum-time",
    ),
    ("kexec", "", "-e"),
    ("logrotate", "", "-f"),
    ("losetup", "", "-d"),
    ("mc s3cmd", "", "rb"),
    ("mdadm", "", "--fail --stop --zero-superblock"),
    ("modprobe", "", "-r"),
    ("npm", "", "deprecate"),
    ("nvme", "", "format"),
    ("nvram", "", "-c"),
    ("pacman", "", "-R"),
    ("parted", "", "mklabel mkpart mktable resizepart"),
    ("gpasswd passwd usermod", "", "-d -e -l -L --delete --lock"),
    ("pfctl", "", "-d -F"),
    ("postsuper", "", "-d"),
    ("prisma", "", "--accept-data-loss"),
    ("pulumi", "up", "-y --yes"),
    ("rclone", "", "sync move moveto cleanup rmdirs"),
    ("robocopy", "", "/MIR /PURGE"),
    ("rpm", "", "-e"),
    ("rsync", "", "--del --remove-source-files"),
    ("screen", "", "quit"),
    ("setenforce", "", "0"),
    ("setfacl", "", "-b"),
    ("sgdisk", "", "-Z --zap-all"),
    ("spctl", "", "--master-disable"),
    ("ssh-keygen", "", "-R"),
    ("systemctl", "", "isolate mask rescue emergency"),
    (
        "terraform tofu",
        "",
        "-auto-approve --auto-approve -replace taint",
    ),
    ("umount", "", "-l"),
    ("vault", "operator", "seal"),
    ("zip", "", "-d -m"),
    ("zpool", "", "labelclear"),
];

/// Returns the first destructive word. Ignores text. After `--`, only finds code, the arguments in
/// [`BY_PROGRAM`], and the mode of `chmod`.
pub(super) fn find(program: &str, arguments: &[Word]) -> Option<String> {
    if let Some(verb) = in_program(program) {
        return Some(verb.to_owned());
    }
    if let Some(verb) = in_code(program, arguments) {
        return Some(verb.to_owned());
    }
    let dashes = arguments.iter().position(|word| word.is("--"));
    let before_dashes = &arguments[..dashes.unwrap_or(arguments.len())];
    if is_rehearsal(program, before_dashes) {
        return None;
    }
    if let Some(verb) = in_arguments(program, before_dashes) {
        return Some(verb.to_owned());
    }
    // As in `git checkout -- .`.
    if let Some(argument) = by_program(program, arguments) {
        return Some(argument);
    }
    // As in `chmod -- 777 x`.
    if let Some(mode) = unsafe_mode(program, arguments) {
        return Some(mode);
    }
    scaled_to_zero(before_dashes)
}

/// Returns the destructive word in the arguments that the program evaluates as code.
fn in_code(program: &str, arguments: &[Word]) -> Option<Verb> {
    if evaluates(program, arguments) {
        return arguments.iter().find_map(|word| in_text(&word.literal()));
    }
    if let Some(index) = script(program, arguments) {
        let path = arguments[index].literal();
        let name = path.rsplit('/').next().unwrap_or_default();
        if !path.contains(' ')
            && let Some(verb) = in_program(name)
        {
            return Some(verb);
        }
    }
    statements(program, arguments)
        .into_iter()
        .find_map(|index| in_text(&arguments[index].literal()))
}

/// What the next argument is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A verb, or the name of what it acts on.
    Verb,
    /// The value of an option that isn't known to be code or text.
    Value,
    /// Code.
    Code,
    /// Text.
    Text,
}

fn in_arguments(program: &str, arguments: &[Word]) -> Option<Verb> {
    let mut before = program.to_owned();
    let mut next = Next::Verb;
    // The program itself may take text, as `grep` does.
    let mut operands_are_text = takes_text_after(program, program);
    for (index, word) in arguments.iter().enumerate() {
        let literal = word.literal();
        let after = arguments.get(index + 1).map(Word::literal);
        if literal.starts_with('-') {
            let verb = in_option(&literal, after.as_deref(), program, arguments);
            if verb.is_some() {
                return verb;
            }
            next = after_option(program, word);
            continue;
        }
        let is_prose = literal.contains(' ');
        let verb = if next == Next::Code {
            in_text(&literal)
        } else if next == Next::Text || (next == Next::Value && is_prose) {
            in_statement(&literal)
        } else if operands_are_text {
            None
        } else if is_prose {
            in_sentence(&literal)
        } else if exceptions::is_harmless(program, arguments, &literal) {
            None
        } else {
            in_operand(&before, &literal, after.as_deref())
        };
        if verb.is_some() {
            return verb;
        }
        if next != Next::Text && takes_text_after(program, &literal) {
            operands_are_text = true;
        }
        next = Next::Verb;
        before = literal;
    }
    None
}

/// Returns what follows an option.
fn after_option(program: &str, option: &Word) -> Next {
    let literal = option.literal();
    let has_value = literal.contains('=') || option.fields().next().is_some();
    if has_value || is_flag(program, &literal) {
        Next::Verb
    } else if takes_command(&literal) {
        Next::Code
    } else if takes_text(program, &literal) {
        Next::Text
    } else {
        Next::Value
    }
}

/// Returns the destructive word in an option. If its value is a command, a statement or a request
/// method, looks for the word in the value.
fn in_option(
    option: &str,
    following: Option<&str>,
    program: &str,
    arguments: &[Word],
) -> Option<Verb> {
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    if takes_command(name) || matches!(name, "--method" | "--request") {
        return in_text(value);
    }
    if name.contains(' ') {
        // As in `-c'DROP TABLE users'`.
        let joined_value = name.get("-c".len()..).unwrap_or_default();
        return in_text(joined_value);
    }
    if value.contains(' ') {
        return in_statement(value);
    }
    let verb = in_flag(name)?;
    let is_harmless = is_setting(option, following)
        || exceptions::is_harmless(program, arguments, name.trim_start_matches('-'));
    (!is_harmless).then_some(verb)
}

/// Returns the destructive word in an operand: in a verb, in an option of Windows such as
/// `/delete`, or in a setting whose value is a command, as in `alias.x=clean`.
fn in_operand(before: &str, operand: &str, following: Option<&str>) -> Option<Verb> {
    if let Some((setting, value)) = operand.split_once('=') {
        let is_command = setting.starts_with("alias.");
        return if is_command { in_text(value) } else { None };
    }
    if let Some(name) = operand.strip_prefix('/') {
        let is_option = name.bytes().all(|byte| byte.is_ascii_alphabetic());
        return if is_option { in_flag(name) } else { None };
    }
    let object = following.filter(|argument| !argument.starts_with('-'));
    in_subcommand(before, operand, object.unwrap_or_default())
}

/// Returns the verb that a quoted command or an SQL statement begins with.
fn in_sentence(text: &str) -> Option<Verb> {
    let first = text.split(' ').find(|word| !word.is_empty())?;
    in_program(first).or_else(|| in_statement(text))
}

/// Returns the first argument in [`BY_PROGRAM`], after the subcommand before it.
fn by_program(program: &str, arguments: &[Word]) -> Option<String> {
    for (programs, subcommands, entries) in BY_PROGRAM {
        let is_listed = programs.is_empty() || has(programs, program);
        if !is_listed {
            continue;
        }
        let is_called = subcommands.is_empty() || calls(program, arguments, subcommands);
        if !is_called {
            continue;
        }
        for entry in entries.split(' ') {
            let is_given = arguments
                .iter()
                .any(|word| is_form_of(&word.literal(), entry));
            if is_given && !exceptions::is_harmless(program, arguments, entry) {
                return Some(with_subcommand(entry, subcommands, arguments));
            }
        }
    }
    None
}

/// Formats an entry of [`BY_PROGRAM`] for an error message, as in `push --mirror`.
fn with_subcommand(entry: &str, subcommands: &str, arguments: &[Word]) -> String {
    let subcommand = arguments.iter().find(|word| word.is_in(subcommands));
    match subcommand {
        Some(subcommand) if !subcommand.is(entry) => format!("{} {entry}", subcommand.literal()),
        _ => entry.to_owned(),
    }
}

/// Whether an argument is an entry of [`BY_PROGRAM`] in one of its forms.
fn is_form_of(argument: &str, entry: &str) -> bool {
    if letter(entry).is_some() {
        has_letter(argument, entry.trim_start_matches('-'))
    } else if entry == "+" || entry == ":" {
        argument.starts_with(entry)
    } else if entry.starts_with('/') {
        argument.split(':').next() == Some(entry)
    } else if entry.starts_with('-') && entry != "--" {
        name(argument) == entry
    } else {
        argument == entry
    }
}

/// Returns the mode in a call of `chmod` that lets everybody write, lets nobody read, or lets
/// programs run as their owner.
fn unsafe_mode(program: &str, arguments: &[Word]) -> Option<String> {
    if program != "chmod" {
        return None;
    }
    let first_operand = subcommand(program, arguments)?;
    let mode = arguments[first_operand].literal();
    let is_unsafe = match u32::from_str_radix(&mode, 8) {
        Ok(bits) => are_unsafe_bits(bits),
        Err(_) => mode.split(',').any(is_unsafe_clause),
    };
    is_unsafe.then_some(mode)
}

fn are_unsafe_bits(bits: u32) -> bool {
    let runs_as_owner = bits & 0o6000 != 0;
    let others_write = bits & 0o002 != 0;
    let owner_reads = bits & 0o400 != 0;
    runs_as_owner || others_write || !owner_reads
}

/// Whether a clause of a symbolic mode is unsafe, as in `o+w`, `u+s` or `a-r`.
fn is_unsafe_clause(clause: &str) -> bool {
    let Some(operator) = clause.find(['+', '=', '-']) else {
        return false;
    };
    let (who, change) = clause.split_at(operator);
    if change.starts_with('-') {
        let affects_owner_or_others = who.is_empty() || who.contains(['a', 'o', 'u']);
        return affects_owner_or_others && change.contains('r');
    }
    let affects_others = who.contains(['a', 'o']);
    change.contains('s') || (affects_others && change.contains('w'))
}

/// Returns the argument that scales a service to no instances, as in `--replicas=0` or
/// `ps:scale web=0`.
fn scaled_to_zero(arguments: &[Word]) -> Option<String> {
    let scales = arguments
        .iter()
        .any(|word| word.literal().contains("scale"));
    for (index, word) in arguments.iter().enumerate() {
        let literal = word.literal();
        let is_count = gives(&literal, "--replicas --desired-count");
        let has_zero = literal.ends_with("=0");
        let zero_follows = arguments.get(index + 1).is_some_and(|next| next.is("0"));
        if (is_count && (has_zero || zero_follows)) || (scales && has_zero) {
            return Some(literal);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Refused;
    use super::super::tests::of;

    #[test]
    fn a_destructive_word_is_found_wherever_it_acts() {
        for (template, word) in [
            ("/bin/rm x", "rm"),
            ("tool 'r'm x", "rm"),
            ("tool user DELETE {a}", "delete"),
            ("tool db:drop", "drop"),
            ("mongosh --eval db.dropDatabase", "drop"),
            ("psql -c'DROP TABLE users'", "drop"),
            ("sh -c 'rm -rf x'", "rm"),
            ("tool sync --force-push", "force"),
            ("git push origin :{a}", "push :"),
            ("git push -d origin {a}", "push -d"),
            ("chmod -vR 777 /", "-R"),
            ("curl -XDELETE {a}", "delete"),
            ("docker compose down -v", "down"),
            ("ssh host -- rm x", "rm"),
            ("npx -- sudo rm x", "rm"),
            ("mise exec -- rm -rf {a}", "rm"),
            ("tool tag add {a} --prune", "prune"),
            ("make install clean", "clean"),
            ("tool config clear {a}", "clear"),
            ("systemctl --user stop nginx", "stop"),
            ("systemctl --user stop {a}", "stop"),
            ("chmod 777 {a}", "777"),
            ("php artisan migrate:fresh", "fresh"),
            ("git -C {a} push --force", "force"),
            ("git -C {a} branch -D {b}", "branch -D"),
            ("git -c a=b -C {a} checkout -- .", "checkout --"),
            ("kubectl scale --replicas 0 {a}", "--replicas"),
            ("tool --note x 'drop table users'", "drop"),
        ] {
            assert_eq!(
                of(template),
                Some(Refused::Destructive(word.into())),
                "{template}"
            );
        }
    }

    #[test]
    fn data_and_other_words_are_allowed() {
        for template in [
            "tool --no-prune",
            "tool --mode=delete",
            "git fetch --prune=false",
            "git add -- delete",
            "cargo test -- delete",
            "git commit -m 'Remove the reset button'",
            "tool config set cleanup off",
            "tool tag add clean {a}",
            "mkdir -p build/clean",
            "tool open prune/list",
            "docker compose -f {a} up -d",
            "chmod +x {a}",
            "docker run --rm alpine ls",
            "tool deleted",
            "tool force",
            "cargo test drop",
            "git -C {a} fetch --prune",
            "tool password reset",
            "tool --dry-run --prune",
            "tool serve --reset-timeout=5s --delete-after=30d",
            "tool --text 'please remove me'",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
