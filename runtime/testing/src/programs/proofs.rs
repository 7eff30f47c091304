//! Proofs: a test follows the advice of each code as a caller reads it, and checks that it helps.

mod call;
mod danger;
mod declared;
mod folder;
mod template;
mod world;

pub use call::Call;
pub use world::World;

use super::tool::Tool;
use super::unmet::CheckError;
use crate::lock::{Command, VARIABLE, in_package, test_name};
use agent_error::Catalog;
use agent_error_tooling::{
    Coverage, CoveredCode, Document, DocumentError, Promise, ProofEntry, ProofFile, Standing, promises, write_file,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs, io, thread};
use world::Followed;

type Proof = Box<dyn FnOnce(&mut World) -> Result<(), CheckError> + Send>;

/// Proofs that the advice of a program is true.
///
/// Every code with a fix, actions or retry facts promises that they help. Its proof sets up a world in which a call
/// fails with the code, follows the advice of the failure, and makes the call again:
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
///         .prove("STORE_MISSING", |world| {
///             world.fails(world.tool(TOOL).args(["list", "--output", "json"]))?;
///             world.fix()?;
///             world.again()
///         })
///         .exempt("DISK_BROKEN", "a test cannot break a disk")
///         .assert("errors.proofs.json");
/// }
/// ```
///
/// The file lists what is proven, beside the lock file; `AGENT_ERROR_LOCK=overwrite` writes it. All proofs run in
/// parallel, each in its own folder.
#[must_use = "nothing is proven until `assert` or `run`"]
pub struct Proofs {
    promises: Vec<Promise>,
    given: Vec<(String, Proof)>,
    exempt: Vec<(String, String)>,
    percent: u8,
}

impl Proofs {
    /// Proofs for the codes of a program with the command `errors catalog`.
    ///
    /// # Panics
    ///
    /// If the program doesn't print its catalog document.
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

    /// Proofs for the codes of a catalog.
    ///
    /// # Panics
    ///
    /// If agent-error-testing is older than agent-error and can't read its catalog documents.
    #[track_caller]
    #[allow(clippy::panic, reason = "a test without its catalog has failed")]
    pub fn of_catalog(catalog: &Catalog) -> Self {
        match catalog.document().parse() {
            Ok(document) => Self::of(&document),
            Err(error) => panic!("cannot read the catalog document: {error}"),
        }
    }

    fn of(document: &Document) -> Self {
        Self { promises: promises(document), given: Vec::new(), exempt: Vec::new(), percent: 100 }
    }

    /// Adds a proof. If a code has several, each of its advice must be followed by one of them.
    pub fn prove(
        mut self,
        code: impl Into<String>,
        proof: impl FnOnce(&mut World) -> Result<(), CheckError> + Send + 'static,
    ) -> Self {
        self.given.push((code.into(), Box::new(proof)));
        self
    }

    /// Exempts a code whose advice cannot be proved by a test, for the given reason.
    pub fn exempt(mut self, code: impl Into<String>, reason: impl Into<String>) -> Self {
        self.exempt.push((code.into(), reason.into()));
        self
    }

    /// Sets the percentage of the codes that must be proven or exempt; 100 by default.
    pub fn min(mut self, percent: u8) -> Self {
        self.percent = percent;
        self
    }

