//! Proofs, which test that the advice of an error code works.

mod call;
mod declared;
mod destructive;
mod folder;
mod isolation;
mod proof;
mod proofs_file;
mod template;

pub use call::Call;
pub use proof::Proof;

use super::check_error::CheckError;
use super::tool::Tool;
use crate::lock::in_package;
use agent_error::Catalog;
use agent_error_tooling::{Coverage, CoveredCode, Document, DocumentError, Promise, ProofState, promises};
use proof::{Followed, UnfollowedAdvice};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread;

type ProofFn = Box<dyn FnOnce(&mut Proof) -> Result<(), CheckError> + Send>;

/// Tests that the advice of a program works.
///
/// Every code with a fix, actions or retry facts needs a proof. A proof makes a call that fails with the code, follows
/// the advice in the error, and makes the call again:
///
/// ```no_run
/// use agent_error_testing::Proofs;
///
/// # const TOOL: &str = "tool";
/// # /*
/// const TOOL: &str = env!("CARGO_BIN_EXE_tool");
///
/// #[test]
/// # */
/// fn advice_is_proven() {
///     Proofs::of_program(TOOL)
///         .prove("STORE_MISSING", |proof| {
///             proof.fails(proof.tool(TOOL).args(["list", "--output", "json"]))?;
///             proof.fix()?;
///             proof.again()
///         })
///         .exempt("DISK_BROKEN", "a test cannot break a disk")
///         .assert("errors.proofs.json");
/// }
/// ```
///
/// The proof file lists the proven codes. Keep it next to the lock file. To write it, set `AGENT_ERROR_LOCK=overwrite`.
/// All proofs run in parallel, each in its own temporary directory.
#[must_use = "nothing is proven until `assert` or `run`"]
pub struct Proofs {
    promises: Vec<Promise>,
    given: Vec<(String, ProofFn)>,
    exempt: Vec<(String, String)>,
    /// Exempt fixes. Each entry contains the code, the declared command, and the reason.
    exempt_fixes: Vec<(String, String, String)>,
    /// The percentage of codes that must be proven, or `None` if each code must be proven, settled or exempt.
    percent: Option<u8>,
}

impl Proofs {
    /// Creates a test for a program with an `errors catalog` command.
    ///
    /// # Panics
    ///
    /// Panics if the command fails or doesn't print the catalog document.
    #[track_caller]
    #[allow(clippy::panic, reason = "a test that cannot run its program has failed")]
    pub fn of_program(program: impl Into<PathBuf>) -> Self {
        let run = Tool::new(program).args(["errors", "catalog"]).run();
        let document: Result<Document, DocumentError> = run.text(agent_error::format::Stream::Stdout).parse();
        match document {
            Ok(document) if run.exit_code == Some(0) => Self::of(&document),
            Ok(_) => panic!("expected the catalog document of the program\n{run}"),
            Err(error) => panic!("expected the catalog document of the program: {error}\n{run}"),
        }
    }

    /// Creates a test for the codes in a catalog.
    ///
    /// # Panics
    ///
    /// Panics if this version of agent-error-testing can't read the catalog document because agent-error is newer.
    #[track_caller]
    #[allow(clippy::panic, reason = "a test without its catalog has failed")]
    pub fn of_catalog(catalog: &Catalog) -> Self {
        match catalog.document().parse() {
            Ok(document) => Self::of(&document),
            Err(error) => panic!("cannot read the catalog document: {error}"),
        }
    }

    fn of(document: &Document) -> Self {
        Self {
            promises: promises(document),
            given: Vec::new(),
            exempt: Vec::new(),
            exempt_fixes: Vec::new(),
            percent: None,
        }
    }

    /// Adds a proof for a code. If you add several proofs for the same code, they must together follow all of its
    /// advice.
    pub fn prove(
        mut self,
        code: impl Into<String>,
        proof: impl FnOnce(&mut Proof) -> Result<(), CheckError> + Send + 'static,
    ) -> Self {
        self.given.push((code.into(), Box::new(proof)));
        self
    }

    /// Exempts a code whose advice can't be tested. The reason must not be empty.
    pub fn exempt(mut self, code: impl Into<String>, reason: impl Into<String>) -> Self {
        self.exempt.push((code.into(), reason.into()));
        self
    }

