//! The results of all scenarios, as tables.

use crate::agent::Outcome;
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Sum {
    scenarios: usize,
    reached: usize,
    calls: usize,
    help_calls: usize,
    tokens: usize,
    unsafe_calls: usize,
    waited: Duration,
}

impl Sum {
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        self.scenarios += 1;
        self.reached += usize::from(outcome.is_right);
        self.calls += outcome.calls;
        self.help_calls += outcome.help_calls;
        self.tokens += outcome.tokens;
        self.unsafe_calls += outcome.unsafe_calls;
        self.waited += outcome.waited;
    }
}

pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) sum: Sum,
}

/// Formats the first table of `costs.md`: each agent without and with this crate.
pub(crate) fn side_by_side(names: &[&str], without: &[Row], with: &[Row]) -> String {
    let columns = "right end | help calls | tokens read | unsafe calls |";
    let head = format!("| agent | without: {columns} with: {columns}\n");
    let cells = |Row { sum: Sum { scenarios, reached, help_calls, tokens, unsafe_calls, .. }, .. }: &Row| {
        format!("{reached} of {scenarios} | {help_calls} | {tokens} | {unsafe_calls} |")
    };
    let rows = names.iter().zip(without.iter().zip(with));
    let rows = rows.map(|(name, (without, with))| format!("| {name} | {} {}\n", cells(without), cells(with)));
    format!("{head}|---|---:|---:|---:|---:|---:|---:|---:|---:|\n{}", rows.collect::<String>())
}

/// Formats the rows as a Markdown table.
pub(crate) fn shown(title: &str, rows: &[Row]) -> String {
    let head = format!("| {title} | right end | calls | help calls | tokens read | unsafe calls | waited |\n");
    let rows = rows.iter().map(|Row { name, sum }| {
        let Sum { scenarios, reached, calls, help_calls, tokens, unsafe_calls, waited } = sum;
        let waited = waited.as_secs();
        format!(
            "| {name} | {reached} of {scenarios} | {calls} | {help_calls} | {tokens} | {unsafe_calls} | {waited} s |\n"
        )
    });
    head + "|---|---:|---:|---:|---:|---:|---:|\n" + &rows.collect::<String>()
}
