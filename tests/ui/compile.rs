//! Cases compiled by rustc itself, several at a time.

use super::message;
use super::rustc::rustc;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs, thread};

/// The results of a function for each case, in any order.
pub(crate) fn in_parallel<R: Send>(cases: &[PathBuf], one: fn(&Path) -> R) -> Vec<R> {
    let (waiting, results) = (Mutex::new(cases.iter()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let next = waiting.lock().unwrap().next();
            let Some(case) = next else { break };
            let result = one(case);
            results.lock().unwrap().push(result);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    results.into_inner().unwrap()
}

/// Where the product of a case goes.
fn product(case: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(case.parent().unwrap());
    fs::create_dir_all(&folder).unwrap();
    folder.join(case.file_stem().unwrap())
}

/// Fails unless rustc rejects the case with the recorded message.
pub(crate) fn fails(case: &Path) -> Result<(), String> {
    // Errors of generic generated code appear in code generation, so metadata alone is not enough.
    let compiled =
        rustc(message::CRATE, case, &["-A", "dead_code", "--emit", "obj", "-o", product(case).to_str().unwrap()]);
    let found = message::normalized(&String::from_utf8(compiled.stderr).unwrap());
    if compiled.status.success() {
        return Err(format!("{} compiles, with\n{found}", case.display()));
    }
    let file = case.with_extension("stderr");
    if env::var_os("UI").is_some_and(|wish| wish == "overwrite") {
        fs::write(&file, &found).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    if found == expected {
        return Ok(());
    }
    Err(format!("{} fails, but expected was\n{expected}\nand found is\n{found}", case.display()))
}

/// Fails unless rustc accepts the case and its program succeeds.
pub(crate) fn passes(case: &Path) -> Result<(), String> {
    let program = product(case);
    let compiled = rustc(message::CRATE, case, &["-o", program.to_str().unwrap()]);
    if !compiled.status.success() {
        return Err(format!("{} does not compile:\n{}", case.display(), String::from_utf8_lossy(&compiled.stderr)));
    }
    let run = Command::new(&program).output().unwrap();
    fs::remove_file(&program).unwrap();
    if run.status.success() {
        return Ok(());
    }
    Err(format!("{} ends with {}:\n{}", case.display(), run.status, String::from_utf8_lossy(&run.stderr)))
}
