//! The verbs that delete, discard, overwrite or stop something.

use super::super::super::words::has;
use std::ops::Range;

/// A destructive word.
pub(super) type Verb = &'static str;

/// Verbs and names of programs that are destructive wherever they are: as a program, as a
/// subcommand, or in the name of a flag.
///
/// Matches are case-insensitive. A name matches if it equals one of these words, or contains one as
/// a part, such as `branch-delete`, `db:drop` or `dropDatabase`. A word after a negation doesn't
/// match, as in `--no-prune`.
const DESTRUCTIVE: &str = "\
    autoclean autoremove blkdiscard clean cleanup clear dd del delete deltree destroy discard distclean drop dropdb \
    dropuser erase expunge fdisk flushall flushdb groupdel halt kill killall mkfs mrproper nuke obliterate pkill poweroff prune \
    purge rd reboot remove reset revoke rimraf rm rmdir rmi rmtree shred shutdown srm taskkill tee terminate truncate \
    uninstall unlink unpublish userdel wipe wipefs yank zap";

/// Verbs that only count as a program or a subcommand. In the name of a flag, they're settings, as
/// in `--disable-cache` or `--stop-on-error`.
const SUBCOMMANDS: &str = "abandon abort bootout cancel cordon deactivate deallocate decommission delgroup demote \
    deprovision deregister detach disable disassociate disconnect dismount down downgrade drain eject evict expire flush forget kick \
    pause rollback stop stopall suspend teardown unassign undefine undeploy undo unload unmap unmount unregister unset umount";

/// Programs that aren't verbs.
const PROGRAMS: &str = "atrm bkill cfdisk deluser diskpart format format-volume gdisk ifdown initialize-disk \
    ipcrm lprm lvreduce mke2fs mkntfs mkswap pg_resetwal qdel resize2fs restart-computer rmmod scancel sfdisk skill \
    swapoff tune2fs visudo vipw wipe xkill";

/// Verbs that are also found in a longer word, as in `lvremove` or `deleteall`.
const WITHIN_WORDS: [&str; 5] = ["remove", "delete", "destroy", "erase", "purge"];

/// Words in flags that override safeguards or replace existing data.
const FLAGS: &str = "force hard overwrite";

/// Words before a destructive word that negate it, or make it a condition.
const NEGATIONS: &str = "disable no not on skip without";

/// Words that are only destructive beside each other, as in `migrate:fresh` or `power off`.
const PAIRS: &[(&str, &str)] = &[
    ("migrate", "down fresh refresh undo zero"),
    ("power", "off cycle"),
    ("schema", "load"),
    ("force", "unlock"),
    ("disk luks", "format"),
    ("replace", "existing"),
];

/// Objects that make a destructive verb harmless beside it, as in `password reset`.
const HARMLESS: &[(&str, &str)] = &[
    (
        "reset clear",
        "cursor filter filters highlight layout passphrase password screen search selection terminal timeout timer view zoom",
    ),
    ("drop", "cap caps capabilities privileges privs"),
    (
        "force",
        "build color colors colour exclude include recreate rebuild refresh reinstall tty",
    ),
    ("hard", "links tabs wrap"),
];

/// Returns the verb in the name of a program or a script.
pub(super) fn in_program(name: &str) -> Option<Verb> {
    let lower = name.to_ascii_lowercase();
    let program = PROGRAMS.split(' ').find(|known| *known == lower);
    program.or_else(|| in_parts(&parts(name), &[DESTRUCTIVE, SUBCOMMANDS]))
}

/// Returns the verb in the name of a flag.
pub(super) fn in_flag(name: &str) -> Option<Verb> {
    let name_parts = parts(name);
    in_parts(&name_parts, &[DESTRUCTIVE, FLAGS]).or_else(|| in_pair(&name_parts))
}

/// Returns the verb in an operand. Takes the operands before and after it, because they may be the
/// object of the verb, as in `password reset` and `reset password`.
pub(super) fn in_subcommand(before: &str, operand: &str, after: &str) -> Option<Verb> {
    // The revert of a commit is another commit.
    if operand == "revert" && before != "git" {
        return Some("revert");
    }
    let parts_before = name_parts(before);
    let own_parts = name_parts(operand);
    let start = parts_before.len();
    let end = start + own_parts.len();
    let all = [parts_before, own_parts, name_parts(after)].concat();
    in_range(&all, start..end, &[DESTRUCTIVE, SUBCOMMANDS]).or_else(|| in_pair(&all[..end]))
}

