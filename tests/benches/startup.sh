#!/usr/bin/env bash
# What linked codes cost a program that never asks for them: instructions and bytes.
#
# Usage: tests/benches/startup.sh
#
# Counts the instructions of a release build with an empty `main`, the dynamic linker included, with
# 0, 100 and 1,000 unit variants linked: once in one enum, once in enums of ten. Needs valgrind or perf.
# Set ONLINE=1 if the dependencies are not downloaded yet.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/scratch.sh"

# Prints the number of instructions that a program executes in user space.
if command -v valgrind >/dev/null; then
    counter='valgrind --tool=callgrind'
    instructions() {
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 | awk '/Collected *:/ {print $NF}'
    }
elif command -v perf >/dev/null && perf stat -x, -e instructions:u true 2>&1 | grep -q '^[0-9]'; then
    counter='perf stat, median of 9'
    instructions() {
        local run
        for ((run = 0; run < 9; run++)); do
            perf stat -x, -e instructions:u "$1" 2>&1 | cut -d, -f1
        done | median | cut -d. -f1
    }
else
    echo 'startup.sh needs valgrind, or perf with permission to count instructions:u; found neither' >&2
    exit 1
fi

# Prints a program with so many codes in enums of so many variants.
generate() {
    awk -v codes="$1" -v size="$2" 'BEGIN {
        printf "//! Generated.\n"
        for (i = 0; i < codes; i++) {
            if (i % size == 0) {
                printf "#[derive(Debug, thiserror::Error, agent_error::AgentError)]\npub enum ToolError%d {\n", i / size
            }
            printf "    /// The tool failed in the way number %d.\n", i
            printf "    #[error(\"failure {}\", %d)]\n    #[code(\"TOOL_FAILURE_%05d\", exit = %d)]\n", i, i, 1 + i % 13
            printf "    Failure%d,\n", i
            if (i % size == size - 1 || i == codes - 1) print "}"
        }
        print "fn main() {}"
    }'
}

begin_workspace program
new_crate program "thiserror = \"2\"
agent-error = { path = \"$workspace/runtime\" }"
printf '\n[profile.release]\nstrip = true\n' >>"$scratch/Cargo.toml"

measure() {
    generate "$1" "$2" >"$scratch/program/src/main.rs"
    scratch_cargo build -p program --release
    echo "$(instructions "$CARGO_TARGET_DIR/release/program") $(wc -c <"$CARGO_TARGET_DIR/release/program")"
}

row() {
    local title=$1 codes=$2 count=$3 size=$4
    printf '%-28s %13s' "$title" "$count"
    awk -v codes="$codes" -v count="$count" -v size="$size" -v count0="$none_count" -v size0="$none_size" 'BEGIN {
        if (codes) printf " %14.1f %12d %14.1f\n", (count - count0) / codes, size, (size - size0) / codes
        else printf " %14s %12d %14s\n", "", size, ""
    }'
}

echo "An empty main, release, stripped; instructions counted by $counter"
printf '%-28s %13s %14s %12s %14s\n' codes instructions 'more per code' bytes 'more per code'
read -r none_count none_size <<<"$(measure 0 1)"
row none 0 "$none_count" "$none_size"
for codes in 100 1000; do
    for size in "$codes" 10; do
        read -r count bytes <<<"$(measure "$codes" "$size")"
        row "$codes in $((codes / size)) enum(s) of $size" "$codes" "$count" "$bytes"
    done
done