    /// Exempts a single fix of a code. Use this if several types declare the code, but the fix of one type can't be
    /// tested. The reason must not be empty.
    ///
    /// Pass the fix as declared, such as `tool init --db={path}`. The code then counts as exempt, but its other advice
    /// still needs a proof.
    pub fn exempt_fix(mut self, code: impl Into<String>, fix: impl Into<String>, reason: impl Into<String>) -> Self {
        self.exempt_fixes.push((code.into(), fix.into(), reason.into()));
        self
    }

    /// Sets the percentage of codes that must be proven. The other codes may be unproven. Settled and exempt codes
    /// don't count as proven. By default, every code must be proven, settled or exempt.
    pub fn min(mut self, percent: u8) -> Self {
        self.percent = Some(percent);
        self
    }

    /// Runs all proofs and returns the result for each code.
    pub fn run(self) -> Coverage {
        let Self { promises, given, exempt, exempt_fixes, percent: _ } = self;
        let mut wrong: Vec<CoveredCode> = Vec::new();
        let mut results: BTreeMap<String, Vec<Result<Followed, String>>> = BTreeMap::new();
        for (code, result) in run_all(given) {
            results.entry(code).or_default().push(result);
        }
        let known: BTreeSet<&str> = promises.iter().map(|promise| promise.code.as_str()).collect();
        let exempted = exempt.iter().map(|(code, _)| code).chain(exempt_fixes.iter().map(|(code, ..)| code));
        for code in results.keys().chain(exempted) {
            if !known.contains(code.as_str()) {
                let problem = "the code promises nothing; remove its proof or its exemption".to_owned();
                let place = "no declaration with advice".to_owned();
                wrong.push(CoveredCode::new(code, place, ProofState::Failed { problem }));
            }
        }
        let standing = |promise: &Promise| {
            let exempt = exempt.iter().find(|(code, _)| *code == promise.code).map(|(_, reason)| reason.as_str());
            let fixes: Vec<(&str, &str)> = exempt_fixes
                .iter()
                .filter(|(code, ..)| *code == promise.code)
                .map(|(_, fix, reason)| (fix.as_str(), reason.as_str()))
                .collect();
            standing(promise, results.get(&promise.code).map(Vec::as_slice), exempt, &fixes)
        };
        let mut standings: BTreeMap<&str, ProofState> =
            promises.iter().map(|promise| (promise.code.as_str(), standing(promise))).collect();
        let next: BTreeMap<&str, &str> = results
            .iter()
            .flat_map(|(code, results)| results.iter().flatten().map(move |followed| (code, followed)))
            .filter_map(|(code, followed)| Some((code.as_str(), followed.leads_to.as_deref()?)))
            .collect();
        for (code, to) in &next {
            if let Some(problem) = unfinished(code, to, &standings, &next) {
                standings.insert(code, ProofState::Failed { problem });
            }
        }
        let covered = |promise: &Promise| {
            let place = declared::of(&promise.code, &promise.declared_by);
            CoveredCode::new(&promise.code, place, standings[promise.code.as_str()].clone())
        };
        let mut codes: Vec<CoveredCode> = promises.iter().map(covered).chain(wrong).collect();
        codes.sort_by(|a, b| a.code.cmp(&b.code));
        Coverage::new(codes)
    }

    /// Runs all proofs. Asserts that enough codes are proven, and that the file is up to date. The path is relative to
    /// the package's `Cargo.toml`.
    ///
    /// # Panics
    ///
    /// Panics if too few codes are proven, if a proof fails, or if the file is missing or outdated. The message
    /// describes the problem with each code, including where the code is declared. For an unproven code, it also
    /// contains a template of the missing proof.
    #[track_caller]
    #[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
    pub fn assert(self, path: impl AsRef<Path>) {
        let (promises, percent) = (self.promises.clone(), self.percent);
        let coverage = self.run();
        let checked = percent.map_or_else(|| coverage.require_all(), |percent| coverage.require(percent));
        if let Err(error) = checked {
            panic!("{error}");
        }
        let path = in_package(path.as_ref());
        if let Err(problem) = proofs_file::check(&path, &promises, &coverage) {
            panic!("{problem}");
        }
    }
}

