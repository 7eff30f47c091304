//! Seven simulated agents. Each one reads more of a failure than the previous one, except for the agent that only reads
//! prose.

use crate::call::{Call, same_name};
use crate::choices::{self, Known, Mistake};
use crate::program;
use crate::prose::{Hint, hints};
use crate::refresh::{Refreshed, refreshed};
use crate::scenarios::{End, Scenario};
use crate::world::{Seen, View, World};
use agent_error::{ErrorRecord, parse};
use std::time::Duration;

/// The parts of a failure that an agent can interpret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ability {
    /// Interprets nothing, and repeats the call three times.
    Blind,
    /// Interprets the exit code or the HTTP status, and repeats the call after temporary failures.
    Exits,
    /// Interprets the code and the retry facts.
    Codes,
    /// Also follows the fix and the actions.
    Advice,
    /// Reads only prose, with every heuristic.
    Prose,
    /// Reads both prose and fields, and prefers fields.
    Everything,
    /// Also reads help texts if it doesn't know the next call.
    Help,
}

impl Ability {
    pub(crate) const ALL: [Self; 7] =
        [Self::Blind, Self::Exits, Self::Codes, Self::Advice, Self::Prose, Self::Everything, Self::Help];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Blind => "repeats blindly",
            Self::Exits => "reads exit codes",
            Self::Codes => "reads codes and retry facts",
            Self::Advice => "follows fix and actions",
            Self::Prose => "reads prose",
            Self::Everything => "reads everything",
            Self::Help => "reads everything and help",
        }
    }
}

/// The result of one agent in one scenario.
pub(crate) struct Outcome {
    /// Whether the agent reached the goal, or correctly left the decision to the user.
    pub(crate) is_right: bool,
    pub(crate) calls: usize,
    pub(crate) help_calls: usize,
    pub(crate) tokens: usize,
    pub(crate) unsafe_calls: usize,
    pub(crate) waited: Duration,
    pub(crate) trace: String,
}

/// The maximum number of calls of any kind.
const BUDGET: usize = 10;

/// The longest single wait.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn pursue(scenario: &Scenario, ability: Ability, view: View) -> Outcome {
    let mut world = World::new(scenario.program, view);
    let goal = (scenario.set_up)(&mut world);
    let reached = Agent { world: &mut world, ability, known: scenario.known, tries: 0, seen: Vec::new() }.reach(goal);
    let is_right = match scenario.end {
        End::Reached => reached,
        End::LeftToTheUser => !reached && world.unsafe_calls == 0,
    };
    world.trace.push_str(if reached { "done\n" } else { "gave up\n" });
    Outcome {
        is_right,
        calls: world.calls,
        help_calls: world.help_calls,
        tokens: world.tokens,
        unsafe_calls: world.unsafe_calls,
        waited: world.waited,
        trace: world.trace.clone(),
    }
}

struct Agent<'a> {
    world: &'a mut World,
    ability: Ability,
    known: Known,
    tries: u32,
    /// The commands and calls that the agent already tried.
    seen: Vec<String>,
}

