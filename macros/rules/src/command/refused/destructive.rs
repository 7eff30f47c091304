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
use super::options::{calls, gives, is_flag, name, operands, takes_command};
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

/// Returns the first destructive word. Ignores text, and all arguments after `--`, unless the
/// program evaluates them as code.
pub(super) fn find(name: &str, arguments: &[Word]) -> Option<String> {
    if let Some(verb) = in_program(name) {
        return Some(verb.to_owned());
    }
    if let Some(verb) = in_code(name, arguments) {
        return Some(verb.to_owned());
    }
    let end = arguments.iter().position(|word| word.is("--"));
    let arguments_before_dashes = &arguments[..end.unwrap_or(arguments.len())];
    if is_rehearsal(name, arguments_before_dashes) {
        return None;
    }
    let verb = in_arguments(name, arguments_before_dashes);
    verb.map(str::to_owned)
        .or_else(|| by_program(name, arguments))
        .or_else(|| unsafe_mode(name, arguments))
        .or_else(|| scaled_to_zero(arguments_before_dashes))
}

/// Returns the destructive word in the arguments that the program evaluates as code.
fn in_code(program: &str, arguments: &[Word]) -> Option<Verb> {
    if evaluates(program, arguments) {
        return arguments.iter().find_map(|word| in_text(&word.literal()));
    }
    if let Some(script) = script(program, arguments) {
        let path = arguments[script].literal();
        let verb = in_program(path.rsplit('/').next().unwrap_or_default());
        if verb.is_some() && !path.contains(' ') {
            return verb;
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
    let mut is_only_text = takes_text_after(program, program);
    for (index, word) in arguments.iter().enumerate() {
        let literal = word.literal();
        let following = arguments.get(index + 1).map(Word::literal);
        let following = following.as_deref();
        if literal.starts_with('-') {
            let verb = in_option(&literal, following, program, arguments);
            if verb.is_some() {
                return verb;
            }
            next = after_option(program, word);
            continue;
        }
        let is_prose = literal.contains(' ');
        let verb = match next {
            Next::Code => in_text(&literal),
            Next::Text => in_statement(&literal),
            Next::Value if is_prose => in_statement(&literal),
            Next::Verb | Next::Value if is_only_text => None,
            Next::Verb if is_prose => in_sentence(&literal),
            Next::Verb | Next::Value => in_operand(&before, &literal, following)
                .filter(|_| !exceptions::is_harmless(program, arguments, &literal)),
        };
        if verb.is_some() {
            return verb;
        }
        is_only_text |= next != Next::Text && takes_text_after(program, &literal);
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

/// Returns the destructive word in an option, or in a command or a request method that is its
/// value.
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
        // A joined value, as in `-c'DROP TABLE users'`.
        return in_text(name.get(2..).unwrap_or_default());
    }
    if option.contains(' ') {
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
    if let Some((name, command)) = operand.split_once('=') {
        return in_text(command).filter(|_| name.starts_with("alias."));
    }
    if let Some(option) = operand.strip_prefix('/') {
        let is_option = option.bytes().all(|byte| byte.is_ascii_alphabetic());
        return in_flag(option).filter(|_| is_option);
    }
    let following = following.filter(|following| !following.starts_with('-'));
    in_subcommand(before, operand, following.unwrap_or_default())
}

/// Returns the verb that a quoted command or an SQL statement begins with.
fn in_sentence(text: &str) -> Option<Verb> {
    let first = text.split(' ').find(|word| !word.is_empty())?;
    in_program(first).or_else(|| in_statement(text))
}

fn by_program(program: &str, arguments: &[Word]) -> Option<String> {
    BY_PROGRAM
        .iter()
        .filter(|(programs, ..)| programs.is_empty() || has(programs, program))
        .find_map(|(_, subcommands, refused)| {
            if !subcommands.is_empty() && !calls(program, arguments, subcommands) {
                return None;
            }
            let found = refused.split(' ').find(|refused| {
                arguments
                    .iter()
                    .any(|word| is_refused(&word.literal(), refused))
                    && !exceptions::is_harmless(program, arguments, refused)
            })?;
            let subcommand = arguments.iter().find(|word| word.is_in(subcommands));
            Some(match subcommand.map(Word::literal) {
                Some(subcommand) if subcommand != found => format!("{subcommand} {found}"),
                _ => found.to_owned(),
            })
        })
}

fn is_refused(literal: &str, refused: &str) -> bool {
    match refused.as_bytes() {
        [b'+' | b':'] => literal.starts_with(refused),
        [b'-', b'A'..=b'z'] => has_letter(literal, &refused[1..]),
        [b'/', ..] => literal.split(':').next() == Some(refused),
        [b'-', _, _, ..] => name(literal) == refused,
        _ => literal == refused,
    }
}

/// Returns the mode in a call of `chmod` that lets everybody write, lets nobody read, or lets
/// programs run as their owner.
fn unsafe_mode(program: &str, arguments: &[Word]) -> Option<String> {
    if program != "chmod" {
        return None;
    }
    let mode = arguments.get(operands(program, arguments).into_iter().next()?)?;
    let literal = mode.literal();
    is_unsafe_mode(&literal).then_some(literal)
}

fn is_unsafe_mode(mode: &str) -> bool {
    if let Ok(bits) = u32::from_str_radix(mode, 8) {
        let is_special = bits & 0o6000 != 0;
        let others_write = bits & 0o002 != 0;
        return is_special || others_write || bits & 0o400 == 0;
    }
    mode.split(',').any(|clause| {
        let Some(at) = clause.find(['+', '=', '-']) else {
            return false;
        };
        let (who, change) = clause.split_at(at);
        let adds = !change.starts_with('-');
        let is_all = who.contains(['a', 'o']);
        (adds && (change.contains('s') || (is_all && change.contains('w'))))
            || (!adds && change.contains('r') && (is_all || who.is_empty() || who.contains('u')))
    })
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
        let is_zero = literal.ends_with("=0")
            || (is_count && arguments.get(index + 1).is_some_and(|next| next.is("0")));
        if is_zero && (is_count || scales) {
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