/// Returns the first verb in a piece of source code or in a list of commands.
pub(super) fn in_text(text: &str) -> Option<Verb> {
    text.split_whitespace().find_map(|word| {
        let second_list = if word.starts_with('-') {
            FLAGS
        } else {
            SUBCOMMANDS
        };
        // Only the last part of a path is a program.
        let last = word.rsplit('/').next().unwrap_or_default();
        in_parts(&parts(last), &[DESTRUCTIVE, second_list])
    })
}

/// Returns the verb of an SQL statement that deletes something.
pub(super) fn in_statement(text: &str) -> Option<Verb> {
    const OBJECTS: &str = "collection column constraint database index keyspace role schema sequence table tablespace \
        trigger user view";
    let words: Vec<String> = text
        .split_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    words.windows(2).find_map(|pair| {
        let object = pair[1].as_str();
        match pair[0].as_str() {
            "drop" if has(OBJECTS, object) => Some("drop"),
            "truncate" if object == "table" => Some("truncate"),
            "delete" if object == "from" => Some("delete"),
            _ => None,
        }
    })
}

/// Whether an operand is a path, and not a verb.
fn is_data(operand: &str) -> bool {
    operand.contains(['/', '='])
}

/// Returns the words of a subcommand or an object. After a dot, the last word is the verb, as in
/// `db.drop`, or the extension of a file, as in `reset.rs`.
fn name_parts(operand: &str) -> Vec<&str> {
    if is_data(operand) {
        return Vec::new();
    }
    parts(operand.rsplit('.').next().unwrap_or_default())
}

/// Splits a name into words. Any character except letters and digits separates words, and so does
/// a change from lower to upper case.
fn parts(name: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut start = 0;
        for (at, pair) in part.as_bytes().windows(2).enumerate() {
            if pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase() {
                found.push(&part[start..=at]);
                start = at + 1;
            }
        }
        found.push(&part[start..]);
    }
    found.retain(|part| !part.is_empty());
    found
}

fn in_parts(parts: &[&str], lists: &[&'static str]) -> Option<Verb> {
    in_range(parts, 0..parts.len(), lists)
}

/// Returns the first verb in some parts of a name. The parts beside the verb may negate it, or be
/// its object.
fn in_range(parts: &[&str], range: Range<usize>, lists: &[&'static str]) -> Option<Verb> {
    for index in range.clone() {
        let verb = verb_of(parts[index], lists);
        let before = index.checked_sub(1).map(|before| parts[before]);
        let after = parts.get(index + 1).copied();
        // A negation is part of the same name.
        let is_negated = index > range.start && before.is_some_and(|word| is_in(NEGATIONS, word));
        if let Some(verb) = verb
            && !is_negated
            && !is_about_a_harmless_object(verb, before, after)
        {
            return Some(verb);
        }
    }
    None
}

fn verb_of(part: &str, lists: &[&'static str]) -> Option<Verb> {
    let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let listed = lists
        .iter()
        .flat_map(|list| list.split_whitespace())
        .find(|known| word.eq_ignore_ascii_case(known));
    listed.or_else(|| within(word))
}

/// Whether a list contains a word, in upper or lower case.
fn is_in(list: &str, word: &str) -> bool {
    has(list, &word.to_ascii_lowercase())
}

/// Returns the verb at the end of a longer word, as in `lvremove`, or at its start, as in
/// `deleteall`. Ignores other forms of the verb, such as `deleted` and `remover`.
fn within(word: &str) -> Option<Verb> {
    // Shorter endings, as in `deletes` and `removed`, make other forms of a verb.
    const SHORTEST_OBJECT: usize = 3;
    let lower = word.to_ascii_lowercase();
    let is_opposite = lower.starts_with("un");
    WITHIN_WORDS.into_iter().find(|verb| {
        let has_object = lower.len() >= verb.len() + SHORTEST_OBJECT;
        let is_start = lower.starts_with(verb) && has_object;
        let is_end = lower.ends_with(verb) && !is_opposite;
        is_start || is_end
    })
}

fn is_about_a_harmless_object(verb: &str, before: Option<&str>, after: Option<&str>) -> bool {
    HARMLESS
        .iter()
        .filter(|(verbs, _)| has(verbs, verb))
        .any(|(_, objects)| {
            let mut beside = before.into_iter().chain(after);
            beside.any(|word| is_in(objects, word))
        })
}

fn in_pair(parts: &[&str]) -> Option<Verb> {
    parts.windows(2).find_map(|pair| {
        let [first, second] = [pair[0], pair[1]].map(str::to_ascii_lowercase);
        let (_, seconds) = PAIRS.iter().find(|(firsts, _)| has(firsts, &first))?;
        seconds.split(' ').find(|known| *known == second)
    })
}