impl Agent<'_> {
    fn reach(mut self, mut call: Call) -> bool {
        while self.world.calls < BUDGET {
            let seen = self.world.call(&call);
            if seen.data.is_some() {
                return true;
            }
            let next = match self.ability {
                Ability::Blind => self.repeat(3, Some(Duration::from_secs(1))).then(|| call.clone()),
                Ability::Exits => self.by_exit(&seen).then(|| call.clone()),
                Ability::Codes | Ability::Advice => self.by_record(&seen, &call),
                Ability::Prose => self.by_prose(&seen, &call),
                Ability::Everything => self.by_everything(&seen, &call),
                Ability::Help => self.by_everything(&seen, &call).or_else(|| self.by_help(&seen, &call)),
            };
            match next {
                Some(next) => call = next,
                None => return false,
            }
        }
        false
    }

    /// Waits before another attempt. If the wait is unknown, doubles it with each attempt.
    fn repeat(&mut self, most: u32, wait: Option<Duration>) -> bool {
        if self.tries == most || wait.is_some_and(|wait| wait > PATIENCE) {
            return false;
        }
        let growing = Duration::from_secs(1 << self.tries);
        self.tries += 1;
        self.world.wait(wait.unwrap_or(growing));
        true
    }

    fn by_exit(&mut self, seen: &Seen) -> bool {
        // Timeout, rate limit, unavailable, `EX_TEMPFAIL`, and the HTTP statuses 429 and 503.
        [10, 11, 12, 75, 429, 503].contains(&seen.exit) && self.repeat(5, None)
    }

    /// Parses the error. Returns `None` if the program runs without this crate.
    fn record(&self, seen: &Seen) -> Option<ErrorRecord> {
        if self.world.view == View::Plain { None } else { parse(&seen.text).ok() }
    }

    fn by_record(&mut self, seen: &Seen, call: &Call) -> Option<Call> {
        let record = self.record(seen)?;
        if record.facts.retryable == Some(true) {
            let wait = record
                .retry_after
                .map(|wait| if record.facts.retry.is_some() { wait * (1 << self.tries) } else { wait });
            return self.repeat(5, wait).then(|| call.clone());
        }
        if self.ability == Ability::Codes {
            return None;
        }
        if let Some(fix) = &record.fix_command {
            return (self.is_new(fix) && self.world.shell(fix).data.is_some()).then(|| call.clone());
        }
        record.actions.iter().find_map(|action| self.by_action(action, call))
    }

    /// Calls an action and returns the call with values from the result.
    fn by_action(&mut self, action: &str, call: &Call) -> Option<Call> {
        if action.contains(' ') {
            // The action is an HTTP request. Accept it if it differs from the call by at most two letters.
            let is_near = strsim::osa_distance(action, &call.action) <= 2;
            return (is_near && self.is_new(action)).then(|| Call::to(action));
        }
        let question = program::harmless(self.world.program, action, call)?;
        self.learn(&question, call)
    }

    /// Makes a read-only call. Returns the original call, with better values if the result has any.
    fn learn(&mut self, question: &Call, call: &Call) -> Option<Call> {
        if !self.is_new(&format!("{question:?}")) {
            return None;
        }
        let data = self.world.call(question).data?;
        match self.refreshed(call, &data) {
            Some(call) => Some(call),
            // The agent read what the call is about, such as a file before writing it, so the call may now succeed.
            None if question.arguments.iter().any(|argument| call.arguments.contains(argument)) => Some(call.clone()),
            None => None,
        }
    }

    /// Returns the call with better values from a result. Never guesses a value for a call that changes something.
    fn refreshed(&mut self, call: &Call, data: &serde_json::Value) -> Option<Call> {
        let Refreshed { call: better, changes, is_guess } = refreshed(call, data)?;
        if is_guess && program::changes(self.world.program, call) {
            return None;
        }
        for change in &changes {
            self.world.note(&change.to_string());
        }
        Some(better)
    }

    fn by_prose(&mut self, seen: &Seen, call: &Call) -> Option<Call> {
        for hint in hints(&seen.text, self.world.program, call, self.known) {
            match hint {
                Hint::Wait(wait) if self.repeat(5, wait) => return Some(call.clone()),
                Hint::Instead(other) if self.is_new(&format!("{other:?}")) => return Some(other),
                Hint::Run(command) if self.is_new(&command) => {
                    let Some(data) = self.world.shell(&command).data else { continue };
                    return Some(self.refreshed(call, &data).unwrap_or_else(|| call.clone()));
                }
                Hint::Wait(_) | Hint::Instead(_) | Hint::Run(_) => {}
            }
        }
        None
    }

    /// Uses fields first, then prose.
    fn by_everything(&mut self, seen: &Seen, call: &Call) -> Option<Call> {
        if let Some(record) = self.record(seen) {
            if record.facts.retryable == Some(true) || record.fix_command.is_some() {
                return self.by_record(seen, call);
            }
            if let Some(check) = &record.check_command {
                // The check shows what happened. Only the user can decide what to do next.
                self.world.shell(check);
                return None;
            }
            let next = self.by_choices(&record, call).or_else(|| self.by_record(seen, call));
            if next.is_some() {
                return next;
            }
        }
        self.by_prose(seen, call)
    }

    /// Returns the call with a name or a value that the failure lists.
    fn by_choices(&mut self, record: &ErrorRecord, call: &Call) -> Option<Call> {
        let mut missing = choices::entries(record.value("missing")).into_iter().map(|(name, _)| name);
        let commands = choices::entries(record.value("values_from"));
        let command = |name: &str| {
            let is_of = |(of, _): &&(String, String)| same_name(of.trim_start_matches('-'), name);
            commands.iter().find(is_of).map(|(_, command)| command.clone())
        };
        let completed = missing.try_fold((call.clone(), false), |(call, _), name| {
            let (name, word) = choices::asked(self.known, &name)?;
            let value = match command(name) {
                Some(command) => choices::found_in(&self.world.shell(&command).data?, word)?,
                None => word.to_owned(),
            };
            Some((call.with(name, value), true))
        });
        match completed {
            Some((call, true)) => return self.is_new(&format!("{call:?}")).then_some(call),
            None => return None,
            Some((_, false)) => {}
        }
        let mistake = choices::stated(record, call)?;
        let nearest = choices::entries(record.value("nearest"));
        let valid = choices::entries(record.value("valid"));
        let right = nearest.first().map(|(name, _)| name.as_str()).or_else(|| choices::meant(&mistake, &valid))?;
        let better = choices::corrected(call, &mistake, right)?;
        self.is_new(&format!("{better:?}")).then_some(better)
    }

    /// Returns the call with a name or a value from the command's help.
    fn by_help(&mut self, seen: &Seen, call: &Call) -> Option<Call> {
        let command = match choices::told(&seen.text) {
            Some(Mistake::Command(_)) => call.action.rsplit_once('.').map_or("", |(above, _)| above),
            _ => &call.action,
        };
        let command = command.to_owned();
        if !self.is_new(&format!("help {command}")) {
            return None;
        }
        let help = self.world.help(&command)?;
        let mistake = self.record(seen).and_then(|record| choices::stated(&record, call));
        let mistake = mistake.or_else(|| choices::told(&seen.text))?;
        let entries = choices::of_help(&help);
        let better = choices::corrected(call, &mistake, choices::meant(&mistake, &entries)?)?;
        self.is_new(&format!("{better:?}")).then_some(better)
    }

    /// Whether this hasn't been tried before.
    fn is_new(&mut self, what: &str) -> bool {
        let is_new = !self.seen.iter().any(|seen| seen == what);
        self.seen.push(what.to_owned());
        is_new
    }
}
