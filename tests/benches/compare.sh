#!/usr/bin/env bash
# One table of what agent-error costs, beside what a program would use instead, measured in one run.
#
# Usage: tests/benches/compare.sh [RUNS]        (default: 3; times are medians of so many runs)
#
# The peers: the same program written by hand with thiserror, serde's derive and serde_json, and with clap; for the
# check of a large enum also miette. All inputs are generated here. Set ONLINE=1 if the dependencies are not
# downloaded yet.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/scratch.sh"
runs=${1:-3}
export CARGO_INCREMENTAL=0

by_hand='thiserror = "2"
serde = { version = "1", features = ["derive"] }
serde_json = "1"'
clap='clap = { version = "4", default-features = false, features = ["std", "help", "usage", "error-context", "suggestions", "derive"] }'
begin_workspace hand instead coded hand_clap coded_clap
new_crate hand "$by_hand"
new_crate instead "thiserror = \"2\"
agent-error = { path = \"$workspace/runtime\" }"
new_crate coded "$by_hand
agent-error = { path = \"$workspace/runtime\" }"
new_crate hand_clap "$by_hand
$clap"
new_crate coded_clap "thiserror = \"2\"
$clap
agent-error = { path = \"$workspace/runtime\", features = [\"clap\"] }"
printf '\n[profile.release]\nstrip = true\n' >>"$scratch/Cargo.toml"

# The program of `examples/minimal`, as a careful author writes it without this crate.
write_by_hand() {
    cat <<'RUST'
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

#[derive(Debug, thiserror::Error)]
enum CountError {
    #[error("no file given")]
    NoFileGiven,
    #[error("{path} does not exist")]
    NotFound { path: String },
    #[error("cannot read {path}")]
    Unreadable { path: String, source: std::io::Error },
}

impl CountError {
    fn code(&self) -> (&'static str, u8, Option<&'static str>) {
        match self {
            Self::NoFileGiven => ("NO_FILE_GIVEN", 2, Some("Pass a file: `minimal PATH`")),
            Self::NotFound { .. } => ("FILE_NOT_FOUND", 5, Some("Check the path")),
            Self::Unreadable { .. } => ("FILE_UNREADABLE", 1, None),
        }
    }

    fn path(&self) -> Option<&str> {
        match self {
            Self::NoFileGiven => None,
            Self::NotFound { path } | Self::Unreadable { path, .. } => Some(path),
        }
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    ok: bool,
    data: Option<usize>,
    error: Option<Failure<'a>>,
}

#[derive(Serialize)]
struct Failure<'a> {
    code: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

fn count(path: Option<String>) -> Result<usize, CountError> {
    let path = path.ok_or(CountError::NoFileGiven)?;
    let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    Ok(text.lines().count())
}

fn finish(result: Result<usize, CountError>) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let text = out.is_terminal();
    let _ = match &result {
        Ok(lines) if text => writeln!(out, "{lines} lines"),
        Ok(lines) => {
            let envelope = Envelope { ok: true, data: Some(*lines), error: None };
            serde_json::to_writer(&mut out, &envelope).map_err(Into::into)
        }
        Err(error) if text => writeln!(std::io::stderr(), "error[{}]: {error}", error.code().0),
        Err(error) => {
            let (code, _, suggestion) = error.code();
            let cause = std::error::Error::source(error).map(ToString::to_string);
            let failure = Failure { code, message: error.to_string(), cause, suggestion, path: error.path() };
            let envelope = Envelope { ok: false, data: None, error: Some(failure) };
            serde_json::to_writer(&mut out, &envelope).map_err(Into::into)
        }
    };
    result.map_or_else(|error| ExitCode::from(error.code().1), |_| ExitCode::SUCCESS)
}
RUST
}

cat >"$scratch/arguments.rs" <<'RUST'
#[derive(clap::Parser)]
struct Cli {
    /// The file to count.
    path: Option<String>,
}
RUST

{ write_by_hand; echo 'fn main() -> ExitCode { finish(count(std::env::args().nth(1))) }'; } >"$scratch/hand/src/main.rs"
cp "$workspace/examples/minimal/src/main.rs" "$scratch/instead/src/main.rs"
cp "$workspace/examples/minimal/src/main.rs" "$scratch/coded/src/main.rs"
{ write_by_hand; cat "$scratch/arguments.rs"
  echo 'fn main() -> ExitCode { finish(count(<Cli as clap::Parser>::parse().path)) }'; } >"$scratch/hand_clap/src/main.rs"
{ sed '/^#\[agent_error::main\]/,$d' "$workspace/examples/minimal/src/main.rs" | sed '/^use std/s/env, //'
  cat <<'RUST'
#[derive(clap::Parser)]
struct Cli {
    #[command(flatten)]
    output: agent_error::clap::OutputArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Errors(agent_error::clap::ErrorsCommand),
    Count { path: Option<String> },
}

#[agent_error::main]
fn main() -> Result<Response, agent_error::Report> {
    let cli: Cli = agent_error::clap::parse_args()?;
    let path = match cli.command {
        Command::Errors(errors) => return Ok(errors.run()?),
        Command::Count { path } => path.ok_or(CountError::NoFileGiven)?,
    };
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    let lines = text.lines().count();
    Ok(Response::new(lines).human(format!("{lines} lines")))
}
RUST
} >"$scratch/coded_clap/src/main.rs"
scratch_cargo metadata --format-version 1 >/dev/null # Settles the lock file.

row() { printf '| %-50s | %14s | %14s | %6s |\n' "$@"; }
difference() { row "$1" "$2 kB" "$3 kB" "+$(($3 - $2)) kB"; }

printf 'agent-error %s, %s, %s, %s cores, %s\n\n' \
    "$(git -C "$workspace" rev-parse --short HEAD 2>/dev/null || echo unknown)" "$(rustc --version | cut -d'(' -f1)" \
    "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)" "$(nproc)" "$(date -u +%F)"
row 'cost' 'without' 'with' ''
row '---' '---:' '---:' '---:'

# Builds all in turn, so that a busy machine slows all. `instead` needs neither serde's derive nor serde_json, which wrote
# the envelope by hand; `coded` keeps them for something else.
for profile in dev release; do
    for program in hand instead coded; do : >"$scratch/$program.times"; done
    for ((run = 0; run < runs; run++)); do
        for program in hand instead coded; do
            rm -rf "$CARGO_TARGET_DIR"
            timed scratch_cargo build -p "$program" --profile "$profile" >>"$scratch/$program.times"
        done
    done
    for what in CPU wall; do
        column=$([[ $what == wall ]] && echo 1 || echo 2)
        for program in hand instead coded; do
            printf -v "$program" '%s' "$(cut -d' ' -f"$column" "$scratch/$program.times" | median)"
        done
        row "clean build, $profile, $what, instead" "$hand s" "$instead s" "$(ratio "$instead" "$hand") ×"
        row "clean build, $profile, $what, beside serde's derive" "$hand s" "$coded s" "$(ratio "$coded" "$hand") ×"
    done
done

kilobytes() { echo $((($(wc -c <"$CARGO_TARGET_DIR/release/$1") + 500) / 1000)); }
for program in hand coded hand_clap coded_clap; do
    rm -rf "$CARGO_TARGET_DIR/release/.fingerprint/$program"*
    scratch_cargo build -p "$program" --release
done
difference 'stripped binary' "$(kilobytes hand)" "$(kilobytes coded)"
difference 'stripped binary, clap, `errors`' "$(kilobytes hand_clap)" "$(kilobytes coded_clap)"

if [[ -x $here/check.sh ]]; then
    echo
    "$here/check.sh"
fi
