#!/usr/bin/env bash
# What the derive costs a compiler: ratios against thiserror alone, measured side by side.
#
# Usage: tests/benches/check.sh [check|scale|large ...]        (default: all three)
#
#   check   `cargo check` of 1,000 variants of three fields with `suggest` over two of them: what the derive adds, as a
#           multiple of what thiserror adds to the plain enum, and the peak of memory against thiserror alone
#   scale   the same with 10 times the variants: how much longer it takes; 10 is linear
#   large   a program of 3,000 codes in 60 types, built for development: time and size against thiserror alone
#
# One line a ratio: name, value. Instructions of user space are counted where `perf` can, which a loaded machine does not
# disturb; else user seconds are, the median of three runs. Set ONLINE=1 if the dependencies are not downloaded yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"

export CARGO_INCREMENTAL=0
begin_workspace plain this coded
new_crate plain ''
new_crate this 'thiserror = "2"'
new_crate coded "thiserror = \"2\"
agent-error = { path = \"$workspace/runtime\" }"

# An enum with so many variants: plain, with thiserror, or with both derives.
enum() {
    awk -v kind="$1" -v first="$2" -v count="$3" -v name="$4" 'BEGIN {
        derives = kind == "plain" ? "Debug" : kind == "this" ? "Debug, thiserror::Error" : "Debug, thiserror::Error, agent_error::AgentError"
        printf "#[derive(%s)]\npub enum %s {\n", derives, name
        for (i = first; i < first + count; i++) {
            printf "    /// The tool failed in the way number %d.\n", i
            if (kind != "plain") print "    #[error(\"cannot reach {host}:{port} as {user}\")]"
            if (kind == "coded") printf "    #[code(\"TOOL_FAILURE_%05d\", exit = %d, suggest = \"Check {host}:{port} and try again\")]\n", i, 1 + i % 13
            printf "    V%d { host: String, port: u16, user: String },\n", i
        }
        print "}"
    }'
}

# Writes the three crates with one enum of so many variants.
generate() {
    local kind
    for kind in plain this coded; do
        { echo '//! Generated.'; enum "$kind" 0 "$1" ToolError; } >"$scratch/$kind/src/lib.rs"
    done
}

# Each part replaces what it measures; cargo asks for a source in all of them.
for kind in plain this coded; do : >"$scratch/$kind/src/lib.rs"; done

# The cost of a command of cargo on a crate: millions of instructions, or user seconds.
cost() {
    local crate=$2 run
    scratch_cargo "$1" -p "$crate"
    if [[ $counts -gt 0 ]]; then
        touch "$scratch/$crate"/src/*.rs
        perf stat -x, -e instructions:u -o "$scratch/stat" -- cargo "$1" --quiet --offline \
            --manifest-path "$scratch/Cargo.toml" -p "$crate"
        awk -F, '/instructions/ {printf "%.1f\n", $1 / 1e6}' "$scratch/stat"
    else
        for ((run = 0; run < 3; run++)); do
            touch "$scratch/$crate"/src/*.rs
            timed scratch_cargo "$1" -p "$crate" | cut -d' ' -f2
        done | median
    fi
}

# The peak of memory of a check, in megabytes.
peak() {
    touch "$scratch/$1"/src/*.rs
    python3 - "$scratch/Cargo.toml" "$1" <<'P'
import resource, subprocess, sys
subprocess.check_call(["cargo", "check", "--quiet", "--offline", "--manifest-path", sys.argv[1], "-p", sys.argv[2]])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
P
}

row() { printf '%-60s %s\n' "$1" "$2"; }

check() {
    generate 1000
    local plain this coded
    plain=$(cost check plain) this=$(cost check this) coded=$(cost check coded)
    row 'check, 1,000 variants: added / added by thiserror' \
        "$(awk -v p="$plain" -v t="$this" -v c="$coded" 'BEGIN {printf "%.2f", (c - t) / (t - p)}')"
    row 'check, 1,000 variants: peak memory / thiserror' "$(ratio "$(peak coded)" "$(peak this)")"
}

scale() {
    local kind
    local -A thousand
    generate 1000
    for kind in this coded; do thousand[$kind]=$(cost check "$kind"); done
    generate 10000
    for kind in this coded; do
        row "check, 10,000 / 1,000 variants: $kind" "$(ratio "$(cost check "$kind")" "${thousand[$kind]}")"
    done
}

large() {
    local kind type
    local -A built size
    for kind in this coded; do
        rm -f "$scratch/$kind/src/lib.rs"
        {
            echo '//! Generated.'
            for ((type = 0; type < 60; type++)); do enum "$kind" $((type * 50)) 50 "E$type"; done
            echo 'fn main() {'
            for ((type = 0; type < 60; type++)); do
                echo "    let _: &dyn std::error::Error = std::hint::black_box(&E$type::V$((type * 50)) { host: String::new(), port: 0, user: String::new() });"
            done
            echo '}'
        } >"$scratch/$kind/src/main.rs"
        built[$kind]=$(cost build "$kind")
        size[$kind]=$(wc -c <"$CARGO_TARGET_DIR/debug/$kind")
        rm "$scratch/$kind/src/main.rs"
        : >"$scratch/$kind/src/lib.rs"
    done
    row 'build, 3,000 codes in 60 types / thiserror' "$(ratio "${built[coded]}" "${built[this]}")"
    row 'debug binary, 3,000 codes in 60 types / thiserror' "$(ratio "${size[coded]}" "${size[this]}")"
}

for part in "${@:-check scale large}"; do
    for name in $part; do
        case $name in
        check | scale | large) "$name" ;;
        *)
            echo "unknown part \`$name\`; expected check, scale or large" >&2
            exit 2
            ;;
        esac
    done
done
