//! The numbers of all scenarios.

use crate::agent::Outcome;
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Sum {
    scenarios: usize,
    reached: usize,
    calls: usize,
    tokens: usize,
    unsafe_calls: usize,
    waited: Duration,
}

impl Sum {
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        self.scenarios += 1;
        self.reached += usize::from(outcome.is_right);
        self.calls += outcome.calls;
        self.tokens += outcome.tokens;
        self.unsafe_calls += outcome.unsafe_calls;
        self.waited += outcome.waited;
    }
}

pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) sum: Sum,
}

/// A Markdown table.
pub(crate) fn print(title: &str, rows: &[Row]) {
    println!("| {title} | right end | calls | tokens read | unsafe calls | waited |");
    println!("|---|---:|---:|---:|---:|---:|");
    for Row { name, sum } in rows {
        let Sum { scenarios, reached, calls, tokens, unsafe_calls, waited } = sum;
        let waited = waited.as_secs();
        println!("| {name} | {reached} of {scenarios} | {calls} | {tokens} | {unsafe_calls} | {waited} s |");
    }
}
