//! Detects commands that delete, discard or stop something.

use super::code::evaluates;
use super::words::Word;

/// Verbs and program names that delete, discard or stop something.
///
/// Matches are case-insensitive. An argument matches if it equals one of these words, or contains one as a part, such
/// as `branch-delete`, `db:drop` or `dropDatabase`. A word after `no` doesn't match, as in `--no-prune`.
const DESTRUCTIVE: &str = "\
    autoclean autoremove clean cleanup clear dd del delete deltree destroy discard distclean drop dropdb dropuser \
    erase expunge fdisk flushall flushdb groupdel halt kill killall mkfs nuke obliterate pkill poweroff prune purge \
    rd reboot remove reset revoke rimraf rm rmdir rmi rmtree shred shutdown srm taskkill terminate truncate uninstall \
    unlink userdel wipe wipefs";

/// Words in flags that override safeguards or replace existing data.
const DESTRUCTIVE_FLAGS: &str = "force hard overwrite";

/// Arguments that are only destructive for certain programs.
const BY_PROGRAM: &[(&str, &[&str])] = &[
    ("git", &["restore", "-D", "-f"]),
    ("crontab", &["-r"]),
    ("iptables", &["-F"]),
    ("docker", &["-f"]),
    ("kubectl", &["drain"]),
    ("terraform", &["taint"]),
];

/// Returns the first destructive word. Ignores all arguments after `--`, unless the program evaluates them as code.
pub(super) fn find(program: &Word, arguments: &[Word]) -> Option<String> {
    let name = program.literal();
    let name = name.rsplit('/').next().unwrap_or_default();
    let is_code = evaluates(name, arguments);
    let mut words = std::iter::once(program).chain(arguments).take_while(|word| is_code || !word.is("--"));
    if let Some(found) = words.find_map(part) {
        return Some(found.to_owned());
    }
    if let Some(found) = Some(arguments).filter(|_| name == "git").and_then(in_git) {
        return Some(found);
    }
    let (_, refused) = BY_PROGRAM.iter().find(|(program, _)| *program == name)?;
    let found = refused.iter().find(|refused| arguments.iter().any(|word| word.is(refused)))?;
    Some((*found).to_owned())
}

/// Returns the argument with which git discards uncommitted changes, or overwrites or deletes a remote branch.
fn in_git(arguments: &[Word]) -> Option<String> {
    let has = |text: &str| arguments.iter().any(|word| word.is(text));
    let found = arguments.iter().map(Word::literal).find(|literal| match literal.as_str() {
        "--" | "." => has("checkout"),
        "--mirror" => has("push"),
        refspec => has("push") && refspec.starts_with(['+', ':']),
    });
    found.map(|literal| if has("checkout") { format!("checkout {literal}") } else { literal })
}

/// Returns the destructive word in an argument, if there is one.
fn part(word: &Word) -> Option<&'static str> {
    let literal = word.literal();
    if word.is_quoted() && literal.contains(char::is_whitespace) {
        // Prose, or code in another language, such as SQL.
        return literal.split_whitespace().find_map(|word| of_name(word, word.starts_with('-')));
    }
    // Values and paths are data. Only check the flag name or the last path component, and values that are commands.
    let (name, value) = literal.split_once('=').unwrap_or((&literal, ""));
    let last = |path: &'_ str| path.rsplit('/').next().map(str::to_owned).unwrap_or_default();
    let command = if takes_command(name) { last(value) } else { String::new() };
    of_name(&last(name), literal.starts_with('-')).or_else(|| of_name(&command, false))
}

/// Whether the value of a flag or a setting is a command, as in `--exec=rm` or `git -c alias.x=clean`.
fn takes_command(name: &str) -> bool {
    const COMMANDS: [&str; 4] = ["cmd", "command", "eval", "exec"];
    let is_flag = name.starts_with('-') && name.rsplit('-').next().is_some_and(|last| COMMANDS.contains(&last));
    is_flag || name.starts_with("alias.")
}

fn of_name(name: &str, is_flag: bool) -> Option<&'static str> {
    let mut negated = false;
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()) {
        let flags = if is_flag { DESTRUCTIVE_FLAGS } else { "" };
        let known = DESTRUCTIVE.split(' ').chain(flags.split_whitespace());
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
            ("tool user DELETE {a}", "delete"),
            ("tool db:drop", "drop"),
            ("tool branch-delete {a}", "delete"),
            ("docker system prune", "prune"),
            ("tool --purge=yes", "purge"),
            ("git reset {a}", "reset"),
            ("apt remove {a}", "remove"),
            ("pip uninstall {a}", "uninstall"),
            ("dropdb {a}", "dropdb"),
            ("shutdown now", "shutdown"),
            ("kill {a}", "kill"),
            ("cargo clean", "clean"),
            ("tool cache clear", "clear"),
            ("tool sync --force-push", "force"),
            ("tool move --overwrite a b", "overwrite"),
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
            ("ssh host -- rm x", "rm"),
            ("npm exec -- rimraf dist", "rimraf"),
            ("npx -- sudo rm x", "rm"),
            ("git checkout .", "checkout ."),
            ("git push origin :{a}", ":"),
            ("git push --mirror", "--mirror"),
            ("apt autoremove", "autoremove"),
            ("docker rmi {a}", "rmi"),
            ("make distclean", "distclean"),
        ] {
            assert_eq!(of(template), Some(Refused::Destructive(word.into())), "{template}");
        }
    }

    #[test]
    fn data_and_other_words_are_allowed() {
        for template in [
            "tool --no-prune",
            "tool --no-force",
            "git add -- delete",
            "git checkout main",
            "git push origin main",
            "git clone --mirror {a}",
            "sh script -- delete",
            "cargo test -- delete",
            "kubectl get -- delete",
            "tool --exec-mode=delete",
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
