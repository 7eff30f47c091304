//! Measures simulated agents, which use no language model: the same programs, faults and goals with and without this
//! crate.
//!
//! To print three tables, run `cargo bench -p agent-error-benches --bench agents`. The first and third tables are part
//! of `costs.md`. To also print every step, pass `-- --traces`. The benchmark runs the example programs and doesn't use
//! the network. Waits are virtual: an outage ends once the agent has waited long enough. Without this crate, a failure
//! is what thiserror, anyhow and clap print; see [`plain`]. The expected tables are in `tables.md`, and the expected
//! steps in `traces`. To update both, set `TRACES=overwrite`.
//!
//! To let another agent play, such as a language model, pass `-- --play VIEW SCENARIO`; see [`play`].

// Fixes are command lines, which `sh` runs.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a measurement that cannot run has failed")]

mod agent;
#[path = "../../self_healing/call.rs"]
mod call;
mod choices;
mod plain;
mod play;
mod program;
mod prose;
#[allow(dead_code, unused_imports, reason = "its tests run with the agent that has it")]
#[path = "../../self_healing/refresh.rs"]
mod refresh;
mod scenarios;
mod table;
#[allow(dead_code, reason = "only its changes of arguments are needed here")]
#[path = "../../self_healing/trace.rs"]
mod trace;
mod world;

use agent::{Ability, Outcome, pursue};
use agent_error::Format;
use scenarios::{Scenario, scenarios};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Row, Sum};
use world::View;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, play, view, scenario, ..] = &arguments[..]
        && play == "--play"
    {
        play::play(view, scenario);
        return ExitCode::SUCCESS;
    }
    let shows_traces = arguments.iter().any(|argument| argument == "--traces");
    let scenarios = scenarios();
    let mut readers = Vec::new();
    for view in [View::Plain, View::Crate(Format::Envelope)] {
        readers.extend(Ability::ALL.map(|ability| (ability, view)));
    }
    let compared = readers.len();
    readers.extend(Format::ALL.iter().map(|format| (Ability::Advice, View::Crate(*format))));
    let outcomes = pursue_all(&scenarios, &readers);

    let mut traces: BTreeMap<String, String> = BTreeMap::new();
    let mut rows = Vec::new();
    for ((ability, view), outcomes) in readers.into_iter().zip(outcomes) {
        let name = match view {
            View::Crate(format) if rows.len() >= compared => format!("`{format:?}`"),
            _ => format!("{}, {}", ability.name(), view.name()),
        };
        let mut sum = Sum::default();
        for (scenario, outcome) in scenarios.iter().zip(&outcomes) {
            sum.add(outcome);
            if rows.len() < compared {
                let trace = traces.entry(scenario.name.to_owned()).or_default();
                trace.extend(["== ", ability.name(), ", ", view.name(), "\n", &outcome.trace, "\n"]);
            }
        }
        rows.push(Row { name, sum });
    }
    let formats = rows.split_off(compared);
    let (without, with) = rows.split_at(Ability::ALL.len());
    let tables = [
        table::side_by_side(&Ability::ALL.map(Ability::name), without, with),
        table::shown("agent", &rows),
        table::shown("format, read by the agent that follows advice", &formats),
    ];
    let tables = tables.join("\n");
    print!("{tables}");
    if shows_traces {
        for (name, trace) in &traces {
            println!("\n# {name}\n\n{trace}");
        }
    }
    let kept = traces.into_iter().map(|(name, trace)| (format!("traces/{}.txt", name.replace(' ', "-")), trace));
    match kept.chain([("tables.md".to_owned(), tables)]).filter(|(path, text)| !is_kept(path, text)).count() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Runs each agent in each scenario. Runs several at once, because most of the time is spent waiting. Returns one row
/// of outcomes per agent.
fn pursue_all(scenarios: &[Scenario], readers: &[(Ability, View)]) -> Vec<Vec<Outcome>> {
    const AT_ONCE: usize = 12;
    let next = AtomicUsize::new(0);
    let outcomes: Vec<Vec<OnceLock<Outcome>>> =
        readers.iter().map(|_| scenarios.iter().map(|_| OnceLock::new()).collect()).collect();
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    let (reader, scenario) = (job / scenarios.len(), job % scenarios.len());
                    let Some((ability, view)) = readers.get(reader) else { break };
                    let outcome = pursue(&scenarios[scenario], *ability, *view);
                    outcomes[reader][scenario].set(outcome).ok().unwrap();
                }
            });
        }
    });
    outcomes.into_iter().map(|row| row.into_iter().map(|cell| cell.into_inner().unwrap()).collect()).collect()
}

/// Whether a string matches the expected file. Overwrites the file if `TRACES=overwrite` is set.
fn is_kept(path: &str, text: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("agents").join(path);
    if std::env::var("TRACES").is_ok_and(|value| value == "overwrite") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let is_kept = std::fs::read_to_string(&path).is_ok_and(|kept| kept == text);
    if !is_kept {
        eprintln!("{} is not what was measured; accept it with TRACES=overwrite:\n{text}", path.display());
    }
    is_kept
}
