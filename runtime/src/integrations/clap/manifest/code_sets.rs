//! Deduplicates the codes of commands in a manifest.

use super::command::CommandEntry;

/// Codes and their exit codes, sorted.
pub(super) type CodeSet = Vec<(&'static str, u8)>;

/// Creates the distinct sets of codes, and makes the commands refer to them. The first set contains the codes that all
/// commands have in common.
pub(super) fn refer(commands: &mut [(String, CommandEntry)]) -> Vec<CodeSet> {
    let Some((_, first)) = commands.first() else { return Vec::new() };
    let everywhere = |code: &(&'static str, u8)| commands.iter().all(|(_, command)| command.codes.contains(code));
    let common: CodeSet = first.codes.iter().copied().filter(everywhere).collect();
    let mut sets = vec![common];
    for (_, command) in commands {
        let own: CodeSet = command.codes.iter().copied().filter(|code| !sets[0].contains(code)).collect();
        command.code_sets = vec![0];
        if !own.is_empty() {
            let place = sets.iter().position(|set| *set == own).unwrap_or(sets.len());
            if place == sets.len() {
                sets.push(own);
            }
            command.code_sets.push(place);
        }
    }
    sets
}
