#!/usr/bin/env bash
# What a large catalog costs: building, size, and each view of it, by the number of codes.
#
# Usage: tests/benches/scale.sh [CODES...]        (default: 1000 2500 5000 10000)
#
# Generates a program with so many codes in enums of fifty, each with two context fields and advice, builds it for
# development and for release, and takes the median of five runs of each view. Growth is linear where the column
# per code stays the same. Set ONLINE=1 if the dependencies are not downloaded yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"

sizes=("$@")
if [[ ${#sizes[@]} -eq 0 ]]; then sizes=(1000 2500 5000 10000); fi

generate() {
    awk -v codes="$1" -v size=50 'BEGIN {
        printf "//! Generated.\n"
        for (i = 0; i < codes; i++) {
            if (i % size == 0) {
                printf "#[derive(Debug, thiserror::Error, agent_error::AgentError)]\n"
                printf "#[agent_error(docs = \"https://scale.example.com/{code}\")]\n#[allow(dead_code)]\nenum ToolError%d {\n", i / size
            }
            printf "    /// The tool failed in the way number %d.\n", i
            printf "    #[error(\"{path} failed {count} times\")]\n"
            printf "    #[code(\"TOOL_FAILURE_%05d\", exit = %d, suggest = \"Look at {path}\")]\n", i, 1 + i % 13
            printf "    Failure%d { path: String, count: u32 },\n", i
            if (i % size == size - 1 || i == codes - 1) print "}"
        }
        print "#[derive(clap::Parser)]\nstruct Cli {\n    #[command(subcommand)]\n    command: Command,\n}"
        print "#[derive(clap::Subcommand)]\nenum Command {\n    Errors(agent_error::clap::ErrorsCommand),\n}"
        print "#[agent_error::main]\nfn main() -> Result<agent_error::Response, agent_error::Report> {"
        print "    let Cli { command: Command::Errors(errors) } = agent_error::clap::parse_args()?;\n    Ok(errors.run()?)\n}"
        print "#[test]\nfn locked() {\n    agent_error_testing::assert_locked(\"errors.lock.json\");\n}"
    }'
}

begin_workspace program
new_crate program "thiserror = \"2\"
clap = { version = \"4\", default-features = false, features = [\"std\", \"derive\", \"help\"] }
agent-error = { path = \"$workspace/runtime\", features = [\"clap\"] }

[dev-dependencies]
agent-error-testing = { path = \"$workspace/runtime/testing\" }"
printf '\n[profile.release]\nstrip = true\n' >>"$scratch/Cargo.toml"

# The median of the wall seconds of five runs.
seconds() {
    local run
    for ((run = 0; run < 5; run++)); do timed "$@" | cut -d' ' -f1; done | median
}

row() {
    awk -v what="$1" -v codes="$2" -v value="$3" -v unit="$4" -v scale="$5" -v per="$6" 'BEGIN {
        printf "  %-26s %12.3f %-3s %10.2f %s a code\n", what, value, unit, value * scale / codes, per
    }'
}

# The dependencies are built once and not counted.
generate 1 >"$scratch/program/src/main.rs"
scratch_cargo build -p program
scratch_cargo build -p program --release
AGENT_ERROR_LOCK=overwrite scratch_cargo test -p program -- locked >/dev/null

# The program `agent-error`.
cargo build --quiet --release --locked --manifest-path "$workspace/Cargo.toml" -p agent-error-cli
tool=$CARGO_TARGET_DIR/release/agent-error

for codes in "${sizes[@]}"; do
    generate "$codes" >"$scratch/program/src/main.rs"
    echo "$codes codes"
    read -r wall _ < <(timed scratch_cargo build -p program)
    row 'build, development' "$codes" "$wall" s 1000 ms
    read -r wall _ < <(timed scratch_cargo build -p program --release)
    row 'build, release' "$codes" "$wall" s 1000 ms
    program=$CARGO_TARGET_DIR/release/program
    row 'size, release, stripped' "$codes" "$(wc -c <"$program")" B 1 B
    row 'errors list' "$codes" "$(seconds "$program" errors list)" s 1000000 us
    last=$(printf 'TOOL_FAILURE_%05d' $((codes - 1)))
    row 'errors explain' "$codes" "$(seconds "$program" errors explain "$last")" s 1000000 us
    row 'errors catalog' "$codes" "$(seconds "$program" errors catalog)" s 1000000 us
    "$program" errors catalog >"$scratch/catalog.json"
    for format in schema openapi; do
        row "export $format" "$codes" "$(seconds "$tool" export "$format" "$scratch/catalog.json")" s 1000000 us
    done
    AGENT_ERROR_LOCK=overwrite scratch_cargo test -p program -- locked >/dev/null
    # Of the programs that were built, the one that has the test; `grep -q` would leave it with a closed pipe.
    while read -r built; do
        if "$built" --list 2>/dev/null | grep '^locked: test' >/dev/null; then test=$built; fi
    done < <(find "$CARGO_TARGET_DIR/debug/deps" -name 'program-*' -type f -executable -newer "$scratch/program/src/main.rs")
    check() { (cd "$scratch/program" && CARGO_MANIFEST_DIR=$PWD "$test" locked); }
    row 'lock, checked (debug)' "$codes" "$(seconds check)" s 1000000 us
done