    /// Runs all proofs.
    pub fn run(self) -> Coverage {
        let Self { promises, given, exempt, percent: _ } = self;
        let mut wrong: Vec<CoveredCode> = Vec::new();
        let mut results: BTreeMap<String, Vec<Result<Followed, String>>> = BTreeMap::new();
        for (code, result) in run_all(given) {
            results.entry(code).or_default().push(result);
        }
        let known: BTreeSet<&str> = promises.iter().map(|promise| promise.code.as_str()).collect();
        for code in results.keys().chain(exempt.iter().map(|(code, _)| code)) {
            if !known.contains(code.as_str()) {
                let problem = "the code promises nothing; remove its proof or its exemption".to_owned();
                let place = "no declaration with advice".to_owned();
                wrong.push(CoveredCode::new(code, place, Standing::Failed { problem }));
            }
        }
        let standing = |promise: &Promise| {
            let exempt = exempt.iter().find(|(code, _)| *code == promise.code).map(|(_, reason)| reason.as_str());
            standing(promise, results.get(&promise.code).map(Vec::as_slice), exempt)
        };
        let mut standings: BTreeMap<&str, Standing> =
            promises.iter().map(|promise| (promise.code.as_str(), standing(promise))).collect();
        let next: BTreeMap<&str, &str> = results
            .iter()
            .flat_map(|(code, results)| results.iter().flatten().map(move |followed| (code, followed)))
            .filter_map(|(code, followed)| Some((code.as_str(), followed.leads_to.as_deref()?)))
            .collect();
        for (code, to) in &next {
            if let Some(problem) = unfinished(code, to, &standings, &next) {
                standings.insert(code, Standing::Failed { problem });
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

    /// Runs all proofs, and asserts that enough is proven and that the file is up to date. The path is relative to the
    /// `Cargo.toml` of the package.
    ///
    /// # Panics
    ///
    /// With each code that is unproven, stale or false: where it is declared, what was expected and found, and a
    /// template of the missing proof.
    #[track_caller]
    #[allow(clippy::panic, reason = "an assert panics, as `assert!` does")]
    pub fn assert(self, path: impl AsRef<Path>) {
        let (promises, percent) = (self.promises.clone(), self.percent);
        let coverage = self.run();
        if let Err(error) = coverage.require(percent) {
            panic!("{error}");
        }
        let path = in_package(path.as_ref());
        if let Err(problem) = kept(&path, &promises, &coverage) {
            panic!("{problem}");
        }
    }
}

/// Runs every proof in its own thread and world.
fn run_all(proofs: Vec<(String, Proof)>) -> Vec<(String, Result<Followed, String>)> {
    thread::scope(|scope| {
        let begin = |(code, proof): (String, Proof)| {
            let of = code.clone();
            let thread = scope.spawn(move || {
                let mut world = World::new(&of).map_err(|error| format!("cannot make a folder: {error}"))?;
                proof(&mut world).and_then(|()| world.finish()).map_err(|error| error.to_string())
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

/// The state of a promise after its proofs.
fn standing(promise: &Promise, results: Option<&[Result<Followed, String>]>, exempt: Option<&str>) -> Standing {
    let failed = |problem: String| Standing::Failed { problem };
    match (results, exempt) {
        (Some(_), Some(_)) => failed("the code is proven and exempt; remove one of the two".to_owned()),
        (None, Some(reason)) if reason.trim().is_empty() => failed("the exemption has no reason".to_owned()),
        (None, Some(reason)) => Standing::Exempt { reason: reason.to_owned() },
        (None, None) => Standing::Unproven { template: template::of(promise) },
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
            match all.lacks(promise) {
                lacking if lacking.is_empty() => Standing::Proven { steps: all.steps },
                lacking => {
                    failed(format!("expected proofs that follow all advice; not followed: {}", lacking.join(", ")))
                }
            }
        }
    }
}

/// The reason why the code after the advice leaves the caller without help.
fn unfinished(
    code: &str,
    to: &str,
    standings: &BTreeMap<&str, Standing>,
    next: &BTreeMap<&str, &str>,
) -> Option<String> {
    let mut seen = BTreeSet::from([code]);
    let mut at = to;
    loop {
        match standings.get(at) {
            Some(Standing::Proven { .. }) => {}
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

/// Checks that the file lists what was proven, or writes it if the environment asks for that.
fn kept(path: &Path, promises: &[Promise], coverage: &Coverage) -> Result<(), String> {
    let of_code = |code: &CoveredCode| promises.iter().find(|promise| promise.code == code.code);
    let entry = |code: &CoveredCode| Some((code.code.clone(), ProofEntry::of(of_code(code)?, &code.standing)?));
    let shown = path.display();
    let file = fs::read_to_string(path);
    let known = || file.as_ref().ok()?.parse::<ProofFile>().ok()?.test;
    let proven = ProofFile::new(test_name().or_else(known), coverage.iter().filter_map(entry));
    if env::var_os(VARIABLE).is_some_and(|value| value == "overwrite" || value == "additive") {
        return write_file(path, &proven.text()).map_err(|error| format!("cannot write {shown}: {error}"));
    }
    let accept = format!("Accept what is proven now with\n\n{Command}");
    let kept: ProofFile = match file {
        Ok(text) => text.parse().map_err(|error| format!("cannot read {shown}: {error}. {accept}"))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(format!("{shown} does not exist. {accept}"));
        }
        Err(error) => return Err(format!("cannot read {shown}: {error}")),
    };
    let mut changes = Vec::new();
    if let Some(test) = proven.test.as_ref().filter(|_| kept.test.is_some() && kept.test != proven.test) {
        changes.push(format!("renamed  the test is called {test}"));
    }
    for promise in promises {
        let code = &promise.code;
        match (kept.get(code), proven.get(code)) {
            (Some(kept), _) if kept.advice != promise.advice => {
                let place = declared::of(code, &promise.declared_by);
                changes.push(format!("stale    {code} ({place})\n    {}", kept.change(promise)));
            }
            (Some(kept), Some(proven)) if !kept.is_like(proven) => {
                changes.push(format!("changed  {code}: the proof has changed"));
            }
            (None, Some(_)) => changes.push(format!("new      {code}")),
            (Some(_), None) => changes.push(format!("lost     {code}: it is not proven any more")),
            _ => {}
        }
    }
    let is_known = |code: &&str| promises.iter().any(|promise| promise.code == *code);
    changes.extend(kept.codes().filter(|code| !is_known(code)).map(|code| format!("gone     {code}")));
    match changes.is_empty() {
        true => Ok(()),
        false => Err(format!("the proofs are not as {shown} says:\n\n{}\n\n{accept}", changes.join("\n"))),
    }
}
