#!/usr/bin/env bash
# What the derive adds to `cargo check` of one crate with a large enum.
#
# Usage: tests/benches/build.sh [VARIANTS] [RUNS]        (default: 1000 variants, 7 runs)
#
# Checks an enum of that many variants with thiserror alone and with AgentError beside it, first a
# realistic mix of variants, then unit variants alone. Dependencies are built beforehand; each run
# checks the one crate from nothing (set CARGO_INCREMENTAL=1 to measure a second, incremental check).
# Set ONLINE=1 if the dependencies are not downloaded yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"

variants=${1:-1000}
runs=${2:-7}
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL:-0}

begin_workspace plain coded
new_crate plain 'thiserror = "2"'
new_crate coded "thiserror = \"2\"
agent-error = { path = \"$workspace/runtime\" }"

# Prints an enum. Of ten variants of the mix four are units, three have context only, two have a
# template in their advice, and one has a source and more facts.
generate() {
    awk -v mix="$1" -v coded="$2" -v variants="$variants" '
    function code(i, more) { if (coded) printf "    #[code(\"TOOL_FAILURE_%05d\", exit = %d%s)]\n", i, 1 + i % 13, more }
    BEGIN {
        printf "//! Generated.\n#[derive(Debug, thiserror::Error%s)]\n", coded ? ", agent_error::AgentError" : ""
        if (coded) print "#[agent_error(docs = \"https://example.com/errors/{code}\")]"
        print "pub enum ToolError {"
        for (i = 0; i < variants; i++) {
            kind = mix == "unit" ? 0 : i % 10
            printf "    /// The tool failed in the way number %d.\n", i
            if (kind < 4) {
                printf "    #[error(\"failure {}\", %d)]\n", i
                code(i, "")
                printf "    Failure%d,\n", i
            } else if (kind < 7) {
                printf "    #[error(\"failure of {host}:{port}\")]\n"
                code(i, ", suggest = \"Run `tool status`\"")
                printf "    Failure%d { host: String, port: u16 },\n", i
            } else if (kind < 9) {
                printf "    #[error(\"no file {path} for {user}\")]\n"
                code(i, ", suggest = \"Create {path} as {user}\", fix = \"touch {path}\"")
                printf "    Failure%d { path: String, user: String },\n", i
            } else {
                printf "    #[error(\"cannot read {path}\")]\n"
                code(i, ", severity = critical, since = \"1.0\", suggest = \"Look at {path}\"")
                printf "    Failure%d { path: String, attempts: u32, #[source] source: std::io::Error },\n", i
            }
        }
        print "}"
    }'
}

# Prints the median wall and CPU seconds of checking a crate.
measure() {
    local crate=$1 run times=""
    scratch_cargo check -p "$crate"
    for ((run = 0; run < runs; run++)); do
        touch "$scratch/$crate/src/lib.rs"
        times+=$(timed scratch_cargo check -p "$crate")$'\n'
    done
    times=${times%$'\n'}
    echo "$(cut -d' ' -f1 <<<"$times" | median) $(cut -d' ' -f2 <<<"$times" | median)"
}

compare() {
    local mix=$1 title=$2 plain_wall plain_cpu coded_wall coded_cpu
    generate "$mix" 0 >"$scratch/plain/src/lib.rs"
    generate "$mix" 1 >"$scratch/coded/src/lib.rs"
    read -r plain_wall plain_cpu <<<"$(measure plain)"
    read -r coded_wall coded_cpu <<<"$(measure coded)"
    echo "$title"
    printf '  %-24s %7s s wall %7s s CPU\n' 'thiserror alone' "$plain_wall" "$plain_cpu"
    printf '  %-24s %7s s wall %7s s CPU\n' 'thiserror + AgentError' "$coded_wall" "$coded_cpu"
    printf '  %-24s %7s   wall %7s   CPU\n' 'ratio' \
        "$(ratio "$coded_wall" "$plain_wall")" "$(ratio "$coded_cpu" "$plain_cpu")"
}

echo "cargo check of one enum, median of $runs runs"
echo '//! Empty.' | tee "$scratch/plain/src/lib.rs" >"$scratch/coded/src/lib.rs"
read -r wall cpu <<<"$(measure plain)"
printf '%s\n  %-24s %7s s wall %7s s CPU\n' 'no enum' 'cargo and rustc alone' "$wall" "$cpu"
compare unit "$variants unit variants"
compare mix "$variants variants, mixed"
