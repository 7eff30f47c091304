//! Detects commands that delete, discard or stop something.

use super::words::Word;

/// Verbs and program names that delete, discard or stop something.
///
/// Matches are case-insensitive. An argument matches if it equals one of these words, or contains one as a part, such
/// as `branch-delete`, `db:drop` or `dropDatabase`. A word after `no` doesn't match, as in `--no-prune`.
pub const DESTRUCTIVE: &[&str] = &[
    "clean",
    "clear",
    "dd",
    "del",
    "delete",
    "deltree",
    "destroy",
    "discard",
    "drop",
    "dropdb",
    "dropuser",
    "erase",
    "expunge",
    "fdisk",
    "flushall",
    "flushdb",
    "groupdel",
    "halt",
    "kill",
    "killall",
    "mkfs",
    "nuke",
    "obliterate",
    "pkill",
    "poweroff",
    "prune",
    "purge",
    "rd",
    "reboot",
    "remove",
    "reset",
    "revoke",
    "rimraf",
    "rm",
    "rmdir",
    "shred",
    "shutdown",
    "srm",
    "taskkill",
    "terminate",
    "truncate",
    "uninstall",
    "unlink",
    "userdel",
    "wipe",
    "wipefs",
];

/// Words in flags that override safeguards or replace existing data.
pub const DESTRUCTIVE_FLAGS: &[&str] = &["force", "hard", "overwrite"];

/// Arguments that are only destructive for certain programs.
const BY_PROGRAM: &[(&str, &[&str])] = &[
    ("git", &["restore", "-D", "-f"]),
    ("crontab", &["-r"]),
    ("iptables", &["-F"]),
    ("docker", &["-f"]),
    ("kubectl", &["drain"]),
    ("terraform", &["taint"]),
];

/// Returns the first destructive word. Ignores all arguments after `--`.
pub(super) fn find(program: &Word, arguments: &[Word]) -> Option<String> {
    let mut words = std::iter::once(program).chain(arguments).take_while(|word| !word.is("--"));
    if let Some(found) = words.find_map(part) {
        return Some(found.to_owned());
    }
    let name = program.literal();
    let name = name.rsplit('/').next().unwrap_or_default();
    let (_, refused) = BY_PROGRAM.iter().find(|(program, _)| *program == name)?;
    let found = refused.iter().find(|refused| arguments.iter().any(|word| word.is(refused)))?;
    Some((*found).to_owned())
}

/// Returns the destructive word in an argument, if there is one.
fn part(word: &Word) -> Option<&'static str> {
    let literal = word.literal();
    if word.is_quoted() && literal.contains(char::is_whitespace) {
        // Prose, or code in another language, such as SQL.
        return literal.split_whitespace().find_map(|word| of_name(word, word.starts_with('-')));
    }
    // Values and paths are data. Only check the flag name or the last path component.
    let name = literal.split_once('=').map_or(literal.as_str(), |(name, _)| name);
    of_name(name.rsplit('/').next().unwrap_or(name), literal.starts_with('-'))
}

fn of_name(name: &str, is_flag: bool) -> Option<&'static str> {
    let mut negated = false;
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()) {
        let known = DESTRUCTIVE.iter().chain(DESTRUCTIVE_FLAGS.iter().filter(|_| is_flag));
        let mut found = known.filter(|known| is_part(part, known));
        if let Some(known) = found.next().filter(|_| !negated) {
            return Some(known);
        }
        negated = part.eq_ignore_ascii_case("no");
    }
    None
}

/// Whether `word` equals `known` or starts with it in camel case, as in `dropDatabase`. Ignores ASCII case.
fn is_part(word: &str, known: &str) -> bool {
    let Some((start, rest)) = word.split_at_checked(known.len()) else { return false };
    let is_camel = word.chars().any(char::is_lowercase) && rest.starts_with(|c: char| c.is_ascii_uppercase());
    start.eq_ignore_ascii_case(known) && (rest.is_empty() || is_camel)
}

#[cfg(test)]
mod tests {
    use super::super::tests::pieces;
    use super::super::{Refused, refused, words};

    fn of(template: &str) -> Option<Refused> {
        refused(&words(&pieces(template)).unwrap())
    }

    #[test]
    fn a_destructive_word_is_found_wherever_it_acts() {
        for (template, word) in [
            ("rm {a}", "rm"),
            ("/bin/rm x", "rm"),
            ("sudo -- rm {a}", "rm"),
            ("tool user DELETE {a}", "delete"),
            ("rsync --delete a b", "delete"),
            ("tool db:drop", "drop"),
            ("tool branch-delete {a}", "delete"),
            ("docker system prune", "prune"),
            ("tool --purge=yes", "purge"),
            ("git reset --hard", "reset"),
            ("git reset {a}", "reset"),
            ("apt remove {a}", "remove"),
            ("pip uninstall {a}", "uninstall"),
            ("dropdb {a}", "dropdb"),
            ("shutdown now", "shutdown"),
            ("kill {a}", "kill"),
            ("tool cache clean", "clean"),
            ("cargo clean", "clean"),
            ("tool cache clear", "clear"),
            ("tool init --force", "force"),
            ("tool sync --force-push", "force"),
            ("tool move --overwrite a b", "overwrite"),
            ("psql -c 'DROP TABLE users'", "drop"),
            ("psql -c \"TRUNCATE users\"", "truncate"),
            ("sqlite3 db 'delete from users'", "delete"),
            ("sh -c 'rm -rf x'", "rm"),
            ("'rm' x", "rm"),
            ("tool 'r'm x", "rm"),
            ("tool \"user remove\"", "remove"),
            ("mongosh --eval db.dropDatabase", "drop"),
            ("redis-cli FLUSHALL", "flushall"),
            ("git branch -D {a}", "-D"),
            ("git push -f", "-f"),
            ("git restore {a}", "restore"),
            ("crontab -r", "-r"),
            ("dd if=a of=b", "dd"),
        ] {
            assert_eq!(of(template), Some(Refused::Destructive(word.into())), "{template}");
        }
    }

    #[test]
    fn data_and_other_words_are_allowed() {
        for template in [
            "tool --no-prune",
            "tool --no-force",
            "git checkout -- delete",
            "tool --mode=delete",
            "tool open prune/list",
            "tool deleted",
            "tool cleaner",
            "tool alarm",
            "tool hard",
            "tool force",
            "tool resettle",
            "tool note 'call the user'",
            "docker start {a}",
            "crontab -l",
            "mkdir -p -- {a}",
        ] {
            assert_eq!(of(template), None, "{template}");
        }
    }
}
