//! Detects commands that delete, discard or stop something.

use super::super::words::{Word, has};
use super::code::{evaluates, has_letter};

/// Verbs and program names that delete, discard, overwrite or stop something.
///
/// Matches are case-insensitive. An argument matches if it equals one of these words, or contains
/// one as a part, such as `branch-delete`, `db:drop` or `dropDatabase`. A word after a negation
/// doesn't match, as in `--no-prune`.
const DESTRUCTIVE: &str = "\
    autoclean autoremove blkdiscard clean cleanup clear dd del delete deltree destroy discard distclean drop dropdb \
    dropuser erase expunge fdisk flushall flushdb groupdel halt kill killall mkfs nuke obliterate pkill poweroff prune \
    purge rd reboot remove reset revoke rimraf rm rmdir rmi rmtree shred shutdown srm taskkill tee terminate truncate \
    uninstall unlink unpublish userdel wipe wipefs yank";

/// Words in flags that override safeguards or replace existing data.
const DESTRUCTIVE_FLAGS: &str = "force hard overwrite";

/// Words before a destructive word that negate it.
const NEGATIONS: &str = "disable no not skip without";

/// Values that turn a flag off.
const OFF: &str = "0 false never no none off";

/// Verbs and program names whose operands are data, such as `clean` in `tool tag add clean`.
const BEFORE_DATA: &str = "add cat checkout clone commit create describe disable echo edit enable find get grep install ls mkdir \
    open rename set show touch update";

/// Arguments that are only destructive for certain programs, each with the subcommands before them.
/// Without subcommands, they're destructive in any call. An argument that begins with `+` or `:` is
/// a refspec.
const BY_PROGRAM: &[(&str, &str, &str)] = &[
    ("aws", "s3", "rb"),
    ("chgrp chmod chown", "", "-R --recursive"),
    ("cp ln mv", "", "-f"),
    ("crontab", "", "-r"),
    ("curl", "", "-XDELETE --request=DELETE"),
    (
        "docker docker-compose podman podman-compose",
        "down",
        "-v --volumes",
    ),
    ("dpkg", "", "-P -r"),
    ("git", "", "restore -D -f"),
    ("git", "branch push tag update-ref", "-d"),
    ("git", "checkout", "-- ."),
    ("git", "push", "--mirror + :"),
    ("iptables", "", "-F --flush"),
    ("kubectl oc", "", "drain"),
    ("pacman", "", "-R"),
    ("pulumi", "up", "-y --yes"),
    ("rpm", "", "-e"),
    ("terraform tofu", "", "taint -auto-approve --auto-approve"),
];

/// Returns the first destructive word. Ignores data, and all arguments after `--`, unless the
/// program evaluates them as code.
pub(super) fn find(program: &Word, name: &str, arguments: &[Word]) -> Option<String> {
    let is_code = evaluates(name, arguments);
    let mut words = std::iter::once(program)
        .chain(arguments)
        .take_while(|word| is_code || !word.is("--"));
    let mut is_data = false;
    let found = words.find_map(|word| {
        let literal = word.literal();
        let acts = is_code || !is_data || literal.starts_with('-');
        is_data |= has(BEFORE_DATA, last(&literal));
        // `docker run --rm` only removes the container that it starts.
        let is_own = literal == "--rm" && has("docker kubectl podman", name);
        part(word).filter(|_| acts && !is_own)
    });
    found
        .map(str::to_owned)
        .or_else(|| by_program(name, arguments))
}

fn by_program(name: &str, arguments: &[Word]) -> Option<String> {
    BY_PROGRAM
        .iter()
        .filter(|(programs, ..)| has(programs, name))
        .find_map(|(_, subcommands, refused)| {
            let subcommand = arguments
                .iter()
                .find(|word| word.is_in(subcommands))
                .map(Word::literal);
            let is_called = subcommands.is_empty() || subcommand.is_some();
            let is_given = |refused: &&str| {
                arguments
                    .iter()
                    .any(|word| is_refused(&word.literal(), refused))
            };
            let found = refused.split(' ').find(is_given).filter(|_| is_called)?;
            Some(subcommand.map_or_else(String::new, |subcommand| subcommand + " ") + found)
        })
}

fn is_refused(literal: &str, refused: &str) -> bool {
    match refused.as_bytes() {
        [b'+' | b':'] => literal.starts_with(refused),
        [b'-', b'A'..=b'z'] => has_letter(literal, &refused[1..]),
        _ => literal == refused,
    }
}

/// Returns the last component of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns the destructive word in an argument, if there is one.
fn part(word: &Word) -> Option<&'static str> {
    let literal = word.literal();
    if word.is_quoted() && literal.contains(char::is_whitespace) {
        // Prose, or code in another language, such as SQL. A short option may precede it, as in
        // `-c'DROP TABLE users'`.
        let mut words = literal.split_whitespace().chain(literal.get(2..));
        return words.find_map(|word| of_name(word, word.starts_with('-')));
    }
    // Values and paths are data. Only check the flag name or the last path component, and values
    // that are commands.
    let (name, value) = literal.split_once('=').unwrap_or((&literal, ""));
    let command = if takes_command(name) { last(value) } else { "" };
    let name = if has(OFF, value) { "" } else { last(name) };
    of_name(name, literal.starts_with('-')).or_else(|| of_name(command, false))
}

/// Whether the value of a flag or a setting is a command, as in `--exec=rm` or
/// `git -c alias.x=clean`.
fn takes_command(name: &str) -> bool {
    const COMMANDS: [&str; 4] = ["cmd", "command", "eval", "exec"];
    let is_flag = name.starts_with('-')
        && name
            .rsplit('-')
            .next()
            .is_some_and(|last| COMMANDS.contains(&last));
    is_flag || name.starts_with("alias.")
}

fn of_name(name: &str, is_flag: bool) -> Option<&'static str> {
    let mut negated = false;
    for part in name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty())
    {
        let flags = if is_flag { DESTRUCTIVE_FLAGS } else { "" };
        let known = DESTRUCTIVE.split(' ').chain(flags.split_whitespace());
        let mut found = known.filter(|known| is_part(part, known));
        if let Some(known) = found.next().filter(|_| !negated) {
            return Some(known);
        }
        negated = has(NEGATIONS, &part.to_ascii_lowercase());
    }
    None
}

/// Whether `word` equals `known` or starts with it in camel case, as in `dropDatabase`. Ignores
/// ASCII case.
fn is_part(word: &str, known: &str) -> bool {
    let Some((start, rest)) = word.split_at_checked(known.len()) else {
        return false;
    };
    let is_camel =
        word.chars().any(char::is_lowercase) && rest.starts_with(|c: char| c.is_ascii_uppercase());
    start.eq_ignore_ascii_case(known) && (rest.is_empty() || is_camel)
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
            ("curl -XDELETE {a}", "-XDELETE"),
            ("docker compose down -v", "down -v"),
            ("ssh host -- rm x", "rm"),
            ("npx -- sudo rm x", "rm"),
            ("mise exec -- rm -rf {a}", "rm"),
            ("tool tag add {a} --prune", "prune"),
            ("make install clean", "clean"),
            ("tool config clear {a}", "clear"),
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
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