/// Runs each proof in its own thread, with its own `Proof`.
fn run_all(proofs: Vec<(String, ProofFn)>) -> Vec<(String, Result<Followed, String>)> {
    thread::scope(|scope| {
        let begin = |(code, run): (String, ProofFn)| {
            let of = code.clone();
            let thread = scope.spawn(move || {
                let mut proof = Proof::new(&of).map_err(|error| format!("cannot make a folder: {error}"))?;
                run(&mut proof).and_then(|()| proof.finish()).map_err(|error| error.to_string())
            });
            (code, thread)
        };
        let threads: Vec<_> = proofs.into_iter().map(begin).collect();
        let end = |(code, thread): (String, thread::ScopedJoinHandle<'_, Result<Followed, String>>)| {
            let result = thread.join().unwrap_or_else(|payload| {
                let text = payload.downcast_ref::<String>().cloned();
                let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                Err(format!("the proof panicked: {}", text.unwrap_or_default()))
            });
            (code, result)
        };
        threads.into_iter().map(end).collect()
    })
}

/// Evaluates the results of a code's proofs. `fixes` contains the exempt fixes, each with its reason.
fn standing(
    promise: &Promise,
    results: Option<&[Result<Followed, String>]>,
    exempt: Option<&str>,
    fixes: &[(&str, &str)],
) -> ProofState {
    let failed = |problem: String| ProofState::Failed { problem };
    if exempt.into_iter().chain(fixes.iter().map(|(_, reason)| *reason)).any(|reason| reason.trim().is_empty()) {
        return failed("the exemption has no reason".to_owned());
    }
    let is_declared = |fix: &str| promise.advice.iter().any(|advice| advice["fix_command"] == fix);
    if let Some((fix, _)) = fixes.iter().find(|(fix, _)| !is_declared(fix)) {
        return failed(format!("no declaration has the exempt fix `{fix}`"));
    }
    match (results, exempt) {
        (Some(_), Some(_)) => failed("the code is proven and exempt; remove one of the two".to_owned()),
        (None, Some(reason)) => ProofState::Exempt { reason: reason.to_owned() },
        (None, None) => ProofState::Unproven { template: template::of(promise) },
        (Some(results), None) => {
            let problems: Vec<&str> =
                results.iter().filter_map(|result| result.as_ref().err()).map(String::as_str).collect();
            if !problems.is_empty() {
                return failed(problems.join("\n"));
            }
            let mut all = Followed::default();
            for followed in results.iter().flatten() {
                all.add(followed);
            }
            let mut lacking = all.lacks(promise);
            lacking
                .retain(|lacking| !fixes.iter().any(|(fix, _)| *lacking == UnfollowedAdvice::Fix((*fix).to_owned())));
            if !lacking.is_empty() {
                let lacking: Vec<String> = lacking.iter().map(ToString::to_string).collect();
                return failed(format!("expected proofs that follow all advice; not followed: {}", lacking.join(", ")));
            }
            match fixes.first() {
                Some((fix, reason)) => ProofState::Exempt { reason: format!("the fix `{fix}`: {reason}") },
                None if all.is_settled => ProofState::Settled { steps: all.steps },
                None => ProofState::Proven { steps: all.steps },
            }
        }
    }
}

/// Follows the chain of codes that starts with `to`, the code that `code` leads to.
///
/// Returns an error message if a code in the chain is unproven, or if the chain is a cycle.
fn unfinished(
    code: &str,
    to: &str,
    standings: &BTreeMap<&str, ProofState>,
    next: &BTreeMap<&str, &str>,
) -> Option<String> {
    let mut seen = BTreeSet::from([code]);
    let mut at = to;
    loop {
        match standings.get(at) {
            Some(ProofState::Proven { .. } | ProofState::Settled { .. }) => {}
            Some(_) | None => return Some(format!("the call then fails with {at}, which is not proven itself")),
        }
        if !seen.insert(at) {
            return Some(format!("the advice leads back to {at}"));
        }
        match next.get(at) {
            Some(further) => at = further,
            None => return None,
        }
    }
}
