//! Tests with `kb`, a knowledge base that others also change.

use crate::agent::Agent;
use crate::call::Call;
use crate::command_line::CommandLine;
use crate::failure::Answer;
use crate::host::Host as _;
use crate::programs::program;
use crate::server::Server;
use crate::shell::Shell;
use serde_json::Value;
use tempfile::TempDir;

/// The home directory of a knowledge base.
pub(crate) struct Home {
    directory: TempDir,
}

impl Home {
    /// Creates a home directory without a knowledge base.
    pub(crate) fn empty() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    /// Creates a knowledge base with two entries. The first entry was updated once, so it's at version 2.
    pub(crate) fn with_entries() -> Self {
        let home = Self::empty();
        home.settled(&Call::to("init"));
        for id in ["async-rust", "build-times"] {
            home.settled(&Call::to("add").with("id", id).with("title", id));
        }
        home.settled(&Call::to("update").with("id", "async-rust").with("if-version", 1).with("body", "Pin it."));
        home
    }

    fn shell(&self) -> Shell {
        let database = self.directory.path().join("kb.db");
        let variables = [("KB_OUTPUT", "envelope"), ("KB_DB", database.to_str().unwrap())];
        Shell::new(program("kb"), self.directory.path(), &variables)
    }

    fn client(&self) -> CommandLine {
        CommandLine::new(self.shell())
    }

    pub(crate) fn server(&self) -> Server {
        Server::start(self.shell(), &["mcp", "--errors", "envelope"])
    }

    /// Makes a call and returns its data. Panics if the call fails.
    pub(crate) fn settled(&self, call: &Call) -> Value {
        match self.client().call(call) {
            Answer::Done(value) => value,
            Answer::Failed(failure) => panic!("{failure:?}"),
        }
    }

    /// Replaces the directory in a trace, which differs between runs.
    pub(crate) fn settled_trace(&self, trace: &str) -> String {
        trace.replace(self.directory.path().to_str().unwrap(), "/home/agent")
    }
}

#[test]
fn a_misspelled_entry_is_corrected_from_the_list() {
    let home = Home::with_entries();
    let outcome = Agent::new(&mut home.client()).pursue(Call::to("get").with("id", "asnc-rust"));
    assert_eq!(
        outcome.trace(),
        "\
call     kb get asnc-rust
failed   not_found
asked    kb list
changed  id: \"asnc-rust\" -> \"async-rust\"
call     kb get async-rust
done
"
    );
    assert_eq!(outcome.result.unwrap()["body"], "Pin it.");
}

#[test]
fn an_entry_changed_in_the_meantime_is_read_again() {
    let home = Home::with_entries();
    let update = Call::to("update").with("id", "async-rust").with("if-version", 1);
    let outcome = Agent::new(&mut home.client()).pursue(update.for_the_sake_of("title", "Async Rust"));
    assert_eq!(
        outcome.trace(),
        "\
call     kb update async-rust --if-version=1 --title='Async Rust'
failed   conflict
asked    kb get async-rust
changed  if-version: 1 -> 2
call     kb update async-rust --if-version=2 --title='Async Rust'
done
"
    );
    let entry = outcome.result.unwrap();
    assert_eq!((&entry["title"], &entry["version"]), (&"Async Rust".into(), &3.into()));
    assert_eq!(entry["body"], "Pin it.", "the change of the other one is kept");
}

#[test]
fn a_missing_knowledge_base_is_created() {
    let home = Home::empty();
    let outcome = Agent::new(&mut home.client()).pursue(Call::to("list"));
    assert_eq!(
        home.settled_trace(&outcome.trace()),
        "\
call     kb list
failed   database_missing
fix      kb init --if-missing --db=/home/agent/kb.db
call     kb list
done
"
    );
    assert!(outcome.result.is_ok());
}
